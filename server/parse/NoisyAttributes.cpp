//===- NoisyAttributes.cpp - Errors about attributes of noisy -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/NoisyAttributes.h"
#include "dialect/NoisyDialect.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/syntax/LineStart.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// Where an attribute stands.
struct AttributePlace {
  StringRef Name;
  enum class Owner { Operation, Argument, Result } Of = Owner::Operation;
  /// Of an argument or a result.
  size_t Number = 0;
};
} // namespace

/// Reads `'func.func' op argument 0 has the attribute 'noisy.bond', ...`, and
/// the like with `has 'noisy.bound'`.
static std::optional<AttributePlace> readError(StringRef Message) {
  AttributePlace Result;
  size_t Begin = Message.find("' op ");
  if (!Message.starts_with("'") || Begin == StringRef::npos)
    return std::nullopt;
  Message = Message.drop_front(Begin + 5);
  if (Message.consume_front("argument "))
    Result.Of = AttributePlace::Owner::Argument;
  else if (Message.consume_front("result "))
    Result.Of = AttributePlace::Owner::Result;
  if ((Result.Of != AttributePlace::Owner::Operation &&
       (Message.consumeInteger(10, Result.Number) ||
        !Message.consume_front(" "))) ||
      !Message.consume_front("has "))
    return std::nullopt;
  Message.consume_front("the attribute ");
  if (!Message.consume_front("'noisy."))
    return std::nullopt;
  Result.Name = {Message.data() - 6, Message.find('\'') + 6};
  return Result;
}

/// The name of an attribute in the text of an operation from `Begin` on.
static std::optional<ByteRange> findName(StringRef Text, size_t Begin,
                                         const AttributePlace &Place) {
  // What is behind the header is another operation's.
  constexpr size_t MaxBytes = 1u << 16;
  using Owner = AttributePlace::Owner;
  Lexer Tokens(Text, Begin, std::min(Text.size(), Begin + MaxBytes));
  Owner Part = Owner::Operation;
  bool IsBehindArguments = false;
  size_t Depth = 0, Lists = 0, Number = 0, LastEnd = Begin;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    size_t Offset = Token->Range.Begin;
    if (Depth == 0 && Offset > Begin &&
        Text.slice(LastEnd, Offset).contains('\n') &&
        mustBeginOperation(Text, Offset))
      return std::nullopt;
    LastEnd = Token->Range.End;
    // An operation's own is not in the parentheses of its header.
    bool IsOfPlace = Place.Of == Owner::Operation
                         ? Lists == 0 && Depth == 1
                         : Part == Place.Of && Number == Place.Number;
    if (Token->Text == Place.Name && IsOfPlace)
      return Token->Range;
    Lists += Token->is("(");
    Lists -= Token->is(")") && Lists > 0;
    bool Opens =
        Token->is("(") || Token->is("{") || Token->is("[") || Token->is("<");
    bool Closes =
        Token->is(")") || Token->is("}") || Token->is("]") || Token->is(">");
    if (Closes && Depth > 0 && --Depth == 0 && Part != Owner::Operation) {
      IsBehindArguments = true;
      Part = Owner::Operation;
    }
    if (Depth == 0 && Token->is("->"))
      Part = Owner::Result;
    if (Depth == 0 && Token->is("(") && !IsBehindArguments &&
        Place.Of != Owner::Operation)
      Part = Owner::Argument;
    if (Depth == 0 && Opens)
      Number = 0;
    if (Depth == 1 && Token->is(",") && Part != Owner::Operation)
      ++Number;
    Depth += Opens;
  }
  return std::nullopt;
}

void mlir::noisy::lsp::settleNoisyAttribute(Problem &Issue, StringRef Text) {
  if (Issue.Source != "mlir")
    return;
  std::string Message = Issue.Message;
  std::optional<AttributePlace> Place = readError(Message);
  if (!Place)
    return;
  std::optional<ByteRange> Name = findName(Text, Issue.Range.Begin, *Place);
  if (!Name)
    return;
  Issue.Range = *Name;
  StringRef Known = findMeantNoisyAttribute(Place->Name);
  size_t Advice = Message.find("; did you mean '");
  if (Known.empty() || Advice == std::string::npos)
    return;
  Issue.Message.resize(Advice);
  Issue.Replacement = Known.str();
  Issue.Code = UnknownNameCode.str();
}

StringRef mlir::noisy::lsp::findMeantNoisyAttribute(StringRef Name) {
  constexpr unsigned MaxWrong = 2;
  for (StringRef Known : {StringRef(NoisyDialect::kModelAttrName),
                          StringRef(NoisyDialect::kBoundAttrName),
                          StringRef(NoisyDialect::kRangeAttrName),
                          StringRef(NoisyDialect::kCostAttrName),
                          StringRef(NoisyDialect::kMetadataAttrName)})
    if (Name != Known && Name.edit_distance(Known, /*AllowReplacements=*/true,
                                            MaxWrong) <= MaxWrong)
      return Known;
  return "";
}
