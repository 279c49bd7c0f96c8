//===- UpstreamChannel.h - The pipes to LLVM's server -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UPSTREAM_UPSTREAMCHANNEL_H
#define NOISY_SERVER_UPSTREAM_UPSTREAMCHANNEL_H

#include "server/protocol/Framing.h"
#include "server/protocol/JsonRpc.h"
#include "system/ChildProcess.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A child process that speaks LSP, and what was not written to it yet. Never
/// waits for it. Not thread-safe.
class UpstreamChannel {
public:
  /// Why it cannot go on; nothing while it can.
  using Failure = std::optional<std::string>;

  Failure open(const std::string &Program,
               const std::vector<std::string> &Arguments);
  bool isOpen() const { return Child != nullptr; }
  /// Ends the child; its status when it had ended by itself.
  std::optional<int> close();
  /// The same, but what is to be written is, and it has this long to end.
  void closePolitely(std::chrono::milliseconds Patience);

  void send(const json &Message);
  /// Something is left to be written.
  bool hasOutput() const { return !Output.empty(); }
  /// For poll; negative when it is closed, or there is nothing to write.
  int readDescriptor() const { return Child ? Child->outputFd() : -1; }
  int writeDescriptor() const {
    return Child && hasOutput() ? Child->inputFd() : -1;
  }
  /// Writes what the child takes without waiting.
  Failure flush();
  /// Reads what is there, message by message; `Handle` may say that it cannot
  /// go on.
  Failure receive(llvm::function_ref<Failure(json &)> Handle);

private:
  std::unique_ptr<ChildProcess> Child;
  std::optional<FrameDecoder> Decoder;
  /// Not yet written to the child, from `Written` on.
  std::string Output;
  size_t Written = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMCHANNEL_H
