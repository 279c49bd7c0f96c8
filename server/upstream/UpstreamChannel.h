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
#include "server/text/Refusal.h"
#include "system/ChildProcess.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A child process that speaks LSP, and the output that was not written to it
/// yet. Never waits for it. Not thread-safe.
class UpstreamChannel {
public:
  llvm::Error open(const std::string &Program,
                   const std::vector<std::string> &Arguments);
  bool isOpen() const { return Child != nullptr; }
  /// Ends the child; returns its status if it had ended by itself.
  std::optional<int> close();
  /// Gives the open child this long to read the remaining output and to end,
  /// and then ends it.
  void closePolitely(std::chrono::milliseconds Patience);

  void send(const json &Message);
  /// True if there is output to write.
  bool hasOutput() const { return !Output.empty(); }
  /// The descriptor for poll; negative if it is closed, or there is nothing to
  /// write.
  int readDescriptor() const { return Child ? Child->outputFd() : -1; }
  int writeDescriptor() const {
    return Child && hasOutput() ? Child->inputFd() : -1;
  }
  /// Writes as much as the child takes without waiting.
  llvm::Error flush();
  /// Reads the available bytes, message by message.
  llvm::Error receive(llvm::function_ref<void(json &)> Handle);

private:
  std::unique_ptr<ChildProcess> Child;
  std::optional<FrameDecoder> Decoder;
  /// The output; the bytes from `OutputBegin` on were not written to the child
  /// yet.
  std::string Output;
  size_t OutputBegin = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMCHANNEL_H
