//===- Check.cpp - Checks of files by the server --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/Check.h"
#include "server/check/CheckFeatures.h"
#include "server/check/CheckedFiles.h"
#include "server/check/OfferedFixes.h"
#include "server/check/ProjectFolder.h"
#include "server/check/report/Baseline.h"
#include "server/check/report/Fingerprints.h"
#include "server/protocol/FileUri.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <utility>

using namespace mlir::noisy::lsp;
using llvm::raw_ostream;

static std::string uriOf(const std::string &File) {
  if (File == "-")
    return "untitled:stdin";
  llvm::SmallString<128> Path(File);
  llvm::sys::fs::make_absolute(Path);
  return fileUri(Path);
}

/// "1 error", "2 errors".
static std::string count(size_t Number, const char *Noun) {
  return std::to_string(Number) + " " + Noun + (Number == 1 ? "" : "s");
}

static void summarise(raw_ostream &OS, const FileReport &Report) {
  if (Report.ReadError) {
    OS << Report.Name << ": " << *Report.ReadError << "\n";
    return;
  }
  auto Count = [&](DiagnosticSeverity Severity) {
    return llvm::count_if(Report.Findings, [&](const Finding &Each) {
      return Each.severity() == Severity;
    });
  };
  OS << Report.Name << ": " << count(Count(DiagnosticSeverity::Error), "error")
     << ", " << count(Count(DiagnosticSeverity::Warning), "warning");
  if (Report.KnownCount)
    OS << ", " << count(Report.KnownCount, "known finding");
  if (size_t Internal = Report.Complaints.size())
    OS << ", " << count(Internal, "internal error");
  OS << "; " << count(Report.Requests, "request") << "\n";
}

static CheckStatus statusOf(const FileReport &Report,
                            DiagnosticSeverity FailsFrom) {
  if (Report.ReadError)
    return CheckStatus::Unreadable;
  bool Fails = !Report.Complaints.empty() ||
               llvm::any_of(Report.Findings, [&](const Finding &Each) {
                 return Each.severity() <= FailsFrom;
               });
  return Fails ? CheckStatus::Errors : CheckStatus::Fine;
}

//===----------------------------------------------------------------------===//
// One file
//===----------------------------------------------------------------------===//

/// Warns of bytes that are no text.
static void addEncodingWarning(FileReport &Report, llvm::StringRef Bytes) {
  size_t Wrong = 0;
  if (llvm::json::isUTF8(Bytes, &Wrong))
    return;
  Diagnostic Problem;
  Problem.Range.Start = Problem.Range.End =
      Text(Bytes.str()).positionAt(Wrong, PositionEncoding::UTF8);
  Problem.Severity = DiagnosticSeverity::Warning;
  Problem.Message = "not UTF-8 from here on; such bytes are read as U+FFFD";
  Report.Findings.push_back({std::move(Problem), "", {}});
}

static FileReport checkFile(const std::string &File,
                            const CheckOptions &Options,
                            CheckedServer &Server) {
  FileReport Report;
  Report.Name = File == "-" ? "<stdin>" : File;
  auto Contents = llvm::MemoryBuffer::getFileOrSTDIN(File);
  if (!Contents) {
    Report.ReadError = "cannot be read: " + Contents.getError().message();
    return Report;
  }
  llvm::StringRef Bytes = (*Contents)->getBuffer();
  Report.Contents = Text(llvm::json::fixUTF8(Bytes));
  addEncodingWarning(Report, Bytes);

  Server.setFolder(Options.ReadsProject ? findProjectFolder(File) : "");
  Examination Exam(Server, uriOf(File), Report.Contents);
  if (Exam.open()) {
    for (const Diagnostic &Problem : Exam.diagnostics())
      Report.Findings.push_back({Problem, "", {}});
    llvm::stable_sort(Report.Findings, [](const Finding &A, const Finding &B) {
      return A.Diagnostic.Range.Start < B.Diagnostic.Range.Start;
    });
    // Only this format has them.
    if (Options.Format == ReportFormat::Sarif)
      addOfferedFixes(Exam, Report.Findings);
    if (Options.TryFeatures)
      for (const CheckedFeature &Feature : checkedFeatures(Exam.capability("")))
        if (!Exam.isGivenUp() && Exam.hasCapability(Feature.Provider))
          Feature.Try(Exam);
  }
  Exam.close();
  Report.Complaints = Exam.complaints();
  Report.Requests = Exam.requests();
  setFingerprints(Report);
  return Report;
}

