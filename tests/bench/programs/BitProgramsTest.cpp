//===- BitProgramsTest.cpp - Boolean circuits over encrypted bits ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/BitPrograms.h"
#include "tests/bench/programs/RunProgram.h"
#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("the adder adds") {
  std::mt19937 random(1);
  constexpr unsigned bits = 7;
  bench::Program adder = bench::makeAdder(bits);
  CHECK(adder.operations == 5 * bits);
  for (unsigned i = 0; i < 20; ++i) {
    uint64_t a = random() % (1 << bits), b = random() % (1 << bits);
    uint32_t carry = random() % 2;
    Plain inputs = toBits({a, b}, bits);
    inputs.push_back(carry);
    std::optional<Plain> sum = runFixed(adder, inputs);
    REQUIRE(sum);
    CHECK(fromBits(*sum, bits + 1) == std::vector<uint64_t>{a + b + carry});
  }
}

TEST_CASE("the multiplier multiplies") {
  std::mt19937 random(2);
  for (unsigned bits : {1, 2, 3, 5})
    for (unsigned i = 0; i < 6; ++i) {
      uint64_t a = random() % (1 << bits), b = random() % (1 << bits);
      std::optional<Plain> product =
          runFixed(bench::makeMultiplier(bits), toBits({a, b}, bits));
      REQUIRE(product);
      if (bits == 1)
        CHECK((product->at(0) & 1) == a * b);
      else
        CHECK(fromBits(*product, 2 * bits) == std::vector<uint64_t>{a * b});
    }
}

TEST_CASE("the sorting network sorts") {
  std::mt19937 random(3);
  constexpr unsigned bits = 3;
  for (unsigned numbers : {2, 4, 8})
    for (unsigned i = 0; i < 4; ++i) {
      std::vector<uint64_t> values(numbers);
      for (uint64_t &value : values)
        value = random() % (1 << bits);
      std::optional<Plain> output =
          runFixed(bench::makeBitonicSort(numbers, bits), toBits(values, bits));
      std::sort(values.begin(), values.end());
      REQUIRE(output);
      CHECK(fromBits(*output, bits) == values);
    }
}

//===----------------------------------------------------------------------===//
// Permutations of cryptography
//===----------------------------------------------------------------------===//

/// Keccak-f on lanes, with its tables written out.
static void permuteKeccak(std::array<uint64_t, 25> &a, unsigned width,
                          unsigned rounds) {
  constexpr unsigned offsets[25] = {0,  1, 62, 28, 27, 36, 44, 6,  55,
                                    20, 3, 10, 43, 25, 39, 41, 45, 15,
                                    21, 8, 18, 2,  61, 56, 14};
  constexpr uint64_t constants[24] = {
      0x0000000000000001, 0x0000000000008082, 0x800000000000808a,
      0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
      0x8000000080008081, 0x8000000000008009, 0x000000000000008a,
      0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
      0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
      0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
      0x000000000000800a, 0x800000008000000a, 0x8000000080008081,
      0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  auto rotate = [&](uint64_t lane, unsigned distance) {
    distance %= width;
    return distance == 0
               ? lane
               : (lane << distance | lane >> (width - distance)) & mask;
  };
  for (unsigned round = 0; round < rounds; ++round) {
    uint64_t c[5], b[25];
    for (int x = 0; x < 5; ++x)
      c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int i = 0; i < 25; ++i)
      a[i] ^= c[(i + 4) % 5] ^ rotate(c[(i + 1) % 5], 1);
    for (int x = 0; x < 5; ++x)
      for (int y = 0; y < 5; ++y)
        b[y + 5 * ((2 * x + 3 * y) % 5)] =
            rotate(a[x + 5 * y], offsets[x + 5 * y]);
    for (int x = 0; x < 5; ++x)
      for (int y = 0; y < 25; y += 5)
        a[x + y] = b[x + y] ^ (~b[(x + 1) % 5 + y] & b[(x + 2) % 5 + y] & mask);
    a[0] ^= constants[round] & mask;
  }
}

TEST_CASE("Keccak-f is that of the standard") {
  // The permutation that the circuit is held against gives the known answer
  // for a state of zeros.
  std::array<uint64_t, 25> zeros = {};
  permuteKeccak(zeros, 64, 24);
  REQUIRE(zeros[0] == 0xf1258f7940e1dde7);
  REQUIRE(zeros[1] == 0x84d5ccf933c0478a);

  std::mt19937_64 random(4);
  for (auto [width, rounds] :
       {std::pair(1u, 3u), {4u, 2u}, {8u, 3u}, {64u, 2u}}) {
    std::array<uint64_t, 25> lanes;
    for (uint64_t &lane : lanes)
      lane = random() >> (64 - width);
    std::optional<Plain> output =
        run(bench::makeKeccak(width, rounds),
            toBits({lanes.begin(), lanes.end()}, width));
    permuteKeccak(lanes, width, rounds);
    REQUIRE(output);
    CHECK(fromBits(*output, width) ==
          std::vector<uint64_t>(lanes.begin(), lanes.end()));
  }
}

/// The permutation of Ascon, column by column with the table of its
/// substitution.
static void permuteAscon(std::vector<uint64_t> &words, unsigned rounds) {
  constexpr uint8_t table[32] = {4,  11, 31, 20, 26, 21, 9,  2,  27, 5, 8,
                                 18, 29, 3,  6,  28, 30, 19, 7,  14, 0, 13,
                                 17, 24, 16, 12, 1,  25, 22, 10, 15, 23};
  constexpr uint64_t constants[12] = {0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5,
                                      0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};
  constexpr int distances[5][2] = {
      {19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
  for (unsigned round = 12 - rounds; round < 12; ++round) {
    words[2] ^= constants[round];
    std::vector<uint64_t> newWords(5);
    for (unsigned bit = 0; bit < 64; ++bit) {
      // The first word has the highest bit of a column.
      unsigned column = 0;
      for (uint64_t word : words)
        column = column << 1 | (word >> bit & 1);
      for (unsigned i = 0; i < 5; ++i)
        newWords[i] |= uint64_t(table[column] >> (4 - i) & 1) << bit;
    }
    for (unsigned i = 0; i < 5; ++i)
      words[i] = newWords[i] ^ std::rotr(newWords[i], distances[i][0]) ^
                 std::rotr(newWords[i], distances[i][1]);
  }
}

TEST_CASE("Ascon's permutation is that of the standard") {
  std::mt19937_64 random(5);
  for (unsigned rounds : {1, 2}) {
    std::vector<uint64_t> words(5);
    for (uint64_t &word : words)
      word = random();
    std::optional<Plain> output =
        run(bench::makeAscon(rounds), toBits(words, 64));
    permuteAscon(words, rounds);
    REQUIRE(output);
    CHECK(fromBits(*output, 64) == words);
  }
}
