//===- SemanticTokens.cpp - Semantic tokens of a text ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/SemanticTokens.h"
#include "server/features/annotations/VisibleTokens.h"
#include "server/features/noise/NoiseLevel.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
/// Finds the types of the names in one section.
class Reader {
public:
  Reader(const Snapshot &State, const Snapshot::Part &Part,
         const PlacedSection &Placement, uint32_t NearLimit)
      : State(State), Part(Part), Placement(Placement), Data(*Placement.Data),
        NearLimit(NearLimit), IsStale(isNoiseStale(Placement)),
        Looks(Data.values().size(), NotYet) {}

  SemanticToken read(const Section::Token &Name, ByteRange Range);

private:
  /// The look of a value: its type, its modifiers without Definition, and a bit
  /// for the first one of a group, whose name may stand for all of them.
  static constexpr unsigned TypeShift = 4;
  static constexpr uint8_t ModifierBits =
      NoiseNearLimit | NoiseOverLimit | NoiseUnknown;
  static constexpr uint8_t BeginsGroup = 1;
  static constexpr uint8_t NotYet = 0xFF;

  uint8_t lookOf(Section::Index Value);
  uint8_t lookOf(const Section::Token &Name);
  uint8_t computeMark(ValueRef Value);
  const NoiseInfo *findNoise(ValueRef Value);
  WordType typeOfUse(const Section::SymbolUse &Use);

  const Snapshot &State;
  const Snapshot::Part &Part;
  const PlacedSection &Placement;
  const Section &Data;
  const uint32_t NearLimit;
  const bool IsStale;
  /// The look of each value, found on first use.
  std::vector<uint8_t> Looks;
  /// The noise after that which was found last.
  size_t NextNoise = 0;
  /// The types of symbol uses, by scope and name.
  llvm::DenseMap<std::pair<Section::Index, llvm::StringRef>, WordType> Uses;
};

/// Collects the words of a part of a snapshot.
class Collector {
public:
  Collector(const Snapshot &State, ByteRange Visible, uint32_t NearLimit)
      : State(State), Visible(Visible), NearLimit(NearLimit),
        Tokens(State.text().bytes(), Visible.Begin) {}

  std::vector<SemanticToken> run();

private:
  void scanTo(size_t End);
  void add(const SemanticToken &Token);

