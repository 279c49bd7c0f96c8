//===- NoiseGraphRequestsTest.cpp - The flow of noise, in JSON ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/handlers/HeldSession.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Uri = "file:///a.mlir";

/// A column behind a letter of two bytes is one less than its byte's.
static const char Power[] =
    "func.func @f(%x: i5) {\n"
    "  \"a.\xC3\xA4\"() : () -> () %a = noisy.encode %x : i5 -> !noisy.i32\n"
    "  %b = noisy.mul %a, %a : !noisy.i32\n"
    "  %r = noisy.decode %b : !noisy.i32 -> i5\n"
    "  return\n"
    "}\n";

namespace {
/// A client with a document, whose builds may be held up.
struct Session : HeldSession {
  explicit Session(const std::string &Contents)
      : HeldSession(::Uri, Contents) {}

  /// Replaces the first `Old`.
  void edit(const std::string &Old, const std::string &New) {
    size_t Offset = Contents.find(Old);
    REQUIRE(Offset != std::string::npos);
    replace(Offset, Old.size(), New);
  }
  json position(uint32_t Line, uint32_t Character,
                json ExtraParams = json::object()) {
    ExtraParams["textDocument"] = {{"uri", Uri}};
    ExtraParams["position"] = Position{Line, Character};
    return ExtraParams;
  }
  json askAt(uint32_t Line, uint32_t Character,
             json ExtraParams = json::object()) {
    return ask("noisy/noiseGraph",
               position(Line, Character, std::move(ExtraParams)));
  }
};
} // namespace

static json range(uint32_t Line, uint32_t Begin, uint32_t End) {
  return Range{{Line, Begin}, {Line, End}};
}

TEST_CASE("Graph requests: they are announced", "[graph]") {
  CHECK(announceRequests({})["experimental"]["noisy"]["noiseGraph"] == true);
}

TEST_CASE("Graph requests: the graph as the client has it", "[graph]") {
  Session S(Power);
  json Encode = {{"kind", "value"},
                 {"key", "%a"},
                 {"name", "%a"},
                 {"operation", "noisy.encode"},
                 {"range", range(1, 21, 23)},
                 {"level", "safe"},
                 {"label", "12/26"},
                 {"noise", 12},
                 {"limit", 26},
                 {"equation", "12"},
                 {"remarks", {"fresh encryption"}},
                 {"isUnreliable", false},
                 {"isAssumed", false},
                 {"isInserted", false}};
  json Product = {{"kind", "value"},
                  {"key", "%b"},
                  {"name", "%b"},
                  {"operation", "noisy.mul"},
                  {"range", range(2, 2, 4)},
                  {"level", "nearLimit"},
                  {"label", "24/26"},
                  {"noise", 24},
                  {"limit", 26},
                  {"equation", "24 = 12 + 12"},
                  {"remarks", json::array()},
                  {"isUnreliable", false},
                  {"isAssumed", false},
                  {"isInserted", false}};
  json Decode = {{"kind", "sink"},
                 {"key", "noisy.decode"},
                 {"name", "noisy.decode"},
                 {"operation", "noisy.decode"},
                 {"range", range(3, 7, 19)},
                 {"level", "nearLimit"},
                 {"label", ""},
                 {"equation", ""},
                 {"remarks", json::array()},
                 {"isUnreliable", false},
                 {"isAssumed", false},
                 {"isInserted", false}};
  json ExpectedJson = {
      {"version", 1},
      {"name", "@f"},
      {"range", Range{{0, 0}, {5, 1}}},
      {"nameRange", range(0, 10, 12)},
      {"summary", "noise: at most 24 bits, limit 26, 2 left"},
      {"level", "nearLimit"},
      {"isStale", false},
      {"nodes", {Encode, Product, Decode}},
      {"edges",
       json::array({{{"from", 0}, {"to", 1}, {"isBack", false}, {"times", 2}},
                    {{"from", 1}, {"to", 2}, {"isBack", false}}})},
      {"totalNodes", 3}};
  CHECK(S.askAt(2, 3) == ExpectedJson);
  CHECK(S.askAt(5, 1) == ExpectedJson);
  CHECK(S.askAt(6, 0).is_null());

  json Part = S.askAt(3, 8, {{"maxNodes", 2}});
  CHECK(Part["nodes"] == json({Product, Decode}));
  CHECK(Part["edges"] ==
        json::array({{{"from", 0}, {"to", 1}, {"isBack", false}}}));
  CHECK(Part["totalNodes"] == 3);
  CHECK(S.askAt(3, 3, {{"maxNodes", nullptr}}) == ExpectedJson);

  S.configure({{"nearLimit", 1}});
  CHECK(S.askAt(2, 3)["level"] == "safe");
}

