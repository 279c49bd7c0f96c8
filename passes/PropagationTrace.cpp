//===- PropagationTrace.cpp - The steps of the analyses -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/PropagationTrace.h"
#include "analysis/integers/ConstantAnalysis.h"
#include "analysis/integers/IntegerReport.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/RangeAnalysis.h"
#include "analysis/metadata/MetadataAnalysis.h"
#include "analysis/metadata/MetadataFacts.h"
#include "analysis/noise/NoiseReport.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "passes/ValueSources.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

/// "%3 = arith.addi(%1: 4, %2: 8)": a value with those of its sources of which
/// `describe` tells something.
static std::string writeSources(Value value, const ValueSources &sources,
                                ValueNamer name, ValueNamer describe) {
  std::vector<std::string> inputs;
  for (Value source : sources.get(value))
    if (std::string input = describe(source); !input.empty())
      inputs.push_back(name(source) + ": " + input);
  Operation *definer = value.getDefiningOp();
  return name(value) + " = " +
         (definer ? definer->getName().getStringRef().str() : "argument") +
         "(" + llvm::join(inputs, ", ") + ")";
}

namespace {

/// Writes the visits of one analysis down.
class StepWriter {
public:
  /// What is known of a value now, as text; empty for a value that the analysis
  /// has nothing to do with.
  using Describe = std::function<std::string(Value)>;

  StepWriter(const llvm::SetVector<Value> &values, const ValueSources &sources,
             ValueNamer name, Describe describe)
      : values(values), sources(sources), name(name),
        describe(std::move(describe)) {}

  /// Adds a visit of a value, unless nobody asked for it. With `onlyChanges`
  /// only one that has changed something.
  void add(Value value, bool onlyChanges = false);

  std::vector<std::string> take() { return std::move(steps); }

private:
  const llvm::SetVector<Value> &values;
  const ValueSources &sources;
  ValueNamer name;
  Describe describe;
  /// What the last visit of a value gave.
  llvm::DenseMap<Value, std::string> last;
  std::vector<std::string> steps;
};

} // namespace

void StepWriter::add(Value value, bool onlyChanges) {
  if (!values.contains(value))
    return;
  std::string now = describe(value);
  if (now.empty())
    return;
  std::string &before = last[value];
  if (onlyChanges && before == now)
    return;
  std::string step =
      writeSources(value, sources, name, describe) + " -> " + now;
  if (!before.empty())
    step += before == now ? ", as before" : ", before " + before;
  before = now;
  steps.push_back(std::move(step));
}

//===----------------------------------------------------------------------===//
// Ranges and metadata
//===----------------------------------------------------------------------===//

namespace {

/// The solver with the analyses of `ProgramFlow`, before it runs.
struct PreparedSolver {
  explicit PreparedSolver(Operation *root)
      : root(root), stop(nullptr), uses(root, symbols) {
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<ConstantAnalysis>(stop);
    ranges = solver.load<RangeAnalysis>(symbols, uses, stop);
  }

  void run() { (void)solver.initializeAndRun(root); }

  Operation *root;
  SymbolTableCollection symbols;
  StopCheck stop;
  FunctionUses uses;
  DataFlowSolver solver;
  RangeAnalysis *ranges; // owned by the solver
};

/// The analysis, which tells of the values that it has visited.
class TracedMetadata : public MetadataAnalysis {
public:
  using Visited = std::function<void(Value)>;

  TracedMetadata(DataFlowSolver &solver, SymbolTableCollection &symbols)
      : MetadataAnalysis(solver, symbols) {}

  std::string describe(Value value) {
    std::string text;
    llvm::raw_string_ostream(text) << getLatticeElement(value)->getValue();
    return text;
  }

