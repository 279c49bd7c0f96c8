//===- IndexFindingsTest.cpp - Indices that are out of bounds -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IndexFindings.h"
#include "tests/analysis/integers/Ranges.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomSeed.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <functional>
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The messages about a program, a line each.
static std::string messagesOf(Ranges &ranges) {
  IntegerFacts facts = IntegerFacts::compute(*ranges.flow);
  std::string text;
  for (const IndexFinding &finding : findWrongIndices(*ranges.flow, facts))
    text +=
        describeIndexFinding(
            finding, [&](Value value) { return ranges.program.name(value); }) +
        "\n";
  return text;
}

/// The messages about a function with this body.
static std::string wrongIn(llvm::StringRef body) {
  Ranges ranges(
      ("func.func @f(%m: memref<4x8xi32>, %d: memref<?xi32>, "
       "%t: tensor<4xi32>, %v: vector<4xi32>, %s: vector<[4]xi32>, "
       "%x: i32, %n: index {noisy.range = [4, 9]}, %k: index, "
       "%big: memref<20000xi32>, %one: index {noisy.range = [1, 3]}) {\n"
       "  %c0 = arith.constant 0 : index\n"
       "  %c3 = arith.constant 3 : index\n"
       "  %c4 = arith.constant 4 : index\n"
       "  %c8 = arith.constant 8 : index\n"
       "  %minus = arith.constant -1 : index\n" +
       body + "  return\n}\n")
          .str());
  return messagesOf(ranges);
}

TEST_CASE("indices that are always out of bounds", "[indices]") {
  CHECK(
      wrongIn("  %0 = memref.load %m[%c4, %c0] : memref<4x8xi32>\n") ==
      "index %c4 is out of bounds: it is 4, and dimension 0 has 4 elements\n");
  CHECK(
      wrongIn("  memref.store %x, %m[%c3, %c8] : memref<4x8xi32>\n") ==
      "index %c8 is out of bounds: it is 8, and dimension 1 has 8 elements\n");
  CHECK(wrongIn("  %0 = tensor.extract %t[%minus] : tensor<4xi32>\n") ==
        "index %minus is out of bounds: it is -1, and dimension 0 has 4 "
        "elements\n");
  CHECK(wrongIn("  %0 = tensor.insert %x into %t[%n] : tensor<4xi32>\n") ==
        "index %n is out of bounds: it is in [4, 9], and dimension 0 has 4 "
        "elements\n");
  CHECK(
      wrongIn("  %0 = vector.extract %v[%c4] : i32 from vector<4xi32>\n") ==
      "index %c4 is out of bounds: it is 4, and dimension 0 has 4 elements\n");
}

TEST_CASE("indices that are out of bounds in some iteration", "[indices]") {
  auto inLoop = [](const std::string &header, const std::string &body) {
    return wrongIn("  " + header + " {\n" + body + "  }\n");
  };
  const std::string store =
      "    memref.store %x, %m[%i, %c0] : memref<4x8xi32>\n";
  const std::string last =
      "index %i is out of bounds in the last iteration: it "
      "is 4 there, and dimension 0 has 4 elements\n";
  CHECK(inLoop("scf.for %i = %c0 to %c8 step %c4", store) == last);
  CHECK(inLoop("scf.for %i = %c0 to %c4 step %c3", store) == "");
  CHECK(inLoop("affine.for %i = 0 to 5", store) == last);
  CHECK(inLoop("scf.forall (%i) in (5)", store) == last);
  CHECK(
      inLoop("scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c3) step (%c4, %c3)",
             store + "    scf.reduce\n") == last);
  CHECK(
      inLoop("affine.for %i = 0 to 4",
             "    %0 = affine.load %m[%i - 1, 0] : memref<4x8xi32>\n") ==
      "the index is out of bounds in the first iteration: it is -1 there, and "
      "dimension 0 has 4 elements\n");
  CHECK(
      inLoop("affine.for %i = 0 to 4",
             "    affine.for %j = 0 to 2 {\n      %0 = affine.load %m[%i + %j, "
             "0] : memref<4x8xi32>\n    }\n") ==
      "the index is out of bounds in the last iteration: it is 4 there, and "
      "dimension 0 has 4 elements\n");
  CHECK(inLoop("scf.for %i = %c0 to %c4 step %c3",
               "    %j = arith.subi %i, %c4 : index\n"
               "    %l = arith.addi %j, %c3 : index\n"
               "    %0 = memref.load %m[%l, %c0] : memref<4x8xi32>\n") ==
        "index %l is out of bounds in the first iteration: it is -1 there, and "
        "dimension 0 has 4 elements\n");
  // Where something else decides, the last iteration may do without.
  CHECK(inLoop("scf.for %i = %c0 to %c8 step %c4",
               "    %p = arith.cmpi eq, %i, %k : index\n    scf.if %p {\n" +
                   store + "    }\n") == "");
  CHECK(inLoop("scf.for %i = %c0 to %n step %c4", store) == "");
  CHECK(inLoop("scf.for %i = %c8 to %c4 step %c4", store) == "");
  CHECK(inLoop("scf.for %i = %c0 to %c8 step %k", store) == "");
}

