//===- FunctionEdit.cpp - An edit of a few operations of a function -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/FunctionEdit.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "server/parse/Stubs.h"
#include "server/parse/UnclosedProblem.h"
#include "server/patch/SectionPatch.h"
#include "server/syntax/IdentifiedTypes.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/Nesting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

/// The size of texts, in bytes, that are recovered from as many errors as there
/// are (`recover`).
static constexpr size_t SmallBytes = 32u << 10;

/// The most broken operations of texts that are larger.
static constexpr size_t MaxBroken = 3;

/// The most places at which an insertion is tried.
static constexpr unsigned MaxPlaces = 100;

/// True for operations whose symbols are checked by the Linker, and by nothing
/// else.
static bool isPlainUser(Operation *Op) {
  return isa<func::CallOp, func::ConstantOp, memref::GetGlobalOp>(Op) &&
         Op->getDiscardableAttrs().empty();
}

/// True if no verifier, except `verifySymbolUser`, looks up a symbol: neither
/// outside of the run nor in it.
bool FunctionEdit::needsNoSymbols() const {
  if (Old.UsesOtherSymbols)
    return false;
  if (!Data.symbolUses().empty())
    for (const Section::Token &T : Data.tokens()) {
      if (T.TargetKind != Section::Kind::SymbolUse ||
          Place.Change.Old.contains(T.Range.Begin))
        continue;
      Index User = Data.symbolUses()[T.Target].User;
      if (User == Section::None || !isPlainUser(Old.Operations[User]))
        return false;
    }
  // Broken operations are no users.
  return llvm::all_of(Run->data().symbolUses(),
                      [&](const Section::SymbolUse &Use) {
                        return Use.User == Section::None ||
                               isPlainUser(Run->operations()[Use.User - 1]);
                      });
}

/// Finds the operations at the edit. An insertion or a removal may have several
/// places: in front of an equal beginning of a line as well as behind it.
std::optional<EditedRun> FunctionEdit::findRun() const {
  TextChange Place = Edit;
  for (unsigned I = 0; I < MaxPlaces; ++I) {
    if (std::optional<EditedRun> Operations =
            findEditedRun(Data, Old.Operations, Place))
      return Operations;
    size_t Begin = Place.Old.Begin, Size = Place.Old.size() + Place.NewSize;
    if (Begin == 0 || Size == 0 || (!Place.Old.empty() && Place.NewSize > 0))
      break;
    llvm::StringRef Whole = Place.NewSize > 0 ? Text : Data.text();
    if (Whole[Begin - 1] != Whole[Begin + Size - 1])
      break;
    Place.Old = {Begin - 1, Place.Old.End - 1};
  }
  return std::nullopt;
}

/// True if the run, or an alias that it uses, names an identified type that the
/// function does not.
bool FunctionEdit::addsIdentifiedTypes() const {
  for (llvm::StringRef Part :
       {Source.Text, llvm::StringRef(Source.Aliases.Before),
        llvm::StringRef(Source.Aliases.After)})
    for (const std::string &Name : namesOf(findIdentifiedBodies(Part)))
      if (!llvm::is_contained(Old.IdentifiedTypes, Name))
        return true;
  return false;
}

/// True if a broken operation names a value that is out of scope.
bool FunctionEdit::breaksHiddenNames() const {
  return llvm::any_of(Run->data().brokenRanges(), [&](ByteRange Range) {
    Lexer Tokens(newText(), Range.Begin, Range.End);
    while (std::optional<MlirToken> Token = Tokens.next())
      if (Token->Kind == TokenKind::Value &&
          Scope->isHidden(Token->groupName()))
        return true;
    return false;
  });
}

/// The columns, counted from 0, of what begins the lines of a part of a text.
static std::set<size_t> findColumns(llvm::StringRef Text, ByteRange Part) {
  std::set<size_t> Result;
  Lexer Tokens(Text, Part.Begin, Part.End);
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    llvm::StringRef Before = Text.take_front(Token->Range.Begin),
                    Line = Before.drop_front(Before.rtrim(" \t").size());
    if (Before.size() == Line.size() ||
        Before.drop_back(Line.size()).ends_with("\n"))
      Result.insert(Line.size());
  }
  return Result;
}

