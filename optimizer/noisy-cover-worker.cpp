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
#include "optimizer/CoverGreedy.h"
#include "optimizer/CoverWorkerProtocol.h"

#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <CbcSolver.hpp>
#include <OsiClpSolverInterface.hpp>

#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <numeric>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;

using Clock = std::chrono::steady_clock;

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

namespace {

/// stdin and stdout, out of CBC's reach: it prints whatever its log level is,
/// and it can fall into a prompt on stdin.
struct Streams {
  int In = -1;
  int Out = -1;

  /// False when there are no streams to take.
  bool takeStandard() {
    In = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    Out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int Nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (In < 0 || Out < 0 || Nothing < 0)
      return false;
    return ::dup2(Nothing, STDIN_FILENO) >= 0 &&
           ::dup2(Nothing, STDOUT_FILENO) >= 0 &&
           ::dup2(Nothing, STDERR_FILENO) >= 0;
  }

  /// Ends the process when nobody listens any more.
  void send(const CoverAnswer &Answer) const {
    std::string Text = encodeAnswer(Answer);
    for (size_t Sent = 0; Sent != Text.size();) {
      ssize_t Size = ::write(Out, Text.data() + Sent, Text.size() - Sent);
      if (Size < 0 && errno != EINTR)
        ::_exit(EXIT_FAILURE);
      Sent += std::max<ssize_t>(Size, 0);
    }
  }
};

/// Reads requests on a thread of its own, because a closed pipe, which is how
/// the death of our parent shows, must end us in the middle of a search. A
/// file that ends means no such thing.
class Requests {
public:
  explicit Requests(int In) : In(In) {
    struct stat Info;
    IsFile = ::fstat(In, &Info) == 0 && S_ISREG(Info.st_mode);
    std::thread([this] { read(); }).detach();
  }

  /// The next request; nullopt at the end, with what was wrong in \p Error.
  std::optional<CoverRequest> next(std::string &Error) {
    std::unique_lock Lock(Mutex);
    Changed.wait(Lock, [&] { return HasEnded || !Waiting.empty(); });
    Error = Wrong;
    if (Waiting.empty())
      return std::nullopt;
    CoverRequest Request = std::move(Waiting.front());
    Waiting.pop_front();
    return Request;
  }

private:
  void read() {
    LineReader Lines;
    RequestReader Reader;
    std::vector<char> Buffer(1 << 16);
    ssize_t Size;
    while ((Size = ::read(In, Buffer.data(), Buffer.size())) != 0) {
      if (Size < 0 && errno == EINTR)
        continue;
      if (Size < 0)
        break;
      Lines.feed({Buffer.data(), static_cast<size_t>(Size)});
      while (std::optional<std::string_view> Line = Lines.next()) {
        if (std::string Reason = Reader.take(*Line); !Reason.empty())
          return end(Reason);
        if (std::optional<CoverRequest> Request = Reader.finished()) {
          std::lock_guard Lock(Mutex);
          Waiting.push_back(std::move(*Request));
          Changed.notify_one();
        }
      }
    }
    if (!IsFile)
      ::_exit(EXIT_SUCCESS);
    end("");
  }

  void end(std::string Reason) {
    std::lock_guard Lock(Mutex);
    HasEnded = true;
    Wrong = std::move(Reason);
    Changed.notify_one();
  }

  const int In;
  bool IsFile;
  std::mutex Mutex;
  std::condition_variable Changed;
  std::deque<CoverRequest> Waiting;
  bool HasEnded = false;
  std::string Wrong;
};

//===----------------------------------------------------------------------===//
// Incumbent and bound
//===----------------------------------------------------------------------===//

/// The best cover and bound of one problem; sends each improvement.
class Progress {
public:
  Progress(const CoverRequest &Request, const Streams &Io)
      : Problem(Request.Problem), Io(Io) {
    for (int64_t Cost : Problem.Cost)
      Unit = std::gcd(Unit, Cost);
    Unit = std::max<int64_t>(Unit, 1);
    if (!Request.Start.empty() && isCover(Problem, Request.Start)) {
      Chosen = Request.Start;
      Cost = coverCost(Problem, Chosen);
    }
    Io.send({});
  }

  /// All costs are multiples of this, and the solver counts in it.
  int64_t unit() const { return Unit; }
  bool hasCover() const { return Cost != INT64_MAX; }
  bool isProven() const { return hasCover() && Cost <= Bound; }
  int64_t cost() const { return Cost; }
  const std::vector<uint32_t> &chosen() const { return Chosen; }

  /// Makes a cover of what may be none: completes it and drops what is
  /// redundant. So it does not matter how well a solution of CBC's presolved
  /// problem was mapped back.
  void offer(const std::vector<uint32_t> &Wished) {
    std::vector<uint32_t> Cover = greedyCover(Problem, Wished);
    removeRedundant(Problem, Cover);
    int64_t NewCost = coverCost(Problem, Cover);
    if (NewCost >= Cost || !isCover(Problem, Cover))
      return;
    Chosen = std::move(Cover);
    Cost = NewCost;
    CoverAnswer Answer;
    Answer.What = CoverAnswer::Cover;
    Answer.Chosen = Chosen;
    Io.send(Answer);
  }

