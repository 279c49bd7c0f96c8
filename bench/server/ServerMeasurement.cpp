//===- ServerMeasurement.cpp - Measurements and targets -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/server/ServerMeasurement.h"
#include "bench/measure/Plot.h"
#include "bench/measure/Timing.h"
#include <cmath>
#include <cstdio>
#include <iostream>
#include <optional>
#include <thread>

using namespace mlir::noisy::bench;

static std::string format(const char *form, double value) {
  char text[32];
  std::snprintf(text, sizeof(text), form, value);
  return text;
}

double mlir::noisy::bench::quantile(std::vector<double> values, double part) {
  if (values.empty())
    return 0;
  std::sort(values.begin(), values.end());
  size_t index = std::ceil(part * values.size());
  return values[std::min(std::max<size_t>(index, 1), values.size()) - 1];
}

static double median(const std::vector<double> &values) {
  return quantile(values, 0.5);
}

static double maximum(const std::vector<double> &values) {
  return quantile(values, 1);
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

bool mlir::noisy::bench::isEdit(ServerQuantity quantity) {
  return quantity <= ServerQuantity::Burst;
}

/// What an edit in the arith dialect may take, in times of LLVM's, which stops
/// at the first error of a broken text. Smaller documents take too little time
/// for a verdict.
static std::optional<double>
getRatioLimit(const ServerMeasurement &measurement) {
  if (measurement.operations < 30'000)
    return std::nullopt;
  bool isOne = measurement.shape == DocumentShape::OneFunction ||
               measurement.shape == DocumentShape::Circuit ||
               measurement.shape == DocumentShape::LocatedCircuit;
  bool isBroken = measurement.quantity == ServerQuantity::TypedLine ||
                  measurement.quantity == ServerQuantity::BrokenBracket;
  return isOne || isBroken ? 1.0 / 20 : 1.0 / 30;
}

/// What an edit in the noisy dialect may take, in ms.
static std::optional<double>
getNoisyLimit(const ServerMeasurement &measurement) {
  switch (measurement.shape) {
  case DocumentShape::Circuit:
  case DocumentShape::LocatedCircuit:
  case DocumentShape::File:
    return 10;
  case DocumentShape::Functions:
  case DocumentShape::InModule:
  case DocumentShape::CalledByMain:
  case DocumentShape::ChainOfCalls:
  case DocumentShape::OneFunction:
    break;
  }
  if (measurement.operations < 100'000)
    return std::nullopt;
  return 15;
}

static Verdict judgeRatio(const ServerMeasurement &measurement, double limit,
                          std::string &reason) {
  if (measurement.stock.empty() || measurement.ours.empty())
    return Verdict::NotApplicable;
  double ratio = median(measurement.ours) / median(measurement.stock);
  if (ratio <= limit)
    return Verdict::Met;
  reason = format("%.3g times what it may be", ratio / limit);
  return Verdict::Missed;
}

static Verdict judgeValue(const std::vector<double> &values, double value,
                          double limit, std::string &reason) {
  if (values.empty())
    return Verdict::NotApplicable;
  if (value <= limit)
    return Verdict::Met;
  reason = format("%.3g instead of ", value) + format("%.3g", limit);
  return Verdict::Missed;
}

/// Judges the times after an edit: in arith beside LLVM's server, in noisy by
/// themselves.
static Verdict judgeEdit(const ServerMeasurement &measurement,
                         std::string &reason) {
  Verdict arith = Verdict::NotApplicable, noisy = Verdict::NotApplicable;
  std::string arithReason, noisyReason;
  if (std::optional<double> limit = getRatioLimit(measurement))
    arith = judgeRatio(measurement, *limit, arithReason);
  if (std::optional<double> limit = getNoisyLimit(measurement))
    noisy = judgeValue(measurement.noisy, median(measurement.noisy), *limit,
                       noisyReason);
  if (!noisyReason.empty())
    noisyReason = "noisy: " + noisyReason + " ms";
  reason = arithReason +
           (arithReason.empty() || noisyReason.empty() ? "" : "; ") +
           noisyReason;
  if (!reason.empty())
    return Verdict::Missed;
  return arith == Verdict::Met ? arith : noisy;
}

Verdict mlir::noisy::bench::judge(const ServerMeasurement &measurement,
                                  std::string &reason) {
  reason = measurement.failure;
  if (!reason.empty())
    return Verdict::Missed;
  const std::vector<double> &ours = measurement.ours;
  if (isEdit(measurement.quantity))
    return judgeEdit(measurement, reason);
  switch (measurement.quantity) {
  case ServerQuantity::HintsAfterEdit:
  case ServerQuantity::TokensAfterEdit:
    return judgeValue(measurement.noisy, median(measurement.noisy), 20, reason);
  case ServerQuantity::Hover:
    return judgeValue(ours, maximum(ours), 10, reason);
  case ServerQuantity::PeakMemory:
    return judgeRatio(measurement, 1, reason);
  case ServerQuantity::Growth:
    return judgeValue(ours, maximum(ours), 20, reason);
  case ServerQuantity::Start:
    if (measurement.operations < 30'000)
      return Verdict::NotApplicable;
    return judgeRatio(measurement, 0.6, reason);
  default:
    break;
  }
  return Verdict::NotApplicable;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static const ServerQuantity kQuantities[] = {
    ServerQuantity::ChangedNumber,   ServerQuantity::InsertedLine,
    ServerQuantity::RemovedLine,     ServerQuantity::TypedLine,
    ServerQuantity::BrokenBracket,   ServerQuantity::FixedBracket,
    ServerQuantity::Burst,           ServerQuantity::HintsAfterEdit,
    ServerQuantity::TokensAfterEdit, ServerQuantity::Hover,
    ServerQuantity::Completion,      ServerQuantity::Start,
    ServerQuantity::PeakMemory,      ServerQuantity::Growth,
    ServerQuantity::Intake};

const char *mlir::noisy::bench::describe(ServerQuantity quantity) {
  switch (quantity) {
  case ServerQuantity::ChangedNumber:
    return "A number changed, to diagnostics: min / median / max, ms";
  case ServerQuantity::InsertedLine:
    return "A line inserted, to diagnostics: min / median / max, ms";
  case ServerQuantity::RemovedLine:
    return "A line removed, to diagnostics: min / median / max, ms";
  case ServerQuantity::TypedLine:
    return "Each key of a line being typed, to diagnostics: "
           "min / median / max, ms";
  case ServerQuantity::BrokenBracket:
    return "A closing bracket deleted, to diagnostics: min / median / max, ms";
  case ServerQuantity::FixedBracket:
    return "The bracket put back, to diagnostics: min / median / max, ms";
  case ServerQuantity::Burst:
    return "20 keystrokes 30 ms apart, from the last to its diagnostics: "
           "min / median / max, ms";
  case ServerQuantity::HintsAfterEdit:
    return "Inlay hints of 50 lines, from an edit: min / median / max, ms";
  case ServerQuantity::TokensAfterEdit:
    return "Changed semantic tokens, from an edit: min / median / max, ms";
  case ServerQuantity::Hover:
    return "Hover during a build: median / 99 % / max, ms";
  case ServerQuantity::Completion:
    return "Completion right after an edit: min / median / max, ms";
  case ServerQuantity::Start:
    return "Start to first diagnostics: min / median / max, ms";
  case ServerQuantity::PeakMemory:
    return "Peak memory after opening and 20 edits, MiB";
  case ServerQuantity::Growth:
    return "Growth of resident memory over the edits, %";
  case ServerQuantity::Intake:
    return "A keystroke in a document of 50 MB, until it is taken in: "
           "min / median / max, ms";
  }
  return "";
}

static std::string writeTarget(ServerQuantity quantity) {
  if (isEdit(quantity))
    return "Above 30000 operations, ours in arith at most 1/30 of LLVM's, in "
           "one function or broken text 1/20. Noisy, in 100000 operations at "
           "most 15 ms, in a circuit 10 ms. Medians count.";
  switch (quantity) {
  case ServerQuantity::HintsAfterEdit:
  case ServerQuantity::TokensAfterEdit:
    return "Noisy at most 20 ms.";
  case ServerQuantity::Start:
    return "Above 30000 operations at most 0.6 of LLVM's.";
  case ServerQuantity::Hover:
    return "At most 10 ms.";
  case ServerQuantity::PeakMemory:
    return "At most LLVM's.";
  case ServerQuantity::Growth:
    return "At most 20 %.";
  default:
    return "No target.";
  }
}

static std::string writeValues(ServerQuantity quantity,
                               const std::vector<double> &values) {
  if (values.empty())
    return "";
  switch (quantity) {
  case ServerQuantity::Hover:
    return milliseconds(
        Timing{median(values), quantile(values, 0.99), maximum(values)});
  case ServerQuantity::PeakMemory:
    return format("%.0f", maximum(values));
  case ServerQuantity::Growth:
    return format("%.1f", maximum(values));
  default:
    return milliseconds(
        Timing{quantile(values, 0), median(values), maximum(values)});
  }
}

/// The value that decides: the median, or the slowest of hovers.
static double getTypical(ServerQuantity quantity,
                         const std::vector<double> &values) {
  return quantity == ServerQuantity::Hover ? maximum(values) : median(values);
}

static std::string writeRatio(const ServerMeasurement &measurement) {
  ServerQuantity quantity = measurement.quantity;
  // Growth may be zero or negative.
  if (measurement.stock.empty() || measurement.ours.empty() ||
      quantity == ServerQuantity::Growth)
    return "";
  double ratio = getTypical(quantity, measurement.ours) /
                 getTypical(quantity, measurement.stock);
  return format(ratio < 0.1 ? "%.4f" : "%.2f", ratio);
}

std::vector<std::vector<std::string>> mlir::noisy::bench::makeServerTable(
    const std::vector<ServerMeasurement> &measurements,
    ServerQuantity quantity) {
  std::vector<std::vector<std::string>> rows = {
      {"document", "LLVM's", "ours", "ours / LLVM's", "ours, noisy", "target"}};
  for (const ServerMeasurement &measurement : measurements) {
    if (measurement.quantity != quantity)
      continue;
    std::string document =
        measurement.file.empty()
            ? describe(measurement.shape, measurement.operations)
            : measurement.file;
    if (measurement.edits != 0)
      document += ", " + std::to_string(measurement.edits) + " edits";
    std::string reason;
    Verdict verdict = judge(measurement, reason);
    rows.push_back({document, writeValues(quantity, measurement.stock),
                    writeValues(quantity, measurement.ours),
                    writeRatio(measurement),
                    writeValues(quantity, measurement.noisy),
                    writeVerdict(verdict, reason)});
  }
  return rows;
}

void mlir::noisy::bench::printServerTables(
    const std::vector<ServerMeasurement> &measurements) {
  for (ServerQuantity quantity : kQuantities) {
    std::vector<std::vector<std::string>> rows =
        makeServerTable(measurements, quantity);
    if (rows.size() == 1)
      continue;
    std::cout << describe(quantity) << "\n";
    printTable(rows);
  }
}

//===----------------------------------------------------------------------===//
// Documentation
//===----------------------------------------------------------------------===//

static std::string
countVerdicts(const std::vector<ServerMeasurement> &measurements) {
  unsigned met = 0, misses = 0;
  for (const ServerMeasurement &measurement : measurements) {
    std::string reason;
    Verdict verdict = judge(measurement, reason);
    met += verdict == Verdict::Met;
    misses += verdict == Verdict::Missed;
  }
  return std::to_string(met) + " targets met, " + std::to_string(misses) +
         " missed.";
}

/// What a profile shows beside these measurements.
static const char *const kProfile = R"(
## What the time of a key is spent on

A key in the middle of 1 function of 100000 operations (5 MB), noisy, in milliseconds of processor time, by a profile
(`perf record`). The noise of its line changes, and nothing far from it.

| step | ms |
|---|---:|
| the end of the function is looked for by letters, from the edit on (`Outline`), and hashed | 0.3 |
| names and structure of the function are copied, with other places after the edit (`patchSection`) | 0.9 |
| the text is made one piece (`Text`), which the function shares | 0.3 |
| the noise of what depends on the line, and the facts of the others (`patchNoise`) | 0.7 |
| three operations are parsed, verified, and put in the place of the old ones (`OperationRun`) | 0.3 |
| pages that the system gives for the copies, as long as the process grows | 0 to 1 |
| diagnostics are compared and printed: none, or 2000 | 0 to 1 |
| changed semantic tokens, where a client asks for them: the digests of all lines | 3 |

The physical floor: MLIR's parser takes about 2 us for an operation, so what has to be parsed takes some 10 us. All else
is proportional to the size of the function, with bytes copied and compared rather than parsed: 3 ms for 5 MB of text
and 15 MB of tables. Less would need texts and tables in blocks that an edit leaves as they are.
)";

std::string mlir::noisy::bench::writeServerMarkdown(
    const std::vector<ServerMeasurement> &measurements,
    const std::string &figure, const std::string &command) {
  std::string text =
      R"(# The server, measured

Written by `./dev bench )" +
      command + R"(`, on )" +
      std::to_string(std::thread::hardware_concurrency()) +
      R"( cores, beside `mlir-lsp-server` of LLVM 22 in the same run: the same
documents in the arith dialect, and the same edits in turn, so that what else the machine does hits both. Compare the
columns of a line rather than milliseconds with those of other machines.

- Clocks start when the first byte of a message is written, and stop when the last byte of the answer was read; what
  the client does with JSON is outside. LLVM's server takes whole texts only, so that is what it gets, as from any
  editor; ours gets ranges.
- Each time is until the diagnostics of that very version, any wait of the server for a pause in typing included.
- *ours, noisy*: ours on the same shape in the noisy dialect, which LLVM's server does not know: what the analysis
  of noise adds.
- *like AES-128* has as many operations, inputs and outputs as that circuit, each result used by far ones. *With
  locations*, each operation has one of its own, an alias that is defined after the function. Files are circuits of
  the folder `NOISY_CIRCUITS`, measured where it is set.
- Memory is that of the server and of its child processes together.

)" + countVerdicts(measurements) +
      "\n\n![What an edit takes against size](" + figure + ")\n" + kProfile;
  for (ServerQuantity quantity : kQuantities) {
    std::vector<std::vector<std::string>> rows =
        makeServerTable(measurements, quantity);
    if (rows.size() == 1)
      continue;
    text += std::string("\n## ") + describe(quantity) + "\n\n" +
            writeTarget(quantity) + "\n\n" + writeMarkdownTable(rows, {0, 5});
  }
  return text;
}

std::string mlir::noisy::bench::drawServerFigure(
    const std::vector<ServerMeasurement> &measurements) {
  struct Source {
    const char *name;
    std::vector<double> ServerMeasurement::*values;
  };
  const Source sources[] = {{"LLVM's server, arith", &ServerMeasurement::stock},
                            {"ours, arith", &ServerMeasurement::ours},
                            {"ours, noisy", &ServerMeasurement::noisy}};
  std::vector<PlotPanel> panels;
  for (DocumentShape shape :
       {DocumentShape::Functions, DocumentShape::OneFunction}) {
    PlotPanel panel{shape == DocumentShape::Functions
                        ? "in functions of 100: ms"
                        : "in one function: ms",
                    {}};
    for (const Source &source : sources) {
      PlotSeries series{source.name,
                        {},
                        source.values == &ServerMeasurement::stock,
                        /*isLine=*/true};
      for (const ServerMeasurement &measurement : measurements) {
        const std::vector<double> &values = measurement.*source.values;
        if (measurement.quantity != ServerQuantity::ChangedNumber ||
            measurement.shape != shape || values.empty())
          continue;
        double value = std::max(median(values), 1e-3);
        series.points.push_back({double(measurement.operations), value,
                                 describe(shape, measurement.operations) +
                                     ": " + milliseconds(value) + " ms"});
      }
      panel.series.push_back(std::move(series));
    }
    panels.push_back(std::move(panel));
  }
  return drawPlot("A number changed: time to diagnostics, against size",
                  "operations", panels);
}
