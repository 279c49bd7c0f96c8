//===- FunctionFlowTest.cpp - What flows where in a function --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/FunctionFlow.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tests/server/features/noise/NoiseGraphs.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/Snippets.h"
#include <map>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

TEST_CASE("FunctionFlow: loops", "[graph]") {
  // Of a known number of turns or not, with a value of outside and one that is
  // only passed round.
  std::string Turns =
      GENERATE("arith.constant 3 : index", "\"a.b\"() : () -> index");
  CHECK(flowsOf(graphOf(R"(
    func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c: !noisy.i32) {
      %n = )" + Turns + R"(
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %r:2 = scf.for %i = %0 to %n step %1 iter_args(%v = %a, %u = %c)
          -> (!noisy.i32, !noisy.i32) {
        |%w = noisy.mul %v, %b : !noisy.i32
        %z = noisy.reduce_noise %w : !noisy.i32
        scf.yield %z, %u : !noisy.i32, !noisy.i32
      }
      "a.use"(%r#1) : (!noisy.i32) -> ()
      return
    })")) == Lines{"%a", "%b", "%c", "%r#0 <- %a %z", "%r#1 <- %c %u",
                   "%v <- %a %z*", "%u <- %c %u*", "%w <- %b %v", "%z <- %w",
                   "a.use <- %r#1"});
}

TEST_CASE("FunctionFlow: what goes from region to region", "[graph]") {
  CHECK(flowsOf(graphOf(R"(
    func.func private @go() -> i1
    func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
      %w = scf.while (%x = %a) : (!noisy.i32) -> !noisy.i32 {
        %p = func.call @go() : () -> i1
        scf.condition(%p) %x : !noisy.i32
      } do {
      ^bb0(%y: !noisy.i32):
        |%z = noisy.add %y, %b : !noisy.i32
        scf.yield %z : !noisy.i32
      }
      return %w : !noisy.i32
    })")) == Lines{"%a", "%b", "%w <- %x", "%x <- %a %z*", "%y <- %x",
                   "%z <- %b %y", "func.return <- %w"});
  // A terminator in a region that is in a terminator.
  CHECK(flowsOf(graphOf(R"(
    func.func @f(%t: tensor<4x!noisy.i32>, %s: tensor<4x!noisy.i32>)
        -> tensor<4x!noisy.i32> {
      |%r = scf.forall (%i) in (4) shared_outs(%o = %s) -> (tensor<4x!noisy.i32>) {
        %e = tensor.extract_slice %t[%i] [1] [1]
            : tensor<4x!noisy.i32> to tensor<1x!noisy.i32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %e into %o[%i] [1] [1]
              : tensor<1x!noisy.i32> into tensor<4x!noisy.i32>
        }
      }
      return %r : tensor<4x!noisy.i32>
    })")) == Lines{"%t", "%s", "%r <- %s %e", "%o <- %s %e*", "%e <- %t",
                   "func.return <- %r"});
}

TEST_CASE("FunctionFlow: blocks", "[graph]") {
  CHECK(flowsOf(graphOf(R"(
    func.func @f(%a: !noisy.i32, %p: i1) -> !noisy.i32 {
      cf.br ^loop(%a : !noisy.i32)
    ^loop(%x: !noisy.i32):
      |%y = noisy.reduce_noise %x : !noisy.i32
      cf.cond_br %p, ^loop(%y : !noisy.i32), ^end(%x : !noisy.i32)
    ^dead:
      %d = noisy.add %a, %a : !noisy.i32
      cf.br ^end(%d : !noisy.i32)
    ^end(%z: !noisy.i32):
      return %z : !noisy.i32
    })")) == Lines{"%a", "%x <- %a %y*", "%y <- %x", "%d <- %a", "%z <- %x",
                   "func.return <- %z"});
}

TEST_CASE("FunctionFlow: how often an operand is used", "[graph]") {
  NoiseGraph Graph = graphOf(R"(
    func.func private @g(!noisy.i32, !noisy.i32, !noisy.i32)
    func.func @f(%a: !noisy.i32, %b: !noisy.i32) {
      |%s = noisy.mul %a, %a : !noisy.i32
      %t = noisy.mul %s, %b : !noisy.i32
      call @g(%t, %b, %t) : (!noisy.i32, !noisy.i32, !noisy.i32) -> ()
      return
    })");
  Lines Found;
  for (const FlowEdge &Edge : Graph.Edges)
    Found.push_back(Graph.Nodes[Edge.Source].Key + " -> " +
                    Graph.Nodes[Edge.Target].Key + " " +
                    std::to_string(Edge.Times));
  CHECK(Found == Lines{"%a -> %s 2", "%b -> %t 1", "%s -> %t 1",
                       "%b -> func.call 1", "%t -> func.call 2"});
}

