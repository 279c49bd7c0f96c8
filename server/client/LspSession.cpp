//===- LspSession.cpp - A session with a language server ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/client/LspSession.h"
#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using std::chrono::milliseconds;

LspSession::LspSession(const std::string &Program,
                       const std::vector<std::string> &Arguments, bool Quiet,
                       milliseconds Timeout)
    : Timeout(Timeout) {
  std::string Error;
  if (Quiet) {
    std::vector<std::string> ShellArguments = {
        "-c", "exec \"$0\" \"$@\" 2>/dev/null", Program};
    ShellArguments.insert(ShellArguments.end(), Arguments.begin(),
                          Arguments.end());
    Server = ChildProcess::start("/bin/sh", ShellArguments, Error);
  } else {
    Server = ChildProcess::start(Program, Arguments, Error);
  }
  if (!Server)
    throw SessionError(Error);
}

LspSession::~LspSession() = default;

json LspSession::initialize(json Capabilities, json InitializationOptions) {
  json Params = {{"processId", ::getpid()},
                 {"rootUri", nullptr},
                 {"capabilities", std::move(Capabilities)}};
  if (!InitializationOptions.is_null())
    Params["initializationOptions"] = std::move(InitializationOptions);
  json Result = ask("initialize", std::move(Params));
  notify("initialized", json::object());
  return Result;
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void LspSession::open(const std::string &Uri, const std::string &Text,
                      int64_t Version) {
  notify("textDocument/didOpen", {{"textDocument",
                                   {{"uri", Uri},
                                    {"languageId", "mlir"},
                                    {"version", Version},
                                    {"text", Text}}}});
}

void LspSession::change(const std::string &Uri, const std::string &Text,
                        int64_t Version) {
  changeRanges(Uri, json::array({json{{"text", Text}}}), Version);
}

void LspSession::changeRanges(const std::string &Uri, json Changes,
                              int64_t Version) {
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", Uri}, {"version", Version}}},
          {"contentChanges", std::move(Changes)}});
}

void LspSession::close(const std::string &Uri) {
  notify("textDocument/didClose", documentParams(Uri));
}

