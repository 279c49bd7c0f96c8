//===- CoverWorkerProtocol.h - The workers' protocol ------------*- C++ -*-===//
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
//   noisy-cover-problem 3          the version of this protocol
//   milliseconds 2500              time for this problem
//   search 1000                    the work, one of:
//                                    search NODES, relax, exact STEPS,
//                                    improve STEPS SEED, regions ROUNDS
//   cost 3 1 1 1                   one for each column
//   row 2 0 2                      one line for each row
//   tie 3 1 2 3                    decides between optima (optional)
//   start 2 0 1                    a cover to start from (optional)
//   end
//
// From the worker, for each problem: a header, then any number of findings, and
// finally `done`:
//
//   noisy-cover-answer 3
//   bound 2                        no cover costs less
//   cover 2 0 1                    a cover
//   prices 2 369008640 369008640   of the rows in the relaxation
//   values 3 500000 0 500000       of the columns there, in millionths
//   nodes 17                       of the search
//   done settled|proven|infeasible|stopped|failed MESSAGE
//
// A line counts once its end is there, so a truncated one is never mistaken
// for a shorter list. Classes here are for one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERWORKERPROTOCOL_H
#define NOISY_OPTIMIZER_COVER_COVERWORKERPROTOCOL_H

#include "optimizer/cover/CoverProblem.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace mlir::noisy {

/// The scale of prices: they are sent as multiples of 1 / this. Many fractions
/// are such multiples: prices of relaxations tend to have small denominators,
/// and are then exact.
inline constexpr int64_t CoverPriceScale = 720720 * 1024;
/// The scale of values: they are sent as multiples of 1 / this.
inline constexpr int64_t CoverValueScale = 1000000;

/// The search for the optimum, by branch and cut.
struct SearchWork {
  /// The most nodes of the search; 0 for no limit.
  int64_t Nodes = 0;
};
/// The relaxation: its prices, its values, and the cover that they suggest.
struct RelaxWork {};
/// The search for the optimum without CBC (`solveExactly`).
struct ExactWork {
  int64_t Steps = 0;
};
/// A local search for better covers (`searchCover`, `searchRegions`).
struct ImproveWork {
  int64_t Steps = 0;
  int64_t Seed = 0;
};
/// The lower bound from regions (`regionBound`).
struct RegionWork {
  int64_t Rounds = 0;
};

/// The work that a worker does on a problem.
using CoverWork =
    std::variant<SearchWork, RelaxWork, ExactWork, ImproveWork, RegionWork>;

struct CoverRequest {
  std::chrono::milliseconds TimeLimit = {};
  CoverProblem Problem;
  /// A cover to start from, or empty.
  std::vector<uint32_t> Start;
  CoverWork Work = {};
};

/// The worker's final verdict. `Proven`: its best cover costs as much as its
/// bound; `Settled`: and the last cover is the one that the tie selects.
enum class CoverVerdict { Settled, Proven, Infeasible, Stopped, Failed };

/// One line of an answer.
struct CoverAnswer {
  enum Kind { Header, Bound, Cover, Prices, Values, Nodes, Done };

  Kind LineKind = Header;
  /// The bound of a `Bound`, or the number of a `Nodes`.
  int64_t Number = 0;
  /// The numbers of `Prices`, one for each row, or of `Values`, one for each
  /// column.
  std::vector<int64_t> Numbers;
  std::vector<uint32_t> ChosenColumns;
  CoverVerdict Verdict = CoverVerdict::Failed;
  /// The message, one line; gives details unless the verdict is `Proven`.
  std::string Message;
};

std::string encodeRequest(const CoverRequest &Request);
std::string encodeAnswer(const CoverAnswer &Answer);

/// Splits a stream into lines.
class LineReader {
public:
  /// Refuses lines longer than \p Longest bytes: their sender speaks another
  /// protocol, and might never stop.
  explicit LineReader(size_t Longest = SIZE_MAX) : Longest(Longest) {}

  void feed(std::string_view Bytes);
  /// The next complete line without its end, valid until `feed`.
  std::optional<std::string_view> next();
  bool tooLong() const { return Text.size() - Begin > Longest; }

private:
  const size_t Longest;
  std::string Text;
  size_t Begin = 0;
  size_t SearchEnd = 0;
};

/// Assembles requests from their lines.
class RequestReader {
public:
  /// Takes one line and returns the error message, or empty. After an error the
  /// rest of the stream is meaningless.
  std::string take(std::string_view Line);
  /// The request, once its `end` was taken; the next line begins another.
  std::optional<CoverRequest> takeRequest();

private:
  CoverRequest Request;
  bool HasHeader = false;
  bool HasEnd = false;
};

/// The meaning of one line of an answer to \p Problem; nullopt if it is
/// invalid.
std::optional<CoverAnswer> decodeAnswer(std::string_view Line,
                                        const CoverProblem &Problem);

/// The length limit, in bytes, of a line of an answer to \p Problem.
size_t longestAnswerLine(const CoverProblem &Problem);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERWORKERPROTOCOL_H
