//===- AesProgramsTest.cpp - AES-128 by functions -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/AesPrograms.h"
#include "tests/bench/programs/RunProgram.h"
#include <array>
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

using Block = std::array<uint8_t, 16>;

/// A product of polynomials modulo x^8 + x^4 + x^3 + x + 1.
static uint8_t multiply(unsigned a, unsigned b) {
  unsigned product = 0;
  for (; b; b >>= 1, a = a << 1 ^ (a & 0x80 ? 0x11B : 0))
    product ^= b & 1 ? a : 0;
  return product;
}

/// The S-box as FIPS 197 defines it: an inverse, and an affine transformation.
static uint8_t substitute(uint8_t byte) {
  uint8_t inverse = 0;
  for (unsigned i = 1; i < 256; ++i)
    if (multiply(byte, i) == 1)
      inverse = i;
  uint8_t result = 0x63;
  for (unsigned i = 0; i < 5; ++i)
    result ^= inverse << i | inverse >> (8 - i);
  return result;
}

/// The 11 round keys of a key.
static std::vector<uint64_t> expandKey(const Block &key) {
  std::vector<uint64_t> bytes(key.begin(), key.end());
  uint8_t constant = 1;
  for (unsigned word = 4; word < 44; ++word) {
    std::array<uint8_t, 4> last;
    for (unsigned i = 0; i < 4; ++i)
      last[i] = bytes[4 * word - 4 + i];
    if (word % 4 == 0) {
      last = {substitute(last[1]), substitute(last[2]), substitute(last[3]),
              substitute(last[0])};
      last[0] ^= constant;
      constant = multiply(constant, 2);
    }
    for (unsigned i = 0; i < 4; ++i)
      bytes.push_back(bytes[4 * word - 16 + i] ^ last[i]);
  }
  return bytes;
}

/// The arguments of `makeAes`.
static Plain makeInputs(const Block &block, const Block &key, unsigned rounds) {
  std::vector<uint64_t> bytes(block.begin(), block.end());
  std::vector<uint64_t> keys = expandKey(key);
  bytes.insert(bytes.end(), keys.begin(), keys.begin() + 16 * (rounds + 1));
  return toBits(bytes, 8);
}

TEST_CASE("the S-box of AES is that of the standard") {
  for (unsigned byte = 0; byte < 256; byte += 5) {
    std::optional<Plain> result =
        run(bench::makeSubstitutions(1, /*isChain=*/true), toBits({byte}, 8));
    REQUIRE(result);
    CHECK(fromBits(*result, 8) == std::vector<uint64_t>{substitute(byte)});
  }
  std::optional<Plain> both =
      run(bench::makeSubstitutions(2, /*isChain=*/false), toBits({7, 200}, 8));
  REQUIRE(both);
  CHECK(fromBits(*both, 8) ==
        std::vector<uint64_t>{substitute(7), substitute(200)});
  std::optional<Plain> twice =
      run(bench::makeSubstitutions(2, /*isChain=*/true), toBits({7}, 8));
  REQUIRE(twice);
  CHECK(fromBits(*twice, 8) ==
        std::vector<uint64_t>{substitute(substitute(7))});
}

TEST_CASE("AES by functions encrypts the example of the standard") {
  // FIPS 197, appendix B.
  const Block block = {0x32, 0x43, 0xF6, 0xA8, 0x88, 0x5A, 0x30, 0x8D,
                       0x31, 0x31, 0x98, 0xA2, 0xE0, 0x37, 0x07, 0x34};
  const Block key = {0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6,
                     0xAB, 0xF7, 0x15, 0x88, 0x09, 0xCF, 0x4F, 0x3C};
  const std::vector<uint64_t> encrypted = {0x39, 0x25, 0x84, 0x1D, 0x02, 0xDC,
                                           0x09, 0xFB, 0xDC, 0x11, 0x85, 0x97,
                                           0x19, 0x6A, 0x0B, 0x32};
  std::optional<Plain> result =
      runReduced(bench::makeAes(10), makeInputs(block, key, 10));
  REQUIRE(result);
  CHECK(fromBits(*result, 8) == encrypted);
}

TEST_CASE("the last round of AES does not mix columns") {
  Block block = {}, key = {};
  for (unsigned i = 0; i < 16; ++i)
    block[i] = 17 * i;
  std::vector<uint64_t> keys = expandKey(key), expected(16);
  for (unsigned i = 0; i < 16; ++i)
    expected[i] = substitute(block[(i + 4 * (i % 4)) % 16]) ^ keys[16 + i];
  std::optional<Plain> result =
      run(bench::makeAes(1), makeInputs(block, key, 1));
  REQUIRE(result);
  CHECK(fromBits(*result, 8) == expected);
}
