//===- StubResults.cpp - The results of stubs -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/StubResults.h"
#include "server/recovery/MistypedUses.h"
#include <utility>

using namespace mlir::noisy::lsp;

/// The stub that defines the value named at an offset of the buffer.
Stub *StubResults::definerAt(size_t OffsetInBuffer, MlirToken &Name) {
  std::optional<MlirToken> Token =
      Lexer(Attempt.buffer(), OffsetInBuffer).next();
  if (!Token || Token->Kind != TokenKind::Value)
    return nullptr;
  Name = *Token;
  return Attempt.definerOf(Name.groupName(),
                           Attempt.toOriginal(OffsetInBuffer));
}

bool StubResults::learn(llvm::ArrayRef<UndefinedUse> Uses) {
  bool HasLearned = false;
  for (const UndefinedUse &Use : Uses) {
    MlirToken Name;
    Stub *S = Use.IsFirst ? definerAt(Use.Name.Begin, Name) : nullptr;
    size_t Offset = Attempt.toOriginal(Use.Name.Begin);
    GuessedType *Type = S && !S->HasResults ? S->typeOf(Name, Offset) : nullptr;
    if (!Type)
      continue;
    *Type = {Use.UsedType, Offset};
    HasLearned = true;
  }
  return HasLearned;
}

/// Learns the type of a stub's result from a use of another type than that of
/// the stub, which is unknown. Returns false if the error is another one.
bool StubResults::learnFromUse(const Problem &Issue) {
  MlirToken Name;
  Stub *S = valueOfOtherType(Issue.Message).empty()
                ? nullptr
                : definerAt(Issue.Range.Begin, Name);
  size_t Offset = Attempt.toOriginal(Issue.Range.Begin);
  GuessedType *Guess = S ? S->typeOf(Name, Offset) : nullptr;
  llvm::StringRef Type = readUseTypes(Issue.Message).first;
  if (!Guess || !Guess->Spelling.empty() || Type.empty() ||
      (!S->HasResults && !S->isArgument(Guess)))
    return false;
  *Guess = {Type.str(), Offset};
  return true;
}

/// Learns the type of a stub's result from a use that MLIR takes for one of a
/// value of the same name in a later function. Returns false if the error is
/// another one.
bool StubResults::learnFromOther(const Problem &Issue) {
  if (!llvm::StringRef(Issue.Message).starts_with(lateDefinitionMessage) ||
      Issue.Notes.empty())
    return false;
  const Problem::Note &Use = Issue.Notes.front();
  llvm::StringRef Type = Use.Message;
  MlirToken Name;
  if (!Type.consume_front("previously used here with type '") ||
      !Type.consume_back("'"))
    return false;
  Stub *S = definerAt(Use.Range.Begin, Name);
  size_t Offset = Attempt.toOriginal(Use.Range.Begin);
  GuessedType *Guess = S && !S->HasResults ? S->typeOf(Name, Offset) : nullptr;
  if (!Guess)
    return false;
  *Guess = {Type.str(), Offset};
  return true;
}

/// Puts the results into a stub if MLIR takes a use of one for a value of the
/// same name in a later function, which defines it as an argument; takes their
/// names from the results of a loop that lacks its own. Returns false if the
/// error is another one.
bool StubResults::completeForArgument(const Problem &Issue) {
  if (!llvm::StringRef(Issue.Message).starts_with(takenArgumentMessage) ||
      Issue.Notes.empty())
    return false;
  MlirToken Name;
  Stub *S = definerAt(Issue.Notes.front().Range.Begin, Name);
  if (!S)
    return false;
  if (!std::exchange(S->HasResults, true))
    return true;
  // A loop without its own name: what seems to be a result is its counter.
  if (S->LacksName)
    S->dropResults();
  return S->LacksName;
}

bool StubResults::learn(const Problem &Issue) {
  return learnFromOther(Issue) || learnFromUse(Issue) ||
         completeForArgument(Issue);
}

void StubResults::forget(ByteRange WrongUses) {
  bool AnyForgotten = false;
  auto isWrong = [&](const GuessedType &Type) {
    return !Type.Spelling.empty() && WrongUses.contains(Type.Use);
  };
  for (auto &[Begin, S] : Stubs) {
    for (GuessedType &Type : S.Types)
      if (isWrong(Type)) {
        Type = {};
        S.HasResults = false;
        AnyForgotten = true;
      }
    for (Stub::Argument &Each : S.Arguments)
      if (isWrong(Each.Type))
        Each.Type = {};
  }
  if (AnyForgotten)
    for (auto I = Stubs.begin(); I != Stubs.end();)
      I = I->second.Problems.empty() ? Stubs.erase(I) : std::next(I);
}

bool StubResults::complete() {
  bool HasChanged = false;
  for (auto &[Begin, S] : Stubs)
    if (!std::exchange(S.HasResults, true))
      HasChanged = true;
  return HasChanged;
}

bool StubResults::defineLater(size_t OffsetInBuffer) {
  MlirToken Name;
  Stub *S = definerAt(OffsetInBuffer, Name);
  return S && !S->HasResults;
}