TEST_CASE("no index is called wrong in an iteration in which it is right",
          "[indices][soundness][random]") {
  std::mt19937 random(randomSeed(5));
  auto pick = [&](int low, int high) {
    return low + int(random() % (high - low + 1));
  };
  unsigned wrong = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    int begin = pick(-3, 6), end = pick(-2, 12), step = pick(1, 4),
        factor = pick(-2, 3), offset = pick(-4, 6), size = pick(1, 12);
    std::string text =
        "func.func @f(%m: memref<" + std::to_string(size) +
        "xi32>) {\n  affine.for %i = " + std::to_string(begin) + " to " +
        std::to_string(end) + " step " + std::to_string(step) +
        " {\n    %0 = affine.load %m[%i * " + std::to_string(factor) + " + " +
        std::to_string(offset) + "] : memref<" + std::to_string(size) +
        "xi32>\n  }\n  return\n}\n";
    INFO(text);
    bool isEverWrong = false;
    for (int value = begin; value < end; value += step) {
      int index = value * factor + offset;
      isEverWrong |= index < 0 || index >= size;
    }
    // (The loop is linear, so it is wrong first or last, or never.)
    Ranges ranges(text);
    CHECK((messagesOf(ranges) != "") == isEverWrong);
    wrong += isEverWrong;
    countChecked("indices in loops, against all iterations");
  }
  CHECK(wrong > 500);
}

TEST_CASE("indices that may be right", "[indices]") {
  CHECK(wrongIn("  %0 = memref.load %m[%c3, %c0] : memref<4x8xi32>\n"
                "  %1 = memref.load %m[%k, %n] : memref<4x8xi32>\n"
                "  %2 = memref.load %d[%c8] : memref<?xi32>\n"
                "  %3 = vector.extract %s[%c4] : i32 from vector<[4]xi32>\n")
            .empty());
  // Never executed.
  CHECK(wrongIn("  %false = arith.constant false\n"
                "  scf.if %false {\n"
                "    %0 = memref.load %m[%c4, %c0] : memref<4x8xi32>\n"
                "  }\n")
            .empty());
}

