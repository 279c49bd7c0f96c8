//===- OperandTrial.h - Which types an operand can have ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_TRIALS_OPERANDTRIAL_H
#define NOISY_SERVER_FEATURES_TRIALS_OPERANDTRIAL_H

#include "server/features/forms/FormMatch.h"
#include "server/features/trials/TrialText.h"

namespace mlir::noisy::lsp {

/// An operation that ends before one of its operands, or before the type of
/// one. It is tried with types of that operand.
class OperandTrial {
public:
  /// `Written` is the text of the operation from its name on; its format is
  /// `Form`, and `Match` the place at its end. `Types` are those of its values
  /// by their names with %. All must live as long as this.
  OperandTrial(const OperationForm &Form, const FormMatch &Match,
               llvm::StringRef Written,
               const llvm::StringMap<std::string> &Types);

  /// False if nothing can be tried at this place.
  explicit operator bool() const { return Operand; }

  /// Invalid if the definition of the operation refuses a type for the operand,
  /// whatever else it has: `index` for `arith.extsi`; Unread if nothing is
  /// known of the type, as MLIR does not read the operation with it. The rest
  /// of the operation is written by its format; MLIR's errors about that do not
  /// count. To be called on a large stack (surviveOnLargeStack).
  TrialResult attempt(MLIRContext &Context, llvm::StringRef Type) const;

private:
  const OperationForm &Form;
  const FormMatch &Match;
  llvm::StringRef Written;
  const llvm::StringMap<std::string> &Types;
  /// Null if there is none.
  const FormPart *Operand = nullptr;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_TRIALS_OPERANDTRIAL_H
