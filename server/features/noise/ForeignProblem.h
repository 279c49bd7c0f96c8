//===- ForeignProblem.h - Noise of other dialects -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_FOREIGNPROBLEM_H
#define NOISY_SERVER_FEATURES_NOISE_FOREIGNPROBLEM_H

#include "dialect/NoiseRules.h"
#include "server/snapshot/Handles.h"
#include "server/snapshot/Problem.h"
#include <set>
#include <string>

namespace mlir::noisy::lsp {

/// Returns the name of the operation that reduces values of a type, by its
/// text: "noisy.reduce_noise". Empty if none is known by the rules, which may
/// be null.
std::string findReducer(llvm::StringRef Type, const NoiseRules *Rules);

/// Returns the name of the operation that may fix a problem of a section, which
/// reduces values of the type that it is about, or of its elements. Empty if
/// none does: by the code of the problem (`isReducible`), or because no rule
/// says what reduces values of another dialect.
std::string findReducer(const PlacedSection &Placement, const Problem &Issue,
                        const NoiseRules *Rules);

/// Returns the reason why no operation fixes a problem that reductions fix:
/// none is known for the type that it is about. Empty if there is one, or if
/// reductions do not fix such problems.
std::string explainNoReducer(const PlacedSection &Placement,
                             const Problem &Issue, const NoiseRules *Rules);

/// Returns the title of a fix that inserts these operations, by their full
/// names: "Insert optimal ckks.bootstrap".
std::string titleOfInsertion(const std::set<std::string> &Reducers);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_FOREIGNPROBLEM_H