/// True if a change does not alter how the lines of a run are indented, nor
/// that of what follows it: where something is broken, that tells where
/// operations and blocks begin, also in lines far behind.
static bool leavesLines(llvm::StringRef Old, llvm::StringRef New,
                        const TextChange &Run) {
  auto columnsFrom = [&](llvm::StringRef Whole, size_t Size) {
    size_t Begin = Run.Old.Begin, End = Begin + Size;
    Lexer Rest(Whole, End);
    std::optional<MlirToken> Next = nextCode(Rest);
    return std::pair(
        findColumns(Whole, {Begin, End}),
        findColumns(Whole, {End, Next ? Next->Range.End : Whole.size()}));
  };
  return columnsFrom(Old, Run.Old.size()) == columnsFrom(New, Run.NewSize);
}

/// True if no line before the run, in its block, and none of what is broken is
/// indented less than it, nor begins behind the brace of a region: what follows
/// that, and does not begin like an operation, goes on with it.
bool FunctionEdit::isIndentedLeast() const {
  // Behind another operation it has the indentation of that one.
  llvm::StringRef Before =
      Data.text().take_front(Place.FirstInText).rtrim(" \t");
  if (!Before.ends_with("\n") && !Before.ends_with("{"))
    return false;
  size_t Column = Source.Indentation.size();
  if (Column == 0)
    return true;
  auto isIndentedLess = [&](ByteRange Part) {
    if (Data.text().take_front(Part.Begin).rtrim(" \t").ends_with("{"))
      return true;
    std::set<size_t> Columns = findColumns(Data.text(), Part);
    return !Columns.empty() && *Columns.begin() < Column;
  };
  for (Index I = Place.Parent + 1; I < Place.FirstOperation; ++I) {
    const Section::Operation &Op = Data.operations()[I];
    size_t Begin = Op.Range.Begin;
    if (Op.Parent != Place.Parent || Op.Range.empty() ||
        (Begin > Column && Data.text()[Begin - Column - 1] == '\n'))
      continue;
    if (isIndentedLess({Begin, Begin + 1}))
      return false;
  }
  return llvm::none_of(Data.brokenRanges(), isIndentedLess);
}

/// True if what the run may begin is a region by its letters, too: `{func =` is
/// no region to recovery.
bool FunctionEdit::leavesRegion() const {
  return oldOperations().front() != &block()->front() ||
         isRegion(Text, {Place.Change.Old.Begin, Text.size()});
}

bool FunctionEdit::parse(MLIRContext &Context, const std::string &FileName) {
  std::optional<EditedRun> Edited = findRun();
  if (!Edited)
    return false;
  Place = *Edited;
  // An unknown operation may end its block.
  if (oldOperations().back() == &block()->back() &&
      !oldOperations().back()->hasTrait<OpTrait::IsTerminator>())
    return false;
  for (Index I = Place.Parent; I != Section::None;
       I = Data.operations()[I].Parent)
    if (!OperationRun::isVerifiedAround(
            Data.string(Data.operations()[I].FullName)))
      return false;
  // Verifiers of others may look at what they define.
  if (llvm::any_of(oldOperations(), [&](Operation *Op) {
        return Old.IndexDefiners.contains(Op);
      }))
    return false;
  FirstValue = Data.operations()[Place.FirstOperation].FirstResult;
  EndValue = endOfResults(Data, Place.EndOperation - 1);
  // In generic form, names may lack the dialect of what is further out.
  Source.IsInner = Place.Parent != 0;
  if (Source.IsInner &&
      Data.textOf(Data.operations()[Place.Parent].Name).starts_with("\""))
    return false;
  std::optional<RunNames> Names = findRunNames(newText()),
                          OldNames =
                              findRunNames(Data.textOf(Place.Change.Old));
  if (!Names || !OldNames || findDeepNesting(newText()))
    return false;
  HasSymbols = Names->HasSymbols || OldNames->HasSymbols;
  Scope.emplace(Data, Old.Values, Order, oldOperations().front(), FirstValue,
                EndValue);
  for (llvm::StringRef Name : Names->Values.keys()) {
    auto Match = Old.ValuesByName.find(Name);
    if (Match != Old.ValuesByName.end() && !isHidden(Name) &&
        !Scope->add(Name, Match->second, Names->Defined.contains(Name)))
      return false;
  }
  Source.Outer = Scope->groups();
  Others.emplace(Data, Place.Change.Old);
  if (!isApart(*Names, *OldNames) || !leavesEnd())
    return false;
  addLaterUses(*Names);
  findNext();
  Source.Text = newText();
  Source.Aliases = findRunAliases(Names->Aliases, Old.Aliases);
  if (addsIdentifiedTypes())
    return false;
  Source.Offset = Place.Change.Old.Begin;
  llvm::StringRef Before = Data.text().take_front(Place.FirstInText),
                  Line = Before.rtrim(" \t");
  bool BeginsRegion =
      Line.ends_with("{") && Place.Change.Old.Begin == Place.FirstInText;
  if (Line.ends_with("\n") || BeginsRegion)
    Source.Indentation = Before.drop_front(Line.size());
  Run = OperationRun::parse(Context, Source, FileName);
  if (!Run || !hasTokensOfUses(Run->data()) || !needsNoSymbols() || !fits() ||
      definesOthers() || !checkFound() || !findProblems())
    return false;
  if ((!Others->empty() || !Run->data().brokenRanges().empty()) &&
      !(leavesLines(Data.text(), Text, Place.Change) && leavesRegion()))
    return false;
  if (llvm::any_of(Run->data().brokenRanges(), [&](SectionRange Range) {
        return spansOperations(Run->data().textOf(Range));
      }))
    return false;
  // Recovery does not know what a context knows of identified types; and in a
  // large text it does not leave out many operations. Names in broken
  // operations mean values of any scope. Behind a label, a line may belong to
  // the one before.
  const Section::Block &Around = Data.blocks()[Order.numberOf(block())];
  return Run->data().brokenRanges().empty() ||
         (Old.IdentifiedTypes.empty() && Around.Name.empty() &&
          !breaksHiddenNames() && isIndentedLeast() &&
          (Text.size() < SmallBytes ||
           Others->countOperations() +
                   countBrokenOperations(Run->data(),
                                         llvm::to_vector_of<ByteRange>(
                                             Run->data().brokenRanges())) <=
               MaxBroken));
}

