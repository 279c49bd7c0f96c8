//===- NoiseCostsTest.cpp - Tables of costs, as text and as targets -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseCosts.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;

static std::string errorIn(llvm::StringRef Text) {
  std::string Error;
  return NoiseCosts::parse(Text, Error) ? "" : Error;
}

TEST_CASE("NoiseCosts: what cannot be read has a place", "[costs]") {
  CHECK(errorIn(" {by_level = [5, 6]} ") == "");
  CHECK_THAT(errorIn("{by_level = [5"),
             Catch::StartsWith("the costs '{by_level = [5' cannot be read: ") &&
                 Catch::Contains("(at column "));
  CHECK_THAT(errorIn("{by_level = [5, 6], by_level = [5, 6]}"),
             Catch::Contains("duplicate key 'by_level'"));
  CHECK_THAT(errorIn("{by_level = [5]} x"), Catch::Contains("(at column "));
  CHECK_THAT(errorIn(""), Catch::Contains("cannot be read: "));
  CHECK_THAT(errorIn("{by_level = 5}"),
             Catch::Contains("cannot be read: it must be a table such as"));
  CHECK_THAT(errorIn("{to_level = []}"),
             Catch::Contains("cannot be read: 'to_level' is a list"));
}

TEST_CASE("NoiseCosts: a text of brackets does no harm", "[costs]") {
  for (const char *Begin : {"", "{by_level = ", "{a = "}) {
    std::string Error =
        errorIn(Begin + std::string(100000, Begin[0] == '{' ? '{' : '['));
    CHECK_THAT(Error, Catch::EndsWith("nested too deep"));
    CHECK(Error.size() < 300);
  }
}

TEST_CASE("NoiseCosts: a reduction leaves no less than the model says",
          "[costs]") {
  std::string Error;
  std::optional<NoiseCosts> Costs =
      NoiseCosts::parse("{to_noise = [[6, 5], [7, 9], [30, 1]]}", Error);
  std::optional<NoiseModel> Model =
      NoiseModel::parse("initial=6.5,max=20,reduced=6.5", Error);
  REQUIRE(Costs);
  REQUIRE(Model);
  std::vector<NoiseCosts::Target> Targets = Costs->getTargets(*Model);
  // 6 bits are 6.5, and 30 are too many.
  REQUIRE(Targets.size() == 2);
  CHECK(Targets[0].noise == Model->getReduced());
  CHECK(Targets[0].number == 6);
  CHECK(Targets[0].cost == 5);
  CHECK(Targets[1].noise == 7 * Model->unit);
  CHECK(Targets[1].number == 7);
  CHECK(Targets[1].cost == 9);
}
