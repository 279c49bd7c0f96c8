//===- UnsignedFixTest.cpp - The unsigned form of an operation ------------===//
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

/// In a function of %n and %k in [1, 7], the text behind its head after the
/// fix at `|`.
static std::string applyUnsignedFix(const std::string &Body) {
  std::string Head = "func.func @f(%n: i32 {noisy.range = [1, 7]}, "
                     "%k: i32 {noisy.range = [1, 7]}, %x: i32) {\n";
  std::string NewText =
      fixedAt(fixes::UseUnsigned, Head + Body + "  return\n}\n");
  if (llvm::StringRef(NewText).starts_with("no: "))
    return NewText;
  REQUIRE(llvm::StringRef(NewText).starts_with(Head));
  REQUIRE(llvm::StringRef(NewText).ends_with("  return\n}\n"));
  return NewText.substr(Head.size(), NewText.size() - Head.size() - 11);
}

TEST_CASE("Unsigned: only the name changes", "[small-fix]") {
  for (auto [Old, New] : std::vector<std::pair<std::string, std::string>>{
           {"divsi", "divui"},
           {"floordivsi", "divui"},
           {"ceildivsi", "ceildivui"},
           {"remsi", "remui"},
           {"minsi", "minui"},
           {"maxsi", "maxui"}}) {
    CHECK(applyUnsignedFix("  %q =  arith." + Old + " |%n,%k  {a.b} : i32 // " +
                           Old + "\n") ==
          "  %q =  arith." + New + " %n,%k  {a.b} : i32 // " + Old + "\n");
    CHECK(applyUnsignedFix(
              "  |%q =\r\n\"arith." + Old +
              "\"(%n,\r\n %k) : (i32, i32) -> i32 loc(unknown)\r\n") ==
          "  %q =\r\n\"arith." + New +
              "\"(%n,\r\n %k) : (i32, i32) -> i32 loc(unknown)\r\n");
  }
  CHECK(applyUnsignedFix("  %q = arith.extsi| %n : i32 to i64\n") ==
        "  %q = arith.extui %n : i32 to i64\n");
  // One behind another on a line.
  CHECK(applyUnsignedFix(
            "  %p = arith.divsi %n, %k : i32 |%q = arith.divsi %k, %n : "
            "i32\n") ==
        "  %p = arith.divsi %n, %k : i32 %q = arith.divui %k, %n : i32\n");
}

TEST_CASE("Unsigned: the predicate of a comparison", "[small-fix]") {
  for (auto [Old, New] : std::vector<std::pair<std::string, std::string>>{
           {"slt", "ult"}, {"sle", "ule"}, {"sgt", "ugt"}, {"sge", "uge"}}) {
    CHECK(applyUnsignedFix("  |%q = arith.cmpi " + Old + ", %n, %k : i32\n") ==
          "  %q = arith.cmpi " + New + ", %n, %k : i32\n");
    CHECK(applyUnsignedFix("  |%q = arith.cmpi // " + Old + "\n   \"" + Old +
                           "\", %n, %k : i32\n") == "  %q = arith.cmpi // " +
                                                        Old + "\n   \"" + New +
                                                        "\", %n, %k : i32\n");
  }
  CHECK(applyUnsignedFix(
            "  |%q = \"arith.cmpi\"(%n, %k) <{ predicate\t=\t2 : i64}> : "
            "(i32, i32) -> i1\n") ==
        "  %q = \"arith.cmpi\"(%n, %k) <{ predicate\t=\t6 : i64}> : "
        "(i32, i32) -> i1\n");
  // The older form, with an attribute of the user's beside it.
  CHECK(
      applyUnsignedFix("  |%q = \"arith.cmpi\"(%n, %k) {a.predicate = 2 : i64, "
                       "predicate = 5 : i64} : (i32, i32) -> i1\n") ==
      "  %q = \"arith.cmpi\"(%n, %k) {a.predicate = 2 : i64, "
      "predicate = 9 : i64} : (i32, i32) -> i1\n");
}

TEST_CASE("Unsigned: where it is refused", "[small-fix]") {
  CHECK(applyUnsignedFix("  |%q = arith.divsi %x, %k : i32\n") ==
        "no: an operand may be negative, or all of them are constant");
  CHECK(applyUnsignedFix("  |%q = arith.addi %n, %k : i32\n") ==
        "no: no operation here has an unsigned form");
  CHECK(applyUnsignedFix("  |%q = arith.cmpi ult, %n, %k : i32\n") ==
        "no: no operation here has an unsigned form");
}
