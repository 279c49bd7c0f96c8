//===- PlaceNoiseTest.cpp - The noise of the values at a cursor -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/PlaceNoise.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/SnapshotText.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The noise of a name at the place of a text, in bits, or "".
static std::string noiseAt(llvm::StringRef MarkedText, llvm::StringRef Name) {
  AnnotatedText T(MarkedText);
  NoiseLookup Noise = findPlaceNoise(snapshotOf(T.Text), T.Places.at(0));
  const NoiseInfo *Info = Noise(Name);
  return Info && Info->Bound.isBits() ? std::to_string(Info->Bound.getBits())
                                      : "";
}

TEST_CASE("PlaceNoise: the values before the cursor", "[completion]") {
  const char *Text = "func.func @f(%a: !noisy.i32, %i: i32) {\n"
                     "  %b = noisy.add %a, %a : !noisy.i32\n|"
                     "  %c = noisy.add %b, %a : !noisy.i32\n  return\n}\n"
                     "func.func @g(%d: !noisy.i32) { return }\n";
  CHECK(noiseAt(Text, "%a") == "12");
  CHECK(noiseAt(Text, "%b") == "13");
  CHECK(noiseAt(Text, "%i") == "");
  // Later ones and those of other functions are not in sight.
  CHECK(noiseAt(Text, "%c") == "");
  CHECK(noiseAt(Text, "%d") == "");
  CHECK(noiseAt("|", "%a") == "");
}

TEST_CASE("PlaceNoise: the nearest value of a name", "[completion]") {
  const char *Text = "func.func @f(%a: !noisy.i32, %c: i1) {\n"
                     "  scf.if %c {\n"
                     "    %x = noisy.add %a, %a : !noisy.i32\n  }\n"
                     "  scf.if %c {\n"
                     "    %x = noisy.mul %a, %a : !noisy.i32\n|  }\n"
                     "  return\n}\n";
  CHECK(noiseAt(Text, "%x") == "24");
}
