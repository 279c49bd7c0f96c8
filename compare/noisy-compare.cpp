//===- noisy-compare.cpp - Our server beside LLVM's -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// noisy-compare FOLDER... gives every .mlir file below some folders to our
// server and to LLVM's, which the same program contains (--upstream), and
// reports the differences of their answers. Each file gets two processes of its
// own.
//
//===----------------------------------------------------------------------===//

#include "compare/Comparison.h"
#include "system/ChildProcess.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;

namespace cl = llvm::cl;
namespace fs = std::filesystem;

static void fail(const llvm::Twine &Reason) {
  llvm::errs() << "noisy-compare: " << Reason << "\n";
  std::exit(2);
}

static std::vector<std::string>
findFiles(const std::vector<std::string> &Paths) {
  std::vector<std::string> Files;
  for (const std::string &Path : Paths) {
    std::error_code Error;
    if (!fs::exists(Path, Error))
      fail(Path + ": there is no such file or folder");
    if (!fs::is_directory(Path, Error)) {
      Files.push_back(Path);
      continue;
    }
    for (fs::recursive_directory_iterator Entry(Path, Error), End; Entry != End;
         Entry.increment(Error))
      if (Entry->is_regular_file(Error) && Entry->path().extension() == ".mlir")
        Files.push_back(Entry->path().string());
    if (Error)
      fail(Path + ": " + Error.message());
  }
  std::sort(Files.begin(), Files.end());
  Files.erase(std::unique(Files.begin(), Files.end()), Files.end());
  return Files;
}

static MeantDifferences readMeant(const std::string &Path) {
  if (Path.empty())
    return MeantDifferences();
  auto Contents = llvm::MemoryBuffer::getFile(Path);
  if (!Contents)
    fail(Path + ": " + Contents.getError().message());
  llvm::Expected<MeantDifferences> List =
      MeantDifferences::parse((*Contents)->getBuffer());
  if (!List)
    fail(Path + ": " + llvm::toString(List.takeError()));
  return std::move(*List);
}

/// Compares all files, several at a time. Calls `Report` for each, in their
/// order, as soon as the ones before are done.
static std::vector<FileComparison>
compareFiles(const std::vector<std::string> &Files,
             const CompareOptions &Options, unsigned Jobs,
             llvm::function_ref<void(const FileComparison &)> Report) {
  std::vector<FileComparison> Result(Files.size());
  std::atomic<size_t> Next = 0;
  bool ShowsProgress = ::isatty(STDERR_FILENO);
  std::mutex Mutex;
  std::vector<bool> IsDone(Files.size());
  size_t DoneCount = 0, ReportedCount = 0;
  auto Work = [&] {
    for (size_t I = Next++; I < Files.size(); I = Next++) {
      FileComparison Comparison = compareFile(Files[I], Options);
      std::lock_guard Lock(Mutex);
      Result[I] = std::move(Comparison);
      IsDone[I] = true;
      ++DoneCount;
      while (ReportedCount < Files.size() && IsDone[ReportedCount])
        Report(Result[ReportedCount++]);
      if (ShowsProgress)
        llvm::errs() << "\r" << DoneCount << "/" << Files.size();
    }
  };
  std::vector<std::thread> Workers;
  for (unsigned I = 0; I < Jobs; ++I)
    Workers.emplace_back(Work);
  for (std::thread &Worker : Workers)
    Worker.join();
  if (ShowsProgress)
    llvm::errs() << "\r" << std::string(20, ' ') << "\r";
  return Result;
}

static std::unique_ptr<llvm::raw_fd_ostream> openFile(const std::string &Path) {
  std::error_code Error;
  auto OS = std::make_unique<llvm::raw_fd_ostream>(Path, Error);
  if (Error)
    fail(Path + ": " + Error.message());
  return OS;
}

int main(int argc, char **argv) {
  cl::OptionCategory Category("noisy-compare options");
  cl::list<std::string> Paths(cl::Positional, cl::OneOrMore,
                              cl::desc("FOLDER..."), cl::cat(Category));
  cl::opt<unsigned> Jobs("jobs", cl::desc("Files at a time"), cl::init(2),
                         cl::cat(Category));
  cl::opt<size_t> Places("places",
                         cl::desc("Places of a file that hovers, definitions "
                                  "and references are asked for (100)"),
                         cl::init(100), cl::cat(Category));
  cl::opt<unsigned> Timeout("timeout", cl::desc("Seconds for an answer (60)"),
                            cl::init(60), cl::cat(Category));
  cl::opt<std::string> Server(
      "server", cl::desc("The program of both servers"),
      cl::init(executableFolder() + "/noisy-lsp-server"), cl::cat(Category));
  cl::opt<std::string> MeantFile(
      "meant", cl::desc("The list of differences that are meant"),
      cl::value_desc("FILE"), cl::cat(Category));
  cl::opt<std::string> List(
      "list", cl::desc("Where the differences go; default: stdout"),
      cl::value_desc("FILE"), cl::cat(Category));
  cl::opt<std::string> Costs("costs",
                             cl::desc("Where times and memory of each file go"),
                             cl::value_desc("FILE"), cl::cat(Category));
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      argc, argv, "Gives .mlir files to our server and to LLVM's\n");
  std::signal(SIGPIPE, SIG_IGN);

  CompareOptions Options;
  setServers(Options, Server);
  Options.MaxPlaces = Places;
  Options.Timeout = std::chrono::seconds(Timeout);
  MeantDifferences MeantOnes = readMeant(MeantFile);
  std::vector<std::string> Files =
      findFiles(std::vector<std::string>(Paths.begin(), Paths.end()));
  std::unique_ptr<llvm::raw_fd_ostream> ListFile;
  if (!List.empty())
    ListFile = openFile(List);
  llvm::raw_ostream &Differences = ListFile ? *ListFile : llvm::outs();
  std::vector<FileComparison> Comparisons =
      compareFiles(Files, Options, std::max(1u, Jobs.getValue()),
                   [&](const FileComparison &Comparison) {
                     printDifferences(Differences, Comparison, MeantOnes);
                     Differences.flush();
                   });
  if (!Costs.empty())
    printCosts(*openFile(Costs), Comparisons);
  return printSummary(llvm::outs(), Comparisons, MeantOnes) ? 0 : 1;
}
