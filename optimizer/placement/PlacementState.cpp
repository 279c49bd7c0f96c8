//===- PlacementState.cpp - The noise under a changing choice -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementState.h"

#include <algorithm>
#include <utility>

using namespace mlir::noisy;

/// Nodes that are looked at for a column that lowers one of them.
static constexpr size_t MostLookedAt = 1000;
/// Remedies between two checks of whether to end.
static constexpr unsigned RemediesBetween = 256;

PlacementState::PlacementState(const PlacementGraph &Graph)
    : Graph(Graph), Noises(Graph.size()), Places(Graph.columns(), NotChosen),
      Paid(Graph.hasSteps() ? Graph.columns() : 0), Charged(Graph.charges()),
      Open(Graph.size()), Seen(Graph.size()), Weights(Graph.size()),
      Derived(Graph.size()) {
  for (uint32_t Charge = 0; Charge != Graph.charges(); ++Charge)
    charge(Charge, 0);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

void PlacementState::choose(uint32_t Column) {
  Places[Column] = static_cast<uint32_t>(Chosen.size());
  Chosen.push_back(Column);
  if (Graph.steps(Column).empty())
    Cost += Graph.column(Column).Cost;
  else
    pay(Column, mostRaw(Column));
}

void PlacementState::unchoose(uint32_t Column) {
  uint32_t Place = Places[Column];
  Chosen[Place] = Chosen.back();
  Places[Chosen[Place]] = Place;
  Chosen.pop_back();
  Places[Column] = NotChosen;
  if (Graph.steps(Column).empty())
    Cost -= Graph.column(Column).Cost;
  else
    Cost -= std::exchange(Paid[Column], {}).first;
}

uint32_t PlacementState::mostRaw(uint32_t Column) const {
  uint32_t Most = 0;
  for (Node N : Graph.nodes(Column))
    Most = std::max(Most, Noises[N].Raw);
  return Most;
}

uint32_t PlacementState::mostVisible(uint32_t Charge) const {
  uint32_t Most = 0;
  for (Node N : Graph.nodesOfCharge(Charge))
    Most = std::max(Most, Noises[N].Visible);
  return Most;
}

/// Lets a chosen column with steps cost what it does at this noise.
void PlacementState::pay(uint32_t Column, uint32_t Raw) {
  Cost -= Paid[Column].first;
  Paid[Column] = {Graph.costAt(Column, Raw), Raw};
  Cost += Paid[Column].first;
}

/// Lets a charge come to what it does at this noise.
void PlacementState::charge(uint32_t Charge, uint32_t Noise) {
  Cost -= Charged[Charge].first;
  Charged[Charge] = {Graph.chargeAt(Charge, Noise), Noise};
  Cost += Charged[Charge].first;
}

/// Makes all nodes open that the choice of a column affects directly.
void PlacementState::touch(uint32_t Column) {
  for (Node N : Graph.nodes(Column))
    Open.insert(N);
  auto Resets = Graph.resets();
  for (auto It = std::lower_bound(Resets.begin(), Resets.end(),
                                  std::pair<uint32_t, Node>(Column, 0));
       It != Resets.end() && It->first == Column; ++It)
    Open.insert(It->second);
}

bool PlacementState::change(uint32_t Column, std::vector<uint32_t> *Row) {
  size_t Mark = mark();
  bool IsRising = isReduced(Column);
  IsRising ? unchoose(Column) : choose(Column);
  History.push_back({Column, true, {}});
  touch(Column);
  std::optional<Node> Bad = propagate(IsRising);
  if (!Bad)
    return true;
  Open.clear();
  if (Row)
    derive(*Bad, *Row);
  rollBack(Mark);
  return false;
}

bool PlacementState::reduce(uint32_t Column) { return change(Column, nullptr); }

bool PlacementState::restore(uint32_t Column, std::vector<uint32_t> *Row) {
  return change(Column, Row);
}

void PlacementState::rollBack(size_t Mark) {
  for (; History.size() > Mark; History.pop_back()) {
    const Change &Last = History.back();
    if (!Last.IsColumn)
      assignNoise(Last.Number, Last.Old);
    else if (isReduced(Last.Number))
      unchoose(Last.Number);
    else
      choose(Last.Number);
  }
}

void PlacementState::clear() {
  while (!Chosen.empty())
    unchoose(Chosen.back());
  std::fill(Noises.begin(), Noises.end(), Noise());
  for (uint32_t Charge = 0; Charge != Graph.charges(); ++Charge)
    charge(Charge, 0);
  History.clear();
  Open.clear();
}

/// Chooses these columns, with all noise to be computed, and without a history.
void PlacementState::begin(const std::vector<uint32_t> &Columns) {
  clear();
  for (uint32_t Column : Columns)
    if (!isReduced(Column))
      choose(Column);
  for (Node N = 0; N != Graph.size(); ++N)
    Open.insert(N);
  KeepsHistory = false;
}

bool PlacementState::assign(const std::vector<uint32_t> &Columns) {
  begin(Columns);
  bool IsLegal = !propagate(/*IsRising=*/true);
  KeepsHistory = true;
  Open.clear();
  return IsLegal;
}

bool PlacementState::complete(const std::vector<uint32_t> &Columns,
                              const std::function<uint32_t(uint32_t)> &Random,
                              const std::function<bool()> &IsOver) {
  begin(Columns);
  bool IsLegal = true;
  // Reductions lower noise that was computed already.
  for (unsigned Remedies = 1;; ++Remedies) {
    std::optional<Node> Bad = propagate(/*IsRising=*/false);
    if (!Bad)
      break;
    std::optional<uint32_t> Remedy = findRemedy(*Bad, Random);
    if (!Remedy || (IsOver && Remedies % RemediesBetween == 0 && IsOver())) {
      IsLegal = false;
      break;
    }
    choose(*Remedy);
    touch(*Remedy);
    Open.insert(*Bad);
  }
  KeepsHistory = true;
  Open.clear();
  return IsLegal;
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

uint32_t PlacementState::evaluate(Node N) const {
  uint32_t Reset = Graph.node(N).ResetColumn;
  uint32_t Raw = Graph.evaluate(
      N, [this](Node Input) { return Noises[Input].Visible; },
      Reset != PlacementGraph::NoColumn && isReduced(Reset));
  if (!Graph.node(N).IsOnCycle)
    return Raw;
  // What grows on a cycle would take long to get to the end otherwise.
  return Raw > Graph.largestLimit() ? PlacementGraph::Most
                                    : std::max(Raw, Graph.node(N).Start);
}

/// The noise of a node with this raw noise.
PlacementState::Noise PlacementState::settle(Node N, uint32_t Raw) const {
  uint32_t Column = Graph.node(N).Column;
  if (Raw == 0 || Column == PlacementGraph::NoColumn || !isReduced(Column))
    return {Raw, Raw};
  return {Raw, std::min(Raw, Graph.column(Column).Fresh)};
}

bool PlacementState::breaksLimit(Node N, Noise New) const {
  const PlacementGraph::NodeData &Data = Graph.node(N);
  if (New.Visible > Data.UseLimit && New.Visible <= Data.Excess)
    return true;
  if (New.Raw <= Data.Limit)
    return false;
  if (!Graph.PassesExcess)
    return true;
  auto [Begin, End] =
      Data.IsOnCycle ? Graph.cycle(N) : std::pair<Node, Node>(N, N);
  for (Node Input : Graph.inputs(N))
    if (Noises[Input].Visible > Data.Limit && (Input < Begin || Input >= End))
      return false;
  return true;
}

void PlacementState::set(Node N, Noise New) {
  if (KeepsHistory)
    History.push_back({N, false, Noises[N]});
  assignNoise(N, New);
}

void PlacementState::assignNoise(Node N, Noise New) {
  const auto [OldRaw, OldVisible] = std::exchange(Noises[N], New);
  if (New.Visible != OldVisible)
    for (uint32_t Charge : Graph.chargesOf(N)) {
      uint32_t Most = Charged[Charge].second;
      if (New.Visible > Most)
        charge(Charge, New.Visible);
      else if (OldVisible == Most)
        charge(Charge, mostVisible(Charge));
    }
  const uint32_t Column = Graph.node(N).Column;
  if (Paid.empty() || New.Raw == OldRaw || Column == PlacementGraph::NoColumn ||
      !isReduced(Column) || Graph.steps(Column).empty())
    return;
  if (New.Raw > Paid[Column].second)
    pay(Column, New.Raw);
  else if (OldRaw == Paid[Column].second)
    pay(Column, mostRaw(Column));
}

/// Computes the noise of open nodes, and of all that depend on them, until
/// nothing changes. Stops at a node that breaks a limit.
std::optional<PlacementState::Node> PlacementState::propagate(bool IsRising) {
  while (!Open.empty()) {
    Node N = Open.least();
    if (!IsRising && Graph.node(N).IsOnCycle) {
      if (std::optional<Node> Bad = solveCycle(N))
        return Bad;
      continue;
    }
    Open.erase(N);
    Noise Old = Noises[N], New = settle(N, evaluate(N));
    if (New.Raw == Old.Raw && New.Visible == Old.Visible && !Graph.PassesExcess)
      continue;
    if (breaksLimit(N, New))
      return N;
    if (New.Raw == Old.Raw && New.Visible == Old.Visible)
      continue;
    set(N, New);
    if (New.Visible != Old.Visible)
      for (Node User : Graph.users(N))
        Open.insert(User);
  }
  return std::nullopt;
}

/// Computes the noise of the nodes on common cycles with \p N from nothing:
/// noise that has fallen must not support itself.
std::optional<PlacementState::Node> PlacementState::solveCycle(Node N) {
  auto [Begin, End] = Graph.cycle(N);
  OldCycle.assign(Noises.begin() + Begin, Noises.begin() + End);
  for (Node Member = Begin; Member != End; ++Member) {
    Noises[Member] = {};
    Open.insert(Member);
  }
  std::optional<Node> Bad;
  while (!Open.empty() && Open.least() < End) {
    Node Member = Open.least();
    Open.erase(Member);
    Noise New = settle(Member, evaluate(Member));
    if (New.Raw == Noises[Member].Raw && New.Visible == Noises[Member].Visible)
      continue;
    if (breaksLimit(Member, New)) {
      Bad = Member;
      break;
    }
    bool IsSeen = New.Visible != Noises[Member].Visible;
    Noises[Member] = New;
    for (Node User : Graph.users(Member))
      if (IsSeen && User < End)
        Open.insert(User);
  }
  for (Node Member = Begin; Member != End; ++Member) {
    if (Bad)
      Open.insert(Member);
    Noise New = Noises[Member], Old = OldCycle[Member - Begin];
    if (New.Raw == Old.Raw && New.Visible == Old.Visible)
      continue;
    Noises[Member] = Old;
    set(Member, New);
    if (New.Visible != Old.Visible)
      for (Node User : Graph.users(Member))
        if (User >= End)
          Open.insert(User);
  }
  return Bad;
}

//===----------------------------------------------------------------------===//
// Making a choice legal
//===----------------------------------------------------------------------===//

/// The column of \p N, or of a value that it is a copy of if that costs less:
/// an argument of a function costs as much as all calls of it.
uint32_t PlacementState::findCheapestCopy(Node N) const {
  uint32_t Cheapest = Graph.node(N).Column;
  while (true) {
    const PlacementGraph::NodeData &Data = Graph.node(N);
    if (Data.Kind != PlacementGraph::Form::Max || Data.NumInputs != 1 ||
        Data.Floor || Data.Added || Data.IsOnCycle)
      return Cheapest;
    N = Graph.inputs(N).front();
    uint32_t Column = Graph.node(N).Column;
    if (Column != PlacementGraph::NoColumn && !isReduced(Column) &&
        Graph.column(Column).Cost < Graph.column(Cheapest).Cost)
      Cheapest = Column;
  }
}

/// A column that lowers what made \p N break its limit: the noisiest of its
/// inputs, or, where none can be reduced, of their inputs, and so on.
std::optional<uint32_t>
PlacementState::findRemedy(Node N,
                           const std::function<uint32_t(uint32_t)> &Random) {
  auto isUseful = [&](Node Input) {
    uint32_t Column = Graph.node(Input).Column;
    return Column != PlacementGraph::NoColumn && !isReduced(Column) &&
           Noises[Input].Visible > Graph.column(Column).Fresh;
  };
  // Too late for the node itself, but not for its uses.
  Noise New = settle(N, evaluate(N));
  if (New.Visible > Graph.node(N).UseLimit && New.Raw <= Graph.node(N).Limit) {
    uint32_t Column = Graph.node(N).Column;
    if (Column != PlacementGraph::NoColumn && !isReduced(Column) &&
        New.Visible > Graph.column(Column).Fresh)
      return Column;
  }
  ++Searches;
  std::vector<Node> Level = {N};
  Seen[N] = Searches;
  for (size_t LookedAt = 0; !Level.empty() && LookedAt < MostLookedAt;) {
    std::vector<Node> Useful, Next;
    for (Node Member : Level)
      for (Node Input : Graph.inputs(Member)) {
        if (Seen[Input] == Searches)
          continue;
        Seen[Input] = Searches;
        ++LookedAt;
        Next.push_back(Input);
        if (isUseful(Input))
          Useful.push_back(Input);
      }
    if (!Useful.empty()) {
      Node Best = *std::max_element(
          Useful.begin(), Useful.end(), [this](Node A, Node B) {
            return Noises[A].Visible < Noises[B].Visible;
          });
      if (Random && Random(4) == 0)
        Best = Useful[Random(static_cast<uint32_t>(Useful.size()))];
      return findCheapestCopy(Best);
    }
    Level = std::move(Next);
  }
  // On a cycle the node may be its own input.
  if (Graph.node(N).IsOnCycle &&
      Graph.node(N).Column != PlacementGraph::NoColumn &&
      !isReduced(Graph.node(N).Column))
    return Graph.node(N).Column;
  return std::nullopt;
}

/// Finds columns such that \p Bad passes its limit as long as none of them is
/// reduced: those on the way of the noise. Where the excess is larger than it
/// would have to be, some of it is not needed.
void PlacementState::derive(Node Bad, std::vector<uint32_t> &Row) {
  Row.clear();
  const PlacementGraph::NodeData &Root = Graph.node(Bad);
  Noise New = settle(Bad, evaluate(Bad));
  bool IsRaw = New.Raw > Root.Limit;
  uint64_t Slack =
      IsRaw ? New.Raw - Root.Limit - 1 : New.Visible - Root.UseLimit - 1;
  // What grows on a cycle is far above its limit, by whatever feeds it.
  if (Graph.hasCycles())
    Slack = 0;
  const uint32_t Size = Graph.size();
  // The last first: what a node counts for is known then, but on cycles.
  auto follow = [&](Node N, uint32_t Weight) {
    Weights[N] += Weight;
    Derived.insert(Size - 1 - N);
  };
  ++Searches;
  follow(Bad, 1);
  while (!Derived.empty()) {
    Node N = Size - 1 - Derived.least();
    Derived.erase(Size - 1 - N);
    uint32_t Weight = std::exchange(Weights[N], 0);
    const PlacementGraph::NodeData &Data = Graph.node(N);
    if (Seen[N] == Searches)
      continue;
    Seen[N] = Searches;
    bool IsOnCycle = Data.IsOnCycle;
    bool IsRoot = N == Bad && IsRaw;
    bool IsColumn = Data.Column != PlacementGraph::NoColumn;
    // What may have less than `Fresh` comes from its inputs even if reduced.
    bool FallsBelow = IsColumn && Graph.column(Data.Column).FallsBelow;
    if (IsColumn && isReduced(Data.Column)) {
      if (!IsRoot && !FallsBelow)
        continue;
    } else if (FallsBelow) {
      if (!IsRoot)
        Row.push_back(Data.Column);
    } else if (IsColumn) {
      uint64_t Drop = uint64_t(Weight) *
                      (Noises[N].Visible - Graph.column(Data.Column).Fresh);
      if (N != Bad && !IsOnCycle && Drop <= Slack) {
        Slack -= Drop;
        continue;
      }
      // Too late for the root itself, but not an iteration before.
      if (!IsRoot || IsOnCycle)
        Row.push_back(Data.Column);
    }
    if (Data.ResetColumn != PlacementGraph::NoColumn &&
        !isReduced(Data.ResetColumn))
      Row.push_back(Data.ResetColumn);
    if (Data.Kind != PlacementGraph::Form::Max || IsOnCycle) {
      for (Node Input : Graph.inputs(N))
        follow(Input, Weight);
      continue;
    }
    Node Most = N;
    for (Node Input : Graph.inputs(N))
      if (Most == N || Noises[Input].Visible > Noises[Most].Visible ||
          (Noises[Input].Visible == Noises[Most].Visible && Weights[Input]))
        Most = Input;
    if (Most != N && Noises[Most].Visible >= Data.Floor)
      follow(Most, Weight);
  }
  std::sort(Row.begin(), Row.end());
  Row.erase(std::unique(Row.begin(), Row.end()), Row.end());
}
