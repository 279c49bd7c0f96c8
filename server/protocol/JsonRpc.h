//===- JsonRpc.h - JSON, and the terms of JSON-RPC --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_JSONRPC_H
#define NOISY_SERVER_PROTOCOL_JSONRPC_H

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace mlir::noisy::lsp {

using json = nlohmann::json;

/// The error codes of JSON-RPC and of LSP.
enum class ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ServerCancelled = -32802,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

/// The reason for a missing result. `Code` need not be an ErrorCode if the peer
/// chose it.
struct ResponseError {
  int Code = static_cast<int>(ErrorCode::InternalError);
  std::string Message;
  json Data = nullptr;

  ResponseError() = default;
  ResponseError(ErrorCode Code, std::string Message, json Data = nullptr)
      : Code(static_cast<int>(Code)), Message(std::move(Message)),
        Data(std::move(Data)) {}
};

/// The outcome of a request: a result, or an error.
struct Outcome {
  json Result = nullptr;
  std::optional<ResponseError> Error;

  static Outcome failure(ErrorCode Code, std::string Message) {
    return {nullptr, ResponseError(Code, std::move(Message))};
  }
  explicit operator bool() const { return !Error; }
};

/// The deepest nesting of JSON that is accepted, because copying and printing
/// recurse. No message of LSP comes near.
inline constexpr unsigned MaxJsonDepth = 256;

/// Parses a message. Returns nothing if it is not JSON or nests too deeply,
/// with the reason in `Error`. Unpaired surrogates (`"\ud83d"`, which editors
/// do send) and bytes that are not UTF-8 are read as U+FFFD: refusing the
/// message would lose an edit. Throws nothing.
std::optional<json> parseJson(std::string_view Text, std::string &Error);

/// The text of `Value`, on one line or indented by two. Bytes in strings that
/// are not UTF-8 are printed as U+FFFD. Throws nothing.
std::string dumpJson(const json &Value, bool Pretty = false);

/// A message in the wire format.
std::string frameMessage(const json &Message);

/// An `error` member of a response; any shape is accepted.
ResponseError responseErrorFromJson(const json &Value);
json toJson(const ResponseError &Error);

/// The error for a request whose parameters made a reader of JSON throw
/// `Error`.
ResponseError invalidParams(const std::string &Method,
                            const json::exception &Error);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_JSONRPC_H
