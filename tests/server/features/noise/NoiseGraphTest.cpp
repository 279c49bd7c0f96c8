//===- NoiseGraphTest.cpp - How noise flows through a function ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/NoiseGraph.h"
#include "server/features/annotations/CodeLenses.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"
#include "tests/server/features/noise/NoiseGraphs.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static const char Power[] = R"(
func.func @power(%x: i5, %b: !noisy.i32 {noisy.bound = 12 : i64}) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %p1 = noisy.mul %a, %b : !noisy.i32
  %r = noisy.reduce_noise %p1 : !noisy.i32
  %p2 = noisy.mul %p1, %p1 : !noisy.i32
  %p3 = noisy.add %p2, %r : !noisy.i32
  %result = noisy.decode %p3 : !noisy.i32 -> i5
  return %result : i5
}
)";

TEST_CASE("NoiseGraph: values, with what is known of each", "[graph]") {
  auto State = snapshotOf(Power);
  llvm::StringRef Text = State->text().bytes();
  NoiseGraph Graph = graphAt(*State, Text.find("%p2"));
  CHECK(flowsOf(Graph) == Lines{"%b", "%a", "%p1 <- %b %a", "%r <- %p1",
                                "%p2 <- %p1", "%p3 <- %r %p2",
                                "noisy.decode <- %p3"});
  auto textOf = [&](ByteRange Range) {
    return Text.slice(Range.Begin, Range.End).str();
  };
  CHECK(Graph.Name == "@power");
  CHECK(textOf(Graph.NameRange) == "@power");
  CHECK(textOf(Graph.Range) == Text.trim());
  CHECK(Graph.Summary == findLenses(*State, 2)[0].Title);
  CHECK(Graph.Level == NoiseLevel::OverLimit);
  CHECK_FALSE(Graph.IsStale);
  CHECK(Graph.TotalNodes == 7);
  using Kind = NoiseNode::Kind;
  std::vector<Kind> Kinds;
  std::vector<NoiseLevel> Levels;
  for (const NoiseNode &Node : Graph.Nodes) {
    Kinds.push_back(Node.Role);
    Levels.push_back(Node.Level);
    CHECK(textOf(Node.Range) == Node.Name);
    CHECK(Node.Name == Node.Key);
  }
  CHECK(Kinds == std::vector{Kind::Argument, Kind::Value, Kind::Value,
                             Kind::Reduction, Kind::Value, Kind::Value,
                             Kind::Sink});
  using enum NoiseLevel;
  // What decodes junk is as bad as that.
  CHECK(Levels == std::vector{Safe, Safe, NearLimit, Safe, OverLimit, OverLimit,
                              OverLimit});

  const NoiseNode &P1 = nodeOf(Graph, "%p1");
  CHECK(P1.Operation == "noisy.mul");
  CHECK(P1.Label == "24/26");
  CHECK(P1.Noise == 24u);
  CHECK(P1.Limit == 26u);
  CHECK(P1.Equation == "24 = 12 + 12");
  CHECK(P1.Remarks.empty());
  CHECK_FALSE(P1.IsUnreliable);
  CHECK_FALSE(P1.IsAssumed);
  // It is over by itself; what comes of it is that and unreliable.
  CHECK_FALSE(nodeOf(Graph, "%p2").IsUnreliable);
  CHECK(nodeOf(Graph, "%p3").IsUnreliable);
  CHECK(nodeOf(Graph, "%a").Remarks == Lines{"fresh encryption"});
  CHECK(nodeOf(Graph, "%p3").Label == "49/26");
  const NoiseNode &Sink = nodeOf(Graph, "noisy.decode");
  CHECK(Sink.Operation == "noisy.decode");
  CHECK(Sink.Label.empty());
  CHECK_FALSE(Sink.Noise);
  CHECK_FALSE(Sink.Limit);
}

