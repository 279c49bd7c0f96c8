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

std::optional<NoiseGraph> mlir::noisy::lsp::getFixedGraph(
    const DialectRegistry &Registry, const Text &OldText, size_t Offset,
    const Fix &Repair, uint32_t NearLimit, const GraphPart &DrawnPart,
    const std::function<bool()> &IsCancelled) {
  std::string NewText = applyEdits(OldText.bytes(), Repair.Edits);
  OffsetMap Forward = mapThrough(Repair.Edits),
            Backward = mapBack(Repair.Edits);
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
