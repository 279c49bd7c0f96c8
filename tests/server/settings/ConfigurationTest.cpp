//===- ConfigurationTest.cpp - Where settings come from -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/Configuration.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Lines = std::vector<std::string>;

static const std::string A = "file:///a.mlir", B = "file:///b.mlir";

static json nearLimit(int Bits) { return {{"nearLimit", Bits}}; }

TEST_CASE("Configuration: later sources count", "[configuration]") {
  Configuration C;
  C.open(A);
  C.open(B);
  CHECK(C.settingsFor(A) == Settings());
  C.initialize({{"nearLimit", 3}, {"optimizer", {{"workers", 3}, {"gap", 1}}}});
  CHECK(C.settingsFor(A).NearLimit == 3);
  C.push({{"noisy", {{"nearLimit", 4}, {"optimizer", {{"workers", 4}}}}}});
  CHECK(C.settingsFor(A).NearLimit == 4);
  CHECK(C.answer(C.ask({A, B}), json::array({nearLimit(5), nullptr})));
  CHECK(C.settingsFor(A).NearLimit == 5);
  CHECK(C.settingsFor(B).NearLimit == 4);
  CHECK(C.settingsFor("file:///other.mlir").NearLimit == 4);
  // Setting by setting.
  CHECK(C.settingsFor(A).Workers == 4);
  CHECK(C.settingsFor(A).Gap == 1);

  // What is not said any more does not hold any more.
  C.push({{"noisy", {{"nearLimit", 6}}}});
  CHECK(C.settingsFor(A).Workers == 3);
  CHECK(C.answer(C.ask({A}), json::array({nullptr})));
  CHECK(C.settingsFor(A).NearLimit == 6);
  C.push(json::object());
  CHECK(C.settingsFor(A).NearLimit == 3);
  // A client that wants to be asked says nothing.
  C.push(nearLimit(7));
  C.push(nullptr);
  CHECK(C.settingsFor(A).NearLimit == 7);
}

TEST_CASE("Configuration: what the client is asked", "[configuration]") {
  Configuration C;
  C.open(A);
  CHECK(C.ask({A, B}).params() ==
        json{{"items",
              {{{"scopeUri", A}, {"section", "noisy"}},
               {{"scopeUri", B}, {"section", "noisy"}}}}});
}

TEST_CASE("Configuration: answers in any order", "[configuration]") {
  Configuration C;
  C.open(A);
  Configuration::Question First = C.ask({A}), Second = C.ask({A}),
                          Third = C.ask({A});
  CHECK(C.answer(Second, json::array({nearLimit(5)})));
  CHECK(C.settingsFor(A).NearLimit == 5);
  CHECK(C.answer(First, json::array({nearLimit(9)})));
  CHECK(C.settingsFor(A).NearLimit == 5);
  CHECK(C.answer(Third, json::array({nearLimit(6)})));
  CHECK(C.settingsFor(A).NearLimit == 6);
}

TEST_CASE("Configuration: answers for closed documents", "[configuration]") {
  Configuration C;
  C.open(A);
  C.open(B);
  Configuration::Question Query = C.ask({A, B});
  C.close(A);
  CHECK(C.answer(Query, json::array({nearLimit(5), nearLimit(6)})));
  CHECK(C.settingsFor(A) == Settings());
  CHECK(C.settingsFor(B).NearLimit == 6);
  // Nor does a later opening take what an earlier one asked.
  C.open(A);
  CHECK(C.answer(Query, json::array({nearLimit(5), nearLimit(6)})));
  CHECK(C.settingsFor(A) == Settings());
  // Closing forgets.
  CHECK(C.answer(C.ask({A}), json::array({nearLimit(5)})));
  C.close(A);
  C.open(A);
  CHECK(C.settingsFor(A) == Settings());
}

TEST_CASE("Configuration: answers that are none", "[configuration]") {
  Configuration C;
  C.open(A);
  C.answer(C.ask({A}), json::array({nearLimit(5)}));
  for (const json &Wrong : {json(), json::object(), json::array(),
                            json::array({1, 2}), nearLimit(6)}) {
    INFO(Wrong);
    CHECK_FALSE(C.answer(C.ask({A}), Wrong));
  }
  CHECK(C.settingsFor(A).NearLimit == 5);
}

TEST_CASE("Configuration: what is wrong has the default", "[configuration]") {
  Configuration C;
  C.open(A);
  C.initialize(nearLimit(7));
  REQUIRE(C.settingsFor(A).NearLimit == 7);
  C.push(nearLimit(-1));
  CHECK(C.settingsFor(A).NearLimit == Settings().NearLimit);
  C.push(nearLimit(5));
  C.answer(C.ask({A}), json::array({nearLimit(-1)}));
  CHECK(C.settingsFor(A).NearLimit == Settings().NearLimit);
}

TEST_CASE("Configuration: nothing is told twice", "[configuration]") {
  Configuration C;
  C.open(A);
  C.open(B);
  json Wrong = {{"nearLimit", "x"}, {"nobody", 1}};
  Configuration::Report Result = C.initialize(Wrong);
  CHECK(Result.Wrong ==
        Lines{"noisy.nearLimit must be a whole number from 0 to 65535, not "
              "\"x\""});
  CHECK(Result.Unknown == Lines{"noisy.nobody"});
  CHECK(C.push(Wrong).Wrong.empty());
  Result = *C.answer(C.ask({A, B}), json::array({Wrong, Wrong}));
  CHECK(Result.Wrong.empty());
  CHECK(Result.Unknown.empty());
  // Another value is another mistake.
  CHECK(C.push({{"nearLimit", "y"}}).Wrong.size() == 1);
  // Once for both documents.
  Result =
      *C.answer(C.ask({A, B}), json::array({nearLimit(-1), nearLimit(-1)}));
  CHECK(Result.Wrong.size() == 1);
  // Mended and made again.
  CHECK(C.push(nearLimit(1)).Wrong.empty());
  CHECK(C.push({{"nearLimit", "y"}}).Wrong.size() == 1);
  CHECK(C.push({{"nobody", 2}}).Unknown.empty());
}
