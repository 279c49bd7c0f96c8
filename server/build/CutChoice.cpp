//===- CutChoice.cpp - The outline of each chunk --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/CutChoice.h"
#include "server/build/SlotMaker.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <array>

using namespace mlir::noisy::lsp;

/// Counts a letter; fast where it is rare.
static size_t count(llvm::StringRef Text, char Letter) {
  size_t Result = 0;
  for (size_t At = 0; (At = Text.find(Letter, At)) != llvm::StringRef::npos;
       ++At)
    ++Result;
  return Result;
}

/// True if brackets of a kind do not match by number, in code.
static bool isCodeUnbalanced(llvm::StringRef Text) {
  ptrdiff_t Braces = 0, Round = 0, Square = 0;
  for (const char *P = Text.begin(), *End = Text.end(); P != End;) {
    if (*P == '"') {
      P = lex::skipString(P, End);
      continue;
    }
    if (lex::isComment(P, End)) {
      P = lex::skipComment(P, End);
      continue;
    }
    Braces += (*P == '{') - (*P == '}');
    Round += (*P == '(') - (*P == ')');
    Square += (*P == '[') - (*P == ']');
    ++P;
  }
  return Braces != 0 || Round != 0 || Square != 0;
}

/// The most lines with strings or comments that are read for a count.
static constexpr unsigned MaxReadLines = 64;

/// True if there are more opening brackets than closing ones of a kind, or the
/// other way round, so that no outline matches all of them, and MLIR does not
/// parse them. Counts letters, in a fraction of the time of an outline, except
/// in lines with strings and comments, unless there are many of these.
static bool isSurelyUnbalanced(llvm::StringRef Text) {
  constexpr llvm::StringLiteral Kinds[] = {"{}", "()", "[]"};
  std::array<ptrdiff_t, std::size(Kinds)> Excess;
  auto excessIn = [](llvm::StringRef Part, llvm::StringRef Kind) {
    return ptrdiff_t(count(Part, Kind[0])) - ptrdiff_t(count(Part, Kind[1]));
  };
  for (auto [Sum, Kind] : llvm::zip(Excess, Kinds))
    Sum = excessIn(Text, Kind);
  // False where they may be balanced by what is in strings and comments.
  if (llvm::all_of(Excess, [](ptrdiff_t Sum) { return Sum == 0; }))
    return false;
  unsigned ReadLines = 0;
  size_t Quote = Text.find('"'), Slash = Text.find('/');
  while (std::min(Quote, Slash) != llvm::StringRef::npos) {
    if (++ReadLines > MaxReadLines)
      return isCodeUnbalanced(Text);
    size_t Place = std::min(Quote, Slash);
    size_t Begin = Text.take_front(Place).rfind('\n') + 1;
    size_t End = std::min(Text.find('\n', Place), Text.size());
    for (auto [Sum, Kind] : llvm::zip(Excess, Kinds))
      Sum -= excessIn(Text.slice(Begin, End), Kind);
    Lexer Tokens(Text, Begin, End);
    while (std::optional<MlirToken> Token = nextCode(Tokens)) {
      if (Token->Kind == TokenKind::String && !lex::isClosedString(Token->Text))
        return false;
      for (auto [Sum, Kind] : llvm::zip(Excess, Kinds))
        Sum += Token->is(Kind.take_front()) - Token->is(Kind.drop_front());
    }
    if (Quote < End)
      Quote = Text.find('"', End);
    if (Slash < End)
      Slash = Text.find('/', End);
  }
  return llvm::any_of(Excess, [](ptrdiff_t Sum) { return Sum != 0; });
}

