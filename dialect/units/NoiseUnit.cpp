//===- NoiseUnit.cpp - Fractions of a bit ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NoiseUnit.h"
#include "dialect/units/NumberText.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::isNoiseUnit(uint64_t unit) {
  if (unit == 0 || unit > kMostUnits)
    return false;
  for (uint64_t factor : {2, 5})
    while (unit % factor == 0)
      unit /= factor;
  return unit == 1;
}

/// `numerator` / `denominator`, rounded.
static int64_t divide(int64_t numerator, int64_t denominator,
                      Rounding rounding) {
  return rounding == Rounding::Up
             ? llvm::divideCeilSigned(numerator, denominator)
             : llvm::divideFloorSigned(numerator, denominator);
}

/// Writes units with so many decimals at most.
static std::string format(int64_t units, unsigned unit, unsigned decimals,
                          Rounding rounding, Digits digits) {
  int64_t scale = 1;
  for (unsigned i = 0; i < decimals; ++i)
    scale *= 10;
  int64_t number = divide(units * scale, unit, rounding);
  std::string text = number < 0 ? "-" : "";
  uint64_t magnitude = number < 0 ? uint64_t(-number) : uint64_t(number);
  int64_t whole = int64_t(magnitude / scale);
  text +=
      digits == Digits::Grouped ? formatNumber(whole) : std::to_string(whole);
  if (uint64_t rest = magnitude % scale) {
    std::string fraction = std::to_string(rest);
    fraction.insert(0, decimals - fraction.size(), '0');
    text += "." + llvm::StringRef(fraction).rtrim('0').str();
  }
  return text;
}

std::string mlir::noisy::formatBits(int64_t units, unsigned unit,
                                    Rounding rounding, Digits digits) {
  return format(units, unit, 2, rounding, digits);
}

std::string mlir::noisy::formatBitsInWords(int64_t units, unsigned unit,
                                           Rounding rounding) {
  return formatBits(units, unit, rounding) +
         (units == int64_t(unit) ? " bit" : " bits");
}

std::string mlir::noisy::formatExactBits(int64_t units, unsigned unit) {
  // 1/64 has the most decimals.
  return format(units, unit, 6, Rounding::Up, Digits::Plain);
}

std::string mlir::noisy::formatBound(NoiseBound bound, unsigned unit,
                                     Digits digits) {
  if (bound.isBits())
    return formatBits(bound.getBits(), unit, Rounding::Up, digits);
  if (bound.isMoreThanCap())
    return "more than " +
           formatBits(NoiseBound::kCap, unit, Rounding::Down, digits);
  std::string text;
  llvm::raw_string_ostream(text) << bound;
  return text;
}

/// The largest number of bits that texts may have.
static constexpr int64_t kMostBits = 10'000'000'000;

std::optional<MillionthBits> mlir::noisy::parseBits(llvm::StringRef text) {
  auto [whole, decimals] = text.split('.');
  uint64_t bits = 0, millionths = 0;
  bool hasPoint = text.contains('.');
  if (!llvm::all_of(whole, llvm::isDigit) || whole.getAsInteger(10, bits) ||
      bits > uint64_t(kMostBits))
    return std::nullopt;
  if (hasPoint) {
    if (decimals.empty() || decimals.size() > 6 ||
        !llvm::all_of(decimals, llvm::isDigit))
      return std::nullopt;
    std::string padded = decimals.str() + std::string(6 - decimals.size(), '0');
    if (llvm::StringRef(padded).getAsInteger(10, millionths))
      return std::nullopt;
  }
  return MillionthBits(bits) * kMillionths + MillionthBits(millionths);
}

std::optional<MillionthBits> mlir::noisy::toMillionths(double bits) {
  if (!(std::fabs(bits) <= double(kMostBits)))
    return std::nullopt;
  double millionths = bits * double(kMillionths),
         rounded = std::rint(millionths);
  // What a decimal number is off by as a double is far less.
  if (std::fabs(millionths - rounded) > 1e-3)
    return std::nullopt;
  return MillionthBits(rounded);
}

std::optional<MillionthBits> mlir::noisy::getMillionths(Attribute attr) {
  if (auto bits = llvm::dyn_cast_or_null<IntegerAttr>(attr)) {
    if (!bits.getType().isSignlessInteger(64) || bits.getInt() > kMostBits ||
        bits.getInt() < -kMostBits)
      return std::nullopt;
    return bits.getInt() * kMillionths;
  }
  auto bits = llvm::dyn_cast_or_null<FloatAttr>(attr);
  if (!bits || !bits.getType().isF64())
    return std::nullopt;
  return toMillionths(bits.getValueAsDouble());
}

std::string mlir::noisy::formatMillionths(MillionthBits bits) {
  uint64_t magnitude = bits < 0 ? uint64_t(-bits) : uint64_t(bits);
  std::string digits = std::to_string(magnitude % kMillionths + kMillionths);
  std::string text = (bits < 0 ? "-" : "") +
                     std::to_string(magnitude / kMillionths) + "." +
                     digits.substr(1);
  return llvm::StringRef(text).rtrim('0').rtrim('.').str();
}

int64_t mlir::noisy::toUnits(MillionthBits bits, unsigned unit,
                             Rounding rounding) {
  return divide(bits * int64_t(unit), kMillionths, rounding);
}

uint32_t mlir::noisy::convertUnits(uint32_t units, unsigned from, unsigned to,
                                   Rounding rounding) {
  return uint32_t(divide(int64_t(units) * to, from, rounding));
}

uint32_t mlir::noisy::log2InUnits(uint64_t number, unsigned unit) {
  if (unit == 1 || llvm::isPowerOf2_64(number))
    return llvm::Log2_64_Ceil(number) * unit;
  // The error of the logarithm is far below the margin.
  return uint32_t(std::ceil(std::log2(double(number)) * unit + 1e-9));
}
