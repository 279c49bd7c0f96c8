//===- OutlineInfoTest.cpp - What the pieces of an outline say ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/syntax/OutlineLines.h"
#include "llvm/Support/xxhash.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// What the first piece says.
static PieceInfo infoOf(StringRef Text) {
  Outline Whole = Outline::scan(Text);
  REQUIRE(Whole.pieces().size() > 0);
  return *Whole.pieces()[0].Info;
}

TEST_CASE("Outline: operation and symbol", "[outline]") {
  auto SymbolIn = [](StringRef Text) {
    ByteRange Range = infoOf(Text).Symbol;
    return Text.ltrim().slice(Range.Begin, Range.End).str();
  };
  PieceInfo F = infoOf("\n  func.func private @f(%a: i32 {a = @g})");
  CHECK(F.Operation == "func.func");
  CHECK_FALSE(F.Generic);
  CHECK_FALSE(F.IsUnbalanced);
  CHECK(SymbolIn("\n  func.func private @f(%a: i32 {a = @g})") == "@f");
  CHECK(SymbolIn("func.func @\"a b(\"()") == "@\"a b(\"");
  CHECK(SymbolIn("func.func @f.g-h(") == "@f.g-h");
  CHECK(SymbolIn("func.func @") == "@");
  CHECK(SymbolIn("\"func.func\"() {sym_name = @f}") == "");
  CHECK(SymbolIn("module @m {") == "@m");
  CHECK(SymbolIn("func.func broken @f ] @g") == "@f");

  CHECK(infoOf("%0, %1 = \"test.op\"() : ()").Operation == "test.op");
  CHECK(infoOf("%0, %1 = \"test.op\"() : ()").Generic);
  CHECK(infoOf("%0 = test.op").Operation == "test.op");
  CHECK(infoOf("%0").Operation == "");
  CHECK(infoOf(": i32").Operation == "");
  CHECK(infoOf("#a = test.op").Operation == "");
  CHECK(infoOf("\"unclosed.op\n").Operation == "");

  StringRef Text = "func.func @f() {\n}";
  CHECK(infoOf(Text).Hash == llvm::xxh3_64bits(Text));
}

TEST_CASE("Outline: aliases that are defined", "[outline]") {
  StringRef Text = "#a = affine_map<() -> ()> // no\n#loc1=loc(\"f\":1:2)\n"
                   "!t = !test.b<#a,\n  !u> #b = [1]";
  PieceInfo Info = infoOf(Text);
  using Alias = PieceInfo::AliasDefinition;
  auto OffsetOf = [&](StringRef Part) {
    size_t Begin = Text.find(Part);
    return ByteRange{Begin, Begin + Part.size()};
  };
  CHECK(Info.Aliases ==
        std::vector<Alias>{{"#a", OffsetOf("#a = affine_map<() -> ()>")},
                           {"#loc1", OffsetOf("#loc1=loc(\"f\":1:2)")},
                           {"!t", OffsetOf("!t = !test.b<#a,\n  !u>")},
                           {"#b", OffsetOf("#b = [1]")}});
  CHECK(Info.AliasUses == Lines{"!u", "#a"});
  // Only at top level.
  CHECK(piecesOf("module {\n  #a = 1\n}") ==
        Lines{"H module {", "..O #a = 1", "..F }"});
  CHECK(piecesOf("#a.b = 1\n#c == 1") == Lines{"O #a.b = 1", "O #c == 1"});
}

TEST_CASE("Outline: aliases that are used", "[outline]") {
  CHECK(infoOf("func.func @f(%a: !t, %b: memref<4x!u, #map>) -> !t {\n"
               "  test.op %r#1, %r#0 {a = #b-c} : !test.op<!v> loc(#loc3)\n"
               "  // #no\n"
               "  test.op \"#no\" {a = #test.a, b = #0, c = #$_}\n"
               "} loc(#loc)")
            .AliasUses ==
        Lines{"!t", "!u", "!v", "#$_", "#0", "#b-c", "#loc", "#loc3", "#map"});
  CHECK(infoOf("test.op %r#1, %a : !t, #a, #a").AliasUses == Lines{"!t", "#a"});
  CHECK(infoOf("module attributes {a = #a} {").AliasUses == Lines{"#a"});
  CHECK(infoOf("{-# a: #b #-}").AliasUses == Lines{"#b"});
}

TEST_CASE("Outline: values and resources", "[outline]") {
  CHECK(infoOf("%0 = test.op").DefinesValues);
  CHECK(infoOf("%0:2, %a = test.op").DefinesValues);
  CHECK_FALSE(infoOf("%0 test.op").DefinesValues);
  CHECK_FALSE(infoOf("test.op {\n  %0 = test.op\n}").DefinesValues);

  CHECK_FALSE(infoOf("%0 = test.op").UsesValues);
  CHECK(infoOf("%0 = test.op %1").UsesValues);
  CHECK(infoOf("\"test.op\"(%0) : (i32) -> ()").UsesValues);
  CHECK(infoOf("test.op [(%0)]").UsesValues);
  CHECK(infoOf("test.op (1 {a = 1} %0)").UsesValues);
  CHECK_FALSE(infoOf("test.op {\n  test.op (%0)\n}").UsesValues);
  // Arguments.
  CHECK_FALSE(infoOf("func.func @f(%a: i32) {\n}").UsesValues);
  CHECK_FALSE(infoOf("gpu.func @f(%a: i32) workgroup(%b: i32) {").UsesValues);

  CHECK(infoOf("test.op dense_resource<a> : i32").UsesResources);
  CHECK(infoOf("func.func @f() {\n  test.op {a = dense_resource <a>}\n}")
            .UsesResources);
  CHECK_FALSE(infoOf("func.func @f() {\n  test.op {a = dense<1>} // "
                     "dense_resource<a>\n}")
                  .UsesResources);
}
