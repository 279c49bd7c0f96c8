//===- SlotVerifier.cpp - Verifies what slots say of others ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SlotVerifier.h"
#include "server/build/ContainerVerifier.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir::noisy::lsp;

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