TEST_CASE("NoiseGraph: a name that comes again has a number", "[graph]") {
  static const std::string Branches = R"(
  func.func @f(%a: !noisy.i32, %p: i1) -> (!noisy.i32, !noisy.i32) {
    |%r:2 = scf.if %p -> (!noisy.i32, !noisy.i32) {
      %x = noisy.add %a, %a : !noisy.i32
      scf.yield %x, %a : !noisy.i32, !noisy.i32
    } else {
      %x = noisy.mul %a, %a : !noisy.i32
      %y = noisy.decode %a : !noisy.i32 -> i5
      scf.yield %x, %x : !noisy.i32, !noisy.i32
    }
    %z = noisy.decode %r#0 : !noisy.i32 -> i5
    return %r#1, %a : !noisy.i32, !noisy.i32
  })";
  // A result is there behind the branches that it comes from.
  CHECK(flowsOf(graphOf(Branches)) ==
        Lines{"%a", "%r#0 <- %x %x 2", "%r#1 <- %a %x 2", "%x <- %a",
              "%x 2 <- %a", "noisy.decode <- %a", "noisy.decode 2 <- %r#0",
              "func.return <- %a %r#1"});
  // What is inserted elsewhere, under another name, changes no key.
  NoiseGraph LargerGraph = graphOf(replaceOnce(
      Branches, "%y =", "%w = noisy.reduce_noise %x : !noisy.i32 %y ="));
  CHECK(nodeOf(LargerGraph, "%x 2").Noise == 24u);
  CHECK(nodeOf(LargerGraph, "noisy.decode 2").Level == NoiseLevel::NearLimit);
}

TEST_CASE("NoiseGraph: encrypted values of which nothing is known", "[graph]") {
  NoiseGraph Graph = graphOf(R"(
    func.func @f(|%a: !noisy.i32, %m: memref<4x!noisy.i32>, %i: index) {
      %v = memref.subview %m[0] [2] [1]
          : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[1]>>
      memref.store %a, %m[%i] : memref<4x!noisy.i32>
      %l = memref.load %m[%i] : memref<4x!noisy.i32>
      return
    })");
  CHECK(flowsOf(Graph) ==
        Lines{"%a", "%m", "%v <- %m", "memref.store <- %a %m", "%l <- %m"});
  for (const char *Key : {"%m", "%v"}) {
    const NoiseNode &Memory = nodeOf(Graph, Key);
    CHECK(Memory.Level == NoiseLevel::Unknown);
    CHECK(Memory.Label == "unknown");
    CHECK_FALSE(Memory.Noise);
    CHECK_FALSE(Memory.Limit);
    CHECK(Memory.Remarks == Lines{"values stored in memory are not tracked"});
  }
  CHECK(nodeOf(Graph, "memref.store").Level == NoiseLevel::Unknown);
  CHECK(nodeOf(Graph, "%l").Limit == 26u);
  CHECK(Graph.Level == NoiseLevel::Unknown);

  // A text too large to be analysed.
  Typist Large(Power);
  Graph = graphAt(*Large.build(Effort::WithoutNoise), 20);
  CHECK(flowsOf(Graph) == Lines{"%b", "%a", "%p1 <- %b %a", "%r <- %p1",
                                "%p2 <- %p1", "%p3 <- %r %p2",
                                "noisy.decode <- %p3"});
  for (const NoiseNode &Node : Graph.Nodes)
    CHECK(Node.Level == NoiseLevel::Unknown);
}

TEST_CASE("NoiseGraph: values without a name", "[graph]") {
  auto State = snapshotOf(R"(
    func.func @f(%t: tensor<4x!noisy.i32>, %a: !noisy.i32) {
      %r = linalg.map { noisy.add } ins(%t, %t
          : tensor<4x!noisy.i32>, tensor<4x!noisy.i32>)
          outs(%t : tensor<4x!noisy.i32>)
      noisy.reduce_noise %a : !noisy.i32
      noisy.reduce_noise %a : !noisy.i32
      return
    })");
  llvm::StringRef Text = State->text().bytes();
  NoiseGraph Graph = graphAt(*State, Text.find("%r"));
  std::multiset<std::string> Places;
  for (const NoiseNode &Node : Graph.Nodes)
    if (Node.Name == "<unnamed>") {
      CHECK(llvm::StringRef(Node.Key).starts_with("<unnamed>"));
      Places.insert(Text.slice(Node.Range.Begin, Node.Range.End).str());
    }
  // They stand where their operation does.
  CHECK(Places.count("noisy.reduce_noise") == 2);
  CHECK(Places.count("linalg.map") == 3);
  CHECK(nodeOf(Graph, "%r").Operation == "linalg.map");
}

