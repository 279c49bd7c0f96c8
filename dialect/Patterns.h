//===- Patterns.h - Patterns that never add noise ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_PATTERNS_H
#define NOISY_DIALECT_PATTERNS_H

#include "dialect/NoiseModel.h"
#include "mlir/IR/PatternMatch.h"
#include <optional>

namespace mlir::noisy {

/// Plain texts are integers modulo this number.
inline constexpr int64_t kModulus = 32;

/// Adds the declarative patterns (Patterns.td), which `--canonicalize` applies
/// with the folders. None makes a value noisier, in whatever model.
///
/// A constant is fresh; a value below that, which only exists where another
/// model is passed in, may be replaced by it.
void populateNeverNoisierPatterns(RewritePatternSet &patterns);

/// The residue of `factor` modulo 32 from -15 to 16: of all factors with the
/// same product, the one that adds least noise. 0 for a multiple of 32.
int64_t reduceFactor(int64_t factor);

/// The noise, in units of the model, that a scale by `factor`, which is not 0,
/// adds in a model whose transfers are a maximum or a sum.
uint32_t getScaleNoise(const NoiseModel &model, int64_t factor);

/// The plain text, 0 to 31, of a value that `noisy.encode` makes of a constant;
/// nothing for other values, and where the encode has attributes that state
/// something.
std::optional<int64_t> getEncodedConstant(Value value);

/// True if an operation may be replaced by a less noisy one: it has no
/// attributes beside those of its own syntax, so that no cost or metadata gets
/// lost, and its model is one of which patterns know what is noisier
/// (NoiseModel::hasUsualForm).
bool mayReplace(Operation *op);

/// True if an operation may be computed in another way, where something else
/// judges what is cheaper: it has no attributes beside those of its own syntax,
/// and the transfers of its model are a maximum or a sum.
bool mayRewrite(Operation *op);

/// Makes an encryption of `plain` modulo 32, as an i5.
Value encodeConstant(OpBuilder &builder, Location location, int64_t plain);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_PATTERNS_H
