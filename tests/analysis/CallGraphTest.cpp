//===- CallGraphTest.cpp - Who calls whom ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/CallGraph.h"
#include "analysis/ProgramOrder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tests/support/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
struct Graph {
  explicit Graph(llvm::StringRef source) : program(source) {
    INFO(program.diagnostics());
    REQUIRE(program.parsed());
    graph.emplace(program.module(), symbols);
  }

  /// The names of functions that are called from out of sight, of those that
  /// are private.
  std::string unseen() {
    std::vector<std::string> names;
    for (Operation *function :
         findUnseenCalls(program.module(), *graph, symbols, [](Operation *op) {
           return cast<func::FuncOp>(op).isPrivate();
         }))
      names.push_back(cast<func::FuncOp>(function).getName().str());
    llvm::sort(names);
    return llvm::join(names, " ");
  }

  Program program;
  SymbolTableCollection symbols;
  std::optional<CallGraph> graph;
};
} // namespace

TEST_CASE("functions, calls and whom they call", "[flow]") {
  Graph graph(R"(
    func.func private @external(i8)
    func.func @f(%x: i8, %g: (i8) -> ()) {
      func.call @external(%x) : (i8) -> ()
      func.call @f(%x, %g) : (i8, (i8) -> ()) -> ()
      func.call_indirect %g(%x) : (i8) -> ()
      return
    })");
  CHECK(graph.graph->functions.size() == 2);
  CHECK(graph.graph->calls.size() == 3);
  Operation *f = graph.graph->functions[1];
  CHECK(graph.graph->callees[f].size() == 2);
  CHECK(graph.unseen() == "");
}

TEST_CASE("functions that something unseen calls", "[flow]") {
  Graph graph(R"(
    func.func private @uncalled() {
      func.call @byUncalled() : () -> ()
      return
    }
    func.func private @byUncalled() { return }
    func.func private @self() {
      func.call @self() : () -> ()
      return
    }
    func.func private @left() {
      func.call @right() : () -> ()
      return
    }
    func.func private @right() {
      func.call @left() : () -> ()
      return
    }
    func.func private @called() { return }
    func.func private @passed() { return }
    func.func @f() {
      func.call @called() {with = @passed} : () -> ()
      return
    })");
  CHECK(graph.unseen() == "left passed self uncalled");
}

TEST_CASE("the order of a program", "[flow]") {
  Graph graph(R"(
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
  ProgramOrder order(graph.program.module(), *graph.graph,
                     [](Operation *op) { return op->getNumResults() > 0; });
  auto at = [&](llvm::StringRef name) {
    Value value = graph.program.value(name);
    auto argument = dyn_cast<BlockArgument>(value);
    return argument ? order.get(argument.getOwner())
                    : order.get(value.getDefiningOp());
  };
  // Callers before callees; the loop before what follows it, wherever that
  // stands; within a loop first what is in it, then its results.
  std::vector<llvm::StringRef> names = {"%n", "%x", "%h", "%i",
                                        "%v", "%l", "%y", "%a"};
  for (size_t i = 1; i < names.size(); ++i) {
    CAPTURE(names[i].str());
    CHECK(at(names[i - 1]) < at(names[i]));
  }
  CHECK(at("%h") < at("%z"));
}

TEST_CASE("loops come before what follows them", "[flow]") {
  Graph graph(R"(
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
  ProgramOrder order(graph.program.module(), *graph.graph,
                     [](Operation *) { return true; });
  CHECK(order.get(graph.program.value("%a").getDefiningOp()) <
        order.get(graph.program.value("%b").getDefiningOp()));
}