TEST_CASE("NoiseGraph: what rests on an assumption", "[graph]") {
  NoiseGraph Graph = graphOf(R"(
    func.func @f(%a: !noisy.i32, %b: !noisy.i32 {noisy.bound = 12 : i64}) {
      |%c = noisy.add %a, %b : !noisy.i32
      %d = noisy.decode %c : !noisy.i32 -> i5
      return
    })");
  CHECK(nodeOf(Graph, "%a").IsAssumed);
  CHECK_FALSE(nodeOf(Graph, "%b").IsAssumed);
  CHECK(nodeOf(Graph, "%c").IsAssumed);
  CHECK_FALSE(nodeOf(Graph, "noisy.decode").IsAssumed);
}

//===----------------------------------------------------------------------===//
// What is reported
//===----------------------------------------------------------------------===//

/// What is over the limit or breaks a contract, with the last remark of each.
static Lines overIn(const NoiseGraph &Graph) {
  Lines Result;
  for (const NoiseNode &Node : Graph.Nodes)
    if (Node.Level == NoiseLevel::OverLimit)
      Result.push_back(Node.Remarks.empty()
                           ? Node.Key
                           : Node.Key + ": " + Node.Remarks.back());
  return Result;
}

TEST_CASE("NoiseGraph: broken contracts", "[graph]") {
  // By what returns.
  NoiseGraph Graph = graphOf(R"(
    func.func @g(%a: !noisy.i32 {noisy.bound = 20 : i64})
        -> (!noisy.i32 {noisy.bound = 12 : i64}) {
      |return %a : !noisy.i32
    })");
  CHECK(overIn(Graph) ==
        Lines{"func.return: broken contract: %a can have 20 bits of noise, but "
              "result 0 of @g is declared to have at most 12 "
              "('noisy.bound')"});
  CHECK(Graph.Level == NoiseLevel::OverLimit);
  CHECK(nodeOf(Graph, "%a").Level == NoiseLevel::Safe);
  CHECK_THAT(Graph.Summary, Catch::StartsWith("1 contract broken; "));

  // By a call without results, with one, and with more than one operand and
  // result. Its result may have little noise; the call is wrong even so.
  Graph = graphOf(R"(
    func.func private @sink(!noisy.i32 {noisy.bound = 12 : i64})
    func.func private @one(!noisy.i32 {noisy.bound = 12 : i64})
        -> (!noisy.i32 {noisy.bound = 12 : i64})
    func.func private @two(!noisy.i32 {noisy.bound = 12 : i64},
        !noisy.i32 {noisy.bound = 12 : i64})
        -> (!noisy.i32 {noisy.bound = 12 : i64},
            !noisy.i32 {noisy.bound = 12 : i64})
    func.func @f(%a: !noisy.i32 {noisy.bound = 13 : i64},
                 %b: !noisy.i32 {noisy.bound = 14 : i64}) {
      |call @sink(%a) : (!noisy.i32) -> ()
      %c = call @one(%a) : (!noisy.i32) -> !noisy.i32
      %d:2 = call @two(%a, %b) : (!noisy.i32, !noisy.i32)
          -> (!noisy.i32, !noisy.i32)
      call @sink(%c) : (!noisy.i32) -> ()
      return
    })");
  CHECK(Graph.Level == NoiseLevel::OverLimit);
  auto breach = [](const char *Name, int Bits, int Argument,
                   const char *Callee) {
    return std::string("broken contract: ") + Name + " can have " +
           std::to_string(Bits) + " bits of noise, but argument " +
           std::to_string(Argument) + " of " + Callee +
           " is declared to have at most 12 ('noisy.bound')";
  };
  CHECK(overIn(Graph) == Lines{"func.call: " + breach("%a", 13, 0, "@sink"),
                               "%c: " + breach("%a", 13, 0, "@one"),
                               "func.call 2: " + breach("%b", 14, 1, "@two")});
  CHECK(nodeOf(Graph, "func.call 2").Remarks ==
        Lines{breach("%a", 13, 0, "@two"), breach("%b", 14, 1, "@two")});
  CHECK(nodeOf(Graph, "%c").Label == "12/26");
  CHECK(nodeOf(Graph, "func.call 3").Level == NoiseLevel::Safe);
  CHECK_THAT(Graph.Summary, Catch::StartsWith("4 contracts broken; "));
}

