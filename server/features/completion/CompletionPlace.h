//===- CompletionPlace.h - What can be typed at a cursor --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONPLACE_H
#define NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONPLACE_H

#include "server/features/forms/FormMatch.h"
#include "server/features/forms/FunctionTypes.h"
#include "server/features/forms/TypedOperation.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::noisy::lsp {

/// The place of a cursor in an operation, by letters and its assembly format.
struct CompletionPlace {
  TypedOperation Operation;
  /// The format of the operation, if its name is there and known.
  std::optional<OperationForm> Form;
  FormMatch Match;

  /// The part of the format at the cursor, or null.
  const FormPart *part() const {
    return Form && Match.Part < Form->Parts.size() ? &Form->Parts[Match.Part]
                                                   : nullptr;
  }
  /// All that the format requires is there.
  bool isComplete() const {
    return Form && Form->HasFormat && Match.Part == Form->Parts.size();
  }
};

/// Finds the place at the end of `Text`.
CompletionPlace findCompletionPlace(llvm::StringRef Text);

/// The types of values by their names with %.
using ValueTypes = llvm::StringMap<std::string>;

/// What is known of the type at a place: that of a value, or one to be written.
struct ExpectedType {
  /// The type; empty if it is not known. Of a function type whose results are
  /// not known, what is before them: `(i32) -> `.
  std::string Type;
  /// As FormPart::TypeKinds.
  llvm::StringRef Kinds;
  /// The type that is likely where several are possible, or all; may be empty.
  std::string LikelyType = {};
  /// The number that is likely; may be empty.
  llvm::StringRef LikelyNumber = {};
  /// Types that the operation refuses, of those that were tried.
  std::vector<std::string> Refused = {};

  /// True if a type is among those that are refused.
  bool refuses(llvm::StringRef ValueType) const;
  /// True if a value of a type can stand there, as far as is known; false if
  /// nothing is known.
  bool admits(llvm::StringRef ValueType) const;
  /// The rest of the type after `Begun`, which ends between two types of a
  /// list or after an arrow; empty if the type does not begin with it.
  llvm::StringRef restAfter(llvm::StringRef Begun) const;
};

/// The expected type at a place. `Symbol`: the types of what the operation
/// refers to, such as the function that it calls, or null.
ExpectedType findExpectedType(const CompletionPlace &Place,
                              const ValueTypes &Types,
                              const SymbolTypes *Symbol);

/// True if a value comes next, as far as the format says: also where an
/// affine loop has a bound, and in a list of offsets or sizes.
bool isValueNext(const CompletionPlace &Place);

/// The types of the results that the end of the region at a place has to pass
/// on: those of the function or the loop around it.
std::vector<std::string> findYieldedTypes(const CompletionPlace &Place);

/// The type of the only result of the innermost function or operation around a
/// place that shows one; empty if none does.
std::string findSurroundingType(const CompletionPlace &Place);

/// The operands of an operation in generic form, if all of them are there.
std::vector<llvm::StringRef>
findGenericOperands(const TypedOperation &Operation);

/// The text that comes next in the type of an operation in generic form, as far
/// as the types of its operands tell: those up to the arrow, that of an
/// operand, or behind the arrow that of the first one. Empty elsewhere, and if
/// it is not known.
std::string findGenericType(const TypedOperation &Operation,
                            llvm::ArrayRef<llvm::StringRef> Operands,
                            const ValueTypes &Types);

/// True if the operation at a place passes on values of which it surely has
/// none: a return in a function without results.
bool yieldsNothing(const CompletionPlace &Place);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONPLACE_H
