//===- FunctionCasesTest.cpp - Functions by their integers ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/analysis/integers/PowerCalls.h"
#include "tests/interpreter/Interpreter.h"
#include "tests/random/RandomCases.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A recursion that adds once for each number down to 0.
static const char *power = R"(
    func.func private @power(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.cmpi eq, %n, %c0 : index
      %w = scf.if %z -> !noisy.i32 {
        scf.yield %v : !noisy.i32
      } else {
        %m = arith.subi %n, %c1 : index
        %s = noisy.add %v, %v : !noisy.i32
        %q = func.call @power(%s, %m) : (!noisy.i32, index) -> !noisy.i32
        scf.yield %q : !noisy.i32
      }
      return %w : !noisy.i32
    })";

TEST_CASE("a recursion that counts down is followed", "[cases]") {
  Program program(withMain(power, callPower("%1", "%e", "%c3") +
                                      callPower("%2", "%1", "%c5")));
  CHECK(program.bound("%1") == 15);
  CHECK(program.bound("%2") == 20);
  CHECK(program.bound("%v") == 20);
  CHECK(program.findings() == "");
}

TEST_CASE("a condition that decides two branches decides them alike",
          "[cases]") {
  Program program(withMain("", R"(
      %o = arith.cmpi slt, %k, %c3 : index
      %m = noisy.mul %e, %e : !noisy.i32
      cf.cond_br %o, ^one(%m : !noisy.i32), ^one(%e : !noisy.i32)
    ^one(%u: !noisy.i32):
      cf.cond_br %o, ^end(%u : !noisy.i32), ^two
    ^two:
      %z = noisy.mul %u, %e : !noisy.i32
      cf.br ^end(%z : !noisy.i32)
    ^end(%w: !noisy.i32):
)",
                           ", %k: index"));
  CHECK(program.bound("%u") == 24);
  CHECK(program.bound("%z") == 24);
  CHECK(program.bound("%w") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("a recursion is followed for all numbers that may be passed",
          "[cases]") {
  Program program(withMain(power, callPower("%1", "%e", "%n"),
                           ", %n: index {noisy.range = [1, 4]}"));
  CHECK(program.bound("%1") == 16);
  CHECK(program.findings() == "");
  // Each iteration of a loop passes one of them.
  Program loop(withMain(power, R"(
      %r = scf.for %i = %c1 to %c5 step %c1 iter_args(%a = %e) -> !noisy.i32 {
)" + callPower("%1", "%a", "%i") + "scf.yield %1 : !noisy.i32\n}\n"));
  CHECK(loop.bound("%r") == 12 + 1 + 2 + 3 + 4);
}

TEST_CASE("a recursion on what is not known grows", "[cases]") {
  Program program(withMain(power, callPower("%1", "%e", "%n"), ", %n: index"));
  CHECK(program.bound("%1") == unbounded);
  CHECK(program.findings() == "unbounded %v by 1");
  // It may be called with anything from out of sight.
  std::string text = power;
  text.replace(text.find("private "), 8, "");
  Program shown(withMain(text, callPower("%1", "%e", "%c3")));
  CHECK(shown.bound("%1") == unbounded);
}

TEST_CASE("a recursion that is too deep grows", "[cases]") {
  Program program(withMain(
      power, "%k = arith.constant 5000 : index\n%f = noisy.reduce_noise %e : "
             "!noisy.i32\n" +
                 callPower("%1", "%f", "%k")));
  CHECK(program.bound("%1") == unbounded);
}

TEST_CASE("functions that call each other count down together", "[cases]") {
  Program program(R"(
    func.func private @even(%v: !noisy.i32, %n: i8) -> !noisy.i32 {
      %0 = arith.constant 0 : i8
      %z = arith.cmpi sgt, %n, %0 : i8
      %w = scf.if %z -> !noisy.i32 {
        %1 = arith.constant 1 : i8
        %m = arith.subi %n, %1 : i8
        %s = noisy.scale %v by 4 : !noisy.i32
        %q = func.call @odd(%s, %m) : (!noisy.i32, i8) -> !noisy.i32
        scf.yield %q : !noisy.i32
      } else {
        scf.yield %v : !noisy.i32
      }
      return %w : !noisy.i32
    }
    func.func private @odd(%u: !noisy.i32, %k: i8) -> !noisy.i32 {
      %1 = arith.constant 1 : i8
      %m = arith.subi %k, %1 : i8
      %s = noisy.add %u, %u : !noisy.i32
      %q = func.call @even(%s, %m) : (!noisy.i32, i8) -> !noisy.i32
      return %q : !noisy.i32
    }
    func.func @main(%x: i5) {
      %4 = arith.constant 4 : i8
      %e = noisy.encode %x : i5 -> !noisy.i32
      %r = call @even(%e, %4) : (!noisy.i32, i8) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%r") == 12 + 2 * 3);
  CHECK(program.bound("%u") == 17);
}

TEST_CASE("noise depends on which of a few numbers is passed", "[cases]") {
  std::string function = R"(
    func.func private @some(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %w = scf.index_switch %n -> !noisy.i32
      case 1 {
        %1 = noisy.scale %v by 16 : !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      case 3 {
        %2 = noisy.scale %v by 4 : !noisy.i32
        scf.yield %2 : !noisy.i32
      }
      default {
        scf.yield %v : !noisy.i32
      }
      return %w : !noisy.i32
    })";
  auto call = [](llvm::StringRef result, llvm::StringRef number) {
    return (result + " = func.call @some(%e, " + number +
            ") : (!noisy.i32, index) -> !noisy.i32\n")
        .str();
  };
  Program program(withMain(function, call("%r1", "%c1") + call("%r3", "%c3") +
                                         call("%r5", "%c5")));
  CHECK(program.bound("%r1") == 16);
  CHECK(program.bound("%r3") == 14);
  CHECK(program.bound("%r5") == 12);
  CHECK(program.bound("%w") == 16);
}

TEST_CASE("a loop runs as often as the call says", "[cases]") {
  Program program(withMain(R"(
    func.func private @loop(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %w = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> !noisy.i32 {
        %s = noisy.add %a, %a : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      return %w : !noisy.i32
    })",
                           R"(
      %1 = call @loop(%e, %c1) : (!noisy.i32, index) -> !noisy.i32
      %5 = call @loop(%1, %c5) : (!noisy.i32, index) -> !noisy.i32
)"));
  CHECK(program.bound("%1") == 13);
  CHECK(program.bound("%5") == 18);
}

/// Adds as often as %n says.
static const char *counted = R"(
    func.func private @loop(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %w = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> !noisy.i32 {
        %s = noisy.add %a, %a : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      return %w : !noisy.i32
    })";

static std::string callLoop(llvm::StringRef result, llvm::StringRef value,
                            llvm::StringRef number) {
  return (result + " = func.call @loop(" + value + ", " + number +
          ") : (!noisy.i32, index) -> !noisy.i32\n")
      .str();
}

TEST_CASE("a loop runs at most as often as the range of each call says",
          "[cases]") {
  const char *arguments = ", %k: index {noisy.range = [0, 3]}, "
                          "%l: index {noisy.range = [2, 12]}";
  Program program(withMain(
      counted,
      callLoop("%1", "%e", "%k") + callLoop("%2", "%e", "%l") +
          "%lk = arith.addi %l, %k : index\n" + callLoop("%3", "%e", "%lk"),
      arguments));
  CHECK(program.bound("%1") == 15);
  CHECK(program.bound("%2") == 24);
  CHECK(program.bound("%3") == 27);
  CHECK(program.bound("%w") == 27);
  CHECK(program.findings() == "overflow %e 12 of 0 in %s");
  // Also through a function, and for one more than is passed.
  Program deep(withMain(counted + std::string(R"(
    func.func private @more(%u: !noisy.i32, %m: index) -> !noisy.i32 {
      %c1 = arith.constant 1 : index
      %n = arith.addi %m, %c1 : index
)") + callLoop("%r", "%u", "%n") +
                            "return %r : !noisy.i32\n}\n",
                        R"(
      %1 = call @more(%e, %k) : (!noisy.i32, index) -> !noisy.i32
      %2 = call @more(%e, %l) : (!noisy.i32, index) -> !noisy.i32
)",
                        arguments));
  CHECK(deep.bound("%1") == 16);
  CHECK(deep.bound("%2") == 25);
  CHECK(deep.findings() == "");
}

TEST_CASE(
    "ranges of calls beyond a limit count as one, and constants as before",
    "[cases]") {
  std::string body = callLoop("%1", "%e", "%c3"), arguments;
  for (unsigned i = 0; i < 300; ++i) {
    std::string n = std::to_string(i);
    arguments += ", %k" + n + ": index {noisy.range = [0, " +
                 std::to_string(i + 10) + "]}";
    body += callLoop("%r" + n, "%e", "%k" + n);
  }
  Program program(withMain(counted, body, arguments));
  CHECK(program.bound("%1") == 15);
  CHECK(program.bound("%r0") == 12 + 309);
}

TEST_CASE("a recursion on a large range is followed", "[cases]") {
  for (const char *range : {"[1, 80]", "[0, 300]"}) {
    CAPTURE(range);
    Program program(withMain(
        power, callPower("%1", "%e", "%n"),
        ", %n: index {noisy.range = " + llvm::Twine(range).str() + "}"));
    CHECK(program.bound("%1") == (range[1] == '1' ? 92 : 312));
  }
}

/// Multiplies if the condition holds.
static const char *square = R"(
    func.func private @square(%v: !noisy.i32, %q: i1) -> !noisy.i32 {
      %w = scf.if %q -> !noisy.i32 {
        %t = noisy.mul %v, %v : !noisy.i32
        scf.yield %t : !noisy.i32
      } else {
        scf.yield %v : !noisy.i32
      }
      return %w : !noisy.i32
    })";

TEST_CASE("what the same condition excludes is not joined", "[cases]") {
  std::string first = R"(
      %m = noisy.mul %e, %e : !noisy.i32
      %1 = arith.select %p, %m, %e : !noisy.i32
)";
  Program program(withMain("", first + R"(
      %2 = scf.if %p -> !noisy.i32 {
        scf.yield %1 : !noisy.i32
      } else {
        %s = noisy.mul %1, %e : !noisy.i32
        scf.yield %s : !noisy.i32
      })"));
  CHECK(program.bound("%1") == 24);
  CHECK(program.bound("%s") == 24);
  CHECK(program.bound("%2") == 24);
  CHECK(program.findings() == "");
  // Both where the conditions differ.
  Program other(withMain("", first + R"(
      %2 = scf.if %q -> !noisy.i32 {
        scf.yield %1 : !noisy.i32
      } else {
        %s = noisy.mul %1, %e : !noisy.i32
        scf.yield %s : !noisy.i32
      })",
                         ", %q: i1"));
  CHECK(other.bound("%s") == 36);
}

TEST_CASE("callees know the condition, and its negation", "[cases]") {
  Program program(withMain(square, R"(
      %np = arith.xori %p, %true : i1
      %1 = call @square(%e, %p) : (!noisy.i32, i1) -> !noisy.i32
      %2 = call @square(%1, %np) : (!noisy.i32, i1) -> !noisy.i32
)"));
  CHECK(program.bound("%1") == 24);
  CHECK(program.bound("%2") == 24);
  CHECK(program.findings() == "");
  Program twice(withMain(square, R"(
      %1 = call @square(%e, %p) : (!noisy.i32, i1) -> !noisy.i32
      %2 = call @square(%1, %p) : (!noisy.i32, i1) -> !noisy.i32
)"));
  CHECK(twice.bound("%2") == 48);
}

TEST_CASE("comparisons of the same are the same condition", "[cases]") {
  auto select = [](llvm::StringRef comparison) {
    return (R"(
      %m = noisy.mul %e, %e : !noisy.i32
      %c = arith.cmpi slt, %i, %k : index
      %d = arith.cmpi )" +
            comparison + R"( : index
      %u = arith.select %c, %m, %e : !noisy.i32
      %w = arith.select %d, %e, %m : !noisy.i32
      %z = noisy.add %u, %w : !noisy.i32
      %y = noisy.mul %u, %w : !noisy.i32
)")
        .str();
  };
  std::string arguments = ", %i: index, %k: index";
  Program same(withMain("", select("slt, %i, %k"), arguments));
  CHECK(same.bound("%y") == 36);
  Program turned(withMain("", select("sgt, %k, %i"), arguments));
  CHECK(turned.bound("%y") == 36);
  Program inverse(withMain("", select("sge, %i, %k"), arguments));
  CHECK(inverse.bound("%y") == 48);
  Program other(withMain("", select("ult, %i, %k"), arguments));
  CHECK(other.bound("%y") == 48);
}

TEST_CASE("what a condition implies of another one is not joined", "[cases]") {
  auto holds = [](llvm::StringRef first, llvm::StringRef second) {
    Program program(withMain(
        "",
        ("%o = arith.cmpi " + first + "\n%q = arith.cmpi " + second + R"(
      %m = noisy.mul %e, %e : !noisy.i32
      %u = arith.select %o, %m, %e : !noisy.i32
      %z = noisy.mul %u, %e : !noisy.i32
      %w = arith.select %q, %z, %u : !noisy.i32
)")
            .str(),
        ", %k: index, %l: index"));
    // %o and %q exclude each other if 36 bits are never selected.
    return program.bound("%w") == 24;
  };
  CHECK(holds("ult, %k, %c3 : index", "uge, %k, %c5 : index"));
  CHECK(holds("slt, %k, %c3 : index", "sgt, %k, %c3 : index"));
  CHECK(holds("eq, %k, %c3 : index", "slt, %k, %c3 : index"));
  CHECK(holds("eq, %k, %c3 : index", "eq, %k, %c5 : index"));
  CHECK(holds("slt, %k, %l : index", "eq, %l, %k : index"));
  CHECK(holds("sle, %k, %l : index", "slt, %l, %k : index"));
  CHECK_FALSE(holds("ult, %k, %c5 : index", "uge, %k, %c3 : index"));
  CHECK_FALSE(holds("slt, %k, %c3 : index", "uge, %k, %c5 : index"));
  CHECK_FALSE(holds("sle, %k, %l : index", "sle, %l, %k : index"));
  CHECK_FALSE(holds("slt, %k, %l : index", "ult, %l, %k : index"));
}

TEST_CASE("a condition of two others is known by these", "[cases]") {
  Program program(withMain("", R"(
      %o = arith.cmpi slt, %k, %c3 : index
      %q = arith.cmpi slt, %l, %c3 : index
      %both = arith.andi %o, %q : i1
      %m = noisy.mul %e, %e : !noisy.i32
      %u = arith.select %o, %e, %m : !noisy.i32
      %z = noisy.mul %u, %e : !noisy.i32
      %w = arith.select %both, %z, %e : !noisy.i32
)",
                           ", %k: index, %l: index"));
  CHECK(program.bound("%z") == 36);
  CHECK(program.bound("%w") == 24);
}

TEST_CASE("a condition excludes numbers that a call passes", "[cases]") {
  Program program(withMain(R"(
    func.func private @f(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c2 = arith.constant 2 : index
      %o = arith.cmpi slt, %n, %c2 : index
      %m = noisy.mul %v, %v : !noisy.i32
      %u = arith.select %o, %m, %v : !noisy.i32
      %w = arith.select %o, %u, %v : !noisy.i32
      return %w : !noisy.i32
    })",
                           R"(
      %1 = func.call @f(%e, %c1) : (!noisy.i32, index) -> !noisy.i32
      %2 = func.call @f(%e, %c3) : (!noisy.i32, index) -> !noisy.i32
)"));
  CHECK(program.bound("%1") == 24);
  CHECK(program.bound("%2") == 12);
}

TEST_CASE("the same set of the same is the same condition", "[cases]") {
  auto branch = [](llvm::StringRef set, llvm::StringRef operand) {
    return (R"(
      %m = noisy.mul %e, %e : !noisy.i32
      %1 = affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) -> !noisy.i32 {
        affine.yield %m : !noisy.i32
      } else {
        affine.yield %e : !noisy.i32
      }
      %2 = affine.if affine_set<(d0) : ()" +
            set + ")>(" + operand + R"() -> !noisy.i32 {
        affine.yield %1 : !noisy.i32
      } else {
        %s = noisy.mul %1, %e : !noisy.i32
        affine.yield %s : !noisy.i32
      })")
        .str();
  };
  std::string arguments = ", %i: index, %k: index";
  Program same(withMain("", branch("d0 - 4 >= 0", "%i"), arguments));
  CHECK(same.bound("%1") == 24);
  CHECK(same.bound("%s") == 24);
  CHECK(same.bound("%2") == 24);
  Program other(withMain("", branch("d0 - 5 >= 0", "%i"), arguments));
  CHECK(other.bound("%s") == 36);
  Program elsewhere(withMain("", branch("d0 - 4 >= 0", "%k"), arguments));
  CHECK(elsewhere.bound("%s") == 36);
}

TEST_CASE("a recursion ends by a set of numbers", "[cases]") {
  Program program(withMain(R"(
    func.func private @power(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c1 = arith.constant 1 : index
      %w = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> !noisy.i32 {
        %m = arith.subi %n, %c1 : index
        %s = noisy.add %v, %v : !noisy.i32
        %q = func.call @power(%s, %m) : (!noisy.i32, index) -> !noisy.i32
        affine.yield %q : !noisy.i32
      } else {
        affine.yield %v : !noisy.i32
      }
      return %w : !noisy.i32
    })",
                           callPower("%1", "%e", "%c5")));
  CHECK(program.bound("%1") == 17);
  CHECK(program.findings() == "");
}

