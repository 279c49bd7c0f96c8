//===- RuledReductionsTest.cpp - Reductions of other dialects -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/ReducingOperations.h"
#include "dialect/RuledDialects.h"
#include "mlir/IR/Verifier.h"
#include "optimizer/OptimizerReport.h"
#include "optimizer/ReductionModel.h"
#include "tests/dialect/RuledProgram.h"
#include "tests/optimizer/Optimize.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Placements.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::string describe(const OptimizerResult &result) {
  return describeResult(result, [](Value) { return std::string("it"); });
}

/// What is reduced, by its number among the values that carry noise.
static std::vector<size_t> numbersOf(ModuleOp module,
                                     const OptimizerResult &result) {
  std::vector<Value> values = valuesOf(module);
  std::vector<size_t> numbers;
  for (const Reduction &reduction : result.reductions)
    numbers.push_back(llvm::find(values, reduction.value) - values.begin());
  return numbers;
}

/// The operations of `toyRules` that are ours; none changes an object in place.
static const char plainRules[] = R"(
carriers: ["!toy.ct"]
ops:
  toy.encode: fresh
  toy.reduce_noise: reduce
  toy.add: add
  toy.sub: sub
  toy.mul: mul
  toy.decode: reads
reduce:
  "!toy.ct": toy.reduce_noise
)";

TEST_CASE("Ruled reductions: as many and in the same places as ours",
          "[rules][random]") {
  std::mt19937 random(randomSeed(41));
  unsigned fixedPrograms = 0;
  for (unsigned i = 0; i < countPrograms(400); ++i) {
    Shape shape = makeOptimizableShape(random, 12);
    Program program(makeProgram(random, shape).text());
    REQUIRE(program.isParsed());
    bool isExact = true;
    std::optional<std::string> text = asToy(program.module(), isExact);
    if (!text || !isExact)
      continue;
    CAPTURE(i, *text);
    RuledProgram toy(*text, plainRules);
    OptimizerOptions options;
    options.timeLimit = std::chrono::seconds(60);
    if (random() % 2)
      options.existingReductions = ExistingReductions::MayRemove;
    OptimizerResult ours = optimize(program, options);
    OptimizerResult theirs = optimizeReductions(toy.module(), options);
    INFO(ours.message << " / " << theirs.message);
    REQUIRE(theirs.status == ours.status);
    REQUIRE(theirs.cost == ours.cost);
    REQUIRE(theirs.lowerBound == ours.lowerBound);
    REQUIRE(theirs.earliest == ours.earliest);
    REQUIRE(theirs.removals.size() == ours.removals.size());
    REQUIRE(numbersOf(toy.module(), theirs) ==
            numbersOf(program.module(), ours));
    fixedPrograms += !ours.reductions.empty();
    countChecked("ruled reductions, against our own");
  }
  CHECK(fixedPrograms > 50);
  WARN(fixedPrograms << " programs with the same reductions");
}

//===----------------------------------------------------------------------===//
// Against all placements
//===----------------------------------------------------------------------===//

