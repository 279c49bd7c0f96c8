//===- Stubs.h - Operations in place of broken ones -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stub is an unregistered operation that stands for a broken one, so that the
// rest can be parsed and analysed.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_STUBS_H
#define NOISY_SERVER_PARSE_STUBS_H

#include "mlir/IR/Operation.h"
#include "server/snapshot/Problem.h"

namespace mlir::noisy::lsp {

/// The full names of stubs: for operations, and for undefined names. No dialect
/// has this namespace.
inline constexpr llvm::StringLiteral stubName = "broken.operation";
inline constexpr llvm::StringLiteral undefinedName = "broken.name";
/// The attribute of stubs with the symbols that their operations name.
inline constexpr llvm::StringLiteral stubSymbolsName = "symbols";
/// The attribute of a stub at the end of a block whose operation ends none,
/// because it names results.
inline constexpr llvm::StringLiteral stubGoesOnName = "goes_on";
/// The attribute of a stub in the middle of a block whose operation names
/// blocks: it may be one that ends its block.
inline constexpr llvm::StringLiteral stubBlocksName = "blocks";

/// True if this operation stands for a broken one, or defines what nothing
/// else does.
bool isStub(Operation *Op);

/// True for a stub that defines what nothing else does.
bool definesName(Operation *Op);

/// True for a stub that may go to other blocks.
bool mayBranch(Operation *Stub);

/// True if the last operation of a block is a stub.
bool endsWithStub(Block &B);

/// True if a message shows a stub, which users know nothing of.
bool mentionsStub(llvm::StringRef Message);
/// Removes the notes that show a stub.
void removeStubNotes(Problem &Issue);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_STUBS_H
