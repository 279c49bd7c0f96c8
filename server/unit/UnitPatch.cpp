//===- UnitPatch.cpp - Units after an edit of a few operations ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An edit in a large function mostly changes one line. Then the operations at
// the edit are parsed alone (FunctionEdit), and replace the old ones in the IR
// and in the section. That must give the same unit as the whole text, so it is
// done only where nothing else can depend on the change, or on what is beside
// it: in a block of a function of operations of which it is known what their
// verifiers look at. The Linker checks symbols again.
//
// The operation before the edit and the one after it are parsed again, too: the
// one may go on into the edited text, and that into the other.
// Where an edit changes what operations elsewhere mean, these are parsed again
// in further steps (UnitPatchSteps).
//
//===----------------------------------------------------------------------===//

#include "server/unit/UnitPatch.h"
#include "analysis/program/HiddenFlow.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "server/foreign/ForeignProblems.h"
#include "server/parse/Stubs.h"
#include "server/parse/SymbolUsers.h"
#include "server/parse/UnclosedProblem.h"
#include "server/patch/EndEdit.h"
#include "server/patch/FunctionEdit.h"
#include "server/patch/QuietEdit.h"
#include "server/patch/SectionOrder.h"
#include "server/patch/SectionPatch.h"
#include "server/threads/Thread.h"
#include "server/unit/Unit.h"
#include "server/unit/UnitPatcher.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

bool UnitPatcher::parse(const std::string &FileName) {
  std::optional<bool> IsParsed = survive(
      [&] { return Edit.parse(*Old.OwnGeneration->Context, FileName); });
  Old.OwnGeneration->ParsedBytes += Edit.parsedBytes();
  if (!IsParsed)
    Old.OwnGeneration->HasCrashed = true;
  return IsParsed.value_or(false);
}

UnitPatcher::UnitPatcher(Unit &Old, const UnitText &New, TextChange Change)
    : Old(Old), Data(*Old.Data), Edit(stateOf(Old, New), New.Text, Change) {}

UnitPatcher::UnitPatcher(Unit &Old, const UnitText &New, TextChange Change,
                         const llvm::StringSet<> &Hidden)
    : Old(Old), Data(*Old.Data),
      Edit(stateOf(Old, New), New.Text, Change, Hidden) {}

