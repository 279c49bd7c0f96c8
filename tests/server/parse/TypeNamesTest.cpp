//===- TypeNamesTest.cpp - Types that were meant --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/TypeNames.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::string meant(llvm::StringRef Name) {
  std::optional<MlirToken> Token = Lexer(Name).next();
  REQUIRE(Token);
  return findMeantType(*Token);
}

TEST_CASE("TypeNames: the nearest type was meant", "[type-names]") {
  for (std::string Name : {"!noisyi32", "!noisy.i23", "!noisy.i3", "!noizy.i32",
                           "!nois.i32", "noisy.i32", "!noisy.i64"}) {
    INFO(Name);
    CHECK(meant(Name) == "!noisy.i32");
  }
  CHECK(meant("!noisy") == "!noisy.i32");
  CHECK(meant("int") == "i32");
  CHECK(meant("double") == "f64");
  CHECK(meant("tensr") == "tensor");
  CHECK(meant("memrf") == "memref");
  CHECK(meant("vecotr") == "vector");
  for (std::string Name : {"!noisy.i32", "!llvm.ptr", "!ct", "!n", "i32", "f32",
                           "tensor", "arith.addi", "x", "!quant.i32"}) {
    INFO(Name);
    CHECK(meant(Name) == "");
  }
}

/// What is told of a function with an argument of this type: the text at the
/// error, and what is to be there.
static std::string told(const std::string &Type) {
  auto State =
      snapshotOf("func.func @f(%a: i32, %b: " + Type + ") {\n  return\n}\n");
  std::string Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    if (Issue.Code == UnknownTypeCode)
      Result = State->text()
                   .bytes()
                   .slice(Issue.Range.Begin, Issue.Range.End)
                   .str() +
               ": " + Issue.Replacement;
  });
  return Result;
}

TEST_CASE("TypeNames: the error is at the type, with the one that was meant",
          "[type-names]") {
  CHECK(told("!noisyi32") == "!noisyi32: !noisy.i32");
  CHECK(told("!noisy.i23") == "!noisy.i23: !noisy.i32");
  CHECK(told("!noisy.i23 {noisy.bound = 5}") == "!noisy.i23: !noisy.i32");
  CHECK(told("noisy.i32") == "noisy.i32: !noisy.i32");
  CHECK(told("tensr<4xi32>") == "tensr: tensor");
  CHECK(told("int") == "int: i32");
  CHECK(told("tensor<4x!noisy>") == "!noisy: !noisy.i32");
  CHECK(told("i32 {noisy.model = #noisy.modl<initial = 1, max = 2>}") ==
        "#noisy.modl: #noisy.model");
  CHECK(told("!nothing") == "");
  CHECK(told("foo") == "");
}
