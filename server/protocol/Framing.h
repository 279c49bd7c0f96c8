//===- Framing.h - The limits of messages in a stream -----------*- C++ -*-===//
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

/// The style of input. Output has headers in both styles.
enum class InputStyle {
  /// `Content-Length: N`, an empty line, N bytes.
  Standard,
  /// For tests: a line `// -----` stands between messages, and other lines that
  /// start with // are comments.
  Delimited
};

/// One unit of input.
struct Frame {
  enum class Kind {
    /// `Text` is the body of a message, which need not be JSON.
    Message,
    /// `Text` is the error in the headers. The bad part is skipped, and reading
    /// goes on.
    Problem,
    /// The end of the input.
    EndOfStream
  };
  Kind Type = Kind::EndOfStream;
  std::string Text;
};

/// Finds the messages in bytes of the Standard style, in chunks of any size.
/// After invalid headers it looks for the next `Content-Length: N` line, which
/// may start anywhere (a body does not end with a line end): such a line cannot
/// be inside a JSON string, which has no raw line ends. For the same reason a
/// header inside a body starts the next message, and the length was wrong: a
/// wrong length costs one message, not the stream.
///
/// For one thread at a time.
class FrameDecoder {
public:
  explicit FrameDecoder(size_t MaxBytes = MaxMessageBytes)
      : MaxBytes(MaxBytes) {}

  void feed(std::string_view Bytes) { Buffer.append(Bytes); }
  /// The buffer that feed() fills, for callers that read into it directly.
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
  /// The bytes of Buffer before this one are consumed.
  size_t Cursor = 0;
  State CurrentState = State::Headers;
  bool SawHeader = false;
  std::optional<size_t> Length;
  /// The body has been searched for another message's header up to here.
  size_t ScanOffset = 0;
};

/// A message in the wire format: with a header that has its size.
std::string frameText(std::string_view Text);

/// Reads messages from a file descriptor, which it does not close. For one
/// thread at a time, except stop() and endWith().
class MessageReader {
public:
  /// Throws std::system_error if no descriptor is left.
  explicit MessageReader(int Fd, InputStyle Style = InputStyle::Standard,
                         size_t MaxBytes = MaxMessageBytes);
  ~MessageReader();
  MessageReader(const MessageReader &) = delete;
  MessageReader &operator=(const MessageReader &) = delete;

  /// Waits for the next message, error or the end of the stream. A read error
  /// ends the stream, and so does a message that is cut short by it.
  Frame next();

  /// Ends the stream: a waiting next() returns. Any thread.
  void stop();

  /// Ends the stream when the process `Pid` has ended and its output is read.
  /// The end of the pipe is not enough: a child of the client may hold the
  /// other end. Returns false, without effect, if there is no such process: the
  /// client has another table of processes (outside of our container) or is
  /// gone. Any thread; once.
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
  /// The client, and its pidfd if the system supports them.
  std::atomic<pid_t> Client = 0;
  std::atomic<int> ClientFd = -1;
  const InputStyle Style;
  FrameDecoder Decoder;
  /// The bytes of a Delimited stream that were read and not yet used.
  std::string PendingBytes;
};

/// Writes messages to a file descriptor, which it does not close. Any thread
/// may write; messages never mix.
class MessageWriter {
public:
  /// `Pretty` is for tests: the caller indents the JSON, and a line end follows
  /// each message, counted as part of it.
  explicit MessageWriter(int Fd, bool Pretty = false)
      : Fd(Fd), Pretty(Pretty) {}

  bool isPretty() const { return Pretty; }

  /// Writes a message with its header. Waits while the peer does not read.
  /// Returns false when the peer is gone; nothing is written from then on.
  bool write(std::string_view Json);

  /// From now on a peer that reads nothing for a short time is taken for gone.
  /// For the end of a session. Any thread.
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
