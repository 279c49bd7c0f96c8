//===- SymbolicBoundsPropertyTest.cpp - Bounds of programs by chance ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs made by chance are run with arguments by chance, small ones and such
// that everything overflows, and each bound and each decided comparison is held
// against what really happens.
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/SymbolicBounds.h"
#include "mlir/IR/Dominance.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/IndexProgram.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The expression of a bound, in numbers that do not overflow.
static __int128 evaluate(AffineExpr expr,
                         llvm::function_ref<int64_t(unsigned)> symbol) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto symbolExpr = dyn_cast<AffineSymbolExpr>(expr))
    return symbol(symbolExpr.getPosition());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  __int128 lhs = evaluate(binary.getLHS(), symbol);
  __int128 rhs = evaluate(binary.getRHS(), symbol);
  auto floor = [](__int128 lhs, __int128 rhs) {
    return lhs / rhs - (lhs % rhs < 0 ? 1 : 0);
  };
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  default:
    REQUIRE(rhs > 0);
    return binary.getKind() == AffineExprKind::FloorDiv ? floor(lhs, rhs)
           : binary.getKind() == AffineExprKind::CeilDiv
               ? -floor(-lhs, rhs)
               : lhs - floor(lhs, rhs) * rhs;
  }
}

namespace {

/// One program, its bounds, and how often they were held against a run.
class Subject {
public:
  explicit Subject(const std::string &text);
  void run(std::mt19937 &random);

  unsigned checkedBounds = 0, checkedComparisons = 0, wrappedRuns = 0;
  unsigned symbolicBounds = 0;

private:
  void check(const IndexRun &run, Value value, const SymbolicBound &bound);

  std::string text;
  Program program;
  FunctionOpInterface function;
  llvm::DenseMap<Value, SmallVector<SymbolicBound>> bounds;
  llvm::DenseMap<Operation *, DecidedComparison> comparisons;
};

} // namespace

Subject::Subject(const std::string &text) : text(text), program(text) {
  INFO(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  function = *program.module().getOps<FunctionOpInterface>().begin();
  DominanceInfo dominance;
  auto add = [&](Value value) {
    bounds[value] = getSymbolicBounds(value);
    for (const SymbolicBound &bound : bounds[value]) {
      symbolicBounds += !bound.isConstant();
      // What a bound is told by must be there when the value is.
      for (auto [operand, dim] : bound.operands) {
        auto argument = dyn_cast<BlockArgument>(value);
        bool isThere =
            argument
                ? operand.getParentRegion()->isAncestor(
                      argument.getParentRegion()) &&
                      operand != value
                : dominance.properlyDominates(operand, value.getDefiningOp());
        REQUIRE(isThere);
      }
    }
  };
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
    if (auto comparison = decideComparison(op))
      comparisons[op] = *comparison;
  });
}

void Subject::check(const IndexRun &run, Value value,
                    const SymbolicBound &bound) {
  if (bound.assumesNoOverflow && run.hasWrapped())
    return;
  __int128 expectedValue =
      evaluate(bound.map.getResult(0), [&](unsigned symbol) {
        auto [operand, dim] = bound.operands[symbol];
        return run.get(operand, dim);
      });
  int64_t actual = run.get(value, bound.dim);
  bool holds =
      bound.kind == SymbolicBound::Kind::Equal   ? actual == expectedValue
      : bound.kind == SymbolicBound::Kind::Lower ? actual >= expectedValue
                                                 : actual < expectedValue;
  ++checkedBounds;
  if (holds)
    return;
  auto name = [&](Value value) { return program.name(value); };
  INFO(text);
  INFO(describe(bound, value, name));
  INFO("but " << name(value) << " is " << actual);
  for (auto [operand, dim] : bound.operands)
    UNSCOPED_INFO(name(operand) << " is " << run.get(operand, dim));
  REQUIRE(holds);
}

void Subject::run(std::mt19937 &random) {
  auto randomBelow = [&](int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random);
  };
  auto number = [&]() -> int64_t {
    switch (randomBelow(12)) {
    case 0:
      return std::numeric_limits<int64_t>::max() - randomBelow(4);
    case 1:
      return std::numeric_limits<int64_t>::min() + randomBelow(4);
    case 2:
      return static_cast<int64_t>(
          (uint64_t(random()) << 32 | uint64_t(random())) >> randomBelow(64));
    default:
      return randomBelow(18) - 6;
    }
  };
  std::vector<IndexValue> arguments = {
      {number(), {}},       {number(), {}},        {number(), {}},
      {randomBelow(2), {}}, {0, {randomBelow(9)}}, {0, {randomBelow(9), 4}}};
  IndexRun run;
  run.onValue = [&](Value value) {
    for (const SymbolicBound &bound : bounds[value])
      check(run, value, bound);
  };
  run.onComparison = [&](Operation *op, bool result) {
    auto entry = comparisons.find(op);
    if (entry == comparisons.end() ||
        (entry->second.assumesNoOverflow && run.hasWrapped()))
      return;
    ++checkedComparisons;
    if (entry->second.result == result)
      return;
    INFO(text);
    INFO(program.name(op->getResult(0)) << " was " << result);
    REQUIRE(entry->second.result == result);
  };
  run.run(function, arguments);
  wrappedRuns += run.hasWrapped();
}

TEST_CASE("no run breaks a bound or a decided comparison",
          "[symbolic][random]") {
  unsigned checkedBounds = 0, checkedComparisons = 0, wrappedRuns = 0;
  unsigned symbolicBounds = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(randomSeed(seed));
    INFO("seed " << seed);
    Subject subject(makeIndexProgram(random, 5 + seed % 40));
    for (unsigned i = 0; i < 40; ++i)
      subject.run(random);
    countChecked("symbolic bounds, against runs");
    checkedBounds += subject.checkedBounds;
    checkedComparisons += subject.checkedComparisons;
    wrappedRuns += subject.wrappedRuns;
    symbolicBounds += subject.symbolicBounds;
  }
  // That it was no test of nothing.
  CHECK(symbolicBounds > 4000);
  CHECK(checkedBounds > 500000);
  CHECK(checkedComparisons > 10000);
  CHECK(wrappedRuns > 400);
}
