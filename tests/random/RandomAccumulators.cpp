//===- RandomAccumulators.cpp - Loops that carry memory -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomAccumulators.h"
#include <vector>

using namespace mlir::noisy::test;

namespace {
using Names = std::vector<std::string>;

/// A buffer, and how many elements it has; 0 for one without indices.
struct Buffer {
  std::string name;
  unsigned size;

  std::string type() const {
    return "memref<" + (size ? std::to_string(size) + "x" : "") + "!noisy.i32>";
  }
};

class AccumulatorMaker {
public:
  AccumulatorMaker(std::mt19937 &random, unsigned statements)
      : random(random), left(statements) {}

  std::string make();

private:
  unsigned below(unsigned count) { return random() % count; }
  std::string makeName() { return "%v" + std::to_string(count++); }
  std::string pick(const Names &names) { return names[below(names.size())]; }
  std::string makeIndex(const Buffer &buffer) {
    return buffer.size ? "[%c" + std::to_string(below(buffer.size)) + "]"
                       : "[]";
  }
  std::string makeLoad(const Buffer &buffer, const std::string &index);
  void makeStore(const std::string &value, const Buffer &buffer,
                 const std::string &index);
  void makeFill(const Names &visible, const Buffer &buffer);
  void makeOp(Names &visible);
  void makeElements(const Names &visible, const Buffer &target,
                    const Buffer &source);
  void makeBuffer(const Names &visible, std::vector<Buffer> &buffers);
  void makeLoop(Names &visible, const std::vector<Buffer> &buffers,
                unsigned depth);
  void makeTested(Names &visible, const std::vector<Buffer> &buffers,
                  unsigned depth);
  void makeBody(Names &visible, std::vector<Buffer> buffers, unsigned depth);

  std::mt19937 &random;
  unsigned left, count = 0;
  std::string text;
};
} // namespace

std::string AccumulatorMaker::makeLoad(const Buffer &buffer,
                                       const std::string &index) {
  std::string name = makeName();
  text += name + " = memref.load " + buffer.name + index + " : " +
          buffer.type() + "\n";
  return name;
}

void AccumulatorMaker::makeStore(const std::string &value, const Buffer &buffer,
                                 const std::string &index) {
  text += "memref.store " + value + ", " + buffer.name + index + " : " +
          buffer.type() + "\n";
}

void AccumulatorMaker::makeOp(Names &visible) {
  std::string name = makeName(), a = pick(visible), b = pick(visible);
  switch (below(6)) {
  case 0:
    text += name + " = noisy.reduce_noise " + a;
    break;
  case 1:
    text += name + " = noisy.mul " + a + ", " + b;
    break;
  case 2:
    text += name + " = noisy.scale " + a + " by 4";
    break;
  default:
    text += name + " = noisy.add " + a + ", " + b;
  }
  text += " : !noisy.i32\n";
  visible.push_back(name);
}

void AccumulatorMaker::makeFill(const Names &visible, const Buffer &buffer) {
  text += "linalg.fill ins(" + pick(visible) + " : !noisy.i32) outs(" +
          buffer.name + " : " + buffer.type() + ")\n";
}

/// An operation of linalg that computes the elements of a buffer from those of
/// another one, or from all of them.
void AccumulatorMaker::makeElements(const Names &visible, const Buffer &target,
                                    const Buffer &source) {
  // Elements that differ would be joined.
  for (const Buffer &buffer : {source, target})
    if (buffer.size > 1)
      makeFill(visible, buffer);
  bool isReduction = source.size && !target.size;
  std::string dims = source.size ? "d0" : "", in = makeName(), out = makeName();
  text += "linalg.generic {indexing_maps = [affine_map<(" + dims + ") -> (" +
          dims + ")>, affine_map<(" + dims + ") -> (" +
          (isReduction ? "" : dims) + ")>], iterator_types = [" +
          (!source.size  ? ""
           : isReduction ? "\"reduction\""
                         : "\"parallel\"") +
          "]} ins(" + source.name + " : " + source.type() + ") outs(" +
          target.name + " : " + target.type() + ") {\n^bb0(" + in +
          ": !noisy.i32, " + out + ": !noisy.i32):\n";
  Names inner = {in, out, pick(visible)};
  makeOp(inner);
  text += "linalg.yield " + inner.back() + " : !noisy.i32\n}\n";
}

