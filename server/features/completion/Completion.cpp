//===- Completion.cpp - Completions at a place ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/Completion.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "server/features/completion/CompletionCollector.h"
#include "server/features/completion/CompletionExcerpt.h"
#include "server/features/completion/CompletionScope.h"
#include "server/features/completion/LargeTypes.h"
#include "server/parse/SafeParse.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/Nesting.h"
#include "server/syntax/SymbolName.h"
#include "server/text/Utf8.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

/// The limits for reading a text again without a line that does not parse: the
/// number of attempts, and the length of the text.
static constexpr unsigned MaxRepairs = 8;
static constexpr size_t MaxRepairedBytes = 256u << 10;
/// The maximum number of bytes that are searched for labels of blocks.
static constexpr size_t MaxSearchedBytes = 1u << 20;

//===----------------------------------------------------------------------===//
// Completions from MLIR
//===----------------------------------------------------------------------===//

namespace {
/// The result of reading a text once.
struct Reading {
  std::vector<Item> Items;
  /// The byte of the first error.
  std::optional<size_t> Error;
  /// MLIR crashed on the text, or never got it.
  bool HasCrashed = true;
};
} // namespace

static Reading readUpToEnd(const DialectRegistry &Registry, StringRef Scope,
                           const TypedWord &Word) {
  Reading Result;
  Result.HasCrashed = false;
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(Scope),
                             llvm::SMLoc());
  const llvm::MemoryBuffer *Buffer =
      Sources.getMemoryBuffer(Sources.getMainFileID());
  ScopedDiagnosticHandler Handler(&Context, [&](mlir::Diagnostic &Diag) {
    auto Loc = dyn_cast<FileLineColLoc>(Diag.getLocation());
    if (Loc && !Result.Error &&
        Diag.getSeverity() == mlir::DiagnosticSeverity::Error)
      if (llvm::SMLoc Place = Sources.FindLocForLineAndColumn(
              Sources.getMainFileID(), Loc.getLine(), Loc.getColumn());
          Place.isValid())
        Result.Error = Place.getPointer() - Buffer->getBufferStart();
    return success();
  });
  AsmParserState State;
  auto Completer = makeCompletionCollector(
      llvm::SMLoc::getFromPointer(Buffer->getBufferEnd()), Word, Context, State,
      Result.Items);
  Block Body;
  (void)parseSafely(Sources, &Body, &Context, State, Completer.get());
  return Result;
}

static Reading readSafely(const DialectRegistry &Registry, StringRef Scope,
                          const TypedWord &Word) {
  if (findDeepNesting(Scope))
    return Reading();
  return surviveOnLargeStack([&] { return readUpToEnd(Registry, Scope, Word); })
      .value_or(Reading());
}

//===----------------------------------------------------------------------===//
// Texts that do not parse
//===----------------------------------------------------------------------===//

/// Blanks the line that causes the error at the byte `Error`; false if that is
/// impossible. The values that it defines are then used before their
/// definition, which the parser accepts as long as the region is open.
static bool blankLineAt(std::string &Text, size_t Error) {
  auto lineAt = [&](size_t Offset) -> ByteRange {
    StringRef Bytes = Text;
    size_t Begin = Bytes.take_front(Offset).rfind('\n') + 1;
    return {Begin, std::min(Bytes.find('\n', Begin), Bytes.size())};
  };
  auto contentOf = [&](ByteRange Line) {
    return StringRef(Text).slice(Line.Begin, Line.End).trim();
  };
  ByteRange Line = lineAt(Error);
  // A line that plainly does not end continues on the next one.
  for (ByteRange PreviousLine = Line; PreviousLine.Begin > 0;) {
    PreviousLine = lineAt(PreviousLine.Begin - 1);
    StringRef Content = contentOf(PreviousLine);
    if (Content.empty())
      continue;
    if (Content.ends_with("->") || StringRef(",=:.(<").contains(Content.back()))
      Line = PreviousLine;
    break;
  }
  StringRef Content = contentOf(Line);
  // The line of the cursor stays, and so does one that contains other lines.
  if (Line.End == Text.size() || Content.empty() ||
      Content.count('{') != Content.count('}'))
    return false;
  Text.replace(Line.Begin, Line.size(), Line.size(), ' ');
  return true;
}

