//===- ContainerVerifier.cpp - Verification of whole containers -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/ContainerVerifier.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "server/parse/BorrowedOperations.h"
#include "server/parse/ProblemCollector.h"
#include "server/parse/Stubs.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// True if a label in the contents of a container begins a block of it.
static bool beginsBlock(const Slot &S) {
  return S.Parsed && S.Parsed->BeginsBlock;
}

ContainerVerifier::ContainerVerifier(llvm::ArrayRef<Slot> Slots,
                                     const Linker &Symbols,
                                     llvm::StringRef FileName)
    : Slots(Slots), Symbols(Symbols), FileName(FileName) {
  bool IsNeeded = llvm::any_of(Slots, [](const Slot &S) {
    return (S.Kind == PieceKind::Header && S.Parsed &&
            S.Parsed->ReadsContents) ||
           beginsBlock(S);
  });
  if (!IsNeeded)
    return;
  for (auto [I, S] : llvm::enumerate(Slots))
    if (S.Container != Piece::None &&
        (S.Kind == PieceKind::Operation || S.Kind == PieceKind::Header))
      Members[S.Container].push_back(uint32_t(I));
}

bool ContainerVerifier::concerns(uint32_t Header) const {
  const Slot &S = Slots[Header];
  if (S.Kind != PieceKind::Header || !S.isValid() ||
      S.Parsed->roots().size() != 1)
    return false;
  if (S.Parsed->ReadsContents)
    return true;
  auto Entry = Members.find(Header);
  return Entry != Members.end() &&
         llvm::any_of(Entry->second, [&](uint32_t Member) {
           return beginsBlock(Slots[Member]);
         });
}

bool ContainerVerifier::isThere(uint32_t Member) const {
  const Slot &S = Slots[Member];
  return S.isValid() && !S.Parsed->isDropped() && !S.HasSymbolErrors;
}

/// Visits the contents of a container, in the order of the text.
template <typename T>
void ContainerVerifier::visit(uint32_t Header, T Visit) const {
  auto Entry = Members.find(Header);
  if (Entry == Members.end())
    return;
  for (uint32_t Member : Entry->second) {
    Visit(Member);
    visit(Member, Visit);
  }
}

bool ContainerVerifier::isComplete(uint32_t Header) const {
  bool Result = true;
  visit(Header, [&](uint32_t Member) { Result &= isThere(Member); });
  return Result;
}

uint64_t ContainerVerifier::hash(uint32_t Header,
                                 uint64_t Unit::*Number) const {
  llvm::hash_code Hash = llvm::hash_value((*Slots[Header].Parsed).*Number);
  visit(Header, [&](uint32_t Member) {
    Hash = llvm::hash_combine(Hash, isThere(Member),
                              (*Slots[Member].Parsed).*Number,
                              Slots[Member].Container - Header);
  });
  return Hash;
}

/// The contents of a container, moved into it during this object's lifetime.
class ContainerVerifier::Contents {
public:
  Contents(const ContainerVerifier &Verifier, uint32_t Header)
      : Verifier(Verifier) {
    fill(Header);
  }
  ~Contents() {
    Guests.giveBack();
    for (auto [Host, Count] : Arguments)
      Host->eraseArguments(Host->getNumArguments() - Count, Count);
    for (Block *NewBlock : NewBlocks)
      NewBlock->erase();
  }

private:
  void fill(uint32_t Header) {
    Region &Body = Verifier.Slots[Header].Parsed->roots().front()->getRegion(0);
    if (Body.empty()) {
      Body.emplaceBlock();
      NewBlocks.push_back(&Body.front());
    }
    Block *Host = &Body.front();
    auto Members = Verifier.Members.find(Header);
    if (Members == Verifier.Members.end())
      return;
    for (uint32_t Member : Members->second) {
      const Slot &S = Verifier.Slots[Member];
      if (!Verifier.isThere(Member))
        continue;
      if (beginsBlock(S) && Member != Members->second.front()) {
        Host = &Body.emplaceBlock();
        NewBlocks.push_back(Host);
      }
      if (S.Kind == PieceKind::Header)
        fill(Member);
      else if (beginsBlock(S) && S.Parsed->body())
        addArguments(*S.Parsed->body(), *Host);
      for (Operation *Root : S.Parsed->roots())
        Guests.borrow(Root, *Host);
    }
  }

  void addArguments(Block &Source, Block &Host) {
    Arguments.push_back({&Host, Source.getNumArguments()});
    for (BlockArgument Argument : Source.getArguments())
      Host.addArgument(Argument.getType(), Argument.getLoc());
  }

  const ContainerVerifier &Verifier;
  BorrowedOperations Guests;
  std::vector<std::pair<Block *, unsigned>> Arguments;
  std::vector<Block *> NewBlocks;
};