TEST_CASE("NoiseGraph: contracts that were broken before the text was",
          "[graph]") {
  static const std::string BrokenText =
      "func.func @g(%a: !noisy.i32 {noisy.bound = 20 : i64})\n"
      "    -> (!noisy.i32 {noisy.bound = 12 : i64}) {\n"
      "  return %a : !noisy.i32\n"
      "}\n";
  NoiseGraph Graph =
      graphAt(*snapshotAfter({BrokenText, replaceOnce(BrokenText, "func.func",
                                                      unreadableFunction)}),
              3);
  CHECK(Graph.IsStale);
  CHECK_THAT(Graph.Summary, Catch::StartsWith("1 contract broken; ") &&
                                Catch::EndsWith("; from before the error"));
}

TEST_CASE("NoiseGraph: all that is reported is shown", "[graph]") {
  std::set<std::string> Codes;
  for (const char *Contents : {
           // Too much, without end, not known, and too much for another model.
           "func.func @f(%a: !noisy.i32) {\n"
           "  %b = noisy.mul %a, %a : !noisy.i32\n"
           "  %c = noisy.mul %b, %b : !noisy.i32\n"
           "  return\n}",
           "func.func @f(%a: !noisy.i32, %n: index) {\n"
           "  %0 = arith.constant 0 : index\n"
           "  %1 = arith.constant 1 : index\n"
           "  %r = scf.for %i = %0 to %n step %1 iter_args(%v = %a)\n"
           "      -> (!noisy.i32) {\n"
           "    %w = noisy.mul %v, %v : !noisy.i32\n"
           "    scf.yield %w : !noisy.i32\n"
           "  }\n  return\n}",
           "func.func private @g() -> !noisy.i32\n"
           "func.func @f() {\n"
           "  %a = call @g() : () -> !noisy.i32\n  return\n}",
           "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
           "  %b = call @f(%a) : (!noisy.i32) -> !noisy.i32\n"
           "  return %b : !noisy.i32\n}",
           "func.func private @g(!noisy.i32)\n"
           "    attributes {noisy.model = #noisy.model<initial = 5, max = 9>}\n"
           "func.func @f(%a: !noisy.i32) {\n"
           "  call @g(%a) : (!noisy.i32) -> ()\n  return\n}",
       }) {
    CAPTURE(Contents);
    auto State = snapshotOf(Contents);
    size_t MatchCount = 0;
    State->forEachProblem([&](const Snapshot::Part &, const Problem &P) {
      Codes.insert(P.Code);
      ++MatchCount;
    });
    CHECK(MatchCount > 0);
    checkFindingsAreShown(*State);
  }
  CHECK(Codes == std::set<std::string>{"noise-contract", "noise-overflow",
                                       "noise-unbounded", "noise-unknown"});
}

//===----------------------------------------------------------------------===//
// Which function
//===----------------------------------------------------------------------===//

TEST_CASE("NoiseGraph: the innermost function around a place", "[graph]") {
  AnnotatedText Source(R"(|
    |func.func @f(%a: !noisy.i32) { return }|
    |
    "a.container"() ({
      "func.func"() ({
      ^bb0(%x: !noisy.i32):
        "a.inner"() ({
          func.func @in(%y: !noisy.i32) { |return }|func.func @next() { return }
        }) : () -> ()
        |"func.return"() : () -> ()
      }) {function_type = (!noisy.i32) -> (), sym_name = "out"} : () -> ()
    |}) : () -> ()
  )");
  auto State = snapshotOf(Source.Text);
  Lines Names;
  for (size_t Place : Source.Places) {
    std::optional<NoiseGraph> Graph = getNoiseGraph(*State, Place, 2);
    Names.push_back(Graph ? Graph->Name : "");
  }
  CHECK(Names == Lines{"", "@f", "@f", "", "@in", "@next", "@out", ""});
  NoiseGraph Outer = graphAt(*State, Source.Places[6]);
  // It stands as a string.
  CHECK(llvm::StringRef(Source.Text)
            .substr(Outer.NameRange.Begin)
            .starts_with("\"func.func\"() ({\n      ^bb0"));
}

TEST_CASE("NoiseGraph: functions without anything encrypted", "[graph]") {
  NoiseGraph Graph =
      graphOf("func.func @f(%a: i32) -> i32 { return| %a : i32 }");
  CHECK(Graph.Nodes.empty());
  CHECK(Graph.TotalNodes == 0);
  CHECK(Graph.Summary == "noise: none");
  CHECK(Graph.Level == NoiseLevel::Safe);
  CHECK(
      graphOf("func.func private |@f(!noisy.i32) -> !noisy.i32").Nodes.empty());
}

