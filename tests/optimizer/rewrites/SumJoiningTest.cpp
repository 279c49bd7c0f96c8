//===- SumJoiningTest.cpp - The order in which terms are added ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/SumJoining.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tests/optimizer/Optimize.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A function that adds up arguments with these bounds, or multiplies them, in
/// the order of `tree`: each entry joins the last two of the stack (-1), or
/// puts an argument there. `model` is an attribute of the module.
static std::string makeSum(const std::vector<unsigned> &bits,
                           const std::vector<int> &tree,
                           const std::string &operation = "add",
                           const std::string &model = "") {
  std::string text =
      (model.empty() ? ""
                     : "module attributes {noisy.model = " + model + "} {\n") +
      "func.func @f(";
  for (size_t i = 0; i < bits.size(); ++i)
    text += (i ? ", %a" : "%a") + std::to_string(i) +
            ": !noisy.i32 {noisy.bound = " + std::to_string(bits[i]) +
            " : i64}";
  text += ") -> !noisy.i32 {\n";
  std::vector<std::string> stack;
  unsigned count = 0;
  for (int entry : tree) {
    if (entry >= 0) {
      stack.push_back("%a" + std::to_string(entry));
      continue;
    }
    std::string rhs = stack.back(), result = "%s" + std::to_string(count++);
    stack.pop_back();
    text += result + " = noisy." + operation + " " + stack.back() + ", " + rhs +
            " : !noisy.i32\n";
    stack.back() = result;
  }
  return text + "return " + stack.back() + " : !noisy.i32\n}\n" +
         (model.empty() ? "" : "}\n");
}

/// All trees over the arguments in `set`, without regard to left and right.
static std::vector<std::vector<int>> makeTrees(unsigned set) {
  if ((set & (set - 1)) == 0)
    return {{__builtin_ctz(set)}};
  std::vector<std::vector<int>> result;
  unsigned lowest = set & -set;
  for (unsigned part = (set - 1) & set; part; part = (part - 1) & set) {
    if (!(part & lowest))
      continue;
    for (const std::vector<int> &lhs : makeTrees(part))
      for (const std::vector<int> &rhs : makeTrees(set & ~part)) {
        result.push_back(lhs);
        result.back().insert(result.back().end(), rhs.begin(), rhs.end());
        result.back().push_back(-1);
      }
  }
  return result;
}

/// The sum of arguments with these bounds as it is joined, as text.
static std::string join(const std::vector<unsigned> &bits, NoiseModel model) {
  std::vector<int> order = {0};
  for (size_t i = 1; i < bits.size(); ++i) {
    order.push_back(i);
    order.push_back(-1);
  }
  Program program(makeSum(bits, order));
  REQUIRE(program.isParsed());
  auto function = *program.module().getOps<func::FuncOp>().begin();
  Plan plan(model, [&](Value value) {
    return bits[cast<BlockArgument>(value).getArgNumber()];
  });
  std::vector<SumTerm> terms;
  for (Value argument : function.getArguments())
    terms.push_back({plan.leaf(argument), false});
  SumTerm sum = joinTerms(plan, terms);
  auto end = cast<func::ReturnOp>(function.front().getTerminator());
  OpBuilder builder(end);
  end->setOperand(0, plan.build(builder, end.getLoc(), sum.node));
  program.run("canonicalize");
  return program.print();
}

static NoiseBound getResultNoise(const std::string &text) {
  Program program(text);
  REQUIRE(program.isParsed());
  NoiseBound bound;
  program.module().walk([&](func::ReturnOp op) {
    bound = program.facts().getBound(op.getOperand(0));
  });
  return bound;
}

static int64_t countReductions(const std::string &text) {
  Program program(text);
  REQUIRE(program.isParsed());
  OptimizerResult result = optimize(program);
  REQUIRE(result.status == OptimizerStatus::Optimal);
  return result.cost;
}

TEST_CASE("joined sums: no tree has less noise", "[rewrites]") {
  std::mt19937 random(1);
  NoiseModel model{12, 26};
  for (int i = 0; i < 12; ++i) {
    // Below the limit, whatever the order.
    std::vector<unsigned> bits(2 + random() % 4);
    for (unsigned &n : bits)
      n = 12 + random() % 10;
    NoiseBound least = NoiseBound::unknown();
    for (const std::vector<int> &tree : makeTrees((1u << bits.size()) - 1))
      least = std::min(least, getResultNoise(makeSum(bits, tree)));
    std::string text = join(bits, model);
    CAPTURE(text);
    CHECK(getResultNoise(text) == least);
    double weight = 0;
    for (unsigned n : bits)
      weight += std::exp2(n);
    CHECK(least == int(std::ceil(std::log2(weight))));
  }
}

TEST_CASE("joined sums: no tree needs fewer reductions", "[rewrites]") {
  std::mt19937 random(2);
  NoiseModel model{12, 26};
  for (int i = 0; i < 10; ++i) {
    std::vector<unsigned> bits(3 + random() % 3);
    for (unsigned &n : bits)
      n = 22 + random() % 5;
    int64_t least = bits.size();
    for (const std::vector<int> &tree : makeTrees((1u << bits.size()) - 1))
      least = std::min(least, countReductions(makeSum(bits, tree)));
    std::string text = join(bits, model);
    CAPTURE(text);
    CHECK(countReductions(text) == least);
  }
}

//===----------------------------------------------------------------------===//
// Products in levels
//===----------------------------------------------------------------------===//

/// The product of arguments at these levels as it is joined, as text.
static std::string multiply(const std::vector<unsigned> &levels,
                            NoiseModel model, const std::string &attribute) {
  std::vector<int> order = {0};
  for (size_t i = 1; i < levels.size(); ++i) {
    order.push_back(i);
    order.push_back(-1);
  }
  Program program(makeSum(levels, order, "mul", attribute));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  func::ReturnOp end;
  program.module().walk([&](func::ReturnOp op) { end = op; });
  Plan plan(model, [&](Value value) {
    return levels[cast<BlockArgument>(value).getArgNumber()];
  });
  std::vector<Plan::Node> factors;
  for (Value argument : end->getParentOfType<func::FuncOp>().getArguments())
    factors.push_back(plan.leaf(argument));
  Plan::Node product = joinFactors(plan, factors);
  OpBuilder builder(end);
  end->setOperand(0, plan.build(builder, end.getLoc(), product));
  program.run("canonicalize");
  return program.print();
}

TEST_CASE("joined products: no tree needs fewer reductions, nor has less noise",
          "[rewrites]") {
  std::mt19937 random(3);
  std::string error;
  const NoiseModel model = *NoiseModel::parse("levels=4", error);
  const std::string attribute = "#noisy.model<levels = 4>";
  unsigned reduced = 0;
  for (int i = 0; i < 20; ++i) {
    std::vector<unsigned> levels(3 + random() % 3);
    for (unsigned &level : levels)
      level = 1 + random() % 4;
    int64_t least = levels.size();
    NoiseBound quietest = NoiseBound::unknown();
    for (const std::vector<int> &tree : makeTrees((1u << levels.size()) - 1)) {
      std::string text = makeSum(levels, tree, "mul", attribute);
      least = std::min(least, countReductions(text));
      quietest = std::min(quietest, getResultNoise(text));
    }
    std::string text = multiply(levels, model, attribute);
    CAPTURE(text);
    CHECK(countReductions(text) == least);
    if (least == 0)
      CHECK(getResultNoise(text) == quietest);
    reduced += least > 0;
  }
  CHECK(reduced > 3);
}
