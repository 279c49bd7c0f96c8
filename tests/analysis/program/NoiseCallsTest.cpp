//===- NoiseCallsTest.cpp - Functions that are run for each call ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A main function with the fresh value %e, around `body`.
static std::string withMain(const std::string &functions,
                            const std::string &body) {
  return functions + R"(
    func.func @main(%x: i5, %n: index, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %e = noisy.encode %x : i5 -> !noisy.i32
)" + body +
         "\nreturn\n}\n";
}

/// A call of a function of one encrypted value.
static std::string call(const std::string &result, const std::string &callee,
                        const std::string &operand) {
  return result + " = func.call @" + callee + "(" + operand +
         ") : (!noisy.i32) -> !noisy.i32\n";
}

static const std::string layer = R"(
    func.func private @layer(%v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
)";

static const std::string square = R"(
    func.func private @square(%s: !noisy.i32) -> !noisy.i32 {
      %t = noisy.mul %s, %s : !noisy.i32
      return %t : !noisy.i32
    }
)";

TEST_CASE("layers one after the other are no recursion") {
  Program program(withMain(layer, call("%1", "layer", "%e") +
                                      call("%2", "layer", "%1") +
                                      call("%3", "layer", "%2")));
  REQUIRE(program.diagnostics() == "");
  CHECK(program.bound("%1") == 13);
  CHECK(program.bound("%2") == 14);
  CHECK(program.bound("%3") == 15);
  // In the function the bounds are those over all calls.
  CHECK(program.bound("%v") == 14);
  CHECK(program.bound("%w") == 15);
  CHECK(program.findings() == "");
}

TEST_CASE("the bounds of each call are told where they differ") {
  Program program(
      withMain(layer, call("%1", "layer", "%e") + call("%2", "layer", "%1")));
  auto name = [&](Value value) { return program.name(value); };
  CHECK(describeOrigin(program.facts(), program.value("%w"), name) ==
        std::vector<std::string>{
            "the most of all calls: 13 from the call at line 12 (%1 in @main), "
            "14 from the call at line 13 (%2 in @main)"});
  CHECK(describeOrigin(program.facts(), program.value("%w"), name,
                       [](Operation *) { return std::string(); })
            .front()
            .find("13 from the call (%1 in @main)") != std::string::npos);
  Program equal(
      withMain(layer, call("%1", "layer", "%e") + call("%2", "layer", "%e")));
  CHECK(equal.fact("%w").byCall.empty());
}

TEST_CASE("arguments that no call passes together are not joined") {
  Program program(withMain(R"(
    func.func private @sum(%v: !noisy.i32, %w: !noisy.i32) -> !noisy.i32 {
      %u = noisy.mul %v, %w : !noisy.i32
      return %u : !noisy.i32
    })",
                           R"(
      %h = noisy.scale %e by 4 : !noisy.i32
      %1 = call @sum(%h, %e) : (!noisy.i32, !noisy.i32) -> !noisy.i32
      %2 = call @sum(%e, %h) : (!noisy.i32, !noisy.i32) -> !noisy.i32
)"));
  CHECK(program.bound("%v") == 14);
  CHECK(program.bound("%w") == 14);
  CHECK(program.bound("%u") == 26);
  CHECK(program.findings() == "");
  // The numbers of the joins do not give the sum: it is that of one call.
  CHECK(describeBound(program.facts(), program.value("%u")) == "26");
}

