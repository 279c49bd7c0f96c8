//===- RandomNests.cpp - Random nested loops ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomNests.h"
#include <vector>

using namespace mlir::noisy::test;

namespace {
class NestMaker {
public:
  NestMaker(std::mt19937 &random, const NestShape &shape)
      : random(random), shape(shape), isAffine(below(4) == 0) {}

  std::string make();

private:
  using Names = std::vector<std::string>;

  unsigned below(unsigned count) { return random() % count; }
  std::string pickOne(const Names &names) { return names[below(names.size())]; }
  std::string makeName() { return "%v" + std::to_string(count++); }
  std::string makeIndex(const Names &variables);
  std::string makeAffineBound(const Names &variables);
  void makeOp(Names &visible);
  std::string makeCondition(const Names &variables);
  std::string makeSet(const Names &variables);
  void makeChoice(Names &visible, const Names &variables, unsigned depth);
  std::string makeNext(const std::string &counter, const std::string &variable);
  void makeLoop(Names &visible, Names variables, unsigned depth);
  void makeBody(Names &visible, const Names &variables, unsigned depth);

  std::mt19937 &random;
  const NestShape &shape;
  const bool isAffine;
  std::string text;
  unsigned count = 0;
};
} // namespace

/// The name of an index: a constant, an induction variable, or what is computed
/// from one.
std::string NestMaker::makeIndex(const Names &variables) {
  std::string constant = "%c" + std::to_string(below(5));
  if (shape.hasUnknown && below(5) == 0)
    return "%n";
  if (variables.empty() || below(4) == 0)
    return constant;
  std::string variable = pickOne(variables);
  if (below(3) == 0)
    return variable;
  std::string other = shape.mixesVariables && below(2)
                          ? pickOne(variables)
                          : "%c" + std::to_string(1 + below(4));
  std::string name = makeName();
  static const char *kinds[] = {"addi",  "subi",  "muli",  "remui",
                                "divui", "minui", "maxsi", "andi"};
  std::string kind = kinds[below(shape.isLong ? 8 : 7)];
  bool isDivision = kind == "remui" || kind == "divui";
  if (isDivision && other[1] != 'c')
    other = "%c3";
  bool isTurned = !isDivision && below(2);
  text += name + " = arith." + kind + " " + (isTurned ? other : variable) +
          ", " + (isTurned ? variable : other) + " : index\n";
  return name;
}

/// A bound of an affine loop: "0", or a map of an induction variable.
std::string NestMaker::makeAffineBound(const Names &variables) {
  if (variables.empty() || below(3) == 0)
    return std::to_string(below(5));
  static const char *maps[] = {
      "d0", "d0 + 2", "4 - d0", "d0 * 2", "d0 floordiv 2 + 1", "d0 mod 3"};
  return std::string("affine_map<(d0) -> (") + maps[below(6)] + ")>(" +
         pickOne(variables) + ")";
}

void NestMaker::makeOp(Names &visible) {
  std::string name = makeName();
  switch (below(8)) {
  case 0:
    text += name + " = noisy.reduce_noise " + pickOne(visible);
    break;
  case 1:
    text += name + " = noisy.mul " + pickOne(visible) + ", %a";
    break;
  case 2:
    text += name + " = noisy.scale " + pickOne(visible) + " by 4";
    break;
  default:
    text += name + " = noisy.add " + pickOne(visible) + ", " + pickOne(visible);
  }
  text += " : !noisy.i32\n";
  visible.push_back(name);
}

/// The name of a condition, that of a comparison.
std::string NestMaker::makeCondition(const Names &variables) {
  Names some = variables;
  if (!shape.mixesVariables)
    some = {pickOne(variables)};
  std::string left = makeIndex(some), right = makeIndex(some);
  std::string name = makeName();
  static const char *kinds[] = {"eq", "ne", "slt", "sle", "ult", "uge"};
  text += name + " = arith.cmpi " + kinds[below(6)] + ", " + left + ", " +
          right + " : index\n";
  return name;
}

/// A condition of the affine dialect: a set, and an induction variable.
std::string NestMaker::makeSet(const Names &variables) {
  static const char *sets[] = {"d0 - 1 >= 0",
                               "d0 - 2 == 0",
                               "3 - d0 >= 0",
                               "d0 mod 2 == 0",
                               "d0 mod 3 - 1 >= 0, 4 - d0 >= 0",
                               "d0 floordiv 2 - 1 == 0"};
  return std::string("affine_set<(d0) : (") + sets[below(6)] + ")>(" +
         pickOne(variables) + ")";
}

