//===- UpstreamDocuments.h - The open documents of LLVM's server *- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UPSTREAM_UPSTREAMDOCUMENTS_H
#define NOISY_SERVER_UPSTREAM_UPSTREAMDOCUMENTS_H

#include "server/text/Text.h"
#include "server/upstream/UpstreamChannel.h"
#include <map>

namespace mlir::noisy::lsp {

/// The documents that LLVM's server has open, and their texts there. They are
/// named by the client's URIs. Not thread-safe.
class UpstreamDocuments {
public:
  explicit UpstreamDocuments(UpstreamChannel &Child) : Child(Child) {}

  /// The child's URI of the document.
  std::string uriOf(const std::string &ClientUri);
  /// Sends the text to the child unless it has it already.
  void give(const std::string &ClientUri, const Text &Contents);
  /// Takes the parameters of textDocument/publishDiagnostics. Drops what is of
  /// an older text.
  void takeDiagnostics(const json &Params);
  /// What the child has published of the text that it has; null before that.
  const json *diagnosticsOf(const std::string &ClientUri) const;
  /// Marks the document to be closed once no request is about it.
  void markClosed(const std::string &ClientUri);
  /// Closes the marked documents, except those that `IsNeeded`.
  void
  closeUnused(llvm::function_ref<bool(const std::string &ClientUri)> IsNeeded);
  /// Forgets the texts that were sent: a new child has none.
  void forgetAll();

private:
  struct Entry {
    /// A `file:` URI in the child's own spelling (it compares them as text).
    std::string UpstreamUri;
    /// The text that was last sent to this child, and its diagnostics.
    std::optional<Text> LastText;
    std::optional<json> Diagnostics = {};
    int64_t Version = 0;
    bool IsClosing = false;
  };

  UpstreamChannel &Child;
  std::map<std::string, Entry> Documents;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMDOCUMENTS_H
