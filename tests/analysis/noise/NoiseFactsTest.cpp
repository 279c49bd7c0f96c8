//===- NoiseFactsTest.cpp - What is known of the noise --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseFacts.h"
#include "analysis/noise/NoiseReport.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// The programs of the article
//===----------------------------------------------------------------------===//

TEST_CASE("four chained multiplications overflow once, at the second") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32)"));
  CHECK(program.bound("%1") == 24);
  CHECK(program.bound("%2") == 48);
  CHECK(program.bound("%3") == 96);
  CHECK(program.bound("%4") == 192);
  CHECK(program.findings() == "overflow %2 48");
  CHECK(program.facts().getFindings()[0].limit == 26);
}

TEST_CASE("a multiplication and two branches of four additions") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %l1 = noisy.add %m, %a : !noisy.i32
    %l2 = noisy.add %l1, %a : !noisy.i32
    %l3 = noisy.add %l2, %a : !noisy.i32
    %l4 = noisy.add %l3, %a : !noisy.i32
    %r1 = noisy.sub %m, %b : !noisy.i32
    %r2 = noisy.sub %r1, %b : !noisy.i32
    %r3 = noisy.sub %r2, %b : !noisy.i32
    %r4 = noisy.sub %r3, %b : !noisy.i32)"));
  CHECK(program.bound("%l2") == 26); // the limit itself is legal
  CHECK(program.bound("%l4") == 28);
  CHECK(program.findings() == "overflow %l3 27\noverflow %r3 27");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

TEST_CASE("every operation follows the table") {
  Program program(withFresh(R"(
    %add = noisy.add %a, %b : !noisy.i32
    %sub = noisy.sub %add, %b : !noisy.i32
    %mul = noisy.mul %add, %b : !noisy.i32
    %s1 = noisy.scale %a by 1 : !noisy.i32
    %sm1 = noisy.scale %a by -1 : !noisy.i32
    %s2 = noisy.scale %a by 2 : !noisy.i32
    %s3 = noisy.scale %a by 3 : !noisy.i32
    %s4 = noisy.scale %a by -4 : !noisy.i32
    %s5 = noisy.scale %a by 5 : !noisy.i32
    %least = noisy.scale %a by -9223372036854775808 : !noisy.i32
    %reduced = noisy.reduce_noise %mul : !noisy.i32)"));
  CHECK(program.bound("%a") == 12);
  CHECK(program.bound("%add") == 13);
  CHECK(program.bound("%sub") == 14);
  CHECK(program.bound("%mul") == 25);
  CHECK(program.bound("%s1") == 12);
  CHECK(program.bound("%sm1") == 12);
  CHECK(program.bound("%s2") == 13);
  CHECK(program.bound("%s3") == 14);
  CHECK(program.bound("%s4") == 14);
  CHECK(program.bound("%s5") == 15);
  CHECK(program.bound("%least") == 75);
  CHECK(program.bound("%reduced") == 12);
}

TEST_CASE("numbers are exact up to the cap, and never wrap") {
  std::string text = "%1 = noisy.mul %a, %a : !noisy.i32\n";
  for (int i = 2; i <= 70; ++i)
    text += "%" + std::to_string(i) + " = noisy.mul %" + std::to_string(i - 1) +
            ", %" + std::to_string(i - 1) + " : !noisy.i32\n";
  Program program(withFresh(text));
  CHECK(program.bound("%12") == 49152);
  CHECK(program.bound("%13") == moreThanCap);
  CHECK(program.bound("%70") == moreThanCap);
  CHECK(program.findings() == "overflow %2 48");
}

TEST_CASE("only values that carry noise have facts") {
  Program program(withFresh(R"(
    %m = memref.alloc() : memref<4x!noisy.i32>
    %d = noisy.decode %a : !noisy.i32 -> i5)"));
  CHECK(program.facts().find(program.value("%d")) == nullptr);
  CHECK(program.facts().find(program.value("%m")) == nullptr);
  CHECK(program.facts().find(program.value("%x")) == nullptr);
  CHECK(program.bound("%d") == unknown);
  CHECK(program.facts().getValues().size() == 3);
}

TEST_CASE("the causes of a bound are those that give it") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %s = noisy.add %a, %m : !noisy.i32
    %t = arith.select %p, %a, %s : !noisy.i32
    %r = noisy.reduce_noise %t : !noisy.i32)"));
  auto causes = [&](llvm::StringRef name) {
    std::string text;
    for (Value cause : program.facts().getCauses(program.value(name)))
      text += program.name(cause) + " ";
    return text;
  };
  CHECK(causes("%m") == "%a %b ");
  CHECK(causes("%s") == "%m ");
  CHECK(causes("%t") == "%s ");
  CHECK(causes("%r") == "");
  CHECK(causes("%a") == "");
}

