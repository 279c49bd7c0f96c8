//===- NoiseRulesTest.cpp - The noise of other dialects -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseRules.h"
#include "dialect/NoisePresets.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace mlir::noisy;

static NoiseRule parse(const char *text) {
  std::string error;
  std::optional<NoiseRule> rule = NoiseRule::parse(text, error);
  INFO(error);
  REQUIRE(rule);
  return *rule;
}

static NoiseModel model(const char *text) {
  std::string error;
  std::optional<NoiseModel> result = NoiseModel::parse(text, error);
  INFO(error);
  REQUIRE(result);
  return *result;
}

/// The units that a rule makes of these.
static uint32_t apply(const char *rule, const NoiseModel &in,
                      std::vector<uint32_t> operands) {
  std::vector<NoiseBound> bounds;
  for (uint32_t operand : operands)
    bounds.push_back(NoiseBound::bits(operand));
  return NoiseRules().apply(parse(rule), in, bounds).getBits();
}

TEST_CASE("NoiseRules: rules by their texts", "[rules]") {
  NoiseModel plain;
  CHECK(apply("add", plain, {12, 14}) == 15);
  CHECK(apply("mul", plain, {12, 14}) == 26);
  CHECK(apply("mul", plain, {12, 14, 5}) == 31);
  CHECK(apply("pass", plain, {12}) == 12);
  CHECK(apply("pass", plain, {12, 14}) == 14);
  CHECK(apply("max + 3", plain, {12, 14, 2}) == 17);
  CHECK(apply("sum", plain, {12, 14, 2}) == 28);
  CHECK(apply("max(x, 20) + 1", plain, {12}) == 21);
  CHECK(apply("max(x, 20) + 1", plain, {12, 30}) == 31);
  CHECK(apply("max(lhs + 2, rhs)", plain, {12, 15}) == 15);
  CHECK(apply("fresh", plain, {}) == 12);
  CHECK(apply("max(20)", plain, {12}) == 20);
  // No value has less than the least noise.
  CHECK(apply("max(2)", plain, {12}) == 12);
  // Numbers are bits, whatever the unit, and rounded up.
  NoiseModel tenths = model("initial=12.8,max=203,mul=max+32.1");
  CHECK(apply("max + 3.14", tenths, {128}) == 128 + 32);
  CHECK(apply("mul", tenths, {128, 130}) == 130 + 321);
  CHECK(apply("reduce", model("initial=12,reduced=15,max=26"), {20}) == 15);
}

TEST_CASE("NoiseRules: what is no rule", "[rules]") {
  auto error = [](const char *text) {
    std::string message;
    CHECK_FALSE(NoiseRule::parse(text, message));
    return message;
  };
  for (const char *text : {"", "frsh", "max +", "max(x, y)", "1 + max"})
    CHECK_THAT(error(text), Catch::StartsWith("expected a rule such as"));
  CHECK_THAT(error("max - 1"), Catch::Contains("can lower noise"));
  CHECK_THAT(error("max(x - 1, 3)"), Catch::Contains("can lower noise"));
  CHECK_THAT(error("max(lhs, 3)"), Catch::Contains("can lower noise"));
  CHECK_THAT(error("x + factor"), Catch::Contains("factor"));
  CHECK_THAT(error("scale"),
             Catch::StartsWith("a rule does not know the factor "
                               "of an operation; write 'mul'"));
  // What goes on behind a rule is no part of it, though the rule is read as one
  // of the fields of a model.
  for (const char *text :
       {"max + 1, add=sum", "max + 1,", "max, reduced=1", "sum = 2", "max)",
        "max(x, 20) + 1, max", "max(lhs, rhs)) + (1"})
    CHECK_THAT(error(text), Catch::StartsWith("expected a rule such as"));
}

TEST_CASE("NoiseRules: a key switch without a number of its own", "[rules]") {
  // A product of two fresh values contains one; a product of reduced ones need
  // not contain that of a fresh value.
  NoiseModel in = model("initial=12,reduced=8,max=60,mul=sum+2");
  CHECK(apply("keyswitch", in, {8}) == 27);
  CHECK(apply("keyswitch", in, {12}) == 27);
  CHECK(apply("keyswitch", in, {40}) == 41);
}

TEST_CASE("NoiseRules: a look-up may come last", "[rules]") {
  NoiseModel in = model("initial=12,reduced=20,max=60");
  NoiseRule sum = parse("add");
  sum.mayReduce = true;
  auto of = [&](uint32_t lhs, uint32_t rhs) {
    NoiseBound operands[] = {NoiseBound::bits(lhs), NoiseBound::bits(rhs)};
    return NoiseRules().apply(sum, in, operands).getBits();
  };
  CHECK(of(12, 12) == 20);
  CHECK(of(12, 19) == 20);
  CHECK(of(30, 12) == 31);
  NoiseBound unknowns[] = {NoiseBound::unknown(), NoiseBound::bits(12)};
  CHECK(NoiseRules().apply(sum, in, unknowns).isUnknown());
}

TEST_CASE("NoiseRules: what may be the same object", "[rules]") {
  CHECK(parse("pass").mayAlias());
  for (const char *text : {"max", "max + 1", "add", "fresh", "reads"})
    CHECK_FALSE(parse(text).mayAlias());
}

TEST_CASE("NoiseRules: encrypted types by their beginning", "[rules]") {
  NoiseRules rules;
  rules.carriers = {"!a.ct"};
  CHECK(rules.isCarrier("!a.ct"));
  CHECK(rules.isCarrier("!a.ct<3>"));
  CHECK_FALSE(rules.isCarrier("!a.ctx"));
  CHECK_FALSE(rules.isCarrier("!a.c"));
}

TEST_CASE("NoiseRules: a rotation is not below the formula", "[rules]") {
  std::string error;
  std::optional<NoisePreset> preset = makeNoisePreset(
      "bfv N=8192 t=65537 logq=55,55,55,55 variance=average", error);
  REQUIRE(preset);
  REQUIRE(preset->keySwitch);
  NoiseRules rules;
  rules.model = preset->model;
  rules.keySwitch = preset->keySwitch;
  NoiseRule rotate = parse("keyswitch");
  // v + ks, as log2(v + ks + 1); B.1.3 of eprint 2021/204 by hand.
  const double d = 2 * std::sqrt(8192.0);
  const double ks = (4 + 1) * d * 19.2 / 2 + (1 + 4 * std::sqrt(8192.0)) / 2;
  for (double bits = 1; bits < 200; bits += 0.37) {
    double exact = std::log2(std::exp2(bits) + ks);
    auto units = uint32_t(std::ceil(bits * preset->model.unit));
    NoiseBound bound =
        rules.apply(rotate, preset->model, NoiseBound::bits(units));
    CHECK(bound.getBits() >= exact * preset->model.unit);
    CHECK(bound.getBits() <= (exact + 2) * preset->model.unit);
  }
}
