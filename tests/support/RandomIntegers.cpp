//===- RandomIntegers.cpp - Programs of integers by chance ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/RandomIntegers.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

namespace {
using Type = std::string;
using Value = std::pair<std::string, Type>;
using Scope = std::vector<Value>;

struct Signature {
  std::vector<Type> arguments, results;
};

class Writer {
public:
  Writer(std::mt19937 &random, const IntegerShape &shape)
      : random(random), shape(shape) {}
  std::string write();

private:
  unsigned upTo(unsigned n) { return random() % n; }
  bool chance(unsigned percent) { return upTo(100) < percent; }
  template <typename T> const T &oneOf(const std::vector<T> &list) {
    return list[upTo(list.size())];
  }
  template <typename T> T oneOf(std::initializer_list<T> list) {
    return *(list.begin() + upTo(list.size()));
  }

  Type makeType() {
    return oneOf({"i4", "i4", "i4", "i8", "i8", "i1", "i13", "i32", "i64",
                  "index", "index"});
  }
  static unsigned widthOf(const Type &type) {
    return type == "index" ? 64 : std::stoi(type.substr(1));
  }
  std::vector<Type> makeTypes(unsigned most) {
    std::vector<Type> types(upTo(most + 1));
    for (Type &type : types)
      type = makeType();
    return types;
  }
  std::string name() { return "%v" + std::to_string(numValues++); }
  std::string label() { return "^b" + std::to_string(numBlocks++); }

  std::string constant(const Type &type, const APInt &number);
  /// A value of the type that is in scope, or a constant.
  std::string use(const Scope &scope, const Type &type);
  std::vector<std::string> use(const Scope &scope,
                               const std::vector<Type> &types);
  static std::string join(const std::vector<std::string> &list) {
    return llvm::join(list, ", ");
  }
  static std::string typed(const std::vector<std::string> &values,
                           const std::vector<Type> &types);
  std::string define(Scope &scope, const std::vector<Type> &types);

  void arithmetic(Scope &scope);
  void convert(Scope &scope);
  void affineArithmetic(Scope &scope);
  void structured(Scope &scope, unsigned depth);
  void count(Scope &scope, unsigned depth);
  void call(Scope &scope);
  void statement(Scope &scope, unsigned depth);
  void statements(Scope &scope, unsigned depth);
  void region(Scope scope, unsigned depth, const std::string &end,
              const std::vector<Type> &types, const std::string &before = "");
  void blocks(Scope scope, const std::string &end,
              const std::vector<Type> &types);
  void function(unsigned number, bool isPrivate);

  std::mt19937 &random;
  const IntegerShape &shape;
  std::string text;
  unsigned numValues = 0, numBlocks = 0;
  std::vector<Signature> functions;
  /// What affine operations take in the current function: its arguments.
  Scope symbols;
};
} // namespace

APInt test::makeInteger(std::mt19937 &random, unsigned width) {
  APInt any(width, (uint64_t(random()) << 32) | random(), /*isSigned=*/false,
            /*implicitTrunc=*/true);
  switch (random() % 8) {
  case 0:
    return APInt::getSignedMinValue(width) + APInt(width, random() % 2);
  case 1:
    return APInt::getSignedMaxValue(width) - APInt(width, random() % 2);
  case 2:
    return any;
  case 3:
    return -APInt(width, random() % 5, false, /*implicitTrunc=*/true);
  case 4:
    return any.lshr(width / 2);
  default:
    return APInt(width, random() % 9, false, /*implicitTrunc=*/true);
  }
}

std::string Writer::constant(const Type &type, const APInt &number) {
  std::string value = name();
  text += value + " = arith.constant ";
  if (type == "i1")
    text += number.isZero() ? "false" : "true";
  else
    text += llvm::toString(number, 10, /*Signed=*/true) + " : " + type;
  text += "\n";
  return value;
}

