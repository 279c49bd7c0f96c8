//===- UpstreamChannel.cpp - The pipes to LLVM's server -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamChannel.h"
#include "system/Deadline.h"
#include "system/FileDescriptor.h"
#include <cerrno>

using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

static constexpr size_t ReadBytes = 65536;

llvm::Error UpstreamChannel::open(const std::string &Program,
                                  const std::vector<std::string> &Arguments) {
  std::string Error;
  Child = ChildProcess::start(Program, Arguments, Error);
  if (!Child)
    return refuse(Error);
  Decoder.emplace();
  Output.clear();
  OutputBegin = 0;
  return llvm::Error::success();
}

std::optional<int> UpstreamChannel::close() {
  std::optional<int> Status = Child ? Child->waitFor(20ms) : std::nullopt;
  Child.reset();
  Decoder.reset();
  Output.clear();
  OutputBegin = 0;
  return Status;
}

void UpstreamChannel::closePolitely(std::chrono::milliseconds Patience) {
  const Deadline End(Deadline::Clock::now() + Patience);
  auto timeLeft = [&] {
    return std::chrono::ceil<std::chrono::milliseconds>(End.timeLeft());
  };
  while (hasOutput() && !llvm::errorToBool(flush()) &&
         waitForRoom(Child->inputFd(), timeLeft().count()))
    continue;
  if (!hasOutput())
    Child->waitFor(timeLeft());
  Child.reset();
}

void UpstreamChannel::send(const json &Message) {
  Output += frameMessage(Message);
}

llvm::Error UpstreamChannel::flush() {
  std::optional<size_t> Count =
      Child->writeSome(std::string_view(Output).substr(OutputBegin));
  if (!Count)
    return refuse("its input is closed");
  OutputBegin += *Count;
  if (OutputBegin == Output.size()) {
    Output.clear();
    OutputBegin = 0;
  }
  return llvm::Error::success();
}

llvm::Error UpstreamChannel::receive(llvm::function_ref<void(json &)> Handle) {
  char Buffer[ReadBytes];
  ssize_t Count = readSome(Child->outputFd(), Buffer, sizeof(Buffer));
  if (Count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
    return llvm::Error::success();
  if (Count <= 0)
    return refuse("its output is closed");
  Decoder->feed(std::string_view(Buffer, Count));
  while (std::optional<Frame> Next = Decoder->next()) {
    if (Next->Type == Frame::Kind::Problem)
      return refuse("it does not speak LSP: " + Next->Text);
    std::string Error;
    std::optional<json> Message = parseJson(Next->Text, Error);
    if (!Message || !Message->is_object())
      return refuse("it does not speak LSP: " + Error);
    Handle(*Message);
  }
  return llvm::Error::success();
}
