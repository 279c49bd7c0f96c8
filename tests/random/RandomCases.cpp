//===- RandomCases.cpp - Random functions that integers decide ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomCases.h"
#include "tests/random/RandomChoice.h"
#include <vector>

using namespace mlir::noisy::test;

namespace {
using Names = std::vector<std::string>;

/// What can be used at a place.
struct Visible {
  Names values, numbers, conditions;
};

class CasesMaker : RandomChoice {
public:
  CasesMaker(std::mt19937 &random, const CasesShape &shape)
      : RandomChoice(random), shape(shape) {}

  std::string make();

private:
  /// Functions have a second number.
  bool hasSecond() const { return shape.hasLongLoops || shape.hasUnknown; }
  std::string makeName() { return "%v" + std::to_string(count++); }
  std::string constant(unsigned most) {
    return "%c" + std::to_string(below(most + 1));
  }
  std::string makeNumber(Visible &visible);
  std::string makeCondition(Visible &visible);
  void makeOp(Visible &visible);
  void makeCall(Visible &visible);
  void makeCountingDown(Visible &visible);
  void makeChoice(Visible &visible, unsigned depth);
  void makeSwitch(Visible &visible, unsigned depth);
  void makeLoop(Visible &visible, unsigned depth);
  void makeMemory(Visible &visible);
  void makeBody(Visible &visible, unsigned depth);
  void makeFunction(unsigned number);
  void makeOther();

  const CasesShape &shape;
  std::string text;
  unsigned count = 0, current = 0;
};
} // namespace

/// A number: one that is there, a constant, or what is computed from one.
std::string CasesMaker::makeNumber(Visible &visible) {
  if (oneOf(4))
    return constant(4);
  std::string number = pick(visible.numbers);
  if (below(3))
    return number;
  static const Names kinds = {"addi", "subi", "minui", "muli", "maxsi"};
  std::string name = makeName();
  text += name + " = arith." + pick(kinds) + " " + number + ", " + constant(3) +
          " : index\n";
  visible.numbers.push_back(name);
  return name;
}

/// A condition: one that is there, its negation, or a comparison.
std::string CasesMaker::makeCondition(Visible &visible) {
  if (below(5) < 2)
    return pick(visible.conditions);
  std::string name;
  if (oneOf(3)) {
    std::string condition = pick(visible.conditions);
    name = makeName();
    text += name + " = arith.xori " + condition + ", %true : i1\n";
  } else {
    static const Names kinds = {"eq", "ne", "slt", "sle", "ugt", "sgt", "sge"};
    std::string lhs = pick(visible.numbers);
    std::string rhs = oneOf(3) ? pick(visible.numbers) : constant(3);
    if (oneOf(4))
      std::swap(lhs, rhs);
    name = makeName();
    text += name + " = arith.cmpi " + pick(kinds) + ", " + lhs + ", " + rhs +
            " : index\n";
  }
  visible.conditions.push_back(name);
  return name;
}

void CasesMaker::makeOp(Visible &visible) {
  std::string value = pick(visible.values), other = pick(visible.values);
  std::string name = makeName();
  switch (below(8)) {
  case 0:
    text += name + " = noisy.reduce_noise " + value;
    break;
  case 1:
    text += name + " = noisy.mul " + value + ", %a";
    break;
  case 2:
  case 3:
    text += name + " = noisy.scale " + value + " by 4";
    break;
  default:
    text += name + " = noisy.add " + value + ", " + other;
  }
  text += " : !noisy.i32\n";
  visible.values.push_back(name);
}

void CasesMaker::makeCall(Visible &visible) {
  unsigned first = shape.hasRecursion && oneOf(4) ? 0 : current + 1;
  if (first >= shape.functions)
    return makeOp(visible);
  std::string callee = std::to_string(first + below(shape.functions - first));
  std::string number = makeNumber(visible);
  std::string condition = oneOf(4) ? "%true" : makeCondition(visible);
  std::string name = makeName();
  text += name + " = func.call @f" + callee + "(" + pick(visible.values) +
          ", " + number + ", " +
          (hasSecond() ? makeNumber(visible) + ", " : "") + condition +
          ") : (!noisy.i32, index, " + (hasSecond() ? "index, " : "") +
          "i1) -> !noisy.i32\n";
  visible.values.push_back(name);
}

