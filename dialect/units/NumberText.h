//===- NumberText.h - Numbers for people ------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_UNITS_NUMBERTEXT_H
#define NOISY_DIALECT_UNITS_NUMBERTEXT_H

#include <cstdint>
#include <string>
#include <string_view>

namespace mlir::noisy {

/// A number for people: "10,545".
inline std::string formatNumber(int64_t number) {
  std::string text = std::to_string(number);
  size_t first = number < 0 ? 1 : 0;
  for (size_t place = text.size(); place > first + 3;)
    text.insert(place -= 3, ",");
  return text;
}

/// A number with its noun: "1 reduction", "10,545 reductions".
inline std::string formatCount(int64_t number, std::string_view noun) {
  std::string text = formatNumber(number) + " ";
  return text.append(noun) + (number == 1 ? "" : "s");
}

} // namespace mlir::noisy

#endif // NOISY_DIALECT_UNITS_NUMBERTEXT_H
