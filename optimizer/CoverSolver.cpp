//===- CoverSolver.cpp - Solve a weighted hitting set -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/CoverSolver.h"

#include "optimizer/ChildProcess.h"
#include "optimizer/CoverGreedy.h"
#include "optimizer/CoverPresolve.h"
#include "optimizer/CoverWorkerProtocol.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

using Clock = std::chrono::steady_clock;

/// How late the worker may be with its last words before it is killed.
static constexpr milliseconds Grace = 300ms;
/// How long a cancellation may go unseen.
static constexpr milliseconds PollSlice = 50ms;
/// What a component gets of the time at least; most need a few milliseconds.
static constexpr milliseconds LeastShare = 200ms;
/// After so many crashes the rest is left as it is.
static constexpr int MostCrashes = 3;
/// CBC computes in doubles, which are exact on integers up to here.
static constexpr int64_t LargestSum = int64_t(1) << 53;

//===----------------------------------------------------------------------===//
// Checking the input
//===----------------------------------------------------------------------===//

static std::string checkNumbers(const std::vector<int64_t> &Numbers,
                                const std::string &Name) {
  int64_t Sum = 0;
  for (int64_t Number : Numbers) {
    if (Number < 0)
      return "a " + Name + " is negative";
    if (Number > LargestSum - Sum)
      return "the sum of the " + Name +
             "s passes 2^53, beyond which the solver is not exact; scale them "
             "down";
    Sum += Number;
  }
  return "";
}

/// What is wrong with \p Problem, or empty.
static std::string checkProblem(const CoverProblem &Problem) {
  for (const std::vector<uint32_t> &Row : Problem.Rows)
    for (uint32_t Column : Row)
      if (Column >= Problem.columns())
        return "a row names a column that does not exist";
  if (Problem.Side && Problem.Side->Weight.size() != Problem.Cost.size())
    return "the budget has not one weight for each column";
  std::string Wrong = checkNumbers(Problem.Cost, "cost");
  if (Wrong.empty() && Problem.Side)
    Wrong = checkNumbers(Problem.Side->Weight, "weight");
  return Wrong;
}

namespace {

//===----------------------------------------------------------------------===//
// What is known of one component
//===----------------------------------------------------------------------===//

/// The incumbent and the bound of a component.
struct Part {
  CoverComponent Component;
  bool HasCover = false;
  bool IsInfeasible = false;
  std::vector<uint32_t> Chosen;
  int64_t Cost = 0;
  int64_t Bound = 0;

  bool isClosed() const { return IsInfeasible || (HasCover && Cost <= Bound); }

  /// Takes \p Cover, sorted, if it is one and better; false if it is none.
  bool offer(std::vector<uint32_t> Cover) {
    if (!isCover(Component.Problem, Cover))
      return false;
    int64_t NewCost = coverCost(Component.Problem, Cover);
    if (!HasCover || NewCost < Cost) {
      HasCover = true;
      Chosen = std::move(Cover);
      Cost = NewCost;
    }
    return true;
  }
};

//===----------------------------------------------------------------------===//
// The worker
//===----------------------------------------------------------------------===//

/// The worker process: started when first needed, ended when it misbehaves or
/// is late, and then started again for the next component.
class Worker {
public:
  enum class Outcome { Answered, OutOfTime, Cancelled, Broken };

  Worker(const CoverOptions &Options) : Options(Options) {}

  /// Improves \p P until \p Deadline at most. `trouble` says more after any
  /// outcome but a proof.
  Outcome solve(Part &P, Clock::time_point Deadline);

  const std::string &trouble() const { return Trouble; }
  /// Whether there is any sense in giving it another component.
  bool isUsable() const { return IsUsable; }

private:
  bool start();
  Outcome converse(Part &P, std::string_view Unsent,
                   Clock::time_point KillTime);
  /// True at the end of the answer.
  bool takeLine(Part &P, std::string_view Line);
  Outcome breakOff(std::string Reason);
  std::string describeEnd();

  const CoverOptions &Options;
  std::unique_ptr<ChildProcess> Process;
  std::string Trouble;
  bool IsUsable = true;
  int Crashes = 0;

  // Of the answer that is coming in.
  bool HasHeader = false;
  bool IsGarbled = false;
  int64_t Bound = 0;
};

} // namespace

/// The worker's path, or in \p Error where it was looked for.
static std::string findWorker(std::string &Error) {
  std::string Folder = executableFolder();
  const std::string Places[] = {Folder + "/noisy-cover-worker",
                                Folder +
                                    "/../libexec/noisy/noisy-cover-worker"};
  for (const std::string &Place : Places)
    if (::access(Place.c_str(), X_OK) == 0)
      return Place;
  Error = "the solver is neither '" + Places[0] + "' nor '" + Places[1] + "'";
  return "";
}

bool Worker::start() {
  std::string Error;
  std::string Path =
      Options.WorkerPath.empty() ? findWorker(Error) : Options.WorkerPath;
  if (!Path.empty())
    Process = ChildProcess::start(Path, {}, Error);
  if (Process)
    return true;
  IsUsable = false;
  Trouble = Error + "; install noisy-cover-worker, or set its path";
  return false;
}

