//===- DialectMembers.cpp - The types and attributes of dialects ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/DialectMembers.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

// A line for each, with its sigil and dialect: !llvm.ptr
#include "server/features/completion/DialectMembers.inc"

std::vector<StringRef> mlir::noisy::lsp::findDialectMembers(char Sigil,
                                                            StringRef Dialect) {
  std::vector<StringRef> Result;
  StringRef Rest(Lines, sizeof(Lines) - 1);
  while (!Rest.empty()) {
    StringRef Name;
    std::tie(Name, Rest) = Rest.split('\n');
    if (Name.front() == Sigil && Name.drop_front().consume_front(Dialect)) {
      Name = Name.drop_front(1 + Dialect.size());
      if (Name.consume_front("."))
        Result.push_back(Name);
    }
  }
  return Result;
}
