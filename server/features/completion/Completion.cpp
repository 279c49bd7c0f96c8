//===- Completion.cpp - Completions at a place ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/Completion.h"
#include "server/features/completion/ArgumentItems.h"
#include "server/features/completion/BracketItems.h"
#include "server/features/completion/CompletionCollector.h"
#include "server/features/completion/CompletionCursor.h"
#include "server/features/completion/CompletionList.h"
#include "server/features/completion/CompletionScope.h"
#include "server/features/completion/DialectMembers.h"
#include "server/features/completion/DictionaryItems.h"
#include "server/features/completion/OperationItems.h"
#include "server/features/completion/PartItems.h"
#include "server/features/completion/RestItems.h"
#include "server/features/completion/ScopeReading.h"
#include "server/features/completion/SymbolItems.h"
#include "server/features/completion/TopLevelItems.h"
#include "server/features/completion/TypeTrial.h"
#include "server/features/completion/UnreadRegions.h"
#include "server/features/completion/ValueItems.h"
#include "server/features/forms/OperationSnippet.h"
#include "server/ods/OdsCatalog.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

/// Adds the blocks whose labels are after the cursor: the parser has not seen
/// them, and most branches lead there.
static void addBlocksAfter(const CompletionCursor &At,
                           std::vector<Item> &Items) {
  StringRef Tail = At.functionBehind();
  llvm::StringSet<> Labels;
  for (const Item &I : Items)
    Labels.insert(I.Label);
  // Without pieces the function ends at a bracket at the beginning of a line.
  while (!Tail.empty()) {
    StringRef Line;
    std::tie(Line, Tail) = Tail.split('\n');
    if (At.Pieces.empty() && Line.starts_with("}"))
      return;
    Lexer Tokens(Line);
    std::optional<MlirToken> Label = Tokens.next(), Next = Tokens.next();
    if (Next && Label->Kind == TokenKind::Block &&
        (Next->is(":") || Next->is("(")) && Labels.insert(Label->Text).second)
      Items.push_back({Label->Text.str(), CompletionItemKind::Field, "", "",
                       Label->Text.str()});
  }
}

//===----------------------------------------------------------------------===//
// The place of the cursor
//===----------------------------------------------------------------------===//

/// Adds the types or attributes of the dialect that is typed. The parser knows
/// those of some dialects.
static void addMembers(const TypedWord &Word, std::vector<Item> &Items) {
  llvm::StringSet<> Labels;
  for (const Item &I : Items)
    Labels.insert(I.Label);
  auto [Dialect, Inner] = Word.Dialect.split('.');
  for (StringRef Member : findDialectMembers(Word.Sigil, Dialect))
    if ((Inner.empty() ||
         (Member.consume_front(Inner) && Member.consume_front("."))) &&
        Labels.insert(Member).second)
      Items.push_back(
          {Member.str(), CompletionItemKind::Field, "", "1", Member.str()});
}

/// Writes types and attributes with their sigil and dialect, which the parser
/// leaves out.
static void addSigils(const TypedWord &Word, std::vector<Item> &Items) {
  std::string Prefix(1, Word.Sigil);
  if (!Word.Dialect.empty())
    Prefix += Word.Dialect.str() + ".";
  for (Item &I : Items) {
    I.Label = Prefix + I.Label;
    // What a dialect has comes next.
    I.NewText = Prefix + I.NewText + (I.Detail == "dialect" ? "." : "");
  }
}

/// The text before an operation in which MLIR completes values, where its own
/// parser does not. `Typed` is the operation at the end of `Before`, which is
/// the end of `Scope` but for `AfterBefore` bytes.
static std::string textForValues(const TypedOperation &Typed, StringRef Before,
                                 StringRef Scope, size_t AfterBefore) {
  size_t Size = Before.end() - Typed.WrittenName.begin();
  return (Scope.drop_back(std::min(Scope.size(), Size + AfterBefore)) +
          "\"values\"(%")
      .str();
}

/// The most types of values that are tried.
static constexpr size_t MaxTriedTypes = 32;

static void dropSnippets(std::vector<Item> &Items) {
  for (Item &I : Items)
    I.Snippet.clear();
}

static bool isValue(const Item &I) {
  return I.Kind == CompletionItemKind::Variable;
}

