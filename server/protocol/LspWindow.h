//===- LspWindow.h - What LSP tells users -----------------------*- C++ -*-===//
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

/// Of window/showMessage and window/logMessage.
enum class MessageType { Error = 1, Warning = 2, Info = 3, Log = 4 };

/// The parameters of either. Of names and addresses in the text, which
/// documents and clients choose, 100 bytes are shown; and all of it on one
/// line, with control characters escaped.
json showMessage(MessageType Type, llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPWINDOW_H
