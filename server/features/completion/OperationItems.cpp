//===- OperationItems.cpp - Operations in a list of completions -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/OperationItems.h"
#include "server/features/completion/OperationSnippet.h"
#include "server/features/completion/OperationText.h"
#include "server/features/completion/TopLevelItems.h"
#include "server/features/completion/UsedNames.h"
#include "server/features/completion/ValueItems.h"
#include "server/ods/OdsCatalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;
using llvm::StringRef;

/// The dialects that most programs have: their operations are found without
/// the name of the dialect.
static constexpr StringRef CommonDialects[] = {
    "noisy", "arith", "func", "scf", "cf", "memref", "tensor", "index", "math"};

/// The shortest part of a name that finds operations of any dialect.
static constexpr size_t MinInput = 2;

namespace {
class OperationItemWriter {
public:
  OperationItemWriter(const NamePlace &Name, Completions &Result);
  void write(llvm::ArrayRef<StringRef> Dialects);

private:
  /// True if an operation can stand at the place.
  bool fits(const OperationForm &Form) const;
  void add(StringRef Written, StringRef Operation, const char *Rank);
  void addUnnamed(llvm::ArrayRef<StringRef> Dialects);
  void addProject(StringRef Prefix);
  Snippet textOf(const OperationForm &Form, StringRef Written) const;

  const NamePlace &Name;
  const TypedOperation &Typed;
  /// The operation around the place; nothing if it is not known.
  std::optional<OperationForm> Parent;
  Completions &Result;
  std::string NewName;
  llvm::StringSet<> UsedNames;
  llvm::StringSet<> UsedDialects;
  /// The full names of operations that are in the list.
  llvm::StringSet<> Listed;
};
} // namespace

OperationItemWriter::OperationItemWriter(const NamePlace &Name,
                                         Completions &Result)
    : Name(Name), Typed(Name.Place.Operation),
      Parent(findOperationForm(Typed.parentName())), Result(Result),
      UsedNames(findUsedNames(Name.Before)) {
  unsigned Number = 0;
  Lexer Tokens(Name.Before);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    unsigned Used = 0;
    if (Token->Kind == TokenKind::Value &&
        !Token->groupName().drop_front().getAsInteger(10, Used))
      Number = std::max(Number, Used + 1);
    if (Token->Kind == TokenKind::Word && Token->Text.contains('.'))
      UsedDialects.insert(Token->Text.split('.').first);
  }
  NewName = std::to_string(Number);
  for (StringRef Dialect : CommonDialects)
    UsedDialects.insert(Dialect);
}

bool OperationItemWriter::fits(const OperationForm &Form) const {
  if (!Name.HasSnippets)
    return true;
  if (Typed.HasResults && (!Form.mayHaveResults() || Form.IsTerminator))
    return false;
  if (!Parent)
    return true;
  if (!Form.Parents.empty() && !llvm::is_contained(Form.Parents, Parent->Name))
    return false;
  // Symbols are defined in symbol tables, and these need no terminator.
  if (Parent->IsSymbolTable)
    return !Form.IsTerminator || !Form.Parents.empty();
  return !Form.DefinesSymbol;
}

Snippet OperationItemWriter::textOf(const OperationForm &Form,
                                    StringRef Written) const {
  if (!yieldsValues(Form))
    return writeOperation(Form, Written, Typed.HasResults, NewName, UsedNames);
  // The types of the values are known, and so is whether there are any.
  std::vector<std::string> Types = findYieldedTypes(Name.Place);
  if (Types.empty())
    return {Written.str(), false};
  std::string Values;
  for (size_t I = 0; I < Types.size(); ++I)
    Values += (I ? ", ${" : "${") + std::to_string(I + 1) + ":%value}";
  return {(Written + " " + Values + " : ").str() +
              escapeSnippet(llvm::join(Types, ", ")),
          true};
}

