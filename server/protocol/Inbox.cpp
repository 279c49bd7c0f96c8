//===- Inbox.cpp - Messages, read ahead -----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Inbox.h"

using namespace mlir::noisy::lsp;

Inbox::Inbox(MessageReader &Reader, std::function<void()> OnEnd)
    : Reader(Reader), OnEnd(std::move(OnEnd)) {
  // Neither finding messages nor parsing them recurses.
  (void)Receiver.start("inbox", SmallStackBytes, [this] { run(); });
}

Inbox::~Inbox() {
  Reader.stop();
  Receiver.join();
}

Received Inbox::take() {
  if (!Receiver.isStarted())
    return read();
  std::unique_lock<std::mutex> Lock(Mutex);
  Arrived.wait(Lock, [&] { return !Items.empty(); });
  Received Item = std::move(Items.front());
  Items.pop_front();
  return Item;
}

static Received receive(MessageReader &Reader) {
  Incoming Next = Reader.next();
  if (Next.What != Incoming::Kind::Message)
    return {Next.What, nullptr, std::move(Next.Text)};
  std::string Error;
  std::optional<json> Message = parseJson(Next.Text, Error);
  if (!Message)
    return {Incoming::Kind::Problem, nullptr, std::move(Error)};
  return {Incoming::Kind::Message, std::move(*Message), std::string()};
}

static bool isExit(const json &Message) {
  auto Method = Message.find("method");
  return Method != Message.end() && *Method == "exit";
}

Received Inbox::read() {
  Received Item;
  try {
    Item = receive(Reader);
  } catch (const std::exception &) {
    // There is no memory for it: nobody has sent that.
    Item = {Incoming::Kind::Problem, nullptr,
            "a message was lost: it takes too much memory"};
  }
  if (OnEnd && (Item.What == Incoming::Kind::EndOfStream ||
                (Item.What == Incoming::Kind::Message && isExit(Item.Message))))
    OnEnd();
  return Item;
}

void Inbox::run() {
  bool AtEnd = false;
  while (!AtEnd) {
    Received Item = read();
    AtEnd = Item.What == Incoming::Kind::EndOfStream;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      Items.push_back(std::move(Item));
    }
    Arrived.notify_one();
  }
}
