//===- EditScript.h - What a client does, to be replayed --------*- C++ -*-===//
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

/// One thing that a client does with one of its documents.
struct Step {
  enum class Kind {
    /// With `Text`.
    Open,
    Close,
    /// One message with `Changes`, each of the text that the one before made.
    Edit,
    /// The whole text is sent, as `Text`.
    Replace,
    /// Waits until the text as it is was analysed; `Complete`: with all
    /// details.
    Wait,
    /// Sends a request, `Text` at `Place`, and does not wait for the answer.
    Ask,
    /// Forgets about the last request: cancels it.
    Cancel,
    /// Other settings, `Text` as JSON, for all documents.
    Configure,
    /// Compares with a server that sees the text for the first time; `Place`
    /// is the seed of the places.
    Compare
  };
  Kind What = Kind::Wait;
  unsigned Document = 0;
  std::string Text;
  std::vector<RandomEdit> Changes;
  uint64_t Place = 0;
  bool Complete = false;
};

/// What a client does, from its start to its end.
struct EditScript {
  lsp::PositionEncoding Encoding = lsp::PositionEncoding::UTF16;
  /// Whether the client asks for diagnostics.
  bool Pulls = false;
  std::vector<Step> Steps;
};

/// A script as JSON, and back; throws json::exception where it is none.
lsp::json toJson(const EditScript &Script);
EditScript scriptFromJson(const lsp::json &From);

/// The offset that a client can name: not inside of a character, nor of a line
/// end. `Text` is well-formed UTF-8.
size_t snap(const lsp::Text &Text, size_t Offset);

/// The edit as it can be told to a server: within the text, between characters.
RandomEdit snap(const lsp::Text &Text, RandomEdit Edit);

/// Replaces what is no well-formed UTF-8.
std::string toUtf8(const std::string &Bytes);

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_EDITSCRIPT_H
