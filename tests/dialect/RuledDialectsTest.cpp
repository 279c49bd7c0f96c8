//===- RuledDialectsTest.cpp - Rules of noise in a context ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/RuledDialects.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/AllDialects.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/StandInDialect.h"
#include "dialect/rules/RulesReader.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/NumberedProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// What `toy` is to the tests: the dialect noisy under another name.
static const char toyRules[] = R"(
carriers: ["!toy.ct"]
ops:
  toy.encode: fresh
  toy.reduce_noise: reduce
  toy.add: add
  toy.sub: sub
  toy.mul: mul
  toy.decode: reads
  toy.both: max + 1
  toy.first: {rule: pass, operands: [0]}
  toy.square: {rule: mul, operands: [0, 0]}
  toy.into: {rule: add, overwrites: [0]}
  toy.lookup: {rule: reduce, takes: max - 2}
  toy.opaque: unknown
)";

namespace {
/// A text in generic form, in a context with rules.
struct RuledProgram {
  explicit RuledProgram(const std::string &text, const char *yaml = toyRules) {
    RulesError error;
    std::optional<NoiseRules> rules = readNoiseRules(yaml, error);
    INFO(error.str("rules"));
    REQUIRE(rules);
    DialectRegistry registry;
    registerAllDialects(registry);
    registerNoiseRules(registry,
                       std::make_shared<const NoiseRules>(std::move(*rules)),
                       /*standsIn=*/true);
    context.appendDialectRegistry(registry);
    context.allowUnregisteredDialects();
    module = parseSourceString<ModuleOp>(text, &context);
    REQUIRE(module);
    facts.emplace(NoiseFacts::compute(*module));
  }

  /// The bounds of all values that carry noise, in their order.
  std::vector<NoiseBound> bounds() {
    std::vector<NoiseBound> result;
    auto add = [&](Value value) {
      if (carriesNoise(value))
        result.push_back(facts->getBound(value));
    };
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      llvm::for_each(op->getResults(), add);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArguments(), add);
    });
    return result;
  }
  std::vector<NoiseFindingKind> findings() {
    std::vector<NoiseFindingKind> result;
    for (const NoiseFinding &finding : facts->getFindings())
      result.push_back(finding.kind);
    return result;
  }
  /// The bound of the last value of a function with this body, whose arguments
  /// %a and %b are fresh.
  static NoiseBound last(const std::string &body) {
    return RuledProgram(inFunction(body)).bounds().back();
  }
  static std::string inFunction(const std::string &body) {
    return "func.func @f(%a: !toy.ct, %b: !toy.ct, %p: i32) {\n" + body +
           "  return\n}\n";
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::optional<NoiseFacts> facts;
};
} // namespace

static std::string binary(const char *name) {
  return std::string("  %r = \"") + name +
         "\"(%a, %b) : (!toy.ct, !toy.ct) -> !toy.ct\n";
}

TEST_CASE("RuledDialects: what rules do", "[rules]") {
  CHECK(RuledProgram::last("") == 12);
  CHECK(RuledProgram::last(binary("toy.add")) == 13);
  CHECK(RuledProgram::last(binary("toy.mul")) == 24);
  CHECK(RuledProgram::last(binary("toy.both")) == 13);
  CHECK(RuledProgram::last(binary("toy.first")) == 12);
  CHECK(RuledProgram::last(binary("toy.square")) == 24);
  CHECK(RuledProgram::last(binary("toy.lookup")) == 12);
  CHECK(RuledProgram::last(binary("toy.opaque")) == unknown);
  CHECK(RuledProgram::last(binary("toy.other")) == unknown);
  CHECK(RuledProgram::last(binary("other.op")) == unknown);
  // A plain operand counts as a fresh value; without any nothing is known.
  CHECK(RuledProgram::last(
            "  %r = \"toy.mul\"(%a, %p) : (!toy.ct, i32) -> !toy.ct\n") == 24);
  CHECK(RuledProgram::last(
            "  %r = \"toy.add\"(%p, %p) : (i32, i32) -> !toy.ct\n") == unknown);
  CHECK(RuledProgram::last("  %r = \"toy.encode\"(%p) : (i32) -> !toy.ct\n") ==
        12);
  // All results have it, and shaped ones.
  CHECK(RuledProgram::last("  %r:2 = \"toy.add\"(%a, %b) : (!toy.ct, !toy.ct) "
                           "-> (!toy.ct, tensor<2x!toy.ct>)\n") == 13);
  // What begins alike is another type.
  CHECK(RuledProgram(
            "func.func @f(%a: !toy.ctx, %b: !toy.ct<3>) {\n  return\n}\n")
            .bounds()
            .size() == 1);
}

TEST_CASE("RuledDialects: a value that is overwritten", "[rules]") {
  const std::string fresh =
      "  %x = \"toy.add\"(%a, %b) : (!toy.ct, !toy.ct) -> !toy.ct\n";
  const std::string into =
      "  %y = \"toy.into\"(%x, %b) : (!toy.ct, !toy.ct) -> !toy.ct\n";
  const std::string use =
      "  %z = \"toy.add\"(%x, %b) : (!toy.ct, !toy.ct) -> !toy.ct\n";
  // Nothing sees it any more.
  CHECK(RuledProgram::last(fresh + use + into) == 14);
  // The later use sees what was written.
  CHECK(RuledProgram::last(fresh + into + use) == unknown);
  // Who passed an argument may.
  CHECK(RuledProgram::last("  %y = \"toy.into\"(%a, %b) : (!toy.ct, !toy.ct) "
                           "-> !toy.ct\n") == unknown);
}

