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
#include "mlir/IR/OperationSupport.h"
#include "server/build/Unit.h"
#include "server/parse/OperationRun.h"
#include "server/parse/Recovery.h"
#include "server/parse/SectionPatch.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/Nesting.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

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
  /// The change, if it cannot matter to the noise of other values; before
  /// `apply`.
  std::optional<QuietChange> findQuietChange() const;
  /// Replaces the operations in the IR of the old unit, and makes the section.
  void apply();
  const OperationRun &run() const { return *Run; }

private:
  bool findRun();
  std::optional<llvm::StringSet<>> findNames(llvm::StringRef RunText) const;
  bool addOuter(llvm::StringRef Name, Value First);
  bool fits() const;
  bool isMoved(const TextChange &Place, size_t InOld, size_t InNew) const;
  std::optional<TextChange> findTextChange(size_t Front, size_t Back) const;
  bool isSame(size_t InOld, size_t InNew,
              llvm::DenseMap<Value, Value> &Pairs) const;
  void addLaterUses();
  bool hasSuccessor(Index OldValue) const;
  Index operationOf(Operation *Op) const;
  /// The old operations that are parsed again.
  llvm::ArrayRef<Operation *> oldOperations() const {
    return llvm::ArrayRef(Old.Operations)
        .slice(FirstOperation, EndOperation - FirstOperation);
  }
  bool reachesEnd() const { return EndOperation == Data.operations().size(); }
  llvm::StringRef newText() const {
    return Text.substr(Change.Old.Begin, Change.NewSize);
  }

  Unit &Old;
  const Section &Data;
  llvm::StringRef Text;
  func::FuncOp Function;
  /// The change of the text, from the first other byte to the last one.
  const TextChange Edit;
  Index FirstOperation = 0, EndOperation = 0;
  /// The last operation of the run, if the edit does not touch it.
  bool HasOperationAfter = false;
  /// The change of the text of the run.
  TextChange Change;
  RunText Source;
  std::vector<Index> OuterNumbers;
  /// The numbers of the old values that the rest uses.
  std::vector<Index> LaterValues;
  std::optional<OperationRun> Run;
};

} // namespace mlir::noisy::lsp

