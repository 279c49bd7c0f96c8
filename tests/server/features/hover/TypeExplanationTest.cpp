//===- TypeExplanationTest.cpp - What a builtin type is, in words ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/TypeExplanation.h"
#include <catch2/catch.hpp>

using mlir::noisy::lsp::explainType;

TEST_CASE("TypeExplanation: numbers", "[types]") {
  CHECK(explainType("i32") ==
        "An integer of 32 bits. Operations, not the type, say whether it is "
        "signed.");
  CHECK(explainType("si8") == "A signed integer of 8 bits.");
  CHECK(explainType("ui1") == "An unsigned integer of 1 bit.");
  CHECK(explainType("i1") == "A truth value, or an integer of one bit.");
  CHECK(explainType("bf16") == "A floating-point number of 16 bits.");
  CHECK(explainType("f8E5M2") == "A floating-point number of 8 bits.");
  CHECK(explainType("index").find("sizes, loop counters") != std::string::npos);
  for (const char *Other : {"", "i", "f", "foo", "none", "!noisy.i32", "i0"})
    CHECK(explainType(Other) == "");
}

TEST_CASE("TypeExplanation: sizes of tensors and vectors", "[types]") {
  CHECK(explainType("tensor<4x8xf32>") ==
        "An array that is a value, without a place in memory: 4 x 8 elements "
        "of `f32`, 32 in all, 128 bytes.");
  CHECK(explainType("tensor<?x8xi1>") ==
        "An array that is a value, without a place in memory: ? x 8 elements "
        "of `i1`; the sizes with ? are known at run time only.");
  CHECK(explainType("tensor<f32>") ==
        "An array that is a value, without a place in memory: one element of "
        "`f32`, 4 bytes.");
  CHECK(explainType("tensor<*xf32>") ==
        "An array that is a value, without a place in memory: elements of "
        "`f32`, with a number of dimensions that is known at run time only.");
  CHECK(explainType("tensor<2x!noisy.i32>") ==
        "An array that is a value, without a place in memory: 2 elements of "
        "`!noisy.i32`, 8 bytes.");
  CHECK(explainType("vector<[4]xf32>") ==
        "A vector register: [4] elements of `f32`; a size in brackets is "
        "multiplied by a number that the machine decides.");
  CHECK(explainType("vector<0x9xi8>").find("0 in all, 0 bytes") !=
        std::string::npos);
}

TEST_CASE("TypeExplanation: places in memory", "[types]") {
  CHECK(explainType("memref<4x8xf32>") ==
        "A buffer in memory: 4 x 8 elements of `f32`, 32 in all, 128 bytes. "
        "Element [i, j] is at `8 * i + j`, counted in elements from its base.");
  CHECK(explainType("memref<4x8xf32, strided<[16, 1], offset: 2>, 1 : i32>") ==
        "A buffer in memory: 4 x 8 elements of `f32`, 32 in all, 128 bytes. "
        "Element [i, j] is at `16 * i + j + 2`, counted in elements from its "
        "base. It is in memory space `1 : i32`.");
  // An alias may stand for a layout.
  CHECK(explainType("memref<2x3xf32, #map, 3>") ==
        "A buffer in memory: 2 x 3 elements of `f32`, 6 in all, 24 bytes. It "
        "is in memory space `3`.");
  CHECK(explainType("memref<4xf32, #map>") ==
        "A buffer in memory: 4 elements of `f32`, 16 bytes. `#map` is its "
        "layout or its memory space.");
  CHECK(explainType("memref<?x?xi8, strided<[?, 1], offset: ?>>")
            .find("Element [i, j] is at `? * i + j + ?`, counted in elements "
                  "from its base; each ? is known at run time only.") !=
        std::string::npos);
  CHECK(explainType("memref<4x?x2xi8>").find("`? * i + 2 * j + k`") !=
        std::string::npos);
  CHECK(explainType("memref<f32>").find("is at") == std::string::npos);
  // What does not fit says nothing of places.
  CHECK(explainType("memref<4x4xf32, affine_map<(d0) -> (d0)>>").find("is ") ==
        std::string::npos);
  CHECK(explainType("memref<4x4xf32, strided<[1]>>").find("is at") ==
        std::string::npos);
}

/// What is said of the places of a buffer with a layout.
static std::string placesOf(const std::string &Shape, const std::string &Map) {
  std::string All = explainType("memref<" + Shape + "xf32, " + Map + ">");
  return All.substr(std::min(All.find("Element"), All.size()));
}

TEST_CASE("TypeExplanation: layouts that are maps", "[types]") {
  CHECK(placesOf("4x8", "affine_map<(d0, d1) -> (d1, d0)>") ==
        "Element [i, j] is where [j, i] is in row-major order.");
  CHECK(placesOf("4x8", "affine_map<(row, col) -> (row * 16 + col)>") ==
        "Element [i, j] is at `i * 16 + j`, counted in elements from its "
        "base.");
  CHECK(placesOf("?", "affine_map<(d0)[s0, s1] -> ((d0 floordiv 2) * s0 + "
                      "s1)>") ==
        "Element [i] is at `(i floordiv 2) * s0 + s1`, counted in elements "
        "from its base; s0, s1 are known at run time only.");
  for (const char *Wrong :
       {"affine_map<(d0, d1) -> ()>", "affine_map<(d0, d1)>", "affine_map<",
        "affine_map<(d0, d1) -> (d0>", "affine_map<(d0, d1) -> (d0) x>"})
    CHECK(placesOf("4x8", Wrong).empty());
}

TEST_CASE("TypeExplanation: aliases of layouts and spaces", "[types]") {
  auto explain = [](const char *Type) {
    return explainType(Type, [](llvm::StringRef Alias) -> std::string {
      if (Alias == "#map")
        return "affine_map<(d0) -> (d0 * 2)>";
      return Alias == "#space" ? "#gpu.address_space<workgroup>" : "";
    });
  };
  CHECK(explain("memref<4xf32, #map>") ==
        "A buffer in memory: 4 elements of `f32`, 16 bytes. Element [i] is at "
        "`i * 2`, counted in elements from its base.");
  CHECK(explain("memref<4xf32, #space>")
            .find("It is in memory space `#gpu.address_space<workgroup>`.") !=
        std::string::npos);
  CHECK(explain("memref<4xf32, #other>")
            .find("`#other` is its layout or its memory space.") !=
        std::string::npos);
}
