//===- Rewriter.h - Programs rewritten for less noise -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_REWRITER_H
#define NOISY_OPTIMIZER_REWRITES_REWRITER_H

#include "mlir/IR/Location.h"
#include "optimizer/rewrites/Replacement.h"
#include <string>

namespace mlir::noisy {

/// What a rewriting is judged by, after the estimated reductions.
enum class RewriteGoal {
  Noise,   ///< Less noise, then fewer products.
  Products ///< Fewer products, then less noise.
};

/// When equal values become one (`shareEqualValues`). That never costs more,
/// but what is used twice is not taken apart.
enum class RewriteSharing {
  No,
  After, ///< After all else.
  Both   ///< Before anything else, too.
};

/// What may become of loops of a known number of turns.
enum class RewriteLoops {
  No,
  Nests, ///< Nests of loops, where an estimate says that this is better.
  Joined ///< Turns are joined also without that: they are perhaps a polynomial.
};

struct RewriteOptions {
  RewriteGoal goal = RewriteGoal::Noise;
  /// A function below the root to which rewriting is confined; null for all.
  Operation *scope = nullptr;
  /// True if polynomials and common factors are looked for, too: what takes a
  /// value apart and makes it of other products.
  bool factors = true;
  /// True if a polynomial may become another one that has the same values
  /// modulo 32.
  bool functions = false;
  RewriteLoops loops = RewriteLoops::Nests;
  RewriteSharing sharing = RewriteSharing::No;
  /// True if existing reductions are taken away first, for those who insert
  /// others.
  bool dropsReductions = false;
  /// True for notes on what was left as it is, too.
  bool explains = false;
  /// True stops: what is rewritten by then is.
  std::function<bool()> isCancelled = {};
  RewriteObserver observer = {};
};

/// What was done at an operation that is the root of a computation: additions,
/// products and scales that nothing else uses; or why nothing was done.
struct RewriteNote {
  Location location;
  bool isDone;
  /// "joined 16 terms anew: 27 to 16 bits", or the reason.
  std::string text;
};

/// Rewrites all below `root`, such that each value is computed in the way that
/// is estimated to take the fewest reductions; equal ways change nothing. Plain
/// texts stay as they are. What has attributes of its own stays, and so does
/// what is used more than once. All other operations stay where they are, and
/// blocks keep their arguments, but for those of loops (`rewriteLoops`).
///
/// Nothing here proves that the whole program gets cheaper: `chooseRewriting`
/// judges. The IR must be verified. Equal programs are rewritten equally.
std::vector<RewriteNote> rewriteProgram(Operation *root,
                                        const RewriteOptions &options = {});

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_REWRITER_H
