//===- SelectionRangesTest.cpp - How a selection grows --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/SelectionRanges.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// What is selected from the inside out at the first of `Near`, as text.
static std::vector<std::string> grow(const Snapshot &State,
                                     const std::string &Near) {
  llvm::StringRef Bytes = State.text().bytes();
  size_t Offset = Bytes.find(Near);
  REQUIRE(Offset != llvm::StringRef::npos);
  std::vector<std::string> Result;
  std::vector<ByteRange> Ranges = findSelectionRanges(State, {Offset})[0];
  for (size_t I = 0; I != Ranges.size(); ++I) {
    CHECK(Ranges[I].Begin <= Offset);
    CHECK(Offset <= Ranges[I].End);
    if (I != 0)
      CHECK(Ranges[I].contains(Ranges[I - 1]));
    Result.push_back(Bytes.slice(Ranges[I].Begin, Ranges[I].End).str());
  }
  REQUIRE_FALSE(Result.empty());
  CHECK(Result.back() == Bytes);
  return Result;
}

using Strings = std::vector<std::string>;

TEST_CASE("Selection: from a name to the whole text", "[selection]") {
  std::string Loop = "%r = scf.for %i = %a to %b step %c iter_args(%x = %y) -> "
                     "(i32) {\n    scf.yield %x : i32\n  }";
  std::string Function = "func.func @f(%a: index, %b: index, %c: index, %y: "
                         "i32) -> i32 {\n  " +
                         Loop + "\n  return %r : i32\n}";
  std::string All = "// first\nmodule {\n" + Function + "\n}\n";
  auto State = snapshotAfter({All});
  CHECK(grow(*State, "%x : i32") ==
        Strings{"%x", "scf.yield %x : i32", "{\n    scf.yield %x : i32\n  }",
                Loop, Loop + "\n  return %r : i32",
                "{\n  " + Loop + "\n  return %r : i32\n}", Function,
                "\n" + Function + "\n", "module {\n" + Function + "\n}", All});
  CHECK(grow(*State, "%x = %y") ==
        Strings{"%x", "%x = %y", "(%x = %y)", Loop,
                Loop + "\n  return %r : i32",
                "{\n  " + Loop + "\n  return %r : i32\n}", Function,
                "\n" + Function + "\n", "module {\n" + Function + "\n}", All});
  // On a header, in a comment.
  CHECK(grow(*State, "module") ==
        Strings{"module", "module {", "module {\n" + Function + "\n}", All});
  CHECK(grow(*State, "first") == Strings{"first", "// first", All});
}

TEST_CASE("Selection: blocks", "[selection]") {
  std::string Text = R"(func.func @f(%c: i1) {
  cf.cond_br %c, ^one, ^two
^one:
  "a.b"() : () -> ()
  cf.br ^two
^two:
  return
})";
  auto State = snapshotAfter({Text});
  Strings Entry = grow(*State, "cf.cond_br");
  REQUIRE(Entry.size() > 2);
  CHECK(Entry[0] == "cf.cond_br");
  CHECK(Entry[1] == "cf.cond_br %c, ^one, ^two");
  CHECK(Entry[2].substr(0, 12) == "cf.cond_br %");
  Strings One = grow(*State, "a.b");
  REQUIRE(One.size() > 2);
  CHECK(One[1] == "\"a.b\"() : () -> ()");
  CHECK(One[2] == "^one:\n  \"a.b\"() : () -> ()\n  cf.br ^two");
  Strings Two = grow(*State, "return");
  REQUIRE(Two.size() > 2);
  CHECK(Two[1] == "^two:\n  return");
  CHECK(Two[2].substr(0, 10) == "cf.cond_br");
}

TEST_CASE("Selection: chunks", "[selection]") {
  std::string Text = "func.func private @f()\n// -----\n"
                     "func.func private @g()\n";
  Strings Found = grow(*snapshotAfter({Text}), "@g");
  CHECK(Found == Strings{"@g", "func.func private @g()",
                         "\nfunc.func private @g()\n", Text});
}

TEST_CASE("Selection: several at once, anywhere", "[selection]") {
  std::string Text = "func.func private @f()\n\n\nfunc.func private @g()\n";
  auto State = snapshotAfter({Text});
  std::vector<size_t> Offsets;
  for (size_t I = 0; I <= Text.size() + 1; ++I)
    Offsets.push_back(I);
  auto Found = findSelectionRanges(*State, Offsets);
  REQUIRE(Found.size() == Offsets.size());
  for (const std::vector<ByteRange> &One : Found) {
    REQUIRE_FALSE(One.empty());
    CHECK(One.back() == ByteRange{0, Text.size()});
  }
  Found = findSelectionRanges(*snapshotAfter({""}), {0});
  REQUIRE(Found.size() == 1);
  CHECK(Found[0] == std::vector{ByteRange{0, 0}});
}

TEST_CASE("Selection: in text that is broken", "[selection]") {
  std::string Good = R"(func.func @f(%c: i1, %x: i32) {
  scf.if %c {
    %0 = arith.addi %x, %x : i32
    %1 = arith.addi %0, %x : i32
  }
  return
}
)";
  std::string Broken =
      replaceOnce(Good, "%1 = arith.addi", "%1 = = arith.addi");
  // Operations are known from before.
  for (const auto &State :
       {snapshotAfter({Good, Broken}), snapshotAfter({Broken})}) {
    Strings Found = grow(*State, "%x, %x");
    REQUIRE(Found.size() > 4);
    CHECK(Found[0] == "%x");
    CHECK(Found[1] == "%0 = arith.addi %x, %x : i32");
    CHECK(Found[2].substr(0, 14) == "%0 = arith.add");
    CHECK(Found[3].substr(0, 7) == "{\n    %");
  }

  // One that goes over two lines.
  std::string Good2 = replaceOnce(Good, "%x, %x", "%x,\n      %x");
  std::string Broken2 =
      replaceOnce(Good2, "%1 = arith.addi", "%1 = = arith.addi");
  Strings Found = grow(*snapshotAfter({Good2, Broken2}), "%x,\n");
  REQUIRE(Found.size() > 4);
  CHECK(llvm::is_contained(Found, "%0 = arith.addi %x,\n      %x : i32"));
}

TEST_CASE("Selection: of very many levels those in the middle are left out",
          "[selection]") {
  size_t Depth = 60000;
  std::string All =
      "func.func @f() attributes {a = " + std::string(Depth, '[') +
      std::string(Depth, ']') + "} {\n  return\n}\n";
  auto State = snapshotAfter({All});
  std::vector<ByteRange> Ranges =
      findSelectionRanges(*State, {All.find('[') + Depth})[0];
  REQUIRE(Ranges.size() == MaxSelectionLevels);
  // One bracket after the other at first, the function and all at last.
  for (size_t I = 1; I != 100; ++I)
    CHECK(Ranges[I].size() == Ranges[I - 1].size() + 2);
  CHECK(Ranges.back() == ByteRange{0, All.size()});
  CHECK(Ranges[MaxSelectionLevels - 2].Begin == 0);
}
