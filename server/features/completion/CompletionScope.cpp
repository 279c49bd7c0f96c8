//===- CompletionScope.cpp - The input of a completion --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionScope.h"
#include "server/text/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// Skips the dimensions at `Begin` of a type that is being typed: 4x of 4xi3.
static size_t skipShape(StringRef Text, size_t Begin) {
  if (Begin == 0 || !StringRef("<?*]").contains(Text[Begin - 1]))
    return Begin;
  bool IsAfterSize = Text[Begin - 1] != '<';
  for (StringRef Rest = Text.substr(Begin); !Rest.empty();) {
    StringRef Size = Rest.take_while(lex::isDigit);
    if ((Size.empty() && !IsAfterSize) ||
        !Rest.drop_front(Size.size()).starts_with("x"))
      break;
    Begin += Size.size() + 1;
    Rest = Rest.drop_front(Size.size() + 1);
    IsAfterSize = false;
  }
  return Begin;
}

TypedWord mlir::noisy::lsp::findTypedWord(StringRef Text, size_t Offset) {
  Offset = std::min(Offset, Text.size());
  StringRef Prefix = Text.take_front(Offset);
  TypedWord Word;
  Word.Kind = findTextPlace(Text, Offset);
  size_t Begin = findRun(Prefix, Offset, lex::isNameChar).Begin;
  char Previous = Begin > 0 ? Prefix[Begin - 1] : 0;
  if (Word.Kind == TypedWord::Place::Code && lex::isSigil(Previous)) {
    Word.Sigil = Previous;
    Word.Range = {Begin - 1, Offset};
    Word.FullBegin = Begin - 1;
    if (Previous == '#' || Previous == '!') {
      StringRef Name = Prefix.substr(Begin);
      if (size_t Dot = Name.rfind('.'); Dot != StringRef::npos) {
        Word.Dialect = Name.take_front(Dot);
        Word.Range.Begin = Begin + Dot + 1;
      }
    }
    if (Previous == '@')
      for (StringRef Rest = Prefix.take_front(Begin - 1);
           Rest.consume_back("::");) {
        StringRef Name = Rest.substr(Rest.find_last_of('@') + 1);
        if (Name.size() == Rest.size() || !llvm::all_of(Name, lex::isNameChar))
          break;
        Word.Path.insert(Word.Path.begin(), Name.str());
        Rest = Rest.drop_back(Name.size() + 1);
      }
    return Word;
  }
  // Without a sigil: the last part after a dot, without signs (`a -b`).
  Begin = findRun(Prefix, Offset, [](char C) {
            return lex::isNameChar(C) && C != '.' && C != '-';
          }).Begin;
  Word.Range = {skipShape(Prefix, Begin), Offset};
  Word.FullBegin = findRun(Prefix, Offset, lex::isWordChar).Begin;
  return Word;
}

//===----------------------------------------------------------------------===//
// The text around the cursor
//===----------------------------------------------------------------------===//

/// Returns the pieces of the chunk that begin before `Offset`.
static llvm::ArrayRef<Piece> piecesBefore(llvm::ArrayRef<Piece> Pieces,
                                          size_t Offset) {
  auto End = llvm::partition_point(
      Pieces, [&](const Piece &P) { return P.Range.Begin < Offset; });
  auto Begin = End;
  while (Begin != Pieces.begin() &&
         std::prev(Begin)->Kind != PieceKind::Separator)
    --Begin;
  return llvm::ArrayRef(Begin, End);
}

/// Returns the container of the text after `Last`. A header that contains the
/// cursor counts as a piece of the container around it.
static uint32_t containerAfter(llvm::ArrayRef<Piece> Pieces, const Piece &Last,
                               size_t Offset) {
  if (Last.Kind == PieceKind::Header && Last.Range.End <= Offset)
    return uint32_t(&Last - Pieces.data());
  if (Last.Kind == PieceKind::Footer && Last.Range.End <= Offset &&
      Last.Container != Piece::None)
    return Pieces[Last.Container].Container;
  return Last.Container;
}

