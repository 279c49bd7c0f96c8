//===- NoiseReportTest.cpp - The facts in words ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "tests/support/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The findings as people read them, with the notes behind arrows.
static std::string report(Program &program) {
  std::string text;
  auto namer = [&](Value value) { return program.name(value); };
  for (const NoiseFinding &finding : program.facts().getFindings()) {
    text += describeFinding(program.facts(), finding, namer) + "\n";
    for (const NoiseNote &note :
         explainFinding(program.facts(), finding, namer))
      text += "  <- " + note.message + "\n";
  }
  return text;
}

static std::string origin(Program &program, llvm::StringRef name) {
  auto namer = [&](Value value) { return program.name(value); };
  return llvm::join(describeOrigin(program.facts(), program.value(name), namer),
                    "; ");
}

TEST_CASE("an overflow tells its sum and the chain that leads to it") {
  Program program(withFresh(R"(
    %4 = noisy.mul %a, %b : !noisy.i32
    %5 = noisy.add %4, %c : !noisy.i32
    %6 = noisy.mul %5, %c : !noisy.i32)"));
  CHECK(report(program) ==
        "noise overflow: %6 can have 37 = 25 + 12 bits of noise, limit 26\n"
        "  <- %5 has 25 = 1 + max(24, 12)\n"
        "  <- %c has 12 (fresh encryption)\n"
        "  <- %4 has 24 = 12 + 12\n"
        "  <- %a has 12 (fresh encryption)\n"
        "  <- %b has 12 (fresh encryption)\n");
}

TEST_CASE("a chain is cut where asked") {
  Program program(withFresh(R"(
    %4 = noisy.mul %a, %b : !noisy.i32
    %5 = noisy.mul %4, %c : !noisy.i32)"));
  auto namer = [&](Value value) { return program.name(value); };
  const NoiseFinding &finding = program.facts().getFindings()[0];
  CHECK(explainFinding(program.facts(), finding, namer, 2).size() == 2);
}

TEST_CASE("growth tells how much and where to mend it") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      scf.yield %1 : !noisy.i32
    })"));
  CHECK_THAT(report(program),
             Catch::StartsWith("unbounded noise: %v grows by 1 bit with each "
                               "iteration; reduce it inside the loop\n"));
}

TEST_CASE("in a recursion, growth is told by the call") {
  Program program(R"(
    func.func @rec(%v: !noisy.i32, %p: i1) {
      %w = noisy.mul %v, %v : !noisy.i32
      scf.if %p {
        func.call @rec(%w, %p) : (!noisy.i32, i1) -> ()
      }
      return
    })");
  CHECK_THAT(
      report(program),
      Catch::StartsWith("unbounded noise: %v grows with each call in the "
                        "recursion @rec -> @rec; reduce it inside the "
                        "recursion\n"));
}

TEST_CASE("growth in a function that a loop calls is told by the iteration") {
  auto grow = [](const std::string &calls) {
    Program program(R"(
    func.func private @more(%m: memref<!noisy.i32>) {
      %v = memref.load %m[] : memref<!noisy.i32>
      %w = noisy.add %v, %v : !noisy.i32
      memref.store %w, %m[] : memref<!noisy.i32>
      return
    })" + withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
)" + calls));
    return report(program);
  };
  const std::string call = "func.call @more(%m) : (memref<!noisy.i32>) -> ()\n";
  const std::string loop = "scf.for %i = %c0 to %n step %c1 {\n" + call + "}\n";
  CHECK_THAT(grow(loop),
             Catch::StartsWith("unbounded noise: %v grows by 1 bit with each "
                               "iteration; reduce it inside the loop\n"));
  CHECK_THAT(grow(loop + call),
             Catch::StartsWith(
                 "unbounded noise: %v grows by 1 bit with each call, or with "
                 "each iteration of a loop around one; reduce it in the "
                 "function\n"));
}

TEST_CASE("an unknown source names the operation") {
  Program program(R"(
    func.func @f() {
      %u = "strange.operation"() : () -> !noisy.i32
      return
    })");
  CHECK(report(program) ==
        "unknown noise: %u, a result of "
        "'strange.operation'; values that depend on it cannot be checked\n");
}

TEST_CASE("a call of a declaration says what to declare") {
  Program program(R"(
    func.func private @g(!noisy.i32) -> !noisy.i32
    func.func private @h() -> (i1, !noisy.i32)
    func.func @f(%a: !noisy.i32) {
      %u = call @g(%a) : (!noisy.i32) -> !noisy.i32
      %v:2 = call @h() : () -> (i1, !noisy.i32)
      return
    })");
  CHECK(report(program) ==
        "unknown noise: %u, a result of 'func.call': @g has no body and "
        "declares no noise for its result: add 'noisy.bound' to result 0 of "
        "@g; values that depend on it cannot be checked\n"
        "unknown noise: %v#1, a result of 'func.call': @h has no body and "
        "declares no noise for result 1: add 'noisy.bound' to result 1 of @h; "
        "values that depend on it cannot be checked\n");
}

