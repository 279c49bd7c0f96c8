//===- OdsReaderTest.cpp - Dialects from TableGen's JSON ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsReader.h"
#include "tests/server/ods/OdsProject.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("OdsReader: operations", "[ods]") {
  OdsProject Project;
  OdsResult Read = Project.read();
  INFO((Read.Errors.empty() ? "" : Read.Errors.front()));
  REQUIRE(Read.Errors.empty());
  const OdsCatalog &Catalog = *Read.Catalog;
  const OdsOperation *Add = Catalog.findOperation("toy.add");
  REQUIRE(Add);
  CHECK(Add->Summary == "adds polynomials");
  CHECK(Add->Description == "The sum of two polynomials.\n\n```mlir\n"
                            "%2 = toy.add %0, %1 : !toy.poly<3>\n```");
  CHECK(Add->Members.size() == 3);
  CHECK(Add->find("lhs")->ShortType == "toy.poly");
  CHECK(Add->hasTrait("SameOperandsAndResultType"));
  CHECK(Add->Format);
  const OdsOperation *Rotate = Catalog.findOperation("toy.rotate");
  REQUIRE(Rotate);
  CHECK(Rotate->find("dynamic")->OnlyType == "index");
  CHECK(Rotate->find("dynamic")->Number == OdsMember::Count::Optional);
  CHECK(Rotate->find("steps")->OnlyType == "i64");
  CHECK(Rotate->find("fast")->Class == "UnitAttr");
  CHECK(Rotate->SameTypes.size() == 1);
  // Without a description, its parts.
  CHECK(Rotate->Description.contains("- attribute `steps`"));
  const OdsOperation *Pack = Catalog.findOperation("toy.pack");
  REQUIRE(Pack);
  CHECK(Pack->find("inputs")->Number == OdsMember::Count::Any);
  CHECK(Pack->find("kind")->ShortType == "toy.kind");
  CHECK(Pack->find("kind")->Of == OdsMember::Kind::Attribute);
  CHECK(Catalog.findOperation("toy.box")->hasTrait("IsolatedFromAbove"));
  CHECK_FALSE(Catalog.findOperation("toy.list")->Format);
  CHECK_FALSE(Catalog.findOperation("toy.lists"));
  CHECK_FALSE(Catalog.findOperation("tory.add"));
}

TEST_CASE("OdsReader: types by their classes in C++", "[ods]") {
  OdsProject Project;
  OdsResult Read = Project.read();
  INFO((Read.Errors.empty() ? "" : Read.Errors.front()));
  const OdsOperation *Op = Read.Catalog->findOperation("toy.read");
  REQUIRE(Op);
  CHECK(Op->find("poly")->ShortType == "toy.poly");
  CHECK(Op->find("word")->ShortType == "toy.");
  // These are written as a whole.
  CHECK(Op->find("bit")->ShortType == "");
  CHECK(Op->find("rest")->ShortType == "");
  CHECK(Op->find("rest")->Of == OdsMember::Kind::Result);
  const OdsOperation *Sort = Read.Catalog->findOperation("toy.sort");
  REQUIRE(Sort);
  CHECK(Sort->find("order")->Words ==
        std::vector<llvm::StringRef>{"up", "down"});
  CHECK(Sort->find("by")->ShortType == "toy.");
  CHECK(Sort->find("users")->Words.empty());
}

TEST_CASE("OdsReader: types, attributes and places", "[ods]") {
  OdsProject Project;
  OdsResult Read = Project.read();
  const OdsDefinition *Poly = Read.Catalog->findDefinition("!toy.poly");
  REQUIRE(Poly);
  CHECK(Poly->Summary == "a polynomial");
  std::string Path = (Project.Folder / "toy.td").string();
  CHECK(Poly->Place.File == Path);
  CHECK(Read.Catalog->findDefinition("#toy.kind"));
  CHECK_FALSE(Read.Catalog->findDefinition("#toy.poly"));
  const OdsOperation *Box = Read.Catalog->findOperation("toy.box");
  CHECK(Box->Place.File == Path);
  std::ifstream Stream(Path);
  std::string Line;
  for (uint32_t I = 0; I < Box->Place.Line; ++I)
    std::getline(Stream, Line);
  CHECK_THAT(Line, Catch::StartsWith("def Toy_BoxOp"));
}

TEST_CASE("OdsReader: what is no output of TableGen", "[ods]") {
  const std::string Deep(1000000, '[');
  for (const std::string &Text :
       {std::string(), std::string("[]"), std::string("{"), std::string("1"),
        Deep, "{\"a\":" + Deep}) {
    llvm::Expected<std::string> Short = shortenOds(Text);
    CHECK_FALSE(bool(Short));
    llvm::consumeError(Short.takeError());
  }
  for (const char *Text :
       {"{}", R"({"A": {"!superclasses": ["Op"], "arguments": 5}})",
        R"({"A": {"!superclasses": 1, "opDialect": {"def": "A"}}, "B": []})",
        R"({"A": {"!superclasses": ["Op"], "opName": "x",
            "opDialect": {"def": "D"}, "arguments": {"args": [[], [1, 2]]},
            "traits": [{"def": "A"}, 3]}, "D": {"name": "d"}})"}) {
    llvm::Expected<std::vector<OdsDialect>> Read = readOds(Text, {});
    CHECK(bool(Read));
    llvm::consumeError(Read.takeError());
  }
}