/// A buffer, all of whose elements are stored.
void AccumulatorMaker::makeBuffer(const Names &visible,
                                  std::vector<Buffer> &buffers) {
  Buffer buffer{makeName(), below(3)};
  text += buffer.name + " = memref.alloca() : " + buffer.type() + "\n";
  for (unsigned i = 0; i < std::max(buffer.size, 1u); ++i)
    makeStore(pick(visible), buffer,
              buffer.size ? "[%c" + std::to_string(i) + "]" : "[]");
  buffers.push_back(buffer);
}

/// A loop that stores what it computes of what it loads.
void AccumulatorMaker::makeLoop(Names &visible,
                                const std::vector<Buffer> &buffers,
                                unsigned depth) {
  Names inner = visible;
  std::string result = makeName(), carried = makeName(), yielded;
  bool isCarrying = below(3) == 0, isAffine = below(3) == 0;
  std::string end = std::to_string(below(5));
  if (isCarrying)
    text += result + " = ";
  text += (isAffine ? "affine.for " : "scf.for ") + makeName() +
          (isAffine ? " = 0 to " + end : " = %c0 to %c" + end + " step %c1");
  if (isCarrying) {
    text +=
        " iter_args(" + carried + " = " + pick(visible) + ") -> (!noisy.i32)";
    inner.push_back(carried);
  }
  text += " {\n";
  const Buffer &buffer = buffers[below(buffers.size())];
  std::string index = makeIndex(buffer);
  inner.push_back(makeLoad(buffer, index));
  makeBody(inner, buffers, depth + 1);
  makeStore(pick(inner), buffer, index);
  if (isCarrying)
    text += std::string(isAffine ? "affine" : "scf") + ".yield " + pick(inner) +
            " : !noisy.i32\n";
  text += "}\n";
  if (isCarrying)
    visible.push_back(result);
}

/// The same with a test: `scf.while`, or a loop of blocks. In front of the test
/// something may be loaded and stored, too.
void AccumulatorMaker::makeTested(Names &visible,
                                  const std::vector<Buffer> &buffers,
                                  unsigned depth) {
  Names header = visible;
  bool isWhile = below(2), isCarrying = below(3) == 0;
  std::string result = makeName(), counter = makeName(), carried = makeName(),
              label = makeName().substr(1), test = makeName(),
              end = std::to_string(below(4)), initial = pick(visible);
  std::string types = isCarrying ? "index, !noisy.i32" : "index";
  auto with = [&](const std::string &index, const std::string &value) {
    return index + (isCarrying ? ", " + value : "");
  };
  auto declare = [&](const std::string &index, const std::string &value) {
    return index + ": index" +
           (isCarrying ? ", " + value + ": !noisy.i32" : "");
  };
  if (isWhile)
    text += (isCarrying ? result + ":2 = " : result + " = ") + "scf.while (" +
            counter + " = %c0" +
            (isCarrying ? ", " + carried + " = " + initial : "") + ") : (" +
            types + ") -> (" + types + ") {\n";
  else
    text += (isCarrying ? result + " = " : "") + "scf.execute_region " +
            (isCarrying ? "-> !noisy.i32 " : "") + "{\ncf.br ^h" + label + "(" +
            with("%c0", initial) + " : " + types + ")\n^h" + label + "(" +
            declare(counter, carried) + "):\n";
  if (isCarrying)
    header.push_back(carried);
  const Buffer &buffer = buffers[below(buffers.size())];
  std::string index = makeIndex(buffer);
  if (below(2)) {
    header.push_back(makeLoad(buffer, index));
    makeOp(header);
    if (below(2))
      makeStore(header.back(), buffer, index);
  }
  text += test + " = arith.cmpi ult, " + counter + ", %c" + end + " : index\n";
  Names inner = header;
  std::string inBody = counter;
  if (isWhile) {
    // What is in front of the test is not visible behind it.
    inner = visible;
    inBody = makeName();
    std::string passed = makeName();
    if (isCarrying)
      inner.push_back(passed);
    text += "scf.condition(" + test + ") " + with(counter, carried) + " : " +
            types + "\n} do {\n^bb0(" + declare(inBody, passed) + "):\n";
  } else {
    text += "cf.cond_br " + test + ", ^b" + label + ", ^e" + label + "\n^b" +
            label + ":\n";
  }
  inner.push_back(makeLoad(buffer, index));
  makeBody(inner, buffers, depth + 1);
  makeStore(pick(inner), buffer, index);
  std::string next = makeName();
  text += next + " = arith.addi " + inBody + ", %c1 : index\n";
  std::string back = with(next, pick(inner)) + " : " + types;
  if (isWhile)
    text += "scf.yield " + back + "\n}\n";
  else
    text += "cf.br ^h" + label + "(" + with(next, pick(inner)) + " : " + types +
            ")\n^e" + label + ":\nscf.yield" +
            (isCarrying ? " " + carried + " : !noisy.i32" : "") + "\n}\n";
  if (isCarrying)
    visible.push_back(isWhile ? result + "#1" : result);
}

