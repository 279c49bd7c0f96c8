//===- JsonMembers.cpp - Structs as JSON ----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/JsonMembers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

const json *mlir::noisy::lsp::findMember(const json &Value, const char *Path) {
  const json *Member = &Value;
  for (llvm::StringRef Name : llvm::split(Path, '/')) {
    auto It = Member->find(Name.str());
    if (It == Member->end() || It->is_null())
      return nullptr;
    Member = &*It;
  }
  return Member;
}

const json &mlir::noisy::lsp::memberAt(const json &Value, const char *Path) {
  const json *Member = &Value;
  for (llvm::StringRef Name : llvm::split(Path, '/'))
    Member = &Member->at(Name.str());
  return *Member;
}

json &mlir::noisy::lsp::makeMember(json &Value, const char *Path) {
  json *Member = &Value;
  for (llvm::StringRef Name : llvm::split(Path, '/')) {
    if (!Member->is_object())
      *Member = json::object();
    Member = &(*Member)[Name.str()];
  }
  return *Member;
}
