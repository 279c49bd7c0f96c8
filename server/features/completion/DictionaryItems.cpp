//===- DictionaryItems.cpp - Attributes in a list of completions ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/DictionaryItems.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

namespace {
/// An attribute that any operation of a kind can have.
struct KnownAttribute {
  const char *Name;
  const char *Detail;
  /// The rest of the entry, as a snippet.
  const char *Value;
};

/// The dictionary at the end of a text.
struct OpenDictionary {
  /// The brackets around it, in the operation.
  unsigned Depth = 0;
  llvm::StringSet<> Names;
};
} // namespace

static constexpr KnownAttribute ValueAttributes[] = {
    {"noisy.bound", "the most noise of this value, in bits",
     " = ${1:20} : i64"},
    {"noisy.range", "the range of this integer", " = [${1:0}, ${2:8}]"},
    {"noisy.metadata", "metadata of this value", " = {$1}"},
};
static constexpr KnownAttribute ScopeAttributes[] = {
    {"noisy.model", "the noise model of the code inside, in bits",
     " = #noisy.model<initial = ${1:12}, max = ${2:26}>"},
};
static constexpr KnownAttribute OperationAttributes[] = {
    {"noisy.cost", "the cost of reducing the result", " = ${1:1} : i64"},
    {"metadata", "metadata of the result", " = {$1}"},
};

/// Finds the dictionary in which a name comes next.
static std::optional<OpenDictionary>
findDictionary(ArrayRef<MlirToken> Tokens) {
  llvm::SmallVector<size_t> Open;
  for (auto [I, Token] : llvm::enumerate(Tokens)) {
    char C = Token.Text.front();
    if (lex::isOpening(C))
      Open.push_back(I);
    else if (lex::isClosing(C) && !Open.empty())
      Open.pop_back();
  }
  if (Open.empty() || !Tokens[Open.back()].is("{") ||
      !(Tokens.back().is("{") || Tokens.back().is(",")))
    return std::nullopt;
  OpenDictionary Result;
  Result.Depth = Open.size() - 1;
  for (size_t I = Open.back() + 1; I < Tokens.size(); ++I)
    if (I + 1 == Tokens.size() || Tokens[I + 1].is("=") ||
        Tokens[I + 1].is(","))
      Result.Names.insert(Tokens[I].Text);
  return Result;
}

void mlir::noisy::lsp::addDictionaryItems(const DialectRegistry &Registry,
                                          const TypedOperation &Operation,
                                          std::vector<Item> &Items) {
  std::optional<OpenDictionary> Dictionary = findDictionary(Operation.Operands);
  if (!Dictionary || Operation.Name.empty())
    return;
  auto Add = [&](StringRef Name, StringRef Detail, StringRef Value) {
    if (!Dictionary->Names.insert(Name).second)
      return;
    Item New;
    New.Label = New.NewText = Name.str();
    New.Kind = CompletionItemKind::Property;
    New.Detail = Detail.str();
    New.SortText = "0";
    if (!Value.empty())
      New.Snippet = (Name + Value).str();
    Items.push_back(std::move(New));
  };
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  Context.getOrLoadDialect(StringRef(Operation.Name).split('.').first);
  auto Name = RegisteredOperationName::lookup(Operation.Name, &Context);
  if (!Name)
    return;
  bool IsFunction = Name->hasInterface<FunctionOpInterface>();
  if (IsFunction && Dictionary->Depth > 0) {
    for (const KnownAttribute &Each : ValueAttributes)
      Add(Each.Name, Each.Detail, Each.Value);
    return;
  }
  if (Dictionary->Depth > 0)
    return;
  if (IsFunction || Name->hasTrait<OpTrait::SymbolTable>())
    for (const KnownAttribute &Each : ScopeAttributes)
      Add(Each.Name, Each.Detail, Each.Value);
  else
    for (const KnownAttribute &Each : OperationAttributes)
      Add(Each.Name, Each.Detail, Each.Value);
  for (StringAttr Attribute : Name->getAttributeNames())
    Add(Attribute.getValue(), "attribute of " + Operation.Name, " = $1");
}
