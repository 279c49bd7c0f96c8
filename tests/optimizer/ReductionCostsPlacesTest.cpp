//===- ReductionCostsPlacesTest.cpp - Where reductions can stand ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "tests/optimizer/CostSubject.h"
#include "tests/support/Snippets.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// Writes one reduction into a copy: whether MLIR accepts that, and reads it
/// again when it was printed. `messages` is what it says otherwise.
static bool accepts(Program &program, const Reduction &place,
                    std::string &messages) {
  ScopedDiagnosticHandler handler(program.context(),
                                  [&](Diagnostic &diagnostic) {
                                    messages += diagnostic.str() + "\n";
                                    return success();
                                  });
  IRMapping mapping;
  OwningOpRef<Operation *> copy = program.module()->clone(mapping);
  applyReductions(
      {{mapping.lookup(place.value), mapping.lookupOrNull(place.block)}});
  if (failed(verify(copy.get())))
    return false;
  std::string text;
  llvm::raw_string_ostream stream(text);
  copy->print(stream);
  Program reparsedProgram(text);
  messages += reparsedProgram.diagnostics();
  auto count = [](Operation *root) {
    unsigned number = 0;
    root->walk([&](ReduceNoiseOp) { ++number; });
    return number;
  };
  // Not all that there is is printed.
  return reparsedProgram.isParsed() &&
         count(reparsedProgram.module()) == count(copy.get());
}

TEST_CASE("MLIR accepts every candidate", "[costs]") {
  unsigned candidates = 0;
  for (const Snippet &snippet : readSnippets("analysis/upstream-ops")) {
    Program program(snippet.text);
    INFO(snippet.place << "\n" << program.diagnostics());
    REQUIRE(program.isParsed());
    Costs costs(program.module());
    for (Value value : getValues(program.module())) {
      auto candidate = costs.costs.getCandidate(value);
      if (!candidate)
        continue;
      ++candidates;
      CAPTURE(program.name(value));
      CHECK(candidate->cost >= 1);
      std::string messages;
      bool isAccepted = accepts(program, candidate->place, messages);
      INFO(messages);
      CHECK(isAccepted);
    }
  }
  CHECK(candidates >= 150);
}

TEST_CASE("what has no room behind it is no candidate", "[costs]") {
  for (const Snippet &snippet : readSnippets("optimizer/odd-places")) {
    Program program(snippet.text);
    INFO(snippet.place << "\n" << program.diagnostics());
    REQUIRE(program.isParsed());
    Costs costs(program.module());
    for (Value value : getValues(program.module())) {
      std::string name = program.name(value);
      CAPTURE(name);
      bool isCandidate = costs.costs.getCandidate(value).has_value();
      CHECK(isCandidate ==
            (isa<NoisyI32Type>(value.getType()) &&
             !llvm::StringRef(name).starts_with("%no") && name != "?"));
      if (!isa<NoisyI32Type>(value.getType()))
        continue;
      // Where there is none, MLIR does not accept it either.
      std::string messages;
      bool isAccepted = accepts(program, {value}, messages);
      INFO(messages);
      CHECK(isAccepted == isCandidate);
    }
  }
}

TEST_CASE("what is fresh, plain or a tensor is no candidate", "[costs]") {
  CostSubject subject(R"(
    func.func @f(%x: i5, %t: tensor<2x!noisy.i32>, %a: !noisy.i32, %i: index) {
      %e = noisy.encode %x : i5 -> !noisy.i32
      %r = noisy.reduce_noise %a : !noisy.i32
      %y = noisy.decode %r : !noisy.i32 -> i5
      %v = tensor.extract %t[%i] : tensor<2x!noisy.i32>
      return
    })");
  for (const char *name : {"%x", "%t", "%e", "%r", "%y"})
    CHECK(subject.cost(name) == -1);
  CHECK(subject.cost("%a") == 1);
  CHECK(subject.cost("%v") == 1);
}

