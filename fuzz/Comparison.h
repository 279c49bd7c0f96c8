//===- Comparison.h - The answers of two servers about a text ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_COMPARISON_H
#define NOISY_FUZZ_COMPARISON_H

#include "fuzz/FuzzedServer.h"
#include "server/text/Text.h"
#include <random>

namespace mlir::noisy::fuzz {

/// The answers of two servers about the same text: one that saw its edits, and
/// one that sees it for the first time.
///
/// If the text is broken, the first server knows more, from before it broke,
/// and says so. So in a chunk (up to `// -----`) with an error of MLIR's, or an
/// information about an operation that is not read, only this is compared, and
/// hovers that do not say that they are stale.
class Comparison {
public:
  struct Difference {
    /// The request whose answers differ.
    std::string Kind;
    std::string Message;
  };

  /// `Seed` decides the places; `Thorough` selects many of them.
  Comparison(const lsp::Text &Text, std::string Uri,
             lsp::PositionEncoding Encoding, uint64_t Seed, bool Thorough);

  /// Queries a server that has analysed the text; returns answers for
  /// `compare`.
  std::vector<lsp::json> ask(FuzzedServer &Server, int64_t Version);
  /// Compares the answers of the edited server with those of the fresh one, and
  /// checks that they are valid.
  void compare(const std::vector<lsp::json> &EditedAnswers,
               const std::vector<lsp::json> &FreshAnswers,
               const lsp::json &Capabilities);

  const std::vector<Difference> &differences() const { return Differences; }
  /// True if the text has no errors.
  bool isGood() const;
  /// The number of answers compared, by request.
  const std::map<std::string, size_t> &counts() const { return Counts; }

private:
  struct Question {
    std::string Method;
    lsp::json Params;
    lsp::Position Place;
  };
  void addQuestion(const std::string &Method, lsp::json Params,
                   lsp::Position Place = {});
  void addPlaces(std::mt19937_64 &Random, bool Thorough);
  void findBrokenChunks(const lsp::json &Diagnostics);
  bool isBroken(uint32_t Line) const;
  bool isInBroken(const lsp::json &Range) const;
  /// The lines of an answer that have to be equal.
  std::vector<std::string> listComparable(const Question &Query,
                                          const lsp::json &Answer) const;
  std::vector<std::string> listDiagnostics(const lsp::json &Answer) const;
  std::vector<std::string> listTokens(const lsp::json &Answer) const;
  std::vector<std::string> listItems(const lsp::json &Answer) const;
  void compareOne(const Question &Query, const lsp::json &EditedAnswer,
                  const lsp::json &FreshAnswer);
  void checkAnswers(const std::vector<lsp::json> &Answers,
                    const lsp::json &Capabilities);

  const lsp::Text &Text;
  const std::string Uri;
  const lsp::PositionEncoding Encoding;
  std::vector<Question> Questions;
  /// The chunk of each line, and the broken chunks.
  std::vector<unsigned> ChunkOfLine;
  std::vector<bool> IsBrokenChunk;
  std::vector<Difference> Differences;
  std::map<std::string, size_t> Counts;
};

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_COMPARISON_H
