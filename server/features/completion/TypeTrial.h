//===- TypeTrial.h - Which types an operation can have ----------*- C++ -*-===//
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

/// Notes which of the types `Candidates` the operation at a place refuses for
/// the operand there, or for the one whose type comes next, whatever else it
/// has: `index` in `arith.extsi %x`. `Written` is the operation up to the typed
/// word, and `Types` are those of its operands.
///
/// MLIR reads and verifies the operation with each type, in a context of its
/// own and with a large stack; its crashes are survived. So this holds for
/// every operation, whatever its definition asks for.
void findRefusedTypes(const DialectRegistry &Registry,
                      const CompletionPlace &Place, llvm::StringRef Written,
                      const ValueTypes &Types,
                      llvm::ArrayRef<llvm::StringRef> Candidates,
                      ExpectedType &Expected);

/// Removes the types with which the operation at a place would be wrong: where
/// it ends with a type, after `arith.extsi %x : i32 to` those that are not
/// wider, and before that the types that it refuses for the operand, as above.
/// `Expected` is what its format says of the type. Nothing is removed if
/// nothing can be tried; if no type is right, something else is wrong, and only
/// what does not parse is removed.
void removeWrongTypes(const DialectRegistry &Registry,
                      const CompletionPlace &Place, llvm::StringRef Written,
                      const ValueTypes &Types, const ExpectedType &Expected,
                      std::vector<Completions::Item> &Items);

/// Where the type of a literal comes next, `dense<[1, 2]> : `, keeps the types
/// that hold its elements, and adds a tensor and a vector of its sizes. False
/// if nothing was changed: there is none, or no type is right. `Before` is the
/// text up to the typed word.
bool keepLiteralTypes(const DialectRegistry &Registry, llvm::StringRef Before,
                      std::vector<Completions::Item> &Items);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_TYPETRIAL_H
