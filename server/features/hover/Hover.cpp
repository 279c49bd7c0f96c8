//===- Hover.cpp - The contents of a hover --------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/Hover.h"
#include "dialect/units/NumberText.h"
#include "server/features/hover/OperationExcerpt.h"
#include "server/features/hover/TypeExplanation.h"
#include "server/snapshot/CallPlaces.h"
#include "server/syntax/Lexer.h"
#include "server/text/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The maximum number of bytes shown of an operation's text.
static constexpr size_t MaxSource = 1000;
/// The maximum number of bytes shown of the definition of a value.
static constexpr size_t MaxDefinition = 300;
/// The maximum number of values with noise shown for one name.
static constexpr unsigned MaxValues = 20;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// The text of an operation, its regions left out.
static std::string sourceOf(OperationRef Operation) {
  StringRef Whole = Operation.text();
  std::optional<ByteRange> Body =
      findBody(Operation.data(), Operation.number());
  if (!Body)
    return cutShort(Whole, MaxSource);
  return cutShort(Whole.take_front(Body->Begin).str() + "{...}" +
                      Whole.drop_front(Body->End).str(),
                  MaxSource);
}

/// A text in one line, without comments: each break of lines with its blanks is
/// one blank, or none inside of a bracket.
static std::string inOneLine(StringRef Text) {
  std::string Result;
  bool HasBreak = false, FollowsBracket = false;
  size_t LastEnd = 0;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    StringRef Gap = Text.slice(LastEnd, Token->Range.Begin);
    LastEnd = Token->Range.End;
    HasBreak |= Token->isComment() || Gap.contains('\n');
    if (Token->isComment())
      continue;
    bool IsBracket = FollowsBracket || Token->is(")") || Token->is("]");
    if (!Result.empty())
      Result += !HasBreak ? Gap : IsBracket ? "" : " ";
    Result += Token->Text;
    HasBreak = false;
    FollowsBracket = Token->is("(") || Token->is("[");
  }
  return Result;
}

/// An operation without its location at the end.
static StringRef withoutLocation(StringRef Operation) {
  size_t Location = Operation.rfind(" loc(");
  if (Location == StringRef::npos)
    return Operation;
  // Its bracket must be closed by the last byte.
  int Depth = 0;
  for (size_t I = Location; I < Operation.size(); ++I) {
    Depth += Operation[I] == '(' ? 1 : Operation[I] == ')' ? -1 : 0;
    if (Operation[I] == ')' && Depth == 0)
      return I + 1 == Operation.size() ? Operation.take_front(Location)
                                       : Operation;
  }
  return Operation;
}

/// A function without its body, in one line.
static std::string signatureOf(OperationRef Function) {
  std::optional<ByteRange> Body = findBody(Function.data(), Function.number());
  // The generic form has more behind the body.
  bool IsGeneric = Function.data().textOf(Function->Name).starts_with("\"");
  std::string Text =
      inOneLine(Body && !IsGeneric ? Function.text().take_front(Body->Begin)
                                   : StringRef(sourceOf(Function)));
  return cutShort(withoutLocation(Text), MaxDefinition);
}

/// The name of an operation; empty for none: the container is not part of the
/// section, and mostly a module.
static std::string nameOf(OperationRef Operation) {
  return Operation ? Operation.name().str() : "";
}

/// The name that users have for the operation around a block; empty for none.
static std::string ownerOf(BlockRef Block) {
  OperationRef Owner = Block.operation();
  const Section::Symbol *Symbol = Owner ? Owner.symbol() : nullptr;
  return Symbol ? "@" + Symbol->Name : nameOf(Owner);
}

/// The first block of a region may have no label; its bracket stands for it.
static bool hasLabel(BlockRef Block) {
  return Block.data().textOf(Block->Name).starts_with("^");
}

static std::string labelOf(BlockRef Block) {
  if (hasLabel(Block))
    return Block.data().textOf(Block->Name).str();
  std::string Owner = ownerOf(Block);
  return HoverInfo::EntryBlock.str() + (Owner.empty() ? "" : " of " + Owner);
}

