//===- IdentifiedTypesTest.cpp - Types that have a name for good ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/IdentifiedTypes.h"
#include <catch2/catch.hpp>
#include <map>

using namespace mlir::noisy::lsp;
using Names = std::vector<std::string>;

static Names namesIn(llvm::StringRef Text) {
  return namesOf(findIdentifiedBodies(Text));
}

TEST_CASE("IdentifiedTypes: the names of identified structures", "[types]") {
  CHECK(namesIn("func.func @f() { return }").empty());
  CHECK(namesIn("!llvm.struct<(i32)>").empty());
  CHECK(namesIn(R"(!llvm.struct< "b", (struct<"a\"", (struct<"b">)>)>)") ==
        Names{R"("a\"")", R"("b")"});
  CHECK(namesIn("!spirv.struct<s, (f32 [0])>") == Names{"s"});
  CHECK(namesIn("!spirv<struct<s, (f32)>>") == Names{"s"});
  CHECK(namesIn("!hw.struct<a: i1, b: i2>").empty());
  CHECK(namesIn("!hw.array<2xstruct<a : i1>>").empty());
  CHECK(namesIn("// struct<\"a\"\n\"struct<\\\"b\"").empty());
  // What is not closed.
  CHECK(namesIn("struct<\"a\n\"").size() == 1);
  CHECK(namesIn("struct<\"a\\").size() == 1);
  CHECK(namesIn("struct<").empty());
}

/// The number of bodies of each name: `"s" 2`.
static std::string bodiesIn(llvm::StringRef Text) {
  std::map<std::string, unsigned> Counts;
  for (const IdentifiedBody &Body : findIdentifiedBodies(Text))
    ++Counts[Body.Name];
  std::string Result;
  for (const auto &[Name, Count] : Counts)
    Result += (Result.empty() ? "" : ", ") + Name + " " + std::to_string(Count);
  return Result;
}

TEST_CASE("IdentifiedTypes: the bodies of a structure", "[types]") {
  CHECK(bodiesIn("!llvm.struct<\"s\", (i32)> !llvm.struct<\"s\",( i32 )>") ==
        "\"s\" 1");
  CHECK(bodiesIn("!llvm.struct<\"s\", (i32)> !llvm.struct<\"s\", (i64)>") ==
        "\"s\" 2");
  CHECK(bodiesIn("!llvm.struct<\"s\", opaque> !llvm.struct<\"s\">") ==
        "\"s\" 2");
  // It names itself in its body.
  CHECK(bodiesIn("!llvm.struct<\"s\", (array<2 x struct<\"s\">>, i32)> "
                 "!llvm.struct<\"t\", (struct<\"u\">)>") ==
        "\"s\" 1, \"t\" 1, \"u\" 1");
  CHECK(bodiesIn("struct<\"s\", (i32") == "\"s\" 1");
}
