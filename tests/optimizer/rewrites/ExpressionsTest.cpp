//===- ExpressionsTest.cpp - What operations compute, in normal form ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Expressions.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("expressions: equal ones have one number", "[rewrites]") {
  Program program(withFresh(""));
  Expressions expressions;
  ExpressionId a = expressions.leaf(program.value("%a"));
  ExpressionId b = expressions.leaf(program.value("%b"));
  CHECK(expressions.leaf(program.value("%a")) == a);
  CHECK(expressions.sum(0, {{a, 1}, {b, 1}}) ==
        expressions.sum(32, {{b, 33}, {a, -31}}));
  CHECK(expressions.sum(0, {{a, 2}, {a, -1}}) == a);
  CHECK(expressions.isZero(expressions.sum(0, {{a, 1}, {a, 31}})));
  CHECK(expressions.product({{a, 1}, {b, 2}}) ==
        expressions.product({{b, 1}, {a, 1}, {b, 1}}));
  CHECK(expressions.product({{a, 1}}) == a);
  CHECK(expressions.isZero(
      expressions.product({{a, 1}, {expressions.constant(8), 2}})));
  // Sums in sums are one, and factors of products come out.
  ExpressionId sum = expressions.sum(3, {{a, 1}, {b, 5}});
  CHECK(expressions.sum(1, {{sum, 2}, {b, -10}}) ==
        expressions.sum(7, {{a, 2}}));
  ExpressionId twice = expressions.sum(0, {{a, 2}});
  CHECK(expressions.product({{twice, 1}, {b, 1}}) ==
        expressions.sum(0, {{expressions.product({{a, 1}, {b, 1}}), 2}}));
  CHECK(expressions.product({{twice, 3}}) ==
        expressions.sum(0, {{expressions.product({{a, 3}}), 8}}));
}

TEST_CASE("expressions: parts come before what they are part of",
          "[rewrites]") {
  Program program(withFresh(""));
  Expressions expressions;
  ExpressionId a = expressions.leaf(program.value("%a"));
  ExpressionId root = a;
  for (int i = 0; i < 20000; ++i)
    root = expressions.sum(1, {{expressions.product({{root, 1}, {a, 1}}), 1}});
  std::vector<ExpressionId> all = expressions.collect(root);
  CHECK(all.size() == 40001);
  CHECK(all.back() == root);
  for (ExpressionId id : all)
    for (auto [part, number] : expressions[id].parts)
      CHECK(part < id);
}