/// True if nothing in the unit depends on anything but its own types, so that
/// it can be patched.
bool UnitPatcher::canPatch(Unit &Old) {
  if (Old.Kind != PieceKind::Operation || !Old.isValid() || Old.isDropped() ||
      !Old.isVerifiedAlone() || Old.isAltered() || Old.IsUnclosed ||
      (Old.Problems && Old.isIntact()) || Old.Info->Generic ||
      !Old.Info->Aliases.empty() || Old.Roots.size() != 1 ||
      !isa<func::FuncOp>(Old.Roots.front()) || !Old.SymbolUsers.empty())
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

/// Finds the operations at the edit. Broken operations have no place among the
/// others; they are with what precedes them.
bool UnitPatcher::findRun() {
  llvm::ArrayRef<Index> Inner = Data.inText().drop_front();
  if (Inner.empty())
    return false;
  auto rangeOf = [&](Index Number) -> ByteRange {
    return Data.operations()[Number].Range;
  };
  auto First = llvm::partition_point(Inner, [&](Index Number) {
    return rangeOf(Number).End < Edit.Old.Begin;
  });
  auto End = llvm::partition_point(Inner, [&](Index Number) {
    return rangeOf(Number).Begin <= Edit.Old.End;
  });
  if (First != Inner.begin())
    --First;
  HasOperationAfter = End != Inner.end();
  if (HasOperationAfter)
    ++End;
  if (First == End)
    return false;
  FirstOperation = *First;
  EndOperation = End == Inner.end() ? Index(Data.operations().size()) : *End;
  Change.Old = {rangeOf(*First).Begin, End == Inner.end()
                                           ? rangeOf(*std::prev(End)).End
                                           : rangeOf(*End).Begin};
  Change.NewSize = Change.Old.size() - Edit.Old.size() + Edit.NewSize;
  // The errors of all broken operations are found again.
  return Change.Old.Begin <= Edit.Old.Begin && Edit.Old.End <= Change.Old.End &&
         llvm::all_of(Data.brokenRanges(), [&](ByteRange Range) {
           return Change.Old.contains(Range);
         });
}

/// Collects the names of values in the text of a run. Nothing if it names
/// anything else.
std::optional<llvm::StringSet<>>
UnitPatcher::findNames(llvm::StringRef RunText) const {
  llvm::StringSet<> Names;
  bool HasAliases = Old.SurroundingText->AliasBytes > 0 ||
                    Old.SurroundingText->AliasBytesAfter > 0;
  Lexer Tokens(RunText);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind == TokenKind::Symbol || Token->Kind == TokenKind::Block ||
        Token->Kind == TokenKind::String || (Token->isAlias() && HasAliases) ||
        Token->is("loc") || Token->is("dense_resource") ||
        Token->is("noisy.model"))
      return std::nullopt;
    if (Token->Kind == TokenKind::Value)
      Names.insert(Token->groupName());
  }
  return Names;
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
    if (Definer >= EndOperation)
      return false;
    // Its name is defined anew.
    if (Definer >= FirstOperation)
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
  if (!findRun())
    return false;
  std::optional<llvm::StringSet<>> Names = findNames(newText());
  if (!Names || !findNames(Data.textOf(Change.Old)) ||
      findDeepNesting(newText()))
    return false;
  for (llvm::StringRef Name : Names->keys()) {
    auto Match = Old.ValuesByName.find(Name);
    if (Match != Old.ValuesByName.end() && !addOuter(Name, Match->second))
      return false;
  }
  addLaterUses();
  Source.Text = newText();
  Old.OwnGeneration->ParsedBytes += Source.Text.size();
  Source.Offset = Change.Old.Begin;
  llvm::StringRef Before = Text.take_front(Change.Old.Begin);
  Source.Indentation = Before.drop_front(Before.rtrim(" \t").size());
  if (!Before.drop_back(Source.Indentation.size()).ends_with("\n"))
    Source.Indentation = "";
  Run = OperationRun::parse(*Old.OwnGeneration->Context, Source, FileName);
  if (!Run || !fits())
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
    Index First = Data.operations()[FirstOperation + I].FirstResult;
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
  if (reachesEnd() &&
      (New.empty() || !isa<func::ReturnOp>(New.back()) ||
       ByteRange(Run->data().operations().back().Range).End != Change.NewSize))
    return false;
  // The operation after the edit must not have become a part of another one.
  if (HasOperationAfter) {
    const Section::Operation &Last = Data.operations()[EndOperation - 1];
    if (New.empty() || isStub(New.back()))
      return false;
    ByteRange Range = Run->data().operations().back().Range;
    if (Range.size() != ByteRange(Last.Range).size() ||
        Change.NewSize - Range.Begin != Change.Old.End - Last.Range.Begin)
      return false;
  }
  return llvm::all_of(LaterValues,
                      [&](Index Number) { return hasSuccessor(Number); });
}

/// True if an old operation of the run and a new one do the same, with results
/// of the same names. Adds these to `Pairs`, which has those of the operations
/// before.
bool UnitPatcher::isSame(size_t InOld, size_t InNew,
                         llvm::DenseMap<Value, Value> &Pairs) const {
  Operation *A = oldOperations()[InOld], *B = Run->operations()[InNew];
  auto checkOperand = [&](Value OfA, Value OfB) {
    return success(OfA == OfB || Pairs.lookup(OfA) == OfB);
  };
  if (!OperationEquivalence::isEquivalentTo(
          A, B, checkOperand, /*markEquivalent=*/nullptr,
          OperationEquivalence::IgnoreLocations))
    return false;
  Index OfA = Data.operations()[FirstOperation + InOld].FirstResult;
  Index OfB = Run->data().operations()[1 + InNew].FirstResult;
  for (auto [I, Pair] :
       llvm::enumerate(llvm::zip(A->getResults(), B->getResults()))) {
    if (Data.textOf(Data.values()[OfA + I].Name) !=
        Run->data().textOf(Run->data().values()[OfB + I].Name))
      return false;
    Pairs[std::get<0>(Pair)] = std::get<1>(Pair);
  }
  return true;
}