TEST_CASE("Graph requests: each kind and level has its name", "[graph]") {
  Session S(R"mlir(func.func @f(%x: i5, %m: memref<4x!noisy.i32>) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  %d = noisy.reduce_noise %c : !noisy.i32
  "a.b"(%a, %b) : (!noisy.i32, !noisy.i32) -> (!noisy.i32, !noisy.i32)
  return
}
func.func @g(%a: !noisy.i32) { return }
)mlir");
  json Kinds, Levels, Unreliable;
  json Graph = S.askAt(2, 3);
  for (const json &Node : Graph["nodes"]) {
    Kinds.push_back(Node["kind"]);
    Levels.push_back(Node["level"]);
    if (Node["isUnreliable"] == true)
      Unreliable.push_back(Node["key"]);
    CHECK(Node["isAssumed"] == false);
  }
  CHECK(Kinds == json({"argument", "value", "value", "value", "reduction",
                       "value", "value", "call"}));
  CHECK(Levels == json({"unknown", "safe", "nearLimit", "over", "unreliable",
                        "unknown", "unknown", "nearLimit"}));
  CHECK(Unreliable == json::array({"%d"}));
  CHECK(S.askAt(8, 3)["nodes"][0]["isAssumed"] == true);
}

TEST_CASE("Graph requests: while the text is edited", "[graph]") {
  Session S(Power);
  S.askAt(2, 3);
  S.BuildGate->IsHeld = true;
  // Asked of a text that is not built yet, and edited again meanwhile, at the
  // place that is asked about.
  S.edit("func.func", "\nfunc.func");
  int64_t RequestId = S.send("noisy/noiseGraph", S.position(3, 3));
  S.settle();
  S.edit("%b =", "%bb =");
  S.BuildGate->IsHeld = false;
  S.BuildGate->MayBuild.release(2);
  json Graph = S.wait(RequestId).Result;
  // Of the first of both texts, or of the second, where what decodes %b is
  // broken; in either case where the client has it now.
  CHECK(Graph["version"] == 3);
  CHECK(Graph["nodes"].size() >= 2);
  CHECK(Graph["nodes"][0]["range"] == range(2, 21, 23));
  // As it is once that is built.
  Graph = S.askAt(3, 3);
  CHECK(Graph["version"] == 3);
  CHECK(Graph["isStale"] == false);
  CHECK(Graph["nodes"].size() == 2);
  CHECK(Graph["nodes"][1]["key"] == "%bb");
  // And mended.
  S.edit("decode %b", "decode %bb");
  Graph = S.askAt(3, 3);
  CHECK(Graph["version"] == 4);
  CHECK(Graph["isStale"] == false);
  CHECK(Graph["nodes"].size() == 3);
  // Nobody can read it: as it was.
  S.edit("func.func", "define");
  Graph = S.askAt(3, 3);
  CHECK(Graph["version"] == 5);
  CHECK(Graph["isStale"] == true);
  CHECK(Graph["nodes"][2]["range"] == range(4, 7, 19));
}

TEST_CASE("Graph requests: questions that make no sense", "[graph]") {
  Session S(Power);
  int InvalidParams = int(ErrorCode::InvalidParams);
  auto askWrongly = [&](const json &Params) {
    return S.errorCode("noisy/noiseGraph", Params);
  };
  CHECK(askWrongly({{"textDocument", {{"uri", Uri}}}}) == InvalidParams);
  CHECK(askWrongly(S.position(0, 0, {{"maxNodes", "many"}})) == InvalidParams);
  json OtherParams = S.position(0, 0);
  OtherParams["textDocument"]["uri"] = "file:///b.mlir";
  CHECK(askWrongly(OtherParams) == InvalidParams);
}

TEST_CASE("Graph requests: fractions of a bit are numbers of bits", "[graph]") {
  Session S("func.func @f(%a: !noisy.i32) attributes {noisy.model = "
            "#noisy.model<initial = 12.8, max = 202.9, mul = max + 32.2>} {\n"
            "  %b = noisy.mul %a, %a : !noisy.i32\n"
            "  return\n}\n");
  json Graph = S.askAt(1, 3);
  CHECK(Graph["nodes"][0]["noise"] == 12.8);
  CHECK(Graph["nodes"][0]["limit"] == 202.9);
  CHECK(Graph["nodes"][1]["noise"] == 45);
  CHECK(Graph["nodes"][1]["label"] == "45/202.9");
  CHECK(Graph["nodes"][1]["equation"] == "45 = max(12.8, 12.8) + 32.2");
  CHECK(Graph["summary"] ==
        "noise: at most 45 bits, limit 202.9, 157.9 left, if arguments are "
        "fresh");
}
