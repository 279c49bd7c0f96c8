//===- DiagnosticData.h - What clients can take of diagnostics --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_DIAGNOSTICDATA_H
#define NOISY_SERVER_HANDLERS_DIAGNOSTICDATA_H

#include "server/protocol/Lsp.h"

namespace mlir::noisy::lsp {

/// Makes diagnostics what this client can take: with the names of their fixes
/// as `data`, `{"fixes": ["reduceFunction", ...]}`, where that comes back in
/// code action requests, and without tags where these are not shown. The names
/// are those of `fix` in the argument of the command that applies one
/// (FixRequest.h).
void adaptToClient(std::vector<Diagnostic> &Items,
                   const ClientCapabilities &Client);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_DIAGNOSTICDATA_H