TEST_CASE("what affine expressions compute", "[indices]") {
  CHECK(wrongIn("  %0 = affine.load %m[4, 0] : memref<4x8xi32>\n") ==
        "index 4 is out of bounds: dimension 0 has 4 elements\n");
  CHECK(wrongIn("  %0 = affine.load %big[20000] : memref<20000xi32>\n") ==
        "index 20000 is out of bounds: dimension 0 has 20000 elements\n");
  CHECK(wrongIn(
            "  affine.store %x, %m[%n, symbol(%n) + 4] : memref<4x8xi32>\n") ==
        "index %n is out of bounds: it is in [4, 9], and dimension 0 has 4 "
        "elements\n"
        "the index is out of bounds: it is in [8, 13], and dimension 1 has 8 "
        "elements\n");
  CHECK(wrongIn("  affine.for %i = 0 to 3 {\n"
                "    %0 = affine.load %m[%i + 4, %i * 2] : memref<4x8xi32>\n"
                "    %1 = affine.load %m[%i - 3, %i * 3] : memref<4x8xi32>\n"
                "  }\n") ==
        "the index is out of bounds: it is in [4, 6], and dimension 0 has 4 "
        "elements\n"
        "the index is out of bounds: it is in [-3, -1], and dimension 0 has 4 "
        "elements\n");
  // Overflow.
  CHECK(wrongIn("  %0 = affine.load %m[symbol(%n) * 9223372036854775807, 0] : "
                "memref<4x8xi32>\n")
            .empty());
}

TEST_CASE("vectors of which no element is inside", "[indices]") {
  CHECK(
      wrongIn("  %0 = vector.load %m[%c0, %c8] : memref<4x8xi32>, "
              "vector<2xi32>\n") ==
      "index %c8 is out of bounds: it is 8, and dimension 1 has 8 elements\n");
  CHECK(wrongIn("  %0 = affine.vector_load %m[0, -2] : memref<4x8xi32>, "
                "vector<2xi32>\n") ==
        "index -2 is out of bounds: dimension 1 has 8 elements\n");
  // The vector has one dimension.
  CHECK(wrongIn("  %0 = vector.load %m[%minus, %c0] : memref<4x8xi32>, "
                "vector<2xi32>\n") ==
        "index %minus is out of bounds: it is -1, and dimension 0 has 4 "
        "elements\n");
  // Some machines can do this.
  CHECK(wrongIn("  %0 = vector.load %m[%c0, %minus] : memref<4x8xi32>, "
                "vector<2xi32>\n"
                "  %1 = affine.vector_load %m[0, 7] : memref<4x8xi32>, "
                "vector<2xi32>\n"
                "  %2 = affine.vector_load %m[0, -9] : memref<4x8xi32>, "
                "vector<[2]xi32>\n")
            .empty());
  // An element is a vector.
  CHECK(wrongIn("  %w = memref.alloc() : memref<4xvector<2xi32>>\n"
                "  %0 = vector.load %w[%minus] : memref<4xvector<2xi32>>, "
                "vector<2xi32>\n") ==
        "index %minus is out of bounds: it is -1, and dimension 0 has 4 "
        "elements\n");
}

TEST_CASE("slices that are partly outside", "[indices]") {
  CHECK(wrongIn("  %0 = tensor.extract_slice %t[%n][2][1] : tensor<4xi32> to "
                "tensor<2xi32>\n") ==
        "the slice is out of bounds: it begins at %n, which is in [4, 9], and "
        "dimension 0 has 4 elements\n");
  CHECK(wrongIn("  %0 = tensor.empty() : tensor<2xi32>\n"
                "  %1 = tensor.insert_slice %0 into %t[%c3][2][1] : "
                "tensor<2xi32> into tensor<4xi32>\n") ==
        "the slice is out of bounds: its last index is 4, and dimension 0 has "
        "4 elements\n");
  CHECK(wrongIn("  %0 = memref.subview %m[0, 2][4, %one][1, %n] : "
                "memref<4x8xi32> to memref<4x?xi32, strided<[8, ?], offset: "
                "2>>\n"
                "  %1 = memref.subview %m[0, 5][4, 3][1, %one] : "
                "memref<4x8xi32> to memref<4x3xi32, strided<[8, ?], offset: "
                "5>>\n"
                "  %2 = memref.subview %m[0, 1][4, 3][1, %n] : "
                "memref<4x8xi32> to memref<4x3xi32, strided<[8, ?], offset: "
                "1>>\n") ==
        "the slice is out of bounds: its last index is in [9, 19], and "
        "dimension 1 has 8 elements\n");
  // It may be empty.
  CHECK(wrongIn("  %0 = tensor.extract_slice %t[%n][%k][1] : tensor<4xi32> to "
                "tensor<?xi32>\n")
            .empty());
}