std::string Writer::use(const Scope &scope, const Type &type) {
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

std::vector<std::string> Writer::use(const Scope &scope,
                                     const std::vector<Type> &types) {
  std::vector<std::string> values;
  for (const Type &type : types)
    values.push_back(use(scope, type));
  return values;
}

std::string Writer::typed(const std::vector<std::string> &values,
                          const std::vector<Type> &types) {
  return values.empty() ? "" : join(values) + " : " + join(types);
}

/// "%v3:2 = ", and the results in scope.
std::string Writer::define(Scope &scope, const std::vector<Type> &types) {
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

void Writer::arithmetic(Scope &scope) {
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

void Writer::convert(Scope &scope) {
  Type from = makeType(), to = makeType();
  if ((from == "index") == (to == "index")) {
    if (from == "index" || widthOf(from) == widthOf(to))
      return;
    std::string value = use(scope, from);
    if (widthOf(from) < widthOf(to))
      text +=
          define(scope, {to}) + oneOf({"arith.extsi ", "arith.extui "}) + value;
    else
      text += define(scope, {to}) + "arith.trunci " + value +
              (chance(25) ? oneOf({" overflow<nsw>", " overflow<nuw>"}) : "");
  } else {
    std::string value = use(scope, from);
    text += define(scope, {to}) +
            oneOf({"arith.index_cast ", "arith.index_castui ", "index.casts ",
                   "index.castu "}) +
            value;
  }
  text += " : " + from + " to " + to + "\n";
}

void Writer::affineArithmetic(Scope &scope) {
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
// Control flow
//===----------------------------------------------------------------------===//

/// A region of one block in braces; `end` is its terminator, and `before` is
/// written in front of the values that it passes on.
void Writer::region(Scope scope, unsigned depth, const std::string &end,
                    const std::vector<Type> &types, const std::string &before) {
  statements(scope, depth);
  std::string first;
  if (!before.empty())
    first = "(" + use(scope, before) + ")";
  std::vector<std::string> values = use(scope, types);
  text += end + first + " " + typed(values, types) + "\n";
}

void Writer::count(Scope &scope, unsigned depth) {
  std::vector<Type> types = makeTypes(2);
  std::vector<std::string> inits = use(scope, types);
  bool isAffine = shape.affine && chance(25);
  Type type = isAffine || chance(50) ? "index" : makeType();
  std::string low, high, step;
  auto bound = [&](const char *join) {
    std::string a = use(symbols, "index");
    std::string k = std::to_string(upTo(12));
    switch (upTo(4)) {
    case 0:
      return a;
    case 1:
      return std::string(join) + " affine_map<(d0) -> (d0, " + k + ")>(" + a +
             ")";
    case 2:
      return "affine_map<(d0) -> (d0 floordiv 4 + " + k + ")>(" + a + ")";
    default:
      return k;
    }
  };
  if (isAffine) {
    low = bound("max");
    high = bound("min");
    step = std::to_string(1 + upTo(4));
  } else {
    low = chance(60) ? constant(type, makeInteger(random, widthOf(type)))
                     : use(scope, type);
    high = chance(40) ? constant(type, makeInteger(random, widthOf(type)))
                      : use(scope, type);
    step = chance(80) && type != "i1"
               ? constant(type, APInt(widthOf(type), 1 + upTo(5)))
               : use(scope, type);
  }
  Scope inner = scope;
  std::string group = define(scope, types);
  std::string variable = name();
  inner.emplace_back(variable, type);
  text += group + (isAffine ? "affine.for " : "scf.for ") +
          (!isAffine && chance(20) ? "unsigned " : "") + variable + " = " +
          low + " to " + high + " step " + step;
  std::vector<std::string> pairs;
  for (size_t i = 0; i < types.size(); ++i) {
    inner.emplace_back(name(), types[i]);
    pairs.push_back(inner.back().first + " = " + inits[i]);
  }
  if (!types.empty())
    text += " iter_args(" + join(pairs) + ") -> (" + join(types) + ")";
  if (!isAffine && type != "index")
    text += " : " + type;
  text += " {\n";
  region(inner, depth - 1, isAffine ? "affine.yield" : "scf.yield", types);
  text += "}\n";
}

void Writer::structured(Scope &scope, unsigned depth) {
  if (chance(40))
    return count(scope, depth);
  std::vector<Type> types = makeTypes(2);
  Scope outer = scope;
  switch (upTo(4)) {
  case 0: { // while
    std::vector<Type> passed = makeTypes(2);
    std::vector<std::string> inits = use(scope, types);
    Scope before = outer, after = outer;
    std::vector<std::string> pairs, arguments;
    for (size_t i = 0; i < types.size(); ++i) {
      before.emplace_back(name(), types[i]);
      pairs.push_back(before.back().first + " = " + inits[i]);
    }
    for (const Type &type : passed) {
      after.emplace_back(name(), type);
      arguments.push_back(after.back().first + " : " + type);
    }
    text += define(scope, passed) + "scf.while (" + join(pairs) + ") : (" +
            join(types) + ") -> (" + join(passed) + ") {\n";
    region(before, depth - 1, "scf.condition", passed, "i1");
    text += "} do {\n";
    if (!passed.empty())
      text += label() + "(" + join(arguments) + "):\n";
    region(after, depth - 1, "scf.yield", types);
    text += "}\n";
    return;
  }
  case 1: { // index_switch
    std::string on = use(scope, "index");
    text += define(scope, types) + "scf.index_switch " + on +
            (types.empty() ? "\n" : " -> " + join(types) + "\n");
    for (unsigned i = 0; i < 2; ++i) {
      text += "case " + std::to_string(i * 3) + " {\n";
      region(outer, depth - 1, "scf.yield", types);
      text += "}\n";
    }
    text += "default {\n";
    region(outer, depth - 1, "scf.yield", types);
    text += "}\n";
    return;
  }
  case 2: { // execute_region
    text += define(scope, types) + "scf.execute_region" +
            (types.empty() ? "" : " -> (" + join(types) + ")") + " {\n";
    blocks(outer, "scf.yield", types);
    text += "}\n";
    return;
  }
  default: { // if
    std::string on = use(scope, "i1");
    text += define(scope, types) + "scf.if " + on +
            (types.empty() ? "" : " -> (" + join(types) + ")") + " {\n";
    region(outer, depth - 1, "scf.yield", types);
    text += "} else {\n";
    region(outer, depth - 1, "scf.yield", types);
    text += "}\n";
  }
  }
}

void Writer::call(Scope &scope) {
  unsigned callee = upTo(functions.size());
  const Signature &signature = functions[callee];
  std::vector<std::string> values = use(scope, signature.arguments);
  text += define(scope, signature.results) + "func.call @f" +
          std::to_string(callee) + "(" + join(values) + ") : (" +
          join(signature.arguments) + ") -> (" + join(signature.results) +
          ")\n";
}

void Writer::statement(Scope &scope, unsigned depth) {
  if (shape.controlFlow && chance(20) && depth > 0)
    return structured(scope, depth);
  if (shape.controlFlow && chance(8))
    return call(scope);
  if (chance(20))
    return convert(scope);
  if (chance(8) && shape.affine)
    return affineArithmetic(scope);
  arithmetic(scope);
}

void Writer::statements(Scope &scope, unsigned depth) {
  unsigned n = upTo(shape.statements) + 1;
  for (unsigned i = 0; i < n; ++i)
    statement(scope, depth);
}

/// Blocks that branch at will, loops included.
void Writer::blocks(Scope scope, const std::string &end,
                    const std::vector<Type> &types) {
  unsigned n = 1 + upTo(4);
  std::vector<std::string> labels(n);
  std::vector<std::vector<Type>> arguments(n);
  for (unsigned i = 1; i < n; ++i) {
    labels[i] = label();
    arguments[i] = makeTypes(2);
  }
  statements(scope, 0);
  for (unsigned i = 0; i < n; ++i) {
    Scope inner = scope; // all that the entry defines is in sight everywhere
    if (i > 0) {
      std::vector<std::string> list;
      for (const Type &type : arguments[i]) {
        inner.emplace_back(name(), type);
        list.push_back(inner.back().first + ": " + type);
      }
      text += labels[i] + (list.empty() ? "" : "(" + join(list) + ")") + ":\n";
      statements(inner, 1);
    }
    auto target = [&](unsigned to) {
      std::vector<std::string> values = use(inner, arguments[to]);
      for (size_t i = 0; i < values.size(); ++i)
        if (values[i].find('#') != std::string::npos) { // not read by cf.switch
          std::string same = name();
          text += same + " = arith.andi " + values[i] + ", " + values[i] +
                  " : " + arguments[to][i] + "\n";
          values[i] = same;
        }
      return labels[to] +
             (values.empty() ? "" : "(" + typed(values, arguments[to]) + ")");
    };
    if (n == 1 || chance(25) || i == n - 1) {
      std::vector<std::string> values = use(inner, types);
      text += end + " " + typed(values, types) + "\n";
      continue;
    }
    std::string a = target(1 + upTo(n - 1)), b = target(1 + upTo(n - 1));
    if (chance(20)) {
      text += "cf.br " + a + "\n";
    } else if (chance(25)) {
      std::string on = use(inner, "i8");
      text += "cf.switch " + on + " : i8, [default: " + a + ", 3: " + b + "]\n";
    } else {
      std::string on = use(inner, "i1");
      text += "cf.cond_br " + on + ", " + a + ", " + b + "\n";
    }
  }
}

void Writer::function(unsigned number, bool isPrivate) {
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

std::string Writer::write() {
  unsigned n = 1 + upTo(shape.functions);
  for (unsigned i = 0; i < n; ++i) {
    Signature signature{makeTypes(4), makeTypes(2)};
    signature.arguments.push_back(makeType());
    functions.push_back(signature);
  }
  for (unsigned i = 0; i < n; ++i)
    function(i, i + 1 < n && chance(80));
  return text;
}

std::string test::makeIntegerProgram(std::mt19937 &random,
                                     const IntegerShape &shape) {
  return Writer(random, shape).write();
}
