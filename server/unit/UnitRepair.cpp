//===- UnitRepair.cpp - Units with broken operations ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both kinds of broken operations have stubs: those that do not parse in the
// text (Recovery), those that do not verify in the IR (InvalidOperations).
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Location.h"
#include "mlir/IR/Verifier.h"
#include "server/parse/KnownPatterns.h"
#include "server/parse/ParsedText.h"
#include "server/parse/SafeVerify.h"
#include "server/recovery/Recovery.h"
#include "server/threads/Thread.h"
#include "server/unit/Unit.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

void Unit::recover(llvm::StringRef Text, const std::string &FileName,
                   TaskQueue &Later, llvm::function_ref<bool()> ShouldStop) {
  if (!mayRecover())
    return;
  std::vector<Problem> InBuffer;
  for (Problem Issue : *Problems) {
    Issue.Range = Issue.Range.shift(SurroundingText->Prefix.size());
    for (Problem::Note &Note : Issue.Notes)
      if (Note.Range.End > 0)
        Note.Range = Note.Range.shift(SurroundingText->Prefix.size());
    InBuffer.push_back(std::move(Issue));
  }
  auto attempt = [&](KnownPatterns *Patterns) {
    std::optional<Recovery> Result =
        lsp::recover(*OwnGeneration->Context, Patterns,
                     {SurroundingText->Prefix, Text, SurroundingText->Suffix,
                      Info->IsList ? TextForm::List : TextForm::Operation,
                      InBuffer, UndefinedUses},
                     FileName, ShouldStop);
    IsRecoveryTried = Result || !ShouldStop();
    if (!Result) {
      if (IsRecoveryTried)
        UndefinedUses = {};
      return true;
    }
    IsUnclosed = Result->RepairsBrackets;
    HasRepairedHeader = Result->RepairsHeader;
    LosesBounds = Result->LosesBounds;
    if (Result->UnendedBrace)
      UnendedBrace = *Result->UnendedBrace - SurroundingText->Prefix.size();
    size_t OldCount = Result->Source->problems().size();
    // The symbols of the text are those of the IR now.
    std::vector<std::vector<std::string>> OldSymbols = std::move(OtherSymbols);
    OtherSymbols.clear();
    addSymbolsOfAliases();
    // verify(), which adopt() calls, reports more of a recovered unit.
    IsRecovered = true;
    IsRecovered =
        adopt(Result->Source, Result->Offsets, Result->BrokenRanges, Text,
              FileName, Result->Patterned.get(), Result->LineOffsets);
    if (!IsRecovered && Result->Patterned) {
      OtherSymbols = std::move(OldSymbols);
      IsUnclosed = HasRepairedHeader = false;
      UnendedBrace = std::nullopt;
      return false;
    }
    UndefinedUses = {};
    if (!IsRecovered)
      return true;
    HasOldPlaces = bool(Result->Patterned) && VerifiedAlone;
    // Errors of verification are found in the text as it is from now on.
    if (!VerifiedAlone)
      updatePlaces(FileName);
    std::vector<Problem> NewProblems = Result->Problems;
    for (Problem &Issue :
         llvm::drop_begin(Result->Source->problems(), OldCount)) {
      Issue.Range = Result->Offsets.toTargetClamped(Issue.Range);
      for (Problem::Note &Note : Issue.Notes)
        Note.Range = Result->Offsets.toTargetClamped(Note.Range);
      NewProblems.push_back(std::move(Issue));
    }
    setProblems(Text, std::move(NewProblems));
    if (Result->Patterned)
      Result->Patterned->dropStubs();
    if (Text.size() >= LargeBytes)
      Later.post([Source = std::move(Result->Source),
                  Patterned = std::move(Result->Patterned)] {});
    return true;
  };
  bool HasSurvived = survive([&] {
    // With patterns it does not become known where it does not verify.
    if (!attempt(mayHavePatterns() ? OwnGeneration->Patterns.get() : nullptr))
      attempt(nullptr);
  });
  if (!HasSurvived)
    OwnGeneration->HasCrashed = true;
}

/// Sets the locations of all operations to their places in the text: a stub may
/// have moved what is behind it in its line.
void Unit::updatePlaces(llvm::StringRef FileName) {
  std::string Whole = SurroundingText->Prefix + Data->text().str();
  size_t Line = 1, LineBegin = 0;
  for (Section::Index Number : Data->inText()) {
    auto Place = dyn_cast<FileLineColLoc>(Operations[Number]->getLoc());
    if (!Place || Place.getFilename() != FileName)
      continue;
    size_t Offset =
        SurroundingText->Prefix.size() + Data->operations()[Number].Name.Begin;
    for (size_t Next; (Next = Whole.find('\n', LineBegin)) < Offset; ++Line)
      LineBegin = Next + 1;
    Operations[Number]->setLoc(
        FileLineColLoc::get(Place.getContext(), FileName, unsigned(Line),
                            unsigned(Offset - LineBegin + 1)));
  }
}

/// Verifies the operations; true if nothing is said of them, and no verifier
/// crashes.
bool Unit::verifiesQuietly() {
  bool IsQuiet = true;
  ScopedDiagnosticHandler Handler(OwnGeneration->Context.get(),
                                  [&](Diagnostic &) {
                                    IsQuiet = false;
                                    return success();
                                  });
  return llvm::all_of(
             Roots,
             [](Operation *Op) { return verifySafely(Op).value_or(false); }) &&
         IsQuiet;
}

void Unit::verify(llvm::StringRef FileName) {
  if (HasOldPlaces) {
    // The places are those of errors only.
    if ((Valid = verifiesQuietly()))
      return;
    updatePlaces(FileName);
    HasOldPlaces = false;
  }
  if (RepairChoice == Repair::No) {
    Valid = llvm::all_of(
        Roots, [](Operation *Op) { return succeeded(mlir::verify(Op)); });
    return;
  }
  if (!Invalid)
    Invalid = std::make_unique<InvalidOperations>();
  Valid = true;
  for (Operation *Op : Roots)
    Valid &= Invalid->verify(Op, IsRecovered, IsUnclosed);
  forgetReplaced();
}

void Unit::replace(Operation *Op) {
  if (!Invalid)
    Invalid = std::make_unique<InvalidOperations>();
  Invalid->replace(Op);
  forgetReplaced();
}

/// Replaces the values of replaced operations by those of their stubs.
void Unit::forgetReplaced() {
  if (!isAltered())
    return;
  for (Value &V : Values) {
    Operation *Op = V ? V.getDefiningOp() : nullptr;
    if (V && !Op)
      Op = V.getParentBlock()->getParentOp();
    Operation *Stub = Op && isa<OpResult>(V) ? Invalid->stubOf(Op) : nullptr;
    // Loops that are not finished stay, but not their results.
    if (!Stub && !(Op && Invalid->contains(Op)))
      continue;
    V = Stub ? Stub->getResult(cast<OpResult>(V).getResultNumber()) : Value();
  }
  llvm::erase_if(SymbolUsers,
                 [&](Operation *User) { return Invalid->contains(User); });
  CachedHiddenFlow.reset();
  CachedStatements.reset();
  dropIndex();
  InvalidNumbers.clear();
  for (Operation *Op : Invalid->operations())
    if (Section::Index Number = indexOf(Op); Number != Section::None)
      InvalidNumbers.push_back(Number);
  llvm::sort(InvalidNumbers);
}
