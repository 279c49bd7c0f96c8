//===- JsonMembers.h - Structs as JSON --------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_JSONMEMBERS_H
#define NOISY_SERVER_PROTOCOL_JSONMEMBERS_H

#include "server/protocol/JsonRpc.h"
#include <type_traits>
#include <variant>
#include <vector>

namespace mlir::noisy::lsp {

// A struct that maps its members is read from JSON and written to JSON by that
// mapping, as in LLVM's yaml::IO:
//
//     struct Location {
//       std::string Uri;
//       lsp::Range Range;
//       template <typename Io> void map(Io &Json) {
//         Json.required("uri", Uri);
//         Json.required("range", Range);
//       }
//     };
//
// A required member is always written; reading throws json::exception if it is
// missing. An optional member is left out if it is empty or false, and keeps
// its default if it is missing or null. A std::optional that is required is
// null instead. A name is a path: "textDocument/uri" is the member `uri` of
// `textDocument`.

/// The value at a path; a null pointer if it is missing or null. Throws
/// nothing.
const json *findMember(const json &Value, const char *Path);
/// The value at a path; throws json::exception if it is missing.
const json &memberAt(const json &Value, const char *Path);
/// The value at a path, which is created; other values on the way are replaced
/// by objects.
json &makeMember(json &Value, const char *Path);

/// A result as JSON. An absent result is null; a variant is encoded as its
/// value.
template <typename T> json encode(const T &Result) { return Result; }
template <typename T> json encode(const std::optional<T> &Result) {
  return Result ? encode(*Result) : json(nullptr);
}
template <typename... T> json encode(const std::variant<T...> &Result) {
  return std::visit([](const auto &Alternative) { return encode(Alternative); },
                    Result);
}

namespace detail {
template <typename T> constexpr bool IsOptional = false;
template <typename T> constexpr bool IsOptional<std::optional<T>> = true;

/// True if an optional member is left out.
template <typename T> bool isEmptyMember(const T &Member) {
  if constexpr (IsOptional<T> || std::is_arithmetic_v<T>)
    return !Member;
  else if constexpr (std::is_same_v<T, json>)
    return Member.is_null();
  else
    return Member.empty();
}

class JsonReader {
public:
  explicit JsonReader(const json &Value) : Value(Value) {}

  template <typename T> void required(const char *Path, T &Member) {
    if constexpr (IsOptional<T>)
      optional(Path, Member);
    else
      memberAt(Value, Path).get_to(Member);
  }
  template <typename T> void optional(const char *Path, T &Member) {
    const json *MemberJson = findMember(Value, Path);
    if (!MemberJson)
      return;
    if constexpr (IsOptional<T>)
      MemberJson->get_to(Member.emplace());
    else
      MemberJson->get_to(Member);
  }

private:
  const json &Value;
};

class JsonWriter {
public:
  explicit JsonWriter(json &Value) : Value(Value) { Value = json::object(); }

  template <typename T> void required(const char *Path, const T &Member) {
    makeMember(Value, Path) = encode(Member);
  }
  template <typename T> void optional(const char *Path, const T &Member) {
    if (!isEmptyMember(Member))
      required(Path, Member);
  }

private:
  json &Value;
};
} // namespace detail

template <typename T>
concept MapsMembers =
    requires(T &Value, detail::JsonReader &Json) { Value.map(Json); };

template <MapsMembers T> void to_json(json &Value, const T &Object) {
  detail::JsonWriter Writer(Value);
  const_cast<T &>(Object).map(Writer); // which is not changed by a writer
}

template <MapsMembers T> void from_json(const json &Value, T &Object) {
  detail::JsonReader Reader(Value);
  Object.map(Reader);
}

/// The parameters of a message; throws json::exception if they are invalid. A
/// from_json that takes a `json &` may move large texts out of it.
template <typename T> T decode(json &Params) {
  T Result;
  from_json(Params, Result);
  return Result;
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_JSONMEMBERS_H
