//===- TrialText.h - The text of an operation that is tried -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_TRIALS_TRIALTEXT_H
#define NOISY_SERVER_FEATURES_TRIALS_TRIALTEXT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
class Operation;
} // namespace mlir

namespace mlir::noisy::lsp {

/// A text that MLIR can read without what is around: that of an operation, with
/// values of its own in place of those that it refers to.
class TrialText {
public:
  /// A value by its name with %, and the type that it is tried with.
  struct TriedValue {
    llvm::StringRef Name, Type;
  };

  /// Reads the text of an operation, or its beginning. Fails if the type of a
  /// value is not known, and for text that is too large or nested too deeply.
  static std::optional<TrialText>
  make(llvm::StringRef Written, const llvm::StringMap<std::string> &Types,
       const TriedValue &Tried = {});

  /// Defines one more value, and returns its name.
  std::string define(llvm::StringRef Type);
  /// Goes on with the text of the operation.
  void append(llvm::StringRef More) { Operation += More; }

  std::string text() const { return Definitions + Operation; }
  /// The types of the values that the operation refers to, in their order.
  llvm::ArrayRef<std::string> types() const { return ValueTypes; }

private:
  std::string addDefinition(llvm::StringRef Operation, llvm::StringRef Type);

  /// A line for each value.
  std::string Definitions;
  std::string Operation;
  std::vector<std::string> ValueTypes;
  unsigned Count = 0;
};

/// What becomes of a text that is tried.
enum class TrialResult : uint8_t {
  /// It does not parse.
  Unread,
  /// It parses, and is wrong.
  Invalid,
  /// It is right, or its verifier crashes, which says nothing of it.
  Valid
};

/// Tries a text that ends with an operation. `OnError` gets each error, and the
/// operation if the text parses, or else null. MLIR's crashes are survived, on
/// a large stack (surviveOnLargeStack).
TrialResult tryText(
    MLIRContext &Context, llvm::StringRef Text,
    llvm::function_ref<void(llvm::StringRef, Operation *)> OnError = nullptr);

/// True if the value that is tried is the operand `Index` of an operation.
bool isTried(Operation &Op, unsigned Index);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_TRIALS_TRIALTEXT_H
