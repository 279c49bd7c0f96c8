//===- ForeignProblems.h - Problems of unknown dialects ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FOREIGNPROBLEMS_H
#define NOISY_SERVER_FOREIGN_FOREIGNPROBLEMS_H

#include "mlir/IR/Operation.h"
#include "server/snapshot/ForeignDialectCode.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"

namespace mlir::noisy::lsp {

/// Makes an information of each error that is due to a form or a type of an
/// unknown dialect that was not read, or guessed. The ranges of the problems
/// are those of `Text`.
void softenForeignProblems(std::vector<Problem> &Problems, llvm::StringRef Text,
                           MLIRContext &Context);

/// True for an operation in quotes, of which nothing has to be known.
bool isInGenericForm(const Section &Data, Section::Index Number);

/// Adds an information for each dialect whose operations are read by their form
/// alone, at the first of them.
void addForeignDialects(std::vector<Problem> &Problems, const Section &Data,
                        llvm::ArrayRef<Operation *> Operations);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FOREIGNPROBLEMS_H