/// A recursion that counts its number down.
void CasesMaker::makeCountingDown(Visible &visible) {
  static const Names tests = {"eq", "sle", "ule"};
  std::string test = makeName(), rest = makeName(), inner = makeName();
  std::string result = makeName();
  unsigned to =
      shape.functions - current > 1 && oneOf(4) ? current + 1 : current;
  text += test + " = arith.cmpi " + pick(tests) + ", %n, %c0 : index\n" +
          result + " = scf.if " + test + " -> (!noisy.i32) {\nscf.yield " +
          pick(visible.values) + " : !noisy.i32\n} else {\n" + rest +
          " = arith.subi %n, %c1 : index\n";
  Visible within = visible;
  makeOp(within);
  text += inner + " = func.call @f" + std::to_string(to) + "(" +
          within.values.back() + ", " + rest + ", " +
          (hasSecond() ? makeNumber(within) + ", " : "") +
          (oneOf(2) ? "%p" : makeCondition(within)) +
          ") : (!noisy.i32, index, " + (hasSecond() ? "index, " : "") +
          "i1) -> !noisy.i32\nscf.yield " + inner + " : !noisy.i32\n}\n";
  visible.values.push_back(result);
}

void CasesMaker::makeChoice(Visible &visible, unsigned depth) {
  static const Names sets = {"d0 - 2 >= 0", "d0 - 1 == 0",
                             "d0 mod 2 == 0, 3 - d0 >= 0"};
  bool isSet = oneOf(4);
  std::string condition = isSet ? "affine_set<(d0) : (" + pick(sets) + ")>(%n)"
                                : makeCondition(visible);
  std::string result = makeName();
  if (!isSet && oneOf(3)) {
    text += result + " = arith.select " + condition + ", " +
            pick(visible.values) + ", " + pick(visible.values) +
            " : !noisy.i32\n";
  } else {
    std::string dialect = isSet ? "affine" : "scf";
    text +=
        result + " = " + dialect + ".if " + condition + " -> (!noisy.i32) {\n";
    for (const char *end : {"} else {\n", "}\n"}) {
      Visible inner = visible;
      if (below(4))
        makeBody(inner, depth);
      text += dialect + ".yield " +
              (below(3) ? inner.values.back() : pick(inner.values)) +
              " : !noisy.i32\n" + end;
    }
  }
  visible.values.push_back(result);
}

void CasesMaker::makeSwitch(Visible &visible, unsigned depth) {
  std::string number = makeNumber(visible), result = makeName();
  text += result + " = scf.index_switch " + number + " -> !noisy.i32\n";
  for (const char *label : {"case 0 {\n", "case 2 {\n", "default {\n"}) {
    Visible inner = visible;
    text += label;
    makeBody(inner, depth);
    text += "scf.yield " + pick(inner.values) + " : !noisy.i32\n}\n";
  }
  visible.values.push_back(result);
}

void CasesMaker::makeLoop(Visible &visible, unsigned depth) {
  bool isLong = shape.hasLongLoops && oneOf(2);
  std::string bound =
      isLong ? "%long" + std::to_string(below(3)) : makeNumber(visible);
  std::string result = makeName(), variable = makeName(), carried = makeName();
  text += result + " = scf.for " + variable + " = %c0 to " + bound +
          " step %c1 iter_args(" + carried + " = " + pick(visible.values) +
          ") -> (!noisy.i32) {\n";
  Visible inner = visible;
  inner.values.push_back(carried);
  inner.numbers.push_back(variable);
  if (shape.hasUnknown) {
    std::string sum = makeName(), rest = makeName();
    text += sum + " = arith.addi " + variable + ", %k : index\n" + rest +
            " = arith.remui " + sum + ", %c4 : index\n";
    inner.numbers.push_back(rest);
    inner.numbers.push_back(rest);
  }
  makeBody(inner, depth);
  std::string last = below(4) ? inner.values.back() : pick(inner.values);
  // What doubles in each iteration tells little.
  if (isLong) {
    std::string reduced = makeName();
    text += reduced + " = noisy.reduce_noise " + last + " : !noisy.i32\n";
    last = reduced;
  }
  text += "scf.yield " + last + " : !noisy.i32\n}\n";
  visible.values.push_back(result);
}

