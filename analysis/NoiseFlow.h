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
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlir {
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

/// Whether all ends of the regions of `branch` tell where control goes. Of one
/// that does not (that of `scf.forall`), dead code analysis says nothing at
/// all, as if control never came out.
bool hasKnownEnds(RegionBranchOpInterface branch);

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

  /// What overflows within a counted loop; see CountedLoop::findOverflows.
  llvm::SetVector<Value> findOverflows(const CountedLoop &loop,
                                       ArrayRef<NoiseBound> inputBounds,
                                       uint32_t max);

  /// Whether the block of `value` may be executed, as far as is known.
  bool isLive(Value value) { return isLive(value.getParentBlock()); }
  bool isLive(Block *block);

  /// The operation that `call` calls, or null.
  Operation *getCallee(CallOpInterface call);

  /// The operations that `call` may call: the one it names, or, when it calls a
  /// value, every function that takes its arguments and whose name is used for
  /// more than calls.
  SmallVector<Operation *> getPossibleCallees(CallOpInterface call);

  /// Operations that name `function`, are no calls as MLIR understands them
  /// (`gpu.launch_func`), and have encrypted operands, which they may pass.
  SmallVector<Operation *> getForeignCalls(Operation *function);

  /// The operation below which everything that matters is in sight.
  void setRoot(Operation *op) { root = op; }

private:
  struct SymbolUses {
    /// For what has a symbol, the operations that name it and are no calls.
    llvm::MapVector<Operation *, SmallVector<Operation *, 1>> users;
    SmallVector<CallOpInterface> indirectCalls;
  };
  const SymbolUses &getSymbolUses();
  const CountedLoop *getCountedLoop(Operation *op);
  std::optional<NoiseFlow> getCountedFlow(Value value);
  NoiseFlow getCallResultFlow(OpResult result, CallOpInterface call);
  NoiseFlow getArgumentFlow(BlockArgument argument,
                            CallableOpInterface callable);
  NoiseFlow getBlockArgumentFlow(BlockArgument argument);
  bool isInEmptyLoop(Operation *op);

  DataFlowSolver &solver;
  SymbolTableCollection symbols;
  Operation *root = nullptr;
  /// Once they were asked for.
  std::optional<SymbolUses> symbolUses;
  /// Instructions that counted loops may still run, all together: an analysis
  /// may take so long, and no longer.
  uint64_t loopSteps = 1u << 23;
  /// Null for what is no counted loop, or takes too long to run.
  llvm::DenseMap<Operation *, const CountedLoop *> loops;
  /// Whether an operation is, or is within, a loop that turns zero times.
  llvm::DenseMap<Operation *, bool> emptyLoops;
  std::vector<std::unique_ptr<CountedLoop>> ownedLoops;
};

} // namespace noisy
} // namespace mlir

#endif // NOISY_ANALYSIS_NOISEFLOW_H
