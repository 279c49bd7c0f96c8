//===- FramingTest.cpp - Where messages begin and end ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Framing.h"
#include "tests/server/TestPipe.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <vector>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// All that is read from `Bytes`: messages as they are, problems as "!".
static std::vector<std::string> readAll(std::string_view Bytes,
                                        InputStyle Style = InputStyle::Standard,
                                        size_t MaxBytes = MaxMessageBytes) {
  TestPipe Pipe(Bytes);
  MessageReader Reader(Pipe.readEnd(), Style, MaxBytes);
  std::vector<std::string> Results;
  while (true) {
    Frame Next = Reader.next();
    if (Next.Type == Frame::Kind::EndOfStream)
      return Results;
    if (Next.Type == Frame::Kind::Problem) {
      CHECK_FALSE(Next.Text.empty());
      Results.push_back("!");
    } else {
      Results.push_back(Next.Text);
    }
  }
}

using Messages = std::vector<std::string>;

TEST_CASE("Framing: proper messages", "[framing]") {
  CHECK(readAll("") == Messages{});
  CHECK(readAll(framedMessage("{}") + framedMessage("[1]")) ==
        Messages{"{}", "[1]"});
  CHECK(readAll(
            "Content-Length: 2\r\nContent-Type: x; charset=utf-8\r\n\r\n{}") ==
        Messages{"{}"});
  CHECK(readAll("content-LENGTH:2\n\n{}") == Messages{"{}"});
  CHECK(readAll("\r\n\n" + framedMessage("{}")) == Messages{"{}"});
  CHECK(readAll("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}") ==
        Messages{"{}"});
  CHECK(readAll("Content-Length: 0\r\n\r\n" + framedMessage("{}")) ==
        Messages{"", "{}"});
  std::string WithNul("\0\r\n", 3);
  CHECK(readAll(framedMessage(WithNul) + framedMessage("{}")) ==
        Messages{WithNul, "{}"});
}

TEST_CASE("Framing: any cut of the bytes gives the same messages",
          "[framing]") {
  std::string Bytes = framedMessage("{\"a\": 1}") +
                      "Content-Length: -3\r\n\r\nrest" +
                      framedMessage("{\"b\": 2}") + framedMessage("");
  for (size_t Step = 1; Step < Bytes.size(); ++Step) {
    FrameDecoder Decoder;
    Messages Results;
    for (size_t I = 0; I < Bytes.size(); I += Step) {
      Decoder.feed(std::string_view(Bytes).substr(I, Step));
      while (auto Next = Decoder.next())
        Results.push_back(Next->Type == Frame::Kind::Problem ? "!"
                                                             : Next->Text);
    }
    CHECK(Results == Messages{"{\"a\": 1}", "!", "{\"b\": 2}", ""});
  }
}

