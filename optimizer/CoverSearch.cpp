//===- CoverSearch.cpp - What is done for a problem, and when ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/CoverSearch.h"

#include "optimizer/CoverDual.h"
#include "optimizer/CoverGreedy.h"

using namespace mlir::noisy;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// What a search gets of the time at least; most need a few milliseconds.
static constexpr milliseconds LeastShare = 200ms;
/// It is worth taking a problem apart again when this part of it is settled.
static constexpr double WorthSplitting = 0.05;
/// The worker computes in doubles, which are exact on integers up to here.
static constexpr int64_t LargestSum = int64_t(1) << 53;

CoverSearch::CoverSearch(const CoverProblem &Problem,
                         const CoverOptions &Options)
    : Options(Options), Deadline(Clock::now() + Options.TimeLimit),
      Root(Problem), Workers(Options.Workers, Options.WorkerPath,
                             [this] { return isOver(); }) {}

//===----------------------------------------------------------------------===//
// What is done here
//===----------------------------------------------------------------------===//

/// Finds out what can be had of \p Node without a worker.
void CoverSearch::prepare(CoverNode &Node, std::vector<uint32_t> Start) {
  const CoverProblem &Problem = Node.Problem;
  Node.raiseBound(dualAscentBound(Problem));
  Node.offer(std::move(Start));
  if (Problem.Side)
    return;
  std::vector<uint32_t> Greedy = greedyCover(Problem);
  removeRedundant(Problem, Greedy);
  Node.offer(std::move(Greedy));
}

void CoverSearch::prepareParts(CoverNode &Node) {
  for (const auto &Child : Node.children())
    prepare(*Child, Node.startFor(*Child));
}

/// Whether to end: asked now and then.
bool CoverSearch::isOver() {
  if (Options.Cancelled && Options.Cancelled())
    WasCancelled = true;
  return WasCancelled || IsGapReached;
}

/// Tells the user where the search stands, where that has changed.
void CoverSearch::report() {
  if (!Root.hasCover())
    return;
  int64_t Cost = Root.cost(), Bound = std::min(Root.bound(), Cost);
  if (Cost == ToldCost && Bound == ToldBound)
    return;
  ToldCost = Cost;
  ToldBound = Bound;
  if (Options.Progress)
    Options.Progress(Cost, Bound);
  IsGapReached = Cost > Bound && static_cast<double>(Cost - Bound) <=
                                     Options.Gap * static_cast<double>(Bound);
}

void CoverSearch::run() {
  Root.offer(Options.Start);
  Root.split();
  prepareParts(Root);
  report();
  auto Next = [this] { return nextJob(); };
  if (!isOver() && !Root.isClosed())
    HowEnded = Workers.run(Next, Deadline);
  DecidesTies = true;
  if (!isOver() && Root.isClosed() && !Root.isSettled())
    Workers.run(Next, Deadline);
}

CoverSearch::Reason CoverSearch::reason() const {
  if (Root.isClosed())
    return Reason::None;
  if (WasCancelled)
    return Reason::Cancelled;
  if (IsGapReached)
    return Reason::Gap;
  if (HowEnded == CoverWorkers::Outcome::Broken || !trouble().empty())
    return Reason::Broken;
  if (Options.NodeLimit && Clock::now() < Deadline)
    return Reason::Nodes;
  return Reason::Time;
}

//===----------------------------------------------------------------------===//
// What workers do
//===----------------------------------------------------------------------===//

/// Collects what would help to close \p Node.
void CoverSearch::findTasks(CoverNode &Node, std::vector<Task> &Tasks) {
  const Tried &T = TriedOn[&Node];
  if (T.Busy)
    return;
  if (Node.isClosed()) {
    if (DecidesTies)
      findTieTasks(Node, Tasks);
    return;
  }
  if (Node.isSplit()) {
    for (const auto &Child : Node.children())
      findTasks(*Child, Tasks);
    return;
  }
  if (!T.Relaxed)
    Tasks.push_back({&Node, Kind::Relax});
  else if (!T.Searched)
    Tasks.push_back({&Node, Kind::Search});
}

