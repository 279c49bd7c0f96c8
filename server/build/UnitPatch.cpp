//===- UnitPatch.cpp - Units after an edit of a few operations ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An edit in a large function mostly changes one line. Then the operations at
// the edit are parsed alone (OperationRun), and replace the old ones in the IR
// and in the section. That must give the same unit as the whole text, so it is
// done only where nothing else can depend on the change, or on what is beside
// it: in a block of a function of operations of which it is known what their
// verifiers look at. The Linker checks symbols again.
//
// The operation before the edit and the one after it are parsed again, too: the
// one may go on into the edited text, and that into the other.
//
//===----------------------------------------------------------------------===//

#include "server/build/UnitPatch.h"
#include "analysis/noise/HiddenFlow.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "server/build/Unit.h"
#include "server/foreign/ForeignProblems.h"
#include "server/parse/Recovery.h"
#include "server/parse/SymbolUsers.h"
#include "server/parse/UnclosedProblem.h"
#include "server/patch/BrokenElsewhere.h"
#include "server/patch/EndEdit.h"
#include "server/patch/QuietEdit.h"
#include "server/patch/RunScope.h"
#include "server/patch/SectionOrder.h"
#include "server/patch/SectionPatch.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/Nesting.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

/// The size of texts, in bytes, that are recovered from as many errors as there
/// are (`recover`).
static constexpr size_t SmallBytes = 32u << 10;

/// The most broken operations of texts that are larger.
static constexpr size_t MaxBroken = 3;

/// The most places at which an insertion is tried.
static constexpr unsigned MaxPlaces = 100;

namespace mlir::noisy::lsp {

class UnitPatcher {
public:
  UnitPatcher(Unit &Old, llvm::StringRef Text)
      : Old(Old), Data(*Old.Data), Text(Text),
        Function(cast<func::FuncOp>(Old.Roots.front())),
        Edit(TextChange::diff(Data.text(), Text)), Order(Data, Old.Operations) {
  }

  static bool canPatch(Unit &Old);
  static void prepare(Unit &Old);
  /// Parses the changed operations. Returns false if more is needed.
  bool parse(const std::string &FileName);
  /// The change; before `apply`.
  UnitChange difference() const;
  /// Replaces the operations in the IR of the old unit, and makes the section.
  void apply();
  const OperationRun &run() const { return *Run; }
  /// The problems of the function with the run.
  const std::vector<Problem> &problems() const { return Problems; }
  /// True if the operations named a symbol, or do so now.
  bool hasSymbols() const { return HasSymbols; }

private:
  std::optional<EditedRun> findRun() const;
  bool breaksHiddenNames() const;
  bool isApart(const RunNames &Names, const RunNames &OldNames) const;
  bool mayDefineForOthers() const;
  bool leavesEnd() const;
  bool findProblems();
  bool needsNoSymbols() const;
  bool fits() const;
  void findNext();
  void addLaterUses();
  void replaceSymbolUsers();
  bool hasSuccessors(llvm::ArrayRef<Index> OldValues) const;
  /// The old operations that are parsed again.
  llvm::ArrayRef<Operation *> oldOperations() const {
    return llvm::ArrayRef(Old.Operations)
        .slice(Place.FirstOperation, Place.EndOperation - Place.FirstOperation);
  }
  /// Their block.
  Block *block() const { return oldOperations().front()->getBlock(); }
  llvm::StringRef newText() const {
    return Text.substr(Place.Change.Old.Begin, Place.Change.NewSize);
  }

  Unit &Old;
  const Section &Data;
  llvm::StringRef Text;
  func::FuncOp Function;
  /// The change of the text, from the first other byte to the last one.
  const TextChange Edit;
  const SectionOrder Order;
  EditedRun Place;
  /// The numbers of its values: the first, and the one after the last.
  Index FirstValue = 0, EndValue = 0;
  bool HasSymbols = false;
  std::optional<RunScope> Scope;
  RunText Source;
  /// The numbers of the old values that the rest uses.
  std::vector<Index> LaterValues;
  std::optional<OperationRun> Run;
  std::optional<BrokenElsewhere> Others;
  std::vector<Problem> Problems;
};

} // namespace mlir::noisy::lsp

