//===- Stubs.cpp - Operations in place of broken ones ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/Stubs.h"
#include "analysis/flow/OpaqueOperation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

// What broken operations do with memory is unknown, and the analyses know them
// by their names.
static constexpr bool areEqual(llvm::StringRef A, llvm::StringRef B) {
  return std::string_view(A.data(), A.size()) ==
         std::string_view(B.data(), B.size());
}
static_assert(areEqual(stubName, mlir::noisy::kOpaqueOperation) &&
              areEqual(undefinedName, mlir::noisy::kOpaqueName));

bool mlir::noisy::lsp::isStub(Operation *Op) {
  return Op->getName().getStringRef() == stubName || definesName(Op);
}

bool mlir::noisy::lsp::definesName(Operation *Op) {
  return Op->getName().getStringRef() == undefinedName;
}

bool mlir::noisy::lsp::mayBranch(Operation *Stub) {
  return isStub(Stub) &&
         (Stub == &Stub->getBlock()->back() || Stub->hasAttr(stubBlocksName));
}

bool mlir::noisy::lsp::endsWithStub(Block &B) {
  return !B.empty() && isStub(&B.back());
}

bool mlir::noisy::lsp::mentionsStub(llvm::StringRef Message) {
  return Message.contains(stubName) || Message.contains(undefinedName);
}

void mlir::noisy::lsp::removeStubNotes(Problem &Issue) {
  llvm::erase_if(Issue.Notes, [](const Problem::Note &Note) {
    return mentionsStub(Note.Message);
  });
}
