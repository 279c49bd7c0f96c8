//===- CallGraphTest.cpp - Who calls whom ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/CallGraph.h"
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
    REQUIRE(program.isParsed());
    graph.emplace(program.module(), symbols);
  }

  /// The names of functions that are called from out of sight, of those that
  /// are private.
  std::string unseen() {
    std::vector<std::string> names;
    for (Operation *function : findUnseenCalls(
             *graph, FunctionUses(program.module(), symbols),
             [](Operation *op) { return cast<func::FuncOp>(op).isPrivate(); }))
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
