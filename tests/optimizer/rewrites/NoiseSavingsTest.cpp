//===- NoiseSavingsTest.cpp - Computations that could have less noise -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/NoiseSavings.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "tests/interpreter/ComparedRuns.h"
#include "tests/random/RandomSums.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::vector<NoiseSaving> findAll(Operation *root,
                                        const NoiseFacts &facts) {
  return findNoiseSavings(
      root, [&](Value value) { return getKnownNoise(facts, value); },
      [] { return false; });
}

/// "%7: added up in another order, ..." for each saving, a line each.
static std::string savingsIn(const std::string &text) {
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  std::string result;
  for (const NoiseSaving &saving : findAll(program.module(), program.facts()))
    result +=
        program.name(saving.root->getResult(0)) + ": " + saving.text + "\n";
  return result;
}

/// A sum of %a and `terms` other fresh values, each added to the sum so far.
static std::string makeChain(unsigned terms) {
  std::string arguments = "%v0: !noisy.i32", body, last = "%v0";
  for (unsigned i = 1; i <= terms; ++i) {
    std::string number = std::to_string(i);
    arguments += ", %v" + number + ": !noisy.i32";
    body += "%s" + number + " = noisy.add " + last + ", %v" + number +
            " : !noisy.i32\n";
    last = "%s" + number;
  }
  return "func.func @f(" + arguments + ") -> !noisy.i32 {\n" + body +
         "return " + last + " : !noisy.i32\n}\n";
}

TEST_CASE("noise savings: sums from eight terms on", "[rewrites]") {
  CHECK(savingsIn(makeChain(6)) == "");
  CHECK(savingsIn(makeChain(7)) ==
        "%s7: added up in another order, its 8 terms have at most 15 bits of "
        "noise instead of 19\n");
  // Also what is over the limit as it is.
  CHECK(savingsIn(makeChain(30)) ==
        "%s30: added up in another order, its 31 terms have at most 17 bits of "
        "noise instead of 42\n");
  // In a scheme with more room the same bits are less.
  CHECK(savingsIn(inModel({12, 52}, makeChain(13))) == "");
  CHECK(savingsIn(inModel({12, 52}, makeChain(15))) ==
        "%s15: added up in another order, its 16 terms have at most 16 bits of "
        "noise instead of 27\n");
}

TEST_CASE("noise savings: any that brings a value back within its limit",
          "[rewrites]") {
  const std::string sum = R"(
    %0 = noisy.mul %a, %b : !noisy.i32
    %1 = noisy.add %0, %a : !noisy.i32
    %2 = noisy.add %1, %b : !noisy.i32
    %3 = noisy.add %2, %c : !noisy.i32
    %4 = noisy.decode %3 : !noisy.i32 -> i5)";
  CHECK(savingsIn(withFresh(sum)) ==
        "%3: added up in another order, its 4 terms have at most 25 bits of "
        "noise instead of 27\n");
  CHECK(savingsIn(inModel({12, 27}, withFresh(sum))) == "");
}

