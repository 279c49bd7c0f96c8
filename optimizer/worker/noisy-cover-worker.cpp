//===- noisy-cover-worker.cpp - CBC in a process of its own -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Solves the covering problems on its stdin with COIN-OR CBC, as described in
// CoverWorkerProtocol.h. A process of its own because CBC calls abort() and
// exit(), prints, has global state, and cannot be stopped in time.
//
//===----------------------------------------------------------------------===//

#include "Version.h"
#include "optimizer/cover/CoverExact.h"
#include "optimizer/cover/CoverLocalSearch.h"
#include "optimizer/cover/CoverRegionSearch.h"
#include "optimizer/cover/CoverRegions.h"
#include "optimizer/worker/WorkerIncumbent.h"
#include "optimizer/worker/WorkerRelaxation.h"
#include "optimizer/worker/WorkerSearch.h"
#include "optimizer/worker/WorkerStreams.h"
#include "system/ParentWatch.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir::noisy;

using Clock = std::chrono::steady_clock;

/// The number of regions that are solved again after a local search.
static constexpr uint32_t RegionsPerSearch = 100;
/// The number of rows above which a presolve of the relaxation is worth it.
static constexpr size_t LargeRows = 3000;

namespace {

/// The work on one request. The overload for each kind of work returns the last
/// line of the answer.
class RequestWork {
public:
  RequestWork(const CoverRequest &Request, const WorkerStreams &Io)
      : Problem(Request.Problem), Start(Request.Start), Io(Io),
        Deadline(Clock::now() + Request.TimeLimit), Incumbent(Request, Io) {}

  CoverAnswer operator()(const ExactWork &Work);
  CoverAnswer operator()(const ImproveWork &Work);
  CoverAnswer operator()(const RegionWork &Work);
  CoverAnswer operator()(const RelaxWork &Work);
  CoverAnswer operator()(const SearchWork &Work);

private:
  static CoverAnswer makeDone(CoverVerdict Verdict) {
    CoverAnswer Answer;
    Answer.LineKind = CoverAnswer::Done;
    Answer.Verdict = Verdict;
    return Answer;
  }
  /// The verdict if only the incumbent is known.
  CoverVerdict verdict() const {
    return Incumbent.isProven() ? CoverVerdict::Proven : CoverVerdict::Stopped;
  }
  /// The last line if the relaxation has no solution.
  CoverAnswer withoutSolution() const {
    return makeDone(Incumbent.hasCover() ? CoverVerdict::Stopped
                                         : CoverVerdict::Infeasible);
  }
  double secondsLeft() const {
    return std::chrono::duration<double>(Deadline - Clock::now()).count();
  }
  /// Solves the relaxation as far as the time allows; false if it has no
  /// solution.
  bool relax(WorkerRelaxation &Relaxation);
  void send(CoverAnswer::Kind Kind, std::vector<int64_t> Numbers);

  const CoverProblem &Problem;
  const std::vector<uint32_t> &Start;
  const WorkerStreams &Io;
  const Clock::time_point Deadline;
  const std::function<bool()> Stop = [this] {
    return Clock::now() >= Deadline;
  };
  WorkerIncumbent Incumbent;
};

} // namespace

CoverAnswer RequestWork::operator()(const ExactWork &Work) {
  std::optional<ExactCover> Exact =
      solveExactly(Problem, static_cast<uint64_t>(Work.Steps), Stop);
  if (!Exact)
    return makeDone(CoverVerdict::Stopped);
  Incumbent.prove(Exact->ChosenColumns);
  return makeDone(Exact->TieSettled ? CoverVerdict::Settled
                                    : CoverVerdict::Proven);
}

CoverAnswer RequestWork::operator()(const ImproveWork &Work) {
  LocalSearchOptions Options;
  Options.Steps = static_cast<uint64_t>(Work.Steps);
  Options.Seed = static_cast<uint64_t>(Work.Seed);
  Options.Stop = Stop;
  Options.Better = [&](const std::vector<uint32_t> &ChosenColumns,
                       int64_t Cost) {
    if (Cost < Incumbent.cost())
      Incumbent.take(ChosenColumns);
  };
  std::vector<uint32_t> Cover = searchCover(Problem, Start, Options);

  // Regions find improvements that exchanges of single columns do not.
  RegionSearchOptions Regions;
  Regions.Regions = RegionsPerSearch;
  Regions.Seed = static_cast<uint32_t>(Work.Seed);
  Regions.Stop = Stop;
  Regions.Better = Options.Better;
  searchRegions(Problem, std::move(Cover), Regions);
  return makeDone(CoverVerdict::Stopped);
}

