//===- Completion.cpp - Completions at a place ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/Completion.h"
#include "server/features/completion/ArgumentItems.h"
#include "server/features/completion/BracketItems.h"
#include "server/features/completion/BrokenText.h"
#include "server/features/completion/CompletionCollector.h"
#include "server/features/completion/CompletionExcerpt.h"
#include "server/features/completion/CompletionList.h"
#include "server/features/completion/CompletionScope.h"
#include "server/features/completion/DialectMembers.h"
#include "server/features/completion/DictionaryItems.h"
#include "server/features/completion/LargeTypes.h"
#include "server/features/completion/OperationItems.h"
#include "server/features/completion/PartItems.h"
#include "server/features/completion/RestItems.h"
#include "server/features/completion/ScopeReading.h"
#include "server/features/completion/SymbolItems.h"
#include "server/features/completion/TopLevelItems.h"
#include "server/features/completion/TypeTrial.h"
#include "server/features/completion/ValueItems.h"
#include "server/features/forms/OperationSnippet.h"
#include "server/ods/OdsCatalog.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

/// The maximum number of bytes that are searched for labels of blocks.
static constexpr size_t MaxSearchedBytes = 1u << 20;

/// The rest of the function at an offset, as far as it is searched.
static StringRef functionBehind(StringRef Text, llvm::ArrayRef<Piece> Pieces,
                                size_t Offset) {
  auto It = llvm::partition_point(
      Pieces, [&](const Piece &P) { return P.Range.End < Offset; });
  StringRef Tail =
      Text.slice(Offset, It != Pieces.end() ? It->Range.End : Text.size());
  return Tail.take_front(
      std::min({Tail.size(), MaxSearchedBytes, lex::findSplitMarker(Tail)}));
}

/// What is searched of the text around an offset for what it calls.
static StringRef textAround(StringRef Text, size_t Offset) {
  size_t Begin = Offset - std::min(Offset, MaxSearchedBytes);
  return Text.slice(Begin, Offset + MaxSearchedBytes);
}

