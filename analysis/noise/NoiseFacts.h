//===- NoiseFacts.h - The facts on noise ------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISEFACTS_H
#define NOISY_ANALYSIS_NOISE_NOISEFACTS_H

#include "analysis/program/NoiseApproximation.h"
#include "analysis/program/NoiseFlow.h"
#include "dialect/NoiseModel.h"
#include "dialect/units/NoiseBound.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

namespace mlir::noisy {
class NoiseProgram;
class NoiseSolver;

/// What can be too much to be followed one by one.
enum class NoiseLimit {
  None,
  /// The calls of a function: an argument has the join of all.
  Calls,
  /// The iterations of a loop: what it carries, and its results, have the most
  /// after any number of them.
  Iterations,
  /// The combinations of conditions in a loop: what it carries, and its
  /// results, have the most as if each could hold whatever the others are.
  Conditions
};

/// The bound of a value of a function for one call.
struct CallNoise {
  NoiseBound bound;
  /// The call; null for those out of sight.
  Operation *call = nullptr;
  /// True if it calls the function by others: all of their calls are alike.
  bool isOuter = false;

  bool operator==(const CallNoise &rhs) const = default;
};

/// The facts on the noise of one value.
struct NoiseFact {
  NoiseBound bound;
  /// The noise model at the definition of the value.
  NoiseModel model;
  /// The kind of flow that the bound was computed from.
  NoiseFlowKind source = NoiseFlowKind::Join;
  /// True for an argument that callers out of sight may set; they are assumed
  /// to pass fresh values.
  bool isAssumed = false;
  /// True if something unknown flows in directly.
  bool unknown = false;
  /// True if the value is in a loop that is run iteration by iteration, or in a
  /// function that is run for each call: its bound is that of the noisiest run,
  /// in which not every incoming value need be at its maximum.
  bool perRun = false;
  /// What was too much to be followed, so that the bound may be larger than any
  /// run attains.
  NoiseLimit limit = NoiseLimit::None;
  /// The encrypted values that flow in, in order; a value may occur twice.
  SmallVector<Value, 2> inputs;
  /// An argument with an assumed bound that this value depends on, or null.
  Value restsOn;
  /// An overflowed, unbounded or unknown value that this value depends on, or
  /// null: whatever the bound, the value is invalid if that one is.
  Value unreliableCause;
  /// True if the value is such a cause for others: a finding is about it.
  bool isCause = false;
  /// The bounds in a function for each call, null for those out of sight, where
  /// they differ and are few; by rising bounds. Of very many only the worst.
  SmallVector<CallNoise, 0> byCall = {};

