//===- FlowFocus.cpp - The part of a flow around one node -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/FlowFocus.h"
#include "server/features/noise/NoiseLevel.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
/// How heavy a node is: what is unknown may be anything, so it is the heaviest.
uint64_t weightOf(const FlowNode &Node) {
  constexpr uint64_t Unknown = uint64_t(1) << 34, Unbounded = Unknown / 2;
  if (Node.Role != FlowNode::Kind::Value)
    return 0;
  if (!Node.Info || Node.Info->Bound.isUnknown())
    return Unknown;
  if (Node.Info->Bound.isUnbounded())
    return Unbounded;
  return Node.Info->Bound.isBits() ? Node.Info->Bound.getBits() + uint64_t(1)
                                   : 0;
}

/// The neighbours of each node on one side, in the order of the edges.
class Neighbours {
public:
  Neighbours(const FunctionFlow &Flow, uint32_t FlowEdge::*From,
             uint32_t FlowEdge::*To)
      : First(Flow.Nodes.size() + 1), All(Flow.Edges.size()) {
    for (const FlowEdge &Edge : Flow.Edges)
      ++First[Edge.*From];
    for (size_t I = 1; I < First.size(); ++I)
      First[I] += First[I - 1];
    for (auto [I, Edge] : llvm::enumerate(llvm::reverse(Flow.Edges)))
      All[--First[Edge.*From]] = {Edge.*To, Edge.IsBack};
  }

  struct Neighbour {
    uint32_t Node = 0;
    bool IsBack = false;
  };
  llvm::ArrayRef<Neighbour> of(uint32_t Node) const {
    return llvm::ArrayRef(All).slice(First[Node],
                                     First[Node + 1] - First[Node]);
  }

private:
  std::vector<uint32_t> First;
  std::vector<Neighbour> All;
};

class Focuser {
public:
  Focuser(const FunctionFlow &Flow, uint32_t Focus)
      : Flow(Flow), Sources(Flow, &FlowEdge::Target, &FlowEdge::Source),
        Users(Flow, &FlowEdge::Source, &FlowEdge::Target) {
    Result.Focus = Focus;
    Result.IsDrawn.resize(Flow.Nodes.size());
    Result.IsOnPath.resize(Flow.Nodes.size());
    Result.BundleOf.assign(Flow.Nodes.size(), Section::None);
    NextOnPath.assign(Flow.Nodes.size(), Section::None);
  }

  FlowFocus take() {
    drawPath();
    drawAround(Sources);
    drawAround(Users);
    bundleBefore();
    bundleAfter();
    bundleApart();
    joinEdges();
    return std::move(Result);
  }

private:
  void drawPath();
  void drawAround(const Neighbours &Side);
  void add(uint32_t Node, uint32_t Bundle);
  bool isFree(uint32_t Node) const {
    return !Result.IsDrawn[Node] && Result.BundleOf[Node] == Section::None;
  }
  uint32_t addBundle(FlowBundle::Kind Role, uint32_t Owner = Section::None) {
    Result.Bundles.push_back({Role, Owner, Section::None, 0});
    return uint32_t(Result.Bundles.size() - 1);
  }
  void bundleBefore();
  void bundleAfter();
  void bundleApart();
  void joinEdges();

  const FunctionFlow &Flow;
  const Neighbours Sources, Users;
  /// From the focus to what is fresh, with the steps that are not drawn.
  std::vector<uint32_t> Path;
  /// For each node of the path the next one, or None.
  std::vector<uint32_t> NextOnPath;
  FlowFocus Result;
};
} // namespace

/// The path takes the heaviest source of each node, the first in the order of
/// the edges. It ends where noise begins: at what has no source, and at what
/// has less noise than its source (the result of a reduction).
void Focuser::drawPath() {
  for (uint32_t Node = Result.Focus; Node != Section::None;) {
    Path.push_back(Node);
    const FlowNode &Here = Flow.Nodes[Node];
    uint32_t Next = Section::None;
    for (auto [Source, IsBack] : Sources.of(Node))
      if (!IsBack && (Next == Section::None || weightOf(Flow.Nodes[Source]) >
                                                   weightOf(Flow.Nodes[Next])))
        Next = Source;
    if (Next != Section::None && Here.Role == FlowNode::Kind::Value &&
        Flow.Nodes[Next].Role == FlowNode::Kind::Value &&
        weightOf(Flow.Nodes[Next]) > weightOf(Here))
      break;
    NextOnPath[Node] = Next;
    Node = Next;
  }
  for (size_t I = 0; I < Path.size(); ++I) {
    if (I >= MostPathSteps && I + MostPathSteps < Path.size())
      continue;
    Result.IsDrawn[Path[I]] = true;
    Result.IsOnPath[Path[I]] = true;
  }
}

void Focuser::drawAround(const Neighbours &Side) {
  size_t Count = 0;
  for (auto [Node, IsBack] : Side.of(Result.Focus))
    if (Count++ < MostNeighbours)
      Result.IsDrawn[Node] = true;
}

void Focuser::add(uint32_t Node, uint32_t Bundle) {
  Result.BundleOf[Node] = Bundle;
  FlowBundle &To = Result.Bundles[Bundle];
  ++To.Size;
  auto isBefore = [&](uint32_t A, uint32_t B) {
    return std::pair(Flow.Nodes[A].Range.Begin, A) <
           std::pair(Flow.Nodes[B].Range.Begin, B);
  };
  uint64_t Weight = weightOf(Flow.Nodes[Node]);
  uint64_t Most =
      To.Heaviest == Section::None ? 0 : weightOf(Flow.Nodes[To.Heaviest]);
  if (To.Heaviest == Section::None || Weight > Most ||
      (Weight == Most && isBefore(Node, To.Heaviest)))
    To.Heaviest = Node;
}

