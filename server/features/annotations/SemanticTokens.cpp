//===- SemanticTokens.cpp - What the words of a text are ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/SemanticTokens.h"
#include "server/features/annotations/VisibleTokens.h"
#include "server/features/noise/NoiseLevel.h"
#include "server/syntax/WordScanner.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
/// What the names of one section are.
class Reader {
public:
  Reader(const Snapshot &State, const Snapshot::Part &Part,
         const Snapshot::Placed &In, uint32_t NearLimit)
      : State(State), Part(Part), In(In), Data(*In.Data), NearLimit(NearLimit),
        IsStale(isNoiseStale(In)), Marks(Data.values().size(), NotYet) {}

  SemanticToken read(const Section::Token &Name, ByteRange Where);

private:
  static constexpr uint8_t NotYet = 0xFF;

  uint8_t markOf(Section::Index Value);
  uint8_t computeMark(Section::Index Value) const;
  uint8_t markOf(const Section::Token &Name);
  WordType typeOf(const Section::Operation &Symbol) const;
  WordType typeOfUse(const Section::SymbolUse &Use);

  const Snapshot &State;
  const Snapshot::Part &Part;
  const Snapshot::Placed &In;
  const Section &Data;
  const uint32_t NearLimit;
  const bool IsStale;
  /// The modifiers of each value, once they were asked for.
  std::vector<uint8_t> Marks;
  /// Of uses with one name: by scope and name.
  llvm::DenseMap<std::pair<Section::Index, llvm::StringRef>, WordType> Uses;
};

/// The words of a part of a snapshot.
class Collector {
public:
  Collector(const Snapshot &State, ByteRange Visible, uint32_t NearLimit)
      : State(State), Visible(Visible), NearLimit(NearLimit),
        Scanner(State.text().bytes(), Visible.Begin) {}

  std::vector<SemanticToken> run();

private:
  void scanTo(size_t End);
  void add(const SemanticToken &Found);

