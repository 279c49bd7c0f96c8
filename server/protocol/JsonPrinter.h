//===- JsonPrinter.h - Structs as the text of JSON --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_JSONPRINTER_H
#define NOISY_SERVER_PROTOCOL_JSONPRINTER_H

#include "server/protocol/JsonMembers.h"
#include <charconv>

namespace mlir::noisy::lsp {

/// Appends a value as JSON: the text of encode(Value), with members in the
/// order of `map`. Makes no objects between for structs that map their members,
/// numbers, strings, and lists of these, and so takes a tenth of the time:
/// large messages are written with it. Anything else is printed by the library.
template <typename T> void printJson(std::string &Text, const T &Value);

/// printJson, as a new string.
template <typename T> std::string toJsonText(const T &Value) {
  std::string Text;
  printJson(Text, Value);
  return Text;
}

/// Appends a string with its quotes, like dumpJson.
void printJson(std::string &Text, const std::string &Value);

namespace detail {
template <typename T> constexpr bool IsVector = false;
template <typename T> constexpr bool IsVector<std::vector<T>> = true;
template <typename T> constexpr bool IsVariant = false;
template <typename... T> constexpr bool IsVariant<std::variant<T...>> = true;

/// Prints the members of one struct, for its `map`. Members with a common path
/// have to follow one another.
class JsonPrinter {
public:
  explicit JsonPrinter(std::string &Text) : Text(Text) { Text += '{'; }
  ~JsonPrinter() {
    leave(0);
    Text += '}';
  }
  JsonPrinter(const JsonPrinter &) = delete;
  JsonPrinter &operator=(const JsonPrinter &) = delete;

  template <typename T> void required(std::string_view Path, const T &Member) {
    beginMember(Path);
    printJson(Text, Member);
  }
  template <typename T> void optional(std::string_view Path, const T &Member) {
    if (!isEmptyMember(Member))
      required(Path, Member);
  }

private:
  /// Prints the name of a member, and what is around it.
  void beginMember(std::string_view Path);
  /// Closes the objects around members whose path is longer than the first
  /// `Length` letters.
  void leave(size_t Length);
  void printName(std::string_view Name);

  std::string &Text;
  /// The path of the innermost open object, with a slash at its end.
  std::string_view Open;
};
} // namespace detail

template <typename T> void printJson(std::string &Text, const T &Value) {
  if constexpr (std::is_same_v<T, bool>) {
    Text += Value ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    char Digits[24];
    Text.append(Digits, std::to_chars(Digits, std::end(Digits), Value).ptr);
  } else if constexpr (detail::IsOptional<T>) {
    if (Value)
      printJson(Text, *Value);
    else
      Text += "null";
  } else if constexpr (detail::IsVariant<T>) {
    std::visit([&](const auto &Alternative) { printJson(Text, Alternative); },
               Value);
  } else if constexpr (detail::IsVector<T>) {
    Text += '[';
    for (const auto &Item : Value) {
      if (&Item != &Value.front())
        Text += ',';
      printJson(Text, Item);
    }
    Text += ']';
  } else if constexpr (MapsMembers<T>) {
    detail::JsonPrinter Printer(Text);
    const_cast<T &>(Value).map(Printer); // which is not changed by a printer
  } else {
    Text += dumpJson(encode(Value));
  }
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_JSONPRINTER_H
