//===- SnapshotBuilder.cpp - Makes snapshots, each from the last ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SnapshotBuilder.h"
#include "server/build/AliasCut.h"
#include "server/build/ContainerVerifier.h"
#include "server/build/ContextChoice.h"
#include "server/build/CutChoice.h"
#include "server/build/GroupAnalysis.h"
#include "server/build/History.h"
#include "server/build/ProgramGroup.h"
#include "server/build/SlotMaker.h"
#include "server/build/SlotReuse.h"
#include "server/build/SnapshotParts.h"
#include "server/build/UnitRecovery.h"
#include "server/patch/NoisePatch.h"
#include "server/patch/SectionPatch.h"
#include "server/syntax/SymbolName.h"
#include "server/threads/Thread.h"
#include "server/unit/UnitPatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The most slots without a unit for which an older one is looked for: each
/// look goes through all old slots.
static constexpr size_t MaxPatched = 32;

class SnapshotBuilder::Impl {
public:
  Impl(const DialectRegistry &Registry, std::string FileName)
      : Registry(&Registry), FileName(std::move(FileName)) {}

  void useRegistry(const DialectRegistry &New);
  std::shared_ptr<const Snapshot>
  build(Text Contents, int64_t Version, const OffsetMap &Edits,
        Effort MaxEffort, const std::function<bool()> &ShouldStop);
  std::shared_ptr<const Snapshot>
  complete(const Snapshot &Last, const std::function<bool()> &ShouldStop);

private:
  std::shared_ptr<Unit> makeUnit(const Slot &S, llvm::StringRef Bytes);
  bool parsesWhole(Slot Whole, llvm::StringRef Bytes);
  void dropReplaced(llvm::ArrayRef<Slot> New);
  StepOutcome parse(std::vector<Slot> &New, llvm::StringRef Bytes,
                    const std::function<bool()> &ShouldStop);
  StepOutcome recover(std::vector<Slot> &New, llvm::StringRef Bytes,
                      const std::function<bool()> &ShouldStop) {
    return Recovery.run(
        New, Bytes, [&](const Slot &S) { return parseAlone(S, Bytes); },
        ShouldStop);
  }
  StepOutcome analyse(std::vector<Slot> &New, const Linker &Symbols,
                      const std::function<bool()> &ShouldStop);
  StepOutcome finish(std::vector<Slot> &New, llvm::StringRef Bytes,
                     const OffsetMap &Edits,
                     const std::function<bool()> &ShouldStop);
  StepOutcome restoreAltered(std::vector<Slot> &New, llvm::StringRef Bytes,
                             const std::function<bool()> &ShouldStop);
  void abandon();
  void parseAgain(LastGood &Old, uint32_t Chunk);
  void parseAgain(Slot &S, llvm::ArrayRef<Slot> New, llvm::StringRef Bytes);
  UnitText textOf(const Slot &S, llvm::StringRef Bytes, const Slot *Last) const;
  bool patch(Slot &S, llvm::ArrayRef<Slot> New, llvm::StringRef Bytes);
  std::shared_ptr<const SectionFacts>
  patchFacts(std::shared_ptr<const SectionFacts> Old, const Unit &Before,
             Unit &After, const UnitChange &Difference, bool IsSimple) const;
  bool isAlikeForOthers(const Unit &Old, const Unit &New) const;
  bool parse(Slot &S, llvm::ArrayRef<Slot> New, llvm::StringRef Bytes);
  std::shared_ptr<Unit> parseAlone(const Slot &S, llvm::StringRef Bytes);
  std::shared_ptr<const Snapshot> publish(Text Contents, int64_t Version,
                                          bool IsCompletion = false) const;

