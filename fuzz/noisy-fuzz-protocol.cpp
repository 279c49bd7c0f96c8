//===- noisy-fuzz-protocol.cpp - Endless attacks --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Attacks.h"
#include "fuzz/CommandLine.h"
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

static const char *const Usage =
    R"(usage: noisy-fuzz-protocol [OPTION...] [NAME...]

Sends a language server what no client should, and takes away from it what it
needs. After each attack a small document must have its diagnostic and hover
still, or the server must have ended in order. Ends with 1 when it has not.
NAME is a part of the names of the attacks to be tried.

  --minutes N         how long; without it, one round of all attacks
  --rounds N          how many rounds
  --seed S            which messages (1)
  --jobs N            servers at a time (2)
  --out FOLDER        for the logs of what was found (fuzz-findings)
  --server PROGRAM    the one beside this program
  --timeout SECONDS   for one answer (60)
)";

namespace {
/// Runs the attacks on some threads, and counts.
class AttackRunner {
public:
  lsp::ServerStart Server;
  uint64_t Seed = 1;
  double Minutes = 0;
  uint64_t Rounds = 1;
  unsigned Jobs = 2;
  std::string Folder = "fuzz-findings";
  std::vector<Attack> Attacks;

  void run();
  bool printCounts() const;

private:
  struct Counts {
    size_t Runs = 0, Messages = 0, Failures = 0;
    double Seconds = 0;
    std::string Impossible;
  };
  void runJob(unsigned Job);
  void runOne(uint64_t Number, unsigned Job);
  void report(const Attack &FailedAttack, uint64_t Round,
              const std::string &Reason);

  std::chrono::steady_clock::time_point Begin;
  std::atomic<uint64_t> Next{0};
  std::mutex Mutex;
  std::map<std::string, Counts> Results;
};
} // namespace

void AttackRunner::run() {
  Begin = std::chrono::steady_clock::now();
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < Jobs; ++I)
    Threads.emplace_back([this, I] { runJob(I); });
  for (std::thread &Thread : Threads)
    Thread.join();
}

void AttackRunner::runJob(unsigned Job) {
  while (true) {
    uint64_t Number = Next++;
    std::chrono::duration<double> ElapsedTime =
        std::chrono::steady_clock::now() - Begin;
    bool IsOver = Minutes > 0 ? ElapsedTime.count() > Minutes * 60
                              : Number >= Rounds * Attacks.size();
    if (IsOver)
      return;
    runOne(Number, Job);
  }
}

void AttackRunner::runOne(uint64_t Number, unsigned Job) {
  const Attack &CurrentAttack = Attacks[Number % Attacks.size()];
  uint64_t Round = Number / Attacks.size();
  AttackContext Context;
  Context.Server = Server;
  Context.Job = Job;
  // The same messages whatever other attacks are selected.
  std::string Name = CurrentAttack.Name;
  std::seed_seq Seeds{Seed, Round, uint64_t(std::hash<std::string>()(Name))};
  Context.Random.seed(Seeds);
  auto Start = std::chrono::steady_clock::now();
  std::string Impossible;
  bool HasFailed = false;
  try {
    CurrentAttack.Run(Context);
  } catch (const NotPossible &Error) {
    Impossible = Error.what();
  } catch (const std::exception &Error) {
    HasFailed = true;
    report(CurrentAttack, Round, Error.what());
  }
  std::chrono::duration<double> ElapsedTime =
      std::chrono::steady_clock::now() - Start;
  std::lock_guard Guard(Mutex);
  Counts &AttackCounts = Results[CurrentAttack.Name];
  ++AttackCounts.Runs;
  AttackCounts.Messages += Context.Messages;
  AttackCounts.Failures += HasFailed;
  AttackCounts.Seconds += ElapsedTime.count();
  AttackCounts.Impossible = Impossible;
}

void AttackRunner::report(const Attack &FailedAttack, uint64_t Round,
                          const std::string &Reason) {
  std::lock_guard Guard(Mutex);
  std::cout << "finding: " << FailedAttack.Name << " (--seed " << Seed
            << ", round " << Round << "): " << Reason << std::endl;
  std::filesystem::create_directories(Folder);
  std::ofstream Log(std::filesystem::path(Folder) / "protocol.log",
                    std::ios::app);
  Log << FailedAttack.Name << " (--seed " << Seed << ", round " << Round
      << "): " << Reason << "\n";
}

bool AttackRunner::printCounts() const {
  Counts Total;
  for (const auto &[Name, AttackCounts] : Results) {
    std::cout << "  " << Name << ": " << AttackCounts.Runs << " runs, "
              << AttackCounts.Messages << " messages, "
              << int(AttackCounts.Seconds) << " s";
    if (AttackCounts.Failures > 0)
      std::cout << ", " << AttackCounts.Failures << " FAILED";
    if (!AttackCounts.Impossible.empty())
      std::cout << ", not possible here: " << AttackCounts.Impossible;
    std::cout << "\n";
    Total.Runs += AttackCounts.Runs;
    Total.Messages += AttackCounts.Messages;
    Total.Failures += AttackCounts.Failures;
  }
  std::chrono::duration<double> ElapsedTime =
      std::chrono::steady_clock::now() - Begin;
  std::cout << Total.Runs << " attacks, " << Total.Messages << " messages, "
            << int(ElapsedTime.count()) << " s, " << Total.Failures
            << " findings" << std::endl;
  return Total.Failures == 0;
}

int main(int Count, char **Arguments) {
  AttackRunner Runner;
  Runner.Server.Program = executableFolder() + "/noisy-lsp-server";
  unsigned Timeout = 60;
  CommandLine Line;
  Line.addNumber("minutes", Runner.Minutes);
  Line.addCount("rounds", Runner.Rounds);
  Line.addCount("seed", Runner.Seed);
  Line.addCount("jobs", Runner.Jobs);
  Line.addText("out", Runner.Folder);
  Line.addText("server", Runner.Server.Program);
  Line.addCount("timeout", Timeout);
  if (CommandLine::asksForHelp(Count, Arguments)) {
    std::cout << Usage;
    return 0;
  }
  std::string Error = Line.parse(Count, Arguments);
  Runner.Server.Timeout = std::chrono::seconds(Timeout);
  for (llvm::ArrayRef<Attack> Some : {getMessageAttacks(), getOrderAttacks(),
                                      getLoadAttacks(), getFaultAttacks()})
    for (const Attack &Candidate : Some) {
      bool IsWanted = Line.Paths.empty();
      for (const std::string &Name : Line.Paths)
        IsWanted |= std::string(Candidate.Name).find(Name) != std::string::npos;
      if (IsWanted)
        Runner.Attacks.push_back(Candidate);
    }
  if (Error.empty() && Runner.Attacks.empty())
    Error = "there is no such attack";
  if (!Error.empty()) {
    std::cerr << "noisy-fuzz-protocol: " << Error << "\n" << Usage;
    return 2;
  }
  Runner.run();
  return Runner.printCounts() ? 0 : 1;
}
