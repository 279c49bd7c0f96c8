//===- ArithmeticPrograms.cpp - Matrices, transforms, polynomials ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/ArithmeticPrograms.h"
#include "bench/programs/ProgramWriter.h"
#include <cassert>
#include <optional>

using namespace mlir::noisy::bench;

static std::string number(unsigned n) { return std::to_string(n); }

static Wires multiply(ProgramWriter &writer, unsigned rows, const Wires &a,
                      const Wires &b) {
  Wires product;
  for (unsigned i = 0; i < rows; ++i)
    for (unsigned j = 0; j < rows; ++j) {
      Wire sum = writer.mul(a[i * rows], b[j]);
      for (unsigned k = 1; k < rows; ++k)
        sum = writer.add(sum, writer.mul(a[i * rows + k], b[k * rows + j]));
      product.push_back(sum);
    }
  return product;
}

Program mlir::noisy::bench::makeMatrixProducts(unsigned rows) {
  unsigned size = rows * rows;
  ProgramWriter writer(3 * size);
  Wires first =
      multiply(writer, rows, wiresFrom(0, size), wiresFrom(size, size));
  Wires product = multiply(writer, rows, first, wiresFrom(2 * size, size));
  return writer.finish("two products of matrices, " + number(rows) + " x " +
                           number(rows),
                       product);
}

//===----------------------------------------------------------------------===//
// Transforms
//===----------------------------------------------------------------------===//

/// 3 to the power of `exponent` modulo 32, from -15 to 15.
static int getPowerOfRoot(unsigned exponent) {
  constexpr int powers[8] = {1, 3, 9, -5, -15, -13, -7, 11};
  return powers[exponent % 8];
}

/// The sums of `inputs[j]` root^(j k) for every k; root is 3 to the power of
/// `step`.
static Wires transform(ProgramWriter &writer, Twiddles twiddles,
                       const Wires &inputs, unsigned step) {
  size_t size = inputs.size();
  if (size == 1)
    return inputs;
  Wires even, odd;
  for (size_t i = 0; i < size; ++i)
    (i % 2 ? odd : even).push_back(inputs[i]);
  even = transform(writer, twiddles, even, 2 * step);
  odd = transform(writer, twiddles, odd, 2 * step);
  Wires outputs(size);
  for (size_t k = 0; k < size; ++k) {
    int factor = getPowerOfRoot(k * step);
    Wire oddTerm = odd[k % odd.size()];
    if (factor != 1 && twiddles == Twiddles::Plain)
      oddTerm = writer.scale(oddTerm, factor);
    else if (factor != 1)
      // An i5 is written from 0 to 15 here; negative values are subtracted.
      oddTerm = writer.mul(oddTerm, writer.encode(std::abs(factor)));
    bool isSubtracted = factor < 0 && twiddles == Twiddles::Encoded;
    Wire evenTerm = even[k % even.size()];
    outputs[k] = isSubtracted ? writer.sub(evenTerm, oddTerm)
                              : writer.add(evenTerm, oddTerm);
  }
  return outputs;
}

Program mlir::noisy::bench::makeFourier(unsigned points, Twiddles twiddles) {
  assert(points >= 8 && "the root of unity has order 8");
  ProgramWriter writer(points);
  Wires outputs = transform(writer, twiddles, wiresFrom(0, points), 1);
  return writer.finish("Fourier transform, " + number(points) + " points, " +
                           (twiddles == Twiddles::Plain ? "plain" : "encoded") +
                           " twiddles",
                       outputs);
}

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

unsigned mlir::noisy::bench::getCoefficient(unsigned i) {
  return 1 + (7 * i + i * i) % 15;
}

Program mlir::noisy::bench::makeHorner(unsigned degree) {
  ProgramWriter writer(1);
  const Wire x = 0;
  Wire sum = writer.encode(getCoefficient(degree));
  for (unsigned i = degree; i-- > 0;)
    sum = writer.add(writer.mul(sum, x), writer.encode(getCoefficient(i)));
  return writer.finish("polynomial of degree " + number(degree) + ", Horner",
                       {sum});
}

Program mlir::noisy::bench::makePatersonStockmeyer(unsigned degree) {
  ProgramWriter writer(1);
  unsigned width = 1;
  while (width * width < degree + 1)
    ++width;
  // powers[i] is x^(i + 1), from two powers of half the exponent.
  Wires powers = {0};
  for (unsigned i = 2; i <= width; ++i)
    powers.push_back(writer.mul(powers[i / 2 - 1], powers[i - i / 2 - 1]));
  std::optional<Wire> sum;
  for (unsigned first = degree / width * width;; first -= width) {
    Wire part = writer.encode(getCoefficient(first));
    for (unsigned i = 1; i < width && first + i <= degree; ++i) {
      unsigned coefficient = getCoefficient(first + i);
      part = writer.add(part, coefficient == 1
                                  ? powers[i - 1]
                                  : writer.scale(powers[i - 1], coefficient));
    }
    sum = sum ? writer.add(writer.mul(*sum, powers[width - 1]), part) : part;
    if (first == 0)
      break;
  }
  return writer.finish("polynomial of degree " + number(degree) +
                           ", Paterson-Stockmeyer",
                       {*sum});
}
