//===- ForeignText.cpp - What stands at a place of a text -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstring>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

static bool isWordLetter(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '.' || C == '$';
}

bool ForeignText::startsWith(StringRef Text) const {
  return std::strncmp(Place, Text.data(), Text.size()) == 0;
}

bool ForeignText::startsLine() const {
  const char *Before = Place - 1;
  while (*Before == ' ' || *Before == '\t')
    --Before;
  return *Before == '\n' || *Before == '\r';
}

const char *ForeignText::lastBefore(const char *At) {
  do
    --At;
  while (llvm::isSpace(*At));
  return At;
}

llvm::SMLoc ForeignText::lastBefore() const {
  return llvm::SMLoc::getFromPointer(lastBefore(Place));
}

StringRef ForeignText::word() const {
  const char *End = Place;
  while (isWordLetter(*End))
    ++End;
  return StringRef(Place, End - Place);
}

/// Skips blanks, line breaks and comments.
const char *ForeignText::skipBlanks(const char *At) const {
  while (true) {
    while (*At && llvm::isSpace(*At))
      ++At;
    if (At[0] != '/' || At[1] != '/')
      return At;
    while (*At && *At != '\n')
      ++At;
  }
}

const char *ForeignText::skipString(const char *At) const {
  for (++At; *At && *At != '"' && *At != '\n'; ++At)
    if (*At == '\\' && At[1])
      ++At;
  return *At == '"' ? At + 1 : At;
}

/// Skips brackets and all in them. An arrow is no bracket.
const char *ForeignText::skipBrackets(const char *At) const {
  int Depth = 0;
  while (*At) {
    if (*At == '"') {
      At = skipString(At);
      continue;
    }
    if (At[0] == '/' && At[1] == '/') {
      At = skipBlanks(At);
      continue;
    }
    bool IsArrow = *At == '>' && At[-1] == '-';
    if (std::strchr("([{<", *At))
      ++Depth;
    else if (std::strchr(")]}>", *At) && !IsArrow && --Depth == 0)
      return At + 1;
    ++At;
  }
  return At;
}

/// Skips the name of a value, or a word.
const char *ForeignText::skipName(const char *At) const {
  At += *At == '%';
  while (isWordLetter(*At) || (*At == '-' && At[1] != '>'))
    ++At;
  return At;
}

/// Skips a type; stays where there is none.
const char *ForeignText::skipType(const char *At) const {
  if (!ForeignText(At).isType())
    return At;
  At = skipName(At + (*At == '!'));
  return *At == '<' ? skipBrackets(At) : At;
}

/// Skips the names of results and their `=`; null if there are none.
const char *ForeignText::skipResults() const {
  const char *At = Place;
  while (*At == '%') {
    At = skipName(At);
    if (At[0] == ':' && llvm::isDigit(At[1]))
      for (++At; llvm::isDigit(*At);)
        ++At;
    At = skipBlanks(At);
    if (*At == '=')
      return At[1] != '=' ? At + 1 : nullptr;
    if (*At != ',')
      return nullptr;
    At = skipBlanks(At + 1);
  }
  return nullptr;
}

bool ForeignText::isOperationName() const {
  return llvm::isAlpha(first()) && word().contains('.');
}

bool ForeignText::isNextOperation() const {
  const char *Behind = skipResults();
  if (!Behind)
    return false;
  ForeignText Name(skipBlanks(Behind));
  return Name.isGenericName() || Name.isOperationName();
}

bool ForeignText::isAssignment() const {
  const char *After = skipBlanks(word().end());
  return After[0] == '=' && After[1] != '=';
}

bool ForeignText::isAliasDefinition() const {
  return ForeignText(Place + 1).isAssignment();
}

bool ForeignText::isNamedRegion() const {
  StringRef Word = word();
  return Word != "module" && Word != "func" && *skipBlanks(Word.end()) == '{';
}

bool ForeignText::isNamedList() const {
  return *Place == '(' && ForeignText(skipBlanks(Place + 1)).isTypedName();
}

bool ForeignText::isGenericName() const {
  return *Place == '"' && *skipString(Place) == '(';
}

bool ForeignText::isTypedName() const {
  const char *After = *Place == '"' ? skipString(Place) : skipName(Place);
  if (After == Place)
    return false;
  After = skipBlanks(After);
  return After[0] == ':' && After[1] != ':' &&
         ForeignText(skipBlanks(After + 1)).isType();
}

bool ForeignText::passesTypedValues() const {
  const char *At = skipName(Place + 1);
  if (*At != '(' || !ForeignText(skipBlanks(At + 1)).isTypedName())
    return false;
  At = skipBlanks(skipName(skipBlanks(At + 1)));
  At = skipBlanks(skipType(skipBlanks(At + 1)));
  return *At == ',' && *skipBlanks(At + 1) == '%';
}

