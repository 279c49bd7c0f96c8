//===- ValueCyclesTest.cpp - Values that flow round in circles ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ValueCycles.h"
#include "tests/support/Program.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
struct Cycles {
  explicit Cycles(llvm::StringRef source) : program(source) {
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    cycles.emplace(program.module(), symbols);
  }

  /// The names of the values in circles, "%a %b; %c".
  std::string circles() {
    std::set<unsigned> components;
    program.module()->walk([&](Block *block) {
      for (Value argument : block->getArguments())
        components.insert(cycles->getComponent(argument));
      for (Operation &op : *block)
        for (Value result : op.getResults())
          components.insert(cycles->getComponent(result));
    });
    std::vector<std::string> cycleTexts;
    for (unsigned i : components) {
      std::vector<std::string> names;
      for (Value value : cycles->getMembers(i))
        names.push_back(program.name(value));
      llvm::sort(names);
      if (names.size() > 1)
        cycleTexts.push_back(llvm::join(names, " "));
    }
    llvm::sort(cycleTexts);
    return llvm::join(cycleTexts, "; ");
  }

  std::string entries(llvm::StringRef name) {
    SmallVector<Value> values;
    cycles->getEntries(program.value(name), values);
    std::vector<std::string> names;
    for (Value value : values)
      names.push_back(program.name(value));
    llvm::sort(names);
    return llvm::join(names, " ");
  }

  Program program;
  SymbolTableCollection symbols;
  std::optional<ValueCycles> cycles;
};
} // namespace

TEST_CASE("merges are no circles", "[ranges]") {
  Cycles cycles(R"(
    func.func @f(%a: i32, %p: i1) -> i32 {
      cf.cond_br %p, ^b(%a : i32), ^c(%a : i32)
    ^b(%x: i32):
      %y = arith.addi %x, %a : i32
      cf.br ^c(%y : i32)
    ^c(%z: i32):
      %r = scf.if %p -> i32 {
        scf.yield %z : i32
      } else {
        scf.yield %a : i32
      }
      return %r : i32
    })");
  CHECK(cycles.circles() == "");
  CHECK(cycles.entries("%z") == "%a %y");
  CHECK_FALSE(cycles.cycles->isBackAndForth(cycles.program.value("%a"),
                                            cycles.program.value("%z")));
}

TEST_CASE("circles through blocks, loops and operations", "[ranges]") {
  Cycles cycles(R"(
    func.func @f(%n: index, %p: i1) {
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      cf.br ^loop(%c0, %c1 : index, index)
    ^loop(%a: index, %b: index):
      %a1 = arith.addi %b, %c1 : index
      %b1 = arith.addi %a, %n : index
      cf.cond_br %p, ^loop(%a1, %b1 : index, index), ^end
    ^end:
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> index {
        %y = arith.addi %x, %i : index
        scf.yield %y : index
      }
      %s:2 = scf.while (%k = %r) : (index) -> (index, index) {
        scf.condition(%p) %k, %r : index, index
      } do {
      ^bb0(%l: index, %m: index):
        %t = arith.addi %l, %m : index
        scf.yield %t : index
      }
      %z = arith.addi %s#0, %r : index
      return
    })");
  CHECK(cycles.circles() == "%a %a1 %b %b1; %k %l %t; %x %y");
  CHECK(cycles.entries("%a") == "%c0");
  CHECK(cycles.entries("%b1") == "%n");
  CHECK(cycles.entries("%x") == "%c0");
}

TEST_CASE("circles through calls, and through the bounds of loops",
          "[ranges]") {
  Cycles cycles(R"(
    func.func private @g(%x: index, %p: i1) -> index {
      %c1 = arith.constant 1 : index
      %y = arith.addi %x, %c1 : index
      %z = func.call @g(%y, %p) : (index, i1) -> index
      %w = arith.addi %z, %c1 : index
      return %w : index
    }
    func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %c0) -> index {
        %s = scf.for %j = %c0 to %b step %c1 iter_args(%d = %c0) -> index {
          scf.yield %j : index
        }
        scf.yield %s : index
      }
      return
    })");
  // The inner loop's results depend on its bound, which is that of the last.
  CHECK(cycles.circles() == "%b %j %s; %w %z; %x %y");
}

TEST_CASE("circles through values that are no integers", "[ranges]") {
  Cycles cycles(R"(
    func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> index {
        %t = tensor.empty(%x) : tensor<?xf32>
        %d = tensor.dim %t, %c0 : tensor<?xf32>
        scf.yield %d : index
      }
      return
    })");
  CHECK(cycles.circles() == "%d %t %x");
}

TEST_CASE("entries of operations with many operands and results", "[ranges]") {
  Cycles cycles(R"(
    func.func @f(%a: i8, %b: i8, %p: i1) {
      cf.br ^loop(%a : i8)
    ^loop(%x: i8):
      %s, %o = arith.addui_extended %x, %b : i8, i1
      cf.br ^loop(%s : i8)
    })");
  CHECK(cycles.circles() == "%s %x");
  CHECK(cycles.entries("%s") == "%b");
}
