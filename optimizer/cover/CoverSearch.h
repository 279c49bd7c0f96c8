//===- CoverSearch.h - The steps of solving a problem -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERSEARCH_H
#define NOISY_OPTIMIZER_COVER_COVERSEARCH_H

#include "optimizer/cover/CoverNode.h"
#include "optimizer/cover/CoverSolver.h"
#include "optimizer/cover/CoverWorkers.h"
#include "system/Deadline.h"

#include <bitset>
#include <optional>
#include <unordered_map>

namespace mlir::noisy {

/// Works on a problem until it is solved or a limit is reached: splits it,
/// solves small parts here, gives the rest to workers, splits it again by their
/// results, and, once the least cost is proven, decides between the optima. The
/// root holds the facts known at any time. For one thread.
class CoverSearch {
public:
  /// \p Options and \p Problem must outlive this.
  CoverSearch(const CoverProblem &Problem, const CoverOptions &Options);

  void run();

  /// The root: the problem without its tie.
  const CoverNode &root() const { return Root; }
  /// The best cover, which must exist.
  std::vector<uint32_t> cover() const;
  /// True if the cover is the one that the tie selects, or there is no tie.
  bool isTieSettled() const;
  /// The reason why the search ended before all was proven.
  enum class Reason { None, Time, Cancelled, Gap, Nodes, Broken };
  Reason reason() const;
  /// The first error of the workers, or empty.
  const std::string &trouble() const { return Workers.trouble(); }
  CoverStatistics statistics() const;

private:
  /// A step that a worker does for a node, at most once, except for
  /// `ImproveBeside`. That and `BoundBeside`, which is `Bound`, run beside
  /// another step of the same node.
  enum StepKind : unsigned {
    Relax,
    Exact,
    Improve,
    Bound,
    Search,
    ImproveBeside,
    BoundBeside,
    DecideTie,
    ProveUnique,
    NumSteps
  };
  /// The steps of a node that are done or running, and their results.
  struct NodeState {
    std::bitset<NumSteps> DoneSteps;
    bool IsBusy = false;
    bool HasStepBeside = false;
    /// The seed of the next local search.
    int64_t Seed = 1;
    /// The prices of the rows in the relaxation.
    std::vector<int64_t> Prices;
    /// The weight of a unit of cost against a unit of the tie.
    int64_t CostWeight = 0;
    double Relaxation = 0;
  };
  struct Task {
    CoverNode *Node;
    StepKind Step;
  };

  void prepare(CoverNode &Node, std::vector<uint32_t> Start);
  void prepareParts(CoverNode &Node);
  /// True if the search has to end before all is proven; polled now and then.
  bool isOver() const;
  /// True if the search has to end for a reason other than time.
  bool isEnough() const;
  void report();

  // Finding and doing the next steps.
  void findTasks(CoverNode &Node, std::vector<Task> &Tasks);
  std::optional<CoverJob> nextJob();
  std::chrono::milliseconds timeShare(const Task &Next,
                                      const std::vector<Task> &Tasks) const;
  CoverWork makeWork(const Task &T);
  CoverJob makeJob(const Task &T);
  void endTask(const Task &T, const CoverFindings &Findings);
  void splitByPrices(CoverNode &Node);
  void findBesides(CoverNode &Node, std::vector<Task> &Tasks);
  bool isBoundWorthwhile(const CoverNode &Node) const;
  static bool isBeside(StepKind Step) {
    return Step == ImproveBeside || Step == BoundBeside;
  }
  void takeFindings(CoverNode &Node, const CoverFindings &Findings);

  // Deciding between optima; see CoverTies.cpp.
  void decideTies();
  void findTieTasks(CoverNode &Node, std::vector<Task> &Tasks);
  void beginSecond(CoverNode &Node);
  static void forbidCover(const CoverNode &Node, CoverRequest &Request);

  const CoverOptions &Options;
  const Deadline Limit;
  const CoverProblem &Problem;
  CoverNode Root;
  /// The problem with its tie, once the least cost is proven.
  std::unique_ptr<CoverNode> Ties;
  CoverWorkers Workers;
  std::unordered_map<const CoverNode *, NodeState> States;
  CoverWorkers::Outcome WorkersOutcome = CoverWorkers::Outcome::Finished;
  bool IsGapReached = false;
  /// True if a part of the tie cannot be decided.
  bool IsTieLost = false;
  uint64_t Nodes = 0;
  int64_t ReportedCost = -1, ReportedBound = -1;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERSEARCH_H