TEST_CASE("operands of a combination with a formula are no candidates",
          "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c7 = arith.constant 7 : index
      %r:2 = scf.parallel (%i) = (%c0) to (%c7) step (%c1) init (%a, %a)
          -> (!noisy.i32, !noisy.i32) {
        %m = noisy.add %a, %a : !noisy.i32
        scf.reduce(%m, %m : !noisy.i32, !noisy.i32) {
        ^bb0(%l: !noisy.i32, %k: !noisy.i32):
          %s = noisy.add %l, %k : !noisy.i32
          scf.reduce.return %s : !noisy.i32
        }, {
        ^bb0(%u: !noisy.i32, %v: !noisy.i32):
          %d = noisy.add %u, %v : !noisy.i32
          %e = noisy.add %d, %v : !noisy.i32
          scf.reduce.return %e : !noisy.i32
        }
      }
      %q = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> !noisy.i32 {
        scf.reduce(%a : !noisy.i32) {
        ^bb0(%w: !noisy.i32, %x: !noisy.i32):
          %y = noisy.add %w, %x : !noisy.i32
          scf.reduce.return %y : !noisy.i32
        }
      }
      return
    })");
  CHECK(subject.cost("%l") == -1);
  CHECK(subject.cost("%k") == -1);
  // The combined value is one, and what has no formula is like any other.
  for (const char *name : {"%m", "%s", "%u", "%v", "%d", "%e"})
    CHECK(subject.cost(name) == 7);
  for (const char *name : {"%w", "%x", "%y"})
    CHECK(subject.cost(name) == 10);
  CHECK(subject.cost("%r#0") == 1);
  CHECK(subject.cost("%q") == 1);
}

TEST_CASE("what a loop of blocks makes for later is reduced behind it",
          "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32, %p: i1, %n: index) -> !noisy.i32 {
      cf.br ^loop(%a : !noisy.i32)
    ^loop(%v: !noisy.i32):
      %1 = noisy.add %v, %a : !noisy.i32
      %2 = noisy.add %1, %a : !noisy.i32
      %3 = noisy.add %v, %a : !noisy.i32
      %4 = noisy.add %v, %a : !noisy.i32
      cf.cond_br %p, ^loop(%1 : !noisy.i32), ^exit(%3 : !noisy.i32)
    ^exit(%e: !noisy.i32):
      cf.br ^after
    ^after:
      cf.cond_br %p, ^again, ^end
    ^again:
      %5 = noisy.add %2, %e : !noisy.i32
      scf.if %p {
        %6 = noisy.add %2, %4 : !noisy.i32
      }
      cf.cond_br %p, ^again, ^end
    ^end:
      return %4 : !noisy.i32
    ^dead:
      %7 = noisy.add %2, %4 : !noisy.i32
      return %7 : !noisy.i32
    })");
  // Used in the loop, also by what it passes on.
  for (const char *name : {"%v", "%1", "%3"}) {
    CHECK(subject.cost(name) == 10);
    CHECK(subject.place(name) == subject.blockOf(name));
    CHECK(subject.candidate(name)->place.block == nullptr);
  }
  // Used in another loop and at the end: the nearest block that is in neither.
  for (const char *name : {"%2", "%4"}) {
    CHECK(subject.cost(name) == 1);
    CHECK(subject.place(name) == subject.blockOf("%e"));
  }
  std::string messages;
  CHECK(accepts(subject.program, subject.candidate("%2")->place, messages));
  CHECK(accepts(subject.program, subject.candidate("%4")->place, messages));
  CHECK(messages == "");
}

TEST_CASE("behind an inner loop only the outer one counts", "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32, %p: i1) {
      cf.br ^outer
    ^outer:
      cf.br ^inner
    ^inner:
      %1 = noisy.add %a, %a : !noisy.i32
      %2 = noisy.add %a, %a : !noisy.i32
      cf.cond_br %p, ^inner, ^latch
    ^latch:
      %3 = noisy.add %1, %a : !noisy.i32
      cf.cond_br %p, ^outer, ^end
    ^end:
      %4 = noisy.add %2, %a : !noisy.i32
      return
    })");
  CHECK(subject.cost("%1") == 10);
  CHECK(subject.place("%1") == subject.blockOf("%3"));
  CHECK(subject.cost("%2") == 1);
  CHECK(subject.place("%2") == subject.blockOf("%4"));
}

TEST_CASE("where no block dominates all uses the reduction stays in the loop",
          "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32, %p: i1) {
      cf.br ^loop
    ^loop:
      %1 = noisy.add %a, %a : !noisy.i32
      %2 = noisy.add %a, %a : !noisy.i32
      cf.cond_br %p, ^more, ^left
    ^more:
      cf.cond_br %p, ^loop, ^right
    ^left:
      %3 = noisy.add %1, %a : !noisy.i32
      return
    ^right:
      %4 = noisy.add %1, %a : !noisy.i32
      return
    })");
  CHECK(subject.cost("%1") == 10);
  CHECK(subject.place("%1") == subject.blockOf("%1"));
  // Nor is there one where nothing uses the value.
  CHECK(subject.cost("%2") == 10);
  CHECK(subject.place("%2") == subject.blockOf("%1"));
}
