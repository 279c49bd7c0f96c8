//===- PatternsTest.cpp - Patterns that never add noise -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule is held against the meaning of the operations, over all plain texts
// and all constants that matter, and against the analysis of noise in several
// models. A rule without an example here fails.
//
//===----------------------------------------------------------------------===//

#include "dialect/Patterns.h"
#include "dialect/Folds.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tests/interpreter/Interpreter.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include "llvm/ADT/StringExtras.h"
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A rule, and the body of a function of %x that it applies to for some
/// values of J and K; %j and %k are the encrypted constants, W and V widths.
struct Example {
  const char *rule;
  const char *body;
};
} // namespace

static const Example kExamples[] = {
    {"ScaleByMultipleOfModulus", "%r = noisy.scale %x by J : !noisy.i32"},
    {"ReduceFactor", "%r = noisy.scale %x by J : !noisy.i32"},
    {"ScaleOfScale", "%s = noisy.scale %x by J : !noisy.i32\n"
                     "%r = noisy.scale %s by K : !noisy.i32"},
    {"ScaleOfScaleToZero", "%s = noisy.scale %x by J : !noisy.i32\n"
                           "%r = noisy.scale %s by K : !noisy.i32"},
    {"ScaleOfConstant", "%r = noisy.scale %j by K : !noisy.i32"},
    {"MulByConstant", "%r = noisy.mul %x, %j : !noisy.i32"},
    {"MulByConstantLeft", "%r = noisy.mul %j, %x : !noisy.i32"},
    {"MulByZero", "%r = noisy.mul %x, %j : !noisy.i32"},
    {"MulByZeroLeft", "%r = noisy.mul %j, %x : !noisy.i32"},
    {"MulOfConstants", "%r = noisy.mul %j, %k : !noisy.i32"},
    {"AddOfConstants", "%r = noisy.add %j, %k : !noisy.i32"},
    {"AddOfSame", "%r = noisy.add %x, %x : !noisy.i32"},
    {"SubOfConstants", "%r = noisy.sub %j, %k : !noisy.i32"},
    {"SubOfSame", "%r = noisy.sub %x, %x : !noisy.i32"},
    {"SubFromZero", "%r = noisy.sub %j, %x : !noisy.i32"},
    {"DecodeOfEncode", "%e = noisy.encode %p : iW -> !noisy.i32\n"
                       "%d = noisy.decode %e : !noisy.i32 -> iV"},
    {"DecodeOfEncodeToOtherWidth", "%e = noisy.encode %p : iW -> !noisy.i32\n"
                                   "%d = noisy.decode %e : !noisy.i32 -> iV"},
    {"AddOfZero", "%r = noisy.add %x, %j : !noisy.i32"},
    {"AddOfZero", "%r = noisy.add %j, %x : !noisy.i32"},
    {"SubOfZero", "%r = noisy.sub %x, %j : !noisy.i32"},
    {"MulByOne", "%r = noisy.mul %x, %j : !noisy.i32"},
    {"MulByOne", "%r = noisy.mul %j, %x : !noisy.i32"},
    {"ScaleByOne", "%r = noisy.scale %x by J : !noisy.i32"},
    {"ReduceOfReduce", "%s = noisy.reduce_noise %x : !noisy.i32\n"
                       "%r = noisy.reduce_noise %s : !noisy.i32"},
    {"ReduceOfEncode", "%r = noisy.reduce_noise %j : !noisy.i32"},
};