/// Collects what would help to decide between the optima of \p Node.
void CoverSearch::findTieTasks(CoverNode &Node, std::vector<Task> &Tasks) {
  if (Node.isInfeasible() || Node.isSettled())
    return;
  const Tried &T = TriedOn[&Node];
  bool IsOnlyOrder =
      std::all_of(Node.Problem.Tie.begin(), Node.Problem.Tie.end(),
                  [](int64_t Tie) { return Tie == 0; });
  if (Node.isSplit()) {
    for (const auto &Child : Node.children())
      findTasks(*Child, Tasks);
  } else if (!T.Relaxed) {
    Tasks.push_back({&Node, Kind::Relax});
  } else if (IsOnlyOrder) {
    if (!T.Unique)
      Tasks.push_back({&Node, Kind::IsUnique});
  } else {
    beginSecond(Node);
    if (Node.second())
      findTasks(*Node.second(), Tasks);
  }
}

/// Sees to it that there is a second phase for \p Node where one can help.
void CoverSearch::beginSecond(CoverNode &Node) {
  Tried &T = TriedOn[&Node];
  const CoverProblem &Problem = Node.Problem;
  if (Node.second()) {
    // Where cost did not weigh enough, its least is not what came out.
    if (!Node.second()->isSettled() ||
        coverCost(Problem, Node.second()->cover()) == Node.cost())
      return;
    TriedOn.erase(Node.second());
  }

  // What is added to every unit of cost makes no difference between optima.
  int64_t Shift = INT64_MAX;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    if (Problem.Cost[Column] > 0)
      Shift = std::min(Shift, Problem.Tie[Column] / Problem.Cost[Column]);
  CoverProblem Combined{{}, Problem.Rows, {}, {}};
  int64_t Largest = 0;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    Combined.Cost.push_back(Problem.Tie[Column] -
                            (Problem.Cost[Column] ? Shift : 0) *
                                Problem.Cost[Column]);
    Largest = std::max(Largest, Combined.Cost.back());
  }
  // Any weight will do with which the cost stays the least; a low one is easier
  // on the solver.
  T.CostWeight = T.CostWeight ? T.CostWeight * 16 : 4 * Largest + 1;
  int64_t Sum = 0;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    if (Problem.Cost[Column] > LargestSum / T.CostWeight)
      return;
    Combined.Cost[Column] += T.CostWeight * Problem.Cost[Column];
    Sum += Combined.Cost[Column];
    if (Sum > LargestSum)
      return;
  }
  Combined.Tie.assign(Problem.columns(), 0);
  prepare(Node.beginSecond(std::move(Combined)), {});
}

std::optional<CoverJob> CoverSearch::nextJob() {
  if (IsGapReached)
    return std::nullopt;
  std::vector<Task> Tasks;
  findTasks(Root, Tasks);
  // Relaxations first: they are quick, and may make searches needless. Then the
  // smallest: many are small, and what time they leave goes to the large ones.
  auto First = std::min_element(
      Tasks.begin(), Tasks.end(), [](const Task &A, const Task &B) {
        bool IsSearchA = A.What != Kind::Relax,
             IsSearchB = B.What != Kind::Relax;
        return IsSearchA != IsSearchB
                   ? IsSearchB
                   : A.Node->Problem.columns() < B.Node->Problem.columns();
      });
  if (First == Tasks.end())
    return std::nullopt;

  CoverJob Job = makeJob(*First);
  double Columns = 0;
  for (const Task &T : Tasks)
    Columns += T.Node->Problem.columns();
  auto Left = std::chrono::duration_cast<milliseconds>(Deadline - Clock::now());
  auto Share = std::chrono::duration_cast<milliseconds>(
      Left * (First->Node->Problem.columns() / Columns) *
      std::max(Options.Workers, 1u));
  if (First->What == Kind::Relax || Left < LeastShare)
    Share = Left;
  Job.Request.TimeLimit = std::clamp(Share, std::min(LeastShare, Left), Left);
  return Job;
}