/// Adds the blocks whose labels are after the cursor: the parser has not seen
/// them, and most branches lead there.
static void addBlocksAfter(StringRef Text, llvm::ArrayRef<Piece> Pieces,
                           size_t Offset, std::vector<Item> &Items) {
  StringRef Tail = functionBehind(Text, Pieces, Offset);
  llvm::StringSet<> Labels;
  for (const Item &I : Items)
    Labels.insert(I.Label);
  // Without pieces the function ends at a bracket at the beginning of a line.
  while (!Tail.empty()) {
    StringRef Line;
    std::tie(Line, Tail) = Tail.split('\n');
    if (Pieces.empty() && Line.starts_with("}"))
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

/// The text of an operation from its name on, or else its last line: brackets
/// that lines before have left open do not matter.
static StringRef textOfOperation(const TypedOperation &Operation,
                                 StringRef Before) {
  size_t Begin = Operation.WrittenName.empty()
                     ? Before.rfind('\n') + 1
                     : Operation.WrittenName.begin() - Before.begin();
  return Before.drop_front(Begin);
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

static void dropSnippets(std::vector<Item> &Items) {
  for (Item &I : Items)
    I.Snippet.clear();
}

static bool isValue(const Item &I) {
  return I.Kind == CompletionItemKind::Variable;
}

/// True unless no value has a type that is expected.
static bool anyFits(const ExpectedType &Expected, llvm::ArrayRef<Item> Items) {
  if (Expected.Type.empty() && Expected.Kinds.empty())
    return true;
  return llvm::any_of(Items, [&](const Item &I) {
    return isValue(I) && (I.Type.empty() || StringRef(I.Type).contains("...") ||
                          Expected.admits(I.Type));
  });
}

/// True if a text begins with results, their `=` and a name, or with a closing
/// brace: what is typed before it gets a line of its own. A loop defines its
/// iteration in the same way, by a value or a number.
static bool beginsOperation(StringRef Text) {
  if (Text.starts_with("}"))
    return true;
  Lexer Tokens(Text);
  std::optional<MlirToken> Token = Tokens.next();
  if (!Token || Token->Kind != TokenKind::Value)
    return false;
  while (Token && (Token->Kind == TokenKind::Value || Token->is(",") ||
                   Token->is(":") || Token->Kind == TokenKind::Number))
    Token = Tokens.next();
  if (!Token || !Token->is("="))
    return false;
  Token = Tokens.next();
  return Token &&
         (Token->Kind == TokenKind::String || Token->Kind == TokenKind::Word);
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

Completions mlir::noisy::lsp::getCompletions(const DialectRegistry &Registry,
                                             StringRef Text,
                                             llvm::ArrayRef<Piece> Pieces,
                                             const CompletionQuery &Query) {
  size_t Offset = std::min(Query.Offset, Text.size());
  TypedWord Word = findTypedWord(Text, Offset);
  Completions Result;
  Result.ReplacedRange = Word.Range;
  if (Word.Kind == TypedWord::Place::Comment)
    return Result;
  // MLIR gets the sigil of the typed word and nothing else of it.
  size_t End = Word.Range.Begin;
  if (Word.Sigil && Word.Sigil != '@' && Word.Dialect.empty())
    ++End;
  // MLIR completes names of operations at their first dot only.
  StringRef Written = Text.slice(Word.FullBegin, Offset);
  if (!Word.Sigil && Written.count('.') > 1)
    End = Word.FullBegin + Written.find('.') + 1;
  bool IsTypeOrAttribute = Word.Sigil == '!' || Word.Sigil == '#';
  std::string Scope = readScope(Text, Pieces, End);
  elideLargeTypes(Scope);
  // Labels of blocks can be far away.
  CompletionExcerpt Excerpt =
      Word.Sigil == '^' ? CompletionExcerpt{Scope, {}} : makeExcerpt(Scope);
  std::string Before =
      StringRef(Excerpt.Text).drop_back(End - Word.FullBegin).str();
  if (Word.Kind == TypedWord::Place::String)
    Before = StringRef(Before).rtrim('"');
  CompletionPlace Place = findCompletionPlace(Before);
  const TypedOperation &Typed = Place.Operation;
  if (Query.Trigger == '{') {
    // A region's bracket must not open a list either: Enter comes next.
    if (Word.Kind == TypedWord::Place::Code && opensDictionary(Registry, Place))
      addDictionaryItems(Registry, Place, Result.Items);
    if (!Query.HasSnippets)
      dropSnippets(Result.Items);
    finishList(Result, "");
    return Result;
  }
  std::optional<AngleBrackets> Brackets;
  if (Word.Kind == TypedWord::Place::Code)
    Brackets = findAngleBrackets(textOfOperation(Typed, Before));
  // A space must not open a list where a line can end or begin.
  if (Query.Trigger == ' ' && !Brackets &&
      (Place.isComplete() || (Typed.IsAtName && !Typed.HasResults)))
    return Result;
  StringRef RestOfLine = Text.drop_front(std::min(Offset, Text.size()));
  RestOfLine = RestOfLine.take_front(RestOfLine.find('\n'));
  StringRef Rest = RestOfLine.trim();
  bool IsLineEnd =
      Rest.empty() || Rest.starts_with("//") || beginsOperation(Rest);
  Result.IsInLine = !IsLineEnd && Query.HasSnippets;

  // The name of an alias that is being defined is a new one.
  StringRef LineBegin = Text.take_front(Word.FullBegin);
  LineBegin = LineBegin.substr(LineBegin.rfind('\n') + 1);
  LineBegin = LineBegin.trim();
  if (IsTypeOrAttribute && Typed.IsAtName && LineBegin.empty())
    return Result;
  // Where types are looked for.
  std::string TypesBefore = copyReadable(
      Text,
      {Word.FullBegin - std::min(Word.FullBegin, MaxTypeBytes), Word.FullBegin},
      Offset, Query.Broken);
  std::string TypesBehind =
      copyReadable(Text, {Offset, std::min(Offset + MaxTypeBytes, Text.size())},
                   Offset, Query.Broken);
  if (std::optional<NewArgument> Argument = findNewArgument(Place, LineBegin);
      Argument && Word.Kind == TypedWord::Place::Code && !Brackets) {
    // No name that there is can be the one of a new value.
    if (Argument->IsOfFunction && !Word.Sigil)
      addArguments(*Argument, TypesBefore, TypesBehind, Result.Items);
    finishList(Result, Text.slice(Word.Range.Begin, Offset));
    return Result;
  }
  // A value that the operation defines gets a new name: the variable of a loop.
  // A word that may precede it has to be asked for.
  if (Query.Trigger && Place.part() &&
      Place.part()->Kind == FormPart::Type::NewValue &&
      !Place.Form->DefinesSymbol)
    return Result;
  bool IsInAlias = LineBegin.starts_with("#") || LineBegin.starts_with("!");
  if (!Word.Sigil && Word.Kind == TypedWord::Place::Code &&
      yieldsNothing(Place))
    return Result;

  std::vector<NearbySymbol> Symbols;
  if (!Word.Sigil || Word.Sigil == '@' || !Place.Match.Symbol.empty())
    Symbols = findNearbySymbols(Text, Pieces, Word.Range.Begin, Word.Path);
  bool IsSymbolNext = !Word.Sigil && Place.part() &&
                      Place.part()->Kind == FormPart::Type::Symbol;
  if (Word.Kind == TypedWord::Place::Code &&
      addOwnAttributeValue(Before, Result.Items)) {
    Result.ReplacedRange.Begin = Word.FullBegin;
    if (!Query.HasSnippets)
      dropSnippets(Result.Items);
    finishList(Result, Text.slice(Word.FullBegin, Offset));
    return Result;
  }
  if (Word.Sigil == '@' &&
      definesSymbol(Place, textOfOperation(Typed, Before))) {
    addUndefinedFunctions(textAround(Text, Offset), Place,
                          IsLineEnd && Query.HasSnippets, Result.Items);
    finishNewNames(Result, Text.slice(Word.Range.Begin, Offset));
    return Result;
  }
  if (!Word.Sigil && Word.Kind == TypedWord::Place::Code &&
      Typed.Name == "func.func" &&
      definesSymbol(Place, textOfOperation(Typed, Before))) {
    std::string Name = Text.slice(Word.Range.Begin, Offset).str();
    bool HasSnippets = IsLineEnd && Query.HasSnippets;
    addUndefinedFunctions(textAround(Text, Offset), Place, HasSnippets,
                          Result.Items);
    addFunctionItems(textOfOperation(Typed, Before), Name, HasSnippets,
                     Result.Items);
    finishList(Result, Name);
    // The names follow what is typed.
    Result.IsIncomplete = !Name.empty();
    return Result;
  }
  if (Word.Sigil == '^' && LineBegin.empty() &&
      (Place.isComplete() || Typed.IsAtName)) {
    addUndefinedBlocks(StringRef(Scope).drop_back(End - Word.FullBegin),
                       functionBehind(Text, Pieces, Offset),
                       IsLineEnd && Query.HasSnippets, Result.Items);
    finishNewNames(Result, Text.slice(Word.Range.Begin, Offset));
    return Result;
  }
  if (Word.Sigil == '@' || IsSymbolNext) {
    addSymbols(Symbols, Place, IsLineEnd && Query.HasSnippets, Result.Items);
    finishList(Result, Text.slice(Word.Range.Begin, Offset));
    return Result;
  }

  CollectedCompletions Collected;
  std::vector<StringRef> GenericOperands = findGenericOperands(Typed);
  llvm::StringSet<> Values = valuesIn(Place);
  for (StringRef Value : GenericOperands)
    Values.insert(Value);
  if (!readRepairing(Registry, Excerpt.Text, Word, Values, Query.IsStopped,
                     Collected) &&
      Excerpt.Text.size() < Scope.size()) {
    Excerpt = {Scope, {}};
    (void)readRepairing(Registry, Excerpt.Text, Word, Values, Query.IsStopped,
                        Collected);
  }
  // The parser offers values that need not be there after a % only.
  bool IsCode = Word.Kind == TypedWord::Place::Code;
  bool IsValueNext = IsCode && !Word.Sigil && isValueNext(Place);
  if (IsValueNext && llvm::none_of(Collected.Items, isValue))
    Collected = readScopeOnce(Registry, Excerpt.Text + "%", Word, Values);
  // Some parsers, such as that of affine maps, offer none.
  if ((IsValueNext || (IsCode && Word.Sigil == '%' && Place.part())) &&
      llvm::none_of(Collected.Items, isValue)) {
    std::string ForValues =
        textForValues(Typed, Before, Excerpt.Text, End - Word.FullBegin);
    Collected = readScopeOnce(Registry, ForValues, Word, Values);
  }
  // Names of new values are not those that there are.
  if (Place.part() && Place.part()->Kind == FormPart::Type::NewValue)
    llvm::erase_if(Collected.Items, isValue);
  bool IsBlockNext = Place.part() && !Word.Sigil &&
                     Place.part()->Kind == FormPart::Type::Successor;
  if (IsBlockNext)
    Collected = readScopeOnce(Registry, Excerpt.Text + "^", Word, Values);
  if (Query.IsStopped && Query.IsStopped())
    return Result;
  Result.Items = std::move(Collected.Items);
  // Without snippets words are completed from the last dot.
  size_t Begin = Query.HasSnippets ? Word.FullBegin : Word.Range.Begin;
  if (!Word.Dialect.empty())
    addMembers(Word, Result.Items);
  if (IsTypeOrAttribute && Query.HasSnippets)
    addSigils(Word, Result.Items);
  else if (IsTypeOrAttribute && Word.Dialect.empty())
    ++Begin;
  if (IsTypeOrAttribute)
    Result.ReplacedRange.Begin = Begin;
  OdsCatalogPtr Project = currentOds();
  StringRef Typing = Text.slice(Word.FullBegin, Offset);
  bool IsOfProject =
      Typing.contains('.') && Project->findDialect(Typing.split('.').first);
  bool IsName = !Word.Sigil && !IsInAlias &&
                (IsOfProject || llvm::any_of(Result.Items, [](const Item &I) {
                   return !I.Operation.empty() || I.Detail == "dialect";
                 }));
  // The name in generic form is a string.
  bool IsInName = Typed.IsAtName || (Typed.isGeneric() && !IsCode);
  if (IsName && !Brackets && IsInName) {
    Result.ReplacedRange.Begin = Begin;
    std::vector<StringRef> Dialects(Registry.getDialectNames().begin(),
                                    Registry.getDialectNames().end());
    for (const auto &[Name, Dialect] : Project->dialects())
      Dialects.push_back(Dialect.Name);
    writeOperationItems({Place,
                         Before,
                         Text.slice(Word.FullBegin, Offset),
                         Query.HasSnippets,
                         IsLineEnd && Word.Kind == TypedWord::Place::Code,
                         {TypesBefore, TypesBehind}},
                        Dialects, Result);
  } else {
    std::optional<SymbolTypes> Symbol = findSymbolTypes(Symbols, Place);
    ExpectedType Expected =
        findExpectedType(Place, Collected.Types, Symbol ? &*Symbol : nullptr);
    rankValues(Excerpt.Text, Expected, Result.Items);
    addOmittedValues(Excerpt.OmittedValues,
                     Text.slice(Word.Range.Begin, Offset), Result);
    addNoise(Place, Query.Noise, Result.Items);
    bool IsField = isPlaceholder(Place, Written) &&
                   llvm::none_of(Result.Items, [&](const Item &I) {
                     return I.Label == Written;
                   });
    if (IsField)
      for (Item &I : Result.Items)
        if (isValue(I))
          I.FilterText = Written.str();
    // Editors preselect the first row: none, if nothing fits, unless it is
    // asked for.
    if ((IsField || Query.Trigger) && Word.Sigil == (IsField ? '%' : 0) &&
        Excerpt.OmittedValues.empty() && !anyFits(Expected, Result.Items))
      llvm::erase_if(Result.Items, isValue);
    if (Query.HasSnippets)
      addFollowingTypes(Place, Before, functionBehind(Text, Pieces, Offset),
                        Offset, Result.Items);
    if (IsLineEnd || Rest == ")")
      addEndingTypes(Place, Collected.Types, Symbol ? &*Symbol : nullptr,
                     RestOfLine, Query.HasSnippets, Result.Items);
    rankKeywords(Place, Result.Items);
    // The line may end here: Enter after a space must not write an optional
    // word.
    if (Query.Trigger == ' ' && IsLineEnd &&
        llvm::all_of(Result.Items, [&](const Item &I) {
          return I.Label == "attributes" ||
                 llvm::is_contained(Place.Match.OptionalWords, I.Label);
        }))
      Result.Items.clear();
    if (IsCode)
      addTraits(Place, Query.HasSnippets, Result.Items);
    bool IsOfOperation =
        Place.part() && Place.part()->Kind == FormPart::Type::ValueType;
    if (Word.Dialect.empty()) {
      // The word that is typed is no type yet.
      StringRef Behind = StringRef(TypesBehind).drop_while(lex::isNameChar);
      AddedTypes Added = AddedTypes::None;
      if (IsCode && !Brackets && !Behind.starts_with("<"))
        Added = !Word.Sigil                              ? AddedTypes::All
                : Word.Sigil == '!' && Query.HasSnippets ? AddedTypes::WithSigil
                                                         : AddedTypes::None;
      rankTypes({TypesBefore, Behind,
                 IsOfOperation ? textOfOperation(Typed, Before) : ""},
                !IsOfOperation || !Expected.Type.empty() ||
                    !Expected.Kinds.empty(),
                Added, Result.Items);
    }
    if (!GenericOperands.empty() && IsCode && !Word.Sigil && !Brackets)
      addPassedType(findGenericType(Typed, GenericOperands, Collected.Types),
                    Result.Items);
    if (IsCode && !Word.Sigil && LineBegin.starts_with("^"))
      addPassedType(
          findPassedType(LineBegin,
                         StringRef(Scope).drop_back(End - Word.FullBegin),
                         functionBehind(Text, Pieces, Offset)),
          Result.Items);
    if (Word.Kind == TypedWord::Place::Code) {
      if (Word.Dialect.empty() && !Brackets)
        removeWrongTypes(Registry, Place, textOfOperation(Typed, Before),
                         Collected.Types, Expected, Result.Items);
      addExpected(Place, Expected,
                  IsTypeOrAttribute ? Text.slice(Word.FullBegin, Begin) : "",
                  Rest, Result);
      // A comma in `<` is none of the dictionary around it.
      if (!Brackets || Brackets->Depth > 0)
        addDictionaryItems(Registry, Place, Result.Items);
    }
    if (!Word.Sigil)
      addIteratorKinds(Typed, !IsCode, Result.Items);
    if (!Query.Trigger && Query.HasSnippets && IsCode && IsLineEnd &&
        !Brackets && Typing.empty())
      addRestOfOperation(Place, Before, Result.Items);
    if (Brackets && !Word.Sigil)
      addBracketItems(*Brackets, Text.slice(Word.FullBegin, Word.Range.Begin),
                      Place, Result.Items);
  }
  if (!Query.HasSnippets)
    dropSnippets(Result.Items);
  if (Word.Sigil == '^' || IsBlockNext) {
    addBlocksAfter(Text, Pieces, Offset, Result.Items);
    StringRef Behind = functionBehind(Text, Pieces, Offset);
    StringRef InFront = StringRef(Scope).drop_back(End - Word.FullBegin);
    rankBlocks(InFront, Behind, Result.Items);
    if (Query.HasSnippets && IsLineEnd)
      addPassedValues(InFront, Behind, Result.Items);
  }
  finishList(Result,
             Text.slice(Result.ReplacedRange.Begin, Result.ReplacedRange.End));
  return Result;
}
