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

/// Regions that are solved again after a local search.
static constexpr uint32_t RegionsPerSearch = 100;
/// A problem of more rows is worth a presolve of its relaxation.
static constexpr size_t LargeRows = 3000;

/// Searches for better covers only.
static void improve(const CoverRequest &Request, WorkerIncumbent &Incumbent,
                    Clock::time_point Deadline) {
  LocalSearchOptions Options;
  Options.Steps = static_cast<uint64_t>(Request.ImproveSteps);
  Options.Seed = static_cast<uint64_t>(Request.Seed);
  Options.Stop = [&] { return Clock::now() >= Deadline; };
  Options.Better = [&](const std::vector<uint32_t> &Chosen, int64_t Cost) {
    if (Cost < Incumbent.cost())
      Incumbent.take(Chosen);
  };
  std::vector<uint32_t> Cover =
      searchCover(Request.Problem, Request.Start, Options);

  // What exchanges of single columns do not find.
  RegionSearchOptions Regions;
  Regions.Regions = RegionsPerSearch;
  Regions.Seed = static_cast<uint32_t>(Request.Seed);
  Regions.Stop = Options.Stop;
  Regions.Better = Options.Better;
  searchRegions(Request.Problem, std::move(Cover), Regions);
}

static CoverAnswer solve(const CoverRequest &Request, const WorkerStreams &Io) {
  const Clock::time_point Deadline = Clock::now() + Request.TimeLimit;
  auto SecondsLeft = [&] {
    return std::chrono::duration<double>(Deadline - Clock::now()).count();
  };
  CoverAnswer Last;
  Last.What = CoverAnswer::Done;
  Last.Verdict = CoverVerdict::Stopped;
  WorkerIncumbent Incumbent(Request, Io);

  if (Request.ExactSteps > 0) {
    std::optional<ExactCover> Exact =
        solveExactly(Request.Problem, static_cast<uint64_t>(Request.ExactSteps),
                     [&] { return Clock::now() >= Deadline; });
    if (Exact) {
      Incumbent.prove(Exact->Chosen);
      Last.Verdict =
          Exact->TieSettled ? CoverVerdict::Settled : CoverVerdict::Proven;
      return Last;
    }
    if (Request.ExactOnly)
      return Last;
  }

  if (Request.ImproveSteps > 0) {
    improve(Request, Incumbent, Deadline);
    return Last;
  }

  if (Request.RegionRounds > 0) {
    RegionBoundOptions Options;
    Options.Rounds = static_cast<uint32_t>(Request.RegionRounds);
    Options.Stop = [&] { return Clock::now() >= Deadline; };
    Options.Better = [&](int64_t Bound) {
      Incumbent.raiseBoundTo(std::min(Bound, Incumbent.cost()));
    };
    regionBound(Request.Problem, Incumbent.cost(), Options);
    return Last;
  }

  WorkerRelaxation Relaxation(Request.Problem, Incumbent.unit());
  OsiClpSolverInterface &Solver = Relaxation.Solver;
  Solver.getModelPtr()->setMaximumWallSeconds(std::max(SecondsLeft(), 0.0));
  // On large ones that is several times faster; on odd small ones, infeasible
  // or without anything left after it, it crashes.
  if (Request.Problem.Rows.size() > LargeRows) {
    Solver.setHintParam(OsiDoPresolveInInitial, true, OsiHintDo);
    Solver.setHintParam(OsiDoDualInInitial, true, OsiHintDo);
  }
  Solver.initialSolve();
  if (Solver.isProvenPrimalInfeasible()) {
    if (!Incumbent.hasCover())
      Last.Verdict = CoverVerdict::Infeasible;
    return Last;
  }
  Incumbent.raiseBound(Relaxation.dualBound());
  Incumbent.offer(roundToColumns(Solver.getColSolution(), Relaxation.Columns));
  if (Request.RelaxOnly) {
    CoverAnswer Details;
    Details.What = CoverAnswer::Prices;
    Details.Numbers = Relaxation.prices();
    Io.send(Details);
    Details.What = CoverAnswer::Values;
    Details.Numbers = Relaxation.values();
    Io.send(Details);
  } else if (!Incumbent.isProven() && SecondsLeft() > 0) {
    WorkerSearchResult Found =
        branchAndCut(Request, Relaxation, Incumbent, SecondsLeft());
    Last.Verdict = Found.Verdict;
    Last.Message = Found.Message;
    CoverAnswer Nodes;
    Nodes.What = CoverAnswer::Nodes;
    Nodes.Number = Found.Nodes;
    Io.send(Nodes);
  }
  if (Incumbent.isProven())
    Last.Verdict = CoverVerdict::Proven;
  return Last;
}

static int help(int Status) {
  std::fputs("noisy-cover-worker solves the covering problems of noisy's "
             "optimizer with COIN-OR CBC.\n"
             "It is started by noisy-opt and by the language server; there is "
             "nothing to do with it by hand,\n"
             "except to run a problem from a file again:\n\n"
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

  // A failed assertion in CBC is dealt with; it should not leave a core.
  rlimit NoCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &NoCore);
  WorkerStreams Io;
  if (!Io.takeStandard())
    return EXIT_FAILURE;

  // CBC may be in the middle of anything, and a thread may be busy reading a
  // large request.
  endWithParent(Io.In);
  // Never destroyed: its thread reads as long as the process lives.
  auto *Incoming = new WorkerRequests(Io.In);
  std::string Error;
  while (std::optional<CoverRequest> Request = Incoming->next(Error))
    Io.send(solve(*Request, Io));
  if (!Error.empty()) {
    CoverAnswer Last;
    Last.What = CoverAnswer::Done;
    Last.Message = "bad request: " + Error;
    Io.send({});
    Io.send(Last);
  }
  // Without destructors: nothing is worth a crash now.
  ::_exit(Error.empty() ? EXIT_SUCCESS : EXIT_FAILURE);
}
