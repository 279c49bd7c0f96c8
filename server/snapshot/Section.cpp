//===- Section.cpp - The names and structure of parsed text ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/Section.h"
#include "server/snapshot/SectionDetails.h"
#include "server/snapshot/SectionFacts.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

const Section::Token *Section::tokenAt(size_t Offset) const {
  auto After = llvm::upper_bound(Tokens, Offset, [](size_t O, const Token &T) {
    return O < T.Where.Begin;
  });
  if (After == Tokens.begin())
    return nullptr;
  const Token &Before = *std::prev(After);
  return Offset <= Before.Where.End ? &Before : nullptr;
}

Section::Index Section::operationAt(size_t Offset) const {
  auto After = llvm::upper_bound(InText, Offset, [&](size_t O, Index I) {
    return O < Operations[I].Where.Begin;
  });
  if (After == InText.begin())
    return None;
  // Operations around the offset contain the last one that begins before it.
  Index Found = *std::prev(After);
  while (Found != None && Operations[Found].Where.End <= Offset)
    Found = Operations[Found].Parent;
  return Found;
}

Section::Inside Section::inside(Index Outer) const {
  // The contents follow the operation in the order of the walk.
  Inside Result;
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

std::vector<Section::Token> Section::tokensOf(Kind Of, Index What) const {
  std::vector<Token> Result;
  for (const Token &T : Tokens)
    if (T.Of == Of && T.What == What)
      Result.push_back(T);
  return Result;
}

std::vector<Section::Index> Section::groupsNamedLike(Index Group) const {
  std::vector<Index> Result = {Group};
  // Pairs may form chains.
  for (size_t I = 0; I < Result.size(); ++I)
    for (auto [A, B] : SharedNames)
      if (A == Result[I] || B == Result[I])
        if (Index Other = A == Result[I] ? B : A;
            !llvm::is_contained(Result, Other))
          Result.push_back(Other);
  return Result;
}

std::string Section::nameOf(Index Of) const {
  const Value &V = Values[Of];
  if (V.Name.empty())
    return "<unnamed>";
  std::string Name = textOf(V.Name).str();
  if (V.GroupSize > 1)
    Name += "#" + std::to_string(Of - V.Group);
  return Name;
}

const ValueDetails *SectionDetails::find(Section::Index Of) const {
  auto Found = llvm::lower_bound(
      Values, Of, [](const ValueDetails &Known, Section::Index Wanted) {
        return Known.Value < Wanted;
      });
  return Found == Values.end() || Found->Value != Of ? nullptr : &*Found;
}

const NoiseInfo *SectionFacts::find(Section::Index Of) const {
  auto Found = llvm::lower_bound(
      Noise, Of,
      [](const NoiseInfo &I, Section::Index Value) { return I.Value < Value; });
  return Found != Noise.end() && Found->Value == Of ? &*Found : nullptr;
}
