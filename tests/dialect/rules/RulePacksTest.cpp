//===- RulePacksTest.cpp - Rules that come with the program ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/rules/RulePacks.h"
#include "dialect/rules/RulesReader.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;

TEST_CASE("RulePacks: all can be read, and have a model", "[rules]") {
  CHECK(allRulePacks().size() == 5);
  for (const RulePack &pack : allRulePacks()) {
    RulesError error;
    std::optional<NoiseRules> rules = readNoiseRules(pack.text, error);
    INFO(error.str(pack.name));
    REQUIRE(rules);
    CHECK(rules->model);
    CHECK_FALSE(rules->carriers.empty());
    // What a rule sets, or takes, is possible in its model; look-ups with four
    // inputs need another one.
    for (const auto &entry : rules->operations) {
      INFO(entry.getKey().str());
      if (entry.getKey() != "cggi.lut4" && entry.second.isKnown())
        CHECK(entry.second.getMost(*rules->model) >=
              std::max(rules->model->initial, rules->model->getReduced()));
    }
  }
}

/// The rule of a pack for an operation.
static const NoiseRule &ruleOf(const NoiseRules &rules, const char *name) {
  const NoiseRule *rule = rules.find(name);
  INFO(name);
  REQUIRE(rule);
  return *rule;
}

static NoiseRules rulesOf(const char *pack) {
  RulesError error;
  std::optional<NoiseRules> rules = readNoiseRules(*findRulePack(pack), error);
  REQUIRE(rules);
  return *rules;
}

TEST_CASE("RulePacks: what ends with a sum of look-ups is no reset",
          "[rules]") {
  for (auto [pack, name] : {std::pair("concrete-fhe", "FHE.max_eint"),
                            {"concrete-fhe", "FHE.mul_eint"},
                            {"concrete-fhe", "FHELinalg.mul_eint"},
                            {"concrete-fhe", "FHE.mux"},
                            {"heir-cggi", "tfhe_rust_bool.mux"}}) {
    INFO(name);
    CHECK(ruleOf(rulesOf(pack), name).kind == NoiseRule::Kind::Unknown);
  }
  CHECK(ruleOf(rulesOf("concrete-fhe"), "FHE.apply_lookup_table").kind ==
        NoiseRule::Kind::Reduce);
}

TEST_CASE("RulePacks: a sum of short integers is no reset", "[rules]") {
  NoiseRules rules = rulesOf("heir-cggi");
  const NoiseModel &model = *rules.model;
  for (const char *name :
       {"tfhe_rust.add", "tfhe_rust.sub", "cggi.add", "cggi.sub"}) {
    INFO(name);
    NoiseBound noisy = NoiseBound::bits(model.max - 1);
    NoiseBound operands[] = {noisy, noisy};
    CHECK(rules.apply(ruleOf(rules, name), model, operands) > noisy);
    // With carries it ends with look-ups.
    NoiseBound fresh = NoiseBound::bits(model.initial);
    NoiseBound others[] = {fresh, fresh};
    CHECK(rules.apply(ruleOf(rules, name), model, others) >=
          NoiseBound::bits(model.getReduced()));
  }
}

TEST_CASE("RulePacks: a sum with a plaintext carries", "[rules]") {
  NoiseRules rules = rulesOf("heir-bgv");
  for (const char *name :
       {"bgv.add_plain", "bgv.sub_plain", "lwe.radd_plain", "lwe.rsub_plain",
        "openfhe.add_plain", "openfhe.sub_plain", "openfhe.add_plain_inplace"})
    CHECK(rules.apply(ruleOf(rules, name), *rules.model,
                      NoiseBound::bits(200)) == NoiseBound::bits(201));
}

TEST_CASE("RulePacks: in dialects that overwrite, each operation says what",
          "[rules]") {
  for (const RulePack &pack : allRulePacks()) {
    NoiseRules rules = rulesOf(pack.name.data());
    for (const auto &entry : rules.operations) {
      INFO(pack.name.str() << ": " << entry.getKey().str());
      const NoiseRule &rule = entry.second;
      bool isInPlace = entry.getKey().ends_with("_inplace");
      // The result of what overwrites is a new handle of the same object, and
      // 'pass' would say that there is another one.
      if (isInPlace || (rule.overwrites && !rule.overwrites->empty())) {
        CHECK_FALSE(rule.mayAlias());
        CHECK((rule.overwrites && !rule.overwrites->empty()));
      }
      bool overwrites = entry.getKey().starts_with("openfhe.") ||
                        entry.getKey().starts_with("lattigo.");
      if (overwrites && rule.kind == NoiseRule::Kind::Unknown)
        CHECK(rule.overwrites);
    }
  }
}

TEST_CASE("RulePacks: by name", "[rules]") {
  CHECK(findRulePack("heir-bgv"));
  CHECK_FALSE(findRulePack("heir"));
  CHECK(nameRulePacks() == "'concrete-fhe', 'heir-bfv', 'heir-bgv', "
                           "'heir-cggi' and 'heir-ckks'");
}
