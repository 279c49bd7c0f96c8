//===- Reference.h - The bounds of a program, by the book -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_REFERENCE_H
#define NOISY_TESTS_SUPPORT_REFERENCE_H

#include "tests/support/RandomProgram.h"
#include <vector>

namespace mlir::noisy::test {

/// The bounds of a program, straight from the table of the operations and the
/// rules for control flow. Slow, and of no use but this.
///
/// Functions that cannot come back to themselves are evaluated for each call.
/// The others are swept over from bottom up until nothing changes. Counted
/// loops go turn by turn; what is in a turn or a call (loops of unknown length,
/// blocks, calls) is evaluated in the context of that turn or call. Elements of
/// tensors are told apart from where they are put together to where the tensor
/// meets another one.
class Reference {
public:
  /// With a model of terms or of fractions the program has neither contracts
  /// nor parallel loops.
  explicit Reference(const RandomProgram &program,
                     const NoiseModel &model = {});

  /// Units; 0 where nothing arrives, infinity where it grows without end.
  double bound(int value) const { return bounds[value]; }
  /// Whether the value is inside of a counted loop, and not carried by an
  /// outermost one.
  bool isInCountedLoop(int value) const { return inCounted[value]; }
  /// False where the bound is the largest that there can be, but a rule may
  /// well give a larger one: within what combines the values of a parallel
  /// loop, for the tensors that the threads of a forall share, and everywhere
  /// in programs in which dead code calls a function that nothing else calls,
  /// or a counted loop calls a recursive one.
  bool isExact(int value) const { return !loose[value]; }
  /// False where the book says nothing: numbers became too large to be told
  /// from growth, private functions call each other in a circle that nothing
  /// enters, or a call never returns.
  bool isConclusive() const { return conclusive; }

private:
  using Environment = std::vector<double>;
  using Values = std::vector<double>;

  /// Where a statement is evaluated.
  struct Place {
    /// Within a counted loop.
    bool isCounted = false;
    /// Within a function that is evaluated for each call.
    bool isCall = false;

    bool isLocal() const { return isCounted || isCall; }
  };

  void sweep();
  Values evaluate(const Function &function, const Values &values,
                  Environment &env);
  void define(int value, double bound, Environment &env, Place place);
  Values get(const std::vector<int> &values, const Environment &env) const;
  Values makeElements(const Statement &statement, const Environment &env) const;
  void run(const Body &body, Environment &env, Place place);
  void run(const Statement &statement, Environment &env, Place place);
  void runCountedLoop(const Statement &statement, Environment &env,
                      Place place);
  void runOtherLoop(const Statement &statement, Environment &env, Place place);
  void runParallel(const Statement &statement, Environment &env, Place place);
  void runForall(const Statement &statement, Environment &env, Place place);
  void runCall(const Statement &statement, Environment &env, Place place);
  /// Runs blocks whose arguments but those of the first are joins; gives the
  /// join of what they return.
  Values runBlocks(const std::vector<BasicBlock> &blocks, Environment &env,
                   Place place);
  Values runBlocksOnce(const std::vector<BasicBlock> &blocks,
                       std::vector<Values> &arguments, Environment &env,
                       Place place);

  double transfer(const Statement &statement, double lhs, double rhs) const;

  const RandomProgram &program;
  const NoiseModel model;
  std::vector<double> bounds;
  /// The elements of the tensors whose elements are told apart: those that are
  /// made of elements. What merges has none.
  std::vector<Values> cells;
  std::vector<char> inCounted, loose;
  std::vector<Values> returnValues;
  std::vector<char> enteredFlags, live;
  /// Functions that may come back to themselves, or call one that does. What is
  /// stated of all that goes in and out makes a call of no account.
  std::vector<char> joined;
  bool conclusive = true;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_REFERENCE_H
