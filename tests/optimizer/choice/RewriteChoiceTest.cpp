//===- RewriteChoiceTest.cpp - Rewriting, where that is cheaper -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/choice/RewriteChoice.h"
#include "mlir/IR/Verifier.h"
#include "tests/interpreter/ComparedRuns.h"
#include "tests/optimizer/Optimize.h"
#include "tests/optimizer/choice/WrittenPrograms.h"
#include "tests/random/RandomAccumulators.h"
#include "tests/random/RandomCarriedLoops.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// What is checked
//===----------------------------------------------------------------------===//

static void apply(const OptimizerResult &result) {
  applyReductions(result.reductions, result.removals);
}

/// Both programs, with their reductions, compute the same.
static void checkRuns(Operation *before, Operation *after, std::mt19937 &random,
                      unsigned runs) {
  unsigned finished = 0;
  CHECK(compareRuns(before, after, random, runs, finished) == "");
  for (unsigned i = 0; i < finished; ++i)
    countChecked("rewritten programs, by runs");
}

namespace {
/// The costs of inserting alone, and of the choice.
struct Costs {
  int64_t insertion, choice;
};
} // namespace

/// Makes the choice and checks it: both programs are legal with their
/// reductions, and compute the same.
static Costs choose(const std::string &text,
                    const OptimizerOptions &options = {},
                    const RewriteChoiceOptions &allowed = {}) {
  CAPTURE(text);
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  RewriteChoice choice = chooseRewriting(program.module(), options, allowed);
  REQUIRE(choice.insertion.isLegal());
  std::mt19937 random(1);
  int64_t insertion = choice.insertionCost.reductions;
  CHECK(choice.insertion.cost == insertion);
  if (!choice.isRewritten())
    return {insertion, insertion};
  CHECK(choice.result.isLegal());
  CHECK(choice.cost < choice.insertionCost);
  CHECK(!choice.notes.empty());
  apply(choice.result);
  INFO(describeChoice(choice));
  REQUIRE(succeeded(verify(choice.program.get())));
  NoiseFacts facts = NoiseFacts::compute(choice.program.get());
  CHECK(llvm::all_of(facts.getFindings(), isBeyondReductions));
  apply(choice.insertion);
  checkRuns(program.module(), choice.program.get(), random, 6);
  return {insertion, choice.cost.reductions};
}

TEST_CASE("rewriting saves reductions in programs as they are written",
          "[rewrites]") {
  auto check = [](const std::string &text, int64_t insertion, int64_t most) {
    Costs costs = choose(text);
    CHECK(costs.insertion == insertion);
    CHECK(costs.choice <= most);
  };
  SECTION("sums") {
    check(chain("add", 16), 1, 0);
    check(chain("add", 32), 2, 0);
    check(chain("sub", 64), 4, 0);
    check(chain("add", 128), 9, 0);
  }
  SECTION("inner products") {
    check(innerProduct(7), 2, 1);
    check(innerProduct(15), 6, 3);
    check(innerProduct(16), 7, 4);
    check(innerProduct(32), 15, 8);
    check(innerProduct(64), 31, 16);
  }
  SECTION("common factors") {
    check(commonFactor(16), 7, 1);
    check(commonFactor(32), 15, 1);
  }
  SECTION("powers and products") {
    check(power(16), 14, 3);
    check(power(32), 30, 4);
    check(power(64), 62, 5);
    check(chain("mul", 16), 14, 14);
  }
  SECTION("the article's programs") {
    check(twoBranches, 1, 0);
    check(twoBranchesMultiplied, 3, 2);
    check(allOperations, 3, 0);
  }
  SECTION("polynomials") {
    check(horner(15, true), 14, 6);
    check(horner(25, true), 24, 8);
    check(horner(63, true), 62, 14);
    check(horner(15, false), 14, 8);
    check(horner(31, false), 30, 16);
    check(horner(63, false), 62, 32);
  }
  SECTION("matrix products") {
    check(twoMatrixProducts(4), 48, 16);
    check(twoMatrixProducts(5), 75, 75);
    check(twoMatrixProducts(6), 180, 108);
    check(twoMatrixProducts(8), 448, 320);
  }
}

