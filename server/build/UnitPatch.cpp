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
// it: in a function in one block, of operations whose verifiers look at nothing
// but types.
//
// The operation before the edit and the one after it are parsed again, too: the
// one may go on into the edited text, and that into the other.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseCarriers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "server/build/Unit.h"
#include "server/parse/QuietEdit.h"
#include "server/parse/Recovery.h"
#include "server/parse/SectionPatch.h"
#include "server/parse/SymbolUsers.h"
#include "server/syntax/Nesting.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

/// The size of texts, in bytes, that are recovered from as many errors as there
/// are (`recover`).
static constexpr size_t SmallBytes = 32u << 10;

namespace mlir::noisy::lsp {

class UnitPatcher {
public:
  UnitPatcher(Unit &Old, llvm::StringRef Text)
      : Old(Old), Data(*Old.Data), Text(Text),
        Function(cast<func::FuncOp>(Old.Roots.front())),
        Edit(TextChange::diff(Data.text(), Text)) {}

  static bool canPatch(Unit &Old);
  /// Parses the changed operations. Returns false if more is needed.
  bool parse(const std::string &FileName);
  /// The change; before `apply`.
  UnitChange difference() const;
  /// Replaces the operations in the IR of the old unit, and makes the section.
  void apply();
  const OperationRun &run() const { return *Run; }
  /// True if the operations named a symbol, or do so now.
  bool hasSymbols() const { return HasSymbols; }

private:
  bool addOuter(llvm::StringRef Name, Value First);
  bool needsNoSymbols() const;
  bool fits() const;
  void addLaterUses();
  void replaceSymbolUsers();
  bool hasSuccessor(Index OldValue) const;
  Index operationOf(Operation *Op) const;
  /// The old operations that are parsed again.
  llvm::ArrayRef<Operation *> oldOperations() const {
    return llvm::ArrayRef(Old.Operations)
        .slice(Place.FirstOperation, Place.EndOperation - Place.FirstOperation);
  }
  bool reachesEnd() const {
    return Place.EndOperation == Data.operations().size();
  }
  llvm::StringRef newText() const {
    return Text.substr(Place.Change.Old.Begin, Place.Change.NewSize);
  }

  Unit &Old;
  const Section &Data;
  llvm::StringRef Text;
  func::FuncOp Function;
  /// The change of the text, from the first other byte to the last one.
  const TextChange Edit;
  EditedRun Place;
  bool HasSymbols = false;
  RunText Source;
  std::vector<Index> OuterNumbers;
  /// The numbers of the old values that the rest uses.
  std::vector<Index> LaterValues;
  std::optional<OperationRun> Run;
};

} // namespace mlir::noisy::lsp

/// True if no operation of the unit depends on more of the others than their
/// types, so that it can be patched. Uses of symbols are verified again by the
/// Linker.
bool UnitPatcher::canPatch(Unit &Old) {
  if (Old.Kind != PieceKind::Operation || !Old.isValid() || Old.isDropped() ||
      Old.isAltered() || Old.IsUnclosed || (Old.Problems && Old.isIntact()) ||
      Old.Info->Generic || !Old.Info->Aliases.empty() ||
      Old.Roots.size() != 1 || !isa<func::FuncOp>(Old.Roots.front()))
    return false;
  if (!Old.IsPatchable) {
    llvm::DenseSet<Index> Names;
    for (const Section::Operation &Op :
         llvm::drop_begin(Old.Data->operations()))
      Names.insert(Op.FullName);
    Old.IsPatchable =
        isStraightLine(*Old.Data) && llvm::all_of(Names, [&](Index Name) {
          return OperationRun::isVerifiedAlone(Old.Data->string(Name));
        });
    if (*Old.IsPatchable)
      for (auto [I, V] : llvm::enumerate(Old.Data->values()))
        if (V.Group == I && !V.Name.empty())
          Old.ValuesByName[Old.Data->textOf(V.Name)] = Old.Values[I];
  }
  return *Old.IsPatchable;
}

