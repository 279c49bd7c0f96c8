//===- RandomMemory.cpp - Programs with memory and tensors ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomMemoryWriter.h"
#include <algorithm>

using namespace mlir::noisy::test;
using namespace mlir::noisy::test::memory;

std::string MemoryWriter::throwCondition() {
  if (hasCondition && oneOf(2))
    return "%p";
  std::string condition = name();
  line(condition + " = func.call @flip() : () -> i1");
  return condition;
}

/// The bound of a loop: a constant that is stored in `end`, or a number that is
/// not known, of which `end` is the most.
std::string MemoryWriter::throwBound(unsigned &end) {
  end = below(4);
  if (!oneOf(3))
    return "%c" + std::to_string(end);
  std::string bound = name();
  line(bound + " = arith.select " + throwCondition() + ", %c" +
       std::to_string(end) + ", %c" + std::to_string(below(end + 1)) +
       " : index");
  return bound;
}

std::string MemoryWriter::makeIndices(const Scope &scope,
                                      const Shaped &shaped) {
  std::string text;
  for (unsigned size : shaped.sizes) {
    std::vector<std::string> candidates;
    for (const IndexValue &index : scope.indices)
      if (index.end <= size)
        candidates.push_back(index.name);
    text += text.empty() ? "" : ", ";
    text += !candidates.empty() && !oneOf(3)
                ? pick(candidates)
                : "%c" + std::to_string(below(size));
  }
  return "[" + text + "]";
}

void MemoryWriter::makeScalar(Scope &scope) {
  std::string value = name(), type = std::string(" : ") + kScalar;
  std::string a = pick(scope.scalars), b = pick(scope.scalars);
  switch (below(6)) {
  case 0:
    line(value + " = noisy.encode %x : i5 -> " + kScalar);
    break;
  case 1:
    line(value + " = noisy.mul " + a + ", " + b + type);
    break;
  case 2:
    line(value + " = noisy.reduce_noise " + a + type);
    break;
  case 3:
    line(value + " = noisy.scale " + a + " by " + std::to_string(2 + below(9)) +
         type);
    break;
  default:
    line(value + " = noisy.add " + a + ", " + b + type);
  }
  scope.scalars.push_back(value);
}

void MemoryWriter::makeBuffer(Scope &scope) {
  std::vector<unsigned> sizes;
  for (unsigned rank = shape.scalarBuffers ? 0 : below(3); rank > 0; --rank)
    sizes.push_back(1 + below(3));
  makeBuffer(scope, std::move(sizes));
}

const Shaped &MemoryWriter::makeBuffer(Scope &scope,
                                       std::vector<unsigned> sizes) {
  Shaped buffer{name(), std::move(sizes)};
  line(buffer.name + " = memref.alloc" + (oneOf(2) ? "a" : "") +
       "() : " + buffer.type("memref"));
  if (!oneOf(4))
    fill(scope, buffer);
  scope.buffers.push_back(buffer);
  return scope.buffers.back();
}

/// Writes the elements of a buffer, or nearly all.
void MemoryWriter::fill(const Scope &scope, const Shaped &buffer) {
  if (!buffer.sizes.empty() && oneOf(4))
    return fillSlices(scope, buffer);
  Scope inner = scope;
  std::string indices;
  for (unsigned size : buffer.sizes) {
    std::string index = name();
    unsigned end = oneOf(6) ? below(size) : size;
    if (oneOf(3))
      open("affine.for " + index + " = 0 to " + std::to_string(end) + " {");
    else
      open("scf.for " + index + " = %c" + (oneOf(8) ? "1" : "0") + " to %c" +
           std::to_string(end) + " step %c1 {");
    inner.indices.push_back({index, size});
    indices += (indices.empty() ? "" : ", ") + index;
  }
  bool isConditional = oneOf(8);
  if (isConditional)
    open("scf.if " + throwCondition() + " {");
  store(inner, buffer,
        oneOf(10) ? makeIndices(inner, buffer) : "[" + indices + "]");
  for (size_t i = 0; i < buffer.sizes.size() + isConditional; ++i)
    close();
}