  LogicalResult visit(ProgramPoint *point) override {
    LogicalResult result = MetadataAnalysis::visit(point);
    if (point->isBlockStart() && !point->getBlock()->isEntryBlock())
      for (Value argument : point->getBlock()->getArguments())
        visited(argument);
    return result;
  }

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const MetadataLattice *> operands,
                               ArrayRef<MetadataLattice *> results) override {
    LogicalResult result =
        MetadataAnalysis::visitOperation(op, operands, results);
    llvm::for_each(op->getResults(), visited);
    return result;
  }

  Visited visited;

private:
  using Lattices = ArrayRef<dataflow::AbstractSparseLattice *>;

  LogicalResult
  visitCallOperation(CallOpInterface call,
                     ArrayRef<const dataflow::AbstractSparseLattice *> operands,
                     Lattices results) override {
    LogicalResult result =
        MetadataAnalysis::visitCallOperation(call, operands, results);
    report(results);
    return result;
  }
  void visitCallableOperation(CallableOpInterface callable,
                              Lattices arguments) override {
    MetadataAnalysis::visitCallableOperation(callable, arguments);
    report(arguments);
  }
  void visitRegionSuccessors(ProgramPoint *point,
                             RegionBranchOpInterface branch,
                             RegionSuccessor successor,
                             Lattices lattices) override {
    MetadataAnalysis::visitRegionSuccessors(point, branch, successor, lattices);
    report(lattices);
  }
  void report(Lattices lattices) {
    for (dataflow::AbstractSparseLattice *lattice : lattices)
      visited(cast<Value>(lattice->getAnchor()));
  }
};

} // namespace

std::vector<std::string>
mlir::noisy::traceRanges(Operation *root, const llvm::SetVector<Value> &values,
                         const ValueSources &sources, ValueNamer name) {
  PreparedSolver prepared(root);
  StepWriter writer(values, sources, name, [&](Value value) -> std::string {
    if (!hasRange(value))
      return "";
    const ConstantIntRanges *range = prepared.ranges->find(value);
    return range ? describeRange(*range, value.getType()) : "not reached";
  });
  prepared.ranges->setListener([&](Operation *op, Value argument) {
    if (argument)
      writer.add(argument);
    else
      for (Value result : op->getResults())
        writer.add(result);
  });
  prepared.run();
  return writer.take();
}

std::vector<std::string>
mlir::noisy::traceMetadata(Operation *root,
                           const llvm::SetVector<Value> &values,
                           const ValueSources &sources, ValueNamer name) {
  PreparedSolver prepared(root);
  auto *metadata = prepared.solver.load<TracedMetadata>(prepared.symbols);
  StepWriter writer(values, sources, name,
                    [&](Value value) { return metadata->describe(value); });
  // A point is visited for each of its values, and then for all at once.
  metadata->visited = [&](Value value) {
    writer.add(value, /*onlyChanges=*/true);
  };
  prepared.run();
  return writer.take();
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

std::vector<std::string>
mlir::noisy::traceNoise(Operation *root, const llvm::SetVector<Value> &values,
                        const ValueSources &sources, ValueNamer name) {
  NoiseFacts noise = NoiseFacts::compute(root);
  auto describe = [&](Value source) -> std::string {
    const NoiseFact *fact = noise.find(source);
    return fact ? formatBound(fact->bound, fact->model.unit) : "";
  };
  std::vector<std::string> steps;
  auto add = [&](Value value) {
    if (!values.contains(value) || !noise.find(value))
      return;
    std::string step = writeSources(value, sources, name, describe) + " -> " +
                       describeBound(noise, value);
    std::vector<std::string> origins = describeOrigin(noise, value, name);
    if (!origins.empty())
      step += ", " + llvm::join(origins, "; ");
    steps.push_back(std::move(step));
  };
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // The results of operations with regions come from inside.
    if (op->getNumRegions() == 0)
      llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  });
  root->walk([&](Operation *op) {
    if (op->getNumRegions() != 0)
      llvm::for_each(op->getResults(), add);
  });
  return steps;
}
