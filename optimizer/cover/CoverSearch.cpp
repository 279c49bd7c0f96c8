//===- CoverSearch.cpp - What is done for a problem, and when ---*- C++ -*-===//
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

using namespace mlir::noisy;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// What a search gets of the time at least; most need a few milliseconds.
static constexpr milliseconds LeastShare = 200ms;
/// What is tried here, a few milliseconds, and in a worker, a second.
static constexpr uint64_t FewSteps = 500000;
static constexpr int64_t ManySteps = 100000000;
/// Steps of local search here, and for each column in a worker where there are
/// more than a few.
static constexpr uint64_t QuickSteps = 10000;
static constexpr int64_t StepsPerColumn = 300;
static constexpr uint32_t FewColumns = 200;
static constexpr int64_t StepsBeside = 5000000;
static constexpr int64_t RegionRounds = 20;
/// Of fewer columns a search has seen more than regions could.
static constexpr uint32_t RegionColumns = 500;
/// Branching on more than this, when only the tie is open, takes too long.
static constexpr uint32_t MostTieColumns = 5000;
/// It is worth taking a problem apart again when this part of it is settled.
static constexpr double WorthSplitting = 0.05;

CoverSearch::CoverSearch(const CoverProblem &Problem,
                         const CoverOptions &Options)
    : Options(Options),
      Limit(Deadline::Clock::now() + Options.TimeLimit, Options.Cancelled),
      Problem(Problem), Root({Problem.Cost, Problem.Rows}),
      Workers(Options.Workers, Options.WorkerPath,
              [this] { return isEnough(); }) {}

//===----------------------------------------------------------------------===//
// What is done here
//===----------------------------------------------------------------------===//

/// Finds out what can be had of \p Node without a worker.
void CoverSearch::prepare(CoverNode &Node, std::vector<uint32_t> Start) {
  const CoverProblem &Problem = Node.Problem;
  Node.offer(std::move(Start));
  // Without time the cover to start from is all the answer that there will be.
  if (isOver() && Node.hasCover())
    return;
  if (std::optional<ExactCover> Exact =
          solveExactly(Problem, FewSteps, [this] { return isOver(); })) {
    Node.raiseBound(coverCost(Problem, Exact->Chosen));
    if (Exact->TieSettled)
      Node.settle(std::move(Exact->Chosen));
    else
      Node.offer(std::move(Exact->Chosen));
    return;
  }
  Node.raiseBound(dualAscentBound(Problem));
  std::vector<uint32_t> Greedy = greedyCover(Problem);
  removeRedundant(Problem, Greedy);
  Node.offer(std::move(Greedy));
  if (isOver())
    return;
  LocalSearchOptions Quick;
  Quick.Steps = QuickSteps;
  Quick.Goal = Node.bound();
  Quick.Stop = [this] { return isOver(); };
  Node.offer(searchCover(Problem, Node.cover(), Quick));
}

void CoverSearch::prepareParts(CoverNode &Node) {
  for (const auto &Child : Node.children()) {
    // What is known of the whole stands for the parts then.
    if (isOver() && Node.hasCover())
      return;
    prepare(*Child, Node.startFor(*Child));
  }
}

bool CoverSearch::isEnough() const {
  return Limit.isCancelled() || IsGapReached || IsTieLost;
}

bool CoverSearch::isOver() const { return isEnough() || Limit.isOver(); }

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
  // Presolve may hide from the bounds of the parts what is plain here.
  Root.raiseBound(dualAscentBound(Root.Problem));
  if (!isOver() || !Root.hasCover()) {
    Root.split([this] { return isOver(); });
    prepareParts(Root);
  }
  report();
  if (!isEnough() && !Root.isClosed())
    HowEnded = Workers.run([this] { return nextJob(); }, Limit.end());
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
  if (HowEnded == CoverWorkers::Outcome::Broken || !trouble().empty())
    return Reason::Broken;
  if (Options.NodeLimit && !Limit.isOver())
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
    if (Ties)
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
  else if (Ties && Node.Problem.columns() > MostTieColumns)
    IsTieLost = true;
  else if (!T.Exact && Node.Problem.columns() <= ManyColumns)
    Tasks.push_back({&Node, Kind::Exact});
  else if (!T.Improved && Node.Problem.columns() > FewColumns)
    Tasks.push_back({&Node, Kind::Improve});
  else if (!T.Bounded && Node.Problem.columns() > ManyColumns)
    Tasks.push_back({&Node, Kind::Bound});
  else if (!T.Searched)
    Tasks.push_back({&Node, Kind::Search});
  else if (!T.Bounded && Node.Problem.columns() > RegionColumns)
    Tasks.push_back({&Node, Kind::Bound});
  else if (Ties)
    IsTieLost = true;
}

/// Collects what may be improved while something else is done with it.
void CoverSearch::findBesides(CoverNode &Node, std::vector<Task> &Tasks) {
  for (const auto &Child : Node.children())
    findBesides(*Child, Tasks);
  const Tried &T = TriedOn[&Node];
  if (T.Busy && !T.Improves && !Node.isClosed() &&
      Node.Problem.columns() > ManyColumns)
    Tasks.push_back({&Node, Kind::ImproveBeside});
}

