//===- Rewritings.h - What rewriting saves -------------------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_OPTIMIZER_REWRITINGS_H
#define NOISY_BENCH_OPTIMIZER_REWRITINGS_H

#include "bench/measure/Verdict.h"
#include "bench/programs/Program.h"
#include "optimizer/choice/RewriteChoice.h"
#include <optional>

namespace mlir::noisy::bench {

/// A program, and the most that it may cost once it is rewritten.
struct RewritingSubject {
  Program program;
  std::optional<int64_t> most;
  /// Polynomials may become others that are the same functions.
  bool functions = false;
};

/// `circuits` are measured, too: they must not get dearer.
std::vector<RewritingSubject>
getRewritingSubjects(const std::vector<Program> &circuits);

struct RewritingMeasurement {
  std::string program;
  std::optional<int64_t> most;
  ProgramCost insertion, cost;
  bool isLegal = false, isProven = false;
  /// Of inserting alone, and of that and of rewriting.
  double insertionSeconds = 0, seconds = 0;
};

/// Measures one, with this much time for inserting alone and as much for the
/// rest; nothing, and a message on standard error, if it does not parse.
std::optional<RewritingMeasurement>
measureRewriting(const RewritingSubject &subject, double timeLimit);

/// Whether it costs no more than it may, nor than inserting alone.
Verdict judge(const RewritingMeasurement &measurement, std::string &reason);

/// The table, head first.
std::vector<std::vector<std::string>>
makeRewritingTable(const std::vector<RewritingMeasurement> &measurements);

/// The section of the page with the table.
std::string
writeRewritings(const std::vector<RewritingMeasurement> &measurements,
                double timeLimit);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_REWRITINGS_H
