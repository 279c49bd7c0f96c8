//===- NoiseSolverLoopCallsTest.cpp - Functions that loops call -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("functions are called anew in each turn") {
  Program program(R"(
    func.func private @add(%v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
    func.func private @four(%v: !noisy.i32) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %1 = func.call @add(%w) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return %r : !noisy.i32
    }
    func.func @f(%x: i5) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @four(%v) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("@f %r") == 24);
  CHECK(program.bound("@f %v") == 20);
  // The arguments are still the join over all calls.
  CHECK(program.bound("@four %v") == 20);
  CHECK(program.bound("@four %r") == 24);
  CHECK(program.bound("@add %v") == 23);
  CHECK(program.bound("@add %w") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("a recursion in the body makes a loop of unknown length") {
  Program program(R"(
    func.func private @g(%v: !noisy.i32, %p: i1) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      %u = scf.if %p -> !noisy.i32 {
        %x = func.call @g(%v, %p) : (!noisy.i32, i1) -> !noisy.i32
        scf.yield %x : !noisy.i32
      } else {
        scf.yield %w : !noisy.i32
      }
      return %u : !noisy.i32
    }
    func.func @f(%x: i5, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @g(%v, %p) : (!noisy.i32, i1) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("%r") == unbounded);
}

TEST_CASE("a call in a loop and one before it are no circle") {
  // The argument depends on the loop, and the loop on a result of the function
  // from before it: no circle.
  Program program(R"(
    func.func private @g(%v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
    func.func @f(%x: i5) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %s = call @g(%a) : (!noisy.i32) -> !noisy.i32
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @g(%s) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("%s") == 13);
  CHECK(program.bound("%r") == 14);
  CHECK(program.bound("%w") == 14);
}

TEST_CASE("an overflow in a function that a loop calls is reported there") {
  Program program(R"(
    func.func private @g(%v: !noisy.i32) -> !noisy.i32 {
      %z = noisy.add %v, %v : !noisy.i32
      return %z : !noisy.i32
    }
    func.func private @h(%u: !noisy.i32) -> !noisy.i32 {
      %s = affine.for %i = 0 to 20 iter_args(%t = %u) -> !noisy.i32 {
        %q = noisy.add %t, %u : !noisy.i32
        affine.yield %q : !noisy.i32
      }
      return %s : !noisy.i32
    }
    func.func @f(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = affine.for %i = 0 to 20 iter_args(%w = %a) -> !noisy.i32 {
        %1 = func.call @g(%w) : (!noisy.i32) -> !noisy.i32
        affine.yield %1 : !noisy.i32
      }
      %k = affine.for %i = 0 to 4 iter_args(%y = %a) -> !noisy.i32 {
        %2 = func.call @h(%y) : (!noisy.i32) -> !noisy.i32
        affine.yield %2 : !noisy.i32
      }
      return
    })");
  CHECK(program.findings() == "overflow %z 32\noverflow %q 92");
}

TEST_CASE("what only a loop without turns calls is never executed") {
  Program program(R"(
    func.func private @g(%v: !noisy.i32) {
      %z = noisy.mul %v, %v : !noisy.i32
      return
    }
    func.func @f(%x: i5, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %none = arith.minui %n, %c0 : index
      scf.for %i = %c0 to %none step %c1 {
        %m = noisy.mul %a, %a : !noisy.i32
        func.call @g(%m) : (!noisy.i32) -> ()
      }
      return
    })");
  CHECK(program.bound("%m") == unreachable);
  CHECK(program.bound("%z") == unreachable);
  CHECK(program.findings() == "");
}

/// A function that runs `body`, which gives %s from %w, as often as it is told,
/// and `@main` with the constants and a fresh value %e.
static std::string withRepeat(llvm::StringRef body, llvm::StringRef calls,
                              llvm::StringRef access = "private") {
  return ("func.func " + access +
          R"( @repeat(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%w = %v) -> !noisy.i32 {
)" + body +
          R"(
        scf.yield %s : !noisy.i32
      }
      return %r : !noisy.i32
    }
    func.func @main(%x: i5, %any: index, %few: i32) {
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c5 = arith.constant 5 : index
      %c14 = arith.constant 14 : index
      %huge = arith.constant 100000 : index
      %fewer = arith.index_cast %few : i32 to index
      %e = noisy.encode %x : i5 -> !noisy.i32
)" + calls +
          "return\n}\n")
      .str();
}

/// A line that calls `@repeat` with %e and a number.
static std::string repeat(const std::string &result,
                          const std::string &number) {
  return result + " = call @repeat(%e, " + number +
         ") : (!noisy.i32, index) -> !noisy.i32\n";
}

static std::string describeFirst(Program &program) {
  return describeFinding(program.facts(), program.facts().getFindings()[0],
                         [&](Value value) { return program.name(value); });
}

