//===- BrokenElsewhere.cpp - What is broken beside an edit ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/BrokenElsewhere.h"
#include "server/snapshot/FactsShift.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir::noisy::lsp;

std::vector<llvm::StringRef>
mlir::noisy::lsp::findDefinedNames(llvm::StringRef Operation) {
  std::vector<llvm::StringRef> Result;
  Lexer Tokens(Operation);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind == TokenKind::Value)
      Result.push_back(Token->groupName());
    else if (!Token->is(",") && !Token->is(":") &&
             Token->Kind != TokenKind::Number && !Token->isComment())
      break;
  }
  return Result;
}

BrokenElsewhere::BrokenElsewhere(const Section &Data, ByteRange Run)
    : Data(Data), Run(Run) {
  for (ByteRange Range : Data.brokenRanges()) {
    if (Range.empty())
      continue;
    if (Run.contains(Range)) {
      IsRunBroken = true;
      continue;
    }
    Ranges.push_back(Range);
    llvm::StringRef Text = Data.textOf(Range);
    bool IsOperation = !isUndefinedName(Data, Range);
    if (IsOperation)
      for (llvm::StringRef Name : findDefinedNames(Text))
        Defined.insert(Name);
    Lexer Tokens(Text);
    while (std::optional<MlirToken> Token = Tokens.next())
      if (Token->Kind == TokenKind::Value) {
        Names.insert(Token->groupName());
        if (IsOperation)
          InOperations.insert(Token->groupName());
      }
  }
}

bool mlir::noisy::lsp::isUndefinedName(const Section &Data, ByteRange Range) {
  std::optional<MlirToken> First =
      Lexer(Data.text(), Range.Begin, Range.End).next();
  if (!First || First->Kind != TokenKind::Value || First->Range != Range)
    return false;
  // A broken operation may be nothing but a name. It is no part of another that
  // has no regions.
  Section::Index Around = Data.operationAt(Range.Begin);
  return Around != Section::None && Around != 0 &&
         (Around + 1 >= Data.operations().size() ||
          Data.operations()[Around + 1].Parent != Around);
}

size_t
mlir::noisy::lsp::countBrokenOperations(const Section &Data,
                                        llvm::ArrayRef<ByteRange> Ranges) {
  return llvm::count_if(Ranges, [&](ByteRange Range) {
    return !Range.empty() && !isUndefinedName(Data, Range);
  });
}

size_t BrokenElsewhere::countOperations() const {
  return countBrokenOperations(Data, Ranges);
}

bool BrokenElsewhere::isApart() const {
  return llvm::all_of(Ranges, [&](ByteRange Range) {
    return Range.End <= Run.Begin || Run.End <= Range.Begin;
  });
}

bool BrokenElsewhere::areClosedLines() const {
  return llvm::all_of(Ranges, [&](ByteRange Range) {
    llvm::StringRef Text = Data.textOf(Range);
    return !Text.contains('\n') && hasMatchingBrackets(Text);
  });
}

bool BrokenElsewhere::isInside(ByteRange Place) const {
  return llvm::any_of(Ranges,
                      [&](ByteRange Range) { return Range.touches(Place); });
}

/// MLIR's errors about an operation are in it, in the line where the next token
/// is, or, if it begins wrongly, at the end of the line before.
std::optional<std::vector<Problem>>
BrokenElsewhere::select(llvm::ArrayRef<Problem> Problems,
                        const TextChange &Change) const {
  llvm::StringRef Text = Data.text();
  auto findNext = [&](size_t Offset) {
    Lexer Tokens(Text, Offset);
    std::optional<MlirToken> Next = nextCode(Tokens);
    return Next ? Next->Range : ByteRange{Text.size(), Text.size()};
  };
  auto endOfNextLine = [&](size_t Offset) {
    return std::min(Text.find('\n', findNext(Offset).End), Text.size());
  };
  ByteRange Reach = {Run.Begin, endOfNextLine(Run.End)};
  std::vector<Problem> Result;
  for (Problem Issue : Problems) {
    bool IsOfRun = IsRunBroken && Reach.contains(Issue.Range);
    size_t NextBegin = findNext(Issue.Range.End).Begin;
    // What is broken before the run may reach into it.
    bool IsOfOther =
        isInside(Issue.Range) || llvm::any_of(Ranges, [&](ByteRange Range) {
          return (Range.End <= Issue.Range.Begin &&
                  Issue.Range.Begin <= endOfNextLine(Range.End)) ||
                 Range.Begin == NextBegin;
        });
    if (IsOfRun && IsOfOther)
      return std::nullopt;
    if (IsOfRun)
      continue;
    if (!shiftProblem(Issue, Change))
      return std::nullopt;
    Result.push_back(std::move(Issue));
  }
  return Result;
}

bool mlir::noisy::lsp::spansOperations(llvm::StringRef Operation) {
  Lexer Tokens(Operation);
  size_t End = Operation.size();
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    size_t Begin = Token->Range.Begin;
    if (End < Begin && Operation.slice(End, Begin).contains('\n') &&
        mustBeginOperation(Operation, Begin))
      return true;
    End = Token->Range.End;
  }
  return false;
}

bool mlir::noisy::lsp::hasMatchingBrackets(llvm::StringRef Text) {
  llvm::SmallVector<char> Open;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    char Sign = Token->Text.front();
    if (lex::isOpening(Sign))
      Open.push_back(Sign);
    else if (lex::isClosing(Sign) &&
             (Open.empty() || Open.pop_back_val() != lex::openingOf(Sign)))
      return false;
  }
  return Open.empty();
}
