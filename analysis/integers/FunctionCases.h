//===- FunctionCases.h - Functions by their integers ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_FUNCTIONCASES_H
#define NOISY_ANALYSIS_INTEGERS_FUNCTIONCASES_H

#include "analysis/integers/Conditions.h"
#include "analysis/integers/IterationRanges.h"
#include "analysis/integers/SharedConditions.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <vector>

namespace mlir::noisy {

/// The cases that functions are told apart by: what decides in them (branches,
/// trip counts, calls of which this holds, the function that is called) is
/// computed from *inputs*, integers that are the same in a whole run of the
/// function. These are arguments, and conditions that decide together; an
/// argument that is a function counts as the number that `rangeOf` gives it.
/// Each run of a function is in one of
/// its cases, in which some inputs are constants, so that the join over the
/// cases that a call may reach is safe.
///
/// The cases are found by following the calls, from those out of sight on. An
/// argument is a constant in a case if it is one at the call, or has few values
/// there; otherwise it is in the range that it has at the call, where that is
/// not too much to tell apart. A recursion is followed if no case can reach
/// itself: then each run ends, and the noise of a case follows from that of
/// others. Functions with too many cases, and other recursions, have none.
class FunctionCases {
public:
  static constexpr unsigned kNone = ~0u;

  struct Function {
    Operation *op;
    /// It cannot be run for a call alone.
    bool isBlocked;
    /// It is called from out of sight.
    bool hasEntry;
    /// What running it takes, in units.
    unsigned size;
    /// The component of the call graph that it is in, and whether it can reach
    /// itself there.
    unsigned component;
    bool isRecursive;
  };
  /// A call between functions, by their positions; `kNone` for a caller that is
  /// none of them.
  struct Call {
    CallOpInterface op;
    unsigned caller, callee;
  };

  /// The values of the inputs in a case, as far as they are known.
  using Case = SmallVector<std::optional<IntegerSpan>, 2>;
  /// Values of the arguments among the inputs of a function that are told apart
  /// though no call may pass them.
  struct Probe {
    Operation *function;
    Case arguments;
  };

  FunctionCases(std::vector<Function> functions, std::vector<Call> calls,
                ArrayRef<Operation *> deciders,
                IterationRanges::GeneralRange rangeOf,
                ArrayRef<Probe> probes = {});

  /// The cases of a probe, by its number: one of these if the arguments have
  /// such values. None if they are not told apart.
  ArrayRef<unsigned> getProbed(unsigned probe) const { return probed[probe]; }

  /// Adds the values of inputs to a case.
  static void append(Case &known, ArrayRef<std::optional<uint64_t>> values);

  /// The integers that are told apart; several if conditions are equal.
  ArrayRef<Value> getInputs(unsigned function) const {
    return families[function].inputs;
  }
  unsigned getNumCases(unsigned function) const {
    return families[function].cases.size();
  }
  Case getKnown(unsigned function, unsigned number) const;
  /// True if the function is in a recursion that ends in each case.
  bool isFollowed(unsigned function) const {
    return functions[function].isRecursive && !families[function].isGivenUp;
  }
  /// The calls of its own component that may nest in a run of the function.
  unsigned getDepth(unsigned function) const {
    return families[function].depth;
  }

  /// The arguments among the inputs.
  ArrayRef<BlockArgument> getArguments(unsigned function) const {
    return families[function].arguments;
  }
  using Ranges = SmallVector<std::optional<ConstantIntRanges>, 2>;
  /// The cases of `function` that `call` may reach, null for calls out of
  /// sight, in a case of its caller, or in any. It passes integers in these
  /// ranges for the arguments among the inputs. None if there is no such call.
  SmallVector<unsigned, 1> find(unsigned function, const Ranges &ranges,
                                Operation *call,
                                std::optional<unsigned> callerCase) const;

private:
  struct Family {
    SmallVector<BlockArgument, 2> arguments;
    /// The arguments that decide several things.
    llvm::SmallDenseSet<Value, 2> sharedArguments;
    SharedConditions conditions;
    /// The arguments that some of these are computed from.
    SmallVector<unsigned, 2> usedArguments;
    SmallVector<Value> inputs;
    bool isGivenUp = false;
    /// True if cases may have ranges, not only constants.
    bool hasSpans = true;
    /// The cases, with the number of a combination for the conditions, if
    /// there are any.
    std::map<Case, unsigned> numbers;
    std::vector<Case> cases;
    unsigned depth = 0;
  };
  struct Node {
    unsigned function, number;
    SmallVector<unsigned, 2> callees;
  };

  unsigned findFunction(Operation *op) const;
  void findInputs(ArrayRef<Operation *> deciders);
  void findArguments(ArrayRef<Operation *> deciders);
  void findConditions(ArrayRef<Operation *> deciders);
  bool explore();
  std::vector<Case> list(unsigned function, const Ranges &ranges,
                         ArrayRef<char> isOfLoop) const;
  void addCombinations(const Family &family, std::vector<Case> &cases) const;
  bool mayBe(unsigned function, unsigned number, const Ranges &ranges) const;
  bool giveUpRecursions(ArrayRef<Node> nodes);
  void giveUp(unsigned function);
  bool giveUpSpans(unsigned function);

  std::vector<Function> functions;
  std::vector<Call> calls;
  IterationRanges::GeneralRange rangeOf;
  std::vector<Probe> probes;
  std::vector<SmallVector<unsigned, 1>> probed;
  llvm::DenseMap<Operation *, unsigned> functionOfOp;
  std::vector<Family> families;
  /// The calls in each function, and those of each.
  std::vector<SmallVector<unsigned, 2>> callsIn, callsTo;
  /// The cases of a function that a call was found to reach, by the case of its
  /// caller. All that a run can reach is covered by these.
  using Reached = std::map<unsigned, SmallVector<unsigned, 1>>;
  llvm::DenseMap<std::pair<Operation *, unsigned>, Reached> reached;
  DominanceInfo dominance;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_FUNCTIONCASES_H
