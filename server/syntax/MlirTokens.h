//===- MlirTokens.h - The tokens of MLIR text -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_MLIRTOKENS_H
#define NOISY_SERVER_SYNTAX_MLIRTOKENS_H

#include "server/syntax/Lexer.h"
#include <vector>

namespace mlir::noisy::lsp {

/// The tokens of a text that parses, including comments. Brackets and
/// comparisons are not distinguished: in types, `<` is a bracket.
class MlirTokens {
public:
  /// The tokens of the bytes `Range` of `Text`, which must outlive this object.
  MlirTokens(llvm::StringRef Text, ByteRange Range);

  size_t size() const { return Tokens.size(); }
  const MlirToken &operator[](size_t I) const { return Tokens[I]; }

  /// The first token at or after `I` that is no comment; size() if there is
  /// none.
  size_t skipComments(size_t I) const;
  /// The last token before `I` that is no comment; size() if there is none.
  size_t findPrevious(size_t I) const;
  /// The token that closes the bracket ( [ { or < at `I`; size() if there is
  /// none.
  size_t findClose(size_t I) const;
  /// The first token from `I` on with the text `Text`, outside of brackets that
  /// open there; `End` if there is none before it.
  size_t findOutside(size_t I, size_t End, llvm::StringRef Text) const;

private:
  std::vector<MlirToken> Tokens;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_MLIRTOKENS_H