//===----------------------------------------------------------------------===//
// Unreliable
//===----------------------------------------------------------------------===//

TEST_CASE("what depends on an overflowed value is unreliable, reduced or not") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %over = noisy.mul %m, %a : !noisy.i32
    %reduced = noisy.reduce_noise %over : !noisy.i32
    %later = noisy.add %reduced, %a : !noisy.i32
    %apart = noisy.add %a, %b : !noisy.i32)"));
  CHECK(program.findings() == "overflow %over 36");
  CHECK(program.bound("%reduced") == 12);
  CHECK(program.fact("%reduced").unreliableCause == program.value("%over"));
  CHECK_FALSE(program.fact("%reduced").isSafe(26));
  CHECK(program.fact("%later").unreliableCause == program.value("%over"));
  CHECK_FALSE(program.fact("%later").isSafe(26));
  CHECK_FALSE(program.fact("%over").isSafe(26));
  CHECK(program.fact("%apart").isSafe(26));
  CHECK(program.fact("%m").isSafe(26));
}

TEST_CASE(
    "what a call makes from a unreliable argument is unreliable, whatever its "
    "contract says") {
  Program program(R"(
    func.func private @out(!noisy.i32) -> (!noisy.i32 {noisy.bound = 20 : i64})
    func.func private @in(%v: !noisy.i32 {noisy.bound = 20 : i64})
        -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
    func.func @f(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      %over = noisy.mul %m, %m : !noisy.i32
      %junk = noisy.reduce_noise %over : !noisy.i32
      %r1 = call @out(%junk) : (!noisy.i32) -> !noisy.i32
      %r2 = call @in(%junk) : (!noisy.i32) -> !noisy.i32
      %r3 = call @out(%a) : (!noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%r1") == 20);
  CHECK(program.fact("%r1").unreliableCause == program.value("%over"));
  CHECK(program.bound("%r2") == 21);
  CHECK(program.fact("%r2").unreliableCause == program.value("%over"));
  CHECK(program.fact("%r3").isSafe(26));
  // Inside, the contract is relied on.
  CHECK(program.fact("%w").isSafe(26));
}

TEST_CASE("a loop that carries junk spoils what it gives") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %over = noisy.mul %m, %a : !noisy.i32
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %over) -> !noisy.i32 {
      %w = noisy.reduce_noise %v : !noisy.i32
      scf.yield %w : !noisy.i32
    })"));
  CHECK(program.bound("%r") == 12);
  CHECK(program.fact("%r").unreliableCause == program.value("%over"));
  CHECK(program.fact("%w").unreliableCause == program.value("%over"));
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

TEST_CASE("a contract is relied on inside and checked where it is called") {
  Program program(R"(
    func.func @callee(%v: !noisy.i32 {noisy.bound = 20 : i64})
        -> (!noisy.i32 {noisy.bound = 22 : i64}) {
      %1 = noisy.add %v, %v : !noisy.i32
      %2 = noisy.add %1, %v : !noisy.i32
      %3 = noisy.add %2, %v : !noisy.i32
      return %3 : !noisy.i32
    }
    func.func @caller(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      %r = call @callee(%m) : (!noisy.i32) -> !noisy.i32
      %ok = call @callee(%a) : (!noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%v") == 20);
  CHECK(program.bound("%3") == 23);
  CHECK(program.bound("%r") == 22);
  CHECK(program.bound("%ok") == 22);
  CHECK(program.findings() == "contract %3 23 of 22\ncontract %m 24 of 20");
  const NoiseFinding &call = program.facts().getFindings()[1];
  CHECK(call.use->getName().getStringRef() == "func.call");
  CHECK(call.operand == 0);
  // A broken contract spoils nothing: the value itself is good.
  CHECK(program.fact("%m").isSafe(26));
}

TEST_CASE("a call of a value keeps the contracts of all that it may call") {
  Program program(R"(
    func.func private @strict(%v: !noisy.i32 {noisy.bound = 12 : i64}) -> i5 {
      %d = noisy.decode %v : !noisy.i32 -> i5
      return %d : i5
    }
    func.func private @never_taken(%v: !noisy.i32 {noisy.bound = 12 : i64}) {
      return
    }
    func.func private @other_type(%v: !noisy.i32 {noisy.bound = 12 : i64},
                                  %i: i5) {
      return
    }
    func.func @caller(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      %o = func.constant @other_type : (!noisy.i32, i5) -> ()
      %f = func.constant @strict : (!noisy.i32) -> i5
      %ok = call_indirect %f(%a) : (!noisy.i32) -> i5
      %r = call_indirect %f(%m) : (!noisy.i32) -> i5
      return
    })");
  CHECK(program.findings() == "contract %m 24 of 12");
}

TEST_CASE("a value above the limit breaks no contract besides") {
  Program program(R"(
    func.func private @callee(!noisy.i32 {noisy.bound = 20 : i64})
    func.func @caller(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      %over = noisy.mul %m, %m : !noisy.i32
      call @callee(%over) : (!noisy.i32) -> ()
      return
    })");
  CHECK(program.findings() == "overflow %over 48");
}

//===----------------------------------------------------------------------===//
// Growth and the unknown
//===----------------------------------------------------------------------===//

TEST_CASE("growth is reported once, at the value that is carried") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      %2 = noisy.add %1, %b : !noisy.i32
      scf.yield %2 : !noisy.i32
    }
    %later = noisy.add %r, %r : !noisy.i32)"));
  CHECK(program.bound("%v") == unbounded);
  CHECK(program.bound("%1") == unbounded);
  CHECK(program.bound("%r") == unbounded);
  CHECK(program.bound("%later") == unbounded);
  CHECK(program.findings() == "unbounded %v by 2");
  CHECK(program.fact("%later").unreliableCause);
}

TEST_CASE("an unknown source is reported once, and spoils") {
  Program program(withFresh(R"(
    %m = memref.alloc() : memref<4x!noisy.i32>
    %u = memref.load %m[%c0] : memref<4x!noisy.i32>
    %v = noisy.add %u, %a : !noisy.i32
    %w = noisy.reduce_noise %v : !noisy.i32
    %s = "strange.operation"(%a) : (!noisy.i32) -> !noisy.i32)"));
  CHECK(program.bound("%u") == unknown);
  CHECK(program.bound("%v") == unknown);
  CHECK(program.bound("%w") == 12);
  CHECK_FALSE(program.fact("%w").isSafe(26));
  CHECK(program.bound("%s") == unknown);
  CHECK(program.findings() == "unknown %u\nunknown %s");
}

TEST_CASE("an operation whose results are unknown is reported once") {
  Program program(withFresh(R"(
    %u:2 = "strange.operation"() : () -> (!noisy.i32, !noisy.i32)
    %v = noisy.add %u#1, %a : !noisy.i32
    %w = "strange.operation"() : () -> !noisy.i32)"));
  CHECK(program.findings() == "unknown %u#0\nunknown %w");
  CHECK(program.facts().getFindings()[0].others.size() == 1);
  // Each of them is the cause for what depends on it.
  CHECK(program.fact("%v").unreliableCause == program.value("%u#1"));
  CHECK_FALSE(program.fact("%u#1").unreliableCause);
  CHECK(program.fact("%u#1").isCause);
}

TEST_CASE("growth through a counted loop that hides it at first is found") {
  // The inner loop gives max(%v, 13): what it passes on shows only above 13.
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %k = scf.for %j = %c0 to %c1 step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %t = noisy.add %a, %a : !noisy.i32
        %s = arith.select %p, %w, %t : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      %m = noisy.add %k, %a : !noisy.i32
      scf.yield %m : !noisy.i32
    })"));
  CHECK(program.bound("%r") == unbounded);
  CHECK(program.findings() == "unbounded %v by 1");
}

//===----------------------------------------------------------------------===//
// What is never executed
//===----------------------------------------------------------------------===//

TEST_CASE("what is never executed has no noise and no findings") {
  Program program(R"(
    func.func @f(%x: i5) {
      %false = arith.constant false
      %a = noisy.encode %x : i5 -> !noisy.i32
      cf.cond_br %false, ^dead, ^live
    ^dead:
      %m = noisy.mul %a, %a : !noisy.i32
      %over = noisy.mul %m, %m : !noisy.i32
      cf.br ^end(%over : !noisy.i32)
    ^live:
      cf.br ^end(%a : !noisy.i32)
    ^end(%e: !noisy.i32):
      return
    })");
  CHECK(program.bound("%over") == unreachable);
  CHECK(program.bound("%e") == 12);
  CHECK(program.findings() == "");
}

TEST_CASE("the body of a loop that turns zero times is never executed") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %m = noisy.mul %a, %a : !noisy.i32
      %over = noisy.mul %m, %m : !noisy.i32
      scf.yield %over : !noisy.i32
    }
    scf.for %i = %c4 to %c1 step %c1 {
      %other = noisy.scale %a by 1000000 : !noisy.i32
    })"));
  CHECK(program.bound("%r") == 12);
  CHECK(program.bound("%v") == unreachable);
  CHECK(program.bound("%over") == unreachable);
  CHECK(program.bound("%other") == unreachable);
  CHECK(program.findings() == "");
}

