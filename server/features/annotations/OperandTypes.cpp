//===- OperandTypes.cpp - Operands and results of a wrong type ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/OperandTypes.h"
#include "server/features/annotations/TypeWords.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// The parts of the message of MLIR:
/// 'arith.addf' op operand #0 must be floating-point-like, but got 'i32'
struct TypeError {
  StringRef Operation;
  bool IsResult = false;
  size_t Number = 0;
  StringRef Needed, Type;
};
} // namespace

static std::optional<TypeError> readError(StringRef Message) {
  TypeError Result;
  if (!Message.consume_front("'"))
    return std::nullopt;
  std::tie(Result.Operation, Message) = Message.split("' op ");
  Result.IsResult = Message.consume_front("result #");
  if ((!Result.IsResult && !Message.consume_front("operand #")) ||
      Message.consumeInteger(10, Result.Number) ||
      !Message.consume_front(" must be ") || !Message.consume_back("'"))
    return std::nullopt;
  std::tie(Result.Needed, Result.Type) = Message.split(", but got '");
  if (Result.Type.empty())
    return std::nullopt;
  return Result;
}

/// The values that an operation uses, from its name at `Begin` to its regions.
static llvm::SmallVector<Snapshot::TokenPlace> findUses(const Snapshot &State,
                                                        size_t Begin) {
  llvm::SmallVector<Snapshot::TokenPlace> Result;
  StringRef Text = State.text().bytes();
  Lexer Tokens(Text, Begin);
  size_t PreviousEnd = Begin;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    size_t Place = Token->Range.Begin;
    bool IsFirst = Text.slice(PreviousEnd, Place).contains('\n');
    PreviousEnd = Token->Range.End;
    if (IsFirst && (Token->Kind == TokenKind::SplitMarker ||
                    Token->Kind == TokenKind::Block || Token->is("}") ||
                    mustBeginOperation(Text, Place)))
      break;
    // A dictionary of attributes ends on its line.
    if (Token->is("{") &&
        Text.drop_front(Token->Range.End).ltrim(" \t\r").starts_with("\n"))
      break;
    if (Token->Kind != TokenKind::Value)
      continue;
    Snapshot::TokenPlace Use = State.tokenAt(Place);
    if (Use && Use.Token->TargetKind == Section::Kind::Value &&
        !Use.Token->IsDefinition)
      Result.push_back(Use);
  }
  return Result;
}

/// The name of a result of the operation whose name is at `Place`; empty if it
/// has none.
static std::string findResult(const Text &Contents, size_t Place,
                              size_t Number) {
  size_t Begin = Contents.lineStart(Contents.lineAt(Place));
  Lexer Tokens(Contents.bytes(), Begin, Place);
  std::optional<MlirToken> Name = Tokens.next();
  while (Name && Name->Kind == TokenKind::Value) {
    std::optional<MlirToken> Next = Tokens.next();
    size_t Count = 1;
    bool IsGroup = Next && Next->is(":");
    if (IsGroup) {
      std::optional<MlirToken> Size = Tokens.next();
      if (!Size || Size->Text.getAsInteger(10, Count))
        return "";
      Next = Tokens.next();
    }
    if (Number < Count)
      return Name->Text.str() + (IsGroup ? "#" + std::to_string(Number) : "");
    Number -= Count;
    if (!Next || !Next->is(","))
      return "";
    Name = Tokens.next();
  }
  return "";
}

void mlir::noisy::lsp::settleOperandType(Problem &Issue,
                                         const Snapshot &State) {
  std::optional<TypeError> Error = readError(Issue.Message);
  if (Issue.Source != "mlir" || !Error)
    return;
  std::string Needed = nameTypes(Error->Needed);
  if (Error->IsResult) {
    std::string Name =
        findResult(State.text(), Issue.Range.Begin, Error->Number);
    if (!Name.empty())
      Issue.Message = "'" + Name + "' would have type '" + Error->Type.str() +
                      "'; " + Error->Operation.str() + " gives " + Needed;
    return;
  }
  // The order of the operands is mostly that of the text. If it is not, only
  // one value may have the type.
  llvm::SmallVector<Snapshot::TokenPlace> Uses =
      findUses(State, Issue.Range.Begin);
  auto hasType = [&](const Snapshot::TokenPlace &Use) {
    return Use.value().type() == Error->Type;
  };
  const Snapshot::TokenPlace *Match = nullptr;
  if (Error->Number < Uses.size() && hasType(Uses[Error->Number]))
    Match = &Uses[Error->Number];
  else if (llvm::count_if(Uses, hasType) == 1)
    Match = llvm::find_if(Uses, hasType);
  if (!Match)
    return;
  std::optional<ByteRange> Range = Match->Section->toText(Match->Token->Range);
  if (!Range)
    return;
  Issue.Range = *Range;
  Issue.Message = "'" +
                  State.text().bytes().slice(Range->Begin, Range->End).str() +
                  "' has type '" + Error->Type.str() + "'; " +
                  Error->Operation.str() + " takes " + Needed;
}