TEST_CASE("noise savings: constants, and what is no saving", "[rewrites]") {
  CHECK(savingsIn(withFresh(R"(
    %five = arith.constant 5 : i5
    %e = noisy.encode %five : i5 -> !noisy.i32
    %0 = noisy.mul %a, %e : !noisy.i32
    %1 = noisy.decode %0 : !noisy.i32 -> i5)")) ==
        "%0: as a scale, it has at most 15 bits of noise instead of 24\n");
  // A product has the same noise in any order; 48 bits of noise are too much.
  CHECK(savingsIn(withFresh(R"(
    %0 = noisy.mul %a, %b : !noisy.i32
    %1 = noisy.mul %0, %c : !noisy.i32
    %2 = noisy.mul %1, %c : !noisy.i32
    %3 = noisy.decode %2 : !noisy.i32 -> i5)")) == "");
}

TEST_CASE("noise savings: of what is known", "[rewrites]") {
  // An operand that may have any noise, and one that is over its limit.
  std::string chain = makeChain(12);
  const std::string old = "%s1 = noisy.add %v0, %v1";
  REQUIRE(chain.find(old) != std::string::npos);
  auto withFirst = [&](const std::string &first) {
    std::string text = chain;
    return text.replace(text.find(old), old.size(),
                        first + "%s1 = noisy.add %x, %v1");
  };
  CHECK(savingsIn(withFirst("%x = \"test.unknown\"() : () -> !noisy.i32\n")) ==
        "");
  CHECK(savingsIn(withFirst("%y = noisy.mul %v0, %v1 : !noisy.i32\n"
                            "%x = noisy.mul %y, %v1 : !noisy.i32\n")) == "");
  CHECK(savingsIn(withFirst("%x = noisy.mul %v0, %v1 : !noisy.i32\n")) ==
        "%s12: added up in another order, its 13 terms have at most 25 bits of "
        "noise instead of 36\n");
}

TEST_CASE("noise savings: not where another call gets more noise",
          "[rewrites]") {
  // In each of the calls another operand is noisy. The sum of the noisiest run
  // would have less noise as a tree, but that of the last call has least now.
  const unsigned terms = 8;
  auto makeProgram = [&](unsigned calls) {
    std::string function = makeChain(terms - 1), body, results, types;
    function.replace(function.find("@f"), 2, "private @g");
    std::string type;
    for (unsigned i = 0; i < terms; ++i)
      type += i ? ", !noisy.i32" : "!noisy.i32";
    for (unsigned call = 0; call < calls; ++call) {
      std::string operands;
      for (unsigned i = 0; i < terms; ++i)
        operands += (i ? ", " : "") + std::string(i == call ? "%p" : "%a");
      std::string name = "%r" + std::to_string(call);
      body += name + " = func.call @g(" + operands + ") : (" + type +
              ") -> !noisy.i32\n";
      results += (call ? ", " : "") + name;
      types += (call ? ", " : "") + std::string("!noisy.i32");
    }
    return inModel({12, 28},
                   function + "func.func @f(%a: !noisy.i32) -> (" + types +
                       ") {\n%p = noisy.mul %a, %a : !noisy.i32\n" + body +
                       "return " + results + " : " + types + "\n}\n");
  };
  CHECK(savingsIn(makeProgram(terms)) == "");
  // One call, one run.
  CHECK(savingsIn(makeProgram(1)) ==
        "%s7: added up in another order, its 8 terms have at most 25 bits of "
        "noise instead of 31\n");
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

namespace {
/// A program with one of its computations rewritten, beside what it was.
struct Rewritten {
  OwningOpRef<Operation *> program;
  IRMapping copies;
  Value value;
};
} // namespace

static void rewriteOne(Program &program, const NoiseSaving &saving,
                       Rewritten &after) {
  after.program = program.module()->clone(after.copies);
  llvm::DenseMap<Value, Value> originals;
  for (auto [original, copy] : after.copies.getValueMap())
    originals[copy] = original;
  llvm::DenseMap<Operation *, Operation *> operations;
  for (auto [original, copy] : after.copies.getOperationMap())
    operations[copy] = original;
  RewriteObserver observer;
  observer.onErased = [&](Operation *op) {
    if (Operation *original = operations.lookup(op))
      for (Value result : original->getResults())
        after.copies.erase(result);
  };
  after.value = rewriteForNoise(
      after.copies.lookup(saving.root),
      [&](Value value) {
        return getKnownNoise(program.facts(), originals.lookup(value));
      },
      observer);
}

/// Rewrites each computation that could have less noise alone, and compares
/// what the analysis then says with what was promised. Returns their number.
static unsigned checkSavings(const std::string &text, std::mt19937 &random) {
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  const NoiseFacts &before = program.facts();
  std::vector<NoiseSaving> savings = findAll(program.module(), before);
  for (const NoiseSaving &saving : savings) {
    Value old = saving.root->getResult(0);
    INFO(program.name(old) << ": " << saving.text);
    Rewritten after;
    rewriteOne(program, saving, after);
    REQUIRE(after.value);
    REQUIRE(succeeded(verify(after.program.get())));
    NoiseFacts facts = NoiseFacts::compute(after.program.get());
    const NoiseFact *fact = facts.find(after.value);
    REQUIRE(fact);
    CHECK(before.getBound(old) == int(saving.before));
    CHECK_FALSE(fact->bound.exceeds(saving.after));
    CHECK(saving.after < saving.before);
    // In a function of one block that is executed once, exactly.
    auto function = dyn_cast<func::FuncOp>(saving.root->getParentOp());
    if (function && function.getBody().hasOneBlock() && function.isPublic() &&
        !before.find(old)->perRun)
      CHECK(fact->bound == int(saving.after));
    // Nothing else got worse.
    for (Value value : before.getValues())
      if (Value copy = after.copies.lookupOrNull(value)) {
        INFO("at " << program.name(value));
        CHECK(facts.getBound(copy) <= before.getBound(value));
      }
    unsigned finished = 0;
    CHECK(compareRuns(program.module(), after.program.get(), random, 3,
                      finished) == "");
    countChecked("computations with less noise");
  }
  return savings.size();
}

TEST_CASE("noise savings: what is promised is what the analysis finds",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(21));
  unsigned found = 0;
  for (int i = 0; i < 300; ++i) {
    std::string text = makeSums(random);
    if (random() % 3 == 0) {
      NoiseModel model{12 - uint32_t(random() % 9),
                       26 + uint32_t(random() % 20)};
      text = inModel(withTransfers(model, random), text);
    }
    CAPTURE(text);
    found += checkSavings(text, random);
  }
  CHECK(found > 150);
}

TEST_CASE("noise savings: random programs of all that is followed",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(22));
  for (int i = 0; i < 400; ++i) {
    Shape shape = makeOptimizableShape(random, 3 + i % 40);
    std::string text = makeProgram(random, shape).text();
    if (random() % 2)
      text = inModel(withTransfers({12, 26}, random), text);
    CAPTURE(text);
    checkSavings(text, random);
  }
}