/// A select or a conditional.
void NestMaker::makeChoice(Names &visible, const Names &variables,
                           unsigned depth) {
  bool isSet = isAffine && below(2);
  std::string condition = isSet ? makeSet(variables) : makeCondition(variables);
  std::string result = makeName();
  if (!isSet && below(4) == 0) {
    text += result + " = arith.select " + condition + ", " + pickOne(visible) +
            ", " + pickOne(visible) + " : !noisy.i32\n";
  } else {
    std::string dialect = isSet ? "affine" : "scf";
    text +=
        result + " = " + dialect + ".if " + condition + " -> (!noisy.i32) {\n";
    for (const char *end : {"} else {\n", "}\n"}) {
      Names inner = visible;
      if (below(4))
        makeBody(inner, variables, depth);
      text += dialect + ".yield " + (below(3) ? inner.back() : pickOne(inner)) +
              " : !noisy.i32\n" + end;
    }
  }
  visible.push_back(result);
}

/// What a counter is in the next iteration.
std::string NestMaker::makeNext(const std::string &counter,
                                const std::string &variable) {
  std::string sum = makeName();
  text += sum + " = arith.addi " + counter + ", %c1 : index\n";
  if (below(4) == 0)
    return sum;
  std::string test = makeName(), next = makeName();
  text += test + " = arith.cmpi uge, " +
          (below(4) == 0 && !variable.empty() ? variable : counter) + ", %c" +
          std::to_string(1 + below(4)) + " : index\n";
  if (below(2))
    text += next + " = arith.select " + test + ", %c" +
            std::to_string(below(2)) + ", " + sum + " : index\n";
  else
    text += next + " = scf.if " + test +
            " -> (index) {\nscf.yield %c0 : index\n" + "} else {\nscf.yield " +
            sum + " : index\n}\n";
  return next;
}

void NestMaker::makeLoop(Names &visible, Names variables, unsigned depth) {
  // Where each trip count has to be known, it is of one variable.
  Names all = variables;
  if (!shape.mixesVariables && !variables.empty())
    variables = {pickOne(variables)};
  std::string low = isAffine   ? below(2) ? "0" : makeAffineBound(variables)
                    : below(2) ? "%c0"
                               : makeIndex(variables);
  std::string high =
      isAffine ? makeAffineBound(variables) : makeIndex(variables);
  if (shape.isLong && depth + 1 == shape.depth)
    high = isAffine ? std::to_string(20 + below(280)) : "%long";
  std::string step = std::to_string(1 + (below(4) == 0));
  std::string result = makeName(), variable = makeName(), carried = makeName();
  bool hasCounter = shape.carriesIntegers && below(2);
  std::string counter = hasCounter ? makeName() : "";
  text +=
      result + (hasCounter ? ":2" : "") + " = " +
      (isAffine ? "affine" : "scf") + ".for " + variable + " = " + low +
      " to " + high + " step " + (isAffine ? "" : "%c") + step + " iter_args(" +
      carried + " = " + pickOne(visible) +
      (hasCounter ? ", " + counter + " = %c" + std::to_string(below(3)) : "") +
      ") -> (!noisy.i32" + (hasCounter ? ", index" : "") + ") {\n";
  Names inner = visible;
  inner.push_back(carried);
  all.push_back(variable);
  if (hasCounter && !isAffine)
    all.push_back(counter);
  makeBody(inner, all, depth);
  std::string next = hasCounter ? makeNext(counter, variable) : "";
  text += std::string(isAffine ? "affine" : "scf") + ".yield " +
          (below(4) ? inner.back() : pickOne(inner)) +
          (hasCounter ? ", " + next : "") + " : !noisy.i32" +
          (hasCounter ? ", index" : "") + "\n}\n";
  visible.push_back(result + (hasCounter ? "#0" : ""));
}

void NestMaker::makeBody(Names &visible, const Names &variables,
                         unsigned depth) {
  for (unsigned i = 0, n = 1 + below(3); i < n; ++i)
    if (depth > 0 && below(2))
      makeLoop(visible, variables, depth - 1);
    else if (depth > 0 && shape.hasConditions && !variables.empty() &&
             below(3) == 0)
      makeChoice(visible, variables, depth - 1);
    else
      makeOp(visible);
}

std::string NestMaker::make() {
  for (unsigned i = 0; i < 5; ++i)
    text += "%c" + std::to_string(i) + " = arith.constant " +
            std::to_string(i) + " : index\n";
  if (shape.isLong)
    text += "%long = arith.constant " + std::to_string(20 + below(280)) +
            " : index\n";
  Names visible = {"%a"};
  makeLoop(visible, {}, shape.depth - 1);
  makeBody(visible, {}, shape.depth - 1);
  std::string returned, types;
  if (shape.returnsAll)
    for (const std::string &name : visible) {
      returned += (returned.empty() ? " " : ", ") + name;
      types += (types.empty() ? "" : ", ") + std::string("!noisy.i32");
    }
  return "func.func @f(%x: i5, %n: index {noisy.range = [0, 4]}, "
         "%a: !noisy.i32) " +
         (shape.returnsAll ? "-> (" + types + ") " : "") + "{\n" + text +
         "return" + returned + (shape.returnsAll ? " : " + types : "") +
         "\n}\n";
}

std::string mlir::noisy::test::makeNest(std::mt19937 &random,
                                        const NestShape &shape) {
  return NestMaker(random, shape).make();
}