TEST_CASE("RuledDialects: operands that may have less than the limit",
          "[rules]") {
  auto find = [](int additions) {
    std::string body = "  %x0 = \"toy.mul\"(%a, %b) : (!toy.ct, !toy.ct) -> "
                       "!toy.ct\n";
    for (int i = 0; i < additions; ++i)
      body += "  %x" + std::to_string(i + 1) + " = \"toy.add\"(%x" +
              std::to_string(i) + ", %b) : (!toy.ct, !toy.ct) -> !toy.ct\n";
    body += "  %l = \"toy.lookup\"(%x" + std::to_string(additions) +
            ") : (!toy.ct) -> !toy.ct\n";
    return RuledProgram(RuledProgram::inFunction(body)).findings();
  };
  CHECK(find(0).empty());
  CHECK(find(1) == std::vector{NoiseFindingKind::Contract});
  CHECK(find(2) == std::vector{NoiseFindingKind::Contract});
  // Over the limit it is told where that happens.
  CHECK(find(3) == std::vector{NoiseFindingKind::Overflow});
}

TEST_CASE("RuledDialects: operations that are linked in", "[rules]") {
  const char yaml[] = "carriers: [\"!toy.ct\"]\nops:\n  "
                      "builtin.unrealized_conversion_cast: pass\n";
  RuledProgram program("func.func @f(%a: !toy.ct) {\n  %0 = "
                       "builtin.unrealized_conversion_cast %a : !toy.ct to "
                       "!toy.ct<1>\n  return\n}\n",
                       yaml);
  CHECK(program.bounds() == std::vector(2, NoiseBound::bits(12)));
}

TEST_CASE("RuledDialects: the model of the rules, and others", "[rules]") {
  const std::string yaml =
      "model: bfv N=8192 t=65537 logq=55,55,55,55 variance=average\n"
      "carriers: [\"!toy.ct\"]\nops:\n  toy.rot: keyswitch\n  toy.mul: mul\n";
  const std::string body =
      "func.func @f(%a: !toy.ct) {\n  %0 = \"toy.rot\"(%a) : (!toy.ct) -> "
      "!toy.ct\n  return\n}\n";
  RuledProgram own(body, yaml.c_str());
  // 13.115 of the key switch, rounded up, and one bit.
  CHECK(own.bounds() ==
        std::vector{NoiseBound::bits(128), NoiseBound::bits(142)});
  // Another model has no number for that: a product has more.
  RuledProgram other("module attributes {noisy.model = #noisy.model<initial = "
                     "10, max = 200, mul = max + 30>} {\n" +
                         body + "}\n",
                     yaml.c_str());
  CHECK(other.bounds() ==
        std::vector{NoiseBound::bits(10), NoiseBound::bits(41)});
  // In levels it uses none.
  RuledProgram levels(
      "module attributes {noisy.model = #noisy.model<levels = 3>} {\n" + body +
          "}\n",
      yaml.c_str());
  CHECK(levels.bounds() == std::vector(2, NoiseBound::bits(1)));
}

TEST_CASE("RuledDialects: without rules nothing is encrypted", "[rules]") {
  MLIRContext context;
  context.loadDialect<NoisyDialect>();
  context.allowUnregisteredDialects();
  CHECK(getNoiseRules(&context) == nullptr);
  CHECK_FALSE(isNoisyType(mlir::parseType("!toy.ct", &context)));
}

static void replaceAll(std::string &text, llvm::StringRef from,
                       llvm::StringRef to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to.str());
}

/// A program of noisy operations as one of `toy`, in generic form; nothing if
/// it has one that rules cannot have: a factor is a number that they do not
/// see.
static std::optional<std::string> asToy(ModuleOp module, bool &isExact) {
  bool hasScale = false;
  module->walk([&](Operation *op) {
    hasScale |= isa<ScaleOp>(op);
    // The formula for these is for our own operations only.
    isExact &= !isa<scf::ParallelOp>(op);
  });
  if (hasScale)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().printGenericOpForm());
  replaceAll(text, "\"noisy.", "\"toy.");
  replaceAll(text, "!noisy.i32", "!toy.ct");
  return text;
}

TEST_CASE("random programs of another dialect have the facts of the same ones "
          "of ours",
          "[rules][random]") {
  std::mt19937 random(randomSeed(31));
  unsigned exact = 0, others = 0;
  for (unsigned i = 0; i < 1200; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    Program program(source.text());
    REQUIRE(program.isParsed());
    bool isExact = true;
    std::optional<std::string> text = asToy(program.module(), isExact);
    if (!text)
      continue;
    CAPTURE(i, *text);
    RuledProgram toy(*text);
    std::vector<NoiseBound> expected, found = toy.bounds();
    auto add = [&](Value value) {
      if (carriesNoise(value))
        expected.push_back(program.facts().getBound(value));
    };
    program.module()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      llvm::for_each(op->getResults(), add);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArguments(), add);
    });
    REQUIRE(found.size() == expected.size());
    if (isExact) {
      ++exact;
      REQUIRE(found == expected);
    } else {
      ++others;
      for (auto [a, b] : llvm::zip_equal(found, expected))
        REQUIRE(a >= b);
    }
    countChecked("rules, against our own operations");
  }
  CHECK(exact > 200);
  WARN(exact << " programs with equal facts, " << others
             << " with parallel loops");
}
