//===- NavigationRequests.h - Where things are, in LSP ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_NAVIGATIONREQUESTS_H
#define NOISY_SERVER_HANDLERS_NAVIGATIONREQUESTS_H

#include "server/handlers/ReadingRequests.h"

namespace mlir::noisy::lsp {

/// Answers the requests for definitions, references, highlights, symbols,
/// folding and selection ranges. `Client` is read when they come.
void addNavigation(ReadingRequests &Requests, const ClientCapabilities &Client);

/// Adds what these are announced by to the result of `initialize`.
void announceNavigation(json &Capabilities);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_NAVIGATIONREQUESTS_H
