//===- WordScanner.cpp - The words of a text, by their letters ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/WordScanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// Letters of a name, behind its first.
static bool isNameChar(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || C == '.' || C == '-';
}

/// The same, of a keyword: no minus.
static bool isWordChar(char C) { return C != '-' && isNameChar(C); }

/// i32, si8, ui1: `Name` with a width.
static bool isIntegerType(StringRef Name) {
  if (!Name.consume_front("si") && !Name.consume_front("ui") &&
      !Name.consume_front("i"))
    return false;
  return !Name.empty() && llvm::all_of(Name, llvm::isDigit);
}

static bool isBuiltinType(StringRef Name) {
  switch (Name.empty() ? '\0' : Name.front()) {
  case 'i':
    return Name == "index" || isIntegerType(Name);
  case 's':
  case 'u':
    return isIntegerType(Name);
  case 'f':
    return Name.starts_with("f8E") || Name.starts_with("f6E") ||
           Name.starts_with("f4E") ||
           llvm::is_contained({"f16", "f32", "f64", "f80", "f128"}, Name);
  case 'b':
    return Name == "bf16";
  case 'c':
    return Name == "complex";
  case 'm':
    return Name == "memref";
  case 't':
    return llvm::is_contained({"tensor", "tuple", "tf32"}, Name);
  case 'v':
    return Name == "vector";
  case 'n':
    return Name == "none";
  default:
    return false;
  }
}

size_t WordScanner::endOfSuffix(size_t From) const {
  // What begins with a digit is a number.
  bool IsNumber = llvm::isDigit(at(From));
  while (IsNumber ? llvm::isDigit(at(From)) : isNameChar(at(From)))
    ++From;
  return From;
}

size_t WordScanner::endOfNumber() const {
  size_t End = At;
  auto digits = [&] {
    while (llvm::isDigit(at(End)))
      ++End;
  };
  if (at(At) == '0' && at(At + 1) == 'x' && llvm::isHexDigit(at(At + 2))) {
    for (End = At + 2; llvm::isHexDigit(at(End));)
      ++End;
    return End;
  }
  digits();
  if (at(End) != '.')
    return End;
  ++End;
  digits();
  if (at(End) == 'e' || at(End) == 'E') {
    size_t Sign = End + 1 + (at(End + 1) == '-' || at(End + 1) == '+');
    if (llvm::isDigit(at(Sign))) {
      End = Sign;
      digits();
    }
  }
  return End;
}

size_t WordScanner::endOfString(size_t From) const {
  for (size_t I = From + 1; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '"')
      return I + 1;
    if (C == '\n' || C == '\r')
      return I;
    if (C == '\\' && at(I + 1) != '\n' && at(I + 1) != '\r')
      ++I;
  }
  return Text.size();
}

bool WordScanner::next(Word &Found) {
  while (At < Text.size()) {
    size_t Begin = At;
    auto take = [&](Class What, size_t End) {
      Found = {What, {Begin, End}};
      At = End;
      return true;
    };
    char C = Text[At];
    if (llvm::isAlpha(C) || C == '_') {
      // The x between dimensions is no part of a word.
      char Before = At > 0 ? Text[At - 1] : '\0';
      if (C == 'x' && (llvm::isDigit(Before) || Before == '?' ||
                       Before == ']' || Before == '*')) {
        ++At;
        continue;
      }
      size_t End = At + 1;
      while (End < Text.size() && isWordChar(Text[End]))
        ++End;
      return take(
          isBuiltinType(Text.slice(At, End)) ? Class::Type : Class::Plain, End);
    }
    if (llvm::isDigit(C)) {
      // In a shape there are no hexadecimal numbers: 0xf32 has no elements.
      char Before = At > 0 ? Text[At - 1] : '\0';
      if (Before == '<' || Before == 'x') {
        size_t End = At;
        while (llvm::isDigit(at(End)))
          ++End;
        if (at(End) == 'x')
          return take(Class::Number, End);
      }
      return take(Class::Number, endOfNumber());
    }
    switch (C) {
    case '%':
    case '^': {
      size_t End = endOfSuffix(At + 1);
      if (End == At + 1)
        break;
      if (C == '%' && at(End) == '#' && llvm::isDigit(at(End + 1)))
        for (++End; llvm::isDigit(at(End));)
          ++End;
      return take(C == '%' ? Class::Value : Class::Block, End);
    }
    case '@':
      if (at(At + 1) == '"')
        return take(Class::Symbol, endOfString(At + 1));
      if (llvm::isAlpha(at(At + 1)) || at(At + 1) == '_') {
        size_t End = At + 1;
        while (isWordChar(at(End)))
          ++End;
        return take(Class::Symbol, End);
      }
      break;
    case '!':
    case '#':
      // The end of metadata, #-}, and numbers of results are none.
      if (llvm::isAlpha(at(At + 1)) || at(At + 1) == '_')
        return take(C == '!' ? Class::Type : Class::Attribute,
                    endOfSuffix(At + 1));
      break;
    case '"':
      return take(Class::String, endOfString(At));
    case '/':
      if (at(At + 1) == '/') {
        size_t End = std::min(Text.find_first_of("\r\n", At), Text.size());
        return take(Class::Comment, End);
      }
      break;
    default:
      break;
    }
    ++At;
  }
  return false;
}