void OperationItemWriter::add(StringRef Written, StringRef Operation,
                              const char *Rank) {
  std::optional<OperationForm> Form = findOperationForm(Operation);
  if ((Form && !fits(*Form)) || !Listed.insert(Operation).second)
    return;
  Item New;
  New.Label = New.NewText = Written.str();
  New.Detail = "operation";
  New.SortText = Rank;
  New.Operation = Operation.str();
  if (Form && Form->HasFormat && Name.HasSnippets) {
    if (!Form->Parts.empty())
      New.Detail = printForm(*Form).Text;
    // The name alone is enough in generic form, and before other text.
    if (Name.IsLineEnd && !Typed.isGeneric()) {
      Snippet Text = textOf(*Form, Written);
      (Text.HasStops ? New.Snippet : New.NewText) = Text.Text;
    }
  }
  Result.Items.push_back(std::move(New));
}

void OperationItemWriter::addUnnamed(llvm::ArrayRef<StringRef> Dialects) {
  StringRef Input = Name.Input;
  bool IsInSymbolTable = Parent && Parent->IsSymbolTable;
  llvm::StringSet<> DialectNames;
  for (StringRef Dialect : Dialects)
    DialectNames.insert(Dialect);
  forEachOperationName([&](StringRef Operation) {
    auto [Dialect, Mnemonic] = Operation.split('.');
    if (!DialectNames.contains(Dialect) || Dialect == "builtin")
      return;
    // In a module few operations are meant but functions and their like.
    if (IsInSymbolTable && !Typed.HasResults)
      if (auto Form = findOperationForm(Operation); !Form->DefinesSymbol)
        return;
    bool IsUsed = UsedDialects.contains(Dialect);
    bool IsFound =
        Input.size() >= MinInput && Mnemonic.starts_with_insensitive(Input);
    if (IsFound || (IsUsed && isMatch(Operation, Input)))
      add(Operation, Operation, IsUsed ? "2" : "4");
  });
}

/// MLIR offers operations that are linked in only.
void OperationItemWriter::addProject(StringRef Prefix) {
  OdsCatalogPtr Catalog = currentOds();
  if (const OdsDialect *Dialect = Catalog->findDialect(Prefix.split('.').first))
    for (const auto &Entry : Dialect->Operations)
      if (Entry.getKey().starts_with(Prefix))
        add(Entry.getKey(), Entry.getKey(), "1");
}

void OperationItemWriter::write(llvm::ArrayRef<StringRef> Dialects) {
  std::vector<Item> Offered = std::move(Result.Items);
  Result.Items.clear();
  size_t Dot = Name.Input.rfind('.');
  StringRef Prefix =
      Dot == StringRef::npos ? StringRef() : Name.Input.take_front(Dot + 1);
  bool IsTopLevel = Parent && Parent->IsSymbolTable;
  if (IsTopLevel && !Typed.HasResults && Prefix.empty() && Name.IsLineEnd &&
      Name.HasSnippets) {
    addTopLevelItems(Result.Items);
    for (StringRef Operation : {"func.func", "builtin.module"})
      Listed.insert(Operation);
  }
  for (Item &I : Offered) {
    if (!I.Operation.empty()) {
      add(((Name.HasSnippets ? Prefix : "") + llvm::Twine(I.Label)).str(),
          I.Operation, "1");
      continue;
    }
    if (I.Kind == CompletionItemKind::Module && Name.HasSnippets) {
      // Its operations come next.
      I.NewText = I.Label + ".";
      I.FilterText = I.Label;
    }
    Result.Items.push_back(std::move(I));
  }
  if (!Prefix.empty())
    addProject(Prefix);
  if (Prefix.empty()) {
    addUnnamed(Dialects);
    // More letters find more operations.
    Result.IsIncomplete = true;
  }
}

void mlir::noisy::lsp::writeOperationItems(const NamePlace &Name,
                                           llvm::ArrayRef<StringRef> Dialects,
                                           Completions &Result) {
  OperationItemWriter(Name, Result).write(Dialects);
}
