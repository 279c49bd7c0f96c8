//===- CoverWorkers.cpp - Worker processes and their jobs -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverWorkers.h"

#include "system/ChildProcess.h"
#include "system/LibraryFolder.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// The grace period for a worker's final lines before it is killed.
static constexpr milliseconds Grace = 300ms;
/// The grace period is at most one part in this many of the time.
static constexpr int WordsPart = 4;
/// The longest time until a cancellation is noticed.
static constexpr milliseconds PollSlice = 50ms;
/// The number of crashes after which the rest of the jobs is dropped.
static constexpr int MostCrashes = 3;

//===----------------------------------------------------------------------===//
// One worker
//===----------------------------------------------------------------------===//

/// A worker process and its current job.
class CoverWorkers::Process {
public:
  bool isBusy() const { return Job.has_value(); }

  void begin(CoverJob NewJob, Clock::time_point Deadline);
  /// Sends and receives without waiting, after a poll that returned \p CanRead
  /// and \p CanWrite. True when the job has ended.
  bool converse(bool CanRead, bool CanWrite);
  /// Ends the job and the process for \p Reason, which is empty if the worker
  /// is not to blame.
  void breakOff(std::string Reason);
  /// Notifies the job that it has ended; the process is free then.
  void finish();

  std::unique_ptr<ChildProcess> Child;
  Clock::time_point KillTime;
  /// The request, and how much of it was sent.
  std::string Text;
  size_t SentSize = 0;
  bool isSent() const { return SentSize == Text.size(); }
  /// The error of this job.
  std::string Trouble;
  bool HasHeader = false;
  bool HasCrashed = false;

private:
  /// Takes a line of the answer; true at its end.
  bool takeLine(std::string_view Line);
  void takeBound(int64_t Bound);
  void takeCover(std::vector<uint32_t> ChosenColumns);
  std::string describeEnd();

  std::optional<CoverJob> Job;
  std::optional<LineReader> Lines;
  CoverFindings Findings;
  std::optional<int64_t> BestCost;
  std::vector<uint32_t> Last;
  bool IsGarbled = false;
  bool IsContradictory = false;
};

void CoverWorkers::Process::begin(CoverJob NewJob, Clock::time_point Deadline) {
  Job = std::move(NewJob);
  CoverRequest &Request = Job->Request;
  Clock::time_point CurrentTime = Clock::now();
  auto TimeLeft = std::max(
      std::chrono::duration_cast<milliseconds>(Deadline - CurrentTime), 0ms);
  // The grace period is part of the time.
  milliseconds Words = std::min(Grace, TimeLeft / WordsPart);
  Request.TimeLimit = std::clamp(Request.TimeLimit, 0ms, TimeLeft - Words);
  KillTime =
      std::min(CurrentTime + Request.TimeLimit + Grace, CurrentTime + TimeLeft);
  Text = encodeRequest(Request);
  SentSize = 0;
  Lines.emplace(longestAnswerLine(Request.Problem));
  Findings = {};
  BestCost.reset();
  Last.clear();
  if (isCover(Request.Problem, Request.Start))
    BestCost = coverCost(Request.Problem, Request.Start);
  HasHeader = HasCrashed = IsGarbled = IsContradictory = false;
  Trouble.clear();
}

bool CoverWorkers::Process::converse(bool CanRead, bool CanWrite) {
  if (CanWrite) {
    // If the worker does not read, the end of its output tells why.
    std::string_view Rest = std::string_view(Text).substr(SentSize);
    SentSize += Child->writeSome(Rest).value_or(Rest.size());
  }
  if (!CanRead)
    return false;
  char Buffer[1 << 16];
  ssize_t Size = ::read(Child->outputFd(), Buffer, sizeof(Buffer));
  if (Size < 0 && errno == EINTR)
    return false;
  if (Size <= 0) {
    breakOff(describeEnd());
    return true;
  }
  Lines->feed({Buffer, static_cast<size_t>(Size)});
  while (std::optional<std::string_view> Line = Lines->next()) {
    if (takeLine(*Line))
      return true;
    if (IsContradictory) {
      breakOff("the solver's bound is above a cover, which is a bug in the "
               "solver");
      return true;
    }
    if (IsGarbled)
      break;
  }
  if (IsGarbled || Lines->tooLong()) {
    breakOff("the solver's answer is invalid; the solver and this program may "
             "have different versions");
    return true;
  }
  return false;
}