/// The strides of the elements of a buffer, in elements.
static std::vector<unsigned> getStrides(const Shaped &buffer) {
  std::vector<unsigned> strides(buffer.sizes.size(), 1);
  for (size_t d = buffer.sizes.size(); d-- > 1;)
    strides[d - 1] = strides[d] * buffer.sizes[d];
  return strides;
}

/// Writes the elements of a buffer, or nearly all, slice by slice in one
/// dimension; maybe those of a slice of it.
void MemoryWriter::fillSlices(const Scope &scope, const Shaped &buffer) {
  size_t sliced = below(buffer.sizes.size());
  std::vector<unsigned> strideOf = getStrides(buffer),
                        wholeSizes = buffer.sizes;
  std::string whole = buffer.name, wholeType = buffer.type("memref");
  if (oneOf(3)) {
    size_t cut = below(wholeSizes.size());
    unsigned first = wholeSizes[cut] > 1 && oneOf(4) ? 1 : 0;
    wholeSizes[cut] -= first;
    if (wholeSizes[cut] > 1 && oneOf(6))
      --wholeSizes[cut];
    std::string offsets, widths, ones, strides, sizes;
    for (size_t d = 0; d < wholeSizes.size(); ++d) {
      const char *comma = d == 0 ? "" : ", ";
      offsets += comma + std::to_string(d == cut ? first : 0);
      widths += comma + std::to_string(wholeSizes[d]);
      sizes += std::to_string(wholeSizes[d]) + "x";
      ones += std::string(comma) + "1";
      strides += comma + std::to_string(strideOf[d]);
    }
    std::string type = "memref<" + sizes + kScalar + ", strided<[" + strides +
                       "], offset: " + std::to_string(first * strideOf[cut]) +
                       ">>";
    whole = name();
    line(whole + " = memref.subview " + buffer.name + "[" + offsets + "] [" +
         widths + "] [" + ones + "] : " + wholeType + " to " + type);
    wholeType = type;
  }
  unsigned size = wholeSizes[sliced];
  std::string index = name(), view = name();
  open("scf.for " + index + " = %c" + (oneOf(8) ? "1" : "0") + " to %c" +
       std::to_string(oneOf(8) ? below(size) : size) + " step %c1 {");
  std::string offsets, widths, ones, strides, sizes;
  for (size_t d = 0; d < wholeSizes.size(); ++d) {
    const char *comma = d == 0 ? "" : ", ";
    unsigned width =
        d == sliced ? 1
                    : wholeSizes[d] - (wholeSizes[d] > 1 && oneOf(8) ? 1 : 0);
    offsets += comma + (d == sliced ? index : "0");
    widths += comma + std::to_string(width);
    sizes += std::to_string(width) + "x";
    ones += std::string(comma) + "1";
    strides += comma + std::to_string(strideOf[d]);
  }
  std::string type =
      "memref<" + sizes + kScalar + ", strided<[" + strides + "], offset: ?>>";
  line(view + " = memref.subview " + whole + "[" + offsets + "] [" + widths +
       "] [" + ones + "] : " + wholeType + " to " + type);
  bool isConditional = oneOf(8);
  if (isConditional)
    open("scf.if " + throwCondition() + " {");
  line("linalg.fill ins(" + pick(scope.scalars) + " : " + kScalar + ") outs(" +
       view + " : " + type + ")");
  if (isConditional)
    close();
  close();
}

