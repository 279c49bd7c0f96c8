//===- SamplePlacesTest.cpp - Places to try features at -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/SamplePlaces.h"
#include <algorithm>
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

using Places = std::vector<size_t>;

TEST_CASE("SamplePlaces: words, the middle of some, and ends", "[check]") {
  CHECK(samplePlaces("", 10) == Places{0});
  CHECK(samplePlaces("ab = cd\n", 10) == Places{0, 5, 7, 8});
  CHECK(samplePlaces("a\r\nb", 10) == Places{0, 1, 3, 4});
  // The fourth word is tried in its middle as well.
  CHECK(samplePlaces("a b c %name", 10) == Places{0, 2, 4, 6, 8, 11});
}

TEST_CASE("SamplePlaces: never inside of a character", "[check]") {
  CHECK(samplePlaces("a b c x\xc3\xa9", 10) == Places{0, 2, 4, 6, 7, 9});
}

TEST_CASE("SamplePlaces: at most so many, the same ones again", "[check]") {
  std::string Text;
  for (int I = 0; I < 1000; ++I)
    Text += "%name = op\n";
  Places Sample = samplePlaces(Text, 50);
  CHECK(Sample.size() == 50);
  CHECK(std::is_sorted(Sample.begin(), Sample.end()));
  CHECK(Sample == samplePlaces(Text, 50));
  CHECK(Sample.back() > Text.size() / 2);
}
