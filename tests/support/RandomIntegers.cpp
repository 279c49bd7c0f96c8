//===- RandomIntegers.cpp - Programs of integers by chance ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/IntegerWriter.h"

using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

APInt test::makeInteger(std::mt19937 &random, unsigned width) {
  APInt randomValue(width, (uint64_t(random()) << 32) | random(),
                    /*isSigned=*/false,
                    /*implicitTrunc=*/true);
  switch (random() % 8) {
  case 0:
    return APInt::getSignedMinValue(width) + APInt(width, random() % 2);
  case 1:
    return APInt::getSignedMaxValue(width) - APInt(width, random() % 2);
  case 2:
    return randomValue;
  case 3:
    return -APInt(width, random() % 5, false, /*implicitTrunc=*/true);
  case 4:
    return randomValue.lshr(width / 2);
  default:
    return APInt(width, random() % 9, false, /*implicitTrunc=*/true);
  }
}

std::string IntegerWriter::constant(const Type &type, const APInt &number) {
  std::string value = name();
  text += value + " = arith.constant ";
  if (type == "i1")
    text += number.isZero() ? "false" : "true";
  else
    text += llvm::toString(number, 10, /*Signed=*/true) + " : " + type;
  text += "\n";
  return value;
}

std::string IntegerWriter::use(const Scope &scope, const Type &type) {
  std::vector<std::string> candidates;
  for (const auto &[value, valueType] : scope)
    if (valueType == type)
      candidates.push_back(value);
  if (candidates.empty() || chance(15))
    return constant(type, makeInteger(random, widthOf(type)));
  // What was defined last is not yet used.
  size_t last = candidates.size() - 1;
  return candidates[chance(50) ? last - upTo(std::min<size_t>(3, last + 1))
                               : upTo(candidates.size())];
}

std::vector<std::string> IntegerWriter::use(const Scope &scope,
                                            const std::vector<Type> &types) {
  std::vector<std::string> values;
  for (const Type &type : types)
    values.push_back(use(scope, type));
  return values;
}

std::string IntegerWriter::typedList(const std::vector<std::string> &values,
                                     const std::vector<Type> &types) {
  return values.empty() ? "" : join(values) + " : " + join(types);
}

