//===- FixPlace.h - The code at the place of a fix --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_FIXPLACE_H
#define NOISY_SERVER_FEATURES_FIXES_FIXPLACE_H

#include "server/features/fixes/Fix.h"
#include "server/syntax/MlirTokens.h"
#include "server/unit/Chunk.h"

namespace mlir::noisy::lsp {

/// Returns the value whose name, at its definition or a use, contains `Offset`
/// or ends there; null if there is none. `%r:2` at its definition stands for
/// its first result, with `IsWholeGroup` set; it is not set otherwise.
Value findValueAt(const Chunk &Program, size_t Offset,
                  bool *IsWholeGroup = nullptr);

/// Returns the innermost operation that contains `Offset` or ends there; null
/// if there is none.
Operation *findOperationAt(const Chunk &Program, size_t Offset);

/// The text of an operation, as tokens.
struct OperationText {
  OperationText(const Chunk &Program, Operation *Op);

  /// The tokens of the whole operation, results and regions included.
  MlirTokens Tokens;
  /// The index of the token with the operation's name, in quotes in generic
  /// form.
  size_t Name;
  /// The index after the last token, without a `loc(...)` at the end.
  size_t End;

  bool isGeneric() const {
    return Name < Tokens.size() && Tokens[Name].Kind == TokenKind::String;
  }
};

/// Replaces the tokens from `Begin` up to `End` by `NewText` (empty to remove
/// them). Comments between them stay in place; lines that become empty are
/// removed.
std::vector<ByteEdit> replaceTokens(llvm::StringRef Text,
                                    const MlirTokens &Tokens, size_t Begin,
                                    size_t End, const std::string &NewText);

/// Returns the edits that remove operations from the text, in its order. Lines
/// that become empty go, comments stay where they are.
std::vector<ByteEdit> removeOperations(const Chunk &Program,
                                       llvm::ArrayRef<Operation *> Ops);

/// Puts edits of one text into its order; an insertion precedes a change at the
/// same place. Where removed ranges share blanks, one of them keeps these.
void sortEdits(std::vector<ByteEdit> &Edits);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXPLACE_H
