//===- TextLayouts.cpp - The same program, written in another way ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/fixes/TextLayouts.h"
#include "tests/server/AnnotatedText.h"
#include <map>
#include <regex>
#include <set>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static bool isWordChar(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '.' ||
         C == '$';
}

/// Behind the token at `I`.
static size_t endOfToken(const std::string &Text, size_t I) {
  auto string = [&](size_t Offset) {
    for (++Offset; Offset < Text.size() && Text[Offset] != '"'; ++Offset)
      if (Text[Offset] == '\\')
        ++Offset;
    return Offset + 1;
  };
  if (Text.compare(I, 2, "//") == 0)
    return std::min(Text.find_first_of("\r\n", I), Text.size());
  if (Text.compare(I, 2, "->") == 0 || Text.compare(I, 2, "::") == 0)
    return I + 2;
  if (Text[I] == '"')
    return string(I);
  bool IsName = std::string("%^@!#").find(Text[I]) != std::string::npos;
  if (!IsName && !isWordChar(Text[I]))
    return I + 1;
  size_t End = I + 1;
  if (Text[I] == '@' && End < Text.size() && Text[End] == '"')
    return string(End);
  while (End < Text.size() &&
         (isWordChar(Text[End]) || (IsName && Text[End] == '-') ||
          (Text[I] == '%' && Text[End] == '#')))
    ++End;
  // tensor<4x!noisy.i32>, but not the properties of an operation.
  if (Text[I] == '%' || Text[I] == '^' || Text[I] == '@' ||
      End == Text.size() || Text[End] != '<')
    return End;
  unsigned Depth = 0;
  do {
    if (Text[End] == '<')
      ++Depth;
    else if (Text[End] == '>' && Text[End - 1] != '-' && Text[End + 1] != '=')
      --Depth;
    ++End;
  } while (Depth > 0 && End < Text.size());
  return End;
}

std::vector<Lexeme> mlir::noisy::lsp::test::lex(const std::string &Text) {
  std::vector<Lexeme> Tokens(1);
  for (size_t I = 0; I < Text.size();) {
    if (std::string(" \t\r\n").find(Text[I]) != std::string::npos) {
      Tokens.back().Gap += Text[I++];
      continue;
    }
    size_t End = endOfToken(Text, I);
    Tokens.back().Text = Text.substr(I, End - I);
    Tokens.emplace_back();
    I = End;
  }
  return Tokens;
}

std::string mlir::noisy::lsp::test::join(const std::vector<Lexeme> &Tokens) {
  std::string Text;
  for (const Lexeme &Token : Tokens)
    Text += Token.Gap + Token.Text;
  return Text;
}

//===----------------------------------------------------------------------===//
// Other tokens
//===----------------------------------------------------------------------===//

/// Some operations of one line in generic form.
static std::string makeGeneric(const std::string &Text, std::mt19937 &Random) {
  struct Form {
    std::regex Custom;
    const char *Generic;
  };
  static const std::string T = "!noisy.i32", V = "(%\\w+)";
  static const std::vector<Form> Forms = {
      {std::regex("noisy\\.(add|sub|mul) " + V + ", " + V + " : " + T),
       "\"noisy.$1\"($2, $3) : (!noisy.i32, !noisy.i32) -> !noisy.i32"},
      {std::regex("noisy\\.reduce_noise " + V + " : " + T),
       "\"noisy.reduce_noise\"($1) : (!noisy.i32) -> !noisy.i32"},
      {std::regex("noisy\\.encode " + V + " : i5 -> " + T),
       "\"noisy.encode\"($1) : (i5) -> !noisy.i32"},
      {std::regex("noisy\\.scale " + V + " by (-?\\d+) : " + T),
       "\"noisy.scale\"($1) <{factor = $2 : i64}> : (!noisy.i32) -> "
       "!noisy.i32"},
      {std::regex("arith\\.((?:div|rem|min|max|floordiv|ceildiv)[su]i) " + V +
                  ", " + V + " : (\\w+)$"),
       "\"arith.$1\"($2, $3) : ($4, $4) -> $4"},
      {std::regex("arith\\.cmpi slt, " + V + ", " + V + " : (\\w+)$"),
       "\"arith.cmpi\"($1, $2) <{predicate = 2 : i64}> : ($3, $3) -> i1"},
      {std::regex("arith\\.cmpi sge, " + V + ", " + V + " : (\\w+)$"),
       "\"arith.cmpi\"($1, $2) {predicate = 5 : i64} : ($3, $3) -> i1"},
      {std::regex("scf\\.yield " + V + " : " + T),
       "\"scf.yield\"($1) : (!noisy.i32) -> ()"},
      {std::regex("(^| )return " + V + " : " + T),
       "$1\"func.return\"($2) : (!noisy.i32) -> ()"}};
  unsigned Percent = Random() % 3 * 40;
  std::string Result;
  size_t Begin = 0;
  while (Begin < Text.size()) {
    size_t End = std::min(Text.find('\n', Begin), Text.size());
    std::string Line = Text.substr(Begin, End - Begin);
    if (Random() % 100 < Percent)
      for (const Form &Entry : Forms)
        Line = std::regex_replace(Line, Entry.Custom, Entry.Generic);
    Result += Line + "\n";
    Begin = End + 1;
  }
  return Result;
}