TEST_CASE("FunctionFlow: calls", "[graph]") {
  static const std::string Callee =
      "func.func private @g(%x: !noisy.i32) -> !noisy.i32 {\n"
      "  %y = noisy.add %x, %x : !noisy.i32\n"
      "  return %y : !noisy.i32\n"
      "}\n";
  // Also where both are in one section, with names that are the same.
  for (const char *Wrapper : {"", "module attributes {a.b} {\n"}) {
    NoiseGraph Graph = graphOf(Wrapper + Callee + R"(
      func.func private @h(!noisy.i32)
      func.func @f(%x: !noisy.i32, %z: !noisy.i32) {
        |%y = call @g(%x) : (!noisy.i32) -> !noisy.i32
        call @h(%y) : (!noisy.i32) -> ()
        return
      }
    )" + (*Wrapper ? "}" : ""));
    CHECK(Graph.Name == "@f");
    CHECK(flowsOf(Graph) == Lines{"%x", "%z", "%y <- %x", "func.call <- %y"});
    CHECK(nodeOf(Graph, "%y").Operation == "call @g");
    CHECK(nodeOf(Graph, "%y").Noise == 13u);
    CHECK(nodeOf(Graph, "func.call").Name == "call @h");
  }
  auto State = snapshotOf(Callee);
  CHECK(flowsOf(graphAt(*State, 3)) ==
        Lines{"%x", "%y <- %x", "func.return <- %y"});
  // What calls itself gets its own results and arguments.
  CHECK(flowsOf(graphOf(R"(
    func.func @f(%a: !noisy.i32, %p: i1) -> !noisy.i32 {
      |%r = scf.if %p -> !noisy.i32 {
        %b = noisy.reduce_noise %a : !noisy.i32
        %c = func.call @f(%b, %p) : (!noisy.i32, i1) -> !noisy.i32
        scf.yield %c : !noisy.i32
      } else {
        scf.yield %a : !noisy.i32
      }
      return %r : !noisy.i32
    })")) == Lines{"%a <- %b*", "%r <- %a %c", "%b <- %a", "%c <- %r*",
                   "func.return <- %r"});
}

TEST_CASE("FunctionFlow: operations that nobody knows", "[graph]") {
  NoiseGraph Graph = graphOf(R"(
    func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
      |%e = "a.b"(%b, %a) ({
      ^bb0(%in: !noisy.i32):
        %c = noisy.decode %b : !noisy.i32 -> i5
        "a.yield"(%in) : (!noisy.i32) -> ()
      }) : (!noisy.i32, !noisy.i32) -> !noisy.i32
      "func.return"(%e) : (!noisy.i32) -> ()
    })");
  CHECK(flowsOf(Graph) == Lines{"%a", "%b", "%e <- %a %b", "%in",
                                "noisy.decode <- %b", "a.yield <- %in",
                                "func.return <- %e"});
  CHECK(nodeOf(Graph, "%e").Level == NoiseLevel::Unknown);
}

