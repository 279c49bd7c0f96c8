//===- FlowTargetsTest.cpp - Where control flow takes values --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/FlowTargets.h"
#include "tests/support/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The names of what is computed from the uses of a value.
static std::string targets(Program &program, llvm::StringRef name) {
  SymbolTableCollection symbols;
  std::vector<std::string> names;
  for (OpOperand &use : program.value(name).getUses())
    forEachTarget(use, symbols,
                  [&](Value value) { names.push_back(program.name(value)); });
  llvm::sort(names);
  return llvm::join(names, " ");
}

TEST_CASE("where control flow takes values", "[flow]") {
  Program program(R"(
    func.func private @g(%x: index, %y: index) -> index {
      return %y : index
    }
    func.func @f(%a: index, %b: index, %c: index, %p: i1) {
      %r = func.call @g(%b, %a) : (index, index) -> index
      %s:2 = scf.for %i = %a to %b step %c iter_args(%u = %a, %v = %c)
          -> (index, index) {
        %k = arith.addi %u, %v : index
        scf.yield %k, %u : index, index
      }
      %w = scf.while (%l = %r) : (index) -> index {
        %q = arith.cmpi slt, %l, %a : index
        scf.condition(%q) %l : index
      } do {
      ^bb0(%m: index):
        scf.yield %m : index
      }
      cf.cond_br %p, ^one(%w, %r : index, index), ^two(%r : index)
    ^one(%d: index, %e: index):
      cf.br ^two(%d : index)
    ^two(%h: index):
      return
    })");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  // The second argument of @g; the start of the loop, and what it carries,
  // which is its result when it does not turn; the comparison.
  CHECK(targets(program, "%a") == "%i %q %s#0 %u %y");
  CHECK(targets(program, "%b") == "%i %x");
  CHECK(targets(program, "%u") == "%k %s#1 %v");
  CHECK(targets(program, "%k") == "%s#0 %u");
  CHECK(targets(program, "%l") == "%m %q %w");
  CHECK(targets(program, "%m") == "%l");
  CHECK(targets(program, "%r") == "%e %h %l");
  CHECK(targets(program, "%d") == "%h");
  // What steers, and what is returned, is not passed on.
  CHECK(targets(program, "%q") == "");
  CHECK(targets(program, "%p") == "");
  CHECK(targets(program, "%y") == "");
}

TEST_CASE("ends of regions that do not say where control goes", "[flow]") {
  Program program(R"(
    func.func @f(%n: index, %p: i1) {
      scf.forall (%i) in (%n) {
      }
      scf.if %p {
      }
      return
    })");
  REQUIRE(program.isParsed());
  std::vector<bool> knownEnds;
  program.module().walk<WalkOrder::PreOrder>([&](RegionBranchOpInterface op) {
    knownEnds.push_back(hasKnownRegionEnds(op));
  });
  CHECK(knownEnds == std::vector<bool>{false, true});
}