TEST_CASE("a call with an unknown integer does not change the others",
          "[open]") {
  const char *add = "%s = noisy.add %w, %v : !noisy.i32";
  std::string known = repeat("%1", "%c3") + repeat("%2", "%c14");
  std::string text = "noise overflow in @repeat: this call passes ";
  std::string rest = " for %n, @repeat takes at most 14";
  for (auto [number, passed] :
       {std::pair("%any", "an unknown integer"),
        std::pair("%fewer", "an integer in [-2^31, 2^31 - 1]"),
        std::pair("%huge", "100000")}) {
    CAPTURE(number);
    Program program(withRepeat(add, known + repeat("%3", number)));
    CHECK(program.bound("%1") == 15);
    CHECK(program.bound("%2") == 26);
    CHECK(program.bound("%3") >= moreThanCap);
    CHECK(program.bound("%s") == program.bound("%3"));
    CHECK(program.fact("%1").isSafe(26));
    CHECK(program.fact("%2").isSafe(26));
    CHECK_FALSE(program.fact("%3").isSafe(26));
    CHECK(program.fact("%s").byCall.size() == 3);
    CHECK(describeFirst(program) == text + passed + rest);
    CHECK(program.facts().getFindings().size() == 1);
  }
  // So it is in each form of the loop.
  for (const char *pipeline :
       {"func.func(scf-for-to-while)", "convert-scf-to-cf"}) {
    CAPTURE(pipeline);
    Program program(withRepeat(add, known + repeat("%3", "%any")));
    REQUIRE(program.run(pipeline));
    CHECK(program.bound("%1") == 15);
    CHECK(program.bound("%2") == 26);
    CHECK(program.bound("%3") == unbounded);
    REQUIRE(program.facts().getFindings().size() == 1);
    CHECK(program.facts().getFindings()[0].integer->limit == 14);
  }
  Program one(withRepeat(add, known + repeat("%3", "%any")));
  CHECK(one.bound("%w") == unbounded);
  CHECK(one.fact("%3").unreliableCause == one.value("%w"));
  CHECK(one.findings() == "overflow %e 12 of 0 in %w");
}

TEST_CASE("what grows in calls out of sight, or in all, is told in the loop",
          "[open]") {
  const char *add = "%s = noisy.add %w, %v : !noisy.i32";
  Program shown(withRepeat(add, repeat("%1", "%c3"), "public"));
  CHECK(shown.bound("%1") == 15);
  CHECK(shown.fact("%1").isSafe(26));
  CHECK(shown.bound("%w") == unbounded);
  CHECK(shown.findings() == "unbounded %w by 1");
  Program all(withRepeat(add, repeat("%1", "%any") + repeat("%2", "%fewer")));
  CHECK(all.bound("%1") == unbounded);
  CHECK(all.bound("%2") == unbounded);
  CHECK(all.findings() == "unbounded %w by 1");
  Program both(withRepeat(add, repeat("%1", "%any") + repeat("%2", "%huge")));
  CHECK(both.bound("%1") == unbounded);
  CHECK(both.bound("%2") == moreThanCap);
  CHECK(both.findings() == "unbounded %w by 1\noverflow %s unbounded");
}

TEST_CASE("after any number of iterations noise may have an end", "[open]") {
  const char *reduced = "%q = noisy.reduce_noise %w : !noisy.i32\n"
                        "%s = noisy.mul %q, %v : !noisy.i32";
  Program program(
      withRepeat(reduced, repeat("%1", "%c3") + repeat("%2", "%any")));
  CHECK(program.bound("%1") == 24);
  CHECK(program.bound("%2") == 24);
  CHECK(program.findings() == "");
  // Values that change places; only the second call sees the last one.
  Program round(R"(
    func.func private @f(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %y = noisy.scale %v by 4 : !noisy.i32
      %z = noisy.scale %v by 16 : !noisy.i32
      %r:3 = scf.for %i = %c0 to %n step %c1
          iter_args(%u = %v, %w = %y, %x = %z)
          -> (!noisy.i32, !noisy.i32, !noisy.i32) {
        scf.yield %w, %x, %u : !noisy.i32, !noisy.i32, !noisy.i32
      }
      return %r#0 : !noisy.i32
    }
    func.func @main(%x: i5, %any: index) {
      %c1 = arith.constant 1 : index
      %e = noisy.encode %x : i5 -> !noisy.i32
      %1 = call @f(%e, %c1) : (!noisy.i32, index) -> !noisy.i32
      %2 = call @f(%e, %any) : (!noisy.i32, index) -> !noisy.i32
      return
    })");
  CHECK(round.bound("%1") == 14);
  CHECK(round.bound("%2") == 16);
  CHECK(round.findings() == "");
}