/// The name that users have for what an argument belongs to.
static std::string ownerOfArgument(BlockRef Block) {
  std::string Owner = ownerOf(Block);
  return hasLabel(Block) || Owner.empty() ? labelOf(Block) : Owner;
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

static void addWarning(HoverInfo &Hover, std::string Text) {
  if (!llvm::is_contained(Hover.Warnings, Text))
    Hover.Warnings.push_back(std::move(Text));
}

static void addNoise(HoverInfo &Hover, ValueRef Value) {
  ShownNoise Shown = Value.shownNoise();
  if (!Shown.Info && !Value.isEncrypted())
    return;
  if (Shown.IsEarlier)
    addWarning(Hover, explainEarlierNoise().str());
  else if (Value.section().Facts && isNoiseStale(Value.section()))
    addWarning(Hover, explainStaleNoise(Value.section()));
  if (Shown.Info) {
    Hover.Noise.push_back({Shown.Facts->reasonsFor(*Shown.Info),
                           Shown.Info->Bound, Shown.Info->Limit,
                           Shown.Info->Unit, Value.name()});
    if (Shown.IsEarlier || Value.section().FactsAreStale)
      CallPlaces::removeMarks(Hover.Noise.back().Remarks);
    return;
  }
  addWarning(Hover, "the noise is unknown: " + explainMissingNoise(Value));
}

static void addDetails(HoverInfo &Hover, ValueRef Value) {
  if (const ValueDetails *Details = Value.details())
    Hover.Details.push_back(
        {Value.name(), *Details,
         Value.section().DetailsAreStale && !Value.section().isStale()});
}

/// Adds all facts about a range of consecutive values.
static void addValues(HoverInfo &Hover, const PlacedSection &Section,
                      Section::Index First, unsigned Count) {
  Hover.HasSeveral = Count > 1;
  for (unsigned I = 0; I < std::min(Count, MaxValues); ++I) {
    addNoise(Hover, {Section, First + I});
    addDetails(Hover, {Section, First + I});
  }
  if (Count > MaxValues)
    addWarning(Hover, "of " + formatNumber(Count) + " values the first " +
                          std::to_string(MaxValues) + " are shown");
}

static void addFunction(HoverInfo &Hover, OperationRef Function,
                        const Settings &Options) {
  const Section &Data = Function.data();
  FunctionNoise Noise = getFunctionNoise(Function, Options.NearLimit);
  if (!Noise.hasNoise()) {
    bool HasBody =
        llvm::any_of(blocksOf(Function.section()), [&](BlockRef Block) {
          return Block.operation() == Function;
        });
    if (!HasBody && Function->HasEncryptedSignature)
      addWarning(Hover, "it has no body: the noise of its results is known "
                        "only from 'noisy.bound'");
    return;
  }
  FunctionHover &Summary = Hover.Function.emplace();
  if (Noise.Worst) {
    Summary.Name = Data.nameOf(Noise.Worst->Value);
    Summary.Bound = Noise.Worst->Bound;
    Summary.Limit = Noise.Worst->Limit;
    Summary.Unit = Noise.Worst->Unit;
  }
  if (Noise.Origin)
    Summary.Origin = Data.nameOf(Noise.Origin->Value);
  Summary.Level = Noise.Level;
  Summary.Reductions = Noise.Reductions;
  Summary.NotAnalysed = Noise.NotAnalysed;
  Summary.IsAssumed = Noise.IsAssumed;
  Summary.IsStale = Noise.IsStale;
  Summary.BrokenContracts = Noise.BrokenContracts;
}

//===----------------------------------------------------------------------===//
// Targets of names
//===----------------------------------------------------------------------===//

static void addStaleness(HoverInfo &Hover, const PlacedSection &Placement) {
  if (Placement.isStale())
    addWarning(
        Hover,
        "the text does not parse; this is from the last version that did");
}

static void describeOperation(HoverInfo &Hover, OperationRef Operation,
                              const Settings &Options) {
  const PlacedSection &Section = Operation.section();
  Hover.DescribedOp = Operation;
  Hover.Topic = HoverInfo::Subject::Operation;
  Hover.Operation = nameOf(Operation);
  if (const Section::Symbol *Symbol = Operation.symbol())
    Hover.Name = Symbol->Name;
  Hover.Source = sourceOf(Operation);
  addStaleness(Hover, Section);
  addValues(Hover, Section, Operation->FirstResult, Operation->ResultCount);
  if (Operation->IsFunction)
    addFunction(Hover, Operation, Options);
}

/// Describes what a symbol stands for.
static void describeSymbol(HoverInfo &Hover, OperationRef Definition,
                           const Settings &Options) {
  describeOperation(Hover, Definition, Options);
  if (!Definition->IsFunction)
    return;
  Hover.Topic = HoverInfo::Subject::Function;
  Hover.Source = signatureOf(Definition);
}

static void describeValue(HoverInfo &Hover, const PlacedSection &Section,
                          const Section::Token &Token) {
  const class Section &Data = *Section.Data;
  const ValueRef First(Section, Token.Target);
  // The name of a group without a number stands for the whole group.
  bool IsGroup =
      First->Group == Token.Target && First->GroupSize > 1 &&
      !Data.textOf(Token.Range).contains('#') &&
      !StringRef(Data.text()).substr(Token.Range.End).starts_with("#");
  unsigned Count = IsGroup ? First->GroupSize : 1;
  Hover.Topic = First->IsArgument ? HoverInfo::Subject::Argument
                                  : HoverInfo::Subject::Result;
  if (First->IsArgument)
    Hover.Block = ownerOfArgument(First.block());
  Hover.Number = First->Number;
  addStaleness(Hover, Section);
  if (First.isOfBrokenOperation()) {
    addWarning(Hover, "its operation does not parse");
    return;
  }
  Hover.Operation = nameOf(First.operation());
  for (unsigned I = 0; I < Count; ++I)
    Hover.Types.push_back(ValueRef(Section, Token.Target + I).type().str());
  Hover.Source =
      First->IsArgument
          ? First.name() + ": " + Hover.Types.front()
          : cutShort(withoutLocation(inOneLine(sourceOf(First.operation()))),
                     MaxDefinition);
  addValues(Hover, Section, Token.Target, Count);
}

static void describeBlock(HoverInfo &Hover, BlockRef Block) {
  const PlacedSection &Section = Block.section();
  Hover.Topic = HoverInfo::Subject::Block;
  Hover.Operation = nameOf(Block.operation());
  if (OperationRef Owner = Block.operation())
    if (const Section::Symbol *Symbol = Owner.symbol())
      Hover.Name = Symbol->Name;
  Hover.Number = Block->Number;
  Hover.Block = labelOf(Block);
  for (Section::Index Successor : Block.successors())
    Hover.Successors.push_back(labelOf({Section, Successor}));
  // One entry for each edge, like LLVM's server.
  for (BlockRef Predecessor : blocksOf(Section))
    for (Section::Index Successor : Predecessor.successors())
      if (Successor == Block.number())
        Hover.Predecessors.push_back(labelOf(Predecessor));
  addStaleness(Hover, Section);
}

static bool describeSymbolUse(HoverInfo &Hover, const Snapshot &State,
                              const Snapshot::TokenPlace &Place,
                              const Settings &Options) {
  const Section &Data = Place.data();
  std::vector<Snapshot::SymbolPlace> Places = State.findSymbols(
      *Place.OwnerPart, *Place.Section, Data.symbolUses()[Place.Token->Target]);
  if (Places.empty())
    return false;
  addStaleness(Hover, *Place.Section);
  describeSymbol(Hover, Places.front().operation(), Options);
  if (Places.size() > 1)
    addWarning(Hover, "there are " + formatNumber(Places.size()) +
                          " definitions of this name; this is the first");
  return true;
}

/// The value of an alias that is known in a chunk, and where it is defined.
static std::pair<StringRef, const PlacedSection *>
findAliasValue(const Snapshot &State, uint32_t Chunk, StringRef Name) {
  for (const Snapshot::TokenPlace &Definition :
       State.findAliases(Chunk, Name)) {
    const Section &Data = Definition.data();
    StringRef Value =
        Data.textOf(Data.aliases()[Definition.Token->Target].Value).trim();
    if (!Value.empty())
      return {Value, Definition.Section};
  }
  return {};
}

static bool describeAlias(HoverInfo &Hover, const Snapshot &State,
                          const Snapshot::TokenPlace &Place) {
  const std::string &Name = Place.data().aliases()[Place.Token->Target].Name;
  uint32_t Chunk = Place.OwnerPart->Chunk;
  Hover.Topic = HoverInfo::Subject::Alias;
  Hover.Name = Name;
  auto [Value, Origin] = findAliasValue(State, Chunk, Name);
  if (Value.empty())
    return false;
  Hover.Source = cutShort(Value, MaxSource);
  Hover.Explanation = explainType(Value, [&](StringRef Other) {
    return findAliasValue(State, Chunk, Other).first.str();
  });
  addStaleness(Hover, *Origin);
  return true;
}

/// What the name at a place stands for.
static std::optional<HoverInfo> describe(const Snapshot &State,
                                         const Snapshot::TokenPlace &Place,
                                         const Settings &Options) {
  HoverInfo Hover;
  switch (Place.Token->TargetKind) {
  case Section::Kind::Operation:
    describeOperation(Hover, Place.operation(), Options);
    Hover.Doc = findOperationDoc(Hover.Operation);
    return Hover;
  case Section::Kind::Value:
    describeValue(Hover, *Place.Section, *Place.Token);
    return Hover;
  case Section::Kind::Block:
    describeBlock(Hover, Place.block());
    return Hover;
  case Section::Kind::Symbol:
    describeSymbol(Hover, Place.symbol(), Options);
    return Hover;
  case Section::Kind::SymbolUse:
    if (describeSymbolUse(Hover, State, Place, Options))
      return Hover;
    return std::nullopt;
  case Section::Kind::Alias:
    if (describeAlias(Hover, State, Place))
      return Hover;
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<HoverInfo> mlir::noisy::lsp::getHover(const Snapshot &State,
                                                    size_t Offset,
                                                    const Settings &Options) {
  Snapshot::TokenPlace Place = State.tokenAt(Offset);
  if (!Place)
    return std::nullopt;
  std::optional<ByteRange> Range = Place.Section->toText(Place.Token->Range);
  if (!Range)
    return std::nullopt;
  std::optional<HoverInfo> Hover = describe(State, Place, Options);
  if (!Hover)
    return std::nullopt;
  Hover->Range = *Range;
  CallPlaces Calls(State, Place.OwnerPart->Chunk);
  for (NoiseHover &Noise : Hover->Noise)
    Calls.replaceMarks(Noise.Remarks);
  return Hover;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// True if these bytes can be the name of an operation: not in a comment, and
/// in a string only if the string is the whole name and operands follow.
static bool isOperationPlace(StringRef Text, ByteRange Word) {
  TextPlace Place = findTextPlace(Text, Word.Begin);
  if (Place != TextPlace::String)
    return Place == TextPlace::Code;
  StringRef Tail = Text.substr(Word.End);
  return Text[Word.Begin - 1] == '"' && Tail.consume_front("\"") &&
         Tail.ltrim().starts_with("(");
}

std::optional<HoverInfo> mlir::noisy::lsp::getWordHover(StringRef Text,
                                                        size_t Offset) {
  auto [Begin, End] = findRun(Text, Offset, lex::isWordChar);
  // With one of these characters it is the name of something else.
  if (Begin > 0 && lex::isSigil(Text[Begin - 1]))
    return std::nullopt;
  std::optional<OperationDoc> Doc = findOperationDoc(Text.slice(Begin, End));
  if (!Doc || !isOperationPlace(Text, {Begin, End}))
    return std::nullopt;
  HoverInfo Hover;
  Hover.Range = {Begin, End};
  Hover.Operation = Doc->Name.str();
  Hover.Doc = Doc;
  return Hover;
}
