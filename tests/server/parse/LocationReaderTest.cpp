//===- LocationReaderTest.cpp - Reads locations of operations -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/LocationReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "tests/server/Typist.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The operations with a location, with the places in it.
static std::vector<std::string> locationsIn(const std::string &Text) {
  std::vector<std::string> Result;
  auto State = Typist(Text).build();
  for (const Snapshot::Part &Part : State->parts())
    for (const PlacedSection &Section : Part.Sections)
      for (const Section::ForeignLocation &L :
           Section.Data->foreignLocations()) {
        ByteRange Name = Section.Data->operations()[L.Operation].Name;
        Result.push_back(Section.Data->textOf(Name).str() + " " +
                         Section.Data->string(L.File).str() + ":" +
                         std::to_string(L.Line) + ":" +
                         std::to_string(L.Column));
      }
  return Result;
}
using Lines = std::vector<std::string>;

TEST_CASE("LocationReader: combined locations name all places once") {
  CHECK(locationsIn(R"(
    #a = loc("a.py":1:2)
    #b = loc("b.py":3:4)
    #c = loc(callsite(#b at #a))
    func.func @f() {
      %0 = arith.constant 0 : i32 loc(callsite(#a at #b))
      %1 = arith.addi %0, %0 : i32 loc(fused<"x">[#a, #c, "n"(#b), unknown])
      %2 = arith.subi %0, %0 : i32 loc("name")
      return loc(#a)
    })") == Lines{"arith.constant a.py:1:2", "arith.constant b.py:3:4",
                  "arith.addi a.py:1:2", "arith.addi b.py:3:4",
                  "return a.py:1:2"});
}

TEST_CASE("LocationReader: long chains are read once, and cut") {
  MLIRContext Context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> Op = ModuleOp::create(UnknownLoc::get(&Context));
  LocationReader Reader("module {}", "own.mlir");
  auto inFile = [&](unsigned Line) -> Location {
    return FileLineColLoc::get(&Context, "a.py", Line, 1);
  };
  Location Calls = inFile(1), Names = inFile(1);
  for (unsigned I = 2; I <= 20000; ++I) {
    Calls = CallSiteLoc::get(inFile(I), Calls);
    Names = NameLoc::get(StringAttr::get(&Context, "n"), Names);
    (*Op)->setLoc(Calls);
    size_t Count = Reader.read(*Op, nullptr).size();
    REQUIRE(Count == std::min<size_t>(I, LocationReader::MaxPlaces));
    (*Op)->setLoc(Names);
    REQUIRE(Reader.read(*Op, nullptr).size() == 1);
  }
  (*Op)->setLoc(Calls);
  CHECK(Reader.read(*Op, nullptr).front().Line == 20000);
  CHECK(Reader.read(*Op, nullptr).back().Line ==
        20000 - LocationReader::MaxPlaces + 1);
}

TEST_CASE("LocationReader: messages are about the text") {
  // Both operations have the same location.
  std::string Text = R"(
    func.func @f(%a: i32) {
      %0 = "arith.addi"(%a) : (i32) -> i32 loc("a.py":1:2)
      %1 = "arith.subi"(%a) : (i32) -> i32 loc("a.py":1:2)
      call @g() : () -> () loc(#u)
      return
    }
    #u = loc(unknown))";
  std::vector<size_t> Places;
  Typist(Text).build()->forEachProblem(
      [&](const Snapshot::Part &, const Problem &Issue) {
        Places.push_back(Issue.Range.Begin);
      });
  llvm::sort(Places);
  CHECK(Places == std::vector<size_t>{Text.find("\"arith.addi"),
                                      Text.find("\"arith.subi"),
                                      Text.find("call")});
}
