//===- CoverSearch.cpp - The steps of solving a problem ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverSearch.h"

#include "optimizer/cover/CoverDual.h"
#include "optimizer/cover/CoverExact.h"
#include "optimizer/cover/CoverGreedy.h"
#include "optimizer/cover/CoverLocalSearch.h"
#include "optimizer/cover/CoverTuning.h"

using namespace mlir::noisy;
using std::chrono::milliseconds;

CoverSearch::CoverSearch(const CoverProblem &Problem,
                         const CoverOptions &Options)
    : Options(Options),
      Limit(Deadline::Clock::now() + Options.TimeLimit, Options.IsCancelled),
      Problem(Problem), Root({Problem.Cost, Problem.Rows}),
      Workers(
          Options.Workers, Options.WorkerPath,
          [this] { return isEnough() || (!Ties && Root.isClosed()); },
          Options.Idle) {}

//===----------------------------------------------------------------------===//
// Steps in this process
//===----------------------------------------------------------------------===//

/// Does what is possible for \p Node without a worker.
void CoverSearch::prepare(CoverNode &Node, std::vector<uint32_t> Start) {
  const CoverProblem &Problem = Node.Problem;
  Node.offer(std::move(Start));
  // Without time the start cover is the only answer.
  if (isOver() && Node.hasCover())
    return;
  if (std::optional<ExactCover> Exact = solveExactly(
          Problem, CoverTuning::QuickExactSteps, [this] { return isOver(); })) {
    Node.raiseBound(coverCost(Problem, Exact->ChosenColumns));
    if (Exact->TieSettled)
      Node.settle(std::move(Exact->ChosenColumns));
    else
      Node.offer(std::move(Exact->ChosenColumns));
    return;
  }
  Node.raiseBound(dualAscentBound(Problem));
  std::vector<uint32_t> Greedy = greedyCover(Problem);
  removeRedundant(Problem, Greedy);
  Node.offer(std::move(Greedy));
  if (isOver())
    return;
  LocalSearchOptions Quick;
  Quick.Steps = CoverTuning::QuickLocalSteps;
  Quick.Goal = Node.bound();
  Quick.Stop = [this] { return isOver(); };
  Node.offer(searchCover(Problem, Node.cover(), Quick));
}

void CoverSearch::prepareParts(CoverNode &Node) {
  for (const auto &Child : Node.children()) {
    // The facts about the whole replace those of the parts then.
    if (isOver() && Node.hasCover())
      return;
    prepare(*Child, Node.startFor(*Child));
  }
}

bool CoverSearch::isEnough() const {
  return Limit.isCancelled() || IsGapReached || IsTieLost;
}

bool CoverSearch::isOver() const { return isEnough() || Limit.isOver(); }

/// Reports the progress of the search to the user if it has changed.
void CoverSearch::report() {
  if (Ties || !Root.hasCover())
    return;
  int64_t Cost = Root.cost(), Bound = std::min(Root.bound(), Cost);
  if (Cost == ReportedCost && Bound == ReportedBound)
    return;
  ReportedCost = Cost;
  ReportedBound = Bound;
  if (Options.Progress)
    Options.Progress(Cost, Bound);
  IsGapReached = Cost > Bound && static_cast<double>(Cost - Bound) <=
                                     Options.Gap * static_cast<double>(Bound);
}

void CoverSearch::run() {
  Root.offer(Options.Start);
  // Presolve may hide a bound from the parts that is simple here.
  Root.raiseBound(dualAscentBound(Root.Problem));
  if (!isOver() || !Root.hasCover()) {
    Root.split([this] { return isOver(); });
    prepareParts(Root);
  }
  report();
  if (!isEnough() && !Root.isClosed())
    WorkersOutcome = Workers.run([this] { return nextJob(); }, Limit.end());
  decideTies();
}

std::vector<uint32_t> CoverSearch::cover() const {
  return Ties ? Ties->cover() : Root.cover();
}

CoverSearch::Reason CoverSearch::reason() const {
  if (Root.isClosed())
    return Reason::None;
  if (Limit.isCancelled())
    return Reason::Cancelled;
  if (IsGapReached)
    return Reason::Gap;
  if (WorkersOutcome == CoverWorkers::Outcome::Broken || !trouble().empty())
    return Reason::Broken;
  if (Options.NodeLimit && !Limit.isOver())
    return Reason::Nodes;
  return Reason::Time;
}

//===----------------------------------------------------------------------===//
// Steps of workers
//===----------------------------------------------------------------------===//

