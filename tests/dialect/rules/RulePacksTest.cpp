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

TEST_CASE("RulePacks: by name", "[rules]") {
  CHECK(findRulePack("heir-bgv"));
  CHECK_FALSE(findRulePack("heir"));
  CHECK(nameRulePacks() == "'concrete-fhe', 'heir-bfv', 'heir-bgv', "
                           "'heir-cggi' and 'heir-ckks'");
}
