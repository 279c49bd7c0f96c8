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

/// What is selected from the inside out at the first of `Anchor`, as text.
static std::vector<std::string> grow(const Snapshot &State,
                                     const std::string &Anchor) {
  llvm::StringRef Bytes = State.text().bytes();
  size_t Offset = Bytes.find(Anchor);
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
  std::string Contents = "// first\nmodule {\n" + Function + "\n}\n";
  auto State = snapshotAfter({Contents});
  CHECK(grow(*State, "%x : i32") ==
        Strings{"%x", "scf.yield %x : i32", "{\n    scf.yield %x : i32\n  }",
                Loop, Loop + "\n  return %r : i32",
                "{\n  " + Loop + "\n  return %r : i32\n}", Function,
                "\n" + Function + "\n", "module {\n" + Function + "\n}",
                Contents});
  CHECK(grow(*State, "%x = %y") ==
        Strings{
            "%x", "%x = %y", "(%x = %y)", Loop, Loop + "\n  return %r : i32",
            "{\n  " + Loop + "\n  return %r : i32\n}", Function,
            "\n" + Function + "\n", "module {\n" + Function + "\n}", Contents});
  // On a header, in a comment.
  CHECK(grow(*State, "module") == Strings{"module", "module {",
                                          "module {\n" + Function + "\n}",
                                          Contents});
  CHECK(grow(*State, "first") == Strings{"first", "// first", Contents});
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
  Strings Extents = grow(*snapshotAfter({Text}), "@g");
  CHECK(Extents == Strings{"@g", "func.func private @g()",
                           "\nfunc.func private @g()\n", Text});
}

TEST_CASE("Selection: several at once, anywhere", "[selection]") {
  std::string Text = "func.func private @f()\n\n\nfunc.func private @g()\n";
  auto State = snapshotAfter({Text});
  std::vector<size_t> Offsets;
  for (size_t I = 0; I <= Text.size() + 1; ++I)
    Offsets.push_back(I);
  auto Results = findSelectionRanges(*State, Offsets);
  REQUIRE(Results.size() == Offsets.size());
  for (const std::vector<ByteRange> &One : Results) {
    REQUIRE_FALSE(One.empty());
    CHECK(One.back() == ByteRange{0, Text.size()});
  }
  Results = findSelectionRanges(*snapshotAfter({""}), {0});
  REQUIRE(Results.size() == 1);
  CHECK(Results[0] == std::vector{ByteRange{0, 0}});
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
  std::string BrokenText =
      replaceOnce(Good, "%1 = arith.addi", "%1 = = arith.addi");
  // Operations are known from before.
  for (const auto &State :
       {snapshotAfter({Good, BrokenText}), snapshotAfter({BrokenText})}) {
    Strings Extents = grow(*State, "%x, %x");
    REQUIRE(Extents.size() > 4);
    CHECK(Extents[0] == "%x");
    CHECK(Extents[1] == "%0 = arith.addi %x, %x : i32");
    CHECK(Extents[2].substr(0, 14) == "%0 = arith.add");
    CHECK(Extents[3].substr(0, 7) == "{\n    %");
  }

  // One that goes over two lines.
  std::string Good2 = replaceOnce(Good, "%x, %x", "%x,\n      %x");
  std::string Broken2 =
      replaceOnce(Good2, "%1 = arith.addi", "%1 = = arith.addi");
  Strings Extents = grow(*snapshotAfter({Good2, Broken2}), "%x,\n");
  REQUIRE(Extents.size() > 4);
  CHECK(llvm::is_contained(Extents, "%0 = arith.addi %x,\n      %x : i32"));
}

TEST_CASE("Selection: of very many levels those in the middle are left out",
          "[selection]") {
  size_t Depth = 60000;
  std::string Contents =
      "func.func @f() attributes {a = " + std::string(Depth, '[') +
      std::string(Depth, ']') + "} {\n  return\n}\n";
  auto State = snapshotAfter({Contents});
  std::vector<ByteRange> Ranges =
      findSelectionRanges(*State, {Contents.find('[') + Depth})[0];
  REQUIRE(Ranges.size() == MaxSelectionLevels);
  // One bracket after the other at first, the function and all at last.
  for (size_t I = 1; I != 100; ++I)
    CHECK(Ranges[I].size() == Ranges[I - 1].size() + 2);
  CHECK(Ranges.back() == ByteRange{0, Contents.size()});
  CHECK(Ranges[MaxSelectionLevels - 2].Begin == 0);
}
