//===- Framing.cpp - The limits of messages in a stream -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Framing.h"
#include "system/FileDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The longest header line; longer ones are not headers.
static constexpr size_t MaxHeaderLineBytes = 8192;
/// The longest digits and blanks of a length.
static constexpr size_t MaxLengthLineBytes = 64;
static constexpr size_t ReadBytes = 65536;
/// The most memory that is reserved for a message before it arrives.
static constexpr size_t MaxReserveBytes = size_t(64) << 20;
/// The interval of checks that the client is alive, without a pidfd.
static constexpr int ClientPollMilliseconds = 3000;
/// The interval at which a waiting write checks for hurry(), and its last wait
/// for a peer that reads nothing.
static constexpr int WriteWaitMilliseconds = 50;
static constexpr int HurriedMilliseconds = 400;
static constexpr StringRef ContentLength = "Content-Length";

//===----------------------------------------------------------------------===//
// FrameDecoder
//===----------------------------------------------------------------------===//

/// Splits `Name: value`; returns false if the line is not a header.
static bool parseHeader(StringRef Line, StringRef &Name, StringRef &Value) {
  auto [RawName, RawValue] = Line.split(':');
  if (RawName.size() == Line.size())
    return false;
  Name = RawName.rtrim(" \t");
  Value = RawValue.trim(" \t");
  return !Name.empty() && llvm::all_of(Name, [](char C) {
    return llvm::isAlnum(C) || StringRef("!#$%&'*+-.^_`|~").contains(C);
  });
}

static std::optional<size_t> parseLength(StringRef Value) {
  size_t Length;
  if (Value.empty() || !llvm::all_of(Value, llvm::isDigit) ||
      Value.getAsInteger(10, Length))
    return std::nullopt;
  return Length;
}

std::optional<Frame> FrameDecoder::next() {
  while (true) {
    if (CurrentState == State::Lost && !findHeader())
      return std::nullopt;
    if (CurrentState == State::Body)
      return readBody();
    if (std::optional<Frame> Message = readHeaders())
      return Message;
    if (CurrentState == State::Headers)
      return std::nullopt;
  }
}

/// Reads complete lines; returns nothing if `CurrentState` has changed or more
/// bytes are needed.
std::optional<Frame> FrameDecoder::readHeaders() {
  while (CurrentState == State::Headers) {
    size_t Begin = Cursor;
    size_t End = Buffer.find('\n', Begin);
    if (End == std::string::npos) {
      if (Buffer.size() - Begin > MaxHeaderLineBytes)
        return lose(Begin, "expected a Content-Length header");
      compact();
      return std::nullopt;
    }
    StringRef Line =
        StringRef(Buffer.data() + Begin, End - Begin).rtrim("\r \t");
    Cursor = End + 1;

    if (Line.empty()) {
      // Empty lines between messages are allowed.
      if (!SawHeader)
        continue;
      if (!Length)
        return lose(Cursor, "headers without Content-Length");
      compact();
      Buffer.reserve(std::min(*Length, MaxReserveBytes) + ReadBytes);
      CurrentState = State::Body;
      ScanOffset = 0;
      break;
    }

    StringRef Name, Value;
    if (!parseHeader(Line, Name, Value))
      return lose(Begin, "expected a Content-Length header");
    SawHeader = true;
    if (!Name.equals_insensitive(ContentLength))
      continue;
    std::optional<size_t> New = parseLength(Value);
    if (!New)
      return lose(Cursor, "Content-Length is not a number of bytes");
    if (*New > MaxBytes)
      return lose(Cursor, "message of " + std::to_string(*New) +
                              " bytes skipped: at most " +
                              std::to_string(MaxBytes) + " are accepted");
    if (Length && *Length != *New)
      return lose(Cursor, "two different Content-Length headers");
    Length = New;
  }
  return std::nullopt;
}

std::optional<Frame> FrameDecoder::readBody() {
  if (std::optional<size_t> Header = findHeaderInBody())
    return lose(*Header, "message of " + std::to_string(*Length) +
                             " bytes skipped: another one begins in it");
  if (Buffer.size() < *Length)
    return std::nullopt;
  Frame Message{Frame::Kind::Message, std::string()};
  if (*Length < ReadBytes) {
    Message.Text = Buffer.substr(0, *Length);
    Cursor = *Length;
  } else {
    // Large bodies are not copied, and their memory is released here.
    std::string Rest = Buffer.substr(*Length);
    Buffer.resize(*Length);
    Message.Text = std::move(Buffer);
    Buffer = std::move(Rest);
  }
  CurrentState = State::Headers;
  SawHeader = false;
  Length.reset();
  return Message;
}