/// A place somewhere in a part of a buffer with one dimension, or in one of two
/// buffers, and its type; both are empty if there is none.
std::pair<std::string, std::string>
MemoryWriter::makePlace(const Scope &scope, const Shaped &buffer) {
  if (oneOf(2)) {
    if (buffer.sizes.size() != 1)
      return {};
    unsigned size = buffer.sizes.front(), offset = below(size);
    Shaped part{name(), {1 + below(size - offset)}};
    std::string width = std::to_string(part.sizes.front()),
                first = std::to_string(offset),
                type = "memref<" + width +
                       "x!noisy.i32, strided<[1], offset: " + first + ">>";
    line(part.name + " = memref.subview " + buffer.name + "[" + first + "] [" +
         width + "] [1] : " + buffer.type("memref") + " to " + type);
    return {part.name + makeIndices(scope, part), type};
  }
  if (scope.buffers.empty())
    return {};
  const Shaped &other = pick(scope.buffers);
  if (other.sizes != buffer.sizes)
    return {};
  std::string selected = name();
  line(selected + " = arith.select " + throwCondition() + ", " + buffer.name +
       ", " + other.name + " : " + buffer.type("memref"));
  return {selected + makeIndices(scope, buffer), buffer.type("memref")};
}

void MemoryWriter::store(const Scope &scope, const Shaped &buffer,
                         const std::string &indices) {
  if (oneOf(8)) {
    auto [place, type] = makePlace(scope, buffer);
    if (!place.empty()) {
      line("memref.store " + pick(scope.scalars) + ", " + place + " : " + type);
      return;
    }
  }
  std::string target = buffer.name;
  if (oneOf(6)) {
    target = name();
    line(target + " = memref.cast " + buffer.name + " : " +
         buffer.type("memref") + " to " + buffer.type("memref"));
  }
  line("memref.store " + pick(scope.scalars) + ", " + target + indices + " : " +
       buffer.type("memref"));
}

void MemoryWriter::load(Scope &scope) {
  const Shaped buffer = pick(scope.buffers);
  if (oneOf(8)) {
    auto [place, type] = makePlace(scope, buffer);
    if (!place.empty()) {
      std::string value = name();
      line(value + " = memref.load " + place + " : " + type);
      scope.scalars.push_back(value);
      return;
    }
  }
  std::string value = name();
  line(value + " = memref.load " + buffer.name + makeIndices(scope, buffer) +
       " : " + buffer.type("memref"));
  scope.scalars.push_back(value);
}

/// A view of an element of a buffer with one dimension, and its type.
std::pair<std::string, std::string>
MemoryWriter::makePart(const Shaped &buffer) {
  std::string view = name(),
              offset = std::to_string(below(buffer.sizes.front()));
  std::string type =
      "memref<1x!noisy.i32, strided<[1], offset: " + offset + ">>";
  line(view + " = memref.subview " + buffer.name + "[" + offset +
       "] [1] [1] : " + buffer.type("memref") + " to " + type);
  return {view, type};
}

void MemoryWriter::copy(const Scope &scope) {
  const Shaped &source = pick(scope.buffers);
  if (oneOf(2)) {
    const Shaped &other = pick(scope.buffers);
    if (source.sizes.size() != 1 || other.sizes.size() != 1)
      return;
    auto from = makePart(source), to = makePart(other);
    line("memref.copy " + from.first + ", " + to.first + " : " + from.second +
         " to " + to.second);
    return;
  }
  for (const Shaped &target : scope.buffers)
    if (target.sizes == source.sizes && target.name != source.name) {
      line("memref.copy " + source.name + ", " + target.name + " : " +
           source.type("memref") + " to " + source.type("memref"));
      return;
    }
}

