//===- NameExtentsTest.cpp - How far names reach --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/rename/NameExtents.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The text of each extent of a name in the one section of a text.
static std::vector<std::string> extents(const char *Source, const char *Name) {
  auto State = snapshotOf(Source);
  REQUIRE(State->parts().size() == 1);
  REQUIRE(State->parts()[0].Sections.size() == 1);
  const Section &Data = *State->parts()[0].Sections[0].Data;
  std::vector<std::string> Result;
  for (const NameExtent &Extent : findNameExtents(Data, Name)) {
    CHECK_FALSE(Extent.IsOpen);
    Result.push_back(Data.textOf({Extent.First, Extent.Last}).str());
  }
  return Result;
}

using Texts = std::vector<std::string>;

TEST_CASE("Name extents: arguments and results", "[names]") {
  const char *Source = R"(func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32 // a
  return %0 : i32
})";
  CHECK(extents(Source, "%b") == Texts{R"(%b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32 // a
  return %0 : i32)"});
  CHECK(extents(Source, "%0") == Texts{R"( // a
  return %0 : i32)"});
  CHECK(extents(Source, "%1").empty());
  CHECK(extents(Source, "%").empty());
  CHECK(extents(Source, "").empty());
}

TEST_CASE("Name extents: each region has its own", "[names]") {
  const char *Source = R"(func.func @f(%c: i1, %a: i32) -> i32 {
  %x = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    %y = arith.addi %a, %a : i32
    %x = arith.addi %a, %a : i32
    "e.f"() ({ "g.h"() : () -> () }) : () -> ()
    scf.yield %x : i32
  }
  return %x : i32
})";
  CHECK(extents(Source, "%x") ==
        Texts{"\n  return %x : i32", "\n    scf.yield %x : i32",
              "\n    \"e.f\"() ({ \"g.h\"() : () -> () }) : () -> ()\n"
              "    scf.yield %x : i32"});
}

TEST_CASE("Name extents: blocks may use what comes later", "[names]") {
  const char *Source = R"(func.func @f() -> i32 {
  cf.br ^b
^a:
  return %x : i32
^b:
  %x = "a.b"() : () -> i32
  cf.br ^a
})";
  CHECK(extents(Source, "%x") == Texts{R"(%x : i32
^b:
  %x = "a.b"() : () -> i32
  cf.br ^a)"});
}

TEST_CASE("Name extents: arguments without a text behind them", "[names]") {
  CHECK(extents("func.func @f(%n: index) {\n  scf.for %i = %n to %n step %n "
                "{}\n  return }",
                "%i") == Texts{"%i"});
  CHECK(extents("\"a.b\"() ({\n^bb0(%x: i32, %y: i32):\n}) : () -> ()", "%x") ==
        Texts{"%x: i32, %y"});
}

TEST_CASE("Name extents: outside of all operations", "[names]") {
  auto State = snapshotOf("%x = \"a.b\"() : () -> i32");
  const Section &Data = *State->parts()[0].Sections[0].Data;
  std::vector<NameExtent> Results = findNameExtents(Data, "%x");
  REQUIRE(Results.size() == 1);
  CHECK(Results[0].IsOpen);
}