/// The offset of another message's header inside the available part of the
/// body; the body begins with the buffer.
std::optional<size_t> FrameDecoder::findHeaderInBody() {
  size_t End = std::min(Buffer.size(), *Length);
  while (ScanOffset < End) {
    const void *Match =
        std::memchr(Buffer.data() + ScanOffset, '\r', End - ScanOffset);
    if (!Match) {
      ScanOffset = End;
      break;
    }
    size_t Return = static_cast<const char *>(Match) - Buffer.data();
    ScanOffset = Return + 1;
    StringRef Prefix = StringRef(Buffer).take_front(Return);
    StringRef Digits = Prefix.take_back(
        Prefix.size() - (Prefix.find_last_not_of("0123456789") + 1));
    Prefix = Prefix.drop_back(Digits.size()).rtrim(" \t");
    if (Digits.empty() || !Prefix.consume_back(":") ||
        !Prefix.ends_with_insensitive(ContentLength))
      continue;
    return Prefix.size() - ContentLength.size();
  }
  return std::nullopt;
}

/// Forgets the headers that were read and skips ahead from `Offset`.
Frame FrameDecoder::lose(size_t Offset, std::string Reason) {
  CurrentState = State::Lost;
  SawHeader = false;
  Length.reset();
  Cursor = Offset;
  return {Frame::Kind::Problem, std::move(Reason)};
}

/// Moves to the next `Content-Length: N` line; returns false if there is none
/// yet.
bool FrameDecoder::findHeader() {
  while (true) {
    StringRef Rest = StringRef(Buffer).drop_front(Cursor);
    size_t Match = Rest.find_insensitive("content-length:");
    if (Match == StringRef::npos) {
      // The last bytes may begin such a line.
      Cursor += Rest.size() - std::min(Rest.size(), ContentLength.size());
      compact();
      return false;
    }
    Cursor += Match;
    StringRef Line = Rest.drop_front(Match + ContentLength.size() + 1);
    StringRef Value = Line.take_while(
        [](char C) { return llvm::isDigit(C) || C == ' ' || C == '\t'; });
    StringRef Tail = Line.drop_front(Value.size());
    bool Cut = Tail.empty() || Tail == "\r";
    if (Cut && Value.size() <= MaxLengthLineBytes) {
      compact();
      return false;
    }
    if (parseLength(Value.trim(" \t")) &&
        (Tail.starts_with("\n") || Tail.starts_with("\r\n"))) {
      CurrentState = State::Headers;
      return true;
    }
    Cursor += ContentLength.size();
  }
}

void FrameDecoder::compact() {
  Buffer.erase(0, Cursor);
  Cursor = 0;
}

//===----------------------------------------------------------------------===//
// MessageReader
//===----------------------------------------------------------------------===//

MessageReader::MessageReader(int Fd, InputStyle Style, size_t MaxBytes)
    : Fd(Fd), Wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), Style(Style),
      Decoder(MaxBytes) {
  if (Wake < 0)
    throw std::system_error(errno, std::generic_category(), "eventfd");
}

MessageReader::~MessageReader() {
  ::close(Wake);
  if (ClientFd >= 0)
    ::close(ClientFd);
}

/// Wakes the waiter for the eventfd.
static void wake(int Event) {
  uint64_t One = 1;
  writeSome(Event, {reinterpret_cast<const char *>(&One), sizeof(One)});
}

void MessageReader::stop() {
  IsStopped = true;
  wake(Wake);
}

bool MessageReader::endWith(pid_t Pid) {
  if (Pid <= 0 || (::kill(Pid, 0) != 0 && errno == ESRCH))
    return false;
#ifdef SYS_pidfd_open
  ClientFd = static_cast<int>(::syscall(SYS_pidfd_open, Pid, 0));
#endif
  Client = Pid;
  wake(Wake);
  return true;
}

