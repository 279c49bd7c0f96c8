//===- OperationRun.h - Operations parsed without the rest ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_OPERATIONRUN_H
#define NOISY_SERVER_PARSE_OPERATIONRUN_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "server/snapshot/Section.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::noisy::lsp {

/// Values with one name that a run uses, but does not define.
struct OuterGroup {
  /// The name with its %.
  llvm::StringRef Name;
  llvm::SmallVector<Value, 1> Values;
};

/// Operations that follow each other in the body of a function, parsed without
/// the rest of it.
class OperationRun {
public:
  /// Parses and verifies `Text`. Nothing if MLIR says anything about it, if it
  /// begins a block, or if an operation has regions, successors or a verifier
  /// that may look at other operations.
  static std::optional<OperationRun> parse(MLIRContext &Context,
                                           llvm::StringRef Text,
                                           llvm::ArrayRef<OuterGroup> Outer,
                                           const std::string &FileName);

  /// The operations, which use the outer values and are in a block of their
  /// own.
  llvm::ArrayRef<Operation *> operations() const { return Operations; }
  /// The values that they define, in order.
  llvm::ArrayRef<Value> values() const { return Values; }
  /// The text as a section. Its first operation stands for the definition of
  /// the outer values, which are its first values, in order; the others follow.
  const Section &data() const { return *Data; }

  /// True if no verifier of operations with this full name looks at anything
  /// beside the operation, the types of its operands, and the function around
  /// it.
  static bool isVerifiedAlone(llvm::StringRef FullName);

private:
  OperationRun() = default;

  OwningOpRef<ModuleOp> Module;
  std::vector<Operation *> Operations;
  std::vector<Value> Values;
  std::shared_ptr<const Section> Data;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_OPERATIONRUN_H
