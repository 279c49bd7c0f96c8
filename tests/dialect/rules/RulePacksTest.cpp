//===- RulePacksTest.cpp - Rules that come with the program ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/rules/RulePacks.h"
#include "dialect/rules/RulesReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace mlir::noisy;

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
  INFO(error.str(pack));
  REQUIRE(rules);
  return *rules;
}

namespace {
/// What the definitions of a pack's dialects have.
struct Definitions {
  const char *pack;
  /// The encrypted types.
  std::vector<std::string> types;
  /// The operations that take such values or make them, without their dialect.
  std::map<std::string, std::string> operations;
};
} // namespace

/// Made from the definitions of HEIR's dialects
/// (lib/Dialect/*/IR/*Types.td and *Ops.td): types with the trait
/// SecretTypeInterface, those in TfheRust_CiphertextType and the signed
/// integers beside them, TfheRustBool_Encrypted, and what jaxite packs for a
/// look-up.
static std::vector<Definitions> heirDefinitions() {
  const std::string lwe =
      "trivial_encrypt add radd radd_plain rsub rsub_plain rmul rmul_plain "
      "mul_ring_elt rnegate mul_scalar rlwe_encrypt rlwe_decrypt extract_coeff "
      "from_coeffs mod_down key_switch_inner";
  const std::string openfhe =
      "encrypt decrypt add add_inplace sub sub_inplace add_plain "
      "add_plain_inplace sub_plain sub_plain_inplace mul mul_no_relin "
      "mul_plain "
      "mul_const mul_const_inplace negate negate_inplace square square_inplace "
      "relin relin_inplace mod_reduce mod_reduce_inplace level_reduce "
      "level_reduce_inplace rot automorph key_switch key_switch_inplace "
      "key_switch_down bootstrap fast_rotation_precompute fast_rotation "
      "fast_rotation_ext eval_chebyshev_series";
  const std::string rlwe = "encrypt decrypt drop_level_new drop_level "
                           "negate_new negate";
  const std::vector<std::string> rings = {
      "!lwe.lwe_ciphertext", "!openfhe.ciphertext", "!lattigo.rlwe.ciphertext"};
  std::vector<std::string> bits = {"!lwe.lwe_ciphertext", "!tfhe_rust.bool",
                                   "!tfhe_rust_bool.eb",
                                   "!jaxite.pmap_lut3_tuple"};
  for (int width : {2, 3, 4, 8, 10, 12, 14, 16, 32, 64, 128, 256})
    bits.push_back("!tfhe_rust.eui" + std::to_string(width));
  for (int width : {2, 4, 8, 16, 32, 64, 128, 256})
    bits.push_back("!tfhe_rust.ei" + std::to_string(width));
  return {
      {"heir-bgv",
       rings,
       {{"bgv", "add add_plain sub sub_plain mul mul_plain rotate_cols "
                "rotate_rows negate relinearize modulus_switch level_reduce"},
        {"lwe", lwe},
        {"openfhe", openfhe},
        {"lattigo.rlwe", rlwe},
        {"lattigo.bgv",
         "add_new sub_new mul_new add sub mul relinearize_new rescale_new "
         "rotate_columns_new rotate_rows_new relinearize rescale "
         "rotate_columns rotate_rows"}}},
      {"heir-ckks",
       rings,
       {{"ckks", "add add_plain sub sub_plain mul mul_plain rotate negate "
                 "relinearize rescale level_reduce bootstrap"},
        {"lwe", lwe},
        {"openfhe", openfhe},
        {"orion", "linear_transform chebyshev"},
        {"lattigo.rlwe", rlwe},
        {"lattigo.ckks",
         "add_new sub_new mul_new add sub mul relinearize_new rescale_new "
         "rotate_new relinearize rescale rotate bootstrap linear_transform "
         "chebyshev"}}},
      {"heir-cggi",
       bits,
       {{"cggi", "create_trivial cast programmable_bootstrap lut2 lut3 lut4 "
                 "packed_lut3 lut_lincomb multi_lut_lincomb "
                 "selector_lut_lincomb cmux and nand nor or xor xnor not "
                 "packed_gates add mul sub sshr sshl eq neq min max cmp"},
        {"lwe", "trivial_encrypt add mul_scalar extract_coeff from_coeffs "
                "mul_ring_elt"},
        {"tfhe_rust", "bitand bitor bitxor add mul sub scalar_left_shift "
                      "scalar_right_shift eq neq min max cmp "
                      "apply_lookup_table cmux create_trivial cast"},
        {"tfhe_rust_bool", "create_trivial and nand or nor xor xnor "
                           "gates_packed not mux"},
        {"jaxite", "constant lut3 lut3_args pmap_lut3"}}}};
}

TEST_CASE("RulePacks: the types and operations of HEIR's definitions",
          "[rules]") {
  for (const Definitions &defined : heirDefinitions()) {
    INFO(defined.pack);
    NoiseRules rules = rulesOf(defined.pack);
    for (const std::string &type : defined.types) {
      INFO(type);
      CHECK(llvm::is_contained(rules.carriers, type));
    }
    // That of older versions.
    for (const std::string &carrier : rules.carriers) {
      INFO(carrier);
      CHECK((llvm::is_contained(defined.types, carrier) ||
             carrier == "!lwe.new_lwe_ciphertext"));
    }
    std::set<std::string> known;
    for (const auto &[dialect, names] : defined.operations) {
      llvm::SmallVector<llvm::StringRef> list;
      llvm::StringRef(names).split(list, ' ');
      for (llvm::StringRef name : list)
        known.insert(dialect + "." + name.str());
    }
    for (const std::string &name : known) {
      INFO(name);
      CHECK(rules.find(name));
    }
    for (const auto &entry : rules.operations) {
      INFO(entry.getKey().str());
      CHECK(known.count(entry.getKey().str()));
    }
  }
}

TEST_CASE("RulePacks: what is overwritten is one of all that may be",
          "[rules]") {
  for (const char *pack : {"heir-bgv", "heir-bfv", "heir-ckks"})
    for (const char *name :
         {"openfhe.add_plain_inplace", "openfhe.sub_plain_inplace"})
      CHECK(ruleOf(rulesOf(pack), name).overwrites ==
            std::vector<unsigned>{1, 2});
}

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
      if (entry.getKey() != "cggi.lut4" && entry.second.isKnown() &&
          !entry.second.lacksReduced(*rules->model))
        CHECK(entry.second.getMost(*rules->model) >=
              std::max(rules->model->initial, rules->model->getReduced()));
    }
  }
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
    const NoiseRule &first = ruleOf(rules, name);
    const NoiseRule &rule = first.others.empty() ? first : first.others.back();
    NoiseBound noisy = NoiseBound::bits(model.max - 1);
    NoiseBound operands[] = {noisy, noisy};
    CHECK(rules.apply(rule, model, operands) > noisy);
    // With carries it ends with look-ups.
    NoiseBound fresh = NoiseBound::bits(model.initial);
    NoiseBound others[] = {fresh, fresh};
    CHECK(rules.apply(rule, model, others) >=
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
  // Less noise than 4 bits counts as these: the one is more than 0.1 bits then.
  std::string error;
  NoiseModel small = *NoiseModel::parse("initial=1,max=60,unit=1/10", error);
  CHECK(rules.apply(ruleOf(rules, "bgv.add_plain"), small,
                    NoiseBound::bits(10)) == NoiseBound::bits(41));
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
