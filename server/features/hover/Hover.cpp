//===- Hover.cpp - What a name in a text stands for -----------------------===//
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

/// Bytes of an operation's text that are shown at most.
static constexpr size_t MaxSource = 1000;
/// Values of which the noise is shown, where one name stands for more.
static constexpr unsigned MaxValues = 20;
/// The type of encrypted values.
static constexpr char EncryptedName[] = "!noisy.i32";

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// The text of an operation, its regions left out.
static std::string sourceOf(const Section &Data, Section::Index Index) {
  StringRef Whole = Data.textOf(Data.operations()[Index].Where);
  std::optional<ByteRange> Body = findBody(Data, Index);
  if (!Body)
    return cutShort(Whole, MaxSource);
  return cutShort(Whole.take_front(Body->Begin).str() + "{...}" +
                      Whole.drop_front(Body->End).str(),
                  MaxSource);
}

static std::string labelOf(const Section &Data, Section::Index Block) {
  const Section::Block &Named = Data.blocks()[Block];
  // The first block of a region may have none; its bracket stands for it.
  StringRef Label = Data.textOf(Named.Name);
  if (!Label.starts_with("^"))
    return "<Block #" + std::to_string(Named.Number) + ">";
  return Label.str();
}

static std::string operationNamed(const Section &Data, Section::Index Index) {
  // The container is not part of the section; it is a module, mostly.
  if (Index == Section::None)
    return "";
  return Data.string(Data.operations()[Index].FullName).str();
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

static void addWarning(HoverInfo &Shown, std::string Text) {
  if (!llvm::is_contained(Shown.Warnings, Text))
    Shown.Warnings.push_back(std::move(Text));
}

static void addNoise(HoverInfo &Shown, const Snapshot::Placed &In,
                     Section::Index Value) {
  const Section &Data = *In.Data;
  StringRef Type = Data.string(Data.values()[Value].Type);
  const NoiseInfo *Known = In.Facts ? In.Facts->find(Value) : nullptr;
  if (!Known && !isEncryptedType(Type))
    return;
  if (In.Facts && isNoiseStale(In))
    addWarning(Shown, explainStaleNoise(In));
  if (Known) {
    NoiseHover Noise;
    Noise.Name = Data.nameOf(Value);
    Noise.Bound = Known->Bound;
    Noise.Limit = Known->Limit;
    Noise.Equation = Known->Equation;
    Noise.Remarks = Known->Remarks;
    Noise.Spoiled = Known->IsSpoiled;
    Shown.Noise.push_back(std::move(Noise));
    return;
  }
  addWarning(Shown, "the noise is not known: " + explainMissingNoise(In, Type));
}

static void addDetails(HoverInfo &Shown, const Snapshot::Placed &In,
                       Section::Index Value) {
  const ValueDetails *Known = In.Details ? In.Details->find(Value) : nullptr;
  if (Known)
    Shown.Details.push_back(
        {In.Data->nameOf(Value), *Known, In.DetailsAreStale && !In.isStale()});
}

/// All that is known of some values that come one after the other.
static void addValues(HoverInfo &Shown, const Snapshot::Placed &In,
                      Section::Index First, unsigned Count) {
  Shown.HasSeveral = Count > 1;
  for (unsigned I = 0; I < std::min(Count, MaxValues); ++I) {
    addNoise(Shown, In, First + I);
    addDetails(Shown, In, First + I);
  }
  if (Count > MaxValues)
    addWarning(Shown, "of " + std::to_string(Count) + " values the first " +
                          std::to_string(MaxValues) + " are shown");
}

static void addFunction(HoverInfo &Shown, const Snapshot::Placed &In,
                        Section::Index Function, const Settings &Options) {
  FunctionNoise Known = getFunctionNoise(In, Function, Options.NearLimit);
  if (!Known.hasNoise()) {
    const Section &Data = *In.Data;
    bool HasBody = llvm::any_of(Data.blocks(), [&](const Section::Block &Of) {
      return Of.Parent == Function;
    });
    if (!HasBody &&
        Data.textOf(Data.operations()[Function].Where).contains(EncryptedName))
      addWarning(Shown, "it has no body: of the noise of its results nothing "
                        "is known but what 'noisy.bound' states");
    return;
  }
  FunctionHover &Told = Shown.Function.emplace();
  if (Known.Worst) {
    Told.Name = In.Data->nameOf(Known.Worst->Value);
    Told.Bound = Known.Worst->Bound;
    Told.Limit = Known.Worst->Limit;
  }
  if (Known.Origin)
    Told.Origin = In.Data->nameOf(Known.Origin->Value);
  Told.Level = Known.Level;
  Told.Reductions = Known.Reductions;
  Told.NotAnalysed = Known.NotAnalysed;
  Told.IsAssumed = Known.IsAssumed;
  Told.IsStale = Known.IsStale;
  Told.BrokenContracts = Known.BrokenContracts;
}

//===----------------------------------------------------------------------===//
// What names stand for
//===----------------------------------------------------------------------===//

static void addStaleness(HoverInfo &Shown, const Snapshot::Placed &In) {
  if (In.isStale())
    addWarning(Shown, "the text does not parse; this is as of when it last "
                      "did");
}

static void describeOperation(HoverInfo &Shown, const Snapshot::Placed &In,
                              Section::Index Index, const Settings &Options) {
  Shown.Described = {&In, Index};
  const Section &Data = *In.Data;
  const Section::Operation &Op = Data.operations()[Index];
  Shown.About = HoverInfo::Subject::Operation;
  Shown.Operation = operationNamed(Data, Index);
  if (Op.Symbol != Section::None)
    Shown.Name = Data.symbols()[Op.Symbol].Name;
  Shown.Source = sourceOf(Data, Index);
  addStaleness(Shown, In);
  addValues(Shown, In, Op.FirstResult, Op.ResultCount);
  if (Op.IsFunction)
    addFunction(Shown, In, Index, Options);
}

static void describeValue(HoverInfo &Shown, const Snapshot::Placed &In,
                          const Section::Token &Named) {
  const Section &Data = *In.Data;
  const Section::Value &First = Data.values()[Named.What];
  // The name of a group without a number stands for all of it.
  bool IsGroup =
      First.Group == Named.What && First.GroupSize > 1 &&
      !Data.textOf(Named.Where).contains('#') &&
      !StringRef(Data.text()).substr(Named.Where.End).starts_with("#");
  unsigned Count = IsGroup ? First.GroupSize : 1;
  if (First.IsArgument) {
    Shown.About = HoverInfo::Subject::Argument;
    Shown.Block = labelOf(Data, First.Owner);
    Shown.Operation = operationNamed(Data, Data.blocks()[First.Owner].Parent);
  } else {
    Shown.About = HoverInfo::Subject::Result;
    Shown.Operation = operationNamed(Data, First.Owner);
  }
  Shown.Number = First.Number;
  addStaleness(Shown, In);
  for (unsigned I = 0; I < Count; ++I)
    Shown.Types.push_back(
        Data.string(Data.values()[Named.What + I].Type).str());
  addValues(Shown, In, Named.What, Count);
}

static void describeBlock(HoverInfo &Shown, const Snapshot::Placed &In,
                          Section::Index Index) {
  const Section &Data = *In.Data;
  const Section::Block &Named = Data.blocks()[Index];
  auto SuccessorsOf = [&](const Section::Block &Of) {
    return Data.successors().slice(Of.FirstSuccessor, Of.SuccessorCount);
  };
  Shown.About = HoverInfo::Subject::Block;
  Shown.Operation = operationNamed(Data, Named.Parent);
  Shown.Number = Named.Number;
  Shown.Block = labelOf(Data, Index);
  for (Section::Index Next : SuccessorsOf(Named))
    Shown.Successors.push_back(labelOf(Data, Next));
  // Once for each edge, as LLVM's server has it.
  for (Section::Index Other = 0; Other < Data.blocks().size(); ++Other)
    for (Section::Index Next : SuccessorsOf(Data.blocks()[Other]))
      if (Next == Index)
        Shown.Predecessors.push_back(labelOf(Data, Other));
  addStaleness(Shown, In);
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
  describeOperation(Shown, *Places.front().Section,
                    Places.front().symbol().Operation, Options);
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
  Section::Index What = At.Token->What;
  switch (At.Token->Of) {
  case Section::Kind::Operation:
    describeOperation(Shown, *At.Section, What, Options);
    Shown.Doc = findOperationDoc(Shown.Operation);
    return Shown;
  case Section::Kind::Value:
    describeValue(Shown, *At.Section, *At.Token);
    return Shown;
  case Section::Kind::Block:
    describeBlock(Shown, *At.Section, What);
    return Shown;
  case Section::Kind::Symbol:
    describeOperation(Shown, *At.Section, At.data().symbols()[What].Operation,
                      Options);
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

/// Whether an operation's name can stand in these bytes: not in a comment, and
/// in a string only when it is all of it and operands follow.
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
  // With one of these it is the name of something else.
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