TEST_CASE("Framing: after nonsense the next message is found", "[framing]") {
  std::string Good = framedMessage("{\"good\": true}");
  Messages ValidMessages{"!", "{\"good\": true}"};

  CHECK(readAll("Content-Length: -1\r\n\r\n{}" + Good) == ValidMessages);
  CHECK(readAll("Content-Length: two\r\n\r\n{}" + Good) == ValidMessages);
  CHECK(readAll("Content-Length:\r\n\r\n{}" + Good) == ValidMessages);
  CHECK(readAll("Content-Length: 0x2\r\n\r\n{}" + Good) == ValidMessages);
  CHECK(readAll("Content-Length: 9999999999999999\r\n\r\n{}" + Good) ==
        ValidMessages);
  CHECK(readAll("Content-Length: 99999999999999999999999\r\n\r\n{}" + Good) ==
        ValidMessages);
  CHECK(readAll("Content-Type: none\r\n\r\n{\"lost\": 1}" + Good) ==
        ValidMessages);
  CHECK(readAll("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + Good) ==
        ValidMessages);
  CHECK(readAll("{\"no\": \"header\"}\n" + Good) == ValidMessages);
  CHECK(readAll("{\"no\": \"header\"}" + Good) == ValidMessages);
  CHECK(readAll(std::string(100000, 'x') + Good) == ValidMessages);
  CHECK(readAll("\xFF\xFE\n" + Good) == ValidMessages);
  // A length that is too small leaves the rest of the body behind ...
  CHECK(readAll("Content-Length: 3\r\n\r\n{\"a\": 1}" + Good) ==
        Messages{"{\"a", "!", "{\"good\": true}"});
  // ... and what only looks like a header there is none.
  CHECK(readAll("Content-Length: -1\r\n\r\n\"Content-Length: 5\\r\\n\"" +
                Good) == ValidMessages);
}

TEST_CASE("Framing: a length that is too great costs one message",
          "[framing]") {
  std::string Good = framedMessage("{\"good\": true}");
  for (const char *Length : {"12", "30", "1000", "999999999"}) {
    std::string Bytes =
        "Content-Length: " + std::string(Length) + "\r\n\r\n{\"a\": 1}" + Good;
    // However the bytes are cut.
    for (size_t Step : {size_t(1), size_t(7), Bytes.size()}) {
      FrameDecoder Decoder;
      Messages Results;
      for (size_t I = 0; I < Bytes.size(); I += Step) {
        Decoder.feed(std::string_view(Bytes).substr(I, Step));
        while (auto Next = Decoder.next())
          Results.push_back(Next->Type == Frame::Kind::Problem ? "!"
                                                               : Next->Text);
      }
      // By less than a header: the next message is lost as well.
      if (Length != std::string("12"))
        CHECK(Results == Messages{"!", "{\"good\": true}"});
      else
        CHECK(Results == Messages{"{\"a\": 1}Cont", "!"});
    }
  }
  // Inside of a string the line end is escaped, so that it is none.
  for (std::string Body :
       {std::string("{\"a\": \"Content-Length: 5\\r\\n\"}"),
        std::string("{\r\n\"a\": 5\r\n}\r\n"), std::string("Length: 5\r\n"),
        std::string("Content-Length\r\n"), std::string("5\r:\r\r")})
    CHECK(readAll(framedMessage(Body) + Good) ==
          Messages{Body, "{\"good\": true}"});
}

TEST_CASE("Framing: a long message is what was sent", "[framing]") {
  std::string Long;
  for (int I = 0; I < 60000; ++I)
    Long += std::to_string(I);
  std::string Bytes = framedMessage("{}") + framedMessage(Long) +
                      framedMessage("[]") + framedMessage(Long);
  for (size_t Step : {size_t(1000), size_t(65536), Bytes.size()}) {
    FrameDecoder Decoder;
    Messages Results;
    for (size_t I = 0; I < Bytes.size(); I += Step) {
      Decoder.feed(std::string_view(Bytes).substr(I, Step));
      while (auto Next = Decoder.next())
        Results.push_back(Next->Text);
    }
    CHECK(Results == Messages{"{}", Long, "[]", Long});
  }
}

TEST_CASE("Framing: a reader can be stopped while it waits", "[framing]") {
  TestPipe Pipe;
  Pipe.write(framedMessage("{}") + "Content-Len");
  MessageReader Reader(Pipe.readEnd());
  CHECK(Reader.next().Text == "{}");
  std::thread Stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    Reader.stop();
  });
  CHECK(Reader.next().Type == Frame::Kind::EndOfStream);
  CHECK(Reader.next().Type == Frame::Kind::EndOfStream);
  Stopper.join();
}

TEST_CASE("Framing: the stream ends with the process that writes it",
          "[framing]") {
  TestPipe Pipe;
  pid_t Client = ::fork();
  if (Client == 0) {
    ::pause();
    ::_exit(0);
  }
  REQUIRE(Client > 0);
  MessageReader Reader(Pipe.readEnd());
  CHECK(Reader.endWith(Client));
  Pipe.write(framedMessage("{}"));
  CHECK(Reader.next().Text == "{}");
  // What it wrote before is read all the same.
  Pipe.write(framedMessage("[]"));
  ::kill(Client, SIGKILL);
  ::waitpid(Client, nullptr, 0);
  CHECK(Reader.next().Text == "[]");
  CHECK(Reader.next().Type == Frame::Kind::EndOfStream);
  MessageReader Another(Pipe.readEnd());
  CHECK_FALSE(Another.endWith(Client));
  CHECK_FALSE(Another.endWith(0));
  CHECK_FALSE(Another.endWith(-1));
}