void AccumulatorMaker::makeBody(Names &visible, std::vector<Buffer> buffers,
                                unsigned depth) {
  for (unsigned i = 1 + below(4); i > 0 && left > 0; --i) {
    --left;
    const Buffer buffer = buffers[below(buffers.size())];
    switch (below(8)) {
    case 0:
      makeBuffer(visible, buffers);
      break;
    case 1:
    case 2:
      if (depth < 3) {
        if (below(3) == 0)
          makeTested(visible, buffers, depth);
        else
          makeLoop(visible, buffers, depth);
        break;
      }
      [[fallthrough]];
    case 3:
      visible.push_back(makeLoad(buffer, makeIndex(buffer)));
      break;
    case 4:
      if (below(3) == 0) {
        makeFill(visible, buffer);
        break;
      }
      makeStore(pick(visible), buffer, makeIndex(buffer));
      break;
    case 5:
      // From an earlier buffer, so that nothing goes round in a circle.
      for (const Buffer &other : buffers) {
        if (other.name == buffer.name) {
          if (below(2))
            makeElements(visible, buffer, buffer);
          break;
        }
        bool isLike = other.size == buffer.size;
        if ((isLike || (other.size && !buffer.size)) && below(2)) {
          makeElements(visible, buffer, other);
          break;
        }
        if (isLike) {
          text += below(2)
                      ? "memref.copy " + other.name + ", " + buffer.name +
                            " : " + other.type() + " to " + buffer.type() + "\n"
                      : "linalg.copy ins(" + other.name + " : " + other.type() +
                            ") outs(" + buffer.name + " : " + buffer.type() +
                            ")\n";
          break;
        }
      }
      break;
    default:
      makeOp(visible);
    }
  }
}

std::string AccumulatorMaker::make() {
  text = "func.func @f(%x: i5) {\n";
  for (unsigned i = 0; i < 5; ++i)
    text += "%c" + std::to_string(i) + " = arith.constant " +
            std::to_string(i) + " : index\n";
  text += "%a = noisy.encode %x : i5 -> !noisy.i32\n"
          "%b = noisy.scale %a by 8 : !noisy.i32\n";
  Names visible = {"%a", "%b"};
  std::vector<Buffer> buffers;
  makeBuffer(visible, buffers);
  makeBuffer(visible, buffers);
  makeLoop(visible, buffers, 0);
  makeBody(visible, buffers, 0);
  for (const Buffer &buffer : buffers)
    makeLoad(buffer, makeIndex(buffer));
  return text + "return\n}\n";
}

std::string mlir::noisy::test::makeAccumulators(std::mt19937 &random,
                                                unsigned statements) {
  return AccumulatorMaker(random, statements).make();
}
