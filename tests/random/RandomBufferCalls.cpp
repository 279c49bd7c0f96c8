//===- RandomBufferCalls.cpp - Functions that get buffers -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomMemoryWriter.h"

using namespace mlir::noisy::test::memory;

/// A function that gets buffers and a value, and calls those before it.
void MemoryWriter::makeFunction() {
  BufferFunction function{"@g" + std::to_string(functions.size()), {}};
  for (unsigned i = 1 + below(2); i > 0; --i) {
    Shaped buffer{name(), {}};
    for (unsigned rank = shape.scalarBuffers ? 0 : below(3); rank > 0; --rank)
      buffer.sizes.push_back(1 + below(3));
    function.buffers.push_back(std::move(buffer));
  }
  std::string arguments;
  for (const Shaped &buffer : function.buffers)
    arguments += buffer.name + ": " + buffer.type("memref") + ", ";
  bool isPublic = shape.escapes && oneOf(8);
  open(std::string("func.func ") + (isPublic ? "" : "private ") +
       function.name + "(" + arguments + "%p: i1, %x: i5, %a: !noisy.i32) -> " +
       kScalar + " {");
  makeConstants();
  hasCondition = true;
  Scope scope;
  scope.scalars = {"%a"};
  scope.buffers = function.buffers;
  statementsLeft = 2 + below(8);
  while (statementsLeft > 0) {
    --statementsLeft;
    makeStatement(scope);
  }
  line("return " + pick(scope.scalars) + " : " + kScalar);
  close();
  hasCondition = false;
  functions.push_back(std::move(function));
}

/// A call of a function with buffers that are visible, maybe the same one
/// twice, or with new ones.
void MemoryWriter::makeCall(Scope &scope) {
  const BufferFunction &function = pick(functions);
  std::string operands, types;
  for (const Shaped &buffer : function.buffers) {
    std::vector<Shaped> candidates;
    for (const Shaped &candidate : scope.buffers)
      if (candidate.sizes == buffer.sizes)
        candidates.push_back(candidate);
    Shaped passed = candidates.empty() || oneOf(4)
                        ? makeBuffer(scope, buffer.sizes)
                        : pick(candidates);
    operands += passed.name + ", ";
    types += passed.type("memref") + ", ";
  }
  if (shape.escapes && oneOf(20))
    line(name() + " = func.constant " + function.name + " : (" + types +
         "i1, i5, !noisy.i32) -> !noisy.i32");
  std::string condition = oneOf(3)   ? throwCondition()
                          : oneOf(2) ? "%true"
                                     : "%false";
  std::string value = name();
  line(value + " = func.call " + function.name + "(" + operands + condition +
       ", %x, " + pick(scope.scalars) + ") : (" + types +
       "i1, i5, !noisy.i32) -> " + kScalar);
  scope.scalars.push_back(value);
}

/// A function that fills as much of a buffer as it is told.
void MemoryWriter::makeFiller() {
  open("func.func private @fill(%m: memref<?x!noisy.i32>, %n: index, "
       "%v: !noisy.i32) {");
  line("%zero = arith.constant 0 : index");
  line("%one = arith.constant 1 : index");
  open("scf.for %i = %zero to %n step %one {");
  line("memref.store %v, %m[%i] : memref<?x!noisy.i32>");
  close();
  line("return");
  close();
}

/// A buffer that a function fills, mostly all of it, and an element of that.
void MemoryWriter::makeSized(Scope &scope) {
  std::string buffer = name(), value = name();
  unsigned size = 1 + below(3);
  std::string number = "%c" + std::to_string(size);
  line(buffer + " = memref.alloc(" + number + ") : memref<?x!noisy.i32>");
  line("func.call @fill(" + buffer + ", " +
       (oneOf(12) ? "%c" + std::to_string(below(size)) : number) + ", " +
       pick(scope.scalars) + ") : (memref<?x!noisy.i32>, index, " + kScalar +
       ") -> ()");
  line(value + " = memref.load " + buffer + "[%c" +
       std::to_string(below(size)) + "] : memref<?x!noisy.i32>");
  scope.scalars.push_back(value);
}
