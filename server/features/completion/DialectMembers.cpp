//===- DialectMembers.cpp - The types and attributes of dialects ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/DialectMembers.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

// A line for each, with its sigil and dialect: !llvm.ptr
//
// After a space follows what stands in its angle brackets, separated by commas:
// after a =, the words that it can be; or the names of its parameters.
#include "server/features/completion/DialectMembers.inc"

/// Visits the lines, until that returns true.
static void findLine(llvm::function_ref<bool(StringRef)> Visit) {
  StringRef Rest(Lines, sizeof(Lines) - 1);
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Visit(Line))
      return;
  }
}

std::vector<StringRef> mlir::noisy::lsp::findDialectMembers(char Sigil,
                                                            StringRef Dialect) {
  std::vector<StringRef> Result;
  findLine([&](StringRef Line) {
    StringRef Name = Line.split(' ').first;
    if (Name.front() == Sigil && Name.drop_front().consume_front(Dialect)) {
      Name = Name.drop_front(1 + Dialect.size());
      if (Name.consume_front("."))
        Result.push_back(Name);
    }
    return false;
  });
  return Result;
}

MemberContents mlir::noisy::lsp::findMemberContents(StringRef Name) {
  MemberContents Result;
  findLine([&](StringRef Line) {
    StringRef Contents = Line;
    if (!Contents.consume_front(Name) || !Contents.consume_front(" "))
      return false;
    llvm::SmallVectorImpl<StringRef> &Words =
        Contents.consume_front("=") ? Result.Words : Result.Parameters;
    Contents.split(Words, ',');
    return true;
  });
  return Result;
}