TEST_CASE("an unknown source tells of all results of the operation") {
  Program two(R"(
    func.func @f() {
      %u:2 = "strange.operation"() : () -> (!noisy.i32, !noisy.i32)
      return
    })");
  CHECK(report(two) ==
        "unknown noise: %u#0 and %u#1 of 'strange.operation'; values that "
        "depend on them cannot be checked\n");
  Program three(R"(
    func.func @f() {
      "strange.operation"() ({
      ^bb0(%x: !noisy.i32, %y: !noisy.i32, %z: !noisy.i32):
        "strange.end"() : () -> ()
      }) : () -> ()
      return
    })");
  CHECK(report(three) ==
        "unknown noise: %x and 2 others of 'strange.operation'; values that "
        "depend on them cannot be checked\n");
}

TEST_CASE("a broken contract tells whose") {
  Program program(R"(
    func.func private @g(i5, !noisy.i32 {noisy.bound = 20 : i64})
    func.func @f(%x: i5) -> (i5, !noisy.i32 {noisy.bound = 13 : i64}) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      call @g(%x, %m) : (i5, !noisy.i32) -> ()
      return %x, %m : i5, !noisy.i32
    })");
  CHECK(report(program) ==
        "broken contract: %m can have 24 = 12 + 12 bits of noise, but argument "
        "1 of @g is declared to have at most 20 ('noisy.bound')\n"
        "  <- %m has 24 = 12 + 12\n"
        "  <- %a has 12 (fresh encryption)\n"
        "broken contract: %m can have 24 = 12 + 12 bits of noise, but result 1 "
        "of @f is declared to have at most 13 ('noisy.bound')\n"
        "  <- %m has 24 = 12 + 12\n"
        "  <- %a has 12 (fresh encryption)\n");
}

TEST_CASE("where a bound comes from is told in sentences") {
  Program program(R"(
    func.func private @g(!noisy.i32) -> (!noisy.i32 {noisy.bound = 20 : i64})
    func.func @f(%x: i5, %v: !noisy.i32, %w: !noisy.i32 {noisy.bound = 20 : i64}) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %1 = noisy.reduce_noise %a : !noisy.i32
      %2 = noisy.add %v, %v : !noisy.i32
      %3 = func.call @g(%a) : (!noisy.i32) -> !noisy.i32
      %4 = noisy.mul %3, %a : !noisy.i32
      %5 = noisy.reduce_noise %4 : !noisy.i32
      %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%u = %a) -> !noisy.i32 {
        scf.yield %u : !noisy.i32
      }
      return
    })");
  CHECK(origin(program, "%a") == "fresh encryption");
  CHECK(origin(program, "%1") == "fresh, by the reduction");
  CHECK(origin(program, "%v") == "assumed: unknown callers pass fresh values");
  CHECK(origin(program, "%w") == "stated by 'noisy.bound'");
  CHECK(origin(program, "%3") == "stated by 'noisy.bound'");
  CHECK(origin(program, "%2") == "assumes that %v is fresh");
  CHECK(origin(program, "%5") ==
        "fresh, by the reduction; unreliable: depends on %4, which "
        "overflows");
  CHECK(origin(program, "%u") == "the maximum over all iterations of the loop");
  CHECK(origin(program, "%r") == "after the last iteration of the loop");
}

TEST_CASE("what has no number is told as well") {
  Program program(R"(
    func.func @f(%x: i5, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %false = arith.constant false
      %a = noisy.encode %x : i5 -> !noisy.i32
      %u = "strange.operation"() : () -> !noisy.i32
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = noisy.add %v, %a : !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      cf.cond_br %false, ^dead, ^end
    ^dead:
      %2 = noisy.add %a, %a : !noisy.i32
      cf.br ^end
    ^end:
      return
    })");
  CHECK(origin(program, "%u") == "its origin is unknown");
  CHECK_THAT(origin(program, "%v"), Catch::StartsWith("grows without bound"));
  CHECK(origin(program, "%2") == "never executed");
}

TEST_CASE("every kind has a code; only what is unknown is no error") {
  CHECK(getFindingCode(NoiseFindingKind::Overflow) == "noise-overflow");
  CHECK(getFindingCode(NoiseFindingKind::Unbounded) == "noise-unbounded");
  CHECK(getFindingCode(NoiseFindingKind::Unknown) == "noise-unknown");
  CHECK(getFindingCode(NoiseFindingKind::Contract) == "noise-contract");
  CHECK(getFindingCode(NoiseFindingKind::StatedRange) == "int-stated-range");
  auto isErrorOf = [](NoiseFindingKind kind) {
    NoiseFinding finding{kind, Value(), NoiseBound()};
    return isError(finding);
  };
  CHECK(isErrorOf(NoiseFindingKind::Overflow));
  CHECK(isErrorOf(NoiseFindingKind::Unbounded));
  CHECK(isErrorOf(NoiseFindingKind::Contract));
  CHECK_FALSE(isErrorOf(NoiseFindingKind::Unknown));
}
