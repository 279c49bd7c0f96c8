//===- StatedParametersTest.cpp - Models that programs state --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StatedParameters.h"
#include "dialect/NoisePresets.h"
#include "dialect/NoisyDialect.h"
#include "dialect/RuledDialects.h"
#include "dialect/rules/RulesReader.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "tests/dialect/RuledProgram.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A chain of three factors, of 55, 45 and 45 bits.
static const std::string ckks =
    "#ckks.scheme_param<logN = 14, Q = [36028797019389953, 35184372121601, "
    "35184372744193], P = [36028797019488257], logDefaultScale = 45>";
static const std::string bgv =
    "#bgv.scheme_param<logN = 13, Q = [67239937, 34359754753], P = "
    "[34359771137], plaintextModulus = 65537>";

static std::string errorOf(const std::string &preset,
                           const std::string &attribute) {
  std::string error;
  CHECK_FALSE(makePresetText(preset, attribute, error));
  return error;
}

TEST_CASE("StatedParameters: the text of an attribute makes a preset",
          "[model]") {
  std::string error;
  std::optional<std::string> text =
      makePresetText("ckks bootstrap=1", ckks, error);
  INFO(error);
  REQUIRE(text);
  std::optional<NoisePreset> preset = makeNoisePreset(*text, error);
  INFO(error);
  REQUIRE(preset);
  CHECK(preset->model.str() == "levels=2,bootstrap=1");

  // As somebody would write it: with the factors in bits.
  text = makePresetText("bgv variance=average", bgv, error);
  REQUIRE(text);
  preset = makeNoisePreset(*text, error);
  INFO(error);
  REQUIRE(preset);
  std::optional<NoisePreset> written = makeNoisePreset(
      "bgv N=8192 t=65537 logq=26.00277,35.0000001 variance=average", error);
  REQUIRE(written);
  CHECK(preset->model == written->model);

  // Numbers with types, in any order, with names that end alike.
  text = makePresetText("ckks", "#x.y<logQ = [9], Q=[ 17 : i64,97 : i64 ]>",
                        error);
  REQUIRE(text);
  CHECK(StringRef(*text).starts_with("ckks logq=4.087462841250"));
  CHECK(StringRef(*text).count(',') == 1);
}

TEST_CASE("StatedParameters: what cannot be used is said", "[model]") {
  for (const char *attribute :
       {"", "#x.y<Q = []>", "#x.y<Q = 5>", "#x.y<Q = [5, a]>",
        "#x.y<Q = [5, 1]>", "#x.y<logQ = [5, 5]>", "#x.y<Q = [5 a]>"}) {
    INFO(attribute);
    CHECK_THAT(errorOf("ckks", attribute),
               Catch::StartsWith("expected the factors of the modulus"));
  }
  CHECK(errorOf("bgv", ckks) ==
        "expected 'logN' and 'plaintextModulus', each with a number");
  // The formula of key switching is for factors that are not larger than P.
  CHECK_THAT(
      errorOf("bgv", "#x.y<logN = 13, Q = [67239937, 34359754753], P = "
                     "[67239937], plaintextModulus = 65537>"),
      Catch::StartsWith("the factors of the modulus must not be larger"));
}

TEST_CASE("StatedParameters: comments and strings do not count", "[model]") {
  std::string error;
  std::optional<std::string> text = makePresetText(
      "ckks", "#x.y<// was: Q = [5, 7, 9]\n s = \"Q = [1]\", Q = [17, 97]>",
      error);
  INFO(error);
  REQUIRE(text);
  CHECK(StringRef(*text).count(',') == 1);
  CHECK_FALSE(
      makePresetText("ckks", "#x.y<Q = [5, 7], Q = [17, 97, 3]>", error));
  // Nor is a text that is cut in a string read beyond its end.
  CHECK_FALSE(makePresetText("ckks", "#x.y<\"Q = [5, 7]", error));
}

TEST_CASE("StatedParameters: a digit of key switching is within P", "[model]") {
  std::string error;
  const std::string four =
      "#x.y<logN = 13, plaintextModulus = 65537, P = [288230376151711717], Q = "
      "[36028797019389953, 36028797019389953, 36028797019389953, "
      "36028797019389953]>";
  CHECK(makePresetText("bgv variance=average", four, error));
  CHECK_FALSE(makePresetText("bgv dnum=2", four, error));
}