TEST_CASE("a circle of operations in a module has no noise that is safe") {
  Program program(R"(
    module {
      %x = arith.constant 1 : i5
      %c = noisy.encode %x : i5 -> !noisy.i32
      %a = noisy.add %b, %c : !noisy.i32
      %b = noisy.add %a, %c : !noisy.i32
      %before = noisy.add %behind, %c : !noisy.i32
      %behind = noisy.add %c, %c : !noisy.i32
    })");
  // Neither can be computed before the other: nothing ever arrives.
  CHECK(program.bound("%a") == unknown);
  CHECK(program.bound("%b") == unknown);
  CHECK(program.findings() == "unknown %a");
  // The order of the text does not matter there.
  CHECK(program.bound("%behind") == 13);
  CHECK(program.bound("%before") == 14);
}

//===----------------------------------------------------------------------===//
// Size
//===----------------------------------------------------------------------===//

TEST_CASE("what flows into what is told as the program has it") {
  // Past a contract, and round a loop that is run turn by turn.
  Program program(withFresh(R"(
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %3 = arith.constant 3 : index
    %r = scf.for %i = %0 to %3 step %1 iter_args(%v = %a) -> !noisy.i32 {
      %w = noisy.add %v, %b : !noisy.i32
      scf.yield %w : !noisy.i32
    }
    %s = func.call @g(%r) : (!noisy.i32) -> !noisy.i32
  )") + R"(
    func.func private @g(%y: !noisy.i32) ->
        (!noisy.i32 {noisy.bound = 20 : i64}) {
      return %y : !noisy.i32
    })");
  const NoiseFacts &facts = program.facts();
  auto flowSources = [&](StringRef name) {
    std::string names;
    for (auto [source, target] : facts.getFlows())
      if (facts.getValues()[target] == program.value(name))
        names += program.name(facts.getValues()[source]) + " ";
    return names;
  };
  CHECK(flowSources("%a") == "");
  CHECK(flowSources("%v") == "%a %w ");
  CHECK(flowSources("%w") == "%v %b ");
  CHECK(flowSources("%r") == "%a %w ");
  CHECK(flowSources("%y") == "%r ");
  CHECK(flowSources("%s") == "%y ");
  CHECK(llvm::is_sorted(facts.getFlows(), llvm::less_second()));
}

TEST_CASE("a large program takes no longer than its size asks for") {
  std::string text;
  std::string last = "%a";
  for (int i = 0; i < 20000; ++i) {
    std::string next = "%" + std::to_string(i);
    text += next +
            (i % 3 == 0 ? " = noisy.reduce_noise " + last
                        : " = noisy.add " + last + ", %b") +
            " : !noisy.i32\n";
    last = next;
  }
  Program program(withFresh(text));
  CHECK(program.bound("%19999") == 13);
  CHECK(program.findings() == "");
}

TEST_CASE("a function out of sight has a limit of its own") {
  Program program(R"(
    module {
      func.func private @ext(!noisy.i32) attributes {
          noisy.model = #noisy.model<initial = 12, max = 26>}
      func.func @f(%x: i5) attributes {
          noisy.model = #noisy.model<initial = 12, max = 40>} {
        %a = noisy.encode %x : i5 -> !noisy.i32
        %m = noisy.mul %a, %a : !noisy.i32
        call @ext(%m) : (!noisy.i32) -> ()
        %n = noisy.mul %m, %a : !noisy.i32
        call @ext(%n) : (!noisy.i32) -> ()
        return
      }
    })");
  CHECK(program.findings() == "contract %n 36 of 26");
  CHECK_THAT(describeFinding(program.facts(),
                             program.facts().getFindings().front(),
                             [&](Value v) { return program.name(v); }),
             Catch::EndsWith(
                 "argument 0 of @ext can have at most 26, the limit there"));
}
