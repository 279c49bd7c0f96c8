//===- FixedGraphTest.cpp - How noise flows after a fix -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/FixedGraph.h"
#include "server/features/fixes/ReductionFix.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Lines = std::vector<std::string>;

static std::optional<NoiseGraph>
graphAfter(const std::string &Contents, size_t Offset, const Fix &Repair,
           const std::function<bool()> &IsCancelled = nullptr) {
  return getFixedGraph(allDialects(), Text(Contents), Offset, Repair, 2,
                       AllNodes, IsCancelled);
}

/// "%a at %a": what each node is called, and what stands in its place in the
/// text before; with a + where it is inserted.
static Lines placesIn(const std::string &Contents, const NoiseGraph &Graph) {
  Lines Result;
  for (const NoiseNode &Node : Graph.Nodes)
    Result.push_back(Node.Key + " at " +
                     Contents.substr(Node.Range.Begin, Node.Range.size()) +
                     (Node.IsInserted ? "+" : ""));
  return Result;
}

/// A function of three lines: the second product is too much.
static std::string power(const std::string &Name) {
  return "func.func @" + Name +
         "(%a: !noisy.i32) {\n"
         "  %b = noisy.mul %a, %a : !noisy.i32\n"
         "  %c = noisy.mul %b, %b : !noisy.i32\n"
         "  return\n"
         "}\n";
}

TEST_CASE("FixedGraph: places are those of the text before", "[graph]") {
  // Edits before the function and behind it, and in another chunk, move it.
  std::string Contents = power("f") + "// -----\n" + power("g") + power("h") +
                         "// -----\n" + power("i");
  for (const char *Name : {"@f", "@g", "@h", "@i"}) {
    CAPTURE(Name);
    size_t Begin = Contents.find(Name);
    size_t Offset = Contents.find("%c", Begin);
    Fix Repair = llvm::cantFail(computeReductionFix(
        allDialects(), Text(Contents), Offset, {}, ReductionScope::Document));
    REQUIRE(Repair.Edits.size() == 12);
    std::optional<NoiseGraph> Graph = graphAfter(Contents, Offset, Repair);
    REQUIRE(Graph);
    CHECK(Graph->Name == Name);
    CHECK(Graph->NameRange == ByteRange{Begin, Begin + 2});
    CHECK(Graph->Range.Begin == Begin - 10);
    CHECK(Contents.substr(Graph->Range.End - 2, 3) == "\n}\n");
    CHECK(Graph->Level == NoiseLevel::NearLimit);
    CHECK_FALSE(Graph->IsStale);
    CHECK(placesIn(Contents, *Graph) ==
          Lines{"%a at %a", "%b at %b", "%b_reduced at +", "%c at %c"});
    CHECK(Graph->Nodes[2].Range.Begin ==
          Contents.find('\n', Contents.find("%b", Begin)));
    CHECK(Graph->Nodes[3].Range.Begin == Offset);
    CHECK(Graph->Edges.size() == 3);
  }
}

TEST_CASE("FixedGraph: what a fix takes out is not there", "[graph]") {
  std::string Contents = "func.func @f(%a: !noisy.i32) {\n"
                         "  %r = noisy.reduce_noise %a : !noisy.i32\n"
                         "  %s = noisy.reduce_noise %r : !noisy.i32\n"
                         "  return\n"
                         "}\n";
  size_t Line = Contents.find("  %r");
  size_t Use = Contents.find("%r :");
  Fix Repair = {
      {{{Line, Contents.find('\n', Line) + 1}, ""}, {{Use, Use + 2}, "%a"}},
      "removed"};
  // Also from where it stood.
  for (size_t Offset : {Line + 3, Use, size_t(0)}) {
    std::optional<NoiseGraph> Graph = graphAfter(Contents, Offset, Repair);
    REQUIRE(Graph);
    // One that was there before is not inserted.
    CHECK(placesIn(Contents, *Graph) == Lines{"%a at %a", "%s at %s"});
    CHECK(Graph->Edges == std::vector<FlowEdge>{{0, 1, false}});
  }
}

TEST_CASE("FixedGraph: without edits, and where there is none", "[graph]") {
  std::string Contents = "\n" + power("f") + "\nfunc.func @g() { broken }\n";
  Fix EmptyRepair = {{}, "there is nothing to mend"};
  std::optional<NoiseGraph> Graph =
      graphAfter(Contents, Contents.find("%b"), EmptyRepair);
  REQUIRE(Graph);
  CHECK(Graph->Level == NoiseLevel::OverLimit);
  CHECK(placesIn(Contents, *Graph) ==
        Lines{"%a at %a", "%b at %b", "%c at %c"});
  CHECK_FALSE(graphAfter(Contents, 0, EmptyRepair));
  CHECK_FALSE(graphAfter(Contents, Contents.find("broken"), EmptyRepair));
  CHECK_FALSE(graphAfter("", 0, EmptyRepair));
  CHECK_FALSE(graphAfter(Contents, Contents.find("%b"), EmptyRepair,
                         [] { return true; }));
}