Worker::Outcome Worker::solve(Part &P, Clock::time_point Deadline) {
  if (!Process && !start())
    return Outcome::Broken;
  auto Left = std::chrono::duration_cast<milliseconds>(Deadline - Clock::now());
  std::string Request = encodeRequest({Left, P.Component.Problem, P.Chosen});
  HasHeader = IsGarbled = false;
  Bound = P.Bound;
  Trouble.clear();
  Outcome How = converse(P, Request, Deadline + Grace);

  // Nothing can be below a bound: one of the two is wrong, and the cover was
  // checked.
  if (P.HasCover && Bound > P.Cost)
    return breakOff("the solver's bound is above a cover, which is a bug in "
                    "the solver");
  P.Bound = std::max(P.Bound, Bound);
  return How;
}

Worker::Outcome Worker::converse(Part &P, std::string_view Unsent,
                                 Clock::time_point KillTime) {
  LineReader Lines(8192 + size_t(11) * P.Component.Problem.columns());
  std::vector<char> Buffer(1 << 16);
  while (true) {
    if (Options.Cancelled && Options.Cancelled()) {
      Process.reset();
      Trouble = "the search was cancelled";
      return Outcome::Cancelled;
    }
    auto Left = std::chrono::ceil<milliseconds>(KillTime - Clock::now());
    if (Left <= 0ms) {
      Process.reset();
      return Outcome::OutOfTime;
    }

    // Sending and receiving at once: who only sends would wait forever for one
    // that first wants to get rid of its answer.
    pollfd Polls[] = {
        {Process->outputFd(), POLLIN, 0},
        {Unsent.empty() ? -1 : Process->inputFd(), POLLOUT, 0},
    };
    ::poll(Polls, 2, static_cast<int>(std::min(Left, PollSlice).count()));
    if (Polls[1].revents) {
      // Where nobody listens, the end of the output tells why.
      std::optional<size_t> Sent = Process->writeSome(Unsent);
      Unsent.remove_prefix(Sent.value_or(Unsent.size()));
    }
    if (!Polls[0].revents)
      continue;
    ssize_t Size = ::read(Process->outputFd(), Buffer.data(), Buffer.size());
    if (Size < 0 && errno == EINTR)
      continue;
    if (Size <= 0)
      return breakOff(describeEnd());

    Lines.feed({Buffer.data(), static_cast<size_t>(Size)});
    while (std::optional<std::string_view> Line = Lines.next()) {
      if (takeLine(P, *Line))
        return Outcome::Answered;
      if (IsGarbled)
        break;
    }
    if (IsGarbled || Lines.tooLong())
      return breakOff("the solver's answer makes no sense; it may be of "
                      "another version than this program");
  }
}

bool Worker::takeLine(Part &P, std::string_view Line) {
  std::optional<CoverAnswer> Answer =
      decodeAnswer(Line, P.Component.Problem.columns());
  if (!Answer || HasHeader == (Answer->What == CoverAnswer::Header)) {
    IsGarbled = true;
    return false;
  }
  switch (Answer->What) {
  case CoverAnswer::Header:
    HasHeader = true;
    return false;
  case CoverAnswer::Bound:
    Bound = std::max(Bound, Answer->LowerBound);
    return false;
  case CoverAnswer::Cover:
    std::sort(Answer->Chosen.begin(), Answer->Chosen.end());
    // A wrong one is no reason to stop: the next may be right.
    if (!P.offer(std::move(Answer->Chosen)))
      Trouble = "the solver gave a cover that does not hold";
    return false;
  case CoverAnswer::Done:
    break;
  }
  if (Answer->Verdict == CoverVerdict::Infeasible && !P.HasCover)
    P.IsInfeasible = true;
  else if (Answer->Verdict == CoverVerdict::Failed)
    Trouble = "the solver failed: " + Answer->Message;
  return true;
}

Worker::Outcome Worker::breakOff(std::string Reason) {
  Process.reset();
  Trouble = std::move(Reason);
  // One that never spoke as it should will not on the next component either.
  if (!HasHeader || ++Crashes == MostCrashes)
    IsUsable = false;
  return Outcome::Broken;
}

std::string Worker::describeEnd() {
  std::optional<int> Status = Process->waitFor(200ms);
  if (!Status)
    return "the solver closed its output";
  if (*Status > 128)
    return "the solver was ended by signal " + std::to_string(*Status - 128);
  return "the solver ended with status " + std::to_string(*Status);
}

//===----------------------------------------------------------------------===//
// Putting it together
//===----------------------------------------------------------------------===//

/// The best that is known of \p Component without a solver.
static Part startPart(CoverComponent Component,
                      const std::vector<char> &IsInStart) {
  Part P;
  P.Component = std::move(Component);
  const CoverProblem &Problem = P.Component.Problem;
  P.Bound = dualAscentBound(Problem);

  std::vector<uint32_t> Start;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    if (IsInStart[P.Component.Columns[Column]])
      Start.push_back(Column);
  removeRedundant(Problem, Start);
  P.offer(std::move(Start));

  if (!Problem.Side) {
    std::vector<uint32_t> Greedy = greedyCover(Problem);
    removeRedundant(Problem, Greedy);
    P.offer(std::move(Greedy));
  }
  return P;
}