std::optional<CoverJob> CoverSearch::nextJob() {
  if (IsGapReached)
    return std::nullopt;
  std::vector<Task> Tasks;
  findTasks(Ties ? *Ties : Root, Tasks);
  if (IsTieLost)
    return std::nullopt;
  // Relaxations first: they are quick, and may make searches needless. Then the
  // smallest: many are small, and what time they leave goes to the large ones.
  // A tie is settled everywhere or not at all, so there the largest comes
  // first.
  auto First = std::min_element(
      Tasks.begin(), Tasks.end(), [this](const Task &A, const Task &B) {
        bool IsSearchA = A.What != Kind::Relax,
             IsSearchB = B.What != Kind::Relax;
        return IsSearchA != IsSearchB ? IsSearchB
               : Ties ? A.Node->Problem.columns() > B.Node->Problem.columns()
                      : A.Node->Problem.columns() < B.Node->Problem.columns();
      });
  if (First == Tasks.end() && Options.NodeLimit == 0 && !Ties) {
    findBesides(Root, Tasks);
    First = Tasks.begin();
  }
  if (First == Tasks.end())
    return std::nullopt;

  CoverJob Job = makeJob(*First);
  double Columns = 0;
  for (const Task &T : Tasks)
    Columns += T.Node->Problem.columns();
  auto Left = std::chrono::duration_cast<milliseconds>(Limit.left());
  auto Share = std::chrono::duration_cast<milliseconds>(
      Left * (First->Node->Problem.columns() / Columns) *
      std::max(Options.Workers, 1u));
  if (First->What == Kind::Relax || Left < LeastShare)
    Share = Left;
  else if (First->What == Kind::Improve)
    Share = Left / 5;
  else if (First->What == Kind::Bound &&
           First->Node->Problem.columns() > ManyColumns)
    Share = Left * 2 / 3;
  Job.Request.TimeLimit = std::clamp(Share, std::min(LeastShare, Left), Left);
  return Job;
}

CoverJob CoverSearch::makeJob(const Task &T) {
  CoverNode &Node = *T.Node;
  (T.What == Kind::ImproveBeside ? TriedOn[&Node].Improves
                                 : TriedOn[&Node].Busy) = true;
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
  case Kind::Improve:
  case Kind::ImproveBeside: {
    bool IsBeside = T.What == Kind::ImproveBeside;
    Request.ImproveSteps =
        IsBeside ? StepsBeside : StepsPerColumn * Node.Problem.columns();
    Request.Seed = TriedOn[&Node].Seed++;
    Job.Improved = [this, &Node](const CoverFindings &Findings) {
      takeFindings(Node, Findings);
    };
    Job.Ended = [this, &Node, IsBeside](const CoverFindings &Findings) {
      Tried &Now = TriedOn[&Node];
      (IsBeside ? Now.Improves : Now.Busy) = false;
      Now.Improved = true;
      takeFindings(Node, Findings);
      if (!IsBeside)
        splitByPrices(Node);
    };
    break;
  }
  case Kind::Exact:
    Request.ExactSteps = ManySteps;
    Request.ExactOnly = true;
    Job.Ended = [this, &Node](const CoverFindings &Findings) {
      Tried &Now = TriedOn[&Node];
      Now.Busy = false;
      Now.Exact = true;
      takeFindings(Node, Findings);
    };
    break;
  case Kind::Bound:
    Request.RegionRounds = RegionRounds;
    Job.Improved = [this, &Node](const CoverFindings &Findings) {
      takeFindings(Node, Findings);
    };
    Job.Ended = [this, &Node](const CoverFindings &Findings) {
      Tried &Now = TriedOn[&Node];
      Now.Busy = false;
      Now.Bounded = true;
      takeFindings(Node, Findings);
    };
    break;
  case Kind::Search:
    if (Ties && (Request.NodeLimit == 0 || Request.NodeLimit > MostTieNodes))
      Request.NodeLimit = MostTieNodes;
    Job.Improved = [this, &Node](const CoverFindings &Findings) {
      takeFindings(Node, Findings);
    };
    Job.Ended = [this, &Node](const CoverFindings &Findings) {
      Tried &Now = TriedOn[&Node];
      Now.Busy = false;
      Now.Searched = true;
      Nodes += static_cast<uint64_t>(Findings.Nodes);
      takeFindings(Node, Findings);
    };
    break;
  case Kind::DecideTie:
  case Kind::IsUnique:
    fillTieJob(T, Job);
    break;
  }
  return Job;
}

void CoverSearch::takeFindings(CoverNode &Node, const CoverFindings &Findings) {
  if (!Findings.Chosen.empty())
    Node.offer(Findings.Chosen);
  // A bound is about covers that beat the best one known to the worker.
  Node.raiseBound(Findings.Bound);
  if (Findings.Verdict == CoverVerdict::Settled)
    Node.settle(Findings.Chosen);
  if (!Ties)
    report();
}

void CoverSearch::takeRelaxation(CoverNode &Node,
                                 const CoverFindings &Findings) {
  Tried &Now = TriedOn[&Node];
  Now.Busy = false;
  Now.Relaxed = true;
  if (Findings.Prices.size() == Node.Problem.Rows.size()) {
    Now.Prices = Findings.Prices;
    takeFindings(Node, Findings);
    splitByPrices(Node);
  }
  takeFindings(Node, Findings);
}

/// Takes \p Node apart by the prices of its relaxation and its best cover,
/// where that is worth it.
void CoverSearch::splitByPrices(CoverNode &Node) {
  Tried &Now = TriedOn[&Node];
  if (Now.Prices.empty() || Node.isSplit())
    return;
  CoverDual Dual(Node.Problem, Now.Prices, CoverPriceScale);
  Now.Relaxation = Dual.value();
  Node.raiseBound(Dual.bound());
  // To decide between optima, anything helps.
  auto Stop = [this] { return isOver(); };
  if (isOver())
    return;
  if (Node.isClosed() ? Ties && Node.split(Dual, 0, Stop)
                      : Node.split(Dual, WorthSplitting, Stop))
    prepareParts(Node);
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
