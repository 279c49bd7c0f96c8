//===- NoiseFlow.h - The origin of a value's noise --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_NOISEFLOW_H
#define NOISY_ANALYSIS_PROGRAM_NOISEFLOW_H

#include "analysis/integers/ProgramFlow.h"
#include "analysis/memory/UnknownReason.h"
#include "analysis/program/ParallelReduction.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/units/NoiseBound.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace mlir::noisy {
struct BlockLoop;
struct BufferUses;
class MemoryFlow;

/// The rule that the bound of a value is computed by.
enum class NoiseFlowKind {
  /// The transfer function of the defining `NoiseOpInterface` operation.
  Transfer,
  /// The join of the incoming values: merges, arguments, results of calls and
  /// of operations with regions.
  Join,
  /// The execution of a loop of known trip count, iteration by iteration. The
  /// flow is that of a join; its user knows which loops are run.
  Counted,
  /// The run of a function on the operands of one call. The flow is that of a
  /// join; its user knows which functions are run.
  Call,
  /// The formula of a reduction in a parallel loop.
  Reduction,
  /// A contract, which is relied on; or the least noise, 1 bit, of a tensor
  /// that has no element of its own.
  Contract,
};

/// One step of the flow of noise to a value.
struct NoiseFlow {
  NoiseFlowKind kind = NoiseFlowKind::Join;
  /// The encrypted values that flow in along live edges, in order; a value may
  /// occur twice.
  SmallVector<Value, 2> inputs;
  /// True if a caller out of sight may pass a value: assumed to be fresh.
  bool isAssumed = false;
  /// True if something unknown may flow in.
  bool unknown = false;
  /// Why, if there is more to say than the operation shows.
  std::optional<UnknownReason> reason;
  /// The buffer that the value is loaded from, if it can be followed through
  /// loops that are run: then `inputs` are all that may have been stored.
  const BufferUses *buffer = nullptr;
  /// The values that flow in behind a contract, so that the bound does not
  /// depend on them; but a result of an invalid value is invalid too.
  SmallVector<Value, 0> hiddenInputs;
  /// The contract, in units of the model; of a join, the most that is stated of
  /// something joined (one of several functions that a call may call), 0 for
  /// none.
  uint32_t contract = 0;
  /// The reduction, if `kind` is `Reduction`; `inputs` are its initial value
  /// and the values that its iterations pass on.
  std::shared_ptr<const ParallelReduction> reduction;
  ParallelReduction::Part part = ParallelReduction::Result;

  /// Adds the operand that arrives at position `index`; if there is none,
  /// something unknown flows in.
  void addOperand(ValueRange operands, unsigned index);
};

/// The flow into the result of an operation that takes noise from its operands
/// alone (a transfer function, or an operation that moves values), through
/// `read`, which gives the value that an operand is read from. Nothing for
/// other operations.
std::optional<NoiseFlow> getOperandFlow(Operation *op,
                                        llvm::function_ref<Value(Value)> read);
/// The same where operands are read as they are: in straight code.
inline std::optional<NoiseFlow> getOperandFlow(Operation *op) {
  return getOperandFlow(op, [](Value operand) { return operand; });
}

/// The flow of noise in the IR below an operation, with the control flow of
/// `ProgramFlow`. This is the only description of the flow: all computations
/// and messages on noise derive from it.
///
/// Belongs to one thread at a time.
class NoiseFlows {
public:
  /// `program` must outlive this.
  explicit NoiseFlows(ProgramFlow &program);
  ~NoiseFlows();

  /// The flow into `value`, which carries noise.
  NoiseFlow get(Value value);

  /// True if the block of `value` may be executed, as far as is known.
  bool isLive(Value value) { return isLive(value.getParentBlock()); }
  bool isLive(Block *block);

  /// The operations that `call` may call, if all are known; otherwise none.
  SmallVector<Operation *> getCallees(CallOpInterface call);

  /// True if all calls of a callable are known, and something in sight leads to
  /// it.
  bool knowsCalls(Operation *callable);

  /// True if `function` escapes to an operation that is executed.
  bool escapes(Operation *function);

  /// True if the returns of `callable`, which is in sight, are known.
  bool hasKnownReturns(CallableOpInterface callable);

  /// All ways to pass values to functions.
  const FunctionUses &getUses() { return program.getUses(); }

  /// The range of an integer, as far as it is known.
  std::optional<ConstantIntRanges> getRange(Value value) const {
    return program.getRange(value);
  }

  /// True if a loop loads what earlier iterations may have stored; of a loop of
  /// blocks, this is its test.
  bool carriesMemory(Operation *loop);

  /// True if all encrypted memory that is used in some blocks can be followed
  /// write by write.
  bool followsMemory(ArrayRef<Block *> blocks);

  /// The uses of the buffer that `memref` is a view of: an allocation, or an
  /// argument that is followed.
  const BufferUses &getBufferUses(Value memref);

  /// What is in buffers that calls pass on; the arguments of a callee that are
  /// such buffers, each with its operand.
  MemoryFlow &getMemory() { return *memory; }
  SmallVector<std::pair<BlockArgument, Value>, 2>
  getPassedBuffers(CallOpInterface call);
  /// True if a callable gets such buffers.
  bool takesBuffers(CallableOpInterface callable);

  /// The trip count of a loop, by constants and integer ranges.
  std::optional<TripCount> getTripCount(LoopLikeOpInterface loop);
  std::optional<TripCount> getTripCount(const BlockLoop &loop);

  /// The results whose noise operations state themselves, of those that were
  /// asked for, with all that flows in, as far as it is known.
  using StatedResults = llvm::MapVector<Value, SmallVector<Value, 2>>;
  const StatedResults &getStatedResults() const { return statedResults; }

private:
  NoiseFlow getUnstated(Value value);
  std::optional<NoiseFlow> getParallelFlow(Value value);
  std::optional<NoiseFlow> getTensorFlow(Operation *op);
  std::optional<NoiseFlow> getElementFlow(Value value);
  void addReturned(NoiseFlow &flow, CallOpInterface call,
                   CallableOpInterface callee, unsigned index);
  NoiseFlow getCallResultFlow(OpResult result, CallOpInterface call);
  ArrayRef<unsigned> getStatedArguments(Operation *callable);
  NoiseFlow getArgumentFlow(BlockArgument argument,
                            CallableOpInterface callable);
  NoiseFlow getBlockArgumentFlow(BlockArgument argument);
  Value getRead(Operation *op, Value operand);
  void findUnreachedCallables();
  bool isNamedForCalls(Operation *callable);
  void findEnteredCallables();
  std::optional<TripCount>
  countUnderGuards(Operation *op,
                   llvm::function_ref<std::optional<TripCount>(RangeOf)> count);

  ProgramFlow &program;
  StatedResults statedResults;
  std::unique_ptr<MemoryFlow> memory;
  /// The callables in sight that are called only from loops without iterations.
  llvm::DenseSet<Operation *> unreachedCallables;
  /// The callables that calls in sight lead to, from callables that may be
  /// called from out of sight; once something has asked for them.
  std::optional<llvm::DenseSet<Operation *>> enteredCallables;
  /// The `scf.forall` loops, with true for those with private outputs.
  llvm::DenseMap<Operation *, bool> privateOutputs;
  llvm::DenseMap<Operation *, bool> knownReturns;
  /// The positions of the arguments under contract, by the callable.
  llvm::DenseMap<Operation *, SmallVector<unsigned, 0>> statedArguments;
  DominanceInfo dominance;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_NOISEFLOW_H
