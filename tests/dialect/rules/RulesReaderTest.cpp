//===- RulesReaderTest.cpp - Rules of noise as they are written -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/rules/RulesReader.h"
#include "dialect/NoisePresets.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;

static std::string errorOf(const std::string &text) {
  RulesError error;
  if (readNoiseRules(text, error))
    return "";
  return std::to_string(error.line) + ":" + std::to_string(error.column) +
         ": " + error.message;
}

static NoiseRules read(const std::string &text) {
  RulesError error;
  std::optional<NoiseRules> rules = readNoiseRules(text, error);
  INFO(error.str("text"));
  REQUIRE(rules);
  return *rules;
}

TEST_CASE("RulesReader: what a file says", "[rules]") {
  NoiseRules rules = read(R"(# rules
dialects: {files: [a.td], include: [.]}
model: initial=12.8,max=203,mul=max+32.1
carriers: ["!a.ct", "!b.ct"]
keyswitch: 13.2
ops:
  a.add: max + 1
  a.mul: {rule: mul, operands: [1, 2], overwrites: [1]}
  a.lut: {rule: reduce, takes: max - 2.5}
)");
  CHECK(rules.carriers == std::vector<std::string>{"!a.ct", "!b.ct"});
  REQUIRE(rules.model);
  CHECK(rules.model->str(" ") == "initial = 12.8, max = 203, mul = max + 32.1");
  CHECK(rules.keySwitch == 132u);
  REQUIRE(rules.find("a.mul"));
  CHECK(rules.find("a.mul")->kind == NoiseRule::Kind::Model);
  CHECK(rules.find("a.mul")->operands == std::vector<unsigned>{1, 2});
  CHECK(rules.find("a.mul")->overwrites == std::vector<unsigned>{1});
  CHECK(rules.find("a.lut")->getMost(*rules.model) == 2030 - 25);
  CHECK(rules.find("a.sub") == nullptr);
  CHECK(rules.dialects() == std::vector<llvm::StringRef>{"a", "b"});
  CHECK(read("").isEmpty());
  CHECK(read("# nothing\n").isEmpty());
  // Rules that somebody begins to write.
  for (const char *text : {"ops:\n", "ops: null\n", "ops: ~\n", "ops: {}\n"})
    CHECK(read(text).isEmpty());
  const NoiseRules added = read("ops:\n  a.drop: {rule: max, adds: levels = 2}"
                                "\n  a.slip: {rule: max, adds: levels}\n"
                                "  a.sum: {rule: add, least: reduced}\n");
  CHECK(added.find("a.drop")->addedName == "levels");
  CHECK(added.find("a.drop")->addedDefault == 2u);
  CHECK_FALSE(added.find("a.slip")->addedDefault);
  CHECK(added.find("a.sum")->mayReduce);
  CHECK_FALSE(added.find("a.slip")->mayReduce);
  // None is something else than nothing said.
  CHECK(read("ops: {a.b: {rule: add, overwrites: []}}\n")
            .find("a.b")
            ->overwrites == std::vector<unsigned>());
  CHECK_FALSE(read("ops: {a.b: {rule: add}}\n").find("a.b")->overwrites);
}

TEST_CASE("RulesReader: a file replaces what packs say", "[rules]") {
  NoiseRules pack = read("use: [heir-bgv]\n");
  NoiseRules changed =
      read("use: [heir-bgv]\n"
           "model: bgv N=16384 t=65537 logq=60,60,60,60\n"
           "carriers: [\"!my.ct\"]\nops:\n  bgv.add: max + 2\n");
  CHECK(changed.carriers.size() == pack.carriers.size() + 1);
  CHECK(changed.operations.size() == pack.operations.size());
  CHECK(changed.find("bgv.add")->text == "max + 2");
  CHECK(changed.find("bgv.mul")->text == pack.find("bgv.mul")->text);
  CHECK_FALSE(changed.model == pack.model);
  // The key switch is that of the new model.
  std::string error;
  CHECK(changed.keySwitch ==
        makeNoisePreset("bgv N=16384 t=65537 logq=60,60,60,60", error)
            ->keySwitch);
}