/// A chunk without the runs of aliases at its ends in which brackets match: a
/// dump may have as many locations as operations.
static llvm::StringRef withoutOuterAliases(llvm::StringRef Text,
                                           ByteRange Chunk,
                                           llvm::ArrayRef<Piece> Pieces) {
  if (!Pieces.empty() && Pieces.back().Kind == PieceKind::Separator)
    Pieces = Pieces.drop_back();
  auto isBalanced = [&](const Piece &Run, size_t Begin, size_t End) {
    // Also what is beside it.
    auto lacksBrackets = [&](size_t From, size_t To) {
      return Text.slice(From, To).find_first_of("{}()[]") ==
             llvm::StringRef::npos;
    };
    return Run.Kind == PieceKind::Aliases && !Run.Info->IsUnbalanced &&
           lacksBrackets(Begin, Run.Range.Begin) &&
           lacksBrackets(Run.Range.End, End);
  };
  while (!Pieces.empty() &&
         isBalanced(Pieces.front(), Chunk.Begin, Pieces.front().Range.End)) {
    Chunk.Begin = Pieces.front().Range.End;
    Pieces = Pieces.drop_front();
  }
  while (!Pieces.empty() &&
         isBalanced(Pieces.back(), Pieces.back().Range.Begin, Chunk.End)) {
    Chunk.End = Pieces.back().Range.Begin;
    Pieces = Pieces.drop_back();
  }
  return Text.slice(Chunk.Begin, Chunk.End);
}

/// The number of brackets that do not match, and of containers without an end.
static size_t countMismatches(llvm::ArrayRef<Piece> Pieces) {
  size_t Wrong = 0, Open = 0;
  for (const Piece &P : Pieces) {
    Wrong += P.Info->IsUnbalanced;
    Open += P.Kind == PieceKind::Header;
    Open -= P.Kind == PieceKind::Footer;
  }
  return Wrong + Open;
}

CutChoice::CutChoice(const Outline &Tolerant, llvm::StringRef Text,
                     const Memory &PastOutcomes)
    : Tolerant(Tolerant), Text(Text) {
  llvm::ArrayRef<Piece> Rest = Tolerant.pieces();
  size_t Begin = 0;
  for (bool IsLast = false; !IsLast;) {
    auto End = llvm::find_if(
        Rest, [](const Piece &P) { return P.Kind == PieceKind::Separator; });
    IsLast = End == Rest.end();
    Chunk &C = Chunks.emplace_back();
    C.Range = {Begin, IsLast ? Text.size() : End->Range.Begin};
    C.Tolerant = Rest.take_front(End - Rest.begin() + !IsLast);
    C.Mismatches = countMismatches(C.Tolerant);
    Rest = Rest.drop_front(C.Tolerant.size());
    if (!IsLast)
      Begin = End->Range.End;

    if (!PastOutcomes.empty())
      if (auto Entry = PastOutcomes.find(hashOf(C));
          Entry != PastOutcomes.end()) {
        C.Choice = Entry->second;
        C.IsFinal = C.IsBroken = true;
        if (C.Choice == Reading::Strict)
          scanStrictly(C);
      }
    if (!C.IsFinal && C.Mismatches && !isUnbalanced(C)) {
      scanStrictly(C);
      if (countMismatches(C.Strict) == 0)
        C.Choice = Reading::Strict;
    }
    IsMixed |= C.Choice != Reading::Tolerant;
  }
  if (IsMixed)
    mix();
}

llvm::ArrayRef<Piece> CutChoice::pieces() const {
  return IsMixed ? llvm::ArrayRef<Piece>(MixedPieces) : Tolerant.pieces();
}

bool CutChoice::isUnbalanced(const Chunk &C) const {
  return isSurelyUnbalanced(withoutOuterAliases(Text, C.Range, C.Tolerant));
}

uint64_t CutChoice::hashOf(const Chunk &C) const {
  return llvm::xxh3_64bits(Text.slice(C.Range.Begin, C.Range.End));
}

void CutChoice::scanStrictly(Chunk &C) const {
  if (C.HasStrict)
    return;
  C.HasStrict = true;
  Outline Strict = Outline::scan(Text.slice(C.Range.Begin, C.Range.End),
                                 Outline::Mode::Strict);
  C.Strict = Strict.pieces().vec();
  for (Piece &P : C.Strict)
    P.Range = P.Range.shift(C.Range.Begin);
}

/// True if brackets match in the strict outline, and some broken piece is no
/// piece of it.
bool CutChoice::isStrictWorthTrying(Chunk &C,
                                    llvm::ArrayRef<Outcome> Outcomes) const {
  if (!C.HasStrict && isUnbalanced(C))
    return false;
  scanStrictly(C);
  if (countMismatches(C.Strict) != 0)
    return false;
  for (const Outcome &Candidate : Outcomes) {
    if (!Candidate.IsBroken)
      continue;
    auto Match = llvm::partition_point(C.Strict, [&](const Piece &P) {
      return P.Range.Begin < Candidate.Range.Begin;
    });
    if (Match == C.Strict.end() || Match->Range != Candidate.Range)
      return true;
  }
  return false;
}