/// True if what is broken elsewhere has nothing to do with the names in the
/// run, before and after the edit. The type of a stub's result is a guess by
/// its uses, and an error is at one use of a name of several.
bool FunctionEdit::isApart(const RunNames &Names, const RunNames &OldNames) {
  if (Others->empty())
    return true;
  auto isInRun = [&](Value V) {
    return llvm::is_contained(oldOperations(), V.getDefiningOp());
  };
  auto isOfStub = [&](Value V) {
    return V.getDefiningOp() && isStub(V.getDefiningOp());
  };
  auto isSafe = [&](llvm::StringRef Name) {
    auto Match = Old.ValuesByName.find(Name);
    llvm::ArrayRef<Value> Candidates;
    if (Match != Old.ValuesByName.end())
      Candidates = Match->second;
    if (isHidden(Name))
      return Candidates.size() <= 1 && !Others->mayDefine(Name);
    if (Others->isUndefined(Name) && llvm::all_of(Candidates, isInRun)) {
      Found.insert(Name);
      return true;
    }
    return !Others->mayDefine(Name) &&
           llvm::none_of(Candidates,
                         [&](Value V) { return isOfStub(V) && !isInRun(V); }) &&
           (!Others->names(Name) ||
            (Candidates.size() == 1 && !isInRun(Candidates.front()) &&
             !Scope->isHidden(Name)));
  };
  // The verifier of the whole says of those that they end no block.
  for (auto [I, Op] : llvm::enumerate(Data.operations()))
    if (Op.Kind == Section::OperationKind::Broken &&
        (I < Place.FirstOperation || I >= Place.EndOperation) &&
        Old.Operations[I]->hasAttr(stubGoesOnName))
      return false;
  // A bracket that is open in one may be closed in another, and in its reach
  // indentation tells where lines and blocks begin.
  bool AreClosed = Others->areClosedLines() ||
                   (hasMatchingBrackets(newText()) &&
                    hasMatchingBrackets(Data.textOf(Place.Change.Old)));
  return AreClosed && Others->isApart() && Old.IdentifiedTypes.empty() &&
         (Text.size() < SmallBytes || Others->countOperations() <= MaxBroken) &&
         llvm::all_of(Names.Values.keys(), isSafe) &&
         llvm::all_of(OldNames.Values.keys(), isSafe);
}

/// True if a broken operation of the run, before or after the edit, may define
/// a name that is in one elsewhere.
bool FunctionEdit::mayDefineForOthers() const {
  auto mayDefine = [&](const Section &Source, ByteRange Range) {
    return !isUndefinedName(Source, Range) &&
           llvm::any_of(findDefinedNames(Source.textOf(Range)),
                        [&](llvm::StringRef Name) {
                          return Others->names(Name) && !isHidden(Name);
                        });
  };
  return llvm::any_of(Data.brokenRanges(),
                      [&](ByteRange Range) {
                        return Place.Change.Old.contains(Range) &&
                               mayDefine(Data, Range);
                      }) ||
         llvm::any_of(Run->data().brokenRanges(), [&](ByteRange Range) {
           return mayDefine(Run->data(), Range);
         });
}