TEST_CASE("RulesReader: errors have a line and a column", "[rules]") {
  CHECK(errorOf("dialekts: 1\n") ==
        "1:1: there is no 'dialekts'; there are 'use', 'model', "
        "'parameters', 'carriers', 'levels', 'factors', 'keyswitch', 'ops', "
        "'reduce' "
        "and 'dialects'");
  CHECK(errorOf("ops:\n  a.b: max - 1\n") ==
        "2:8: 'max - 1' can lower noise: no term is at least 'lhs' for every "
        "noise from 1 on; only a reduction lowers noise, or an operation that "
        "sets it, such as 'max(1)'");
  CHECK_THAT(errorOf("ops:\n  a.b: scale\n"),
             Catch::StartsWith("2:8: a rule does not know the factor"));
  CHECK_THAT(errorOf("ops:\n  a.b: {rule: \"max + 1, add=sum\"}\n"),
             Catch::StartsWith("2:15: expected a rule such as 'add'"));
  for (const char *adds : {"levels = -1", "= 1", "a b", "levels = x", "''"})
    CHECK_THAT(
        errorOf(std::string("ops: {a.b: {rule: max, adds: ") + adds + "}}\n"),
        Catch::StartsWith("1:30: expected an attribute, and its value"));
  CHECK_THAT(errorOf("ops: {a.b: {rule: max, least: fresh}}\n"),
             Catch::StartsWith("1:31: 'least' can be 'reduced' only"));
  CHECK_THAT(errorOf("ops:\n  a.b: fresch\n"),
             Catch::StartsWith("2:8: expected a rule such as 'add'"));
  CHECK_THAT(errorOf("ops:\n  a.b: {rule: add, operand: [1]}\n"),
             Catch::StartsWith("2:20: there is no 'operand' in a rule"));
  CHECK(errorOf("ops:\n  a.b: {operands: [1]}\n") ==
        "2:3: 'a.b' has no 'rule'");
  CHECK_THAT(errorOf("ops:\n  b: add\n"),
             Catch::StartsWith("2:3: expected a full name such as 'bgv.mul'"));
  CHECK_THAT(errorOf("ops:\n  noisy.add: add\n"),
             Catch::StartsWith("2:3: the noise of 'noisy' is that of"));
  CHECK(errorOf("ops:\n  a.b: add\n  a.b: mul\n") ==
        "3:3: 'a.b' is there twice");
  CHECK_THAT(errorOf("carriers: [lwe.ct]\n"),
             Catch::StartsWith("1:12: expected an encrypted type"));
  CHECK_THAT(errorOf("use: [heir]\n"),
             Catch::StartsWith("1:7: there is no pack 'heir'; there are "
                               "'concrete-fhe', 'heir-bfv'"));
  CHECK(errorOf("ops: {a.b: add}\nuse: [heir-bgv]\n") ==
        "2:7: 'use' must come first: what is written replaces what packs say");
  CHECK(errorOf("use: heir-bgv\n") ==
        "1:6: 'use' must be a list, such as [a, b]");
  CHECK_THAT(errorOf("model: bgv N=1000 t=2 logq=100\n"),
             Catch::StartsWith("1:8: bgv: 'N=1000' must be a power of 2"));
  CHECK_THAT(errorOf("keyswitch: 12\n"),
             Catch::StartsWith("1:12: 'keyswitch' belongs to a model"));
  CHECK_THAT(errorOf("ops:\n  a.b: {rule: reduce, takes: 3}\n"),
             Catch::StartsWith("2:30: expected the limit less some bits"));
  CHECK_THAT(errorOf("ops: {a.b: {rule: add, operands: [-1]}}\n"),
             Catch::StartsWith("1:35: 'operands' has the numbers of operands"));
  CHECK(errorOf("dialects: {files: [a], includes: [b]}\n") ==
        "1:24: there is no 'includes' in 'dialects'; there are 'files', "
        "'include', 'irdl' and 'plugins'");
  CHECK_THAT(errorOf("ops: [a\n"),
             Catch::StartsWith("2:1: ") || Catch::StartsWith("1:"));
  CHECK_THAT(errorOf("ops: {}\n---\nops: {}\n"), Catch::StartsWith("3:"));
}

