//===- PolynomialFunctions.cpp - Polynomials on Z/32 ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/PolynomialFunctions.h"
#include "dialect/Patterns.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

/// The coefficients of falling powers count modulo these numbers, by degree.
static constexpr int64_t kModuli[] = {32, 32, 16, 16, 4, 4, 2, 2};

static int64_t toPlain(int64_t number) {
  return ((number % kModulus) + kModulus) % kModulus;
}

SmallVector<int64_t>
mlir::noisy::reduceToFunction(ArrayRef<int64_t> coefficients) {
  // Division by x, x - 1, x - 2, ... leaves the coefficients of the falling
  // powers.
  SmallVector<int64_t> rest(coefficients), falling;
  for (auto [root, modulus] : llvm::enumerate(kModuli)) {
    int64_t carried = 0;
    for (int64_t &coefficient : llvm::reverse(rest))
      carried = coefficient =
          toPlain(coefficient + carried * static_cast<int64_t>(root));
    falling.push_back(carried % modulus);
    if (!rest.empty())
      rest.erase(rest.begin());
  }
  SmallVector<int64_t> result;
  for (size_t root = falling.size(); root-- > 0;) {
    // Times x - root, plus the next one.
    result.insert(result.begin(), 0);
    for (size_t i = 0; i + 1 < result.size(); ++i)
      result[i] =
          toPlain(result[i] - static_cast<int64_t>(root) * result[i + 1]);
    result[0] = toPlain(result[0] + falling[root]);
  }
  while (!result.empty() && result.back() == 0)
    result.pop_back();
  return result;
}
