//===- TokenDeletion.h - What a text without a token still knows *- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_TOKENDELETION_H
#define NOISY_FUZZ_TOKENDELETION_H

#include "mlir/IR/DialectRegistry.h"
#include "server/syntax/Lexer.h"
#include <map>
#include <string>
#include <vector>

namespace mlir::noisy::fuzz {

/// A text from which one token is deleted at a time. All operations outside of
/// the one that it was in have to be known as they are now: that is what they
/// have hovers, hints and definitions from. Any thread.
class TokenDeletion {
public:
  struct Outcome {
    /// The number of operations that had to be known.
    size_t ExpectedCount = 0;
    /// The operations that were not: name and line, from 1.
    std::vector<std::string> LostOperations;
  };

  TokenDeletion(const DialectRegistry &Registry, std::string Text);

  /// The number of operations that are known with all tokens there.
  size_t countOperations() const { return KnownOperations.size(); }
  /// The range of the innermost operation around a token; all of the text if
  /// there is none.
  lsp::ByteRange findAround(lsp::ByteRange Token) const;
  /// Deletes `Token`; what is in `Broken`, or around it, may be lost.
  Outcome without(lsp::ByteRange Token, lsp::ByteRange Broken) const;

private:
  struct Operation {
    std::string Name;
    lsp::ByteRange Range;
  };
  /// By their offsets.
  using Operations = std::map<size_t, Operation>;

  Operations findOperations(const std::string &Contents) const;

  const DialectRegistry &Registry;
  std::string Text;
  Operations KnownOperations;
};

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_TOKENDELETION_H
