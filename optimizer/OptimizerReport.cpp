//===- OptimizerReport.cpp - The optimizer's result in words --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/OptimizerReport.h"
#include "analysis/memory/OverwrittenValues.h"
#include "analysis/noise/UnknownNoise.h"
#include "dialect/units/NumberText.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::noisy;

double mlir::noisy::getGap(const OptimizerResult &result) {
  if (result.cost <= result.lowerBound)
    return 0;
  if (result.lowerBound <= 0)
    return std::numeric_limits<double>::infinity();
  return (double(result.cost) - double(result.lowerBound)) /
         double(result.lowerBound);
}

unsigned mlir::noisy::toHundredths(double gap) {
  // Rounding errors on an exact number must not raise it.
  double hundredths = std::ceil(gap * 10000 * (1 - 1e-12));
  constexpr unsigned largest = std::numeric_limits<unsigned>::max();
  return hundredths < largest ? static_cast<unsigned>(hundredths) : largest;
}

std::string mlir::noisy::formatGap(double gap) {
  unsigned hundredths = toHundredths(gap);
  unsigned tenths = hundredths / 10 + (hundredths % 10 != 0);
  std::string text = formatNumber(tenths / 10);
  if (unsigned rest = tenths % 10)
    text += "." + std::to_string(rest);
  return text + " %";
}

/// Describes the changes: "inserted 3 reductions and removed 2: 4 in all".
static std::string describeChanges(const OptimizerResult &result,
                                   ReportTense tense) {
  bool isDone = tense == ReportTense::Done;
  size_t insertions = result.reductions.size(),
         removals = result.removals.size();
  auto count = [&](size_t number) {
    return formatNumber(int64_t(number)) + (!result.operation.empty()
                                                ? " " + result.operation
                                            : number == 1 ? " reduction"
                                                          : " reductions");
  };
  std::string text;
  if (insertions)
    text = (isDone ? "inserted " : "would insert ") + count(insertions);
  if (removals && insertions)
    text += (isDone ? " and removed " : " and remove ") +
            formatNumber(int64_t(removals));
  else if (removals)
    text = (isDone ? "removed " : "would remove ") + count(removals);
  if (!insertions && !removals)
    text = "no change is needed";
  // Some of the existing reductions stay.
  bool isWhole =
      removals || (!result.isWeighted && result.cost > int64_t(insertions));
  if (result.hasOperationCosts)
    return text + "; all reductions and operations count as " +
           formatNumber(result.cost) +
           " (how often each runs, times what it costs at its noise), " +
           formatNumber(result.operationCost) + " of it operations";
  if (result.isWeighted)
    return text +
           (isWhole || !insertions ? "; all that remain count as "
            : insertions == 1      ? " that counts as "
                                   : " that count as ") +
           formatNumber(result.cost) +
           (result.hasCostsByNoise
                ? " (how often each runs, times what it costs at its noise, or "
                  "its 'noisy.cost'"
                : " (how often each runs, or its 'noisy.cost'") +
           (result.operation.empty() ? ")" : ", and the 'cost' of its rule)");
  return text + (isWhole ? ": " + formatNumber(result.cost) + " in all" : "");
}

std::string mlir::noisy::explainUnfixed(const NoiseFinding &finding) {
  if (finding.reason && isOverwritten(*finding.reason))
    return "its noise is unknown, and a reduction does not fix that; use an "
           "operation that makes a new value in place of '" +
           finding.reason->place->getName().getStringRef().str() + "'";
  return finding.kind == NoiseFindingKind::Unknown
             ? "its noise is unknown, and a reduction does not fix that; " +
                   adviseOnUnknown(finding.value)
             : "it is passed where 'noisy.range' states less, and a reduction "
               "does not fix that; change the value or the stated range";
}

/// Describes what is left: "; not fixed: %7: its noise is unknown ...".
static std::string describeUnfixed(const OptimizerResult &result,
                                   ValueNamer nameOf) {
  if (result.unfixed.empty())
    return "";
  const NoiseFinding &first = result.unfixed.front();
  std::string text =
      "; not fixed: " + nameOf(first.value) + ": " + explainUnfixed(first);
  if (size_t others = result.unfixed.size() - 1)
    text += " (and " + formatNumber(int64_t(others)) + " more)";
  return text;
}

static std::string describeLegal(const OptimizerResult &result,
                                 ReportTense tense);

std::string mlir::noisy::describeResult(const OptimizerResult &result,
                                        ValueNamer nameOf, ReportTense tense) {
  if (!result.isLegal())
    return "cannot reduce the noise: " +
           (result.culprit ? nameOf(result.culprit) + ": " : "") +
           result.message;
  return describeLegal(result, tense) + describeUnfixed(result, nameOf);
}

static std::string describeLegal(const OptimizerResult &result,
                                 ReportTense tense) {
  bool isOptimal = result.status == OptimizerStatus::Optimal;
  if (isOptimal && result.reductions.empty() && result.removals.empty() &&
      result.cost == result.operationCost)
    return "no reductions are needed";
  std::string text = describeChanges(result, tense);
  const char *optimumText =
      result.isWeighted ? "the least possible" : "the fewest possible";
  if (isOptimal)
    return text + ", " + optimumText +
           (result.earliest ? ""
                            : "; equally good solutions may reduce earlier");
  double gap = getGap(result);
  if (std::isinf(gap))
    text += std::string("; ") + optimumText + " is not known";
  else
    text += ", at most " + formatGap(gap) + " above " + optimumText;
  if (!result.message.empty())
    text += " (" + result.message + ")";
  return text;
}