static bool isInBrackets(llvm::StringRef Text, size_t Offset) {
  OpenBrackets Open;
  Lexer Tokens(Text);
  for (std::optional<MlirToken> Token = nextCode(Tokens);
       Token && Token->Range.Begin < Offset; Token = nextCode(Tokens))
    Open.add(Token->Text.front());
  return !Open.empty();
}

/// True if a text may have a definition of this alias.
static bool mayDefine(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t Begin = 0;
       (Begin = Text.find(Name, Begin)) != llvm::StringRef::npos;)
    if (Text.substr(Begin += Name.size()).ltrim().starts_with("="))
      return true;
  return false;
}

/// True if an error says that an alias is not defined, and something in the
/// chunk looks like its definition: an outline does not find all.
static bool mayBeDefined(const Problem &Issue, llvm::StringRef Text,
                         llvm::StringRef ChunkText) {
  llvm::StringRef Message = Issue.Message;
  // MLIR reports it behind the name, but for a location.
  if (Message.consume_front("undefined symbol alias id '")) {
    llvm::StringRef Id = Message.split('\'').first;
    return mayDefine(ChunkText, ("#" + Id).str()) ||
           mayDefine(ChunkText, ("!" + Id).str());
  }
  if (!Message.contains("alias"))
    return false;
  std::optional<MlirToken> Name = Lexer(Text, Issue.Range.Begin).next();
  return !Name || !Name->isAlias() || mayDefine(ChunkText, Name->Text);
}

/// True if an error says that a value is not defined, and another piece may
/// define it: not where operations are isolated from above.
static bool mayBeDefinedElsewhere(const Problem &Issue, const PieceInfo &Info) {
  return llvm::StringRef(Issue.Message).contains("SSA value") &&
         Info.Operation != "func.func";
}

/// True if a chunk parses with no cut: its brackets match, what is before its
/// first broken piece parses, and the errors of that are inside of brackets,
/// where MLIR finds them whatever follows the piece.
bool CutChoice::isSurelyBroken(const Chunk &C,
                               llvm::ArrayRef<Slot> Slots) const {
  auto First = llvm::find_if(
      Slots, [](const Slot &S) { return S.Parsed && !S.Parsed->isIntact(); });
  const Unit &Broken = *First->Parsed;
  if (C.Mismatches > 0 || First->Kind != PieceKind::Operation ||
      First->Info->IsList || !Broken.FirstProblems)
    return false;
  llvm::StringRef Bytes = Text.slice(First->Range.Begin, First->Range.End),
                  ChunkText = Text.slice(C.Range.Begin, C.Range.End);
  // What was recovered is without operations in its regions.
  return haveError(*Broken.FirstProblems) &&
         llvm::all_of(*Broken.FirstProblems, [&](const Problem &Issue) {
           return Issue.Severity != Problem::Level::Error ||
                  ((Broken.isParsed() ||
                    isInBrackets(Bytes, Issue.Range.Begin)) &&
                   !mayBeDefined(Issue, Bytes, ChunkText) &&
                   !mayBeDefinedElsewhere(Issue, *First->Info));
         });
}

/// The outcomes of the pieces of a chunk. Adjacent aliases count as one,
/// because a run with broken aliases may be cut already (AliasCut).
std::vector<CutChoice::Outcome>
CutChoice::outcomesOf(llvm::ArrayRef<Slot> Slots) {
  std::vector<Outcome> Result;
  bool IsAfterAliases = false;
  for (const Slot &S : Slots) {
    if (S.Kind == PieceKind::Separator)
      continue;
    bool IsAliases = S.Kind == PieceKind::Aliases;
    if (!IsAliases || !IsAfterAliases)
      Result.push_back({S.Range, false, false});
    IsAfterAliases = IsAliases;
    Outcome &Current = Result.back();
    Current.Range.End = S.Range.End;
    Current.IsBroken |= S.Parsed && !S.Parsed->isIntact();
    Current.IsRefused |=
        S.Parsed && !S.Parsed->isIntact() && !S.Parsed->OwnGeneration;
  }
  return Result;
}