static std::string replace(std::string text, const std::string &from,
                           const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// The factors, and their residues as constants.
static std::vector<std::string> interestingConstants() {
  std::vector<std::string> result = {"9223372036854775807",
                                     "-9223372036854775808",
                                     "-9223372036854775807", "1000"};
  for (int i = -33; i <= 33; ++i)
    if (i != 0)
      result.push_back(std::to_string(i));
  return result;
}

/// A program with a function for each value of the constants. `bound` gives
/// the noise of an argument.
static std::string makeProgram(const Example &example,
                               std::function<std::string()> bound) {
  std::string body = example.body;
  auto has = [&](const char *part) {
    return body.find(part) != std::string::npos;
  };
  std::vector<std::string> none = {""};
  std::vector<std::string> widths = {"1", "2", "3", "4", "5"};
  std::vector<std::string> plains, factors = interestingConstants();
  for (int i = 0; i < 32; ++i)
    plains.push_back(std::to_string(i));
  auto js = has("by J") ? factors
            : has("%j") ? plains
            : has("iW") ? widths
                        : none;
  auto ks = has("by K") ? factors
            : has("%k") ? plains
            : has("iV") ? widths
                        : none;
  std::string text;
  unsigned count = 0;
  for (const std::string &j : js)
    for (const std::string &k : ks) {
      std::string function =
          "func.func @f" + std::to_string(count++) + "(%x: !noisy.i32 " +
          bound() + (has("%p") ? ", %p: i" + j : std::string()) + ") -> " +
          (has("%p") ? "i" + k : std::string("!noisy.i32")) + " {\n";
      if (has("%j"))
        function += "%pj = arith.constant " + j +
                    " : i5\n%j = noisy.encode %pj : i5 -> !noisy.i32\n";
      if (has("%k"))
        function += "%pk = arith.constant " + k +
                    " : i5\n%k = noisy.encode %pk : i5 -> !noisy.i32\n";
      std::string lines =
          replace(replace(body, "by J", "by " + j), "by K", "by " + k);
      lines = replace(replace(lines, "iW", "i" + j), "iV", "i" + k);
      text += function + lines +
              (has("%d") ? "\nreturn %d : i" + k
                         : std::string("\nreturn %r : !noisy.i32")) +
              "\n}\n";
    }
  return text;
}

static llvm::StringRef nameOf(const RewritePattern &pattern) {
  llvm::StringRef name = pattern.getDebugName();
  size_t scope = name.rfind("::");
  return scope == llvm::StringRef::npos ? name : name.substr(scope + 2);
}

/// Applies the one rule all over the program; true if it changed something.
static bool applyRule(Program &program, llvm::StringRef name) {
  for (const FoldRule &rule : getFoldRules()) {
    if (rule.name != name)
      continue;
    bool changed = false;
    program.module().walk([&](Operation *op) {
      if (rule.operation != op->getName().getStringRef())
        return;
      if (Value value = rule.apply(op)) {
        CHECK(foldToValue(op) == value);
        op->getResult(0).replaceAllUsesWith(value);
        changed = true;
      }
    });
    return changed;
  }
  RewritePatternSet all(program.context()), one(program.context());
  populateNeverNoisierPatterns(all);
  for (std::unique_ptr<RewritePattern> &pattern : all.getNativePatterns())
    if (nameOf(*pattern) == name)
      one.add(std::move(pattern));
  REQUIRE(one.getNativePatterns().size() == 1);
  bool changed = false;
  GreedyRewriteConfig config;
  config.enableFolding(false).setRegionSimplificationLevel(
      GreedySimplifyRegionLevel::Disabled);
  REQUIRE(succeeded(applyPatternsGreedily(program.module(), std::move(one),
                                          config, &changed)));
  return changed;
}

/// True if the rule of an example is one of a folder.
static bool isFold(const Example &example) {
  return llvm::any_of(getFoldRules(), [&](const FoldRule &rule) {
    return rule.name == example.rule;
  });
}

/// The names of all patterns and of all rules of folders.
static std::set<std::string> ruleNames() {
  std::set<std::string> names;
  MLIRContext context;
  context.loadDialect<NoisyDialect>();
  RewritePatternSet patterns(&context);
  populateNeverNoisierPatterns(patterns);
  for (const std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns())
    names.insert(nameOf(*pattern).str());
  for (const FoldRule &rule : getFoldRules())
    names.insert(rule.name.str());
  return names;
}

static std::string show(const RuntimeValue &value) {
  if (value.isCipher())
    return std::to_string(value.cipher().plain);
  return llvm::toString(value.integer(), 10, /*Signed=*/false);
}

TEST_CASE("patterns: each rule has an example", "[rewrites]") {
  std::set<std::string> names;
  for (const Example &example : kExamples)
    names.insert(example.rule);
  CHECK(ruleNames() == names);
}

TEST_CASE("patterns: both sides are equal for all plain texts", "[rewrites]") {
  std::mt19937 random(1);
  RunOptions worst;
  worst.worstCase = true;
  Interpreter interpreter(random, worst);
  for (const Example &example : kExamples) {
    CAPTURE(example.rule, example.body);
    std::string text = makeProgram(example, [] { return ""; });
    Program before(text), after(text);
    INFO(before.diagnostics());
    REQUIRE(before.isParsed());
    CHECK(applyRule(after, example.rule));
    REQUIRE(succeeded(verify(after.module())));
    for (auto [f, g] : llvm::zip_equal(before.module().getOps<func::FuncOp>(),
                                       after.module().getOps<func::FuncOp>())) {
      unsigned count = 32;
      if (f.getNumArguments() > 1)
        count = 1u << f.getArgumentTypes()[1].getIntOrFloatBitWidth();
      for (unsigned x = 0; x < count; ++x) {
        std::vector<RuntimeValue> arguments = {Cipher{x, 12, false}};
        if (f.getNumArguments() > 1)
          arguments.push_back(
              llvm::APInt(f.getArgumentTypes()[1].getIntOrFloatBitWidth(), x));
        RunResult left = interpreter.run(f, arguments);
        RunResult right = interpreter.run(g, arguments);
        REQUIRE(left.isFinished());
        REQUIRE(right.isFinished());
        // One that overflows may decrypt to anything, before.
        if (left.results[0].isCipher() && left.results[0].cipher().junk)
          continue;
        if (show(left.results[0]) != show(right.results[0])) {
          CAPTURE(x, f.getName().str());
          CHECK(show(left.results[0]) == show(right.results[0]));
        }
      }
    }
  }
}

TEST_CASE("patterns: no rule makes a value noisier, in any model",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(2));
  for (const Example &example : kExamples)
    for (int i = 0; i < 6; ++i) {
      NoiseModel model{12, 26};
      if (i % 3 == 1)
        model = {3, 40};
      if (i > 0)
        model = withTransfers(model, random);
      CAPTURE(example.rule, model.str());
      auto bound = [&] {
        std::uniform_int_distribution<uint32_t> bits(model.initial, model.max);
        return "{noisy.bound = " + std::to_string(bits(random)) + " : i64}";
      };
      std::string text = inModel(model, makeProgram(example, bound));
      Program before(text), after(text);
      INFO(before.diagnostics());
      REQUIRE(before.isParsed());
      applyRule(after, example.rule);
      NoiseFacts left = NoiseFacts::compute(before.module());
      NoiseFacts right = NoiseFacts::compute(after.module());
      std::vector<Value> lefts, rights;
      auto collect = [](Program &program, std::vector<Value> &values) {
        program.module().walk(
            [&](func::ReturnOp op) { values.push_back(op.getOperand(0)); });
      };
      collect(before, lefts);
      collect(after, rights);
      for (auto [l, r] : llvm::zip_equal(lefts, rights))
        if (isNoisyType(l.getType()) && left.getBound(l) < right.getBound(r)) {
          CAPTURE(cast<func::FuncOp>(l.getParentBlock()->getParentOp())
                      .getName()
                      .str());
          CHECK(right.getBound(r) <= left.getBound(l));
        }
    }
}

