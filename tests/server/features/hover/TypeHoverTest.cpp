//===- TypeHoverTest.cpp - Hovers of types and attributes -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/TypeHover.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using llvm::StringRef;

/// The hover at the first |; empty without one.
static std::string hoverAt(StringRef MarkedText) {
  AnnotatedText Text(MarkedText);
  std::optional<HoverInfo> Hover = getTypeHover(Text.Text, Text.Places[0]);
  if (!Hover)
    Hover = getWordHover(Text.Text, Text.Places[0]);
  return Hover ? Hover->render(MarkupKind::Markdown) : "";
}

TEST_CASE("TypeHover: the encrypted type", "[hover]") {
  for (const char *Text :
       {"func.func @f(%a: |!noisy.i32)", "func.func @f(%a: !noi|sy.i32)",
        "func.func @f(%a: tensor<4x!noisy.i32|>)",
        "%0 = noisy.a : !noisy.i32|"}) {
    std::string Hover = hoverAt(Text);
    CHECK(StringRef(Hover).starts_with("```mlir\n!noisy.i32\n```\n"));
    CHECK(StringRef(Hover).contains("An encrypted integer of 5 bits"));
    CHECK(StringRef(Hover).contains("noisy.encode %x : i5 -> !noisy.i32"));
  }
}

TEST_CASE("TypeHover: attributes of noisy", "[hover]") {
  CHECK(StringRef(hoverAt("func.func @f(%a: i32 {noisy.|bound = 20 : i64})"))
            .contains("may state a\ncontract, `noisy.bound = N : i64`, in bits "
                      "of noise"));
  CHECK(StringRef(hoverAt("@f(%a: index {noisy.range| = [0, 8]})"))
            .contains("both ends included"));
  CHECK(StringRef(hoverAt("module attributes {|noisy.model = #noisy.model<"))
            .contains("the noise of a fresh\nencryption, the limit"));
  CHECK(StringRef(hoverAt("{noisy.cost| = 3 : i64}"))
            .contains("The cost of reducing a value"));
  CHECK(StringRef(hoverAt("{noisy.metadata| = {}}")).contains("level"));
  for (const char *Text :
       {"{noisy.model = #noisy.|model<initial = 16, max = 30>}",
        "{noisy.model = #noisy.model<ini|tial = 16, max = 3>}",
        "{noisy.model = #noisy.model<initial = 16, max| = 3>}",
        "{noisy.model = #noisy.model<initial = 1|6"})
    CHECK(StringRef(hoverAt(Text)).contains("the noise of a fresh encryption"));
}

TEST_CASE("TypeHover: the alias of a layout", "[hover]") {
  const std::string Hover =
      hoverAt("#map = affine_map<(d0) -> (d0 * 2)> // doubled\n"
              "#map1 = affine_map<(d0) -> (d0 * 3)>\n"
              "func.func private @f(mem|ref<4xf32, #map>)\n"
              "#map = affine_map<(d0) -> (d0 * 4)>\n");
  CHECK(StringRef(Hover).contains("Element [i] is at `i * 2`"));
}

TEST_CASE("TypeHover: builtin types", "[hover]") {
  std::string Layout =
      hoverAt("%0: mem|ref<4x8xf32, strided<[8, 1], offset: 2>>, %1: i32");
  CHECK(StringRef(Layout).starts_with("```mlir\nmemref<4x8xf32, strided<[8, "
                                      "1], offset: 2>>\n```\n\nA buffer in "
                                      "memory: 4 x 8 elements"));
  CHECK(StringRef(Layout).contains("`8 * i + j + 2`"));
  CHECK(StringRef(hoverAt("%0: memref<4x8xf32, str|ided<[8, 1], offset: 2>>"))
            .contains("strided layout"));
  CHECK(StringRef(hoverAt("%0: memref<4x8xf|32>"))
            .contains("A floating-point number of 32 bits."));
  CHECK(StringRef(hoverAt("%0: |index")).contains("An integer as wide"));
  CHECK(StringRef(hoverAt("%0: ten|sor<*xf32>"))
            .contains("known at run time only"));
  CHECK(StringRef(hoverAt("%0: i|17")).contains("An integer of 17 bits"));
}

TEST_CASE("TypeHover: where there is none", "[hover]") {
  for (const char *Text :
       {"// !noisy|.i32", "\"!noisy|.i32\"", "{index| = 4}", "%ind|ex", "|",
        "foo.bar<ba|z>", "@in|dex", "!unknown|.type", " | "})
    CHECK(hoverAt(Text) == "");
}
