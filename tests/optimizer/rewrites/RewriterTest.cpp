//===- RewriterTest.cpp - Programs rewritten for less noise ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Rewriter.h"
#include "dialect/NoisyOps.h"
#include "dialect/Patterns.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The program around `body` after rewriting, with the notes behind it.
static std::string rewrite(const std::string &body,
                           RewriteOptions options = {}) {
  Program program(withFresh(body));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  options.explains = true;
  std::vector<RewriteNote> notes = rewriteProgram(program.module(), options);
  REQUIRE(succeeded(verify(program.module())));
  std::string text = program.print();
  for (const RewriteNote &note : notes)
    text += (note.isDone ? "done: " : "not: ") + note.text + "\n";
  return text;
}

static size_t count(const std::string &text, const std::string &part) {
  size_t result = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at)
    ++result;
  return result;
}

TEST_CASE("rewriting: sums are joined anew, equal terms once", "[rewrites]") {
  std::string text = rewrite(R"(
    %0 = noisy.add %a, %b : !noisy.i32
    %1 = noisy.add %0, %a : !noisy.i32
    %2 = noisy.sub %1, %c : !noisy.i32
    %3 = noisy.add %2, %a : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32)");
  CHECK_THAT(text, Catch::Contains("done: joined 3 terms anew: 16 to 15 bits"));
  CHECK(count(text, "by 3") == 1);
  CHECK(count(text, "noisy.sub") == 1);
}

TEST_CASE("rewriting: what is used twice is not computed twice", "[rewrites]") {
  std::string text = rewrite(R"(
    %0 = noisy.add %a, %b : !noisy.i32
    %1 = noisy.add %0, %c : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.add %2, %b : !noisy.i32
    %4 = noisy.mul %1, %3 : !noisy.i32)");
  CHECK_THAT(text,
             Catch::Contains(
                 "not: the result of 'noisy.add' in line 11 is used twice: "
                 "taking it apart would compute 2 operations again"));
}

TEST_CASE("rewriting: what states something stays", "[rewrites]") {
  std::string text = rewrite(R"(
    %0 = noisy.mul %a, %a : !noisy.i32
    %1 = noisy.mul %0, %a {noisy.cost = 7 : i64} : !noisy.i32
    %2 = noisy.mul %1, %a : !noisy.i32
    %3 = noisy.mul %2, %a {metadata = {level = 3}} : !noisy.i32)");
  CHECK(count(text, "noisy.mul") == 4);
  CHECK(count(text, "noisy.cost = 7") == 1);
  CHECK(count(text, "level = 3") == 1);
}

TEST_CASE("rewriting: nothing moves into a loop", "[rewrites]") {
  std::string text = rewrite(R"(
    %0 = noisy.mul %a, %b : !noisy.i32
    %1 = noisy.mul %0, %b : !noisy.i32
    %i = arith.constant 0 : index
    %j = arith.constant 1 : index
    %r = scf.for %k = %i to %n step %j iter_args(%v = %c) -> (!noisy.i32) {
      %2 = noisy.add %1, %v : !noisy.i32
      %3 = noisy.reduce_noise %2 : !noisy.i32
      scf.yield %3 : !noisy.i32
    })");
  CHECK(text.find("scf.for") > text.rfind("noisy.mul"));
}