/// Collects the tasks that would help to close \p Node.
void CoverSearch::findTasks(CoverNode &Node, std::vector<Task> &Tasks) {
  const NodeState &State = States[&Node];
  if (State.IsBusy)
    return;
  if (Node.isClosed()) {
    if (Ties)
      findTieTasks(Node, Tasks);
    return;
  }
  if (Node.isSplit()) {
    for (const auto &Child : Node.children())
      findTasks(*Child, Tasks);
    return;
  }
  const uint32_t Columns = Node.Problem.columns();
  auto IsOpen = [&](StepKind Step) { return !State.DoneSteps[Step]; };
  if (IsOpen(Relax))
    Tasks.push_back({&Node, Relax});
  else if (Ties && Columns > CoverTuning::TieColumns)
    IsTieLost = true;
  else if (IsOpen(Exact) && Columns <= CoverTuning::ManyColumns)
    Tasks.push_back({&Node, Exact});
  else if (IsOpen(Improve) && Columns > CoverTuning::FewColumns)
    Tasks.push_back({&Node, Improve});
  else if (IsOpen(Bound) && Columns > CoverTuning::ManyColumns)
    Tasks.push_back({&Node, Bound});
  else if (IsOpen(Search))
    Tasks.push_back({&Node, Search});
  else if (IsOpen(Bound) && Columns > CoverTuning::RegionColumns)
    Tasks.push_back({&Node, Bound});
  else if (Ties)
    IsTieLost = true;
}

/// True if a bound from regions is open, and may be of use. Where the
/// relaxation is quick but the problem large, that comes first: it may leave a
/// smaller problem.
bool CoverSearch::isBoundWorthwhile(const CoverNode &Node) const {
  const auto &Done = States.at(&Node).DoneSteps;
  const uint32_t Columns = Node.Problem.columns();
  return !Done[Bound] && Columns > CoverTuning::RegionColumns &&
         (Done[Relax] || Columns <= CoverTuning::MostBeforeRelaxation);
}

/// Collects what can be done beside other tasks. The caller's own work takes
/// the place of improvements.
void CoverSearch::findBesides(CoverNode &Node, std::vector<Task> &Tasks) {
  for (const auto &Child : Node.children())
    findBesides(*Child, Tasks);
  const NodeState &State = States[&Node];
  if (!State.IsBusy || State.HasStepBeside || Node.isSplit() || Node.isClosed())
    return;
  if (isBoundWorthwhile(Node))
    Tasks.push_back({&Node, BoundBeside});
  else if (!Options.Idle && Node.Problem.columns() > CoverTuning::ManyColumns)
    Tasks.push_back({&Node, ImproveBeside});
}

std::optional<CoverJob> CoverSearch::nextJob() {
  if (IsGapReached)
    return std::nullopt;
  std::vector<Task> Tasks;
  findTasks(Ties ? *Ties : Root, Tasks);
  if (IsTieLost)
    return std::nullopt;
  // Relaxations first: they are quick, and may make searches needless. Then the
  // smallest: many are small, and the time they leave goes to the large ones. A
  // tie is settled everywhere or not at all, so there the largest comes first.
  auto First = std::min_element(
      Tasks.begin(), Tasks.end(), [this](const Task &A, const Task &B) {
        bool IsSearchA = A.Step != Relax, IsSearchB = B.Step != Relax;
        return IsSearchA != IsSearchB ? IsSearchB
               : Ties ? A.Node->Problem.columns() > B.Node->Problem.columns()
                      : A.Node->Problem.columns() < B.Node->Problem.columns();
      });
  if (First == Tasks.end() && Options.NodeLimit == 0 && !Ties) {
    findBesides(Root, Tasks);
    First = std::max_element(
        Tasks.begin(), Tasks.end(), [](const Task &A, const Task &B) {
          return A.Node->Problem.columns() < B.Node->Problem.columns();
        });
  }
  if (First == Tasks.end())
    return std::nullopt;

  CoverJob Job = makeJob(*First);
  Job.Request.TimeLimit = timeShare(*First, Tasks);
  return Job;
}

/// The time for \p Next, the first of \p Tasks.
milliseconds CoverSearch::timeShare(const Task &Next,
                                    const std::vector<Task> &Tasks) const {
  double Columns = 0;
  for (const Task &T : Tasks)
    Columns += T.Node->Problem.columns();
  const uint32_t NextColumns = Next.Node->Problem.columns();
  auto TimeLeft = std::chrono::duration_cast<milliseconds>(Limit.timeLeft());
  auto Share = std::chrono::duration_cast<milliseconds>(
      TimeLeft * (NextColumns / Columns) * std::max(Options.Workers, 1u));
  if (Next.Step == Relax || isBeside(Next.Step) ||
      TimeLeft < CoverTuning::LeastShare)
    Share = TimeLeft;
  else if (Next.Step == Improve)
    Share = TimeLeft / 5;
  else if (Next.Step == Bound && NextColumns > CoverTuning::ManyColumns)
    Share = TimeLeft * 2 / 3;
  else if (Next.Step == Search && isBoundWorthwhile(*Next.Node))
    Share = std::min(Share, TimeLeft / 2);
  return std::clamp(Share, std::min(CoverTuning::LeastShare, TimeLeft),
                    TimeLeft);
}

