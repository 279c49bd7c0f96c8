//===- ProgramOrderTest.cpp - What is computed before what ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ProgramOrder.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A program, all operations of which with results are numbered.
struct OrderedProgram {
  explicit OrderedProgram(llvm::StringRef source) : program(source) {
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    order.emplace(program.module(), CallGraph(program.module(), symbols),
                  [](Operation *op) { return op->getNumResults() > 0; });
  }
  /// The number of the operation, or the block, that defines a value.
  unsigned position(llvm::StringRef name) {
    Value value = program.value(name);
    auto argument = dyn_cast<BlockArgument>(value);
    return argument ? order->get(argument.getOwner())
                    : order->get(value.getDefiningOp());
  }

  Program program;
  SymbolTableCollection symbols;
  std::optional<ProgramOrder> order;
};
} // namespace

TEST_CASE("the order of a program", "[flow]") {
  OrderedProgram program(R"(
    func.func private @callee(%a: index) -> index {
      return %a : index
    }
    func.func @f(%n: index, %p: i1) {
      %x = func.call @callee(%n) : (index) -> index
      cf.br ^head(%x : index)
    ^exit:
      %z = arith.addi %n, %n : index
      return
    ^head(%h: index):
      cf.cond_br %p, ^body, ^exit
    ^body:
      %c1 = arith.constant 1 : index
      %l = scf.for %i = %c1 to %n step %c1 iter_args(%w = %h) -> index {
        %v = arith.addi %w, %i : index
        scf.yield %v : index
      }
      %y = arith.addi %l, %h : index
      cf.br ^head(%y : index)
    })");
  // Callers before callees; the loop before what follows it, wherever that
  // stands; within a loop first what is in it, then its results.
  std::vector<llvm::StringRef> names = {"%n", "%x", "%h", "%i",
                                        "%v", "%l", "%y", "%a"};
  for (size_t i = 1; i < names.size(); ++i) {
    CAPTURE(names[i].str());
    CHECK(program.position(names[i - 1]) < program.position(names[i]));
  }
  CHECK(program.position("%h") < program.position("%z"));
}

TEST_CASE("loops come before what follows them", "[flow]") {
  OrderedProgram program(R"(
    func.func @f(%p: i1) {
      cf.br ^head
    ^head:
      cf.cond_br %p, ^body, ^exit
    ^body:
      %a = arith.constant 1 : index
      cf.br ^head
    ^exit:
      %b = arith.constant 1 : index
      return
    })");
  CHECK(program.position("%a") < program.position("%b"));
}
