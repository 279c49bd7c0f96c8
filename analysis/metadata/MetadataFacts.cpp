//===- MetadataFacts.cpp - The facts on metadata --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/metadata/MetadataFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/metadata/MetadataAnalysis.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

static bool hasMetadata(Operation *op) {
  if (getOwnMetadata(op))
    return true;
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return false;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (getArgumentMetadata(function, i))
      return true;
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (getResultMetadata(function, i))
      return true;
  return false;
}

static MetadataOrigin getOrigin(Value value, SymbolTableCollection &symbols) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    Operation *op = value.getDefiningOp();
    if (getOwnMetadata(op))
      return MetadataOrigin::Own;
    if (auto call = dyn_cast<CallOpInterface>(op))
      if (getResultMetadata(call.resolveCallableInTable(&symbols),
                            cast<OpResult>(value).getResultNumber()))
        return MetadataOrigin::Stated;
    return MetadataOrigin::Joined;
  }
  Operation *parent = argument.getOwner()->getParentOp();
  if (argument.getOwner()->isEntryBlock() &&
      getArgumentMetadata(parent, argument.getArgNumber()))
    return MetadataOrigin::Stated;
  return MetadataOrigin::Joined;
}

static bool hasMetadataBelow(Operation *root) {
  WalkResult walk = root->walk([](Operation *op) {
    return hasMetadata(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

MetadataFacts MetadataFacts::compute(Operation *root) {
  if (!hasMetadataBelow(root))
    return MetadataFacts();
  ProgramFlow program(root);
  return compute(program);
}

MetadataFacts MetadataFacts::compute(ProgramFlow &program) {
  MetadataFacts result;
  if (program.getStop().now())
    return result;
  Operation *root = program.getRoot();
  result.hasEntries = hasMetadataBelow(root);
  if (!result.hasEntries || !program.isSolved())
    return result;
  DataFlowSolver &solver = program.getSolver();
  solver.load<MetadataAnalysis>(program.getSymbols());
  if (failed(solver.initializeAndRun(root)))
    return result;

  auto record = [&](Value value) {
    const auto *lattice = solver.lookupState<MetadataLattice>(value);
    MetadataFact fact;
    if (lattice)
      fact.value = lattice->getValue();
    if (fact.value.isUnknown())
      return;
    fact.origin = getOrigin(value, program.getSymbols());
    result.facts.try_emplace(value, fact);
  };
  root->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), record);
    if (op != root)
      llvm::for_each(op->getResults(), record);
  });
  return result;
}

MetadataFact MetadataFacts::get(Value value) const {
  auto entry = facts.find(value);
  if (entry != facts.end())
    return entry->second;
  return {MetadataValue::getUnknown(), MetadataOrigin::Joined};
}

llvm::StringRef mlir::noisy::describeOrigin(MetadataOrigin origin) {
  switch (origin) {
  case MetadataOrigin::Joined:
    return "";
  case MetadataOrigin::Own:
    return "own";
  case MetadataOrigin::Stated:
    return "stated";
  }
  llvm_unreachable("all origins are handled");
}
