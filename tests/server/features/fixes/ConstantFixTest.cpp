//===- ConstantFixTest.cpp - Replace by a constant ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/fixes/SmallFixes.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// In a function of %n in [0, 7], %x of any i32 and %v of any vector<4xi32>,
/// the text behind its head after the fix at `|`.
static std::string applyConstantFix(const std::string &Body) {
  std::string Head =
      R"mlir(func.func @f(%n: index {noisy.range = [0, 7]}, %x: i32, %v: vector<4xi32>, %w: vector<[4]xi32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %vz = arith.constant dense<0> : vector<4xi32>
)mlir";
  std::string NewText =
      fixedAt(fixes::ReplaceByConstant, Head + Body + "  return\n}\n");
  if (llvm::StringRef(NewText).starts_with("no: "))
    return NewText;
  REQUIRE(llvm::StringRef(NewText).starts_with(Head));
  REQUIRE(llvm::StringRef(NewText).ends_with("  return\n}\n"));
  return NewText.substr(Head.size(), NewText.size() - Head.size() - 11);
}

TEST_CASE("Constant: of every type", "[small-fix]") {
  CHECK(applyConstantFix("  |%q = arith.divui %n, %c8 : index\n") ==
        "  %q = arith.constant 0 : index\n");
  CHECK(applyConstantFix("  %q = arith.cmpi |slt, %n, %c8 : index // less\n") ==
        "  %q = arith.constant true // less\n");
  CHECK(applyConstantFix("  %q = arith.cm|pi sgt, %n, %c8 : index\n") ==
        "  %q = arith.constant false\n");
  CHECK(applyConstantFix("  |%q = arith.andi %x, %z : i32\n") ==
        "  %q = arith.constant 0 : i32\n");
  CHECK(applyConstantFix("  |%q = arith.ori %x, %m : i32\n") ==
        "  %q = arith.constant -1 : i32\n");
  CHECK(applyConstantFix("  |%q = arith.andi %v, %vz : vector<4xi32>\n") ==
        "  %q = arith.constant dense<0> : vector<4xi32>\n");
  CHECK(applyConstantFix("  |%q = arith.xori %w, %w : vector<[4]xi32>\n") ==
        "  %q = arith.constant dense<0> : vector<[4]xi32>\n");
  CHECK(applyConstantFix("  |%q = arith.cmpi eq, %v, %v : vector<4xi32>\n") ==
        "  %q = arith.constant dense<true> : vector<4xi1>\n");
}

TEST_CASE("Constant: comparisons that bounds decide", "[small-fix]") {
  // The last step may pass the end of the type.
  std::string Loop = "  %k = arith.index_cast %x : i32 to index\n"
                     "  scf.for %i = %c0 to %k step %c8 {\n";
  CHECK(applyConstantFix(Loop + "    %q = arith.cmpi |ult, %i, %k : index\n"
                                "  }\n") ==
        "no: %q is not known to be constant");
  // But the loop has made the test itself.
  CHECK(applyConstantFix(Loop + "    %q = arith.cmpi |slt, %i, %k : index\n"
                                "  }\n") ==
        Loop + "    %q = arith.constant true\n  }\n");
  std::string One = "  %c1 = arith.constant 1 : index\n"
                    "  %k = arith.index_cast %x : i32 to index\n"
                    "  scf.for %i = %c0 to %k step %c1 {\n";
  CHECK(applyConstantFix(One + "    %q = arith.cmpi |slt, %i, %k : index\n"
                               "  }\n") ==
        One + "    %q = arith.constant true\n  }\n");
  CHECK(applyConstantFix(One + "    %q = arith.cmpi |uge, %i, %k : index\n"
                               "  }\n") ==
        One + "    %q = arith.constant false\n  }\n");
}

TEST_CASE("Constant: uses, the name and the location stay", "[small-fix]") {
  CHECK(applyConstantFix("  %q = arith.divui %n, %c8 : index loc(\"here\")\n"
                         "  %r = arith.addi |%q, %n : index\n") ==
        "no: %r is not known to be constant");
  CHECK(applyConstantFix("  %q = arith.divui| %n, %c8 : index loc(\"here\")\n"
                         "  %r = arith.addi %q, %n : index\n") ==
        "  %q = arith.constant 0 : index loc(\"here\")\n"
        "  %r = arith.addi %q, %n : index\n");
  // At a use in what has no such result itself.
  CHECK(applyConstantFix("  %q = arith.divui %n, %c8 : index\n"
                         "  \"a.b\"(%|q) : (index) -> ()\n") ==
        "  %q = arith.constant 0 : index\n"
        "  \"a.b\"(%q) : (index) -> ()\n");
  CHECK(applyConstantFix(
            "  %q:1 = arith.divui| %n, %c8 {metadata = {a}, a.b = 3 : "
            "i32} : index\n") ==
        "  %q:1 = arith.constant {a.b = 3 : i32, metadata = {a}} 0 : index\n");
}

TEST_CASE("Constant: in every layout", "[small-fix]") {
  CHECK(applyConstantFix(
            "  |%q = \"arith.divui\"(%n, %c8) : (index, index) -> index\n") ==
        "  %q = arith.constant 0 : index\n");
  CHECK(applyConstantFix(
            "  |%q = \"arith.cmpi\"(%n, %c8) <{predicate = 2 : i64}> : "
            "(index, index) -> i1\n") == "  %q = arith.constant true\n");
  CHECK(applyConstantFix(
            "  |%q = arith.divui %n, %c8 : index %r = arith.addi %q, %n "
            ": index\n") ==
        "  %q = arith.constant 0 : index %r = arith.addi %q, %n : index\n");
  CHECK(applyConstantFix(
            "  |%q\r\n\t=\r\n\tarith.divui %n,\r\n\t\t%c8 : index  \r\n") ==
        "  %q\r\n\t=\r\n\tarith.constant 0 : index  \r\n");
  // Comments stay, each in its line.
  CHECK(applyConstantFix(R"mlir(  |%q = // one
    arith.divui %n, // two
      // three
      %c8 // four
      : index
      loc("x") // five
)mlir") ==
        R"mlir(  %q = // one
    arith.constant 0 : index // two
      // three
      // four
      loc("x") // five
)mlir");
  CHECK(applyConstantFix("  |%q = arith.divui %n, // one\r\n"
                         "      %c8\r\n"
                         "      : index\r\n") ==
        "  %q = arith.constant 0 : index // one\r\n");
}

TEST_CASE("Constant: where it is refused", "[small-fix]") {
  CHECK(applyConstantFix("  |%q = arith.addi %n, %c8 : index\n") ==
        "no: %q is not known to be constant");
  CHECK(applyConstantFix("  |%q = arith.constant 3 : index\n") ==
        "no: %q is a constant already");
  CHECK(applyConstantFix("  |%q:2 = arith.addui_extended %x, %z : i32, i1\n") ==
        "no: no operation here only computes one integer");
  CHECK(applyConstantFix("  |%q = \"a.b\"() : () -> i32\n") ==
        "no: no operation here only computes one integer");
  CHECK(applyConstantFix("  |\"a.b\"() : () -> ()\n") ==
        "no: no operation here only computes one integer");
}
