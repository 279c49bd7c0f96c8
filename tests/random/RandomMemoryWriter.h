//===- RandomMemoryWriter.h - Writes programs with memory -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to RandomMemory.cpp, RandomTensors.cpp, RandomPrefixes.cpp and
// RandomBufferCalls.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMMEMORYWRITER_H
#define NOISY_TESTS_RANDOM_RANDOMMEMORYWRITER_H

#include "tests/random/RandomChoice.h"
#include "tests/random/RandomMemory.h"
#include <vector>

namespace mlir::noisy::test::memory {

inline constexpr const char *kScalar = "!noisy.i32";

/// A value that can be indexed, with its sizes.
struct Shaped {
  std::string name;
  std::vector<unsigned> sizes;

  std::string type(const char *kind) const {
    std::string text = std::string(kind) + "<";
    for (unsigned size : sizes)
      text += std::to_string(size) + "x";
    return text + kScalar + ">";
  }
};

/// An index, and what it is below.
struct IndexValue {
  std::string name;
  unsigned end;
};

/// A function that gets buffers.
struct BufferFunction {
  std::string name;
  /// The buffers, without names.
  std::vector<Shaped> buffers;
};

/// The values that are visible somewhere.
struct Scope {
  std::vector<std::string> scalars;
  std::vector<Shaped> buffers, tensors;
  std::vector<IndexValue> indices;
};

class MemoryWriter : RandomChoice {
public:
  MemoryWriter(std::mt19937 &random, const MemoryShape &shape)
      : RandomChoice(random), shape(shape), statementsLeft(shape.statements) {}

  std::string write();

private:
  std::string name() { return "%v" + std::to_string(number++); }
  void line(const std::string &text) {
    result += std::string(indent, ' ') + text + "\n";
  }
  void open(const std::string &text) {
    line(text);
    indent += 2;
  }
  void close(const std::string &text = "}") {
    indent -= 2;
    line(text);
  }

  std::string throwCondition();
  std::string throwBound(unsigned &end);
  std::string makeIndices(const Scope &scope, const Shaped &shaped);
  void makeScalar(Scope &scope);
  void makeTensor(Scope &scope);
  void fillTensor(Scope &scope, Shaped tensor);
  std::string accumulate(const Scope &scope, const Shaped &tensor,
                         const std::string &indices);
  std::string makeShifted(const std::string &index, unsigned size,
                          bool isReversed, unsigned distance);
  void makePrefix(Scope &scope);
  void makeSlice(Scope &scope, const Shaped &tensor);
  void useTensor(Scope &scope);
  void makeBuffer(Scope &scope);
  const Shaped &makeBuffer(Scope &scope, std::vector<unsigned> sizes);
  void fill(const Scope &scope, const Shaped &buffer);
  void fillSlices(const Scope &scope, const Shaped &buffer);
  std::pair<std::string, std::string> makePlace(const Scope &scope,
                                                const Shaped &buffer);
  void store(const Scope &scope, const Shaped &buffer,
             const std::string &indices);
  void load(Scope &scope);
  std::pair<std::string, std::string> makePart(const Shaped &buffer);
  void copy(const Scope &scope);
  void makeElements(const Scope &scope);
  void makeFor(Scope &scope);
  void makeIf(Scope &scope);
  void makeWhile(Scope &scope);
  void makeBlocks(Scope &scope);
  void useOwn(const Scope &scope, const std::string &index, unsigned end);
  void makeParallel(const Scope &scope);
  void makeConstants();
  void makeFunction();
  void makeCall(Scope &scope);
  void makeFiller();
  void makeSized(Scope &scope);
  void makeStatement(Scope &scope);
  void makeBody(Scope &scope);

  const MemoryShape &shape;
  unsigned statementsLeft, depth = 0, number = 0, indent = 0;
  std::vector<BufferFunction> functions;
  /// True in a function with an argument that is a condition, %p.
  bool hasCondition = false;
  std::string result;
};

} // namespace mlir::noisy::test::memory

#endif // NOISY_TESTS_RANDOM_RANDOMMEMORYWRITER_H
