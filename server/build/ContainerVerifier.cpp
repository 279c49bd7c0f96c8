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
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// True if the contents of a unit's container give it arguments.
static bool hasBlockArguments(const Slot &S) {
  return S.Kind == PieceKind::Operation && S.Of && S.Of->body() &&
         S.Of->body()->getNumArguments() > 0;
}

ContainerVerifier::ContainerVerifier(llvm::ArrayRef<Slot> Slots,
                                     const Linker &Symbols,
                                     llvm::StringRef FileName)
    : Slots(Slots), Symbols(Symbols), FileName(FileName) {
  bool IsNeeded = llvm::any_of(Slots, [](const Slot &S) {
    return (S.Kind == PieceKind::Header && S.Of && S.Of->ReadsContents) ||
           hasBlockArguments(S);
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
  if (S.Kind != PieceKind::Header || !S.isValid() || S.Of->roots().size() != 1)
    return false;
  if (S.Of->ReadsContents)
    return true;
  auto Inside = Members.find(Header);
  return Inside != Members.end() &&
         llvm::any_of(Inside->second, [&](uint32_t Member) {
           return hasBlockArguments(Slots[Member]);
         });
}

bool ContainerVerifier::isThere(uint32_t Member) const {
  const Slot &S = Slots[Member];
  return S.isValid() && !S.Of->isDropped() && !S.HasSymbolErrors;
}

/// Visits the contents of a container, in the order of the text.
template <typename T>
void ContainerVerifier::visit(uint32_t Header, T Visit) const {
  auto Inside = Members.find(Header);
  if (Inside == Members.end())
    return;
  for (uint32_t Member : Inside->second) {
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
  llvm::hash_code Hash = llvm::hash_value((*Slots[Header].Of).*Number);
  visit(Header, [&](uint32_t Member) {
    Hash =
        llvm::hash_combine(Hash, isThere(Member), (*Slots[Member].Of).*Number,
                           Slots[Member].Container - Header);
  });
  return Hash;
}

/// The contents of a container, moved into it during this object's lifetime.
class ContainerVerifier::Contents {
public:
  Contents(const ContainerVerifier &All, uint32_t Header) : All(All) {
    fill(Header);
  }
  ~Contents() {
    Guests.giveBack();
    for (auto [Inside, Count] : Arguments)
      Inside->eraseArguments(Inside->getNumArguments() - Count, Count);
    for (Block *Inside : Added)
      Inside->erase();
  }

private:
  void fill(uint32_t Header) {
    Region &Body = All.Slots[Header].Of->roots().front()->getRegion(0);
    if (Body.empty()) {
      Body.emplaceBlock();
      Added.push_back(&Body.front());
    }
    Block &Inside = Body.front();
    auto Members = All.Members.find(Header);
    if (Members == All.Members.end())
      return;
    for (uint32_t Member : Members->second) {
      const Slot &S = All.Slots[Member];
      if (!All.isThere(Member))
        continue;
      if (S.Kind == PieceKind::Header)
        fill(Member);
      else if (hasBlockArguments(S))
        addArguments(*S.Of->body(), Inside);
      for (Operation *Root : S.Of->roots())
        Guests.borrow(Root, Inside);
    }
  }

  void addArguments(Block &From, Block &Inside) {
    Arguments.push_back({&Inside, From.getNumArguments()});
    for (BlockArgument Argument : From.getArguments())
      Inside.addArgument(Argument.getType(), Argument.getLoc());
  }

  const ContainerVerifier &All;
  BorrowedOperations Guests;
  std::vector<std::pair<Block *, unsigned>> Arguments;
  std::vector<Block *> Added;
};

/// Runs the checks that MLIR's verifier runs before those of the contents.
static void verifyItself(Operation *Op) {
  for (NamedAttribute Given : Op->getDiscardableAttrDictionary())
    if (Dialect *Owner = Given.getNameDialect();
        Owner && failed(Owner->verifyOperationAttribute(Op, Given)))
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
      auto Name =
          StringAttr::get(U->In->Context.get(), Prefix + std::to_string(I));
      // Only the roots of a header are marked: its contents are other units.
      for (Operation *Root : U->roots())
        if (U->Kind == PieceKind::Header)
          mark(Root, Name);
        else
          Root->walk([&, Name = Name](Operation *Op) { mark(Op, Name); });
    }
  }
  ~UnitMarks() {
    for (auto [Op, Before] : Marked)
      Op->setLoc(Before);
  }

  /// The number of the unit of a location; 0 if there is none.
  static size_t unitOf(Location Where) {
    size_t Result = 0;
    Where->walk([&](Location Part) {
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
    Marked.push_back({Op, Op->getLoc()});
    Op->setLoc(NameLoc::get(Name, Op->getLoc()));
  }
  std::vector<std::pair<Operation *, Location>> Marked;
};
} // namespace

/// Returns MLIR's problems with the container in its present state.
std::vector<ContainerProblem>
ContainerVerifier::collect(uint32_t Header) const {
  const Unit &Own = *Slots[Header].Of;
  Operation *Op = Own.roots().front();
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
  std::vector<const Unit *> Units = {&Own};
  visit(Header, [&](uint32_t Member) {
    if (isThere(Member))
      Units.push_back(Slots[Member].Of.get());
  });
  UnitMarks Marks(Units);
  auto rangeOf = [&](Location Where, const Unit &In) {
    std::string Buffer = In.Around->Prefix + In.Data->text().str();
    Problem Place;
    Place.Where = ProblemReader(Buffer, FileName).rangeOf(Where);
    In.moveIntoText(Place);
    return Place.Where;
  };
  ScopedDiagnosticHandler Handler(Context, [&](Diagnostic &Given) {
    if (Given.getSeverity() == DiagnosticSeverity::Note)
      return success();
    const Unit &In = *Units[UnitMarks::unitOf(Given.getLocation())];
    Problem Found = ProblemReader("", FileName).read(Given);
    Found.Where = rangeOf(Given.getLocation(), In);
    for (auto [Note, Source] : llvm::zip(Found.Notes, Given.getNotes())) {
      const Unit &There = *Units[UnitMarks::unitOf(Source.getLocation())];
      Note.Where = rangeOf(Source.getLocation(), There);
      Note.Part = &There == &In ? 0 : There.Id;
    }
    Result.push_back({In.Id, std::move(Found)});
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
    if (Slots[Member].Of->Id == UnitId)
      Result = Member;
  });
  return Result;
}

std::vector<ContainerProblem> ContainerVerifier::verify(uint32_t Header) const {
  std::vector<ContainerProblem> Result;
  {
    Contents Inside(*this, Header);
    Result = collect(Header);
  }
  if (Result.empty() || isComplete(Header))
    return Result;
  // The problem may be that it names broken contents.
  std::vector<ContainerProblem> Alone;
  if (!namesSymbols(Slots[Header].Of->roots().front()))
    Alone = collect(Header);
  llvm::erase_if(Result, [&](const ContainerProblem &Found) {
    uint32_t Place = findSlot(Header, Found.UnitId);
    return Place == Header ? !llvm::is_contained(Alone, Found)
                           : Symbols.namesBroken(Place);
  });
  return Result;
}

StepOutcome mlir::noisy::lsp::linkSlots(std::vector<Slot> &New,
                                        const Linker &Symbols,
                                        CrashMemory &Crashes) {
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
    StepOutcome Result = Crashes.attempt(
        BuildStep::Link, Symbols.textsAround(I),
        [&] { Found = Symbols.check(I); },
        [&] {
          Found = {CrashMemory::describe(BuildStep::Link, S.Of->Data->text())};
        });
    if (Result == StepOutcome::Crashed)
      return Result;
    S.SymbolKey = Key;
    S.setSymbolProblems(std::move(Found));
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
    std::vector<ContainerProblem> Found;
    StepOutcome Result = StepOutcome::Done;
    if (Key)
      Result = Crashes.attempt(
          BuildStep::Container, Containers.texts(I),
          [&] { Found = Containers.verify(I); },
          [&] {
            Found = {{S.Of->Id, CrashMemory::describe(BuildStep::Container,
                                                      S.Of->Data->text())}};
          });
    if (Result == StepOutcome::Crashed)
      return Result;
    S.ContainerKey = Key;
    S.setContainerProblems(std::move(Found));
  }
  for (Slot &S : New)
    S.IsAdrift =
        S.Container != Piece::None && New[S.Container].breaksContents();
  return StepOutcome::Done;
}
