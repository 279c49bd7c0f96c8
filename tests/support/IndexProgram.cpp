//===- IndexProgram.cpp - Programs on indices by chance -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/IndexProgram.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::test;

namespace {

class Maker {
public:
  explicit Maker(std::mt19937 &random) : random(random) {}

  std::string make(unsigned operations);

private:
  struct Tensor {
    std::string name;
    /// "?" or a number for each dimension.
    std::vector<std::string> sizes;

    std::string type() const {
      return "tensor<" + llvm::join(sizes, "x") + "xi8>";
    }
  };
  /// What is in sight.
  struct Sight {
    std::vector<std::string> indices;
    std::vector<Tensor> tensors;
    std::vector<std::string> truths;
  };

  int randomBelow(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random);
  }
  bool chance(int percent) { return randomBelow(100) < percent; }
  template <typename Range> const auto &pick(const Range &range) {
    // What came last is taken more often, so that chains grow.
    size_t n = std::size(range);
    size_t distance =
        chance(50) ? randomBelow(std::min<size_t>(n, 3)) : randomBelow(n);
    return std::data(range)[n - 1 - distance];
  }
  std::string index() { return pick(sight.indices); }
  std::string fresh() { return "%v" + std::to_string(counter++); }
  std::string constant();
  std::string expression(int depth);
  void define(const std::string &operation) {
    std::string name = fresh();
    text += name + " = " + operation + "\n";
    sight.indices.push_back(name);
  }

  void statement(int depth);
  void arithmetic();
  void affine();
  void tensor();
  void comparison();
  void branch(int depth);
  void loop(int depth);
  void body(int depth);

  std::mt19937 &random;
  std::string text;
  Sight sight;
  int counter = 0;
  int operationsLeft = 0;
};

} // namespace

/// A name for a number.
std::string Maker::constant() {
  std::string name = fresh();
  int64_t number = randomBelow(20) - 6;
  if (chance(4))
    number = (int64_t(1) << (30 + randomBelow(33))) * (chance(50) ? 1 : -1);
  text += name + " = arith.constant " + std::to_string(number) + " : index\n";
  return name;
}

void Maker::arithmetic() {
  static const char *const linear[] = {"addi", "subi", "muli"};
  static const char *const arith[] = {
      "floordivsi", "ceildivsi", "divsi", "divui", "remsi", "remui",
      "minsi",      "maxsi",     "minui", "maxui", "minsi", "maxsi"};
  static const char *const ofIndex[] = {"add",  "sub",      "mul",  "floordivs",
                                        "divs", "ceildivs", "divu", "rems",
                                        "remu", "mins",     "maxs", "add"};
  std::string lhs = index(), rhs = chance(60) ? constant() : index();
  if (chance(20))
    std::swap(lhs, rhs);
  if (chance(50))
    define("arith." + std::string(linear[randomBelow(3)]) + " " + lhs + ", " +
           rhs + (chance(30) ? " overflow<nsw>" : "") + " : index");
  else if (chance(60))
    define("arith." + std::string(arith[randomBelow(std::size(arith))]) + " " +
           lhs + ", " + rhs + " : index");
  else
    define("index." + std::string(ofIndex[randomBelow(std::size(ofIndex))]) +
           " " + lhs + ", " + rhs);
}

/// An affine expression of d0 and d1.
std::string Maker::expression(int depth) {
  if (depth == 0 || chance(20))
    return chance(25)   ? std::to_string(randomBelow(15) - 5)
           : chance(50) ? "d0"
                        : "d1";
  std::string lhs = expression(depth - 1);
  switch (randomBelow(6)) {
  case 0:
    return "(" + lhs + ") * " +
           std::to_string(chance(5) ? int64_t(1) << randomBelow(63)
                                    : randomBelow(9) - 3);
  case 1:
    return "(" + lhs + ") floordiv " + std::to_string(1 + randomBelow(5));
  case 2:
    return "(" + lhs + ") ceildiv " + std::to_string(1 + randomBelow(5));
  case 3:
    return "(" + lhs + ") mod " + std::to_string(1 + randomBelow(5));
  default:
    return "(" + lhs + (chance(70) ? ") + (" : ") - (") +
           expression(depth - 1) + ")";
  }
}

void Maker::affine() {
  std::string operands = "(" + index() + ", " + index() + ")";
  switch (randomBelow(5)) {
  case 0:
  case 1:
    define("affine.apply affine_map<(d0, d1) -> (" + expression(3) + ")>" +
           operands);
    break;
  case 2:
    define(std::string(chance(50) ? "affine.min" : "affine.max") +
           " affine_map<(d0, d1) -> (" + expression(2) + ", " + expression(2) +
           ")>" + operands);
    break;
  case 3:
    define("affine.linearize_index [" + index() + ", " + index() + ", " +
           index() + "] by (" + (chance(50) ? "3, " : "") + "4, " +
           std::to_string(1 + randomBelow(5)) + ") : index");
    break;
  case 4: {
    std::string name = fresh();
    text += name + ":3 = affine.delinearize_index " + index() + " into (" +
            (chance(50) ? "3, " : "") + "4, " +
            std::to_string(1 + randomBelow(5)) + ") : index, index, index\n";
    for (const char *part : {"#0", "#1", "#2"})
      sight.indices.push_back(name + part);
  }
  }
}

