//===- PatchedTextTest.cpp - Edited texts beside those read anew ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits by which a run of operations means something else alone than in its
// function, so that the snapshot differed from one of the whole text.
//
//===----------------------------------------------------------------------===//

#include "tests/server/CrashRecovery.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotComparison.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Builds texts one after the other, and compares each with one from nothing.
static void checkTexts(llvm::ArrayRef<std::string> Texts) {
  CrashRecovery Recovery;
  Typist T(Texts.front());
  T.build();
  for (const std::string &Text : Texts.drop_front()) {
    INFO(Text);
    T.become(Text);
    Typist Scratch(Text);
    CHECK(compareWithScratch(*T.build(), *Scratch.build()) == "");
  }
}

TEST_CASE("an edit puts a location at the beginning of a function", "[patch]") {
  std::string Begin = "func.func private @f() {", End = "\n  return\n}\n";
  checkTexts({Begin + End, Begin + "\n  loc(\"a\")" + End, Begin + End});
  checkTexts({Begin + End, Begin + "loc(unknown)" + End});
}

TEST_CASE("the first line of a region becomes like an attribute", "[patch]") {
  for (std::string Line : {"func =", "func,", "a = 1", "\"a\", b"}) {
    std::string Begin = "func.func private @f(%p: i1) {\n  ",
                End = "\n  return\n}\n";
    checkTexts({Begin + End, Begin + Line + End, Begin + End});
    Begin += "scf.if %p {\n    ";
    End = "\n    scf.yield\n  }" + End;
    checkTexts({Begin + End, Begin + Line + End, Begin + End});
  }
}

TEST_CASE("a line without a name behind one in the line of the brace",
          "[patch]") {
  for (std::string First : {"\"", "%b = arith.constant 1 : i5"}) {
    std::string Begin = "func.func private @f() {" + First +
                        "\n    %c = arith.constant 2 : i5\n",
                End = "    return\n}\n";
    checkTexts({Begin + End, Begin + "    %\n" + End, Begin + End});
  }
}

TEST_CASE("an open bracket before a broken operation with a label", "[patch]") {
  std::string Begin = "func.func private @f() {\n",
              End = "    %b = arith.constant false\n"
                    "noisy.encode %x : i5 -> !noisy.i32\n"
                    "    %v {\n"
                    "    ^bb0():\n"
                    "    }()\n"
                    "}\n";
  checkTexts({Begin + End, Begin + "    %a = arith.constant 3 :,(\n" + End,
              Begin + End});
}

TEST_CASE("broken lines behind an operation in the line of the brace",
          "[patch]") {
  std::string Begin =
                  "func.func private @f() {     %a = arith.constant 2 : i5\n",
              End = " !\n    %b = arith.constant 5 : i5\n    return\n}\n";
  checkTexts({Begin + End, Begin + "    = index\n" + End, Begin + End});
  Begin += "    %c = arith.constant 2 : i5 ";
  checkTexts({Begin + End, Begin + "%d =\n" + End, Begin + End});
}

TEST_CASE("an error at the end of the line before a broken one", "[patch]") {
  std::string Begin = "func.func @f(%x: i5, %v0: !noisy.i32) {\n"
                      "  %true = arith.constant true\n",
              End = " = arith.constant false\n"
                    "  %v1 = noisy.add %v0, %v0 : !noisy.i32\n"
                    "  %v2 = noisy.reduce_noise %v1 : !noisy.i32\n"
                    "  [%v3 = noisy.reduce_noise %v0 : !noisy.i32\n"
                    "  return\n}\n";
  checkTexts({Begin + "  %fa,lse" + End, Begin + "  %false" + End});
}