TEST_CASE("calls in loops and before them are told apart") {
  Program program(withMain(layer, R"(
      %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %e) -> !noisy.i32 {
        %1 = func.call @layer(%a) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      %q = scf.for %i = %c0 to %c5 step %c1 iter_args(%b = %r) -> !noisy.i32 {
        %2 = func.call @layer(%b) : (!noisy.i32) -> !noisy.i32
        scf.yield %2 : !noisy.i32
      }
)" + call("%z", "layer", "%e")));
  CHECK(program.bound("%r") == 17);
  CHECK(program.bound("%q") == 22);
  CHECK(program.bound("%z") == 13);
  CHECK(program.bound("%v") == 21);
  CHECK(program.bound("%w") == 22);
}

TEST_CASE("a loop of unknown length around a call of a layer grows") {
  Program program(withMain(layer, R"(
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> !noisy.i32 {
        %1 = func.call @layer(%a) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
)" + call("%z", "layer", "%e")));
  CHECK(program.bound("%r") == unbounded);
  CHECK(program.bound("%z") == 13);
  CHECK(program.findings() == "unbounded %a by 1");
}

TEST_CASE("a loop in a function is run for each call") {
  Program program(
      withMain(R"(
    func.func private @power(%v: !noisy.i32) -> !noisy.i32 {
      %w = affine.for %i = 0 to 4 iter_args(%a = %v) -> !noisy.i32 {
        %b = noisy.add %a, %v : !noisy.i32
        affine.yield %b : !noisy.i32
      }
      return %w : !noisy.i32
    })",
               call("%1", "power", "%e") + call("%2", "power", "%1")));
  CHECK(program.bound("%1") == 16);
  CHECK(program.bound("%2") == 20);
  CHECK(program.bound("%a") == 19);
  CHECK(program.bound("%b") == 20);
}

TEST_CASE("calls out of sight are calls like any other") {
  Program program(
      withMain(R"(
    func.func @layer(%v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    })",
               call("%1", "layer", "%e") + call("%2", "layer", "%1")));
  CHECK(program.bound("%v") == 13);
  CHECK(program.fact("%v").isAssumed);
  // What is known of these calls rests on nothing.
  CHECK_FALSE(program.fact("%1").restsOn);
  CHECK(program.fact("%w").restsOn == program.value("%v"));
}

TEST_CASE("a call that overflows is told, and the others are safe") {
  Program program(withMain(square, "%h = noisy.scale %e by 128 : !noisy.i32\n" +
                                       call("%1", "square", "%e") +
                                       call("%2", "square", "%h")));
  CHECK(program.findings() == "overflow %h 19 of 13 in %t");
  CHECK(program.bound("%1") == 24);
  CHECK(program.fact("%1").isSafe(26));
  CHECK(program.fact("%2").unreliableCause == program.value("%t"));
  CHECK(program.fact("%t").isCause);
  const NoiseFinding &finding = program.facts().getFindings()[0];
  auto name = [&](Value value) { return program.name(value); };
  CHECK(describeFinding(program.facts(), finding, name) ==
        "noise overflow in @square: this call passes 19 bits (%h), @square "
        "takes at most 13");
  CHECK(explainFinding(program.facts(), finding, name)[0].message ==
        "here %t passes the limit of 26 bits");
}

TEST_CASE("a call that passes too large an integer is told so") {
  const char *repeat = R"(
    func.func private @repeat(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %s = noisy.add %w, %v : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      return %r : !noisy.i32
    })";
  auto message = [&](const std::string &first, const std::string &second) {
    Program program(withMain(
        repeat,
        "%k = arith.constant " + first + " : index\n%l = arith.constant " +
            second +
            " : index\n%h = noisy.scale %e by 128 : !noisy.i32\n"
            "%1 = call @repeat(%e, %k) : (!noisy.i32, index) -> !noisy.i32\n"
            "%2 = call @repeat(%e, %l) : (!noisy.i32, index) -> !noisy.i32\n"));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    auto name = [&](Value value) { return program.name(value); };
    REQUIRE(program.facts().getFindings().size() == 1);
    const NoiseFinding &finding = program.facts().getFindings().front();
    CHECK(finding.use == program.value("%2").getDefiningOp());
    return describeFinding(program.facts(), finding, name);
  };
  // 12 bits at first, 26 after 14 iterations.
  CHECK(message("4", "100") ==
        "noise overflow in @repeat: this call passes 100 "
        "for %n, @repeat takes at most 14");
  CHECK(message("14", "15") == "noise overflow in @repeat: this call passes 15 "
                               "for %n, @repeat takes at most 14");
  CHECK(message("4", "50000") == "noise overflow in @repeat: this call passes "
                                 "50000 for %n, @repeat takes at most 14");
}

