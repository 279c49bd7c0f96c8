//===- ServerMeasurement.h - Servers, and the targets -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_SERVER_SERVERMEASUREMENT_H
#define NOISY_BENCH_SERVER_SERVERMEASUREMENT_H

#include "bench/measure/Verdict.h"
#include "bench/server/ServerDocuments.h"
#include <string>
#include <vector>

namespace mlir::noisy::bench {

/// In the order of the report.
enum class ServerQuantity {
  // From the first byte of an edit to the last of the diagnostics of its
  // version, in ms.
  ChangedNumber,
  InsertedLine,
  BrokenBracket,
  MendedBracket,
  /// From the last of 20 keystrokes to the diagnostics of its version, in ms.
  Burst,
  // Until an answer, while an edit is built, in ms.
  Hover,
  Completion,
  /// From the start of the process to the first diagnostics, in ms.
  Start,
  /// In MiB.
  PeakMemory,
  /// Of resident memory while edits go on, in %.
  Growth,
  /// Until a keystroke in a document of 50 MB was taken in, in ms.
  Intake
};

/// One quantity of one document, for LLVM's server and ours; none where it was
/// not measured.
struct ServerMeasurement {
  ServerQuantity quantity;
  DocumentShape shape = DocumentShape::Functions;
  unsigned operations = 0;
  std::vector<double> stock = {}, ours = {};
  /// Ours on the same shape in the noisy dialect, with the analysis of noise.
  std::vector<double> noisy = {};
  /// Of growth: how many edits.
  unsigned edits = 0;
  /// Of a burst: what a single edit of the same document takes, in ms.
  double edit = 0;
  /// Where it could not be measured: why.
  std::string failure = {};
};

/// What it is and in which unit, for a title.
const char *describe(ServerQuantity quantity);

/// The value below which the part `part` of the values lies; 0 of none.
double quantile(std::vector<double> values, double part);

/// Holds a measurement against its target. Says in `reason` by how much it was
/// missed, or is empty.
Verdict judge(const ServerMeasurement &measurement, std::string &reason);

/// The measurements of one quantity as a table, head first.
std::vector<std::vector<std::string>>
makeServerTable(const std::vector<ServerMeasurement> &measurements,
                ServerQuantity quantity);

/// A table of each quantity, with its title, on standard output.
void printServerTables(const std::vector<ServerMeasurement> &measurements);

/// The tables as a page of Markdown, which shows the figure `figure` and says
/// that `./dev bench COMMAND` has written it.
std::string
writeServerMarkdown(const std::vector<ServerMeasurement> &measurements,
                    const std::string &figure, const std::string &command);

/// What an edit takes, against the size of the document.
std::string
drawServerFigure(const std::vector<ServerMeasurement> &measurements);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_SERVER_SERVERMEASUREMENT_H
