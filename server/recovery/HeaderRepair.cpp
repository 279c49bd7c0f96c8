//===- HeaderRepair.cpp - Headers of functions that do not parse ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/HeaderRepair.h"
#include "server/parse/ParsedText.h"
#include "server/parse/Stubs.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/NearNames.h"
#include "server/syntax/TypeTokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The most bytes of a header: it is parsed again for each of its mistakes.
static constexpr size_t MaxHeaderBytes = 16u << 10;

namespace {
/// A part of a header that stays as it is.
struct Part {
  ByteRange Range;
  /// The signs that must be between it and the part before.
  std::string Before;
};

/// Reads a header token by token, and finds its parts.
class HeaderReader {
public:
  /// `Tokens` are those of the header without comments.
  HeaderReader(StringRef Text, llvm::ArrayRef<MlirToken> Tokens)
      : Text(Text), Tokens(Tokens) {}

  /// Returns false if it is no function.
  bool read();

  bool IsMisnamed = false;
  struct Argument {
    MlirToken Name;
    /// The type with the attributes and the location behind it; empty if there
    /// is none.
    ByteRange Type;
  };
  std::optional<ByteRange> Visibility;
  /// Empty if there is none.
  ByteRange Name;
  std::vector<Argument> Arguments;
  std::vector<ByteRange> Results;
  /// Their types alone: `T, U`.
  std::string ResultTypes;
  ByteRange Attributes;
  /// Names of arguments that lack their %, with it.
  std::vector<std::string> BareNames;

private:
  bool is(size_t I, StringRef Spelling) const {
    return I < Tokens.size() && Tokens[I].is(Spelling);
  }
  size_t findClosing(size_t Open) const;
  size_t findWholeType(size_t Begin) const;
  size_t findDecoratedType(size_t Begin) const;
  ByteRange rangeOf(size_t Begin, size_t End) const {
    return {Tokens[Begin].Range.Begin, Tokens[End - 1].Range.End};
  }
  void readStart();
  void readArguments();
  void readResults();
  void readAttributes();