TEST_CASE("what open loops keep in buffers grows like what they carry",
          "[open]") {
  const char *stored = R"(
        %p = memref.alloca() : memref<!noisy.i32>
        memref.store %w, %p[] : memref<!noisy.i32>
        %q = memref.load %b[] : memref<!noisy.i32>
        %z = noisy.add %q, %v : !noisy.i32
        memref.store %z, %b[] : memref<!noisy.i32>
        %s = memref.load %p[] : memref<!noisy.i32>)";
  std::string calls = repeat("%1", "%c3") + repeat("%2", "%any");
  std::string text = withRepeat(stored, calls);
  text.insert(text.find("%r = scf.for"),
              "%b = memref.alloca() : memref<!noisy.i32>\n"
              "memref.store %v, %b[] : memref<!noisy.i32>\n");
  text.replace(text.find("return %r"), 9,
               "%l = memref.load %b[] : memref<!noisy.i32>\nreturn %l");
  Program program(text);
  CHECK(program.bound("%1") == 15);
  CHECK(program.bound("%2") == unbounded);
  CHECK(program.bound("%w") == 12);
  CHECK(program.fact("%1").isSafe(26));
  REQUIRE(program.facts().getFindings().size() == 1);
  CHECK(program.facts().getFindings()[0].integer->limit == 14);
}

TEST_CASE("iterations that no other call has count for an unknown integer",
          "[open]") {
  // In the iteration after those of the first call there is a product.
  const char *product = R"(
        %p = arith.cmpi eq, %i, %c4 : index
        %m = noisy.mul %v, %v : !noisy.i32
        %q = arith.select %p, %m, %v : !noisy.i32
        %s = noisy.add %q, %v : !noisy.i32)";
  Program program(
      withRepeat(product, repeat("%1", "%c2") + repeat("%2", "%c3") +
                              repeat("%3", "%c5") + repeat("%4", "%any")));
  CHECK(program.bound("%1") == 13);
  CHECK(program.bound("%2") == 13);
  CHECK(program.bound("%3") == 25);
  CHECK(program.bound("%4") == 25);
  CHECK(program.findings() == "");
  Program shorter(withRepeat(product, repeat("%1", "%c2") +
                                          repeat("%2", "%c3") +
                                          repeat("%4", "%any")));
  CHECK(shorter.bound("%2") == 13);
  CHECK(shorter.bound("%4") == 25);
  // The number of inner iterations, too.
  Program inner(withRepeat(R"(
        %z = arith.remui %i, %c4 : index
        %k = scf.for %j = %c0 to %z step %c1 iter_args(%a = %v) -> !noisy.i32 {
          %b = noisy.add %a, %a : !noisy.i32
          scf.yield %b : !noisy.i32
        }
        %s = noisy.add %k, %v : !noisy.i32)",
                           repeat("%1", "%c2") + repeat("%2", "%any")));
  CHECK(inner.bound("%1") == 14);
  CHECK(inner.bound("%2") == 16);
  CHECK(inner.findings() == "");
}

TEST_CASE("the inner loop of a triangle is counted for each call", "[open]") {
  for (auto [range, bits] :
       {std::pair("%c0 to %i", 15), std::pair("%i to %n", 18),
        std::pair("%c0 to %k", 15)}) {
    Program program(withRepeat(
        R"(
          %h = arith.addi %i, %i : index
          %k = arith.subi %h, %i : index
          %s = scf.for %j = )" +
            std::string(range) + R"( step %c1 iter_args(%a = %w) -> !noisy.i32 {
            %b = noisy.add %a, %v : !noisy.i32
            scf.yield %b : !noisy.i32
          })",
        repeat("%1", "%c3") + repeat("%2", "%any")));
    CAPTURE(range);
    INFO(program.diagnostics());
    CHECK(program.bound("%1") == bits);
    CHECK(program.bound("%2") == unbounded);
    CHECK(program.fact("%1").isSafe(26));
    CHECK_FALSE(program.fact("%2").isSafe(26));
  }
  // Of more iterations than are told apart, the most counts.
  std::string text = withRepeat(R"(
        %f = arith.constant 14 : index
        %k = arith.shrui %i, %f : index
        %q = noisy.reduce_noise %w : !noisy.i32
        %s = scf.for %j = %c0 to %k step %c1 iter_args(%a = %q) -> !noisy.i32 {
          %b = noisy.add %a, %v : !noisy.i32
          scf.yield %b : !noisy.i32
        })",
                                repeat("%1", "%huge") + repeat("%2", "%any"));
  text.replace(text.find("100000"), 6, "40000");
  Program many(text);
  CHECK(many.bound("%1") == 14);
  CHECK(many.bound("%2") == unbounded);
}

