//===- SymbolItems.cpp - Symbols in a list of completions -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/SymbolItems.h"
#include "server/features/completion/OperationSnippet.h"
#include "server/syntax/SymbolName.h"

using namespace mlir::noisy::lsp;
using Item = Completions::Item;
using llvm::StringRef;

static bool isFunction(const NearbySymbol &Symbol) {
  return StringRef(Symbol.Operation).contains("func");
}

/// True if an operation, by its name, can refer to a symbol.
static bool canReferTo(const NearbySymbol &Symbol, StringRef Operation) {
  if (Operation == "func.call" || Operation == "func.constant")
    return isFunction(Symbol);
  if (Operation == "memref.get_global")
    return Symbol.Operation == "memref.global";
  if (Operation == "llvm.call")
    return Symbol.Operation == "llvm.func";
  if (Operation.starts_with("ml_program.global_"))
    return Symbol.Operation == "ml_program.global";
  return true;
}

void mlir::noisy::lsp::addSymbols(llvm::ArrayRef<NearbySymbol> Symbols,
                                  const CompletionPlace &Place, bool IsLineEnd,
                                  std::vector<Item> &Items) {
  bool IsReference =
      Place.part() && Place.part()->Kind == FormPart::Type::Symbol;
  bool IsCall = IsReference && Place.Operation.Name == "func.call";
  for (const NearbySymbol &Symbol : Symbols) {
    if (IsReference && !canReferTo(Symbol, Place.Operation.Name))
      continue;
    Item New;
    New.Label = "@" + Symbol.Name;
    New.Kind = isFunction(Symbol) ? CompletionItemKind::Function
                                  : CompletionItemKind::Module;
    New.Detail = Symbol.Signature;
    New.SortText = std::to_string(std::min(Symbol.Distance, 9u));
    New.NewText = New.Label;
    // Names that are no identifiers need quotes.
    if (!isBareSymbol(Symbol.Name))
      New.NewText = "@\"" + Symbol.Name + "\"";
    if (IsCall && IsLineEnd) {
      FunctionTypes Types = readFunctionTypes(Symbol.Header);
      std::string Arguments;
      for (size_t I = 0; I < Types.Inputs.size(); ++I)
        Arguments += (I ? ", ${" : "${") + std::to_string(I + 1) + ":%value}";
      New.Snippet =
          escapeSnippet(New.NewText) + "(" + Arguments + ") : " +
          escapeSnippet(printFunctionType(Types.Inputs, Types.Results));
    }
    Items.push_back(std::move(New));
  }
}

std::optional<SymbolTypes>
mlir::noisy::lsp::findSymbolTypes(llvm::ArrayRef<NearbySymbol> Symbols,
                                  const CompletionPlace &Place) {
  for (const NearbySymbol &Symbol : Symbols) {
    if ("@" + Symbol.Name != Place.Match.Symbol)
      continue;
    SymbolTypes Types{readFunctionTypes(Symbol.Header), ""};
    if (isFunction(Symbol))
      Types.Type = printFunctionType(Types.Inputs, Types.Results);
    else if (Symbol.Operation == "memref.global")
      Types.Type = readTypeAfterColon(Symbol.Header);
    return Types;
  }
  return std::nullopt;
}
