//===- UnreadRegionsTest.cpp - Regions behind broken headers --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/UnreadRegions.h"
#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

/// The text after an operation at its beginning was replaced; empty if there is
/// none.
static std::string replaced(std::string Text) {
  return replaceUnread(Text, 0) ? Text : "";
}

static std::string defined(const std::string &Name, const std::string &Type) {
  return Name + " = \"unread.value\"() : () -> " + Type + "\n";
}

TEST_CASE("UnreadRegions: the names of a header are defined", "[completion]") {
  const std::string Unknown = UnreadType.str(), Index = "index";
  CHECK(replaced("scf.for %i = 0 to %n {\n  x") ==
        defined("%i", Index) + "\n  x");
  CHECK(replaced("%r = scf.for %i = %n iter_args(%q = %a) -> (i32) {\n  x") ==
        defined("%i", Index) + defined("%q", "i32") + "\n  x");
  CHECK(replaced("%r = scf.for %i = %n iter_args(%q = %a) {\n") ==
        defined("%i", Index) + defined("%q", Unknown) + "\n");
  CHECK(replaced("scf.parallel (%i, %j) = (%n) {\n") ==
        defined("%i", Index) + defined("%j", Index) + "\n");
  CHECK(replaced("func.func @f(%a i32, %b: tensor<4xi32>) -> {\n") ==
        "func.func @unread() {\n" + defined("%a", "i32") +
            defined("%b", "tensor<4xi32>") + "\n");
  // What is in the region stays, whatever is nested.
  CHECK(replaced("scf.if {\n  scf.if %p {\n  }\n  x") ==
        "\n  scf.if %p {\n  }\n  x");
}

TEST_CASE("UnreadRegions: behind a region its results are defined",
          "[completion]") {
  CHECK(replaced("%r = scf.if -> i32 {\n  x\n} else {\n  y\n}\n  z") ==
        defined("%r", "(i32)") + "\n  z");
  CHECK(replaced("%r:2 = scf.if -> (i32, f32) {\n  x\n}\n") ==
        defined("%r:2", "(i32, f32)") + "\n");
  CHECK(replaced("%r, %s = scf.if {\n}\n") ==
        defined("%r, %s",
                "(" + UnreadType.str() + ", " + UnreadType.str() + ")") +
            "\n");
  CHECK(replaced("scf.for %i {\n  x\n}\n  z") == "\n  z");
}

TEST_CASE("UnreadRegions: text without a region stays", "[completion]") {
  CHECK(replaced("arith.addi %a").empty());
  CHECK(replaced("a.b {x = 1} %a\n").empty());
}

TEST_CASE("UnreadRegions: completion in and behind a region with a broken "
          "header",
          "[completion]") {
  const std::string Begin = "func.func @f(%a: i32, %n: index) {\n  ";
  for (const char *Header :
       {"scf.for %i = 0 to %n step %n {", "scf.for %i = %n to {",
        "scf.for %i = %n to %n step %n iter_args(%q = %a) {", "scf.if %a > {",
        "scf.fr %i = %n {"}) {
    CAPTURE(Header);
    const std::string Inside = Begin + Header + "\n    ";
    CHECK(Offer(Inside + "%x = |\n  }\n}\n").has("arith.addi"));
    Offer Values(Inside + "%x = arith.addi |\n  }\n}\n");
    CHECK(Values.has("%a"));
    CHECK(Values.has("%i") == llvm::StringRef(Header).contains("%i"));
    CHECK(Values.has("%q") == llvm::StringRef(Header).contains("%q"));
    const std::string Behind = Inside + "%y = arith.addi %a, %a : i32\n  }\n  ";
    CHECK(Offer(Behind + "%x = arith.addi %|\n}\n").labels() ==
          Strings{"%a", "%n"});
  }
  // The type of a value that no header states is not shown.
  Offer Carried(Begin + "scf.for %i = %n iter_args(%q = %a) {\n"
                        "    %x = arith.addi |\n  }\n}\n");
  REQUIRE(Carried.has("%q"));
  CHECK(Carried.find("%q")->Type.empty());
  for (const char *Header :
       {"func.func @f(%a i32) {", "func.func @f(%a: i32) -> {"}) {
    CAPTURE(Header);
    CHECK(Offer(std::string(Header) + "\n  ret|\n}\n").has("return"));
    CHECK(Offer(std::string(Header) + "\n  %x = arith.addi |\n}\n").has("%a"));
  }
}

