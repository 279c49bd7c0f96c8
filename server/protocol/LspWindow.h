//===- LspWindow.h - What LSP tells users -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPWINDOW_H
#define NOISY_SERVER_PROTOCOL_LSPWINDOW_H

#include "server/protocol/JsonRpc.h"

namespace mlir::noisy::lsp {

/// Of window/showMessage and window/logMessage.
enum class MessageType { Error = 1, Warning = 2, Info = 3, Log = 4 };

/// The parameters of either.
inline json showMessage(MessageType Type, const std::string &Text) {
  return {{"type", int(Type)}, {"message", Text}};
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPWINDOW_H