/// An operation of linalg on buffers, maybe the same ones: element by element,
/// also at other places, or so that several elements lead to one.
void MemoryWriter::makeElements(const Scope &scope) {
  const Shaped &target = pick(scope.buffers), &source = pick(scope.buffers);
  // The loops are the dimensions of the source; those of the target are some.
  std::vector<unsigned> loops;
  for (unsigned size : target.sizes)
    for (unsigned d = 0; d < source.sizes.size(); ++d)
      if (source.sizes[d] == size &&
          std::find(loops.begin(), loops.end(), d) == loops.end()) {
        loops.push_back(d);
        break;
      }
  if (loops.size() != target.sizes.size())
    return;
  if (loops.size() == 2 && source.sizes[0] == source.sizes[1] && oneOf(2))
    std::swap(loops[0], loops[1]);
  std::string dims, kinds, to;
  for (unsigned d = 0; d < source.sizes.size(); ++d) {
    dims += (d ? ", d" : "d") + std::to_string(d);
    bool isCommon = std::find(loops.begin(), loops.end(), d) != loops.end();
    kinds += std::string(d ? ", " : "") +
             (isCommon ? "\"parallel\"" : "\"reduction\"");
  }
  for (unsigned d : loops)
    to += (to.empty() ? "d" : ", d") + std::to_string(d);
  std::string from = "affine_map<(" + dims + ") -> (" + dims + ")>";
  bool hasScalar = oneOf(3);
  std::string in = name(), scalar = name(), out = name();
  open("linalg.generic {indexing_maps = [" + from +
       (hasScalar ? ", affine_map<(" + dims + ") -> ()>" : "") +
       ", affine_map<(" + dims + ") -> (" + to + ")>], iterator_types = [" +
       kinds + "]} ins(" + source.name +
       (hasScalar ? ", " + pick(scope.scalars) : "") + " : " +
       source.type("memref") + (hasScalar ? std::string(", ") + kScalar : "") +
       ") outs(" + target.name + " : " + target.type("memref") + ") {");
  line("^bb0(" + in + ": " + kScalar + ", " +
       (hasScalar ? scalar + ": " + kScalar + ", " : "") + out + ": " +
       kScalar + "):");
  Scope inner;
  inner.scalars = {in, oneOf(2) ? in : out};
  if (hasScalar)
    inner.scalars.push_back(scalar);
  for (unsigned i = 1 + below(2); i > 0; --i)
    makeScalar(inner);
  line("linalg.yield " +
       (oneOf(4) ? pick(inner.scalars) : inner.scalars.back()) + " : " +
       kScalar);
  close();
}

void MemoryWriter::makeFor(Scope &scope) {
  Scope inner = scope;
  unsigned end;
  std::string bound = throwBound(end), index = name();
  std::vector<std::string> results;
  std::string inits, types, ends;
  unsigned count = below(3);
  std::string group = name();
  std::vector<Shaped> passedOn;
  for (unsigned i = 0; i < count; ++i) {
    std::string argument = name();
    inits += (i ? ", " : "") + argument + " = " + pick(scope.scalars);
    types += (i ? ", " : "") + std::string(kScalar);
    inner.scalars.push_back(argument);
    results.push_back(group + "#" + std::to_string(i));
  }
  // A buffer that is passed on as it is.
  if (!scope.buffers.empty() && oneOf(4)) {
    Shaped buffer = pick(scope.buffers), argument{name(), buffer.sizes};
    std::string comma = count ? ", " : "";
    inits += comma + argument.name + " = " + buffer.name;
    types += comma + buffer.type("memref");
    ends = comma + argument.name;
    inner.buffers.push_back(argument);
    passedOn.push_back({group + "#" + std::to_string(count++), buffer.sizes});
  }
  std::string head = "scf.for " + index + " = %c0 to " + bound + " step %c1 ";
  if (count)
    head = group + ":" + std::to_string(count) + " = " + head + "iter_args(" +
           inits + ") -> (" + types + ") ";
  open(head + "{");
  if (end)
    inner.indices.push_back({index, end});
  makeBody(inner);
  if (count) {
    std::string values;
    for (unsigned i = 0; i < results.size(); ++i)
      values += (i ? ", " : "") + pick(inner.scalars);
    line("scf.yield " + values + ends + " : " + types);
  }
  close();
  scope.buffers.insert(scope.buffers.end(), passedOn.begin(), passedOn.end());
  scope.scalars.insert(scope.scalars.end(), results.begin(), results.end());
}

