//===- WorkerSearch.cpp - Branch and cut ------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/worker/WorkerSearch.h"

#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <CbcSolver.hpp>
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

  CbcModel Model(P.Solver);
  CbcSolverUsefulData Data;
  CbcMain0(Model, Data);
  Model.setLogLevel(0);
  Model.setUseElapsedTime(true);
  if (State.hasCover())
    Model.setMIPStart(Start);
  SearchListener Listener(State, P.Columns);
  Model.passInEventHandler(&Listener);

  std::string Limit = std::to_string(Seconds);
  std::string NodeLimit = std::to_string(Nodes ? Nodes : INT_MAX);
  // Costs are integers: what beats the incumbent beats it by one unit. The
  // default for `preprocess`, sos, has given wrong optima.
  const char *Arguments[] = {"noisy-cover-worker",
                             "-log",
                             "0",
                             "-timeMode",
                             "elapsed",
                             "-seconds",
                             Limit.c_str(),
                             "-maxNodes",
                             NodeLimit.c_str(),
                             "-preprocess",
                             "on",
                             "-allowableGap",
                             "0",
                             "-ratioGap",
                             "0",
                             "-increment",
                             "0.999",
                             "-solve",
                             "-quit"};
  CbcMain1(static_cast<int>(std::size(Arguments)), Arguments, Model, goOn,
           Data);

  Result.Nodes = Model.getNodeCount();
  const double *Values = Model.bestSolution();
  std::vector<uint32_t> Solution;
  if (Values) {
    Solution = roundToColumns(Values, P.Columns);
    State.offer(Solution);
  }
  // 0 and 2: the tree is done, or the gap closed, which is 0 here.
  int SecondaryStatus = Model.secondaryStatus();
  if (Model.status() == 0 && SecondaryStatus == 1 && !State.hasCover()) {
    Result.Verdict = CoverVerdict::Infeasible;
    return Result;
  }
  if (Model.status() != 0 || SecondaryStatus > 2)
    return Result;
  // CBC says that it is done. Believe it only if the rest of its answer holds.
  if (!Values || !isCover(Problem, Solution) ||
      coverCost(Problem, Solution) != State.cost() ||
      std::abs(Model.getObjValue() -
               static_cast<double>(State.cost() / State.unit())) > 0.5) {
    Result.Message = "CBC claims an optimum that does not hold";
    Result.Verdict = CoverVerdict::Failed;
    return Result;
  }
  State.raiseBoundToCost();
  Result.Verdict = CoverVerdict::Proven;
  return Result;
}