  StringRef Text;
  llvm::ArrayRef<MlirToken> Tokens;
  size_t Next = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The number of the token that closes a bracket; the number of tokens if none
/// does.
size_t HeaderReader::findClosing(size_t Open) const {
  // Of its own kind: another may be the one that is not closed.
  StringRef Opening = Tokens[Open].Text, Closing = Opening == "{" ? "}" : ")";
  unsigned Depth = 0;
  for (size_t I = Open; I < Tokens.size(); ++I) {
    Depth += Tokens[I].is(Opening);
    Depth -= Tokens[I].is(Closing) && Depth > 0;
    if (Depth == 0)
      return I;
  }
  return Tokens.size();
}

/// The number of the token after a type, which may be that of a function:
/// `(i32) -> i32`. `Begin` if there is none.
size_t HeaderReader::findWholeType(size_t Begin) const {
  // A type with a word begins like the names of attributes and visibilities.
  if (Begin < Tokens.size() && Tokens[Begin].Kind == TokenKind::Word &&
      !isBuiltinType(Tokens[Begin].Text, is(Begin + 1, "<")) &&
      !Tokens[Begin].is("none"))
    return Begin;
  if (!is(Begin, "("))
    return findTypeEnd(Tokens, Begin);
  size_t Close = findClosing(Begin);
  if (Close == Tokens.size() || !is(Close + 1, "->"))
    return Begin;
  if (is(Close + 2, "(")) {
    size_t End = findClosing(Close + 2);
    return End == Tokens.size() ? Begin : End + 1;
  }
  size_t End = findWholeType(Close + 2);
  return End == Close + 2 ? Begin : End;
}

/// The number of the token after a type with its attributes and its location.
size_t HeaderReader::findDecoratedType(size_t Begin) const {
  size_t End = findWholeType(Begin);
  if (End == Begin)
    return Begin;
  for (bool IsLocation : {false, true}) {
    if (IsLocation ? !is(End, "loc") || !is(End + 1, "(") : !is(End, "{"))
      continue;
    size_t Close = findClosing(End + IsLocation);
    if (Close == Tokens.size())
      break;
    End = Close + 1;
  }
  return End;
}

/// Reads the visibility and the name. A word in place of the name lacks its @.
void HeaderReader::readStart() {
  for (; Next < Tokens.size(); ++Next) {
    const MlirToken &Token = Tokens[Next];
    if (Token.Kind == TokenKind::Symbol) {
      Name = Token.Range;
      ++Next;
      return;
    }
    if (Token.is("(") || Token.Kind == TokenKind::Value)
      return;
    if (Token.Kind != TokenKind::Word)
      continue;
    if (llvm::is_contained({"private", "public", "nested"}, Token.Text))
      Visibility = Token.Range;
    else if (is(Next + 1, "("))
      Name = Token.Range;
  }
}

void HeaderReader::readArguments() {
  for (size_t I = Next; I < Tokens.size(); ++I) {
    const MlirToken &Token = Tokens[I];
    if (Token.is("->") || Token.is("attributes"))
      return;
    if (Token.Kind == TokenKind::Word && is(I + 1, ":"))
      BareNames.push_back(("%" + Token.Text).str());
    if (Token.Kind != TokenKind::Value)
      continue;
    size_t Begin = I + 1;
    if (is(Begin, ":"))
      ++Begin;
    size_t End = findDecoratedType(Begin);
    // What its attributes say of its noise is not known.
    bool HasRest =
        End < Tokens.size() &&
        (Tokens[End].is("{") || (Tokens[End].Kind == TokenKind::Word &&
                                 !Tokens[End].is("attributes")));
    if (HasRest)
      End = Begin;
    Arguments.push_back(
        {Token, End == Begin ? ByteRange{Token.Range.End, Token.Range.End}
                             : rangeOf(Begin, End)});
    Next = std::max(I + 1, End);
    I = Next - 1;
  }
}

void HeaderReader::readResults() {
  // In the parentheses of the arguments may be words that are no types.
  size_t Arrow = Next;
  while (Arrow < Tokens.size() && !Tokens[Arrow].is("->"))
    ++Arrow;
  if (Arrow < Tokens.size())
    Next = Arrow + 1;
  for (size_t I = Next; I < Tokens.size(); ++I) {
    if (Tokens[I].is("attributes") || Tokens[I].is("{"))
      return;
    size_t End = findDecoratedType(I);
    if (End == I)
      continue;
    ByteRange Type = rangeOf(I, findWholeType(I));
    ResultTypes += (ResultTypes.empty() ? "" : ", ") +
                   Text.slice(Type.Begin, Type.End).str();
    Results.push_back(rangeOf(I, End));
    Next = End;
    I = End - 1;
  }
}

void HeaderReader::readAttributes() {
  for (size_t I = Next; I + 1 < Tokens.size(); ++I) {
    if (!Tokens[I].is("attributes") || !Tokens[I + 1].is("{"))
      continue;
    size_t Close = findClosing(I + 1);
    if (Close < Tokens.size())
      Attributes = rangeOf(I + 1, Close + 1);
    return;
  }
}

bool HeaderReader::read() {
  static constexpr StringRef Function = "func.func";
  if (Tokens.empty() || Tokens.front().Kind != TokenKind::Word)
    return false;
  StringRef First = Tokens.front().Text;
  IsMisnamed = First != Function;
  if (IsMisnamed && First != "func" && !isNear(First, Function))
    return false;
  Next = 1;
  readStart();
  readArguments();
  readResults();
  readAttributes();
  return true;
}

//===----------------------------------------------------------------------===//
// Repair
//===----------------------------------------------------------------------===//

/// The brace at the end of a line that begins the body of a function, by
/// letters; nothing if there is none.
static std::optional<size_t> findBody(StringRef Text) {
  Lexer Tokens(Text);
  std::optional<MlirToken> Last;
  unsigned Open = 0;
  bool InAttributes = false, MayBeBody = false;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    if (Token->Range.Begin > MaxHeaderBytes)
      return std::nullopt;
    bool BeginsLine =
        Last && Text.slice(Last->Range.End, Token->Range.Begin).contains('\n');
    if (BeginsLine && MayBeBody)
      return Last->Range.Begin;
    // The body begins in the line of its brace.
    if (BeginsLine && Open > 0 && !InAttributes)
      return std::nullopt;
    bool IsOfAttributes = Last && Last->is("attributes");
    MayBeBody = Token->is("{") && !IsOfAttributes;
    if (Token->is("{")) {
      InAttributes = Open == 0 ? IsOfAttributes : InAttributes;
      ++Open;
    } else if (Token->is("}") && Open > 0) {
      --Open;
    }
    Last = Token;
  }
  return std::nullopt;
}

/// The types that the last `return` of a body states: `T, U`.
static StringRef findReturnedTypes(StringRef Body) {
  while (!Body.empty()) {
    size_t LineBegin = Body.rtrim('\n').rfind('\n');
    StringRef Line =
        LineBegin == StringRef::npos ? Body : Body.substr(LineBegin + 1);
    Body = Body.drop_back(Line.size());
    Line = Line.ltrim();
    if (!Line.consume_front("func.return") && !Line.consume_front("return"))
      continue;
    Lexer Tokens(Line);
    std::optional<size_t> Begin;
    size_t End = 0;
    while (std::optional<MlirToken> Token = nextCode(Tokens)) {
      if (Begin)
        End = Token->Range.End;
      if (!Begin && Token->is(":"))
        Begin = End = Token->Range.End;
    }
    return Begin ? Line.slice(*Begin, End).trim() : StringRef();
  }
  return StringRef();
}

namespace {
/// A header with the parts that are left of it.
class HeaderRepairer {
public:
  HeaderRepairer(MLIRContext &Context, const BrokenText &Broken,
                 const std::string &FileName, size_t Brace)
      : Context(Context), Broken(Broken), FileName(FileName), Brace(Brace) {}

