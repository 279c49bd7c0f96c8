//===- Framing.cpp - Where messages begin and end -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Framing.h"
#include "server/protocol/FileDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cerrno>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// Headers are looked for this far before they are taken for something else.
static constexpr size_t MaxHeaderLineBytes = 8192;
/// No length has more digits and blanks than this.
static constexpr size_t MaxLengthLineBytes = 64;
static constexpr size_t ReadBytes = 65536;
static constexpr StringRef ContentLength = "Content-Length";

//===----------------------------------------------------------------------===//
// FrameDecoder
//===----------------------------------------------------------------------===//

/// Splits `Name: value`; false for a line that is not a header.
static bool parseHeader(StringRef Line, StringRef &Name, StringRef &Value) {
  auto [Before, After] = Line.split(':');
  if (Before.size() == Line.size())
    return false;
  Name = Before.rtrim(" \t");
  Value = After.trim(" \t");
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

std::optional<Incoming> FrameDecoder::next() {
  while (true) {
    if (Where == State::Lost && !findHeader())
      return std::nullopt;
    if (Where == State::Body)
      return readBody();
    if (std::optional<Incoming> Found = readHeaders())
      return Found;
    if (Where == State::Headers)
      return std::nullopt;
  }
}

/// Goes through complete lines; nothing means that `Where` has changed or that
/// more bytes are needed.
std::optional<Incoming> FrameDecoder::readHeaders() {
  while (Where == State::Headers) {
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
      // Empty lines between messages do no harm.
      if (!SawHeader)
        continue;
      if (!Length)
        return lose(Cursor, "headers without Content-Length");
      compact();
      Where = State::Body;
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

std::optional<Incoming> FrameDecoder::readBody() {
  if (Buffer.size() - Cursor < *Length)
    return std::nullopt;
  Incoming Message{Incoming::Kind::Message, std::string()};
  if (Cursor == 0 && Buffer.size() == *Length) {
    Message.Text = std::move(Buffer);
    Buffer.clear();
  } else {
    Message.Text = Buffer.substr(Cursor, *Length);
    Cursor += *Length;
  }
  Where = State::Headers;
  SawHeader = false;
  Length.reset();
  return Message;
}

/// Forgets the headers that were read and skips ahead from `From`.
Incoming FrameDecoder::lose(size_t From, std::string Why) {
  Where = State::Lost;
  SawHeader = false;
  Length.reset();
  Cursor = From;
  return {Incoming::Kind::Problem, std::move(Why)};
}

/// Moves to the next `Content-Length: N` line; false when there is none yet.
bool FrameDecoder::findHeader() {
  while (true) {
    StringRef Rest = StringRef(Buffer).drop_front(Cursor);
    size_t Match = Rest.find_insensitive("content-length:");
    if (Match == StringRef::npos) {
      // The end may be the beginning of one.
      Cursor += Rest.size() - std::min(Rest.size(), ContentLength.size());
      compact();
      return false;
    }
    Cursor += Match;
    StringRef Line = Rest.drop_front(Match + ContentLength.size() + 1);
    StringRef Value = Line.take_while(
        [](char C) { return llvm::isDigit(C) || C == ' ' || C == '\t'; });
    StringRef After = Line.drop_front(Value.size());
    bool Cut = After.empty() || After == "\r";
    if (Cut && Value.size() <= MaxLengthLineBytes) {
      compact();
      return false;
    }
    if (parseLength(Value.trim(" \t")) &&
        (After.starts_with("\n") || After.starts_with("\r\n"))) {
      Where = State::Headers;
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

/// Appends what can be read to `Out`; false at the end of the stream.
static bool readMore(int Fd, llvm::function_ref<void(std::string_view)> Out) {
  char Buffer[ReadBytes];
  while (true) {
    ssize_t Count = readSome(Fd, Buffer, sizeof(Buffer));
    if (Count > 0) {
      Out(std::string_view(Buffer, Count));
      return true;
    }
    if (Count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
      return false;
    waitUntilReadable(Fd);
  }
}

Incoming MessageReader::next() {
  if (Style == InputStyle::Delimited)
    return nextDelimited();
  while (true) {
    if (std::optional<Incoming> Found = Decoder.next())
      return std::move(*Found);
    if (!readMore(Fd, [&](std::string_view Bytes) { Decoder.feed(Bytes); }))
      return {};
  }
}

/// Reads a line with its line end, if it has one; false at the end.
bool MessageReader::readLine(std::string &Line) {
  size_t Searched = 0;
  while (true) {
    size_t End = Pending.find('\n', Searched);
    if (End != std::string::npos) {
      Line = Pending.substr(0, End + 1);
      Pending.erase(0, End + 1);
      return true;
    }
    Searched = Pending.size();
    if (!readMore(Fd, [&](std::string_view Bytes) { Pending.append(Bytes); })) {
      Line = std::move(Pending);
      Pending.clear();
      return !Line.empty();
    }
  }
}

Incoming MessageReader::nextDelimited() {
  std::string Line;
  Incoming Message{Incoming::Kind::Message, std::string()};
  while (true) {
    bool AtEnd = !readLine(Line);
    StringRef Trimmed = StringRef(Line).trim();
    if (!AtEnd && !Trimmed.starts_with("//")) {
      Message.Text += Line;
      continue;
    }
    // Exactly this line, as LLVM's servers have it; others are comments.
    if (!AtEnd && Trimmed != "// -----")
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

bool MessageWriter::write(std::string_view Json) {
  size_t Size = Json.size() + (Pretty ? 1 : 0);
  std::string Message;
  Message.reserve(Size + 48);
  Message.append("Content-Length: ").append(std::to_string(Size));
  Message.append("\r\n\r\n").append(Json);
  if (Pretty)
    Message.push_back('\n');

  std::lock_guard<std::mutex> Lock(Mutex);
  if (!Broken)
    Broken = !writeAll(Fd, Message);
  return !Broken;
}
