//===- PlacementRows.cpp - Rows that a fractional choice violates ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementRows.h"

#include <algorithm>

using namespace mlir::noisy;
using Form = PlacementGraph::Form;

/// The most entries of a node, beyond which some are left out, and of all.
static constexpr size_t MostOfNode = 256;
static constexpr size_t MostEntries = size_t(1) << 22;
/// Nodes between two checks of whether to end.
static constexpr uint32_t NodesBetween = 256;

PlacementRows::PlacementRows(const PlacementGraph &Graph)
    : Graph(Graph), Floors(Graph.size()), Lists(Graph.size()) {
  findFloors();
}

void PlacementRows::findFloors() {
  for (Node N = 0; N != Graph.size(); ++N) {
    const PlacementGraph::NodeData &Data = Graph.node(N);
    uint32_t Least = Data.Start;
    if (!Data.IsOnCycle) {
      auto At = [&](bool IsReset) {
        return Graph.evaluate(N, [this](Node I) { return Floors[I]; }, IsReset);
      };
      Least = std::min(At(false), At(true));
    }
    if (Data.Column != PlacementGraph::NoColumn)
      Least = std::min(Least, Graph.column(Data.Column).Fresh);
    Floors[N] = Least;
  }
}

/// Keeps of the entries of the node at hand those that no other beats, sorted.
void PlacementRows::keepBest(uint32_t MostNoise) {
  for (Entry &E : Raw)
    E.Noise = std::min(E.Noise, MostNoise);
  std::sort(Raw.begin(), Raw.end(), [](const Entry &A, const Entry &B) {
    return A.Weight != B.Weight ? A.Weight < B.Weight : A.Noise > B.Noise;
  });
  size_t Kept = 0;
  for (const Entry &E : Raw)
    if (Kept == 0 || E.Noise > Raw[Kept - 1].Noise)
      Raw[Kept++] = E;
  Raw.resize(Kept);
  // The first and the last always stay.
  if (Kept <= MostOfNode)
    return;
  for (size_t I = 0; I != MostOfNode; ++I)
    Raw[I] = Raw[I * (Kept - 1) / (MostOfNode - 1)];
  Raw.resize(MostOfNode);
}

/// Adds the sums of two operands to the entries of the node at hand.
void PlacementRows::addSums(List A, List B, uint32_t Added, uint32_t MostNoise,
                            float Most) {
  for (uint32_t First = A.Begin; First != A.End; ++First)
    for (uint32_t Second = B.Begin; Second != B.End; ++Second) {
      float Weight = Entries[First].Weight + Entries[Second].Weight;
      if (Weight >= Most)
        break;
      uint32_t Noise = Entries[First].Noise + Entries[Second].Noise + Added;
      Raw.push_back({Noise, Weight, None, First, Second});
      // What follows is heavier.
      if (Noise >= MostNoise)
        break;
    }
}

/// Finds the entries of a node before its own reduction.
void PlacementRows::makeRaw(Node N, float Most) {
  const PlacementGraph::NodeData &Data = Graph.node(N);
  const uint32_t MostNoise = Graph.largestLimit() + 1;
  auto Inputs = Graph.inputs(N);
  Raw.clear();
  if (Data.IsOnCycle) {
    if (Floors[N])
      Raw.push_back({Floors[N], 0});
    return;
  }
  switch (Data.Kind) {
  case Form::Constant:
    if (Data.Added)
      Raw.push_back({Data.Added, 0});
    break;
  case Form::Max:
    if (Data.Floor)
      Raw.push_back({Data.Floor + Data.Added, 0});
    for (Node Input : Inputs)
      for (uint32_t I = Lists[Input].Begin; I != Lists[Input].End; ++I)
        Raw.push_back({std::max(Entries[I].Noise, Data.Floor) + Data.Added,
                       Entries[I].Weight, None, I});
    break;
  case Form::Sum:
    if (Inputs.size() == 1) {
      for (uint32_t I = Lists[Inputs[0]].Begin; I != Lists[Inputs[0]].End; ++I)
        Raw.push_back(
            {Entries[I].Noise + Data.Added, Entries[I].Weight, None, I});
    } else if (Inputs.size() == 2 && Inputs[0] == Inputs[1]) {
      for (uint32_t I = Lists[Inputs[0]].Begin; I != Lists[Inputs[0]].End; ++I)
        Raw.push_back(
            {2 * Entries[I].Noise + Data.Added, Entries[I].Weight, None, I});
    } else if (Inputs.size() == 2) {
      addSums(Lists[Inputs[0]], Lists[Inputs[1]], Data.Added, MostNoise, Most);
    } else if (uint32_t Least = Graph.evaluate(
                   N, [this](Node I) { return Floors[I]; }, false)) {
      Raw.push_back({Least, 0});
    }
    break;
  case Form::Other:
    // Whether it is reset or not.
    if (Floors[N])
      Raw.push_back({Floors[N], 0});
    break;
  }
  keepBest(MostNoise);
}

/// The columns of an entry, and of all that it is made of.
std::vector<uint32_t> PlacementRows::trace(const Entry &Root) {
  std::vector<uint32_t> Row;
  std::vector<const Entry *> Open = {&Root};
  while (!Open.empty()) {
    const Entry &E = *Open.back();
    Open.pop_back();
    if (E.Column != None)
      Row.push_back(E.Column);
    for (uint32_t Part : {E.First, E.Second})
      if (Part != None)
        Open.push_back(&Entries[Part]);
  }
  std::sort(Row.begin(), Row.end());
  Row.erase(std::unique(Row.begin(), Row.end()), Row.end());
  return Row;
}

void PlacementRows::find(
    const std::vector<double> &Weights, double Most,
    const std::function<void(std::vector<uint32_t> Row)> &Found,
    const std::function<bool()> &IsOver) {
  const auto Heaviest = static_cast<float>(Most);
  Entries.clear();
  auto report = [&](uint32_t Limit) {
    if (Limit == PlacementGraph::NoLimit)
      return;
    auto Lightest = std::find_if(Raw.begin(), Raw.end(), [&](const Entry &E) {
      return E.Noise > Limit;
    });
    if (Lightest == Raw.end())
      return;
    // What no choice mends is the business of others.
    if (std::vector<uint32_t> Row = trace(*Lightest); !Row.empty())
      Found(std::move(Row));
  };
  for (Node N = 0; N != Graph.size(); ++N) {
    if ((N % NodesBetween == 0 && IsOver && IsOver()) ||
        Entries.size() > MostEntries)
      return;
    const PlacementGraph::NodeData &Data = Graph.node(N);
    makeRaw(N, Heaviest);
    if (!Data.IsOnCycle)
      report(Data.Limit);
    if (Data.Column != PlacementGraph::NoColumn) {
      for (Entry &E : Raw) {
        if (E.Noise <= Floors[N])
          continue;
        E.Weight += static_cast<float>(Weights[Data.Column]);
        E.Column = Data.Column;
      }
      std::erase_if(Raw, [&](const Entry &E) {
        return E.Weight >= Heaviest || E.Noise <= Floors[N];
      });
      if (Floors[N])
        Raw.insert(Raw.begin(), {Floors[N], 0});
    }
    report(Data.UseLimit);
    Lists[N].Begin = static_cast<uint32_t>(Entries.size());
    Entries.insert(Entries.end(), Raw.begin(), Raw.end());
    Lists[N].End = static_cast<uint32_t>(Entries.size());
  }
}
