//===- SymbolPathTest.cpp - The names of a nested symbol ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/SymbolPath.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("SymbolPath: parts and siblings", "[symbol-path]") {
  SymbolPath Path({"a", "b", "c"});
  CHECK(Path.front() == "a");
  CHECK(Path.back() == "c");
  CHECK(Path.prefix(2) == SymbolPath({"a", "b"}));
  CHECK(Path.prefix(9) == Path);
  CHECK(Path.sibling("d") == SymbolPath({"a", "b", "d"}));
  CHECK(Path.prefix(2).sibling("d") == SymbolPath({"a", "d"}));
  CHECK(SymbolPath().names().empty());
}

TEST_CASE("SymbolPath: the parts of a reference share its names",
          "[symbol-path]") {
  std::string Text = "func.func private @f() attributes {d.a = @a";
  for (unsigned I = 0; I < 10000; ++I)
    Text += "::@a" + std::to_string(I);
  auto State = snapshotOf(Text + "}\n");
  REQUIRE(State->parts().size() == 1);
  REQUIRE(State->parts()[0].Sections.size() == 1);
  auto Uses = State->parts()[0].Sections[0].Data->symbolUses();
  REQUIRE(Uses.size() == 10001);
  for (const Section::SymbolUse &Use : Uses)
    REQUIRE(Use.Path.names().data() == Uses[0].Path.names().data());
  CHECK(Uses.back().Path.back() == "a9999");
}