TEST_CASE("sizes that are not in the type", "[indices]") {
  std::string four =
      "index %c4 is out of bounds: it is 4, and dimension 0 has 4 elements\n";
  CHECK(wrongIn("  %a = memref.alloc(%c4) : memref<?xi32>\n"
                "  %0 = memref.load %a[%c4] : memref<?xi32>\n"
                "  %1 = memref.load %a[%c3] : memref<?xi32>\n") == four);
  CHECK(wrongIn("  %a = memref.alloca() : memref<4xi32>\n"
                "  %b = memref.cast %a : memref<4xi32> to memref<?xi32>\n"
                "  memref.store %x, %b[%c4] : memref<?xi32>\n") == four);
  CHECK(wrongIn("  %a = tensor.empty(%one, %c8) : tensor<?x?xi32>\n"
                "  %0 = tensor.extract %a[%c3, %c4] : tensor<?x?xi32>\n"
                "  %1 = tensor.extract %a[%c0, %c8] : tensor<?x?xi32>\n") ==
        "index %c3 is out of bounds: it is 3, and dimension 0 has at most 3 "
        "elements\n"
        "index %c8 is out of bounds: it is 8, and dimension 1 has 8 "
        "elements\n");
  // Whatever the size is.
  CHECK(wrongIn("  %a = memref.alloc(%k) : memref<?xi32>\n"
                "  %0 = memref.load %a[%k] : memref<?xi32>\n"
                "  %1 = memref.load %a[%n] : memref<?xi32>\n") ==
        "index %k is out of bounds: dimension 0 has %k elements\n");
  CHECK(wrongIn("  %a = memref.alloc(%one) : memref<?xi32>\n"
                "  %0 = memref.subview %a[%c4][2][1] : memref<?xi32> to "
                "memref<2xi32, strided<[1], offset: ?>>\n") ==
        "the slice is out of bounds: it begins at %c4, which is 4, and "
        "dimension 0 has at most 3 elements\n");
  CHECK(wrongIn("  %0 = memref.load %d[%c8] : memref<?xi32>\n").empty());
}

TEST_CASE("a dimension that is asked for and not there", "[indices]") {
  CHECK(wrongIn("  %0 = tensor.dim %t, %c4 : tensor<4xi32>\n"
                "  %1 = memref.dim %m, %one : memref<4x8xi32>\n"
                "  %2 = memref.dim %m, %n : memref<4x8xi32>\n"
                "  %3 = tensor.dim %t, %c0 : tensor<4xi32>\n") ==
        "there is no dimension %c4, which is 4: the value has 1 dimension\n"
        "there is no dimension %n, which is in [4, 9]: the value has 2 "
        "dimensions\n");
}

TEST_CASE("indices of atomic updates", "[indices]") {
  CHECK(
      wrongIn("  %0 = memref.atomic_rmw addi %x, %m[%c4, %c0] : (i32, "
              "memref<4x8xi32>) -> i32\n"
              "  %1 = memref.atomic_rmw addi %x, %m[%c3, %c0] : (i32, "
              "memref<4x8xi32>) -> i32\n"
              "  %2 = memref.generic_atomic_rmw %m[%c0, %c8] : "
              "memref<4x8xi32> {\n  ^bb0(%old: i32):\n"
              "    memref.atomic_yield %old : i32\n  }\n") ==
      "index %c4 is out of bounds: it is 4, and dimension 0 has 4 elements\n"
      "index %c8 is out of bounds: it is 8, and dimension 1 has 8 elements\n");
}

namespace {
/// An expression of two numbers: its text, and its value.
struct RandomExpr {
  std::string text;
  std::function<int64_t(int64_t, int64_t)> valueOf;
};

/// Accesses by chance, with what they reach.
class RandomAccess {
public:
  explicit RandomAccess(unsigned seed) : random(seed) { make(); }

