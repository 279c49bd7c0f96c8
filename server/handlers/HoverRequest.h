//===- HoverRequest.h - Hover, in LSP ---------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_HOVERREQUEST_H
#define NOISY_SERVER_HANDLERS_HOVERREQUEST_H

#include "mlir/IR/DialectRegistry.h"
#include "server/handlers/ReadingRequests.h"

namespace mlir::noisy::lsp {

/// Answers requests for hovers. `Client` is read when they come; operations are
/// parsed with the dialects of `Registry`.
void addHover(ReadingRequests &Requests, const DialectRegistry &Registry,
              const ClientCapabilities &Client);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_HOVERREQUEST_H
