//===- RandomIntegerControl.cpp - Control flow by chance ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/IntegerWriter.h"

using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

/// A region of one block in braces; `end` is its terminator, and
/// `conditionType` is written in front of the values that it passes on.
void IntegerWriter::region(Scope scope, unsigned depth, const std::string &end,
                           const std::vector<Type> &types,
                           const std::string &conditionType) {
  statements(scope, depth);
  std::string first;
  if (!conditionType.empty())
    first = "(" + use(scope, conditionType) + ")";
  std::vector<std::string> values = use(scope, types);
  text += end + first + " " + typedList(values, types) + "\n";
}

/// A loop over numbers, up to `upperBound` if that is given.
void IntegerWriter::count(Scope &scope, unsigned depth,
                          const Value *upperBound) {
  std::vector<Type> types = makeTypes(2);
  std::vector<std::string> inits = use(scope, types);
  bool isAffine = shape.affine && chance(25);
  Type type = isAffine || chance(50) ? "index" : makeType();
  if (upperBound) {
    if (types.empty())
      types.push_back(makeType());
    inits = use(scope, types);
    type = upperBound->second;
    isAffine = shape.affine && type == "index" &&
               llvm::is_contained(symbols, *upperBound) && chance(50);
  }
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
  } else if (upperBound) {
    low = constant(type, APInt(widthOf(type), upTo(3)));
    high = upperBound->first;
    step = constant(type, APInt(widthOf(type), 1 + upTo(2)));
  } else {
    low = chance(60) ? constant(type, makeInteger(random, widthOf(type)))
                     : use(scope, type);
    high = chance(40) ? constant(type, makeInteger(random, widthOf(type)))
                      : use(scope, type);
    step = chance(80) && type != "i1"
               ? constant(type, APInt(widthOf(type), 1 + upTo(5)))
               : use(scope, type);
  }
  if (upperBound && isAffine) {
    low = std::to_string(upTo(3));
    high = upperBound->first;
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

/// Turns that share an integer in a tensor, and may see what others have put
/// there.
void IntegerWriter::share(Scope &scope, unsigned depth) {
  Type type = makeType(), tensor = "tensor<1x" + type + ">";
  std::string zero = constant("index", APInt(64, 0));
  std::string first = name(), sharedOutput = name(), oldElement = name(),
              newTensor = name();
  std::string result = name(), turn = name();
  std::string init = chance(60)
                         ? constant(type, makeInteger(random, widthOf(type)))
                         : use(scope, type);
  text += first + " = tensor.from_elements " + init + " : " + tensor + "\n";
  text += result + " = scf.forall (" + turn + ") in (" +
          std::to_string(upTo(4)) + ") shared_outs(" + sharedOutput + " = " +
          first + ") -> (" + tensor + ") {\n";
  text += oldElement + " = tensor.extract " + sharedOutput + "[" + zero +
          "] : " + tensor + "\n";
  Scope inner = scope;
  inner.emplace_back(oldElement, type);
  inner.emplace_back(turn, "index");
  statements(inner, depth - 1);
  std::string next = use(inner, type);
  text += newTensor + " = tensor.from_elements " + next + " : " + tensor + "\n";
  text += "scf.forall.in_parallel {\ntensor.parallel_insert_slice " +
          newTensor + " into " + sharedOutput + "[0] [1] [1] : " + tensor +
          " into " + tensor + "\n}\n}\n";
  std::string last = name();
  text += last + " = tensor.extract " + result + "[" + zero + "] : " + tensor +
          "\n";
  scope.emplace_back(last, type);
}

/// The sum of `bound` and a small number.
std::string IntegerWriter::addTo(const Value &bound) {
  const Type &type = bound.second;
  std::string increment = constant(type, APInt(widthOf(type), 1 + upTo(3)));
  std::string sum = name();
  text += sum + " = arith.addi " + bound.first + ", " + increment + " : " +
          type + "\n";
  return sum;
}

/// A loop whose bound is carried around it.
void IntegerWriter::growInLoop(Scope &scope, unsigned depth, const Type &type) {
  std::string first = constant(type, APInt(widthOf(type), 0));
  Value bound(name(), type);
  Scope inner = scope;
  inner.push_back(bound);
  bool isWhile = chance(60);
  if (!isWhile) {
    std::string low = constant("index", APInt(64, 0));
    std::string high = chance(50) ? use(scope, "index")
                                  : constant("index", APInt(64, upTo(4)));
    std::string step = constant("index", APInt(64, 1));
    text += define(scope, {type}) + "scf.for " + name() + " = " + low + " to " +
            high + " step " + step + " iter_args(" + bound.first + " = " +
            first + ") -> (" + type + ") {\n";
    count(inner, depth, &bound);
    statement(inner, 0);
    std::string next = chance(50) ? addTo(bound) : use(inner, type);
    text += "scf.yield " + next + " : " + type + "\n}\n";
    return;
  }
  std::string limit = constant(type, APInt(widthOf(type), 3));
  text += define(scope, {type}) + "scf.while (" + bound.first + " = " + first +
          ") : (" + type + ") -> (" + type + ") {\n";
  count(inner, depth, &bound);
  statement(inner, 0);
  std::string goesOn = name();
  text += goesOn + " = arith.cmpi ult, " + bound.first + ", " + limit + " : " +
          type + "\n";
  text += "scf.condition(" + goesOn + ") " + bound.first + " : " + type +
          "\n} do {\n";
  Value passedValue(name(), type);
  text += label() + "(" + passedValue.first + " : " + type + "):\n";
  std::string next = chance(50) ? limit : addTo(passedValue);
  text += "scf.yield " + next + " : " + type + "\n}\n";
}

/// A loop whose bound is the argument of a block that is branched back to.
/// `end` ends the last block, with the bound.
void IntegerWriter::growInBlocks(Scope &scope, unsigned depth, const Type &type,
                                 const std::string &end) {
  std::string first = constant(type, APInt(widthOf(type), 0));
  std::string head = label(), exit = label();
  Value bound(name(), type);
  text += "cf.br " + head + "(" + first + " : " + type + ")\n" + head + "(" +
          bound.first + ": " + type + "):\n";
  Scope inner = scope;
  inner.push_back(bound);
  if (end == "func.return")
    symbols.push_back(bound);
  count(inner, depth, &bound);
  statement(inner, 0);
  std::string limit = constant(type, APInt(widthOf(type), 3));
  std::string next = chance(50) ? limit : addTo(bound);
  std::string goesOn = name();
  text += goesOn + " = arith.cmpi ult, " + bound.first + ", " + limit + " : " +
          type + "\n";
  text += "cf.cond_br " + goesOn + ", " + head + "(" + next + " : " + type +
          "), " + exit + "\n" + exit + ":\n" + end + " " + bound.first + " : " +
          type + "\n";
}

/// A loop in a function of its own, whose bound grows with each call of itself,
/// or in blocks of it.
void IntegerWriter::growInCall(Scope &scope, unsigned depth, const Type &type) {
  std::string callee = "@g" + std::to_string(numHelpers++);
  std::string first = constant(type, APInt(widthOf(type), 0));
  text += define(scope, {type}) + "func.call " + callee + "(" + first +
          ") : (" + type + ") -> " + type + "\n";

  std::string outer = std::exchange(text, "");
  Value bound(name(), type);
  Scope outerSymbols = std::exchange(symbols, {bound});
  Scope inner = {bound};
  text += "func.func private " + callee + "(" + bound.first + ": " + type +
          ") -> " + type + " {\n";
  if (chance(40)) {
    growInBlocks(inner, depth, type, "func.return");
  } else {
    count(inner, depth, &bound);
    statement(inner, 0);
    std::string limit = constant(type, APInt(widthOf(type), 3));
    std::string goesOn = name(), callResult = name(), result = name();
    text += goesOn + " = arith.cmpi ult, " + bound.first + ", " + limit +
            " : " + type + "\n" + result + " = scf.if " + goesOn + " -> " +
            type + " {\n";
    std::string next = chance(50) ? limit : addTo(bound);
    text += callResult + " = func.call " + callee + "(" + next + ") : (" +
            type + ") -> " + type + "\nscf.yield " + callResult + " : " + type +
            "\n} else {\nscf.yield " + bound.first + " : " + type + "\n}\n" +
            "func.return " + result + " : " + type + "\n";
  }
  helpers += text + "}\n";
  text = std::move(outer);
  symbols = std::move(outerSymbols);
}

/// A loop that is empty at first, and grows.
void IntegerWriter::grow(Scope &scope, unsigned depth) {
  Type type = chance(60) ? "index" : oneOf({"i4", "i8", "i32"});
  switch (upTo(4)) {
  case 0: {
    Scope outer = scope;
    text += define(scope, {type}) + "scf.execute_region -> " + type + " {\n";
    growInBlocks(outer, depth, type, "scf.yield");
    text += "}\n";
    return;
  }
  case 1:
    return growInCall(scope, depth, type);
  default:
    return growInLoop(scope, depth, type);
  }
}

void IntegerWriter::writeStructured(Scope &scope, unsigned depth) {
  if (shape.growingLoops && chance(15))
    return grow(scope, depth);
  if (shape.sharedIntegers && chance(60))
    return share(scope, depth);
  if (chance(40))
    return count(scope, depth);
  std::vector<Type> types = makeTypes(2);
  Scope outer = scope;
  switch (upTo(4)) {
  case 0: { // while
    std::vector<Type> passedTypes = makeTypes(2);
    std::vector<std::string> inits = use(scope, types);
    Scope beforeScope = outer, afterScope = outer;
    std::vector<std::string> pairs, arguments;
    for (size_t i = 0; i < types.size(); ++i) {
      beforeScope.emplace_back(name(), types[i]);
      pairs.push_back(beforeScope.back().first + " = " + inits[i]);
    }
    for (const Type &type : passedTypes) {
      afterScope.emplace_back(name(), type);
      arguments.push_back(afterScope.back().first + " : " + type);
    }
    text += define(scope, passedTypes) + "scf.while (" + join(pairs) + ") : (" +
            join(types) + ") -> (" + join(passedTypes) + ") {\n";
    region(beforeScope, depth - 1, "scf.condition", passedTypes, "i1");
    text += "} do {\n";
    if (!passedTypes.empty())
      text += label() + "(" + join(arguments) + "):\n";
    region(afterScope, depth - 1, "scf.yield", types);
    text += "}\n";
    return;
  }
  case 1: { // index_switch
    std::string selector = use(scope, "index");
    text += define(scope, types) + "scf.index_switch " + selector +
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
    std::string selector = use(scope, "i1");
    text += define(scope, types) + "scf.if " + selector +
            (types.empty() ? "" : " -> (" + join(types) + ")") + " {\n";
    region(outer, depth - 1, "scf.yield", types);
    text += "} else {\n";
    region(outer, depth - 1, "scf.yield", types);
    text += "}\n";
  }
  }
}

void IntegerWriter::call(Scope &scope) {
  unsigned callee = upTo(functions.size());
  const Signature &signature = functions[callee];
  std::vector<std::string> values = use(scope, signature.arguments);
  text += define(scope, signature.results) + "func.call @f" +
          std::to_string(callee) + "(" + join(values) + ") : (" +
          join(signature.arguments) + ") -> (" + join(signature.results) +
          ")\n";
}

void IntegerWriter::statement(Scope &scope, unsigned depth) {
  if (shape.controlFlow && chance(20) && depth > 0)
    return writeStructured(scope, depth);
  if (shape.controlFlow && chance(8))
    return call(scope);
  if (chance(20))
    return convert(scope);
  if (chance(8) && shape.affine)
    return affineArithmetic(scope);
  arithmetic(scope);
}

void IntegerWriter::statements(Scope &scope, unsigned depth) {
  unsigned n = upTo(shape.statements) + 1;
  for (unsigned i = 0; i < n; ++i)
    statement(scope, depth);
}

/// Blocks that branch at will, loops included.
void IntegerWriter::blocks(Scope scope, const std::string &end,
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
    auto target = [&](unsigned block) {
      std::vector<std::string> values = use(inner, arguments[block]);
      for (size_t i = 0; i < values.size(); ++i)
        if (values[i].find('#') != std::string::npos) { // not read by cf.switch
          std::string copy = name();
          text += copy + " = arith.andi " + values[i] + ", " + values[i] +
                  " : " + arguments[block][i] + "\n";
          values[i] = copy;
        }
      return labels[block] +
             (values.empty() ? ""
                             : "(" + typedList(values, arguments[block]) + ")");
    };
    if (n == 1 || chance(25) || i == n - 1) {
      std::vector<std::string> values = use(inner, types);
      text += end + " " + typedList(values, types) + "\n";
      continue;
    }
    std::string a = target(1 + upTo(n - 1)), b = target(1 + upTo(n - 1));
    if (chance(20)) {
      text += "cf.br " + a + "\n";
    } else if (chance(25)) {
      std::string selector = use(inner, "i8");
      text += "cf.switch " + selector + " : i8, [default: " + a + ", 3: " + b +
              "]\n";
    } else {
      std::string selector = use(inner, "i1");
      text += "cf.cond_br " + selector + ", " + a + ", " + b + "\n";
    }
  }
}
