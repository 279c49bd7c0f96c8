//===- Measurement.cpp - Measurements and targets -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Measurement.h"
#include "bench/measure/Plot.h"
#include "bench/measure/Timing.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;

static std::string format(const char *form, double value) {
  char text[32];
  std::snprintf(text, sizeof(text), form, value);
  return text;
}

static std::string writeSeconds(double seconds) {
  return format(seconds < 1 ? "%.3f" : seconds < 10 ? "%.2f" : "%.0f", seconds);
}

static std::string writePercent(double part) {
  return format("%.2f", 100 * part) + " %";
}

std::optional<double> Measurement::gap() const {
  if (!result.isLegal())
    return std::nullopt;
  if (result.cost <= result.lowerBound)
    return 0;
  if (result.lowerBound <= 0)
    return std::nullopt;
  return double(result.cost - result.lowerBound) / result.lowerBound;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// True if the optimum of the relaxation certainly differs from that of the
/// problem.
static bool hasFractionalRelaxation(const Measurement &measurement) {
  double relaxation = measurement.result.statistics.Relaxation;
  if (relaxation <= 0)
    return false;
  if (measurement.isProven())
    return relaxation < double(measurement.result.cost) - 1e-4;
  return std::abs(relaxation - std::round(relaxation)) > 1e-4;
}

/// The verdict on the time target; `reason` as in `judge`.
static Verdict judgeTime(const Measurement &measurement, std::string &reason) {
  auto isProvenWithin = [&](double seconds) {
    return measurement.isProven() && measurement.proofSeconds() <= seconds;
  };
  std::optional<double> gap = measurement.gap();
  auto isWithin = [&](double part, double seconds) {
    // An answer comes a moment after the limit.
    return gap && *gap <= part && measurement.seconds <= seconds + 1;
  };
  auto nothingSet = [&](const std::string &explanation) {
    reason = explanation;
    return Verdict::NotApplicable;
  };
  auto decide = [&](bool isMet, double seconds, const char *explanation) {
    if (isMet)
      return Verdict::Met;
    if (measurement.timeLimit < seconds)
      return nothingSet("had " + format("%.0f", measurement.timeLimit) +
                        " of " + format("%.0f", seconds) + " s");
    reason = explanation;
    return Verdict::Missed;
  };
  switch (measurement.target) {
  case Target::Circuit:
    if (measurement.operations > 55'000)
      return nothingSet("too large for a target");
    if (!isProvenWithin(3) && hasFractionalRelaxation(measurement))
      return nothingSet("relaxation not integral");
    return decide(isProvenWithin(3), 3, "not proven in 3 s");
  case Target::Random:
    if (measurement.operations > 3'100)
      return nothingSet("too large for a target");
    if (measurement.operations <= 1'550)
      return decide(isProvenWithin(5), 5, "not proven in 5 s");
    return decide(isProvenWithin(60) || isWithin(0.005, 60), 60,
                  "not proven in 60 s, nor within 0.5 %");
  case Target::Aes:
    return decide(isWithin(0.05, 60), 60, "not within 5 % in 60 s");
  case Target::Calls:
    return decide(measurement.result.isLegal() &&
                      measurement.startSeconds() <= 1,
                  1, "no placement in 1 s");
  case Target::None:
    return nothingSet("no target in time");
  }
  return Verdict::Missed;
}

Verdict mlir::noisy::bench::judge(const Measurement &measurement,
                                  std::string &reason) {
  reason.clear();
  if (measurement.result.status == OptimizerStatus::Failed) {
    reason = "a defect";
    return Verdict::Missed;
  }
  if (measurement.greedy &&
      (!measurement.result.isLegal() ||
       measurement.result.reductions.size() > *measurement.greedy)) {
    reason = "worse than greed";
    return Verdict::Missed;
  }
  if (measurement.article == MilpStatus::Optimal &&
      measurement.articleSeconds > 1 &&
      measurement.articleSeconds < 100 * measurement.seconds) {
    reason = "not 100 times faster than the article's model";
    return Verdict::Missed;
  }
  return judgeTime(measurement, reason);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static std::string writeStatus(const Measurement &measurement) {
  switch (measurement.result.status) {
  case OptimizerStatus::Optimal:
    return "optimal";
  case OptimizerStatus::Feasible: {
    std::optional<double> gap = measurement.gap();
    return gap ? "gap " + writePercent(*gap) : "legal, no bound";
  }
  case OptimizerStatus::Infeasible:
    return "infeasible";
  case OptimizerStatus::Stopped:
    return "stopped";
  case OptimizerStatus::Failed:
    return "FAILED";
  }
  return "";
}

static std::string writeArticle(const Measurement &measurement) {
  if (!measurement.article)
    return "";
  std::string count = std::to_string(measurement.articleReductions);
  if (!measurement.isArticleLegal)
    count += " (not legal)";
  switch (*measurement.article) {
  case MilpStatus::Optimal:
    return count + " in " + writeSeconds(measurement.articleSeconds) + " s";
  case MilpStatus::Feasible:
    return count + ", no proof in " + format("%.0f", measurement.articleLimit) +
           " s";
  case MilpStatus::Stopped:
    return "none in " + format("%.0f", measurement.articleLimit) + " s";
  case MilpStatus::Infeasible:
    return "infeasible";
  case MilpStatus::Failed:
    return "failed";
  }
  return "";
}

static std::string writeRatio(const Measurement &measurement) {
  if (!measurement.article || !measurement.isProven())
    return "";
  double ratio = measurement.articleSeconds / measurement.seconds;
  std::string text = format(ratio < 10 ? "%.1f" : "%.0f", ratio);
  switch (*measurement.article) {
  case MilpStatus::Optimal:
    return text;
  case MilpStatus::Feasible:
  case MilpStatus::Stopped:
    return "> " + text;
  case MilpStatus::Infeasible:
  case MilpStatus::Failed:
    break;
  }
  return "";
}

/// The number of reductions, and their cost if it is another number.
static std::string writeInserted(const OptimizerResult &result) {
  if (!result.isLegal())
    return "";
  std::string text = std::to_string(result.reductions.size());
  if (result.cost != int64_t(result.reductions.size()))
    text += " (cost " + std::to_string(result.cost) + ")";
  return text;
}

std::vector<std::vector<std::string>>
mlir::noisy::bench::makeTable(const std::vector<Measurement> &measurements) {
  std::vector<std::vector<std::string>> rows = {
      {"program", "operations", "inserted", "at least", "status", "start, s",
       "proof, s", "all, s", "rounds", "greed", "article's model",
       "times faster", "target"}};
  for (const Measurement &measurement : measurements) {
    const OptimizerResult &result = measurement.result;
    bool isLegal = result.isLegal();
    std::string reason;
    Verdict verdict = judge(measurement, reason);
    rows.push_back(
        {measurement.program, std::to_string(measurement.operations),
         writeInserted(result),
         isLegal ? std::to_string(result.lowerBound) : "",
         writeStatus(measurement),
         isLegal ? writeSeconds(measurement.startSeconds()) : "",
         measurement.isProven() ? writeSeconds(measurement.proofSeconds()) : "",
         writeSeconds(measurement.seconds), std::to_string(result.rounds),
         measurement.greedy ? std::to_string(*measurement.greedy) : "",
         writeArticle(measurement), writeRatio(measurement),
         writeVerdict(verdict, reason)});
  }
  return rows;
}

//===----------------------------------------------------------------------===//
// Documentation
//===----------------------------------------------------------------------===//

static std::string countVerdicts(const std::vector<Measurement> &measurements) {
  unsigned met = 0, misses = 0, noTarget = 0;
  for (const Measurement &measurement : measurements) {
    std::string reason;
    switch (judge(measurement, reason)) {
    case Verdict::Met:
      ++met;
      break;
    case Verdict::Missed:
      ++misses;
      break;
    case Verdict::NotApplicable:
      ++noTarget;
      break;
    }
  }
  return std::to_string(met) + " targets met, " + std::to_string(misses) +
         " missed; " + std::to_string(noTarget) + " programs have none.";
}

std::string
mlir::noisy::bench::writeMarkdown(const std::vector<Measurement> &measurements,
                                  const std::string &figure,
                                  const std::string &command) {
  std::string text = R"(# The optimizer, measured

Written by `./dev bench )" +
                     command + R"(`, on )" +
                     std::to_string(std::thread::hardware_concurrency()) +
                     R"( cores, each program once. Compare
the columns of a line, which come from the same run, rather than seconds with those of other machines.

- *inserted*: the reductions of the optimizer, and their cost where one in a loop costs more; *at least*: its lower
  bound of the cost. The status is *optimal* only where the two meet and the analysis has confirmed the placement.
- *start*: until there was a legal placement; *proof*: until the number of reductions was proven the least; *all*:
  until the optimizer returned, with the search for the earliest of equal placements and the check.
- *greed*: reduces an operand where a result would pass the limit, in program order.
- *article's model*: the integer program of the article that the dialect comes from, on the same CBC. Its optimum need
  not have the fewest reductions, because it makes noise cost something too. A larger program of a family is
  not tried once a smaller one was not proven in time, and none with control flow.
- *target*: circuits up to 50,000 operations whose relaxation is integral proven in 3 s; random programs of 1,500
  operations in 5 s, and of 3,000 in 60 s or within 0.5 %; AES-128 within 5 % in 60 s; adders of up to 50,000
  calls with a legal placement in 1 s; nowhere more reductions than greed, and at least 100 times faster than the article's model where that takes more than a second.

)" + countVerdicts(measurements) +
                     "\n\n![Time to proof and gap against size](" + figure +
                     ")\n\n";
  // Names, states and verdicts are no numbers.
  return text + writeMarkdownTable(makeTable(measurements), {0, 4, 10, 12});
}

std::string
mlir::noisy::bench::drawFigure(const std::vector<Measurement> &measurements) {
  std::vector<std::string> kinds;
  for (const Measurement &measurement : measurements)
    if (std::find(kinds.begin(), kinds.end(), measurement.kind) == kinds.end())
      kinds.push_back(measurement.kind);
  PlotPanel times{"time to proof, s", {}};
  PlotPanel gaps{"gap where not proven, %", {}};
  for (const std::string &kind : kinds) {
    PlotSeries proven{kind, {}}, open{kind, {}};
    for (const Measurement &measurement : measurements) {
      if (measurement.kind != kind || measurement.operations == 0)
        continue;
      std::string title = measurement.program + ": ";
      double size = measurement.operations;
      if (measurement.isProven()) {
        double seconds = std::max(measurement.proofSeconds(), 1e-4);
        proven.points.push_back(
            {size, seconds, title + writeSeconds(seconds) + " s"});
      } else if (std::optional<double> gap = measurement.gap()) {
        open.points.push_back(
            {size, std::max(100 * *gap, 1e-3), title + writePercent(*gap)});
      }
    }
    times.series.push_back(std::move(proven));
    gaps.series.push_back(std::move(open));
  }
  PlotSeries article{"the article's model", {}, /*isReference=*/true};
  for (const Measurement &measurement : measurements)
    if (measurement.article == MilpStatus::Optimal && measurement.operations)
      article.points.push_back(
          {double(measurement.operations), measurement.articleSeconds,
           measurement.program + ": " +
               writeSeconds(measurement.articleSeconds) + " s"});
  times.series.push_back(std::move(article));
  return drawPlot("Placing reductions: time to proof, and gap, against size",
                  "operations", {times, gaps});
}
