//===- EditedRun.cpp - The operations at an edit --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/EditedRun.h"
#include "server/parse/Stubs.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

namespace {
class RunFinder {
public:
  RunFinder(const Section &Data, llvm::ArrayRef<Operation *> Operations,
            const TextChange &Edit)
      : Data(Data), Operations(Operations), Edit(Edit) {}

  std::optional<EditedRun> find();

private:
  ByteRange rangeOf(Index Number) const {
    return Data.operations()[Number].Range;
  }
  Index parentOf(Index Number) const {
    return Data.operations()[Number].Parent;
  }
  bool isAround(Index Number) const;
  Index memberAt(Index Number) const;
  Index before(Index Number) const;
  Index after(Index Number) const;
  bool isInBlock(Index Number) const;
  bool canParse(Index Number) const;
  bool isCode(const MlirToken &Token) const;
  size_t findCode(size_t Offset) const;
  size_t findGap(Index Number) const;
  bool findMembers();
  bool findEnds();

  const Section &Data;
  llvm::ArrayRef<Operation *> Operations;
  const TextChange &Edit;
  EditedRun Run;
  Index First = Section::None, Last = Section::None;
};
} // namespace

/// True if the edit is inside of an operation with others in it.
bool RunFinder::isAround(Index Number) const {
  ByteRange Range = rangeOf(Number);
  return Number + 1 < Operations.size() && parentOf(Number + 1) == Number &&
         Range.Begin < Edit.Old.Begin && Edit.Old.End < Range.End;
}

/// The operation right inside of the parent that is or contains this one.
Index RunFinder::memberAt(Index Number) const {
  while (Number != Section::None && parentOf(Number) != Run.Parent)
    Number = parentOf(Number);
  return Number;
}

/// The operation of the same block before this one in the text, or None.
Index RunFinder::before(Index Number) const {
  auto Place = llvm::lower_bound(Data.inText(), Number);
  if (Place == Data.inText().begin())
    return Section::None;
  Index Result = memberAt(*std::prev(Place));
  return Result != Section::None && Operations[Result]->getBlock() ==
                                        Operations[Number]->getBlock()
             ? Result
             : Section::None;
}

/// The operation of the same block after this one in the text, or None.
Index RunFinder::after(Index Number) const {
  auto Place = llvm::partition_point(Data.inText(), [&](Index Other) {
    return rangeOf(Other).Begin < rangeOf(Number).End;
  });
  return Place != Data.inText().end() && parentOf(*Place) == Run.Parent &&
                 Operations[*Place]->getBlock() ==
                     Operations[Number]->getBlock()
             ? *Place
             : Section::None;
}

bool RunFinder::isInBlock(Index Number) const {
  return Number < Operations.size() && parentOf(Number) == Run.Parent &&
         Operations[Number]->getBlock() == Operations[First]->getBlock();
}

bool RunFinder::canParse(Index Number) const {
  return Operations[Number]->getNumRegions() == 0 &&
         Operations[Number]->getNumSuccessors() == 0;
}

/// True if a token is in no comment and in no broken operation.
bool RunFinder::isCode(const MlirToken &Token) const {
  llvm::ArrayRef<SectionRange> Broken = Data.brokenRanges();
  auto Match = llvm::partition_point(Broken, [&](SectionRange Range) {
    return Range.End <= Token.Range.Begin;
  });
  bool IsBroken = Match != Broken.end() && Match->Begin <= Token.Range.Begin;
  return !IsBroken && !Token.isComment();
}

/// The beginning of the next token that is in no comment and no broken
/// operation.
size_t RunFinder::findCode(size_t Offset) const {
  Lexer Tokens(Data.text(), Offset);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (isCode(*Token))
      return Token->Range.Begin;
  return Data.text().size();
}

/// The end of the last token before an operation that is in no comment and no
/// broken operation.
size_t RunFinder::findGap(Index Number) const {
  auto Before = std::prev(llvm::lower_bound(Data.inText(), Number));
  Index Member = memberAt(*Before);
  size_t Result =
      Member == Section::None ? rangeOf(*Before).Begin : rangeOf(Member).End;
  Lexer Tokens(Data.text(), Result, rangeOf(Number).Begin);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (isCode(*Token))
      Result = Token->Range.End;
  return Result;
}

