//===- TraceValue.cpp - Prints how the facts of a value come about --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/MemoryFlow.h"
#include "analysis/metadata/MetadataFacts.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passes/Passes.h"
#include "passes/PrintedNames.h"
#include "passes/PropagationTrace.h"
#include "passes/ValueSources.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_TRACEVALUE
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

namespace {

struct TraceValue : public noisy::impl::TraceValueBase<TraceValue> {
  using TraceValueBase::TraceValueBase;

  /// `--noisy-trace=%3` is short for `--noisy-trace=value=%3`.
  LogicalResult initializeOptions(
      StringRef options,
      llvm::function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (options.starts_with("%"))
      return TraceValueBase::initializeOptions("value=" + options.str(),
                                               errorHandler);
    return TraceValueBase::initializeOptions(options, errorHandler);
  }

  void runOnOperation() override;
};

} // namespace

static void printSteps(llvm::raw_ostream &os, StringRef title,
                       ArrayRef<std::string> steps) {
  if (steps.empty())
    return;
  os << "  " << title << "\n";
  for (auto [i, step] : llvm::enumerate(steps))
    os << "    " << i + 1 << ". " << step << "\n";
}

static Operation *getFunction(Value value) {
  Operation *op = value.getParentBlock()->getParentOp();
  return isa<FunctionOpInterface>(op)
             ? op
             : op->getParentOfType<FunctionOpInterface>().getOperation();
}

void TraceValue::runOnOperation() {
  ModuleOp module = getOperation();
  AsmState names(module);
  auto name = [&](Value value) { return printName(value, names); };
  SmallVector<Value> found;
  auto consider = [&](Value candidate) {
    if (name(candidate) != value)
      return;
    std::string heading = getHeading(getFunction(candidate));
    if (function.empty() || StringRef(heading).split(' ').second == function)
      found.push_back(candidate);
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), consider);
    llvm::for_each(op->getResults(), consider);
  });
  if (found.empty()) {
    InFlightDiagnostic error =
        mlir::emitError(module.getLoc())
        << "no value to trace: '" << value << "' is the name of none"
        << (function.empty() ? "" : " in " + function)
        << "; give a name of the printed program, such as "
           "'--noisy-trace=%0' (--noisy-print-facts lists them)";
    return signalPassFailure();
  }

  SymbolTableCollection symbols;
  MemoryFlow memory(module, [](Operation *) { return false; });
  ValueSources sources(module, symbols, memory);
  bool hasMetadata = MetadataFacts::compute(module).hasAny();
  llvm::raw_ostream &os = llvm::errs();
  for (Value traced : found) {
    llvm::SetVector<Value> values = sources.findAll(traced);
    os << "trace of " << name(traced) << " in "
       << getHeading(getFunction(traced)) << ", which comes from "
       << values.size() - 1 << (values.size() == 2 ? " value" : " values")
       << "\n";
    printSteps(os, "ranges", traceRanges(module, values, sources, name));
    if (hasMetadata)
      printSteps(os, "metadata", traceMetadata(module, values, sources, name));
    printSteps(os, "noise", traceNoise(module, values, sources, name));
  }
  markAllAnalysesPreserved();
}
