//===- UnclosedProblem.cpp - Errors about missing brackets ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/UnclosedProblem.h"
#include "server/parse/OperationNames.h"
#include "server/syntax/Brackets.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// True if nothing but blanks follows a place.
static bool isAtEnd(llvm::StringRef Text, size_t Offset) {
  return Text.substr(Offset).rtrim().size() <= 2;
}

/// True if MLIR may say this where a bracket is missing: it takes what follows
/// for a part of what is open.
static bool mayComeOf(const UnclosedBracket &Missing, const Problem &Issue,
                      llvm::StringRef Text) {
  llvm::StringRef Message = Issue.Message;
  if (Issue.Source != "mlir" || Issue.Severity != Problem::Level::Error ||
      Issue.Range.Begin <= Missing.Offset)
    return false;
  // `return` belongs to the function around, and is unknown in a region.
  if (Issue.Code == UnknownOperationCode &&
      Message.starts_with("unknown operation 'return'"))
    return true;
  if (Missing.Bracket != '{')
    return Message.starts_with("expected ") &&
           Issue.Range.Begin + 1 >= Missing.LineEnd;
  return (Message.starts_with("expected operation name in quotes") &&
          isAtEnd(Text, Issue.Range.Begin)) ||
         Message.contains("must be the last operation in the parent block") ||
         Message.contains("expects parent op");
}

void mlir::noisy::lsp::explainUnclosedBracket(std::vector<Problem> &Problems,
                                              llvm::StringRef Text) {
  std::optional<UnclosedBracket> Missing = findUnclosedBracket(Text);
  if (!Missing)
    return;
  auto isOfBracket = [&](const Problem &Candidate) {
    return mayComeOf(*Missing, Candidate, Text);
  };
  auto Issue = llvm::find_if(Problems, isOfBracket);
  if (Issue == Problems.end())
    return;
  Problem New;
  New.Source = "mlir";
  New.Code = UnclosedBracketCode.str();
  New.Range = {Missing->Offset, Missing->Offset + 1};
  New.Message = std::string("'") + Missing->Bracket + "' is not closed";
  New.Notes.push_back({Issue->Range, "this is taken for a part of it"});
  // Said before about the text as it is, and again about one with stubs.
  llvm::erase_if(Problems, [&](const Problem &Other) {
    return isOfBracket(Other) ||
           (Other.Code == New.Code && Other.Range == New.Range);
  });
  auto Next = llvm::find_if(Problems, [&](const Problem &Other) {
    return Other.Range.Begin > Missing->Offset;
  });
  Problems.insert(Next, std::move(New));
}
