//===- ModelRegistriesTest.cpp - Dialects with a default model ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/ModelRegistries.h"
#include "dialect/AllDialects.h"
#include "dialect/NoisyDialect.h"
#include "server/parse/ParsedText.h"
#include "tests/server/SnapshotText.h"
#include "tests/server/Typist.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static NoiseModel defaultOf(const DialectRegistry &Registry) {
  std::unique_ptr<MLIRContext> Context = makeContext(Registry);
  return Context->getOrLoadDialect<NoisyDialect>()->getDefaultModel();
}

TEST_CASE("ModelRegistries: a registry for each model", "[models]") {
  DialectRegistry Base;
  registerAllDialects(Base);
  ModelRegistries Models(Base);
  CHECK(&Models.registryFor(std::nullopt) == &Base);
  const DialectRegistry &First = Models.registryFor(NoiseModel{16, 30});
  const DialectRegistry &Second = Models.registryFor(NoiseModel{16, 40});
  CHECK(defaultOf(First) == NoiseModel{16, 30});
  CHECK(defaultOf(Second) == NoiseModel{16, 40});
  CHECK(defaultOf(Base) == NoiseModel{12, 26});
  CHECK(&Models.registryFor(NoiseModel{16, 30}) == &First);
  CHECK(llvm::equal(First.getDialectNames(), Base.getDialectNames()));
}

TEST_CASE("ModelRegistries: more than the command line", "[models]") {
  DialectRegistry Base;
  registerAllDialects(Base);
  registerDefaultModel(Base, {10, 20});
  ModelRegistries Models(Base);
  CHECK(defaultOf(Models.registryFor(std::nullopt)) == NoiseModel{10, 20});
  CHECK(defaultOf(Models.registryFor(NoiseModel{16, 30})) ==
        NoiseModel{16, 30});
  // Also where it is that of no command line.
  CHECK(defaultOf(Models.registryFor(NoiseModel())) == NoiseModel{12, 26});
}

//===----------------------------------------------------------------------===//
// Builds
//===----------------------------------------------------------------------===//

/// All that a snapshot says.
static std::string describeAll(const Snapshot &State) {
  std::string Result;
  for (const Snapshot::Part &P : State.parts()) {
    Result += describePiece(P) + "\n";
    for (const PlacedSection &Section : P.Sections) {
      Result += describe(*Section.Data);
      if (Section.Facts)
        Result += describe(*Section.Facts, State);
      Result += Section.isStale() ? "stale\n" : "";
    }
    for (const std::string &Line : describeProblems(P, State))
      Result += Line + "\n";
  }
  return Result;
}

static std::vector<std::string> messagesOf(const Typist::SnapshotPtr &State) {
  std::vector<std::string> Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Finding) {
    Result.push_back(Finding.Message);
  });
  return Result;
}

TEST_CASE("a text is built again under another model", "[models]") {
  ModelRegistries Models(allDialects());
  const DialectRegistry &OtherRegistry = Models.registryFor(NoiseModel{16, 30});
  // Of these, one calls the other; the bound is none under the first model, and
  // the attribute holds under both.
  const std::string Text =
      "func.func private @g(%a: !noisy.i32) -> !noisy.i32 {\n"
      "  %p = noisy.mul %a, %a : !noisy.i32\n"
      "  return %p : !noisy.i32\n}\n"
      "func.func @f(%x: i5) -> !noisy.i32 {\n"
      "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
      "  %r = call @g(%a) : (!noisy.i32) -> !noisy.i32\n"
      "  return %r : !noisy.i32\n}\n"
      "func.func private @h(!noisy.i32 {noisy.bound = 28 : i64})\n"
      "module attributes {noisy.model = #noisy.model<initial = 5, max = 9>} {\n"
      "  func.func @k(%x: i5) {\n"
      "    %e = noisy.encode %x : i5 -> !noisy.i32\n"
      "    %m = noisy.mul %e, %e : !noisy.i32\n"
      "    return\n  }\n}\n";
  Typist T(Text);
  std::string OldDescription = describeAll(*T.build());
  CHECK(difference(OldDescription, describeAll(*Typist(Text).build())) == "");

  T.useRegistry(OtherRegistry);
  Typist::SnapshotPtr State = T.build();
  std::string Scratch = describeAll(*Typist(Text, OtherRegistry).build());
  CHECK(difference(describeAll(*State), Scratch) == "");
  CHECK(difference(OldDescription, Scratch) != "");

  // What is typed then is under it, too.
  State = T.type("encode %x : i5 -> !noisy.i32\n  %r",
                 "encode %x : i5 -> !noisy.i32 // fresh\n  %r");
  CHECK(difference(describeAll(*State),
                   describeAll(*Typist(T.text(), OtherRegistry).build())) ==
        "");

  // A build that is stopped does not lose it.
  T.useRegistry(allDialects());
  CHECK_FALSE(T.build(Effort::Full, [] { return true; }));
  CHECK(difference(describeAll(*T.build()),
                   describeAll(*Typist(T.text()).build())) == "");
}

TEST_CASE("what is stale has no noise of another model", "[models]") {
  ModelRegistries Models(allDialects());
  Typist T("func.func @f(%x: i5) {\n"
           "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
           "  return\n}\n");
  T.build();
  Typist::SnapshotPtr State = T.type("func.func", "define");
  REQUIRE(State->parts()[0].Sections.size() == 1);
  REQUIRE(State->parts()[0].Sections[0].Facts);
  T.useRegistry(Models.registryFor(NoiseModel{16, 30}));
  State = T.build();
  // Names are there still.
  REQUIRE(State->parts()[0].Sections.size() == 1);
  CHECK(State->parts()[0].Sections[0].isStale());
  CHECK_FALSE(State->parts()[0].Sections[0].Facts);
  State = T.type("define", "func.func");
  REQUIRE(State->parts()[0].Sections[0].Facts);
  CHECK(State->parts()[0].Sections[0].Facts->Noise.at(0).Bound.getBits() == 16);
  CHECK(messagesOf(State).empty());
}

TEST_CASE("what a model allows is verified again", "[models]") {
  ModelRegistries Models(allDialects());
  Typist T("func.func private @h(!noisy.i32 {noisy.bound = 28 : i64})\n");
  CHECK(messagesOf(T.build()).size() == 1);
  T.useRegistry(Models.registryFor(NoiseModel{16, 30}));
  CHECK(messagesOf(T.build()).empty());
  T.useRegistry(allDialects());
  CHECK(messagesOf(T.build()).size() == 1);
}
