//===- FixedGraph.cpp - The graph of noise after a fix --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/FixedGraph.h"
#include "server/build/SnapshotBuilder.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The maps from a text to the edited one, and back.
static std::pair<OffsetMap, OffsetMap> waysOf(llvm::ArrayRef<ByteEdit> Edits) {
  std::vector<TextChange> ForwardChanges, BackwardChanges;
  // Going from the last edit on, the ranges that an edit moves are done
  // already.
  for (const ByteEdit &Edit : llvm::reverse(Edits))
    ForwardChanges.push_back({Edit.Range, Edit.NewText.size()});
  size_t Growth = 0;
  for (const ByteEdit &Edit : Edits) {
    size_t Begin = Edit.Range.Begin + Growth;
    BackwardChanges.push_back(
        {{Begin, Begin + Edit.NewText.size()}, Edit.Range.size()});
    Growth += Edit.NewText.size() - Edit.Range.size();
  }
  std::reverse(BackwardChanges.begin(), BackwardChanges.end());
  return {OffsetMap(ForwardChanges), OffsetMap(BackwardChanges)};
}

std::optional<NoiseGraph> mlir::noisy::lsp::getFixedGraph(
    const DialectRegistry &Registry, const Text &OldText, size_t Offset,
    const Fix &Repair, uint32_t NearLimit, const GraphPart &DrawnPart,
    const std::function<bool()> &IsCancelled) {
  std::string NewText = applyEdits(OldText.bytes(), Repair.Edits);
  auto [Forward, Backward] = waysOf(Repair.Edits);
  size_t NewOffset = Forward.toTargetClamped({Offset, Offset}).Begin;
  ByteRange Chunk = findChunkAt(NewText, NewOffset);

  std::optional<NoiseGraph> Graph;
  bool HasSurvived = surviveOnLargeStack([&] {
    SnapshotBuilder Scratch(Registry, "fixed.mlir");
    std::shared_ptr<const Snapshot> State = Scratch.build(
        Text(NewText.substr(Chunk.Begin, Chunk.size())), /*Version=*/0, {},
        Limits().effortFor(Chunk.size()), IsCancelled);
    if (State)
      Graph =
          getNoiseGraph(*State, NewOffset - Chunk.Begin, NearLimit, DrawnPart);
  });
  if (!HasSurvived || !Graph)
    return std::nullopt;
  auto move = [&Backward, Chunk](ByteRange &Range) {
    bool IsThere = bool(Backward.toTarget(Range.shift(Chunk.Begin)));
    Range = Backward.toTargetClamped(Range.shift(Chunk.Begin));
    return IsThere;
  };
  move(Graph->Range);
  move(Graph->NameRange);
  for (NoiseNode &Node : Graph->Nodes)
    Node.IsInserted =
        !move(Node.Range) && Node.Role == NoiseNode::Kind::Reduction;
  return Graph;
}