/// True if a broken operation of the run may define a name that seemed to be
/// gone, or that is defined behind the run; by its letters, since a stub in the
/// run defines only what is used there.
bool FunctionEdit::definesOthers() const {
  llvm::StringSet<> Later;
  for (const OuterGroup &Group : Source.Outer)
    if (Group.IsLater)
      Later.insert(Group.Name);
  return (!Lost.empty() || !Later.empty()) &&
         llvm::any_of(Run->data().brokenRanges(), [&](ByteRange Range) {
           return !isUndefinedName(Run->data(), Range) &&
                  llvm::any_of(findDefinedNames(Run->data().textOf(Range)),
                               [&](llvm::StringRef Name) {
                                 return Lost.contains(Name) ||
                                        Later.contains(Name);
                               });
         });
}

/// True if the edit does not change where a function without an end seems to
/// end (BraceRepair): by its brackets, and by the indentation of its lines.
bool FunctionEdit::leavesEnd() const {
  if (!Old.UnendedBrace)
    return true;
  if (Place.Parent != 0 || Place.Change.Old.Begin <= *Old.UnendedBrace ||
      !hasMatchingBrackets(newText()) ||
      !hasMatchingBrackets(Data.textOf(Place.Change.Old)))
    return false;
  Lexer Tokens(Text, Place.Change.Old.Begin,
               Place.Change.Old.Begin + Place.Change.NewSize);
  while (std::optional<MlirToken> Token = nextCode(Tokens))
    if (Token->is("{") || Text[Token->Range.Begin - 1] == '\n')
      return false;
  return true;
}

/// Finds the problems of the function after the edit. Returns false if these
/// depend on more than the run.
bool FunctionEdit::findProblems() {
  if (mayDefineForOthers())
    return false;
  std::vector<Problem> OldProblems = Old.Problems.vec();
  auto isOfEnd = [&](const Problem &Issue) {
    return Old.UnendedBrace && Issue.Code == UnclosedBracketCode &&
           Issue.Range.Begin == *Old.UnendedBrace;
  };
  llvm::erase_if(OldProblems, isOfEnd);
  std::optional<std::vector<Problem>> Elsewhere =
      Others->select(OldProblems, Place.Change);
  if (!Elsewhere)
    return false;
  Problems = std::move(*Elsewhere);
  if (Old.UnendedBrace &&
      llvm::any_of(Run->problems(), [&](const Problem &Issue) {
        return mayComeOfUnendedBrace(Issue, Text, *Old.UnendedBrace);
      }))
    return false;
  llvm::append_range(Problems, Run->problems());
  llvm::stable_sort(Problems, [](const Problem &A, const Problem &B) {
    return A.Range.Begin < B.Range.Begin;
  });
  return true;
}

/// Finds what follows the run, if that is another operation or the end of a
/// region.
void FunctionEdit::findNext() {
  Operation *Last = oldOperations().back();
  Source.EndsRegion = Source.IsInner && Place.EndsBlock &&
                      !Last->hasTrait<OpTrait::IsTerminator>();
  if (Place.EndsBlock || Place.HasOperationAfter)
    return;
  std::optional<MlirToken> Next =
      Lexer(Data.text(), Place.Change.Old.End).next();
  if (Next && Next->Kind == TokenKind::Value)
    Source.NextName = Next->groupName();
}

/// Adds the old values that the rest uses, except those that nothing defines
/// any more.
void FunctionEdit::addLaterUses(const RunNames &Names) {
  llvm::SmallPtrSet<Operation *, 8> Replaced(oldOperations().begin(),
                                             oldOperations().end());
  auto isElsewhere = [&](Operation *User) { return !Replaced.contains(User); };
  for (auto [I, Op] : llvm::enumerate(oldOperations())) {
    Index First = Data.operations()[Place.FirstOperation + I].FirstResult;
    for (OpResult Result : Op->getResults()) {
      if (llvm::none_of(Result.getUsers(), isElsewhere))
        continue;
      Index Number = First + Result.getResultNumber();
      llvm::StringRef Name = Data.textOf(Data.values()[Number].Name);
      if (!Name.empty() && !Names.Defined.contains(Name)) {
        Lost.insert(Name);
        continue;
      }
      LaterValues.push_back(Number);
      Source.LaterUses.push_back({Data.nameOf(Number), Result.getType()});
    }
  }
}