/// Finds what patches need to know of a unit.
void UnitPatcher::prepare(Unit &Old) {
  for (auto [I, V] : llvm::enumerate(Old.Data->values()))
    if (V.Group == I && !V.Name.empty())
      Old.ValuesByName[Old.Data->textOf(V.Name)].push_back(Old.Values[I]);
  llvm::SmallVector<Operation *> Next;
  auto add = [&](Value V) {
    if (Operation *Definer = V.getDefiningOp();
        Definer && Old.IndexDefiners.insert(Definer).second)
      Next.push_back(Definer);
  };
  for (auto [I, Op] : llvm::enumerate(Old.Data->operations()))
    if (OperationRun::readsIndices(Old.Data->string(Op.FullName)))
      for (Value Operand : Old.Operations[I]->getOperands())
        if (Operand.getType().isIndex())
          add(Operand);
  while (!Next.empty())
    llvm::for_each(Next.pop_back_val()->getOperands(), add);
}

/// True if no operation of the unit depends on more of the others than their
/// types, so that it can be patched. Uses of symbols are verified again by the
/// Linker.
bool UnitPatcher::canPatch(Unit &Old) {
  if (Old.Kind != PieceKind::Operation || !Old.isValid() || Old.isDropped() ||
      Old.isAltered() || (Old.IsUnclosed && !Old.UnendedBrace) ||
      (Old.Problems && Old.isIntact()) || Old.Info->Generic ||
      !Old.Info->Aliases.empty() || Old.Roots.size() != 1 ||
      !isa<func::FuncOp>(Old.Roots.front()))
    return false;
  if (!Old.IsPatchable) {
    llvm::DenseMap<Index, bool> Names;
    auto canStay = [&](size_t I) {
      Operation *Op = Old.Operations[I];
      // Nothing is known of the regions of an unknown one.
      if (!Op->isRegistered() && !isStub(Op))
        return Op->getNumRegions() == 0 && Op->getNumSuccessors() == 0 &&
               isInGenericForm(*Old.Data, Index(I));
      Index Name = Old.Data->operations()[I].FullName;
      auto [Entry, IsNew] = Names.try_emplace(Name);
      if (IsNew)
        Entry->second = OperationRun::isVerifiedBeside(Old.Data->string(Name));
      return Entry->second;
    };
    Old.IsPatchable = isPlainFunction(*Old.Data) &&
                      llvm::all_of(llvm::seq(Old.Operations.size()), canStay);
    if (*Old.IsPatchable)
      prepare(Old);
  }
  return *Old.IsPatchable;
}

/// True for operations whose symbols are checked by the Linker, and by nothing
/// else.
static bool isPlainUser(Operation *Op) {
  return isa<func::CallOp, func::ConstantOp, memref::GetGlobalOp>(Op) &&
         Op->getDiscardableAttrs().empty();
}

