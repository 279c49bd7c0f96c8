//===- OperationItems.cpp - Operations in a list of completions -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/OperationItems.h"
#include "server/features/completion/TopLevelItems.h"
#include "server/features/completion/UsedNames.h"
#include "server/features/forms/CommonOperations.h"
#include "server/features/forms/OperationSnippet.h"
#include "server/features/forms/OperationText.h"
#include "server/ods/OdsCatalog.h"
#include "server/text/SnippetText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;
using llvm::StringRef;

/// The dialects that most programs have, in the order in which their operations
/// are offered: these are found without the name of the dialect.
static constexpr StringRef CommonDialects[] = {
    "noisy", "arith", "func", "scf", "cf", "memref", "tensor", "index", "math"};

/// The shortest part of a name that finds operations of any dialect, and words
/// inside of names.
static constexpr size_t MinInput = 2;

namespace {
/// How typed letters find an operation, the best first.
struct NameMatch {
  enum class Kind { Whole, Beginning, WithDialect, Inside };
  Kind How;
  /// What an editor has to compare with the letters: it begins with them and
  /// never equals them. So editors rate all that is found alike, and the sort
  /// texts decide. Empty for the name itself.
  std::string FilterText = "";
};
} // namespace

/// The name of an operation with its dialect, where functions leave it out.
static StringRef fullNameOf(StringRef Written) {
  return Written == "call"     ? "func.call"
         : Written == "return" ? "func.return"
                               : Written;
}

static std::optional<NameMatch> matchName(StringRef Operation,
                                          StringRef Input) {
  using Kind = NameMatch::Kind;
  auto [Dialect, Mnemonic] = Operation.split('.');
  auto filterText = [&](StringRef Name) {
    return (Name + "." + Dialect).str();
  };
  if (Mnemonic.starts_with_insensitive(Input))
    return NameMatch{Mnemonic.size() == Input.size() ? Kind::Whole
                                                     : Kind::Beginning,
                     filterText(Mnemonic)};
  if (Operation.starts_with_insensitive(Input))
    return NameMatch{Kind::WithDialect};
  // `get_global` is also found as `global`.
  for (size_t I = 1; Input.size() >= MinInput && I < Mnemonic.size(); ++I)
    if (StringRef("._").contains(Mnemonic[I - 1]) &&
        Mnemonic.substr(I).starts_with_insensitive(Input))
      return NameMatch{Kind::Inside, filterText(Mnemonic.substr(I))};
  return std::nullopt;
}

/// The groups of a list, in its order: the second letters of the sort texts.
namespace rank {
static constexpr char Ending = '0', Typed = '1', Likely = '2',
                      UsedDialect = '3', LikelyOfDialect = '4',
                      OfUsedDialect = '5', OfCommonDialect = '6',
                      OtherDialect = '7', Inside = '8', OfDialect = '9',
                      Rare = 'a';
} // namespace rank

namespace {
class OperationItemWriter {
public:
  OperationItemWriter(const NamePlace &Name, Completions &Result);
  void write(llvm::ArrayRef<StringRef> Dialects);

private:
  /// True if an operation can stand at the place.
  bool fits(const OperationForm &Form) const;
  /// True if the operation can end regions of the parent.
  bool endsParent(const OperationForm &Form) const;
  std::string rank(const OperationForm &Form, NameMatch::Kind Match) const;
  /// The part of a rank that says how likely an operation is.
  std::string rankUse(StringRef Operation) const;
  void add(StringRef Written, StringRef Operation, StringRef Rank,
           StringRef FilterText = "");
  /// Adds an operation that the typed letters may find without its dialect.
  void addFound(StringRef Written, StringRef Operation);
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
  /// Those before the place.
  llvm::StringSet<> UsedDialects;
  /// How often the text around the place has an operation, by its full name.
  llvm::StringMap<unsigned> UseCounts;
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
    // Also in types.
    auto [Dialect, Member] = Token->Text.ltrim("!#").split('.');
    if (!Member.empty() &&
        (Token->Kind == TokenKind::Word || Token->Kind == TokenKind::Type ||
         Token->Kind == TokenKind::Attribute))
      UsedDialects.insert(Dialect);
  }
  NewName = std::to_string(Number);
  for (StringRef Text : {Name.Around.Before, Name.Around.Behind}) {
    Lexer Words(Text);
    while (std::optional<MlirToken> Token = Words.next())
      if (Token->Kind == TokenKind::Word || Token->Kind == TokenKind::String)
        ++UseCounts[fullNameOf(Token->Text.trim('"'))];
  }
  // Every function has it around.
  UsedDialects.erase("func");
}

