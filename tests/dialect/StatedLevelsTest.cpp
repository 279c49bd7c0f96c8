//===- StatedLevelsTest.cpp - Levels that types state ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StatedLevels.h"
#include "dialect/units/ModulusChain.h"
#include "tests/dialect/RuledProgram.h"
#include "tests/support/RandomSeed.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static const char bgvRules[] =
    "model: bgv N=8192 t=65537 logq=55,45,45,45,45 variance=average\n"
    "carriers: [\"!toy.ct\"]\n"
    "levels: [\"current = \", \"_C\"]\nfactors: [\"elements = <\", \"_L\"]\n"
    "ops: {toy.mul: mul, toy.add: add, toy.turn: keyswitch, toy.neg: max,\n"
    "      toy.switch: rescale, toy.lower: max, toy.fresh: fresh,\n"
    "      toy.raise: max}\n";

static std::string typeOf(unsigned level, unsigned top = 4) {
  return "!toy.ct<#chain_L" + std::to_string(top) + "_C" +
         std::to_string(level) + ">";
}

/// `%r = "toy.name"(%a, %b)` on a level.
static std::string op(const std::string &result, const std::string &name,
                      const std::vector<std::string> &operands,
                      const std::string &from, const std::string &to) {
  std::string names, types;
  for (const std::string &operand : operands) {
    names += (names.empty() ? "" : ", ") + operand;
    types += (types.empty() ? "" : ", ") + from;
  }
  return "  " + result + " = \"toy." + name + "\"(" + names + ") : (" + types +
         ") -> " + to + "\n";
}

static RuledProgram run(const std::string &type, const std::string &body,
                        const char *rules = bgvRules) {
  return RuledProgram(
      "func.func @f(%a: " + type + ") {\n" + body + "  return\n}\n", rules);
}

/// The noise of the last value, in tenths of a bit.
static NoiseBound last(const std::string &type, const std::string &body) {
  return run(type, body).bounds().back();
}

// Fresh: 12.767; limit: 235 - 16 - 1; product: 23.55 on top.
static constexpr uint32_t kFresh = 128, kProduct = 2 * kFresh + 236;

TEST_CASE("StatedLevels: the bits that were dropped count", "[rules]") {
  const std::string top = typeOf(4), low = typeOf(2);
  CHECK(last(top, "") == kFresh);
  CHECK(last(low, "") == kFresh + 90 * 10 + 1);
  CHECK(last(top, op("%r", "mul", {"%a", "%a"}, top, top)) == kProduct);
  CHECK(last(low, op("%r", "mul", {"%a", "%a"}, low, low)) ==
        kProduct + 90 * 10 + 1);
  CHECK(last(low, op("%r", "fresh", {}, "", typeOf(0))) ==
        kFresh + 180 * 10 + 1);
  // A switch of the modulus scales noise and limit alike; without one the
  // noise stays, and the limit is lower.
  const std::string product = op("%x", "mul", {"%a", "%a"}, top, top);
  const uint32_t switched = 45 * 10 + 1 + kFresh;
  CHECK(last(top, product + op("%r", "switch", {"%x"}, top, typeOf(3))) ==
        switched);
  CHECK(last(top, product + op("%r", "lower", {"%x"}, top, typeOf(3))) ==
        kProduct + 45 * 10 + 1);
  // A list of factors says the same; the last level has lost nothing.
  const std::string list =
      "!toy.ct<elements = <3 : i64, 5 : i64>, current = 1>";
  CHECK(last(list, "") == kFresh);
  CHECK(last("!toy.ct", "") == kFresh);
}

TEST_CASE("StatedLevels: a product passes the limit of its level", "[rules]") {
  // 36.3 bits in a modulus of 55, of which the message takes 17.
  const std::string low = typeOf(0);
  RuledProgram program = run(low, op("%r", "mul", {"%a", "%a"}, low, low));
  CHECK_THAT(program.messages(), Catch::Contains("noise overflow: %r") ||
                                     Catch::Contains("can have"));
  CHECK(program.findings() ==
        std::vector<NoiseFindingKind>{NoiseFindingKind::Overflow});
  CHECK(run(typeOf(4), op("%r", "mul", {"%a", "%a"}, typeOf(4), typeOf(4)))
            .findings()
            .empty());
}

TEST_CASE("StatedLevels: what cannot be told is unknown", "[rules]") {
  // Another number of factors.
  const std::string other = typeOf(1, 7);
  RuledProgram program = run(other, "");
  CHECK(program.bounds().back().isUnknown());
  CHECK_THAT(program.messages(), Catch::Contains("the noise model has 5"));
  CHECK(last(typeOf(7, 7), "") == kFresh);
  // A model of which only the numbers are known.
  const std::string low = typeOf(1);
  CHECK_THAT(run(low, op("%r", "neg", {"%a"}, low, low),
                 "model: initial=12,max=60\ncarriers: [\"!toy.ct\"]\n"
                 "levels: [\"_C\"]\nfactors: [\"_L\"]\n"
                 "ops: {toy.neg: max}\n")
                 .messages(),
             Catch::Contains("'logq'"));
  // Only what sets noise raises a level.
  CHECK(last(low, op("%r", "raise", {"%a"}, low, typeOf(2))).isUnknown());
  CHECK(last(low, op("%r", "fresh", {"%a"}, low, typeOf(2))) ==
        kFresh + 90 * 10 + 1);
  // Types that state no level do not say what is dropped.
  CHECK(last("!toy.ct", op("%r", "switch", {"%a"}, "!toy.ct", "!toy.ct"))
            .isUnknown());
}