/// Locations behind some operations of one line, with an alias at the end.
static std::string addLocations(const std::string &Text, std::mt19937 &Random) {
  static const std::regex Operation("[^\n]* = \"?noisy\\.[^\n]*");
  std::string Result;
  auto Begin = std::sregex_iterator(Text.begin(), Text.end(), Operation);
  size_t CopiedEnd = 0;
  for (auto I = Begin; I != std::sregex_iterator(); ++I) {
    size_t End = I->position() + I->length();
    Result += Text.substr(CopiedEnd, End - CopiedEnd);
    const char *Places[] = {" loc(\"a) { %v1 //\")", " loc(#here)",
                            " loc(callsite(\"f\" at \"g\"))", "", ""};
    Result += Places[Random() % 5];
    CopiedEnd = End;
  }
  return Result + Text.substr(CopiedEnd) + "#here = loc(\"x.mlir\":1:2)\n";
}

/// Other names: numbers, all that a name can have, names that a fix would take.
static void rename(std::vector<Lexeme> &Tokens, std::mt19937 &Random) {
  unsigned Style = Random() % 5;
  std::set<std::string> OwnNames;
  auto split = [](const std::string &Name) {
    size_t Sign = std::min(Name.find('#'), Name.size());
    return std::pair(Name.substr(0, Sign), Name.substr(Sign));
  };
  for (const Lexeme &Token : Tokens)
    if (Token.Text.starts_with("%v") && Token.Text.size() > 2 &&
        std::isdigit(Token.Text[2]))
      OwnNames.insert(split(Token.Text).first);
  std::map<std::string, std::string> Names;
  std::string Last;
  for (const std::string &Name : OwnNames) {
    std::string Number = Name.substr(2);
    if (Style == 1)
      Names[Name] = "%" + Number;
    else if (Style == 2)
      Names[Name] = "%v." + Number + "-$_" + (Random() % 2 ? "-" : "");
    // What a reduction of the one before would be called.
    else if (Style == 3 && !Last.empty() && Random() % 2)
      Names[Name] = Last + "_reduced";
    else if (Style == 4 && Random() % 2)
      Names[Name] = "%reduced" + Number;
    else
      Names[Name] = Style == 4 ? "%" + Number : Name;
    Last = Names[Name];
  }
  for (Lexeme &Token : Tokens) {
    auto [Name, Number] = split(Token.Text);
    if (auto Match = Names.find(Name); Match != Names.end())
      Token.Text = Match->second + Number;
  }
}

/// Results that stand side by side become groups: of `%a, %b, %c =`, %b is
/// %a#1 then.
static void group(std::vector<Lexeme> &Tokens, std::mt19937 &Random) {
  std::map<std::string, std::string> Names;
  std::vector<Lexeme> Result;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    // A list of names before an `=` that begins an operation.
    size_t End = I;
    while (End + 2 < Tokens.size() && Tokens[End].Text.starts_with("%") &&
           Tokens[End + 1].Text == ",")
      End += 2;
    bool IsList = End > I && End + 1 < Tokens.size() &&
                  Tokens[End + 1].Text == "=" && I > 0 &&
                  Tokens[I - 1].Text != "(" && Tokens[I - 1].Text != "," &&
                  Tokens[I - 1].Text != "=";
    if (!IsList) {
      Result.push_back(Tokens[I]);
      continue;
    }
    while (I <= End) {
      std::string First = Tokens[I].Text;
      Result.push_back(Tokens[I]);
      size_t Count = 1;
      while (I + 2 <= End && Random() % 3) {
        I += 2;
        Names[Tokens[I].Text] = First + "#" + std::to_string(Count++);
      }
      if (Count > 1) {
        Names[First] = Random() % 2 ? First : First + "#0";
        Result.push_back({"", ":"});
        Result.push_back({Random() % 4 ? "" : " ", std::to_string(Count)});
      }
      if (++I <= End)
        Result.push_back(Tokens[I++]);
    }
    // The loop goes on behind the `=`.
    I = End + 1;
    Result.push_back(Tokens[I]);
  }
  for (size_t I = 0; I < Result.size(); ++I)
    if (auto Match = Names.find(Result[I].Text);
        Match != Names.end() &&
        (I + 1 == Result.size() || Result[I + 1].Text != ":" ||
         !std::isdigit(Result[I + 2].Text[0])))
      Result[I].Text = Match->second;
  Tokens = std::move(Result);
}