  const DialectRegistry *Registry;
  const std::string FileName;
  ContextChoice Contexts;
  /// Frees objects in the background, in order: freeing the IR of a large text
  /// takes a good part of the time of parsing it, and nothing depends on that.
  /// It does not touch the context of the IR. Outlives all users.
  TaskQueue Later{WorkKind::Disposal};
  /// True after the first finished build; the following members are its
  /// results.
  bool IsBuilt = false;
  Outline Pieces;
  CutChoice::Memory KnownCuts;
  AliasCut Runs;
  std::vector<Slot> Slots;
  /// In a build, the edit that made its text from the last one.
  TextChange Edited;
  /// In a build, what keeps the bytes of its text.
  std::shared_ptr<const void> BytesOwner;
  /// The slots by id, in a build that parses them again.
  llvm::DenseMap<uint64_t, Slot *> SlotsById;
  /// The results of stopped builds.
  Leftovers Spare;
  CrashMemory Crashes;
  UnitRecovery Recovery{Contexts, Crashes, Later, FileName};
  bool IsNoiseWanted = true;
  uint64_t LastId = 0;
};

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

std::shared_ptr<Unit> SnapshotBuilder::Impl::makeUnit(const Slot &S,
                                                      llvm::StringRef Bytes) {
  llvm::StringRef Mine = Bytes.slice(S.Range.Begin, S.Range.End);
  auto texts = [&] {
    return Unit::keyOf(S.Kind, *S.Info, S.Range.size(), *S.SurroundingText);
  };
  // A context renames a resource whose name it has already.
  std::shared_ptr<Generation> Context =
      S.Info->DefinesResources ? std::make_shared<Generation>(*Registry)
                               : Contexts.contextOf(S.Chunk);
  std::shared_ptr<Unit> New;
  if (Crashes.contains(BuildStep::Parse, texts))
    New = Unit::refuse(S.Kind, S.Info, Mine, S.SurroundingText,
                       CrashMemory::describe(BuildStep::Parse, Mine));
  else
    New = Unit::parse(Context, S.Kind, S.Info, Mine, S.SurroundingText,
                      FileName, Later);
  if (Context->HasCrashed)
    Crashes.remember(BuildStep::Parse, texts());
  New->Id = New->NoiseId = ++LastId;
  return New;
}

/// True if an uncut chunk parses; its unit is kept for that case.
bool SnapshotBuilder::Impl::parsesWhole(Slot Whole, llvm::StringRef Bytes) {
  Whole.SurroundingText = std::make_shared<const Surroundings>();
  Whole.Parsed = makeUnit(Whole, Bytes);
  if (Contexts.hasCrashed())
    return false;
  // The context may have another body of a type, from an earlier text.
  if (!Whole.Parsed->isParsed() && !Whole.Parsed->IdentifiedTypes.empty())
    Whole.Parsed = parseAlone(Whole, Bytes);
  if (!Whole.Parsed->isParsed() || Whole.Parsed->hasForeignValues())
    return false;
  if (Contexts.isCurrent(*Whole.Parsed, Whole.Chunk))
    Spare.keep(Whole.Parsed);
  return true;
}

/// Makes room for a large text: two copies would take twice the memory, and
/// fragment it.
void SnapshotBuilder::Impl::dropReplaced(llvm::ArrayRef<Slot> New) {
  llvm::DenseSet<const Unit *> Present;
  for (const Slot &S : New)
    Present.insert(S.Parsed.get());
  for (Slot &Old : Slots)
    if (Old.Parsed && Old.Parsed->isParsed() &&
        Old.Parsed->textSize() >= Unit::LargeBytes &&
        !Present.contains(Old.Parsed.get()))
      Old.Parsed->dropIR();
}

/// True if facts hold after a change as they are: no values came or went, and
/// all that they tell is before it.
static bool staysInPlace(const SectionFacts &Facts, const ValueChange &Change) {
  auto isBefore = [&](ByteRange Range) {
    return Range.End <= Change.Text.Old.Begin;
  };
  return Facts.InvalidOperations.empty() && !Facts.RestsOnStale &&
         Change.FirstValue == Change.EndValue && Change.NewCount == 0 &&
         llvm::all_of(Facts.Problems, [&](const Problem &Issue) {
           return isBefore(Issue.Range) &&
                  llvm::all_of(Issue.Notes, [&](const Problem::Note &Note) {
                    return Note.Part != 0 || isBefore(Note.Range);
                  });
         });
}

