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
/// word before, of which the first one begins at `Previous`.
std::vector<uint32_t> encodeTokens(llvm::ArrayRef<SemanticToken> Words,
                                   const Text &Contents,
                                   PositionEncoding Encoding,
                                   Position Previous = {});

/// Lines of an old text that became others.
struct LineChange {
  /// The first line of each, and the one after the last.
  size_t OldBegin, OldEnd, NewBegin, NewEnd;

  friend bool operator==(const LineChange &, const LineChange &) = default;
};

/// The changes between the digests of two texts, in their order, as small as
/// they can be found without a search: where lines were added or removed,
/// everything from the first to the last difference is one change.
std::vector<LineChange> compareLines(llvm::ArrayRef<uint64_t> OldLines,
                                     llvm::ArrayRef<uint64_t> NewLines);

/// Answers with the semantic tokens of a text, or with the changes since the
/// last answer. Of that only digests of the lines are kept, for each document
/// up to a total size, so an answer takes time for the lines that changed, and
/// a little for the others. The least recently used answers are forgotten, and
/// given in full the next time. Not thread-safe.
class SemanticTokenAnswers {
public:
  /// `Capacity` is the count of kept lines, of 12 bytes each.
  explicit SemanticTokenAnswers(size_t Capacity = 2 << 20)
      : Capacity(Capacity) {}

  /// SemanticTokens, or a SemanticTokensDelta if `Previous` is the last result
  /// for the document.
  std::variant<SemanticTokens, SemanticTokensDelta>
  answer(const std::string &Uri, const std::string &Previous,
         const Snapshot &State, uint32_t NearLimit, PositionEncoding Encoding);

  /// The count of kept lines.
  size_t size() const { return Size; }

private:
  struct Answer {
    std::string Uri;
    std::string ResultId;
    /// For each line its digest, and how many words it has.
    std::vector<uint64_t> Digests;
    std::vector<uint32_t> WordCounts;
    /// No line has a carriage return inside, which editors take for a line end.
    bool HasEditorLines = false;
  };
  class Comparison;

  const size_t Capacity;
  /// The newest first.
  std::list<Answer> Answers;
  size_t Size = 0;
  uint64_t LastId = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_SEMANTICTOKENANSWERS_H