void MemoryWriter::makeIf(Scope &scope) {
  std::string condition = throwCondition();
  bool hasResult = oneOf(2), hasElse = hasResult || oneOf(2);
  std::string value = name();
  open((hasResult ? value + " = " : "") + "scf.if " + condition +
       (hasResult ? std::string(" -> ") + kScalar : "") + " {");
  for (bool isElse : {false, true}) {
    if (isElse && !hasElse)
      break;
    if (isElse) {
      indent -= 2;
      open("} else {");
    }
    Scope inner = scope;
    makeBody(inner);
    if (hasResult)
      line("scf.yield " + pick(inner.scalars) + " : " + kScalar);
  }
  close();
  if (hasResult)
    scope.scalars.push_back(value);
}

void MemoryWriter::makeWhile(Scope &scope) {
  std::string value = name(), before = name(), after = name();
  open(value + " = scf.while (" + before + " = " + pick(scope.scalars) +
       ") : (" + kScalar + ") -> " + kScalar + " {");
  Scope inner = scope;
  inner.scalars.push_back(before);
  makeBody(inner);
  line("scf.condition(" + throwCondition() + ") " + pick(inner.scalars) +
       " : " + kScalar);
  indent -= 2;
  open("} do {");
  indent -= 2;
  open("^bb0(" + after + ": " + kScalar + "):");
  inner = scope;
  inner.scalars.push_back(after);
  makeBody(inner);
  line("scf.yield " + pick(inner.scalars) + " : " + kScalar);
  close();
  scope.scalars.push_back(value);
}

/// A loop of blocks.
void MemoryWriter::makeBlocks(Scope &scope) {
  std::string value = name(), carried = name(), index = name(), next = name(),
              last = name();
  std::string label = std::to_string(number++);
  unsigned end = 1 + below(3);
  open(value + " = scf.execute_region -> " + kScalar + " {");
  line("cf.br ^loop" + label + "(" + pick(scope.scalars) + ", %c" +
       std::to_string(below(end)) + " : " + kScalar + ", index)");
  line("^loop" + label + "(" + carried + ": " + kScalar + ", " + index +
       ": index):");
  Scope inner = scope;
  inner.indices.push_back({index, end});
  inner.scalars.push_back(carried);
  makeBody(inner);
  std::string condition = throwCondition();
  // Another element each time.
  line(next + " = arith.addi " + index + ", %c1 : index");
  line(last + " = arith.remui " + next + ", %c" + std::to_string(end) +
       " : index");
  line("cf.cond_br " + condition + ", ^loop" + label + "(" +
       pick(inner.scalars) + ", " + last + " : " + kScalar + ", index), ^end" +
       label);
  line("^end" + label + ":");
  makeBody(inner);
  line("scf.yield " + pick(inner.scalars) + " : " + kScalar);
  close();
  scope.scalars.push_back(value);
}

/// Works on the element of a buffer that no other iteration writes, if there is
/// such a buffer.
void MemoryWriter::useOwn(const Scope &scope, const std::string &index,
                          unsigned end) {
  for (const Shaped &buffer : scope.buffers) {
    if (buffer.sizes.size() != 1 || buffer.sizes[0] < end || oneOf(3))
      continue;
    std::string place = buffer.name + "[" + index + "]",
                type = " : " + buffer.type("memref");
    std::string stored = pick(scope.scalars);
    if (!oneOf(3)) {
      std::string loaded = name();
      line(loaded + " = memref.load " + place + type);
      std::string sum = name();
      line(sum + " = noisy.add " + loaded + ", " + stored + " : " + kScalar);
      stored = sum;
    }
    line("memref.store " + stored + ", " + place + type);
    return;
  }
}

void MemoryWriter::makeParallel(const Scope &scope) {
  Scope inner = scope;
  std::string index = name();
  unsigned end = 1 + below(3);
  inner.indices.push_back({index, end});
  auto makeBody = [&] {
    if (oneOf(2))
      useOwn(inner, index, end);
    if (oneOf(2))
      this->makeBody(inner);
  };
  if (oneOf(2)) {
    open("scf.forall (" + index + ") in (" + std::to_string(end) + ") {");
    makeBody();
    close();
    return;
  }
  open("scf.parallel (" + index + ") = (%c0) to (%c" + std::to_string(end) +
       ") step (%c1) {");
  makeBody();
  line("scf.reduce");
  close();
}

