//===- CallPlacesTest.cpp - The places of calls in words ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/CallPlaces.h"
#include "server/features/annotations/InlayHints.h"
#include "server/features/hover/Hover.h"
#include "server/features/noise/NoiseGraph.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotComparison.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const char Layers[] =
    "func.func private @layer(%v: !noisy.i32) -> !noisy.i32 {\n"
    "  %w = noisy.add %v, %v : !noisy.i32\n"
    "  return %w : !noisy.i32\n"
    "}\n"
    "func.func @main(%x: i5) {\n"
    "  %e = noisy.encode %x : i5 -> !noisy.i32\n"
    "  %1 = call @layer(%e) : (!noisy.i32) -> !noisy.i32\n"
    "  %2 = call @layer(%1) : (!noisy.i32) -> !noisy.i32\n"
    "  return\n"
    "}\n";

/// What hover, hint and graph say of the calls for `%w`; all have to agree.
static std::string callsOf(const Snapshot &State, bool IsEarlier = false) {
  size_t Offset = State.text().bytes().find("%w =");
  auto find = [](const std::vector<std::string> &Sentences) {
    for (const std::string &Sentence : Sentences)
      if (Sentence.find("of all calls") != std::string::npos)
        return Sentence;
    return std::string("none");
  };
  std::optional<HoverInfo> Hover = getHover(State, Offset, Settings());
  REQUIRE(Hover);
  REQUIRE(Hover->Noise.size() == 1);
  std::string Result = find(Hover->Noise[0].Remarks);
  CHECK(Result.find('\x01') == std::string::npos);
  std::optional<NoiseGraph> Graph =
      getNoiseGraph(State, Offset, /*NearLimit=*/2, /*MaxNodes=*/100);
  REQUIRE(Graph);
  for (const NoiseNode &Node : Graph->Nodes)
    // (The graph has the noise of now.)
    if (Node.Name == "%w" && !IsEarlier)
      CHECK(find(Node.Remarks) == Result);
  Settings Options;
  Options.ShownNoise = Settings::NoiseHints::All;
  for (const ValueHint &Hint :
       findInlayHints(State, {0, State.text().size()}, Options))
    if (Hint.Range.Begin == Offset)
      CHECK(Hint.Tooltip.find(Result) != std::string::npos);
  return Result;
}

static std::string bothAt(const std::string &First, const std::string &Second) {
  return "the most of all calls: 13 from the call" + First +
         " (%1 in @main), 14 from the call" + Second + " (%2 in @main)";
}

TEST_CASE("Call places: lines of the text as it is", "[calls]") {
  Typist T(Layers);
  auto State = T.build();
  CHECK(callsOf(*State) == bothAt(" at line 7", " at line 8"));
  CHECK(compareWithWhole(*State) == "");
  // What was edited does not change the facts, but moves the calls.
  auto facts = [](const Snapshot &Current) {
    return Current.parts().front().Sections.front().Facts.get();
  };
  const SectionFacts *Facts = facts(*State);
  State = T.type("func.func @main", "// one\n// more\nfunc.func @main");
  CHECK(facts(*State) == Facts);
  CHECK(callsOf(*State) == bothAt(" at line 9", " at line 10"));
  State = T.type("  %2 = call", "  %c = arith.constant 1 : i5\n  %2 = call");
  CHECK(facts(*State) == Facts);
  CHECK(callsOf(*State) == bothAt(" at line 9", " at line 11"));
  State = T.type("  %2 = call", "  \"foreign.call\"() : () -> ()\n  %2 = call");
  CHECK(callsOf(*State) == bothAt(" at line 9", " at line 12"));
  State = T.type("  %1 = call", "\n\n  %1 = call");
  CHECK(callsOf(*State) == bothAt(" at line 11", " at line 14"));
  CHECK(compareWithWhole(*State) == "");
}

TEST_CASE("Call places: in containers, and in other chunks", "[calls]") {
  std::string InModule = "module {\n" + std::string(Layers) + "}\n";
  CHECK(callsOf(*Typist(InModule).build()) ==
        bothAt(" at line 8", " at line 9"));
  // Each chunk has names of its own.
  std::string Chunks = std::string(Layers) + "// -----\n" + Layers;
  auto State = Typist(Chunks).build();
  CHECK(callsOf(*State) == bothAt(" at line 7", " at line 8"));
  CHECK(compareWithWhole(*State) == "");
}

TEST_CASE("Call places: none if nobody knows which call it is", "[calls]") {
  // The caller's text is that of before.
  Typist T(Layers);
  T.build();
  CHECK(callsOf(*T.type("@main(%x: i5) {", "@main(x %x: i5) {\n")) ==
        bothAt(" at line 8", " at line 9"));
  // Two functions with the same name, in containers with names or without.
  std::string Named = "module {\n" + std::string(Layers) +
                      "module @inner {\nfunc.func @main() {\n  return\n}\n}\n"
                      "}\n";
  CHECK(callsOf(*Typist(Named).build()) == bothAt(" at line 8", " at line 9"));
  std::string Twice = "module {\n" + std::string(Layers) +
                      "}\nmodule {\nfunc.func @main() {\n  return\n}\n}\n";
  CHECK(callsOf(*Typist(Twice).build()) == bothAt("", ""));
}

TEST_CASE("Call places: none for noise of before", "[calls]") {
  Typist T(Layers);
  T.build();
  auto State =
      T.type("  %w = noisy.add", "  %u = noisy.mul %v,\n  %w = noisy.add");
  std::string Now = callsOf(*State, /*IsEarlier=*/true);
  CHECK((Now == bothAt("", "") || Now == bothAt(" at line 8", " at line 9")));
  // All that it depends on is broken: the line of a call may be another one.
  State = T.type("  %w = noisy.add %v, %v", "  %w = noisy.add %u, %v");
  CHECK(callsOf(*State, /*IsEarlier=*/true) == bothAt("", ""));
}

TEST_CASE("Call places: a call that overflows is part of the chain",
          "[calls]") {
  std::string Contents = Layers;
  Contents.replace(Contents.find("noisy.add"), 9, "noisy.mul");
  // All calls overflow, so it is told in the function.
  Contents.replace(Contents.find("@layer(%1)"), 10, "@layer(%e)");
  Contents.replace(Contents.find("%e = noisy.encode %x : i5 -> !noisy.i32"), 39,
                   "%f = noisy.encode %x : i5 -> !noisy.i32\n"
                   "  %e = noisy.mul %f, %f : !noisy.i32");
  auto State = Typist(Contents).build();
  std::vector<std::string> Passed;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    for (const Problem::Note &Note : Issue.Notes)
      if (llvm::StringRef(Note.Message).contains("this call passes"))
        Passed.push_back(
            Note.Message + " at line " +
            std::to_string(State->text().lineAt(Note.Range.Begin) + 1));
  });
  CHECK(Passed == std::vector<std::string>{"this call passes %e at line 8"});
  CHECK(compareWithWhole(*State) == "");
}