TEST_CASE("RulesReader: packs of two schemes", "[rules]") {
  CHECK(errorOf("use: [heir-bgv, heir-ckks]\n") ==
        "1:17: 'heir-ckks' and 'heir-bgv' have a noise model each, and rules "
        "for the same operations; use one of them");
  CHECK_THAT(errorOf("use:\n  - heir-ckks\n  - heir-bgv\nmodel: levels=9\n"),
             Catch::StartsWith("3:5: 'heir-bgv' and 'heir-ckks' have"));
  CHECK_THAT(errorOf("use: [heir-bfv, heir-bgv]\n"),
             Catch::StartsWith("1:17: 'heir-bgv' and 'heir-bfv' have"));
  // One of the other.
  NoiseRules both = read("use: [heir-bgv, heir-bfv]\n");
  CHECK(both == read("use: [heir-bfv]\n"));
}

TEST_CASE("RulesReader: a value that is not there is told where its key is",
          "[rules]") {
  CHECK_THAT(errorOf("ops:\n  a.b:\n  a.c: add\n"),
             Catch::StartsWith("2:3: 'a.b' must have one text"));
  CHECK_THAT(errorOf("model:\n\n\nops: {}\n"),
             Catch::StartsWith("1:1: 'model' must have one text"));
  CHECK_THAT(errorOf("use:\ncarriers: []\n"),
             Catch::StartsWith("1:1: 'use' must be a list"));
}

TEST_CASE("RulesReader: plain types are not encrypted", "[rules]") {
  CHECK_THAT(errorOf("carriers: [\"!builtin.i32\"]\n"),
             Catch::StartsWith("1:12: '!builtin.i32' is a plain type"));
}

TEST_CASE("RulesReader: rules by types", "[rules]") {
  NoiseRules rules = read("ops:\n  a.b:\n    - {rule: reduce, types: "
                          "[\"!a.wide\"]}\n    - add\n");
  const NoiseRule &rule = *rules.find("a.b");
  CHECK(rule.types == std::vector<std::string>{"!a.wide"});
  REQUIRE(rule.others.size() == 1);
  CHECK(rule.others[0].text == "add");
  CHECK_THAT(errorOf("ops:\n  a.b:\n    - add\n    - mul\n"),
             Catch::StartsWith("4:7: this rule is never used"));
  CHECK_THAT(errorOf("ops: {a.b: {rule: add, types: [\"!a.c\"]}}\n"),
             Catch::StartsWith("1:7: 'a.b' has a rule with 'types'"));
  CHECK_THAT(errorOf("ops: {a.b: []}\n"),
             Catch::StartsWith("1:7: 'a.b' has no rule in its list"));
  CHECK_THAT(errorOf("ops: {a.b: [{rule: add, types: [ct]}]}\n"),
             Catch::StartsWith("1:33: expected an encrypted type"));
}

TEST_CASE("RulesReader: what a rule demands", "[rules]") {
  NoiseRules rules = read("levels: [\"current = \"]\nops:\n  a.b: {rule: mul, "
                          "encrypted: [0, 1], without: [target]}\n");
  CHECK(rules.levels == std::vector<std::string>{"current = "});
  CHECK(rules.find("a.b")->encrypted == std::vector<unsigned>{0, 1});
  CHECK(rules.find("a.b")->without == std::vector<std::string>{"target"});
  CHECK_THAT(errorOf("levels: [\" \"]\n"),
             Catch::StartsWith("1:10: 'levels' has what stands in a type"));
}