/// True unless no value has a type that is expected.
static bool anyFits(const ExpectedType &Expected, llvm::ArrayRef<Item> Items) {
  bool IsKnown = !Expected.Type.empty() || !Expected.Kinds.empty();
  if (!IsKnown && Expected.Refused.empty())
    return true;
  return llvm::any_of(Items, [&](const Item &I) {
    return isValue(I) &&
           (I.Type.empty() || StringRef(I.Type).contains("...") ||
            (IsKnown ? Expected.admits(I.Type) : !Expected.refuses(I.Type)));
  });
}

/// True if a word stands for an operand, as a snippet has it: any value can
/// take its place. Of several, `inputs`, each has a number: `%input0`.
static bool isPlaceholder(const CompletionPlace &Place, StringRef Written) {
  const FormPart *Part = Place.part();
  if (!Part || Part->Kind != FormPart::Type::Operand ||
      !Written.consume_front("%"))
    return false;
  StringRef Name = Part->Name;
  return Written == Name || Written == "value" ||
         (Part->Count && Name.consume_back("s") &&
          Written.rtrim("0123456789") == Name);
}

/// The values in the operation at the cursor, whose types matter.
static llvm::StringSet<> valuesIn(const CompletionPlace &Place) {
  llvm::StringSet<> Values;
  for (const FormMatch::Operand &Operand : Place.Match.Operands)
    for (StringRef Value : Operand.Values)
      Values.insert(Value);
  return Values;
}

namespace {
/// Makes the list for a cursor.
class Completer {
public:
  Completer(const DialectRegistry &Registry, const CompletionQuery &Query,
            const CompletionCursor &At)
      : Registry(Registry), Query(Query), At(At), Place(At.Place),
        Word(At.Word) {
    Result.ReplacedRange = Word.Range;
  }

  Completions run();

private:
  bool addWithoutReading();
  bool read();
  void addNames();
  void addParts();
  void tryTypes(ExpectedType &Expected) const;
  void preferWrittenType(ExpectedType &Expected) const;
  void addTypes(const ExpectedType &Expected);
  void addBlocks();
  /// Ends a list whose items replace the last part of the word.
  bool finish() {
    if (!Query.HasSnippets)
      dropSnippets(Result.Items);
    finishList(Result, At.Text.slice(Result.ReplacedRange.Begin,
                                     Result.ReplacedRange.End));
    return true;
  }
  bool finishNew() {
    finishNewNames(Result, At.input());
    return true;
  }
  /// A whole line can be written.
  bool writesLines() const { return At.IsLineEnd && Query.HasSnippets; }
  /// Where the word begins that the items replace: without snippets words are
  /// completed from the last dot.
  size_t wordBegin() const {
    return Query.HasSnippets ? Word.FullBegin : Word.Range.Begin;
  }

  const DialectRegistry &Registry;
  const CompletionQuery &Query;
  const CompletionCursor &At;
  const CompletionPlace &Place;
  const TypedWord &Word;
  Completions Result;
  std::vector<NearbySymbol> Symbols;
  std::vector<StringRef> GenericOperands;
  /// What MLIR offers.
  CollectedCompletions Collected;
  /// What it read, repaired.
  CompletionExcerpt Excerpt;
  bool IsBlockNext = false;
};
} // namespace

/// Adds what the letters alone show. True if that is all: the list is finished.
bool Completer::addWithoutReading() {
  if (std::optional<NewArgument> Argument =
          findNewArgument(Place, At.LineBegin);
      Argument && At.isCode() && !At.Brackets) {
    // No name that there is can be the one of a new value.
    if (Argument->IsOfFunction && !Word.Sigil)
      addArguments(*Argument, At.TypesBefore, At.TypesBehind, Result.Items);
    return finish();
  }
  // A value that the operation defines gets a new name: the variable of a loop.
  // A word that may precede it has to be asked for.
  if (Query.Trigger && Place.part() &&
      Place.part()->Kind == FormPart::Type::NewValue &&
      !Place.Form->DefinesSymbol)
    return true;
  if (At.isPlainCode() && yieldsNothing(Place))
    return true;

  bool IsSymbolNext = !Word.Sigil && Place.part() &&
                      Place.part()->Kind == FormPart::Type::Symbol;
  if (!Word.Sigil || Word.Sigil == '@' || !Place.Match.Symbol.empty())
    Symbols =
        findNearbySymbols(At.Text, At.Pieces, Word.Range.Begin, Word.Path);
  if (At.isCode() && addOwnAttributeValue(At.Before, Result.Items)) {
    Result.ReplacedRange.Begin = Word.FullBegin;
    return finish();
  }
  bool DefinesSymbol = definesSymbol(Place, At.operationText());
  if (Word.Sigil == '@' && DefinesSymbol) {
    addUndefinedFunctions(At.textAround(), Place, writesLines(), Result.Items);
    return finishNew();
  }
  if (At.isPlainCode() && At.operation().Name == "func.func" && DefinesSymbol) {
    std::string Name = At.input().str();
    addUndefinedFunctions(At.textAround(), Place, writesLines(), Result.Items);
    addFunctionItems(At.operationText(), Name, writesLines(), Result.Items);
    finishList(Result, Name);
    // The names follow what is typed.
    Result.IsIncomplete = !Name.empty();
    return true;
  }
  if (Word.Sigil == '^' && At.LineBegin.empty() &&
      (Place.isComplete() || At.operation().IsAtName)) {
    addUndefinedBlocks(At.scopeBefore(), At.functionBehind(), writesLines(),
                       Result.Items);
    return finishNew();
  }
  if (Word.Sigil == '@' || IsSymbolNext) {
    addSymbols(Symbols, Place, writesLines(), Result.Items);
    finishList(Result, At.input());
    return true;
  }
  return false;
}

