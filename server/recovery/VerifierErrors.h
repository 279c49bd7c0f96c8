//===- VerifierErrors.h - What a verification says of IR --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_VERIFIERERRORS_H
#define NOISY_SERVER_RECOVERY_VERIFIERERRORS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The symbols that an operation names itself, not its regions.
SmallVector<SymbolRefAttr> findSymbolUses(Operation *Op);

/// The errors of a verification, and what is known of their reasons.
class VerifierErrors {
public:
  explicit VerifierErrors(Operation *Root) : Root(Root) {}

  /// Verifies the root. Returns true if it is valid.
  bool run();
  /// Reports what the last run found.
  void report();
  void reportWarnings();

  /// The first error; empty if there is none.
  llvm::StringRef message() const { return Message; }
  /// True if the first error is that a definition does not dominate a use.
  bool isOfDominance() const;
  /// True if MLIR crashed, in the verifier of the operation that is the place.
  bool hasCrashed() const { return Crashed; }
  /// The operation that the first error is about, or the one around a stub that
  /// it is about; null if there is none.
  Operation *findPlace();
  /// True if the first error, about `Op`, may be due to a stub.
  bool isDueToStub(Operation *Op) const;

private:
  std::optional<bool> collect(std::vector<Diagnostic> &Messages);
  Operation *chooseByPlace(llvm::ArrayRef<Operation *> Candidates);

  Operation *Root, *Crashed = nullptr;
  std::vector<Diagnostic> Errors, Warnings;
  std::string Message;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_VERIFIERERRORS_H