TEST_CASE("RulesReader: depth and size have a limit", "[rules]") {
  std::string lines, items;
  for (size_t i = 0; i < 250000; ++i) {
    lines += "[\n";
    items += "- ";
  }
  CHECK_THAT(errorOf(lines), Catch::Contains("nested too deeply"));
  CHECK_THAT(errorOf("ops: \"" + lines), Catch::Contains("too deeply"));
  CHECK_THAT(errorOf("a: 1\n" + items),
             Catch::StartsWith("2:4097: the line is too long"));
  CHECK_THAT(errorOf(std::string((1 << 20) + 1, '#')),
             Catch::StartsWith("1:1: it has more than"));
}

TEST_CASE("RulesReader: a file, a pack, or neither", "[rules]") {
  std::string error;
  CHECK(loadNoiseRules("heir-ckks", error));
  CHECK_FALSE(loadNoiseRules("/no/such/file", error));
  CHECK_THAT(error, Catch::StartsWith("cannot read '/no/such/file': ") &&
                        Catch::EndsWith("'heir-cggi' and 'heir-ckks'"));
}

TEST_CASE("RulesReader: attributes that state parameters", "[rules]") {
  using Stated = std::vector<StatedParameters>;
  CHECK(read("parameters: {a.b: ckks bootstrap=2, c.d: bgv}\n").parameters ==
        Stated{{"a.b", "ckks bootstrap=2"}, {"c.d", "bgv"}});
  // What is written replaces what packs say; a model drops it.
  CHECK(read("use: [heir-ckks]\n").parameters ==
        Stated{{"ckks.schemeParam", "ckks"}});
  CHECK(read("use: [heir-ckks]\nparameters: {ckks.schemeParam: ckks "
             "bootstrap=2}\n")
            .parameters == Stated{{"ckks.schemeParam", "ckks bootstrap=2"}});
  CHECK(read("use: [heir-ckks]\nmodel: levels=3\n").parameters.empty());
  CHECK(read("use: [heir-bfv]\n").parameters ==
        Stated{{"bgv.schemeParam", "bfv variance=average"}});

  CHECK_THAT(errorOf("parameters: {a.b: tfhe}\n"),
             Catch::StartsWith("1:19: expected 'bfv', 'bgv' or 'ckks'"));
  CHECK(errorOf("parameters: {a.b: ckks boot=2}\n") ==
        "1:19: ckks: there is no parameter 'boot'");
  CHECK(errorOf("parameters: {a.b: bgv N=1024}\n") ==
        "1:19: bgv: 'N' is given twice");
  CHECK_THAT(errorOf("parameters: {ab: ckks}\n"),
             Catch::StartsWith("1:14: expected a full name such as "
                               "'ckks.schemeParam', but found 'ab'"));
  CHECK_THAT(errorOf("parameters: [a]\n"),
             Catch::StartsWith("1:14: 'parameters' must be a mapping"));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

TEST_CASE("RulesReader: what reduces values of a type", "[rules]") {
  // Rules may come later.
  NoiseRules rules = read(R"(
carriers: ["!a.ct", "!a.wide", "!b.ct"]
reduce:
  "!a.ct": a.boot
  "!b.ct":
    operation: c.boot
    operands: ["!c.key", value]
    attributes: " {n = 2 : i64, k} "
    syntax: "c.boot $operands $attributes : ($types) -> $type"
    cost: 12
  "!a.wide": a.boot
ops: {a.boot: [{rule: max(20), types: ["!a.ct"]}, fresh], c.boot: reduce}
)");
  REQUIRE(rules.reductions.size() == 3);
  const ReductionRule *plain = rules.findReduction("!a.ct<3>");
  REQUIRE(plain);
  CHECK(plain == rules.findReduction("!a.ct"));
  CHECK(plain->operation == "a.boot");
  CHECK(plain->cost == 1);
  CHECK(plain->print({"%x"}, {"!alias"}, plain->attributes) ==
        "\"a.boot\"(%x) : (!alias) -> "
        "!alias");
  CHECK(rules.findReduction("!a.ctx") == nullptr);
  CHECK(rules.findReduction("!c.ct") == nullptr);
  const ReductionRule *full = rules.findReduction("!b.ct");
  REQUIRE(full);
  CHECK(full->cost == 12);
  CHECK(full->getValueNumber() == 1);
  CHECK(full->print({"%k", "%x"}, {"!key", "!ct"}, full->attributes) ==
        "c.boot %k, %x {n = 2 : i64, k} : (!key, !ct) -> !ct");
  ReductionRule other = *full;
  CHECK(other.print({"%k", "%x"}, {"!key", "!ct"}, "") ==
        "c.boot %k, %x : (!key, !ct) -> !ct");
  other.syntax = "c.boot $value by $operands : $type";
  CHECK(other.print({"%k", "%x"}, {"!key", "!ct"}, "") ==
        "c.boot %x by %k, %x : !ct");
  other.syntax.clear();
  CHECK(other.print({"%k", "%x"}, {"!key", "!ct"}, "") ==
        "\"c.boot\"(%k, %x) : (!key, !ct) -> !ct");
  CHECK(rules.dialects() == std::vector<llvm::StringRef>{"a", "b", "c"});
  for (const char *text :
       {"reduce:\n", "reduce: null\n", "reduce: ~\n", "reduce: {}\n"})
    CHECK(read(text).reductions.empty());
}

TEST_CASE("RulesReader: reductions of packs", "[rules]") {
  NoiseRules pack = read("use: [heir-ckks]\n");
  REQUIRE(pack.findReduction("!openfhe.ciphertext"));
  CHECK(pack.findReduction("!openfhe.ciphertext")->operation ==
        "openfhe.bootstrap");
  CHECK(pack.findReduction("!lwe.lwe_ciphertext<1>")
            ->print({"%0"}, {"!ct"}, "") == "ckks.bootstrap %0 : !ct -> !ct");
  // What is written replaces it, and a rule that sets no noise takes it away.
  NoiseRules changed =
      read("use: [heir-ckks]\nreduce: {\"!openfhe.ciphertext\": ckks.bootstrap}"
           "\nops: {lattigo.ckks.bootstrap: unknown}\n");
  CHECK(changed.reductions.size() == pack.reductions.size() - 1);
  CHECK(changed.findReduction("!openfhe.ciphertext")->operation ==
        "ckks.bootstrap");
  CHECK(changed.findReduction("!lattigo.rlwe.ciphertext") == nullptr);
  CHECK_FALSE(changed == pack);
  for (const char *name : {"heir-bgv", "heir-bfv", "heir-cggi", "concrete-fhe"})
    CHECK(read(std::string("use: [") + name + "]\n").reductions.empty());
}

TEST_CASE("RulesReader: wrong reductions have a line and a column", "[rules]") {
  auto errorIn = [](const std::string &reduce, const std::string &rule) {
    return errorOf("carriers: [\"!a.ct\"]\nops: {a.boot: " + rule +
                   "}\nreduce: {\"!a.ct\": " + reduce + "}\n");
  };
  CHECK(errorIn("a.boot", "reduce") == "");
  CHECK(errorIn("a.boot", "max(20)") == "");
  CHECK(errorIn("a.boot", "add") ==
        "3:19: 'a.boot' has no rule in 'ops' that sets noise, such as 'reduce' "
        "or 'fresh'");
  CHECK(errorIn("{operation: a.other}", "reduce") ==
        "3:31: 'a.other' has no rule in 'ops' that sets noise, such as "
        "'reduce' or 'fresh'");
  CHECK(errorIn("a.boot", "[{rule: reduce, types: [\"!a.wide\"]}, add]") ==
        "3:19: 'a.boot' has no rule in 'ops' that sets noise, such as 'reduce' "
        "or 'fresh'");
  CHECK(errorIn("a.boot", "{rule: reduce, takes: max - 3}") ==
        "3:19: 'a.boot' does not take all values within the limit: its rule "
        "has 'takes'");
  CHECK(errorIn("a.boot", "{rule: reduce, overwrites: [0]}") ==
        "3:19: 'a.boot' overwrites an operand, and makes no new value");
  CHECK(errorIn("a.boot", "{rule: reduce, overwrites: []}") == "");
  CHECK(errorIn("a.boot", "{rule: reduce, adds: n = 1}") ==
        "3:19: what 'a.boot' leaves depends on 'n': its rule has 'adds'");
  CHECK(errorIn("a.boot", "{rule: reduce, operands: [1]}") ==
        "3:19: the rule for 'a.boot' names an operand that is not in "
        "'operands' here");
  CHECK(errorIn("{operation: a.boot, operands: [\"!a.key\", value]}",
                "{rule: reduce, encrypted: [0]}") ==
        "3:31: the rule for 'a.boot' names an operand that is not in "
        "'operands' here");
  CHECK(errorIn("{operation: a.boot, operands: [\"!a.key\", value]}",
                "{rule: reduce, encrypted: [1]}") == "");
  CHECK(errorIn("{operation: a.boot, attributes: \"{n = 1 : i64}\"}",
                "{rule: reduce, without: [n]}") ==
        "3:31: nothing is known of 'a.boot' with 'n', by its rule");
  CHECK(errorOf("ops: {a.boot: reduce}\nreduce: {\"!a.ct\": a.boot}\n") ==
        "2:19: '!a.ct' is not among the 'carriers'");
  CHECK_THAT(errorOf("reduce: {a.ct: a.boot}\n"),
             Catch::StartsWith("1:10: expected an encrypted type such as"));
  CHECK_THAT(errorOf("reduce: {\"!a.ct\": boot}\n"),
             Catch::StartsWith("1:19: expected a full name such as "
                               "'ckks.bootstrap'"));
  CHECK(errorIn("{operands: [value]}", "reduce") ==
        "3:10: '!a.ct' has no 'operation'");
  CHECK(errorIn("{operation: a.boot, costs: 2}", "reduce") ==
        "3:39: there is no 'costs' in a reduction; there are 'operation', "
        "'operands', 'attributes', 'syntax', 'cost' and 'to'");
  for (const char *operands : {"[]", "[\"!a.key\"]", "[value, value]"})
    CHECK_THAT(
        errorIn(std::string("{operation: a.boot, operands: ") + operands + "}",
                "reduce"),
        Catch::StartsWith("3:50: 'operands' must have 'value' once"));
  for (const char *attributes : {"n", "{n = }", "[1]", "''", "{n = 1"})
    CHECK_THAT(errorIn(std::string("{operation: a.boot, attributes: \"") +
                           attributes + "\"}",
                       "reduce"),
               Catch::StartsWith("3:51: expected attributes as MLIR writes "
                                 "them"));
  CHECK_THAT(errorIn("{operation: a.boot, syntax: a.boot $x}", "reduce"),
             Catch::StartsWith("3:47: there is no '$x' in a syntax"));
  CHECK_THAT(errorIn("{operation: a.boot, syntax: a.boot}", "reduce"),
             Catch::StartsWith("3:47: expected the text of the operation"));
  CHECK(errorIn("{operation: a.boot, syntax: b.boot $value}", "reduce") ==
        "3:31: its 'syntax' must begin with 'a.boot', the operation");
  CHECK(errorIn("{operation: a.boot, attributes: \"{n}\", syntax: a.boot "
                "$value}",
                "reduce") ==
        "3:31: its 'syntax' has no place for 'attributes': write "
        "'$attributes'");
  for (const char *cost : {"0", "-1", "1.5", "x", "1000001"})
    CHECK_THAT(errorIn(std::string("{operation: a.boot, cost: ") + cost + "}",
                       "reduce"),
               Catch::StartsWith("3:45: 'cost' must be a whole number from 1"));
  auto errorInCost = [&](const std::string &cost) {
    return errorIn("{operation: a.boot, cost: " + cost + "}", "reduce");
  };
  CHECK(errorInCost("{by-size: [1]}") ==
        "3:46: there is no 'by-size' in a cost; there are 'by-level' and "
        "'by-noise'");
  CHECK(errorInCost("{by-level: [1], by-noise: {1: 1}}") ==
        "3:61: 'cost' is either 'by-level' or 'by-noise'");
  CHECK_THAT(errorInCost("{by-level: [1, 0]}"),
             Catch::StartsWith("3:60: 'cost' must be a whole number from 1"));
  CHECK_THAT(errorInCost("{by-level: []}"),
             Catch::EndsWith("'cost' must have 1 to 1000 entries"));
  CHECK_THAT(errorInCost("{by-noise: {x: 1}}"),
             Catch::StartsWith("3:57: 'by-noise' has numbers of bits"));
  CHECK(errorInCost("{by-noise: {20: 1, 12.5: 2}}") ==
        "3:64: the noise in 'by-noise' must rise from one entry to the next");
}

TEST_CASE("rules: a cost may be a table", "[rules]") {
  auto costsOf = [](const std::string &cost) {
    RulesError error;
    std::optional<NoiseRules> rules = readNoiseRules(
        "carriers: [\"!a.ct\"]\nops: {a.boot: reduce}\nreduce: {\"!a.ct\": "
        "{operation: a.boot, cost: " +
            cost + "}}\n",
        error);
    INFO(error.message);
    REQUIRE(rules);
    REQUIRE(rules->reductions.size() == 1);
    return rules->reductions.front().costs;
  };
  CHECK(costsOf("3").isEmpty());
  CHECK(costsOf("{by-level: [5, 6, 8]}").byLevel ==
        std::vector<int64_t>{5, 6, 8});
  CHECK(costsOf("{by-noise: {12: 1, 20.5: 3}}").byNoise ==
        std::vector<std::pair<int64_t, int64_t>>{{12'000'000, 1},
                                                 {20'500'000, 3}});
}

TEST_CASE("rules: a reduction may leave several noises", "[rules]") {
  auto read = [](const std::string &rule, const std::string &to) {
    RulesError error;
    std::optional<NoiseRules> rules = readNoiseRules(
        "carriers: [\"!a.ct\"]\nops: {a.boot: " + rule +
            "}\nreduce: {\"!a.ct\": {operation: a.boot" + to + "}}\n",
        error);
    return rules ? "" : error.message;
  };
  CHECK(read("{rule: reduce, to: level}", ", to: {4: 0, 7: 3}") == "");
  CHECK(read("{rule: reduce, to: level}", "") == "");
  CHECK(read("{rule: reduce, to: level}",
             ", attributes: '{levels = 2 : i64}', to: {4: 0}") == "");
  CHECK(read("{rule: reduce, to: level}",
             ", attributes: '{k, level = 2 : i64}', to: {4: 0}") ==
        "'attributes' of 'a.boot' has 'level', in which the fix writes what is "
        "left: take it out");
  CHECK(read("reduce", ", to: {4: 0}") ==
        "the rule for 'a.boot' does not say which attribute has what is left: "
        "write 'to' into it");
  CHECK(read("{rule: reduce, to: level}", ", to: {}") ==
        "'to' must have 1 to 16 entries");
  CHECK_THAT(read("{rule: reduce, to: level}", ", to: {x: 1}"),
             Catch::StartsWith("'to' has numbers of levels"));
  CHECK_THAT(read("{rule: reduce, to: level}", ", to: {4: -1}"),
             Catch::StartsWith("what a reduction costs on top must be"));
  CHECK_THAT(read("{rule: max + 1, to: level}", ""),
             Catch::Contains("that sets noise"));
}

TEST_CASE("rules: operations may cost something by their noise", "[rules]") {
  RulesError error;
  std::optional<NoiseRules> rules = readNoiseRules(
      "carriers: [\"!a.ct\"]\nops: {a.mul: {rule: mul, cost: {by-level: [1, "
      "2]}}, a.add: add}\n",
      error);
  INFO(error.message);
  REQUIRE(rules);
  CHECK(rules->find("a.mul")->costs.byLevel == std::vector<int64_t>{1, 2});
  CHECK(rules->find("a.add")->costs.isEmpty());
}
