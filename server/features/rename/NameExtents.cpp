//===- NameExtents.cpp - The extents of value names -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/rename/NameExtents.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

using Index = Section::Index;

namespace {
/// Finds the ends of a section's regions in its text.
class Regions {
public:
  explicit Regions(const Section &Data) : Data(Data) {
    for (Index I = 0; I < Data.blocks().size(); ++I)
      BlocksOf[Data.blocks()[I].Parent].push_back(I);
  }

  /// Returns the first block of the region that defines a value; None outside
  /// of all.
  Index regionOf(const Section::Value &Value) const;
  /// Returns the end of the last element that the text has in a region.
  size_t endOf(Index FirstBlock);

private:
  size_t findEnd(Index FirstBlock) const;

  const Section &Data;
  /// The blocks in order, by the operation around them.
  llvm::DenseMap<Index, llvm::SmallVector<Index, 2>> BlocksOf;
  llvm::DenseMap<Index, size_t> Ends;
};
} // namespace

Index Regions::regionOf(const Section::Value &Value) const {
  Index Block = Value.Owner;
  if (!Value.IsArgument) {
    const Section::Operation &Owner = Data.operations()[Value.Owner];
    if (Owner.Parent == Section::None)
      return Section::None;
    // Values are numbered in the order of their blocks.
    const auto &Blocks = BlocksOf.find(Owner.Parent)->second;
    Block = *std::prev(
        std::partition_point(Blocks.begin(), Blocks.end(), [&](Index I) {
          return Data.blocks()[I].FirstArgument <= Owner.FirstResult;
        }));
  }
  return Block - Data.blocks()[Block].Number;
}

size_t Regions::endOf(Index FirstBlock) {
  auto [Entry, IsNew] = Ends.try_emplace(FirstBlock, 0);
  if (IsNew)
    Entry->second = findEnd(FirstBlock);
  return Entry->second;
}

size_t Regions::findEnd(Index FirstBlock) const {
  size_t End = 0;
  Index Parent = Data.blocks()[FirstBlock].Parent;
  // The values in the region, without those of the next one.
  Index FirstValue = Data.blocks()[FirstBlock].FirstArgument;
  Index LastValue = Index(Data.values().size());
  for (Index I : BlocksOf.find(Parent)->second) {
    const Section::Block &Block = Data.blocks()[I];
    if (I < FirstBlock)
      continue;
    if (I != FirstBlock && Block.Number == 0) {
      LastValue = Block.FirstArgument;
      break;
    }
    End = std::max<size_t>(End, Block.Name.End);
    for (Index Number = 0; Number < Block.ArgumentCount; ++Number)
      End = std::max<size_t>(
          End, Data.values()[Block.FirstArgument + Number].Name.End);
  }
  // The last operations of a region cannot be told from the first ones of the
  // next if they define nothing; then the latter extend the region, up to the
  // first definition in the next one.
  llvm::ArrayRef<Section::Operation> Operations = Data.operations();
  for (Index I = Parent + 1; I < Operations.size();) {
    if (Operations[I].Parent != Parent)
      break;
    Index Next = Data.subtree(I).EndOperation;
    Index ValuesAfter = Next < Operations.size() ? Operations[Next].FirstResult
                                                 : Index(Data.values().size());
    if (Operations[I].FirstResult >= LastValue && ValuesAfter > LastValue)
      break;
    if (Operations[I].FirstResult >= FirstValue)
      End = std::max<size_t>(End, Operations[I].Range.End);
    I = Next;
  }
  return End;
}

std::vector<NameExtent>
mlir::noisy::lsp::findNameExtents(const Section &Data, llvm::StringRef Name) {
  std::vector<NameExtent> Result;
  llvm::DenseMap<Index, size_t> Places;
  for (Index I = 0; I < Data.values().size(); ++I) {
    const Section::Value &Value = Data.values()[I];
    if (Value.Group != I || Data.textOf(Value.Name) != Name)
      continue;
    Places[I] = Result.size();
    Result.push_back({I, ~size_t(0), 0, false});
    // The token of an argument may be that of another value
    // (Section::groupsNamedLike).
    if (Value.IsArgument)
      Result.back() = {I, Value.Name.Begin, Value.Name.End, false};
  }
  if (Result.empty())
    return Result;

  for (const Section::Token &Token : Data.tokens()) {
    if (Token.TargetKind != Section::Kind::Value)
      continue;
    const Section::Value &Value = Data.values()[Token.Target];
    auto Place = Places.find(Value.Group);
    if (Place == Places.end())
      continue;
    size_t Offset = Token.Range.Begin;
    if (Token.IsDefinition && !Value.IsArgument)
      Offset =
          std::max<size_t>(Offset, Data.operations()[Value.Owner].Range.End);
    NameExtent &Extent = Result[Place->second];
    Extent.First = std::min(Extent.First, Offset);
    Extent.Last = std::max<size_t>({Extent.Last, Offset, Token.Range.End});
  }
  Regions RegionTable(Data);
  for (NameExtent &Extent : Result) {
    Index Region = RegionTable.regionOf(Data.values()[Extent.Group]);
    Extent.IsOpen = Region == Section::None;
    if (!Extent.IsOpen)
      Extent.Last = std::max(Extent.Last, RegionTable.endOf(Region));
  }
  return Result;
}