void Maker::tensor() {
  Tensor source = pick(sight.tensors);
  Tensor result{fresh(), {}};
  auto dynamic = [&] {
    std::vector<std::string> names;
    for (const std::string &size : result.sizes)
      if (size == "?")
        names.push_back(index());
    return llvm::join(names, ", ");
  };
  switch (randomBelow(6)) {
  case 0:
    for (int i = 0, rank = 1 + randomBelow(2); i < rank; ++i)
      result.sizes.push_back(chance(75) ? "?"
                                        : std::to_string(1 + randomBelow(5)));
    text += result.name + " = tensor.empty(" + dynamic() +
            ") : " + result.type() + "\n";
    break;
  case 1: {
    std::string offsets, sizes, strides;
    for (size_t i = 0; i < source.sizes.size(); ++i) {
      const char *comma = i == 0 ? "" : ", ";
      bool isDynamic = chance(75);
      std::string size = isDynamic ? index() : "1";
      result.sizes.push_back(isDynamic ? "?" : "1");
      offsets += std::string(comma) + "0";
      sizes += comma + size;
      strides += std::string(comma) + "1";
    }
    text += result.name + " = tensor.extract_slice " + source.name + "[" +
            offsets + "] [" + sizes + "] [" + strides + "] : " + source.type() +
            " to " + result.type() + "\n";
    break;
  }
  case 2: {
    std::string low, high, arguments;
    for (size_t i = 0; i < source.sizes.size(); ++i) {
      const char *comma = i == 0 ? "" : ", ";
      low += comma + index();
      high += comma + (chance(50) ? index() : std::to_string(randomBelow(3)));
      arguments += comma + fresh() + ": index";
      result.sizes.push_back("?");
    }
    std::string padding = fresh();
    text += result.name + " = tensor.pad " + source.name + " low[" + low +
            "] high[" + high + "] {\n^bb0(" + arguments + "):\n" + padding +
            " = arith.constant 0 : i8\ntensor.yield " + padding +
            " : i8\n} : " + source.type() + " to " + result.type() + "\n";
    break;
  }
  case 3: {
    result.sizes = source.sizes;
    for (std::string &size : result.sizes)
      size =
          size == "?" && chance(30) ? std::to_string(1 + randomBelow(4)) : "?";
    text += result.name + " = tensor.cast " + source.name + " : " +
            source.type() + " to " + result.type() + "\n";
    break;
  }
  case 4: {
    // Sometimes there is no such dimension.
    std::string dim = fresh();
    text += dim + " = arith.constant " +
            std::to_string(chance(5) ? 7 : randomBelow(source.sizes.size())) +
            " : index\n";
    define("tensor.dim " + source.name + ", " + dim + " : " + source.type());
    return;
  }
  case 5: {
    Tensor otherTensor = pick(sight.tensors);
    if (otherTensor.sizes != source.sizes)
      return;
    result.sizes = source.sizes;
    text += result.name + " = arith.select " + pick(sight.truths) + ", " +
            source.name + ", " + otherTensor.name + " : " + source.type() +
            "\n";
    break;
  }
  }
  sight.tensors.push_back(result);
}

void Maker::comparison() {
  static const char *const predicates[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                           "sge", "ult", "ule", "ugt", "uge"};
  std::string name = fresh(), predicate = predicates[randomBelow(10)];
  std::string lhs = index(), rhs = chance(30) ? constant() : index();
  if (chance(70))
    text += name + " = arith.cmpi " + predicate + ", " + lhs + ", " + rhs +
            " : index\n";
  else
    text += name + " = index.cmp " + predicate + "(" + lhs + ", " + rhs + ")\n";
  sight.truths.push_back(name);
}

void Maker::branch(int depth) {
  std::string number = fresh();
  Tensor tensor{fresh(), pick(sight.tensors).sizes};
  std::string truth = pick(sight.truths);
  Sight outer = sight;
  auto side = [&] {
    body(depth);
    std::vector<Tensor> sameTensors;
    for (const Tensor &candidate : sight.tensors)
      if (candidate.sizes == tensor.sizes)
        sameTensors.push_back(candidate);
    text += "scf.yield " + index() + ", " + pick(sameTensors).name +
            " : index, " + tensor.type() + "\n";
    sight = outer;
  };
  std::string joint = fresh();
  text +=
      joint + ":2 = scf.if " + truth + " -> (index, " + tensor.type() + ") {\n";
  side();
  text += "} else {\n";
  side();
  text += "}\n";
  sight.indices.push_back(joint + "#0");
  sight.tensors.push_back({joint + "#1", tensor.sizes});
}

