//===- SelectionRanges.cpp - Selection ranges -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/SelectionRanges.h"
#include "server/features/navigation/Containers.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/Lexer.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace mlir::noisy::lsp;

/// The number of innermost levels that stay if there are too many; the others
/// are the outermost.
static constexpr size_t InnerLevels = 150;

/// The range without the white space at both ends.
static ByteRange trim(llvm::StringRef Text, ByteRange Range) {
  llvm::StringRef Content = Text.slice(Range.Begin, Range.End);
  size_t Begin = Range.Begin + Content.size() - Content.ltrim().size();
  return {Begin, std::max(Begin, Range.Begin + Content.rtrim().size())};
}

/// Bytes of words as users see them: of names with their sigils, and of letters
/// that are not ASCII.
static bool isWord(char C) {
  return lex::isNameChar(C) || lex::isSigil(C) ||
         static_cast<unsigned char>(C) >= 0x80;
}

namespace {
/// Collects the ranges around several offsets in turn.
class Selections {
public:
  explicit Selections(const Snapshot &State)
      : State(State), Bytes(State.text().bytes()),
        Containers(findContainers(State)) {}

  std::vector<ByteRange> rangesAround(size_t Cursor);

private:
  bool isAround(ByteRange Range) const {
    return Range.Begin <= Offset && Offset <= Range.End;
  }
  void add(ByteRange Range) {
    if (isAround(Range))
      Ranges.push_back(Range);
  }
  void addLine();
  void addContainers();
  void addPart(size_t Number);
  void addSection(const PlacedSection &Section);
  void addBlocks(const PlacedSection &Section, Section::Index Op);
  /// The numbers of the operations whose ranges contain the offset.
  std::vector<Section::Index>
  operationsAround(const PlacedSection &Section) const;

  const Snapshot &State;
  llvm::StringRef Bytes;
  std::vector<Container> Containers;
  /// The brackets by the number of the part.
  std::map<size_t, Brackets> PartBrackets;

  size_t Offset = 0;
  std::vector<ByteRange> Ranges;
  /// The ranges between the braces around the offset.
  std::vector<ByteRange> Braces;
};
} // namespace

void Selections::addLine() {
  size_t Line = State.text().lineAt(Offset);
  add(trim(Bytes, {State.text().lineStart(Line), State.text().lineEnd(Line)}));
}

void Selections::addContainers() {
  llvm::ArrayRef<Snapshot::Part> Parts = State.parts();
  auto Next = std::upper_bound(
      Parts.begin(), Parts.end(), Offset,
      [](size_t O, const Snapshot::Part &P) { return O < P.Range.Begin; });
  if (Next == Parts.begin())
    return;
  const Snapshot::Part &Previous = *std::prev(Next);
  uint32_t Header = Previous.Kind == PieceKind::Header
                        ? std::prev(Next) - Parts.begin()
                        : Previous.Container;
  for (; Header != Piece::None; Header = Parts[Header].Container) {
    add(trim(Bytes, Containers[Header].Body));
    add(Containers[Header].Body);
    add(Containers[Header].Whole);
  }
}

void Selections::addPart(size_t Number) {
  const Snapshot::Part &Part = State.parts()[Number];
  add(Part.Range);
  auto [Entry, IsNew] = PartBrackets.try_emplace(Number);
  if (IsNew)
    Entry->second = scanBrackets(Bytes, Part.Range);
  Braces.clear();
  for (const BracketPair &Pair : Entry->second.Pairs) {
    // A bracket opened by a header belongs to a container.
    if (!Pair.IsClosed && Part.Kind == PieceKind::Header)
      continue;
    add(trim(Bytes, Pair.InnerRange));
    add(Pair.outerRange());
    if (Pair.Bracket == '{' && isAround(Pair.InnerRange))
      Braces.push_back(Pair.InnerRange);
  }
  bool IsStale = Part.Sections.empty();
  for (const PlacedSection &Section : Part.Sections) {
    IsStale |= Section.isStale();
    if (Part.Kind == PieceKind::Operation && isAround(Section.Range))
      addSection(Section);
  }
  if (IsStale)
    addLine();
}