  /// True if the value can be relied on within `max` bits: it is within the
  /// limit, and not unreliable. An assumption does not make it unsafe, but
  /// should be shown.
  bool isSafe(uint32_t max) const {
    return !bound.exceeds(max) && !unreliableCause;
  }
};

/// The kind of a problem.
enum class NoiseFindingKind {
  /// The result of an operation passes the limit; none of its operands does.
  Overflow,
  /// A value carried by a loop or a recursion grows without end.
  Unbounded,
  /// The origin of the value is unknown.
  Unknown,
  /// A call passes more noise than the function takes, which other calls do
  /// not: an operation in it overflows.
  Call,
  /// A value that is passed to a function or returned breaks the contract.
  Contract,
  /// An integer that is passed to a function is, or may be, outside the range
  /// stated for the argument, on which the noise relies.
  StatedRange,
};

/// The range stated for an integer, and its actual range.
struct BrokenRange {
  ConstantIntRanges range, statedRange;
  /// True if the integer never is in the stated range; otherwise it may be.
  bool isOutside;
};

/// An integer that a call passes, and the most that the callee takes.
struct PassedInteger {
  BlockArgument argument;
  ConstantIntRanges passed;
  int64_t limit;
};

/// A problem to report.
struct NoiseFinding {
  NoiseFindingKind kind;
  /// The value with too much noise; an integer if a stated range is broken.
  Value value;
  NoiseBound bound;
  /// The limit that it breaks, in bits.
  uint32_t limit = 0;
  /// The place where the contract is broken, or too much noise is passed: the
  /// call or the return, and the number of the operand; otherwise null.
  Operation *use = nullptr;
  unsigned operand = 0;
  /// The noise gained per iteration in bits, if that is one number; otherwise
  /// 0.
  uint32_t growth = 0;
  /// True if the limit is not declared, but is that of another model.
  bool isLimit = false;
  /// The function with the argument, or the one that a launch starts; null for
  /// results, and for code in a launch.
  Operation *function = nullptr;
  /// True if the argument is unknown: `use` passes the value out of sight, and
  /// the function escapes. Or if the result is unknown: `use` is not known to
  /// return its operands.
  bool isHeld = false;
  /// True if a value may grow because calls of a function are not told apart;
  /// or with the iterations of loops, which may be around calls.
  bool isByCalls = false, isByLoops = false;
  std::optional<BrokenRange> brokenRange = std::nullopt;
  /// The number of the launch size with the stated range
  /// (`getStatedLaunchSizes`), and the value that `value` is multiplied by
  /// there, or null.
  std::optional<unsigned> launchSize = std::nullopt;
  Value factor = nullptr;
  /// The operation that overflows in a call; `limit` is the most noise that the
  /// function takes, 0 if less of this value alone would not help or that is
  /// not known.
  Value overflow = nullptr;
  /// The integer to blame for that, if it is one.
  std::optional<PassedInteger> integer = std::nullopt;
  /// The functions of a circle of calls in which a value grows: each calls the
  /// next, the last the first.
  SmallVector<Operation *, 0> circle = {};
  /// Why the value is unknown, if that is known.
  std::optional<UnknownReason> reason = std::nullopt;
  /// Other values that are unknown for the same reason: results of the same
  /// operation, or arguments of its regions.
  SmallVector<Value, 0> others = {};

  /// True if the finding is about the code below `scope`.
  bool isWithin(Operation *scope) const;
};

/// A place where a value has to keep a contract.
struct NoiseContractUse {
  Value value;
  /// The most noise that the value may have there, in bits.
  uint32_t limit;
  /// The call or the return, and the number of its operand.
  Operation *use;
  unsigned operand;
  /// True if the limit is that of another model, not a contract.
  bool isLimit = false;
  /// The function with the argument; null for results.
  Operation *function = nullptr;
  /// True if the argument or result is unknown, as in NoiseFinding.
  bool isHeld = false;
};

/// The facts of the values of a program, however they are kept.
class NoiseFactSource {
public:
  virtual ~NoiseFactSource() = default;

  /// The fact of a value; null for a value without noise.
  virtual const NoiseFact *find(Value value) const = 0;
  /// A number of a value with noise, larger for values that come later in the
  /// program's text.
  virtual unsigned getIndex(Value value) const = 0;

  /// The bound of a value that carries noise.
  NoiseBound getBound(Value value) const;
  /// The values that determine the bound of `value`: a minimal part of the
  /// incoming values that gives the bound. A multiplication has both operands,
  /// a merge has one. Empty for a value without incoming values.
  SmallVector<Value, 2> getCauses(Value value) const;
};

/// The result of the noise analysis of everything below one operation: plain
/// data, which does not change and may be read from any thread as long as the
/// IR lives and is not changed.
class NoiseFacts final : public NoiseFactSource {
public:
  /// Runs the analysis. Never fails; noise that cannot be derived is unknown.
  /// The IR must have been verified, except for symbol uses. In a program
  /// without noise, only stated ranges are checked.
  static NoiseFacts compute(Operation *root);
  /// Runs the analysis on a flow that is already computed.
  static NoiseFacts compute(ProgramFlow &program);
  /// The same with the flow of noise, too. `compiled` becomes the program that
  /// the facts were computed with.
  static NoiseFacts compute(ProgramFlow &program, NoiseFlows &flows,
                            std::unique_ptr<NoiseProgram> &compiled);

  /// The facts of a program without noise.
  NoiseFacts() = default;

  const NoiseFact *find(Value value) const override;