/// True if attributes may state something about an operation, such as a range.
static bool mayState(Operation *Op) {
  return !Op->getDiscardableAttrs().empty();
}

/// True if nothing depends on an operation, and it has to do with no noise.
static bool isQuiet(Operation *Op) {
  auto carries = [](Value V) { return carriesNoise(V); };
  return Op->use_empty() && !mayState(Op) &&
         llvm::none_of(Op->getOperands(), carries) &&
         llvm::none_of(Op->getResults(), carries);
}

/// True if the change of the text moves what is left of an old operation of the
/// run to its place in the new text. Stubs have no places.
bool UnitPatcher::isMoved(const TextChange &Place, size_t InOld,
                          size_t InNew) const {
  ByteRange From = Data.operations()[FirstOperation + InOld].Range;
  ByteRange To = ByteRange(Run->data().operations()[1 + InNew].Range)
                     .shift(Change.Old.Begin);
  if (From.empty())
    return true;
  size_t Shift = Place.NewSize - Place.Old.size();
  return To.Begin ==
             (From.Begin < Place.Old.Begin ? From.Begin : From.Begin + Shift) &&
         To.End == (From.End <= Place.Old.Begin ? From.End : From.End + Shift);
}

/// The change of the text, so that it moves all operations that stay. An
/// insertion or a removal may have several places: in front of an equal
/// beginning of a line as well as behind it.
std::optional<TextChange> UnitPatcher::findTextChange(size_t Front,
                                                      size_t Back) const {
  size_t OldCount = oldOperations().size(), NewCount = Run->operations().size();
  llvm::StringRef OldText = Data.text();
  TextChange Place = Edit;
  auto movesAll = [&] {
    for (size_t I = 0; I < Front; ++I)
      if (!isMoved(Place, I, I))
        return false;
    for (size_t I = 1; I <= Back; ++I)
      if (!isMoved(Place, OldCount - I, NewCount - I))
        return false;
    return true;
  };
  while (!movesAll()) {
    bool IsInsertion = Place.Old.empty();
    if ((!IsInsertion && Place.NewSize > 0) ||
        Place.Old.Begin <= Change.Old.Begin)
      return std::nullopt;
    size_t Begin = Place.Old.Begin - 1;
    char Last = IsInsertion ? Text[Begin + Place.NewSize]
                            : OldText[Begin + Place.Old.size()];
    if (OldText[Begin] != Last)
      return std::nullopt;
    Place.Old = {Begin, Begin + Place.Old.size()};
  }
  return Place;
}

std::optional<QuietChange> UnitPatcher::findQuietChange() const {
  llvm::ArrayRef<Operation *> A = oldOperations(), B = Run->operations();
  llvm::DenseMap<Value, Value> Pairs;
  size_t Least = std::min(A.size(), B.size()), Front = 0, Back = 0;
  while (Front < Least && isSame(Front, Front, Pairs))
    ++Front;
  // The name of a stub tells nothing.
  while (Back < Least - Front &&
         A[A.size() - 1 - Back]->getName() ==
             B[B.size() - 1 - Back]->getName() &&
         !isStub(A[A.size() - 1 - Back]))
    ++Back;
  for (size_t I = Back; I > 0; --I)
    if (!isSame(A.size() - I, B.size() - I, Pairs))
      return std::nullopt;
  auto middle = [&](llvm::ArrayRef<Operation *> List) {
    return List.drop_front(Front).drop_back(Back);
  };
  if (!llvm::all_of(middle(A), isQuiet) || !llvm::all_of(middle(B), isQuiet))
    return std::nullopt;
  // With stubs, some findings about integers are not shown.
  bool WasBroken = !Data.brokenRanges().empty(),
       IsBroken = !Run->data().brokenRanges().empty();
  if (WasBroken != IsBroken &&
      (mayState(Old.Roots.front()) || llvm::any_of(B, mayState)))
    return std::nullopt;
  std::optional<TextChange> Place = findTextChange(Front, Back);
  if (!Place)
    return std::nullopt;
  QuietChange Result = {*Place, Data.firstResult(FirstOperation + Front),
                        Data.firstResult(EndOperation - Back)};
  for (Operation *Op : middle(B))
    Result.NewCount += Op->getNumResults();
  return Result;
}