/// The facts of a unit after a step of its patch, from those before the step;
/// null if they have to be computed. `IsSimple` as in PatchedFunction.
std::shared_ptr<const SectionFacts> SnapshotBuilder::Impl::patchFacts(
    std::shared_ptr<const SectionFacts> Old, const Unit &Before, Unit &After,
    const UnitChange &Difference, bool IsSimple) const {
  if (Difference.Reach.Quiet)
    return staysInPlace(*Old, *Difference.Reach.Quiet)
               ? Old
               : shiftFacts(*Old, *Difference.Reach.Quiet);
  if (!IsSimple && !Difference.Reach.Local)
    return nullptr;
  // It changes no IR, so after a crash the whole can still be analysed.
  return survive([&] {
           return patchNoise(
               *Old, {After.roots().front(), *Before.Data, *After.Data,
                      After.values(), Difference.Run,
                      IsSimple ? Difference.Run : *Difference.Reach.Local,
                      Difference.Outer, After.uncheckedStatements(), IsSimple});
         })
      .value_or(nullptr);
}

/// True if the problems of others do not depend on which of both units there
/// is, apart from noise: none tells of a place in the old one; and if one is
/// broken and the other is not, none can be about a stated range
/// (ProgramGroup).
bool SnapshotBuilder::Impl::isAlikeForOthers(const Unit &Old,
                                             const Unit &New) const {
  auto tellsOfOld = [&](const Problem &Issue) {
    return llvm::any_of(Issue.Notes, [&](const Problem::Note &Note) {
      return Note.Part == Old.Id;
    });
  };
  bool IsAsBroken = Old.isIntact() == New.isIntact();
  return llvm::none_of(Slots, [&](const Slot &S) {
    return (S.Facts && llvm::any_of(S.Facts->Problems, tellsOfOld)) ||
           (!IsAsBroken && S.Parsed && S.Parsed->mayStateRanges());
  });
}

/// The text of a slot; `Last` is the slot of the last text that it may have
/// come from, if that is known.
UnitText SnapshotBuilder::Impl::textOf(const Slot &S, llvm::StringRef Bytes,
                                       const Slot *Last) const {
  UnitText Result = {S.Info, Bytes.slice(S.Range.Begin, S.Range.End),
                     S.SurroundingText};
  // A small part of a text does not keep all of it.
  if (Result.Text.size() >= Bytes.size() / 2)
    Result.TextOwner = BytesOwner;
  if (!Last)
    return Result;
  ByteRange Old = Last->Range;
  size_t NewEnd = Edited.Old.Begin + Edited.NewSize;
  if (Old.Begin == S.Range.Begin && Edited.Old.Begin > Old.Begin)
    Result.KnownBeginning = Edited.Old.Begin - Old.Begin;
  if (Old.End > Edited.Old.End && S.Range.End > NewEnd &&
      Old.End - Edited.Old.End == S.Range.End - NewEnd)
    Result.KnownEnd = Old.End - Edited.Old.End;
  return Result;
}

/// Makes the unit of a slot from an older one of the same function that no slot
/// of `New` has. Returns false if there is none that allows it.
bool SnapshotBuilder::Impl::patch(Slot &S, llvm::ArrayRef<Slot> New,
                                  llvm::StringRef Bytes) {
  if (S.Kind != PieceKind::Operation || S.Info->Symbol.empty())
    return false;
  // The errors of such a container are found by locations.
  for (uint32_t I = S.Container; I != Piece::None; I = New[I].Container)
    if (!New[I].Parsed || New[I].Parsed->ReadsContents)
      return false;
  llvm::StringRef Text = Bytes.slice(S.Range.Begin, S.Range.End);
  std::string Symbol =
      symbolName(Text.slice(S.Info->Symbol.Begin, S.Info->Symbol.End));
  auto tryWith = [&](const Slot &Last, bool IsOfLastText) {
    const std::shared_ptr<Unit> &Old = Last.Parsed;
    if (!Old || Old->lexicalSymbol() != Symbol || Old->isDropped() ||
        !Contexts.isCurrent(*Old, S.Chunk) ||
        llvm::any_of(New,
                     [&](const Slot &Other) { return Other.Parsed == Old; }))
      return false;
    // What no longer names the function may have been its only caller.
    bool IsAlone = Last.NoiseKey == ProgramGroup::noiseKeyOf(*Old),
         IsSimple = true;
    std::shared_ptr<const SectionFacts> Facts =
        Last.isGood() ? Last.Facts : nullptr;
    S.Parsed = Unit::patch(
        *Old, textOf(S, Bytes, IsOfLastText ? &Last : nullptr), FileName,
        [&](const Unit &Before, Unit &After, const UnitChange &Difference) {
          if (!Facts)
            return;
          IsSimple &= IsAlone && Before.Data->symbolUses().empty() &&
                      After.Data->symbolUses().empty() &&
                      isStraightLine(*After.Data);
          Facts =
              patchFacts(std::move(Facts), Before, After, Difference, IsSimple);
        });
    if (!S.Parsed)
      return false;
    S.Parsed->Id = S.Parsed->NoiseId = ++LastId;
    if (Facts && S.Parsed->isValid() &&
        (IsSimple || isAlikeForOthers(*Old, *S.Parsed))) {
      S.Facts = std::move(Facts);
      S.Parsed->NoiseId = Old->NoiseId;
      S.NoiseKey = Last.NoiseKey;
    }
    return true;
  };
  // A build that was stopped has the last IR.
  return llvm::any_of(llvm::reverse(Spare.units()),
                      [&](const std::shared_ptr<Unit> &Kept) {
                        return Kept && tryWith(Spare.slotOf(Kept),
                                               /*IsOfLastText=*/false);
                      }) ||
         llvm::any_of(Slots, [&](const Slot &Last) {
           return tryWith(Last, /*IsOfLastText=*/true);
         });
}

