//===- NoiseFlow.h - Where the noise of a value comes from ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISEFLOW_H
#define NOISY_ANALYSIS_NOISE_NOISEFLOW_H

#include "analysis/integers/ProgramFlow.h"
#include "analysis/noise/ParallelReduction.h"
#include "dialect/NoiseBound.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace mlir::noisy {

/// What the bound of a value is computed from.
enum class NoiseFlowKind {
  /// The transfer function of the defining `NoiseOpInterface` operation.
  Transfer,
  /// The join of what flows in: merges, arguments, results of calls and of
  /// operations with regions.
  Join,
  /// Running a loop of known trip count turn by turn. The flow is told as a
  /// join; whoever evaluates it knows which loops are run.
  Counted,
  /// The formula of a reduction in a parallel loop.
  Reduction,
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
  /// between, but that are passed on: what is made from junk is junk.
  SmallVector<Value, 0> hidden;
  /// The contract in bits.
  uint32_t contract = 0;
  /// The reduction, where `kind` is `Reduction`; `incoming` are its initial
  /// value and what its turns pass on.
  std::shared_ptr<const ParallelReduction> reduction;
  ParallelReduction::Part part = ParallelReduction::Result;
};

/// Tells how noise flows in the IR below an operation, where control flow is as
/// `ProgramFlow` has found it. This is the one description of the flow:
/// everything that is computed or said of noise is read off it.
///
/// Belongs to one thread at a time.
class NoiseFlows {
public:
  /// `program` must outlive this.
  explicit NoiseFlows(ProgramFlow &program);

  /// The flow into `value`, which carries noise.
  NoiseFlow get(Value value);

  /// Whether the block of `value` may be executed, as far as is known.
  bool isLive(Value value) { return isLive(value.getParentBlock()); }
  bool isLive(Block *block);

  /// The operation that `call` calls, or null.
  Operation *getCallee(CallOpInterface call);

  /// Whether `function` escapes to something that is executed.
  bool escapes(Operation *function);

  /// Whether it is known what `callable`, which is in sight, returns where.
  bool hasKnownReturns(CallableOpInterface callable);

  /// What may pass values to functions.
  const FunctionUses &getUses() { return program.getUses(); }

  /// The trip count of a loop, by constants and integer ranges.
  std::optional<TripCount> getTripCount(LoopLikeOpInterface loop);

private:
  std::optional<NoiseFlow> getParallelFlow(Value value);
  NoiseFlow getCallResultFlow(OpResult result, CallOpInterface call);
  NoiseFlow getArgumentFlow(BlockArgument argument,
                            CallableOpInterface callable);
  NoiseFlow getBlockArgumentFlow(BlockArgument argument);
  Value getRead(Operation *op, Value operand);
  void findUnreachedCallables();

  ProgramFlow &program;
  /// Those in sight to which no call leads but from loops that turn zero times.
  llvm::DenseSet<Operation *> unreachedCallables;
  /// Whether the outputs of an `scf.forall` are private.
  llvm::DenseMap<Operation *, bool> privateOutputs;
  llvm::DenseMap<Operation *, bool> knownReturns;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEFLOW_H
