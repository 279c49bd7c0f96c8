//===- LimitsTest.cpp - What is given up in huge documents ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/Limits.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

TEST_CASE("Limits: what is done at which size", "[limits]") {
  constexpr size_t Mega = size_t(1) << 20;
  Limits Sizes;
  CHECK(Sizes.effortFor(0) == Effort::Full);
  CHECK(Sizes.effortFor(32 * Mega) == Effort::Full);
  CHECK(Sizes.effortFor(32 * Mega + 1) == Effort::WithoutNoise);
  CHECK(Sizes.effortFor(128 * Mega) == Effort::WithoutNoise);
  CHECK(Sizes.effortFor(128 * Mega + 1) == Effort::None);
}

TEST_CASE("Limits: users are told", "[limits]") {
  Limits Sizes;
  CHECK(Sizes.explain(Effort::Full).empty());
  CHECK_THAT(Sizes.explain(Effort::WithoutNoise), Catch::Contains("32 MB"));
  CHECK_THAT(Sizes.explain(Effort::None), Catch::Contains("128 MB"));
}