/// Runs the checks that MLIR's verifier runs before those of the contents.
static void verifyItself(Operation *Op) {
  for (NamedAttribute Attr : Op->getDiscardableAttrDictionary())
    if (Dialect *Owner = Attr.getNameDialect();
        Owner && failed(Owner->verifyOperationAttribute(Op, Attr)))
      return;
  if (std::optional<RegisteredOperationName> Name = Op->getRegisteredInfo())
    (void)Name->verifyInvariants(Op);
}

namespace {
/// Marks operations with their unit during this object's lifetime: locations
/// are those of a unit's text, and do not name the unit.
class UnitMarks {
public:
  explicit UnitMarks(llvm::ArrayRef<const Unit *> Units) {
    for (auto [I, U] : llvm::enumerate(Units)) {
      auto Name = StringAttr::get(U->OwnGeneration->Context.get(),
                                  Prefix + std::to_string(I));
      // Only the roots of a header are marked: its contents are other units.
      for (Operation *Root : U->roots())
        if (U->Kind == PieceKind::Header)
          mark(Root, Name);
        else
          Root->walk([&, Name = Name](Operation *Op) { mark(Op, Name); });
    }
  }
  ~UnitMarks() {
    for (auto [Op, OldLocation] : OldLocations)
      Op->setLoc(OldLocation);
  }

  /// The number of the unit of a location; 0 if there is none.
  static size_t unitOf(Location Loc) {
    size_t Result = 0;
    Loc->walk([&](Location Part) {
      auto Name = dyn_cast<NameLoc>(Part);
      llvm::StringRef Number = Name ? Name.getName().getValue() : "";
      if (!Number.consume_front(Prefix) || Number.getAsInteger(10, Result))
        return WalkResult::advance();
      return WalkResult::interrupt();
    });
    return Result;
  }

private:
  static constexpr char Prefix[] = "noisy unit ";

  void mark(Operation *Op, StringAttr Name) {
    OldLocations.push_back({Op, Op->getLoc()});
    Op->setLoc(NameLoc::get(Name, Op->getLoc()));
  }
  std::vector<std::pair<Operation *, Location>> OldLocations;
};
} // namespace

/// Returns MLIR's problems with the container in its present state.
std::vector<ContainerProblem>
ContainerVerifier::collect(uint32_t Header) const {
  const Unit &ContainerUnit = *Slots[Header].Parsed;
  Operation *Op = ContainerUnit.roots().front();
  MLIRContext *Context = Op->getContext();
  // MLIR would print the whole contents.
  Context->printOpOnDiagnostic(false);
  llvm::scope_exit Restore([&] { Context->printOpOnDiagnostic(true); });
  bool IsSilent = true;
  {
    ScopedDiagnosticHandler Handler(Context, [&](Diagnostic &) {
      IsSilent = false;
      return success();
    });
    verifyItself(Op);
  }
  std::vector<ContainerProblem> Result;
  if (IsSilent)
    return Result;

  // A second run finds the places.
  std::vector<const Unit *> Units = {&ContainerUnit};
  visit(Header, [&](uint32_t Member) {
    if (isThere(Member))
      Units.push_back(Slots[Member].Parsed.get());
  });
  UnitMarks Marks(Units);
  auto rangeOf = [&](Location Loc, const Unit &Owner) {
    std::string Buffer =
        Owner.SurroundingText->Prefix + Owner.Data->text().str();
    Problem Place;
    Place.Range = ProblemReader(Buffer, FileName).rangeOf(Loc);
    Owner.moveIntoText(Place);
    return Place.Range;
  };
  ScopedDiagnosticHandler Handler(Context, [&](Diagnostic &Diag) {
    if (Diag.getSeverity() == DiagnosticSeverity::Note)
      return success();
    const Unit &Owner = *Units[UnitMarks::unitOf(Diag.getLocation())];
    Problem Issue = ProblemReader("", FileName).read(Diag);
    if (mentionsStub(Issue.Message))
      return success();
    Issue.Range = rangeOf(Diag.getLocation(), Owner);
    for (auto [Note, Source] : llvm::zip(Issue.Notes, Diag.getNotes())) {
      const Unit &NoteOwner = *Units[UnitMarks::unitOf(Source.getLocation())];
      Note.Range = rangeOf(Source.getLocation(), NoteOwner);
      Note.Part = &NoteOwner == &Owner ? 0 : NoteOwner.Id;
    }
    Result.push_back({Owner.Id, std::move(Issue)});
    return success();
  });
  verifyItself(Op);
  return Result;
}

static bool namesSymbols(Operation *Op) {
  bool Result = false;
  Op->getAttrDictionary().walk([&](SymbolRefAttr) { Result = true; });
  return Result;
}

uint32_t ContainerVerifier::findSlot(uint32_t Header, uint64_t UnitId) const {
  uint32_t Result = Header;
  visit(Header, [&](uint32_t Member) {
    if (Slots[Member].Parsed->Id == UnitId)
      Result = Member;
  });
  return Result;
}