/// Holds what the optimizer finds against all placements, until `count`
/// programs were fixed, of which some may not be proven to be so at the least
/// cost.
static void compareWithAll(unsigned seed, unsigned count, unsigned mostUnproven,
                           std::string makeText(std::mt19937 &),
                           std::string makeRules(std::mt19937 &)) {
  std::mt19937 random(randomSeed(seed));
  unsigned fixedPrograms = 0, infeasible = 0, unproven = 0, missed = 0;
  while (fixedPrograms < count) {
    std::string text = makeText(random), rules = makeRules(random);
    CAPTURE(text, rules);
    RuledProgram program(text, rules);
    OptimizerOptions options;
    if (random() % 3 == 0)
      options.existingReductions = ExistingReductions::MayRemove;
    ReductionModel model(program.module(), options);
    std::vector<Value> values = model.getColumns();
    if (values.size() > 9 || program.facts().getFindings().empty() ||
        model.findHopeless())
      continue;
    Placements allPlacements(program.module(), values);
    std::optional<uint32_t> best = allPlacements.getBest(model.getCosts());
    OptimizerResult result = optimizeReductions(program.module(), options);
    INFO(result.message);
    countChecked("ruled reductions, against all placements");
    if (!best) {
      ++infeasible;
      REQUIRE_FALSE(result.isLegal());
      continue;
    }
    ++fixedPrograms;
    // Not everything is tried where a reduced value has more than a fresh one.
    if (result.status == OptimizerStatus::Stopped) {
      ++missed;
      continue;
    }
    int64_t bestCost = 0;
    for (size_t i = 0; i < values.size(); ++i)
      bestCost += *best >> i & 1 ? model.getCosts()[i] : 0;
    REQUIRE(result.isLegal());
    unproven += result.status != OptimizerStatus::Optimal;
    REQUIRE(result.cost >= bestCost);
    REQUIRE(result.lowerBound <= bestCost);
    if (result.status == OptimizerStatus::Optimal)
      REQUIRE(result.cost == bestCost);
    REQUIRE(confirmReductions(program.module(), result.reductions,
                              result.removals, /*mostUnknown=*/0));
    applyReductions(result.reductions, result.removals);
    REQUIRE(succeeded(verify(program.module())));
    REQUIRE(NoiseFacts::compute(program.module()).getFindings().empty());
  }
  CHECK(unproven <= mostUnproven);
  CHECK(missed * 10 < fixedPrograms);
  WARN(fixedPrograms << " programs, " << unproven << " not proven, " << missed
                     << " not found, " << infeasible << " infeasible");
}

/// Operations of two dialects, of which one takes values of the other.
static std::string makeTwoDialects(std::mt19937 &random) {
  std::string text = "func.func @f(%key: !lo.key, %l0: !lo.ct, %h0: !hi.ct) "
                     "-> (!lo.ct, !hi.ct) {\n";
  unsigned low = 1, high = 1;
  auto pick = [&](char letter, unsigned count) {
    return "%" + std::string(1, letter) + std::to_string(random() % count);
  };
  auto last = [&](char letter, unsigned count) {
    return "%" + std::string(1, letter) + std::to_string(count - 1);
  };
  for (unsigned i = 0, size = 3 + random() % 6; i < size; ++i) {
    bool isLow = random() % 2;
    std::string type = isLow ? "!lo.ct" : "!hi.ct", name = isLow ? "lo" : "hi";
    unsigned &count = isLow ? low : high;
    char letter = isLow ? 'l' : 'h';
    std::string other = pick(letter, count);
    std::string lhs = last(letter, count);
    std::string result = "  %" + std::string(1, letter) + std::to_string(count);
    switch (random() % 6) {
    case 0:
      if (!isLow) {
        text += result + " = \"hi.from\"(" + last('l', low) +
                ") : (!lo.ct) -> !hi.ct\n";
        break;
      }
      text += result + " = \"lo.boot\"(%key, " + other +
              ") {rounds = 2 : i64} : (!lo.key, !lo.ct) -> !lo.ct\n";
      break;
    case 1:
      text += result + " = \"" + name + ".add\"(" + lhs + ", " + other +
              ") : (" + type + ", " + type + ") -> " + type + "\n";
      break;
    default:
      text += result + " = \"" + name + ".mul\"(" + lhs + ", " + other +
              ") : (" + type + ", " + type + ") -> " + type + "\n";
      break;
    }
    ++count;
  }
  return text + "  return " + last('l', low) + ", " + last('h', high) +
         " : !lo.ct, !hi.ct\n}\n";
}

static std::string makeTwoRules(std::mt19937 &random) {
  // What sets noise has more than a fresh value in some.
  unsigned initial = 8 + random() % 5, most = 26 + random() % 30;
  unsigned reduced = random() % 2 ? initial : initial + random() % 4;
  unsigned lookup = initial + (random() % 2 ? 0 : random() % 8);
  return "model: initial=" + std::to_string(initial) +
         ",reduced=" + std::to_string(reduced) +
         ",max=" + std::to_string(most) +
         "\ncarriers: [\"!lo.ct\", \"!hi.ct\"]\nops:\n"
         "  lo.mul: mul\n  lo.add: add\n"
         "  lo.boot: {rule: reduce, operands: [1]}\n"
         "  hi.mul: sum\n  hi.add: max + 2\n  hi.from: max + 1\n"
         "  hi.lookup: max(" +
         std::to_string(lookup) +
         ")\nreduce:\n"
         "  \"!lo.ct\": {operation: lo.boot, operands: [\"!lo.key\", value], "
         "attributes: \"{rounds = 2 : i64}\", cost: " +
         std::to_string(1 + random() % 3) +
         "}\n  \"!hi.ct\": {operation: hi.lookup, cost: " +
         std::to_string(1 + random() % 3) + "}\n";
}