/// Lets MLIR read the text. False if the query is stopped.
bool Completer::read() {
  Excerpt = At.Excerpt;
  GenericOperands = findGenericOperands(At.operation());
  llvm::StringSet<> Values = valuesIn(Place);
  for (StringRef Value : GenericOperands)
    Values.insert(Value);
  bool BeginsOperation = At.operation().IsAtName;
  if (!readRepairing(Registry, Excerpt.Text, Word, BeginsOperation, Values,
                     Query.IsStopped, Collected) &&
      Excerpt.Text.size() < At.Scope.size()) {
    Excerpt = {At.Scope, {}};
    (void)readRepairing(Registry, Excerpt.Text, Word, BeginsOperation, Values,
                        Query.IsStopped, Collected);
  }
  auto hasValues = [&] { return llvm::any_of(Collected.Items, isValue); };
  // The parser offers values that need not be there after a % only.
  bool IsValueNext = At.isPlainCode() && isValueNext(Place);
  if (IsValueNext && !hasValues())
    Collected = readScopeOnce(Registry, Excerpt.Text + "%", Word, Values);
  // Some parsers, such as that of affine maps, offer none.
  if ((IsValueNext || (At.isCode() && Word.Sigil == '%' && Place.part())) &&
      !hasValues()) {
    std::string ForValues = textForValues(
        At.operation(), At.Before, Excerpt.Text, At.End - Word.FullBegin);
    Collected = readScopeOnce(Registry, ForValues, Word, Values);
  }
  // Names of new values are not those that there are.
  if (Place.part() && Place.part()->Kind == FormPart::Type::NewValue)
    llvm::erase_if(Collected.Items, isValue);
  IsBlockNext = Place.part() && !Word.Sigil &&
                Place.part()->Kind == FormPart::Type::Successor;
  if (IsBlockNext)
    Collected = readScopeOnce(Registry, Excerpt.Text + "^", Word, Values);
  Result.Items = std::move(Collected.Items);
  for (Item &I : Result.Items)
    if (I.Type == UnreadType)
      I.Type.clear();
  return !Query.IsStopped || !Query.IsStopped();
}

/// Writes names of operations.
void Completer::addNames() {
  Result.ReplacedRange.Begin = wordBegin();
  std::vector<StringRef> Dialects(Registry.getDialectNames().begin(),
                                  Registry.getDialectNames().end());
  OdsCatalogPtr Project = currentOds();
  for (const auto &[Name, Dialect] : Project->dialects())
    Dialects.push_back(Dialect.Name);
  writeOperationItems({Place,
                       At.Before,
                       At.fullInput(),
                       Query.HasSnippets,
                       At.IsLineEnd && At.isCode(),
                       {At.TypesBefore, At.TypesBehind}},
                      Dialects, Result);
}

/// Finds out which types of the values in sight the operation refuses, if the
/// operand at the cursor can have several; where the type of an operand comes
/// next, whether it refuses that of the value.
void Completer::tryTypes(ExpectedType &Expected) const {
  const FormPart *Part = Place.part();
  if (!Part)
    return;
  llvm::SetVector<StringRef> Candidates;
  if (Part->Kind == FormPart::Type::Operand && Expected.Type.empty()) {
    for (const Item &I : Result.Items)
      if (isValue(I) && !I.Type.empty() && !StringRef(I.Type).contains("...") &&
          Candidates.size() < MaxTriedTypes)
        Candidates.insert(I.Type);
  } else if (Part->Kind == FormPart::Type::ValueType &&
             !Expected.Type.empty()) {
    Candidates.insert(Expected.Type);
  }
  if (Candidates.empty())
    return;
  findRefusedTypes(Registry, Place, At.operationText(), Collected.Types,
                   Candidates.getArrayRef(), Expected);
  if (Expected.refuses(Expected.Type))
    Expected.Type.clear();
}