namespace {

/// Why not everything is proven.
struct Obstacle {
  /// The status when there is not even a cover.
  CoverStatus Status = CoverStatus::Stopped;
  std::string Message;
};

} // namespace

/// Gives the open \p Parts to the worker, the smallest first: many are small,
/// and what time they leave goes to the large ones. What it returns is of
/// interest if one stays open.
static Obstacle closeParts(std::vector<Part> &Parts,
                           const CoverOptions &Options,
                           Clock::time_point Deadline) {
  size_t ColumnsLeft = 0;
  for (const Part &P : Parts)
    if (!P.isClosed())
      ColumnsLeft += P.Component.Columns.size();

  Worker TheWorker(Options);
  Obstacle First;
  for (Part &P : Parts) {
    if (P.isClosed())
      continue;
    if (Options.Cancelled && Options.Cancelled())
      return {CoverStatus::Stopped, "the search was cancelled"};
    auto Left =
        std::chrono::duration_cast<milliseconds>(Deadline - Clock::now());
    if (Left <= 0ms)
      break;
    size_t Columns = P.Component.Columns.size();
    auto Share = std::chrono::duration_cast<milliseconds>(
        Left * (static_cast<double>(Columns) / ColumnsLeft));
    ColumnsLeft -= Columns;
    Worker::Outcome How = TheWorker.solve(
        P, Clock::now() + std::clamp(Share, std::min(LeastShare, Left), Left));
    if (How == Worker::Outcome::Cancelled)
      return {CoverStatus::Stopped, TheWorker.trouble()};
    if (!P.isClosed() && First.Message.empty() && !TheWorker.trouble().empty())
      First = {CoverStatus::Failed, TheWorker.trouble()};
    if (!TheWorker.isUsable())
      break;
  }
  if (First.Message.empty())
    First.Message = "the time limit of " +
                    std::to_string(Options.TimeLimit.count()) +
                    " ms ended the search; allow more time";
  return First;
}

CoverResult mlir::noisy::solveCover(const CoverProblem &Problem,
                                    const CoverOptions &Options) {
  const Clock::time_point Deadline = Clock::now() + Options.TimeLimit;
  CoverResult Result;
  if (std::string Wrong = checkProblem(Problem); !Wrong.empty()) {
    Result.Message = "no valid covering problem: " + Wrong;
    return Result;
  }
  PresolvedCover Presolved = presolveCover(Problem);
  if (Presolved.Infeasible) {
    Result.Status = CoverStatus::Infeasible;
    Result.Message = "there is no cover: a row has no column, or the budget "
                     "is too small for what is forced";
    return Result;
  }

  std::vector<char> IsInStart(Problem.columns());
  if (isCover(Problem, Options.Start))
    for (uint32_t Column : Options.Start)
      IsInStart[Column] = 1;
  std::vector<Part> Parts;
  for (CoverComponent &Component : Presolved.Components)
    Parts.push_back(startPart(std::move(Component), IsInStart));

  auto All = [&](auto Predicate) {
    return std::all_of(Parts.begin(), Parts.end(), Predicate);
  };
  auto IsClosed = [](const Part &P) { return P.isClosed(); };
  Obstacle Open;
  if (!All(IsClosed))
    Open = closeParts(Parts, Options, Deadline);

  Result.Chosen = Presolved.Forced;
  Result.LowerBound = coverCost(Problem, Presolved.Forced);
  for (const Part &P : Parts) {
    Result.LowerBound += P.Bound;
    for (uint32_t Column : P.Chosen)
      Result.Chosen.push_back(P.Component.Columns[Column]);
  }
  if (!All([](const Part &P) { return P.HasCover; })) {
    Result.Chosen.clear();
    if (!All([](const Part &P) { return !P.IsInfeasible; })) {
      Result.Status = CoverStatus::Infeasible;
      Result.Message = "there is no cover within the budget";
      return Result;
    }
    Result.Status = Open.Status;
    Result.Message = "no cover was found: " + Open.Message;
    return Result;
  }

  // Columns without a cost may have been forced for nothing.
  removeRedundant(Problem, Result.Chosen);
  Result.Cost = coverCost(Problem, Result.Chosen);
  if (!isCover(Problem, Result.Chosen) || Result.Cost < Result.LowerBound) {
    CoverResult Wrong;
    Wrong.Message = "the parts of the problem were put together wrongly; "
                    "please report this";
    return Wrong;
  }
  if (All(IsClosed)) {
    Result.Status = CoverStatus::Optimal;
    return Result;
  }
  Result.Status = CoverStatus::Feasible;
  Result.Message = "cost " + std::to_string(Result.Cost) +
                   " is not proven to be the least, which is " +
                   std::to_string(Result.LowerBound) +
                   " at least: " + Open.Message;
  return Result;
}
