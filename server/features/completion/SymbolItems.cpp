//===- SymbolItems.cpp - Symbols and blocks in a list of completions ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/SymbolItems.h"
#include "server/features/forms/FunctionTypes.h"
#include "server/features/forms/OperationSnippet.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/SymbolName.h"
#include "server/text/SnippetText.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

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

/// Fields for values, in a snippet: `${1:%value}, ${2:%value}`.
static std::string valueFields(size_t Count) {
  std::string Result;
  for (size_t I = 0; I < Count; ++I)
    Result += (I ? ", ${" : "${") + std::to_string(I + 1) + ":%value}";
  return Result;
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
    FunctionTypes Types;
    if (IsCall)
      Types = readFunctionTypes(Symbol.Header);
    bool HasOtherResults = IsCall && Place.Operation.HasResults &&
                           Types.Results.size() != Place.Operation.ResultCount;
    // Few functions call themselves.
    New.SortText = (HasOtherResults ? "~" : "") +
                   std::to_string(std::min(Symbol.Distance, 9u)) +
                   (IsCall && Symbol.IsAround ? "~" : "");
    New.NewText = New.Label;
    // Names that are no identifiers need quotes.
    if (!isBareSymbol(Symbol.Name))
      New.NewText = "@\"" + Symbol.Name + "\"";
    if (IsCall && IsLineEnd) {
      New.Snippet =
          escapeSnippet(New.NewText) + "(" + valueFields(Types.Inputs.size()) +
          ") : " +
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

//===----------------------------------------------------------------------===//
// Names that are used and not defined
//===----------------------------------------------------------------------===//

/// The bytes that are searched, before the cursor and behind it.
static constexpr size_t MaxSearched = 1u << 20;

using Types = std::vector<std::string>;

/// `(${1:%arg0}: i32, ${2:%arg1}: i64)`; nothing without types, if that is
/// allowed.
static std::string parameters(const Types &All, bool NeedsBrackets) {
  if (All.empty())
    return NeedsBrackets ? "()" : "";
  std::string Result;
  for (auto [I, Type] : llvm::enumerate(All))
    Result += (I ? ", ${" : "(${") + std::to_string(I + 1) + ":%arg" +
              std::to_string(I) + "}: " + escapeSnippet(Type);
  return Result + ")";
}

static Item makeItem(StringRef Name, CompletionItemKind Kind,
                     std::string Detail, std::string Snippet) {
  Item New;
  New.Label = Name.str();
  New.Kind = Kind;
  New.Detail = std::move(Detail);
  New.SortText = "0";
  New.NewText = New.Label;
  New.Snippet = std::move(Snippet);
  return New;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool mlir::noisy::lsp::definesSymbol(const CompletionPlace &Place,
                                     StringRef Written) {
  StringRef Name = Place.Operation.WrittenName;
  StringRef Last = Name.rsplit('.').second;
  if (!Written.consume_front(Name) ||
      !(Last.empty() ? Name == "module"
                     : Last == "func" || Last == "global" || Last == "module" ||
                           Last == "named_sequence"))
    return false;
  return llvm::all_of(Written, [](char C) {
    return llvm::isAlpha(C) || llvm::isSpace(C) || C == '_';
  });
}

void mlir::noisy::lsp::addUndefinedFunctions(StringRef Text,
                                             const CompletionPlace &Place,
                                             bool IsLineEnd,
                                             std::vector<Item> &Items) {
  if (Place.Operation.Name != "func.func")
    return;
  llvm::StringSet<> Defined;
  llvm::MapVector<StringRef, StringRef> Called;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    size_t At = Line.find('@');
    if (At == StringRef::npos)
      continue;
    std::optional<MlirToken> Symbol = Lexer(Line, At).next();
    if (!Symbol || Symbol->Kind != TokenKind::Symbol)
      continue;
    StringRef Before = Line.take_front(At).trim();
    StringRef Behind = Line.substr(Symbol->Range.End);
    if (Before.contains("//") || Behind.starts_with("::"))
      continue;
    if (Before.ends_with("call"))
      Called.insert({Symbol->Text, Behind});
    else if (Before.starts_with("func") && !Before.contains('='))
      Defined.insert(Symbol->Text);
  }
  for (auto [Name, Call] : Called) {
    if (Defined.contains(Name))
      continue;
    // `(%a) : (i32) -> i32`.
    FunctionTypes Read = readTypesAfterColon(Call);
    bool IsKnown = Call.contains("->");
    std::string Results =
        Read.Results.empty()
            ? ""
            : " -> " + (Read.Results.size() == 1
                            ? Read.Results.front()
                            : "(" + llvm::join(Read.Results, ", ") + ")");
    Items.push_back(makeItem(
        Name, CompletionItemKind::Function, "called, and not defined yet",
        IsLineEnd && IsKnown
            ? escapeSnippet(Name) + parameters(Read.Inputs, true) +
                  escapeSnippet(Results) + " {\n  $0\n\\}"
            : ""));
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The types in `(%a, %b : i32, vector<2x(i8)>)`, which begins behind the
/// bracket.
static Types readPassedTypes(StringRef Text) {
  Types Result;
  size_t Depth = 0, Begin = StringRef::npos;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    bool IsEnd = C == ')' && Depth == 0;
    if (Begin != StringRef::npos && Depth == 0 && (IsEnd || C == ',')) {
      Result.push_back(Text.slice(Begin, I).trim().str());
      Begin = I + 1;
    }
    if (IsEnd || C == '\n')
      break;
    if (C == ':' && Depth == 0 && Begin == StringRef::npos)
      Begin = I + 1;
    bool IsArrow = C == '>' && I > 0 && Text[I - 1] == '-';
    if (lex::isOpening(C) || C == '<')
      ++Depth;
    else if ((lex::isClosing(C) || (C == '>' && !IsArrow)) && Depth > 0)
      --Depth;
  }
  return Result;
}

namespace {
/// The labels of a function.
struct BlockLabels {
  llvm::StringSet<> Defined;
  /// Those that branches name, with the types of what the first one passes.
  llvm::MapVector<StringRef, Types> Used;
};
} // namespace

static BlockLabels findLabels(StringRef Before, StringRef Behind) {
  BlockLabels Result;
  auto read = [&](StringRef Part) {
    Lexer Tokens(Part);
    while (std::optional<MlirToken> Token = Tokens.next()) {
      if (Token->Kind == TokenKind::Block) {
        StringRef Rest = Part.substr(Token->Range.End).ltrim(" ");
        StringRef Line = Part.take_front(Token->Range.Begin);
        Line = Line.substr(Line.rfind('\n') + 1).trim();
        if (Line.empty() && (Rest.starts_with(":") || Rest.starts_with("(")))
          Result.Defined.insert(Token->Text);
        else if (!Line.empty())
          Result.Used.insert({Token->Text, Rest.consume_front("(")
                                               ? readPassedTypes(Rest)
                                               : Types()});
      }
    }
  };
  read(Before.take_back(MaxSearched));
  read(Behind.take_front(MaxSearched));
  return Result;
}

void mlir::noisy::lsp::addUndefinedBlocks(StringRef Before, StringRef Behind,
                                          bool IsLineEnd,
                                          std::vector<Item> &Items) {
  BlockLabels Labels = findLabels(Before, Behind);
  for (auto &[Name, Passed] : Labels.Used)
    if (Name.size() > 1 && !Labels.Defined.contains(Name))
      Items.push_back(makeItem(
          Name, CompletionItemKind::Field, "used, and not there yet",
          IsLineEnd ? escapeSnippet(Name) + parameters(Passed, false) + ":"
                    : ""));
}

/// The labels that a text defines, in its order.
static std::vector<StringRef> findDefinedLabels(StringRef Text) {
  std::vector<StringRef> Result;
  Lexer Tokens(Text);
  size_t PreviousEnd = 0;
  for (std::optional<MlirToken> Token = Tokens.next(); Token;) {
    bool IsFirst = PreviousEnd == 0 ||
                   Text.slice(PreviousEnd, Token->Range.Begin).contains('\n');
    PreviousEnd = Token->Range.End;
    std::optional<MlirToken> Next = Tokens.next();
    if (IsFirst && Token->Kind == TokenKind::Block && Next &&
        (Next->is(":") || Next->is("(")))
      Result.push_back(Token->Text);
    Token = Next;
  }
  return Result;
}

void mlir::noisy::lsp::rankBlocks(StringRef Before, StringRef Behind,
                                  std::vector<Item> &Items) {
  std::vector<StringRef> Earlier =
                             findDefinedLabels(Before.take_back(MaxSearched)),
                         Later =
                             findDefinedLabels(Behind.take_front(MaxSearched));
  for (Item &I : Items) {
    if (I.Kind != CompletionItemKind::Field || I.Label.front() != '^')
      continue;
    char Group = '1';
    size_t Distance = 0;
    if (auto Match = llvm::find(Later, I.Label); Match != Later.end()) {
      Group = '0';
      Distance = Match - Later.begin();
    } else if (auto Last = llvm::find(llvm::reverse(Earlier), I.Label);
               Last != Earlier.rend()) {
      Distance = Last - Earlier.rbegin();
      Group = Distance == 0 ? '3' : '2';
    }
    I.SortText =
        Group + std::string(1, char('a' + std::min<size_t>(Distance, 24)));
  }
}

/// Finds the types of the arguments in the labels of a text that have some.
static void readArguments(StringRef Text, llvm::StringMap<Types> &Arguments) {
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Lexer Tokens(Line);
    std::optional<MlirToken> Name = Tokens.next(), Open = Tokens.next();
    if (Open && Name->Kind == TokenKind::Block && Open->is("("))
      if (Types All = readFunctionTypes(Line).Inputs; !All.empty())
        Arguments[Name->Text] = std::move(All);
  }
}

void mlir::noisy::lsp::addPassedValues(StringRef Before, StringRef Behind,
                                       std::vector<Item> &Items) {
  llvm::StringMap<Types> Arguments;
  readArguments(Before.take_back(MaxSearched), Arguments);
  readArguments(Behind.take_front(MaxSearched), Arguments);
  for (Item &I : Items) {
    auto Target = Arguments.find(I.Label);
    if (I.Kind != CompletionItemKind::Field || Target == Arguments.end())
      continue;
    const Types &Passed = Target->second;
    I.Snippet = escapeSnippet(I.Label) + "(" + valueFields(Passed.size()) +
                " : " + escapeSnippet(llvm::join(Passed, ", ")) + ")";
  }
}

std::string mlir::noisy::lsp::findPassedType(StringRef Label, StringRef Before,
                                             StringRef Behind) {
  Lexer Tokens(Label);
  std::optional<MlirToken> Name = Tokens.next(), Open = Tokens.next();
  if (!Open || Name->Kind != TokenKind::Block || !Open->is("("))
    return "";
  size_t Argument = 0;
  int Depth = 0;
  std::optional<MlirToken> Last = Open;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    char C = Token->Text.front();
    Depth += Token->is("<") || lex::isOpening(C);
    Depth -= Token->is(">") || lex::isClosing(C);
    Argument += Depth == 0 && Token->is(",");
    Last = Token;
  }
  if (Depth != 0 || !Last->is(":"))
    return "";
  BlockLabels Labels = findLabels(Before, Behind);
  auto Passed = Labels.Used.find(Name->Text);
  return Passed != Labels.Used.end() && Argument < Passed->second.size()
             ? Passed->second[Argument]
             : "";
}