/// Makes the type that stands in the line already the likely one, if a value
/// has it.
void Completer::preferWrittenType(ExpectedType &Expected) const {
  if (!Expected.Type.empty())
    return;
  std::string Written =
      findFollowingType(Place, At.Before, At.functionBehind());
  if (!Written.empty() && llvm::any_of(Result.Items, [&](const Item &I) {
        return isValue(I) && I.Type == Written;
      }))
    Expected.LikelyType = std::move(Written);
}

/// Adds and ranks what can stand in an operation.
void Completer::addParts() {
  std::optional<SymbolTypes> Symbol = findSymbolTypes(Symbols, Place);
  ExpectedType Expected =
      findExpectedType(Place, Collected.Types, Symbol ? &*Symbol : nullptr);
  if (At.isCode())
    tryTypes(Expected);
  StringRef Written = At.fullInput();
  // The type of a field is an example.
  if (!isPlaceholder(Place, Written))
    preferWrittenType(Expected);
  rankValues(Excerpt.Text, Expected, Result.Items);
  addOmittedValues(Excerpt.OmittedValues, At.input(), Result);
  addNoise(Place, Query.Noise, Result.Items);
  bool IsField = isPlaceholder(Place, Written) &&
                 llvm::none_of(Result.Items, [&](const Item &I) {
                   return I.Label == Written;
                 });
  if (IsField)
    for (Item &I : Result.Items)
      if (isValue(I))
        I.FilterText = Written.str();
  // Editors preselect the first row: none, if nothing fits, unless it is asked
  // for.
  if ((IsField || Query.Trigger) && Word.Sigil == (IsField ? '%' : 0) &&
      Excerpt.OmittedValues.empty() && !anyFits(Expected, Result.Items))
    llvm::erase_if(Result.Items, isValue);
  if (Query.HasSnippets)
    addFollowingTypes(Place, At.Before, At.functionBehind(), At.Offset,
                      Result.Items);
  if (At.IsLineEnd || At.Rest == ")")
    addEndingTypes(Place, Collected.Types, Symbol ? &*Symbol : nullptr,
                   At.RestOfLine, Query.HasSnippets, Result.Items);
  rankKeywords(Place, Result.Items);
  // The line may end here: Enter after a space must not write an optional
  // word.
  if (Query.Trigger == ' ' && At.IsLineEnd &&
      llvm::all_of(Result.Items, [&](const Item &I) {
        return I.Label == "attributes" ||
               llvm::is_contained(Place.Match.OptionalWords, I.Label);
      }))
    Result.Items.clear();
  if (At.isCode())
    addTraits(Place, Query.HasSnippets, Result.Items);
  addTypes(Expected);
  if (!Word.Sigil)
    addIteratorKinds(At.Before, !At.isCode(), Result.Items);
  if (At.isCode())
    keepIndexingMaps(At.Before, Result.Items);
  if (!Query.Trigger && writesLines() && At.isCode() && !At.Brackets &&
      Written.empty())
    addRestOfOperation(Place, At.Before, Result.Items);
  if (At.Brackets && !Word.Sigil)
    addBracketItems(*At.Brackets,
                    At.Text.slice(Word.FullBegin, Word.Range.Begin), Place,
                    Result.Items);
}