/// Parses a slot in the shared context; returns false after a crash.
bool SnapshotBuilder::Impl::parse(Slot &S, llvm::ArrayRef<Slot> New,
                                  llvm::StringRef Bytes) {
  if (!S.Parsed) {
    S.Parsed = makeUnit(S, Bytes);
    return !Contexts.contextOf(S.Chunk)->HasCrashed;
  }
  parseAgain(S, New, Bytes);
  if (Contexts.contextOf(S.Chunk)->HasCrashed)
    return false;
  // Freed at once: memory may not suffice for both.
  if (SlotsById.empty())
    for (Slot &Old : Slots)
      if (Old.Parsed)
        SlotsById.insert({Old.Parsed->Id, &Old});
  if (auto Match = SlotsById.find(S.Parsed->Id); Match != SlotsById.end()) {
    Match->second->Parsed = S.Parsed;
    Match->second->SymbolKey = 0;
  }
  return true;
}

StepOutcome
SnapshotBuilder::Impl::parse(std::vector<Slot> &New, llvm::StringRef Bytes,
                             const std::function<bool()> &ShouldStop) {
  size_t MissingCount = llvm::count_if(New, [](const Slot &S) {
    return !S.Parsed && S.Kind != PieceKind::Separator;
  });
  for (Slot &S : New) {
    if ((S.Parsed && !S.Parsed->isDropped() &&
         Contexts.isCurrent(*S.Parsed, S.Chunk)) ||
        S.Kind == PieceKind::Separator)
      continue;
    if (ShouldStop && ShouldStop())
      return StepOutcome::Stopped;
    if (!S.Parsed && MissingCount <= MaxPatched && patch(S, New, Bytes))
      continue;
    if (Contexts.hasCrashed())
      return StepOutcome::Crashed;
    if (S.Range.size() >= Unit::LargeBytes)
      dropReplaced(New);
    if (!parse(S, New, Bytes))
      return StepOutcome::Crashed;
  }
  return StepOutcome::Done;
}

//===----------------------------------------------------------------------===//
// Generations
//===----------------------------------------------------------------------===//

/// Parses an older unit again. The present text may contradict it (TypeMemory);
/// then only its names remain.
void SnapshotBuilder::Impl::parseAgain(LastGood &Old, uint32_t Chunk) {
  const Unit &Was = *Old.Parsed;
  std::shared_ptr<Unit> New =
      Unit::parse(Contexts.contextOf(Chunk), Was.Kind, Was.Info,
                  Was.Data->text(), Was.SurroundingText, FileName, Later);
  if (Was.repairChoice() == Unit::Repair::No)
    New->stopRepair();
  if (!Was.isIntact() && Was.IdentifiedTypes.empty())
    Recovery.run(*New, Was.Data->text(), /*ShouldStop=*/nullptr);
  if (!New->isParsed()) {
    Old.ForNoise = false;
    return;
  }
  New->Id = Was.Id;
  New->NoiseId = Was.NoiseId;
  New->takeValidity(Was);
  New->Data = Was.Data;
  Old.Parsed = std::move(New);
}

