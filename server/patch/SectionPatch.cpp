//===- SectionPatch.cpp - Sections with other operations ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/SectionPatch.h"
#include "server/parse/AliasOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;
using Index = Section::Index;

static bool isUse(const Section::Token &T) {
  return T.TargetKind == Section::Kind::SymbolUse;
}

static size_t countUses(llvm::ArrayRef<Section::Token> Tokens) {
  return llvm::count_if(Tokens, isUse);
}

bool mlir::noisy::lsp::hasTokensOfUses(const Section &Data) {
  return countUses(Data.tokens()) == Data.symbolUses().size();
}

Index mlir::noisy::lsp::endOfResults(const Section &Data, Index Operation) {
  const Section::Operation &Op = Data.operations()[Operation];
  return Op.FirstResult + Op.ResultCount;
}

bool mlir::noisy::lsp::isPlainFunction(const Section &Data) {
  if (Data.blocks().empty() || Data.symbols().size() > 1 ||
      Data.operations().size() < 2)
    return false;
  const Section::Operation &Root = Data.operations().front();
  return hasTokensOfUses(Data) && Root.IsFunction && Root.ResultCount == 0 &&
         llvm::is_sorted(Data.inText());
}

bool mlir::noisy::lsp::isStraightLine(const Section &Data) {
  // Operations in regions are in other blocks.
  return Data.blocks().size() == 1 && Data.omittedCount() == 0;
}

namespace mlir::noisy::lsp {

/// Makes the new section. Numbers of old operations and values after the change
/// are shifted.
class SectionPatcher {
public:
  SectionPatcher(const Section &Old, const SectionChange &Change)
      : Old(Old), Change(Change), Run(Change.Run),
        Result(std::make_shared<Section>()) {
    FirstValue = Old.Operations[Change.FirstOperation].FirstResult;
    EndValue = endOfResults(Old, Change.EndOperation - 1);
    OuterCount = Index(Change.OuterValues.size());
    OperationShift = Index(Run.Operations.size() - 1) -
                     (Change.EndOperation - Change.FirstOperation);
    ValueShift =
        Index(Run.Values.size()) - OuterCount - (EndValue - FirstValue);
    TextShift = uint32_t(Change.Text.NewSize - Change.Text.Old.size());
  }

  std::shared_ptr<const Section> run();
  /// See patchSectionEnd.
  static std::shared_ptr<const Section>
  runAtEnd(const Section &Old, llvm::StringRef NewText,
           std::shared_ptr<const void> TextOwner, bool IsClosed);

private:
  void copyStrings();
  void copyOperations();
  void copyInText();
  void copyValues();
  void copyTokens();
  void copySymbolUses();
  void copyBrokenRanges();
  void copyBlocks();
  void copyLocations();
  void copyAliases();

  void shift(SectionRange &Range) const {
    if (Range.Begin >= Change.Text.Old.End && !Range.empty())
      Range = {Range.Begin + TextShift, Range.End + TextShift};
  }
  /// A range of the run in the new text.
  SectionRange place(SectionRange Range) const {
    uint32_t Begin = uint32_t(Change.Text.Old.Begin);
    return Range.empty() ? Range
                         : SectionRange{Range.Begin + Begin, Range.End + Begin};
  }
  Index shiftedValue(Index Number) const {
    if (Number < FirstValue)
      return Number;
    if (Number >= EndValue)
      return Number + ValueShift;
    return Successors[Number - FirstValue];
  }
  /// The number of a value of the run in the new section.
  Index numberOf(Index InRun) const {
    return InRun < OuterCount ? shiftedValue(Change.OuterValues[InRun])
                              : FirstValue + InRun - OuterCount;
  }
  Index stringOf(Index InRun) const { return Strings[InRun]; }
  void findSuccessors();
  void findTokens();

  const Section &Old;
  const SectionChange &Change;
  const Section &Run;
  std::shared_ptr<Section> Result;
  Index FirstValue, EndValue, OuterCount;
  /// Unsigned differences, which wrap around.
  Index OperationShift, ValueShift;
  /// True if no number of an operation or a value after the change is another
  /// one, nor one of its values: most keys change one line.
  bool KeepsNumbers = false;
  uint32_t TextShift;
  /// The tokens in the old text of the run.
  llvm::ArrayRef<Section::Token> OldTokens;
  /// The number of its first use of a symbol.
  Index FirstUse = 0;
  /// The new numbers of the old values of the run, by their names.
  std::vector<Index> Successors;
  /// The numbers of the strings and the aliases of the run.
  std::vector<Index> Strings, Aliases;
};

} // namespace mlir::noisy::lsp

