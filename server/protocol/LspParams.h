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
// the synchronisation of documents. Other parameters are beside their handler.

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

/// A request for the changes since an earlier result.
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
  /// Settings in the client's form.
  json InitializationOptions = nullptr;
  /// The URI of the workspace's first folder; empty if there is none.
  std::string RootUri;
  /// The client tells of changed files when asked to
  /// (workspace/didChangeWatchedFiles).
  bool WatchesFiles = false;
};
/// Invalid capabilities are taken as missing.
void from_json(const json &Value, InitializeParams &Params);

struct DidChangeConfigurationParams {
  /// Settings in the client's form.
  json Settings = nullptr;

  template <typename Io> void map(Io &Json) {
    Json.optional("settings", Settings);
  }
};

struct DidChangeWatchedFilesParams {
  std::vector<std::string> Uris;
};
void from_json(const json &Value, DidChangeWatchedFilesParams &Params);

struct DidOpenParams : DocumentParams {
  /// 0 if the client sends none.
  int64_t Version = 0;
  std::string Text;
};
/// Moves the text out of `Value`.
void from_json(json &Value, DidOpenParams &Params);

struct ContentChange {
  /// Absent if the change is the whole text.
  std::optional<lsp::Range> Range;
  std::string Text;
};

struct DidChangeParams : DocumentParams {
  int64_t Version = 0;
  /// The changes from the last whole text on: earlier ones do not matter.
  /// Absent if any change is invalid.
  std::optional<std::vector<ContentChange>> Changes;
};
/// Moves the texts out of `Value`.
void from_json(json &Value, DidChangeParams &Params);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPPARAMS_H
