//===- RuledFixTest.cpp - Fixes of values of other dialects ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/RuledDialects.h"
#include "dialect/rules/RulesReader.h"
#include "server/settings/ProjectRules.h"
#include "tests/server/features/fixes/ReductionFixes.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// The dialects of a server whose project has this `.noisy.yaml`.
struct Project {
  explicit Project(const std::string &Yaml) {
    RulesError Error;
    std::optional<NoiseRules> Read = readNoiseRules(Yaml, Error);
    INFO(Error.str(".noisy.yaml"));
    REQUIRE(Read);
    auto Rules = std::make_shared<const NoiseRules>(std::move(*Read));
    allDialects().appendTo(Registry);
    registerNoiseRules(Registry, Rules, /*standsIn=*/false);
    setCurrentRules(Rules);
  }
  ~Project() { setCurrentRules(nullptr); }

  Fix fix(const std::string &Contents,
          ReductionScope Scope = ReductionScope::Chunk,
          OptimizerOptions Options = {}) const {
    Options.timeLimit = std::chrono::seconds(60);
    return fixOrReason(
        computeReductionFix(Registry, Text(Contents), 0, Options, Scope));
  }
  /// The fixed text, in which nothing overflows.
  std::string fixed(const std::string &Contents,
                    ReductionScope Scope = ReductionScope::Chunk) const {
    Fix Repair = fix(Contents, Scope);
    INFO(Contents << Repair.Message);
    REQUIRE_FALSE(Repair.Edits.empty());
    std::string New = applyEdits(Contents, Repair.Edits);
    INFO(New);
    CHECK(applyEdits(New, invert(Contents, Repair.Edits)) == Contents);
    return New;
  }
  /// Applies a small fix at the first |; "no: " and the reason without one.
  std::string at(const SmallFixKind &Kind, const std::string &Marked) const {
    AnnotatedText Source(Marked);
    Fix Repair = fixOrReason(Kind.compute(
        {&Kind, Text(Source.Text), Source.Places.at(0), {}, &Registry}, {}));
    return Repair.Edits.empty() ? "no: " + Repair.Message
                                : applyEdits(Source.Text, Repair.Edits);
  }

  DialectRegistry Registry;
};
} // namespace

/// Three levels, of which bootstrapping uses one.
static const std::string Ckks =
    "use: [heir-ckks]\nmodel: ckks logq=60,45,45 bootstrap=1\n";

static std::string replaced(std::string Text, llvm::StringRef Old,
                            llvm::StringRef New) {
  size_t At = Text.find(Old);
  REQUIRE(At != std::string::npos);
  return Text.replace(At, Old.size(), New);
}

/// What HEIR prints for OpenFHE.
static const std::string OpenFhe =
    R"mlir(!cc = !openfhe.crypto_context
!ct = !openfhe.ciphertext
module attributes {scheme.ckks} {
  func.func @power(%cc: !cc, %ct: !ct) -> !ct { // to the eighth
    %ct_0 = openfhe.mul_no_relin %cc, %ct, %ct : (!cc, !ct, !ct) -> !ct
    %ct_1 = openfhe.relin %cc, %ct_0 : (!cc, !ct) -> !ct
    %ct_2 = openfhe.mod_reduce %cc, %ct_1 : (!cc, !ct) -> !ct
    %ct_3 = openfhe.mul_no_relin %cc, %ct_2, %ct_2 : (!cc, !ct, !ct) -> !ct
    %ct_4 = openfhe.mod_reduce %cc, %ct_3 : (!cc, !ct) -> !ct // of %ct_4
    %ct_5 = openfhe.mul_no_relin %cc,   %ct_4, %ct_4 : (!cc, !ct, !ct) -> !ct
    return %ct_5 : !ct
  }
}
)mlir";