void SectionPatcher::copyStrings() {
  Result->Strings = Old.Strings;
  llvm::StringMap<Index> Numbers;
  for (auto [I, Text] : llvm::enumerate(Old.Strings))
    Numbers.try_emplace(Text, Index(I));
  for (const std::string &Text : Run.Strings) {
    auto [Entry, IsNew] =
        Numbers.try_emplace(Text, Index(Result->Strings.size()));
    if (IsNew)
      Result->Strings.push_back(Text);
    Strings.push_back(Entry->second);
  }
}

void SectionPatcher::copyOperations() {
  std::vector<Section::Operation> &New = Result->Operations;
  New.reserve(Index(Old.Operations.size()) + OperationShift);
  New.assign(Old.Operations.begin(),
             Old.Operations.begin() + Change.FirstOperation);
  // The operations around the change end after it.
  Index Parent = Old.Operations[Change.FirstOperation].Parent;
  for (Index I = Parent; I != Section::None; I = Old.Operations[I].Parent)
    New[I].Range.End += TextShift;
  for (Section::Operation Op : llvm::drop_begin(Run.Operations)) {
    Op.Name = place(Op.Name);
    Op.Range = place(Op.Range);
    Op.Parent = Parent;
    Op.FullName = stringOf(Op.FullName);
    Op.FirstResult = numberOf(Op.FirstResult);
    New.push_back(Op);
  }
  // Whether an operation ends a block depends on what follows. What did so is
  // still there.
  llvm::MutableArrayRef<Section::Operation> NewRun =
      llvm::MutableArrayRef(New).drop_front(Change.FirstOperation);
  for (Section::Operation &Op : NewRun)
    Op.IsTerminator = false;
  if (!NewRun.empty())
    NewRun.back().IsTerminator =
        Old.Operations[Change.EndOperation - 1].IsTerminator;
  size_t Behind = New.size();
  New.insert(New.end(), Old.Operations.begin() + Change.EndOperation,
             Old.Operations.end());
  for (Section::Operation &Op : llvm::drop_begin(New, Behind)) {
    shift(Op.Name);
    shift(Op.Range);
    if (KeepsNumbers)
      continue;
    if (Op.Parent >= Change.EndOperation)
      Op.Parent += OperationShift;
    Op.FirstResult += ValueShift;
  }
  auto countOmitted = [](llvm::ArrayRef<Section::Operation> Operations) {
    return Index(llvm::count_if(Operations, Section::isOmitted));
  };
  Result->OmittedCount =
      Old.OmittedCount -
      countOmitted(llvm::ArrayRef(Old.Operations)
                       .slice(Change.FirstOperation,
                              Change.EndOperation - Change.FirstOperation)) +
      countOmitted(llvm::ArrayRef(Run.Operations).drop_front());
}

/// Its operations are in the order of the text (isPlainFunction).
void SectionPatcher::copyInText() {
  std::vector<Index> &New = Result->InText;
  New.reserve(Old.InText.size() + Run.Operations.size());
  auto Begin = llvm::lower_bound(Old.InText, Change.FirstOperation);
  New.assign(Old.InText.begin(), Begin);
  for (auto [I, Op] : llvm::enumerate(llvm::drop_begin(Run.Operations)))
    if (!Op.Range.empty())
      New.push_back(Change.FirstOperation + Index(I));
  auto move = [&](Index Number) { return Number + OperationShift; };
  llvm::append_range(
      New,
      llvm::map_range(llvm::make_range(std::lower_bound(Begin, Old.InText.end(),
                                                        Change.EndOperation),
                                       Old.InText.end()),
                      move));
}

/// Copies the aliases. A run has few, so none of those of the rest is hashed;
/// sortAliases drops the ones that are not used any more.
void SectionPatcher::copyAliases() {
  Result->Aliases = Old.Aliases;
  for (const Section::Alias &A : Run.Aliases) {
    auto Known = llvm::find_if(
        Old.Aliases, [&](const auto &Other) { return Other.Name == A.Name; });
    if (Known == Old.Aliases.end())
      Result->Aliases.push_back(A);
    Aliases.push_back(Known == Old.Aliases.end()
                          ? Index(Result->Aliases.size() - 1)
                          : Index(Known - Old.Aliases.begin()));
  }
}