/// Adds and ranks types, and what stands in their place.
void Completer::addTypes(const ExpectedType &Expected) {
  bool IsOfOperation =
      Place.part() && Place.part()->Kind == FormPart::Type::ValueType;
  if (Word.Dialect.empty()) {
    // The word that is typed is no type yet.
    StringRef Behind = StringRef(At.TypesBehind).drop_while(lex::isNameChar);
    AddedTypes Added = AddedTypes::None;
    if (At.isCode() && !At.Brackets && !Behind.starts_with("<"))
      Added = !Word.Sigil                              ? AddedTypes::All
              : Word.Sigil == '!' && Query.HasSnippets ? AddedTypes::WithSigil
                                                       : AddedTypes::None;
    rankTypes({At.TypesBefore, Behind, IsOfOperation ? At.operationText() : ""},
              !IsOfOperation || !Expected.Type.empty() ||
                  !Expected.Kinds.empty(),
              Added, Result.Items);
  }
  if (!GenericOperands.empty() && At.isPlainCode() && !At.Brackets)
    addPassedType(
        findGenericType(At.operation(), GenericOperands, Collected.Types),
        Result.Items);
  if (At.isPlainCode() && At.LineBegin.starts_with("^"))
    addPassedType(
        findPassedType(At.LineBegin, At.scopeBefore(), At.functionBehind()),
        Result.Items);
  if (!At.isCode())
    return;
  if (Word.Dialect.empty() && !At.Brackets &&
      !keepLiteralTypes(Registry, At.Before, Result.Items))
    removeWrongTypes(Registry, Place, At.operationText(), Collected.Types,
                     Expected, Result.Items);
  addExpected(Place, Expected,
              At.isTypeOrAttribute()
                  ? At.Text.slice(Word.FullBegin, Result.ReplacedRange.Begin)
                  : "",
              At.Rest, Result);
  // A comma in `<` is none of the dictionary around it.
  if (!At.Brackets || At.Brackets->Depth > 0)
    addDictionaryItems(Registry, Place, Result.Items);
}

/// Adds blocks to those that MLIR has read, with the values that they get.
void Completer::addBlocks() {
  addBlocksAfter(At, Result.Items);
  StringRef Behind = At.functionBehind();
  rankBlocks(At.scopeBefore(), Behind, Result.Items);
  if (writesLines())
    addPassedValues(At.scopeBefore(), Behind, Result.Items);
}

Completions Completer::run() {
  Result.IsInLine = !At.IsLineEnd && Query.HasSnippets;
  // The name of an alias that is being defined is a new one.
  if (At.isTypeOrAttribute() && At.operation().IsAtName && At.LineBegin.empty())
    return Result;
  if (addWithoutReading())
    return Result;
  if (!read()) {
    Result.Items.clear();
    return Result;
  }
  if (!Word.Dialect.empty())
    addMembers(Word, Result.Items);
  if (At.isTypeOrAttribute()) {
    Result.ReplacedRange.Begin = wordBegin();
    if (Query.HasSnippets)
      addSigils(Word, Result.Items);
    else if (Word.Dialect.empty())
      ++Result.ReplacedRange.Begin;
  }
  StringRef Typing = At.fullInput();
  bool IsOfProject = Typing.contains('.') &&
                     currentOds()->findDialect(Typing.split('.').first);
  bool IsInAlias =
      At.LineBegin.starts_with("#") || At.LineBegin.starts_with("!");
  bool IsName = !Word.Sigil && !IsInAlias &&
                (IsOfProject || llvm::any_of(Result.Items, [](const Item &I) {
                   return !I.Operation.empty() || I.Detail == "dialect";
                 }));
  // The name in generic form is a string.
  bool IsInName =
      At.operation().IsAtName || (At.operation().isGeneric() && !At.isCode());
  // No operation begins in a list, such as that of an alias on several lines.
  if (IsName && !At.Brackets && IsInName && openListName(At.Before).empty())
    addNames();
  else
    addParts();
  if (Word.Sigil == '^' || IsBlockNext)
    addBlocks();
  finish();
  return Result;
}

Completions mlir::noisy::lsp::getCompletions(const DialectRegistry &Registry,
                                             StringRef Text,
                                             llvm::ArrayRef<Piece> Pieces,
                                             const CompletionQuery &Query) {
  CompletionCursor At(Text, Pieces, Query);
  Completions None;
  None.ReplacedRange = At.Word.Range;
  if (At.Word.Kind == TypedWord::Place::Comment)
    return None;
  if (Query.Trigger == '{') {
    // A region's bracket must not open a list either: Enter comes next.
    if (At.isCode() && opensDictionary(Registry, At.Place))
      addDictionaryItems(Registry, At.Place, None.Items);
    if (!Query.HasSnippets)
      dropSnippets(None.Items);
    finishList(None, "");
    return None;
  }
  // A space must not open a list where a line can end or begin.
  if (Query.Trigger == ' ' && !At.Brackets &&
      (At.Place.isComplete() ||
       (At.operation().IsAtName && !At.operation().HasResults)))
    return None;
  At.readAround(Query);
  return Completer(Registry, Query, At).run();
}
