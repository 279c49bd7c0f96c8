//===- RuledDialects.h - Rules of noise in a context ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way from a table of rules to the analyses. A dialect for which there
// are rules has them as an interface, so a look-up costs nothing elsewhere.
// Operations of such a dialect implement NoiseOpInterface by their rules,
// whether they are unregistered (those of a StandInDialect) or linked in.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_RULEDDIALECTS_H
#define NOISY_DIALECT_RULEDDIALECTS_H

#include "dialect/NoiseRules.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Value.h"

namespace mlir::noisy {

/// Gives the rules to every context that is made from `registry`, and makes
/// their model its default. Only the first rules of a registry count, and a
/// model that was registered before (registerDefaultModel) stays.
/// `standsIn`: dialects that the registry does not have are read in the generic
/// form, by a StandInDialect.
void registerNoiseRules(DialectRegistry &registry, NoiseRulesPtr rules,
                        bool standsIn);

/// True if there is any rule for the dialect of an operation or a type: then an
/// operation on encrypted values can be told a rule.
bool isRuled(Dialect *dialect);

/// The rules of a context; null if there are none.
const NoiseRules *getNoiseRules(MLIRContext *context);
/// The rule for an operation; null if there is none.
const NoiseRule *getNoiseRule(Operation *op);

/// True for a type that the rules call encrypted; not for a shaped one.
bool isCarrierByRules(Type type);

/// True if an operation has a rule under which the noise of its results is
/// known from its operands.
bool hasKnownRule(Operation *op);

/// Calls `each` with the encrypted operands whose noise counts for that of the
/// results, in order: all of them, if no rule says which.
void forEachCounted(Operation *op, llvm::function_ref<void(Value)> each);

/// An operation that overwrites this value in place, by its rule, where others
/// may still see it; null if there is none. What the value holds is not known
/// then. A value of an operation with a rule may be overwritten behind all its
/// other uses, in the same block.
Operation *findOverwriting(Value value);

/// True if the rule of an operation looks at more than the flow into its
/// results: it overwrites operands, or takes less than the limit.
bool hasEffectOnOperands(Operation *op);

/// What a dialect answers that has rules: the model of the interface for an
/// operation, null for all others.
void *getRuledInterface(Dialect &dialect, TypeID interfaceId,
                        OperationName name);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_RULEDDIALECTS_H