std::string mlir::noisy::lsp::test::rewrite(const std::string &Text,
                                            std::mt19937 &Random) {
  unsigned Style = Random() % 6;
  if (Style < 2) {
    // As MLIR prints it: names are numbers, results groups.
    auto Program = chunkOf(Text);
    REQUIRE(Program->isValid());
    mlir::OpPrintingFlags Flags;
    std::string PrintedText;
    llvm::raw_string_ostream OS(PrintedText);
    Program->module()->print(OS,
                             Style == 0 ? Flags.printGenericOpForm() : Flags);
    // Comments on predecessors: what follows must not end up in them.
    for (size_t I = 0; (I = PrintedText.find("// ", I)) != std::string::npos;)
      PrintedText.erase(I, PrintedText.find('\n', I) - I);
    return PrintedText + "\n";
  }
  std::vector<Lexeme> Tokens =
      lex(addLocations(makeGeneric(Text, Random), Random));
  if (Random() % 2)
    group(Tokens, Random);
  rename(Tokens, Random);
  std::string Head;
  if (Random() % 3 == 0) {
    Head = "!cipher = !noisy.i32\n";
    for (Lexeme &Token : Tokens)
      if (Token.Text == "!noisy.i32" && Random() % 2)
        Token.Text = "!cipher";
  }
  std::string Result = join(Tokens);
  if (Random() % 4 == 0) {
    // The alias of locations stays outside.
    size_t End = Result.rfind("#here = ");
    Result = "module @m attributes {a.b = {}} {\n" + Result.substr(0, End) +
             "}\n" + Result.substr(End);
  }
  return Head + Result;
}

//===----------------------------------------------------------------------===//
// Other white space
//===----------------------------------------------------------------------===//

std::string mlir::noisy::lsp::test::layOut(const std::string &Text,
                                           std::mt19937 &Random) {
  static const char *const LineEnds[] = {"\n", "\n", "\r\n", "\r"};
  std::string LineEnd = LineEnds[Random() % 4];
  // In percent of all gaps.
  auto sometimes = [&](unsigned MaxPercent) {
    return Random() % 2 ? Random() % (MaxPercent + 1) : 0;
  };
  unsigned JoinPercent = sometimes(100), Split = sometimes(15);
  unsigned Comments = sometimes(10), Wide = sometimes(20);
  unsigned Narrow = sometimes(50);
  bool Tabs = Random() % 3 == 0;
  auto hits = [&](unsigned Percent) { return Random() % 100 < Percent; };
  auto indentation = [&] {
    return std::string(Random() % 5, Tabs ? '\t' : ' ');
  };
  auto isSign = [](const std::string &Token) {
    return Token.size() == 1 &&
           std::string(",(){}=[]").find(Token) != std::string::npos;
  };

  std::vector<Lexeme> Tokens = lex(Text);
  for (size_t I = 0; I < Tokens.size(); ++I) {
    std::string &Gap = Tokens[I].Gap;
    std::string PreviousText = I ? Tokens[I - 1].Text : "";
    const std::string &NextText = Tokens[I].Text;
    bool IsLine = Gap.find('\n') != std::string::npos;
    bool IsFree = !Gap.empty() || PreviousText == "," || PreviousText == "(" ||
                  NextText == ")" || NextText == ",";
    std::string New;
    for (char C : Gap)
      New += C == '\n' ? LineEnd : std::string(1, Tabs && C == ' ' ? '\t' : C);
    if (!IsFree) {
    } else if (hits(Comments)) {
      static const char *const Words[] = {"// reduce_noise %v1", "//",
                                          "// \xC3\xA9 \xF0\x9F\x98\x80 { (",
                                          "/// %reduced1 = \""};
      New = (Random() % 3 ? "  " : LineEnd) + Words[Random() % 4] +
            (Random() % 4 ? "" : " \t") + LineEnd + indentation();
    } else if (hits(Split)) {
      New = (Random() % 4 ? "" : " ") + LineEnd + indentation();
    } else if (IsLine && hits(JoinPercent)) {
      New = std::string(1 + Random() % 2, Tabs ? '\t' : ' ');
    } else if (hits(Wide)) {
      New += Tabs ? "\t" : "  ";
    } else if (!IsLine && hits(Narrow) &&
               (isSign(PreviousText) || isSign(NextText))) {
      New = "";
    }
    Gap = New;
  }
  if (Random() % 3 == 0)
    Tokens.back().Gap = "";
  return join(Tokens);
}