/// "%v3:2 = ", and the results in scope.
std::string IntegerWriter::define(Scope &scope,
                                  const std::vector<Type> &types) {
  if (types.empty())
    return "";
  std::string group = name();
  if (types.size() == 1)
    scope.emplace_back(group, types[0]);
  else
    for (size_t i = 0; i < types.size(); ++i)
      scope.emplace_back(group + "#" + std::to_string(i), types[i]);
  return group + (types.size() > 1 ? ":" + std::to_string(types.size()) : "") +
         " = ";
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void IntegerWriter::arithmetic(Scope &scope) {
  Type type = makeType();
  std::string a = use(scope, type), b = use(scope, type);
  if (shape.mostlySigned && chance(60)) {
    std::string op =
        oneOf({"divsi", "ceildivsi", "floordivsi", "remsi", "minsi", "maxsi"});
    text += define(scope, {type}) + "arith." + op + " " + a + ", " + b + " : " +
            type + "\n";
    return;
  }
  if (chance(15)) {
    const char *predicate = oneOf(
        {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"});
    bool isIndex = type == "index" && chance(50);
    text += define(scope, {"i1"});
    text += isIndex ? "index.cmp " + std::string(predicate) + "(" + a + ", " +
                          b + ")\n"
                    : "arith.cmpi " + std::string(predicate) + ", " + a + ", " +
                          b + " : " + type + "\n";
    return;
  }
  if (chance(10)) {
    std::string condition = use(scope, "i1");
    text += define(scope, {type}) + "arith.select " + condition + ", " + a +
            ", " + b + " : " + type + "\n";
    return;
  }
  if (type != "index" && chance(8)) {
    std::string op = oneOf({"addui", "mulsi", "mului"});
    text += define(scope, {type, op == "addui" ? "i1" : type}) + "arith." + op +
            "_extended " + a + ", " + b + " : " + type +
            (op == "addui" ? ", i1\n" : "\n");
    return;
  }
  if (type == "index" && chance(40)) {
    std::string op = oneOf(
        {"add",       "sub",  "mul",  "divs", "divu", "ceildivs", "ceildivu",
         "floordivs", "rems", "remu", "maxs", "maxu", "mins",     "minu",
         "shl",       "shrs", "shru", "and",  "or",   "xor"});
    text += define(scope, {type}) + "index." + op + " " + a + ", " + b + "\n";
    return;
  }
  std::string op =
      oneOf({"addi",  "addi",      "subi",  "muli",  "shli",      "divsi",
             "divui", "ceildivsi", "remsi", "remui", "ceildivui", "floordivsi",
             "shrsi", "shrui",     "andi",  "ori",   "xori",      "maxsi",
             "maxui", "minsi",     "minui", "remui", "andi",      "divui"});
  std::string flags;
  if ((op == "addi" || op == "subi" || op == "muli" || op == "shli") &&
      shape.overflowFlags && chance(30))
    flags = oneOf({" overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"});
  if ((op == "divsi" || op == "divui" || op == "shrsi" || op == "shrui") &&
      chance(20))
    flags = " exact";
  text += define(scope, {type}) + "arith." + op + " " + a + ", " + b + flags +
          " : " + type + "\n";
}

void IntegerWriter::convert(Scope &scope) {
  Type sourceType = makeType(), targetType = makeType();
  if ((sourceType == "index") == (targetType == "index")) {
    if (sourceType == "index" || widthOf(sourceType) == widthOf(targetType))
      return;
    std::string value = use(scope, sourceType);
    if (widthOf(sourceType) < widthOf(targetType))
      text += define(scope, {targetType}) +
              oneOf({"arith.extsi ", "arith.extui "}) + value;
    else
      text += define(scope, {targetType}) + "arith.trunci " + value +
              (chance(25) ? oneOf({" overflow<nsw>", " overflow<nuw>"}) : "");
  } else {
    std::string value = use(scope, sourceType);
    text += define(scope, {targetType}) +
            oneOf({"arith.index_cast ", "arith.index_castui ", "index.casts ",
                   "index.castu "}) +
            value;
  }
  text += " : " + sourceType + " to " + targetType + "\n";
}

void IntegerWriter::affineArithmetic(Scope &scope) {
  std::string a = use(symbols, "index"), b = use(symbols, "index");
  auto number = [&] { return std::to_string(int(upTo(12)) - 2); };
  auto expr = [&] {
    switch (upTo(6)) {
    case 0:
      return "d0 + s0 + " + number();
    case 1:
      return "d0 * " + number() + " - s0";
    case 2:
      return "(d0 + " + number() + ") floordiv " + number();
    case 3:
      return "d0 ceildiv " + number() + " + s0";
    case 4:
      return "d0 mod " + number();
    default:
      return "d0 " + std::string(oneOf({"mod", "floordiv", "ceildiv"})) + " s0";
    }
  };
  std::string op = oneOf({"apply", "min", "max"});
  std::string map = expr();
  if (op != "apply")
    map += ", " + expr();
  text += define(scope, {"index"}) + "affine." + op +
          " affine_map<(d0)[s0] -> (" + map + ")>(" + a + ")[" + b + "]\n";
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void IntegerWriter::function(unsigned number, bool isPrivate) {
  const Signature &signature = functions[number];
  text += std::string("func.func ") + (isPrivate ? "private " : "") + "@f" +
          std::to_string(number) + "(";
  Scope scope;
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    const Type &type = signature.arguments[i];
    scope.emplace_back(name(), type);
    text += (i ? ", " : "") + scope.back().first + ": " + type;
    if (!shape.statedRanges || chance(70))
      continue;
    unsigned width = widthOf(type);
    APInt a = makeInteger(random, width), b = makeInteger(random, width);
    bool isSigned = a.isNegative() || b.isNegative();
    if (a.sgt(b))
      std::swap(a, b);
    text += " {noisy.range = [" + llvm::toString(a, 10, isSigned) + ", " +
            llvm::toString(b, 10, isSigned) + "]}";
  }
  text += ") -> (" + join(signature.results) + ") {\n";
  symbols = scope;
  blocks(scope, "func.return", signature.results);
  text += "}\n";
}

std::string IntegerWriter::write() {
  unsigned n = 1 + upTo(shape.functions);
  for (unsigned i = 0; i < n; ++i) {
    Signature signature{makeTypes(4), makeTypes(2)};
    signature.arguments.push_back(makeType());
    functions.push_back(signature);
  }
  for (unsigned i = 0; i < n; ++i)
    function(i, i + 1 < n && chance(80));
  return text + helpers;
}

std::string test::makeIntegerProgram(std::mt19937 &random,
                                     const IntegerShape &shape) {
  return IntegerWriter(random, shape).write();
}