TEST_CASE("StatedParameters: a key switch is not that of the default",
          "[model]") {
  // As many bits as the default, in other factors.
  MLIRContext context;
  std::string error;
  NoiseModel model = *NoiseModel::parse("levels=2", error);
  StatedModels models(&context, {{"a.b", "ckks"}}, model);
  OpBuilder builder(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  (*module)->setAttr("a.b", builder.getStringAttr("Q = [17, 17, 17]"));
  std::optional<NoiseModel> stated = models.find(*module);
  REQUIRE(stated);
  CHECK(*stated != model);
  CHECK(stated->max == model.max - 1);
}

static const std::string rules = toyRules + std::string(R"(
parameters:
  toy.params: ckks bootstrap=1
)");

/// A program of a module with attributes, whose result has three products.
static std::string program(const std::string &attributes) {
  return "module attributes {" + attributes + "} {\n" +
         RuledProgram::inFunction(R"(
  %0 = "toy.mul"(%a, %a) : (!toy.ct, !toy.ct) -> !toy.ct
  %1 = "toy.mul"(%0, %a) : (!toy.ct, !toy.ct) -> !toy.ct
  %2 = "toy.mul"(%1, %a) : (!toy.ct, !toy.ct) -> !toy.ct
)") + "}\n";
}

TEST_CASE("StatedParameters: a module is measured by its own", "[model]") {
  // Two products are within the chain.
  RuledProgram stated(program("toy.params = " + ckks), rules);
  CHECK_THAT(stated.messages(), Catch::Contains("limit 3"));
  CHECK(NoiseModel::get(stated.module()).str() == "levels=2,bootstrap=1");
  CHECK(NoiseModel::isStatedBy(stated.module()));
  Operation *inner = &stated.module().getBody()->front();
  CHECK_FALSE(NoiseModel::isStatedBy(inner));
  CHECK(NoiseModel::get(inner).str() == "levels=2,bootstrap=1");

  // Another attribute, and one of which nothing can be made.
  RuledProgram other(program("toy.others = " + ckks), rules);
  CHECK_THAT(other.messages(), Catch::Contains("limit 26"));
  // A chain without a level has room for sums only.
  RuledProgram empty(program("toy.params = #ckks.scheme_param<Q = [5]>"),
                     rules);
  CHECK_THAT(empty.messages(), Catch::Contains("limit 1"));

  // A model of our own, inside or around.
  RuledProgram own(program("toy.params = " + ckks +
                           ", noisy.model = #noisy.model<levels = 9>"),
                   rules);
  CHECK(own.messages().empty());
}

TEST_CASE("StatedParameters: a warning where they make no model", "[model]") {
  DialectRegistry registry;
  registry.insert<NoisyDialect>();
  RulesError error;
  std::optional<NoiseRules> read = readNoiseRules(rules, error);
  REQUIRE(read);
  registerNoiseRules(registry, std::make_shared<NoiseRules>(*read),
                     /*standsIn=*/true);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages += diagnostic.str();
    return success();
  });
  CHECK(parseSourceString<ModuleOp>(
      "module attributes {toy.params = \"Q = [5]\"} {}", &context));
  CHECK(messages ==
        "no noise model can be made from 'toy.params': ckks: 'logq' with one "
        "number leaves no level for a product; only fresh values are within "
        "the limit");
  messages.clear();
  CHECK(parseSourceString<ModuleOp>("module attributes {toy.params = " + ckks +
                                        ", toy.other = \"Q = [5]\"} {}",
                                    &context));
  CHECK(messages.empty());
}

TEST_CASE("StatedParameters: a model that was registered before stays",
          "[model]") {
  DialectRegistry registry;
  registry.insert<NoisyDialect>();
  std::string error;
  registerDefaultModel(registry, *NoiseModel::parse("levels=5", error));
  registerDefaultModel(registry, NoiseModel(), {{"toy.params", "ckks"}});
  MLIRContext context(registry);
  CHECK_FALSE(context.getOrLoadDialect<NoisyDialect>()->getStatedModels());
}