CoverWork CoverSearch::makeWork(const Task &T) {
  const auto Nodes =
      static_cast<int64_t>(std::min<uint64_t>(Options.NodeLimit, INT32_MAX));
  switch (T.Step) {
  case Relax:
    return RelaxWork();
  case Exact:
    return ExactWork{CoverTuning::ExactSteps};
  case DecideTie:
    return ExactWork{CoverTuning::TieSteps};
  case Improve:
    return ImproveWork{CoverTuning::LocalStepsPerColumn *
                           T.Node->Problem.columns(),
                       States[T.Node].Seed++};
  case ImproveBeside:
    return ImproveWork{CoverTuning::LocalStepsBeside, States[T.Node].Seed++};
  case Bound:
  case BoundBeside:
    return RegionWork{CoverTuning::RegionRounds};
  case ProveUnique:
    return SearchWork{CoverTuning::TieNodes};
  case Search:
  case NumSteps:
    break;
  }
  if (Ties && (Nodes == 0 || Nodes > CoverTuning::TieNodes))
    return SearchWork{CoverTuning::TieNodes};
  return SearchWork{Nodes};
}

CoverJob CoverSearch::makeJob(const Task &T) {
  CoverNode &Node = *T.Node;
  NodeState &State = States[&Node];
  (isBeside(T.Step) ? State.HasStepBeside : State.IsBusy) = true;
  if (T.Step == BoundBeside)
    State.DoneSteps.set(Bound);
  CoverJob Job;
  Job.Request.Problem = Node.Problem;
  Job.Request.Work = makeWork(T);
  if (T.Step == ProveUnique) {
    forbidCover(Node, Job.Request);
  } else {
    if (Node.hasCover())
      Job.Request.Start = Node.cover();
    Job.OnImprovement = [this, &Node](const CoverFindings &Findings) {
      takeFindings(Node, Findings);
    };
  }
  Job.OnEnd = [this, T](const CoverFindings &Findings) {
    endTask(T, Findings);
  };
  return Job;
}

void CoverSearch::endTask(const Task &T, const CoverFindings &Findings) {
  CoverNode &Node = *T.Node;
  NodeState &State = States[&Node];
  (isBeside(T.Step) ? State.HasStepBeside : State.IsBusy) = false;
  State.DoneSteps.set(T.Step == ImproveBeside ? Improve : T.Step);
  Nodes += static_cast<uint64_t>(Findings.Nodes);
  if (T.Step == ProveUnique) {
    // Every other optimum has a column outside of the cover.
    if (Findings.Bound > Node.cost())
      Node.settle(Node.cover());
    return;
  }
  takeFindings(Node, Findings);
  if (T.Step == Relax && Findings.Prices.size() == Node.Problem.Rows.size())
    State.Prices = Findings.Prices;
  if (T.Step == Relax || T.Step == Improve)
    splitByPrices(Node);
  report();
}

void CoverSearch::takeFindings(CoverNode &Node, const CoverFindings &Findings) {
  if (!Findings.ChosenColumns.empty())
    Node.offer(Findings.ChosenColumns);
  // The bound applies to covers that beat the best one known to the worker.
  Node.raiseBound(Findings.Bound);
  if (Findings.Verdict == CoverVerdict::Settled)
    Node.settle(Findings.ChosenColumns);
  report();
}

/// Splits \p Node by the prices of its relaxation and its best cover, if that
/// is worth it.
void CoverSearch::splitByPrices(CoverNode &Node) {
  NodeState &State = States[&Node];
  if (State.Prices.empty() || Node.isSplit())
    return;
  CoverDual Dual(Node.Problem, State.Prices, CoverPriceScale);
  State.Relaxation = Dual.value();
  Node.raiseBound(Dual.bound());
  // Any split helps to decide between optima.
  auto Stop = [this] { return isOver(); };
  if (isOver())
    return;
  if (Node.isClosed() ? Ties && Node.split(Dual, 0, Stop)
                      : Node.split(Dual, CoverTuning::WorthSplitting, Stop))
    prepareParts(Node);
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

CoverStatistics CoverSearch::statistics() const {
  CoverStatistics Result;
  Result.Rows = Root.Problem.Rows.size();
  Result.Columns = Root.Problem.columns();
  Result.FixedColumns = Root.fixedColumns();
  Result.DistinctComponents = Root.children().size();
  Result.Nodes = Nodes;
  int64_t PartsBound = 0;
  for (const auto &Child : Root.children()) {
    Result.Components += Child->Copies.size();
    auto It = States.find(Child.get());
    double Relaxation = It != States.end() && It->second.DoneSteps[Relax]
                            ? It->second.Relaxation
                            : static_cast<double>(Child->bound());
    Result.Relaxation += Relaxation * static_cast<double>(Child->Copies.size());
    PartsBound += Child->bound() * static_cast<int64_t>(Child->Copies.size());
  }
  if (Root.isSplit() && !Root.isInfeasible())
    Result.Relaxation += static_cast<double>(Root.bound() - PartsBound);
  return Result;
}