CoverAnswer RequestWork::operator()(const RegionWork &Work) {
  RegionBoundOptions Options;
  Options.Rounds = static_cast<uint32_t>(Work.Rounds);
  Options.Stop = Stop;
  Options.Better = [&](int64_t Bound) {
    Incumbent.raiseBoundTo(std::min(Bound, Incumbent.cost()));
  };
  regionBound(Problem, Incumbent.cost(), Options);
  return makeDone(CoverVerdict::Stopped);
}

bool RequestWork::relax(WorkerRelaxation &Relaxation) {
  OsiClpSolverInterface &Solver = Relaxation.Solver;
  Solver.getModelPtr()->setMaximumWallSeconds(std::max(secondsLeft(), 0.0));
  // Presolve is several times faster on large problems. On odd small ones,
  // infeasible or empty after it, it crashes.
  if (Problem.Rows.size() > LargeRows) {
    Solver.setHintParam(OsiDoPresolveInInitial, true, OsiHintDo);
    Solver.setHintParam(OsiDoDualInInitial, true, OsiHintDo);
  }
  Solver.initialSolve();
  if (Solver.isProvenPrimalInfeasible())
    return false;
  Incumbent.raiseBound(Relaxation.dualBound());
  Incumbent.offer(roundToColumns(Solver.getColSolution(), Relaxation.Columns));
  return true;
}

void RequestWork::send(CoverAnswer::Kind Kind, std::vector<int64_t> Numbers) {
  CoverAnswer Answer;
  Answer.LineKind = Kind;
  Answer.Numbers = std::move(Numbers);
  Io.send(Answer);
}

CoverAnswer RequestWork::operator()(const RelaxWork &) {
  WorkerRelaxation Relaxation(Problem, Incumbent.unit());
  if (!relax(Relaxation))
    return withoutSolution();
  send(CoverAnswer::Prices, Relaxation.prices());
  send(CoverAnswer::Values, Relaxation.values());
  return makeDone(verdict());
}

CoverAnswer RequestWork::operator()(const SearchWork &Work) {
  WorkerRelaxation Relaxation(Problem, Incumbent.unit());
  if (!relax(Relaxation))
    return withoutSolution();
  if (Incumbent.isProven() || secondsLeft() <= 0)
    return makeDone(verdict());
  WorkerSearchResult Result =
      branchAndCut(Problem, Relaxation, Incumbent, secondsLeft(), Work.Nodes);
  CoverAnswer Nodes;
  Nodes.LineKind = CoverAnswer::Nodes;
  Nodes.Number = Result.Nodes;
  Io.send(Nodes);
  CoverAnswer Last =
      makeDone(Incumbent.isProven() ? CoverVerdict::Proven : Result.Verdict);
  Last.Message = Result.Message;
  return Last;
}

static CoverAnswer solve(const CoverRequest &Request, const WorkerStreams &Io) {
  return std::visit(RequestWork(Request, Io), Request.Work);
}

static int help(int Status) {
  std::fputs(
      "noisy-cover-worker solves the covering problems of noisy's "
      "optimizer with COIN-OR CBC.\n"
      "noisy-opt and the language server start it. Run it by hand only to "
      "repeat a problem from a file:\n\n"
      "  noisy-cover-worker < problem.txt\n"
      "  noisy-cover-worker --version\n",
      Status == EXIT_SUCCESS ? stdout : stderr);
  return Status;
}

int main(int Argc, char **Argv) {
  if (Argc == 2 && std::strcmp(Argv[1], "--version") == 0) {
    std::puts("noisy-cover-worker " NOISY_VERSION);
    return EXIT_SUCCESS;
  }
  if (Argc == 2 && std::strcmp(Argv[1], "--help") == 0)
    return help(EXIT_SUCCESS);
  if (Argc != 1 || ::isatty(STDIN_FILENO))
    return help(EXIT_FAILURE);

  // A failed assertion in CBC is handled; it should not leave a core.
  rlimit NoCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &NoCore);
  WorkerStreams Io;
  if (!Io.takeStandard())
    return EXIT_FAILURE;

  // CBC may be in the middle of anything, and a thread may be busy reading a
  // large request.
  endWithParent(Io.Input);
  // Never destroyed: its thread reads as long as the process lives.
  auto *Requests = new WorkerRequests(Io.Input);
  std::string Error;
  while (std::optional<CoverRequest> Request = Requests->next(Error))
    Io.send(solve(*Request, Io));
  if (!Error.empty()) {
    CoverAnswer Last;
    Last.LineKind = CoverAnswer::Done;
    Last.Message = "bad request: " + Error;
    Io.send({});
    Io.send(Last);
  }
  // Skip destructors: nothing is worth a crash now.
  ::_exit(Error.empty() ? EXIT_SUCCESS : EXIT_FAILURE);
}
