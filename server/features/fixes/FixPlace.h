//===- FixPlace.h - What stands at the place of a fix -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_FIXPLACE_H
#define NOISY_SERVER_FEATURES_FIXES_FIXPLACE_H

#include "server/features/fixes/Fix.h"
#include "server/parse/Chunk.h"
#include "server/syntax/MlirTokens.h"

namespace mlir::noisy::lsp {

/// The value whose name, at its definition or a use, is at `Offset` or ends
/// there; null if none is. Of `%r:2` at its definition, the first result; it is
/// the only one of which `IsWholeGroup` is set.
Value findValueAt(const Chunk &Built, size_t Offset,
                  bool *IsWholeGroup = nullptr);

/// The innermost operation that `Offset` is in, or right behind; null if it is
/// in none.
Operation *findOperationAt(const Chunk &Built, size_t Offset);

/// An operation's text, taken apart.
struct OperationText {
  OperationText(const Chunk &Built, Operation *Op);

  /// Of all of it, results and regions included.
  MlirTokens Tokens;
  /// The token that is the operation's name, in quotes if it is in generic
  /// form.
  size_t Name;
  /// Behind the last token but for a `loc(...)` at the end.
  size_t End;

  bool isGeneric() const {
    return Name < Tokens.size() && Tokens[Name].Kind == TokenKind::String;
  }
};

/// Puts `NewText` (empty to take them out) in place of the tokens from `Begin`
/// up to `End`. Comments between them stay where they are; lines of which
/// nothing is left go.
std::vector<ByteEdit> replaceTokens(llvm::StringRef Text,
                                    const MlirTokens &Tokens, size_t Begin,
                                    size_t End, const std::string &NewText);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXPLACE_H