void MemoryWriter::makeStatement(Scope &scope) {
  if (scope.buffers.empty() && !oneOf(3))
    return makeBuffer(scope);
  if (shape.tensors && oneOf(2))
    return scope.tensors.empty() || oneOf(3) ? makeTensor(scope)
                                             : useTensor(scope);
  if (!functions.empty() && oneOf(6))
    return oneOf(6) ? makeSized(scope) : makeCall(scope);
  bool mayNest = depth < shape.depth;
  if (!shape.scalarBuffers && oneOf(12))
    return makePrefix(scope);
  switch (below(mayNest ? 17 : 11)) {
  case 0:
    return makeBuffer(scope);
  case 1:
  case 2:
  case 3:
    return makeScalar(scope);
  case 4:
  case 5:
  case 6:
    if (scope.buffers.empty())
      return makeScalar(scope);
    {
      const Shaped &buffer = pick(scope.buffers);
      return store(scope, buffer, makeIndices(scope, buffer));
    }
  case 7:
  case 8:
  case 9:
    if (!scope.buffers.empty())
      load(scope);
    return;
  case 10:
    if (scope.buffers.empty())
      return;
    if (oneOf(2))
      return makeElements(scope);
    if (shape.escapes && oneOf(3)) {
      const Shaped &buffer = pick(scope.buffers);
      if (buffer.sizes.size() == 1) {
        std::string view = name();
        line(view + " = memref.cast " + buffer.name + " : " +
             buffer.type("memref") + " to memref<?x!noisy.i32>");
        line("func.call @write(" + view + ", " + pick(scope.scalars) +
             ") : (memref<?x!noisy.i32>, !noisy.i32) -> ()");
      }
      return;
    }
    return copy(scope);
  case 11:
  case 12:
    return makeFor(scope);
  case 13:
    return makeIf(scope);
  case 14:
    return makeWhile(scope);
  case 15:
    return makeBlocks(scope);
  default:
    return shape.parallels ? makeParallel(scope) : makeFor(scope);
  }
}

void MemoryWriter::makeBody(Scope &scope) {
  ++depth;
  for (unsigned i = 1 + below(4); i > 0 && statementsLeft > 0; --i) {
    --statementsLeft;
    makeStatement(scope);
  }
  --depth;
}

std::string MemoryWriter::write() {
  line("func.func private @flip() -> i1");
  open("func.func private @write(%m: memref<?x!noisy.i32>, %v: !noisy.i32) {");
  line("%zero = arith.constant 0 : index");
  line("%s = noisy.add %v, %v : !noisy.i32");
  line("memref.store %s, %m[%zero] : memref<?x!noisy.i32>");
  line("return");
  close();
  if (shape.functions > 0)
    makeFiller();
  for (unsigned i = 0; i < shape.functions; ++i)
    makeFunction();
  open("func.func @f(%x: i5, %a: !noisy.i32) -> !noisy.i32 {");
  makeConstants();
  line("%b = noisy.mul %a, %a : !noisy.i32");
  Scope scope;
  scope.scalars = {"%a", "%b"};
  statementsLeft = shape.statements;
  while (statementsLeft > 0) {
    --statementsLeft;
    makeStatement(scope);
  }
  line("return " + scope.scalars.back() + " : !noisy.i32");
  close();
  return std::move(result);
}

void MemoryWriter::makeConstants() {
  for (int i = 0; i < 5; ++i)
    line("%c" + std::to_string(i) + " = arith.constant " + std::to_string(i) +
         " : index");
  line("%true = arith.constant true");
  line("%false = arith.constant false");
}

std::string mlir::noisy::test::makeMemoryProgram(std::mt19937 &random,
                                                 const MemoryShape &shape) {
  return MemoryWriter(random, shape).write();
}