TEST_CASE("NoiseGraph: of a text that broke", "[graph]") {
  Lines Whole = flowsOf(graphAt(*snapshotOf(Power), 20));
  // While nobody can read it, it is that of before.
  std::string BrokenText = replaceOnce(Power, "func.func", "define");
  auto BrokenState = snapshotAfter({Power, BrokenText});
  llvm::StringRef Text = BrokenState->text().bytes();
  for (const char *Name : {"%b", "%p3"}) {
    NoiseGraph Graph = graphAt(*BrokenState, Text.find(Name));
    CHECK(Graph.IsStale);
    CHECK(Graph.Summary.find("from before the error") != std::string::npos);
    CHECK(flowsOf(Graph) == Whole);
    for (const NoiseNode &Node : Graph.Nodes)
      CHECK(Text.slice(Node.Range.Begin, Node.Range.End) == Node.Name);
  }
  // What was taken away is still given, where it was.
  auto SmallerState = snapshotAfter(
      {Power, BrokenText,
       replaceOnce(BrokenText, "%r = noisy.reduce_noise %p1 : !noisy.i32",
                   "")});
  NoiseGraph Graph = graphAt(*SmallerState, 20);
  CHECK(flowsOf(Graph) == Whole);
  CHECK(nodeOf(Graph, "%r").Range.empty());
  CHECK(nodeOf(Graph, "%r").Range.Begin ==
        SmallerState->text().bytes().find("  \n  %p2") + 2);
  // It parses, but does not verify: the names are those of now.
  // With another number for each value.
  std::string Wrong =
      replaceOnce(replaceOnce(Power, "noisy.bound = 12", "noisy.bound = 99"),
                  "  %a =", "  %n = arith.constant 1 : i5\n  %a =");
  Graph = graphAt(*snapshotAfter({Power, Wrong}), 20);
  CHECK(Graph.IsStale);
  CHECK(flowsOf(Graph) == Whole);
  CHECK(nodeOf(Graph, "%p1").Label == "24/26");
  // What was never good has no noise, and is not safe.
  Graph = graphAt(*snapshotOf(Wrong), 20);
  CHECK(flowsOf(Graph) == Whole);
  CHECK(Graph.Level == NoiseLevel::Unknown);
  for (const NoiseNode &Node : Graph.Nodes)
    CHECK(Node.Level == NoiseLevel::Unknown);
}

TEST_CASE("NoiseGraph: of a text with a broken operation", "[graph]") {
  auto State = snapshotAfter(
      {Power, replaceOnce(Power, "  %r =", "  bad %q = noisy.mul\n  %r =")});
  NoiseGraph Graph = graphAt(*State, 20);
  CHECK_FALSE(Graph.IsStale);
  CHECK(flowsOf(Graph) == flowsOf(graphAt(*snapshotOf(Power), 20)));
  // One that uses an undefined value stays; its result is unknown.
  State = snapshotAfter(
      {Power,
       replaceOnce(Power, "%r = noisy.reduce_noise %p1 : !noisy.i32", "")});
  Graph = graphAt(*State, 20);
  CHECK_FALSE(Graph.IsStale);
  CHECK(flowsOf(Graph) == Lines{"%b", "%a", "%p1 <- %b %a", "%p2 <- %p1",
                                "%p3 <- %p2", "noisy.decode <- %p3"});
  CHECK(nodeOf(Graph, "%p1").Label == "24/26");
  CHECK(nodeOf(Graph, "%p3").Level == NoiseLevel::Unknown);
}

//===----------------------------------------------------------------------===//
// A part of it
//===----------------------------------------------------------------------===//