TEST_CASE("Ruled fix: OpenFHE as HEIR prints it", "[fix][rules]") {
  Project Heir(Ckks);
  const std::string Line = "    %ct_4_reduced = openfhe.bootstrap %cc, %ct_4 : "
                           "(!cc, !ct) -> !ct\n";
  std::string Expected = replaced(
      replaced(OpenFhe, "// of %ct_4\n", "// of %ct_4\n" + Line),
      "%cc,   %ct_4, %ct_4 :", "%cc,   %ct_4_reduced, %ct_4_reduced :");
  CHECK(Heir.fixed(OpenFhe) == Expected);
  CHECK(Heir.fix(OpenFhe).Message ==
        "inserted 1 openfhe.bootstrap, the fewest possible");
  CHECK(Heir.fix(OpenFhe).Proposal ==
        "would insert 1 openfhe.bootstrap, the fewest possible");
  CHECK(Heir.fixed(OpenFhe, ReductionScope::Document) == Expected);
  CHECK(Heir.fix(OpenFhe, ReductionScope::Document).Message ==
        "inserted 1 openfhe.bootstrap, the fewest possible");
  // Nothing is left to do, and what was inserted can be taken away.
  CHECK(Heir.fix(Expected).Message == "no reductions are needed");
  OptimizerOptions Again;
  Again.existingReductions = ExistingReductions::MayRemove;
  CHECK(Heir.fix(Expected, ReductionScope::Chunk, Again).Edits.empty());
  // The other line ends.
  std::string Windows, ExpectedWindows;
  for (char C : OpenFhe)
    Windows += C == '\n' ? "\r\n" : std::string(1, C);
  for (char C : Expected)
    ExpectedWindows += C == '\n' ? "\r\n" : std::string(1, C);
  CHECK(Heir.fixed(Windows) == ExpectedWindows);
}

TEST_CASE("Ruled fix: CKKS and Lattigo as HEIR prints them", "[fix][rules]") {
  Project Heir(Ckks);
  // Types as they stand there, without an alias, and all on one line.
  CHECK(Heir.fixed(
            "#space = #lwe.plaintext_space<ring = 4>\n"
            "func.func @f(%a: !lwe.lwe_ciphertext<plaintext_space = #space>) "
            "{ %0 = ckks.mul %a, %a : (!lwe.lwe_ciphertext<plaintext_space = "
            "#space>, !lwe.lwe_ciphertext<plaintext_space = #space>) -> "
            "!lwe.lwe_ciphertext<plaintext_space = #space> "
            "%1 = ckks.mul %0, %0 : (!lwe.lwe_ciphertext<plaintext_space = "
            "#space>, !lwe.lwe_ciphertext<plaintext_space = #space>) -> "
            "!lwe.lwe_ciphertext<plaintext_space = #space> "
            "%2 = ckks.mul %1, %1 : (!lwe.lwe_ciphertext<plaintext_space = "
            "#space>, !lwe.lwe_ciphertext<plaintext_space = #space>) -> "
            "!lwe.lwe_ciphertext<plaintext_space = #space> "
            "return }\n") ==
        "#space = #lwe.plaintext_space<ring = 4>\n"
        "func.func @f(%a: !lwe.lwe_ciphertext<plaintext_space = #space>) "
        "{ %0 = ckks.mul %a, %a : (!lwe.lwe_ciphertext<plaintext_space = "
        "#space>, !lwe.lwe_ciphertext<plaintext_space = #space>) -> "
        "!lwe.lwe_ciphertext<plaintext_space = #space> "
        "%1 = ckks.mul %0, %0 : (!lwe.lwe_ciphertext<plaintext_space = "
        "#space>, !lwe.lwe_ciphertext<plaintext_space = #space>) -> "
        "!lwe.lwe_ciphertext<plaintext_space = #space> "
        "%reduced1 = ckks.bootstrap %1 : !lwe.lwe_ciphertext<plaintext_space = "
        "#space> -> !lwe.lwe_ciphertext<plaintext_space = #space> "
        "%2 = ckks.mul %reduced1, %reduced1 : "
        "(!lwe.lwe_ciphertext<plaintext_space = "
        "#space>, !lwe.lwe_ciphertext<plaintext_space = #space>) -> "
        "!lwe.lwe_ciphertext<plaintext_space = #space> "
        "return }\n");
  const std::string Lattigo =
      "!ct = !lattigo.rlwe.ciphertext\n!e = !lattigo.ckks.evaluator\n"
      "!b = !lattigo.ckks.bootstrapping_evaluator\n"
      "func.func @f(%b: !b, %e: !e, %ct: !ct) -> !ct {\n"
      "  %0 = lattigo.ckks.mul_new %e, %ct, %ct : (!e, !ct, !ct) -> !ct\n"
      "  %1 = lattigo.ckks.mul_new %e, %0, %0 : (!e, !ct, !ct) -> !ct\n"
      "  %2 = lattigo.ckks.mul_new %e, %1, %1 : (!e, !ct, !ct) -> !ct\n"
      "  return %2 : !ct\n}\n";
  CHECK(Heir.fixed(Lattigo) ==
        replaced(replaced(Lattigo, "%1, %1 :", "%reduced1, %reduced1 :"),
                 "  %2 =",
                 "  %reduced1 = lattigo.ckks.bootstrap %b, %1 : (!b, !ct) -> "
                 "!ct\n  %2 ="));
}