  const Snapshot &State;
  const ByteRange Visible;
  const uint32_t NearLimit;
  WordScanner Scanner;
  /// Up to here the text is done with.
  size_t Done = 0;
  std::vector<SemanticToken> Result;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

uint8_t Reader::computeMark(Section::Index Value) const {
  const NoiseInfo *Known = In.Facts ? In.Facts->find(Value) : nullptr;
  if (!Known)
    return isEncryptedType(Data.string(Data.values()[Value].Type))
               ? NoiseUnknown
               : 0;
  uint8_t Result = IsStale ? NoiseUnknown : 0;
  switch (getNoiseLevel(*Known, NearLimit)) {
  case NoiseLevel::Safe:
    return Result;
  case NoiseLevel::NearLimit:
    return Result | NoiseNearLimit;
  case NoiseLevel::Over:
    return Result | NoiseOverLimit;
  case NoiseLevel::Spoiled:
  case NoiseLevel::Unknown:
    break;
  }
  return NoiseUnknown;
}

uint8_t Reader::markOf(Section::Index Value) {
  uint8_t &Mark = Marks[Value];
  if (Mark == NotYet)
    Mark = computeMark(Value);
  return Mark;
}

uint8_t Reader::markOf(const Section::Token &Name) {
  const Section::Value &First = Data.values()[Name.What];
  // Where all of a group is named, it is marked as each of it.
  bool IsWhole = First.GroupSize > 1 && First.Group == Name.What &&
                 !Data.textOf(Name.Where).contains('#');
  uint8_t Result = 0;
  for (Section::Index I = 0; I < (IsWhole ? First.GroupSize : 1); ++I)
    Result |= markOf(Name.What + I);
  return Result;
}

WordType Reader::typeOf(const Section::Operation &Symbol) const {
  if (Symbol.IsFunction)
    return WordType::Function;
  return Symbol.IsSymbolTable ? WordType::Scope : WordType::Symbol;
}

WordType Reader::typeOfUse(const Section::SymbolUse &Use) {
  auto find = [&] {
    std::vector<Snapshot::SymbolPlace> Places =
        State.findSymbols(Part, In, Use);
    // Most symbols are functions.
    if (Places.empty())
      return WordType::Function;
    const Snapshot::SymbolPlace &First = Places.front();
    return typeOf(First.data().operations()[First.symbol().Operation]);
  };
  if (Use.Path.size() != 1)
    return find();
  auto [Known, IsNew] = Uses.try_emplace(
      {Use.Scope, llvm::StringRef(Use.Path.front())}, WordType::Function);
  if (IsNew)
    Known->second = find();
  return Known->second;
}

SemanticToken Reader::read(const Section::Token &Name, ByteRange Where) {
  SemanticToken Result{Where, WordType::Operation, 0};
  if (Name.IsDefinition && Name.Of != Section::Kind::Operation)
    Result.Modifiers = Definition;
  switch (Name.Of) {
  case Section::Kind::Operation:
    break;
  case Section::Kind::Block:
    Result.Type = WordType::Block;
    break;
  case Section::Kind::Value:
    Result.Type = Data.values()[Name.What].IsArgument ? WordType::Argument
                                                      : WordType::Value;
    Result.Modifiers |= markOf(Name);
    break;
  case Section::Kind::Symbol:
    Result.Type =
        typeOf(Data.operations()[Data.symbols()[Name.What].Operation]);
    break;
  case Section::Kind::SymbolUse:
    Result.Type = typeOfUse(Data.symbolUses()[Name.What]);
    break;
  case Section::Kind::Alias:
    Result.Type = Data.textOf(Name.Where).starts_with("!")
                      ? WordType::Type
                      : WordType::Attribute;
    break;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

void Collector::add(const SemanticToken &Found) {
  Result.push_back(Found);
  Done = Found.Where.End;
}

/// Adds the words from `Done` to `End`, as far as their letters tell.
void Collector::scanTo(size_t End) {
  Scanner.skipTo(Done);
  WordScanner::Word Word;
  while (Done < End && Scanner.next(Word)) {
    // What begins at the end is known for what it is.
    if (Word.Where.Begin >= End)
      break;
    switch (Word.What) {
    case WordScanner::Class::Value:
      add({Word.Where, WordType::Value, 0});
      break;
    case WordScanner::Class::Block:
      add({Word.Where, WordType::Block, 0});
      break;
    case WordScanner::Class::Symbol:
      add({Word.Where, WordType::Function, 0});
      break;
    case WordScanner::Class::Type:
      add({Word.Where, WordType::Type, 0});
      break;
    case WordScanner::Class::Attribute:
      add({Word.Where, WordType::Attribute, 0});
      break;
    case WordScanner::Class::Number:
      add({Word.Where, WordType::Number, 0});
      break;
    case WordScanner::Class::String:
      add({Word.Where, WordType::String, 0});
      break;
    case WordScanner::Class::Comment:
      add({Word.Where, WordType::Comment, 0});
      break;
    case WordScanner::Class::Plain:
      Done = Word.Where.End;
      break;
    }
  }
  Done = std::max(Done, End);
}

std::vector<SemanticToken> Collector::run() {
  // Whole lines: in the middle of one, nobody knows what is a string.
  const Text &Contents = State.text();
  size_t First = Contents.lineStart(Contents.lineAt(Visible.Begin));
  size_t Last = Contents.lineEnd(Contents.lineAt(Visible.End));
  Done = First;
  for (const Snapshot::Part &Part : partsIn(State, {First, Last}))
    for (const Snapshot::Placed &Section : Part.Sections) {
      Reader Names(State, Part, Section, NearLimit);
      for (const Section::Token &Name : tokensIn(Section, {First, Last})) {
        std::optional<ByteRange> Where = Section.toText(Name.Where);
        if (!Where || Where->Begin < First || Where->End > Last)
          continue;
        // What is commented out since the text last parsed is a comment.
        if (Where->Begin >= Done)
          scanTo(Where->Begin);
        if (Where->Begin == Done)
          add(Names.read(Name, *Where));
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