/// True if no verifier, except `verifySymbolUser`, looks up a symbol: neither
/// outside of the run nor in it.
bool UnitPatcher::needsNoSymbols() const {
  if (!Old.OtherSymbols.empty())
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
std::optional<EditedRun> UnitPatcher::findRun() const {
  TextChange Place = Edit;
  for (unsigned I = 0; I < MaxPlaces; ++I) {
    if (std::optional<EditedRun> Operations =
            findEditedRun(Data, Old.Operations, Place))
      return Operations;
    size_t Begin = Place.Old.Begin, Size = Place.Old.size() + Place.NewSize;
    if (Begin == 0 || (!Place.Old.empty() && Place.NewSize > 0))
      break;
    llvm::StringRef Whole = Place.NewSize > 0 ? Text : Data.text();
    if (Whole[Begin - 1] != Whole[Begin + Size - 1])
      break;
    Place.Old = {Begin - 1, Place.Old.End - 1};
  }
  return std::nullopt;
}

/// True if a broken operation names a value that is out of scope.
bool UnitPatcher::breaksHiddenNames() const {
  return llvm::any_of(Run->data().brokenRanges(), [&](ByteRange Range) {
    Lexer Tokens(newText(), Range.Begin, Range.End);
    while (std::optional<MlirToken> Token = Tokens.next())
      if (Token->Kind == TokenKind::Value &&
          Scope->isHidden(Token->groupName()))
        return true;
    return false;
  });
}

bool UnitPatcher::parse(const std::string &FileName) {
  std::optional<EditedRun> Found = findRun();
  if (!Found)
    return false;
  Place = *Found;
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
  bool HasAliases = Old.SurroundingText->AliasBytes > 0 ||
                    Old.SurroundingText->AliasBytesAfter > 0;
  std::optional<RunNames> Names = findRunNames(newText(), HasAliases),
                          OldNames = findRunNames(Data.textOf(Place.Change.Old),
                                                  HasAliases);
  if (!Names || !OldNames || findDeepNesting(newText()))
    return false;
  HasSymbols = Names->HasSymbols || OldNames->HasSymbols;
  Scope.emplace(Data, Old.Values, Order, oldOperations().front(), FirstValue,
                EndValue);
  for (llvm::StringRef Name : Names->Values.keys()) {
    auto Match = Old.ValuesByName.find(Name);
    if (Match != Old.ValuesByName.end() && !Scope->add(Name, Match->second))
      return false;
  }
  Source.Outer = Scope->groups();
  Others.emplace(Data, Place.Change.Old);
  if (!isApart(*Names, *OldNames) || !leavesEnd())
    return false;
  addLaterUses();
  findNext();
  Source.Text = newText();
  Old.OwnGeneration->ParsedBytes += Source.Text.size();
  Source.Offset = Place.Change.Old.Begin;
  llvm::StringRef Before = Data.text().take_front(Place.FirstInText);
  Source.Indentation = Before.drop_front(Before.rtrim(" \t").size());
  if (!Before.drop_back(Source.Indentation.size()).ends_with("\n"))
    Source.Indentation = "";
  Run = OperationRun::parse(*Old.OwnGeneration->Context, Source, FileName);
  if (!Run || !hasTokensOfUses(Run->data()) || !needsNoSymbols() || !fits() ||
      !findProblems())
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
          !breaksHiddenNames() &&
          (Text.size() < SmallBytes ||
           Others->count() + Run->data().brokenRanges().size() <= MaxBroken));
}

/// True if what is broken elsewhere has nothing to do with the names in the
/// run, before and after the edit. The type of a stub's result is a guess by
/// its uses, and an error is at one use of a name of several.
bool UnitPatcher::isApart(const RunNames &Names,
                          const RunNames &OldNames) const {
  if (Others->count() == 0)
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
    return !Others->mayDefine(Name) &&
           llvm::none_of(Candidates,
                         [&](Value V) { return isOfStub(V) && !isInRun(V); }) &&
           (!Others->names(Name) ||
            (Candidates.size() == 1 && !isInRun(Candidates.front()) &&
             !Scope->isHidden(Name)));
  };
  // A bracket that is open in one may be closed in another.
  bool AreClosed = Others->haveMatchingBrackets() ||
                   (hasMatchingBrackets(newText()) &&
                    hasMatchingBrackets(Data.textOf(Place.Change.Old)));
  return AreClosed && Others->isApart() && Old.IdentifiedTypes.empty() &&
         (Text.size() < SmallBytes || Others->count() <= MaxBroken) &&
         llvm::all_of(Names.Values.keys(), isSafe) &&
         llvm::all_of(OldNames.Values.keys(), isSafe);
}

