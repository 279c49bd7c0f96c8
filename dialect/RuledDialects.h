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
/// their model its default, with the parameters that modules state. Only the
/// first rules of a registry count, and a model that was registered before
/// (registerDefaultModel) stays, for all modules.
/// `standsIn`: dialects that the registry does not have are read in the generic
/// form, by a StandInDialect.
void registerNoiseRules(DialectRegistry &registry, NoiseRulesPtr rules,
                        bool standsIn);

/// True if there is any rule for the dialect of an operation or a type: then an
/// operation on encrypted values can be told a rule.
bool isRuled(Dialect *dialect);

/// The rules of a context; null if there are none.
const NoiseRules *getNoiseRules(MLIRContext *context);
/// The rule for an operation with its types; null if there is none for its
/// name, and an unknown one without a text if there is none for these types.
const NoiseRule *getNoiseRule(Operation *op);

/// True for a type that the rules call encrypted; not for a shaped one.
bool isCarrierByRules(Type type);
/// True for one encrypted value: `!noisy.i32`, or a carrier by the rules.
bool isEncryptedScalar(Type type);
/// The levels that are left to a value of an encrypted type, by its text;
/// nothing if it does not say that.
std::optional<uint32_t> findLevelsLeft(Type type);
/// The same, and how many there were at first.
std::optional<StatedLevel> findStatedLevel(Type type);
/// The rule by which values of a type of another dialect are reduced
/// (ReducingOperations.h); null if there is none, as for all other types.
const ReductionRule *getReductionRule(Type type);
/// A type without parameters, "!lwe.lwe_ciphertext", in a context with rules.
StringRef getTypeName(Type type);
/// True if a value is the product that a rescaling of the program drops a level
/// of, or stands between the two: reduced there, the rescaling would use a
/// level of its own.
bool isBeforeRescaling(Value value);
/// True if a relinearization follows a value, perhaps behind sums: until then
/// it has three parts, and no operation that reduces takes it.
bool isBeforeRelinearization(Value value);
/// True if the rules call any part of a type encrypted.
bool hasCarrier(Type type);
/// True if a value of this type may be, or have in it, a handle of an object
/// that operations overwrite in place, by the rules.
bool mayBeObject(Type type);
/// True if there are such types.
bool hasObjects(MLIRContext *context);
/// True for a type with parts that the rules call encrypted, which nothing
/// follows: a tuple, a tensor of vectors, a type of another dialect around it.
/// What values of this type hold is unknown. A function is no such value.
bool hidesCarriers(Type type);

/// Why a rule does not hold for an operation of its name.
enum class RuleObstacle : uint8_t {
  None,
  /// It has regions or successors.
  Control,
  /// An operand is encrypted memory.
  Memory,
  /// An operand has a type that hides what is encrypted.
  HiddenType,
  /// The rule names an operand that it does not have.
  MissingOperand,
  /// The rule adds the value of an attribute that it does not have, or that is
  /// no number of bits.
  MissingAttribute,
  /// An operand is not encrypted that must be.
  PlainOperand,
  /// It has an attribute that the rule does not know.
  ExtraAttribute,
  /// The model does not say what a reduction leaves.
  NoReduced,
  /// It drops levels, and neither does the model count them nor do the types
  /// say which.
  NoLevels,
  /// The types state levels, and the model does not say how large the factors
  /// of the modulus are, or the operation raises the level.
  UnknownLevel,
};
RuleObstacle findRuleObstacle(Operation *op, const NoiseRule &rule);

/// True if an operation has a rule under which the noise of its results is
/// known from its operands, and nothing keeps the rule from holding.
bool hasKnownRule(Operation *op);

/// Calls `each` with the encrypted operands whose noise counts for that of the
/// results, in order: all of them, if no rule says which.
void forEachCounted(Operation *op, llvm::function_ref<void(Value)> each);

/// True if an operation may overwrite this operand in place, an object with
/// encrypted parts of another dialect: its rule says so, or does not say what
/// it overwrites and what it does. An operation of any dialect that makes
/// encrypted values is taken to leave its operands as they are, if these are no
/// objects (`mayBeObject`).
bool mayOverwrite(OpOperand &operand);

/// Says why the rules of a file cannot have one for an operation of this name,
/// if it is linked in and its noise is that of control flow, of a call, of
/// memory, or of tensors and vectors, which the analyses know themselves.
/// Nothing if there can be one. Makes a context when it is first needed; for
/// one thread.
class LinkedOperations {
public:
  /// `registry` must outlive this.
  explicit LinkedOperations(const DialectRegistry &registry);
  ~LinkedOperations();
  std::optional<std::string> explainRefusal(llvm::StringRef name);

private:
  const DialectRegistry &registry;
  std::unique_ptr<MLIRContext> context;
};

/// What a dialect answers that has rules: the model of the interface for an
/// operation, null for all others.
void *getRuledInterface(Dialect &dialect, TypeID interfaceId,
                        OperationName name);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_RULEDDIALECTS_H
