//===- ClientConnection.h - The client of the server ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_CLIENTCONNECTION_H
#define NOISY_SERVER_PROTOCOL_CLIENTCONNECTION_H

#include "server/protocol/Dispatcher.h"
#include "server/protocol/Lsp.h"
#include "server/protocol/LspWindow.h"

namespace mlir::noisy::lsp {

/// The client: its capabilities, and messages to it. Any thread.
struct ClientConnection {
  Dispatcher &Peer;
  /// May be empty.
  Dispatcher::LogHandler Log;
  /// The capabilities of `initialize`; constant from then on.
  ClientCapabilities Capabilities = {};

  PositionEncoding encoding() const { return Capabilities.positionEncoding(); }

  /// Shows a message to the user.
  void show(MessageType Type, const std::string &Message) const {
    Peer.notify("window/showMessage", showMessage(Type, Message));
  }
  /// Logs a line that users need not see.
  void log(const std::string &Line) const {
    if (Log)
      Log(Line);
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_CLIENTCONNECTION_H