TEST_CASE("Framing: a message above the limit is skipped", "[framing]") {
  CHECK(readAll(framedMessage(std::string(101, 'x')) + framedMessage("{}"),
                InputStyle::Standard, 100) == Messages{"!", "{}"});
  CHECK(readAll(framedMessage(std::string(100, 'x')), InputStyle::Standard,
                100) == Messages{std::string(100, 'x')});
}

TEST_CASE("Framing: the stream may end anywhere", "[framing]") {
  std::string Bytes = framedMessage("{\"a\": 1}");
  for (size_t Size = 0; Size < Bytes.size(); ++Size)
    CHECK(readAll(std::string_view(Bytes).substr(0, Size)) == Messages{});
}

TEST_CASE("Framing: delimited messages", "[framing]") {
  CHECK(readAll("// RUN: something\n{\"a\":\n 1}\n// -----\n// comment\n"
                "// ------\n{}\n\n// -----  \r\n// -----\n{\"last\": 1}",
                InputStyle::Delimited) ==
        Messages{"{\"a\":\n 1}\n", "{}\n\n", "{\"last\": 1}"});
  CHECK(readAll("", InputStyle::Delimited) == Messages{});
  CHECK(readAll("// -----\n// -----\n", InputStyle::Delimited) == Messages{});
}

TEST_CASE("Framing: writing", "[framing]") {
  TestPipe Pipe;
  MessageWriter Plain(Pipe.writeEnd());
  MessageWriter Pretty(Pipe.writeEnd(), true);
  CHECK(Plain.write("{\"\xC3\xA9\": 1}"));
  CHECK(Pretty.write("{}"));
  Pipe.closeWriteEnd();
  CHECK(Pipe.readAll() == "Content-Length: 9\r\n\r\n{\"\xC3\xA9\": 1}"
                          "Content-Length: 3\r\n\r\n{}\n");
}

TEST_CASE("Framing: a peer that is gone raises no SIGPIPE", "[framing]") {
  TestPipe Pipe;
  MessageWriter Writer(Pipe.writeEnd());
  Pipe.closeReadEnd();
  CHECK_FALSE(Writer.write("{}"));
  CHECK_FALSE(Writer.write("{}"));
}

TEST_CASE("Framing: messages of several threads do not mix", "[framing]") {
  constexpr int Threads = 4, MessagesPerThread = 200;
  TestPipe Pipe;
  // Not blocking: as editors on Node hand it over.
  fcntl(Pipe.writeEnd(), F_SETFL, O_NONBLOCK);
  MessageWriter Writer(Pipe.writeEnd());
  std::vector<std::thread> Writers;
  for (int T = 0; T < Threads; ++T)
    Writers.emplace_back([&, T] {
      for (int I = 0; I < MessagesPerThread; ++I)
        Writer.write(std::string(1000 + I, static_cast<char>('a' + T)));
    });
  std::thread Closer([&] {
    for (std::thread &Thread : Writers)
      Thread.join();
    Pipe.closeWriteEnd();
  });

  int Count = 0;
  bool IsMixed = false;
  MessageReader Reader(Pipe.readEnd());
  for (Frame Next = Reader.next(); Next.Type != Frame::Kind::EndOfStream;
       Next = Reader.next(), ++Count)
    IsMixed |=
        Next.Type != Frame::Kind::Message ||
        Next.Text.find_first_not_of(Next.Text.front()) != std::string::npos;
  Closer.join();
  CHECK(Count == Threads * MessagesPerThread);
  CHECK_FALSE(IsMixed);
}

TEST_CASE("Writer: in a hurry it does not wait for who reads nothing",
          "[framing]") {
  TestPipe Pipe;
  MessageWriter Writer(Pipe.writeEnd());
  std::string Large(200000, 'x');
  std::thread Hurry([&] { Writer.hurry(); });
  CHECK_FALSE(Writer.write(Large));
  CHECK_FALSE(Writer.write("{}"));
  Hurry.join();
}

TEST_CASE("Writer: in a hurry it writes what is read", "[framing]") {
  TestPipe Pipe;
  MessageWriter Writer(Pipe.writeEnd());
  Writer.hurry();
  std::string Large(2000000, 'x'), Result;
  std::thread Reader([&] { Result = Pipe.readAll(); });
  CHECK(Writer.write(Large));
  Pipe.closeWriteEnd();
  Reader.join();
  CHECK(Result.size() > Large.size());
}