/// True if the run defines each of these values with the same name, place and
/// type.
bool FunctionEdit::hasSuccessors(llvm::ArrayRef<Index> OldValues) const {
  const Section &New = Run->data();
  Index OuterCount = Index(Scope->numbers().size());
  llvm::StringMap<Index> Groups;
  if (!OldValues.empty())
    for (Index I = OuterCount; I < New.values().size(); ++I)
      if (New.values()[I].Group == I && !New.values()[I].Name.empty())
        Groups[New.textOf(New.values()[I].Name)] = I;
  return llvm::all_of(OldValues, [&](Index Number) {
    const Section::Value &V = Data.values()[Number];
    auto Match = Groups.find(Data.textOf(V.Name));
    if (Match == Groups.end() ||
        New.values()[Match->second].GroupSize != V.GroupSize)
      return false;
    Index InRun = Match->second + Number - V.Group - OuterCount;
    return Run->values()[InRun].getType() == Old.Values[Number].getType();
  });
}

/// True if the last operation of a block can be replaced by another one.
static bool endsLike(Operation *New, Operation *Old) {
  if (New->getName() != Old->getName() || New->getNumSuccessors() > 0 ||
      !New->getDiscardableAttrs().empty())
    return false;
  if (isa<func::ReturnOp>(New))
    return New->getOperandTypes() ==
           cast<func::FuncOp>(Old->getParentOp()).getResultTypes();
  return New->getAttrDictionary() == Old->getAttrDictionary() &&
         New->getOperandTypes() == Old->getOperandTypes();
}

/// True for a stub of all of an operation.
static bool isBroken(Operation *Op) { return isStub(Op) && !definesName(Op); }

/// True if the run can take the place of the old operations.
bool FunctionEdit::fits() const {
  llvm::ArrayRef<Operation *> New = Run->operations();
  Operation *OldLast = oldOperations().back();
  bool EndsBlock = OldLast->hasTrait<OpTrait::IsTerminator>();
  for (Operation *Op : New)
    if (Op->hasTrait<OpTrait::IsTerminator>() &&
        (!EndsBlock || Op != New.back()))
      return false;
  if (EndsBlock && (New.empty() || !endsLike(New.back(), OldLast)))
    return false;
  if (endsInComment(newText()) || (Place.IsAfterOther && !New.empty() &&
                                   isBroken(New.front()) && mayGoOn(newText())))
    return false;
  // By letters, a broken operation is all of its lines.
  if (!New.empty() && (isBroken(New.front()) || isBroken(New.back()))) {
    ByteRange Code = findCodeRange(newText());
    llvm::StringRef Before = newText().take_front(Code.Begin),
                    After = newText().drop_front(Code.End);
    bool BeginsLine =
        Before.contains('\n') || Data.text()
                                     .take_front(Place.Change.Old.Begin)
                                     .rtrim(" \t")
                                     .ends_with("\n");
    if ((isBroken(New.front()) && !BeginsLine) ||
        (isBroken(New.back()) && !After.contains('\n')))
      return false;
  }
  // The operation after the edit must not have become a part of another one.
  if (Place.HasOperationAfter) {
    const Section::Operation &Last = Data.operations()[Place.EndOperation - 1];
    if (New.empty() || isBroken(New.back()))
      return false;
    ByteRange Range = Run->data().operations().back().Range;
    if (Range.size() != ByteRange(Last.Range).size() ||
        Place.Change.NewSize - Range.Begin !=
            Place.Change.Old.End - Last.Range.Begin)
      return false;
  }
  return hasSuccessors(LaterValues);
}

/// Keeps those of the found names that the new operations define; of others,
/// each use has its own error. Returns false if a broken one defines one of
/// them: its type is a guess by the uses.
bool FunctionEdit::checkFound() {
  const Section &New = Run->data();
  llvm::StringSet<> Defined;
  for (const Section::Value &V : New.values()) {
    llvm::StringRef Name = New.textOf(V.Name);
    if (V.Owner == 0 || !Found.contains(Name))
      continue;
    if (New.operations()[V.Owner].Kind == Section::OperationKind::Broken)
      return false;
    Defined.insert(Name);
  }
  Found = std::move(Defined);
  return true;
}
