//===- CallHierarchyRequests.h - Who calls whom, in LSP ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_CALLHIERARCHYREQUESTS_H
#define NOISY_SERVER_HANDLERS_CALLHIERARCHYREQUESTS_H

#include "server/handlers/ReadingRequests.h"

namespace mlir::noisy::lsp {

/// Answers textDocument/prepareCallHierarchy, callHierarchy/incomingCalls and
/// callHierarchy/outgoingCalls.
void addCallHierarchy(ReadingRequests &Requests);

/// Adds what they are announced by to the result of `initialize`.
void announceCallHierarchy(json &Capabilities);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_CALLHIERARCHYREQUESTS_H