TEST_CASE("Ruled fix: two dialects, beside our own", "[fix][rules]") {
  Project Mixed("model: initial=12,max=26\ncarriers: [\"!a.ct\", \"!b.ct\"]\n"
                "ops: {a.mul: mul, b.mul: mul, a.boot: reduce, b.boot: "
                "fresh}\nreduce:\n  \"!a.ct\": {operation: a.boot, attributes: "
                "'{n = 2 : i64}'}\n  \"!b.ct\": {operation: b.boot, "
                "attributes: '{k}', syntax: 'b.boot $value $attributes : "
                "$type'}\n");
  const std::string Old =
      "!alias = !b.ct<3>\n!other = !b.ct<3>\n"
      "func.func @f(%a: !a.ct, %b: !other, %c: !noisy.i32) {\n"
      "  %a1 = \"a.mul\"(%a, %a) : (!a.ct, !a.ct) -> !a.ct\n"
      "  %a2 = \"a.mul\"(%a1, %a1) : (!a.ct, !a.ct) -> !a.ct\n"
      "  %b1 = b.mul %b, %b : !other\n"
      "  %b2 = b.mul %b1, %b1 : !other\n"
      "  %c1 = noisy.mul %c, %c : !noisy.i32\n"
      "  %c2 = noisy.mul %c1, %c1 : !noisy.i32\n"
      "  return\n}\n";
  // What stands in the definition is the name that is taken.
  Fix Repair = Mixed.fix(Old);
  INFO(Repair.Message);
  std::string New = applyEdits(Old, Repair.Edits);
  INFO(New);
  CHECK(New.find("\n  %a1_reduced = \"a.boot\"(%a1) {n = 2 : i64} : (!a.ct) -> "
                 "!a.ct\n  %a2 = \"a.mul\"(%a1_reduced, %a1_reduced)") !=
        std::string::npos);
  CHECK(New.find("\n  %c1_reduced = noisy.reduce_noise %c1 : !noisy.i32\n") !=
        std::string::npos);
  CHECK(New.find("\n  %b1_reduced = b.boot %b1 {k} : !other\n") !=
        std::string::npos);
  CHECK(Repair.Message == "inserted 3 reductions, the fewest possible");
}

TEST_CASE("Ruled fix: several values at one place", "[fix][rules]") {
  Project Mine("carriers: [\"!my.ct\"]\nmodel: initial = 12, max = 26\n"
               "ops: {my.mul: sum, my.boot: reduce}\n"
               "reduce: {\"!my.ct\": my.boot}\n");
  // The arguments of a loop, and the results of one operation.
  CHECK(Mine.fixed(
            "func.func @f(%a: !my.ct, %n: index, %z: index) -> (!my.ct, "
            "!my.ct) {\n"
            "  %r:2 = scf.for %i = %z to %n step %n iter_args(%x = %a, %y = "
            "%a) -> (!my.ct, !my.ct) {\n"
            "    %0 = \"my.mul\"(%x, %a) : (!my.ct, !my.ct) -> !my.ct\n"
            "    %1 = \"my.mul\"(%y, %a) : (!my.ct, !my.ct) -> !my.ct\n"
            "    scf.yield %0, %1 : !my.ct, !my.ct\n"
            "  }\n"
            "  return %r#0, %r#1 : !my.ct, !my.ct\n}\n") != "");
  std::string Pair = Mine.fixed(
      "func.func @f(%a: !my.ct) -> !my.ct {\n"
      "  %0:2 = \"my.mul\"(%a, %a) : (!my.ct, !my.ct) -> (!my.ct, !my.ct)\n"
      "  %1 = \"my.mul\"(%0#1, %0#0) : (!my.ct, !my.ct) -> !my.ct\n"
      "  return %1 : !my.ct\n}\n");
  CHECK(llvm::StringRef(Pair).count("my.boot") == 2);
}

