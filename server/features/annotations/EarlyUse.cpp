//===- EarlyUse.cpp - Values that are used before they are defined --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/EarlyUse.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The tokens of values from a place to another one.
static llvm::SmallVector<MlirToken> findValues(StringRef Bytes,
                                               ByteRange Place) {
  llvm::SmallVector<MlirToken> Result;
  Lexer Tokens(Bytes, Place.Begin, Place.End);
  while (std::optional<MlirToken> Token = nextCode(Tokens))
    if (Token->Kind == TokenKind::Value)
      Result.push_back(*Token);
  return Result;
}

void mlir::noisy::lsp::settleEarlyUse(Problem &Issue, const Text &Contents) {
  StringRef Said = Issue.Message;
  if (Issue.Source != "mlir" || !Said.starts_with("operand #") ||
      !Said.ends_with(" does not dominate this use") || Issue.Notes.empty() ||
      Issue.Notes.front().Part != 0)
    return;
  Problem::Note &Definition = Issue.Notes.front();
  size_t Place = Definition.Range.Begin, Use = Issue.Range.Begin;
  StringRef Bytes = Contents.bytes();
  llvm::SmallVector<MlirToken> Defined =
      findValues(Bytes, {Contents.lineStart(Contents.lineAt(Place)),
                         Definition.Range.End});
  llvm::SmallVector<MlirToken> Operands =
      findValues(Bytes, {Use, Contents.lineEnd(Contents.lineAt(Use))});
  for (const MlirToken &Operand : Operands) {
    auto Match = llvm::find_if(Defined, [&](const MlirToken &Name) {
      return Name.groupName() == Operand.groupName();
    });
    if (Match == Defined.end())
      continue;
    Issue.Range = Operand.Range;
    Issue.Message = "'" + Operand.Text.str() + "' is " +
                    (Place > Use ? "used before it is defined"
                                 : "not defined on every way that leads here");
    Definition.Range = Match->Range;
    return;
  }
}
