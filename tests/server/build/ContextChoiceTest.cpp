//===- ContextChoiceTest.cpp - Which context a chunk is parsed in ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/ContextChoice.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Split = "// -----\n";

static std::string user(const std::string &Name, const std::string &Body) {
  return "func.func private @" + Name + "(!llvm.struct<\"s\", " + Body + ">)\n";
}

/// What is wrong after an edit, which is what is wrong in the text as it is.
static Lines problemsAfter(Typist &T, llvm::StringRef Old,
                           llvm::StringRef New) {
  Lines Wrong = problemsOf(T.type(Old, New));
  CHECK(Wrong == problemsOf(Typist(T.text()).build()));
  return Wrong;
}

TEST_CASE("ContextChoice: chunks know nothing of each other's types",
          "[types]") {
  Typist T(user("a", "(i32)") + Split + user("b", "(i64)") + Split +
           user("c", "(i8)") + user("d", "(i8)"));
  CHECK(problemsOf(T.build()).empty());
  // In one of them it is wrong all the same.
  CHECK(problemsAfter(T, "@d(!llvm.struct<\"s\", (i8)",
                      "@d(!llvm.struct<\"s\", (i16)")
            .size() == 1);
  CHECK(problemsAfter(T, "@d(!llvm.struct<\"s\", (i16)",
                      "@d(!llvm.struct<\"s\", (i8)")
            .empty());
  CHECK(problemsAfter(T, "(i64)", "(f32)").empty());
  CHECK(problemsAfter(T, "(i32)", "(f32)").empty());
  // Chunks that become one, and two again.
  CHECK(problemsAfter(T, Split + user("c", "(i8)"), user("c", "(i8)")).size() ==
        2);
  CHECK(problemsAfter(T, user("c", "(i8)"), Split + user("c", "(i8)")).empty());
  CHECK(
      problemsAfter(T, user("a", "(f32)"), user("a", "(f32)") + Split).empty());
}

TEST_CASE("ContextChoice: what is in containers of a chunk", "[types]") {
  auto chunk = [](const std::string &Body) {
    return "module attributes {a.b = !llvm.struct<\"s\", " + Body + ">} {\n" +
           user("f", Body) + "  func.func @g(%x: !noisy.i32) {\n" +
           "    %0 = noisy.add %x, %x : !noisy.i32\n    return\n  }\n}\n";
  };
  Typist T(chunk("(i32)") + Split + chunk("(i64)"));
  auto State = T.build();
  CHECK(problemsOf(State).empty());
  CHECK(bitsOf(State, "%0") > 0);
  CHECK(problemsAfter(T, "@g", "@h").empty());
  CHECK(problemsAfter(T, "// -----\nmodule", "// -----\n// a\nmodule").empty());
  CHECK(problemsAfter(T, "(i64)", "(i16)").size() == 1);
  CHECK(problemsAfter(T, "(i16)", "(i64)").empty());
}
