//===- RandomElements.cpp - Programs with bodies for elements -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomElements.h"
#include "tests/random/RandomChoice.h"
#include <algorithm>
#include <vector>

using namespace mlir::noisy::test;

namespace {
using Sizes = std::vector<unsigned>;
using Loops = std::vector<unsigned>;

struct Tensor {
  std::string name;
  Sizes sizes;
  /// The first size is not part of the type.
  bool isDynamic = false;

  std::string type() const {
    std::string text = "tensor<";
    for (size_t i = 0; i < sizes.size(); ++i)
      text += (i == 0 && isDynamic ? "?" : std::to_string(sizes[i])) + "x";
    return text + "!noisy.i32>";
  }
};

class ElementsWriter : RandomChoice {
public:
  ElementsWriter(std::mt19937 &random, const ElementsShape &shape)
      : RandomChoice(random), shape(shape) {}

  std::string write();

private:
  std::string name() { return "%v" + std::to_string(number++); }
  void line(const std::string &text) { result += "  " + text + "\n"; }
  unsigned throwSize() {
    return !shape.isUniform && oneOf(12) ? 0 : 1 + below(3);
  }

  Tensor makeTensor(const Sizes &sizes, bool mayBeDynamic = false);
  Tensor makeInit(const Sizes &sizes, bool mayBeDynamic = false);
  std::string compute(std::vector<std::string> scalars);
  void makeScalar();
  void makeGeneric();
  void makeMapped();
  void makeReduced();
  void makeMoved();
  void extract();

  const ElementsShape &shape;
  unsigned number = 0;
  std::vector<std::string> scalars;
  std::vector<Tensor> tensors;
  std::string result;
};
} // namespace