/// Each drawn node, in the order in which values come to exist, gets what it
/// depends on and no earlier one does. So all edges lead on in that order.
void Focuser::bundleBefore() {
  std::vector<uint32_t> Drawn;
  for (uint32_t I = 0; I < Flow.Nodes.size(); ++I)
    if (Result.IsDrawn[I])
      Drawn.push_back(I);
  llvm::stable_sort(Drawn, [&](uint32_t A, uint32_t B) {
    return Flow.Nodes[A].DefinitionEnd < Flow.Nodes[B].DefinitionEnd;
  });
  for (uint32_t Owner : Drawn) {
    uint32_t Bundle = Section::None;
    std::vector<uint32_t> Stack = {Owner};
    while (!Stack.empty()) {
      uint32_t Node = Stack.back();
      Stack.pop_back();
      for (auto [Source, IsBack] : Sources.of(Node)) {
        if (IsBack || !isFree(Source))
          continue;
        if (Bundle == Section::None)
          Bundle = addBundle(FlowBundle::Kind::Before, Owner);
        add(Source, Bundle);
        Stack.push_back(Source);
      }
    }
  }
}

void Focuser::bundleAfter() {
  std::vector<uint32_t> Stack;
  for (uint32_t I = 0; I < Flow.Nodes.size(); ++I)
    if (Result.IsDrawn[I] && (I == Result.Focus || !Result.IsOnPath[I]))
      Stack.push_back(I);
  // Not what depends on the path alone: that does not depend on the focus.
  llvm::erase_if(Stack, [&](uint32_t Node) {
    return Node != Result.Focus &&
           llvm::none_of(Sources.of(Node), [&](const auto &Source) {
             return Source.Node == Result.Focus && !Source.IsBack;
           });
  });
  uint32_t Bundle = Section::None;
  // What is before another node leads on, too.
  std::vector<bool> IsVisited(Flow.Nodes.size());
  while (!Stack.empty()) {
    uint32_t Node = Stack.back();
    Stack.pop_back();
    for (auto [User, IsBack] : Users.of(Node)) {
      if (IsBack || IsVisited[User] || Result.IsDrawn[User])
        continue;
      IsVisited[User] = true;
      Stack.push_back(User);
      if (!isFree(User))
        continue;
      if (Bundle == Section::None)
        Bundle = addBundle(FlowBundle::Kind::After);
      add(User, Bundle);
    }
  }
}

void Focuser::bundleApart() {
  uint32_t Bundle = Section::None;
  for (uint32_t Node = 0; Node < Flow.Nodes.size(); ++Node) {
    if (!isFree(Node))
      continue;
    if (Bundle == Section::None)
      Bundle = addBundle(FlowBundle::Kind::Apart);
    add(Node, Bundle);
  }
}

void Focuser::joinEdges() {
  const uint32_t FirstBundle = uint32_t(Flow.Nodes.size());
  auto roleOf = [&](uint32_t Bundle) { return Result.Bundles[Bundle].Role; };
  for (const FlowEdge &Edge : Flow.Edges) {
    uint32_t Source = Result.BundleOf[Edge.Source],
             Target = Result.BundleOf[Edge.Target];
    if (Source == Section::None && Target == Section::None) {
      Result.Edges.push_back(Edge);
      continue;
    }
    if (Edge.IsBack || (Source != Section::None && Target != Section::None))
      continue;
    if (Target == Section::None) {
      if (roleOf(Source) == FlowBundle::Kind::Before)
        Result.Edges.push_back({FirstBundle + Source, Edge.Target, false});
    } else if (roleOf(Target) == FlowBundle::Kind::After
                   ? !Result.IsOnPath[Edge.Source] ||
                         Edge.Source == Result.Focus
                   : roleOf(Target) == FlowBundle::Kind::Before &&
                         (Edge.Source == Result.Focus ||
                          NextOnPath[Edge.Target] == Edge.Source)) {
      Result.Edges.push_back({Edge.Source, FirstBundle + Target, false});
    }
  }
  auto byEnds = [](const FlowEdge &A, const FlowEdge &B) {
    return std::tuple(A.Target, A.Source, A.IsBack) <
           std::tuple(B.Target, B.Source, B.IsBack);
  };
  llvm::sort(Result.Edges, byEnds);
  Result.Edges.erase(std::unique(Result.Edges.begin(), Result.Edges.end()),
                     Result.Edges.end());
}

FlowFocus mlir::noisy::lsp::focusFlow(const FunctionFlow &Flow,
                                      uint32_t Focus) {
  return Focuser(Flow, Focus).take();
}

uint32_t mlir::noisy::lsp::findWorst(const FunctionFlow &Flow) {
  uint32_t Heaviest = Flow.Order.front();
  for (uint32_t Node : Flow.Order) {
    const NoiseInfo *Info = Flow.Nodes[Node].Info;
    if (Info && getNoiseLevel(*Info, 0) == NoiseLevel::OverLimit)
      return Node;
    if (weightOf(Flow.Nodes[Node]) > weightOf(Flow.Nodes[Heaviest]))
      Heaviest = Node;
  }
  return Heaviest;
}