void UnitPatcher::apply() {
  SectionChange InSection = {FirstOperation, EndOperation, Change, Run->data(),
                             OuterNumbers};
  std::shared_ptr<const Section> New = patchSection(Data, InSection);
  Index FirstValue = Data.firstResult(FirstOperation);
  Index EndValue = Data.firstResult(EndOperation);
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
      unsigned Place = First.getResultNumber() + (I - Source.Group);
      // The users of a group that shrank are among the old operations.
      if (Place < First.getOwner()->getNumResults())
        Old.Values[I].replaceAllUsesWith(First.getOwner()->getResult(Place));
    }
    Old.ValuesByName.erase(Data.textOf(Source.Name));
  }
  for (const auto &Entry : NewValues)
    Old.ValuesByName[Entry.first()] = Entry.second;
  // One by one: a move of several loses the order of the block.
  Block &Body = Function.getBody().front();
  Block::iterator Place = oldOperations().front()->getIterator();
  for (Operation *Op : Run->operations()) {
    Op->remove();
    Body.getOperations().insert(Place, Op);
  }
  for (Operation *Op : oldOperations())
    Op->dropAllReferences();
  for (Operation *Op : oldOperations()) {
    Op->dropAllUses();
    Op->erase();
  }
  auto replace = [](auto &List, size_t Begin, size_t End, auto With) {
    List.insert(List.erase(List.begin() + Begin, List.begin() + End),
                With.begin(), With.end());
  };
  replace(Old.Operations, FirstOperation, EndOperation, Run->operations());
  replace(Old.Values, FirstValue, EndValue, Run->values());
  Old.Data = std::move(New);
  Old.dropIndex();
  auto carries = [](Value V) { return carriesNoise(V); };
  Old.HasNoise |= llvm::any_of(Run->values(), carries);
  // The caches hold for operations that do nothing out of sight.
  if (reachesEnd() || llvm::any_of(Run->operations(), mayState) ||
      !Old.CachedStatements || !Old.CachedStatements->empty()) {
    Old.CachedStatements.reset();
    Old.CachedHiddenFlow.reset();
  }
}

std::shared_ptr<Unit> Unit::patch(Unit &Old,
                                  std::shared_ptr<const PieceInfo> Info,
                                  llvm::StringRef Text,
                                  const std::string &FileName,
                                  std::optional<QuietChange> &Quiet) {
  if (!UnitPatcher::canPatch(Old))
    return nullptr;
  UnitPatcher Patcher(Old, Text);
  std::optional<bool> IsParsed =
      survive([&] { return Patcher.parse(FileName); });
  if (!IsParsed)
    Old.OwnGeneration->HasCrashed = true;
  if (!IsParsed || !*IsParsed)
    return nullptr;
  Quiet = Patcher.findQuietChange();
  std::shared_ptr<const Section> OldData = Old.Data;
  Patcher.apply();
  std::shared_ptr<Unit> New =
      make(Old.Kind, std::move(Info), Text, Old.SurroundingText);
  New->Data = std::exchange(Old.Data, std::move(OldData));
  New->OwnGeneration = Old.OwnGeneration;
  New->Interface = Old.Interface;
  New->HasNoise = Old.HasNoise;
  New->IdentifiedTypes = Old.IdentifiedTypes;
  New->OtherSymbols = Old.OtherSymbols;
  New->Valid = Old.Valid;
  New->VerifiedAlone = Old.VerifiedAlone;
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
  New->CachedHiddenFlow = std::exchange(Old.CachedHiddenFlow, std::nullopt);
  New->CachedStatements = std::exchange(Old.CachedStatements, std::nullopt);
  Old.dropIR();
  return New;
}