// Where the two leave different noise, some may be legal and not proven.
TEST_CASE("Ruled reductions: two dialects, against all placements",
          "[rules][random]") {
  compareWithAll(42, countPrograms(300), countPrograms(300) * 3 / 4,
                 makeTwoDialects, makeTwoRules);
}

/// Products with their rescalings, by levels.
static std::string makeLevels(std::mt19937 &random) {
  std::string text = "func.func @f(%0: !c.ct) -> !c.ct {\n";
  unsigned count = 1;
  auto pick = [&] { return "%" + std::to_string(random() % count); };
  for (unsigned i = 0, size = 3 + random() % 5; i < size; ++i) {
    std::string last = "%" + std::to_string(count - 1), other = pick();
    std::string result = "  %" + std::to_string(count++) + " = ";
    switch (random() % 5) {
    case 0:
      text += result + "\"c.rotate\"(" + last + ") : (!c.ct) -> !c.ct\n";
      break;
    case 1:
      text += result + "\"c.rescale\"(" + last + ") : (!c.ct) -> !c.ct\n";
      break;
    case 2:
      text += result + "\"c.add\"(" + last + ", " + other +
              ") : (!c.ct, !c.ct) -> !c.ct\n";
      break;
    default:
      text += result + "\"c.mul\"(" + last + ", " + other +
              ") : (!c.ct, !c.ct) -> !c.ct\n";
      break;
    }
  }
  return text + "  return %" + std::to_string(count - 1) + " : !c.ct\n}\n";
}

static std::string makeLevelRules(std::mt19937 &random) {
  return "model: levels=" + std::to_string(2 + random() % 3) +
         ",bootstrap=" + std::to_string(random() % 2 ? 1 : 0) +
         "\ncarriers: [\"!c.ct\"]\nops:\n  c.add: add\n  c.mul: mul\n"
         "  c.rotate: max\n  c.rescale: rescale\n  c.boot: fresh\n"
         "reduce: {\"!c.ct\": c.boot}\n";
}

TEST_CASE("Ruled reductions: levels, against all placements",
          "[rules][random]") {
  compareWithAll(43, countPrograms(300), 0, makeLevels, makeLevelRules);
}

//===----------------------------------------------------------------------===//
// What cannot be reduced
//===----------------------------------------------------------------------===//

static std::string reasonOf(const std::string &text, const std::string &yaml) {
  RuledProgram program(text, yaml);
  OptimizerResult result = optimizeReductions(program.module());
  CHECK(result.status == OptimizerStatus::Infeasible);
  return describe(result);
}

static const std::string squares = R"mlir(
func.func @f(%a: !my.ct<current = 0>) -> !my.ct<current = 0> {
  %0 = "my.mul"(%a, %a) : (!my.ct<current = 0>, !my.ct<current = 0>) -> !my.ct<current = 0>
  %1 = "my.mul"(%0, %0) : (!my.ct<current = 0>, !my.ct<current = 0>) -> !my.ct<current = 0>
  %2 = "my.mul"(%1, %1) : (!my.ct<current = 0>, !my.ct<current = 0>) -> !my.ct<current = 0>
  return %2 : !my.ct<current = 0>
}
)mlir";

