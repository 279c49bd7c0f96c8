//===- UpstreamDocuments.h - The texts that LLVM's server has ---*- C++ -*-===//
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

/// Which documents LLVM's server has open, with which text. They are named by
/// the URIs that our client has for them. Not thread-safe.
class UpstreamDocuments {
public:
  explicit UpstreamDocuments(UpstreamChannel &Child) : Child(Child) {}

  /// The URI that the child has for it.
  std::string uriOf(const std::string &ClientUri);
  /// Sees to it that the child has this text.
  void give(const std::string &ClientUri, const Text &Contents);
  /// The document is to be closed, once no request is about it.
  void markClosed(const std::string &ClientUri);
  /// Closes what is to be, but for what `IsNeeded`.
  void
  closeUnused(llvm::function_ref<bool(const std::string &ClientUri)> IsNeeded);
  /// Another child has none.
  void forgetAll();

private:
  struct Known {
    /// A `file:` URI in the child's own spelling (it compares them as text).
    std::string UpstreamUri;
    /// What this child was given last.
    std::optional<Text> Sent;
    int64_t Version = 0;
    bool IsClosing = false;
  };

  UpstreamChannel &Child;
  std::map<std::string, Known> Documents;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMDOCUMENTS_H