/// Reads `Text`, and again without the lines that do not parse. False if the
/// end is not reached.
static bool readRepairing(const DialectRegistry &Registry, std::string &Text,
                          const TypedWord &Word,
                          const std::function<bool()> &IsStopped,
                          std::vector<Item> &Items) {
  for (unsigned Repairs = 0; !(IsStopped && IsStopped()); ++Repairs) {
    Reading Attempt = readSafely(Registry, Text, Word);
    Items = std::move(Attempt.Items);
    if (!Items.empty() || !Attempt.Error)
      return !Attempt.HasCrashed;
    // An error at the cursor may be for want of a %, which the parser must see
    // before it offers values.
    if (StringRef(Text)
            .substr(*Attempt.Error)
            .find_first_not_of(" \t\r\n", 1) == StringRef::npos) {
      if (!Word.Sigil && Word.Kind == TypedWord::Place::Code &&
          Text.size() <= MaxRepairedBytes)
        Items = readSafely(Registry, Text + "%", Word).Items;
      return true;
    }
    if (Text.size() > MaxRepairedBytes || Repairs == MaxRepairs ||
        !blankLineAt(Text, *Attempt.Error))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

/// Ranks values, in their sort texts, by the distance in lines between the
/// cursor and their last occurrence.
static void rankValues(StringRef Scope, std::vector<Item> &Items) {
  llvm::StringMap<Item *> Values;
  for (Item &I : Items)
    if (I.Kind == CompletionItemKind::Variable)
      Values[I.Label] = &I;
  unsigned Rank = 0;
  size_t RemainingCount = Values.size();
  while (!Scope.empty() && RemainingCount != 0) {
    // The first name on a line is the one that it defines.
    size_t Break = Scope.rfind('\n');
    StringRef Line = Scope.substr(Break + 1);
    Scope = Scope.take_front(Break == StringRef::npos ? 0 : Break);
    Lexer Tokens(Line);
    while (std::optional<MlirToken> Token = Tokens.next()) {
      auto It = Values.find(Token->groupName());
      if (It == Values.end() || !It->second->SortText.empty())
        continue;
      std::string Number = std::to_string(Rank++);
      It->second->SortText = "4" + std::string(8 - Number.size(), '0') + Number;
      --RemainingCount;
    }
  }
}

/// True if the letters of `Input` occur in `Label` in this order, as editors
/// match.
static bool isMatch(StringRef Label, StringRef Input) {
  for (char C : Input) {
    size_t Offset = Label.find_if(
        [&](char L) { return llvm::toLower(L) == llvm::toLower(C); });
    if (Offset == StringRef::npos)
      return false;
    Label = Label.drop_front(Offset + 1);
  }
  return true;
}

static bool isPrefix(StringRef Input, StringRef Label) {
  return Label.starts_with_insensitive(Input);
}

static void finish(Completions &Result, StringRef Input) {
  std::vector<Item> &Items = Result.Items;
  if (Items.size() > MaxCompletions) {
    Result.IsIncomplete = true;
    llvm::erase_if(Items,
                   [&](const Item &I) { return !isMatch(I.Label, Input); });
  }
  auto Sort = [&] {
    llvm::sort(Items, [](const Item &A, const Item &B) {
      return std::tie(A.SortText, A.Label) < std::tie(B.SortText, B.Label);
    });
  };
  // A list of nothing but the typed word would take the next Enter.
  auto isOther = [&](const Item &I) {
    return I.NewText != Input && isMatch(I.Label, Input);
  };
  if (!Input.empty() && llvm::none_of(Items, isOther)) {
    Items.clear();
    return;
  }
  Sort();
  if (Items.size() <= MaxCompletions)
    return;
  std::stable_partition(Items.begin(), Items.end(), [&](const Item &I) {
    return isPrefix(Input, I.Label);
  });
  Items.resize(MaxCompletions);
  Sort();
}

static void addSymbols(StringRef Text, llvm::ArrayRef<Piece> Pieces,
                       const TypedWord &Word, std::vector<Item> &Items) {
  for (const NearbySymbol &Symbol :
       findNearbySymbols(Text, Pieces, Word.Range.Begin, Word.Path)) {
    Item New;
    New.Label = "@" + Symbol.Name;
    New.Kind = StringRef(Symbol.Operation).contains("func")
                   ? CompletionItemKind::Function
                   : CompletionItemKind::Module;
    New.Detail = Symbol.Signature;
    New.SortText = std::to_string(std::min(Symbol.Distance, 9u));
    New.NewText = New.Label;
    // Names that are no identifiers need quotes.
    if (!isBareSymbol(Symbol.Name))
      New.NewText = "@\"" + Symbol.Name + "\"";
    Items.push_back(std::move(New));
  }
}

/// Adds values that an excerpt has left out, if values are possible here.
static void addValues(llvm::ArrayRef<CompletionExcerpt::Value> OmittedValues,
                      StringRef Input, Completions &Result) {
  llvm::StringSet<> Labels;
  for (const Item &I : Result.Items)
    if (I.Kind == CompletionItemKind::Variable)
      Labels.insert(I.Label);
  if (Labels.empty() || OmittedValues.empty())
    return;
  // There may be very many: only matching ones are added.
  Result.IsIncomplete = true;
  llvm::erase_if(Result.Items,
                 [&](const Item &I) { return !isMatch(I.Label, Input); });
  auto Add = [&](size_t Index, const CompletionExcerpt::Value &Value) {
    // The extra item makes finish() mark the list as cut.
    if (Result.Items.size() > MaxCompletions || !isMatch(Value.Name, Input) ||
        !Labels.insert(Value.Name).second)
      return;
    std::string Number = std::to_string(Index);
    Result.Items.push_back(
        {Value.Name.str(), CompletionItemKind::Variable,
         cutShort(Value.Definition, MaxCompletionDetail),
         "5" + std::string(8 - std::min<size_t>(Number.size(), 8), '0') +
             Number,
         Value.Name.str()});
  };
  for (auto [Index, Value] : llvm::enumerate(OmittedValues))
    if (isPrefix(Input, Value.Name))
      Add(Index, Value);
  for (auto [Index, Value] : llvm::enumerate(OmittedValues))
    Add(Index, Value);
}

/// Adds the blocks whose labels are after the cursor: the parser has not seen
/// them, and most branches lead there.
static void addBlocksAfter(StringRef Text, llvm::ArrayRef<Piece> Pieces,
                           size_t Offset, std::vector<Item> &Items) {
  auto It = llvm::partition_point(
      Pieces, [&](const Piece &P) { return P.Range.End < Offset; });
  StringRef Tail =
      Text.slice(Offset, It != Pieces.end() ? It->Range.End : Text.size());
  Tail = Tail.take_front(
      std::min({Tail.size(), MaxSearchedBytes, lex::findSplitMarker(Tail)}));
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

Completions
mlir::noisy::lsp::getCompletions(const DialectRegistry &Registry,
                                 StringRef Text, llvm::ArrayRef<Piece> Pieces,
                                 size_t Offset,
                                 const std::function<bool()> &IsStopped) {
  TypedWord Word = findTypedWord(Text, Offset);
  Completions Result;
  Result.ReplacedRange = Word.Range;
  if (Word.Kind == TypedWord::Place::Comment)
    return Result;
  StringRef Input = Text.slice(Word.Range.Begin, Word.Range.End);
  if (Word.Sigil == '@') {
    addSymbols(Text, Pieces, Word, Result.Items);
    finish(Result, Input);
    return Result;
  }

  // MLIR gets the sigil of the typed word and nothing else of it.
  size_t End = Word.Range.Begin;
  bool KeepsSigil = Word.Sigil == '%' || Word.Sigil == '^';
  if (Word.Sigil && Word.Dialect.empty()) {
    ++End;
    if (!KeepsSigil)
      ++Result.ReplacedRange.Begin;
  }
  std::string Scope = readScope(Text, Pieces, End);
  elideLargeTypes(Scope);
  // Labels of blocks can be far away.
  CompletionExcerpt Excerpt =
      Word.Sigil == '^' ? CompletionExcerpt{Scope, {}} : makeExcerpt(Scope);
  if (!readRepairing(Registry, Excerpt.Text, Word, IsStopped, Result.Items) &&
      Excerpt.Text.size() < Scope.size()) {
    Excerpt = {Scope, {}};
    (void)readRepairing(Registry, Excerpt.Text, Word, IsStopped, Result.Items);
  }
  rankValues(Excerpt.Text, Result.Items);
  addValues(Excerpt.OmittedValues, Text.slice(Word.Range.Begin, Offset),
            Result);
  if (Word.Sigil == '^')
    addBlocksAfter(Text, Pieces, Offset, Result.Items);
  finish(Result,
         Text.slice(Result.ReplacedRange.Begin, Result.ReplacedRange.End));
  return Result;
}

CompletionList mlir::noisy::lsp::toCompletionList(const Completions &Candidates,
                                                  const Text &Source,
                                                  PositionEncoding Encoding) {
  CompletionList List;
  List.IsIncomplete = Candidates.IsIncomplete;
  Range EditRange = Source.rangeAt(Candidates.ReplacedRange.Begin,
                                   Candidates.ReplacedRange.End, Encoding);
  for (const Item &One : Candidates.Items)
    List.Items.push_back({One.Label,
                          One.Kind,
                          One.Detail,
                          One.SortText,
                          {EditRange, One.NewText},
                          One.Operation});
  return List;
}