  /// All values that carry noise, in the order of the program's text, and the
  /// fact of each.
  ArrayRef<Value> getValues() const { return values; }
  ArrayRef<NoiseFact> getFacts() const { return facts; }
  /// The position of a value with noise among all such values.
  unsigned getIndex(Value value) const override {
    return indices.lookup(value);
  }

  /// The position of a value, and that of a value that it flows into.
  using Flow = std::pair<unsigned, unsigned>;
  /// All edges of the flow in the program, sorted by their targets: also past
  /// contracts, and around loops that are run iteration by iteration, which
  /// bounds do not follow (NoiseFact::inputs). An edge may occur twice.
  ArrayRef<Flow> getFlows() const { return flows; }

  ArrayRef<NoiseContractUse> getContractUses() const { return contractUses; }
  ArrayRef<NoiseFinding> getFindings() const { return findings; }

  /// The loops with too many iterations to be run, and the functions with too
  /// many different calls.
  const NoiseApproximation &getApproximation() const { return approximation; }

private:
  NoiseFacts(ProgramFlow &program, NoiseFlows &flows,
             NoiseProgram &noiseProgram, const NoiseSolver &solver,
             NoiseApproximation approximation);
  static NoiseFacts run(ProgramFlow &program, NoiseFlows &flows,
                        std::unique_ptr<NoiseProgram> &compiled);
  void addFacts(ProgramFlow &program, const NoiseProgram &noiseProgram,
                const NoiseSolver &solver);
  void addCalls(const NoiseProgram &noiseProgram, const NoiseSolver &solver);
  void addFlow(const NoiseProgram &noiseProgram, const NoiseSolver &solver,
               unsigned index);
  void markApproximated(NoiseFlows &flows);
  void markAssumed();
  void markUnreliable();
  void findOverflows(ProgramFlow &program, NoiseFlows &flows,
                     const NoiseProgram &noiseProgram,
                     const NoiseSolver &solver);
  void findGrowing(NoiseFlows &flows, const NoiseProgram &noiseProgram,
                   const NoiseSolver &solver);
  void findUnknown(const NoiseProgram &noiseProgram, NoiseFlows &flows);
  /// Reports values above the limit that do not depend on any reported value.
  /// None should exist; but no value above the limit may go unreported.
  void findUnexplained();
  void collectContractUses(ProgramFlow &program, NoiseFlows &flows);
  void collectPassed(ProgramFlow &program, Operation *call, Operation *callee,
                     bool isCertain);
  /// A function that escapes, its strictest contract, and the limit of its
  /// model if it has no body.
  struct Escape {
    FunctionOpInterface function;
    std::optional<uint32_t> contract, limit;
  };
  static Escape makeEscape(Operation *function);
  void collectLeaks(Operation *op, ArrayRef<Escape> escapes);
  void findLeakedRanges(ProgramFlow &program, Operation *op,
                        ArrayRef<Escape> escapes);
  void collectReturned(Operation *end);
  void findBrokenContracts();
  void findBrokenSizes(ProgramFlow &program, Operation *launch,
                       Operation *kernel);
  bool findBrokenRange(ProgramFlow &program, NoiseFinding finding,
                       unsigned argument, bool isCertain);
  void spread(ArrayRef<Value> origins, Value NoiseFact::*mark);

  std::vector<Value> values;
  llvm::DenseMap<Value, unsigned> indices;
  std::vector<NoiseFact> facts;
  std::vector<Flow> flows;
  std::vector<NoiseFinding> findings;
  std::vector<NoiseContractUse> contractUses;
  NoiseApproximation approximation;

  // During construction: the edges of the flow, by position; bounds do not
  // follow `hidden` edges. The targets of all edges from value i are at
  // [userOffsets[i], userOffsets[i + 1]) of `users`.
  std::vector<Flow> edges, hiddenEdges;
  std::vector<unsigned> users, userOffsets;
  llvm::DenseMap<unsigned, SmallVector<unsigned, 1>> hiddenUsers;
  /// The overflows, and what grows, whose finding is at calls.
  SmallVector<Value> toldAtCalls;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEFACTS_H
