//===- UndefinedNames.cpp - Errors about names nothing defines ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/UndefinedNames.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/syntax/MeantNames.h"

using namespace mlir::noisy::lsp;

bool mlir::noisy::lsp::isOfUndefinedName(const Problem &Issue) {
  llvm::StringRef Message = Issue.Message;
  return Message == undefinedValueMessage ||
         Message == "reference to an undefined block" ||
         Message.ends_with("does not reference a valid function");
}

void mlir::noisy::lsp::suggestMeantName(Problem &Issue, llvm::StringRef Text) {
  if (std::optional<ByteRange> Hidden =
          findHiddenDefinition(Text, Issue.Range.Begin)) {
    Issue.Notes.push_back(
        {*Hidden, "it is defined here, inside of an operation that has ended: "
                  "behind that only its results are seen"});
    return;
  }
  std::optional<MeantName> Meant = findMeantName(Text, Issue.Range.Begin);
  if (!Meant)
    return;
  Issue.Code = UnknownNameCode;
  Issue.Replacement = std::move(Meant->Name);
}