  /// No cover that beats the incumbent costs less than \p Value units.
  void raiseBound(double Value) {
    if (!std::isfinite(Value) || Value <= 0)
      return;
    // Doubles and tolerances: only what is clearly above an integer is above.
    double Tolerance = std::max(1e-5, 1e-9 * Value);
    double Units = std::min(std::ceil(Value - Tolerance), 1e16);
    raiseBoundTo(std::min(Cost, static_cast<int64_t>(Units) * Unit));
  }

  void raiseBoundToCost() { raiseBoundTo(Cost); }

private:
  void raiseBoundTo(int64_t NewBound) {
    if (NewBound <= Bound)
      return;
    Bound = NewBound;
    CoverAnswer Answer;
    Answer.What = CoverAnswer::Bound;
    Answer.LowerBound = Bound;
    Io.send(Answer);
  }

  const CoverProblem &Problem;
  const Streams &Io;
  int64_t Unit = 0;
  std::vector<uint32_t> Chosen;
  int64_t Cost = INT64_MAX;
  int64_t Bound = 0;
};

//===----------------------------------------------------------------------===//
// The relaxation
//===----------------------------------------------------------------------===//

/// The 0-1 program of \p Problem with costs in units, all columns integer.
class Program {
public:
  Program(const CoverProblem &Problem, int64_t Unit)
      : Columns(static_cast<int>(Problem.columns())) {
    const auto &Side = Problem.Side;
    std::vector<CoinBigIndex> Starts = {0};
    std::vector<int> Indices;
    std::vector<double> Elements;
    for (const std::vector<uint32_t> &Row : Problem.Rows) {
      Indices.insert(Indices.end(), Row.begin(), Row.end());
      Starts.push_back(static_cast<CoinBigIndex>(Indices.size()));
    }
    Elements.assign(Indices.size(), 1);
    RowLower.assign(Problem.Rows.size(), 1);
    RowUpper.assign(Problem.Rows.size(), COIN_DBL_MAX);
    if (Side) {
      for (int Column = 0; Column != Columns; ++Column)
        if (Side->Weight[Column]) {
          Indices.push_back(Column);
          Elements.push_back(static_cast<double>(Side->Weight[Column]));
        }
      Starts.push_back(static_cast<CoinBigIndex>(Indices.size()));
      RowLower.push_back(-COIN_DBL_MAX);
      RowUpper.push_back(static_cast<double>(Side->Limit));
    }
    for (int64_t Cost : Problem.Cost)
      Objective.push_back(static_cast<double>(Cost / Unit));

    int Rows = static_cast<int>(RowLower.size());
    CoinPackedMatrix Matrix(/*colordered=*/false, Columns, Rows,
                            static_cast<CoinBigIndex>(Indices.size()),
                            Elements.data(), Indices.data(), Starts.data(),
                            /*len=*/nullptr);
    std::vector<double> Zeros(Columns), Ones(Columns, 1);
    Solver.messageHandler()->setLogLevel(0);
    Solver.loadProblem(Matrix, Zeros.data(), Ones.data(), Objective.data(),
                       RowLower.data(), RowUpper.data());
    for (int Column = 0; Column != Columns; ++Column)
      Solver.setInteger(Column);
  }

  /// The bound that the row prices prove by weak duality, whether the solver
  /// finished or not and whatever its tolerances let pass.
  double dualBound() const {
    const double *RowPrice = Solver.getRowPrice();
    std::vector<double> Reduced = Objective;
    const CoinPackedMatrix &Matrix = *Solver.getMatrixByRow();
    double Bound = 0;
    for (int Row = 0; Row != Solver.getNumRows(); ++Row) {
      bool IsCoverRow = RowUpper[Row] == COIN_DBL_MAX;
      double Price = IsCoverRow ? std::max(RowPrice[Row], 0.0)
                                : std::min(RowPrice[Row], 0.0);
      if (Price == 0)
        continue;
      Bound += Price * (IsCoverRow ? RowLower[Row] : RowUpper[Row]);
      CoinBigIndex First = Matrix.getVectorStarts()[Row];
      for (int I = 0; I != Matrix.getVectorSize(Row); ++I)
        Reduced[Matrix.getIndices()[First + I]] -=
            Price * Matrix.getElements()[First + I];
    }
    for (double Cost : Reduced)
      Bound += std::min(Cost, 0.0);
    return Bound;
  }

  const int Columns;
  OsiClpSolverInterface Solver;

private:
  std::vector<double> RowLower, RowUpper, Objective;
};

} // namespace

/// The columns that are nearer to 1 than to 0.
static std::vector<uint32_t> roundToColumns(const double *Values, int Size) {
  std::vector<uint32_t> Columns;
  for (int Column = 0; Column != Size; ++Column)
    if (Values[Column] >= 0.5)
      Columns.push_back(static_cast<uint32_t>(Column));
  return Columns;
}

