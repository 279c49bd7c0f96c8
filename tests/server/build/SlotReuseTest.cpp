//===- SlotReuseTest.cpp - What a text has of the one before --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/Typist.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("SlotReuse: what is edited is not what has its text elsewhere now",
          "[builder]") {
  const std::string Function = "func.func @f() { return }\n";
  Typist T(Function);
  auto OldState = T.build();
  T.replace("return", "oops");
  T.edit({T.text().size(), T.text().size()}, Function);
  auto State = T.build();
  REQUIRE(State->parts().size() == 2);
  CHECK(State->parts()[1].Id != OldState->parts()[0].Id);
  REQUIRE(State->parts()[0].Sections.size() == 1);
  CHECK(State->parts()[0].Sections[0].isStale());
  CHECK(State->parts()[0].Sections[0].Data ==
        OldState->parts()[0].Sections[0].Data);
}

TEST_CASE("SlotReuse: what is moved is the same", "[builder]") {
  const std::string First = "#a = 1 : i32\nfunc.func @f() { return }\n",
                    Second = "func.func @g() { return }\n";
  Typist T(First + Second);
  auto OldState = T.build();
  T.edit({0, T.text().size()}, Second + First);
  auto State = T.build();
  REQUIRE(State->parts().size() == 3);
  CHECK(State->parts()[0].Id == OldState->parts()[2].Id);
  CHECK(State->parts()[1].Id == OldState->parts()[0].Id);
  CHECK(State->parts()[2].Id == OldState->parts()[1].Id);
}

TEST_CASE("SlotReuse: what another cut had in a larger piece is the same",
          "[builder]") {
  // The first cut of the second text has the function behind a brace, in a
  // piece that is patched from the function.
  const std::string Begin = "{\n!t = i32\n", End = "func.func @f() {\n"
                                                   "  foo(!t)\n"
                                                   "  return\n"
                                                   "}gpu.{(){}}";
  Typist T(Begin + "mul\n" + End);
  auto OldState = T.build();
  T.become(Begin + "}" + End);
  auto State = T.build();
  REQUIRE(State->parts().size() == 5);
  CHECK(State->parts()[3].Id == OldState->parts()[3].Id);
  CHECK(State->parts()[3].Sections[0].Data ==
        OldState->parts()[3].Sections[0].Data);
}
