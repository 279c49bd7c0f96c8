//===- RenameRequests.h - Renaming, in LSP ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_RENAMEREQUESTS_H
#define NOISY_SERVER_HANDLERS_RENAMEREQUESTS_H

#include "server/handlers/ReadingRequests.h"

namespace mlir::noisy::lsp {

/// Answers textDocument/rename and textDocument/prepareRename. What cannot be
/// renamed fails with RequestFailed and the reason. `Client` is read when they
/// come.
void addRename(ReadingRequests &Requests, const ClientCapabilities &Client);

/// Adds what they are announced by to the result of `initialize`.
void announceRename(json &Capabilities, const ClientCapabilities &Client);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_RENAMEREQUESTS_H