void Maker::loop(int depth) {
  std::string induction = fresh();
  Sight outer = sight;
  int kind = randomBelow(5);
  if (kind == 0) {
    // Without results.
    text += "affine.for " + induction + " = ";
    text += chance(40)
                ? std::to_string(randomBelow(8) - 4)
                : "max affine_map<(d0) -> (d0, " +
                      std::to_string(randomBelow(4) - 2) + " - d0)>(%n0)";
    text += " to ";
    text += chance(40) ? std::to_string(randomBelow(8))
                       : "min affine_map<(d0) -> (d0 * 2, " +
                             std::to_string(randomBelow(9)) + ")>(%n1)";
    text += (chance(50) ? " step " + std::to_string(1 + randomBelow(3)) : "") +
            " {\n";
    sight.indices.push_back(induction);
    body(depth);
    text += "}\n";
    sight = outer;
    return;
  }
  std::string lower = chance(50) ? constant() : index();
  std::string upper = chance(30) ? constant() : index();
  // The verifier lets no constant step of scf.parallel below 1 pass.
  std::string step = chance(15)                ? index()
                     : kind == 1 || chance(70) ? ""
                                               : constant();
  if (step.empty()) {
    step = fresh();
    text += step + " = arith.constant " +
            std::to_string(chance(60) ? 1 : 1 + randomBelow(4)) + " : index\n";
  }
  outer = sight;
  std::string range = " = (" + lower + ") to (" + upper + ") step (" + step;
  if (kind == 1) {
    text += "scf.parallel (" + induction + ")" + range + ") {\n";
    sight.indices.push_back(induction);
    body(depth);
    text += "}\n";
    sight = outer;
    return;
  }
  Tensor start = pick(sight.tensors);
  if (kind == 2) {
    std::string result = fresh(), argument = fresh();
    text += result + " = scf.forall (" + induction + ")" + range +
            ") shared_outs(" + argument + " = " + start.name + ") -> (" +
            start.type() + ") {\n";
    sight.indices.push_back(induction);
    sight.tensors.push_back({argument, start.sizes});
    body(depth);
    text += "}\n";
    sight = outer;
    sight.tensors.push_back({result, start.sizes});
    return;
  }
  std::string result = fresh(), number = fresh(), tensor = fresh();
  text += result + ":2 = scf.for " + (chance(10) ? "unsigned " : "") +
          induction + " = " + lower + " to " + upper + " step " + step +
          " iter_args(" + number + " = " + index() + ", " + tensor + " = " +
          start.name + ") -> (index, " + start.type() + ") {\n";
  sight.indices.push_back(number);
  sight.indices.push_back(induction);
  sight.tensors.push_back({tensor, start.sizes});
  body(depth);
  std::vector<Tensor> sameTensors;
  for (const Tensor &candidate : sight.tensors)
    if (candidate.sizes == start.sizes)
      sameTensors.push_back(candidate);
  text += "scf.yield " + (chance(30) ? number : index()) + ", " +
          (chance(50) ? tensor : pick(sameTensors).name) + " : index, " +
          start.type() + "\n}\n";
  sight = outer;
  sight.indices.push_back(result + "#0");
  sight.tensors.push_back({result + "#1", start.sizes});
}

void Maker::body(int depth) {
  for (int i = 1 + randomBelow(5); i > 0 && operationsLeft > 0; --i)
    statement(depth - 1);
}

void Maker::statement(int depth) {
  --operationsLeft;
  int kind = randomBelow(100);
  if (depth > 0 && kind < 12)
    loop(depth);
  else if (depth > 0 && kind < 20)
    branch(depth);
  else if (kind < 45)
    arithmetic();
  else if (kind < 55)
    affine();
  else if (kind < 60)
    define("arith.select " + pick(sight.truths) + ", " + index() + ", " +
           index() + " : index");
  else if (kind < 80)
    tensor();
  else
    comparison();
}

std::string Maker::make(unsigned operations) {
  sight.indices = {"%n0", "%n1", "%n2"};
  sight.truths = {"%p"};
  sight.tensors = {{"%t0", {"?"}}, {"%t1", {"?", "4"}}};
  operationsLeft = operations;
  text = "func.func @f(%n0: index, %n1: index, %n2: index, %p: i1, "
         "%t0: tensor<?xi8>, %t1: tensor<?x4xi8>) {\n";
  while (operationsLeft > 0)
    statement(3);
  text += "return\n}\n";
  return text;
}

std::string mlir::noisy::test::makeIndexProgram(std::mt19937 &random,
                                                unsigned operations) {
  return Maker(random).make(operations);
}
