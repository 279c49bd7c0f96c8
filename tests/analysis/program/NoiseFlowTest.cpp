//===- NoiseFlowTest.cpp - Where the noise of a value comes from ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/program/NoiseFlow.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

TEST_CASE("an argument of a public function is assumed to be fresh") {
  Program program(R"(
    func.func @f(%v: !noisy.i32) -> !noisy.i32 {
      %1 = noisy.add %v, %v : !noisy.i32
      return %1 : !noisy.i32
    })");
  CHECK(program.bound("%v") == 12);
  CHECK(program.fact("%v").isAssumed);
  CHECK(program.bound("%1") == 13);
  CHECK(program.fact("%1").restsOn == program.value("%v"));
  CHECK(program.fact("%1").isSafe(26));
}

TEST_CASE("the calls in sight count for a public function, too") {
  Program program(R"(
    func.func @f(%v: !noisy.i32) {
      return
    }
    func.func @g(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      call @f(%m) : (!noisy.i32) -> ()
      return
    })");
  CHECK(program.bound("%v") == 24);
  CHECK(program.fact("%v").isAssumed);
}

TEST_CASE("an argument of a private function is the join over its calls") {
  Program program(R"(
    func.func private @f(%v: !noisy.i32) -> !noisy.i32 {
      return %v : !noisy.i32
    }
    func.func @g(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %1 = noisy.add %a, %a : !noisy.i32
      %2 = noisy.mul %a, %a : !noisy.i32
      %r = call @f(%1) : (!noisy.i32) -> !noisy.i32
      %s = call @f(%2) : (!noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%v") == 24);
  CHECK_FALSE(program.fact("%v").isAssumed);
  // A result is that of its call.
  CHECK(program.bound("%r") == 13);
  CHECK(program.bound("%s") == 24);
}

TEST_CASE("a private function that nothing calls counts as public") {
  Program program(R"(
    func.func private @f(%v: !noisy.i32) {
      %1 = noisy.mul %v, %v : !noisy.i32
      %2 = noisy.mul %1, %1 : !noisy.i32
      return
    })");
  CHECK(program.bound("%v") == 12);
  CHECK(program.fact("%v").isAssumed);
  CHECK(program.findings() == "overflow %2 48");
}

TEST_CASE("so does one that only calls itself, and one of a circle") {
  Program program(R"(
    func.func private @self(%v: !noisy.i32, %p: i1) {
      scf.if %p {
        func.call @self(%v, %p) : (!noisy.i32, i1) -> ()
      }
      return
    }
    func.func private @there(%t: !noisy.i32, %p: i1) {
      scf.if %p {
        func.call @back(%t, %p) : (!noisy.i32, i1) -> ()
      }
      return
    }
    func.func private @back(%b: !noisy.i32, %p: i1) {
      scf.if %p {
        func.call @there(%b, %p) : (!noisy.i32, i1) -> ()
      }
      return
    })");
  CHECK(program.bound("%v") == 12);
  CHECK(program.bound("%t") == 12);
  CHECK(program.bound("%b") == 12);
}

TEST_CASE("a private function whose address is taken counts as public") {
  Program program(R"(
    func.func private @f(%v: !noisy.i32) {
      return
    }
    func.func @g(%x: i5) -> ((!noisy.i32) -> ()) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      call @f(%a) : (!noisy.i32) -> ()
      %address = constant @f : (!noisy.i32) -> ()
      return %address : (!noisy.i32) -> ()
    })");
  CHECK(program.bound("%v") == 12);
  CHECK(program.fact("%v").isAssumed);
}

TEST_CASE("a contract says what an argument has") {
  Program program(R"(
    func.func @f(%v: !noisy.i32 {noisy.bound = 20 : i64}) {
      return
    })");
  CHECK(program.bound("%v") == 20);
  CHECK_FALSE(program.fact("%v").isAssumed);
  CHECK(program.fact("%v").source == NoiseFlowKind::Contract);
}

//===----------------------------------------------------------------------===//
// Results of calls
//===----------------------------------------------------------------------===//

TEST_CASE("a declared result is what callers see") {
  Program program(R"(
    func.func private @out() -> (!noisy.i32 {noisy.bound = 20 : i64})
    func.func @in(%v: !noisy.i32) -> (!noisy.i32 {noisy.bound = 15 : i64}) {
      return %v : !noisy.i32
    }
    func.func @f(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %1 = call @out() : () -> !noisy.i32
      %2 = call @in(%a) : (!noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%1") == 20);
  CHECK(program.bound("%2") == 15);
  CHECK(program.findings() == "");
}

TEST_CASE("an external function and an indirect call are unknown sources") {
  Program program(R"(
    func.func private @out(!noisy.i32) -> !noisy.i32
    func.func @f(%x: i5, %g: (!noisy.i32) -> !noisy.i32) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %1 = call @out(%a) : (!noisy.i32) -> !noisy.i32
      %2 = call_indirect %g(%a) : (!noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%1") == unknown);
  CHECK(program.bound("%2") == unknown);
  CHECK(program.findings() == "unknown %1\nunknown %2");
}

TEST_CASE("several returns are joined") {
  Program program(R"(
    func.func private @f(%v: !noisy.i32, %p: i1) -> !noisy.i32 {
      cf.cond_br %p, ^one, ^two
    ^one:
      return %v : !noisy.i32
    ^two:
      %1 = noisy.mul %v, %v : !noisy.i32
      return %1 : !noisy.i32
    }
    func.func @g(%x: i5, %p: i1) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = call @f(%a, %p) : (!noisy.i32, i1) -> !noisy.i32
      return
    })");
  CHECK(program.bound("%r") == 24);
}

//===----------------------------------------------------------------------===//
// Merges
//===----------------------------------------------------------------------===//

TEST_CASE("merges are joined by the larger") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %if = scf.if %p -> !noisy.i32 {
      scf.yield %a : !noisy.i32
    } else {
      scf.yield %m : !noisy.i32
    }
    %select = arith.select %p, %m, %a : !noisy.i32
    %switch = scf.index_switch %n -> !noisy.i32
    case 1 {
      scf.yield %a : !noisy.i32
    }
    case 2 {
      scf.yield %m : !noisy.i32
    }
    default {
      %s = noisy.add %a, %b : !noisy.i32
      scf.yield %s : !noisy.i32
    }
    %region = scf.execute_region -> !noisy.i32 {
      cf.cond_br %p, ^one, ^two
    ^one:
      scf.yield %a : !noisy.i32
    ^two:
      scf.yield %m : !noisy.i32
    })"));
  CHECK(program.bound("%if") == 24);
  CHECK(program.bound("%select") == 24);
  CHECK(program.bound("%switch") == 24);
  CHECK(program.bound("%region") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE(
    "blocks join what their predecessors pass, over edges that are live") {
  Program program(R"(
    func.func @f(%x: i5, %p: i1, %k: i32) {
      %true = arith.constant true
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      cf.switch %k : i32, [
        default: ^one(%a : !noisy.i32),
        1: ^one(%m : !noisy.i32),
        2: ^two(%a : !noisy.i32)
      ]
    ^one(%v: !noisy.i32):
      cf.br ^two(%a : !noisy.i32)
    ^two(%w: !noisy.i32):
      cf.cond_br %true, ^three(%a : !noisy.i32), ^three(%m : !noisy.i32)
    ^three(%u: !noisy.i32):
      return
    })");
  CHECK(program.bound("%v") == 24);
  CHECK(program.bound("%w") == 12);
  CHECK(program.bound("%u") >= NoiseBound::bits(12));
}

TEST_CASE("scf.while carries values that do not grow") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %r = scf.while (%v = %m) : (!noisy.i32) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      scf.condition(%p) %1 : !noisy.i32
    } do {
    ^bb0(%w: !noisy.i32):
      %2 = noisy.reduce_noise %w : !noisy.i32
      scf.yield %2 : !noisy.i32
    })"));
  CHECK(program.bound("%v") == 24);
  CHECK(program.bound("%w") == 25);
  CHECK(program.bound("%r") == 25);
}

//===----------------------------------------------------------------------===//
// What is put together and taken apart
//===----------------------------------------------------------------------===//

TEST_CASE("a tensor has the noise of its noisiest element") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %t = tensor.from_elements %a, %m : tensor<2x!noisy.i32>
    %d = tensor.cast %t : tensor<2x!noisy.i32> to tensor<?x!noisy.i32>
    %e = tensor.extract %d[%n] : tensor<?x!noisy.i32>
    %s = tensor.splat %a : tensor<2x!noisy.i32>
    %i = tensor.insert %m into %s[%c0] : tensor<2x!noisy.i32>)"));
  CHECK(program.bound("%t") == 24);
  CHECK(program.bound("%e") == 24);
  CHECK(program.bound("%s") == 12);
  CHECK(program.bound("%i") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("a region that makes elements counts with what it makes") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %g = tensor.generate %n {
    ^bb0(%i: index):
      %1 = noisy.add %a, %b : !noisy.i32
      tensor.yield %1 : !noisy.i32
    } : tensor<?x!noisy.i32>
    %h = tensor.pad %g low[1] high[1] {
    ^bb0(%j: index):
      tensor.yield %m : !noisy.i32
    } : tensor<?x!noisy.i32> to tensor<?x!noisy.i32>)"));
  CHECK(program.bound("%g") == 13);
  CHECK(program.bound("%h") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("a vector has the noise of its noisiest element") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %v = vector.from_elements %a, %m : vector<2x!noisy.i32>
    %w = vector.broadcast %a : !noisy.i32 to vector<2x!noisy.i32>
    %y = vector.shuffle %v, %w [0, 2] : vector<2x!noisy.i32>, vector<2x!noisy.i32>
    %e = vector.extract %y[1] : !noisy.i32 from vector<2x!noisy.i32>
    %i = vector.insert %m, %w [0] : !noisy.i32 into vector<2x!noisy.i32>)"));
  CHECK(program.bound("%v") == 24);
  CHECK(program.bound("%w") == 12);
  CHECK(program.bound("%e") == 24);
  CHECK(program.bound("%i") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("what the analysis does not follow is unknown, not safe") {
  Program program(withFresh(R"(
    %m = memref.alloca() : memref<2x!noisy.i32>
    %1 = memref.load %m[%c0] : memref<2x!noisy.i32>
    %2 = tensor.empty(%n) : tensor<?x!noisy.i32>
    %3 = tensor.extract %2[%c0] : tensor<?x!noisy.i32>
    %5 = builtin.unrealized_conversion_cast %a : !noisy.i32 to !noisy.i32
    %6 = "strange.operation"() ({
    ^bb0(%inner: !noisy.i32):
      "strange.end"() : () -> ()
    }) : () -> !noisy.i32)"));
  for (const char *name : {"%1", "%2", "%3", "%5", "%6", "%inner"}) {
    CAPTURE(name);
    CHECK(program.bound(name) == unknown);
    CHECK_FALSE(program.fact(name).isSafe(26));
  }
}

TEST_CASE("what is cast back is what it was") {
  Program program(withFresh(R"(
    %big = noisy.mul %a, %b : !noisy.i32
    %t = builtin.unrealized_conversion_cast %big, %a
      : !noisy.i32, !noisy.i32 to tuple<!noisy.i32, !noisy.i32>
    %u:2 = builtin.unrealized_conversion_cast %t
      : tuple<!noisy.i32, !noisy.i32> to !noisy.i32, !noisy.i32
    %v = builtin.unrealized_conversion_cast %a : !noisy.i32 to i64
    %w = builtin.unrealized_conversion_cast %v : i64 to !noisy.i32)"));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%u#0") == 24);
  CHECK(program.bound("%u#1") == 12);
  CHECK(program.bound("%w") == 12);
  CHECK(program.findings() == "");
  // Other types, and only a part of what was cast.
  Program other(withFresh(R"(
    %v = builtin.unrealized_conversion_cast %x : i5 to i64
    %w = builtin.unrealized_conversion_cast %v : i64 to !noisy.i32
    %t:2 = builtin.unrealized_conversion_cast %a : !noisy.i32 to i64, i64
    %u = builtin.unrealized_conversion_cast %t#0 : i64 to !noisy.i32)"));
  INFO(other.diagnostics());
  REQUIRE(other.isParsed());
  CHECK(other.bound("%w") == unknown);
  CHECK(other.bound("%u") == unknown);
}

TEST_CASE("only encrypted values that are not in memory are followed") {
  Program program(R"(
    func.func @f(%m: memref<2x!noisy.i32>, %t: tensor<2x!noisy.i32>,
                 %v: vector<2x!noisy.i32>, %x: i5, %s: !noisy.i32) {
      return
    })");
  CHECK_FALSE(carriesNoise(program.value("%m")));
  CHECK(carriesNoise(program.value("%t")));
  CHECK(carriesNoise(program.value("%v")));
  CHECK_FALSE(carriesNoise(program.value("%x")));
  CHECK(carriesNoise(program.value("%s")));
}

//===----------------------------------------------------------------------===//
// Selects
//===----------------------------------------------------------------------===//

TEST_CASE("a select on a constant has one of its operands") {
  Program program(withFresh(R"(
    %true = arith.constant true
    %false = arith.constant false
    %m = noisy.mul %a, %b : !noisy.i32
    %1 = arith.select %true, %a, %m : !noisy.i32
    %2 = arith.select %false, %a, %m : !noisy.i32
    %3 = arith.select %p, %a, %m : !noisy.i32)"));
  CHECK(program.bound("%1") == 12);
  CHECK(program.bound("%2") == 24);
  CHECK(program.bound("%3") == 24);
}

TEST_CASE("what is not selected makes nothing unreliable") {
  Program program(withFresh(R"(
    %true = arith.constant true
    %m = noisy.mul %a, %b : !noisy.i32
    %o = noisy.mul %m, %b : !noisy.i32
    %1 = arith.select %true, %a, %o : !noisy.i32
    %2 = arith.select %true, %o, %a : !noisy.i32)"));
  CHECK(program.fact("%1").isSafe(26));
  CHECK_FALSE(program.fact("%2").isSafe(26));
}

TEST_CASE("the condition of a select may be known by its range") {
  for (bool hasLoop : {false, true}) {
    Program program(withFresh(std::string(R"(
      %c5 = arith.constant 5 : index
      %small = arith.minui %n, %c5 : index
      %always = arith.cmpi ule, %small, %c5 : index
      %never = arith.cmpi ugt, %small, %c5 : index
      %maybe = arith.cmpi ult, %small, %c5 : index
      %m = noisy.mul %a, %b : !noisy.i32
      %1 = arith.select %always, %a, %m : !noisy.i32
      %2 = arith.select %never, %a, %m : !noisy.i32
      %3 = arith.select %maybe, %a, %m : !noisy.i32)") +
                              (hasLoop ? R"(
      scf.for %i = %c0 to %n step %c1 { })"
                                       : "")));
    CHECK(program.bound("%1") == 12);
    CHECK(program.bound("%2") == 24);
    CHECK(program.bound("%3") == 24);
  }
}

TEST_CASE("a select of tensors has one of them if all conditions are the "
          "same") {
  Program program(withFresh(R"(
    %all = arith.constant dense<true> : tensor<2xi1>
    %some = arith.constant dense<[true, false]> : tensor<2xi1>
    %m = noisy.mul %a, %b : !noisy.i32
    %s = tensor.splat %a : tensor<2x!noisy.i32>
    %t = tensor.splat %m : tensor<2x!noisy.i32>
    %1 = arith.select %all, %s, %t : tensor<2xi1>, tensor<2x!noisy.i32>
    %2 = arith.select %some, %s, %t : tensor<2xi1>, tensor<2x!noisy.i32>
    %3 = arith.select %some, %t, %s : tensor<2xi1>, tensor<2x!noisy.i32>)"));
  CHECK(program.bound("%1") == 12);
  CHECK(program.bound("%2") == 24);
  CHECK(program.bound("%3") == 24);
}

TEST_CASE("a call of an address that is known has what the function returns") {
  const std::string start = R"(
    func.func private @twice(%v: !noisy.i32) -> !noisy.i32 {
      %t = noisy.add %v, %v : !noisy.i32
      return %t : !noisy.i32
    }
    func.func private @stated(%w: !noisy.i32 {noisy.bound = 20 : i64})
        -> (!noisy.i32 {noisy.bound = 24 : i64}) {
      return %w : !noisy.i32
    }
    func.func private @endless(%u: !noisy.i32) -> !noisy.i32 {
      %f = func.constant @endless : (!noisy.i32) -> !noisy.i32
      %g = noisy.add %u, %u : !noisy.i32
      %e = call_indirect %f(%g) : (!noisy.i32) -> !noisy.i32
      return %e : !noisy.i32
    }
    func.func @f(%a: !noisy.i32, %p: i1) {
      %f1 = func.constant @twice : (!noisy.i32) -> !noisy.i32
      %f2 = func.constant @stated : (!noisy.i32) -> !noisy.i32
)";
  Program program(start + R"(
      %1 = call_indirect %f1(%a) : (!noisy.i32) -> !noisy.i32
      %2 = call_indirect %f2(%a) : (!noisy.i32) -> !noisy.i32
      return
    })");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%2") == 24);
  CHECK(program.bound("%1") == 13);
  CHECK(program.bound("%t") == 13);
  CHECK(program.bound("%e") == unknown);
  Program either(start + R"(
      %h = arith.select %p, %f1, %f2 : (!noisy.i32) -> !noisy.i32
      %3 = call_indirect %h(%a) : (!noisy.i32) -> !noisy.i32
      return
    })");
  // What one states counts as at a call by name.
  CHECK(either.bound("%3") == 24);
  CHECK(either.bound("%v") == 12);
  // In a loop, too, where there is no other such call.
  Program loop(R"(
    func.func private @twice(%v: !noisy.i32) -> !noisy.i32 {
      %t = noisy.reduce_noise %v : !noisy.i32
      %s = noisy.mul %t, %t : !noisy.i32
      return %s : !noisy.i32
    }
    func.func @f(%a: !noisy.i32, %m: index, %n: index, %o: index) {
      %f = func.constant @twice : (!noisy.i32) -> !noisy.i32
      %r = scf.for %i = %m to %n step %o iter_args(%x = %a) -> !noisy.i32 {
        %y = func.call_indirect %f(%x) : (!noisy.i32) -> !noisy.i32
        scf.yield %y : !noisy.i32
      }
      return
    })");
  CHECK(loop.bound("%y") == 24);
  CHECK(loop.bound("%v") == 24);
  CHECK(loop.bound("%r") == 24);
  CHECK(loop.findings() == "");
}

TEST_CASE("what flows into a value is in the order of the text") {
  Program program(R"(
    func.func @f(%m: index, %v: !noisy.i32, %w: !noisy.i32) {
      %p = "test.unknown"() : () -> i1
      %k, %l = "test.unknown"() : () -> (index, index)
      %r, %s = scf.for %i = %m to %k step %l iter_args(%x = %w, %y = %v)
          -> (!noisy.i32, !noisy.i32) {
        %t = scf.if %p -> (!noisy.i32) {
          %u = noisy.add %w, %y : !noisy.i32
          scf.yield %u : !noisy.i32
        } else {
          scf.yield %y : !noisy.i32
        }
        %a, %b = scf.for %j = %m to %l step %k iter_args(%c = %y, %d = %w)
            -> (!noisy.i32, !noisy.i32) {
          %e = noisy.mul %d, %d : !noisy.i32
          scf.yield %e, %w : !noisy.i32, !noisy.i32
        }
        %z = arith.cmpi eq, %i, %m : index
        %g = scf.if %z -> (!noisy.i32) {
          scf.yield %a : !noisy.i32
        } else {
          scf.yield %t : !noisy.i32
        }
        scf.yield %g, %v : !noisy.i32, !noisy.i32
      }
      return
    })");
  std::vector<NoiseFacts::Flow> flows = program.facts().getFlows().vec();
  // IR that was edited has its uses in another order.
  program.module()->walk([](Operation *op) {
    auto reverse = [](Value value) {
      unsigned count = llvm::range_size(value.getUses());
      SmallVector<unsigned> order;
      for (unsigned i = count; i > 0; --i)
        order.push_back(i - 1);
      if (count > 1)
        value.shuffleUseList(order);
    };
    llvm::for_each(op->getResults(), reverse);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), reverse);
  });
  CHECK(NoiseFacts::compute(program.module()).getFlows().vec() == flows);
}
