//===- NoiseFlow.h - Where the noise of a value comes from ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISEFLOW_H
#define NOISY_ANALYSIS_NOISEFLOW_H

#include "analysis/NoiseCarriers.h"
#include "dialect/NoiseBound.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlir {
class CallableOpInterface;
class CallOpInterface;
class DataFlowSolver;

namespace noisy {
class CountedLoop;

/// What the bound of a value is computed from.
enum class NoiseFlowKind {
  /// The transfer function of the defining `NoiseOpInterface` operation.
  Transfer,
  /// The join of what flows in: merges, arguments, results of calls and of
  /// operations with regions.
  Join,
  /// Running a loop of known trip count turn by turn.
  Counted,
  /// A contract, which is relied on.
  Contract,
};

/// One step of the noise's way to a value.
struct NoiseFlow {
  NoiseFlowKind kind = NoiseFlowKind::Join;
  /// The encrypted values that flow in along edges which are live, in order; a
  /// value may stand here twice.
  SmallVector<Value, 2> incoming;
  /// A caller out of sight may pass a value: taken to be fresh.
  bool assumed = false;
  /// Something of which nothing is known may flow in.
  bool unknown = false;
  /// Values that the bound is not computed from, because a contract stands
  /// between or a counted loop is run as a whole, but that are passed on: what
  /// is made from junk is junk.
  SmallVector<Value, 0> hidden;
  /// The contract in bits.
  uint32_t contract = 0;
  /// The loop, where `kind` is `Counted`; `incoming` are its inputs.
  const CountedLoop *loop = nullptr;
};

/// Tells how noise flows in the IR that a solver with a dead code analysis
/// works on, as far as that one has come. This is the one description of the
/// flow: the analysis iterates it, growth and facts are read off it.
///
/// Belongs to the thread of its solver.
class NoiseFlows {
public:
  explicit NoiseFlows(DataFlowSolver &solver);
  ~NoiseFlows();

  /// The flow into `value`, which carries noise.
  NoiseFlow get(Value value);

  /// The bound of `value` from those of the values that flow in; unreachable
  /// while a needed one is.
  NoiseBound evaluate(Value value, const NoiseFlow &flow,
                      llvm::function_ref<NoiseBound(Value)> boundOf);

  /// Whether the block of `value` may be executed, as far as is known.
  bool isLive(Value value) { return isLive(value.getParentBlock()); }
  bool isLive(Block *block);

  /// The operation that `call` calls, or null.
  Operation *getCallee(CallOpInterface call);

  /// The operations that `call` may call: the one it names, or, when it calls a
  /// value, every function of its type whose address is taken.
  SmallVector<Operation *> getPossibleCallees(CallOpInterface call);

private:
  const CountedLoop *getCountedLoop(Operation *op);
  std::optional<NoiseFlow> getCountedFlow(Value value);
  NoiseFlow getCallResultFlow(OpResult result, CallOpInterface call);
  NoiseFlow getArgumentFlow(BlockArgument argument,
                            CallableOpInterface callable);
  NoiseFlow getBlockArgumentFlow(BlockArgument argument);
  bool isInEmptyLoop(Operation *op);

  DataFlowSolver &solver;
  SymbolTableCollection symbols;
  /// The functions whose address is taken, once they were asked for.
  std::optional<llvm::SetVector<Operation *>> addressTaken;
  /// Null for what is no counted loop, or takes too long to run.
  llvm::DenseMap<Operation *, const CountedLoop *> loops;
  /// Whether an operation is, or is within, a loop that turns zero times.
  llvm::DenseMap<Operation *, bool> emptyLoops;
  std::vector<std::unique_ptr<CountedLoop>> ownedLoops;
};

} // namespace noisy
} // namespace mlir

#endif // NOISY_ANALYSIS_NOISEFLOW_H
