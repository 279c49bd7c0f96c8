//===- LongStrings.h - The long strings of a JSON text ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A document is opened with all of its text in one string, which the parser of
// JSON reads letter by letter: a sixth of the time from opening 5 MB to their
// diagnostics. Here such strings are read in pieces between escapes.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LONGSTRINGS_H
#define NOISY_SERVER_PROTOCOL_LONGSTRINGS_H

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::noisy::lsp {

/// The values of a JSON text that are long strings, taken out of it. Names of
/// members, and strings that are not well-formed (escapes, UTF-8), stay where
/// they are.
class LongStrings {
public:
  /// The bytes from which a string is long.
  static constexpr size_t MinBytes = 64u << 10;

  explicit LongStrings(std::string_view Text);

  bool empty() const { return Strings.empty(); }
  /// The text with short strings in place of the long ones.
  std::string_view rest() const { return Rest; }
  /// Puts the strings into what `rest()` was parsed to. Returns false if the
  /// text has such short strings of its own.
  bool putBack(nlohmann::json &Value);

private:
  std::string Rest;
  std::vector<std::string> Strings;
};

/// The bytes of `\uXXXX`.
inline constexpr size_t UnicodeEscapeSize = 6;
/// The code unit of the `\uXXXX` at `Offset`, if there is one.
std::optional<unsigned> unicodeEscape(std::string_view Text, size_t Offset);

/// The offset of the quote that ends a string of JSON, whose text begins at
/// `Begin`; the end of the text if there is none.
size_t findEndOfString(std::string_view Text, size_t Begin);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LONGSTRINGS_H
