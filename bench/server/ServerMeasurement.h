//===- ServerMeasurement.h - Measurements and targets -----------*- C++ -*-===//
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

/// The measured quantities, in the order of the report.
enum class ServerQuantity {
  // Edits: the time from the first byte of an edit to the last of the
  // diagnostics of
  // its version, in ms.
  ChangedNumber,
  InsertedLine,
  RemovedLine,
  /// Each key of a line that is typed.
  TypedLine,
  BrokenBracket,
  FixedBracket,
  /// The time from the last of 20 keystrokes to the diagnostics of its version,
  /// in ms.
  Burst,
  // The time from an edit to the answer to a request that comes with it, in ms.
  HintsAfterEdit,
  TokensAfterEdit,
  // The time until an answer, while an edit is built, in ms.
  Hover,
  Completion,
  /// The time from the start of the process to the first diagnostics, in ms.
  Start,
  /// The peak of memory, in MiB.
  PeakMemory,
  /// The growth of resident memory during edits, in %.
  Growth,
  /// The time until a keystroke in a document of 50 MB was read, in ms.
  Intake
};

/// One quantity of one document, for LLVM's server and ours; empty if it was
/// not measured.
struct ServerMeasurement {
  ServerQuantity quantity;
  DocumentShape shape = DocumentShape::Functions;
  unsigned operations = 0;
  std::vector<double> stock = {}, ours = {};
  /// The values of our server on the same shape in the noisy dialect, with the
  /// analysis of noise.
  std::vector<double> noisy = {};
  /// The number of edits, for growth.
  unsigned edits = 0;
  /// The name of the file, for DocumentShape::File.
  std::string file = {};
  /// The reason why it could not be measured.
  std::string failure = {};
};

/// The quantity and its unit, for a title.
const char *describe(ServerQuantity quantity);
/// True for the quantities that are times after an edit.
bool isEdit(ServerQuantity quantity);

/// The value below which the part `part` of the values lies; 0 if there are
/// none.
double quantile(std::vector<double> values, double part);

/// Compares a measurement with its target. `reason` gets the amount by which it
/// was missed, or is empty.
Verdict judge(const ServerMeasurement &measurement, std::string &reason);

/// The measurements of one quantity as a table, head first.
std::vector<std::vector<std::string>>
makeServerTable(const std::vector<ServerMeasurement> &measurements,
                ServerQuantity quantity);

/// Prints a table of each quantity, with its title, on standard output.
void printServerTables(const std::vector<ServerMeasurement> &measurements);

/// The tables as a page of Markdown, which shows the figure `figure` and names
/// `./dev bench COMMAND` as its source.
std::string
writeServerMarkdown(const std::vector<ServerMeasurement> &measurements,
                    const std::string &figure, const std::string &command);

/// The figure: the time of an edit against the size of the document.
std::string
drawServerFigure(const std::vector<ServerMeasurement> &measurements);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_SERVER_SERVERMEASUREMENT_H
