//===- SnapshotBuilder.cpp - Makes snapshots, each from the last ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/SnapshotBuilder.h"
#include "server/document/CutChoice.h"
#include "server/document/History.h"
#include "server/document/Linker.h"
#include "server/document/ProgramGroup.h"
#include "server/document/SlotMaker.h"
#include "server/document/SurroundingsMaker.h"
#include "server/document/UnknownDialects.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// A context is replaced when this many bytes were parsed in it, and
/// GarbageFactor times as many as the text has. What a version leaves behind
/// is far less than its text: mostly the same names and locations come again.
static constexpr size_t GarbageBytes = 64u << 20;
static constexpr size_t GarbageFactor = 16;

/// Details of groups of up to this size that have only quick ones are made with
/// the rest, up to so many bytes in one build: they cost a tenth of a
/// millisecond for each 4 kB.
static constexpr size_t QuickBytes = 16u << 10;
static constexpr size_t QuickBytesInAll = 64u << 10;
/// Of larger groups none are made.
static constexpr size_t DetailedBytes = 16u << 20;

class SnapshotBuilder::Impl {
public:
  Impl(const DialectRegistry &Registry, std::string FileName)
      : Registry(&Registry), FileName(std::move(FileName)) {}

  void useRegistry(const DialectRegistry &New);
  std::shared_ptr<const Snapshot> build(Text Contents, int64_t Version,
                                        const OffsetMap &Since, Effort Allowed,
                                        const std::function<bool()> &Stopped);
  std::shared_ptr<const Snapshot>
  complete(const Snapshot &Last, const std::function<bool()> &Stopped);

private:
  enum class Outcome { Done, Stopped, Crashed };

  void takeOver(std::vector<Slot> &New, llvm::StringRef Bytes,
                const OffsetMap &Since);
  Outcome parse(std::vector<Slot> &New, llvm::StringRef Bytes,
                const std::function<bool()> &Stopped);
  Outcome link(std::vector<Slot> &New, const OffsetMap &Since,
               const std::function<bool()> &Stopped);
  Outcome analyse(std::vector<Slot> &New, const Linker &Symbols,
                  const std::function<bool()> &Stopped);
  /// False when they are there already. A crash marks the generation.
  bool addDetails(std::vector<Slot> &In, ProgramGroup &Group,
                  llvm::ArrayRef<size_t> Members,
                  llvm::function_ref<bool()> Stopped);
  Outcome addAllDetails(const std::function<bool()> &Stopped);
  void dropReplaced(llvm::ArrayRef<Slot> New);
  std::shared_ptr<Unit> makeUnit(const Slot &S, llvm::StringRef Bytes);
  bool parsesWhole(Slot Whole, llvm::StringRef Bytes);
  void keepForLater(llvm::ArrayRef<Slot> New);
  void renew();
  std::shared_ptr<Unit> parseAgain(const Unit &Old);
  std::shared_ptr<const Snapshot> publish(Text Contents, int64_t Version,
                                          bool IsCompletion = false) const;

  const DialectRegistry *Registry;
  const std::string FileName;
  std::shared_ptr<Generation> Now;
  /// `Now` is of another registry.
  bool IsOutdated = false;
  /// Outlives whatever may be given to it.
  Disposal Later;
  /// There was a build that was not stopped, and these are what it made.
  bool IsBuilt = false;
  Outline Pieces;
  CutChoice::Memory KnownCuts;
  std::vector<Slot> Slots;
  /// Units of builds that were stopped, for the next one.
  std::vector<std::shared_ptr<Unit>> Spare;
  /// And the facts that they knew, by the identity of the unit, with NoiseKey.
  llvm::DenseMap<uint64_t,
                 std::pair<uint64_t, std::shared_ptr<const SectionFacts>>>
      SpareFacts;
  /// Texts that MLIR crashed on, with what was around them.
  llvm::DenseSet<uint64_t> CrashedKeys;
  /// Units of earlier texts that MLIR crashed on beside what is there now.
  llvm::DenseSet<uint64_t> Unfit;
  /// Groups whose details MLIR crashed on, by their keys.
  llvm::DenseSet<uint64_t> CrashedDetails;
  bool IsNoiseWanted = true;
  uint64_t LastId = 0;
};

