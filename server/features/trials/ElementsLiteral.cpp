//===- ElementsLiteral.cpp - The elements of a constant -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/trials/ElementsLiteral.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace mlir::noisy::lsp;
using llvm::ArrayRef;
using llvm::StringRef;

static constexpr StringRef Booleans[] = {"i1"}, Integers[] = {"i32", "i64"},
                           Floats[] = {"f32"},
                           ComplexIntegers[] = {"complex<i32>"},
                           ComplexFloats[] = {"complex<f32>"};

static bool isFloat(const MlirToken &Token) {
  return Token.Kind == TokenKind::Number && Token.Text.contains('.');
}

/// The types of the elements that are written between the angle brackets.
static ArrayRef<StringRef> elementTypesOf(ArrayRef<MlirToken> Contents) {
  // A point in one of them makes all of them floating-point numbers.
  bool HasFloat = llvm::any_of(Contents, isFloat);
  for (const MlirToken &Token : Contents) {
    if (Token.is("("))
      return HasFloat ? ArrayRef(ComplexFloats) : ArrayRef(ComplexIntegers);
    if (Token.is("true") || Token.is("false"))
      return Booleans;
    if (Token.Kind == TokenKind::Number)
      return HasFloat ? ArrayRef(Floats) : ArrayRef(Integers);
  }
  return {};
}

/// The number of elements of the first list at each level. MLIR sees to it that
/// the others have as many.
static std::string sizesOf(ArrayRef<MlirToken> Contents) {
  std::string Result;
  while (!Contents.empty() && Contents.front().is("[")) {
    Contents = Contents.drop_front();
    size_t Count = 0;
    int Depth = 0;
    bool IsEmpty = true;
    for (const MlirToken &Token : Contents) {
      char C = Token.Text.front();
      Depth -= lex::isClosing(C);
      if (Depth < 0)
        break;
      IsEmpty = false;
      Count += Depth == 0 && Token.is(",");
      Depth += lex::isOpening(C);
    }
    Result += std::to_string(IsEmpty ? 0 : Count + 1) + "x";
  }
  return Result;
}

std::optional<ElementsLiteral> ElementsLiteral::findBefore(StringRef Text) {
  if (!Text.rtrim().ends_with(":"))
    return std::nullopt;
  std::vector<MlirToken> Tokens;
  Lexer Source(Text);
  while (std::optional<MlirToken> Token = Source.next())
    if (!Token->isComment())
      Tokens.push_back(*Token);
  size_t Count = Tokens.size();
  if (Count < 4 || !Tokens[Count - 1].is(":") || !Tokens[Count - 2].is(">"))
    return std::nullopt;
  // There are no other angle brackets in it.
  size_t Open = Count - 3;
  while (Open > 0 && !Tokens[Open].is("<"))
    --Open;
  if (Open == 0 || !Tokens[Open - 1].is("dense"))
    return std::nullopt;
  auto Contents = ArrayRef(Tokens).slice(Open + 1, Count - 3 - Open);
  return ElementsLiteral{
      Text.slice(Tokens[Open - 1].Range.Begin, Tokens[Count - 2].Range.End),
      sizesOf(Contents), elementTypesOf(Contents)};
}

std::string ElementsLiteral::withType(StringRef Type) const {
  return (Text + " : " + Type).str();
}
