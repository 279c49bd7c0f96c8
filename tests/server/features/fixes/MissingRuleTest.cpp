//===- MissingRuleTest.cpp - Operations without a rule --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/MissingRule.h"
#include "dialect/rules/RulesReader.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static std::string added(const std::string &Yaml) {
  return applyEdits(Yaml, addRule(Yaml, "my.op"));
}

TEST_CASE("MissingRule: a rule is added where the others are", "[rules]") {
  const std::string Rule =
      "my.op: unknown  # add, mul, pass, keyswitch, fresh, reduce, max + 1, "
      "...\n";
  CHECK(added("use: [heir-bgv]\n") == "use: [heir-bgv]\nops:\n  " + Rule);
  CHECK(added("use: [heir-bgv]") == "use: [heir-bgv]\nops:\n  " + Rule);
  CHECK(added("") == "ops:\n  " + Rule);
  CHECK(added("ops: # mine\n    a.b: add\n") ==
        "ops: # mine\n    " + Rule + "    a.b: add\n");
  CHECK(added("ops:\n\n# first\n a.b: add\nmodel: x\n") ==
        "ops:\n " + Rule + "\n# first\n a.b: add\nmodel: x\n");
  CHECK(added("ops:") == "ops:\n  " + Rule);
  CHECK(added("ops: {a.b: add}\n") == "ops: {my.op: unknown, a.b: add}\n");
  CHECK(added("ops: { }\n") == "ops: {my.op: unknown }\n");
  CHECK(added("ops: null\n") == "ops: \n  " + Rule);
  CHECK(added("ops: ~ # none yet\nuse: []\n") ==
        "ops: \n  " + Rule.substr(0, Rule.size() - 1) +
            " # none yet\nuse: []\n");
}

TEST_CASE("MissingRule: the file can be read afterwards", "[rules]") {
  for (const char *Yaml :
       {"", "use: [heir-bgv]\n", "ops:\n  a.b: add\n", "ops: {a.b: add}\n",
        "ops: {}\n", "ops: null\n", "ops: ~\n", "ops: null # none\n",
        "ops: null", "ops:\n", "ops:\n  a.b: add\ncarriers: [\"!a.c\"]",
        "carriers:\n- \"!a.c\"\n\nops: # all\n   a.b: add\n   a.c: mul"}) {
    RulesError Error;
    std::optional<NoiseRules> Rules = readNoiseRules(added(Yaml), Error);
    INFO(added(Yaml) << Error.str("text"));
    REQUIRE(Rules);
    REQUIRE(Rules->find("my.op"));
    CHECK(Rules->find("my.op")->kind == NoiseRule::Kind::Unknown);
  }
}