TEST_CASE("a call is told what a loop in its callee takes") {
  // Each iteration adds a bit: 14 bits are the most for 12 iterations.
  Program program(withMain(R"(
    func.func private @repeat(%v: !noisy.i32) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c12 = arith.constant 12 : index
      %r = scf.for %i = %c0 to %c12 step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %s = noisy.add %w, %v : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      return %r : !noisy.i32
    })",
                           "%h = noisy.scale %e by 2048 : !noisy.i32\n" +
                               call("%1", "repeat", "%e") +
                               call("%2", "repeat", "%h")));
  INFO(program.diagnostics());
  REQUIRE(program.facts().getFindings().size() == 1);
  auto name = [&](Value value) { return program.name(value); };
  CHECK_THAT(describeFinding(program.facts(),
                             program.facts().getFindings().front(), name),
             Catch::EndsWith("@repeat takes at most 14"));
}

TEST_CASE("an operation that overflows in all calls is told there") {
  Program program(withMain(square, "%h = noisy.scale %e by 128 : !noisy.i32\n" +
                                       call("%1", "square", "%h") +
                                       call("%2", "square", "%h")));
  CHECK(program.findings() == "overflow %t 38");
  // The first of the equal calls is part of the chain.
  auto name = [&](Value value) { return program.name(value); };
  std::vector<NoiseNote> notes =
      explainFinding(program.facts(), program.facts().getFindings()[0], name);
  REQUIRE(notes.size() > 1);
  CHECK(notes[0].message == "%s has 19");
  CHECK(notes[0].call == nullptr);
  CHECK(notes[1].message == "this call passes %h");
  CHECK(notes[1].call == program.value("%1").getDefiningOp());
}

TEST_CASE("of different calls the noisiest is part of the chain") {
  Program program(withMain(square, "%h = noisy.scale %e by 64 : !noisy.i32\n" +
                                       std::string("%i = noisy.scale %h by 4 : "
                                                   "!noisy.i32\n") +
                                       call("%1", "square", "%h") +
                                       call("%2", "square", "%i")));
  REQUIRE(program.findings() == "overflow %t 40");
  auto name = [&](Value value) { return program.name(value); };
  std::vector<NoiseNote> notes =
      explainFinding(program.facts(), program.facts().getFindings()[0], name);
  REQUIRE(notes.size() > 1);
  CHECK(notes[0].message == "%s has 20");
  CHECK(notes[1].message == "this call passes %i");
  CHECK(notes[1].call == program.value("%2").getDefiningOp());
}

TEST_CASE("the outermost call that makes the difference is to blame") {
  std::string outer = R"(
    func.func private @outer(%o: !noisy.i32) -> !noisy.i32 {
      %u = func.call @square(%o) : (!noisy.i32) -> !noisy.i32
      return %u : !noisy.i32
    })";
  std::string scale = "%h = noisy.scale %e by 128 : !noisy.i32\n";
  Program program(withMain(square + outer, scale + call("%1", "outer", "%e") +
                                               call("%2", "outer", "%h")));
  CHECK(program.findings() == "overflow %h 19 of 13 in %t");
  // Here it is the call in @outer that always passes too much.
  Program other(withMain(square + outer, scale + call("%1", "square", "%e") +
                                             call("%2", "outer", "%h")));
  CHECK(other.findings() == "overflow %o 19 of 13 in %t");
}

TEST_CASE("calls of a function are to blame for what one below it does") {
  // @square has one call only, which always overflows for one call of @outer.
  std::string outer = R"(
    func.func private @outer(%o: !noisy.i32) -> !noisy.i32 {
      %u = func.call @square(%o) : (!noisy.i32) -> !noisy.i32
      return %u : !noisy.i32
    })";
  Program program(
      withMain(square + outer, "%h = noisy.scale %e by 128 : !noisy.i32\n" +
                                   call("%1", "outer", "%e") +
                                   call("%2", "outer", "%h")));
  CHECK(program.findings() == "overflow %h 19 of 13 in %t");
}

