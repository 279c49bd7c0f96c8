//===- RandomCarriedLoops.cpp - Loops that carry sums ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomCarriedLoops.h"
#include "tests/random/RandomChoice.h"

using namespace mlir::noisy::test;

namespace {
using Names = std::vector<std::string>;

class LoopWriter : RandomChoice {
public:
  explicit LoopWriter(std::mt19937 &random)
      : RandomChoice(random), isAffine(oneOf(2)) {}

  std::string make();

private:
  std::string makeName() { return "%v" + std::to_string(count++); }
  std::string op(const char *name, const std::string &lhs,
                 const std::string &rhs);
  std::string makeTerm(const Names &values, const std::string &number);
  std::string makeNext(const std::string &carried, const Names &values,
                       const std::string &number);
  std::string constant(int number);
  /// A loop that begins with these values; returns what it gives.
  Names makeLoop(const Names &inits, const Names &values, unsigned depth);

  const bool isAffine;
  std::string text;
  unsigned count = 0;
};
} // namespace

std::string LoopWriter::op(const char *name, const std::string &lhs,
                           const std::string &rhs) {
  std::string result = makeName();
  text +=
      result + " = noisy." + name + " " + lhs + ", " + rhs + " : !noisy.i32\n";
  return result;
}

std::string LoopWriter::constant(int number) {
  std::string result = makeName();
  text += result + " = arith.constant " + std::to_string(number) + " : index\n";
  return result;
}

/// `number` is a plain integer that changes from turn to turn.
std::string LoopWriter::makeTerm(const Names &values,
                                 const std::string &number) {
  switch (below(4)) {
  case 0:
    return op("mul", pick(values), pick(values));
  case 1: {
    std::string result = makeName();
    text += result + " = noisy.encode " + number + " : i5 -> !noisy.i32\n";
    return oneOf(2) ? op("mul", result, pick(values)) : result;
  }
  default:
    return pick(values);
  }
}

std::string LoopWriter::makeNext(const std::string &carried,
                                 const Names &values,
                                 const std::string &number) {
  std::string result = carried;
  unsigned kind = below(8);
  if (kind == 0) // No sum: x y + z.
    return op("add", op("mul", carried, pick(values)),
              makeTerm(values, number));
  if (kind == 1) // Neither, because it is used twice.
    return op("sub", op("add", carried, pick(values)), carried);
  if (kind == 2)
    return op("sub", makeTerm(values, number), carried);
  unsigned terms = 1 + below(3);
  for (unsigned i = 0; i < terms; ++i) {
    if (kind == 3)
      result = op("mul", result, pick(values));
    else if (oneOf(4))
      result = op("sub", result, makeTerm(values, number));
    else if (oneOf(2))
      result = op("add", makeTerm(values, number), result);
    else
      result = op("add", result, makeTerm(values, number));
  }
  return result;
}

Names LoopWriter::makeLoop(const Names &inits, const Names &values,
                           unsigned depth) {
  int begin = int(below(5)) - 2, step = 1 + int(below(3));
  int turns = 2 + int(below(depth == 0 ? 30 : 8));
  int end = begin + turns * step - int(below(step));
  std::string counter = makeName(), results = makeName();
  std::string zero = makeName();
  text += zero + " = arith.constant " + std::to_string(below(32)) + " : i5\n";
  std::string bounds = isAffine ? std::to_string(begin) + " to " +
                                      std::to_string(end) + " step " +
                                      std::to_string(step)
                                : "";
  if (!isAffine) {
    std::string from = constant(begin), to = constant(end);
    bounds = from + " to " + to + " step " + constant(step);
  }
  std::string plain = makeName(), carriedText = plain + " = " + zero,
              types = "i5";
  Names carried;
  for (const std::string &init : inits) {
    carried.push_back(makeName());
    carriedText += ", " + carried.back() + " = " + init;
    types += ", !noisy.i32";
  }
  text += results + ":" + std::to_string(inits.size() + 1) + " = " +
          (isAffine ? "affine.for " : "scf.for ") + counter + " = " + bounds +
          " iter_args(" + carriedText + ") -> (" + types + ") {\n";
  // What the turn before has left, and the counter.
  std::string number = makeName(), next = makeName();
  text += number + " = arith.index_cast " + counter + " : index to i5\n" +
          next + " = arith.addi " + plain + ", " + number + " : i5\n";
  std::string yielded = next;
  Names nextCarried = carried;
  Names visible = values;
  if (depth < 2 && oneOf(3))
    nextCarried = makeLoop(carried, visible, depth + 1);
  for (std::string &value : nextCarried) {
    if (oneOf(12) && nextCarried.size() > 1)
      visible.push_back(value);
    if (!oneOf(6))
      value = makeNext(value, visible, oneOf(2) ? number : next);
  }
  if (nextCarried.size() > 1 && oneOf(8))
    std::swap(nextCarried[0], nextCarried[1]);
  text += isAffine ? "affine.yield " : "scf.yield ";
  text += yielded;
  for (const std::string &value : nextCarried)
    text += ", " + value;
  text += " : " + types + "\n}\n";
  Names given;
  for (size_t i = 0; i < inits.size(); ++i)
    given.push_back(results + "#" + std::to_string(i + 1));
  return given;
}

std::string LoopWriter::make() {
  Names values = {"%x", "%y"}, inits = {"%x"};
  if (oneOf(2))
    inits.push_back("%y");
  Names results = makeLoop(inits, values, 0);
  if (oneOf(3))
    results = makeLoop(results, values, 1);
  std::string list, types;
  for (const std::string &result : results) {
    list += (list.empty() ? "" : ", ") + result;
    types += (types.empty() ? "" : ", ") + std::string("!noisy.i32");
  }
  return "func.func @f(%x: !noisy.i32, %y: !noisy.i32) -> (" + types + ") {\n" +
         text + "return " + list + " : " + types + "\n}\n";
}

std::string mlir::noisy::test::makeCarriedLoops(std::mt19937 &random) {
  return LoopWriter(random).make();
}
