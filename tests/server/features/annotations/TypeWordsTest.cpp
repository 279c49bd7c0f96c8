//===- TypeWordsTest.cpp - What types MLIR asks for, in words -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/TypeWords.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

TEST_CASE("TypeWords: types as they are written", "[problems]") {
  CHECK(nameTypes("1-bit signless integer") == "i1");
  CHECK(nameTypes("32-bit signed integer or 64-bit float") == "si32 or f64");
  CHECK(nameTypes("8-bit unsigned integer") == "ui8");
  CHECK(nameTypes("signless integer of 1 to 5 bits") == "i1 to i5");
  CHECK(nameTypes("bool-like") == "i1, or a vector or tensor of such");
  CHECK(nameTypes("variadic of index") == "index");
  CHECK(nameTypes("memref of any type values") == "memref");
  CHECK(nameTypes("signless integer or index") == "an integer or index");
  // Others stay.
  for (const char *Constraint : {"", "index", "any type", "-bit float"})
    CHECK(nameTypes(Constraint) == Constraint);
  CHECK(nameTypes("signless integer of 1 to 5") == "an integer of 1 to 5");
}