bool OperationItemWriter::endsParent(const OperationForm &Form) const {
  return Form.IsTerminator && Parent &&
         (Form.Name == Parent->Terminator ||
          llvm::is_contained(Form.Parents, Parent->Name));
}

/// True if an operation plainly ends a region, such as a yield.
static bool endsRegion(const OperationForm &Form) {
  StringRef Mnemonic = Form.Name.split('.').second;
  return Form.IsTerminator &&
         llvm::any_of(
             llvm::ArrayRef<StringRef>{"yield", "return", "terminator"},
             [&](StringRef Word) {
               return Mnemonic.contains_insensitive(Word);
             });
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
  // Other regions end with an operation of their own.
  if (endsRegion(Form) && !endsParent(Form) &&
      (!Parent->Terminator.empty() ||
       (Parent->DefinesSymbol &&
        Form.Name.split('.').first != Parent->Name.split('.').first)))
    return false;
  // Symbols are defined in symbol tables, and these need no terminator.
  if (Parent->IsSymbolTable)
    return !Form.IsTerminator || !Form.Parents.empty();
  return !Form.DefinesSymbol && !Form.IsOfTopLevel;
}

Snippet OperationItemWriter::textOf(const OperationForm &Form,
                                    StringRef Written) const {
  // The function comes next: it tells the arguments, and all types.
  if (Form.Name == "func.call")
    return {(Written + " @").str(), false};
  if (!yieldsValues(Form))
    return writeOperation(Form, Written, Typed.HasResults, NewName, UsedNames,
                          findSurroundingType(Name.Place));
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
                              StringRef Rank, StringRef FilterText) {
  std::optional<OperationForm> Form = findOperationForm(Operation);
  if ((Form && !fits(*Form)) || !Listed.insert(Operation).second)
    return;
  Item New;
  New.Label = New.NewText = Written.str();
  New.Detail = "operation";
  New.SortText = Rank.str();
  New.FilterText = FilterText.str();
  New.Operation = Operation.str();
  if (Form && Form->HasFormat && Name.HasSnippets) {
    // The name is the label, which editors cut off beside a long detail.
    if (!Form->Parts.empty())
      New.Detail = StringRef(printForm(*Form).Text)
                       .drop_front(Form->Name.size() + 2 * Form->IsGeneric)
                       .trim()
                       .str();
    // The name alone is enough in generic form, and before other text.
    if (Name.IsLineEnd && !Typed.isGeneric()) {
      Snippet Text = textOf(*Form, Written);
      (Text.HasStops ? New.Snippet : New.NewText) = Text.Text;
    }
  }
  Result.Items.push_back(std::move(New));
}

std::string OperationItemWriter::rankUse(StringRef Operation) const {
  // Of those that are used, the most frequent ones first; three digits.
  if (auto Use = UseCounts.find(Operation); Use != UseCounts.end())
    return "0" + std::to_string(999 - std::min(Use->second, 899u));
  if (std::optional<unsigned> Common = findCommonRank(Operation))
    return "1" + std::to_string(100 + *Common);
  return "2";
}

/// What ends the region comes first; then operations whose names are typed; the
/// operations that the text uses, and those that people write most; the
/// dialects that the text uses, those that most programs have, and the rest.
/// Dialects as such are between.
std::string OperationItemWriter::rank(const OperationForm &Form,
                                      NameMatch::Kind Match) const {
  using Kind = NameMatch::Kind;
  StringRef Dialect = Form.Name.split('.').first;
  size_t Order = llvm::find(CommonDialects, Dialect) - CommonDialects;
  bool IsUsed = UsedDialects.contains(Dialect);
  bool IsKnown = IsUsed || Order < std::size(CommonDialects);
  std::string Use = rankUse(Form.Name);
  bool IsLikely = Use != "2";
  char Group = rank::Rare;
  if (!Name.Input.empty() && endsParent(Form) && Match != Kind::WithDialect)
    Group = rank::Ending;
  else if (Match == Kind::Whole && IsUsed)
    Group = rank::Typed;
  else if (Match == Kind::WithDialect && IsKnown)
    Group = IsLikely && IsUsed ? rank::LikelyOfDialect : rank::OfDialect;
  else if (Match == Kind::Inside && IsKnown)
    Group = rank::Inside;
  else if (Match != Kind::Inside && Match != Kind::WithDialect && IsLikely)
    Group = rank::Likely;
  else if (IsKnown)
    Group = IsUsed ? rank::OfUsedDialect : rank::OfCommonDialect;
  return std::string{'1', Group} + Use + char('a' + Order);
}

