//===- Comparison.cpp - A file, given to two servers ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/Comparison.h"
#include "server/protocol/FileUri.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;
using llvm::raw_ostream;

void compare::setServers(CompareOptions &Options, const std::string &Program) {
  Options.Llvm = {Program, {"--upstream", "--log=error"}, false};
  Options.Ours = {Program, {"--log=error"}, true};
}

//===----------------------------------------------------------------------===//
// Comparing a file
//===----------------------------------------------------------------------===//

static FileComparison::Cost costOf(const FileAnswers &Answers) {
  return {Answers.Errors.size(), Answers.DiagnosticSeconds, Answers.Peak};
}

static void noteEnd(const FileAnswers &Answers, DifferenceKind Crash,
                    DifferenceKind Hang, std::vector<Difference> &Result) {
  if (Answers.End != SessionEnd::Fine)
    Result.push_back(
        {Answers.End == SessionEnd::Crash ? Crash : Hang, 0, Answers.Failure});
}

static void compareAll(const SplitText &Text, const FileInput &Input,
                       const CompareOptions &Options, FileComparison &Result) {
  FileInput LlvmInput = {Input.Uri, Text.llvmText(), Input.Places};
  FileAnswers Llvm = askServer(Options.Llvm, LlvmInput, Options.Timeout);
  FileAnswers Ours = askServer(Options.Ours, Input, Options.Timeout);
  Result.Llvm = costOf(Llvm);
  Result.Ours = costOf(Ours);
  noteEnd(Ours, DifferenceKind::Crash, DifferenceKind::Hang,
          Result.Differences);
  noteEnd(Llvm, DifferenceKind::LlvmCrash, DifferenceKind::LlvmHang,
          Result.Differences);
  if (!Llvm.HasErrors || !Ours.HasErrors)
    return;
  std::vector<Difference> Differences =
      compareErrors(Text, Llvm.Errors, Ours.Errors);
  auto AskLlvm = [&](const std::string &ChangedText)
      -> std::optional<std::vector<lsp::Diagnostic>> {
    FileAnswers Answers =
        askErrors(Options.Llvm, {Input.Uri, ChangedText, {}}, Options.Timeout);
    if (Answers.End != SessionEnd::Fine)
      return std::nullopt;
    return Answers.Errors;
  };
  std::optional<std::string> Intact =
      confirmErrors(Text, Llvm.Errors, AskLlvm, Differences);
  // An error must not hide the valid code around it from a reader.
  if (Intact && !Llvm.Errors.empty())
    Llvm = askServer(Options.Llvm, {Input.Uri, *Intact, Input.Places},
                     Options.Timeout);
  llvm::append_range(Differences, compareAnswers(Input, Llvm, Ours));
  std::stable_sort(Differences.begin(), Differences.end(),
                   [](const Difference &A, const Difference &B) {
                     return std::tie(A.Line, A.Kind) < std::tie(B.Line, B.Kind);
                   });
  llvm::append_range(Result.Differences, Differences);
}