/// True for operations whose symbols are checked by the Linker, and by nothing
/// else.
static bool isPlainUser(Operation *Op) {
  return isa<func::CallOp, func::ConstantOp>(Op) &&
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

/// The number of an operation, by a binary search.
Index UnitPatcher::operationOf(Operation *Op) const {
  auto Match = std::partition_point(
      Old.Operations.begin() + 1, Old.Operations.end(), [&](Operation *Other) {
        return Other != Op && Other->isBeforeInBlock(Op);
      });
  return Index(Match - Old.Operations.begin());
}

/// Adds a group of values that the run may use. Returns false if they are
/// defined after it.
bool UnitPatcher::addOuter(llvm::StringRef Name, Value First) {
  Index Number;
  if (auto Argument = dyn_cast<BlockArgument>(First)) {
    Number = Data.blocks().front().FirstArgument + Argument.getArgNumber();
  } else {
    auto Result = cast<OpResult>(First);
    Index Definer = operationOf(Result.getOwner());
    if (Definer >= Place.EndOperation)
      return false;
    // Its name is defined anew.
    if (Definer >= Place.FirstOperation)
      return true;
    Number = Data.operations()[Definer].FirstResult + Result.getResultNumber();
  }
  OuterGroup Group = {Name, {}, Data.values()[Number].Name};
  for (Index I = 0; I < Data.values()[Number].GroupSize; ++I) {
    Group.Values.push_back(Old.Values[Number + I]);
    OuterNumbers.push_back(Number + I);
  }
  Source.Outer.push_back(std::move(Group));
  return true;
}

bool UnitPatcher::parse(const std::string &FileName) {
  std::optional<EditedRun> Found = findEditedRun(Data, Edit);
  if (!Found)
    return false;
  Place = *Found;
  bool HasAliases = Old.SurroundingText->AliasBytes > 0 ||
                    Old.SurroundingText->AliasBytesAfter > 0;
  std::optional<RunNames> Names = findRunNames(newText(), HasAliases),
                          OldNames = findRunNames(Data.textOf(Place.Change.Old),
                                                  HasAliases);
  if (!Names || !OldNames || findDeepNesting(newText()))
    return false;
  HasSymbols = Names->HasSymbols || OldNames->HasSymbols;
  for (llvm::StringRef Name : Names->Values.keys()) {
    auto Match = Old.ValuesByName.find(Name);
    if (Match != Old.ValuesByName.end() && !addOuter(Name, Match->second))
      return false;
  }
  addLaterUses();
  Source.Text = newText();
  Old.OwnGeneration->ParsedBytes += Source.Text.size();
  Source.Offset = Place.Change.Old.Begin;
  llvm::StringRef Before = Text.take_front(Place.Change.Old.Begin);
  Source.Indentation = Before.drop_front(Before.rtrim(" \t").size());
  if (!Before.drop_back(Source.Indentation.size()).ends_with("\n"))
    Source.Indentation = "";
  Run = OperationRun::parse(*Old.OwnGeneration->Context, Source, FileName);
  if (!Run || !hasTokensOfUses(Run->data()) || !needsNoSymbols() || !fits())
    return false;
  // Recovery does not know what a context knows of identified types; and in a
  // large text it does not leave out many operations.
  return Run->data().brokenRanges().empty() ||
         (Old.IdentifiedTypes.empty() &&
          (Text.size() < SmallBytes || Run->data().brokenRanges().size() == 1));
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

/// True if the run defines a value with the same name, place and type.
bool UnitPatcher::hasSuccessor(Index OldValue) const {
  const Section::Value &V = Data.values()[OldValue];
  const Section &New = Run->data();
  for (auto [I, Candidate] : llvm::enumerate(Run->values())) {
    Index InRun = Index(I + OuterNumbers.size());
    const Section::Value &C = New.values()[InRun];
    if (New.textOf(C.Name) == Data.textOf(V.Name) &&
        C.GroupSize == V.GroupSize && InRun - C.Group == OldValue - V.Group)
      return Candidate.getType() == Old.Values[OldValue].getType();
  }
  return false;
}

/// True if the run can take the place of the old operations.
bool UnitPatcher::fits() const {
  llvm::ArrayRef<Operation *> New = Run->operations();
  for (Operation *Op : New)
    if (Op->hasTrait<OpTrait::IsTerminator>() &&
        (!reachesEnd() || Op != New.back() ||
         Op->getOperandTypes() != func::FuncOp(Function).getResultTypes()))
      return false;
  // A comment at the end may go on over the bracket behind.
  if (reachesEnd() && (New.empty() || !isa<func::ReturnOp>(New.back()) ||
                       ByteRange(Run->data().operations().back().Range).End !=
                           Place.Change.NewSize))
    return false;
  // The operation after the edit must not have become a part of another one.
  if (Place.HasOperationAfter) {
    const Section::Operation &Last = Data.operations()[Place.EndOperation - 1];
    if (New.empty() || isStub(New.back()))
      return false;
    ByteRange Range = Run->data().operations().back().Range;
    if (Range.size() != ByteRange(Last.Range).size() ||
        Place.Change.NewSize - Range.Begin !=
            Place.Change.Old.End - Last.Range.Begin)
      return false;
  }
  return llvm::all_of(LaterValues,
                      [&](Index Number) { return hasSuccessor(Number); });
}

/// Replaces the operations of the run among those that check symbols.
void UnitPatcher::replaceSymbolUsers() {
  auto placeOf = [&](Index Number) {
    return llvm::partition_point(Old.SymbolUsers, [&](Operation *User) {
      return operationOf(User) < Number;
    });
  };
  auto Next = Old.SymbolUsers.erase(placeOf(Place.FirstOperation),
                                    placeOf(Place.EndOperation));
  for (Operation *Op : Run->operations())
    if (isSymbolUser(Op))
      Next = std::next(Old.SymbolUsers.insert(Next, Op));
}

/// True if an operation passes nothing out of sight (HiddenFlow), and states
/// nothing.
static bool isPlain(Operation *Op) {
  return !isStub(Op) && !isa<func::FuncDialect>(Op->getDialect()) &&
         !mayState(Op);
}

UnitChange UnitPatcher::difference() const {
  UnitChange Result;
  Result.Run = {Place.Change, Data.firstResult(Place.FirstOperation),
                Data.firstResult(Place.EndOperation),
                Index(Run->values().size())};
  Result.Quiet = findQuietChange(
      {Function, Data, Place, oldOperations(), Text, *Run, Edit});
  auto Number = OuterNumbers.begin();
  for (const OuterGroup &Group : Source.Outer)
    for (Value V : Group.Values)
      Result.Outer[V] = *Number++;
  return Result;
}

void UnitPatcher::apply() {
  SectionChange InSection = {Place.FirstOperation, Place.EndOperation,
                             Place.Change, Run->data(), OuterNumbers};
  std::shared_ptr<const Section> New = patchSection(Data, InSection);
  Index FirstValue = Data.firstResult(Place.FirstOperation);
  Index EndValue = Data.firstResult(Place.EndOperation);
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
    Old.ValuesByName.erase(Data.textOf(Source.Name));
  }
  for (const auto &Entry : NewValues)
    Old.ValuesByName[Entry.first()] = Entry.second;
  bool ArePlain = llvm::all_of(oldOperations(), isPlain) &&
                  llvm::all_of(Run->operations(), isPlain);
  if (HasSymbols)
    replaceSymbolUsers();
  Block &Body = Function.getBody().front();
  Block::iterator Next = std::next(oldOperations().back()->getIterator());
  for (Operation *Op : oldOperations())
    Op->dropAllReferences();
  for (Operation *Op : oldOperations()) {
    Op->dropAllUses();
    Op->erase();
  }
  // One by one, and each gets its place in the order at once: a move of several
  // loses the order of the block, and between operations without a place there
  // is none. Making it anew takes longer than all of this.
  for (Operation *Op : Run->operations()) {
    Op->remove();
    Body.getOperations().insert(Next, Op);
    Operation *Neighbor =
        Op->getPrevNode() ? Op->getPrevNode() : Op->getNextNode();
    if (Neighbor && Body.isOpOrderValid())
      Op->isBeforeInBlock(Neighbor);
  }
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

std::shared_ptr<Unit> Unit::patch(Unit &Old,
                                  std::shared_ptr<const PieceInfo> Info,
                                  llvm::StringRef Text,
                                  const std::string &FileName,
                                  UnitChange &Difference) {
  if (!UnitPatcher::canPatch(Old))
    return nullptr;
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
  New->OwnGeneration = Old.OwnGeneration;
  New->Interface = Old.Interface;
  New->HasNoise = Old.HasNoise;
  New->IdentifiedTypes = Old.IdentifiedTypes;
  New->SymbolUsers = std::move(Old.SymbolUsers);
  New->MayUseSymbols = Old.MayUseSymbols || Patcher.hasSymbols();
  New->OtherSymbols = Old.OtherSymbols;
  New->Valid = New->VerifiedAlone = true;
  New->HasOldPlaces = true;
  New->RepairChoice = Old.RepairChoice;
  if (!Patcher.run().problems().empty()) {
    New->IsRecovered = New->IsRecoveryTried = true;
    New->Problems =
        std::make_shared<const std::vector<Problem>>(Patcher.run().problems());
    New->FirstProblems = New->Problems;
  }
  New->Module = std::move(Old.Module);
  New->Root = Old.Root;
  New->Body = Old.Body;
  New->Roots = std::move(Old.Roots);
  New->Operations = std::move(Old.Operations);
  New->Values = std::move(Old.Values);
  New->ValuesByName = std::move(Old.ValuesByName);
  New->IsPatchable = Old.IsPatchable;
  if (Patcher.hasSymbols())
    New->findOuterUses();
  else
    New->OuterUses = Old.OuterUses;
  New->CachedHiddenFlow = std::exchange(Old.CachedHiddenFlow, std::nullopt);
  New->CachedStatements = std::exchange(Old.CachedStatements, std::nullopt);
  Old.dropIR();
  return New;
}