TEST_CASE("a condition in a loop has a value for each iteration", "[cases]") {
  Program program(withMain("", R"(
      %m = noisy.mul %e, %e : !noisy.i32
      %r:2 = scf.for %i = %c1 to %c5 step %c1 iter_args(%v = %e, %w = %e)
          -> (!noisy.i32, !noisy.i32) {
        %o = arith.cmpi eq, %i, %k : index
        %1 = arith.select %o, %m, %v : !noisy.i32
        %2 = arith.select %o, %w, %1 : !noisy.i32
        scf.yield %1, %2 : !noisy.i32, !noisy.i32
      }
)",
                           ", %k: index"));
  CHECK(program.bound("%r#0") == 24);
  CHECK(program.bound("%r#1") == 24);
}

TEST_CASE("what a branch stores is loaded only where it is executed",
          "[cases]") {
  Program program(withMain("", R"(
      %b = memref.alloca() : memref<!noisy.i32>
      memref.store %e, %b[] : memref<!noisy.i32>
      scf.if %p {
        %m = noisy.mul %e, %e : !noisy.i32
        memref.store %m, %b[] : memref<!noisy.i32>
      }
      %l = memref.load %b[] : memref<!noisy.i32>
      %u = arith.select %p, %e, %l : !noisy.i32
      %z = noisy.mul %u, %e : !noisy.i32
)"));
  CHECK(program.bound("%l") == 24);
  CHECK(program.bound("%z") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("an iteration of a long loop is in the case of all iterations",
          "[cases]") {
  // The cases are those of 2 and of any iteration: too many to be told apart.
  const char *callee = R"(
    func.func private @f(%v: !noisy.i32, %i: index, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %w = scf.for %k = %c0 to %i step %c1 iter_args(%a = %v) -> !noisy.i32 {
        %s = noisy.reduce_noise %a : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      %u = scf.for %k = %c0 to %n step %c1 iter_args(%b = %v) -> !noisy.i32 {
        %s = noisy.add %b, %b : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      return %u : !noisy.i32
    })";
  for (unsigned count : {7u, 9u, 60u, 64u, 65u, 100u, 1000u}) {
    CAPTURE(count);
    Program program(withMain(
        callee, "%c2 = arith.constant 2 : index\n%many = arith.constant " +
                    std::to_string(count) + R"( : index
      %r = scf.for %i = %c1 to %many step %c1 iter_args(%c = %e) -> !noisy.i32 {
        %q = func.call @f(%c, %i, %c2) : (!noisy.i32, index, index) -> !noisy.i32
        %z = noisy.reduce_noise %q : !noisy.i32
        scf.yield %z : !noisy.i32
      })"));
    CHECK(program.bound("%q") == 14);
    CHECK(program.bound("%u") == 14);
    CHECK(program.bound("%a") == 12);
    CHECK(program.findings() == "");
  }
}

TEST_CASE("many conditions count as before, beyond a limit", "[cases]") {
  std::string body = "%m = noisy.mul %e, %e : !noisy.i32\n", arguments;
  std::string last = "%e";
  for (unsigned i = 0; i < 12; ++i) {
    std::string n = std::to_string(i);
    arguments += ", %q" + n + ": i1";
    body += "%s" + n + " = arith.select %q" + n + ", %m, %e : !noisy.i32\n%t" +
            n + " = arith.select %q" + n + ", %e, %s" + n + " : !noisy.i32\n";
  }
  Program program(withMain("", body, arguments));
  for (unsigned i = 0; i < 12; ++i)
    CHECK(program.bound("%t" + std::to_string(i)) <= NoiseBound::bits(24));
  CHECK(program.bound("%t0") == 12);
}

/// Runs programs, and holds all values against their bounds. `pipeline` are
/// passes that are run on them before.
static void checkCases(unsigned seed, const CasesShape &shape,
                       llvm::StringRef pipeline = "") {
  std::mt19937 random(randomSeed(seed));
  unsigned runs = 0, values = 0, exact = 0;
  for (unsigned i = 0; i < 500; ++i) {
    std::string text = makeCases(random, shape);
    Program program(text);
    CAPTURE(i, text, program.diagnostics());
    REQUIRE(program.isParsed());
    REQUIRE((pipeline.empty() || program.run(pipeline)));
    const NoiseFacts &facts = program.facts();
    for (unsigned run = 0; run < 6; ++run) {
      llvm::DenseMap<Value, uint64_t> worst;
      RunOptions options;
      options.worstCase = run % 3 > 0;
      options.maxSteps = 20'000;
      options.maxDepth = 12;
      auto visit = [&](Value value, const RuntimeValue &content) {
        content.forEachCipher([&](const Cipher &cipher) {
          uint64_t &bits = worst[value];
          bits = std::max<uint64_t>(bits, cipher.noise);
        });
      };
      const char *entry = shape.hasOther && run % 2 ? "other" : "f0";
      RunResult result =
          Interpreter(random, options)
              .run(program.module().lookupSymbol<func::FuncOp>(entry), visit);
      CAPTURE(result.reason);
      REQUIRE(result.end != RunEnd::UnknownOperation);
      runs += result.isFinished();
      for (auto [value, bits] : worst) {
        NoiseBound bound = facts.getBound(value);
        bool holds = bound >= NoiseBound::bits(bits);
        if (!holds) {
          CAPTURE(program.name(value), bound, bits);
          REQUIRE(holds);
        }
        exact += bound == NoiseBound::bits(bits);
        ++values;
      }
    }
    countChecked("noise by cases, against runs");
  }
  WARN(runs << " runs, with " << values << " values, of which " << exact
            << " have their bound");
  CHECK(runs > 1200);
}

TEST_CASE("no run of functions that integers decide passes the bounds",
          "[cases][random]") {
  CasesShape shape;
  checkCases(41, shape);
  shape.hasRecursion = shape.hasMemory = false;
  shape.functions = 2;
  checkCases(42, shape);
  shape.functions = 3;
  shape.hasRecursion = shape.hasLongLoops = true;
  checkCases(43, shape);
  shape.functions = 2;
  shape.hasUnknown = shape.hasMemory = true;
  shape.hasRecursion = false;
  checkCases(47, shape);
  shape.functions = 3;
  shape.hasUnknown = false;
  shape.hasOther = true;
  checkCases(51, shape);
}

TEST_CASE("calls with unknown numbers add no noise to others",
          "[cases][random]") {
  std::mt19937 random(randomSeed(52));
  CasesShape shape;
  shape.functions = 3;
  shape.hasRecursion = false;
  unsigned values = 0, same = 0, grow = 0;
  for (unsigned i = 0; i < 500; ++i) {
    shape.hasMemory = i % 2;
    shape.hasLongLoops = i % 4 > 1;
    shape.hasOther = false;
    std::mt19937 again = random;
    Program alone(makeCases(again, shape));
    shape.hasOther = true;
    std::string text = makeCases(random, shape);
    Program program(text);
    CAPTURE(text);
    const char *forms[] = {"", "lower-affine,func.func(scf-for-to-while)",
                           "lower-affine,convert-scf-to-cf"};
    REQUIRE((alone.run(forms[i % 3]) && program.run(forms[i % 3])));
    auto forEach = [](Program &all, auto visit) {
      all.module().lookupSymbol("f0")->walk([&](Operation *op) {
        for (Value result : op->getResults())
          if (const NoiseFact *fact = all.facts().find(result))
            visit(*fact);
      });
    };
    std::vector<NoiseBound> bounds;
    forEach(alone, [&](auto &fact) { bounds.push_back(fact.bound); });
    unsigned next = 0;
    forEach(program, [&](const NoiseFact &fact) {
      grow += fact.bound.isUnbounded() && !bounds[next].isUnbounded();
      same += fact.bound == bounds[next++];
    });
    values += next;
    countChecked("noise of calls beside unknown ones");
  }
  WARN(same << " of " << values << " values have the same bound, " << grow
            << " grow");
  CHECK(same > values * 99 / 100);
}

TEST_CASE("no run of functions that take numbers in ranges passes the bounds",
          "[cases][random]") {
  CasesShape shape;
  shape.hasWideRanges = true;
  checkCases(49, shape);
  shape.hasRecursion = false;
  shape.hasUnknown = true;
  checkCases(50, shape);
}

TEST_CASE(
    "no run of functions of blocks that integers decide passes the bounds",
    "[cases][random]") {
  const char *toBlocks = "func.func(lower-affine),convert-scf-to-cf";
  CasesShape shape;
  checkCases(44, shape, toBlocks);
  checkCases(46, shape, (toBlocks + llvm::Twine(",canonicalize")).str());
  shape.functions = 3;
  shape.hasMemory = false;
  shape.hasLongLoops = true;
  checkCases(45, shape, toBlocks);
  shape.functions = 2;
  shape.hasUnknown = true;
  shape.hasRecursion = false;
  checkCases(48, shape, (toBlocks + llvm::Twine(",canonicalize")).str());
  shape.hasUnknown = false;
  shape.hasOther = true;
  checkCases(53, shape, toBlocks);
  checkCases(54, shape, "lower-affine,func.func(scf-for-to-while)");
}