//===----------------------------------------------------------------------===//
// Against the formulas
//===----------------------------------------------------------------------===//

/// log2 of the sum of powers of 2.
static double logSum(double a, double b) {
  double most = std::max(a, b);
  return most + std::log2(1 + std::exp2(std::min(a, b) - most));
}

TEST_CASE("BGV on levels has no more noise than its model says", "[random]") {
  // Kim, Polyakov, Zucca 2021, on average, written anew.
  const double logq[] = {55, 45, 45, 45, 45};
  const double t = 65537, d = 2 * std::sqrt(8192.), rounding = 2 * d;
  const double error = 6 * 3.2, fresh = std::log2(error * (1 + 2 * d));
  const double switching = std::log2((1 + rounding) / 2);
  const double keySwitch = logSum(std::log2(6 * d * error / 2), switching);
  auto modulus = [&](unsigned level) {
    double sum = 0;
    for (unsigned i = 0; i <= level; ++i)
      sum += logq[i];
    return sum;
  };
  struct Value {
    std::string name;
    unsigned level;
    double noise;
  };
  std::mt19937 random(randomSeed(1));
  auto pick = [&](unsigned count) {
    return std::uniform_int_distribution<unsigned>(0, count - 1)(random);
  };
  unsigned operations = 0, unsound = 0, overflows = 0;
  double slack = 0;
  for (unsigned round = 0; round < 200; ++round) {
    std::vector<Value> values{{"%a", 4, fresh}};
    std::string body;
    auto add = [&](const std::string &name, std::vector<const Value *> operands,
                   unsigned level, double noise) {
      std::vector<std::string> names;
      for (const Value *operand : operands)
        names.push_back(operand->name);
      std::string result = "%" + std::to_string(values.size());
      body +=
          op(result, name, names,
             operands.empty() ? "" : typeOf(operands[0]->level), typeOf(level));
      values.push_back({result, level, noise});
    };
    while (values.size() < 40) {
      // Most often of the last ones, so that programs become deep.
      const Value x = values[values.size() - 1 -
                             pick(std::min<unsigned>(values.size(), 4))];
      std::vector<const Value *> same;
      for (const Value &value : values)
        if (value.level == x.level)
          same.push_back(&value);
      const Value y = *same[pick(same.size())];
      switch (pick(8)) {
      case 0:
      case 1: {
        // (d t / 2) (2 v0 v1 + v0 + v1 + 1), and relinearization.
        double sum =
            logSum(x.noise + y.noise + 1, logSum(logSum(x.noise, y.noise), 0));
        add("mul", {&x, &y}, x.level,
            logSum(std::log2(d * t / 2) + sum, keySwitch));
        break;
      }
      case 2:
      case 3:
        add("add", {&x, &y}, x.level, logSum(logSum(x.noise, y.noise), 0));
        break;
      case 4:
        add("turn", {&x}, x.level, logSum(x.noise, keySwitch));
        break;
      case 5:
      case 6:
        if (x.level > 0)
          add("switch", {&x}, x.level - 1,
              logSum(x.noise - logq[x.level], switching));
        break;
      default:
        if (x.level > 0 && pick(4) == 0)
          add("lower", {&x}, x.level - 1, x.noise);
        else if (pick(4) == 0)
          add("fresh", {}, pick(5), fresh);
      }
    }
    std::vector<NoiseBound> bounds = run(typeOf(4), body).bounds();
    REQUIRE(bounds.size() == values.size());
    for (auto [value, bound] : llvm::zip_equal(values, bounds)) {
      const double lost = modulus(4) - modulus(value.level);
      const double limit = modulus(value.level) - std::log2(t) - 1;
      const double stated = bound.isBits() ? bound.getBits() / 10.0 : INFINITY;
      ++operations;
      // What the model calls an overflow is no promise.
      if (stated > modulus(4) - std::log2(t) - 1) {
        ++overflows;
        continue;
      }
      unsound += value.noise > limit || value.noise + lost > stated + 1e-9;
      slack += stated - value.noise - lost;
    }
  }
  WARN("BGV on levels: mean slack "
       << slack / (operations - overflows) << " bits of " << operations
       << " operations, " << overflows << " over the limit");
  CHECK(unsound == 0);
  CHECK(overflows < operations / 2);
  CHECK(slack / (operations - overflows) <= 7);
}
