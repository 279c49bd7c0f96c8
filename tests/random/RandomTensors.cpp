//===- RandomTensors.cpp - Tensors in programs with memory ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomMemoryWriter.h"

using namespace mlir::noisy::test::memory;

void MemoryWriter::makeTensor(Scope &scope) {
  Shaped tensor{name(), {}};
  for (unsigned rank = 1 + below(2); rank > 0; --rank)
    tensor.sizes.push_back(1 + below(3));
  if (!oneOf(3)) {
    line(tensor.name + " = tensor.empty() : " + tensor.type("tensor"));
    if (oneOf(4))
      scope.tensors.push_back(tensor);
    return fillTensor(scope, tensor);
  }
  std::string elements;
  unsigned count = 1;
  for (unsigned size : tensor.sizes)
    count *= size;
  for (unsigned i = 0; i < count; ++i)
    elements += (i ? ", " : "") + pick(scope.scalars);
  line(tensor.name + " = tensor.from_elements " + elements + " : " +
       tensor.type("tensor"));
  scope.tensors.push_back(tensor);
}

/// Adds to an element of a tensor in a loop, mostly to the same one; it may be
/// set before. Returns the tensor behind the loop.
std::string MemoryWriter::accumulate(const Scope &scope, const Shaped &tensor,
                                     const std::string &indices) {
  const std::string type = tensor.type("tensor");
  std::string from = tensor.name, result = name(), index = name(),
              carried = name(), before = name(), sum = name(), last = name();
  if (oneOf(2)) {
    from = name();
    line(from + " = tensor.insert " + pick(scope.scalars) + " into " +
         tensor.name + "[" + indices + "] : " + type);
  }
  Scope inner = scope;
  unsigned end;
  std::string bound = throwBound(end);
  open(result + " = scf.for " + index + " = %c0 to " + bound +
       " step %c1 iter_args(" + carried + " = " + from + ") -> (" + type +
       ") {");
  inner.indices.push_back({index, end});
  inner.tensors.push_back({carried, tensor.sizes});
  if (oneOf(4))
    useTensor(inner);
  auto throwPlace = [&] {
    return oneOf(5) ? makeIndices(inner, tensor) : "[" + indices + "]";
  };
  std::string conditional = oneOf(4) ? name() : "";
  if (!conditional.empty())
    open(conditional + " = scf.if " + throwCondition() + " -> (" + type +
         ") {");
  line(before + " = tensor.extract " + (oneOf(8) ? from : carried) +
       throwPlace() + " : " + type);
  line(sum + " = noisy.add " + before + ", " + pick(inner.scalars) + " : " +
       kScalar);
  line(last + " = tensor.insert " + sum + " into " + carried + throwPlace() +
       " : " + type);
  if (!conditional.empty()) {
    line("scf.yield " + last + " : " + type);
    indent -= 2;
    open("} else {");
    line("scf.yield " + (oneOf(4) ? from : carried) + " : " + type);
    close();
    last = conditional;
  }
  line("scf.yield " + last + " : " + type);
  close();
  return result;
}

