//===- JsonRpc.cpp - JSON, and the terms of JSON-RPC ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/JsonRpc.h"
#include "server/protocol/Framing.h"
#include "server/protocol/LongStrings.h"
#include "server/text/Utf8.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <limits>

using namespace mlir::noisy::lsp;

/// Replaces unpaired surrogates and bytes that are not UTF-8 by U+FFFD.
static std::string replaceInvalid(std::string_view Text) {
  std::string Result;
  Result.reserve(Text.size());
  for (size_t I = 0; I < Text.size();) {
    if (Text[I] == '\\') {
      std::optional<unsigned> Unit = unicodeEscape(Text, I);
      size_t Length = Unit ? UnicodeEscapeSize : 2;
      bool Half = Unit && *Unit >= 0xD800 && *Unit <= 0xDFFF;
      if (Half && *Unit < 0xDC00 && I + 6 < Text.size()) {
        std::optional<unsigned> Second = unicodeEscape(Text, I + 6);
        if (Second && *Second >= 0xDC00 && *Second <= 0xDFFF) {
          Half = false;
          Length = 12;
        }
      }
      if (Half)
        Result.append("\\uFFFD");
      else
        Result.append(Text.substr(I, Length));
      I += Length;
      continue;
    }
    unsigned Length = utf8SequenceLength(Text, I);
    if (Length == 0)
      Result.append("\xEF\xBF\xBD");
    else
      Result.append(Text.substr(I, Length));
    I += std::max(Length, 1u);
  }
  return Result;
}

/// True if arrays and objects nest too deep, by letters. A callback of the
/// parser could count, too, but with one, nlohmann's parser looks at all
/// earlier elements of an array again whenever an object in it ends.
static bool nestsTooDeep(std::string_view Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '"')
      I = findEndOfString(Text, I + 1);
    else if ((C == '[' || C == '{') && ++Depth > MaxJsonDepth)
      return true;
    else if ((C == ']' || C == '}') && Depth > 0)
      --Depth;
  }
  return false;
}

/// Returns a discarded value if it is no JSON. Neither parsing nor dropping
/// recurses.
static json parseQuietly(std::string_view Text) {
  return json::parse(Text.begin(), Text.end(), /*cb=*/nullptr,
                     /*allow_exceptions=*/false);
}

/// The same for any text, fast for one with long strings.
static json parseWithLongStrings(std::string_view Text) {
  if (Text.size() >= LongStrings::MinBytes)
    if (LongStrings Strings(Text); !Strings.empty())
      if (json Value = parseQuietly(Strings.rest());
          !Value.is_discarded() && Strings.putBack(Value))
        return Value;
  return parseQuietly(Text);
}

std::optional<json> mlir::noisy::lsp::parseJson(std::string_view Text,
                                                std::string &Error) {
  if (nestsTooDeep(Text)) {
    Error = "JSON nested more than " + std::to_string(MaxJsonDepth) +
            " levels deep";
    return std::nullopt;
  }
  json Value = parseWithLongStrings(Text);
  if (Value.is_discarded())
    Value = parseQuietly(replaceInvalid(Text));
  if (Value.is_discarded()) {
    Error = "malformed JSON";
    return std::nullopt;
  }
  return Value;
}

std::string mlir::noisy::lsp::dumpJson(const json &Value, bool Pretty) {
  return Value.dump(Pretty ? 2 : -1, ' ', /*ensure_ascii=*/false,
                    json::error_handler_t::replace);
}

std::string mlir::noisy::lsp::frameMessage(const json &Message) {
  return frameText(dumpJson(Message));
}

ResponseError mlir::noisy::lsp::responseErrorFromJson(const json &Value) {
  ResponseError Error;
  if (!Value.is_object())
    return Error;
  if (auto Code = Value.find("code");
      Code != Value.end() && Code->is_number_integer()) {
    int64_t Number = Code->get<int64_t>();
    if (Number >= std::numeric_limits<int>::min() &&
        Number <= std::numeric_limits<int>::max())
      Error.Code = static_cast<int>(Number);
  }
  if (auto Message = Value.find("message");
      Message != Value.end() && Message->is_string())
    Error.Message = Message->get<std::string>();
  if (auto Data = Value.find("data"); Data != Value.end())
    Error.Data = *Data;
  return Error;
}

json mlir::noisy::lsp::toJson(const ResponseError &Error) {
  json Value = {{"code", Error.Code}, {"message", Error.Message}};
  if (!Error.Data.is_null())
    Value["data"] = Error.Data;
  return Value;
}

/// The error in parameters, for a user of an editor: the library's messages are
/// about its own functions.
static std::string describe(const json::exception &Error) {
  switch (Error.id) {
  case 401:
  case 403:
    return "a member is missing";
  case 406:
    return "a number is out of range";
  default:
    return "a member has the wrong type";
  }
}

ResponseError mlir::noisy::lsp::invalidParams(const std::string &Method,
                                              const json::exception &Error) {
  return {ErrorCode::InvalidParams,
          "the parameters of " + Method + " are invalid: " + describe(Error)};
}