/// A slot of the same text without results.
static Slot withoutResults(const Slot &S) {
  Slot Result;
  Result.Kind = S.Kind;
  Result.Range = S.Range;
  Result.Container = S.Container;
  Result.Chunk = S.Chunk;
  Result.Info = S.Info;
  Result.SurroundingText = S.SurroundingText;
  return Result;
}

/// Parses a new slot that was taken over from another context, or the IR of
/// which a patch has taken: in a build that was stopped, or for another cut.
void SnapshotBuilder::Impl::parseAgain(Slot &S, llvm::ArrayRef<Slot> New,
                                       llvm::StringRef Bytes) {
  Slot Patched = withoutResults(S);
  bool IsPatched = S.Parsed->isDropped() && patch(Patched, New, Bytes);
  std::shared_ptr<Unit> Was =
      std::exchange(S.Parsed, IsPatched ? Patched.Parsed : makeUnit(S, Bytes));
  // What is broken and has identified types is recovered later, in the order of
  // the text: the first one says their bodies.
  if (Was->isParsed() && !Was->isIntact() && Was->IdentifiedTypes.empty())
    Recovery.run(*S.Parsed, Bytes.slice(S.Range.Begin, S.Range.End),
                 /*ShouldStop=*/nullptr);
  if (Was->isIntact() == S.Parsed->isIntact() &&
      Was->isParsed() == S.Parsed->isParsed()) {
    S.Parsed->Id = Was->Id;
    S.Parsed->NoiseId = Was->NoiseId;
    S.Parsed->takeValidity(*Was);
    if (S.Parsed->isParsed())
      S.Parsed->Data = Was->Data;
    S.SymbolKey = 0;
    return;
  }
  // The other results are those of the old outcome.
  Slot Anew = withoutResults(S);
  Anew.Parsed = S.Parsed;
  Anew.LastGoodUnits = S.LastGoodUnits;
  S = std::move(Anew);
}

/// Parses a slot in a context of its own.
std::shared_ptr<Unit> SnapshotBuilder::Impl::parseAlone(const Slot &S,
                                                        llvm::StringRef Bytes) {
  return Unit::parse(std::make_shared<Generation>(*Registry), S.Kind, S.Info,
                     Bytes.slice(S.Range.Begin, S.Range.End), S.SurroundingText,
                     FileName, Later);
}

/// Parses everything again in a new context after a crash.
void SnapshotBuilder::Impl::abandon() {
  Contexts.abandon();
  Spare.clear();
}

void SnapshotBuilder::Impl::useRegistry(const DialectRegistry &New) {
  if (Registry == &New)
    return;
  Registry = &New;
  KnownCuts.clear();
  // Under another model the noise facts do not hold, and crashes may not recur.
  Spare.dropFacts();
  Crashes = {};
  dropAnalyses(Slots);
}

//===----------------------------------------------------------------------===//
// Linking and analysis
//===----------------------------------------------------------------------===//

StepOutcome
SnapshotBuilder::Impl::analyse(std::vector<Slot> &New, const Linker &Symbols,
                               const std::function<bool()> &ShouldStop) {
  if (!IsNoiseWanted) {
    dropAnalyses(New);
    return StepOutcome::Done;
  }
  return GroupAnalysis(New, Symbols, Crashes).addFacts(Spare, [&] {
    return ShouldStop && ShouldStop();
  });
}

