//===- Polynomials.h - Polynomials in one value -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_POLYNOMIALS_H
#define NOISY_OPTIMIZER_REWRITES_POLYNOMIALS_H

#include "optimizer/rewrites/Expressions.h"

namespace mlir::noisy {

/// Other ways to compute `root`, if it is a polynomial in one value of degree 3
/// or more, with constants or other values as coefficients: as M. Paterson and
/// L. Stockmeyer do ("On the number of nonscalar multiplications necessary to
/// evaluate polynomials", SIAM J. Comput. 2, 1973), powers up to a width, and
/// polynomials of that width as the coefficients of one in the last power. That
/// one by Horner's rule, or as a tree (Estrin). Several widths of each.
std::vector<ExpressionId> rewritePolynomial(Expressions &expressions,
                                            ExpressionId root);

/// The same for the polynomial of the least degree that has the same value as
/// `root` at each integer modulo 32 (`reduceToFunction`), if all coefficients
/// are constants; none if that is the same polynomial.
std::vector<ExpressionId> rewriteAsFunction(Expressions &expressions,
                                            ExpressionId root);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_POLYNOMIALS_H