/// Returns false if there is nothing to wait for any more.
bool MessageReader::waitForBytes() {
  while (!IsStopped) {
    // poll ignores the negative descriptors.
    pollfd Polls[] = {
        {Fd, POLLIN, 0}, {Wake, POLLIN, 0}, {ClientFd, POLLIN, 0}};
    bool Look = Client != 0 && Polls[2].fd < 0;
    int Count =
        ::poll(Polls, std::size(Polls), Look ? ClientPollMilliseconds : -1);
    if (Count < 0) {
      if (errno != EINTR)
        return true; // read() reports the error.
      continue;
    }
    if (Polls[1].revents) {
      char Drain[8];
      readSome(Wake, Drain, sizeof(Drain));
      continue;
    }
    if (Polls[0].revents)
      return true;
    if (Polls[2].revents || (Look && ::kill(Client, 0) != 0 && errno == ESRCH))
      return false;
  }
  return false;
}

/// Appends the available bytes to `Bytes`; returns false at the end of the
/// stream.
bool MessageReader::readMore(std::string &Bytes) {
  char Buffer[ReadBytes];
  while (waitForBytes()) {
    ssize_t Count = readSome(Fd, Buffer, sizeof(Buffer));
    if (Count > 0) {
      Bytes.append(Buffer, Count);
      return true;
    }
    if (Count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
      return false;
  }
  return false;
}

Frame MessageReader::next() {
  if (Style == InputStyle::Delimited)
    return nextDelimited();
  while (true) {
    if (IsStopped)
      return {};
    if (std::optional<Frame> Message = Decoder.next())
      return std::move(*Message);
    if (!readMore(Decoder.buffer()))
      return {};
  }
}

/// Reads a line with its line end, if it has one; returns false at the end.
bool MessageReader::readLine(std::string &Line) {
  size_t ScanOffset = 0;
  while (true) {
    size_t End = PendingBytes.find('\n', ScanOffset);
    if (End != std::string::npos) {
      Line = PendingBytes.substr(0, End + 1);
      PendingBytes.erase(0, End + 1);
      return true;
    }
    ScanOffset = PendingBytes.size();
    if (!readMore(PendingBytes)) {
      Line = std::move(PendingBytes);
      PendingBytes.clear();
      return !Line.empty();
    }
  }
}

Frame MessageReader::nextDelimited() {
  std::string Line;
  Frame Message{Frame::Kind::Message, std::string()};
  while (true) {
    bool AtEnd = !readLine(Line);
    StringRef TrimmedLine = StringRef(Line).trim();
    if (!AtEnd && !TrimmedLine.starts_with("//")) {
      Message.Text += Line;
      continue;
    }
    // Exactly this line, as in LLVM's servers; other lines are comments.
    if (!AtEnd && TrimmedLine != "// -----")
      continue;
    if (!StringRef(Message.Text).trim().empty())
      return Message;
    if (AtEnd)
      return {};
    Message.Text.clear();
  }
}

//===----------------------------------------------------------------------===//
// MessageWriter
//===----------------------------------------------------------------------===//

std::string mlir::noisy::lsp::frameText(std::string_view Text) {
  std::string Message;
  Message.reserve(Text.size() + 48);
  Message.append("Content-Length: ").append(std::to_string(Text.size()));
  Message.append("\r\n\r\n").append(Text);
  return Message;
}

bool MessageWriter::write(std::string_view Json) {
  std::string Message =
      Pretty ? frameText(std::string(Json) + '\n') : frameText(Json);

  std::lock_guard<std::mutex> Lock(Mutex);
  if (!IsBroken)
    IsBroken = !writeBytes(Message);
  return !IsBroken;
}

bool MessageWriter::writeBytes(std::string_view Bytes) {
  int ElapsedMilliseconds = 0;
  while (!Bytes.empty()) {
    // Checks for hurry() from time to time.
    if (!waitForRoom(Fd, WriteWaitMilliseconds)) {
      ElapsedMilliseconds += IsHurried ? WriteWaitMilliseconds : 0;
      if (ElapsedMilliseconds >= HurriedMilliseconds)
        return false;
      continue;
    }
    ElapsedMilliseconds = 0;
    ssize_t Count = writeSome(Fd, Bytes.substr(0, WholeWriteBytes));
    if (Count >= 0)
      Bytes.remove_prefix(Count);
    else if (errno != EAGAIN && errno != EWOULDBLOCK)
      return false;
  }
  return true;
}
