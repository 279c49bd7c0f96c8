//===- RandomPrefixes.cpp - Elements that are computed from others --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomMemoryWriter.h"

using namespace mlir::noisy::test::memory;

/// An index of the loop, from one end or from the other, and less `distance`.
std::string MemoryWriter::makeShifted(const std::string &index, unsigned size,
                                      bool isReversed, unsigned distance) {
  std::string from = index;
  if (isReversed) {
    from = name();
    line(from + " = arith.subi %c" + std::to_string(size - 1) + ", " + index +
         " : index");
  }
  if (distance == 0)
    return from;
  std::string shifted = name();
  line(shifted + " = arith." + (isReversed ? "addi " : "subi ") + from +
       ", %c" + std::to_string(distance) + " : index");
  return shifted;
}

/// Prefix sums of a new buffer or tensor: most of what they read was written
/// before, by an earlier iteration or before the loop.
void MemoryWriter::makePrefix(Scope &scope) {
  bool isTensor = shape.tensors && oneOf(2);
  unsigned size = 2 + below(3), distance = oneOf(4) ? 2 : 1;
  if (distance >= size)
    distance = 1;
  Shaped shaped{name(), {size}};
  const char *kind = isTensor ? "tensor" : "memref";
  const std::string type = shaped.type(kind);
  line(shaped.name + " = " + (isTensor ? "tensor.empty" : "memref.alloc") +
       "() : " + type);
  auto write = [&](Scope &visible, std::string &into,
                   const std::string &index) {
    std::string value = pick(visible.scalars);
    if (!isTensor) {
      line("memref.store " + value + ", " + into + "[" + index + "] : " + type);
      return;
    }
    std::string next = name();
    line(next + " = tensor.insert " + value + " into " + into + "[" + index +
         "] : " + type);
    into = next;
  };
  bool isReversed = oneOf(2);
  unsigned first = oneOf(8) && distance + 1 < size ? distance + 1 : distance;
  for (unsigned i = 0; i < first; ++i)
    if (!oneOf(6))
      write(scope, shaped.name,
            "%c" + std::to_string(isReversed ? size - 1 - i : i));
  Scope inner = scope;
  std::string index = name(), result = name(), carried = name();
  // Affine indices are part of the access.
  bool isAffine = !isTensor && oneOf(2);
  const std::string mark = isAffine ? "" : "%c";
  std::string head = (isAffine ? "affine.for " : "scf.for ") + index + " = " +
                     mark + std::to_string(first) + " to " + mark +
                     std::to_string(size) + " step " + mark +
                     (oneOf(6) ? "2" : "1");
  if (isTensor)
    head = result + " = " + head + " iter_args(" + carried + " = " +
           shaped.name + ") -> (" + type + ")";
  open(head + " {");
  std::string current = isTensor ? carried : shaped.name;
  if (oneOf(8))
    write(inner, current, "%c" + std::to_string(below(size)));
  auto shift = [&](unsigned by) {
    return isAffine ? (isReversed ? std::to_string(size - 1) + " - " + index +
                                        " + " + std::to_string(by)
                                  : index + " - " + std::to_string(by))
                    : makeShifted(index, size, isReversed, by);
  };
  // Now and then the element is read that is written later.
  bool isLate = oneOf(8);
  std::string read = name(), earlier = shift(isLate ? 0 : distance);
  line(read + " = " +
       (isTensor   ? "tensor.extract "
        : isAffine ? "affine.load "
                   : "memref.load ") +
       current + "[" + earlier + "] : " + type);
  std::string sum = name();
  line(sum + " = noisy.add " + read + ", " + pick(inner.scalars) + " : " +
       kScalar);
  inner.scalars = {sum};
  std::string place = shift(isLate || oneOf(8) ? distance : 0);
  bool isConditional = oneOf(6) && !isTensor;
  if (isConditional)
    open("scf.if " + throwCondition() + " {");
  if (isAffine)
    line("affine.store " + sum + ", " + current + "[" + place + "] : " + type);
  else
    write(inner, current, place);
  if (isConditional)
    close();
  if (isTensor)
    line("scf.yield " + current + " : " + type);
  close();
  if (isTensor)
    shaped.name = result;
  (isTensor ? scope.tensors : scope.buffers).push_back(shaped);
}
