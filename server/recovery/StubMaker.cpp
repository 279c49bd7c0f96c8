//===- StubMaker.cpp - Stubs in the place of operations -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/StubMaker.h"
#include "server/parse/OperationNames.h"
#include "server/recovery/MistypedUses.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/TypeTokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The name of the operation at a range of the text; nothing if it lacks that.
std::optional<MlirToken> StubMaker::findName(ByteRange Range) const {
  size_t Results = readResultNames(Text.slice(Range.Begin, Range.End)).Size;
  std::optional<MlirToken> Result =
      Lexer(Text, Range.Begin + Results, Range.End).next();
  bool IsName = Result && (Result->Kind == TokenKind::Word ||
                           Result->Kind == TokenKind::String);
  return IsName ? Result : std::nullopt;
}

/// True if a stub cannot stand around the regions of an operation of this name:
/// operations in it need not name their dialect, as `return` in a function, it
/// is a symbol table, or it hides the values around it.
static bool ownsScope(MLIRContext &Context, llvm::StringRef Name) {
  if (Name == "func" || Name.starts_with("func."))
    return true;
  std::optional<RegisteredOperationName> Info =
      RegisteredOperationName::lookup(Name, &Context);
  if (Info && (Info->hasTrait<OpTrait::SymbolTable>() ||
               Info->hasTrait<OpTrait::IsIsolatedFromAbove>()))
    return true;
  auto *Printing = Info ? Info->getInterface<OpAsmOpInterface>() : nullptr;
  return Printing && !llvm::StringRef(Printing->getDefaultDialect()).empty();
}

/// Keeps the regions of a broken operation, if all are closed, and any has an
/// operation: the error is around them.
void StubMaker::keepRegions(Stub &New) const {
  ByteRange Range = New.range();
  std::optional<MlirToken> OpName = findName(Range);
  if (Text.size() > MaxRepairedBytes ||
      (OpName && ownsScope(Context, OpName->Text.trim('"'))))
    return;
  std::vector<ByteRange> Regions;
  bool HasOperation = false;
  for (ByteRange Region : findRegions(Text, Range)) {
    Lexer Tokens(Text, Region.Begin, Region.End);
    std::optional<MlirToken> First = nextCode(Tokens);
    size_t CodeBegin = First ? First->Range.Begin : Region.End;
    // In one line it may be a dictionary that nobody can read.
    bool IsOnLine = !Text.slice(Region.Begin, CodeBegin).contains('\n');
    if (IsOnLine && (!OpName || !First || !mustBeginOperation(Text, CodeBegin)))
      continue;
    if (Region.End >= Range.End || Text[Region.End] != '}')
      return;
    HasOperation |= First.has_value();
    Regions.push_back(Region);
  }
  if (!HasOperation)
    return;
  New.Regions = std::move(Regions);
  ByteRange First = New.Regions.front();
  // A label gives the names otherwise.
  if (Text.slice(First.Begin, First.End).ltrim().starts_with("^"))
    return;
  for (ByteRange Name : findArgumentNames(Text, {Range.Begin, First.Begin}))
    New.Arguments.push_back({Text.slice(Name.Begin, Name.End).str(), Name, {}});
}

/// Takes the problems of stubs and of undefined names over that are in an
/// operation, but not in regions that stay.
void StubMaker::takeOver(Stub &New) {
  ByteRange Range = New.range();
  auto takeFrom = [&](auto &Parts) {
    for (auto I = Parts.lower_bound(Range.Begin);
         I != Parts.end() && I->first < Range.End;) {
      if (New.keeps({I->first, I->first + 1})) {
        ++I;
        continue;
      }
      llvm::append_range(New.Problems, I->second.Problems);
      I = Parts.erase(I);
    }
  };
  takeFrom(Stubs);
  takeFrom(Attempt.Undefined);
}

bool StubMaker::dropRegions(Stub &Wrong) {
  if (Wrong.Regions.empty())
    return false;
  ByteRange Range = Wrong.range();
  Stub New = std::move(Wrong);
  Stubs.erase(Range.Begin);
  New.Regions.clear();
  New.Arguments.clear();
  takeOver(New);
  Results.forget(Range);
  Stubs[Range.Begin] = std::move(New);
  return true;
}

bool StubMaker::replace(const InnerOperation &Operation, Problem Issue) {
  if (Operation.IsLabel)
    return false;
  ByteRange Range = Operation.Range;
  // No stub defines an alias, which only the outermost level may do.
  if (std::optional<MlirToken> First =
          Lexer(Text, Range.Begin, Range.End).next();
      First && First->isAlias() && Operation.Region.Begin == 0)
    return false;
  Stub New;
  New.Operation = Operation;
  keepRegions(New);
  takeOver(New);
  // The type of a stub's result is a guess, so a use with another is no error.
  llvm::StringRef Name = valueOfOtherType(Issue.Message);
  if (Name.empty() || !Attempt.definerOf(Name, Range.Begin)) {
    if (New.Problems.empty())
      New.Problems.push_back(std::move(Issue));
    for (ByteRange Part : New.parts())
      Results.forget(Part);
  }
  New.Names = readResultNames(Text.slice(Range.Begin, Range.End));
  size_t Count = 0;
  for (const ResultNames::Group &Group : New.Names.Groups)
    Count += Group.Count;
  New.LacksName = !findName(Range);
  New.Types.resize(Count);
  New.HasResults = Count == 0 || !Attempt.isUsed(New);
  if (Operation.EndsBlock)
    New.Successors = findSuccessors(Text, Operation);
  Stubs[Range.Begin] = std::move(New);
  return true;
}

