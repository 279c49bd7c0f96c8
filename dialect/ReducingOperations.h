//===- ReducingOperations.h - What reduces noise ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operation that reduces the noise of a value: `noisy.reduce_noise`, or for
// a value of another dialect the one that the rules name for its type.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_REDUCINGOPERATIONS_H
#define NOISY_DIALECT_REDUCINGOPERATIONS_H

#include "dialect/NoiseModel.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/NoiseBound.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace mlir::noisy {

/// The name of the operation that reduces values of a type, "ckks.bootstrap";
/// empty if none is known.
StringRef getReducingName(Type type);

/// The noise of a value of this type right after it was reduced, in units of
/// the model. Nothing if it cannot be reduced: no operation is known, or the
/// model does not say what that leaves.
std::optional<uint32_t> getReducedNoise(Type type, const NoiseModel &model);

/// The operands of the operation that reduces a value of another dialect, in
/// order: the value, and what else the rule names. That is the operand of this
/// type that the operation has which defines the value, or else the argument of
/// the function around. Nothing if there is none, or several: nobody can know
/// which of them is right.
std::optional<SmallVector<Value>> findReductionOperands(Value value);

/// Why no reduction of a value can be inserted, as it goes on behind its name
/// and ": ", with what to do about it; nothing if there is no reason known
/// here.
std::optional<std::string> explainNoReduction(Value value,
                                              const NoiseModel &model);

/// Makes the operation that reduces `value` where `builder` stands, with a
/// result of the same type; null if there is none (`findReductionOperands`).
/// `target` is the number that says what it leaves (`NoiseCosts::Target`):
/// nothing for what the model says.
Operation *createReduction(OpBuilder &builder, Value value,
                           std::optional<int64_t> target = std::nullopt);

/// What `noisy.reduce_noise` has as `to` for this target of a value: nothing
/// where the model says the same.
std::optional<int64_t> getStatedTarget(Value value,
                                       std::optional<int64_t> target);

/// The attributes of the operation that reduces values of another dialect, with
/// such a target.
DictionaryAttr getReductionAttributes(MLIRContext *context,
                                      const ReductionRule &rule,
                                      std::optional<int64_t> target);

/// The operand that an operation reduces, if it is one that `createReduction`
/// makes; otherwise null.
Value getReducedOperand(Operation *op);

/// True if such an operation can be replaced by what it reduces: that is no
/// object that changes in place, of which the reduction is a copy, as far as
/// the uses of both tell.
bool isRemovable(Operation *op);

/// True if operations of this name reduce values of some type.
bool isReducingName(MLIRContext *context, StringRef name);

/// Loads the dialects of the operations that rules name, for their noise to be
/// known. `createReduction` does so, too; but while passes run no dialect may
/// be loaded.
void loadReducingDialects(MLIRContext *context);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_REDUCINGOPERATIONS_H