void SectionPatcher::copyLocations() {
  auto &New = Result->ForeignLocations;
  auto placeOf = [&](Index Operation) {
    return llvm::partition_point(Old.ForeignLocations, [&](const auto &L) {
      return L.Operation < Operation;
    });
  };
  New.reserve(Old.ForeignLocations.size() + Run.ForeignLocations.size());
  New.assign(Old.ForeignLocations.begin(), placeOf(Change.FirstOperation));
  for (Section::ForeignLocation L : Run.ForeignLocations) {
    L.Operation += Change.FirstOperation - 1;
    L.File = stringOf(L.File);
    New.push_back(L);
  }
  for (auto Place = placeOf(Change.EndOperation);
       Place != Old.ForeignLocations.end(); ++Place) {
    New.push_back(*Place);
    New.back().Operation += OperationShift;
  }
}

void SectionPatcher::copyBrokenRanges() {
  llvm::ArrayRef<SectionRange> Broken = Old.BrokenRanges;
  for (SectionRange Range : Broken)
    if (Range.End <= Change.Text.Old.Begin)
      Result->BrokenRanges.push_back(Range);
  for (SectionRange Range : Run.BrokenRanges)
    Result->BrokenRanges.push_back(place(Range));
  for (SectionRange Range : Broken)
    if (Range.Begin >= Change.Text.Old.End)
      Result->BrokenRanges.push_back(
          {Range.Begin + TextShift, Range.End + TextShift});
}

void SectionPatcher::copyValues() {
  std::vector<Section::Value> &New = Result->Values;
  New.reserve(Index(Old.Values.size()) + ValueShift);
  New.assign(Old.Values.begin(), Old.Values.begin() + FirstValue);
  for (Section::Value V : llvm::ArrayRef(Run.Values).drop_front(OuterCount)) {
    V.Name = place(V.Name);
    V.Owner = V.Owner - 1 + Change.FirstOperation;
    V.Type = stringOf(V.Type);
    V.Group = numberOf(V.Group);
    New.push_back(V);
  }
  size_t Behind = New.size();
  New.insert(New.end(), Old.Values.begin() + EndValue, Old.Values.end());
  for (Section::Value &V : llvm::drop_begin(New, Behind)) {
    shift(V.Name);
    if (KeepsNumbers)
      continue;
    if (!V.IsArgument)
      V.Owner += OperationShift;
    V.Group += ValueShift;
  }
}

void SectionPatcher::findTokens() {
  auto placeOf = [&](size_t Offset) {
    return llvm::partition_point(Old.Tokens, [&](const Section::Token &T) {
      return T.Range.Begin < Offset;
    });
  };
  auto First = placeOf(Change.Text.Old.Begin);
  OldTokens = {&*First, size_t(placeOf(Change.Text.Old.End) - First)};
  if (Old.SymbolUses.empty())
    return;
  // Uses are in the order of the text.
  llvm::ArrayRef<Section::Token> Before(Old.Tokens.data(), OldTokens.begin());
  auto Last = llvm::find_if(llvm::reverse(Before), isUse);
  FirstUse = Last == Before.rend() ? 0 : Last->Target + 1;
}

void SectionPatcher::copyBlocks() {
  Result->Blocks = Old.Blocks;
  Result->Successors = Old.Successors;
  for (auto [I, B] : llvm::enumerate(Result->Blocks)) {
    shift(B.Name);
    bool IsAfter = B.Parent >= Change.EndOperation ||
                   llvm::any_of(Change.BlocksAround, [&, I = I](Index Around) {
                     return Old.Blocks[Around].Parent == B.Parent && I > Around;
                   });
    if (IsAfter)
      B.FirstArgument += ValueShift;
    if (B.Parent >= Change.EndOperation)
      B.Parent += OperationShift;
  }
}

/// Finds the new values with the names of the old ones.
void SectionPatcher::findSuccessors() {
  llvm::StringMap<Index> Groups;
  for (Index I = OuterCount; I < Run.Values.size(); ++I)
    if (Run.Values[I].Group == I && !Run.Values[I].Name.empty())
      Groups[Run.textOf(Run.Values[I].Name)] = numberOf(I);
  for (Index I = FirstValue; I < EndValue; ++I) {
    const Section::Value &V = Old.Values[I];
    auto Match = Groups.find(Old.textOf(V.Name));
    Successors.push_back(Match == Groups.end() ? Section::None
                                               : Match->second + I - V.Group);
  }
  KeepsNumbers = OperationShift == 0 && ValueShift == 0;
  for (auto [I, Successor] : llvm::enumerate(Successors))
    KeepsNumbers &= Successor == FirstValue + I;
}