TEST_CASE("Ruled fix: where there is none it says why", "[fix][rules]") {
  // A scheme without a reducing operation.
  Project Bgv("use: [heir-bgv]\nmodel: initial=12,max=26\n");
  const std::string Squares = "!ct = !lwe.lwe_ciphertext<plaintext_space = 1>\n"
                              "func.func @f(%a: !ct) -> !ct {\n"
                              "  %0 = bgv.mul %a, %a : (!ct, !ct) -> !ct\n"
                              "  %1 = bgv.mul %0, %0 : (!ct, !ct) -> !ct\n"
                              "  return %1 : !ct\n}\n";
  CHECK(Bgv.fix(Squares).Message ==
        "cannot reduce the noise: %1: no reducing operation is known for "
        "!lwe.lwe_ciphertext; name one in .noisy.yaml, 'reduce: "
        "{\"!lwe.lwe_ciphertext\": my.bootstrap}'");
  // There is no context to be had.
  Project Heir(Ckks);
  std::string NoContext = replaced(OpenFhe, "%cc: !cc, ", "");
  NoContext = replaced(NoContext, "    %ct_0",
                       "    %cc = \"x.context\"() : () -> !cc\n    %ct_0");
  // But what defines the value has one.
  CHECK(
      llvm::StringRef(Heir.fixed(NoContext)).contains("bootstrap %cc, %ct_4"));
  // A syntax that is not understood gives no text.
  Project Wrong("model: initial=12,max=26\ncarriers: [\"!b.ct\"]\nops: {b.mul: "
                "mul, b.boot: reduce}\nreduce: {\"!b.ct\": {operation: b.boot, "
                "syntax: 'b.boot $value = ( : $type'}}\n");
  Fix Refused = Wrong.fix("func.func @f(%b: !b.ct) {\n"
                          "  %0 = \"b.mul\"(%b, %b) : (!b.ct, !b.ct) -> !b.ct\n"
                          "  %1 = \"b.mul\"(%0, %0) : (!b.ct, !b.ct) -> !b.ct\n"
                          "  return\n}\n");
  CHECK(Refused.Edits.empty());
  CHECK_THAT(Refused.Message,
             Catch::StartsWith("the fixed text cannot be read where 'b.boot' "
                               "was inserted"));
}

TEST_CASE("Ruled fix: one value", "[small-fix][rules]") {
  Project Heir(Ckks);
  const std::string Squares = "!ct = !lwe.lwe_ciphertext<1>\n"
                              "func.func @f(%a: !ct) -> !ct {\n"
                              "  %0 = ckks.mul %a, %a : (!ct, !ct) -> !ct\n"
                              "  %1 = ckks.mul %0, %0 : (!ct, !ct) -> !ct\n"
                              "  return %1 : !ct\n}\n";
  std::string Reduced =
      Heir.at(fixes::ReduceValue, replaced(Squares, "%1 =", "|%1 ="));
  CHECK(Reduced == replaced(replaced(Squares, "return %1", "return %reduced1"),
                            "  return",
                            "  %reduced1 = ckks.bootstrap %1 : !ct -> !ct\n"
                            "  return"));
  CHECK(Heir.at(fixes::RemoveReduction,
                replaced(Reduced, "ckks.boot", "ckks.b|oot")) == Squares);
  CHECK(Heir.at(fixes::ReduceValue,
                replaced(Squares, "return %1", "return |%1")) == Reduced);
  // A product is reduced behind its rescaling.
  CHECK(Heir.at(fixes::ReduceValue,
                "!ct = !lwe.lwe_ciphertext<1>\nfunc.func @f(%a: !ct) -> !ct {\n"
                "  |%0 = ckks.mul %a, %a : (!ct, !ct) -> !ct\n"
                "  %1 = ckks.rescale %0 : !ct -> !ct\n"
                "  return %1 : !ct\n}\n") ==
        "no: %0 is rescaled; reduce it after the rescaling");
  Project Bgv("use: [heir-bgv]\n");
  CHECK(Bgv.at(fixes::ReduceValue,
               "!ct = !lwe.lwe_ciphertext<1>\nfunc.func @f(|%a: !ct) -> !ct {\n"
               "  return %a : !ct\n}\n") ==
        "no: %a: no reducing operation is known for !lwe.lwe_ciphertext; name "
        "one in .noisy.yaml, 'reduce: {\"!lwe.lwe_ciphertext\": "
        "my.bootstrap}'");
}
