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
  const json *Found = &Value;
  for (llvm::StringRef Name : llvm::split(Path, '/')) {
    auto Member = Found->find(Name.str());
    if (Member == Found->end() || Member->is_null())
      return nullptr;
    Found = &*Member;
  }
  return Found;
}

const json &mlir::noisy::lsp::memberAt(const json &Value, const char *Path) {
  const json *Found = &Value;
  for (llvm::StringRef Name : llvm::split(Path, '/'))
    Found = &Found->at(Name.str());
  return *Found;
}

json &mlir::noisy::lsp::makeMember(json &Value, const char *Path) {
  json *Made = &Value;
  for (llvm::StringRef Name : llvm::split(Path, '/')) {
    if (!Made->is_object())
      *Made = json::object();
    Made = &(*Made)[Name.str()];
  }
  return *Made;
}