json LspSession::waitForDiagnostics(const std::string &Uri,
                                    std::optional<int64_t> Version) {
  std::string Description = "the diagnostics of " + Uri;
  if (Version)
    Description += " version " + std::to_string(*Version);
  json Notification = waitFor(Description, [&](const json &Message) {
    return Message["method"] == "textDocument/publishDiagnostics" &&
           Message["params"]["uri"] == Uri &&
           (!Version || !Message["params"].contains("version") ||
            Message["params"]["version"] == *Version);
  });
  return Notification["params"]["diagnostics"];
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void LspSession::sendMessage(const json &Message) {
  sendRaw(frameMessage(Message));
}

void LspSession::sendRaw(std::string_view Bytes) {
  Clock::time_point Deadline = deadline();
  while (!Bytes.empty()) {
    std::optional<size_t> Count = Server->writeSome(Bytes);
    if (!Count)
      throw SessionError("the server does not read any more");
    Bytes.remove_prefix(*Count);
    if (*Count != 0)
      continue;
    // The server may be blocked until its output is read.
    pollfd Polls[] = {{Server->inputFd(), POLLOUT, 0},
                      {Server->outputFd(), POLLIN, 0}};
    ::poll(Polls, 2, 100);
    if (Polls[1].revents && !readSome(Deadline, "room to write"))
      throw SessionError("the server has ended");
    if (Clock::now() > Deadline)
      throw SessionError("the server does not read what it is sent");
  }
}

void LspSession::notify(const std::string &Method, json Params) {
  sendMessage(
      {{"jsonrpc", "2.0"}, {"method", Method}, {"params", std::move(Params)}});
}

int64_t LspSession::send(const std::string &Method, json Params) {
  int64_t Id = ++LastId;
  json Message = {{"jsonrpc", "2.0"}, {"id", Id}, {"method", Method}};
  if (!Params.is_null())
    Message["params"] = std::move(Params);
  Open[Id] = Method;
  sendMessage(Message);
  return Id;
}

std::optional<Outcome> LspSession::takeAnswer(int64_t Request) {
  auto It = Answers.find(Request);
  if (It == Answers.end())
    return std::nullopt;
  Outcome Answer = std::move(It->second);
  Answers.erase(It);
  return Answer;
}

Outcome LspSession::wait(int64_t Request) {
  Clock::time_point Deadline = deadline();
  while (true) {
    if (std::optional<Outcome> Answer = takeAnswer(Request))
      return std::move(*Answer);
    auto It = Open.find(Request);
    if (It == Open.end())
      throw SessionError("nobody asked, or the answer was taken");
    if (!readSome(Deadline, "the answer to " + It->second))
      throw SessionError("the server ended instead of answering " + It->second);
  }
}

Outcome LspSession::request(const std::string &Method, json Params) {
  return wait(send(Method, std::move(Params)));
}

json LspSession::ask(const std::string &Method, json Params) {
  Outcome Answer = request(Method, std::move(Params));
  if (!Answer)
    throw SessionError(Method + " was refused: " + Answer.Error->Message);
  return std::move(Answer.Result);
}

json LspSession::waitFor(const std::string &Description,
                         const std::function<bool(const json &)> &IsMatch) {
  Clock::time_point Deadline = deadline();
  for (size_t Index = 0;;) {
    for (; Index < Unread.size(); ++Index)
      if (IsMatch(Unread[Index])) {
        json Match = std::move(Unread[Index]);
        Unread.erase(Unread.begin() + Index);
        return Match;
      }
    if (!readSome(Deadline, Description))
      throw SessionError("the server ended while it was to send " +
                         Description);
  }
}

json LspSession::waitForNotification(const std::string &Method) {
  return waitFor(Method, [&](const json &Message) {
    return Message["method"] == Method;
  })["params"];
}

ResponseError LspSession::waitForNullAnswer() {
  Clock::time_point Deadline = deadline();
  while (NullAnswers.empty())
    if (!readSome(Deadline, "an answer without an id"))
      throw SessionError("the server ended on a message it cannot read");
  ResponseError Answer = std::move(NullAnswers.front());
  NullAnswers.pop_front();
  return Answer;
}

bool LspSession::readUntil(Clock::time_point Deadline) {
  auto TimeLeft = std::chrono::ceil<milliseconds>(Deadline - Clock::now());
  pollfd Poll = {Server->outputFd(), POLLIN, 0};
  int Wait = std::max<int>(0, static_cast<int>(TimeLeft.count()));
  if (::poll(&Poll, 1, Wait) <= 0)
    return false;
  if (!readSome(deadline(), "what it has begun to say"))
    throw SessionError("the server has ended");
  return true;
}

bool LspSession::readSome(Clock::time_point Deadline,
                          const std::string &WaitingFor) {
  if (HasEnded)
    return false;
  auto TimeLeft = std::chrono::ceil<milliseconds>(Deadline - Clock::now());
  pollfd Poll = {Server->outputFd(), POLLIN, 0};
  if (TimeLeft <= milliseconds(0) ||
      ::poll(&Poll, 1, static_cast<int>(TimeLeft.count())) <= 0)
    throw SessionError("waited " + std::to_string(Timeout.count()) +
                       " ms in vain for " + WaitingFor);
  char Buffer[65536];
  ssize_t Count = ::read(Server->outputFd(), Buffer, sizeof(Buffer));
  LastRead = Clock::now();
  if (Count < 0 && errno == EINTR)
    return true;
  if (Count <= 0) {
    HasEnded = true;
    return false;
  }
  Decoder.feed(std::string_view(Buffer, Count));
  while (std::optional<Frame> Next = Decoder.next()) {
    if (Next->Type != Frame::Kind::Message)
      throw SessionError("the server wrote what is no message: " + Next->Text);
    std::string Error;
    std::optional<json> Message = parseJson(Next->Text, Error);
    if (!Message || !Message->is_object() ||
        Message->value("jsonrpc", json()) != "2.0")
      throw SessionError("the server wrote what is no JSON-RPC: " + Next->Text);
    take(std::move(*Message));
  }
  return true;
}

void LspSession::take(json Message) {
  bool HasId = Message.contains("id");
  if (Message.contains("method")) {
    if (HasId) {
      Outcome Answer;
      auto It = Handlers.find(Message["method"].get<std::string>());
      if (It != Handlers.end())
        Answer = It->second(Message.value("params", json()));
      else if (Message["method"] == "workspace/applyEdit")
        Answer.Result = {{"applied", true}};
      json Reply = {{"jsonrpc", "2.0"}, {"id", Message["id"]}};
      if (Answer)
        Reply["result"] = std::move(Answer.Result);
      else
        Reply["error"] = toJson(*Answer.Error);
      sendMessage(Reply);
    }
    Unread.push_back(std::move(Message));
    return;
  }
  Outcome Answer;
  if (Message.contains("error"))
    Answer.Error = responseErrorFromJson(Message["error"]);
  else if (Message.contains("result"))
    Answer.Result = std::move(Message["result"]);
  else
    throw SessionError("neither result nor error: " + dumpJson(Message));
  if (HasId && Message["id"].is_null() && Answer.Error) {
    NullAnswers.push_back(std::move(*Answer.Error));
    return;
  }
  if (!HasId || !Message["id"].is_number_integer() ||
      !Open.erase(Message["id"].get<int64_t>()))
    throw SessionError("a reply that nobody is owed: " + dumpJson(Message));
  Answers[Message["id"].get<int64_t>()] = std::move(Answer);
}

//===----------------------------------------------------------------------===//
// Termination
//===----------------------------------------------------------------------===//

int LspSession::shutdown() {
  ask("shutdown", nullptr);
  if (!Open.empty())
    throw SessionError("no answer came to " + Open.begin()->second);
  notify("exit", nullptr);
  return waitForExit();
}

int LspSession::closeInput() {
  Server->closeInput();
  return waitForExit();
}

int LspSession::waitForExit() {
  Clock::time_point Deadline = deadline();
  while (readSome(Deadline, "the server to end"))
    continue;
  std::optional<int> Status = Server->waitFor(Timeout);
  if (!Status)
    throw SessionError("the server closed its output, but does not end");
  return *Status;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

json mlir::noisy::lsp::documentParams(const std::string &Uri) {
  return {{"textDocument", {{"uri", Uri}}}};
}

json mlir::noisy::lsp::positionParams(const std::string &Uri, uint32_t Line,
                                      uint32_t Character) {
  return {{"textDocument", {{"uri", Uri}}},
          {"position", {{"line", Line}, {"character", Character}}}};
}

json mlir::noisy::lsp::modernCapabilities() {
  return json::parse(R"json({
    "textDocument": {
      "codeAction": {
        "codeActionLiteralSupport": {
          "codeActionKind": {"valueSet": ["quickfix", "refactor"]}
        },
        "isPreferredSupport": true,
        "dataSupport": true,
        "resolveSupport": {"properties": ["edit"]}
      },
      "publishDiagnostics": {
        "relatedInformation": true,
        "versionSupport": true
      },
      "hover": {"contentFormat": ["plaintext"]},
      "documentSymbol": {"hierarchicalDocumentSymbolSupport": true}
    },
    "workspace": {
      "applyEdit": true,
      "workspaceEdit": {"documentChanges": true}
    }
  })json");
}