//===----------------------------------------------------------------------===//
// All files
//===----------------------------------------------------------------------===//

namespace {

/// Checks files on some threads, each with a server, and hands out the reports
/// in the order of the files.
class CheckedQueue {
public:
  CheckedQueue(const std::vector<std::string> &Files,
               const CheckOptions &Options)
      : Files(Files), Options(Options), Reports(Files.size()) {
    for (size_t I = 0; I < std::min<size_t>(Options.Jobs, Files.size()); ++I) {
      auto New = std::make_unique<Thread>();
      if (!New->start("check", SmallStackBytes * 8, [this] { work(); }))
        break;
      Threads.push_back(std::move(New));
    }
    // Without any thread, all of it here.
    if (Threads.empty())
      work();
  }

  /// Waits for the report of a file. Each is handed out once.
  FileReport take(size_t Index) {
    std::unique_lock Lock(Mutex);
    Done.wait(Lock, [&] { return Reports[Index].has_value(); });
    return *std::exchange(Reports[Index], std::nullopt);
  }

  /// What is wrong with the projects of the files whose reports were taken, and
  /// perhaps of others.
  struct ProblemSet {
    std::set<std::string> Errors, Warnings;
  };
  ProblemSet problems() {
    std::lock_guard Lock(Mutex);
    return AllProblems;
  }

private:
  void work() {
    CheckedServer Server(Options.Program, Options.Arguments, Options.Timeout);
    for (size_t Index; (Index = Next++) < Files.size();) {
      FileReport Report = checkFile(Files[Index], Options, Server);
      std::lock_guard Lock(Mutex);
      AllProblems.Errors.insert(Server.problems().Errors.begin(),
                                Server.problems().Errors.end());
      AllProblems.Warnings.insert(Server.problems().Warnings.begin(),
                                  Server.problems().Warnings.end());
      Reports[Index] = std::move(Report);
      Done.notify_all();
    }
  }

  const std::vector<std::string> &Files;
  const CheckOptions &Options;
  std::atomic<size_t> Next = 0;
  std::mutex Mutex;
  std::condition_variable Done;
  std::vector<std::optional<FileReport>> Reports;
  ProblemSet AllProblems;
  /// The last member: its end waits for them.
  std::vector<std::unique_ptr<Thread>> Threads;
};

} // namespace

CheckStatus mlir::noisy::lsp::checkFiles(const std::vector<std::string> &Names,
                                         const CheckOptions &Options,
                                         raw_ostream &Findings,
                                         raw_ostream &Notes) {
  Baseline Known(Options.Baseline), New(Options.NewBaseline);
  if (!Options.Baseline.empty())
    if (std::optional<std::string> Error = Known.read()) {
      Notes << *Error << "\n";
      return CheckStatus::Unreadable;
    }

  CheckStatus Result = CheckStatus::Fine;
  std::vector<std::string> Empty;
  const std::vector<std::string> Files = findCheckedFiles(Names, Empty);
  for (const std::string &Name : Empty) {
    Notes << Name << ": there are no files of this name, or .mlir files in "
          << "this folder\n";
    Result = CheckStatus::Unreadable;
  }

  std::unique_ptr<Report> Out =
      Report::make(Options.Format, Options.FailsFrom, Findings);
  CheckedQueue Queue(Files, Options);
  for (size_t I = 0; I < Files.size(); ++I) {
    FileReport Report = Queue.take(I);
    // The new baseline has what the old one knows, too.
    if (!Options.NewBaseline.empty())
      New.add(Report);
    if (!Options.Baseline.empty())
      Known.remove(Report);
    CheckStatus Status = statusOf(Report, Options.FailsFrom);
    // They are known from now on.
    if (!Options.NewBaseline.empty() && Status == CheckStatus::Errors &&
        Report.Complaints.empty())
      Status = CheckStatus::Fine;
    Result = std::max(Result, Status);
    Out->add(Report);
    summarise(Notes, Report);
  }
  Out->finish();
  Findings.flush();
  const CheckedQueue::ProblemSet Problems = Queue.problems();
  for (const std::string &Error : Problems.Errors) {
    Notes << Error << "\n";
    Result = CheckStatus::Unreadable;
  }
  for (const std::string &Warning : Problems.Warnings)
    Notes << Warning << "\n";
  if (!Options.NewBaseline.empty())
    if (std::optional<std::string> Error = New.write()) {
      Notes << *Error << "\n";
      return CheckStatus::Unreadable;
    }
  return Result;
}