TEST_CASE("rewriting polynomials as functions modulo 32", "[rewrites]") {
  RewriteChoiceOptions functions;
  functions.functions = true;
  auto check = [&](const std::string &text, int64_t most) {
    CHECK(choose(text, {}, functions).choice <= most);
  };
  check(horner(15, true), 3);
  check(horner(25, true), 3);
  check(horner(63, true), 3);
  check(horner(250, true), 3);
  check(power(64), 3);
  // Coefficients that are not known stay.
  check(horner(15, false), 8);
}

TEST_CASE("rewriting shares equal values", "[rewrites]") {
  Costs costs = choose(fourier(64));
  CHECK(costs.insertion == 5);
  CHECK(costs.choice == 1);
}

TEST_CASE("rewriting saves reductions in loops", "[rewrites]") {
  auto check = [](const std::string &text, int64_t insertion, int64_t most) {
    Costs costs = choose(text);
    CHECK(costs.insertion == insertion);
    CHECK(costs.choice <= most);
  };
  const std::string sum = "%s = noisy.add %a, %p : !noisy.i32";
  const std::string product = R"(%m = noisy.mul %p, %q : !noisy.i32
      %s = noisy.add %a, %m : !noisy.i32)";
  check(loop(64, sum), 64, 0);
  check(loop(127, sum), 127, 0);
  check(loop(256, sum), 256, 2);
  check(loop(256, product), 256, 64);
  // Turns of Horner's rule are a polynomial.
  check(loop(64, R"(%m = noisy.mul %a, %x : !noisy.i32
      %s = noisy.add %m, %p : !noisy.i32)"),
        64, 33);
  check(matrixTimesVector(16), 256, 64);
  check(filter(false), 1024, 0);
  check(filter(true), 1024, 256);
}

TEST_CASE("rewriting looks through reductions that may be removed",
          "[rewrites]") {
  Writer writer;
  std::string sum = writer.argument();
  for (unsigned i = 0; i < 31; ++i) {
    if (i % 4 == 3)
      sum = writer.reduce(sum);
    sum = writer.op("add", sum, writer.argument());
  }
  std::string text = writer.finish({sum});
  OptimizerOptions options;
  CHECK(choose(text, options).choice == 0);
  options.existingReductions = ExistingReductions::MayRemove;
  Costs costs = choose(text, options);
  CHECK(costs.insertion == 2);
  CHECK(costs.choice == 0);
}

TEST_CASE("rewriting in the models of schemes", "[rewrites]") {
  auto check = [](const char *model, const std::string &text, int64_t insertion,
                  int64_t most) {
    std::string error;
    std::optional<NoiseModel> parsed = NoiseModel::parse(model, error);
    REQUIRE(parsed);
    Costs costs = choose(inModel(*parsed, text));
    CHECK(costs.insertion == insertion);
    CHECK(costs.choice <= most);
  };
  // Products as trees, where they cost a level.
  check("levels=3", chain("mul", 8), 2, 0);
  check("levels=3,bootstrap=2", chain("mul", 16), 12, 2);
  // In loops, from an encrypted one on.
  const std::string product = loop(64, "%s = noisy.mul %a, %p : !noisy.i32");
  check("levels=9", product, 64, 0);
  check("levels=3", product, 64, 12);
  // Where products are joined one by one, but more than one between two
  // reductions.
  check("initial=8,max=26", product, 64, 32);
  const char *const bfv = "bfv N=8192 t=65537 logq=55,55,55,55 variance=worst";
  check(bfv, chain("mul", 16), 3, 0);
  check(bfv, power(16), 3, 0);
  check("bgv N=8192 t=65537 logq=55,55,55,55 variance=worst", power(16), 4, 1);
}