  std::string text;
  /// Of each dimension, whether what is done there is wrong, whatever it is,
  /// for numbers of the arguments.
  SmallVector<std::function<bool(int64_t, int64_t)>> isWrong;
  int64_t lowA, highA, lowB, highB;

private:
  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  void make();
  RandomExpr makeExpr(unsigned depth);
  RandomExpr makeNumber(int64_t low, int64_t high);
  void makeAffine(bool withVector);
  void makeSlice();

  std::mt19937 random;
};
} // namespace

void RandomAccess::make() {
  bool isSingle = pick(0, 2) == 0;
  lowA = pick(-6, 10), lowB = pick(-3, 6);
  highA = lowA + (isSingle ? 0 : pick(0, 4));
  highB = lowB + (isSingle ? 0 : pick(0, 4));
  std::string head =
      llvm::formatv("func.func @f(%a: index {{noisy.range = [{0}, {1}]}, %b: "
                    "index {{noisy.range = [{2}, {3}]}) {{\n",
                    lowA, highA, lowB, highB);
  unsigned kind = pick(0, 3);
  if (kind < 2)
    makeAffine(kind == 1);
  else
    makeSlice();
  text = head + text + "  return\n}\n";
}

RandomExpr RandomAccess::makeExpr(unsigned depth) {
  if (depth == 0 || pick(0, 4) == 0) {
    unsigned kind = pick(0, 2);
    if (kind == 0)
      return makeNumber(-4, 9);
    bool isA = kind == 1;
    return {isA ? "%a" : "%b",
            [isA](int64_t a, int64_t b) { return isA ? a : b; }};
  }
  RandomExpr lhs = makeExpr(depth - 1);
  int64_t n = pick(1, 4);
  std::string number = std::to_string(n);
  switch (pick(0, 4)) {
  case 0: {
    RandomExpr rhs = makeExpr(depth - 1);
    return {"(" + lhs.text + " + " + rhs.text + ")", [=](int64_t a, int64_t b) {
              return lhs.valueOf(a, b) + rhs.valueOf(a, b);
            }};
  }
  case 1:
    return {"(" + lhs.text + " * -" + number + ")",
            [=](int64_t a, int64_t b) { return lhs.valueOf(a, b) * -n; }};
  case 2:
    return {"(" + lhs.text + " mod " + number + ")", [=](int64_t a, int64_t b) {
              return ((lhs.valueOf(a, b) % n) + n) % n;
            }};
  case 3:
    return {"(" + lhs.text + " floordiv " + number + ")",
            [=](int64_t a, int64_t b) {
              return int64_t(std::floor(double(lhs.valueOf(a, b)) / n));
            }};
  default:
    return {"(" + lhs.text + " ceildiv " + number + ")",
            [=](int64_t a, int64_t b) {
              return int64_t(std::ceil(double(lhs.valueOf(a, b)) / n));
            }};
  }
}

RandomExpr RandomAccess::makeNumber(int64_t low, int64_t high) {
  int64_t n = pick(low, high);
  return {std::to_string(n), [n](int64_t, int64_t) { return n; }};
}

void RandomAccess::makeAffine(bool withVector) {
  int64_t count = withVector ? pick(1, 3) : 1;
  SmallVector<std::string> indices, sizes;
  for (bool isLast : {false, true}) {
    RandomExpr expr = makeExpr(3);
    int64_t size = pick(1, 6), own = isLast ? count : 1;
    indices.push_back(expr.text);
    sizes.push_back(std::to_string(size));
    isWrong.push_back([=](int64_t a, int64_t b) {
      bool allOutside = true;
      for (int64_t i = 0; i < own; ++i) {
        int64_t index = expr.valueOf(a, b) + i;
        allOutside &= index < 0 || index >= size;
      }
      return allOutside;
    });
  }
  std::string type = "memref<" + llvm::join(sizes, "x") + "xi32>";
  text = "  %m = memref.alloc() : " + type + "\n  %0 = affine." +
         (withVector ? "vector_load" : "load") + " %m[" +
         llvm::join(indices, ", ") + "] : " + type;
  if (withVector)
    text += ", vector<" + std::to_string(count) + "xi32>";
  text += "\n";
}