TEST_CASE("the iterations of a loop are not told apart as calls") {
  Program program(withMain(square, R"(
      %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %e) -> !noisy.i32 {
        %1 = func.call @square(%a) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
)"));
  CHECK(program.findings() == "overflow %t 384");
}

TEST_CASE("two arguments that are too much together are both named") {
  Program program(withMain(R"(
    func.func private @product(%v: !noisy.i32, %w: !noisy.i32) -> !noisy.i32 {
      %u = noisy.mul %v, %w : !noisy.i32
      return %u : !noisy.i32
    })",
                           R"(
      %h = noisy.scale %e by 128 : !noisy.i32
      %1 = call @product(%e, %e) : (!noisy.i32, !noisy.i32) -> !noisy.i32
      %2 = call @product(%h, %h) : (!noisy.i32, !noisy.i32) -> !noisy.i32
)"));
  CHECK(program.findings() == "overflow %h 19 of 0 in %u");
}

TEST_CASE("an operand that does not flow to a result does not matter to it") {
  Program program(withMain(R"(
    func.func private @first(%v: !noisy.i32, %w: !noisy.i32) -> !noisy.i32 {
      %u = noisy.add %v, %v : !noisy.i32
      return %u : !noisy.i32
    })",
                           R"(
      %m = noisy.mul %e, %e : !noisy.i32
      %h = noisy.mul %m, %m : !noisy.i32
      %1 = call @first(%e, %h) : (!noisy.i32, !noisy.i32) -> !noisy.i32
      %2 = call @first(%h, %e) : (!noisy.i32, !noisy.i32) -> !noisy.i32
)"));
  CHECK(program.bound("%1") == 13);
  CHECK(program.fact("%1").isSafe(26));
  CHECK(program.fact("%2").unreliableCause == program.value("%h"));
  CHECK(program.findings() == "overflow %h 48");
}

TEST_CASE("what is called from a function in a circle is run for its joins") {
  Program program(withMain(layer + R"(
    func.func private @again(%r: !noisy.i32, %q: i1) -> !noisy.i32 {
      %1 = func.call @layer(%r) : (!noisy.i32) -> !noisy.i32
      %s = scf.if %q -> !noisy.i32 {
        %2 = func.call @again(%1, %q) : (!noisy.i32, i1) -> !noisy.i32
        scf.yield %2 : !noisy.i32
      } else {
        scf.yield %1 : !noisy.i32
      }
      return %s : !noisy.i32
    })",
                           call("%z", "layer", "%e") +
                               "%y = func.call @again(%e, %p) : (!noisy.i32, "
                               "i1) -> !noisy.i32\n"));
  CHECK(program.bound("%z") == 13);
  CHECK(program.bound("%y") == unbounded);
  CHECK(program.findings() == "unbounded %r by 1");
  CHECK(describeFinding(program.facts(), program.facts().getFindings()[0],
                        [&](Value value) { return program.name(value); }) ==
        "unbounded noise: %r grows by 1 bit with each call in the recursion "
        "@again -> @again; reduce it inside the recursion");
}

TEST_CASE("a circle of calls is named") {
  Program program(R"(
    func.func private @even(%v: !noisy.i32, %q: i1) {
      %w = noisy.add %v, %v : !noisy.i32
      func.call @odd(%w, %q) : (!noisy.i32, i1) -> ()
      return
    }
    func.func private @odd(%u: !noisy.i32, %q: i1) {
      scf.if %q {
        func.call @even(%u, %q) : (!noisy.i32, i1) -> ()
      }
      return
    }
    func.func @main(%x: i5, %q: i1) {
      %e = noisy.encode %x : i5 -> !noisy.i32
      call @even(%e, %q) : (!noisy.i32, i1) -> ()
      return
    })");
  REQUIRE(program.facts().getFindings().size() == 1);
  CHECK(describeFinding(program.facts(), program.facts().getFindings()[0],
                        [&](Value value) { return program.name(value); }) ==
        "unbounded noise: %v grows by 1 bit with each call in the recursion "
        "@even -> @odd -> @even; reduce it inside the recursion");
}