//===----------------------------------------------------------------------===//
// Branch and cut
//===----------------------------------------------------------------------===//

namespace {

/// Sends on what CBC finds while it searches.
class SearchListener : public CbcEventHandler {
public:
  SearchListener(Progress &State, int Columns)
      : State(State), Columns(Columns) {}

  CbcEventHandler *clone() const override { return new SearchListener(*this); }

  CbcAction event(CbcEvent What) override {
    const CbcModel *Model = getModel();
    // Heuristics search parts of the problem, whose bounds are none for the
    // whole.
    constexpr int InSmallSearch = 2048;
    if (!Model || Model->parentModel() ||
        (Model->specialOptions() & InSmallSearch))
      return noAction;
    if (What == solution || What == heuristicSolution)
      takeSolution(*Model);
    else if (What == node || What == treeStatus)
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
    std::vector<uint32_t> Wished = roundToColumns(Values, Size);
    for (uint32_t &Column : Wished) {
      if (Originals)
        Column = static_cast<uint32_t>(Originals[Column]);
      if (Column >= static_cast<uint32_t>(Columns))
        return;
    }
    State.offer(Wished);
  }

  Progress &State;
  const int Columns;
};

} // namespace

static int goOn(CbcModel *, int) { return 0; }

/// Runs what the `cbc` command runs, with presolve, cuts and heuristics, for
/// at most \p Seconds. What is wrong with its answer goes to \p Message.
static CoverVerdict branchAndCut(const CoverProblem &Problem, Program &P,
                                 Progress &State, double Seconds,
                                 std::string &Message) {
  // A start solution goes by the names of columns.
  P.Solver.setIntParam(OsiNameDiscipline, 1);
  std::vector<std::pair<std::string, double>> Start;
  for (int Column = 0; Column != P.Columns; ++Column) {
    Start.emplace_back("x" + std::to_string(Column), 0.0);
    P.Solver.setColName(Column, Start.back().first);
  }
  for (uint32_t Column : State.chosen())
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
  // Costs are integers: what beats the incumbent beats it by one unit. The
  // default for `preprocess`, sos, has given wrong optima.
  const char *Arguments[] = {"noisy-cover-worker",
                             "-log",
                             "0",
                             "-timeMode",
                             "elapsed",
                             "-seconds",
                             Limit.c_str(),
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

  const double *Values = Model.bestSolution();
  std::vector<uint32_t> Found;
  if (Values) {
    Found = roundToColumns(Values, P.Columns);
    State.offer(Found);
  }
  // 0 and 2: the tree is done, or the gap closed, which is 0 here.
  int How = Model.secondaryStatus();
  if (Model.status() == 0 && How == 1 && !State.hasCover())
    return CoverVerdict::Infeasible;
  if (Model.status() != 0 || How > 2)
    return CoverVerdict::Stopped;
  // It says that it is done. Believe it only where the rest of what it says
  // holds.
  if (!Values || !isCover(Problem, Found) ||
      coverCost(Problem, Found) != State.cost() ||
      std::abs(Model.getObjValue() -
               static_cast<double>(State.cost() / State.unit())) > 0.5) {
    Message = "CBC claims an optimum that does not hold";
    return CoverVerdict::Failed;
  }
  State.raiseBoundToCost();
  return CoverVerdict::Proven;
}

static CoverAnswer solve(const CoverRequest &Request, const Streams &Io) {
  const Clock::time_point Deadline = Clock::now() + Request.TimeLimit;
  auto SecondsLeft = [&] {
    return std::chrono::duration<double>(Deadline - Clock::now()).count();
  };
  CoverAnswer Last;
  Last.What = CoverAnswer::Done;
  Last.Verdict = CoverVerdict::Stopped;
  const CoverProblem &Problem = Request.Problem;
  Progress State(Request, Io);

  Program P(Problem, State.unit());
  P.Solver.getModelPtr()->setMaximumWallSeconds(std::max(SecondsLeft(), 0.0));
  P.Solver.initialSolve();
  if (P.Solver.isProvenPrimalInfeasible()) {
    if (!State.hasCover())
      Last.Verdict = CoverVerdict::Infeasible;
    return Last;
  }
  State.raiseBound(P.dualBound());
  State.offer(roundToColumns(P.Solver.getColSolution(), P.Columns));
  if (!State.isProven() && SecondsLeft() > 0)
    Last.Verdict = branchAndCut(Problem, P, State, SecondsLeft(), Last.Message);
  if (State.isProven())
    Last.Verdict = CoverVerdict::Proven;
  return Last;
}

//===----------------------------------------------------------------------===//
// main
//===----------------------------------------------------------------------===//

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
  Streams Io;
  if (!Io.takeStandard())
    return EXIT_FAILURE;

  // Never destroyed: its thread reads as long as the process lives.
  auto *Incoming = new Requests(Io.In);
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
