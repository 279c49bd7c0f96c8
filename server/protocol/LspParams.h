//===- LspParams.h - The parameters of requests -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPPARAMS_H
#define NOISY_SERVER_PROTOCOL_LSPPARAMS_H

#include "server/protocol/Lsp.h"

namespace mlir::noisy::lsp {

// Parameters that more than one request has, and those of the life cycle and of
// the synchronisation of documents. Those of one request are beside its
// handler.

/// The document that a request is about.
struct DocumentParams {
  std::string Uri;

  template <typename Io> void map(Io &Json) {
    Json.required("textDocument/uri", Uri);
  }
};

struct PositionParams : DocumentParams {
  lsp::Position Position;

  template <typename Io> void map(Io &Json) {
    DocumentParams::map(Json);
    Json.required("position", Position);
  }
};

struct RangeParams : DocumentParams {
  lsp::Range Range;

  template <typename Io> void map(Io &Json) {
    DocumentParams::map(Json);
    Json.required("range", Range);
  }
};

/// A request for what has changed since an earlier result.
struct ChangesParams : DocumentParams {
  std::string PreviousResultId;

  template <typename Io> void map(Io &Json) {
    DocumentParams::map(Json);
    Json.optional("previousResultId", PreviousResultId);
  }
};

struct InitializeParams {
  std::optional<int64_t> ProcessId;
  ClientCapabilities Capabilities;
  /// Settings, as the client has them.
  json InitializationOptions = nullptr;
};
/// Capabilities that make no sense are taken as not there.
void from_json(const json &Value, InitializeParams &Params);

struct DidChangeConfigurationParams {
  /// As the client has them.
  json Settings = nullptr;

  template <typename Io> void map(Io &Json) {
    Json.optional("settings", Settings);
  }
};

struct DidOpenParams : DocumentParams {
  /// 0 where the client has none.
  int64_t Version = 0;
  std::string Text;
};
/// Takes the text out of `Value`.
void from_json(json &Value, DidOpenParams &Params);

struct ContentChange {
  /// All of the text, if absent.
  std::optional<lsp::Range> Range;
  std::string Text;
};

struct DidChangeParams : DocumentParams {
  int64_t Version = 0;
  /// The changes from the last one on that has the whole text: others do not
  /// matter. Absent if any of them makes no sense.
  std::optional<std::vector<ContentChange>> Changes;
};
/// Takes the texts out of `Value`.
void from_json(json &Value, DidChangeParams &Params);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPPARAMS_H
