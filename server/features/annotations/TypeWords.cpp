//===- TypeWords.cpp - What types MLIR asks for, in words -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/TypeWords.h"
#include "server/syntax/Lexer.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// What follows the number of bits, and the type before that number.
static constexpr std::pair<StringRef, StringRef> Widths[] = {
    {"-bit signless integer", "i"},
    {"-bit signed integer", "si"},
    {"-bit unsigned integer", "ui"},
    {"-bit float", "f"}};

/// What MLIR calls kinds of types, and what users do.
static constexpr std::pair<StringRef, StringRef> Kinds[] = {
    {"variadic of ", ""},
    {" of any type values", ""},
    {"signless-integer-like", "an integer, or a vector or tensor of such"},
    {"floating-point-like",
     "a floating point number, or a vector or tensor of such"},
    {"bool-like", "i1, or a vector or tensor of such"},
    {"bfloat16 type", "bf16"},
    {"signless integer", "an integer"}};

static void replaceAll(std::string &Text, StringRef Old, StringRef New) {
  for (size_t Place = 0; (Place = Text.find(Old, Place)) != std::string::npos;
       Place += New.size())
    Text.replace(Place, Old.size(), New);
}

/// Writes `32-bit signless integer` as `i32`.
static void nameWidths(std::string &Text, StringRef Words, StringRef Letters) {
  for (size_t Place = 0;
       (Place = Text.find(Words, Place)) != std::string::npos;) {
    size_t Begin = Place;
    while (Begin > 0 && lex::isDigit(Text[Begin - 1]))
      --Begin;
    if (Begin == Place) {
      Place += Words.size();
      continue;
    }
    Text.erase(Place, Words.size());
    Text.insert(Begin, Letters);
    Place = Begin;
  }
}

/// Writes `signless integer of 1 to 5 bits` as `i1 to i5`.
static void nameRange(std::string &Text) {
  static constexpr StringRef Words = "signless integer of ", End = " bits";
  size_t Place = Text.find(Words);
  if (Place == std::string::npos)
    return;
  StringRef Rest = StringRef(Text).drop_front(Place + Words.size());
  StringRef Numbers = Rest.take_front(Rest.find(End));
  auto [Least, Most] = Numbers.split(" to ");
  if (Numbers.size() == Rest.size() || Most.empty())
    return;
  std::string Types = "i" + Least.str() + " to i" + Most.str();
  Text.replace(Place, Words.size() + Numbers.size() + End.size(), Types);
}

std::string mlir::noisy::lsp::nameTypes(StringRef Constraint) {
  std::string Result = Constraint.str();
  nameRange(Result);
  for (auto [Words, Letters] : Widths)
    nameWidths(Result, Words, Letters);
  for (auto [Name, Meaning] : Kinds)
    replaceAll(Result, Name, Meaning);
  return Result;
}
