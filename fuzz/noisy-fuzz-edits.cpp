//===- noisy-fuzz-edits.cpp - Endless edits -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/CommandLine.h"
#include "fuzz/EditFuzzer.h"
#include "fuzz/Shrinker.h"
#include "system/ChildProcess.h"
#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

static const char *const Usage =
    R"(usage: noisy-fuzz-edits [OPTION...] [FILE or FOLDER...]

Edits generated programs, and the given ones, with a language server, and
compares what it says of them with a server that sees the text for the first
time. Ends with 1 when something was found.

  --minutes N         how long; without it, and without --edits, one minute
  --edits N           how many edits, by seed alone
  --seed S            which ones (1)
  --jobs N            pairs of servers at a time (4)
  --out FOLDER        for scripts of what was found (fuzz-findings)
  --shrink SECONDS    for making a script smaller (60)
  --only-repeated N   with 1, what is not seen again when it is replayed is
                      printed, but is no finding (0)
  --replay FILE       plays a script
  --reduce FILE       makes a script smaller, in place
  --server PROGRAM    the one beside this program
  --timeout SECONDS   for one answer (60)
  --max-memory MB     of a server (1500)
)";

static int replayFile(const std::string &Path, const ServerOptions &Server,
                      std::optional<unsigned> ReduceSeconds) {
  std::ifstream File(Path);
  std::ostringstream Contents;
  Contents << File.rdbuf();
  try {
    EditScript Script = scriptFromJson(lsp::json::parse(Contents.str()));
    std::optional<Finding> ReplayedFinding = replay(Script, Server);
    if (ReplayedFinding && ReduceSeconds && !Script.Steps.empty()) {
      unsigned Document = Script.Steps.back().Document;
      Shrunk Result = shrink(std::move(Script), Server, ReplayedFinding->Kind,
                             Document, *ReduceSeconds);
      if (Result.ReplayedFinding)
        writeScript(Path, Result.Script,
                    *(ReplayedFinding = Result.ReplayedFinding));
    }
    std::cout << (ReplayedFinding
                      ? ReplayedFinding->Kind + "\n" + ReplayedFinding->Message
                      : std::string("nothing was found"))
              << std::endl;
    return ReplayedFinding ? 1 : 0;
  } catch (const lsp::json::exception &Error) {
    std::cerr << "noisy-fuzz-edits: " << Path
              << " is no script: " << Error.what() << "\n";
    return 2;
  }
}

static void printCounts(const EditFuzzer &Fuzzer, double Seconds) {
  const EditCounts &Counts = Fuzzer.counts();
  std::cout << Counts.Edits << " edits in " << Counts.Messages << " messages, "
            << Counts.Comparisons << " comparisons, " << Counts.Requests
            << " requests, " << Counts.Starts << " servers, at most "
            << Counts.MostMemory << " MB, " << int(Seconds) << " s\n";
  for (const auto &[Kind, Count] : Counts.ComparisonsByKind)
    std::cout << "  " << Kind << ": " << Count << " compared\n";
  size_t Total = 0;
  for (const auto &[Kind, Count] : Fuzzer.findings()) {
    std::cout << "  " << Kind << ": " << Count << " FOUND\n";
    Total += Count;
  }
  std::cout << Total << " findings" << std::endl;
}

int main(int Count, char **Arguments) {
  EditFuzzOptions Options;
  Options.Folder = "fuzz-findings";
  Options.Server.Program = executableFolder() + "/noisy-lsp-server";
  std::string ReplayPath, ReducePath;
  unsigned Timeout = 60;
  CommandLine Line;
  Line.addNumber("minutes", Options.Minutes);
  Line.addCount("edits", Options.MaxEdits);
  Line.addCount("seed", Options.Seed);
  Line.addCount("jobs", Options.Jobs);
  Line.addText("out", Options.Folder);
  Line.addCount("shrink", Options.ShrinkSeconds);
  Line.addCount("only-repeated", Options.OnlyRepeated);
  Line.addText("replay", ReplayPath);
  Line.addText("reduce", ReducePath);
  Line.addText("server", Options.Server.Program);
  Line.addCount("timeout", Timeout);
  Line.addCount("max-memory", Options.MaxMemory);
  TextSource Source;
  if (CommandLine::asksForHelp(Count, Arguments)) {
    std::cout << Usage;
    return 0;
  }
  std::string Error = Line.parse(Count, Arguments);
  for (const std::string &Path : Line.Paths)
    if (Error.empty())
      Error = Source.addFiles(Path);
  if (!Error.empty()) {
    std::cerr << "noisy-fuzz-edits: " << Error << "\n" << Usage;
    return 2;
  }
  Options.Server.Timeout = std::chrono::seconds(Timeout);
  if (!ReplayPath.empty())
    return replayFile(ReplayPath, Options.Server, std::nullopt);
  if (!ReducePath.empty())
    return replayFile(ReducePath, Options.Server, Options.ShrinkSeconds);
  if (Options.Minutes == 0 && Options.MaxEdits == 0)
    Options.Minutes = 1;

  auto Begin = std::chrono::steady_clock::now();
  EditFuzzer Fuzzer(Options, Source);
  Fuzzer.run();
  std::chrono::duration<double> ElapsedTime =
      std::chrono::steady_clock::now() - Begin;
  printCounts(Fuzzer, ElapsedTime.count());
  return Fuzzer.findings().empty() ? 0 : 1;
}
