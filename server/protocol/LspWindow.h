//===- LspWindow.h - Messages to users in LSP -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPWINDOW_H
#define NOISY_SERVER_PROTOCOL_LSPWINDOW_H

#include "server/protocol/JsonRpc.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// The types of window/showMessage and window/logMessage.
enum class MessageType { Error = 1, Warning = 2, Info = 3, Log = 4 };

/// The parameters of both. Names and addresses in the text, which documents and
/// clients choose, are cut to 100 bytes; the text is put on one line, with
/// control characters escaped.
json showMessage(MessageType Type, llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPWINDOW_H