/// Parses units again in which invalid operations were replaced, if the symbols
/// have changed that they were verified with.
StepOutcome
SnapshotBuilder::Impl::restoreAltered(std::vector<Slot> &New,
                                      llvm::StringRef Bytes,
                                      const std::function<bool()> &ShouldStop) {
  llvm::SmallVector<size_t> Changed;
  if (llvm::any_of(New, [](const Slot &S) {
        return S.Parsed && S.Parsed->isAltered();
      })) {
    Linker Symbols(New, FileName);
    for (auto [I, S] : llvm::enumerate(New))
      // What is broken may use more symbols than it seems to: it was linked.
      if (S.Parsed && S.Parsed->isAltered() &&
          (S.SymbolKey != 0 || S.Parsed->mayUseSymbols()) &&
          S.SymbolKey != Symbols.keyOf(I))
        Changed.push_back(I);
  }
  for (size_t I : Changed) {
    parseAgain(New[I], New, Bytes);
    if (Contexts.contextOf(New[I].Chunk)->HasCrashed)
      return StepOutcome::Crashed;
  }
  return Changed.empty() ? StepOutcome::Done : recover(New, Bytes, ShouldStop);
}

/// Runs all steps after parsing.
StepOutcome
SnapshotBuilder::Impl::finish(std::vector<Slot> &New, llvm::StringRef Bytes,
                              const OffsetMap &Edits,
                              const std::function<bool()> &ShouldStop) {
  if (StepOutcome Result = restoreAltered(New, Bytes, ShouldStop);
      Result != StepOutcome::Done)
    return Result;
  Linker Symbols(New, FileName);
  if (linkSlots(New, Symbols, Crashes) == StepOutcome::Crashed ||
      verifyContainers(New, Symbols, FileName, Crashes) == StepOutcome::Crashed)
    return StepOutcome::Crashed;
  inheritLastGood(New, Slots, Edits);
  inheritDetails(New, Slots, Edits);
  for (Slot &S : New)
    for (LastGood &Old : S.LastGoodUnits) {
      // A patch may have taken its IR.
      bool IsTaken =
          Old.Parsed->isDropped() && Old.Parsed->textSize() < Unit::LargeBytes;
      if (Old.ForNoise &&
          (IsTaken || !Contexts.isCurrent(*Old.Parsed, S.Chunk)))
        parseAgain(Old, S.Chunk);
      if (Contexts.contextOf(S.Chunk)->HasCrashed)
        return StepOutcome::Crashed;
    }
  StepOutcome Result = analyse(New, Symbols, ShouldStop);
  if (Result == StepOutcome::Done)
    inheritEarlierFacts(New, Slots, Edits);
  return Result;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

std::shared_ptr<const Snapshot>
SnapshotBuilder::Impl::publish(Text Contents, int64_t Version,
                               bool IsCompletion) const {
  bool IsComplete =
      llvm::all_of(Slots, [](const Slot &S) { return !S.hasOldDetails(); });
  std::vector<Snapshot::Part> Parts = makeParts(Slots, Contents.bytes());
  return std::make_shared<const Snapshot>(
      std::move(Contents), Version, std::move(Parts),
      !IsComplete    ? Snapshot::Completeness::Partial
      : IsCompletion ? Snapshot::Completeness::Completed
                     : Snapshot::Completeness::Whole);
}

std::shared_ptr<const Snapshot>
SnapshotBuilder::Impl::build(Text Contents, int64_t Version,
                             const OffsetMap &Edits, Effort MaxEffort,
                             const std::function<bool()> &ShouldStop) {
  if (MaxEffort == Effort::None) {
    Slots.clear();
    Spare.clear();
    Contexts.clear();
    IsBuilt = false;
    return std::make_shared<const Snapshot>(std::move(Contents), Version,
                                            std::vector<Snapshot::Part>());
  }
  IsNoiseWanted = MaxEffort == Effort::Full;
  SlotsById.clear();
  llvm::StringRef Bytes = Contents.bytes();
  BytesOwner = Contents.owner();
  llvm::scope_exit Forget([this] { BytesOwner = nullptr; });
  Edited = Edits.hull();
  Outline NewPieces =
      IsBuilt ? Outline::rescan(Pieces, Bytes, Edited.Old, Edited.NewSize)
              : Outline::scan(Bytes);
  std::optional<CutChoice> Cut(std::in_place, NewPieces, Bytes, KnownCuts);
  Contexts.beginBuild(
      *Registry, Bytes.size(),
      1 + llvm::count_if(NewPieces.pieces(), [](const Piece &P) {
        return P.Kind == PieceKind::Separator;
      }));
  bool IsRevised = false;
  Recovery.beginBuild();
  while (true) {
    Runs.apply(Cut->pieces(), Bytes);
    std::vector<Slot> New = makeSlots(Cut->pieces(), Bytes, Runs);
    reuseUnits(
        New, Bytes, Slots, Spare.units(), Edits,
        [&](const Slot &S) { return Contexts.isCurrent(*S.Parsed, S.Chunk); },
        [&](Slot &S) { return parse(S, New, Bytes); });
    StepOutcome Result = Contexts.hasCrashed() ? StepOutcome::Crashed
                                               : parse(New, Bytes, ShouldStop);
    if (Result == StepOutcome::Done && Contexts.revise(New, [&](const Slot &S) {
          return parseAlone(S, Bytes);
        })) {
      Spare.clear();
      KnownCuts.clear();
      if (!IsRevised) {
        Cut.emplace(NewPieces, Bytes, KnownCuts);
        Runs.clear();
      }
      continue;
    }
    auto parsesWhole = [&](const Slot &S) {
      return this->parsesWhole(S, Bytes);
    };
    if (Result == StepOutcome::Done &&
        (Cut->revise(New, parsesWhole) ||
         Runs.revise(Cut->pieces(), Bytes, New))) {
      Spare.keep(New, Slots);
      // The context now also knows pieces of another cut.
      IsRevised = true;
      Contexts.noteOtherPieces();
      if (!Contexts.hasCrashed())
        continue;
      Result = StepOutcome::Crashed;
    }
    if (Result == StepOutcome::Done)
      Result = recover(New, Bytes, ShouldStop);
    if (Result == StepOutcome::Done && !Recovery.hasRenewed())
      Result = finish(New, Bytes, Edits, ShouldStop);
    // The cut depends on what parses as it is.
    if (Recovery.takeRenewal() && Result == StepOutcome::Done) {
      Spare.clear();
      continue;
    }
    if (Result == StepOutcome::Stopped) {
      Spare.keep(New, Slots);
      return nullptr;
    }
    if (Result == StepOutcome::Crashed) {
      New.clear();
      abandon();
      continue;
    }
    Spare.clear();
    Slots.swap(New);
    Later.post([New = std::move(New)] {});
    KnownCuts = Cut->memory();
    Runs.dropUnused();
    Pieces = std::move(NewPieces);
    IsBuilt = true;
    return publish(std::move(Contents), Version);
  }
}

std::shared_ptr<const Snapshot>
SnapshotBuilder::Impl::complete(const Snapshot &Last,
                                const std::function<bool()> &ShouldStop) {
  if (!IsBuilt || !IsNoiseWanted)
    return nullptr;
  while (true) {
    Linker Symbols(Slots, FileName);
    switch (GroupAnalysis(Slots, Symbols, Crashes).addDetails([&] {
      return ShouldStop && ShouldStop();
    })) {
    case StepOutcome::Done:
      for (const Slot &S : Slots)
        if (S.isGood())
          prepareForPatch(*S.Parsed);
      return publish(Last.text(), Last.version(), /*IsCompletion=*/true);
    case StepOutcome::Stopped:
      return nullptr;
    case StepOutcome::Crashed:
      abandon();
      if (!build(Last.text(), Last.version(), {}, Effort::Full, ShouldStop))
        return nullptr;
      break;
    }
  }
}

SnapshotBuilder::SnapshotBuilder(const DialectRegistry &Registry,
                                 std::string FileName)
    : State(std::make_unique<Impl>(Registry, std::move(FileName))) {}

SnapshotBuilder::~SnapshotBuilder() = default;

void SnapshotBuilder::useRegistry(const DialectRegistry &Registry) {
  State->useRegistry(Registry);
}

std::shared_ptr<const Snapshot>
SnapshotBuilder::build(Text Contents, int64_t Version, const OffsetMap &Edits,
                       Effort MaxEffort,
                       const std::function<bool()> &ShouldStop) {
  return State->build(std::move(Contents), Version, Edits, MaxEffort,
                      ShouldStop);
}

std::shared_ptr<const Snapshot>
SnapshotBuilder::complete(const Snapshot &Last,
                          const std::function<bool()> &ShouldStop) {
  return State->complete(Last, ShouldStop);
}
