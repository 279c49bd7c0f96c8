//===- IndirectCallsTest.cpp - Noise through calls of values --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "tests/interpreter/Interpreter.h"
#include "tests/random/RandomIndirectCalls.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"
#include "tests/support/RunVerdict.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static const std::string functions = R"(
  func.func private @once(%o: !noisy.i32) -> !noisy.i32 {
    %o1 = noisy.add %o, %o : !noisy.i32
    return %o1 : !noisy.i32
  }
  func.func private @square(%s: !noisy.i32) -> !noisy.i32 {
    %s1 = noisy.mul %s, %s : !noisy.i32
    return %s1 : !noisy.i32
  }
)";
static const std::string addresses = R"(
    %f1 = func.constant @once : (!noisy.i32) -> !noisy.i32
    %f2 = func.constant @square : (!noisy.i32) -> !noisy.i32
)";

TEST_CASE("a call of one of two functions has the most of both", "[calls]") {
  Program program(functions + withFresh(addresses + R"(
    %h = arith.select %p, %f1, %f2 : (!noisy.i32) -> !noisy.i32
    %r = call_indirect %h(%a) : (!noisy.i32) -> !noisy.i32
    %q = call @once(%r) : (!noisy.i32) -> !noisy.i32)"));
  INFO(program.diagnostics());
  CHECK(program.bound("%r") == 24);
  CHECK(program.bound("%q") == 25);
  // The functions have callers in sight alone.
  CHECK(program.bound("%s") == 12);
  CHECK(program.bound("%o") == 24);
  CHECK(!program.fact("%s").isAssumed);
  CHECK(program.findings() == "");
}

TEST_CASE("a call of one of two functions has what one states and the other "
          "returns",
          "[calls]") {
  auto declare = [](const std::string &bound) {
    return "func.func private @out(!noisy.i32) -> (!noisy.i32" + bound + ")\n";
  };
  auto state = [](unsigned bits) {
    return " {noisy.bound = " + std::to_string(bits) + " : i64}";
  };
  const std::string calls = withFresh(addresses + R"(
    %f3 = func.constant @out : (!noisy.i32) -> !noisy.i32
    %h = arith.select %p, %f1, %f3 : (!noisy.i32) -> !noisy.i32
    %m = noisy.mul %a, %b : !noisy.i32
    %1 = call_indirect %h(%a) : (!noisy.i32) -> !noisy.i32
    %2 = call_indirect %h(%m) : (!noisy.i32) -> !noisy.i32
    %k = arith.select %p, %h, %f2 : (!noisy.i32) -> !noisy.i32
    %3 = call_indirect %k(%a) : (!noisy.i32) -> !noisy.i32)");
  Program program(functions + declare(state(17)) + calls);
  INFO(program.diagnostics());
  CHECK(program.bound("%1") == 17);
  CHECK(program.bound("%2") == 25);
  CHECK(program.bound("%3") == 24);
  CHECK(program.findings() == "");
  // Nothing is known of the other one.
  Program undeclared(functions + declare("") + calls);
  CHECK(undeclared.bound("%1") == unknown);
  CHECK(undeclared.findings() == "unknown %1\nunknown %2\nunknown %3");
  CHECK(describeFinding(undeclared.facts(),
                        undeclared.facts().getFindings().front(),
                        [&](Value value) { return undeclared.name(value); }) ==
        "unknown noise: %1, a result of 'func.call_indirect': @out, which may "
        "be called here, has no body and "
        "declares no noise for its result: add 'noisy.bound' to result 0 of "
        "@out; values that depend on it cannot be checked");
  // What a function states is what its callers rely on; that it does not hold
  // is told there.
  auto withBody = [&](unsigned bits) {
    return "func.func private @out(%w: !noisy.i32) -> (!noisy.i32" +
           state(bits) +
           ") {\n  %w1 = noisy.scale %w by 4 : !noisy.i32\n"
           "  return %w1 : !noisy.i32\n}\n";
  };
  Program kept(functions + withBody(26) + calls);
  CHECK(kept.bound("%1") == 26);
  CHECK(kept.findings() == "");
  Program broken(functions + withBody(20) + calls);
  CHECK(broken.bound("%1") == 20);
  CHECK(broken.findings() == "contract %w1 26 of 20");
}

TEST_CASE("each call of a value has its own operands", "[calls]") {
  Program program(functions + withFresh(addresses + R"(
    %h = arith.select %p, %f1, %f1 : (!noisy.i32) -> !noisy.i32
    %m = noisy.mul %a, %b : !noisy.i32
    %1 = call_indirect %h(%m) : (!noisy.i32) -> !noisy.i32
    %2 = call_indirect %h(%a) : (!noisy.i32) -> !noisy.i32)"));
  CHECK(program.bound("%1") == 25);
  CHECK(program.bound("%2") == 13);
  CHECK(program.bound("%s") == 12);
}

static const std::string apply = R"(
  func.func private @apply(%u: !noisy.i32, %g: (!noisy.i32) -> !noisy.i32)
      -> !noisy.i32 {
    %y = call_indirect %g(%u) : (!noisy.i32) -> !noisy.i32
    return %y : !noisy.i32
  }
)";

TEST_CASE("what is called is what the call passes as an address", "[calls]") {
  Program program(functions + apply + R"(
  func.func private @twice(%v: !noisy.i32, %k: (!noisy.i32) -> !noisy.i32)
      -> !noisy.i32 {
    %v1 = call @apply(%v, %k) : (!noisy.i32, (!noisy.i32) -> !noisy.i32)
        -> !noisy.i32
    %v2 = call @apply(%v1, %k) : (!noisy.i32, (!noisy.i32) -> !noisy.i32)
        -> !noisy.i32
    return %v2 : !noisy.i32
  }
)" + withFresh(addresses + R"(
    %1 = call @twice(%a, %f1) : (!noisy.i32, (!noisy.i32) -> !noisy.i32)
        -> !noisy.i32
    %2 = call @apply(%1, %f1) : (!noisy.i32, (!noisy.i32) -> !noisy.i32)
        -> !noisy.i32
    %3 = call @apply(%a, %f2) : (!noisy.i32, (!noisy.i32) -> !noisy.i32)
        -> !noisy.i32
    %h = arith.select %p, %f1, %f2 : (!noisy.i32) -> !noisy.i32
    %4 = call @apply(%b, %h) : (!noisy.i32, (!noisy.i32) -> !noisy.i32)
        -> !noisy.i32)"));
  INFO(program.diagnostics());
  CHECK(program.bound("%1") == 14);
  CHECK(program.bound("%2") == 15);
  CHECK(program.bound("%3") == 24);
  CHECK(program.bound("%4") == 24);
  CHECK(program.bound("%s") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("what all callers pass as an address may be called, and that is said",
          "[calls]") {
  Program program(functions + apply + withFresh(addresses + R"(
    %1 = call @apply(%a, %f1) : (!noisy.i32, (!noisy.i32) -> !noisy.i32)
        -> !noisy.i32
    %2 = call @apply(%a, %f2) : (!noisy.i32, (!noisy.i32) -> !noisy.i32)
        -> !noisy.i32)"));
  INFO(program.diagnostics());
  CHECK(program.bound("%1") == 13);
  CHECK(program.bound("%2") == 24);
  CHECK(program.bound("%y") == 24);
  CHECK(llvm::is_contained(
      describeOrigin(program.facts(), program.value("%y"),
                     [&](Value value) { return program.name(value); }),
      "the most of what all functions return for it whose address any caller "
      "passes"));
}

TEST_CASE("a function whose address goes elsewhere has unknown callers",
          "[calls]") {
  Program program("func.func private @out((!noisy.i32) -> !noisy.i32)\n" +
                  functions + withFresh(addresses + R"(
    %h = arith.select %p, %f1, %f2 : (!noisy.i32) -> !noisy.i32
    %r = call_indirect %h(%a) : (!noisy.i32) -> !noisy.i32
    call @out(%f1) : ((!noisy.i32) -> !noisy.i32) -> ())"));
  CHECK(program.bound("%o") == unknown);
  // This call is still one of the two.
  CHECK(program.bound("%s") == 12);
}

TEST_CASE("callers out of sight may call a function whose address they get",
          "[calls]") {
  auto make = [](const std::string &visibility, const std::string &caller) {
    return "func.func " + visibility +
           R"( @get() -> ((!noisy.i32) -> !noisy.i32) {
    %g = func.constant @once : (!noisy.i32) -> !noisy.i32
    return %g : (!noisy.i32) -> !noisy.i32
  }
)" + functions +
           withFresh(addresses + R"(
    %h = arith.select %p, %f1, %f2 : (!noisy.i32) -> !noisy.i32
    %r = call_indirect %h(%a) : (!noisy.i32) -> !noisy.i32
)" + caller);
  };
  const std::string call =
      "%k = call @get() : () -> ((!noisy.i32) -> !noisy.i32)";
  // All that get it are in sight.
  CHECK(!Program(make("private", call)).fact("%o").isAssumed);
  CHECK(Program(make("private", "")).fact("%o").isAssumed);
  CHECK(Program(make("", call)).fact("%o").isAssumed);
}

TEST_CASE("a recursion through a value grows", "[calls]") {
  Program program(R"(
  func.func private @again(%v: !noisy.i32) -> !noisy.i32 {
    %t = func.constant @again : (!noisy.i32) -> !noisy.i32
    %k = func.constant @stop : (!noisy.i32) -> !noisy.i32
    %p = "my.any"() : () -> i1
    %h = arith.select %p, %t, %k : (!noisy.i32) -> !noisy.i32
    %s = noisy.add %v, %v : !noisy.i32
    %r = call_indirect %h(%s) : (!noisy.i32) -> !noisy.i32
    return %r : !noisy.i32
  }
  func.func private @stop(%w: !noisy.i32) -> !noisy.i32 {
    return %w : !noisy.i32
  }
)" + withFresh("%z = call @again(%a) : (!noisy.i32) -> !noisy.i32"));
  CHECK(program.bound("%v") == unbounded);
  CHECK(program.bound("%z") == unbounded);
}

TEST_CASE("noise through calls of values is that through calls by name",
          "[random]") {
  std::mt19937 random(randomSeed(41));
  unsigned known = 0, all = 0, larger = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    IndirectProgram source =
        makeIndirectCalls(random, 1 + i % 6, /*states=*/i % 2);
    Program indirect(source.indirect), direct(source.direct);
    CAPTURE(i, source.indirect, source.direct, indirect.diagnostics(),
            direct.diagnostics());
    REQUIRE(indirect.isParsed());
    REQUIRE(direct.isParsed());
    for (const std::string &value : source.values) {
      NoiseBound bound = indirect.bound(value), reference = direct.bound(value);
      CAPTURE(value, bound, reference);
      // What functions state is joined, whichever is called.
      bool mayBeLarger = i % 2;
      REQUIRE(bound >= reference);
      REQUIRE((bound == reference || mayBeLarger));
      larger += bound != reference;
      REQUIRE((mayBeLarger ||
               indirect.fact(value).isAssumed == direct.fact(value).isAssumed));
      known += bound.isBits();
      ++all;
    }
    countChecked("noise through calls of values, against calls by name");
  }
  WARN(known << " of " << all << " values have a bound, " << larger
             << " a larger one");
  CHECK(known > all / 2);
  CHECK(larger < all / 20);
}

TEST_CASE("no run of a program with calls of values passes the bounds",
          "[random]") {
  std::mt19937 random(randomSeed(43));
  unsigned runs = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    std::string text = makeIndirectCalls(random, 1 + i % 6).indirect;
    Program program(text);
    CAPTURE(i, text);
    auto function = program.module().lookupSymbol<func::FuncOp>("f0");
    const NoiseFacts &facts = program.facts();
    for (bool worstCase : {false, true}) {
      RunOptions options;
      options.worstCase = worstCase;
      auto check = [&](Value value, const RuntimeValue &content) {
        const NoiseFact *fact = facts.find(value);
        if (!fact)
          return;
        content.forEachCipher([&](const Cipher &cipher) {
          auto [holds, honest] = judge(facts, *fact, cipher.noise, cipher.junk);
          if (!holds || !honest) {
            CAPTURE(program.name(value), cipher.noise, fact->bound);
            REQUIRE(holds);
            REQUIRE(honest);
          }
        });
      };
      RunResult result = Interpreter(random, options).run(function, check);
      CAPTURE(result.reason);
      REQUIRE(result.end != RunEnd::UnknownOperation);
      runs += result.isFinished();
    }
    countChecked("noise through calls of values, against runs");
  }
  CHECK(runs > 1000);
}