CoverJob CoverSearch::makeJob(const Task &T) {
  CoverNode &Node = *T.Node;
  TriedOn[&Node].Busy = true;
  CoverJob Job;
  CoverRequest &Request = Job.Request;
  Request.Problem = Node.Problem;
  Request.NodeLimit =
      static_cast<int64_t>(std::min<uint64_t>(Options.NodeLimit, INT32_MAX));
  if (Node.hasCover())
    Request.Start = Node.cover();

  switch (T.What) {
  case Kind::Relax:
    Request.RelaxOnly = true;
    Job.Improved = [this, &Node](const CoverFindings &Findings) {
      takeFindings(Node, Findings);
    };
    Job.Ended = [this, &Node](const CoverFindings &Findings) {
      takeRelaxation(Node, Findings);
    };
    break;
  case Kind::Search:
    Job.Improved = [this, &Node](const CoverFindings &Findings) {
      takeFindings(Node, Findings);
    };
    Job.Ended = [this, &Node](const CoverFindings &Findings) {
      Tried &Now = TriedOn[&Node];
      Now.Busy = false;
      Now.Searched = true;
      Nodes += static_cast<uint64_t>(Findings.Nodes);
      if (Findings.Verdict == CoverVerdict::Infeasible && !Node.hasCover())
        Node.setInfeasible();
      takeFindings(Node, Findings);
    };
    break;
  case Kind::IsUnique: {
    // Another optimum would have a column that this one has not.
    std::vector<uint32_t> Others;
    for (uint32_t Column = 0; Column != Node.Problem.columns(); ++Column)
      if (!std::binary_search(Request.Start.begin(), Request.Start.end(),
                              Column))
        Others.push_back(Column);
    Request.Problem.Rows.push_back(std::move(Others));
    Request.Start.clear();
    Job.Ended = [this, &Node](const CoverFindings &Findings) {
      Tried &Now = TriedOn[&Node];
      Now.Busy = false;
      Now.Unique = true;
      Nodes += static_cast<uint64_t>(Findings.Nodes);
      if (Findings.Bound > Node.cost())
        Node.settle(Node.cover());
    };
    break;
  }
  }
  return Job;
}

void CoverSearch::takeFindings(CoverNode &Node, const CoverFindings &Findings) {
  if (!Findings.Chosen.empty())
    Node.offer(Findings.Chosen);
  // A bound is about covers that beat the best one known to the worker.
  Node.raiseBound(Findings.Bound);
  report();
}

void CoverSearch::takeRelaxation(CoverNode &Node,
                                 const CoverFindings &Findings) {
  Tried &Now = TriedOn[&Node];
  Now.Busy = false;
  Now.Relaxed = true;
  if (Findings.Verdict == CoverVerdict::Infeasible && !Node.hasCover())
    Node.setInfeasible();
  if (Findings.Prices.size() == Node.Problem.Rows.size()) {
    CoverDual Dual(Node.Problem, Findings.Prices, CoverPriceScale);
    Now.Relaxation = Dual.value();
    Node.raiseBound(Dual.bound());
    // To decide between optima, anything helps.
    if (Node.isClosed() ? DecidesTies && Node.split(Dual, 0)
                        : Node.split(Dual, WorthSplitting))
      prepareParts(Node);
  }
  takeFindings(Node, Findings);
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

CoverStatistics CoverSearch::statistics() const {
  CoverStatistics Result;
  Result.Rows = Root.Problem.Rows.size();
  Result.Columns = Root.Problem.columns();
  Result.Fixed = Root.fixedColumns();
  Result.DistinctComponents = Root.children().size();
  Result.Nodes = Nodes;
  int64_t InParts = 0;
  for (const auto &Child : Root.children()) {
    Result.Components += Child->Copies.size();
    auto It = TriedOn.find(Child.get());
    double Relaxation = It != TriedOn.end() && It->second.Relaxed
                            ? It->second.Relaxation
                            : static_cast<double>(Child->bound());
    Result.Relaxation += Relaxation * static_cast<double>(Child->Copies.size());
    InParts += Child->bound() * static_cast<int64_t>(Child->Copies.size());
  }
  if (Root.isSplit() && !Root.isInfeasible())
    Result.Relaxation += static_cast<double>(Root.bound() - InParts);
  return Result;
}
