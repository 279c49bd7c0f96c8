//===- AffineLayout.cpp - The layout of a buffer by a map -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/AffineLayout.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <optional>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// The text of a map, between its brackets.
struct MapText {
  llvm::SmallVector<StringRef> Dimensions, Symbols, Results;
};
} // namespace

/// Takes a list in brackets from the beginning of a text, without parts where
/// it is empty; returns false if there is none.
static bool consumeList(StringRef &Text, char Open, char Close,
                        llvm::SmallVectorImpl<StringRef> &Parts) {
  Text = Text.ltrim();
  if (!Text.starts_with(StringRef(&Open, 1)))
    return false;
  size_t Depth = 0, Begin = 1;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool Ends = Text[I] == Close && Depth == 1;
    Depth += Text[I] == Open;
    if (Ends || (Text[I] == ',' && Depth == 1)) {
      if (StringRef Part = Text.slice(Begin, I).trim(); !Part.empty())
        Parts.push_back(Part);
      Begin = I + 1;
    }
    Depth -= Text[I] == Close;
    if (Ends) {
      Text = Text.drop_front(I + 1).ltrim();
      return true;
    }
  }
  return false;
}

static std::optional<MapText> readMap(StringRef Text) {
  MapText Result;
  if (!Text.consume_front("affine_map<") || !Text.consume_back(">") ||
      !consumeList(Text, '(', ')', Result.Dimensions) ||
      (Text.starts_with("[") && !consumeList(Text, '[', ']', Result.Symbols)) ||
      !Text.consume_front("->") ||
      !consumeList(Text, '(', ')', Result.Results) || !Text.empty() ||
      Result.Results.empty())
    return std::nullopt;
  return Result;
}

/// An expression with other names.
static std::string
rename(StringRef Expression,
       const std::map<StringRef, std::string, std::less<>> &Names) {
  std::string Result;
  size_t End = 0;
  Lexer Tokens(Expression);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    Result += Expression.slice(End, Token->Range.Begin);
    auto Name = Names.find(Token->Text);
    Result += Name == Names.end() ? Token->Text.str() : Name->second;
    End = Token->Range.End;
  }
  return Result;
}

std::string mlir::noisy::lsp::describeAffineLayout(StringRef Text,
                                                   size_t Rank) {
  std::optional<MapText> Map = readMap(Text);
  if (!Map || Map->Dimensions.size() != Rank || Rank == 0 ||
      Rank > IndexNames.size())
    return "";
  std::map<StringRef, std::string, std::less<>> Names;
  std::vector<std::string> Indices, Results;
  for (auto [I, Dimension] : llvm::enumerate(Map->Dimensions)) {
    Indices.emplace_back(1, IndexNames[I]);
    Names[Dimension] = Indices.back();
  }
  for (StringRef Result : Map->Results)
    Results.push_back(rename(Result, Names));
  std::string Element = "Element [" + llvm::join(Indices, ", ") + "] is ";
  Element +=
      Results.size() == 1
          ? "at `" + Results.front() + "`, counted in elements from its base"
          : "where [" + llvm::join(Results, ", ") + "] is in row-major order";
  if (Map->Symbols.empty())
    return Element + ".";
  return Element + "; " + llvm::join(Map->Symbols, ", ") +
         (Map->Symbols.size() == 1 ? " is" : " are") +
         " known at run time only.";
}
