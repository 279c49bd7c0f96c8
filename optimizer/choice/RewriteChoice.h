//===- RewriteChoice.h - Rewriting, where that is cheaper -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_CHOICE_REWRITECHOICE_H
#define NOISY_OPTIMIZER_CHOICE_REWRITECHOICE_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include "optimizer/Optimizer.h"
#include "optimizer/rewrites/Rewriter.h"

namespace mlir::noisy {

/// What a program costs: by its reductions, then by its products, then by its
/// other operations on encrypted values, each as often as it is executed.
struct ProgramCost {
  int64_t reductions = 0, products = 0, others = 0;

  auto operator<=>(const ProgramCost &) const = default;
};

/// Where the operations of a rewritten copy of a program come from.
struct RewriteOrigins {
  /// What was copied and is still there, by its copy.
  llvm::DenseMap<Operation *, Operation *> copies;
  /// For what was made: the operation of the original in whose place it is.
  llvm::DenseMap<Operation *, Operation *> places;

  /// Begins with an unchanged copy, and returns what keeps this up to date
  /// while the copy is rewritten.
  RewriteObserver follow(const IRMapping &mapping);
};

/// The cheaper of inserting reductions alone, and of rewriting first.
struct RewriteChoice {
  /// Of the program as it is.
  OptimizerResult insertion;
  ProgramCost insertionCost;
  /// A copy of the program, rewritten, without the new reductions; null if
  /// inserting alone costs as little.
  OwningOpRef<Operation *> program;
  RewriteOrigins origins;
  /// Of that copy, whose values it names.
  OptimizerResult result;
  ProgramCost cost;
  /// What was rewritten, and, if asked for, what was not; also what was found,
  /// but is no gain for the program.
  std::vector<RewriteNote> notes;

  bool isRewritten() const { return bool(program); }
};

/// What may be rewritten, and what is told of it.
struct RewriteChoiceOptions {
  /// Notes tell why other computations were left as they are, also if nothing
  /// is rewritten.
  bool explains = false;
  /// Loops of a known number of turns may become nests of loops.
  bool loops = true;
  /// Polynomials may become others that have the same values modulo 32.
  bool functions = false;
};

/// Finds out whether `root` gets cheaper if it is rewritten before reductions
/// are inserted: several ways to rewrite it are each given to the optimizer,
/// which is the only judge. The time limit holds for the program as it is, and
/// once more for all others, so that the result is never worse than what
/// `optimizeReductions` gives. Without limits of time equal programs have equal
/// results. `root` itself is not changed.
RewriteChoice chooseRewriting(Operation *root, const OptimizerOptions &options,
                              const RewriteChoiceOptions &allowed = {});

/// What a program costs by inserting alone, and rewritten.
struct RewriteGain {
  ProgramCost insertion, rewritten;
  /// False where inserting alone gives no solution.
  bool isInsertionLegal = true;
  /// True if some reduction costs more than another.
  bool isWeighted = false;

  /// Of two programs.
  RewriteGain operator+(const RewriteGain &other) const;
};
RewriteGain getGain(const RewriteChoice &choice);

/// "0 reductions instead of 1", "cost 8 instead of 64"; where these are equal
/// the products, then the other operations.
std::string describeGain(const RewriteGain &gain);

/// The choice in words: "rewriting saves 5 of 14 reductions: ...".
std::string describeChoice(const RewriteChoice &choice);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_CHOICE_REWRITECHOICE_H