/// Writes the elements of a tensor, or nearly all, by insertions or by loops.
void MemoryWriter::fillTensor(Scope &scope, Shaped tensor) {
  const std::string type = tensor.type("tensor");
  if (tensor.sizes.size() == 1 && oneOf(2)) {
    for (unsigned i = 0; i < tensor.sizes[0]; ++i) {
      if (oneOf(8))
        continue;
      std::string next = name();
      line(next + " = tensor.insert " + pick(scope.scalars) + " into " +
           tensor.name + "[%c" + std::to_string(i) + "] : " + type);
      tensor.name = next;
      if (oneOf(8))
        scope.tensors.push_back(tensor);
    }
    scope.tensors.push_back(tensor);
    return;
  }
  std::string size = std::to_string(tensor.sizes[0]);
  if (tensor.sizes.size() == 1 && shape.parallels && oneOf(3)) {
    std::string result = name(), index = name(), output = name(),
                slice = name();
    open(result + " = scf.forall (" + index + ") in (" +
         (oneOf(6) ? "1" : size) + ") shared_outs(" + output + " = " +
         tensor.name + ") -> (" + type + ") {");
    line(slice + " = tensor.from_elements " + pick(scope.scalars) +
         " : tensor<1x!noisy.i32>");
    open("scf.forall.in_parallel {");
    line("tensor.parallel_insert_slice " + slice + " into " + output + "[" +
         index + "] [1] [1] : tensor<1x!noisy.i32> into " + type);
    close();
    close();
    scope.tensors.push_back({result, tensor.sizes});
    return;
  }
  Scope inner = scope;
  std::string indices, first;
  std::vector<std::string> results;
  Shaped current = tensor;
  bool isAffine = oneOf(3);
  const std::string bound = isAffine ? "" : "%c";
  // The innermost loop may carry another tensor, and swap them.
  std::string other;
  for (unsigned extent : tensor.sizes) {
    std::string result = name(), index = name(), argument = name();
    bool isLast = results.size() + 1 == tensor.sizes.size();
    if (isLast && oneOf(4))
      other = name();
    std::string types = other.empty() ? type : type + ", " + type;
    open(result + (other.empty() ? "" : ":2") +
         (isAffine ? " = affine.for " : " = scf.for ") + index + " = " + bound +
         (oneOf(8) ? "1" : "0") + " to " + bound +
         std::to_string(oneOf(8) ? below(extent) : extent) +
         (isAffine ? "" : " step %c1") + " iter_args(" + argument + " = " +
         current.name +
         (other.empty() ? "" : ", " + other + " = " + current.name) + ") -> (" +
         types + ") {");
    current.name = other.empty() || oneOf(2) ? argument : other;
    if (!other.empty())
      other = current.name == other ? argument : other;
    if (oneOf(4))
      inner.tensors.push_back(current);
    results.push_back(result);
    inner.indices.push_back({index, extent});
    if (oneOf(3)) {
      // From the other end, or the next one.
      std::string other = name(), next = name();
      if (oneOf(2)) {
        line(other + " = arith.subi %c" + std::to_string(extent - 1) + ", " +
             index + " : index");
      } else {
        line(next + " = arith.addi " + index + ", %c1 : index");
        line(other + " = arith.remui " + next + ", %c" +
             std::to_string(extent) + " : index");
      }
      inner.indices.push_back({other, extent});
      if (oneOf(2))
        index = other;
    }
    indices += (indices.empty() ? "" : ", ") + index;
  }
  if (oneOf(3) && !inner.tensors.empty())
    useTensor(inner);
  const std::string carried = current.name;
  for (unsigned i = oneOf(3) ? 1 + below(3) : 0; i > 0; --i) {
    // Elements that other iterations may have, too.
    std::string added = pick(inner.scalars), from = current.name;
    if (oneOf(2)) {
      std::string before = name(), sum = name();
      line(before + " = tensor.extract " + from + makeIndices(inner, tensor) +
           " : " + type);
      line(sum + " = noisy.add " + before + ", " + added + " : " + kScalar);
      added = sum;
    }
    current.name = name();
    line(current.name + " = tensor.insert " + added + " into " + from +
         makeIndices(inner, tensor) + " : " + type);
  }
  std::string inserted = pick(inner.scalars);
  if (oneOf(2)) {
    std::string before = name();
    line(before + " = tensor.extract " + (oneOf(2) ? carried : current.name) +
         "[" + indices + "] : " + type);
    std::string sum = name();
    line(sum + " = noisy.add " + before + ", " + inserted + " : " + kScalar);
    inserted = sum;
  }
  std::string last;
  if (oneOf(3)) {
    last = accumulate(inner, current, indices);
  } else {
    last = name();
    line(last + " = tensor.insert " + inserted + " into " + current.name + "[" +
         indices + "] : " + type);
  }
  if (!isAffine && oneOf(4)) {
    std::string chosen = name();
    open(chosen + " = scf.if " + throwCondition() + " -> (" + type + ") {");
    line("scf.yield " + last + " : " + type);
    indent -= 2;
    open("} else {");
    line("scf.yield " + (oneOf(2) ? carried : current.name) + " : " + type);
    close();
    last = chosen;
  }
  for (size_t i = results.size(); i-- > 0;) {
    const std::string yield = isAffine ? "affine.yield " : "scf.yield ";
    bool isSwapped = !other.empty() && oneOf(2);
    if (other.empty())
      line(yield + last + " : " + type);
    else
      line(yield + (isSwapped ? other + ", " + last : last + ", " + other) +
           " : " + type + ", " + type);
    close();
    last = results[i] + (other.empty() ? "" : "#0");
    other.clear();
  }
  scope.tensors.push_back({last, tensor.sizes});
}

/// Takes a slice of a tensor, or puts another one into it.
void MemoryWriter::makeSlice(Scope &scope, const Shaped &tensor) {
  Shaped slice{name(), {}};
  std::string offsets, sizes, strides;
  for (unsigned size : tensor.sizes) {
    unsigned stride = 1 + below(2), offset = below(size);
    unsigned width = 1 + below((size - offset - 1) / stride + 1);
    slice.sizes.push_back(width);
    offsets += (offsets.empty() ? "" : ", ") + std::to_string(offset);
    sizes += (sizes.empty() ? "" : ", ") + std::to_string(width);
    strides += (strides.empty() ? "" : ", ") + std::to_string(stride);
  }
  std::string place = "[" + offsets + "] [" + sizes + "] [" + strides + "] : ";
  const std::string type = tensor.type("tensor");
  for (const Shaped &other : scope.tensors)
    if (other.sizes == slice.sizes && !oneOf(3)) {
      line(slice.name + " = tensor.insert_slice " + other.name + " into " +
           tensor.name + place + other.type("tensor") + " into " + type);
      scope.tensors.push_back({slice.name, tensor.sizes});
      return;
    }
  line(slice.name + " = tensor.extract_slice " + tensor.name + place + type +
       " to " + slice.type("tensor"));
  scope.tensors.push_back(slice);
}

/// Reads an element of a tensor, or makes another tensor of it.
void MemoryWriter::useTensor(Scope &scope) {
  Shaped tensor = pick(scope.tensors);
  const std::string type = tensor.type("tensor");
  std::string indices = makeIndices(scope, tensor), value = name();
  switch (below(8)) {
  case 6:
  case 7:
    return makeSlice(scope, tensor);
  case 0:
    return fillTensor(scope, tensor);
  case 1:
  case 2:
    line(value + " = tensor.insert " + pick(scope.scalars) + " into " +
         tensor.name + indices + " : " + type);
    scope.tensors.push_back({value, tensor.sizes});
    return;
  case 3: {
    // Of two tensors, in a conditional.
    Shaped other = pick(scope.tensors);
    if (other.sizes == tensor.sizes) {
      open(value + " = scf.if " + throwCondition() + " -> (" + type + ") {");
      line("scf.yield " + tensor.name + " : " + type);
      indent -= 2;
      open("} else {");
      line("scf.yield " + other.name + " : " + type);
      close();
      scope.tensors.push_back({value, tensor.sizes});
      return;
    }
    break;
  }
  default:
    break;
  }
  line(value + " = tensor.extract " + tensor.name + indices + " : " + type);
  scope.scalars.push_back(value);
}