static std::string list(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

static std::string listNames(const std::vector<Tensor> &tensors) {
  std::vector<std::string> names, types;
  for (const Tensor &tensor : tensors) {
    names.push_back(tensor.name);
    types.push_back(tensor.type());
  }
  return list(names) + " : " + list(types);
}

/// A tensor with elements.
Tensor ElementsWriter::makeTensor(const Sizes &sizes, bool mayBeDynamic) {
  for (const Tensor &known : tensors)
    if (known.sizes == sizes && known.isDynamic <= mayBeDynamic && !oneOf(3))
      return known;
  Tensor tensor{name(), sizes};
  unsigned count = 1;
  for (unsigned size : sizes)
    count *= size;
  if (shape.isUniform || oneOf(2) || count == 0) {
    line(tensor.name + " = tensor.splat " + pick(scalars) + " : " +
         tensor.type());
  } else {
    std::vector<std::string> elements;
    for (unsigned i = 0; i < count; ++i)
      elements.push_back(pick(scalars));
    line(tensor.name + " = tensor.from_elements " + list(elements) + " : " +
         tensor.type());
  }
  if (mayBeDynamic && !shape.isUniform && !sizes.empty() && oneOf(4)) {
    Tensor other{name(), sizes, /*isDynamic=*/true};
    line(other.name + " = tensor.cast " + tensor.name + " : " + tensor.type() +
         " to " + other.type());
    tensor = other;
  }
  tensors.push_back(tensor);
  return tensor;
}

/// A tensor to write to: sometimes without contents.
Tensor ElementsWriter::makeInit(const Sizes &sizes, bool mayBeDynamic) {
  if (!oneOf(3))
    return makeTensor(sizes, mayBeDynamic);
  Tensor tensor{name(), sizes};
  line(tensor.name + " = tensor.empty() : " + tensor.type());
  if (oneOf(2))
    return tensor;
  Tensor filled{name(), sizes};
  line(filled.name + " = linalg.fill ins(" + pick(scalars) +
       " : !noisy.i32) outs(" + listNames({tensor}) + ") -> " + filled.type());
  return filled;
}

/// Some operations of a body; returns the value that it passes on.
std::string ElementsWriter::compute(std::vector<std::string> visible) {
  const std::string type = " : !noisy.i32";
  for (unsigned i = below(4); i > 0; --i) {
    std::string value = name(), a = pick(visible), b = pick(visible);
    switch (below(6)) {
    case 0:
      line("  " + value + " = noisy.mul " + a + ", " + b + type);
      break;
    case 1:
      line("  " + value + " = noisy.reduce_noise " + a + type);
      break;
    case 2:
      line("  " + value + " = noisy.scale " + a + " by 4" + type);
      break;
    default:
      line("  " + value + " = noisy.add " + a + ", " + b + type);
    }
    visible.push_back(value);
  }
  return oneOf(3) ? pick(visible) : visible.back();
}

void ElementsWriter::makeScalar() {
  if (scalars.empty() || oneOf(4)) {
    scalars.push_back(name());
    line(scalars.back() + " = noisy.encode %x : i5 -> !noisy.i32");
    return;
  }
  std::string value = compute(scalars);
  scalars.push_back(value);
}

void ElementsWriter::makeGeneric() {
  Sizes sizes;
  for (unsigned i = 1 + below(3); i > 0; --i)
    sizes.push_back(throwSize());
  Loops all;
  for (unsigned i = 0; i < sizes.size(); ++i)
    all.push_back(i);
  auto throwLoops = [&] {
    Loops loops = all;
    std::shuffle(loops.begin(), loops.end(), random);
    loops.resize(below(loops.size() + 1));
    return loops;
  };
  auto getSizes = [&](const Loops &loops) {
    Sizes some;
    for (unsigned loop : loops)
      some.push_back(sizes[loop]);
    return some;
  };
  // One input has an element for each point.
  std::vector<Loops> inputLoops = {all}, outputLoops = {throwLoops()};
  for (unsigned i = below(3); i > 0; --i)
    inputLoops.push_back(throwLoops());
  if (oneOf(3))
    outputLoops.push_back(shape.isUniform || oneOf(2) ? outputLoops.front()
                                                      : throwLoops());
  std::vector<Tensor> inputs, outputs;
  for (const Loops &loops : inputLoops)
    inputs.push_back(makeTensor(getSizes(loops), /*mayBeDynamic=*/true));
  for (const Loops &loops : outputLoops)
    outputs.push_back(makeInit(getSizes(loops), /*mayBeDynamic=*/true));
  std::string dims, maps;
  std::vector<std::string> kinds;
  for (unsigned loop : all) {
    dims += (loop ? ", d" : "d") + std::to_string(loop);
    bool isParallel =
        std::all_of(outputLoops.begin(), outputLoops.end(), [&](auto &loops) {
          return std::count(loops.begin(), loops.end(), loop);
        });
    kinds.push_back(isParallel ? "\"parallel\"" : "\"reduction\"");
  }
  for (const auto *group : {&inputLoops, &outputLoops})
    for (const Loops &loops : *group) {
      std::vector<std::string> results;
      for (unsigned loop : loops)
        results.push_back("d" + std::to_string(loop));
      maps += (maps.empty() ? "affine_map<(" : ", affine_map<(") + dims +
              ") -> (" + list(results) + ")>";
    }
  std::string op = name();
  std::vector<std::string> types;
  for (const Tensor &output : outputs)
    types.push_back(output.type());
  line(op + (outputs.size() > 1 ? ":2" : "") +
       " = linalg.generic {indexing_maps = [" + maps + "], iterator_types = [" +
       list(kinds) + "]} ins(" + listNames(inputs) + ") outs(" +
       listNames(outputs) + ") {");
  std::vector<std::string> arguments, visible = {pick(scalars)}, yielded;
  for (size_t i = 0; i < inputs.size() + outputs.size(); ++i) {
    std::string argument = name();
    arguments.push_back(argument + ": !noisy.i32");
    // Of tensors without contents nothing is read, mostly.
    if (i < inputs.size() || !oneOf(4))
      visible.push_back(argument);
  }
  line("^bb0(" + list(arguments) + "):");
  for (size_t i = 0; i < outputs.size(); ++i)
    yielded.push_back(compute(visible));
  line("  linalg.yield " + list(yielded) + " : " +
       (outputs.size() > 1 ? "!noisy.i32, !noisy.i32" : "!noisy.i32"));
  line("} -> " + std::string(outputs.size() > 1 ? "(" : "") + list(types) +
       (outputs.size() > 1 ? ")" : ""));
  for (size_t i = 0; i < outputs.size(); ++i)
    tensors.push_back({outputs.size() > 1 ? op + "#" + std::to_string(i) : op,
                       outputs[i].sizes, outputs[i].isDynamic});
}

void ElementsWriter::makeMapped() {
  Sizes sizes = pick(tensors).sizes;
  std::vector<Tensor> inputs = {makeTensor(sizes), makeTensor(sizes)};
  Tensor init = makeInit(sizes);
  std::string op = name(), a = name(), b = name(), out = name();
  line(op + " = linalg.map ins(" + listNames(inputs) + ") outs(" +
       listNames({init}) + ") (" + a + ": !noisy.i32, " + b + ": !noisy.i32, " +
       out + ": !noisy.i32) {");
  line("  linalg.yield " + compute({a, b, oneOf(3) ? out : a}) +
       " : !noisy.i32");
  line("}");
  tensors.push_back({op, sizes, init.isDynamic});
}

void ElementsWriter::makeReduced() {
  const Tensor input = pick(tensors);
  if (input.sizes.empty() || input.isDynamic)
    return;
  unsigned dimension = below(input.sizes.size());
  Sizes sizes = input.sizes;
  sizes.erase(sizes.begin() + dimension);
  Tensor init = makeInit(sizes);
  std::string op = name(), a = name(), out = name();
  line(op + " = linalg.reduce ins(" + listNames({input}) + ") outs(" +
       listNames({init}) + ") dimensions = [" + std::to_string(dimension) +
       "] (" + a + ": !noisy.i32, " + out + ": !noisy.i32) {");
  line("  linalg.yield " + compute({a, out}) + " : !noisy.i32");
  line("}");
  tensors.push_back({op, sizes});
}

/// Copies, transposes or repeats elements.
void ElementsWriter::makeMoved() {
  const Tensor input = pick(tensors);
  if (input.isDynamic)
    return;
  Sizes sizes = input.sizes;
  std::string end;
  const char *kind = "copy";
  if (sizes.size() == 2 && oneOf(2)) {
    kind = "transpose";
    std::swap(sizes[0], sizes[1]);
    end = " permutation = [1, 0]";
  } else if (sizes.size() < 2 && oneOf(2)) {
    kind = "broadcast";
    sizes.insert(sizes.begin(), throwSize());
    end = " dimensions = [0]";
  }
  Tensor init = makeInit(sizes);
  std::string op = name();
  line(op + " = linalg." + kind + " ins(" + listNames({input}) + ") outs(" +
       listNames({init}) + ")" + (end.empty() ? " -> " + init.type() : end));
  tensors.push_back({op, sizes});
}

void ElementsWriter::extract() {
  const Tensor tensor = pick(tensors);
  std::vector<std::string> indices;
  for (unsigned size : tensor.sizes) {
    if (size == 0)
      return;
    indices.push_back("%c" + std::to_string(below(size)));
  }
  scalars.push_back(name());
  line(scalars.back() + " = tensor.extract " + tensor.name + "[" +
       list(indices) + "] : " + tensor.type());
}

std::string ElementsWriter::write() {
  result = "func.func @f(%x: i5) {\n";
  for (unsigned i = 0; i < 3; ++i)
    line("%c" + std::to_string(i) + " = arith.constant " + std::to_string(i) +
         " : index");
  makeScalar();
  makeScalar();
  makeTensor({throwSize()});
  for (unsigned i = 0; i < shape.statements; ++i)
    switch (below(9)) {
    case 0:
      makeScalar();
      break;
    case 1:
      extract();
      break;
    case 2:
      makeMapped();
      break;
    case 3:
      makeReduced();
      break;
    case 4:
      makeMoved();
      break;
    default:
      makeGeneric();
    }
  extract();
  line("return");
  return result + "}\n";
}

std::string mlir::noisy::test::makeElementsProgram(std::mt19937 &random,
                                                   const ElementsShape &shape) {
  return ElementsWriter(random, shape).write();
}