/// A buffer that a branch may overwrite.
void CasesMaker::makeMemory(Visible &visible) {
  std::string buffer = makeName(), result = makeName();
  text += buffer + " = memref.alloca() : memref<!noisy.i32>\nmemref.store " +
          pick(visible.values) + ", " + buffer + "[] : memref<!noisy.i32>\n";
  std::string condition = makeCondition(visible);
  text += "scf.if " + condition + " {\n";
  Visible inner = visible;
  makeOp(inner);
  text += "memref.store " + inner.values.back() + ", " + buffer +
          "[] : memref<!noisy.i32>\n}\n" + result + " = memref.load " + buffer +
          "[] : memref<!noisy.i32>\n";
  visible.values.push_back(result);
}

void CasesMaker::makeBody(Visible &visible, unsigned depth) {
  for (unsigned i = 0, n = 1 + below(3); i < n; ++i)
    switch (depth > 0 ? below(10) : 9) {
    case 0:
    case 1:
    case 2:
      makeChoice(visible, depth - 1);
      break;
    case 3:
      makeLoop(visible, depth - 1);
      break;
    case 4:
      makeSwitch(visible, depth - 1);
      break;
    case 5:
    case 6:
      makeCall(visible);
      break;
    case 7:
      if (shape.hasMemory) {
        makeMemory(visible);
        break;
      }
      [[fallthrough]];
    default:
      makeOp(visible);
    }
}

void CasesMaker::makeFunction(unsigned number) {
  current = number;
  static const Names wideRanges = {"[0, 4]", "[3, 17]", "[0, 30]"};
  std::string range = shape.hasWideRanges ? pick(wideRanges) : "[0, 4]";
  std::string stated = number == 0 || (!shape.hasWideRanges && oneOf(4))
                           ? " {noisy.range = " + range + "}"
                           : "";
  text +=
      "func.func " + std::string(number == 0 ? "" : "private ") + "@f" +
      std::to_string(number) + "(%a: !noisy.i32, %n: index" + stated +
      (hasSecond() ? ", %k: index" + (shape.hasUnknown ? "" : stated) : "") +
      ", %p: i1) -> !noisy.i32 {\n";
  for (unsigned i = 0; i < 5; ++i)
    text += "%c" + std::to_string(i) + " = arith.constant " +
            std::to_string(i) + " : index\n";
  text += "%true = arith.constant true\n";
  Visible visible = {{"%a"}, {"%n"}, {"%p"}};
  if (shape.hasLongLoops) {
    text += "%long0 = arith.constant 9 : index\n"
            "%long1 = arith.constant 20 : index\n"
            "%long2 = arith.constant 70 : index\n";
  }
  if (hasSecond())
    visible.numbers.push_back("%k");
  makeBody(visible, 2);
  if (shape.hasRecursion && number > 0 && oneOf(2))
    makeCountingDown(visible);
  makeBody(visible, 2);
  text += "return " + visible.values.back() + " : !noisy.i32\n}\n";
}

void CasesMaker::makeOther() {
  text += "func.func @other(%a: !noisy.i32, %n: index, %k: index, %p: i1) {\n";
  for (unsigned i = 1; i < shape.functions; ++i)
    text += "%r" + std::to_string(i) + " = func.call @f" + std::to_string(i) +
            "(%a, %n, " + (hasSecond() ? "%k, " : "") +
            "%p) : (!noisy.i32, index, " + (hasSecond() ? "index, " : "") +
            "i1) -> !noisy.i32\n";
  text += "return\n}\n";
}

std::string CasesMaker::make() {
  for (unsigned i = 0; i < shape.functions; ++i)
    makeFunction(i);
  if (shape.hasOther)
    makeOther();
  return text;
}

std::string mlir::noisy::test::makeCases(std::mt19937 &random,
                                         const CasesShape &shape) {
  return CasesMaker(random, shape).make();
}
