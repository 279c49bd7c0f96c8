//===- Framing.h - Where messages begin and end -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_FRAMING_H
#define NOISY_SERVER_PROTOCOL_FRAMING_H

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace mlir::noisy::lsp {

/// A message longer than this many bytes is skipped, not stored.
inline constexpr size_t MaxMessageBytes = size_t(1) << 30;

/// How the messages that come in are told apart. What goes out has headers in
/// both styles.
enum class InputStyle {
  /// `Content-Length: N`, an empty line, N bytes.
  Standard,
  /// For tests: a line `// -----` stands between messages, and other lines that
  /// start with // are comments.
  Delimited
};

/// What came in.
struct Frame {
  enum class Kind {
    /// `Text` is the body of a message; nobody looked whether it is JSON.
    Message,
    /// `Text` says what was wrong with the headers. What was lost is skipped,
    /// and reading goes on.
    Problem,
    /// Nothing more will come.
    EndOfStream
  };
  Kind Type = Kind::EndOfStream;
  std::string Text;
};

/// Finds the messages in bytes of the Standard style, however these are cut
/// up. After headers that make no sense it looks for the next `Content-Length:
/// N` line, wherever that starts (a body does not end with a line end): such a
/// line cannot be inside a JSON string, which has no raw line ends. For the
/// same reason a header inside a body is the next message's, and the length was
/// wrong: a length that nobody ever sends costs one message, not the stream.
///
/// Not for more than one thread at a time.
class FrameDecoder {
public:
  explicit FrameDecoder(size_t MaxBytes = MaxMessageBytes)
      : MaxBytes(MaxBytes) {}

  void feed(std::string_view Bytes) { Buffer.append(Bytes); }
  /// Where feed() puts them, for those who can read into it.
  std::string &buffer() { return Buffer; }

  /// The next message or problem; nothing when more bytes are needed.
  std::optional<Frame> next();

private:
  enum class State { Headers, Body, Lost };

  std::optional<Frame> readHeaders();
  std::optional<Frame> readBody();
  std::optional<size_t> findHeaderInBody();
  bool findHeader();
  Frame lose(size_t Offset, std::string Reason);
  void compact();

  const size_t MaxBytes;
  std::string Buffer;
  /// What is before this byte of Buffer is done with.
  size_t Cursor = 0;
  State CurrentState = State::Headers;
  bool SawHeader = false;
  std::optional<size_t> Length;
  /// Up to here the body has been searched for the header of another.
  size_t ScanOffset = 0;
};

/// A message as it is on the wire: with a header that has its size.
std::string frameText(std::string_view Text);

/// Reads messages from a file descriptor, which it does not close. Not for more
/// than one thread at a time, but for stop() and endWith().
class MessageReader {
public:
  /// Throws std::system_error when the system has no more descriptors.
  explicit MessageReader(int Fd, InputStyle Style = InputStyle::Standard,
                         size_t MaxBytes = MaxMessageBytes);
  ~MessageReader();
  MessageReader(const MessageReader &) = delete;
  MessageReader &operator=(const MessageReader &) = delete;

  /// Waits for the next message, problem or the end of the stream. A read error
  /// is the end, and so is a message that is cut short by it.
  Frame next();

  /// Ends the stream here: a next() that waits returns. Any thread.
  void stop();

  /// Ends the stream when the process `Pid` has ended and all that it wrote is
  /// read. Pipes are not enough to see that a client is gone: a process that
  /// it started may hold the other ends. False, and nothing is done, when there
  /// is no such process: the client has another table of processes (it is
  /// outside of our container) or is gone. Any thread; once.
  bool endWith(pid_t Pid);

private:
  Frame nextDelimited();
  bool readLine(std::string &Line);
  bool readMore(std::string &Bytes);
  bool waitForBytes();

  const int Fd;
  /// An eventfd that wakes waitForBytes().
  int Wake;
  std::atomic<bool> IsStopped = false;
  /// The client, and its pidfd where the system has these.
  std::atomic<pid_t> Client = 0;
  std::atomic<int> ClientFd = -1;
  const InputStyle Style;
  FrameDecoder Decoder;
  /// What was read of a Delimited stream and not yet used.
  std::string PendingBytes;
};

/// Writes messages to a file descriptor, which it does not close. Any thread
/// may write; messages never mix.
class MessageWriter {
public:
  /// `Pretty` is for tests: whoever makes the JSON is to indent it, and a line
  /// end follows each message, counted as part of it.
  explicit MessageWriter(int Fd, bool Pretty = false)
      : Fd(Fd), Pretty(Pretty) {}

  bool isPretty() const { return Pretty; }

  /// Writes a message with its header. Waits while the peer does not read.
  /// False when the peer is gone; nothing is written from then on.
  bool write(std::string_view Json);

  /// From now on nobody waits for a peer that reads nothing for a while: it is
  /// taken for gone. For the end of a session. Any thread.
  void hurry() { IsHurried = true; }

private:
  bool writeBytes(std::string_view Bytes);

  const int Fd;
  const bool Pretty;
  std::mutex Mutex;
  bool IsBroken = false;
  std::atomic<bool> IsHurried = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_FRAMING_H
