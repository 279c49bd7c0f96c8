//===- ReductionCostsTest.cpp - What reductions cost ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionCosts.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "tests/support/Program.h"
#include "tests/support/Snippets.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// The costs of a program.
struct Costs {
  explicit Costs(Operation *root, uint64_t assumedTurns = 10)
      : flow(root), flows(flow), costs(flow, flows, assumedTurns) {}

  ProgramFlow flow;
  NoiseFlows flows;
  ReductionCosts costs;
};
} // namespace

/// All values below `root`.
static std::vector<Value> getValues(Operation *root) {
  std::vector<Value> values;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::append_range(values, op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
  });
  return values;
}

/// Writes one reduction into a copy: whether MLIR accepts that, and reads it
/// again when it was printed. `said` is what it says otherwise.
static bool accepts(Program &program, const Reduction &place,
                    std::string &said) {
  ScopedDiagnosticHandler handler(program.context(), [&](Diagnostic &given) {
    said += given.str() + "\n";
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
  Program again(text);
  said += again.diagnostics();
  auto count = [](Operation *root) {
    unsigned number = 0;
    root->walk([&](ReduceNoiseOp) { ++number; });
    return number;
  };
  // Not all that there is is printed.
  return again.parsed() && count(again.module()) == count(copy.get());
}

TEST_CASE("MLIR accepts every candidate", "[costs]") {
  unsigned candidates = 0;
  for (const Snippet &snippet : readSnippets("analysis/upstream-ops")) {
    Program program(snippet.text);
    INFO(snippet.place << "\n" << program.diagnostics());
    REQUIRE(program.parsed());
    Costs costs(program.module());
    for (Value value : getValues(program.module())) {
      auto candidate = costs.costs.getCandidate(value);
      if (!candidate)
        continue;
      ++candidates;
      CAPTURE(program.name(value));
      CHECK(candidate->cost >= 1);
      std::string said;
      bool accepted = accepts(program, candidate->place, said);
      INFO(said);
      CHECK(accepted);
    }
  }
  CHECK(candidates >= 150);
}

TEST_CASE("what has no room behind it is no candidate", "[costs]") {
  for (const Snippet &snippet : readSnippets("optimizer/odd-places")) {
    Program program(snippet.text);
    INFO(snippet.place << "\n" << program.diagnostics());
    REQUIRE(program.parsed());
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
      std::string said;
      bool accepted = accepts(program, {value}, said);
      INFO(said);
      CHECK(accepted == isCandidate);
    }
  }
}