  const Snapshot &State;
  const ByteRange Visible;
  const uint32_t NearLimit;
  Lexer Tokens;
  /// The end of the text that is done.
  size_t Cursor = 0;
  std::vector<SemanticToken> Result;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// ValueRef::noise, without a search if values are asked for in their order.
const NoiseInfo *Reader::findNoise(ValueRef Value) {
  if (!Placement.Facts)
    return nullptr;
  llvm::ArrayRef<NoiseInfo> All = Placement.Facts->Noise;
  if (NextNoise >= All.size() || All[NextNoise].Value != Value.number()) {
    const NoiseInfo *Info = Value.noise();
    if (!Info)
      return nullptr;
    NextNoise = Info - All.data();
  }
  return &All[NextNoise++];
}

uint8_t Reader::computeMark(ValueRef Value) {
  const NoiseInfo *Info = findNoise(Value);
  uint8_t Result = IsStale ? NoiseUnknown : 0;
  if (Info && Info->IsDueToBroken) {
    Info = Value.shownNoise().Info;
    Result = NoiseUnknown;
  }
  if (!Info)
    return Value.isEncrypted() || Value.isOfBrokenOperation() ? NoiseUnknown
                                                              : 0;
  switch (getNoiseLevel(*Info, NearLimit)) {
  case NoiseLevel::Safe:
    return Result;
  case NoiseLevel::NearLimit:
    return Result | NoiseNearLimit;
  case NoiseLevel::OverLimit:
    return Result | NoiseOverLimit;
  case NoiseLevel::Unreliable:
  case NoiseLevel::Unknown:
    break;
  }
  return NoiseUnknown;
}

uint8_t Reader::lookOf(Section::Index Value) {
  uint8_t &Look = Looks[Value];
  if (Look == NotYet) {
    const Section::Value &Info = Data.values()[Value];
    WordType Type = Info.IsArgument ? WordType::Argument : WordType::Value;
    Look = uint8_t(Type) << TypeShift | computeMark({Placement, Value});
    if (Info.GroupSize > 1 && Info.Group == Value)
      Look |= BeginsGroup;
  }
  return Look;
}

uint8_t Reader::lookOf(const Section::Token &Name) {
  uint8_t Result = lookOf(Name.Target);
  // A name of a whole group has the modifiers of all its values.
  if (Result & BeginsGroup && !Data.textOf(Name.Range).contains('#'))
    for (Section::Index I = 1; I < Data.values()[Name.Target].GroupSize; ++I)
      Result |= lookOf(Name.Target + I);
  return Result;
}

static WordType typeOf(OperationRef Symbol) {
  if (Symbol->IsFunction)
    return WordType::Function;
  return Symbol->IsSymbolTable ? WordType::Scope : WordType::Symbol;
}

WordType Reader::typeOfUse(const Section::SymbolUse &Use) {
  auto find = [&] {
    std::vector<Snapshot::SymbolPlace> Places =
        State.findSymbols(Part, Placement, Use);
    // Most symbols are functions.
    return Places.empty() ? WordType::Function
                          : typeOf(Places.front().operation());
  };
  if (Use.Path.size() != 1)
    return find();
  auto [Entry, IsNew] = Uses.try_emplace(
      {Use.Scope, llvm::StringRef(Use.Path.front())}, WordType::Function);
  if (IsNew)
    Entry->second = find();
  return Entry->second;
}

SemanticToken Reader::read(const Section::Token &Name, ByteRange Range) {
  SemanticToken Result{Range, WordType::Operation, 0};
  if (Name.IsDefinition && Name.TargetKind != Section::Kind::Operation)
    Result.Modifiers = Definition;
  switch (Name.TargetKind) {
  case Section::Kind::Operation:
    break;
  case Section::Kind::Block:
    Result.Type = WordType::Block;
    break;
  case Section::Kind::Value: {
    uint8_t Look = lookOf(Name);
    Result.Type = WordType(Look >> TypeShift);
    Result.Modifiers |= Look & ModifierBits;
    break;
  }
  case Section::Kind::Symbol:
    Result.Type = typeOf({Placement, Data.symbols()[Name.Target].Operation});
    break;
  case Section::Kind::SymbolUse:
    Result.Type = typeOfUse(Data.symbolUses()[Name.Target]);
    break;
  case Section::Kind::Alias:
    Result.Type = Data.textOf(Name.Range).starts_with("!")
                      ? WordType::Type
                      : WordType::Attribute;
    break;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

void Collector::add(const SemanticToken &Token) {
  Result.push_back(Token);
  Cursor = Token.Range.End;
}

/// True if `Name` with a width is an integer type: i32, si8, ui1.
static bool isIntegerType(llvm::StringRef Name) {
  if (!Name.consume_front("si") && !Name.consume_front("ui") &&
      !Name.consume_front("i"))
    return false;
  return !Name.empty() && llvm::all_of(Name, lex::isDigit);
}

static bool isBuiltinType(llvm::StringRef Name) {
  switch (Name.front()) {
  case 'i':
    return Name == "index" || isIntegerType(Name);
  case 's':
  case 'u':
    return isIntegerType(Name);
  case 'f':
    return Name.starts_with("f8E") || Name.starts_with("f6E") ||
           Name.starts_with("f4E") ||
           llvm::is_contained({"f16", "f32", "f64", "f80", "f128"}, Name);
  case 'b':
    return Name == "bf16";
  case 'c':
    return Name == "complex";
  case 'm':
    return Name == "memref";
  case 't':
    return llvm::is_contained({"tensor", "tuple", "tf32"}, Name);
  case 'v':
    return Name == "vector";
  case 'n':
    return Name == "none";
  default:
    return false;
  }
}

/// The type of a word, as far as its letters show; nothing for names of
/// operations, keywords and punctuation.
static std::optional<WordType> getWordType(const MlirToken &Token) {
  switch (Token.Kind) {
  case TokenKind::Word:
    if (isBuiltinType(Token.Text))
      return WordType::Type;
    return std::nullopt;
  case TokenKind::Number:
    return WordType::Number;
  case TokenKind::Value:
    return WordType::Value;
  case TokenKind::Block:
    return WordType::Block;
  case TokenKind::Symbol:
    return WordType::Function;
  case TokenKind::Type:
    return WordType::Type;
  case TokenKind::Attribute:
    return WordType::Attribute;
  case TokenKind::String:
    return WordType::String;
  case TokenKind::Comment:
  case TokenKind::SplitMarker:
    return WordType::Comment;
  case TokenKind::Sign:
    return std::nullopt;
  }
  return std::nullopt;
}

/// Adds the words from `Cursor` to `End`, as far as their letters show.
void Collector::scanTo(size_t End) {
  Tokens.skipTo(Cursor);
  std::optional<MlirToken> Token;
  // The token that begins at the end has a known type.
  while (Cursor < End && (Token = Tokens.next()) && Token->Range.Begin < End) {
    // A string may contain a carriage return, which ends a line for editors.
    ByteRange Line = Token->Range;
    Line.End = Line.Begin + Token->Text.take_until(lex::isLineEnd).size();
    if (std::optional<WordType> Type = getWordType(*Token))
      add({Line, *Type, 0});
    Cursor = Token->Range.End;
  }
  Cursor = std::max(Cursor, End);
}

std::vector<SemanticToken> Collector::run() {
  // The scan covers whole lines: strings cannot be told from the middle of one.
  const Text &Contents = State.text();
  size_t First = Contents.lineStart(Contents.lineAt(Visible.Begin));
  size_t Last = Contents.lineEnd(Contents.lineAt(Visible.End));
  Cursor = First;
  for (const Snapshot::Part &Part : partsIn(State, {First, Last}))
    for (const PlacedSection &Section : Part.Sections) {
      Reader Names(State, Part, Section, NearLimit);
      for (const Section::Token &Name : tokensIn(Section, {First, Last})) {
        std::optional<ByteRange> Range = Section.toText(Name.Range);
        if (!Range || Range->Begin < First || Range->End > Last)
          continue;
        // Names commented out since the last parse are comments.
        if (Range->Begin >= Cursor)
          scanTo(Range->Begin);
        if (Range->Begin == Cursor)
          add(Names.read(Name, *Range));
      }
    }
  scanTo(Last);
  return std::move(Result);
}

std::vector<SemanticToken>
mlir::noisy::lsp::findSemanticTokens(const Snapshot &State, ByteRange Visible,
                                     uint32_t NearLimit) {
  return Collector(State, Visible, NearLimit).run();
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Adds a name, which begins at `Column`, to the digest of its line.
static void addName(uint64_t &Digest, size_t Column,
                    const SemanticToken &Name) {
  uint64_t Bits = uint64_t(Column) << 32 ^ uint64_t(Name.Range.size()) << 8 ^
                  uint64_t(Name.Type) << 4 ^ Name.Modifiers;
  // An odd factor and a shift lose nothing, and change about half of the bits.
  Digest = (Digest ^ Bits) * 0x9E3779B97F4A7C15;
  Digest ^= Digest >> 29;
}

TokenLines mlir::noisy::lsp::digestTokenLines(const Snapshot &State,
                                              uint32_t NearLimit) {
  llvm::StringRef Bytes = State.text().bytes();
  TokenLines Result;
  Result.Digests.reserve(State.text().lineCount());
  Result.Begins.reserve(State.text().lineCount());
  // The end of the last line, behind its line feed; npos in that of the text.
  size_t End = 0;
  auto addLine = [&] {
    Result.Begins.push_back(End);
    size_t LineFeed = Bytes.find('\n', End);
    llvm::StringRef Line = Bytes.slice(End, LineFeed);
    Result.Digests.push_back(
        llvm::xxh3_64bits(llvm::arrayRefFromStringRef(Line)));
    End = LineFeed == Bytes.npos ? LineFeed : LineFeed + 1;
  };
  addLine();
  for (const Snapshot::Part &Part : State.parts())
    for (const PlacedSection &Section : Part.Sections) {
      Reader Names(State, Part, Section, NearLimit);
      for (const Section::Token &Name : Section.Data->tokens()) {
        ByteRange Range = ByteRange(Name.Range).shift(Section.Range.Begin);
        if (Section.isStale()) {
          std::optional<ByteRange> Moved = Section.toText(Name.Range);
          if (!Moved)
            continue;
          Range = *Moved;
        }
        if (Range.Begin < Result.Begins.back())
          continue;
        while (Range.Begin >= End)
          addLine();
        addName(Result.Digests.back(), Range.Begin - Result.Begins.back(),
                Names.read(Name, Range));
      }
    }
  while (End != Bytes.npos)
    addLine();
  return Result;
}