void SectionPatcher::copyTokens() {
  std::vector<Section::Token> &New = Result->Tokens;
  New.reserve(Old.Tokens.size() - OldTokens.size() + Run.Tokens.size());
  New.assign(Old.Tokens.data(), OldTokens.begin());
  // A block may use values of one that comes later in the text.
  if (Old.Blocks.size() > 1)
    for (Section::Token &T : New)
      if (T.TargetKind == Section::Kind::Value)
        T.Target = shiftedValue(T.Target);
  for (Section::Token T : Run.Tokens) {
    T.Range = place(T.Range);
    switch (T.TargetKind) {
    case Section::Kind::Operation:
      T.Target += Change.FirstOperation - 1;
      break;
    case Section::Kind::SymbolUse:
      T.Target += FirstUse;
      break;
    case Section::Kind::Alias:
      T.Target = Aliases[T.Target];
      break;
    default:
      T.Target = numberOf(T.Target);
    }
    New.push_back(T);
  }
  Index UseShift = Index(Run.SymbolUses.size() - countUses(OldTokens));
  size_t Behind = New.size();
  New.insert(New.end(),
             Old.Tokens.begin() + (OldTokens.end() - Old.Tokens.data()),
             Old.Tokens.end());
  llvm::MutableArrayRef<Section::Token> Moved =
      llvm::MutableArrayRef(New).drop_front(Behind);
  if (TextShift != 0)
    for (Section::Token &T : Moved)
      T.Range = {T.Range.Begin + TextShift, T.Range.End + TextShift};
  if (KeepsNumbers && UseShift == 0)
    return;
  for (Section::Token &T : Moved) {
    if (T.TargetKind == Section::Kind::Value)
      T.Target = shiftedValue(T.Target);
    else if (T.TargetKind == Section::Kind::Operation &&
             T.Target >= Change.EndOperation)
      T.Target += OperationShift;
    else if (T.TargetKind == Section::Kind::SymbolUse)
      T.Target += UseShift;
  }
}

void SectionPatcher::copySymbolUses() {
  std::vector<Section::SymbolUse> &New = Result->SymbolUses;
  New.assign(Old.SymbolUses.begin(), Old.SymbolUses.begin() + FirstUse);
  for (Section::SymbolUse Use : Run.SymbolUses) {
    // A broken operation is none.
    Use.User = Use.User == Section::None
                   ? Old.Operations[Change.FirstOperation].Parent
                   : Use.User - 1 + Change.FirstOperation;
    New.push_back(Use);
  }
  for (Section::SymbolUse Use :
       llvm::ArrayRef(Old.SymbolUses)
           .drop_front(FirstUse + countUses(OldTokens))) {
    if (Use.User >= Change.EndOperation && Use.User != Section::None)
      Use.User += OperationShift;
    New.push_back(Use);
  }
}

std::shared_ptr<const Section> SectionPatcher::run() {
  Result->setText(Change.NewText, Change.TextOwner);
  findSuccessors();
  findTokens();
  copyStrings();
  copyAliases();
  copyOperations();
  copyInText();
  copyValues();
  copyTokens();
  copySymbolUses();
  copyBlocks();
  copyBrokenRanges();
  Result->Symbols = Old.Symbols;
  copyLocations();
  sortAliases(Result->Tokens, Result->Aliases);
  return std::move(Result);
}

std::shared_ptr<const Section>
mlir::noisy::lsp::patchSection(const Section &Old,
                               const SectionChange &Change) {
  return SectionPatcher(Old, Change).run();
}

std::shared_ptr<const Section>
SectionPatcher::runAtEnd(const Section &Old, llvm::StringRef NewText,
                         std::shared_ptr<const void> TextOwner, bool IsClosed) {
  auto Result = std::make_shared<Section>();
  Result->setText(NewText, std::move(TextOwner));
  Result->Operations = Old.Operations;
  Result->InText = Old.InText;
  Result->OmittedCount = Old.OmittedCount;
  Result->Blocks = Old.Blocks;
  Result->Successors = Old.Successors;
  Result->Values = Old.Values;
  Result->Symbols = Old.Symbols;
  Result->SymbolUses = Old.SymbolUses;
  Result->Aliases = Old.Aliases;
  Result->ForeignLocations = Old.ForeignLocations;
  Result->Tokens = Old.Tokens;
  Result->SharedNames = Old.SharedNames;
  Result->Strings = Old.Strings;
  uint32_t End = uint32_t(NewText.size());
  Result->Operations.front().Range.End = End;
  if (!IsClosed)
    Result->BrokenRanges.push_back({End, End});
  return Result;
}

std::shared_ptr<const Section>
mlir::noisy::lsp::patchSectionEnd(const Section &Old, llvm::StringRef NewText,
                                  std::shared_ptr<const void> TextOwner,
                                  bool IsClosed) {
  return SectionPatcher::runAtEnd(Old, NewText, std::move(TextOwner), IsClosed);
}
