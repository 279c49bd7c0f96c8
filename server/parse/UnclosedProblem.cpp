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

/// True if MLIR may say this where a bracket is missing: it takes what follows
/// for a part of what is open.
static bool mayComeOf(const UnclosedBracket &Missing, const Problem &Issue) {
  llvm::StringRef Message = Issue.Message;
  if (Issue.Source != "mlir" || Issue.Severity != Problem::Level::Error ||
      Issue.Range.Begin <= Missing.Offset)
    return false;
  if (Missing.Bracket != '{')
    return Message.starts_with("expected ") &&
           Issue.Range.Begin + 1 >= Missing.LineEnd;
  // `return` belongs to the function around, and is unknown here.
  bool IsOutOfPlace = Issue.Code == UnknownOperationCode &&
                      Message.starts_with("unknown operation '") &&
                      !Message.split(';').first.contains('.');
  return IsOutOfPlace ||
         Message.starts_with("expected operation name in quotes") ||
         Message.contains("must be the last operation in the parent block") ||
         Message.contains("expects parent op");
}

void mlir::noisy::lsp::explainUnclosedBracket(std::vector<Problem> &Problems,
                                              llvm::StringRef Text) {
  std::optional<UnclosedBracket> Missing = findUnclosedBracket(Text);
  if (!Missing)
    return;
  auto Issue = llvm::find_if(Problems, [&](const Problem &Candidate) {
    return mayComeOf(*Missing, Candidate);
  });
  if (Issue == Problems.end())
    return;
  Problem New;
  New.Source = Issue->Source;
  New.Code = UnclosedBracketCode.str();
  New.Range = Issue->Range;
  New.Message = std::string("'") + Missing->Bracket + "' is not closed";
  New.Notes.push_back({{Missing->Offset, Missing->Offset + 1}, "opened here"});
  // Said before about the text as it is, and again about one with stubs.
  *Issue = New;
  Problems.erase(std::remove(std::next(Issue), Problems.end(), New),
                 Problems.end());
  if (Issue != std::find(Problems.begin(), Issue, New))
    Problems.erase(Issue);
}
