//===- WorkerSearch.cpp - Branch and cut ------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/worker/WorkerSearch.h"

#include <CbcEventHandler.hpp>
#include <climits>
#include <cmath>

using namespace mlir::noisy;

namespace {

/// Sends CBC's solutions and bounds while it searches.
class SearchListener : public CbcEventHandler {
public:
  SearchListener(WorkerIncumbent &State, int Columns)
      : State(State), Columns(Columns) {}

  CbcEventHandler *clone() const override { return new SearchListener(*this); }

  CbcAction event(CbcEvent Event) override {
    const CbcModel *Model = getModel();
    // Heuristics search parts of the problem, whose bounds do not hold for the
    // whole.
    constexpr int InSmallSearch = 2048;
    if (!Model || Model->parentModel() ||
        (Model->specialOptions() & InSmallSearch))
      return noAction;
    if (Event == solution || Event == heuristicSolution)
      takeSolution(*Model);
    else if (Event == node || Event == treeStatus)
      State.raiseBound(Model->getBestPossibleObjValue());
    return noAction;
  }

private:
  void takeSolution(const CbcModel &Model) {
    const double *Values = Model.bestSolution();
    const int *Originals = Model.originalColumns();
    int Size = Model.getNumCols();
    if (!Values || (!Originals && Size != Columns))
      return;
    std::vector<uint32_t> Proposal = roundToColumns(Values, Size);
    for (uint32_t &Column : Proposal) {
      if (Originals)
        Column = static_cast<uint32_t>(Originals[Column]);
      if (Column >= static_cast<uint32_t>(Columns))
        return;
    }
    State.offer(Proposal);
  }

  WorkerIncumbent &State;
  const int Columns;
};

} // namespace

static int goOn(CbcModel *, int) { return 0; }

CbcSearch::CbcSearch(const OsiSolverInterface &Solver) : Model(Solver) {
  CbcMain0(Model, Data);
  Model.setLogLevel(0);
  Model.setUseElapsedTime(true);
}

CbcSearch::End CbcSearch::run(double Seconds,
                              const std::vector<const char *> &Settings) {
  std::string Limit = std::to_string(Seconds);
  // The default for `preprocess`, sos, has given wrong optima.
  std::vector<const char *> Arguments = {
      "cbc",     "-log",          "0",           "-timeMode",
      "elapsed", "-seconds",      Limit.c_str(), "-preprocess",
      "on",      "-allowableGap", "0",           "-ratioGap",
      "0"};
  Arguments.insert(Arguments.end(), Settings.begin(), Settings.end());
  Arguments.insert(Arguments.end(), {"-solve", "-quit"});
  CbcMain1(static_cast<int>(Arguments.size()), Arguments.data(), Model, goOn,
           Data);
  if (Model.status() != 0)
    return End::Stopped;
  switch (Model.secondaryStatus()) {
  case 0: // the tree is done
  case 2: // the gap is closed
    return End::Proven;
  case 1:
    return End::Infeasible;
  default:
    return End::Stopped;
  }
}

WorkerSearchResult mlir::noisy::branchAndCut(const CoverProblem &Problem,
                                             WorkerRelaxation &P,
                                             WorkerIncumbent &State,
                                             double Seconds, int64_t Nodes) {
  WorkerSearchResult Result;
  // A start solution is given by the names of columns.
  P.Solver.setIntParam(OsiNameDiscipline, 1);
  std::vector<std::pair<std::string, double>> Start;
  for (int Column = 0; Column != P.Columns; ++Column) {
    Start.emplace_back("x" + std::to_string(Column), 0.0);
    P.Solver.setColName(Column, Start.back().first);
  }
  for (uint32_t Column : State.cover())
    Start[Column].second = 1;

  CbcSearch Search(P.Solver);
  CbcModel &Model = Search.Model;
  if (State.hasCover())
    Model.setMIPStart(Start);
  SearchListener Listener(State, P.Columns);
  Model.passInEventHandler(&Listener);

  std::string NodeLimit = std::to_string(Nodes ? Nodes : INT_MAX);
  // Costs are integers: what beats the incumbent beats it by one unit.
  CbcSearch::End End = Search.run(
      Seconds, {"-maxNodes", NodeLimit.c_str(), "-increment", "0.999"});

  Result.Nodes = Model.getNodeCount();
  const double *Values = Model.bestSolution();
  std::vector<uint32_t> Solution;
  if (Values) {
    Solution = roundToColumns(Values, P.Columns);
    State.offer(Solution);
  }
  if (End == CbcSearch::End::Infeasible && !State.hasCover()) {
    Result.Verdict = CoverVerdict::Infeasible;
    return Result;
  }
  if (End == CbcSearch::End::Stopped)
    return Result;
  // CBC says that it is done. Believe it only if the rest of its answer holds.
  if (!Values || !isCover(Problem, Solution) ||
      coverCost(Problem, Solution) != State.cost() ||
      std::abs(Model.getObjValue() -
               static_cast<double>(State.cost() / State.unit())) > 0.5) {
    Result.Message = "CBC claims a wrong optimum";
    Result.Verdict = CoverVerdict::Failed;
    return Result;
  }
  State.raiseBoundToCost();
  Result.Verdict = CoverVerdict::Proven;
  return Result;
}
