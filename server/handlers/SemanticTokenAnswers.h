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

/// Words in LSP's encoding: five numbers each, the first two relative to the
/// word before.
std::vector<uint32_t> encodeTokens(llvm::ArrayRef<SemanticToken> Words,
                                   const Text &Contents,
                                   PositionEncoding Encoding);

/// The edit that turns `OldTokens` into `NewTokens`: one range of whole words,
/// or nothing. Inserting lines gives a small edit, since positions are relative
/// to the word before.
std::vector<SemanticTokensEdit>
compareTokens(llvm::ArrayRef<uint32_t> OldTokens,
              llvm::ArrayRef<uint32_t> NewTokens);

/// Answers with the changes since the last answer, which is kept for each
/// document up to a total size. The least recently used answers are forgotten,
/// and answered in full the next time. Not thread-safe.
class SemanticTokenAnswers {
public:
  /// `Capacity` is the count of kept numbers, of 4 bytes each.
  explicit SemanticTokenAnswers(size_t Capacity = 8 << 20)
      : Capacity(Capacity) {}

  /// SemanticTokens, or a SemanticTokensDelta if `Previous` is the last result.
  std::variant<SemanticTokens, SemanticTokensDelta>
  answer(const std::string &Uri, const std::string &Previous,
         std::vector<uint32_t> Data);

  /// The count of kept numbers.
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