bool ForeignText::isLoopArgument() const {
  const char *At = skipBlanks(skipName(Place));
  if (*At == ':')
    At = skipBlanks(skipType(skipBlanks(At + 1)));
  return At[0] == '=' && At[1] != '=';
}

const char *ForeignText::findBody() const {
  const char *Brace = nullptr;
  for (const char *At = Place; *At; ++At) {
    if (At[0] == '/' && At[1] == '/') {
      // Its last letter is none of the header.
      while (At[1] && At[1] != '\n')
        ++At;
    } else if (*At == '"') {
      At = skipString(At) - 1;
    } else if (*At == '{') {
      Brace = At;
    } else if (*At == '\n') {
      // The header goes on where no operation can begin, or end.
      bool IsOpen = std::strchr(",(=", *lastBefore(At));
      At = skipBlanks(At);
      bool GoesOn =
          IsOpen || *At == '(' || *At == '{' || ForeignText(At).isGroupName();
      if (Brace || !GoesOn)
        break;
      --At;
    }
  }
  return Brace && ForeignText(Brace).isRegion() ? Brace : nullptr;
}

bool ForeignText::isGroupName() const {
  return llvm::isAlpha(*Place) && !word().contains('.') && behindWord() == '(';
}

bool ForeignText::isInHeader() const {
  const char *Brace = findBody();
  // Labels have the arguments themselves.
  return Brace && !ForeignText(Brace).isLabeledRegion();
}

/// True if a line begins with the definition of a value.
static bool definesAtBegin(StringRef Line, StringRef Name) {
  StringRef Names = Line.ltrim();
  if (!Names.starts_with("%"))
    return false;
  Names = Names.take_until([](char C) { return C == '='; });
  while (!Names.empty()) {
    auto [First, Rest] = Names.split(',');
    if (First.split(':').first.trim() == Name)
      return true;
    Names = Rest;
  }
  return false;
}

/// True if a line has the name of a value.
static bool mentions(StringRef Line, StringRef Name) {
  for (size_t At = Line.find(Name); At != StringRef::npos;
       At = Line.find(Name, At + 1)) {
    StringRef After = Line.substr(At + Name.size());
    if (After.empty() || !(isWordLetter(After[0]) || After[0] == '-'))
      return true;
  }
  return false;
}

bool ForeignText::isDefinedBefore(StringRef Text) const {
  if (Place < Text.begin() || Place >= Text.end())
    return true;
  // More is not looked at.
  constexpr size_t MaxBytes = 1 << 16;
  StringRef Name(Place, skipName(Place) - Place);
  StringRef Before = Text.take_front(Place - Text.begin());
  StringRef Rest = Before.take_back(MaxBytes);
  size_t ClosedRegions = 0;
  // True from the end of a dictionary on, which the brace of a region around
  // follows, to its begin: it is no region.
  bool IsInDictionary = false, IsBehindOpenBrace = false;
  while (!Rest.empty()) {
    size_t Begin = Rest.rfind('\n') + 1; // 0 if there is none
    StringRef Line = Rest.substr(Begin);
    Rest = Rest.take_front(Begin == 0 ? 0 : Begin - 1);
    if (size_t Comment = Line.find("//"); Comment != StringRef::npos)
      Line = Line.take_front(Comment);
    // True if the line begins a region that ends in a later one.
    bool IsHeader = false;
    size_t Later = ClosedRegions;
    for (char C : llvm::reverse(Line)) {
      if (C == '}') {
        IsInDictionary |= IsBehindOpenBrace;
        ++ClosedRegions;
      } else if (C == '{' && ClosedRegions > 0) {
        --ClosedRegions;
        IsHeader |= ClosedRegions < Later && !IsInDictionary;
        IsInDictionary &= ClosedRegions > 0;
        Later = std::min(Later, ClosedRegions);
      } else if (C == '{') {
        IsBehindOpenBrace = true;
        continue;
      }
      IsBehindOpenBrace &= llvm::isSpace(C);
    }
    // Of an operation with regions that are closed, the results count.
    if (ClosedRegions == 0 &&
        (IsHeader ? definesAtBegin(Line, Name) : mentions(Line, Name)))
      return true;
  }
  return Before.size() > MaxBytes;
}

bool ForeignText::isArgumentList(bool IsDefinition) const {
  const char *First = skipBlanks(Place + 1);
  bool IsPort = false;
  // `in %a : i1`, `out a : i1`, `a = %a : i1`.
  while (llvm::isAlpha(*First)) {
    StringRef Word = ForeignText(First).word();
    First = skipBlanks(Word.end());
    IsPort |= (Word == "in" || Word == "out" || Word == "inout") &&
              (*First == '%' || llvm::isAlpha(*First));
    if (First[0] == '=' && First[1] != '=')
      First = skipBlanks(First + 1);
  }
  if (IsPort)
    return true;
  const char *Last = skipBrackets(Place);
  if (*First == '%') {
    if (*skipBlanks(skipName(First)) != ':')
      return false;
  } else if (*First != ')' && *First != ':') {
    return false;
  }
  return IsDefinition || ForeignText(Last).findBody();
}