TEST_CASE("patterns: an operation that states something stays", "[rewrites]") {
  for (const Example &example : kExamples) {
    CAPTURE(example.rule, example.body);
    std::string text = makeProgram(example, [] { return ""; });
    Program program(text);
    program.module().walk([&](Operation *op) {
      if (isa<NoisyDialect>(op->getDialect()))
        op->setAttr("metadata", DictionaryAttr::get(op->getContext()));
    });
    if (!isFold(example)) {
      CHECK_FALSE(applyRule(program, example.rule));
      continue;
    }
    program.module().walk([&](Operation *op) { CHECK(!foldToValue(op)); });
  }
}

TEST_CASE("patterns: none applies in a model of another form", "[rewrites]") {
  for (const char *words :
       {"initial=12,reduced=9,max=40", "initial=12.5,max=40",
        "initial=12,max=40,mul=max(lhs+rhs,lhs+9,rhs+9)"}) {
    std::string error;
    std::optional<NoiseModel> model = NoiseModel::parse(words, error);
    REQUIRE(model);
    CHECK_FALSE(model->hasUsualForm());
    for (const Example &example : kExamples) {
      CAPTURE(words, example.rule);
      Program program(inModel(*model, makeProgram(example, [] { return ""; })));
      INFO(program.diagnostics());
      REQUIRE(program.isParsed());
      if (!isFold(example))
        CHECK_FALSE(applyRule(program, example.rule));
      program.module().walk([&](Operation *op) {
        if (isa<NoisyDialect>(op->getDialect()))
          CHECK(!foldToValue(op));
      });
    }
  }
}

TEST_CASE("factors are reduced to the least that mean the same", "[rewrites]") {
  for (int64_t factor = -200; factor <= 200; ++factor) {
    CAPTURE(factor);
    int64_t residue = reduceFactor(factor);
    CHECK((factor - residue) % 32 == 0);
    CHECK(residue > -16);
    CHECK(residue <= 16);
  }
  CHECK(reduceFactor(std::numeric_limits<int64_t>::min()) == 0);
  CHECK(reduceFactor(std::numeric_limits<int64_t>::max()) == -1);
}