TEST_CASE("rewriting: choices, common factors, powers", "[rewrites]") {
  std::string choice = rewrite(R"(
    %one = arith.constant 1 : i5
    %e = noisy.encode %one : i5 -> !noisy.i32
    %0 = noisy.mul %c, %a : !noisy.i32
    %1 = noisy.sub %e, %c : !noisy.i32
    %2 = noisy.mul %1, %b : !noisy.i32
    %3 = noisy.add %0, %2 : !noisy.i32)");
  CHECK_THAT(choice, Catch::Contains("merged choices between two values: 26 to "
                                     "26 bits, 1 products in place of 2"));
  CHECK(count(choice, "noisy.mul") == 1);
  // Those of the three values that there are anyway.
  CHECK(count(choice, "noisy.encode") == 3);
  // With one condition for several choices, as for the bits of a word.
  std::string word = rewrite(R"(
    %one = arith.constant 1 : i5
    %e = noisy.encode %one : i5 -> !noisy.i32
    %not = noisy.sub %e, %c : !noisy.i32
    %0 = noisy.mul %c, %a : !noisy.i32
    %1 = noisy.mul %not, %b : !noisy.i32
    %2 = noisy.add %0, %1 : !noisy.i32
    %3 = noisy.mul %c, %b : !noisy.i32
    %4 = noisy.mul %not, %a : !noisy.i32
    %5 = noisy.add %3, %4 : !noisy.i32
    %6 = noisy.decode %2 : !noisy.i32 -> i5
    %7 = noisy.decode %5 : !noisy.i32 -> i5)");
  CHECK(count(word, "noisy.mul") == 2);
  CHECK(count(word, "noisy.encode") == 3);
  // What stays is not computed again.
  std::string kept = rewrite(R"(
    %one = arith.constant 1 : i5
    %e = noisy.encode %one : i5 -> !noisy.i32
    %not = noisy.sub %e, %c : !noisy.i32
    %0 = noisy.mul %not, %b : !noisy.i32
    %1 = noisy.mul %not, %0 : !noisy.i32
    %2 = noisy.decode %1 : !noisy.i32 -> i5
    %3 = noisy.decode %not : !noisy.i32 -> i5)");
  CHECK(count(kept, "noisy.sub") == 1);
  RewriteOptions products;
  products.goal = RewriteGoal::Products;
  std::string common = rewrite(R"(
    %0 = noisy.mul %a, %b : !noisy.i32
    %1 = noisy.mul %c, %a : !noisy.i32
    %2 = noisy.add %0, %1 : !noisy.i32)",
                               products);
  CHECK(count(common, "noisy.mul") == 1);
  CHECK_THAT(common, Catch::Contains("put common factors outside of sums"));
}

TEST_CASE("rewriting: constants and needless reductions go", "[rewrites]") {
  std::string text = rewrite(R"(
    %two = arith.constant 2 : i5
    %e = noisy.encode %two : i5 -> !noisy.i32
    %0 = noisy.mul %a, %e : !noisy.i32
    %1 = noisy.scale %0 by 31 : !noisy.i32
    %2 = noisy.reduce_noise %1 : !noisy.i32
    %3 = noisy.reduce_noise %2 : !noisy.i32
    %4 = noisy.decode %3 : !noisy.i32 -> i5)");
  CHECK(count(text, "noisy.reduce_noise") == 1);
  CHECK(count(text, "noisy.encode") == 3);
  CHECK(count(text, "by -2") == 1);
}

//===----------------------------------------------------------------------===//
// Random computations
//===----------------------------------------------------------------------===//

/// A function of three arguments with random operations, of which those that
/// nothing uses are returned.
static std::string makeComputations(std::mt19937 &random, unsigned count) {
  std::vector<std::string> names = {"%x", "%y", "%z"};
  std::set<std::string> unused;
  std::string body;
  // Near operands give large computations, far ones shared values.
  unsigned reach = 2 + random() % 8;
  auto pick = [&] {
    std::string name = names[names.size() - 1 -
                             random() % std::min<size_t>(reach, names.size())];
    if (random() % 3 == 0)
      name = names[random() % names.size()];
    unused.erase(name);
    return name;
  };
  for (unsigned i = 0; i < count; ++i) {
    std::string name = "%v" + std::to_string(i), line;
    switch (random() % 8) {
    case 0: {
      line = name + "p = arith.constant " + std::to_string(random() % 32) +
             " : i5\n" + name + " = noisy.encode " + name +
             "p : i5 -> !noisy.i32\n";
      break;
    }
    case 1: {
      int factor = int(random() % 80) - 40;
      line = name + " = noisy.scale " + pick() + " by " +
             std::to_string(factor ? factor : 1) + " : !noisy.i32\n";
      break;
    }
    default: {
      const char *operations[] = {"add", "sub", "mul"};
      std::string lhs = pick(), rhs = pick();
      line = name + " = noisy." + operations[random() % 3] + " " + lhs + ", " +
             rhs + " : !noisy.i32\n";
    }
    }
    body += line;
    names.push_back(name);
    unused.insert(name);
  }
  std::string results, types;
  for (const std::string &name : unused) {
    results += (results.empty() ? "" : ", ") + name;
    types += (types.empty() ? "" : ", ") + std::string("!noisy.i32");
  }
  return "func.func @f(%x: !noisy.i32, %y: !noisy.i32, %z: !noisy.i32) -> (" +
         types + ") {\n" + body + "return " + results + " : " + types + "\n}\n";
}

