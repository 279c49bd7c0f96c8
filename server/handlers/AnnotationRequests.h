//===- AnnotationRequests.h - What stands beside a text, in LSP -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_ANNOTATIONREQUESTS_H
#define NOISY_SERVER_HANDLERS_ANNOTATIONREQUESTS_H

#include "server/handlers/ReadingRequests.h"

namespace mlir::noisy::lsp {

/// Answers the requests for inlay hints, code lenses and semantic tokens.
///
/// An edit asks for them anew, so that they need no refresh; what else changes
/// them is to be told to Refresh.
void addAnnotations(ReadingRequests &Requests);

/// Adds what these are announced by to the result of `initialize`.
void announceAnnotations(json &Capabilities);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_ANNOTATIONREQUESTS_H