TEST_CASE("the trip count of one case says nothing of the iterations in others",
          "[open]") {
  // Of 0 it is 0, whatever %k is; otherwise that is known in each iteration.
  Program program(R"(
    func.func private @f(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%w = %v, %k = %c1)
          -> (!noisy.i32, index) {
        %m = arith.muli %n, %k : index
        %s = scf.for %j = %c0 to %m step %c1 iter_args(%a = %w) -> !noisy.i32 {
          %b = noisy.add %a, %v : !noisy.i32
          scf.yield %b : !noisy.i32
        }
        %l = arith.addi %k, %c1 : index
        %h = arith.cmpi uge, %k, %c3 : index
        %z = scf.if %h -> (index) {
          scf.yield %c0 : index
        } else {
          scf.yield %l : index
        }
        scf.yield %s, %z : !noisy.i32, index
      }
      return %r#0 : !noisy.i32
    }
    func.func @main(%x: i5) {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %e = noisy.encode %x : i5 -> !noisy.i32
      %1 = call @f(%e, %c0) : (!noisy.i32, index) -> !noisy.i32
      %2 = call @f(%e, %c2) : (!noisy.i32, index) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%1") == 12);
  CHECK(program.bound("%2") >= NoiseBound::bits(24));
}

TEST_CASE("what a loop without iterations decides has no state", "[open]") {
  Program program(withFresh(R"(
    %t = scf.for %i = %n to %n step %c1 iter_args(%w = %a) -> !noisy.i32 {
      %p0 = arith.cmpi ult, %i, %c2 : index
      %s = scf.if %p0 -> (!noisy.i32) {
        %q = scf.for %j = %c0 to %i step %c1 iter_args(%u = %w) -> !noisy.i32 {
          %v = noisy.add %u, %b : !noisy.i32
          scf.yield %v : !noisy.i32
        }
        scf.yield %q : !noisy.i32
      } else {
        scf.yield %w : !noisy.i32
      }
      scf.yield %s : !noisy.i32
    })"));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%t") == 12);
  CHECK(program.bound("%s") == unreachable);
  CHECK(program.findings() == "");
}

TEST_CASE("an unknown integer is told where it is passed, through other calls",
          "[open]") {
  Program program(R"(
    func.func private @repeat(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = affine.for %i = 0 to %n iter_args(%w = %v) -> !noisy.i32 {
        %o = affine.for %j = 0 to %n iter_args(%u = %w) -> !noisy.i32 {
          %s = noisy.add %u, %v : !noisy.i32
          affine.yield %s : !noisy.i32
        }
        affine.yield %o : !noisy.i32
      }
      return %r : !noisy.i32
    }
    func.func private @twice(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c2 = arith.constant 2 : index
      %m = arith.muli %n, %c2 : index
      %t = func.call @repeat(%v, %m) : (!noisy.i32, index) -> !noisy.i32
      return %t : !noisy.i32
    }
    func.func @main(%x: i5, %any: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %e = noisy.encode %x : i5 -> !noisy.i32
      %1 = call @twice(%e, %c1) : (!noisy.i32, index) -> !noisy.i32
      %2 = call @twice(%e, %any) : (!noisy.i32, index) -> !noisy.i32
      %q = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> !noisy.i32 {
        %3 = func.call @repeat(%a, %i) : (!noisy.i32, index) -> !noisy.i32
        scf.yield %3 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("%1") == 16);
  CHECK(program.bound("%2") == unbounded);
  CHECK(program.bound("%q") == 12 + 0 + 1 + 4);
  REQUIRE(program.facts().getFindings().size() == 1);
  const NoiseFinding &finding = program.facts().getFindings().front();
  CHECK(finding.use == program.value("%2").getDefiningOp());
  CHECK(describeFirst(program) == "noise overflow in @twice: this call passes "
                                  "an unknown integer for %n, @twice takes at "
                                  "most 1");
}

TEST_CASE("what is behind a loop without an end is not reached", "[open]") {
  // The call is only behind a loop that does not end for the same %p.
  Program program(R"(
    func.func private @f(%p: i1, %v: !noisy.i32) -> !noisy.i32 {
      cf.cond_br %p, ^one, ^three(%v : !noisy.i32)
    ^one:
      cf.br ^one
    ^two:
      %q = func.call @f(%p, %v) : (i1, !noisy.i32) -> !noisy.i32
      return %q : !noisy.i32
    ^three(%w: !noisy.i32):
      %s = noisy.add %w, %v : !noisy.i32
      cf.cond_br %p, ^two, ^three(%s : !noisy.i32)
    }
    func.func @main(%x: i5, %p: i1) {
      %e = noisy.encode %x : i5 -> !noisy.i32
      %1 = call @f(%p, %e) : (i1, !noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%w") == unbounded);
  CHECK(program.findings() == "unbounded %w by 1");
}
