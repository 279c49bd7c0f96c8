//===- InlayHints.cpp - The noise beside the values -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/InlayHints.h"
#include "server/features/annotations/VisibleTokens.h"
#include "server/features/noise/NoiseLevel.h"
#include "server/snapshot/CallPlaces.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The maximum number of results with one name that are all shown; of more
/// results only the worst one is shown.
static constexpr Section::Index MaxGroup = 8;

namespace {
/// The hint for one value.
struct ValueNote {
  std::string Label;
  std::vector<std::string> Lines;
  NoiseLevel Level = NoiseLevel::Safe;
  /// True if the settings want it shown.
  bool IsWanted = false;
};

/// The hints of one section.
class Writer {
public:
  Writer(const PlacedSection &Placement, CallPlaces &Calls,
         const Settings &Options)
      : Placement(Placement), Calls(Calls), Options(Options),
        Stale(explainStaleNoise(Placement)) {}

  /// The hint at the name that defines `First` and those that share it.
  std::optional<ValueHint> write(const Section::Token &Name) const;

private:
  ValueNote describe(ValueRef Value) const;
  ValueNote describeNoise(const ShownNoise &Noise) const;
  ValueNote describeUnknown(ValueRef Value) const;
  ValueNote describeRange(ValueRef Value) const;
  ValueNote describeSizes(ValueRef Value) const;
  void describeGroup(ValueHint &Hint, ValueRef First,
                     llvm::ArrayRef<ValueNote> Notes) const;

  const PlacedSection &Placement;
  CallPlaces &Calls;
  const Settings &Options;
  const std::string Stale;
};
} // namespace

ValueNote Writer::describeNoise(const ShownNoise &Noise) const {
  const NoiseInfo &Info = *Noise.Info;
  ValueNote Note;
  Note.Level = getNoiseLevel(Info, Options.NearLimit);
  Note.Label = describeNoiseQuietly(Info);
  NoiseReasons Reasons = Noise.Facts->reasonsFor(Info);
  Note.Lines.push_back("noise " + Reasons.Equation + ", limit " +
                       describeLimit(Info.Limit, Info.Unit) + " bits");
  if (Noise.IsEarlier || Placement.FactsAreStale)
    CallPlaces::removeMarks(Reasons.Remarks);
  else
    Calls.replaceMarks(Reasons.Remarks);
  llvm::append_range(Note.Lines, Reasons.Remarks);
  if (Noise.IsEarlier)
    Note.Lines.push_back(explainEarlierNoise().str());
  else if (!Stale.empty())
    Note.Lines.push_back(Stale);
  Note.IsWanted = Options.ShownNoise == Settings::NoiseHints::All ||
                  Note.Level >= NoiseLevel::NearLimit;
  return Note;
}

ValueNote Writer::describeUnknown(ValueRef Value) const {
  ValueNote Note;
  if (!Value.isEncrypted())
    return Note;
  // Values in memory stay unknown, whatever the text.
  Note.Level = NoiseLevel::Unknown;
  Note.Label = unknownNoiseSign.str();
  Note.Lines = {"the noise is unknown: " + explainMissingNoise(Value)};
  Note.IsWanted = true;
  return Note;
}

/// True if a value is a number that the text shows beside it.
static bool isConstant(ValueRef Value) {
  return !Value->IsArgument &&
         Value.operation().kind() == Section::OperationKind::Constant;
}

ValueNote Writer::describeRange(ValueRef Value) const {
  ValueNote Note;
  if (Value->Kind != Section::ValueKind::Index || isConstant(Value))
    return Note;
  const ValueDetails *Details = Value.details();
  if (!Details || Details->Range.empty())
    return Note;
  bool IsStale = Placement.isStale() || Placement.DetailsAreStale;
  Note.Label = Details->Range;
  Note.Lines.push_back("range " + Details->Range);
  if (!Details->RangeBasis.empty())
    Note.Lines.push_back(Details->RangeBasis);
  Note.Lines.insert(Note.Lines.end(), Details->Bounds.begin(),
                    Details->Bounds.end());
  if (IsStale)
    Note.Lines.push_back("this is from before the last edit");
  Note.IsWanted = true;
  return Note;
}

/// A bound that is a number, whatever runs, without what it rests on; empty for
/// others. Other values have a "%".
static StringRef constantBound(StringRef Bound) {
  auto [Numbers, Basis] = Bound.split(", ");
  bool IsConstant = Bound.starts_with("dim ") && !Bound.contains('%') &&
                    (Basis.empty() || Basis.starts_with("stated by "));
  return IsConstant ? Numbers : "";
}

/// The constant bounds of the dimensions of a tensor or memref.
ValueNote Writer::describeSizes(ValueRef Value) const {
  ValueNote Note;
  const ValueDetails *Details = Value.details();
  if (!Details || Value->Kind == Section::ValueKind::Index)
    return Note;
  for (const std::string &Bound : Details->Bounds)
    if (StringRef Numbers = constantBound(Bound); !Numbers.empty())
      Note.Label += ((Note.Label.empty() ? "" : ", ") + Numbers).str();
  if (Note.Label.empty())
    return Note;
  Note.Lines = Details->Bounds;
  if (Placement.isStale() || Placement.DetailsAreStale)
    Note.Lines.push_back("this is from before the last edit");
  Note.IsWanted = true;
  return Note;
}