std::string mlir::noisy::lsp::readScope(StringRef Text,
                                        llvm::ArrayRef<Piece> Pieces,
                                        size_t Offset) {
  Offset = std::min(Offset, Text.size());
  llvm::ArrayRef<Piece> EarlierPieces = piecesBefore(Pieces, Offset);
  bool SharesValues = llvm::any_of(EarlierPieces, [](const Piece &P) {
    return P.Info && P.Info->DefinesValues;
  });
  if (EarlierPieces.empty() || SharesValues) {
    // The whole chunk.
    size_t Begin = lex::findLastSplitMarker(Text, Offset);
    return Text.slice(Begin == StringRef::npos ? 0 : Begin, Offset).str();
  }

  const Piece &Last = EarlierPieces.back();
  // Text on the line of a finished piece may still belong to it, and any text
  // may belong to a piece without its closing bracket.
  StringRef Tail = Text.slice(std::min(Last.Range.End, Offset), Offset);
  bool InLast = Last.Range.End >= Offset || !Tail.contains('\n') ||
                (Last.Info && Last.Info->IsUnbalanced);
  bool IsOpen = Last.Kind == PieceKind::Header && Last.Range.End <= Offset;

  std::string Scope;
  auto Add = [&](ByteRange Range) {
    Scope += Text.slice(Range.Begin, Range.End);
    Scope += '\n';
  };
  for (const Piece &P : EarlierPieces)
    if (P.Kind == PieceKind::Aliases && (&P != &Last || !InLast))
      Add(P.Range);
  llvm::SmallVector<uint32_t> Containers;
  uint32_t Container =
      InLast && !IsOpen ? Last.Container : containerAfter(Pieces, Last, Offset);
  for (; Container != Piece::None && Container < Pieces.size();
       Container = Pieces[Container].Container)
    Containers.push_back(Container);
  for (uint32_t C : llvm::reverse(Containers))
    Add(Pieces[C].Range);
  Scope +=
      Text.slice(InLast && !IsOpen ? Last.Range.Begin : Last.Range.End, Offset);
  return Scope;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Returns the symbol that a piece defines, without @ and quotes.
static StringRef symbolOf(StringRef Text, const Piece &P) {
  if (!P.Info || P.Info->Symbol.empty())
    return {};
  ByteRange Range = P.Info->Symbol.shift(P.Range.Begin);
  return Text.slice(Range.Begin, Range.End).ltrim('@').trim('"');
}

/// Returns an operation's text up to its body, on one line.
static std::string signatureOf(StringRef Text, const Piece &P) {
  static constexpr size_t MaxSize = 100;
  StringRef Source = Text.slice(P.Range.Begin, P.Range.End);
  Source = Source.take_front(Source.find_first_of("\r\n")).rtrim(" \t{");
  return cutShort(Source, MaxSize);
}

/// Returns an operation's text up to its body, as far as it matters.
static StringRef headerOf(StringRef Text, const Piece &P) {
  static constexpr size_t MaxSize = 4096;
  StringRef Source =
      Text.slice(P.Range.Begin, std::min(P.Range.End, P.Range.Begin + MaxSize));
  // The body is the first bracket that ends its line, or is all there is.
  for (size_t Brace = Source.find('{'); Brace != StringRef::npos;
       Brace = Source.find('{', Brace + 1))
    if (Source.drop_front(Brace + 1).ltrim(" \t\r").starts_with("\n"))
      return Source.take_front(Brace);
  return Source;
}

std::vector<NearbySymbol>
mlir::noisy::lsp::findNearbySymbols(StringRef Text,
                                    llvm::ArrayRef<Piece> Pieces, size_t Offset,
                                    llvm::ArrayRef<std::string> Path) {
  std::vector<NearbySymbol> Result;
  llvm::ArrayRef<Piece> EarlierPieces = piecesBefore(Pieces, Offset);
  auto ChunkBegin =
      EarlierPieces.empty() ? Pieces.end() : EarlierPieces.begin();
  if (EarlierPieces.empty() && !Pieces.empty() &&
      Pieces.front().Range.Begin >= Offset)
    ChunkBegin = Pieces.begin();
  auto ChunkEnd = std::find_if(ChunkBegin, Pieces.end(), [](const Piece &P) {
    return P.Kind == PieceKind::Separator;
  });
  llvm::ArrayRef<Piece> Chunk(ChunkBegin, ChunkEnd);

  llvm::StringSet<> Names;
  auto AddAllIn = [&](uint32_t Container, unsigned Distance) {
    for (const Piece &P : Chunk) {
      if (P.Container != Container || P.Kind == PieceKind::Footer)
        continue;
      StringRef Name = symbolOf(Text, P);
      // The name that is being typed at the cursor is skipped.
      if (Name.empty() ||
          P.Info->Symbol.shift(P.Range.Begin).touches({Offset, Offset}) ||
          !Names.insert(Name).second)
        continue;
      Result.push_back({Name.str(), P.Info->Operation, signatureOf(Text, P),
                        headerOf(Text, P), Distance,
                        P.Range.Begin < Offset && Offset <= P.Range.End});
    }
  };
  auto FindIn = [&](uint32_t Container, StringRef Name) {
    for (const Piece &P : Chunk)
      if (P.Kind == PieceKind::Header && P.Container == Container &&
          symbolOf(Text, P) == Name)
        return uint32_t(&P - Pieces.data());
    return Piece::None;
  };

  uint32_t Container =
      EarlierPieces.empty()
          ? Piece::None
          : containerAfter(Pieces, EarlierPieces.back(), Offset);
  for (unsigned Distance = 0;; ++Distance) {
    if (Path.empty()) {
      AddAllIn(Container, Distance);
    } else if (uint32_t Inner = FindIn(Container, Path.front());
               Inner != Piece::None) {
      for (const std::string &Name : Path.drop_front()) {
        Inner = FindIn(Inner, Name);
        if (Inner == Piece::None)
          return Result;
      }
      AddAllIn(Inner, 0);
      return Result;
    }
    if (Container == Piece::None || Container >= Pieces.size())
      return Result;
    Container = Pieces[Container].Container;
  }
}
