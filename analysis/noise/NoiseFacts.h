//===- NoiseFacts.h - What is known of the noise ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISEFACTS_H
#define NOISY_ANALYSIS_NOISE_NOISEFACTS_H

#include "analysis/noise/NoiseFlow.h"
#include "dialect/NoiseBound.h"
#include "dialect/NoiseModel.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::noisy {
class NoiseProgram;
class NoiseSolver;

/// What is known of the noise of one value.
struct NoiseFact {
  NoiseBound bound;
  /// The model that holds where the value is defined.
  NoiseModel model;
  /// What the bound was computed from.
  NoiseFlowKind source = NoiseFlowKind::Join;
  /// The value is an argument that callers out of sight may set; they are
  /// assumed to pass fresh values.
  bool assumed = false;
  /// Something unknown flows in right here.
  bool unknown = false;
  /// The value stands in a loop that is run turn by turn: its bound is that of
  /// the noisiest turn, in which not all that flows in need have its most.
  bool perTurn = false;
  /// The encrypted values that flow in, in order; a value may stand twice.
  SmallVector<Value, 2> incoming;
  /// An argument with an assumed bound that this value depends on, or null.
  Value restsOn;
  /// An overflowed, unbounded or unknown value that this value depends on, or
  /// null: whatever the bound says, the value is junk when that one is.
  Value spoiledBy;

  /// Whether the value can be relied on within `max` bits: within the limit,
  /// and not spoiled. An assumption does not make it unsafe, it is to be
  /// shown.
  bool isSafe(uint32_t max) const { return !bound.exceeds(max) && !spoiledBy; }
};

/// What can be wrong.
enum class NoiseFindingKind {
  /// The result of an operation passes the limit; none of its operands does.
  Overflow,
  /// A value carried by a loop or a recursion grows without end.
  Unbounded,
  /// Nothing is known of where the value comes from.
  Unknown,
  /// A value that is passed to a function or returned breaks the contract.
  Contract,
  /// An integer that is passed to a function is, or may be, outside of what is
  /// stated of the argument, on which the noise rests.
  StatedRange,
};

/// What is stated of an integer, and what it can be.
struct BrokenRange {
  ConstantIntRanges range, stated;
  /// It never is what is stated, rather than not always.
  bool isOutside;
};

/// One thing to report.
struct NoiseFinding {
  NoiseFindingKind kind;
  /// The value that has too much noise; an integer where a stated range is
  /// broken.
  Value value;
  NoiseBound bound;
  /// The limit in bits that it breaks.
  uint32_t limit = 0;
  /// Where the contract is broken: the call or the return, and which operand;
  /// otherwise null.
  Operation *use = nullptr;
  unsigned operand = 0;
  /// Bits gained per turn, where that is one number; otherwise 0.
  uint32_t growth = 0;
  /// Nothing is declared there, but another limit holds, that of its model.
  bool isLimit = false;
  /// The function whose argument it is, or that a launch starts; null for
  /// results, and for code in a launch.
  Operation *function = nullptr;
  /// It is not known which argument: `use` gives the value away, and the
  /// function escapes. Or which result: `use` is not known to return its
  /// operands.
  bool isHeld = false;
  std::optional<BrokenRange> brokenRange = std::nullopt;
  /// The number of the size of a launch that the range is stated of
  /// (`getStatedLaunchSizes`), and what `value` is multiplied by there, or
  /// null.
  std::optional<unsigned> launchSize = std::nullopt;
  Value factor = nullptr;
};

/// A place where a value has to keep a contract.
struct NoiseContractUse {
  Value value;
  /// The most bits that it may have there.
  uint32_t limit;
  /// The call or the return, and which operand of it.
  Operation *use;
  unsigned operand;
  /// It is no contract but the limit of another model.
  bool isLimit = false;
  /// The function whose argument it is; null for results.
  Operation *function = nullptr;
  /// The same as in NoiseFinding.
  bool isHeld = false;
};

/// The result of the noise analysis of everything below one operation: plain
/// data, which does not change and may be read from any thread as long as the
/// IR lives and is not changed.
class NoiseFacts {
public:
  /// Runs the analysis. Never fails; what cannot be told is unknown. The IR
  /// must have been verified, symbol uses apart. Without noise nothing but
  /// stated ranges is looked at.
  static NoiseFacts compute(Operation *root);
  /// The same on a flow that is known already.
  static NoiseFacts compute(ProgramFlow &program);

  /// Of a program without noise.
  NoiseFacts() = default;

  /// The fact of a value; null for what carries no noise.
  const NoiseFact *find(Value value) const;
  /// The bound of a value that carries noise.
  NoiseBound getBound(Value value) const;

  /// All values that carry noise, in the order of the program's text, and what
  /// is known of each.
  ArrayRef<Value> getValues() const { return values; }
  ArrayRef<NoiseFact> getFacts() const { return facts; }
  /// The position of a value that carries noise among all of them.
  unsigned getIndex(Value value) const { return indices.lookup(value); }

  /// The position of a value, and that of one that it flows into.
  using Flow = std::pair<unsigned, unsigned>;
  /// What flows into what in the program as it stands, those into a value one
  /// after the other and in the order of the values: also past contracts, and
  /// round loops that are run turn by turn, whose bounds do not come this way
  /// (NoiseFact::incoming). Some may be there twice.
  ArrayRef<Flow> getFlows() const { return flows; }

  ArrayRef<NoiseContractUse> getContractUses() const { return contractUses; }
  ArrayRef<NoiseFinding> getFindings() const { return findings; }

  /// Loops that turn too often to be run, and were taken for loops whose trip
  /// count is not known.
  const llvm::DenseSet<Operation *> &getUncounted() const { return uncounted; }

  /// The values that the bound of `value` comes from: of those that flow in,
  /// the least part that gives the bound. A multiplication has both operands, a
  /// merge has one. Nothing for what begins here.
  SmallVector<Value, 2> getCauses(Value value) const;

private:
  NoiseFacts(ProgramFlow &program, NoiseFlows &flows,
             const NoiseProgram &compiled, const NoiseSolver &solver);
  void markAssumed();
  void markSpoiled();
  void findOverflows(const NoiseSolver &solver);
  void findGrowing(const NoiseSolver &solver);
  void findUnknown();
  /// Reports what is above the limit and does not come from anything that is
  /// reported. It should not happen; but nothing above the limit may ever go
  /// without a word.
  void findUnexplained();
  void collectContractUses(ProgramFlow &program, NoiseFlows &flows);
  void collectPassed(ProgramFlow &program, Operation *call, Operation *callee,
                     bool isCertain);
  /// A function that escapes, the strictest that it states, and the limit of
  /// its model if it has no body.
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
  void spread(ArrayRef<Value> from, Value NoiseFact::*mark);

  std::vector<Value> values;
  llvm::DenseMap<Value, unsigned> indices;
  std::vector<NoiseFact> facts;
  std::vector<Flow> flows;
  std::vector<NoiseFinding> findings;
  std::vector<NoiseContractUse> contractUses;
  llvm::DenseSet<Operation *> uncounted;

  // While the facts are made: what flows into what, by position; of `hidden`
  // edges the bound does not come.
  std::vector<Flow> edges, hiddenEdges;
  std::vector<SmallVector<unsigned, 2>> users;
  llvm::DenseMap<unsigned, SmallVector<unsigned, 1>> hiddenUsers;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEFACTS_H
