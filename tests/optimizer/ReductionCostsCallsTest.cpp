//===- ReductionCostsCallsTest.cpp - Costs across calls -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/optimizer/CostSubject.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static constexpr int64_t maxWeight = ReductionCosts::kMostWeight;

TEST_CASE("private functions weigh the sum of their calls", "[costs]") {
  CostSubject subject(R"(
    func.func private @leaf(%l: !noisy.i32) {
      return
    }
    func.func private @middle(%m: !noisy.i32) {
      affine.for %i = 0 to 3 {
        func.call @leaf(%m) : (!noisy.i32) -> ()
      }
      return
    }
    func.func @f(%a: !noisy.i32) {
      affine.for %i = 0 to 5 {
        func.call @middle(%a) : (!noisy.i32) -> ()
      }
      call @middle(%a) : (!noisy.i32) -> ()
      call @leaf(%a) : (!noisy.i32) -> ()
      return
    }
    func.func @g(%b: !noisy.i32) {
      affine.for %i = 0 to 2 {
        func.call @leaf(%b) : (!noisy.i32) -> ()
        func.call @f(%b) : (!noisy.i32) -> ()
      }
      return
    })");
  CHECK(subject.cost("%a") == 1); // public, whoever calls it
  CHECK(subject.cost("%b") == 1);
  CHECK(subject.cost("%m") == 6);
  CHECK(subject.cost("%l") == 18 + 1 + 2);
}

TEST_CASE("functions that may be called from out of sight weigh 1", "[costs]") {
  CostSubject subject(R"(
    func.func private @unused(%u: !noisy.i32) {
      affine.for %i = 0 to 4 {
        func.call @used(%u) : (!noisy.i32) -> ()
      }
      return
    }
    func.func private @used(%v: !noisy.i32) {
      return
    }
    func.func private @taken(%t: !noisy.i32) {
      return
    }
    func.func @f(%a: !noisy.i32) {
      %g = constant @taken : (!noisy.i32) -> ()
      affine.for %i = 0 to 4 {
        func.call @taken(%a) : (!noisy.i32) -> ()
      }
      call_indirect %g(%a) : (!noisy.i32) -> ()
      return
    })");
  CHECK(subject.cost("%u") == 1);
  CHECK(subject.cost("%v") == 4);
  // Four times by its name, and once by its address.
  CHECK(subject.cost("%t") == 5);
}

TEST_CASE("recursion counts what is assumed, times what enters it", "[costs]") {
  CostSubject subject(R"(
    func.func private @self(%s: !noisy.i32, %p: i1) {
      scf.if %p {
        func.call @self(%s, %p) : (!noisy.i32, i1) -> ()
        func.call @self(%s, %p) : (!noisy.i32, i1) -> ()
      }
      return
    }
    func.func private @even(%e: !noisy.i32, %p: i1) {
      scf.if %p {
        func.call @odd(%e, %p) : (!noisy.i32, i1) -> ()
      }
      return
    }
    func.func private @odd(%o: !noisy.i32, %p: i1) {
      affine.for %i = 0 to 2 {
        func.call @even(%o, %p) : (!noisy.i32, i1) -> ()
        func.call @leaf(%o) : (!noisy.i32) -> ()
      }
      return
    }
    func.func private @leaf(%l: !noisy.i32) {
      return
    }
    func.func private @ring(%r: !noisy.i32) {
      call @gnir(%r) : (!noisy.i32) -> ()
      return
    }
    func.func private @gnir(%q: !noisy.i32) {
      call @ring(%q) : (!noisy.i32) -> ()
      return
    }
    func.func @f(%a: !noisy.i32, %p: i1) {
      call @self(%a, %p) : (!noisy.i32, i1) -> ()
      affine.for %i = 0 to 3 {
        func.call @even(%a, %p) : (!noisy.i32, i1) -> ()
      }
      call @odd(%a, %p) : (!noisy.i32, i1) -> ()
      return
    })");
  CHECK(subject.cost("%s") == 10);
  CHECK(subject.cost("%e") == 40);
  CHECK(subject.cost("%o") == 40);
  CHECK(subject.cost("%l") == 80);
  // Nothing leads into the ring: its first function is taken for called.
  CHECK(subject.cost("%r") == 1);
  CHECK(subject.cost("%q") == 1);
}

TEST_CASE("sums of calls stop at the most", "[costs]") {
  // Each function calls the one behind it three times.
  std::string text;
  for (int i = 0; i < 60; ++i) {
    std::string call =
        "call @f" + std::to_string(i + 1) + "(%a) : (!noisy.i32) -> ()\n";
    text += std::string("func.func ") + (i ? "private " : "") + "@f" +
            std::to_string(i) + "(%a: !noisy.i32) {\n" + call + call + call +
            "return\n}\n";
  }
  text += "func.func private @f60(%a: !noisy.i32) { return }";
  CostSubject subject(text);
  int64_t weight = 1;
  for (int i = 0; i <= 60; ++i, weight = std::min(3 * weight, maxWeight))
    CHECK(subject.cost("@f" + std::to_string(i) + " %a") == weight);
  CHECK(weight == maxWeight);
}

TEST_CASE("the root may be one function", "[costs]") {
  Program program(R"(
    func.func private @g(%b: !noisy.i32) {
      affine.for %i = 0 to 3 {
        %1 = noisy.add %b, %b : !noisy.i32
      }
      return
    }
    func.func @f(%a: !noisy.i32) {
      affine.for %i = 0 to 5 {
        func.call @g(%a) : (!noisy.i32) -> ()
      }
      return
    })");
  Value value = program.value("%1");
  Costs whole(program.module());
  CHECK(whole.costs.getCandidate(value)->cost == 15);
  Costs alone(program.value("%b").getParentBlock()->getParentOp());
  CHECK(alone.costs.getCandidate(value)->cost == 3);
}
