//===- PassedIntegers.cpp - Overflows due to passed integers --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/PassedIntegers.h"
#include "analysis/integers/IntegerTypes.h"

using namespace mlir;
using namespace mlir::noisy;

/// The largest program that is compiled again, in values, and for how many
/// arguments of calls.
static constexpr unsigned kMostValues = 1u << 14;
static constexpr unsigned kMostSearches = 4;
/// The integers that are tried at once, and how often; and how far that gets.
static constexpr int64_t kProbes = 32;
static constexpr unsigned kMostRounds = 4;
static constexpr int64_t kMostTried = 1 << 20;

namespace {

class IntegerFinder {
public:
  IntegerFinder(Operation *root, NoiseFlows &flows,
                const NoiseApproximation &approximation,
                const NoiseSolver::CallOverflow &overflow,
                unsigned &searchesLeft)
      : root(root), flows(flows), approximation(approximation),
        overflow(overflow), searchesLeft(searchesLeft),
        function(*overflow.call->function) {}

  std::optional<PassedInteger> find();

private:
  std::optional<std::vector<bool>> tryMost(unsigned argument, int64_t least,
                                           ArrayRef<int64_t> most);
  std::optional<int64_t> findLimit(unsigned argument, int64_t passed);

  Operation *root;
  NoiseFlows &flows;
  const NoiseApproximation &approximation;
  const NoiseSolver::CallOverflow &overflow;
  unsigned &searchesLeft;
  const NoiseProgram::Function &function;
};

} // namespace

/// For each number: true if the callee overflows for an integer from `least` up
/// to it. None if that is not known.
std::optional<std::vector<bool>>
IntegerFinder::tryMost(unsigned argument, int64_t least,
                       ArrayRef<int64_t> most) {
  std::vector<FunctionCases::Probe> probes;
  for (int64_t number : most) {
    FunctionCases::Case integers = function.integersByCase[overflow.number];
    integers[argument] = IntegerSpan{uint64_t(least), uint64_t(number)};
    probes.push_back({function.op, std::move(integers)});
  }
  NoiseProgram program(root, flows, approximation, probes);
  const NoiseProgram::Function *same = nullptr;
  for (unsigned i = 0; i < program.getNumFunctions(); ++i)
    if (program.getFunctionAt(i).op == function.op)
      same = &program.getFunctionAt(i);
  if (!same || same->arguments.size() != overflow.passed.size())
    return std::nullopt;
  NoiseSolver solver(program, /*steps=*/1u << 22);
  std::vector<bool> result;
  for (unsigned i = 0; i < probes.size(); ++i) {
    ArrayRef<unsigned> cases = program.getProbedCases(i);
    std::optional<bool> overflows =
        cases.empty() ? std::nullopt
                      : solver.overflows(*same, cases, overflow.passed);
    if (!overflows || !solver.getUnfinished().empty())
      return std::nullopt;
    result.push_back(*overflows);
  }
  return result;
}

/// The largest integer up to which the callee does not overflow; none if it
/// does for the least that is passed to it, or it is not found.
std::optional<int64_t> IntegerFinder::findLimit(unsigned argument,
                                                int64_t passed) {
  // What is known of the callee holds for what is passed to it.
  int64_t least = 0;
  if (std::optional<ConstantIntRanges> range =
          flows.getRange(function.integers[argument]))
    least = std::max<int64_t>(0, range->smin().trySExtValue().value_or(0));
  if (least >= passed)
    return std::nullopt;
  // It does not overflow up to `low`, but up to `high`, which has to be tried
  // if it is not what is passed.
  int64_t low = least - 1,
          high = passed - least > kMostTried ? least + kMostTried : passed;
  for (unsigned round = 0; round < kMostRounds && high - low > 1; ++round) {
    std::vector<int64_t> most;
    if (low < least)
      most.push_back(least);
    int64_t distance = high - std::max(low, least);
    for (int64_t k = 1; k <= kProbes; ++k) {
      int64_t number = high - distance + distance / (kProbes + 1) * k +
                       distance % (kProbes + 1) * k / (kProbes + 1);
      if (number > std::max(low, least) && number < high &&
          (most.empty() || most.back() < number))
        most.push_back(number);
    }
    if (round == 0 && high < passed)
      most.push_back(high);
    std::optional<std::vector<bool>> overflows = tryMost(argument, least, most);
    if (!overflows)
      return std::nullopt;
    for (auto [number, isTooMuch] : llvm::zip_equal(most, *overflows)) {
      if (isTooMuch) {
        high = number;
        break;
      }
      low = number;
    }
    if (high <= least)
      return std::nullopt;
  }
  return high - low == 1 ? std::optional(low) : std::nullopt;
}

std::optional<PassedInteger> IntegerFinder::find() {
  if (function.integersByCase.empty())
    return std::nullopt;
  const FunctionCases::Case &known = function.integersByCase[overflow.number];
  for (auto [i, argument] : llvm::enumerate(function.integers)) {
    if (!isScalarInteger(argument.getType()))
      continue;
    unsigned width = ConstantIntRanges::getStorageBitwidth(argument.getType());
    ConstantIntRanges passed = known[i]
                                   ? known[i]->getRange(width)
                                   : flows.getRange(argument).value_or(
                                         ConstantIntRanges::maxRange(width));
    int64_t most = passed.smax().getSExtValue();
    if (most <= 0)
      continue;
    if (searchesLeft == 0)
      return std::nullopt;
    --searchesLeft;
    if (std::optional<int64_t> limit = findLimit(i, most))
      return PassedInteger{argument, passed, *limit};
  }
  return std::nullopt;
}

std::vector<std::optional<PassedInteger>> mlir::noisy::findPassedIntegers(
    Operation *root, NoiseFlows &flows, const NoiseApproximation &approximation,
    const NoiseProgram &program, const NoiseSolver &solver) {
  std::vector<std::optional<PassedInteger>> result(
      solver.getCallOverflows().size());
  unsigned searchesLeft = kMostSearches;
  for (auto [overflow, integer] :
       llvm::zip_equal(solver.getCallOverflows(), result)) {
    const NoiseProgram::Function &function = *overflow.call->function;
    // The noise is to blame where a fresh value would not be too much.
    if (overflow.limit &&
        *overflow.limit >= program.getModel(overflow.overflow).initial)
      continue;
    if (program.size() > kMostValues || function.integers.empty())
      continue;
    integer = IntegerFinder(root, flows, approximation, overflow, searchesLeft)
                  .find();
  }
  return result;
}
