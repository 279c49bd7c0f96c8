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

InboxItem Inbox::take() {
  if (!Receiver.isStarted())
    return read();
  std::unique_lock<std::mutex> Lock(Mutex);
  Arrival.wait(Lock, [&] { return !Items.empty(); });
  InboxItem Item = std::move(Items.front());
  Items.pop_front();
  return Item;
}

static InboxItem receive(MessageReader &Reader) {
  Frame Next = Reader.next();
  if (Next.Type != Frame::Kind::Message)
    return {Next.Type, nullptr, std::move(Next.Text)};
  std::string Error;
  std::optional<json> Message = parseJson(Next.Text, Error);
  if (!Message)
    return {Frame::Kind::Problem, nullptr, std::move(Error)};
  return {Frame::Kind::Message, std::move(*Message), std::string()};
}

static bool isExit(const json &Message) {
  auto Method = Message.find("method");
  return Method != Message.end() && *Method == "exit";
}

InboxItem Inbox::read() {
  InboxItem Item;
  try {
    Item = receive(Reader);
  } catch (const std::exception &) {
    // No memory is left for it: the message counts as not sent.
    Item = {Frame::Kind::Problem, nullptr,
            "a message was lost: it takes too much memory"};
  }
  if (OnEnd && (Item.Type == Frame::Kind::EndOfStream ||
                (Item.Type == Frame::Kind::Message && isExit(Item.Message))))
    OnEnd();
  return Item;
}

void Inbox::run() {
  bool AtEnd = false;
  while (!AtEnd) {
    InboxItem Item = read();
    AtEnd = Item.Type == Frame::Kind::EndOfStream;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      Items.push_back(std::move(Item));
    }
    Arrival.notify_one();
  }
}
