//===- ForeignText.cpp - What stands at a place of a text -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignText.h"
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

bool ForeignText::isDefinition() const {
  const char *At = Place;
  while (*At == '%') {
    ++At;
    while (isWordLetter(*At) || *At == '-')
      ++At;
    if (At[0] == ':' && llvm::isDigit(At[1]))
      for (++At; llvm::isDigit(*At);)
        ++At;
    At = skipBlanks(At);
    if (*At == '=')
      return At[1] != '=';
    if (*At != ',')
      return false;
    At = skipBlanks(At + 1);
  }
  return false;
}

bool ForeignText::isAssignment() const {
  const char *After = skipBlanks(word().end());
  return After[0] == '=' && After[1] != '=';
}

bool ForeignText::isNamedList() const {
  if (*Place != '(')
    return false;
  const char *At = skipBlanks(Place + 1);
  At += *At == '%';
  const char *Name = At;
  while (isWordLetter(*At))
    ++At;
  return At > Name && *skipBlanks(At) == ':';
}

bool ForeignText::isGenericName() const {
  return *Place == '"' && *skipString(Place) == '(';
}

bool ForeignText::isArgumentList() const {
  const char *First = skipBlanks(Place + 1);
  // `in %a : i1`.
  while (llvm::isAlpha(*First)) {
    while (isWordLetter(*First))
      ++First;
    First = skipBlanks(First);
  }
  const char *Last = skipBrackets(Place);
  if (*First == '%') {
    while (*First == '%' || isWordLetter(*First) || *First == '-')
      ++First;
    if (*skipBlanks(First) != ':')
      return false;
  } else if (*First != ')' && *First != ':') {
    return false;
  }
  // The body begins in the same line.
  for (; *Last && *Last != '\n'; ++Last)
    if (*Last == '{')
      return true;
  return false;
}

bool ForeignText::isRegion() const {
  const char *At = skipBlanks(Place + 1);
  if (*At == '^' || *At == '%')
    return true;
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

bool ForeignText::isType() const {
  if (*Place == '!')
    return true;
  if (*Place == '(')
    return false;
  StringRef Word = word();
  StringRef Width = Word;
  if (Width.consume_front("si") || Width.consume_front("ui") ||
      Width.consume_front("i") || Width.consume_front("bf") ||
      Width.consume_front("tf") || Width.consume_front("f"))
    if (!Width.empty() && llvm::isDigit(Width[0]))
      return true;
  return llvm::StringSwitch<bool>(Word)
      .Cases({"index", "none"}, true)
      .Cases({"memref", "tensor", "vector", "complex", "tuple"},
             behindWord() == '<')
      .Default(false);
}

bool ForeignText::isAttribute() const {
  return llvm::StringSwitch<bool>(word())
      .Cases({"true", "false", "unit"}, true)
      .Cases({"array", "affine_map", "affine_set", "strided", "opaque",
              "distinct"},
             behindWord() == '<' || behindWord() == '[')
      .Default(false);
}

bool ForeignText::isFloat() const {
  const char *At = Place + (*Place == '-');
  while (llvm::isDigit(*At))
    ++At;
  return *At == '.' && llvm::isDigit(At[1]);
}
