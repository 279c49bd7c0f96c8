//===- NameScopes.cpp - Names for new values ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/NameScopes.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

bool mlir::noisy::lsp::isNumberName(llvm::StringRef Name) {
  return Name.consume_front("%") && !Name.empty() &&
         llvm::all_of(Name, llvm::isDigit);
}

NameScopes::Scope &NameScopes::scopeOf(Block *Place) {
  Operation *Top = Place->getParentOp();
  while (Top->getParentOp() &&
         (!Top->hasTrait<OpTrait::IsIsolatedFromAbove>() ||
          Program.rangeOf(Top).empty()))
    Top = Top->getParentOp();
  auto [Entry, IsNew] = Scopes.try_emplace(Top);
  Scope &Result = Entry->second;
  if (!IsNew)
    return Result;
  ByteRange Range = Program.rangeOf(Top);
  llvm::StringRef Text = Program.text();
  Lexer Tokens(Range.empty() ? Text : Text.slice(Range.Begin, Range.End));
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind != TokenKind::Value)
      continue;
    llvm::StringRef Name = Token->groupName();
    Result.Names.insert(Name);
    uint64_t Number;
    if (isNumberName(Name) && !Name.drop_front().getAsInteger(10, Number))
      Result.NextNumber = std::max(Result.NextNumber, Number + 1);
  }
  return Result;
}

std::string NameScopes::take(const std::string &Base, Block *Place) {
  llvm::StringSet<> &Names = scopeOf(Place).Names;
  std::string Result = Base;
  for (unsigned I = 2; !Names.insert(Result).second; ++I)
    Result = Base + "_" + std::to_string(I);
  return Result;
}

std::string NameScopes::takeNumber(Block *Place) {
  Scope &Around = scopeOf(Place);
  std::string Result = "%" + std::to_string(Around.NextNumber++);
  Around.Names.insert(Result);
  return Result;
}
