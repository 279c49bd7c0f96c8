//===- SemanticTokenAnswers.h - Semantic tokens as numbers ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_SEMANTICTOKENANSWERS_H
#define NOISY_SERVER_HANDLERS_SEMANTICTOKENANSWERS_H

#include "server/features/annotations/SemanticTokens.h"
#include "server/protocol/LspAnnotations.h"
#include <list>

namespace mlir::noisy::lsp {

/// Words as LSP has them: five numbers each, of which the first two count from
/// the word before.
std::vector<uint32_t> encodeTokens(llvm::ArrayRef<SemanticToken> Words,
                                   const Text &Contents,
                                   PositionEncoding Encoding);

/// What has to be replaced in `OldTokens` to make `NewTokens`: one piece of
/// whole words, or nothing. An insertion of lines is a small one, since
/// positions count from the word before.
std::vector<SemanticTokensEdit>
compareTokens(llvm::ArrayRef<uint32_t> OldTokens,
              llvm::ArrayRef<uint32_t> NewTokens);

/// Answers with what is new since the last answer. It keeps that for each
/// document, as long as all of them together do not get too large; those that
/// were not asked for for the longest time are forgotten, and answered in full
/// the next time. Not for several threads.
class SemanticTokenAnswers {
public:
  /// How many numbers are kept, of 4 bytes each.
  explicit SemanticTokenAnswers(size_t Capacity = 8 << 20)
      : Capacity(Capacity) {}

  /// SemanticTokens, or a SemanticTokensDelta where `Previous` is the result
  /// that was given last.
  std::variant<SemanticTokens, SemanticTokensDelta>
  answer(const std::string &Uri, const std::string &Previous,
         std::vector<uint32_t> Data);

  /// How many numbers are kept.
  size_t size() const { return Size; }

private:
  struct Answer {
    std::string Uri;
    std::string ResultId;
    std::vector<uint32_t> Data;
  };

  const size_t Capacity;
  /// The newest first.
  std::list<Answer> Answers;
  size_t Size = 0;
  uint64_t LastId = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_SEMANTICTOKENANSWERS_H
