//===- ArgumentItems.cpp - Arguments that are being defined ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/ArgumentItems.h"
#include "server/features/completion/PartItems.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// A list of arguments that is open, and in which the next one begins.
struct OpenArguments {
  size_t Count = 0;
  llvm::StringSet<> Names;
};
} // namespace

/// Reads the arguments after a label or a symbol.
static std::optional<OpenArguments>
readArguments(llvm::ArrayRef<MlirToken> Tokens) {
  if (Tokens.empty() || !Tokens.front().is("("))
    return std::nullopt;
  OpenArguments Result;
  int Depth = 0;
  for (const MlirToken &Token : Tokens) {
    char C = Token.Text.front();
    if (Depth == 1 && Token.Kind == TokenKind::Value)
      Result.Names.insert(Token.Text);
    Result.Count += Depth == 1 && Token.is(",");
    Depth += Token.is("<") || lex::isOpening(C);
    Depth -= Token.is(">") || lex::isClosing(C);
    if (Depth == 0)
      return std::nullopt;
  }
  if (Depth != 1 || !(Tokens.back().is("(") || Tokens.back().is(",")))
    return std::nullopt;
  return Result;
}

static std::vector<MlirToken> readTokens(StringRef Text) {
  std::vector<MlirToken> Result;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next())
    Result.push_back(*Token);
  return Result;
}

std::optional<NewArgument>
mlir::noisy::lsp::findNewArgument(const CompletionPlace &Place,
                                  StringRef Line) {
  const TypedOperation &Typed = Place.Operation;
  std::vector<MlirToken> LineTokens;
  llvm::ArrayRef<MlirToken> Tokens = Typed.Operands;
  if (Typed.IsInLabel) {
    LineTokens = readTokens(Line);
    Tokens = LineTokens;
  } else if (Typed.Name != "func.func") {
    return std::nullopt;
  }
  TokenKind Owner = Typed.IsInLabel ? TokenKind::Block : TokenKind::Symbol;
  bool IsPrivate = false;
  while (!Tokens.empty() && Tokens.front().Kind != Owner) {
    IsPrivate |= Tokens.front().is("private");
    Tokens = Tokens.drop_front();
  }
  std::optional<OpenArguments> Open =
      readArguments(Tokens.drop_front(!Tokens.empty()));
  if (!Open)
    return std::nullopt;
  // All arguments have names, or none has.
  bool HasNames = Open->Count > 0 ? !Open->Names.empty() : !IsPrivate;
  if (!Typed.IsInLabel && !HasNames)
    return std::nullopt;
  NewArgument Result;
  Result.IsOfFunction = !Typed.IsInLabel;
  size_t Number = Open->Count;
  do
    Result.FreeName = "%arg" + std::to_string(Number++);
  while (Open->Names.contains(Result.FreeName));
  return Result;
}

void mlir::noisy::lsp::addArguments(const NewArgument &Argument,
                                    StringRef Before, StringRef Behind,
                                    std::vector<Completions::Item> &Items) {
  addCommonTypes(Items);
  rankTypes({Before, Behind, ""}, /*WithCommon=*/true, AddedTypes::All, Items);
  for (Completions::Item &I : Items) {
    I.Label = Argument.FreeName + ": " + I.Label;
    I.NewText = Argument.FreeName + ": " + I.NewText;
    I.Detail = "argument";
  }
}