Slot CutChoice::makeWhole(const Chunk &C) const {
  llvm::ArrayRef<Piece> Pieces = C.Tolerant;
  if (!Pieces.empty() && Pieces.back().Kind == PieceKind::Separator)
    Pieces = Pieces.drop_back();
  Slot Whole;
  Whole.Range = {Pieces.front().Range.Begin, Pieces.back().Range.End};
  Whole.Info =
      joinInfos(Pieces, Text.slice(Whole.Range.Begin, Whole.Range.End));
  return Whole;
}

bool CutChoice::revise(llvm::ArrayRef<Slot> Slots,
                       llvm::function_ref<bool(const Slot &)> Parses) {
  bool IsRevised = false;
  for (size_t I = 0, Begin = 0; I < Chunks.size(); ++I) {
    size_t End = Begin;
    bool AnyBroken = false;
    for (; End < Slots.size() && Slots[End].Chunk == I; ++End)
      AnyBroken |= Slots[End].Parsed && !Slots[End].Parsed->isIntact();
    llvm::ArrayRef<Slot> Mine = Slots.slice(Begin, End - Begin);
    Begin = End;
    Chunk &C = Chunks[I];
    if (C.IsFinal || !AnyBroken)
      continue;
    std::vector<Outcome> Outcomes = outcomesOf(Mine);
    size_t BrokenCount = llvm::count_if(
        Outcomes, [](const Outcome &Candidate) { return Candidate.IsBroken; });
    bool IsRefused = llvm::any_of(
        Outcomes, [](const Outcome &Candidate) { return Candidate.IsRefused; });
    Reading OldReading = C.Choice;
    bool IsFirst = !C.IsBroken;
    C.IsBroken = true;
    // A text that MLIR must not get, or crashed on, is not tried again within
    // the whole chunk.
    bool IsSmall = C.Range.size() <= MaxBytes && !IsRefused;
    if (C.Choice == Reading::Tolerant && !IsRefused &&
        isSurelyBroken(C, Mine)) {
      C.IsFinal = true;
      continue;
    }
    if (C.Choice == Reading::Tolerant && IsSmall &&
        isStrictWorthTrying(C, Outcomes)) {
      C.Choice = Reading::Strict;
    } else {
      C.IsFinal = true;
      // A single piece is the whole chunk, which was tried already.
      auto MayParse = [&] { return !isUnbalanced(C); };
      auto ParsesWhole = [&] {
        Slot Whole = makeWhole(C);
        Whole.Chunk = uint32_t(I);
        return Parses(Whole);
      };
      if (IsSmall && Outcomes.size() > 1 && MayParse() && ParsesWhole())
        C.Choice = Reading::Whole;
      else if (C.Choice == Reading::Strict &&
               !(IsFirst && BrokenCount <= C.Mismatches))
        C.Choice = Reading::Tolerant;
    }
    IsRevised |= C.Choice != OldReading;
  }
  if (IsRevised)
    mix();
  return IsRevised;
}

void CutChoice::mix() {
  IsMixed = true;
  MixedPieces.clear();
  for (const Chunk &C : Chunks) {
    llvm::ArrayRef<Piece> Separator = C.Tolerant.take_back(
        !C.Tolerant.empty() && C.Tolerant.back().Kind == PieceKind::Separator);
    uint32_t Base = uint32_t(MixedPieces.size());
    auto Add = [&](llvm::ArrayRef<Piece> Pieces, uint32_t First) {
      for (const Piece &P : Pieces) {
        MixedPieces.push_back(P);
        if (P.Container != Piece::None)
          MixedPieces.back().Container = P.Container - First + Base;
      }
    };
    switch (C.Choice) {
    case Reading::Tolerant:
      Add(C.Tolerant, uint32_t(C.Tolerant.begin() - Tolerant.pieces().begin()));
      continue;
    case Reading::Strict:
      Add(C.Strict, 0);
      break;
    case Reading::Whole: {
      Slot Whole = makeWhole(C);
      Piece &WholePiece = MixedPieces.emplace_back();
      WholePiece.Range = Whole.Range;
      WholePiece.Info = Whole.Info;
      break;
    }
    }
    Add(Separator, 0);
  }
}

CutChoice::Memory CutChoice::memory() const {
  Memory Result;
  for (const Chunk &C : Chunks)
    if (C.IsBroken)
      Result[hashOf(C)] = C.Choice;
  return Result;
}
