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

/// What came in, parsed.
struct InboxItem {
  Frame::Kind Type = Frame::Kind::EndOfStream;
  /// Of a Message.
  json Message;
  /// Of a Problem: what was wrong with the headers, or that it is no JSON.
  std::string Error;
};

/// Reads and parses messages on a thread of its own, so that a document of tens
/// of megabytes keeps nobody else waiting: that is half a second of parsing.
/// It reads on without limit. A client that writes and does not read meanwhile
/// would otherwise wait for us while we wait for it.
///
/// take() is for one thread.
class Inbox {
public:
  /// Starts reading. Where there is no thread for that, take() reads. Nobody
  /// else uses `Reader` any more. `OnEnd` runs, on the thread that reads, when
  /// there is nothing more to come or the client says `exit`: who takes
  /// messages may be busy then.
  explicit Inbox(MessageReader &Reader, std::function<void()> OnEnd = nullptr);
  /// Stops the reader.
  ~Inbox();
  Inbox(const Inbox &) = delete;
  Inbox &operator=(const Inbox &) = delete;

  /// Waits for the next, in the order in which they came. After EndOfStream
  /// comes nothing else.
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