bool ForeignText::isRegion() const {
  const char *At = skipBlanks(Place + 1);
  // A sign of equality lacks the result before it.
  if (*At == '^' || *At == '%' || *At == '=')
    return !isValueGroup();
  if (*At == '}') {
    // `{}` before a list of types is a dictionary.
    const char *After = skipBlanks(At + 1);
    return *After != ':' && *After != '-' && *After != '{';
  }
  if (*At == '"')
    return *skipString(At) == '(';
  const char *Word = At;
  while (isWordLetter(*At) || *At == '-')
    ++At;
  StringRef Name(Word, At - Word);
  At = skipBlanks(At);
  // An operation in a line of its own.
  if (*At == '}')
    return Name.contains('.') && ForeignText(Word).startsLine();
  return !Name.empty() && *At != '=' && *At != ',';
}

bool ForeignText::isValueGroup() const {
  const char *At = skipBlanks(Place + 1);
  if (*Place != '{')
    return false;
  while (*At == '%') {
    At = skipBlanks(skipName(At));
    if (*At == '}')
      return true;
    if (*At != ',')
      return false;
    At = skipBlanks(At + 1);
  }
  return false;
}

/// True before what MLIR reads as the value of an attribute, as far as its
/// begin shows.
bool ForeignText::isAttributeValue() const {
  if (!llvm::isAlpha(*Place) && *Place != '_')
    return !std::strchr("%?*(=", *Place);
  return isAttribute() || isType() ||
         llvm::StringSwitch<bool>(word())
             .Cases({"dense", "sparse", "dense_resource", "loc", "vector"},
                    true)
             .Default(false);
}

bool ForeignText::isDictionary() const {
  const char *At = skipBlanks(Place + 1);
  while (*At && *At != '}') {
    if (*At != '"' && !llvm::isAlpha(*At) && *At != '_')
      return false;
    At = skipBlanks(*At == '"' ? skipString(At) : skipName(At));
    if (*At == '=') {
      At = skipBlanks(At + 1);
      if (!ForeignText(At).isAttributeValue())
        return false;
      // Up to the comma or the brace behind it.
      while (*At && *At != ',' && *At != '}')
        At = *At == '"'                 ? skipString(At)
             : std::strchr("([{<", *At) ? skipBrackets(At)
                                        : At + 1;
    }
    if (*At == ',')
      At = skipBlanks(At + 1);
    else if (*At != '}')
      return false;
  }
  return *At == '}';
}

bool ForeignText::isType() const {
  if (*Place == '!')
    return true;
  if (*Place == '(')
    return false;
  StringRef Word = word();
  StringRef Width = Word;
  bool IsNumber = Width.consume_front("si") || Width.consume_front("ui") ||
                  Width.consume_front("i") || Width.consume_front("bf") ||
                  Width.consume_front("tf");
  // `f8E4M3FNUZ`.
  bool MayHaveLetters = !IsNumber && Width.consume_front("f");
  if ((IsNumber || MayHaveLetters) && !Width.empty() &&
      llvm::isDigit(Width[0]) && llvm::all_of(Width, [&](char C) {
        return llvm::isDigit(C) || (MayHaveLetters && llvm::isUpper(C));
      }))
    return true;
  return llvm::StringSwitch<bool>(Word)
      .Cases({"index", "none"}, true)
      .Cases({"memref", "tensor", "vector", "complex", "tuple"},
             behindWord() == '<')
      .Default(false);
}

bool ForeignText::isAttribute() const {
  if (StringRef Word = word();
      (Word == "dense" || Word == "sparse" || Word == "dense_resource") &&
      behindWord() == '<') {
    const char *After = skipBlanks(skipBrackets(Word.end()));
    After = skipBlanks(After + (*After == ':'));
    if (!ForeignText(After).startsWith("tensor<") &&
        !ForeignText(After).startsWith("vector<"))
      return false;
    // Elements of unknown types are not read.
    return !StringRef(After, skipType(After) - After).contains('!');
  }
  return llvm::StringSwitch<bool>(word())
      .Cases({"true", "false", "unit"}, true)
      .Case("array", behindWord() == '<' &&
                         ForeignText(skipBlanks(word().end() + 1)).isType())
      .Cases({"affine_map", "affine_set", "strided", "opaque", "distinct"},
             behindWord() == '<' || behindWord() == '[')
      .Default(false);
}

bool ForeignText::isFloat() const {
  const char *At = Place + (*Place == '-');
  while (llvm::isDigit(*At))
    ++At;
  return *At == '.' && llvm::isDigit(At[1]);
}