  std::optional<HeaderRepair> run();

private:
  bool parsesAlready();
  void makeParts();
  bool tryOut();
  void makeEdits();
  bool drop(size_t Offset);

  MLIRContext &Context;
  const BrokenText &Broken;
  const std::string &FileName;
  /// The place of the brace of the body.
  const size_t Brace;
  std::optional<HeaderReader> Header;
  bool StatesResults = true;
  /// Types of results that are not in the header.
  StringRef Returned;
  std::vector<Part> Parts;
  HeaderRepair Result;
  /// The place of MLIR's first error in the parts, in the text; nothing if it
  /// is in none.
  std::optional<size_t> ErrorAt;
};
} // namespace

/// Puts the parts in order, with the signs between them.
void HeaderRepairer::makeParts() {
  Parts.clear();
  std::string Signs = Header->IsMisnamed ? "func.func " : "";
  auto add = [&](ByteRange Range) {
    Parts.push_back({Range, std::exchange(Signs, "")});
  };
  if (!Header->IsMisnamed)
    add({0, StringRef("func.func").size()});
  if (Header->Visibility)
    add(*Header->Visibility);
  if (Header->Name.empty()) {
    Signs += "@" + stubName.str();
  } else {
    Signs += Broken.Text[Header->Name.Begin] == '@' ? "" : "@";
    add(Header->Name);
  }
  Signs += "(";
  for (const HeaderReader::Argument &Argument : Header->Arguments) {
    if (Argument.Type.empty())
      continue;
    add(Argument.Name.Range);
    Signs = ":";
    add(Argument.Type);
    Signs = ",";
  }
  Signs = Signs == "," ? ")" : Signs + ")";
  if (!StatesResults) {
    if (!Returned.empty())
      Signs += "->(" + Returned.str() + ")";
  } else if (!Header->Results.empty()) {
    // A type in parentheses may be one, too.
    bool IsOne = Header->Results.size() == 1 &&
                 !Broken.Text.take_front(Header->Results.front().Begin)
                      .rtrim()
                      .ends_with("(");
    Signs += IsOne ? "->" : "->(";
    for (ByteRange Type : Header->Results) {
      add(Type);
      Signs = ",";
    }
    Signs = IsOne ? "" : ")";
  }
  if (!Header->Attributes.empty()) {
    Signs += "attributes";
    add(Header->Attributes);
  }
  add({Brace, Brace + 1});
}

/// True if a part of a text has no tokens but these signs.
static bool consistsOf(StringRef Text, ByteRange Range, StringRef Signs) {
  std::string Present;
  Lexer Tokens(Text, Range.Begin, Range.End);
  while (std::optional<MlirToken> Token = nextCode(Tokens))
    Present += Token->Text;
  return Present == Signs;
}

void HeaderRepairer::makeEdits() {
  Result.Edits.clear();
  size_t End = 0;
  for (const Part &P : Parts) {
    ByteRange Gap = {End, P.Range.Begin};
    End = P.Range.End;
    if (consistsOf(Broken.Text, Gap, P.Before))
      continue;
    // A new word is apart from those around it, an @ is not.
    std::string New = " " + P.Before;
    if (!StringRef(New).ends_with("@"))
      New += " ";
    Result.Edits.push_back({Gap, std::move(New)});
  }
}

/// A body that parses behind any header.
static std::string makeBody() {
  return "{ \"" + stubName.str() + "\"() : () -> () }";
}

/// Parses the header with its parts. Returns true if it does parse.
bool HeaderRepairer::tryOut() {
  makeParts();
  std::string Whole = Broken.Prefix.str();
  std::vector<size_t> Begins;
  for (const Part &P : llvm::ArrayRef(Parts).drop_back()) {
    Whole += P.Before;
    Begins.push_back(Whole.size());
    Whole += Broken.Text.slice(P.Range.Begin, P.Range.End);
    Whole += " ";
  }
  Whole += Parts.back().Before + makeBody() + Broken.Suffix.str();
  ParsedText Parsed(Context, Whole, FileName, ParsedText::Verify::No);
  ErrorAt.reset();
  for (const Problem &Issue : Parsed.problems()) {
    if (Issue.Severity != Problem::Level::Error)
      continue;
    size_t Number =
        llvm::upper_bound(Begins, Issue.Range.Begin) - Begins.begin();
    if (Number > 0) {
      ByteRange Range = Parts[Number - 1].Range;
      ErrorAt = std::min(Range.Begin + Issue.Range.Begin - Begins[Number - 1],
                         Range.End);
    }
    break;
  }
  return Parsed.isValid();
}

/// Leaves the part at an offset out. Returns false if it cannot be missed.
bool HeaderRepairer::drop(size_t Offset) {
  for (HeaderReader::Argument &Argument : Header->Arguments) {
    bool IsHere =
        Argument.Name.Range.Begin <= Offset && Offset <= Argument.Type.End;
    if (!IsHere || Argument.Type.empty())
      continue;
    Argument.Type = {Argument.Name.Range.End, Argument.Name.Range.End};
    return true;
  }
  if (Header->Attributes.Begin <= Offset && Offset < Header->Attributes.End) {
    Header->Attributes = {};
    return true;
  }
  if (StatesResults) {
    StatesResults = false;
    return true;
  }
  bool HadTypes = !Returned.empty();
  Returned = StringRef();
  return HadTypes;
}

/// Parses the header as it is. Returns true if it does parse.
bool HeaderRepairer::parsesAlready() {
  ParsedText Parsed(Context,
                    (Broken.Prefix + Broken.Text.take_front(Brace) +
                     makeBody() + Broken.Suffix)
                        .str(),
                    FileName, ParsedText::Verify::No);
  auto Match = llvm::find_if(Parsed.problems(), [](const Problem &Issue) {
    return Issue.Severity == Problem::Level::Error;
  });
  if (Match != Parsed.problems().end())
    Result.Error = *Match;
  return Parsed.isValid();
}

std::optional<HeaderRepair> HeaderRepairer::run() {
  std::vector<MlirToken> Tokens;
  Lexer Source(Broken.Text, 0, Brace);
  while (std::optional<MlirToken> Token = nextCode(Source))
    Tokens.push_back(*Token);
  Header.emplace(Broken.Text, Tokens);
  if (!Header->read() || parsesAlready())
    return std::nullopt;
  Returned = findReturnedTypes(Broken.Text.substr(Brace));
  // Where both differ, what is broken may be the types in the header.
  StatesResults = Returned.empty() || Header->ResultTypes == Returned;
  size_t Attempts = Header->Arguments.size() + 3;
  while (!tryOut())
    if (Attempts-- == 0 || !drop(ErrorAt.value_or(Brace)))
      return std::nullopt;
  // Another model would make all of the noise wrong.
  StringRef Attributes =
      Broken.Text.slice(Header->Attributes.Begin, Header->Attributes.End);
  if (Broken.Text.take_front(Brace).contains("noisy.model") &&
      !Attributes.contains("noisy.model"))
    return std::nullopt;
  makeEdits();
  for (const HeaderReader::Argument &Argument : Header->Arguments)
    if (Argument.Type.empty())
      Result.LostNames.insert(Argument.Name.Text);
  for (const std::string &Name : Header->BareNames)
    Result.LostNames.insert(Name);
  return std::move(Result);
}

std::optional<HeaderRepair>
mlir::noisy::lsp::repairHeader(MLIRContext &Context, const BrokenText &Broken,
                               const std::string &FileName) {
  if (Broken.Form != TextForm::Operation ||
      Broken.Text.size() > MaxRepairedBytes)
    return std::nullopt;
  std::optional<size_t> Brace = findBody(Broken.Text);
  // MLIR's first error is in the header, if it has not read that.
  bool IsRead = Brace && !Broken.Problems.empty() &&
                llvm::none_of(Broken.Problems, [&](const Problem &Issue) {
                  return Issue.Severity == Problem::Level::Error &&
                         Issue.Range.Begin <= Broken.Prefix.size() + *Brace;
                });
  if (!Brace || IsRead)
    return std::nullopt;
  return HeaderRepairer(Context, Broken, FileName, *Brace).run();
}
