//===- Section.cpp - The names and structure of parsed text ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/Section.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

void Section::setText(llvm::StringRef NewText,
                      std::shared_ptr<const void> Owner) {
  Text = NewText;
  TextOwner = std::move(Owner);
  if (TextOwner)
    return;
  auto Copy = std::make_shared<const std::string>(NewText.str());
  Text = *Copy;
  TextOwner = std::move(Copy);
}

const Section::Token *Section::tokenAt(size_t Offset) const {
  auto Next = llvm::upper_bound(Tokens, Offset, [](size_t O, const Token &T) {
    return O < T.Range.Begin;
  });
  if (Next == Tokens.begin())
    return nullptr;
  const Token &Candidate = *std::prev(Next);
  return Offset <= Candidate.Range.End ? &Candidate : nullptr;
}

Section::Index Section::valueDefinedAt(ByteRange Name, Index Place) const {
  const Token *Match = Name.empty() ? nullptr : tokenAt(Name.Begin);
  if (!Match || ByteRange(Match->Range) != Name || !Match->IsDefinition ||
      Match->TargetKind != Kind::Value ||
      Place >= Values[Match->Target].GroupSize)
    return None;
  return Match->Target + Place;
}

Section::Index Section::operationAt(size_t Offset) const {
  auto Next = llvm::upper_bound(InText, Offset, [&](size_t O, Index I) {
    return O < Operations[I].Range.Begin;
  });
  if (Next == InText.begin())
    return None;
  // Operations around the offset contain the last one that begins before it.
  Index Innermost = *std::prev(Next);
  while (Innermost != None && Operations[Innermost].Range.End <= Offset)
    Innermost = Operations[Innermost].Parent;
  return Innermost;
}

Section::Subtree Section::subtree(Index Outer) const {
  // The contents follow the operation in the order of the walk.
  Subtree Result;
  Result.FirstOperation = Result.EndOperation = Outer + 1;
  while (Result.EndOperation < Operations.size() &&
         Operations[Result.EndOperation].Parent != None &&
         Operations[Result.EndOperation].Parent >= Outer)
    ++Result.EndOperation;
  Result.FirstValue =
      Operations[Outer].FirstResult + Operations[Outer].ResultCount;
  Result.EndValue = Result.EndOperation < Operations.size()
                        ? Operations[Result.EndOperation].FirstResult
                        : Index(Values.size());
  // The last values may be arguments of the next block.
  auto isOutside = [&](const Value &V) {
    return V.IsArgument && (Blocks[V.Owner].Parent < Outer ||
                            Blocks[V.Owner].Parent >= Result.EndOperation);
  };
  while (Result.EndValue > Result.FirstValue &&
         isOutside(Values[Result.EndValue - 1]))
    --Result.EndValue;
  return Result;
}

std::vector<Section::Token> Section::tokensOf(Kind TargetKind,
                                              Index Target) const {
  std::vector<Token> Result;
  for (const Token &T : Tokens)
    if (T.TargetKind == TargetKind && T.Target == Target)
      Result.push_back(T);
  return Result;
}

std::vector<Section::Index> Section::groupsNamedLike(Index Group) const {
  std::vector<Index> Result = {Group};
  // Pairs may form chains.
  for (size_t I = 0; I < Result.size(); ++I)
    for (auto [A, B] : SharedNames)
      if (A == Result[I] || B == Result[I])
        if (Index OtherGroup = A == Result[I] ? B : A;
            !llvm::is_contained(Result, OtherGroup))
          Result.push_back(OtherGroup);
  return Result;
}

std::string Section::nameOf(Index ValueIndex) const {
  const Value &V = Values[ValueIndex];
  // A stub that defines it for one that uses it: nothing else does, or with
  // another type.
  if (V.Name.empty() && !V.IsArgument &&
      Operations[V.Owner].Kind == OperationKind::Broken)
    return "a wrong operand";
  if (V.Name.empty())
    return NoName.str();
  std::string Name = textOf(V.Name).str();
  if (V.GroupSize > 1)
    Name += "#" + std::to_string(ValueIndex - V.Group);
  return Name;
}
