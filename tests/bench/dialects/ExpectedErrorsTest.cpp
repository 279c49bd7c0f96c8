//===- ExpectedErrorsTest.cpp - Tests of expected errors ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/dialects/ExpectedErrors.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::bench;
using Lines = std::set<unsigned>;

TEST_CASE("ExpectedErrors: lines by number") {
  CHECK(findExpectedErrors("a // expected-error {{x}}\n"
                           "// expected-error@+2 {{x}}\n"
                           "b\n"
                           "c\n"
                           "// expected-error @-2 {{x}}\n"
                           "// expected-error-re@+1 {{x}}\n"
                           "d\n") == Lines{0, 2, 3, 6});
  CHECK(findExpectedErrors("// expected-error@-5 {{x}}\n").empty());
  CHECK(findExpectedErrors("// expected-note@+1 {{x}}\nfunc\n").empty());
}

TEST_CASE("ExpectedErrors: above and below stand for lines of code") {
  CHECK(findExpectedErrors("// expected-error@below {{x}}\n"
                           "// expected-error@below {{y}}\n"
                           "\n"
                           "  a\n"
                           "  b\n"
                           "  // expected-error@above {{z}}\n") == Lines{3, 4});
}
