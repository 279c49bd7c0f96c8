//===- Nesting.cpp - The depth of nested brackets -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Nesting.h"
#include "server/syntax/Lexer.h"
#include <algorithm>
#include <array>
#include <string_view>

using namespace mlir::noisy::lsp;

static constexpr llvm::StringLiteral Opening = "([{<", Closing = ")]}>";

/// The bytes that nesting depends on, and the beginnings of strings and
/// comments.
static constexpr std::array<bool, 256> makeStops() {
  std::array<bool, 256> Stops = {};
  for (char C : std::string_view("([{<)]}>-\"/"))
    Stops[static_cast<unsigned char>(C)] = true;
  return Stops;
}
static constexpr std::array<bool, 256> Stops = makeStops();

/// False if the text does not nest deeper; faster than to read all tokens,
/// which is needed only if this is true.
static bool mayNestDeeper(llvm::StringRef Text, unsigned Limit) {
  unsigned Depths[4] = {};
  unsigned Depth = 0;
  const char *P = Text.begin(), *End = Text.end();
  for (; P != End; ++P) {
    if (!Stops[static_cast<unsigned char>(*P)])
      continue;
    if (size_t Kind = Opening.find(*P); Kind != llvm::StringRef::npos) {
      ++Depths[Kind];
      if (++Depth >= Limit)
        return true;
    } else if (size_t Kind = Closing.find(*P); Kind != llvm::StringRef::npos) {
      Depth -= Depths[Kind] != 0;
      Depths[Kind] -= Depths[Kind] != 0;
    } else if (*P == '-') {
      llvm::StringRef Rest = llvm::StringRef(P + 1, End - P - 1);
      if (Rest.starts_with(">"))
        ++P;
      else if (Rest = Rest.ltrim();
               Rest.starts_with("-") || Rest.starts_with("/"))
        return true; // a row of signs, or one with comments between
    } else if (*P == '"') {
      P = lex::skipString(P, End) - 1;
    } else if (lex::isComment(P, End)) {
      // It does not skip a marker that splits the text.
      P = std::max(P, lex::skipComment(P, End) - 1);
    }
  }
  return false;
}

std::optional<size_t> mlir::noisy::lsp::findDeepNesting(llvm::StringRef Text,
                                                        unsigned Limit) {
  if (!mayNestDeeper(Text, Limit))
    return std::nullopt;
  // Each kind separately, so that a stray one (the > of >=) cannot hide the
  // depth of the others.
  unsigned Depths[4] = {};
  // MLIR also recurses over a row of signs, in affine expressions.
  unsigned Depth = 0, Signs = 0;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    Signs = Token->is("-") ? Signs + 1 : 0;
    char Sign = Token->Text.front();
    if (size_t Kind = Closing.find(Sign); Kind != llvm::StringRef::npos) {
      if (Depths[Kind] != 0) {
        --Depths[Kind];
        --Depth;
      }
      continue;
    }
    if (size_t Kind = Opening.find(Sign); Kind != llvm::StringRef::npos) {
      ++Depths[Kind];
      ++Depth;
    } else if (Signs == 0) {
      continue;
    }
    if (Depth + Signs > Limit)
      return Token->Range.Begin;
  }
  return std::nullopt;
}
