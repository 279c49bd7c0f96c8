//===- NoiseGraphRequests.cpp - The flow of noise, in JSON ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NoiseUnit.h"
#include "server/handlers/Handlers.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static const char *levelName(NoiseLevel Level) {
  switch (Level) {
  case NoiseLevel::Safe:
    return "safe";
  case NoiseLevel::NearLimit:
    return "nearLimit";
  case NoiseLevel::Unreliable:
    return "unreliable";
  case NoiseLevel::Unknown:
    return "unknown";
  case NoiseLevel::OverLimit:
    return "over";
  }
  llvm_unreachable("all levels are handled");
}

static const char *kindName(NoiseNode::Kind Kind) {
  switch (Kind) {
  case NoiseNode::Kind::Value:
    return "value";
  case NoiseNode::Kind::Argument:
    return "argument";
  case NoiseNode::Kind::Reduction:
    return "reduction";
  case NoiseNode::Kind::Sink:
    return "sink";
  case NoiseNode::Kind::Call:
    return "call";
  case NoiseNode::Kind::Bundle:
    return "bundle";
  }
  llvm_unreachable("all kinds are handled");
}

template <typename T>
static void readMember(const json &Value, const char *Name, T &Member) {
  if (const json *Found = findMember(Value, Name))
    Found->get_to(Member);
}

void mlir::noisy::lsp::from_json(const json &Value, GraphPart &Part) {
  readMember(Value, "maxNodes", Part.MaxNodes);
  readMember(Value, "focusAbove", Part.FocusAbove);
  readMember(Value, "focus", Part.FocusKey);
}

void mlir::noisy::lsp::from_json(const json &Value, NoiseGraphParams &Params) {
  Value.get_to<PositionParams>(Params);
  Value.get_to(Params.Part);
}

/// Units as a number of bits, an integer where it is whole.
static json inBits(uint32_t Units, unsigned Unit, Rounding Way) {
  return json::parse(formatBits(Units, Unit, Way, Digits::Plain));
}

json mlir::noisy::lsp::toJson(const NoiseGraph &Graph, int64_t Version,
                              llvm::function_ref<Range(ByteRange)> Place) {
  json Nodes = json::array(), Edges = json::array();
  for (const NoiseNode &Node : Graph.Nodes) {
    json &NodeJson = Nodes.emplace_back(json::object());
    NodeJson["kind"] = kindName(Node.Role);
    NodeJson["key"] = Node.Key;
    NodeJson["name"] = Node.Name;
    NodeJson["operation"] = Node.Operation;
    NodeJson["range"] = Place(Node.Range);
    NodeJson["level"] = levelName(Node.Level);
    NodeJson["label"] = Node.Label;
    if (Node.Noise)
      NodeJson["noise"] = inBits(*Node.Noise, Node.Unit, Rounding::Up);
    if (Node.Limit)
      NodeJson["limit"] = inBits(*Node.Limit, Node.Unit, Rounding::Down);
    NodeJson["equation"] = Node.Equation;
    NodeJson["remarks"] = Node.Remarks;
    NodeJson["isUnreliable"] = Node.IsUnreliable;
    NodeJson["isAssumed"] = Node.IsAssumed;
    NodeJson["isInserted"] = Node.IsInserted;
    if (Node.IsOnPath)
      NodeJson["isOnPath"] = true;
    if (Node.Role == NoiseNode::Kind::Bundle) {
      NodeJson["count"] = Node.Count;
      NodeJson["heaviest"] = Node.Heaviest;
    }
  }
  for (const FlowEdge &Edge : Graph.Edges) {
    json &EdgeJson = Edges.emplace_back(json::object());
    EdgeJson["from"] = Edge.Source;
    EdgeJson["to"] = Edge.Target;
    EdgeJson["isBack"] = Edge.IsBack;
    if (Edge.Times > 1)
      EdgeJson["times"] = Edge.Times;
  }
  json Result = {
      {"version", Version},          {"name", Graph.Name},
      {"range", Place(Graph.Range)}, {"nameRange", Place(Graph.NameRange)},
      {"summary", Graph.Summary},    {"level", levelName(Graph.Level)},
      {"isStale", Graph.IsStale},    {"nodes", std::move(Nodes)},
      {"edges", std::move(Edges)},   {"totalNodes", Graph.TotalNodes}};
  if (!Graph.Focus.empty())
    Result["focus"] = Graph.Focus;
  return Result;
}

json mlir::noisy::lsp::noiseGraph(const NoiseGraphParams &Params,
                                  const DocumentView &View) {
  const Positions &Places = View.Places;
  size_t Offset =
      Places.toSnapshot(View.clientOffset(Params.Position), View.ClientText,
                        Positions::Nearest::Preceding);
  std::optional<NoiseGraph> Graph =
      getNoiseGraph(View.state(), Offset, View.Options.NearLimit, Params.Part);
  if (!Graph)
    return nullptr;
  return toJson(*Graph, Places.nowVersion(),
                [&](ByteRange Range) { return Places.toClientClamped(Range); });
}
