//===- FindingKinds.h - What the codes of findings mean ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_REPORT_FINDINGKINDS_H
#define NOISY_SERVER_CHECK_REPORT_FINDINGKINDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// What a code stands for, in words for people.
struct FindingKind {
  llvm::StringLiteral Code;
  llvm::StringLiteral Title;
  /// What is wrong, a sentence or two.
  llvm::StringLiteral Meaning;
  /// What to do.
  llvm::StringLiteral Help;
};

/// The codes of MLIR's own problems, which have none, and of defects of the
/// server.
inline constexpr llvm::StringLiteral MlirCode = "mlir";
inline constexpr llvm::StringLiteral InternalErrorCode = "internal-error";

/// All kinds, in the order of the documentation.
llvm::ArrayRef<FindingKind> findingKinds();
/// The kind of a code, for empty ones that of MLIR's problems; null if it is
/// unknown.
const FindingKind *findKind(llvm::StringRef Code);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_REPORT_FINDINGKINDS_H