bool CoverWorkers::Process::takeLine(std::string_view Line) {
  std::optional<CoverAnswer> Answer = decodeAnswer(Line, Job->Request.Problem);
  if (!Answer || HasHeader == (Answer->LineKind == CoverAnswer::Header)) {
    IsGarbled = true;
    return false;
  }
  switch (Answer->LineKind) {
  case CoverAnswer::Header:
    HasHeader = true;
    return false;
  case CoverAnswer::Bound:
    takeBound(Answer->Number);
    return false;
  case CoverAnswer::Cover:
    takeCover(std::move(Answer->ChosenColumns));
    return false;
  case CoverAnswer::Prices:
    Findings.Prices = std::move(Answer->Numbers);
    return false;
  case CoverAnswer::Values:
    Findings.Values = std::move(Answer->Numbers);
    return false;
  case CoverAnswer::Nodes:
    Findings.Nodes = std::max<int64_t>(Answer->Number, 0);
    return false;
  case CoverAnswer::Done:
    break;
  }
  Findings.Verdict = Answer->Verdict;
  if (Answer->Verdict == CoverVerdict::Settled)
    Findings.ChosenColumns = std::move(Last);
  if (Answer->Verdict == CoverVerdict::Failed)
    Trouble = "the solver failed: " + Answer->Message;
  return true;
}

// No cover costs less than a bound: on a contradiction the bound is wrong,
// because the cover was checked.
void CoverWorkers::Process::takeBound(int64_t Bound) {
  if (BestCost && Bound > *BestCost)
    IsContradictory = true;
  if (IsContradictory || Bound <= Findings.Bound)
    return;
  Findings.Bound = Bound;
  if (Job->OnImprovement)
    Job->OnImprovement(Findings);
}

void CoverWorkers::Process::takeCover(std::vector<uint32_t> ChosenColumns) {
  const CoverProblem &Problem = Job->Request.Problem;
  std::sort(ChosenColumns.begin(), ChosenColumns.end());
  // A wrong cover is no reason to stop: the next may be right.
  if (!isCover(Problem, ChosenColumns)) {
    Trouble = "the solver's cover is invalid";
    return;
  }
  int64_t Cost = coverCost(Problem, ChosenColumns);
  Last = ChosenColumns;
  if (BestCost && Cost >= *BestCost)
    return;
  BestCost = Cost;
  Findings.ChosenColumns = std::move(ChosenColumns);
  if (Findings.Bound > Cost) {
    IsContradictory = true;
    Findings.Bound = 0;
  }
  if (Job->OnImprovement)
    Job->OnImprovement(Findings);
}

void CoverWorkers::Process::breakOff(std::string Reason) {
  HasCrashed = !Reason.empty();
  if (HasCrashed)
    Trouble = std::move(Reason);
  if (IsContradictory)
    Findings.Bound = 0;
  Child.reset();
}

void CoverWorkers::Process::finish() {
  CoverJob Ending = std::move(*Job);
  Job.reset();
  Text = {};
  SentSize = 0;
  if (Ending.OnEnd)
    Ending.OnEnd(Findings);
}

std::string CoverWorkers::Process::describeEnd() {
  std::optional<int> Status = Child->waitFor(200ms);
  if (!Status)
    return "the solver closed its output";
  if (*Status > 128)
    return "the solver was ended by signal " + std::to_string(*Status - 128);
  return "the solver ended with status " + std::to_string(*Status);
}

//===----------------------------------------------------------------------===//
// All workers
//===----------------------------------------------------------------------===//

CoverWorkers::CoverWorkers(unsigned Count, std::string Path,
                           std::function<bool()> IsCancelled,
                           std::function<void()> Idle)
    : Path(std::move(Path)), IsCancelled(std::move(IsCancelled)),
      Idle(std::move(Idle)) {
  for (; Count > 1; --Count)
    Processes.push_back(std::make_unique<Process>());
  Processes.push_back(std::make_unique<Process>());
}

