//===- CompletionResolve.h - What a completion stands for -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_COMPLETIONRESOLVE_H
#define NOISY_SERVER_HANDLERS_COMPLETIONRESOLVE_H

#include "server/protocol/Dispatcher.h"
#include "server/protocol/Lsp.h"

namespace mlir::noisy::lsp {

/// Answers completionItem/resolve: adds to the item of an operation what ODS
/// says of it. A list of hundreds of operations would be heavy with that.
/// `Client` is read when requests come.
void addCompletionResolve(Dispatcher &Peer, const ClientCapabilities &Client);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_COMPLETIONRESOLVE_H