TEST_CASE("Ruled reductions: a product is reduced behind its "
          "relinearization",
          "[rules]") {
  auto place = [](const std::string &between) {
    RuledProgram program("func.func @f(%a: !my.ct) -> !my.ct {\n"
                         "  %0 = \"my.mul\"(%a, %a) : (!my.ct, !my.ct) -> "
                         "!my.ct\n" +
                             between +
                             "  %3 = \"my.mul\"(%2, %2) : (!my.ct, !my.ct) -> "
                             "!my.ct\n  return %3 : !my.ct\n}\n",
                         "model: levels=1,bootstrap=0\ncarriers: [\"!my.ct\"]\n"
                         "ops: {my.mul: mul, my.add: add, my.boot: fresh, "
                         "my.relinearize: max, my.turn: max}\n"
                         "reduce: {\"!my.ct\": my.boot}\n");
    OptimizerResult result = optimizeReductions(program.module());
    REQUIRE(result.status == OptimizerStatus::Optimal);
    REQUIRE(result.reductions.size() == 1);
    Operation *op = result.reductions[0].value.getDefiningOp();
    return op->getName().getStringRef().str();
  };
  auto op = [](const std::string &result, const std::string &name,
               const std::string &operand) {
    return "  " + result + " = \"my." + name + "\"(" + operand +
           ") : (!my.ct) -> !my.ct\n";
  };
  // The first place is as good as any other.
  CHECK(place(op("%1", "turn", "%0") + op("%2", "turn", "%1")) == "my.mul");
  CHECK(place(op("%1", "relinearize", "%0") + op("%2", "turn", "%1")) ==
        "my.relinearize");
  CHECK(place(op("%1", "turn", "%0") + op("%2", "relinearize", "%1")) ==
        "my.relinearize");
}

TEST_CASE("Ruled reductions: what is missing is said", "[rules]") {
  const std::string start = "carriers: [\"!my.ct\"]\nops: {my.mul: mul, "
                            "my.boot: reduce}\n";
  CHECK(reasonOf(squares, "model: initial=12,max=26\n" + start) ==
        "cannot reduce the noise: it: no reducing operation is known for "
        "!my.ct; name one in .noisy.yaml, 'reduce: {\"!my.ct\": "
        "my.bootstrap}'");
  const std::string named = start + "reduce: {\"!my.ct\": my.boot}\n";
  CHECK(reasonOf(squares, "model: levels=2\n" + named) ==
        "cannot reduce the noise: it: the model does not say what 'my.boot' "
        "leaves; write 'bootstrap = N', the levels that it uses, into the "
        "model");
  CHECK(reasonOf(squares, "model: levels=3,bootstrap=1\nlevels: [\"current = "
                          "\"]\n" +
                              named) ==
        "cannot reduce the noise: it: its type states that 0 levels are left, "
        "and 'my.boot' gives a value of the same type; give it a type with "
        "more levels");
  const std::string keyed =
      "model: initial=12,max=26\n" + start +
      "reduce: {\"!my.ct\": {operation: my.boot, operands: [value, "
      "\"!my.key\"]}}\n";
  const std::string missing =
      "cannot reduce the noise: it: 'my.boot' needs a !my.key, and there is "
      "not exactly one among the operands of what defines the value or the "
      "arguments of the function";
  CHECK(reasonOf(squares, keyed) == missing);
  std::string two = squares;
  two.replace(two.find("%a: "), 4, "%k: !my.key, %l: !my.key, %a: ");
  CHECK(reasonOf(two, keyed) == missing);
}

TEST_CASE("Ruled reductions: the operand that the definition has is taken",
          "[rules]") {
  RuledProgram program(R"mlir(
func.func @f(%k: !my.key, %l: !my.key, %a: !my.ct) -> !my.ct {
  %0 = "my.mul"(%l, %a, %a) : (!my.key, !my.ct, !my.ct) -> !my.ct
  %1 = "my.mul"(%k, %0, %0) : (!my.key, !my.ct, !my.ct) -> !my.ct
  return %1 : !my.ct
}
)mlir",
                       "model: initial=12,max=26\ncarriers: [\"!my.ct\"]\n"
                       "ops: {my.mul: mul, my.boot: reduce}\nreduce: "
                       "{\"!my.ct\": {operation: my.boot, operands: [value, "
                       "\"!my.key\"]}}\n");
  OptimizerResult result = optimizeReductions(program.module());
  CHECK(describe(result) == "inserted 1 my.boot, the fewest possible");
  REQUIRE(result.reductions.size() == 1);
  applyReductions(result.reductions);
  Operation *boot = *result.reductions.front().value.user_begin();
  CHECK(boot->getName().getStringRef() == "my.boot");
  CHECK(boot->getOperand(1) ==
        cast<FunctionOpInterface>(program.module().getBody()->front())
            .getArgument(1));
  CHECK(NoiseFacts::compute(program.module()).getFindings().empty());
  // It is one of those that can be taken away again.
  CHECK(getReducedOperand(boot) == result.reductions.front().value);
}
