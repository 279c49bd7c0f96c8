//===- Hover.cpp - The contents of a hover --------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/Hover.h"
#include "server/features/hover/OperationExcerpt.h"
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

static std::string labelOf(BlockRef Block) {
  // The first block of a region may have no label; its bracket stands for it.
  StringRef Label = Block.data().textOf(Block->Name);
  if (!Label.starts_with("^"))
    return "<Block #" + std::to_string(Block->Number) + ">";
  return Label.str();
}

/// The name of an operation; empty for none: the container is not part of the
/// section, and mostly a module.
static std::string nameOf(OperationRef Operation) {
  return Operation ? Operation.name().str() : "";
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

static void addWarning(HoverInfo &Shown, std::string Text) {
  if (!llvm::is_contained(Shown.Warnings, Text))
    Shown.Warnings.push_back(std::move(Text));
}

static void addNoise(HoverInfo &Shown, ValueRef Value) {
  const NoiseInfo *Known = Value.noise();
  if (!Known && !Value.isEncrypted())
    return;
  if (Value.section().Facts && isNoiseStale(Value.section()))
    addWarning(Shown, explainStaleNoise(Value.section()));
  if (Known) {
    NoiseHover Noise;
    Noise.Name = Value.name();
    Noise.Bound = Known->Bound;
    Noise.Limit = Known->Limit;
    Noise.Equation = Known->Equation;
    Noise.Remarks = Known->Remarks;
    Noise.Spoiled = Known->IsSpoiled;
    Shown.Noise.push_back(std::move(Noise));
    return;
  }
  addWarning(Shown, "the noise is not known: " + explainMissingNoise(Value));
}

static void addDetails(HoverInfo &Shown, ValueRef Value) {
  if (const ValueDetails *Details = Value.details())
    Shown.Details.push_back(
        {Value.name(), *Details,
         Value.section().DetailsAreStale && !Value.section().isStale()});
}

/// Adds all facts about a range of consecutive values.
static void addValues(HoverInfo &Shown, const PlacedSection &Section,
                      Section::Index First, unsigned Count) {
  Shown.HasSeveral = Count > 1;
  for (unsigned I = 0; I < std::min(Count, MaxValues); ++I) {
    addNoise(Shown, {Section, First + I});
    addDetails(Shown, {Section, First + I});
  }
  if (Count > MaxValues)
    addWarning(Shown, "of " + std::to_string(Count) + " values the first " +
                          std::to_string(MaxValues) + " are shown");
}

static void addFunction(HoverInfo &Shown, OperationRef Function,
                        const Settings &Options) {
  const Section &Data = Function.data();
  FunctionNoise Known = getFunctionNoise(Function, Options.NearLimit);
  if (!Known.hasNoise()) {
    bool HasBody =
        llvm::any_of(blocksOf(Function.section()), [&](BlockRef Block) {
          return Block.operation() == Function;
        });
    if (!HasBody && Function->HasEncryptedSignature)
      addWarning(Shown, "it has no body: of the noise of its results nothing "
                        "is known but what 'noisy.bound' states");
    return;
  }
  FunctionHover &Told = Shown.Function.emplace();
  if (Known.Worst) {
    Told.Name = Data.nameOf(Known.Worst->Value);
    Told.Bound = Known.Worst->Bound;
    Told.Limit = Known.Worst->Limit;
  }
  if (Known.Origin)
    Told.Origin = Data.nameOf(Known.Origin->Value);
  Told.Level = Known.Level;
  Told.Reductions = Known.Reductions;
  Told.NotAnalysed = Known.NotAnalysed;
  Told.IsAssumed = Known.IsAssumed;
  Told.IsStale = Known.IsStale;
  Told.BrokenContracts = Known.BrokenContracts;
}

//===----------------------------------------------------------------------===//
// Targets of names
//===----------------------------------------------------------------------===//

static void addStaleness(HoverInfo &Shown, const Snapshot::Placed &In) {
  if (In.isStale())
    addWarning(Shown, "the text does not parse; this is as of when it last "
                      "did");
}

static void describeOperation(HoverInfo &Shown, OperationRef Operation,
                              const Settings &Options) {
  const PlacedSection &Section = Operation.section();
  Shown.Described = Operation;
  Shown.About = HoverInfo::Subject::Operation;
  Shown.Operation = nameOf(Operation);
  if (const Section::Symbol *Symbol = Operation.symbol())
    Shown.Name = Symbol->Name;
  Shown.Source = sourceOf(Operation);
  addStaleness(Shown, Section);
  addValues(Shown, Section, Operation->FirstResult, Operation->ResultCount);
  if (Operation->IsFunction)
    addFunction(Shown, Operation, Options);
}

static void describeValue(HoverInfo &Shown, const PlacedSection &Section,
                          const Section::Token &Named) {
  const class Section &Data = *Section.Data;
  const ValueRef First(Section, Named.What);
  // The name of a group without a number stands for the whole group.
  bool IsGroup =
      First->Group == Named.What && First->GroupSize > 1 &&
      !Data.textOf(Named.Where).contains('#') &&
      !StringRef(Data.text()).substr(Named.Where.End).starts_with("#");
  unsigned Count = IsGroup ? First->GroupSize : 1;
  Shown.About = First->IsArgument ? HoverInfo::Subject::Argument
                                  : HoverInfo::Subject::Result;
  if (First->IsArgument)
    Shown.Block = labelOf(First.block());
  Shown.Operation = nameOf(First.operation());
  Shown.Number = First->Number;
  addStaleness(Shown, Section);
  for (unsigned I = 0; I < Count; ++I)
    Shown.Types.push_back(ValueRef(Section, Named.What + I).type().str());
  addValues(Shown, Section, Named.What, Count);
}

static void describeBlock(HoverInfo &Shown, BlockRef Block) {
  const PlacedSection &Section = Block.section();
  Shown.About = HoverInfo::Subject::Block;
  Shown.Operation = nameOf(Block.operation());
  Shown.Number = Block->Number;
  Shown.Block = labelOf(Block);
  for (Section::Index Successor : Block.successors())
    Shown.Successors.push_back(labelOf({Section, Successor}));
  // One entry for each edge, like LLVM's server.
  for (BlockRef Other : blocksOf(Section))
    for (Section::Index Successor : Other.successors())
      if (Successor == Block.number())
        Shown.Predecessors.push_back(labelOf(Other));
  addStaleness(Shown, Section);
}

static bool describeSymbolUse(HoverInfo &Shown, const Snapshot &State,
                              const Snapshot::Found &At,
                              const Settings &Options) {
  const Section &Data = At.data();
  std::vector<Snapshot::SymbolPlace> Places =
      State.findSymbols(*At.In, *At.Section, Data.symbolUses()[At.Token->What]);
  if (Places.empty())
    return false;
  addStaleness(Shown, *At.Section);
  describeOperation(Shown, Places.front().operation(), Options);
  if (Places.size() > 1)
    addWarning(Shown, "there are " + std::to_string(Places.size()) +
                          " definitions of this name; this is the first");
  return true;
}

static bool describeAlias(HoverInfo &Shown, const Snapshot &State,
                          const Snapshot::Found &At) {
  const std::string &Name = At.data().aliases()[At.Token->What].Name;
  Shown.About = HoverInfo::Subject::Alias;
  Shown.Name = Name;
  for (const Snapshot::Found &Definition :
       State.findAliases(At.In->Chunk, Name)) {
    const Section &Data = Definition.data();
    StringRef Value =
        Data.textOf(Data.aliases()[Definition.Token->What].Value).trim();
    if (Value.empty())
      continue;
    Shown.Source = cutShort(Value, MaxSource);
    addStaleness(Shown, *Definition.Section);
    return true;
  }
  return false;
}

std::optional<HoverInfo> mlir::noisy::lsp::getHover(const Snapshot &State,
                                                    size_t Offset,
                                                    const Settings &Options) {
  Snapshot::Found At = State.tokenAt(Offset);
  if (!At)
    return std::nullopt;
  std::optional<ByteRange> Where = At.Section->toText(At.Token->Where);
  if (!Where)
    return std::nullopt;
  HoverInfo Shown;
  Shown.Where = *Where;
  switch (At.Token->Of) {
  case Section::Kind::Operation:
    describeOperation(Shown, At.operation(), Options);
    Shown.Doc = findOperationDoc(Shown.Operation);
    return Shown;
  case Section::Kind::Value:
    describeValue(Shown, *At.Section, *At.Token);
    return Shown;
  case Section::Kind::Block:
    describeBlock(Shown, At.block());
    return Shown;
  case Section::Kind::Symbol:
    describeOperation(Shown, At.symbol(), Options);
    return Shown;
  case Section::Kind::SymbolUse:
    if (describeSymbolUse(Shown, State, At, Options))
      return Shown;
    return std::nullopt;
  case Section::Kind::Alias:
    if (describeAlias(Shown, State, At))
      return Shown;
    return std::nullopt;
  }
  return std::nullopt;
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
  StringRef Behind = Text.substr(Word.End);
  return Text[Word.Begin - 1] == '"' && Behind.consume_front("\"") &&
         Behind.ltrim().starts_with("(");
}

std::optional<HoverInfo> mlir::noisy::lsp::getWordHover(StringRef Text,
                                                        size_t Offset) {
  size_t Begin = std::min(Offset, Text.size()), End = Begin;
  while (Begin > 0 && lex::isWordChar(Text[Begin - 1]))
    --Begin;
  while (End < Text.size() && lex::isWordChar(Text[End]))
    ++End;
  // With one of these characters it is the name of something else.
  if (Begin > 0 && lex::isSigil(Text[Begin - 1]))
    return std::nullopt;
  std::optional<OperationDoc> Doc = findOperationDoc(Text.slice(Begin, End));
  if (!Doc || !isOperationPlace(Text, {Begin, End}))
    return std::nullopt;
  HoverInfo Shown;
  Shown.Where = {Begin, End};
  Shown.Operation = Doc->Name.str();
  Shown.Doc = Doc;
  return Shown;
}
