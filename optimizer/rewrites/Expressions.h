//===- Expressions.h - What operations compute, in normal form --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_EXPRESSIONS_H
#define NOISY_OPTIMIZER_REWRITES_EXPRESSIONS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <map>

namespace mlir::noisy {

/// The number of an expression. Those of its parts are smaller.
using ExpressionId = uint32_t;

/// A part of an expression, with its coefficient in a sum (-15 to 16, not 0) or
/// its exponent in a product (above 0).
using ExpressionPart = std::pair<ExpressionId, int64_t>;

/// What a value is, in terms of others: on plain texts, so modulo 32.
struct Expression {
  enum class Kind : uint8_t {
    Leaf,   ///< A value.
    Sum,    ///< constant + sum of coefficient * part; without parts a constant.
    Product ///< product of part ^ exponent.
  };

  Kind kind;
  Value leaf;
  /// Of a sum, 0 to 31.
  int64_t constant = 0;
  /// By number. In a sum none is a sum, in a product none is a product or a
  /// constant.
  SmallVector<ExpressionPart, 2> parts;
};

/// Expressions in normal form: equal ones have one number, however they were
/// computed, up to distributivity. For one thread.
class Expressions {
public:
  const Expression &operator[](ExpressionId id) const { return all[id]; }
  size_t size() const { return all.size(); }

  ExpressionId leaf(Value value);
  ExpressionId constant(int64_t number) { return sum(number, {}); }
  /// `number` + the sum of coefficient * part, for any integers and parts in
  /// any order.
  ExpressionId sum(int64_t number, ArrayRef<ExpressionPart> parts);
  /// The product of part ^ exponent; exponents are not negative.
  ExpressionId product(ArrayRef<ExpressionPart> parts);

  bool isConstant(ExpressionId id) const {
    return all[id].kind == Expression::Kind::Sum && all[id].parts.empty();
  }
  bool isZero(ExpressionId id) const {
    return isConstant(id) && all[id].constant == 0;
  }
  /// All expressions that `root` consists of, itself the last: parts come
  /// before what they are parts of.
  std::vector<ExpressionId> collect(ExpressionId root) const;

private:
  ExpressionId add(Expression expression);

  std::deque<Expression> all;
  llvm::DenseMap<Value, ExpressionId> leaves;
  using Key =
      std::tuple<Expression::Kind, int64_t, std::vector<ExpressionPart>>;
  std::map<Key, ExpressionId> known;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_EXPRESSIONS_H