TEST_CASE("FunctionFlow: past a contract", "[graph]") {
  // The bound does not come from the operand, but the value does.
  CHECK(flowsOf(graphOf(R"(
    func.func private @g(%x: !noisy.i32) -> (!noisy.i32 {noisy.bound = 20 : i64})
    func.func @f(%a: !noisy.i32) {
      |%b = call @g(%a) : (!noisy.i32) -> !noisy.i32
      %c = noisy.decode %b : !noisy.i32 -> i5
      return
    })")) == Lines{"%a", "%b <- %a", "noisy.decode <- %b"});
}

TEST_CASE("FunctionFlow: many operands and results", "[graph]") {
  // Each into each, by way of the operation.
  NoiseGraph Graph = graphOf(R"(
    func.func private @g(!noisy.i32, !noisy.i32)
        -> (!noisy.i32 {noisy.bound = 20 : i64}, !noisy.i32)
    func.func @f(%a: !noisy.i32, %b: !noisy.i32) {
      |%r:3 = "a.b"(%b, %a, %b) : (!noisy.i32, !noisy.i32, !noisy.i32)
          -> (!noisy.i32, i1, !noisy.i32)
      %s:2 = call @g(%r#2, %b) : (!noisy.i32, !noisy.i32)
          -> (!noisy.i32, !noisy.i32)
      %t:2 = "a.b"(%s#0) : (!noisy.i32) -> (!noisy.i32, !noisy.i32)
      %u = "a.b"(%s#0, %t#1) : (!noisy.i32, !noisy.i32) -> !noisy.i32
      return
    })");
  CHECK(flowsOf(Graph) ==
        Lines{"%a", "%b", "%r#0 <- a.b", "%r#2 <- a.b", "a.b <- %a %b",
              "%s#0 <- func.call", "%s#1 <- func.call", "func.call <- %b %r#2",
              "%t#0 <- %s#0", "%t#1 <- %s#0", "%u <- %s#0 %t#1"});
  // As bad as the worst that it takes.
  CHECK(nodeOf(Graph, "a.b").Role == NoiseNode::Kind::Call);
  CHECK(nodeOf(Graph, "a.b").Level == NoiseLevel::Safe);
  CHECK(nodeOf(Graph, "func.call").Level == NoiseLevel::Unknown);
  CHECK_FALSE(nodeOf(Graph, "a.b").Limit);
  // Without names of its results, and in a circle.
  CHECK(flowsOf(graphOf(R"(
    "a.b"() ({
      func.func @f(%a: !noisy.i32, %b: !noisy.i32) {
        "a.graph"() ({
          %c = "a.b"(%b)|: (!noisy.i32) -> !noisy.i32"a.c"(%c, %d) : (!noisy.i32, !noisy.i32) -> (!noisy.i32, !noisy.i32)
          %d:2 = "a.d"(%c, %d#1) : (!noisy.i32, !noisy.i32) -> (!noisy.i32, !noisy.i32)
        }) : () -> ()
        return
      }
    }) : () -> ())")) == Lines{"%a", "%b", "%c <- %b", "<unnamed> <- a.c",
                               "<unnamed> 2 <- a.c", "a.c <- %c %d#0*",
                               "%d#0 <- a.d", "%d#1 <- a.d",
                               "a.d <- %c %d#1*"});
}

/// `makeOne(0)`, `makeOne(1)`, ..., with commas between.
static std::string listOf(unsigned Count,
                          llvm::function_ref<std::string(unsigned)> makeOne) {
  std::string Result;
  for (unsigned I = 0; I < Count; ++I)
    Result += (I ? ", " : "") + makeOne(I);
  return Result;
}

TEST_CASE("FunctionFlow: it has no more edges than the text allows",
          "[graph]") {
  constexpr unsigned CalleeCount = 60;
  std::string Types =
      listOf(CalleeCount, [](unsigned) { return "!noisy.i32"; });
  std::string Names =
      listOf(CalleeCount, [](unsigned I) { return "%a" + std::to_string(I); });
  std::string Arguments = listOf(CalleeCount, [](unsigned I) {
    return "%a" + std::to_string(I) + ": !noisy.i32";
  });
  std::string Begin = "func.func @f(" + Arguments + ") {\n";
  // An operation that nobody knows.
  CHECK(graphOf(Begin + "|%r:60 = \"a.b\"(" + Names + ") : (" + Types +
                ") -> (" + Types + ") return }")
            .Edges.size() == 2 * CalleeCount);
  // Calls of the function itself, which returns from many places.
  std::string Blocks;
  for (unsigned I = 0; I < CalleeCount; ++I) {
    std::string N = std::to_string(I);
    Blocks += "^bb" + N + ":\n  %r" + N +
              " = func.call @f(%a, %p) : (!noisy.i32, i1) -> !noisy.i32\n"
              "  cf.cond_br %p, ^bb" +
              std::to_string(I + 1) + ", ^end" + N + "\n^end" + N +
              ":\n  return %r" + N + " : !noisy.i32\n";
  }
  NoiseGraph Graph = graphOf(
      "func.func @f(%a: !noisy.i32, %p: i1) -> !noisy.i32 {\n|  cf.br ^bb0\n" +
      Blocks + "^bb60:\n  return %a : !noisy.i32\n}");
  CHECK(Graph.Nodes.size() == 2 * CalleeCount + 2);
  CHECK(Graph.Edges.size() < 3 * Graph.Nodes.size());
  CHECK(sourcesOf(Graph, 1) == Lines{"%a"});
}

TEST_CASE("FunctionFlow: what is returned and passed on", "[graph]") {
  CHECK(flowsOf(graphOf(R"(
    func.func @f(%a: !noisy.i32, %p: i1) -> !noisy.i32 {
      cf.cond_br %p, ^one, ^two(%a : !noisy.i32)
    ^one:
      return| %a : !noisy.i32
    ^two(%x: !noisy.i32):
      return %x : !noisy.i32
    })")) ==
        Lines{"%a", "func.return <- %a", "%x <- %a", "func.return 2 <- %x"});
}

TEST_CASE("FunctionFlow: what passes on and breaks a contract", "[graph]") {
  NoiseGraph Graph = graphOf(R"(
    func.func private @g(!noisy.i32 {noisy.bound = 12 : i64})
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      %b = noisy.mul %a, %a : !noisy.i32
      |cf.br ^end(%b : !noisy.i32) {by = @g}
    ^end(%c: !noisy.i32):
      return %c : !noisy.i32
    })");
  CHECK(flowsOf(Graph) == Lines{"%a", "%b <- %a", "cf.br <- %b", "%c <- %b",
                                "func.return <- %c"});
  CHECK(nodeOf(Graph, "cf.br").Level == NoiseLevel::OverLimit);
}

//===----------------------------------------------------------------------===//
// Any program
//===----------------------------------------------------------------------===//

/// Holds the graphs of all functions against the IR and the analysis.
static void compareWithFacts(const std::string &Source) {
  std::unique_ptr<const Chunk> ParsedChunk = chunkOf(Source);
  if (!ParsedChunk->isValid())
    return;
  auto State = snapshotOf(Source);
  checkFindingsAreShown(*State);
  const NoiseFacts &Facts = ParsedChunk->facts();
  std::map<Operation *, NoiseGraph> Graphs;
  ParsedChunk->module().walk([&](FunctionOpInterface Function) {
    ByteRange DefinitionRange = ParsedChunk->rangeOf(Function);
    if (!DefinitionRange.empty())
      Graphs[Function] = graphAt(*State, DefinitionRange.Begin);
  });
  for (Value V : Facts.getValues()) {
    Operation *Parent = V.getParentBlock()->getParentOp();
    auto Function = dyn_cast<FunctionOpInterface>(Parent);
    if (!Function)
      Function = Parent->getParentOfType<FunctionOpInterface>();
    ByteRange DefinitionRange = ParsedChunk->definitionOf(V);
    if (!Function || DefinitionRange.empty() || !Graphs.count(Function))
      continue;
    const NoiseGraph &Graph = Graphs[Function];
    CAPTURE(Source, ParsedChunk->nameOf(V), DefinitionRange);
    auto Node = llvm::find_if(Graph.Nodes, [&](const NoiseNode &Node) {
      return Node.Range == DefinitionRange &&
             Node.Name == ParsedChunk->nameOf(V);
    });
    REQUIRE(Node != Graph.Nodes.end());
    const NoiseFact &Fact = *Facts.find(V);
    // What is verified elsewhere than in the whole may not be analysed.
    if (Graph.IsStale)
      continue;
    CHECK(Node->Noise.has_value() == Fact.bound.isBits());
    if (Fact.source != NoiseFlowKind::Transfer)
      continue;
    // The operands are its equation.
    std::set<std::pair<size_t, std::string>> ExpectedItems, Results;
    for (Value Operand : V.getDefiningOp()->getOperands())
      if (Facts.find(Operand))
        ExpectedItems.insert({ParsedChunk->definitionOf(Operand).Begin,
                              ParsedChunk->nameOf(Operand)});
    for (const FlowEdge &Edge : Graph.Edges)
      if (&Graph.Nodes[Edge.Target] == &*Node)
        Results.insert({Graph.Nodes[Edge.Source].Range.Begin,
                        Graph.Nodes[Edge.Source].Name});
    CHECK(ExpectedItems == Results);
  }
}

TEST_CASE("FunctionFlow: of programs by chance", "[graph]") {
  std::mt19937 Random(7);
  for (unsigned I = 0; I < 150; ++I) {
    noisy::test::Shape Shape;
    Shape.statements = 4 + I % 12;
    Shape.contracts = I % 2;
    Shape.switches = Shape.regions = I % 3;
    Shape.affine = I % 4;
    Shape.constants = I % 5;
    Shape.tensors = Shape.parallels = Shape.foralls = I % 3 == 1;
    Shape.anythingInCountedLoops = I % 7 == 0;
    compareWithFacts(noisy::test::makeProgram(Random, Shape).text());
  }
}

TEST_CASE("FunctionFlow: of every operation of MLIR with control flow",
          "[graph]") {
  for (const noisy::test::Snippet &Example :
       noisy::test::readSnippets("analysis/upstream-ops")) {
    CAPTURE(Example.place);
    compareWithFacts(Example.text);
  }
}
