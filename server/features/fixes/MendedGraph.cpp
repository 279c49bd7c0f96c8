//===- MendedGraph.cpp - The graph of noise after a fix -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/MendedGraph.h"
#include "server/build/SnapshotBuilder.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The maps from a text to the edited one, and back.
static std::pair<OffsetMap, OffsetMap> waysOf(llvm::ArrayRef<ByteEdit> Edits) {
  std::vector<TextChange> There, Back;
  // Going from the last edit on, the ranges that an edit moves are done
  // already.
  for (const ByteEdit &Edit : llvm::reverse(Edits))
    There.push_back({Edit.Where, Edit.NewText.size()});
  size_t Grown = 0;
  for (const ByteEdit &Edit : Edits) {
    size_t Begin = Edit.Where.Begin + Grown;
    Back.push_back({{Begin, Begin + Edit.NewText.size()}, Edit.Where.size()});
    Grown += Edit.NewText.size() - Edit.Where.size();
  }
  std::reverse(Back.begin(), Back.end());
  return {OffsetMap(There), OffsetMap(Back)};
}

std::optional<NoiseGraph> mlir::noisy::lsp::getMendedGraph(
    const DialectRegistry &Registry, const Text &Before, size_t Offset,
    const Fix &Mended, uint32_t NearLimit, size_t MaxNodes,
    const std::function<bool()> &Cancelled) {
  std::string After = applyEdits(Before.bytes(), Mended.Edits);
  auto [There, Back] = waysOf(Mended.Edits);
  size_t Here = There.toTargetClamped({Offset, Offset}).Begin;
  ByteRange Chunk = findChunkAt(After, Here);

  std::optional<NoiseGraph> Graph;
  bool Survived = surviveOnLargeStack([&] {
    SnapshotBuilder Scratch(Registry, "mended.mlir");
    std::shared_ptr<const Snapshot> State = Scratch.build(
        Text(After.substr(Chunk.Begin, Chunk.size())), /*Version=*/0, {},
        Limits().effortFor(Chunk.size()), Cancelled);
    if (State)
      Graph = getNoiseGraph(*State, Here - Chunk.Begin, NearLimit, MaxNodes);
  });
  if (!Survived || !Graph)
    return std::nullopt;
  auto move = [&Back, Chunk](ByteRange &Where) {
    bool IsThere = bool(Back.toTarget(Where.shifted(Chunk.Begin)));
    Where = Back.toTargetClamped(Where.shifted(Chunk.Begin));
    return IsThere;
  };
  move(Graph->Where);
  move(Graph->NameWhere);
  for (NoiseNode &Node : Graph->Nodes)
    Node.IsInserted =
        !move(Node.Where) && Node.Of == NoiseNode::Kind::Reduction;
  return Graph;
}