/// The plain texts that the function returns, without regard to noise.
static std::vector<uint32_t> evaluate(Program &program,
                                      ArrayRef<uint32_t> arguments) {
  func::FuncOp function;
  program.module().walk([&](func::FuncOp op) { function = op; });
  llvm::DenseMap<Value, uint32_t> plain;
  for (auto [value, number] :
       llvm::zip_equal(function.getArguments(), arguments))
    plain[value] = number;
  std::vector<uint32_t> results;
  for (Operation &op : function.front()) {
    auto operand = [&](unsigned i) { return plain.lookup(op.getOperand(i)); };
    uint32_t result = 0;
    if (isa<func::ReturnOp>(op)) {
      for (Value value : op.getOperands())
        results.push_back(plain.lookup(value) % kModulus);
      continue;
    }
    if (isa<EncodeOp>(op))
      result = *getEncodedConstant(op.getResult(0));
    else if (isa<AddOp>(op))
      result = operand(0) + operand(1);
    else if (isa<SubOp>(op))
      result = operand(0) - operand(1);
    else if (isa<MulOp>(op))
      result = operand(0) * operand(1);
    else if (auto scale = dyn_cast<ScaleOp>(op))
      result = operand(0) * uint32_t(scale.getFactor());
    else
      continue;
    plain[op.getResult(0)] = result % kModulus;
  }
  return results;
}

/// A polynomial in %x with random coefficients, by Horner's rule or the like.
static std::string makePolynomial(std::mt19937 &random, unsigned count) {
  std::string body, result = "%x";
  for (unsigned i = 0; i < count; ++i) {
    std::string name = "%v" + std::to_string(i);
    std::string number = std::to_string(random() % 32);
    body += name + "p = arith.constant " + number + " : i5\n" + name +
            "e = noisy.encode " + name + "p : i5 -> !noisy.i32\n" + name +
            " = noisy.";
    switch (random() % 3) {
    case 0:
      body += "add " + result + ", " + name + "e : !noisy.i32\n";
      break;
    case 1:
      body += "sub " + name + "e, " + result + " : !noisy.i32\n";
      break;
    default:
      body += "mul " + result + ", %x : !noisy.i32\n";
    }
    result = name;
  }
  return "func.func @f(%x: !noisy.i32, %y: !noisy.i32, %z: !noisy.i32) -> "
         "!noisy.i32 {\n" +
         body + "return " + result + " : !noisy.i32\n}\n";
}

TEST_CASE("rewriting: polynomials as functions have the same values",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(9));
  unsigned changed = 0;
  for (int i = 0; i < 100; ++i) {
    std::string text = makePolynomial(random, 5 + random() % 40);
    CAPTURE(text);
    Program before(text), after(text);
    REQUIRE(before.isParsed());
    RewriteOptions options;
    options.functions = true;
    for (const RewriteNote &note : rewriteProgram(after.module(), options))
      changed += note.text.find("function modulo 32") != std::string::npos;
    REQUIRE(succeeded(verify(after.module())));
    CAPTURE(after.print());
    for (uint32_t x = 0; x < 32; ++x)
      REQUIRE(evaluate(before, {x, 0, 0}) == evaluate(after, {x, 0, 0}));
  }
  CHECK(changed > 20);
}

TEST_CASE("rewriting: random computations give the same plain texts",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(5));
  unsigned rewritten = 0;
  for (int i = 0; i < 400; ++i) {
    std::string text = makeComputations(random, 2 + random() % 25);
    if (random() % 2) {
      NoiseModel model{12 - uint32_t(random() % 9),
                       26 + uint32_t(random() % 20)};
      text = inModel(withTransfers(model, random), text);
    }
    CAPTURE(text);
    Program before(text), after(text);
    INFO(before.diagnostics());
    REQUIRE(before.isParsed());
    RewriteOptions options;
    options.goal = random() % 2 ? RewriteGoal::Noise : RewriteGoal::Products;
    options.factors = random() % 4 != 0;
    options.functions = random() % 2 == 0;
    std::vector<RewriteNote> notes = rewriteProgram(after.module(), options);
    REQUIRE(succeeded(verify(after.module())));
    if (notes.empty())
      continue;
    ++rewritten;
    countChecked("computations, rewritten");
    CAPTURE(after.print());
    for (int run = 0; run < 20; ++run) {
      std::vector<uint32_t> arguments;
      for (int j = 0; j < 3; ++j)
        arguments.push_back(random() % 32);
      REQUIRE(evaluate(before, arguments) == evaluate(after, arguments));
    }
  }
  CHECK(rewritten > 250);
}
