//===- Inbox.h - Messages, read ahead ---------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_INBOX_H
#define NOISY_SERVER_PROTOCOL_INBOX_H

#include "server/protocol/Framing.h"
#include "server/protocol/JsonRpc.h"
#include "server/threads/Thread.h"
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace mlir::noisy::lsp {

/// One unit of input, parsed.
struct InboxItem {
  Frame::Kind Type = Frame::Kind::EndOfStream;
  /// The message, for kind Message.
  json Message;
  /// The error, for kind Problem: in the headers, or in the JSON.
  std::string Error;
};

/// Reads and parses messages on a thread of its own, so that a document of tens
/// of megabytes, half a second of parsing, delays nothing else. It reads ahead
/// without limit: a client that writes without reading would otherwise wait for
/// us while we wait for it.
///
/// Only one thread may call take().
class Inbox {
public:
  /// Starts reading. If no thread can be created, take() reads. `Reader` must
  /// not be used elsewhere any more. `OnEnd` runs, on the reading thread, at
  /// the end of the stream or at the client's `exit`: the thread that takes
  /// messages may be busy then.
  explicit Inbox(MessageReader &Reader, std::function<void()> OnEnd = nullptr);
  /// Stops the reader.
  ~Inbox();
  Inbox(const Inbox &) = delete;
  Inbox &operator=(const Inbox &) = delete;

  /// Waits for the next item, in the order of the input. EndOfStream is the
  /// last one.
  InboxItem take();

private:
  void run();
  InboxItem read();

  MessageReader &Reader;
  const std::function<void()> OnEnd;
  std::mutex Mutex;
  std::condition_variable Arrival;
  std::deque<InboxItem> Items; // guarded
  Thread Receiver;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_INBOX_H