/// Moves an error about the blocks of a container from its name to the labels
/// that it cannot have.
void ContainerVerifier::moveToLabels(
    uint32_t Header, std::vector<ContainerProblem> &Problems) const {
  auto isOfBlocks = [](const ContainerProblem &Entry) {
    return llvm::StringRef(Entry.Issue.Message)
        .ends_with(" op expects region #0 to have 0 or 1 blocks");
  };
  auto BlockError = llvm::find_if(Problems, isOfBlocks);
  auto Inside = Members.find(Header);
  if (BlockError == Problems.end() || Inside == Members.end())
    return;
  Problem Issue = std::move(BlockError->Issue);
  Issue.Notes.clear();
  Problems.erase(BlockError);
  for (uint32_t Member : llvm::drop_begin(Inside->second)) {
    if (!beginsBlock(Slots[Member]) || !isThere(Member))
      continue;
    const Unit &Labelled = *Slots[Member].Parsed;
    Issue.Range = Lexer(Labelled.Data->text()).next()->Range;
    Problems.push_back({Labelled.Id, Issue});
  }
}

std::vector<ContainerProblem> ContainerVerifier::verify(uint32_t Header) const {
  std::vector<ContainerProblem> Result;
  {
    Contents ContentsGuard(*this, Header);
    Result = collect(Header);
  }
  moveToLabels(Header, Result);
  if (Result.empty() || isComplete(Header))
    return Result;
  // The problem may be that it names broken contents.
  std::vector<ContainerProblem> Alone;
  if (!namesSymbols(Slots[Header].Parsed->roots().front()))
    Alone = collect(Header);
  llvm::erase_if(Result, [&](const ContainerProblem &Entry) {
    uint32_t Place = findSlot(Header, Entry.UnitId);
    return Place == Header ? !llvm::is_contained(Alone, Entry)
                           : Symbols.namesBroken(Place);
  });
  return Result;
}

StepOutcome mlir::noisy::lsp::linkSlots(std::vector<Slot> &New,
                                        const Linker &Symbols,
                                        CrashMemory &Crashes) {
  for (size_t I = 0; I < New.size(); ++I) {
    Slot &S = New[I];
    bool IsLost = !S.Parsed || !S.Parsed->isParsed() ||
                  (S.Parsed->isVerifiedAlone() && !S.Parsed->isValid());
    if (IsLost) {
      S.setSymbolProblems({}, /*AreWrong=*/false);
      continue;
    }
    uint64_t Key = Symbols.keyOf(I);
    if (S.SymbolKey == Key)
      continue;
    uint64_t Texts = Symbols.textsAround(I);
    BuildStep Step = BuildStep::Link;
    if (Crashes.contains(Step, [&] { return Texts; })) {
      Step = BuildStep::LinkAsIs;
      S.Parsed->stopRepair();
    }
    Linker::Outcome Outcome;
    StepOutcome Result = Crashes.attempt(
        Step, Texts, [&] { Outcome = Symbols.check(I); },
        [&] {
          Outcome = {{CrashMemory::describe(Step, S.Parsed->Data->text())},
                     /*IsWrong=*/true};
        });
    if (Result == StepOutcome::Crashed) {
      // Stubs may be the reason.
      if (!S.Parsed->isIntact())
        Crashes.remember(BuildStep::Recovery, S.Parsed->TextKey);
      else if (!S.Parsed->isAltered())
        Crashes.remember(BuildStep::LinkAsIs, Texts);
      return Result;
    }
    S.SymbolKey = Key;
    S.setSymbolProblems(std::move(Outcome.Problems), Outcome.IsWrong);
  }
  return StepOutcome::Done;
}

StepOutcome mlir::noisy::lsp::verifyContainers(std::vector<Slot> &New,
                                               const Linker &Symbols,
                                               llvm::StringRef FileName,
                                               CrashMemory &Crashes) {
  ContainerVerifier Containers(New, Symbols, FileName);
  for (uint32_t I = 0; I < New.size(); ++I) {
    Slot &S = New[I];
    if (S.Kind != PieceKind::Header)
      continue;
    uint64_t Key = Containers.concerns(I) ? Containers.key(I) : 0;
    if (S.ContainerKey == Key)
      continue;
    std::vector<ContainerProblem> Problems;
    StepOutcome Result = StepOutcome::Done;
    if (Key)
      Result = Crashes.attempt(
          BuildStep::Container, Containers.texts(I),
          [&] { Problems = Containers.verify(I); },
          [&] {
            Problems = {
                {S.Parsed->Id, CrashMemory::describe(BuildStep::Container,
                                                     S.Parsed->Data->text())}};
          });
    if (Result == StepOutcome::Crashed)
      return Result;
    S.ContainerKey = Key;
    S.setContainerProblems(std::move(Problems));
  }
  for (Slot &S : New)
    S.IsAdrift =
        S.Container != Piece::None && New[S.Container].breaksContents();
  return StepOutcome::Done;
}
