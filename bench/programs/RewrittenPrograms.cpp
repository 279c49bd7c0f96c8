//===- RewrittenPrograms.cpp - Programs that can be rewritten -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/RewrittenPrograms.h"
#include "bench/programs/ProgramWriter.h"

using namespace mlir::noisy::bench;

static std::string number(unsigned n) { return std::to_string(n); }

Program mlir::noisy::bench::makeSum(unsigned terms) {
  ProgramWriter writer(terms);
  Wire sum = 0;
  for (Wire i = 1; i < terms; ++i)
    sum = writer.add(sum, i);
  return writer.finish("sum of " + number(terms), {sum});
}

/// The sum of `terms` products.
template <typename MakeProduct>
static Wire addProducts(ProgramWriter &writer, unsigned terms,
                        MakeProduct makeProduct) {
  Wire sum = makeProduct(0);
  for (unsigned i = 1; i < terms; ++i)
    sum = writer.add(sum, makeProduct(i));
  return sum;
}

Program mlir::noisy::bench::makeInnerProduct(unsigned terms) {
  ProgramWriter writer(2 * terms);
  Wire sum = addProducts(writer, terms,
                         [&](unsigned i) { return writer.mul(i, terms + i); });
  return writer.finish("inner product of " + number(terms), {sum});
}

Program mlir::noisy::bench::makeCommonFactor(unsigned terms) {
  ProgramWriter writer(terms + 1);
  Wire sum = addProducts(writer, terms,
                         [&](unsigned i) { return writer.mul(0, i + 1); });
  return writer.finish("a x1 + ... + a x" + number(terms), {sum});
}

Program mlir::noisy::bench::makePower(unsigned exponent) {
  ProgramWriter writer(1);
  Wire power = 0;
  for (unsigned i = 1; i < exponent; ++i)
    power = writer.mul(power, 0);
  return writer.finish("x^" + number(exponent), {power});
}

Program mlir::noisy::bench::makeProduct(unsigned factors) {
  ProgramWriter writer(factors);
  Wire product = 0;
  for (Wire i = 1; i < factors; ++i)
    product = writer.mul(product, i);
  return writer.finish("product of " + number(factors), {product});
}

Program mlir::noisy::bench::makeEncryptedHorner(unsigned degree) {
  ProgramWriter writer(degree + 2);
  Wire sum = degree + 1;
  for (unsigned i = degree; i-- > 0;)
    sum = writer.add(writer.mul(sum, 0), i + 1);
  return writer.finish("polynomial of degree " + number(degree) +
                           ", encrypted coefficients",
                       {sum});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static std::string vectorOf(unsigned size) {
  return "tensor<" + number(size) + "x!noisy.i32>";
}

/// A loop over two tensors, which carries the sum %a.
static std::string writeLoop(unsigned turns, const std::string &body) {
  std::string type = vectorOf(turns);
  return "func.func @main(%zero: !noisy.i32, %t: " + type + ", %u: " + type +
         ") -> !noisy.i32 {\n  %r = affine.for %i = 0 to " + number(turns) +
         " iter_args(%a = %zero) -> (!noisy.i32) {\n"
         "    %p = tensor.extract %t[%i] : " +
         type + "\n    %q = tensor.extract %u[%i] : " + type + "\n" + body +
         "    affine.yield %s : !noisy.i32\n  }\n"
         "  return %r : !noisy.i32\n}\n";
}

Program mlir::noisy::bench::makeSumLoop(unsigned turns) {
  return {"loop of " + number(turns) + " additions", 1,
          writeLoop(turns, "    %s = noisy.add %a, %p : !noisy.i32\n")};
}

Program mlir::noisy::bench::makeDotLoop(unsigned turns) {
  return {"dot product of " + number(turns) + " in a loop", 2,
          writeLoop(turns, "    %m = noisy.mul %p, %q : !noisy.i32\n"
                           "    %s = noisy.add %a, %m : !noisy.i32\n")};
}

/// Two loops: the inner one adds up products of `%p` and `%q`, which `read`
/// gives, and the outer one collects `size` sums.
static std::string writeTwoLoops(const std::string &arguments, unsigned size,
                                 unsigned terms, const std::string &read) {
  std::string type = vectorOf(size);
  return "func.func @main(%zero: !noisy.i32, %o: " + type + ", " + arguments +
         ") -> " + type + " {\n  %r = affine.for %i = 0 to " + number(size) +
         " iter_args(%out = %o) -> (" + type +
         ") {\n    %sum = affine.for %j = 0 to " + number(terms) +
         " iter_args(%a = %zero) -> (!noisy.i32) {\n" + read +
         "      %m = noisy.mul %p, %q : !noisy.i32\n"
         "      %s = noisy.add %a, %m : !noisy.i32\n"
         "      affine.yield %s : !noisy.i32\n    }\n"
         "    %next = tensor.insert %sum into %out[%i] : " +
         type + "\n    affine.yield %next : " + type +
         "\n  }\n  return %r : " + type + "\n}\n";
}

Program mlir::noisy::bench::makeMatrixVector(unsigned size) {
  std::string matrix =
      "tensor<" + number(size) + "x" + number(size) + "x!noisy.i32>";
  return {"matrix of " + number(size) + " x " + number(size) +
              " times a vector, loops",
          2,
          writeTwoLoops("%t: " + matrix + ", %v: " + vectorOf(size), size, size,
                        "      %p = tensor.extract %t[%i, %j] : " + matrix +
                            "\n      %q = tensor.extract %v[%j] : " +
                            vectorOf(size) + "\n")};
}

Program mlir::noisy::bench::makeFilterLoop() {
  return {"filter of 8 encrypted taps, 128 samples, loops", 2,
          writeTwoLoops(
              "%t: " + vectorOf(135) + ", %v: " + vectorOf(8), 128, 8,
              "      %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>"
              "(%i, %j)\n      %p = tensor.extract %t[%k] : " +
                  vectorOf(135) + "\n      %q = tensor.extract %v[%j] : " +
                  vectorOf(8) + "\n")};
}