/// Finds the first operation and the last one. Returns false if one of those
/// that the edit touches cannot be parsed alone.
bool RunFinder::findMembers() {
  auto AfterEdit = llvm::partition_point(Data.inText(), [&](Index Number) {
    return rangeOf(Number).Begin <= Edit.Old.End;
  });
  if (AfterEdit == Data.inText().begin())
    return false;
  Index Nearest = *std::prev(AfterEdit);
  while (Nearest != Section::None && !isAround(Nearest))
    Nearest = parentOf(Nearest);
  if (Nearest == Section::None)
    return false;
  Run.Parent = Nearest;
  Index Member = memberAt(*std::prev(AfterEdit));
  // The last one may be in another block than the edit.
  if (Member != Section::None && findCode(rangeOf(Member).End) < Edit.Old.Begin)
    Member = Section::None;
  Index Before = Member;
  for (; Before != Section::None && rangeOf(Before).End >= Edit.Old.Begin;
       Before = before(Before)) {
    if (!canParse(Before))
      return false;
    First = Before;
    if (Last == Section::None)
      Last = Before;
  }
  Index After = Member != Section::None ? after(Member) : Section::None;
  if (Member == Section::None && AfterEdit != Data.inText().end() &&
      parentOf(*AfterEdit) == Run.Parent)
    After = *AfterEdit;
  Run.IsAfterOther = Before != Section::None && !canParse(Before);
  if (Before != Section::None && canParse(Before)) {
    First = Before;
    if (Last == Section::None)
      Last = Before;
  }
  Run.HasOperationAfter = After != Section::None && canParse(After);
  if (Run.HasOperationAfter) {
    Last = After;
    if (First == Section::None)
      First = After;
  }
  return First != Section::None;
}

/// Finds the numbers and the text of the operations.
bool RunFinder::findEnds() {
  auto isBroken = [&](Index Number) {
    return isInBlock(Number) &&
           Data.operations()[Number].Kind == Section::OperationKind::Broken;
  };
  Run.FirstOperation = First;
  while (isBroken(Run.FirstOperation - 1))
    --Run.FirstOperation;
  Run.EndOperation = Last + 1;
  // What defines undefined names belongs to the operation after it.
  while (isBroken(Run.EndOperation) &&
         !definesName(Operations[Run.EndOperation]))
    ++Run.EndOperation;
  for (Index I = Run.FirstOperation; I < Run.EndOperation; ++I)
    if (!isInBlock(I))
      return false;
  Index Next = after(Last);
  Run.EndsBlock = Next == Section::None;
  // A broken operation at the end of a block may branch, unless the text omits
  // the end.
  if (Run.EndsBlock && Run.EndOperation > Last + 1 &&
      !isInBlock(Run.EndOperation))
    return false;
  size_t End =
      Run.EndsBlock ? findCode(rangeOf(Last).End) : rangeOf(Next).Begin;
  size_t Begin = Run.FirstInText = rangeOf(First).Begin;
  if (Edit.Old.Begin < Begin || Run.FirstOperation < First)
    Begin = findGap(First);
  ByteRange Old = {Begin, End};
  if (!Old.contains(Edit.Old))
    return false;
  Run.Change = {Old, Old.size() - Edit.Old.size() + Edit.NewSize};
  return true;
}

std::optional<EditedRun> RunFinder::find() {
  if (!findMembers() || !findEnds())
    return std::nullopt;
  return Run;
}

std::optional<EditedRun>
mlir::noisy::lsp::findEditedRun(const Section &Data,
                                llvm::ArrayRef<Operation *> Operations,
                                const TextChange &Edit) {
  return RunFinder(Data, Operations, Edit).find();
}

/// True if a token names what is the same thing in the whole file only: the
/// contents of a resource, a distinct attribute; or the model, which the rest
/// of the function depends on.
static bool isShared(const MlirToken &Token) {
  return Token.is("dense_resource") || Token.is("distinct") ||
         Token.is("noisy.model") || Token.is("\"noisy.model\"");
}

std::optional<RunNames>
mlir::noisy::lsp::findRunNames(llvm::StringRef RunText) {
  RunNames Names;
  // The names of `%a, %b:2 =`.
  llvm::SmallVector<llvm::StringRef> List;
  bool IsAfterComma = false;
  Lexer Tokens(RunText);
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    if (Token->Kind == TokenKind::Block || isShared(*Token))
      return std::nullopt;
    if (Token->isAlias())
      Names.Aliases.insert(Token->Text);
    if (Token->is("="))
      for (llvm::StringRef Name : List)
        Names.Defined.insert(Name);
    if (Token->Kind == TokenKind::Value) {
      Names.Values.insert(Token->groupName());
      // Behind an unfinished line, another list begins.
      if (!IsAfterComma)
        List.clear();
      List.push_back(Token->groupName());
    } else if (!Token->is(",") && !Token->is(":") &&
               Token->Kind != TokenKind::Number) {
      List.clear();
    }
    IsAfterComma = Token->is(",");
    Names.HasSymbols |= Token->Kind == TokenKind::Symbol;
  }
  return Names;
}

bool mlir::noisy::lsp::endsInComment(llvm::StringRef Text) {
  bool IsComment = false;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next())
    IsComment = Token->isComment() && Token->Range.End == Text.size();
  return IsComment;
}

bool mlir::noisy::lsp::mayGoOn(llvm::StringRef Text) {
  Lexer Tokens(Text);
  std::optional<MlirToken> First = Tokens.next();
  while (First && First->isComment())
    First = Tokens.next();
  return First && First->Kind != TokenKind::Value;
}

ByteRange mlir::noisy::lsp::findCodeRange(llvm::StringRef Text) {
  ByteRange Result;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (!Token->isComment())
      Result = {Result.empty() ? Token->Range.Begin : Result.Begin,
                Token->Range.End};
  return Result;
}