void RandomAccess::makeSlice() {
  auto make = [&](int64_t low, int64_t high) -> RandomExpr {
    unsigned kind = pick(0, 3);
    if (kind < 2)
      return makeNumber(low, high);
    bool isA = kind == 2;
    return {isA ? "%a" : "%b",
            [isA](int64_t a, int64_t b) { return isA ? a : b; }};
  };
  RandomExpr offset = make(0, 7), count = make(1, 4), stride = make(1, 3);
  int64_t size = pick(1, 9);
  isWrong.push_back([=](int64_t a, int64_t b) {
    bool someOutside = false;
    for (int64_t i = 0; i < count.valueOf(a, b); ++i) {
      int64_t index = offset.valueOf(a, b) + i * stride.valueOf(a, b);
      someOutside |= index < 0 || index >= size;
    }
    return someOutside;
  });
  auto typed = [](const RandomExpr &expr) {
    return expr.text[0] == '%' ? "?" : expr.text;
  };
  std::string place =
      "[" + offset.text + "][" + count.text + "][" + stride.text + "] : ";
  std::string whole = "<" + std::to_string(size) + "xi32>";
  std::string part = "tensor<" + typed(count) + "xi32>";
  switch (pick(0, 2)) {
  case 0:
    text = "  %m = memref.alloc() : memref" + whole +
           "\n  %0 = memref.subview %m" + place + "memref" + whole +
           " to memref<" + typed(count) + "xi32, strided<[" + typed(stride) +
           "], offset: " + typed(offset) + ">>\n";
    break;
  case 1:
    text = "  %t = tensor.empty() : tensor" + whole +
           "\n  %0 = tensor.extract_slice %t" + place + "tensor" + whole +
           " to " + part + "\n";
    break;
  default:
    text = "  %t = tensor.empty() : tensor" + whole + "\n  %s = tensor.empty(" +
           (count.text[0] == '%' ? count.text : "") + ") : " + part +
           "\n  %0 = tensor.insert_slice %s into %t" + place + part +
           " into tensor" + whole + "\n";
  }
}

TEST_CASE("no index is called wrong that may be right",
          "[indices][soundness][random]") {
  unsigned wrong = 0, single = 0, refused = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    RandomAccess access(randomSeed(i));
    INFO(access.text);
    // MLIR refuses slices that are wrong by their numbers alone.
    if (!Program(access.text).isParsed()) {
      ++refused;
      continue;
    }
    Ranges ranges(access.text);
    IntegerFacts facts = IntegerFacts::compute(*ranges.flow);
    std::vector<bool> isFound(access.isWrong.size());
    for (const IndexFinding &finding : findWrongIndices(*ranges.flow, facts))
      isFound[finding.dimension] = true;
    bool isSingle = access.lowA == access.highA && access.lowB == access.highB;
    for (size_t dimension = 0; dimension < isFound.size(); ++dimension) {
      bool isAlwaysWrong = true;
      for (int64_t a = access.lowA; a <= access.highA; ++a)
        for (int64_t b = access.lowB; b <= access.highB; ++b)
          isAlwaysWrong &= access.isWrong[dimension](a, b);
      INFO("dimension " << dimension);
      if (isFound[dimension])
        CHECK(isAlwaysWrong);
      // Of single numbers everything is known.
      else if (isSingle)
        CHECK_FALSE(isAlwaysWrong);
      wrong += isFound[dimension];
      single += isSingle && isFound[dimension];
    }
    countChecked("indices that are out of bounds, against all numbers");
  }
  CHECK(wrong > 500);
  CHECK(single > 200);
  CHECK(refused < 1000);
}
