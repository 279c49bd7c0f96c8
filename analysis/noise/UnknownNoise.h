//===- UnknownNoise.h - Advice on unknown noise -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_UNKNOWNNOISE_H
#define NOISY_ANALYSIS_NOISE_UNKNOWNNOISE_H

#include "mlir/IR/Value.h"
#include <optional>
#include <string>

namespace mlir::noisy {

/// Why nothing is known of a value of another dialect, behind "it is a result
/// of 'x.y': ": there is no rule, what a rule says, why it does not hold, or
/// what the type hides. Nothing for other values.
std::optional<std::string> explainMissingRule(Value value);

/// True if a rule for the operation that defines `value` would make its noise
/// known: there are rules, but none for it.
bool needsRule(Value value);

/// Advice to the user on a value whose noise is unknown because of its origin:
/// "declare its noise: 'noisy.bound' on result 0 of @f". The verifier accepts
/// the advised attribute, and it makes the noise known.
std::string adviseOnUnknown(Value value);

/// Why the results of a call are unknown, and what to do, if its function has
/// no body: "@f has no body and declares no noise for its result: add
/// 'noisy.bound' to result 0 of @f". Empty otherwise.
std::string explainUndeclared(OpResult result);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_UNKNOWNNOISE_H