CoverWorkers::~CoverWorkers() = default;

/// The path of the worker; on failure \p Error gets the places searched.
static std::string findWorker(std::string &Error) {
  std::string Folder = executableFolder();
  const std::string Places[] = {Folder + "/noisy-cover-worker",
                                Folder +
                                    "/../libexec/noisy/noisy-cover-worker"};
  for (const std::string &Place : Places)
    if (::access(Place.c_str(), X_OK) == 0)
      return Place;
  // The program may be another one, that uses this as a library.
  if (std::string Place = findBesideLibrary("libexec/noisy/noisy-cover-worker");
      !Place.empty() && ::access(Place.c_str(), X_OK) == 0)
    return Place;
  Error = "there is no solver at '" + Places[0] + "' or '" + Places[1] + "'";
  return "";
}

bool CoverWorkers::start(Process &P) {
  std::string Error;
  if (Path.empty())
    Path = findWorker(Error);
  if (!Path.empty())
    P.Child = ChildProcess::start(Path, {}, Error);
  if (P.Child)
    return true;
  IsUsable = false;
  if (Trouble.empty())
    Trouble = Error + "; install noisy-cover-worker, or set its path";
  return false;
}

void CoverWorkers::noteTrouble(const Process &P) {
  if (Trouble.empty())
    Trouble = P.Trouble;
  // A worker that never spoke the protocol will not on the next job either.
  if (P.HasCrashed && (!P.HasHeader || ++Crashes == MostCrashes))
    IsUsable = false;
}

CoverWorkers::Outcome
CoverWorkers::run(const std::function<std::optional<CoverJob>()> &Next,
                  Clock::time_point Deadline) {
  auto End = [&](Outcome Result) {
    for (std::unique_ptr<Process> &P : Processes)
      if (P->isBusy()) {
        P->breakOff("");
        P->finish();
      }
    return Result;
  };
  while (true) {
    if (IsCancelled && IsCancelled())
      return End(Outcome::Cancelled);

    bool IsLate = Clock::now() >= Deadline;
    bool HasNone = IsLate;
    for (std::unique_ptr<Process> &P : Processes) {
      if (HasNone || !IsUsable)
        break;
      if (P->isBusy() || (!P->Child && !start(*P)))
        continue;
      if (std::optional<CoverJob> Job = Next())
        P->begin(std::move(*Job), Deadline);
      else
        HasNone = true;
    }

    // Send and receive at once: sending alone could wait forever for a worker
    // that waits for us to read its answer.
    std::vector<pollfd> Polls;
    std::vector<Process *> Busy;
    auto Wait = PollSlice;
    for (std::unique_ptr<Process> &P : Processes) {
      if (!P->isBusy())
        continue;
      Busy.push_back(P.get());
      Polls.push_back({P->Child->outputFd(), POLLIN, 0});
      Polls.push_back({P->isSent() ? -1 : P->Child->inputFd(), POLLOUT, 0});
      Wait = std::clamp(
          std::chrono::ceil<milliseconds>(P->KillTime - Clock::now()), 0ms,
          Wait);
    }
    if (Busy.empty())
      return !IsUsable ? Outcome::Broken
             : IsLate  ? Outcome::OutOfTime
                       : Outcome::Finished;
    int WaitTime = Idle ? 0 : static_cast<int>(Wait.count());
    if (::poll(Polls.data(), Polls.size(), WaitTime) == 0 && Idle)
      Idle();
    for (size_t I = 0; I != Busy.size(); ++I) {
      bool HasEnded = Busy[I]->converse(Polls[2 * I].revents != 0,
                                        Polls[2 * I + 1].revents != 0);
      if (!HasEnded && Clock::now() >= Busy[I]->KillTime) {
        Busy[I]->breakOff("");
        HasEnded = true;
      }
      if (!HasEnded)
        continue;
      noteTrouble(*Busy[I]);
      Busy[I]->finish();
    }
  }
}