FunctionState UnitPatcher::stateOf(const Unit &Old, const UnitText &New) {
  FunctionState Result = {*Old.Data,        Old.Operations,    Old.Values,
                          Old.ValuesByName, Old.IndexDefiners, {},
                          Old.UnendedBrace};
  if (Old.Problems)
    Result.Problems = *Old.Problems;
  Result.Aliases = New.SurroundingText->aliases();
  Result.UsesOtherSymbols = !Old.OtherSymbols.empty();
  Result.IdentifiedTypes = Old.IdentifiedTypes;
  return Result;
}

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
      Old.isAltered() || Old.HasRepairedHeader ||
      (Old.IsUnclosed && !Old.UnendedBrace) ||
      (Old.Problems && Old.isIntact()) || Old.Info->Generic ||
      !Old.Info->Aliases.empty() || Old.Roots.size() != 1 ||
      !isa<func::FuncOp>(Old.Roots.front()))
    return false;
  if (!Old.IsPatchable) {
    llvm::DenseMap<Index, bool> Names;
    auto canStay = [&](size_t I) {
      Operation *Op = Old.Operations[I];
      // What a broken operation gives to its regions is unknown.
      if (isStub(Op) && Op->getNumRegions() > 0)
        return false;
      // So is what is in regions of an unknown one.
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

/// Replaces the operations of the run among those that check symbols.
void UnitPatcher::replaceSymbolUsers() {
  auto placeOf = [&](Index Number) {
    return llvm::partition_point(Old.SymbolUsers, [&](Operation *User) {
      return Edit.order().numberOf(User) < Number;
    });
  };
  auto Next = Old.SymbolUsers.erase(placeOf(Edit.place().FirstOperation),
                                    placeOf(Edit.place().EndOperation));
  auto Users = llvm::make_filter_range(Edit.run().operations(), isSymbolUser);
  Old.SymbolUsers.insert(Next, Users.begin(), Users.end());
}

UnitChange UnitPatcher::difference() const {
  UnitChange Result;
  Result.Run = {Edit.place().Change, Edit.firstValue(), Edit.endValue(),
                Index(Edit.run().values().size())};
  Result.Reach =
      findReach({Old.Roots.front(), Data, Edit.place(), Edit.oldOperations(),
                 Old.Values, Edit.text(), Edit.run(), Edit.change()});
  auto Number = Edit.outerNumbers().begin();
  for (const OuterGroup &Group : Edit.outer())
    for (Value V : Group.Values)
      Result.Outer[V] = *Number++;
  return Result;
}

void UnitPatcher::apply(const std::shared_ptr<const void> &TextOwner) {
  Index FirstValue = Edit.firstValue(), EndValue = Edit.endValue();
  std::vector<Index> BlocksAround;
  for (Block *B = Edit.block(); B; B = B->getParentOp()->getBlock()) {
    BlocksAround.push_back(Edit.order().numberOf(B));
    if (B->getParentOp() == Old.Roots.front())
      break;
  }
  SectionChange InSection = {Edit.place().FirstOperation,
                             Edit.place().EndOperation,
                             BlocksAround,
                             Edit.place().Change,
                             Edit.text(),
                             TextOwner,
                             Edit.run().data(),
                             Edit.outerNumbers()};
  std::shared_ptr<const Section> New = patchSection(Data, InSection);
  // The users of old values take those with the same names.
  llvm::StringMap<Value> NewValues;
  for (auto [I, V] : llvm::enumerate(Edit.run().values())) {
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
  bool ArePlain = llvm::all_of(Edit.oldOperations(), isPlainOperation);
  if (Edit.hasSymbols())
    replaceSymbolUsers();
  Block &Body = *Edit.block();
  Block::iterator Next = std::next(Edit.oldOperations().back()->getIterator());
  for (Operation *Op : Edit.oldOperations())
    Op->dropAllReferences();
  for (Operation *Op : Edit.oldOperations()) {
    Op->dropAllUses();
    Op->erase();
  }
  insertInOrder(Body, Next, Edit.run().operations());
  // In their block only: the last one of a block may be a return.
  ArePlain =
      ArePlain && llvm::all_of(Edit.run().operations(), isPlainOperation);
  auto replace = [](auto &List, size_t Begin, size_t End, auto With) {
    List.insert(List.erase(List.begin() + Begin, List.begin() + End),
                With.begin(), With.end());
  };
  replace(Old.Operations, Edit.place().FirstOperation,
          Edit.place().EndOperation, Edit.run().operations());
  replace(Old.Values, FirstValue, EndValue, Edit.run().values());
  Old.Data = std::move(New);
  Old.dropIndex();
  auto carries = [](Value V) { return carriesNoise(V); };
  Old.HasNoise |= llvm::any_of(Edit.run().values(), carries);
  if (!ArePlain || !Old.CachedStatements || !Old.CachedStatements->empty()) {
    Old.CachedStatements.reset();
    Old.CachedHiddenFlow.reset();
  }
}

void Unit::updatePlace(Operation *Op, llvm::StringRef FileName) const {
  std::string Before = SurroundingText->Prefix;
  Before += Data->text().take_front(rangeOfName(Op).Begin);
  size_t LineBegin = Before.rfind('\n') + 1; // 0 in the first line
  Op->setLoc(
      FileLineColLoc::get(Op->getContext(), FileName,
                          1 + unsigned(llvm::StringRef(Before).count('\n')),
                          1 + unsigned(Before.size() - LineBegin)));
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
  IdentifiedBodies = Old.IdentifiedBodies;
  SymbolUsers = std::move(Old.SymbolUsers);
  MayUseSymbols = Old.MayUseSymbols;
  OtherSymbols = Old.OtherSymbols;
  Valid = VerifiedAlone = true;
  HasOldPlaces = true;
  RepairChoice = Old.RepairChoice;
  Module = std::move(Old.Module);
  Root = Old.Root;
  Body = Old.Body;
  BeginsBlock = Old.BeginsBlock;
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
std::shared_ptr<Unit> Unit::patchEnd(Unit &Old, const UnitText &NewText,
                                     const TextChange &Change,
                                     PatchStep AfterStep) {
  const std::shared_ptr<const PieceInfo> &Info = NewText.Info;
  llvm::StringRef Text = NewText.Text;
  const std::shared_ptr<const Surroundings> &Around = NewText.SurroundingText;
  bool IsWhole = Old.isIntact() || (Old.UnendedBrace && Old.Problems &&
                                    Old.Problems->size() == 1);
  // Recovery leaves alone what has identified types (mayRecover).
  if (!IsWhole || !Around->containers().second.empty() ||
      *Around != *Old.SurroundingText || !Old.IdentifiedTypes.empty())
    return nullptr;
  std::optional<EndEdit> Edit = findEndEdit(*Old.Data, Text, Change);
  if (!Edit || Edit->IsClosed != Old.UnendedBrace.has_value() ||
      (Edit->IsClosed ? *Info : *Old.Info).IsUnbalanced)
    return nullptr;
  Index Count = Index(Old.Data->values().size());
  UnitChange Difference;
  Difference.Run = {Edit->Change, Count, Count, 0};
  Difference.Reach.Quiet = Difference.Run;
  std::shared_ptr<Unit> New = make(Old.Kind, Info, Text, Around);
  New->Data =
      patchSectionEnd(*Old.Data, Text, NewText.TextOwner, Edit->IsClosed);
  New->takeOver(Old);
  if (!Edit->IsClosed)
    New->UnendedBrace = Edit->Brace;
  New->setPatchedProblems(Text, {});
  AfterStep(Old, *New, Difference);
  return New;
}

/// Makes the unit after an edit that was parsed, from the IR of the old one.
std::shared_ptr<Unit> Unit::follow(Unit &Old, UnitPatcher &Patcher,
                                   const UnitText &NewText,
                                   PatchStep AfterStep) {
  std::shared_ptr<const Section> OldData = Old.Data;
  UnitChange Difference = Patcher.difference();
  Patcher.apply(NewText.TextOwner);
  std::shared_ptr<Unit> New =
      make(Old.Kind, NewText.Info, NewText.Text, NewText.SurroundingText);
  New->Data = std::exchange(Old.Data, std::move(OldData));
  New->UnendedBrace = Old.UnendedBrace;
  New->takeOver(Old);
  New->setPatchedProblems(NewText.Text, Patcher.edit().problems());
  if (Patcher.edit().hasSymbols()) {
    New->MayUseSymbols = true;
    New->OuterUses.clear();
    New->findOuterUses();
  }
  AfterStep(Old, *New, Difference);
  return New;
}
