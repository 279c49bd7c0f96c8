//===- EditScript.h - Replayable client actions -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_EDITSCRIPT_H
#define NOISY_FUZZ_EDITSCRIPT_H

#include "server/protocol/JsonRpc.h"
#include "server/text/PositionEncoding.h"
#include "server/text/Text.h"
#include "tests/support/RandomEdit.h"

namespace mlir::noisy::fuzz {

using test::RandomEdit;

/// One action of a client on one of its documents.
struct Step {
  enum class Kind {
    /// Opens the document with `Text`.
    Open,
    Close,
    /// Sends one message with `Changes`, each relative to the text after the
    /// one before.
    Edit,
    /// Sends the whole text, `Text`.
    Replace,
    /// Waits until the present text was analysed; `Complete`: with all details.
    Wait,
    /// Sends a request, `Text` at `Place`, without waiting for the answer.
    Ask,
    /// Cancels the last request.
    Cancel,
    /// Sends other settings, `Text` as JSON, for all documents.
    Configure,
    /// Compares with a server that sees the text for the first time; `Place` is
    /// the seed of the places.
    Compare
  };
  Kind Action = Kind::Wait;
  unsigned Document = 0;
  std::string Text;
  std::vector<RandomEdit> Changes;
  uint64_t Place = 0;
  bool Complete = false;
};

/// The actions of a client, from its start to its end.
struct EditScript {
  lsp::PositionEncoding Encoding = lsp::PositionEncoding::UTF16;
  /// True if the client pulls diagnostics.
  bool Pulls = false;
  std::vector<Step> Steps;
};

/// Converts a script to JSON, and back; throws json::exception if it is
/// invalid.
lsp::json toJson(const EditScript &Script);
EditScript scriptFromJson(const lsp::json &ScriptJson);

/// The nearest offset that a client can name: not inside of a character, nor of
/// a line end. `Text` is well-formed UTF-8.
size_t snap(const lsp::Text &Text, size_t Offset);

/// The nearest edit that can be sent to a server: within the text, between
/// characters.
RandomEdit snap(const lsp::Text &Text, RandomEdit Edit);

/// Replaces ill-formed UTF-8.
std::string toUtf8(const std::string &Bytes);

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_EDITSCRIPT_H