/// True if a broken operation of the run, before or after the edit, may define
/// a name that is in one elsewhere.
bool UnitPatcher::mayDefineForOthers() const {
  auto defines = [&](llvm::StringRef Operation) {
    return llvm::any_of(findDefinedNames(Operation), [&](llvm::StringRef Name) {
      return Others->names(Name);
    });
  };
  return llvm::any_of(Data.brokenRanges(),
                      [&](SectionRange Range) {
                        return Place.Change.Old.contains(Range) &&
                               defines(Data.textOf(Range));
                      }) ||
         llvm::any_of(Run->data().brokenRanges(), [&](SectionRange Range) {
           return defines(Run->data().textOf(Range));
         });
}

/// True if the edit does not change where a function without an end seems to
/// end (BraceRepair): by its brackets, and by the indentation of its lines.
bool UnitPatcher::leavesEnd() const {
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
bool UnitPatcher::findProblems() {
  if (mayDefineForOthers())
    return false;
  std::vector<Problem> OldProblems;
  if (Old.Problems)
    OldProblems = *Old.Problems;
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
void UnitPatcher::findNext() {
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

/// Adds the old values that the rest uses.
void UnitPatcher::addLaterUses() {
  llvm::SmallPtrSet<Operation *, 8> Replaced(oldOperations().begin(),
                                             oldOperations().end());
  auto isElsewhere = [&](Operation *User) { return !Replaced.contains(User); };
  for (auto [I, Op] : llvm::enumerate(oldOperations())) {
    Index First = Data.operations()[Place.FirstOperation + I].FirstResult;
    for (OpResult Result : Op->getResults())
      if (llvm::any_of(Result.getUsers(), isElsewhere)) {
        LaterValues.push_back(First + Result.getResultNumber());
        Source.LaterUses.push_back(
            {Data.nameOf(LaterValues.back()), Result.getType()});
      }
  }
}

/// True if the run defines each of these values with the same name, place and
/// type.
bool UnitPatcher::hasSuccessors(llvm::ArrayRef<Index> OldValues) const {
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
bool UnitPatcher::fits() const {
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

/// Replaces the operations of the run among those that check symbols.
void UnitPatcher::replaceSymbolUsers() {
  auto placeOf = [&](Index Number) {
    return llvm::partition_point(Old.SymbolUsers, [&](Operation *User) {
      return Order.numberOf(User) < Number;
    });
  };
  auto Next = Old.SymbolUsers.erase(placeOf(Place.FirstOperation),
                                    placeOf(Place.EndOperation));
  auto Users = llvm::make_filter_range(Run->operations(), isSymbolUser);
  Old.SymbolUsers.insert(Next, Users.begin(), Users.end());
}

UnitChange UnitPatcher::difference() const {
  UnitChange Result;
  Result.Run = {Place.Change, FirstValue, EndValue,
                Index(Run->values().size())};
  Result.Reach = findReach(
      {Function, Data, Place, oldOperations(), Old.Values, Text, *Run, Edit});
  auto Number = Scope->numbers().begin();
  for (const OuterGroup &Group : Source.Outer)
    for (Value V : Group.Values)
      Result.Outer[V] = *Number++;
  return Result;
}

void UnitPatcher::apply() {
  std::vector<Index> BlocksAround;
  for (Block *B = block(); B; B = B->getParentOp()->getBlock()) {
    BlocksAround.push_back(Order.numberOf(B));
    if (B->getParentOp() == Function)
      break;
  }
  SectionChange InSection = {Place.FirstOperation, Place.EndOperation,
                             BlocksAround,         Place.Change,
                             Run->data(),          Scope->numbers()};
  std::shared_ptr<const Section> New = patchSection(Data, InSection);
  // The users of old values take those with the same names.
  llvm::StringMap<Value> NewValues;
  for (auto [I, V] : llvm::enumerate(Run->values())) {
    const Section::Value &Source = New->values()[FirstValue + I];
    if (Source.Group == FirstValue + I && !Source.Name.empty())
      NewValues[New->textOf(Source.Name)] = V;
  }
  for (Index I = FirstValue; I < EndValue; ++I) {
    const Section::Value &Source = Data.values()[I];
    if (Source.Name.empty())
      continue;
    auto Match = NewValues.find(Data.textOf(Source.Name));
    if (Match != NewValues.end()) {
      auto First = cast<OpResult>(Match->second);
      unsigned Number = First.getResultNumber() + (I - Source.Group);
      // The users of a group that shrank are among the old operations.
      if (Number < First.getOwner()->getNumResults())
        Old.Values[I].replaceAllUsesWith(First.getOwner()->getResult(Number));
    }
    auto SameName = Old.ValuesByName.find(Data.textOf(Source.Name));
    if (Source.Group != I || SameName == Old.ValuesByName.end())
      continue;
    llvm::erase(SameName->second, Old.Values[I]);
    if (SameName->second.empty())
      Old.ValuesByName.erase(SameName);
  }
  for (const auto &Entry : NewValues)
    Old.ValuesByName[Entry.first()].push_back(Entry.second);
  bool ArePlain = llvm::all_of(oldOperations(), isPlainOperation);
  if (HasSymbols)
    replaceSymbolUsers();
  Block &Body = *block();
  Block::iterator Next = std::next(oldOperations().back()->getIterator());
  for (Operation *Op : oldOperations())
    Op->dropAllReferences();
  for (Operation *Op : oldOperations()) {
    Op->dropAllUses();
    Op->erase();
  }
  insertInOrder(Body, Next, Run->operations());
  // In their block only: the last one of a block may be a return.
  ArePlain = ArePlain && llvm::all_of(Run->operations(), isPlainOperation);
  auto replace = [](auto &List, size_t Begin, size_t End, auto With) {
    List.insert(List.erase(List.begin() + Begin, List.begin() + End),
                With.begin(), With.end());
  };
  replace(Old.Operations, Place.FirstOperation, Place.EndOperation,
          Run->operations());
  replace(Old.Values, FirstValue, EndValue, Run->values());
  Old.Data = std::move(New);
  Old.dropIndex();
  auto carries = [](Value V) { return carriesNoise(V); };
  Old.HasNoise |= llvm::any_of(Run->values(), carries);
  if (!ArePlain || !Old.CachedStatements || !Old.CachedStatements->empty()) {
    Old.CachedStatements.reset();
    Old.CachedHiddenFlow.reset();
  }
}

void Unit::updatePlace(Operation *Op, llvm::StringRef FileName) const {
  std::string Before = SurroundingText->Prefix;
  Before += Data->text().take_front(rangeOfName(Op).Begin);
  llvm::StringRef LastLine = llvm::StringRef(Before).rsplit('\n').second;
  Op->setLoc(
      FileLineColLoc::get(Op->getContext(), FileName,
                          1 + unsigned(llvm::StringRef(Before).count('\n')),
                          1 + unsigned(LastLine.size())));
}

void mlir::noisy::lsp::prepareForPatch(Unit &Old) {
  // For a small one they take less than 0.1 ms.
  constexpr size_t LargeSize = 16u << 10;
  if (Old.Data && Old.Data->text().size() >= LargeSize)
    (void)UnitPatcher::canPatch(Old);
}

/// Moves the IR of a unit, and what is known of it, to the one that follows it.
/// `Old` keeps its section.
void Unit::takeOver(Unit &Old) {
  OwnGeneration = Old.OwnGeneration;
  Interface = Old.Interface;
  HasNoise = Old.HasNoise;
  IdentifiedTypes = Old.IdentifiedTypes;
  SymbolUsers = std::move(Old.SymbolUsers);
  MayUseSymbols = Old.MayUseSymbols;
  OtherSymbols = Old.OtherSymbols;
  Valid = VerifiedAlone = true;
  HasOldPlaces = true;
  RepairChoice = Old.RepairChoice;
  Module = std::move(Old.Module);
  Root = Old.Root;
  Body = Old.Body;
  Roots = std::move(Old.Roots);
  Operations = std::move(Old.Operations);
  Values = std::move(Old.Values);
  ValuesByName = std::move(Old.ValuesByName);
  IsPatchable = Old.IsPatchable;
  IndexDefiners = std::move(Old.IndexDefiners);
  OuterUses = Old.OuterUses;
  CachedHiddenFlow = std::exchange(Old.CachedHiddenFlow, std::nullopt);
  CachedStatements = std::exchange(Old.CachedStatements, std::nullopt);
  Old.dropIR();
}

/// Sets the problems of a unit that was patched.
void Unit::setPatchedProblems(llvm::StringRef Text,
                              std::vector<Problem> NewProblems) {
  IsUnclosed = UnendedBrace.has_value();
  if (UnendedBrace)
    explainUnendedBrace(NewProblems, Text, *UnendedBrace);
  else if (Info->IsUnbalanced)
    explainUnclosedBracket(NewProblems, Text);
  if (NewProblems.empty())
    return;
  IsRecovered = IsRecoveryTried = true;
  Problems =
      std::make_shared<const std::vector<Problem>>(std::move(NewProblems));
  FirstProblems = Problems;
}

/// Makes the unit of a text whose closing brace came or went.
std::shared_ptr<Unit> Unit::patchEnd(Unit &Old,
                                     std::shared_ptr<const PieceInfo> Info,
                                     llvm::StringRef Text,
                                     UnitChange &Difference) {
  bool IsWhole = Old.isIntact() || (Old.UnendedBrace && Old.Problems &&
                                    Old.Problems->size() == 1);
  if (!IsWhole || !Old.SurroundingText->Suffix.empty() ||
      Old.Data->brokenRanges().size() > 1)
    return nullptr;
  std::optional<EndEdit> Edit = findEndEdit(*Old.Data, Text);
  if (!Edit || Edit->IsClosed != Old.UnendedBrace.has_value() ||
      (Edit->IsClosed ? *Info : *Old.Info).IsUnbalanced)
    return nullptr;
  Index Count = Index(Old.Data->values().size());
  Difference.Run = {Edit->Change, Count, Count, 0};
  Difference.Reach.Quiet = Difference.Run;
  std::shared_ptr<Unit> New =
      make(Old.Kind, std::move(Info), Text, Old.SurroundingText);
  New->Data = patchSectionEnd(*Old.Data, Text);
  New->takeOver(Old);
  if (!Edit->IsClosed)
    New->UnendedBrace = Edit->Brace;
  New->setPatchedProblems(Text, {});
  return New;
}

std::shared_ptr<Unit> Unit::patch(Unit &Old,
                                  std::shared_ptr<const PieceInfo> Info,
                                  llvm::StringRef Text,
                                  const std::string &FileName,
                                  UnitChange &Difference) {
  if (!UnitPatcher::canPatch(Old))
    return nullptr;
  if (std::shared_ptr<Unit> New = patchEnd(Old, Info, Text, Difference))
    return New;
  UnitPatcher Patcher(Old, Text);
  std::optional<bool> IsParsed =
      survive([&] { return Patcher.parse(FileName); });
  if (!IsParsed)
    Old.OwnGeneration->HasCrashed = true;
  if (!IsParsed || !*IsParsed)
    return nullptr;
  Difference = Patcher.difference();
  std::shared_ptr<const Section> OldData = Old.Data;
  Patcher.apply();
  std::shared_ptr<Unit> New =
      make(Old.Kind, std::move(Info), Text, Old.SurroundingText);
  New->Data = std::exchange(Old.Data, std::move(OldData));
  New->UnendedBrace = Old.UnendedBrace;
  New->takeOver(Old);
  New->setPatchedProblems(Text, Patcher.problems());
  if (Patcher.hasSymbols()) {
    New->MayUseSymbols = true;
    New->OuterUses.clear();
    New->findOuterUses();
  }
  return New;
}