void OperationItemWriter::addFound(StringRef Written, StringRef Operation) {
  StringRef Input = Name.Input;
  std::optional<NameMatch> Match = matchName(Operation, Input);
  if (!Match)
    return;
  std::optional<OperationForm> Form = findOperationForm(Operation);
  // MLIR may be newer than the table.
  if (!Form)
    Form.emplace().Name = Operation;
  std::string Rank = rank(*Form, Match->How);
  // The dialect of the parent needs no name.
  if (Rank[1] == rank::Rare && Written != Operation)
    Rank[1] = rank::OfCommonDialect;
  // Of rare dialects only what the letters begin.
  if (Rank[1] == rank::Rare &&
      (Input.size() < MinInput || Match->How == NameMatch::Kind::WithDialect ||
       Match->How == NameMatch::Kind::Inside))
    return;
  add(Written, Operation, Rank, Input.empty() ? "" : Match->FilterText);
}

void OperationItemWriter::addUnnamed(llvm::ArrayRef<StringRef> Dialects) {
  bool IsInSymbolTable = Parent && Parent->IsSymbolTable;
  llvm::StringSet<> DialectNames;
  for (StringRef Dialect : Dialects)
    DialectNames.insert(Dialect);
  forEachOperationName([&](StringRef Operation) {
    StringRef Dialect = Operation.split('.').first;
    if (!DialectNames.contains(Dialect) || Dialect == "builtin")
      return;
    // In a module few operations are meant but functions and their like.
    if (IsInSymbolTable && !Typed.HasResults)
      if (auto Form = findOperationForm(Operation);
          !Form->DefinesSymbol && !Form->IsOfTopLevel)
        return;
    addFound(Operation, Operation);
  });
}

/// MLIR offers operations that are linked in only.
void OperationItemWriter::addProject(StringRef Prefix) {
  OdsCatalogPtr Catalog = currentOds();
  if (const OdsDialect *Dialect = Catalog->findDialect(Prefix.split('.').first))
    for (const auto &Entry : Dialect->Operations)
      if (Entry.getKey().starts_with(Prefix))
        add(Entry.getKey(), Entry.getKey(), "1" + rankUse(Entry.getKey()));
}

void OperationItemWriter::write(llvm::ArrayRef<StringRef> Dialects) {
  std::vector<Item> Offered = std::move(Result.Items);
  Result.Items.clear();
  // Of `llvm.mlir.co`, MLIR offers all of `llvm.`.
  StringRef Prefix = Name.Input.take_front(Name.Input.find('.') + 1);
  StringRef Path = Name.Input.take_front(Name.Input.rfind('.') + 1);
  bool IsTopLevel = Parent && Parent->IsSymbolTable;
  if (IsTopLevel && !Typed.HasResults &&
      (Prefix.empty() || Prefix == "func.") && Name.IsLineEnd &&
      Name.HasSnippets) {
    addTopLevelItems(Result.Items);
    llvm::erase_if(Result.Items, [&](const Item &I) {
      return !StringRef(I.Label).starts_with(Prefix);
    });
    for (StringRef Operation : {"func.func", "builtin.module"})
      Listed.insert(Operation);
  }
  for (Item &I : Offered) {
    if (!I.Operation.empty()) {
      if (Prefix.empty())
        addFound(I.Label, I.Operation);
      else if (StringRef Written = I.Operation; Written.starts_with(Path))
        add(Name.HasSnippets ? Written : Written.drop_front(Path.size()),
            I.Operation, "1" + rankUse(I.Operation));
      continue;
    }
    // The list is made anew with each letter.
    if (Prefix.empty() &&
        !StringRef(I.Label).starts_with_insensitive(Name.Input))
      continue;
    if (I.Kind == CompletionItemKind::Module && Name.HasSnippets) {
      // Its operations come next.
      I.NewText = I.Label + ".";
      // Never the letters themselves, as those of operations: who types `func`
      // means a function.
      I.FilterText = I.NewText;
      I.SortText = {'1', UsedDialects.contains(I.Label) ? rank::UsedDialect
                                                        : rank::OtherDialect};
    }
    Result.Items.push_back(std::move(I));
  }
  if (!Prefix.empty())
    addProject(Path);
  if (Prefix.empty()) {
    addUnnamed(Dialects);
    // More letters find more operations. After that they only choose among
    // these, and an editor that would ask again keeps the old list meanwhile,
    // which takes the next Enter.
    Result.IsIncomplete = Name.Input.size() < MinInput;
  }
}

void mlir::noisy::lsp::writeOperationItems(const NamePlace &Name,
                                           llvm::ArrayRef<StringRef> Dialects,
                                           Completions &Result) {
  OperationItemWriter(Name, Result).write(Dialects);
}
