//===- Families.cpp - Programs of any size, by task -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/Families.h"
#include "bench/programs/ArithmeticPrograms.h"
#include "bench/programs/BitPrograms.h"
#include "bench/programs/RandomPrograms.h"
#include "bench/programs/StructuredPrograms.h"
#include <algorithm>
#include <cmath>

using namespace mlir::noisy::bench;

/// The power of two, at least `minPower`, whose program, of `count` operations,
/// comes closest to `operations`.
static unsigned choosePower(unsigned minPower, unsigned operations,
                            double (*count)(double)) {
  unsigned power = minPower;
  // Closest on a scale of ratios.
  while (count(power) * count(2 * power) <
         double(operations) * double(operations))
    power *= 2;
  return power;
}

static unsigned nearest(double value) {
  return std::max(1u, unsigned(std::lround(value)));
}

static Program adder(unsigned operations) {
  return makeAdder(nearest(operations / 5.0));
}

static Program multiplier(unsigned operations) {
  return makeMultiplier(nearest(std::sqrt(operations / 6.0)));
}

static Program bitonicSort(unsigned operations) {
  return makeBitonicSort(choosePower(2, operations,
                                     [](double numbers) {
                                       double depth = std::log2(numbers);
                                       return numbers * depth * (depth + 1) /
                                              4 * 27;
                                     }),
                         4);
}

static Program keccak(unsigned operations) {
  // A round has 125 operations for each bit of a lane.
  unsigned laneBits = choosePower(1, std::min(operations, 64 * 125u),
                                  [](double bits) { return 125 * bits; });
  laneBits = std::min(laneBits, 64u);
  return makeKeccak(laneBits, std::min(nearest(operations / 125.0 / laneBits),
                                       laneBits == 64 ? 24u : 1u));
}

static Program ascon(unsigned operations) {
  return makeAscon(std::min(nearest(operations / 2116.0), 12u));
}

static Program matrixProducts(unsigned operations) {
  return makeMatrixProducts(nearest(std::cbrt(operations / 4.0)));
}

static unsigned chooseFourier(unsigned operations) {
  return choosePower(8, operations, [](double points) {
    return points * (std::log2(points) * 1.875 - 1.5);
  });
}

static Program fourierPlain(unsigned operations) {
  return makeFourier(chooseFourier(operations), Twiddles::Plain);
}

static Program fourierEncoded(unsigned operations) {
  return makeFourier(chooseFourier(operations), Twiddles::Encoded);
}

static Program horner(unsigned operations) {
  return makeHorner(nearest(operations / 2.0));
}

static Program patersonStockmeyer(unsigned operations) {
  return makePatersonStockmeyer(nearest(operations / 2.0));
}

static Program randomNear(unsigned operations) {
  return makeRandom(operations, 1);
}

static Program randomLayers(unsigned operations) {
  return makeRandomLayers(operations, 1);
}

static Program randomWide(unsigned operations) {
  return makeRandomWide(operations, 1);
}

static Program randomTree(unsigned operations) {
  return makeRandomTree(operations, 1);
}

static Program adderCalls(unsigned operations) {
  return makeAdderCalls(std::max(operations, 6u) - 5);
}

static Program hornerLoops(unsigned operations) {
  return makeHornerLoops(nearest(operations / 2.0), 8);
}

static Program sumLoops(unsigned operations) {
  return makeSumLoops(nearest(operations / 2.0), 8);
}

static Program unknownLoops(unsigned operations) {
  return makeUnknownLoops(nearest(operations / 2.0));
}

const std::vector<Family> &mlir::noisy::bench::getFamilies() {
  constexpr unsigned noLimit = 1'000'000;
  static const std::vector<Family> families = {
      {"ripple-carry adder", FamilyKind::Bits, 5, noLimit, adder},
      {"array multiplier", FamilyKind::Bits, 1, noLimit, multiplier},
      {"bitonic sort", FamilyKind::Bits, 27, noLimit, bitonicSort},
      {"Keccak-f", FamilyKind::Bits, 125, 24 * 64 * 125, keccak},
      {"Ascon", FamilyKind::Bits, 2116, 12 * 2116, ascon},
      {"matrix products", FamilyKind::Arithmetic, 2, noLimit, matrixProducts},
      {"FFT, plain twiddles", FamilyKind::Arithmetic, 33, noLimit,
       fourierPlain},
      {"FFT, encoded twiddles", FamilyKind::Arithmetic, 33, noLimit,
       fourierEncoded},
      {"Horner", FamilyKind::Arithmetic, 2, noLimit, horner},
      {"Paterson-Stockmeyer", FamilyKind::Arithmetic, 2, noLimit,
       patersonStockmeyer},
      {"random, near operands", FamilyKind::Random, 1, noLimit, randomNear},
      {"random, layers", FamilyKind::Random, 1, noLimit, randomLayers},
      {"random, any operands", FamilyKind::Random, 1, noLimit, randomWide},
      {"random tree", FamilyKind::Random, 1, noLimit, randomTree},
      {"adder by calls", FamilyKind::Structured, 6, noLimit, adderCalls},
      {"Horner in loops", FamilyKind::Structured, 2, noLimit, hornerLoops},
      {"sums in loops", FamilyKind::Structured, 2, noLimit, sumLoops},
      {"loops, unknown trip count", FamilyKind::Structured, 2, noLimit,
       unknownLoops},
  };
  return families;
}
