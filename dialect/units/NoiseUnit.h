//===- NoiseUnit.h - Fractions of a bit -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Noise is counted in whole units, of which a bit has as many as the model
// says (`NoiseModel::unit`): one, or ten where the model has tenths of a bit.
// Analyses compare and add units alone. Texts have bits, with a point.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_UNITS_NOISEUNIT_H
#define NOISY_DIALECT_UNITS_NOISEUNIT_H

#include "dialect/units/NoiseBound.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
class Attribute;
} // namespace mlir

namespace mlir::noisy {

/// Where a number goes that lies between two others. Noise is rounded up, and
/// what is left of it down, so that no text promises too much.
enum class Rounding { Up, Down };

/// Units are 1/n of a bit, for an n without prime factors but 2 and 5: then
/// all numbers of units have decimals that end. At most this n.
inline constexpr unsigned kMostUnits = 100;
/// True for 1, 2, 4, 5, 8, 10, 16, ..., 100.
bool isNoiseUnit(uint64_t unit);

/// How the digits of a number are written: in groups for people, "65,536", or
/// plainly for programs.
enum class Digits : uint8_t { Grouped, Plain };

/// Units as bits, "12.8", with two decimals at most.
std::string formatBits(int64_t units, unsigned unit,
                       Rounding rounding = Rounding::Up,
                       Digits digits = Digits::Grouped);
/// The same with a word: "1 bit", "12.8 bits".
std::string formatBitsInWords(int64_t units, unsigned unit,
                              Rounding rounding = Rounding::Up);
/// Units as bits, with all decimals and plain digits: "12.8125".
std::string formatExactBits(int64_t units, unsigned unit);
/// A bound in bits, "24" or "12.8"; or what it is instead, as `NoiseBound`
/// writes it.
std::string formatBound(NoiseBound bound, unsigned unit,
                        Digits digits = Digits::Grouped);

/// Numbers of bits in texts, in millionths.
using MillionthBits = int64_t;
inline constexpr MillionthBits kMillionths = 1'000'000;

/// Reads "12" or "12.8", with six decimals at most and without a sign. Nothing
/// for any other text, and for numbers beyond 10^10.
std::optional<MillionthBits> parseBits(llvm::StringRef text);
/// The nearest millionths; nothing if the number has more decimals, or is
/// beyond 10^10.
std::optional<MillionthBits> toMillionths(double bits);
/// The bits that an attribute states, an integer or an f64; nothing for others.
std::optional<MillionthBits> getMillionths(Attribute attr);
/// Writes them with all decimals.
std::string formatMillionths(MillionthBits bits);
int64_t toUnits(MillionthBits bits, unsigned unit, Rounding rounding);

/// A number of units as one of others.
uint32_t convertUnits(uint32_t units, unsigned from, unsigned to,
                      Rounding rounding);

/// log2 of a number in units, rounded up.
uint32_t log2InUnits(uint64_t number, unsigned unit);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_UNITS_NOISEUNIT_H
