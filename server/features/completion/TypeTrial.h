//===- TypeTrial.h - Which types an operation can end with ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_TYPETRIAL_H
#define NOISY_SERVER_FEATURES_COMPLETION_TYPETRIAL_H

#include "mlir/IR/DialectRegistry.h"
#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"

namespace mlir::noisy::lsp {

/// Removes the types with which the operation at a place would be wrong, where
/// it ends with a type: after `arith.extsi %x : i32 to` those that are not
/// wider. `Written` is the operation up to the typed word, and `Types` are
/// those of its operands; `Expected` is what its format says of the type.
///
/// MLIR reads and verifies the operation with each type, in a context of its
/// own and with a large stack; its crashes are survived. So this holds for
/// every operation, whatever its verifier asks for. Nothing is removed if
/// nothing can be tried, or if no type is right: then something else is wrong.
void removeWrongTypes(const DialectRegistry &Registry,
                      const CompletionPlace &Place, llvm::StringRef Written,
                      const ValueTypes &Types, const ExpectedType &Expected,
                      std::vector<Completions::Item> &Items);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_TYPETRIAL_H
