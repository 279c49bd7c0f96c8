//===- LongStrings.cpp - The long strings of a JSON text ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LongStrings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include <cstring>
#include <optional>

using namespace mlir::noisy::lsp;
using llvm::StringRef;
using nlohmann::json;

size_t mlir::noisy::lsp::findEndOfString(std::string_view Text, size_t Begin) {
  for (size_t I = Begin;; ++I) {
    I = std::min(Text.find('"', I), Text.size());
    size_t Escapes = 0;
    while (Escapes < I - Begin && Text[I - 1 - Escapes] == '\\')
      ++Escapes;
    if (Escapes % 2 == 0 || I == Text.size())
      return I;
  }
}

std::optional<unsigned> mlir::noisy::lsp::unicodeEscape(std::string_view Text,
                                                        size_t Offset) {
  if (Text.size() - Offset < 6 || Text[Offset] != '\\' ||
      Text[Offset + 1] != 'u')
    return std::nullopt;
  unsigned Unit = 0;
  for (size_t I = Offset + 2; I < Offset + 6; ++I) {
    unsigned Digit = llvm::hexDigitValue(Text[I]);
    if (Digit > 15)
      return std::nullopt;
    Unit = Unit * 16 + Digit;
  }
  return Unit;
}

//===----------------------------------------------------------------------===//
// One string
//===----------------------------------------------------------------------===//

/// True if a byte is below 0x20: no string of JSON has one.
static bool hasControl(StringRef Text) {
  constexpr uint64_t Ones = ~uint64_t(0) / 255;
  size_t I = 0;
  for (; I + 8 <= Text.size(); I += 8) {
    uint64_t Word;
    std::memcpy(&Word, Text.data() + I, 8);
    if ((Word - Ones * 0x20) & ~Word & (Ones * 0x80))
      return true;
  }
  return llvm::any_of(Text.drop_front(I),
                      [](char C) { return static_cast<uint8_t>(C) < 0x20; });
}

/// Appends the character of the escape that a text begins with, and drops that.
/// False if it is none.
static bool appendEscaped(std::string &Result, StringRef &Rest) {
  std::optional<unsigned> Code = unicodeEscape(Rest, 0);
  if (!Code) {
    if (Rest.size() < 2)
      return false;
    char Kind = Rest[1];
    Rest = Rest.drop_front(2);
    static constexpr StringRef From = "\"\\/bfnrt", To = "\"\\/\b\f\n\r\t";
    size_t Index = From.find(Kind);
    if (Index == StringRef::npos)
      return false;
    Result += To[Index];
    return true;
  }
  Rest = Rest.drop_front(UnicodeEscapeSize);
  if (*Code >= 0xD800 && *Code < 0xE000) {
    std::optional<unsigned> Low = unicodeEscape(Rest, 0);
    if (*Code >= 0xDC00 || !Low || *Low < 0xDC00 || *Low >= 0xE000)
      return false;
    Rest = Rest.drop_front(UnicodeEscapeSize);
    Code = 0x10000 + ((*Code - 0xD800) << 10) + (*Low - 0xDC00);
  }
  char Bytes[4], *End = Bytes;
  if (!llvm::ConvertCodePointToUTF8(*Code, End))
    return false;
  Result.append(Bytes, End);
  return true;
}

/// The string that stands between two quotes; nothing if it is not well-formed.
static std::optional<std::string> unescape(StringRef Text) {
  if (hasControl(Text) || !llvm::json::isUTF8(Text))
    return std::nullopt;
  std::string Result;
  Result.reserve(Text.size());
  while (true) {
    size_t Length = std::min(Text.find('\\'), Text.size());
    Result.append(Text.data(), Length);
    Text = Text.drop_front(Length);
    if (Text.empty())
      return Result;
    if (!appendEscaped(Result, Text))
      return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// All strings
//===----------------------------------------------------------------------===//

/// What stands for the long string of a number.
static std::string standIn(size_t Index) {
  return "noisy:long-string:" + std::to_string(Index);
}

LongStrings::LongStrings(std::string_view Text) {
  size_t Copied = 0;
  for (size_t Quote = Text.find('"'); Quote < Text.size();
       Quote = Text.find('"', Quote)) {
    size_t Begin = Quote + 1, End = findEndOfString(Text, Begin);
    Quote = End + 1;
    if (End - Begin < MinBytes || Quote >= Text.size() ||
        StringRef(Text).substr(Quote).ltrim(" \t\r\n").starts_with(":"))
      continue;
    std::optional<std::string> Long =
        unescape(StringRef(Text).slice(Begin, End));
    if (!Long)
      continue;
    Rest.append(Text.substr(Copied, Begin - Copied));
    Rest += standIn(Strings.size());
    Copied = End;
    Strings.push_back(std::move(*Long));
  }
  if (!Strings.empty())
    Rest.append(Text.substr(Copied));
}

bool LongStrings::putBack(json &Value) {
  std::vector<json *> Found(Strings.size());
  size_t Count = 0;
  // No recursion: the nesting is up to who sends the message.
  std::vector<json *> Open = {&Value};
  while (!Open.empty()) {
    json &Each = *Open.back();
    Open.pop_back();
    if (Each.is_structured())
      for (json &Inner : Each)
        Open.push_back(&Inner);
    const auto *Text = Each.get_ptr<const std::string *>();
    StringRef Number = Text ? StringRef(*Text) : StringRef();
    size_t Index = 0;
    if (!Number.consume_front("noisy:long-string:") ||
        Number.getAsInteger(10, Index) || Index >= Found.size())
      continue;
    if (Found[Index])
      return false;
    Found[Index] = &Each;
    ++Count;
  }
  if (Count != Found.size())
    return false;
  for (auto [Place, Text] : llvm::zip_equal(Found, Strings))
    *Place = std::move(Text);
  return true;
}
