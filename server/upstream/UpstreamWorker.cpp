//===- UpstreamWorker.cpp - The thread of LLVM's server -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamWorker.h"
#include <algorithm>
#include <poll.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;

/// The most time that a child may take to publish the diagnostics of a text
/// once it has answered a request about it.
static constexpr auto PublishTime = 2s;
/// The most time that a child may take to end on request.
static constexpr auto PoliteEnd = 400ms;

static UpstreamTrust::Subject subjectOf(const PendingRequest &Request) {
  if (Request.TargetDocument)
    return {Request.TargetDocument->Uri, Request.TargetDocument->Contents};
  return {Request.Method + '\n' + dumpJson(Request.Params), std::nullopt};
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

UpstreamServer::Worker::Worker(UpstreamOptions InitialOptions)
    : Options(std::move(InitialOptions)),
      Trust(Options.MaxDeaths, Options.DeathWindow) {
  startThread();
}

UpstreamServer::Worker::~Worker() {
  Commands.stop();
  Talker.join();
}

UpstreamServer::RequestId
UpstreamServer::Worker::start(PendingRequest Request) {
  RequestId Id = Request.Id;
  if (!startThread())
    Request.fail("the system has no thread for " + Options.Name +
                 "; try again later");
  else
    post([this, Request = std::move(Request)]() mutable {
      add(std::move(Request));
    });
  return Id;
}

void UpstreamServer::Worker::add(PendingRequest Request) {
  Request.Deadline = Clock::now() + Options.Deadline;
  Queue.push_back(std::move(Request));
}

void UpstreamServer::Worker::cancel(RequestId Id) {
  Outcome Cancellation =
      Outcome::failure(ErrorCode::RequestCancelled, "cancelled");
  // The child cannot be stopped: its answer will be dropped.
  if (Current && Current->Id == Id)
    return Current->answer(std::move(Cancellation));
  auto It = std::find_if(Queue.begin(), Queue.end(),
                         [&](auto &Request) { return Request.Id == Id; });
  if (It == Queue.end())
    return;
  PendingRequest Request = std::move(*It);
  Queue.erase(It);
  Request.answer(std::move(Cancellation));
}

void UpstreamServer::Worker::close(const std::string &Uri) {
  Trust.forget(Uri);
  Documents.markClosed(Uri);
}

/// Closes documents that no request is about.
void UpstreamServer::Worker::closeUnused() {
  Documents.closeUnused([&](const std::string &Uri) {
    auto isAbout = [&](const PendingRequest &Request) {
      return Request.TargetDocument && Request.TargetDocument->Uri == Uri;
    };
    return (Current && isAbout(*Current)) ||
           std::any_of(Queue.begin(), Queue.end(), isAbout);
  });
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

void UpstreamServer::Worker::run() {
  while (true) {
    try {
      if (!Commands.run())
        break;
      expire();
      startNext();
      closeUnused();
      waitForEvents();
    } catch (const std::exception &Error) {
      // Probably out of memory: the child starts anew.
      childEnded(Error.what());
    }
  }
  finish();
}

/// Fails late requests, and ends the child if it is late.
void UpstreamServer::Worker::expire() {
  TimePoint CurrentTime = Clock::now();
  if (Current && Current->Deadline <= CurrentTime) {
    if (Current->IsAnswered) {
      Current->fail(Options.Name + " publishes no diagnostics");
      Current.reset();
    } else {
      Current->fail(Options.Name + " did not answer within " +
                    std::to_string(Options.Deadline.count()) + " ms");
      childEnded("no answer in time");
    }
  }
  while (true) {
    auto Late = std::find_if(Queue.begin(), Queue.end(),
                             [&](const PendingRequest &Request) {
                               return Request.Deadline <= CurrentTime;
                             });
    if (Late == Queue.end())
      return;
    PendingRequest Request = std::move(*Late);
    Queue.erase(Late);
    Request.fail(Options.Name + " is busy with other requests");
  }
}

/// Sends the next request to the child, unless it works on one.
void UpstreamServer::Worker::startNext() {
  while (!Current && !Queue.empty()) {
    PendingRequest Request = std::move(Queue.front());
    Queue.pop_front();
    llvm::Error Refusal = Trust.check(subjectOf(Request), Child.isOpen());
    if (!Refusal && !Child.isOpen())
      Refusal = startChild();
    if (Refusal) {
      Request.fail(llvm::toString(std::move(Refusal)));
      continue;
    }
    if (Request.TargetDocument)
      Documents.give(Request.TargetDocument->Uri,
                     Request.TargetDocument->Contents);
    json Params = Request.Params;
    if (auto Translation = translationFor(Request))
      Translation->toUpstream(Params);
    Request.Deadline = Clock::now() + Options.Deadline;
    CurrentMessage = ++LastMessage;
    json Message = {
        {"jsonrpc", "2.0"}, {"id", CurrentMessage}, {"method", Request.Method}};
    if (!Params.is_null())
      Message["params"] = std::move(Params);
    Child.send(Message);
    Current = std::move(Request);
  }
}

void UpstreamServer::Worker::waitForEvents() {
  std::optional<TimePoint> NextDeadline;
  if (Current)
    NextDeadline = Current->Deadline;
  for (const PendingRequest &Request : Queue)
    NextDeadline = NextDeadline ? std::min(*NextDeadline, Request.Deadline)
                                : Request.Deadline;
  int Timeout = -1;
  if (NextDeadline) {
    auto TimeLeft = std::chrono::ceil<std::chrono::milliseconds>(*NextDeadline -
                                                                 Clock::now());
    Timeout = static_cast<int>(std::clamp<int64_t>(TimeLeft.count(), 0, 60000));
  }

  // poll ignores the negative descriptors.
  pollfd Polls[] = {{Commands.descriptor(), POLLIN, 0},
                    {Child.readDescriptor(), POLLIN, 0},
                    {Child.writeDescriptor(), POLLOUT, 0}};
  if (poll(Polls, std::size(Polls), Timeout) < 0)
    return;
  if (Polls[0].revents)
    Commands.clearWake();
  llvm::Error Failure =
      Polls[1].revents ? Child.receive([&](json &Message) { handle(Message); })
                       : llvm::Error::success();
  if (!Failure && Polls[2].revents)
    Failure = Child.flush();
  if (Failure)
    childEnded(llvm::toString(std::move(Failure)));
}

void UpstreamServer::Worker::finish() {
  bool Idle = !Current && !Child.hasOutput();
  Outcome Ending =
      Outcome::failure(ErrorCode::ServerCancelled, "the server is ending");
  if (Current)
    Current->answer(Ending);
  for (PendingRequest &Request : Queue)
    Request.answer(Ending);
  if (!Child.isOpen() || !Idle)
    return;
  Child.send(
      {{"jsonrpc", "2.0"}, {"id", ++LastMessage}, {"method", "shutdown"}});
  Child.send({{"jsonrpc", "2.0"}, {"method", "exit"}});
  Child.closePolitely(PoliteEnd);
}

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

llvm::Error UpstreamServer::Worker::startChild() {
  std::vector<std::string> Arguments = Options.Arguments;
  if (Options.MoreArguments)
    llvm::append_range(Arguments, Options.MoreArguments());
  if (llvm::Error Failure = Child.open(Options.Program, Arguments)) {
    std::string Reason = llvm::toString(std::move(Failure));
    log(Reason);
    return refuse(Reason);
  }
  log(Options.Name + " was started");
  IsInitialized = false;
  // The following messages do not wait for the answer: the child reads them in
  // order, and the answer is known.
  json Capabilities = {
      {"textDocument",
       {{"documentSymbol", {{"hierarchicalDocumentSymbolSupport", true}}},
        {"codeAction", {{"codeActionLiteralSupport", json::object()}}}}}};
  Child.send({{"jsonrpc", "2.0"},
              {"id", 0},
              {"method", "initialize"},
              {"params",
               {{"processId", getpid()},
                {"rootUri", nullptr},
                {"capabilities", std::move(Capabilities)}}}});
  Child.send({{"jsonrpc", "2.0"},
              {"method", "initialized"},
              {"params", json::object()}});
  return llvm::Error::success();
}

/// Ends the child if it has not ended by itself, and retries or fails the
/// request that it was working on.
void UpstreamServer::Worker::childEnded(const std::string &Reason) {
  if (!Child.isOpen())
    return;
  std::string Description = Reason;
  if (std::optional<int> Status = Child.close())
    Description += " (status " + std::to_string(*Status) + ")";
  log(Options.Name + " has ended: " + Description);
  Documents.forgetAll();
  if (!Current)
    return;

  PendingRequest Request = std::move(*Current);
  Current.reset();
  if (IsInitialized)
    Trust.addDeath(subjectOf(Request));
  else
    Trust.addFailedStart();
  if (!Request.OnAnswer)
    return;
  if (Request.IsRetry)
    return Request.fail(Options.Name +
                        " ended twice at this request: " + Description);
  Request.IsRetry = true;
  Request.IsAnswered = false;
  Request.Deadline = Clock::now() + Options.Deadline;
  Queue.push_front(std::move(Request));
}

void UpstreamServer::Worker::handle(json &Message) {
  auto Id = Message.find("id");
  if (auto Method = Message.find("method"); Method != Message.end()) {
    // The child makes no requests.
    if (*Method != "textDocument/publishDiagnostics")
      return;
    Documents.takeDiagnostics(Message.value("params", json()));
    if (Current && Current->IsAnswered)
      answerByDiagnostics();
    return;
  }
  if (Id == Message.end())
    return;
  IsInitialized = true;
  if (Current && *Id == CurrentMessage)
    answerCurrent(Message);
}

/// Answers the current request by the diagnostics of its document; false if
/// there are none yet.
bool UpstreamServer::Worker::answerByDiagnostics() {
  const json *Items = Documents.diagnosticsOf(Current->TargetDocument->Uri);
  if (!Items)
    return false;
  PendingRequest Request = std::move(*Current);
  Current.reset();
  Outcome Answer;
  Answer.Result = *Items;
  try {
    translationFor(Request)->fromUpstream(Answer.Result);
  } catch (const std::exception &) {
    Request.fail("the diagnostics of " + Options.Name + " are not as LSP says");
    return true;
  }
  Request.answer(std::move(Answer));
  return true;
}

void UpstreamServer::Worker::answerCurrent(json &Message) {
  // It need not know the request: its diagnostics count.
  if (Current->WantsDiagnostics) {
    if (answerByDiagnostics())
      return;
    Current->IsAnswered = true;
    Current->Deadline = Clock::now() + PublishTime;
    return;
  }
  PendingRequest Request = std::move(*Current);
  Current.reset();
  Outcome Answer;
  if (auto Error = Message.find("error"); Error != Message.end()) {
    Answer.Error = responseErrorFromJson(*Error);
  } else if (auto Result = Message.find("result"); Result != Message.end()) {
    Answer.Result = std::move(*Result);
    if (auto Translation = translationFor(Request))
      Translation->fromUpstream(Answer.Result);
  }
  Request.answer(std::move(Answer));
}

std::optional<PositionTranslation>
UpstreamServer::Worker::translationFor(const PendingRequest &Request) {
  if (!Request.TargetDocument)
    return std::nullopt;
  return PositionTranslation(
      Request.TargetDocument->Uri, Documents.uriOf(Request.TargetDocument->Uri),
      Request.TargetDocument->Contents, Options.Encoding);
}