ValueNote Writer::describe(ValueRef Value) const {
  ValueNote Note;
  ShownNoise Noise = Value.shownNoise();
  // Mostly somebody is typing there.
  if (Value.isOfBrokenOperation() && !Noise.IsEarlier)
    return Note;
  if (Options.ShownNoise != Settings::NoiseHints::None) {
    if (Noise.Info && Noise.Info->Bound.isUnreachable())
      return Note;
    Note = Noise.Info ? describeNoise(Noise) : describeUnknown(Value);
  }
  if (Note.Label.empty() && Options.ShowRanges)
    Note = describeRange(Value);
  if (Note.Label.empty() && Options.ShowRanges)
    Note = describeSizes(Value);
  return Note;
}

void Writer::describeGroup(ValueHint &Hint, ValueRef First,
                           llvm::ArrayRef<ValueNote> Notes) const {
  const ValueNote *Worst = &Notes.front();
  for (const ValueNote &Note : Notes)
    if (Note.Level > Worst->Level ||
        (Worst->Label.empty() && !Note.Label.empty()))
      Worst = &Note;
  size_t Lines = 0;
  for (const ValueNote &Note : Notes) {
    std::string Name =
        ValueRef(Placement, First.number() + Section::Index(&Note - &Notes[0]))
            .name();
    // For many results the tooltip has only the worst one, like the label.
    if (Note.Label.empty() || (Notes.size() > MaxGroup && &Note != Worst))
      continue;
    Hint.Tooltip +=
        (Lines++ ? "\n" : "") + Name + ": " + llvm::join(Note.Lines, "\n  ");
    if (Notes.size() > MaxGroup)
      Hint.Label = "worst " + Name.substr(Name.find('#')) + ": " + Note.Label;
  }
  if (Notes.size() > MaxGroup)
    return;
  // Words are not repeated, numbers are: these stand for their places.
  if (StringRef Words = Notes.front().Label;
      Words.contains(' ') && !Words.starts_with("[") &&
      llvm::all_of(Notes,
                   [&](const ValueNote &N) { return N.Label == Words; })) {
    Hint.Label += "each " + Words.str();
    return;
  }
  for (const ValueNote &Note : Notes)
    Hint.Label += (&Note == &Notes.front() ? "" : ", ") +
                  (Note.Label.empty() ? "-" : Note.Label);
}

std::optional<ValueHint> Writer::write(const Section::Token &Name) const {
  // Names that were edited away since the last parse have no hint.
  std::optional<ByteRange> Range = Placement.toText(Name.Range);
  if (!Range)
    return std::nullopt;
  const ValueRef First(Placement, Name.Target);
  const Section::Index Count = First->GroupSize;
  llvm::SmallVector<ValueNote, 1> Notes;
  bool IsWanted = false;
  for (Section::Index I = 0; I < Count; ++I) {
    Notes.push_back(describe(ValueRef(Placement, Name.Target + I)));
    IsWanted |= Notes.back().IsWanted;
  }
  if (!IsWanted)
    return std::nullopt;
  ValueHint Hint;
  Hint.Range = *Range;
  if (Count == 1) {
    Hint.Label = std::move(Notes.front().Label);
    Hint.Tooltip = llvm::join(Notes.front().Lines, "\n");
    return Hint;
  }
  describeGroup(Hint, First, Notes);
  // The hint stands after the number of results.
  Lexer Tokens(Placement.Data->text(), Name.Range.End);
  std::optional<MlirToken> Colon = Tokens.next(), Number = Tokens.next();
  if (Number && Colon->is(":"))
    if (std::optional<ByteRange> WholeRange =
            Placement.toText({Name.Range.Begin, Number->Range.End}))
      Hint.Range = *WholeRange;
  return Hint;
}

std::vector<ValueHint>
mlir::noisy::lsp::findInlayHints(const Snapshot &State, ByteRange Visible,
                                 const Settings &Options) {
  std::vector<ValueHint> Result;
  if (Options.ShownNoise == Settings::NoiseHints::None && !Options.ShowRanges)
    return Result;
  std::optional<CallPlaces> Calls;
  uint32_t Chunk = 0;
  for (const Snapshot::Part &Part : partsIn(State, Visible)) {
    if (!Calls || Chunk != Part.Chunk)
      Calls.emplace(State, Chunk = Part.Chunk);
    for (const PlacedSection &Section : Part.Sections) {
      Writer Hints(Section, *Calls, Options);
      for (const Section::Token &Name : tokensIn(Section, Visible))
        if (Name.TargetKind == Section::Kind::Value && Name.IsDefinition)
          if (std::optional<ValueHint> Hint = Hints.write(Name))
            Result.push_back(std::move(*Hint));
    }
  }
  return Result;
}