/// What a unit is a function of, in one number.
static uint64_t keyOf(PieceKind Kind, const PieceInfo &Info, size_t Size,
                      const Surroundings &Around) {
  return llvm::hash_combine(unsigned(Kind), Info.Hash, Size,
                            llvm::StringRef(Around.Prefix),
                            llvm::StringRef(Around.Suffix));
}

static size_t sizeOf(const Unit &U) { return U.textSize(); }

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

/// Gives the new slots what the old ones have, as far as the text is the same,
/// and so is what is around it.
void SnapshotBuilder::Impl::takeOver(std::vector<Slot> &New,
                                     llvm::StringRef Bytes,
                                     const OffsetMap &Since) {
  size_t Common = std::min(New.size(), Slots.size());
  size_t Prefix = 0, Suffix = 0;
  auto isSame = [](const Slot &A, const Slot &B) {
    return A.Kind == B.Kind && !(B.Of && B.Of->isDropped()) &&
           (A.Info == B.Info ||
            (A.Info->Hash == B.Info->Hash && A.Where.size() == B.Where.size()));
  };
  while (Prefix < Common && isSame(New[Prefix], Slots[Prefix]) &&
         New[Prefix].Container == Slots[Prefix].Container)
    ++Prefix;
  ptrdiff_t Shift = ptrdiff_t(New.size()) - ptrdiff_t(Slots.size());
  auto moved = [&](uint32_t Container) {
    return Container == Piece::None || Container < Prefix
               ? Container
               : uint32_t(Container + Shift);
  };
  while (
      Suffix < Common - Prefix &&
      isSame(New[New.size() - 1 - Suffix], Slots[Slots.size() - 1 - Suffix]) &&
      New[New.size() - 1 - Suffix].Container ==
          moved(Slots[Slots.size() - 1 - Suffix].Container))
    ++Suffix;

  auto isPlain = [](const Slot &S) {
    return S.Kind == PieceKind::Operation && S.Info->Aliases.empty();
  };
  // A header in generic form depends on whether anything is behind it.
  bool IsBehindHeader = Prefix > 0 && New[Prefix - 1].Info->Generic &&
                        New[Prefix - 1].Kind == PieceKind::Header;
  bool SameAround =
      !IsBehindHeader &&
      std::all_of(New.begin() + Prefix, New.end() - Suffix, isPlain) &&
      std::all_of(Slots.begin() + Prefix, Slots.end() - Suffix, isPlain);
  auto take = [&](Slot &To, const Slot &From) {
    Slot Taken = From;
    Taken.Where = To.Where;
    Taken.Container = To.Container;
    Taken.Chunk = To.Chunk;
    Taken.Info = To.Info;
    To = std::move(Taken);
  };
  if (SameAround) {
    for (size_t I = 0; I < Prefix; ++I)
      take(New[I], Slots[I]);
    for (size_t I = 1; I <= Suffix; ++I)
      take(New[New.size() - I], Slots[Slots.size() - I]);
    if (Prefix + Suffix == New.size())
      return;
  }

  // By content, where it is not by place.
  llvm::DenseMap<uint64_t, llvm::SmallVector<const Slot *, 1>> Old;
  size_t Begin = SameAround ? Prefix : 0;
  size_t End = SameAround ? Slots.size() - Suffix : Slots.size();
  for (size_t I = Begin; I < End; ++I)
    if (Slots[I].Of && !Slots[I].Of->isDropped())
      Old[keyOf(Slots[I].Kind, *Slots[I].Info, Slots[I].Where.size(),
                *Slots[I].Around)]
          .push_back(&Slots[I]);
  llvm::DenseMap<uint64_t, llvm::SmallVector<std::shared_ptr<Unit>, 1>> Spares;
  for (std::shared_ptr<Unit> &U : Spare)
    Spares[keyOf(U->Kind, *U->Info, sizeOf(*U), *U->Around)].push_back(U);

  SurroundingsMaker Maker(Bytes, New);
  for (size_t I = 0; I < New.size(); ++I) {
    Slot &S = New[I];
    if (S.Of || S.Kind == PieceKind::Separator)
      continue;
    S.Around = Maker.get(I);
    uint64_t Key = keyOf(S.Kind, *S.Info, S.Where.size(), *S.Around);
    if (auto Found = Old.find(Key); Found != Old.end()) {
      // Of several with one text, the one that stood here; not one that
      // stands elsewhere still.
      const Slot **From = nullptr;
      for (const Slot *&Candidate : Found->second) {
        std::optional<ByteRange> Place = Since.toTarget(Candidate->Where);
        if (Place == S.Where || (!Place && !From))
          From = &Candidate;
        if (Place == S.Where)
          break;
      }
      if (From) {
        take(S, **From);
        Found->second.erase(From);
        continue;
      }
    }
    if (auto Found = Spares.find(Key);
        Found != Spares.end() && !Found->second.empty()) {
      S.Of = Found->second.back();
      Found->second.pop_back();
      continue;
    }
    // What is inside a header needs to know how it parses.
    if (S.Kind == PieceKind::Header)
      S.Of = makeUnit(S, Bytes);
    if (Now->Crashed)
      return;
  }
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

static constexpr char CrashMessage[] =
    "MLIR crashed on this text; it will be tried again when it changes";

std::shared_ptr<Unit> SnapshotBuilder::Impl::makeUnit(const Slot &S,
                                                      llvm::StringRef Bytes) {
  llvm::StringRef Mine = Bytes.slice(S.Where.Begin, S.Where.End);
  uint64_t Key = keyOf(S.Kind, *S.Info, S.Where.size(), *S.Around);
  std::shared_ptr<Unit> New;
  if (CrashedKeys.contains(Key))
    New =
        Unit::refuse(S.Kind, S.Info, Mine, S.Around,
                     {0, std::min(Mine.find('\n'), Mine.size())}, CrashMessage);
  else
    // A context gives a resource that it knows already another name.
    New = Unit::parse(S.Info->DefinesResources
                          ? std::make_shared<Generation>(*Registry)
                          : Now,
                      S.Kind, S.Info, Mine, S.Around, FileName, Later);
  if (Now->Crashed)
    CrashedKeys.insert(Key);
  New->Id = ++LastId;
  return New;
}

/// Whether a chunk parses that is not cut; its unit is kept for that case.
bool SnapshotBuilder::Impl::parsesWhole(Slot Whole, llvm::StringRef Bytes) {
  Whole.Around = std::make_shared<const Surroundings>();
  Whole.Of = makeUnit(Whole, Bytes);
  if (!Whole.Of->isParsed())
    return false;
  Spare.push_back(Whole.Of);
  return true;
}

std::shared_ptr<Unit> SnapshotBuilder::Impl::parseAgain(const Unit &Old) {
  std::shared_ptr<Unit> New = Unit::parse(
      Now, Old.Kind, Old.Info, Old.Data->text(), Old.Around, FileName, Later);
  New->Id = Old.Id;
  return New;
}

/// Parses everything again, in a new context.
void SnapshotBuilder::Impl::renew() {
  Spare.clear();
  SpareFacts.clear();
  // What crashed together with others was taken over as it was; it is not
  // tried again either.
  for (Slot &S : Slots) {
    if (!S.Of || !S.Of->isParsed() ||
        !CrashedKeys.contains(
            keyOf(S.Kind, *S.Info, S.Where.size(), *S.Around)))
      continue;
    if (S.isGood())
      S.Behind.push_back({S.Of,
                          S.Facts,
                          S.Details,
                          {0, S.Where.size()},
                          std::make_shared<OffsetMap>(),
                          /*ForNames=*/true,
                          /*ForNoise=*/false});
    llvm::StringRef Text = S.Of->Data->text();
    S.Of =
        Unit::refuse(S.Kind, S.Info, Text, S.Around,
                     {0, std::min(Text.find('\n'), Text.size())}, CrashMessage);
    S.Of->Id = ++LastId;
    S.Facts = nullptr;
    S.Details = nullptr;
    S.setSymbolProblems({});
  }
  for (bool Again = true; Again;) {
    Now = std::make_shared<Generation>(*Registry);
    Again = false;
    for (Slot &S : Slots) {
      // It has to be linked again: what uses symbols is verified then.
      S.SymbolKey = 0;
      if (S.Of && S.Of->isParsed())
        S.Of = parseAgain(*S.Of);
      for (LastGood &Old : S.Behind)
        Old.Of = parseAgain(*Old.Of);
      // It did not crash before; should it now, do without.
      if (Now->Crashed) {
        S.Of = nullptr;
        S.Behind.clear();
        Again = true;
        break;
      }
    }
  }
}

void SnapshotBuilder::Impl::useRegistry(const DialectRegistry &New) {
  if (Registry == &New)
    return;
  Registry = &New;
  IsOutdated = Now != nullptr;
  KnownCuts.clear();
  // Under another model, nothing that was found of the noise holds.
  SpareFacts.clear();
  for (Slot &S : Slots) {
    S.NoiseKey = S.DetailsKey = 0;
    S.Facts = nullptr;
    S.Details = nullptr;
    for (LastGood &Old : S.Behind) {
      Old.Facts = nullptr;
      Old.Details = nullptr;
    }
  }
}

/// Keeps the units that are new, each once, so that no two slots get one; and
/// all facts.
void SnapshotBuilder::Impl::keepForLater(llvm::ArrayRef<Slot> New) {
  llvm::DenseSet<const Unit *> Known;
  for (const Slot &S : Slots)
    Known.insert(S.Of.get());
  for (const std::shared_ptr<Unit> &U : Spare)
    Known.insert(U.get());
  for (const Slot &S : New)
    if (S.Of && Known.insert(S.Of.get()).second)
      Spare.push_back(S.Of);
  for (const Slot &S : New)
    if (S.isGood() && S.NoiseKey)
      SpareFacts[S.Of->Id] = {S.NoiseKey, S.Facts};
}

/// Makes room for a large text: two of it would take twice the memory, and
/// leave it in pieces.
void SnapshotBuilder::Impl::dropReplaced(llvm::ArrayRef<Slot> New) {
  llvm::DenseSet<const Unit *> Present;
  for (const Slot &S : New)
    Present.insert(S.Of.get());
  for (Slot &Old : Slots)
    if (Old.Of && Old.Of->isParsed() &&
        Old.Of->textSize() >= Unit::LargeBytes &&
        !Present.contains(Old.Of.get()))
      Old.Of->dropIR();
}

SnapshotBuilder::Impl::Outcome
SnapshotBuilder::Impl::parse(std::vector<Slot> &New, llvm::StringRef Bytes,
                             const std::function<bool()> &Stopped) {
  for (Slot &S : New) {
    if (S.Of || S.Kind == PieceKind::Separator)
      continue;
    if (Stopped && Stopped())
      return Outcome::Stopped;
    if (S.Where.size() >= Unit::LargeBytes)
      dropReplaced(New);
    S.Of = makeUnit(S, Bytes);
    if (Now->Crashed)
      return Outcome::Crashed;
  }
  return Outcome::Done;
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

SnapshotBuilder::Impl::Outcome
SnapshotBuilder::Impl::link(std::vector<Slot> &New, const OffsetMap &Since,
                            const std::function<bool()> &Stopped) {
  for (Slot &S : New)
    S.IsAdrift = S.Container != Piece::None &&
                 (!New[S.Container].isValid() || New[S.Container].IsAdrift);
  Linker Symbols(New, FileName);
  for (size_t I = 0; I < New.size(); ++I) {
    Slot &S = New[I];
    bool IsLost = !S.Of || !S.Of->isParsed() ||
                  (S.Of->isVerifiedAlone() && !S.Of->isValid());
    if (IsLost) {
      S.setSymbolProblems({});
      continue;
    }
    uint64_t Key = llvm::hash_combine(S.Of->Id, Symbols.surroundingsOf(I));
    if (S.SymbolKey == Key)
      continue;
    std::vector<Problem> Found;
    llvm::CrashRecoveryContext Recovery;
    if (!Recovery.RunSafely([&] { Found = Symbols.check(I); })) {
      Now->Crashed = true;
      CrashedKeys.insert(keyOf(S.Kind, *S.Info, S.Where.size(), *S.Around));
      return Outcome::Crashed;
    }
    S.SymbolKey = Key;
    S.setSymbolProblems(std::move(Found));
  }
  inheritLastGood(New, Slots, Since);
  inheritDetails(New, Slots, Since);
  for (Slot &S : New)
    for (LastGood &Old : S.Behind)
      Old.ForNoise &= !Unfit.contains(Old.Of->Id);
  return analyse(New, Symbols, Stopped);
}

SnapshotBuilder::Impl::Outcome
SnapshotBuilder::Impl::analyse(std::vector<Slot> &New, const Linker &Symbols,
                               const std::function<bool()> &Stopped) {
  if (!IsNoiseWanted) {
    for (Slot &S : New) {
      S.Facts = nullptr;
      S.Details = nullptr;
      S.NoiseKey = S.DetailsKey = 0;
      for (LastGood &Old : S.Behind) {
        Old.Facts = nullptr;
        Old.Details = nullptr;
      }
    }
    return Outcome::Done;
  }
  size_t DetailBytes = 0;
  for (llvm::ArrayRef<size_t> Members : findGroups(Symbols, New.size())) {
    std::optional<ProgramGroup> Group;
    std::vector<std::shared_ptr<const SectionFacts>> Facts;
    auto crashed = [&] {
      Now->Crashed = true;
      // Without what is not there any more, at first; then those that are new
      // are to blame, or at least one is.
      bool HadOlder = false;
      for (size_t M : Members)
        for (const LastGood &Old : New[M].Behind)
          HadOlder |= Old.ForNoise && Unfit.insert(Old.Of->Id).second;
      for (size_t M : Members)
        if (!HadOlder && New[M].Of &&
            (New[M].NoiseKey == 0 || M == Members.back()))
          CrashedKeys.insert(keyOf(New[M].Kind, *New[M].Info,
                                   New[M].Where.size(), *New[M].Around));
      return Outcome::Crashed;
    };
    llvm::CrashRecoveryContext Recovery;
    if (!Recovery.RunSafely([&] { Group.emplace(New, Symbols, Members); }))
      return crashed();
    uint64_t Key = Group->key();
    size_t Size = Group->size();
    // Mostly all are there; looking at their values would take longer than all
    // else of a build.
    bool NeedsDetails = llvm::any_of(
        Members, [&](size_t M) { return New[M].DetailsKey != Key; });
    if (NeedsDetails && Size <= QuickBytes &&
        DetailBytes + Size <= QuickBytesInAll && Group->hasQuickDetails() &&
        addDetails(New, *Group, Members, [] { return false; })) {
      if (Now->Crashed)
        return Outcome::Crashed;
      DetailBytes += Size;
    }
    if (llvm::all_of(Members, [&](size_t M) { return New[M].NoiseKey == Key; }))
      continue;
    // A build that was stopped may know.
    for (size_t M : Members) {
      auto Known = SpareFacts.find(New[M].Of ? New[M].Of->Id : 0);
      if (Known == SpareFacts.end() || Known->second.first != Key)
        break;
      Facts.push_back(Known->second.second);
    }
    if (Facts.size() != Members.size()) {
      if (Stopped && Stopped())
        return Outcome::Stopped;
      llvm::CrashRecoveryContext Inner;
      if (!Inner.RunSafely([&] { Facts = Group->analyse(); }))
        return crashed();
    }
    for (auto [M, Known] : llvm::zip(Members, Facts)) {
      New[M].NoiseKey = Key;
      if (New[M].isGood())
        New[M].Facts = std::move(Known);
    }
  }
  return Outcome::Done;
}

//===----------------------------------------------------------------------===//
// Details
//===----------------------------------------------------------------------===//

bool SnapshotBuilder::Impl::addDetails(std::vector<Slot> &In,
                                       ProgramGroup &Group,
                                       llvm::ArrayRef<size_t> Members,
                                       llvm::function_ref<bool()> Stopped) {
  uint64_t Key = Group.key();
  if (llvm::all_of(Members, [&](size_t M) { return In[M].DetailsKey == Key; }))
    return false;
  std::vector<std::shared_ptr<const SectionDetails>> Found(Members.size());
  if (Group.size() <= DetailedBytes && !CrashedDetails.contains(Key)) {
    llvm::CrashRecoveryContext Recovery;
    if (!Recovery.RunSafely([&] { Found = Group.analyseDetails(Stopped); })) {
      // They are done without.
      Now->Crashed = true;
      CrashedDetails.insert(Key);
      return true;
    }
  }
  // Stopped.
  if (Found.empty())
    return false;
  for (auto [M, Known] : llvm::zip(Members, Found)) {
    In[M].DetailsKey = Key;
    if (In[M].isGood())
      In[M].Details = std::move(Known);
  }
  return true;
}

SnapshotBuilder::Impl::Outcome
SnapshotBuilder::Impl::addAllDetails(const std::function<bool()> &Stopped) {
  Linker Symbols(Slots, FileName);
  bool WasStopped = false;
  auto IsStopped = [&] { return WasStopped |= Stopped && Stopped(); };
  for (llvm::ArrayRef<size_t> Members : findGroups(Symbols, Slots.size())) {
    if (IsStopped())
      return Outcome::Stopped;
    ProgramGroup Group(Slots, Symbols, Members);
    addDetails(Slots, Group, Members, IsStopped);
    if (WasStopped)
      return Outcome::Stopped;
    if (Now->Crashed)
      return Outcome::Crashed;
  }
  return Outcome::Done;
}

std::shared_ptr<const Snapshot>
SnapshotBuilder::Impl::complete(const Snapshot &Last,
                                const std::function<bool()> &Stopped) {
  if (!IsBuilt || !IsNoiseWanted)
    return nullptr;
  while (true) {
    switch (addAllDetails(Stopped)) {
    case Outcome::Done:
      return publish(Last.text(), Last.version(), /*IsCompletion=*/true);
    case Outcome::Stopped:
      return nullptr;
    case Outcome::Crashed:
      renew();
      if (!build(Last.text(), Last.version(), {}, Effort::Everything, Stopped))
        return nullptr;
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// The problems of a header, and that its container is never closed. It was
/// parsed as if it were.
static std::shared_ptr<const std::vector<Problem>>
withUnclosed(const Snapshot::Part &Header) {
  auto All = std::make_shared<std::vector<Problem>>();
  if (Header.Problems)
    *All = *Header.Problems;
  size_t Size = Header.Where.size();
  Problem &Open = All->emplace_back();
  Open.Source = "noisy";
  Open.Where = {Size - 1, Size};
  Open.Message = "this bracket is never closed";
  return All;
}

std::shared_ptr<const Snapshot>
SnapshotBuilder::Impl::publish(Text Contents, int64_t Version,
                               bool IsCompletion) const {
  std::vector<Snapshot::Part> Parts;
  Parts.reserve(Slots.size());
  bool IsComplete = true;
  std::vector<bool> IsClosed(Slots.size());
  for (const Slot &S : Slots)
    if (S.Kind == PieceKind::Footer)
      IsClosed[S.Container] = true;
  for (auto [I, S] : llvm::enumerate(Slots)) {
    Snapshot::Part &P = Parts.emplace_back();
    P.Kind = S.Kind;
    P.Where = S.Where;
    P.Container = S.Container;
    P.Chunk = S.Chunk;
    P.Info = S.Info;
    IsComplete &= S.DetailsKey == S.NoiseKey;
    if (!S.Of)
      continue;
    P.Id = S.Of->Id;
    P.Problems = S.Of->Problems;
    if (S.SymbolProblems) {
      auto All = std::make_shared<std::vector<Problem>>(*S.SymbolProblems);
      if (S.Of->Problems)
        All->insert(All->begin(), S.Of->Problems->begin(),
                    S.Of->Problems->end());
      P.Problems = std::move(All);
    }
    if (S.Kind == PieceKind::Header && !IsClosed[I])
      P.Problems = withUnclosed(P);
    if (S.Of->isParsed()) {
      P.Sections.push_back({S.Of->Data, S.Facts, S.Where, nullptr, !S.isGood(),
                            S.Details,
                            !S.isGood() || S.DetailsKey != S.NoiseKey ||
                                (S.Details && S.Details->RestsOnStale)});
      continue;
    }
    for (const LastGood &Old : S.Behind)
      if (Old.ForNames)
        P.Sections.push_back({Old.Of->Data, Old.Facts,
                              Old.Where.shifted(S.Where.Begin), Old.Moved,
                              /*FactsAreStale=*/true, Old.Details,
                              /*DetailsAreStale=*/true});
  }
  foldUnknownDialects(Parts);
  return std::make_shared<const Snapshot>(
      std::move(Contents), Version, std::move(Parts),
      !IsComplete    ? Snapshot::Completeness::Partial
      : IsCompletion ? Snapshot::Completeness::Completed
                     : Snapshot::Completeness::Whole);
}

std::shared_ptr<const Snapshot>
SnapshotBuilder::Impl::build(Text Contents, int64_t Version,
                             const OffsetMap &Since, Effort Allowed,
                             const std::function<bool()> &Stopped) {
  if (Allowed == Effort::Nothing) {
    Slots.clear();
    Spare.clear();
    SpareFacts.clear();
    Now = nullptr;
    IsBuilt = false;
    return std::make_shared<const Snapshot>(std::move(Contents), Version,
                                            std::vector<Snapshot::Part>());
  }
  IsNoiseWanted = Allowed == Effort::Everything;
  llvm::StringRef Bytes = Contents.bytes();
  if (!Now)
    Now = std::make_shared<Generation>(*Registry);
  else if (IsOutdated ||
           Now->ParsedBytes > GarbageBytes + GarbageFactor * Bytes.size())
    renew();
  IsOutdated = false;

  Outline NewPieces;
  if (!IsBuilt) {
    NewPieces = Outline::scan(Bytes);
  } else {
    TextChange Change = Since.hull();
    NewPieces = Outline::rescan(Pieces, Bytes, Change.Old, Change.NewSize);
  }
  CutChoice Cut(NewPieces, Bytes, KnownCuts);
  while (true) {
    std::vector<Slot> New = makeSlots(Cut.pieces(), Bytes);
    takeOver(New, Bytes, Since);
    Outcome Result =
        Now->Crashed ? Outcome::Crashed : parse(New, Bytes, Stopped);
    if (Result == Outcome::Done &&
        Cut.revise(New, [&](const Slot &S) { return parsesWhole(S, Bytes); })) {
      keepForLater(New);
      if (!Now->Crashed)
        continue;
    }
    if (Now->Crashed)
      Result = Outcome::Crashed;
    if (Result == Outcome::Done)
      Result = link(New, Since, Stopped);
    if (Result == Outcome::Stopped) {
      keepForLater(New);
      return nullptr;
    }
    if (Result == Outcome::Crashed) {
      New.clear();
      renew();
      continue;
    }
    Spare.clear();
    SpareFacts.clear();
    Slots.swap(New);
    Later.add(std::make_shared<std::vector<Slot>>(std::move(New)));
    KnownCuts = Cut.memory();
    Pieces = std::move(NewPieces);
    IsBuilt = true;
    return publish(std::move(Contents), Version);
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
SnapshotBuilder::build(Text Contents, int64_t Version, const OffsetMap &Since,
                       Effort Allowed, const std::function<bool()> &Stopped) {
  return State->build(std::move(Contents), Version, Since, Allowed, Stopped);
}

std::shared_ptr<const Snapshot>
SnapshotBuilder::complete(const Snapshot &Last,
                          const std::function<bool()> &Stopped) {
  return State->complete(Last, Stopped);
}
