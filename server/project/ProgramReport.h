//===- ProgramReport.h - What a program says of a text ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROJECT_PROGRAMREPORT_H
#define NOISY_SERVER_PROJECT_PROGRAMREPORT_H

#include "server/protocol/Lsp.h"
#include "server/text/Text.h"
#include <set>

namespace mlir::noisy::lsp {

/// The name of a program for users, and as the source of its diagnostics:
/// "heir-opt" of "/opt/heir/bin/heir-opt".
std::string programName(llvm::StringRef Path);

/// What a program of the project answers about a text.
struct ProgramAnswer {
  /// Its diagnostics, or one that says why there are none.
  std::vector<Diagnostic> Items;
  /// False if it could not judge the text.
  bool HasChecked = true;
  /// False if there are errors without a place in the text: then nothing of it
  /// is known to be right.
  bool HasAllPlaces = true;

  /// The answer of a program with these diagnostics: it judges no text with
  /// the dialect noisy if it does not know that.
  static ProgramAnswer of(const std::string &Name,
                          std::vector<Diagnostic> Items);
  /// The answer of a program that could not judge a text.
  static ProgramAnswer failure(const std::string &Name, std::string Reason,
                               DiagnosticSeverity Severity);
};

/// What a program of the project, which knows its dialects, said of a text. It
/// corrects our diagnostics of that text, where we read dialects by guess, and
/// of later ones, in the lines that are still there. One thread at a time.
class ProgramReport {
public:
  /// The places of `Answer` are those of `Contents`.
  ProgramReport(Text Contents, ProgramAnswer Answer)
      : Contents(std::move(Contents)), Answer(std::move(Answer)) {}

  /// Corrects `Ours`, the diagnostics of `Current`:
  ///
  /// - what the program said is added, in lines that have not changed;
  /// - our errors of MLIR are removed in chunks (between two `// -----`) in
  ///   which it found none. In a chunk with an error it may have stopped before
  ///   others. Known for `Contents` only: an error that comes up after an edit
  ///   stays;
  /// - in the line of an error of the program only its own stays, unless ours
  ///   says what was meant: that has a fix;
  /// - the information that nobody checks a dialect is removed.
  ///
  /// A program that could not judge the text only adds why.
  void correct(std::vector<Diagnostic> &Ours, const Text &Current);
  /// True if it is a judgement of exactly this text.
  bool judges(const Text &Current) const {
    return Answer.HasChecked && Contents == Current;
  }

private:
  using LineMessage = std::pair<uint32_t, std::string>;
  void learn(const std::vector<Diagnostic> &Ours);

  const Text Contents;
  const ProgramAnswer Answer;
  /// Our errors of `Contents` that are none, as far as they were seen.
  std::set<LineMessage> Refuted;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROJECT_PROGRAMREPORT_H