std::vector<Section::Index>
Selections::operationsAround(const PlacedSection &Section) const {
  const class Section &Data = *Section.Data;
  llvm::ArrayRef<Section::Operation> Ops = Data.operations();
  std::vector<Section::Index> Result;
  if (!Section.isStale()) {
    size_t SectionOffset = Offset - Section.Range.Begin;
    // The operation that ends here counts too.
    for (size_t Probe :
         {SectionOffset, SectionOffset == 0 ? 0 : SectionOffset - 1})
      for (Section::Index Op = Data.operationAt(Probe); Op != Section::None;
           Op = Ops[Op].Parent)
        if (!llvm::is_contained(Result, Op))
          Result.push_back(Op);
    return Result;
  }
  // The displayed ranges decide: the offset may be in new text.
  for (size_t I = 0; I != Ops.size(); ++I)
    if (isAround(Section.toTextClamped(Ops[I].Range)))
      Result.push_back(I);
  return Result;
}

void Selections::addSection(const PlacedSection &Section) {
  for (Section::Index Op : operationsAround(Section)) {
    add(Section.toTextClamped(Section.Data->operations()[Op].Range));
    addBlocks(Section, Op);
  }
}

/// Adds the blocks around the offset. A block goes from its label, or the
/// beginning of its region, to the next label or the end of its region.
void Selections::addBlocks(const PlacedSection &Section, Section::Index Op) {
  const class Section &Data = *Section.Data;
  ByteRange Whole = Section.toTextClamped(Data.operations()[Op].Range);
  ByteRange *BlockRange = nullptr;
  for (const Section::Block &Block : Data.blocks()) {
    if (Block.Parent != Op || Block.Name.empty())
      continue;
    std::optional<ByteRange> Label = Section.toText(Block.Name);
    if (!Label)
      continue;
    // The innermost brace around both the label and the offset is that of the
    // region, if both are in the same one.
    ByteRange *Region = nullptr;
    for (ByteRange &Brace : Braces)
      if (Whole.contains(Brace) && Brace.contains(*Label) &&
          (!Region || Region->contains(Brace)))
        Region = &Brace;
    if (!Region)
      continue;
    // Labels come in order; the brace's range shrinks to the block.
    if (Label->Begin <= Offset)
      Region->Begin = Label->Begin;
    else
      Region->End = Label->Begin;
    BlockRange = Region;
  }
  if (BlockRange)
    add(trim(Bytes, *BlockRange));
}

std::vector<ByteRange> Selections::rangesAround(size_t Cursor) {
  Offset = std::min(Cursor, Bytes.size());
  Ranges.clear();
  add({0, Bytes.size()});
  add(State.chunkAt(Offset));
  addContainers();
  if (const Snapshot::Part *Part = State.partAt(Offset))
    addPart(Part - State.parts().begin());
  else
    addLine();
  std::optional<ByteRange> Name;
  if (Snapshot::TokenPlace Token = State.tokenAt(Offset))
    Name = Token.Section->toText(Token.Token->Range);
  add(Name.value_or(findRun(Bytes, Offset, isWord)));

  std::sort(
      Ranges.begin(), Ranges.end(), [](const ByteRange &A, const ByteRange &B) {
        return std::tuple(A.size(), A.Begin) < std::tuple(B.size(), B.Begin);
      });
  std::vector<ByteRange> Result;
  for (const ByteRange &Next : Ranges)
    if (Result.empty() ? !Next.empty() || Next.size() == Bytes.size()
                       : Next.contains(Result.back()) &&
                             Next.size() > Result.back().size())
      Result.push_back(Next);
  if (Result.size() > MaxSelectionLevels)
    Result.erase(Result.begin() + InnerLevels,
                 Result.end() - (MaxSelectionLevels - InnerLevels));
  return Result;
}

std::vector<std::vector<ByteRange>>
mlir::noisy::lsp::findSelectionRanges(const Snapshot &State,
                                      llvm::ArrayRef<size_t> Offsets) {
  Selections Finder(State);
  std::vector<std::vector<ByteRange>> Result;
  for (size_t Offset : Offsets)
    Result.push_back(Finder.rangesAround(Offset));
  return Result;
}
