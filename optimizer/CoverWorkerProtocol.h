//===- CoverWorkerProtocol.h - What solver and worker say -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines between CoverSolver and noisy-cover-worker. Numbers are decimal
// integers, separated by one space; a list starts with its length. To the
// worker, any number of problems one after the other:
//
//   noisy-cover-problem 1          the version of this protocol
//   milliseconds 2500              time for this problem
//   cost 3 1 1 1                   one for each column
//   row 2 0 2                      one line for each row
//   budget 7 3 1 2 3               limit, then weights (optional)
//   start 2 0 1                    a cover to start from (optional)
//   end
//
// From the worker, for each problem, the first two as often as it likes:
//
//   noisy-cover-answer 1
//   bound 2                        no cover costs less
//   cover 2 0 1                    a cover
//   done proven|infeasible|stopped|failed MESSAGE
//
// A line counts once its end is there, so a truncated one is never mistaken
// for a shorter list. Classes here are for one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVERWORKERPROTOCOL_H
#define NOISY_OPTIMIZER_COVERWORKERPROTOCOL_H

#include "optimizer/CoverProblem.h"

#include <chrono>
#include <string>
#include <string_view>

namespace mlir::noisy {

struct CoverRequest {
  std::chrono::milliseconds TimeLimit = {};
  CoverProblem Problem;
  /// A cover to start from, or empty.
  std::vector<uint32_t> Start;
};

/// What the worker says at last. `Proven`: its best cover costs what its bound
/// says.
enum class CoverVerdict { Proven, Infeasible, Stopped, Failed };

/// One line of an answer.
struct CoverAnswer {
  enum Kind { Header, Bound, Cover, Done };

  Kind What = Header;
  int64_t LowerBound = 0;
  std::vector<uint32_t> Chosen;
  CoverVerdict Verdict = CoverVerdict::Failed;
  /// One line; says more where the verdict is not `Proven`.
  std::string Message;
};

std::string encodeRequest(const CoverRequest &Request);
std::string encodeAnswer(const CoverAnswer &Answer);

/// Cuts a stream into lines.
class LineReader {
public:
  /// A line longer than \p Longest bytes is refused: what sends that speaks
  /// another language, and might never stop.
  explicit LineReader(size_t Longest = SIZE_MAX) : Longest(Longest) {}

  void feed(std::string_view Bytes);
  /// The next complete line without its end, valid until `feed`.
  std::optional<std::string_view> next();
  bool tooLong() const { return Text.size() - Begin > Longest; }

private:
  const size_t Longest;
  std::string Text;
  size_t Begin = 0;
  size_t Searched = 0;
};

/// Puts together requests from their lines.
class RequestReader {
public:
  /// Takes one line, and says whether it was wrong: why, or empty. After that
  /// nothing that follows makes sense.
  std::string take(std::string_view Line);
  /// The request, once its `end` was taken; the next line begins another.
  std::optional<CoverRequest> finished();

private:
  CoverRequest Request;
  bool HasHeader = false;
  bool HasEnd = false;
};

/// The meaning of one line of an answer to a problem of \p Columns columns;
/// nullopt where it has none.
std::optional<CoverAnswer> decodeAnswer(std::string_view Line,
                                        uint32_t Columns);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVERWORKERPROTOCOL_H
