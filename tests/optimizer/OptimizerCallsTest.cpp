//===- OptimizerCallsTest.cpp - Reductions in and around calls ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/AesPrograms.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "optimizer/ReductionModel.h"
#include "tests/optimizer/Optimize.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static const std::string squareText = R"(
  func.func private @square(%s: !noisy.i32) -> !noisy.i32 {
    %t = noisy.mul %s, %s : !noisy.i32
    return %t : !noisy.i32
  })";

TEST_CASE("only the call that passes too much is fixed") {
  Program program(squareText + R"(
  func.func @main(%x: i5) {
    %a = noisy.encode %x : i5 -> !noisy.i32
    %h = noisy.scale %a by 128 : !noisy.i32
    %1 = call @square(%a) : (!noisy.i32) -> !noisy.i32
    %2 = call @square(%h) : (!noisy.i32) -> !noisy.i32
    %3 = call @square(%a) : (!noisy.i32) -> !noisy.i32
    return
  })");
  OptimizerResult result = optimize(program);
  CHECK(reducedNames(program, result) == "%h");
  CHECK(result.cost == 1);
  CHECK(result.status == OptimizerStatus::Optimal);
}

TEST_CASE("calls with an unknown integer and others are fixed together") {
  // Each iteration adds a bit: the first call has few of them.
  auto makeText = [](llvm::StringRef calls) {
    return (R"(
  func.func private @repeat(%v: !noisy.i32, %n: index) -> !noisy.i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%w = %v) -> !noisy.i32 {
      %s = noisy.add %w, %v : !noisy.i32
      scf.yield %s : !noisy.i32
    }
    return %r : !noisy.i32
  }
  func.func @main(%x: i5, %any: index) {
    %c3 = arith.constant 3 : index
    %a = noisy.encode %x : i5 -> !noisy.i32
    %1 = call @repeat(%a, %c3) : (!noisy.i32, index) -> !noisy.i32
    %2 = noisy.mul %1, %a : !noisy.i32
)" + calls + R"(
    return
  })")
        .str();
  };
  auto check = [&](llvm::StringRef calls, const char *reduced) {
    Program program(makeText(calls));
    OptimizerResult result = optimize(program);
    CHECK(reducedNames(program, result) == reduced);
    CHECK(result.status == OptimizerStatus::Optimal);
  };
  const char *unknown =
      "%3 = call @repeat(%a, %any) : (!noisy.i32, index) -> !noisy.i32";
  check("%4 = noisy.mul %1, %1 : !noisy.i32", "%r");
  check(unknown, "%w");
  check((unknown + llvm::Twine("\n%4 = noisy.mul %3, %3 : !noisy.i32")).str(),
        "%w");
}

TEST_CASE("a reduction in a function serves all of its calls, and costs them") {
  // Outside it would take one at each of three calls.
  Program program(R"(
  func.func private @power(%s: !noisy.i32) -> !noisy.i32 {
    %t = noisy.mul %s, %s : !noisy.i32
    %u = noisy.mul %t, %t : !noisy.i32
    return %u : !noisy.i32
  }
  func.func @main(%x: i5) {
    %a = noisy.encode %x : i5 -> !noisy.i32
    %1 = call @power(%a) : (!noisy.i32) -> !noisy.i32
    %b = noisy.encode %x : i5 -> !noisy.i32
    %2 = call @power(%b) : (!noisy.i32) -> !noisy.i32
    %c = noisy.encode %x : i5 -> !noisy.i32
    %3 = call @power(%c) : (!noisy.i32) -> !noisy.i32
    return
  })");
  OptimizerResult result = optimize(program);
  CHECK(reducedNames(program, result) == "%t");
  CHECK(result.cost == 3);
  CHECK(result.status == OptimizerStatus::Optimal);
}

/// A network of layers that share three functions.
static std::string networkText(unsigned layers) {
  std::string text = R"(
  func.func private @dense(%x: !noisy.i32, %y: !noisy.i32) -> !noisy.i32 {
    %a = noisy.scale %x by 3 : !noisy.i32
    %b = noisy.scale %y by 5 : !noisy.i32
    %c = noisy.add %a, %b : !noisy.i32
    return %c : !noisy.i32
  }
  func.func private @relu(%z: !noisy.i32) -> !noisy.i32 {
    %u = noisy.mul %z, %z : !noisy.i32
    return %u : !noisy.i32
  }
  func.func private @pool(%v: !noisy.i32, %w: !noisy.i32) -> !noisy.i32 {
    %s = noisy.add %v, %w : !noisy.i32
    return %s : !noisy.i32
  }
  func.func @main(%p: i5, %q: i5) -> i5 {
    %x0 = noisy.encode %p : i5 -> !noisy.i32
    %y0 = noisy.encode %q : i5 -> !noisy.i32
)";
  std::string two = " : (!noisy.i32, !noisy.i32) -> !noisy.i32\n";
  for (unsigned i = 0; i < layers; ++i) {
    std::string now = std::to_string(i), next = std::to_string(i + 1);
    text += "%d" + now + " = call @dense(%x" + now + ", %y" + now + ")" + two +
            "%r" + now + " = call @relu(%d" + now +
            ") : (!noisy.i32) -> !noisy.i32\n%x" + next + " = call @pool(%r" +
            now + ", %d" + now + ")" + two + "%y" + next + " = call @dense(%d" +
            now + ", %y" + now + ")" + two;
  }
  return text + "%e = noisy.decode %x" + std::to_string(layers) +
         " : !noisy.i32 -> i5\nreturn %e : i5\n}\n";
}

TEST_CASE("layers that share functions cost what they cost inlined") {
  std::string text = networkText(20);
  Program program(text), inlined(text);
  REQUIRE(program.diagnostics() == "");
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Optimal);
  REQUIRE(inlined.run("inline"));
  OptimizerResult inlinedResult = optimize(inlined);
  REQUIRE(inlinedResult.status == OptimizerStatus::Optimal);
  CHECK(result.cost == inlinedResult.cost);
  CHECK(confirmReductions(program.module(), result.reductions, {}));
}

TEST_CASE("a long sum of calls is reduced between them, not in the function") {
  constexpr unsigned calls = 700;
  std::string text = R"(
  func.func private @sum(%v: !noisy.i32, %w: !noisy.i32) -> !noisy.i32 {
    %s = noisy.add %v, %w : !noisy.i32
    return %s : !noisy.i32
  }
  func.func @main(%x: i5) -> !noisy.i32 {
    %e = noisy.encode %x : i5 -> !noisy.i32
)";
  std::string last = "%e";
  for (unsigned i = 0; i < calls; ++i) {
    std::string next = "%n" + std::to_string(i);
    text += next + " = call @sum(" + last +
            ", %e) : (!noisy.i32, !noisy.i32) -> !noisy.i32\n";
    last = next;
  }
  Program program(text + "return " + last + " : !noisy.i32\n}\n");
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Optimal);
  // 14 additions lead from 12 to 26 bits.
  CHECK(result.cost == (calls - 1) / 14);
}

TEST_CASE("a function is fixed alone where only its calls overflow another") {
  Program program(squareText + R"(
  func.func private @fine(%f: !noisy.i32) -> !noisy.i32 {
    %1 = call @square(%f) : (!noisy.i32) -> !noisy.i32
    return %1 : !noisy.i32
  }
  func.func @main(%x: i5) {
    %a = noisy.encode %x : i5 -> !noisy.i32
    %2 = call @fine(%a) : (!noisy.i32) -> !noisy.i32
    return
  }
  func.func @bad(%x: i5) {
    %b = noisy.encode %x : i5 -> !noisy.i32
    %h = noisy.scale %b by 128 : !noisy.i32
    %3 = call @square(%h) : (!noisy.i32) -> !noisy.i32
    return
  })");
  for (const char *scope : {"bad", "square"}) {
    OptimizerOptions options;
    options.scope = SymbolTable::lookupSymbolIn(program.module(), scope);
    OptimizerResult result = optimize(program, options);
    CAPTURE(scope, result.message);
    CHECK(result.status == OptimizerStatus::Optimal);
    CHECK(reducedNames(program, result) ==
          (std::string(scope) == "bad" ? "%h" : "%s"));
  }
  OptimizerOptions options;
  options.scope = SymbolTable::lookupSymbolIn(program.module(), "main");
  CHECK(optimize(program, options).reductions.empty());
}

/// What `@main` returns.
static OperandRange getReturned(Program &program) {
  auto main = program.module().lookupSymbol<func::FuncOp>("main");
  return main.getBody().front().getTerminator()->getOperands();
}

TEST_CASE("AES by functions has the noise that it has inlined") {
  for (const bench::Program &source :
       {bench::makeSubstitutions(2, /*isChain=*/true), bench::makeAes(1),
        bench::makeAes(3)}) {
    CAPTURE(source.name);
    Program program(source.text), inlined(source.text);
    REQUIRE(program.diagnostics() == "");
    REQUIRE(inlined.run("inline"));
    NoiseFacts called = NoiseFacts::compute(program.module());
    NoiseFacts copied = NoiseFacts::compute(inlined.module());
    NoiseBound worst;
    for (auto [result, copy] :
         llvm::zip_equal(getReturned(program), getReturned(inlined))) {
      CHECK(called.getBound(result) == copied.getBound(copy));
      worst = NoiseBound::join(worst, called.getBound(result));
    }
    CHECK(!worst.isUnknown());
    // So much that there is something to place.
    CHECK(worst.exceeds(26));
    CHECK(called.getFindings().empty() == copied.getFindings().empty());
  }
}

TEST_CASE("S-boxes by calls cost what they cost inlined") {
  for (unsigned boxes : {1, 2}) {
    CAPTURE(boxes);
    std::string text = bench::makeSubstitutions(boxes, /*isChain=*/false).text;
    Program program(text), inlined(text);
    OptimizerResult result = optimize(program);
    REQUIRE(result.status == OptimizerStatus::Optimal);
    CHECK(confirmReductions(program.module(), result.reductions, {}));
    REQUIRE(inlined.run("inline"));
    OptimizerResult inlinedResult = optimize(inlined);
    REQUIRE(inlinedResult.status == OptimizerStatus::Optimal);
    CHECK(result.cost == inlinedResult.cost);
    // As often as the function is called, each of them.
    CHECK(result.reductions.size() * boxes == size_t(result.cost));
  }
}

TEST_CASE("S-boxes one behind the other share their reductions") {
  std::string text = bench::makeSubstitutions(2, /*isChain=*/true).text;
  Program program(text), inlined(text);
  OptimizerOptions options;
  options.timeLimit = std::chrono::seconds(60);
  OptimizerResult result = optimize(program, options);
  REQUIRE(result.status == OptimizerStatus::Optimal);
  CHECK(confirmReductions(program.module(), result.reductions, {}));
  // Inlined, the two bodies may differ, so that it never costs more.
  REQUIRE(inlined.run("inline"));
  options.timeLimit = std::chrono::seconds(1);
  OptimizerResult inlinedResult = optimize(inlined, options);
  REQUIRE(inlinedResult.isLegal());
  CHECK(inlinedResult.lowerBound <= result.cost);
  // What it costs by calls is legal inlined as well.
  applyReductions(result.reductions, {});
  Program reduced(program.print());
  REQUIRE(reduced.run("inline"));
  CHECK(NoiseFacts::compute(reduced.module()).getFindings().empty());
  int64_t copies = 0;
  reduced.module().walk([&](ReduceNoiseOp) { ++copies; });
  CHECK(copies == result.cost);
}

TEST_CASE("AES by functions gets a legal placement and a bound") {
  Program program(bench::makeAes(10).text);
  OptimizerOptions options;
  options.timeLimit = std::chrono::seconds(2);
  OptimizerResult result = optimize(program, options);
  REQUIRE(result.isLegal());
  CHECK(result.lowerBound <= result.cost);
  CHECK(confirmReductions(program.module(), result.reductions, {}));
}

TEST_CASE("a recursion that counts down runs as often as it counts",
          "[optimize-calls]") {
  auto makeProgram = [](int cost) {
    return R"(
    func.func private @rec(%v: !noisy.i32, %w: !noisy.i32, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %p = arith.cmpi ne, %n, %c0 : index
      scf.if %p {
        %m = arith.subi %n, %c1 : index
        %t = noisy.add %v, %v {noisy.cost = 100 : i64} : !noisy.i32
        %z = noisy.mul %t, %w : !noisy.i32
        %s = noisy.add %z, %v {noisy.cost = 100 : i64} : !noisy.i32
        func.call @rec(%v, %w, %m) : (!noisy.i32, !noisy.i32, index) -> ()
      }
      return
    }
    func.func @main(%x: i5) {
      %c20 = arith.constant 20 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %b = noisy.encode %x : i5 -> !noisy.i32
      %big = noisy.scale %a by 4 {noisy.cost = )" +
           std::to_string(cost) + R"( : i64} : !noisy.i32
      call @rec(%b, %big, %c20) : (!noisy.i32, !noisy.i32, index) -> ()
      return
    })";
  };
  // In the recursion a reduction of %w, or of %z, runs 21 times.
  Program cheap(makeProgram(20));
  CHECK(solve(cheap) == "%big");
  Program dear(makeProgram(22));
  OptimizerResult result = optimize(dear);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.cost == 21);
}