TEST_CASE("UnreadRegions: an unfinished line does not take the next one",
          "[completion]") {
  const std::string Begin =
      "func.func @f(%x: f32, %m: memref<4xf32>) {\n  %1 = arith.addf %x\n  ";
  CHECK(Offer(Begin + "sto|\n  return\n}\n").has("memref.store"));
  CHECK(Offer(Begin + "%2 = |\n  return\n}\n").has("arith.addf"));
  CHECK(Offer(Begin + "memref.store |\n  return\n}\n").has("%m"));
  // It goes on after a comma.
  const std::string Comma =
      "func.func @f(%x: f32) {\n  %1 = arith.addf %x,\n  ";
  CHECK(Offer(Comma + "%|\n  return\n}\n").has("%x"));
}

/// A function whose body ends with a line that is typed.
static Offer offeredIn(const std::string &Lines) {
  return Offer("func.func @f(%x: !noisy.i32, %n: index, %c: i1, "
               "%m: memref<4x!noisy.i32, strided<[1], offset: 1>>) {\n" +
               Lines + "\n}\n");
}

TEST_CASE("UnreadRegions: braces count where they are code", "[completion]") {
  const std::string Loop = "%w = noisy.add %x, %x : !noisy.i32\n"
                           "scf.for %i = %n to %n step %n {\n"
                           "  %y = noisy.add %x, |";
  Offer AfterComment =
      offeredIn("%z = noisy.add %x %x : !noisy.i32 // {\n" + Loop);
  REQUIRE(AfterComment.has("%w"));
  CHECK(AfterComment.find("%w")->Type == "!noisy.i32");
  Offer AfterDictionary = offeredIn("%z = noisy.add %x %x {a = 1\n" + Loop);
  CHECK((!AfterDictionary.has("%w") ||
         AfterDictionary.find("%w")->Type == "!noisy.i32"));
  CHECK(offeredIn("%z = noisy.add %x %x : !noisy.i32 // {\n"
                  "%y = noisy.add %x, |")
            .has("%x"));
  CHECK(offeredIn("%z = noisy.add %x %x : !noisy.i32 // }\n"
                  "%y = noisy.add %x, |")
            .has("%x"));
}

TEST_CASE("UnreadRegions: only what a header defines is defined",
          "[completion]") {
  // The operands of an operation are no variables of a loop.
  Offer Generic = offeredIn("\"a.b\"(%x %c) ({\n^bb0(%p: !noisy.i32):\n"
                            "  %y = arith.andi |");
  REQUIRE(Generic.has("%c"));
  CHECK(Generic.find("%c")->Type == "i1");
  // Types have commas and arrows of their own.
  const std::string Carried =
      "scf.for %i = %n to %n stp %n iter_args(%a = %m, %b = %x) -> "
      "(memref<4x!noisy.i32, strided<[1], offset: 1>>, !noisy.i32) {\n";
  Offer Inside = offeredIn(Carried + "  %y = noisy.add |");
  REQUIRE(Inside.has("%b"));
  CHECK(Inside.find("%b")->Type == "!noisy.i32");
  Offer Behind = offeredIn("%r:2 = " + Carried + "}\n%y = noisy.add |");
  CAPTURE(Behind.labels());
  CHECK(Behind.has("%r"));
  CHECK(replaced("scf.iff %c @foo {\n  x") == "\n  x");
}

TEST_CASE("UnreadRegions: several regions, and headers of several lines",
          "[completion]") {
  const std::string Then =
      "scf.iff %c {\n  %q = noisy.add %x, %x : !noisy.i32\n";
  CHECK_FALSE(offeredIn(Then + "} else {\n  %y = noisy.add |").has("%q"));
  CHECK(offeredIn(Then + "} else { // why\n}\n%y = noisy.add %x, |").has("%x"));
  Offer Below = offeredIn("  scf.for %i = %n\n      to %n stp %n {\n"
                          "    %y = arith.addi |");
  CHECK(Below.has("%i"));
  CHECK(offeredIn("  %r = scf.for %i = %n to %n stp %n\n"
                  "      iter_args(%a = %x) -> (!noisy.i32) {\n  }\n"
                  "  %y = noisy.add |")
            .has("%r"));
  // A line of its own is no part of the operation before.
  Offer Own = offeredIn("  %w = noisy.add %x, %x : !noisy.i32\n"
                        "  foo %x {\n  }\n  %y = noisy.add |");
  REQUIRE(Own.has("%w"));
  CHECK(Own.find("%w")->Type == "!noisy.i32");
}