TEST_CASE("contracts all around end the dependence on a call") {
  Program program(R"(
    func.func private @again(%v: !noisy.i32 {noisy.bound = 20 : i64}, %q: i1)
        -> (!noisy.i32 {noisy.bound = 21 : i64}) {
      %w = noisy.reduce_noise %v : !noisy.i32
      %s = scf.if %q -> !noisy.i32 {
        %2 = func.call @again(%w, %q) : (!noisy.i32, i1) -> !noisy.i32
        scf.yield %2 : !noisy.i32
      } else {
        scf.yield %w : !noisy.i32
      }
      return %s : !noisy.i32
    }
    func.func private @use(%u: !noisy.i32, %q: i1) -> !noisy.i32 {
      %a = func.call @again(%u, %q) : (!noisy.i32, i1) -> !noisy.i32
      %b = noisy.add %u, %u : !noisy.i32
      return %b : !noisy.i32
    }
    func.func @main(%x: i5, %q: i1) {
      %e = noisy.encode %x : i5 -> !noisy.i32
      %1 = call @use(%e, %q) : (!noisy.i32, i1) -> !noisy.i32
      %3 = call @use(%1, %q) : (!noisy.i32, i1) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%1") == 13);
  CHECK(program.bound("%3") == 14);
  CHECK(program.bound("%v") == 20);
  CHECK(program.findings() == "");
}

TEST_CASE("calls may nest a thousand deep") {
  std::string text;
  for (unsigned i = 0; i < 1000; ++i) {
    std::string number = std::to_string(i);
    text += "func.func private @f" + number + "(%v" + number +
            ": !noisy.i32) -> !noisy.i32 {\n";
    if (i > 0)
      text += call("%w" + number, "f" + std::to_string(i - 1), "%v" + number);
    text += "return %" + std::string(i > 0 ? "w" : "v") + number +
            " : !noisy.i32\n}\n";
  }
  Program program(withMain(text, "%h = noisy.scale %e by 4 : !noisy.i32\n" +
                                     call("%1", "f999", "%e") +
                                     call("%2", "f999", "%h")));
  CHECK(program.bound("%1") == 12);
  CHECK(program.bound("%2") == 14);
  CHECK(program.bound("%v0") == 14);
}

TEST_CASE("too many different calls are joined, and that is said") {
  // Each function calls the next with twice as many different bounds.
  std::string text;
  constexpr unsigned depth = 12;
  for (unsigned i = 0; i < depth; ++i) {
    std::string number = std::to_string(i);
    text += "func.func private @f" + number + "(%v" + number +
            ": !noisy.i32) -> !noisy.i32 {\n";
    if (i > 0) {
      std::string callee = "f" + std::to_string(i - 1);
      text += call("%l" + number, callee, "%v" + number) + "%h" + number +
              " = noisy.scale %v" + number + " by " +
              std::to_string(1u << (1u << (i % 5))) + " : !noisy.i32\n" +
              call("%r" + number, callee, "%h" + number) + "%s" + number +
              " = noisy.add %l" + number + ", %r" + number +
              " : !noisy.i32\nreturn %s" + number + " : !noisy.i32\n}\n";
      continue;
    }
    std::string last = "%v0";
    for (unsigned k = 0; k < 100000; ++k) {
      std::string next = "%k" + std::to_string(k);
      text += next + " = noisy.add " + last + ", " + last + " : !noisy.i32\n";
      last = next;
    }
    text += "return " + last + " : !noisy.i32\n}\n";
  }
  Program program(withMain(text, call("%1", "f11", "%e")));
  REQUIRE(program.diagnostics() == "");
  const NoiseApproximation &approximation = program.facts().getApproximation();
  CHECK(approximation.joinedFunctions.size() >= 1);
  // Larger than what follows from each call, and no less.
  CHECK(program.bound("%1") == moreThanCap);
  for (Operation *function : approximation.joinedFunctions) {
    Value argument = cast<FunctionOpInterface>(function).getArgument(0);
    CHECK(program.facts().find(argument)->limit == NoiseLimit::Calls);
    CHECK(llvm::is_contained(
        describeOrigin(program.facts(), argument,
                       [&](Value value) { return program.name(value); }),
        "the most of all calls, which are too many to be followed one by "
        "one"));
  }
  CHECK(program.fact("%1").limit == NoiseLimit::None);
}

/// A tree of calls: each function calls those before it, some in loops.
static std::string makeCallTree(std::mt19937 &random) {
  auto below = [&](unsigned n) { return unsigned(random() % n); };
  std::string text;
  unsigned functions = 2 + below(5), count = 0;
  for (unsigned i = 0; i < functions; ++i) {
    bool isMain = i + 1 == functions;
    text += "func.func " + std::string(isMain ? "" : "private ") + "@f" +
            std::to_string(i) +
            "(%a: !noisy.i32, %b: !noisy.i32) -> (!noisy.i32, !noisy.i32) {\n"
            "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
            "%c3 = arith.constant 3 : index\n";
    std::vector<std::string> values = {"%a", "%b"};
    auto pick = [&] { return values[below(values.size())]; };
    for (unsigned k = 0, n = 1 + below(5); k < n; ++k) {
      std::string name = "%v" + std::to_string(count++);
      if (i > 0 && below(2)) {
        std::string callee = "func.call @f" + std::to_string(below(i)) + "(";
        std::string types = ") : (!noisy.i32, !noisy.i32) -> (!noisy.i32, "
                            "!noisy.i32)\n";
        if (below(4) == 0) {
          text += name + ":2 = scf.for %i" + name.substr(1) +
                  " = %c0 to %c3 step %c1 iter_args(%l" + name.substr(1) +
                  " = " + pick() + ", %m" + name.substr(1) + " = " + pick() +
                  ") -> (!noisy.i32, !noisy.i32) {\n%k" + name.substr(1) +
                  ":2 = " + callee + "%l" + name.substr(1) + ", " + pick() +
                  types + "scf.yield %k" + name.substr(1) + "#" +
                  std::to_string(below(2)) + ", %m" + name.substr(1) +
                  " : !noisy.i32, !noisy.i32\n}\n";
        } else {
          text += name + ":2 = " + callee + pick() + ", " + pick() + types;
        }
        values.push_back(name + "#0");
        values.push_back(name + "#1");
        continue;
      }
      std::string operand = pick();
      text += name + " = noisy." +
              (below(5) == 0   ? "reduce_noise " + operand
               : below(4) == 0 ? "scale " + operand + " by 4"
               : below(4) == 0 ? "mul " + operand + ", %b"
                               : "add " + operand + ", " + pick()) +
              " : !noisy.i32\n";
      values.push_back(name);
    }
    text += "return " + values.back() + ", " + pick() +
            " : !noisy.i32, !noisy.i32\n}\n";
  }
  return text;
}

TEST_CASE("noise by calls is that of the inlined program", "[random]") {
  std::mt19937 random(randomSeed(43));
  auto getResults = [](Program &program) {
    NoiseFacts facts = NoiseFacts::compute(program.module());
    std::vector<NoiseBound> bounds;
    program.module()->walk([&](func::FuncOp function) {
      if (function.isPublic())
        for (Value value : function.front().getTerminator()->getOperands())
          bounds.push_back(facts.getBound(value));
    });
    return bounds;
  };
  for (unsigned i = 0; i < 400; ++i) {
    std::string text = makeCallTree(random);
    CAPTURE(i, text);
    Program program(text);
    REQUIRE(program.isParsed());
    std::vector<NoiseBound> byCalls = getResults(program);
    REQUIRE(program.run("inline{default-pipeline=}"));
    CAPTURE(program.print());
    bool hasCalls =
        program.module()
            ->walk([](func::CallOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    REQUIRE_FALSE(hasCalls);
    REQUIRE(byCalls == getResults(program));
    countChecked("noise by calls, against inlined programs");
  }
}

TEST_CASE("a call that gets too much does not excuse its function", "[calls]") {
  // Every call of @mid overflows, because of its second call of @inner.
  Program program(R"(
    func.func private @inner(%x: !noisy.i32) -> !noisy.i32 {
      %i1 = noisy.scale %x by 1024 : !noisy.i32
      %i2 = noisy.add %i1, %i1 : !noisy.i32
      return %i2 : !noisy.i32
    }
    func.func private @mid(%y: !noisy.i32) -> !noisy.i32 {
      %m1 = func.call @inner(%y) : (!noisy.i32) -> !noisy.i32
      %m2 = func.call @inner(%m1) : (!noisy.i32) -> !noisy.i32
      return %m2 : !noisy.i32
    }
    func.func @main(%a: i5) {
      %e = noisy.encode %a : i5 -> !noisy.i32
      %1 = call @mid(%e) : (!noisy.i32) -> !noisy.i32
      %2 = call @mid(%1) : (!noisy.i32) -> !noisy.i32
      return
    })");
  REQUIRE(program.facts().getFindings().size() == 1);
  const NoiseFinding &finding = program.facts().getFindings().front();
  CHECK(finding.kind == NoiseFindingKind::Call);
  CHECK(finding.use == program.value("%m2").getDefiningOp());
  CHECK(finding.bound == 23);
  CHECK(finding.limit == 15);
}

TEST_CASE("a call is to blame where the least noise is all right", "[calls]") {
  Program program(R"(
    func.func private @twice(%u: !noisy.i32) -> !noisy.i32 {
      %s = noisy.add %u, %u : !noisy.i32
      return %s : !noisy.i32
    }
    func.func private @step(%v: !noisy.i32) -> !noisy.i32 {
      %d = func.call @twice(%v) : (!noisy.i32) -> !noisy.i32
      %m = noisy.mul %d, %v : !noisy.i32
      return %m : !noisy.i32
    }
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      %0 = noisy.add %a, %a : !noisy.i32
      %1 = func.call @step(%0) : (!noisy.i32) -> !noisy.i32
      %2 = func.call @step(%1) : (!noisy.i32) -> !noisy.i32
      return %2 : !noisy.i32
    })");
  REQUIRE(program.facts().getFindings().size() == 1);
  const NoiseFinding &finding = program.facts().getFindings().front();
  CHECK(finding.kind == NoiseFindingKind::Call);
  CHECK(finding.use == program.value("%1").getDefiningOp());
  CHECK(finding.limit == 12);
}

TEST_CASE("of very many calls the worst one is known", "[calls]") {
  std::string text = R"(
    func.func private @f(%x: !noisy.i32) -> !noisy.i32 {
      %y = noisy.add %x, %x : !noisy.i32
      %r = noisy.reduce_noise %y : !noisy.i32
      return %y : !noisy.i32
    }
    func.func @main(%a: i5) {
      %0 = noisy.encode %a : i5 -> !noisy.i32
)";
  for (int i = 0; i < 12; ++i)
    text += "%" + std::to_string(i + 1) + " = call @f(%" + std::to_string(i) +
            ") : (!noisy.i32) -> !noisy.i32\n";
  Program program(text + "return\n}");
  const NoiseFact &fact = program.fact("%y");
  CHECK(fact.bound == 24);
  REQUIRE(fact.byCall.size() == 1);
  CHECK(fact.byCall.front().bound == 24);
  CHECK(fact.byCall.front().call == program.value("%12").getDefiningOp());
  // It is the same for all of them.
  CHECK(program.bound("%r") == 12);
  CHECK(program.fact("%r").byCall.empty());
}

TEST_CASE("calls of callers are found once, however many ways lead there",
          "[calls]") {
  // Each function calls the next one for every rotation of its arguments.
  const unsigned depth = 16, count = 4;
  const std::string type = "!noisy.i32", types = "(" + type + ", " + type +
                                                 ", " + type + ", " + type +
                                                 ") -> ()\n";
  auto callAll = [&](const std::string &callee, const std::string &argument) {
    std::string text;
    for (unsigned first = 0; first < count; ++first) {
      text += "call @" + callee + "(";
      for (unsigned i = 0; i < count; ++i)
        text +=
            (i ? ", %" : "%") + argument + std::to_string((first + i) % count);
      text += ") : " + types;
    }
    return text;
  };
  std::string text;
  for (unsigned d = 0; d < depth; ++d) {
    text += "func.func private @f" + std::to_string(d) + "(";
    for (unsigned i = 0; i < count; ++i)
      text += (i ? ", %a" : "%a") + std::to_string(i) + ": " + type;
    text += ") {\n";
    if (d + 1 < depth)
      text += callAll("f" + std::to_string(d + 1), "a");
    else
      text += "%last = noisy.add %a0, %a1 : " + type + "\n";
    text += "return\n}\n";
  }
  text += "func.func @main(%x: i5) {\n%b0 = noisy.encode %x : i5 -> " + type;
  for (unsigned i = 1; i < count; ++i)
    text += "\n%b" + std::to_string(i) + " = noisy.add %b" +
            std::to_string(i - 1) + ", %b" + std::to_string(i - 1) + " : " +
            type;
  text += "\n" + callAll("f0", "b") + "return\n}\n";
  Program program(text);
  const NoiseFact &fact = program.fact("%last");
  CHECK(fact.bound == 16);
  // By each call some way leads to the noisiest rotation.
  CHECK(fact.byCall.empty());
}

TEST_CASE("a call that is the same for several is told by those of its caller",
          "[calls]") {
  Program program(R"(
    func.func private @inner(%x: !noisy.i32) -> !noisy.i32 {
      %y = noisy.add %x, %x : !noisy.i32
      return %y : !noisy.i32
    }
    func.func private @layer(%u: !noisy.i32) -> !noisy.i32 {
      %v = call @inner(%u) : (!noisy.i32) -> !noisy.i32
      return %v : !noisy.i32
    }
    func.func private @block(%p: !noisy.i32) -> !noisy.i32 {
      %q = call @layer(%p) : (!noisy.i32) -> !noisy.i32
      return %q : !noisy.i32
    }
    func.func @main(%a: i5) {
      %0 = noisy.encode %a : i5 -> !noisy.i32
      %1 = call @block(%0) : (!noisy.i32) -> !noisy.i32
      %2 = call @block(%1) : (!noisy.i32) -> !noisy.i32
      %3 = call @inner(%2) : (!noisy.i32) -> !noisy.i32
      return
    }
  )");
  auto call = [&](llvm::StringRef result) {
    return program.value(result).getDefiningOp();
  };
  const auto &inner = program.fact("%y").byCall;
  REQUIRE(inner.size() == 3);
  CHECK(inner[0] == CallNoise{NoiseBound::bits(13), call("%1"), true});
  CHECK(inner[1] == CallNoise{NoiseBound::bits(14), call("%2"), true});
  CHECK(inner[2] == CallNoise{NoiseBound::bits(15), call("%3"), false});
  const auto &layer = program.fact("%v").byCall;
  REQUIRE(layer.size() == 2);
  CHECK(layer[0] == CallNoise{NoiseBound::bits(13), call("%1"), true});
  const auto &block = program.fact("%q").byCall;
  REQUIRE(block.size() == 2);
  CHECK(block[0] == CallNoise{NoiseBound::bits(13), call("%1"), false});
}