bool StubMaker::blameNeighbour(Stub &Wrong, const Problem &Issue) {
  if (dropRegions(Wrong))
    return true;
  ByteRange Range = Wrong.range();
  std::vector<Problem> Problems = Wrong.Problems;
  std::optional<InnerOperation> Before = findOperationBefore(Text, Range, Form);
  // That may be the rest of the same one, by letters (dropRead).
  if (!Before)
    Before = findInnerOperation(Text, Range.Begin, Form);
  if (Before && Before->Range.Begin < Range.Begin &&
      !Stubs.contains(Before->Range.Begin)) {
    Stubs.erase(Range.Begin);
    if (!replace(*Before, Issue))
      return false;
    Stubs[Before->Range.Begin].Problems = std::move(Problems);
    return true;
  }
  std::optional<InnerOperation> Around = findOperationAround(Text, Range, Form);
  return Around && replace(*Around, Issue);
}

/// True if a line that begins with a word may be an operation without its
/// dialect, or one that does not exist: what other lines go on with has other
/// signs behind (`outs(`, `low[0]`, `a = 1`, `dense<1>`), or is one of a few
/// words.
static bool mayBeOperation(llvm::StringRef Text, const MlirToken &Word) {
  static constexpr llvm::StringLiteral Others[] = {
      "to",   "step",    "into", "from",  "else",       "do",
      "case", "default", "by",   "at",    "attributes", "in",
      "init", "with",    "true", "false", "unit",       "none"};
  Lexer Tokens(Text, Word.Range.End);
  std::optional<MlirToken> Next = nextCode(Tokens);
  bool IsSign = Next && Next->Kind == TokenKind::Sign &&
                !Text.slice(Word.Range.End, Next->Range.Begin).contains('\n');
  return !IsSign && !llvm::is_contained(Others, Word.Text) &&
         !isBuiltinType(Word.Text, /*HasBrackets=*/false);
}

/// True if an operation may end with the code before `End`: with neither its
/// name nor a sign or a word that something follows.
static bool mayEndBefore(llvm::StringRef Text, ByteRange Operation,
                         size_t End) {
  Lexer Tokens(Text, Operation.Begin, End);
  std::optional<MlirToken> Name, Last;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    Last = Token;
    if (!Name && Token->Kind == TokenKind::Word)
      Name = Token;
  }
  return Last && Name &&
         (Last->Range != Name->Range || !Name->Text.contains('.')) &&
         !llvm::StringRef(",:=({[<").contains(Last->Text) && !Last->is("->") &&
         !Last->is("to");
}

bool StubMaker::extend(const InnerOperation &Operation) {
  std::optional<MlirToken> First =
      Lexer(Text, Operation.Range.Begin, Operation.Range.End).next();
  bool GoesOn =
      First && (First->Kind == TokenKind::Number ||
                (First->Kind == TokenKind::Word && !isOperationName(*First)));
  if (Operation.IsLabel || !GoesOn)
    return false;
  std::optional<InnerOperation> Before =
      findOperationBefore(Text, Operation.Range, Form);
  // The stub may have been extended before.
  auto Match = Before ? Stubs.upper_bound(Before->Range.Begin) : Stubs.begin();
  if (Match == Stubs.begin() ||
      std::prev(Match)->second.range().End < Before->Range.End)
    return false;
  Stub &Extended = std::prev(Match)->second;
  // A line of its own that is no operation has its own error.
  std::optional<size_t> Column = findIndentation(Text, First->Range.Begin);
  if (Column && First->Kind == TokenKind::Word &&
      *Column <= findIndentation(Text, Extended.Operation.Range.Begin)
                     .value_or(*Column) &&
      mayBeOperation(Text, *First) &&
      mayEndBefore(Text, Extended.Operation.Range, Operation.Range.Begin))
    return false;
  Extended.Operation.Range.End = Operation.Range.End;
  Extended.Operation.EndsBlock = Operation.EndsBlock;
  if (Operation.EndsBlock)
    Extended.Successors = findSuccessors(Text, Extended.Operation);
  Extended.Regions.clear();
  Extended.Arguments.clear();
  keepRegions(Extended);
  for (ByteRange Part : Extended.parts())
    Results.forget(Part);
  return true;
}

bool StubMaker::dropUnnamed(llvm::ArrayRef<Problem> Problems) {
  for (const Problem &Issue : Problems) {
    llvm::StringRef Message = Issue.Message;
    bool IsOfBoth = Message.starts_with(takenArgumentMessage) ||
                    Message.starts_with(lateDefinitionMessage);
    if (!IsOfBoth || Issue.Notes.empty())
      continue;
    ByteRange Use = Issue.Notes.front().Range;
    size_t UseAt = Attempt.toOriginal(Use.Begin),
           DefinerAt = Attempt.toOriginal(Issue.Range.Begin);
    for (auto &[Begin, S] : Stubs)
      if (!S.LacksName && S.keeps({UseAt, UseAt}) &&
          !S.keeps({DefinerAt, DefinerAt}))
        return dropRegions(S);
  }
  return false;
}
