//===- BitPrograms.cpp - Boolean circuits over encrypted bits -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/BitPrograms.h"
#include "bench/programs/ProgramWriter.h"
#include <array>
#include <cstdint>

using namespace mlir::noisy::bench;

static std::string number(unsigned n) { return std::to_string(n); }

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
struct SumAndCarry {
  Wire sum, carry;
};
} // namespace

static SumAndCarry fullAdder(ProgramWriter &writer, Wire a, Wire b, Wire c) {
  Wire either = writer.exclusiveOr(a, b);
  Wire sum = writer.exclusiveOr(either, c);
  Wire generatedCarry = writer.conjunction(a, b);
  Wire passedCarry = writer.conjunction(either, c);
  return {sum, writer.exclusiveOr(generatedCarry, passedCarry)};
}

Program mlir::noisy::bench::makeAdder(unsigned bits) {
  ProgramWriter writer(2 * bits + 1);
  Wires results;
  Wire carry = 2 * bits;
  for (unsigned i = 0; i < bits; ++i) {
    SumAndCarry result = fullAdder(writer, i, bits + i, carry);
    results.push_back(result.sum);
    carry = result.carry;
  }
  results.push_back(carry);
  return writer.finish("adder, " + number(bits) + " bits", results);
}

Program mlir::noisy::bench::makeMultiplier(unsigned bits) {
  ProgramWriter writer(2 * bits);
  // The sum so far, from bit `row` on; the bits below are final.
  Wires sum, results;
  for (unsigned row = 0; row < bits; ++row) {
    Wires partial;
    for (unsigned i = 0; i < bits; ++i)
      partial.push_back(writer.conjunction(i, bits + row));
    if (row == 0) {
      sum = partial;
    } else {
      Wires next;
      Wire carry = 0;
      for (unsigned i = 0; i < bits; ++i) {
        bool hasSum = i < sum.size();
        SumAndCarry result;
        if (i == 0 || !hasSum) {
          Wire addend = i == 0 ? sum[0] : carry;
          result = {writer.exclusiveOr(partial[i], addend),
                    writer.conjunction(partial[i], addend)};
        } else {
          result = fullAdder(writer, partial[i], sum[i], carry);
        }
        next.push_back(result.sum);
        carry = result.carry;
      }
      next.push_back(carry);
      sum = next;
    }
    results.push_back(sum.front());
    sum.erase(sum.begin());
  }
  results.insert(results.end(), sum.begin(), sum.end());
  return writer.finish("multiplier, " + number(bits) + " bits", results);
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

/// Puts the lesser of two numbers first.
static void compareAndSwap(ProgramWriter &writer, Wires &low, Wires &high) {
  // True if `high` is the lesser one by the lower bits.
  Wire isLess = 0;
  Wires differs;
  for (size_t bit = 0; bit < low.size(); ++bit) {
    differs.push_back(writer.exclusiveOr(low[bit], high[bit]));
    // If the bits differ, the bit of `low` decides.
    if (bit == 0)
      isLess = writer.conjunction(differs[bit], low[bit]);
    else
      isLess = writer.exclusiveOr(
          isLess, writer.conjunction(differs[bit],
                                     writer.exclusiveOr(low[bit], isLess)));
  }
  for (size_t bit = 0; bit < low.size(); ++bit) {
    Wire change = writer.conjunction(isLess, differs[bit]);
    low[bit] = writer.exclusiveOr(low[bit], change);
    high[bit] = writer.exclusiveOr(high[bit], change);
  }
}

Program mlir::noisy::bench::makeBitonicSort(unsigned numbers, unsigned bits) {
  ProgramWriter writer(numbers * bits);
  std::vector<Wires> values;
  for (unsigned i = 0; i < numbers; ++i)
    values.push_back(wiresFrom(i * bits, bits));
  for (unsigned size = 2; size <= numbers; size *= 2)
    for (unsigned distance = size / 2; distance > 0; distance /= 2)
      for (unsigned i = 0; i < numbers; ++i) {
        unsigned partner = i ^ distance;
        if (partner < i)
          continue;
        if (i & size)
          compareAndSwap(writer, values[partner], values[i]);
        else
          compareAndSwap(writer, values[i], values[partner]);
      }
  Wires results;
  for (const Wires &value : values)
    results.insert(results.end(), value.begin(), value.end());
  return writer.finish("bitonic sort, " + number(numbers) + " of " +
                           number(bits) + " bits",
                       results);
}

//===----------------------------------------------------------------------===//
// Permutations of cryptography
//===----------------------------------------------------------------------===//

/// The conjunction of not `a` and `b`.
static Wires notAnd(ProgramWriter &writer, const Wires &a, const Wires &b) {
  Wires result;
  for (size_t i = 0; i < a.size(); ++i)
    result.push_back(writer.conjunction(writer.negation(a[i]), b[i]));
  return result;
}

static Wires rotateLeft(const Wires &word, unsigned distance) {
  Wires result(word.size());
  for (size_t i = 0; i < word.size(); ++i)
    result[(i + distance) % word.size()] = word[i];
  return result;
}

/// Flips the bits of `word` in `mask`; costs nothing for a mask of 0.
static void flip(ProgramWriter &writer, Wires &word, uint64_t mask) {
  for (size_t i = 0; i < word.size(); ++i)
    if (mask >> i & 1)
      word[i] = writer.negation(word[i]);
}

namespace {
/// The round constants of Keccak: a linear feedback shift register.
class KeccakConstants {
public:
  uint64_t next() {
    uint64_t constant = 0;
    for (unsigned j = 0; j <= 6; ++j)
      if (step())
        constant |= uint64_t(1) << ((1u << j) - 1);
    return constant;
  }

private:
  bool step() {
    bool bit = state & 1;
    state = state << 1 ^ (state & 0x80 ? 0x171 : 0);
    return bit;
  }

  unsigned state = 1;
};
} // namespace

Program mlir::noisy::bench::makeKeccak(unsigned laneBits, unsigned rounds) {
  ProgramWriter writer(25 * laneBits);
  std::vector<Wires> lanes;
  for (unsigned i = 0; i < 25; ++i)
    lanes.push_back(wiresFrom(i * laneBits, laneBits));
  KeccakConstants constants;
  for (unsigned round = 0; round < rounds; ++round) {
    // Theta.
    std::array<Wires, 5> columns;
    for (unsigned x = 0; x < 5; ++x) {
      columns[x] = lanes[x];
      for (unsigned y = 1; y < 5; ++y)
        columns[x] = writer.exclusiveOr(columns[x], lanes[x + 5 * y]);
    }
    for (unsigned x = 0; x < 5; ++x) {
      Wires change = writer.exclusiveOr(columns[(x + 4) % 5],
                                        rotateLeft(columns[(x + 1) % 5], 1));
      for (unsigned y = 0; y < 5; ++y)
        lanes[x + 5 * y] = writer.exclusiveOr(lanes[x + 5 * y], change);
    }
    // Rho and pi.
    std::vector<Wires> rotatedLanes(25);
    rotatedLanes[0] = lanes[0];
    for (unsigned t = 0, x = 1, y = 0; t < 24; ++t) {
      unsigned newX = y, newY = (2 * x + 3 * y) % 5;
      rotatedLanes[newX + 5 * newY] =
          rotateLeft(lanes[x + 5 * y], (t + 1) * (t + 2) / 2);
      x = newX;
      y = newY;
    }
    // Chi.
    for (unsigned y = 0; y < 5; ++y)
      for (unsigned x = 0; x < 5; ++x)
        lanes[x + 5 * y] =
            writer.exclusiveOr(rotatedLanes[x + 5 * y],
                               notAnd(writer, rotatedLanes[(x + 1) % 5 + 5 * y],
                                      rotatedLanes[(x + 2) % 5 + 5 * y]));
    // Iota.
    flip(writer, lanes[0], constants.next());
  }
  Wires results;
  for (const Wires &lane : lanes)
    results.insert(results.end(), lane.begin(), lane.end());
  return writer.finish("Keccak-f[" + number(25 * laneBits) + "], " +
                           number(rounds) +
                           (rounds == 1 ? " round" : " rounds"),
                       results);
}

Program mlir::noisy::bench::makeAscon(unsigned rounds) {
  ProgramWriter writer(5 * 64);
  std::array<Wires, 5> s;
  for (unsigned i = 0; i < 5; ++i)
    s[i] = wiresFrom(i * 64, 64);
  // Fewer rounds are the last ones.
  for (unsigned round = 12 - rounds; round < 12; ++round) {
    flip(writer, s[2], (0xf - round) << 4 | round);
    // The substitution, on all 64 columns at once.
    s[0] = writer.exclusiveOr(s[0], s[4]);
    s[4] = writer.exclusiveOr(s[4], s[3]);
    s[2] = writer.exclusiveOr(s[2], s[1]);
    std::array<Wires, 5> t;
    for (unsigned i = 0; i < 5; ++i)
      t[i] = notAnd(writer, s[i], s[(i + 1) % 5]);
    for (unsigned i = 0; i < 5; ++i)
      s[i] = writer.exclusiveOr(s[i], t[(i + 1) % 5]);
    s[1] = writer.exclusiveOr(s[1], s[0]);
    s[0] = writer.exclusiveOr(s[0], s[4]);
    s[3] = writer.exclusiveOr(s[3], s[2]);
    flip(writer, s[2], ~uint64_t(0));
    // The linear layer.
    constexpr unsigned distances[5][2] = {
        {19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (unsigned i = 0; i < 5; ++i) {
      // To the right.
      Wires first = rotateLeft(s[i], 64 - distances[i][0]);
      Wires second = rotateLeft(s[i], 64 - distances[i][1]);
      s[i] = writer.exclusiveOr(writer.exclusiveOr(s[i], first), second);
    }
  }
  Wires results;
  for (const Wires &word : s)
    results.insert(results.end(), word.begin(), word.end());
  return writer.finish("Ascon, " + number(rounds) +
                           (rounds == 1 ? " round" : " rounds"),
                       results);
}