TEST_CASE("rewriting pays where nothing overflows if operations have costs",
          "[rewrites]") {
  OptimizerOptions options;
  std::string error;
  std::optional<NoiseCosts> costs =
      NoiseCosts::parse("{mul = {by_level = [10]}}", error);
  INFO(error);
  REQUIRE(costs);
  options.costs = std::make_shared<const NoiseCosts>(std::move(*costs));
  const char *const doubled = R"(
    func.func @f(%a: !noisy.i32 {noisy.bound = 12 : i64},
                 %x: !noisy.i32 {noisy.bound = 12 : i64},
                 %y: !noisy.i32 {noisy.bound = 12 : i64}) -> !noisy.i32 {
      %0 = noisy.mul %a, %x : !noisy.i32
      %1 = noisy.mul %a, %y : !noisy.i32
      %2 = noisy.add %0, %1 : !noisy.i32
      return %2 : !noisy.i32
    })";
  Costs found = choose(doubled, options);
  CHECK(found.insertion == 20);
  CHECK(found.choice == 10);
}

TEST_CASE("rewriting: random programs compute the same, never at more cost",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(3));
  unsigned rewritten = 0, wanted = countPrograms(60);
  for (unsigned i = 0; rewritten < wanted && i < 40 * wanted; ++i) {
    Shape shape = makeOptimizableShape(random, 14);
    std::string text = random() % 4 == 0 ? makeCarriedLoops(random)
                       : random() % 4 == 0
                           ? makeAccumulators(random, 2 + random() % 4)
                           : makeProgram(random, shape)
                                 .text({/*thrown=*/false,
                                        /*carried=*/random() % 2 == 0});
    if (random() % 2) {
      NoiseModel model{12 - uint32_t(random() % 9),
                       26 + uint32_t(random() % 20)};
      // As schemes have them: fractions of a bit, and reduced values that
      // are noisier than fresh ones.
      if (random() % 3 == 0) {
        model.initial *= 16;
        model.max *= 16;
        model.reduced = model.initial + uint32_t(random() % 40);
        model.mul = NoiseTransfer::max(uint32_t(40 + random() % 60));
        model.unit = 16;
        text = inModel(model, text);
      } else {
        text =
            inModel(random() % 2 ? withTransfers(model, random) : model, text);
      }
    }
    CAPTURE(text);
    Program program(text);
    REQUIRE(program.isParsed());
    RewriteChoice choice = chooseRewriting(program.module(), {});
    if (!choice.isRewritten())
      continue;
    ++rewritten;
    countChecked("rewritten programs");
    INFO(describeChoice(choice));
    CAPTURE(choice.insertion.message);
    CHECK((!choice.insertion.isLegal() || choice.cost < choice.insertionCost));
    apply(choice.result);
    std::string result;
    llvm::raw_string_ostream os(result);
    choice.program->print(os);
    CAPTURE(result);
    REQUIRE(succeeded(verify(choice.program.get())));
    NoiseFacts facts = NoiseFacts::compute(choice.program.get());
    CHECK(llvm::all_of(facts.getFindings(), isBeyondReductions));
    if (choice.insertion.isLegal())
      apply(choice.insertion);
    checkRuns(program.module(), choice.program.get(), random, 4);
  }
  CHECK(rewritten == wanted);
}

TEST_CASE("rewriting: the choice is the same in every run", "[rewrites]") {
  std::string first;
  for (int i = 0; i < 3; ++i) {
    Program program(horner(25, true));
    RewriteChoice choice = chooseRewriting(program.module(), {});
    REQUIRE(choice.isRewritten());
    apply(choice.result);
    std::string text;
    llvm::raw_string_ostream os(text);
    choice.program->print(os);
    if (first.empty())
      first = text;
    CHECK(text == first);
  }
}

TEST_CASE("rewriting stays in the function that is to be fixed", "[rewrites]") {
  std::string one = chain("add", 16), other = one;
  other.replace(other.find("@f"), 2, "@g");
  Program program(one + other);
  OptimizerOptions options;
  options.scope = program.module().lookupSymbol("g");
  RewriteChoice choice = chooseRewriting(program.module(), options);
  // The rest still needs its reduction, so only the scope has to be legal.
  REQUIRE(choice.isRewritten());
  auto rewritten = cast<ModuleOp>(choice.program.get());
  CHECK(OperationEquivalence::isEquivalentTo(
      program.module().lookupSymbol("f"), rewritten.lookupSymbol("f"),
      OperationEquivalence::IgnoreLocations));
  CHECK(choice.cost.reductions == 0);
}