TEST_CASE("NoiseGraph: the nodes nearest to a place", "[graph]") {
  // Two chains that meet nowhere.
  AnnotatedText Source(R"(
    func.func @f(%a: !noisy.i32, %b: !noisy.i32) {
      %a1 = noisy.reduce_noise %a : !noisy.i32
      %b1 = noisy.reduce_noise %b : !noisy.i32
      %a2 = noisy.reduce_noise %a1 : !noisy.i32
      %b2 = noisy.reduce_noise |%b1 : !noisy.i32
      |%a3 = noisy.reduce_noise %a2 : !noisy.i32
      %b3 = noisy.reduce_noise %b2 : !noisy.i32|
      return
    })");
  auto State = snapshotOf(Source.Text);
  auto keysAt = [&](size_t Place, size_t MaxNodes) {
    NoiseGraph Graph = graphAt(*State, Source.Places[Place], MaxNodes);
    CHECK(Graph.TotalNodes == 8);
    Lines Keys;
    for (const NoiseNode &Node : Graph.Nodes)
      Keys.push_back(Node.Key);
    return Keys;
  };
  CHECK(keysAt(0, 0) == Lines{});
  CHECK(keysAt(0, 1) == Lines{"%b1"});
  CHECK(keysAt(0, 3) == Lines{"%b", "%b1", "%b2"});
  CHECK(keysAt(0, 4) == Lines{"%b", "%b1", "%b2", "%b3"});
  // Then from the beginning.
  CHECK(keysAt(0, 6) == Lines{"%a", "%b", "%a1", "%b1", "%b2", "%b3"});
  CHECK(keysAt(1, 2) == Lines{"%a2", "%a3"});
  // Behind the last one.
  CHECK(keysAt(2, 2) == Lines{"%b2", "%b3"});
  CHECK(keysAt(2, 8).size() == 8);
  NoiseGraph Part = graphAt(*State, Source.Places[0], 3);
  CHECK(flowsOf(Part) == Lines{"%b", "%b1 <- %b", "%b2 <- %b1"});
}

TEST_CASE("NoiseGraph: a part has the keys and levels of the whole",
          "[graph]") {
  AnnotatedText Source(R"(
    func.func @f(%a: !noisy.i32, %p: i1) {
      scf.if %p {
        %x = noisy.mul %a, %a : !noisy.i32
        %y = noisy.mul %x, %x : !noisy.i32
        %c = noisy.decode %y : !noisy.i32 -> i5
      } else {
        %x = noisy.add %a, %a : !noisy.i32
        "a.b"(|%x, %a) : (!noisy.i32, !noisy.i32) -> ()
      }
      return
    })");
  auto State = snapshotOf(Source.Text);
  NoiseGraph Whole = graphAt(*State, Source.Places[0]);
  for (size_t MaxNodes = 1; MaxNodes < 7; ++MaxNodes) {
    NoiseGraph Part = graphAt(*State, Source.Places[0], MaxNodes);
    CHECK(Part.Nodes.size() == MaxNodes);
    for (const NoiseNode &Node : Part.Nodes)
      CHECK(Node == nodeOf(Whole, Node.Key));
  }
}

TEST_CASE("NoiseGraph: a large function around one value", "[graph]") {
  AnnotatedText Source(R"(
    func.func @f(%a: !noisy.i32, |%b: !noisy.i32) {
      %u = noisy.mul %a, %a : !noisy.i32
      |%v = noisy.add %u, %b : !noisy.i32
      %w = noisy.mul %v, %b : !noisy.i32
      %x = noisy.mul %w, %b : !noisy.i32
      "a.use"(%x) : (!noisy.i32) -> ()
      return
    })");
  auto State = snapshotOf(Source.Text);
  GraphPart Part;
  Part.FocusAbove = 7;
  CHECK(graphAt(*State, Source.Places[1], Part).Focus.empty());
  Part.FocusAbove = 6;
  NoiseGraph Graph = graphAt(*State, Source.Places[1], Part);
  CHECK(Graph.Focus == "%v");
  CHECK(Graph.TotalNodes == 7);
  CHECK(flowsOf(Graph) == Lines{"%a", "%b", "%u <- %a", "%v <- %b %u",
                                "%w <- %b %v", "bundle after it <- %b %w"});
  const NoiseNode &After = nodeOf(Graph, "bundle after it");
  CHECK(After.Count == 2);
  CHECK(After.Heaviest == "%x");
  // What is over the limit because of a value that is drawn, is not its own.
  CHECK(nodeOf(Graph, "%w").Level == NoiseLevel::OverLimit);
  CHECK(After.Level >= NoiseLevel::Unreliable);
  CHECK(nodeOf(Graph, "%u").IsOnPath);
  CHECK_FALSE(nodeOf(Graph, "%b").IsOnPath);
  // By its key, wherever the place is.
  Part.FocusKey = "%x";
  CHECK(graphAt(*State, Source.Places[1], Part).Focus == "%x");
  Part.FocusKey = "%gone";
  CHECK(graphAt(*State, Source.Places[1], Part).Focus == "%v");
  // At its name an argument, before all names the worst.
  CHECK(graphAt(*State, Source.Places[0], Part).Focus == "%b");
  CHECK(graphAt(*State, Source.Places[0] - 25, Part).Focus == "%w");
}