FileComparison compare::compareFile(const std::string &File,
                                    const CompareOptions &Options) {
  FileComparison Result;
  Result.File = File;
  auto Contents = llvm::MemoryBuffer::getFile(File);
  if (!Contents) {
    Result.ReadError = Contents.getError().message();
    return Result;
  }
  SplitText Text(llvm::json::fixUTF8((*Contents)->getBuffer()));
  llvm::SmallString<128> Path(File);
  llvm::sys::fs::make_absolute(Path);
  compareAll(Text,
             {lsp::fileUri(Path), Text.text(),
              namePlaces(Text.text(), Options.MaxPlaces)},
             Options, Result);
  return Result;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

void compare::printDifferences(raw_ostream &OS,
                               const FileComparison &Comparison,
                               const MeantDifferences &MeantList) {
  if (!Comparison.ReadError.empty())
    OS << Comparison.File << ": cannot be read: " << Comparison.ReadError
       << "\n";
  for (const Difference &Diff : Comparison.Differences) {
    llvm::StringRef Message = Diff.Message;
    OS << Comparison.File << ":" << Diff.Line + 1 << ": "
       << (MeantList.contains(Comparison.File, Diff) ? "(meant) " : "")
       << nameOf(Diff.Kind) << ": "
       << llvm::join(llvm::split(Message.rtrim(), '\n'), "\\n") << "\n";
  }
}

void compare::printCosts(raw_ostream &OS,
                         const std::vector<FileComparison> &Comparisons) {
  OS << "file\terrors LLVM\terrors\ts LLVM\ts\tMiB LLVM\tMiB\n";
  for (const FileComparison &Comparison : Comparisons)
    OS << Comparison.File << "\t" << Comparison.Llvm.Errors << "\t"
       << Comparison.Ours.Errors
       << llvm::format("\t%.4f\t%.4f\t%.0f\t%.0f\n", Comparison.Llvm.Seconds,
                       Comparison.Ours.Seconds, Comparison.Llvm.Peak,
                       Comparison.Ours.Peak);
}

/// The quantile of the costs of a server.
static double quantile(std::vector<double> Values, double Part) {
  if (Values.empty())
    return 0;
  size_t Index = std::min(Values.size() - 1, size_t(Part * Values.size()));
  std::nth_element(Values.begin(), Values.begin() + Index, Values.end());
  return Values[Index];
}

static void printCostTable(raw_ostream &OS,
                           const std::vector<FileComparison> &Comparisons) {
  std::vector<double> Seconds[2], Peaks[2];
  for (const FileComparison &Comparison : Comparisons) {
    // Both peaks have to be known.
    if (Comparison.Llvm.Peak == 0 || Comparison.Ours.Peak == 0)
      continue;
    Seconds[0].push_back(Comparison.Llvm.Seconds);
    Seconds[1].push_back(Comparison.Ours.Seconds);
    Peaks[0].push_back(Comparison.Llvm.Peak);
    Peaks[1].push_back(Comparison.Ours.Peak);
  }
  OS << "\n                             LLVM        ours   ratio\n";
  auto Row = [&](const char *Name, double Llvm, double Ours) {
    OS << llvm::format("%-20s %12.1f %11.1f", Name, Llvm, Ours);
    if (Llvm > 0)
      OS << llvm::format(" %7.2f", Ours / Llvm);
    OS << "\n";
  };
  auto Rows = [&](const std::vector<double>(&Values)[2], double Unit,
                  const char *Median, const char *Tail, const char *Maximum) {
    Row(Median, Unit * quantile(Values[0], 0.5),
        Unit * quantile(Values[1], 0.5));
    Row(Tail, Unit * quantile(Values[0], 0.99),
        Unit * quantile(Values[1], 0.99));
    Row(Maximum, Unit * quantile(Values[0], 1), Unit * quantile(Values[1], 1));
  };
  Rows(Seconds, 1000, "ms, median", "ms, 99 %", "ms, most");
  Rows(Peaks, 1, "MiB, median", "MiB, 99 %", "MiB, most");
}

bool compare::printSummary(raw_ostream &OS,
                           const std::vector<FileComparison> &Comparisons,
                           const MeantDifferences &MeantList) {
  struct Row {
    size_t Count = 0, Files = 0, MeantOnes = 0;
  };
  std::array<Row, DifferenceKinds> Rows;
  size_t Unread = 0, LlvmErrors = 0, OurErrors = 0;
  for (const FileComparison &Comparison : Comparisons) {
    Unread += !Comparison.ReadError.empty();
    LlvmErrors += Comparison.Llvm.Errors;
    OurErrors += Comparison.Ours.Errors;
    std::array<bool, DifferenceKinds> Has = {};
    for (const Difference &Diff : Comparison.Differences) {
      Row &Counts = Rows[size_t(Diff.Kind)];
      ++Counts.Count;
      Counts.MeantOnes += MeantList.contains(Comparison.File, Diff);
      Counts.Files += !Has[size_t(Diff.Kind)];
      Has[size_t(Diff.Kind)] = true;
    }
  }
  bool IsFine = Unread == 0;
  OS << "difference              count   files   meant\n";
  for (size_t I = 0; I < Rows.size(); ++I) {
    bool Fails =
        isFailure(DifferenceKind(I)) && Rows[I].Count > Rows[I].MeantOnes;
    IsFine &= !Fails;
    OS << llvm::format("%-20s %8zu%8zu%8zu", nameOf(DifferenceKind(I)),
                       Rows[I].Count, Rows[I].Files, Rows[I].MeantOnes)
       << (Fails ? "  FAILS" : "") << "\n";
  }
  printCostTable(OS, Comparisons);
  OS << "\n" << Comparisons.size() << " files";
  if (Unread)
    OS << ", of which " << Unread << " cannot be read";
  OS << "; errors: LLVM " << LlvmErrors << ", ours " << OurErrors << "\n";
  return IsFine;
}
