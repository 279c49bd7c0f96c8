//===- LspSession.cpp - A session with a language server ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/client/LspSession.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using std::chrono::milliseconds;

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

static std::string makeErrorFile() {
  static std::atomic<unsigned> Count{0};
  return std::filesystem::temp_directory_path() /
         ("noisy-session-" + std::to_string(::getpid()) + "-" +
          std::to_string(Count++) + ".log");
}

static std::unique_ptr<ChildProcess> startServer(const ServerStart &Start,
                                                 const std::string &ErrorFile) {
  using ErrorStream = ServerStart::ErrorStream;
  std::string Program = Start.Program, Script, Error;
  std::vector<std::string> Arguments = Start.Arguments;
  if (Start.Errors == ErrorStream::Kept) {
    Script = "log=$1; shift; exec 2>\"$log\"\n";
    Arguments.insert(Arguments.begin(), ErrorFile);
  } else if (Start.Errors == ErrorStream::Dropped) {
    Script = "exec 2>/dev/null\n";
  }
  Script += Start.Setup;
  if (!Script.empty() || !Start.Launcher.empty()) {
    Script += "\nexec " + Start.Launcher + " \"$0\" \"$@\"";
    Arguments.insert(Arguments.begin(), {"-c", Script, Program});
    Program = "/bin/sh";
  }
  auto Server = ChildProcess::start(Program, Arguments, Error);
  if (!Server)
    throw SessionError(Error);
  return Server;
}

LspSession::LspSession(const ServerStart &Start)
    : Timeout(Start.Timeout),
      ErrorFile(Start.Errors == ServerStart::ErrorStream::Kept ? makeErrorFile()
                                                               : ""),
      Server(startServer(Start, ErrorFile)), Input(Server->inputFd()),
      Output(Server->outputFd()) {}

LspSession::LspSession(int Input, int Output)
    : Timeout(DefaultTimeout), Input(Input), Output(Output) {}

LspSession::~LspSession() {
  Server.reset();
  std::error_code Error;
  if (!ErrorFile.empty())
    std::filesystem::remove(ErrorFile, Error);
}

std::string LspSession::errorOutput() const {
  constexpr size_t MaxSize = 6000;
  std::ifstream File(ErrorFile, std::ios::binary);
  std::string Result(std::istreambuf_iterator<char>(File), {});
  // A report of a sanitizer stands at its beginning, a stack at its end.
  if (Result.size() > 2 * MaxSize)
    Result = Result.substr(0, MaxSize) + "\n...\n" +
             Result.substr(Result.size() - MaxSize);
  return Result;
}

json LspSession::initialize(json Capabilities, json InitializationOptions,
                            json RootUri) {
  json Params = {{"processId", ::getpid()},
                 {"rootUri", std::move(RootUri)},
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
  notify("textDocument/didOpen", openParams(Uri, Text, Version));
}

void LspSession::change(const std::string &Uri, const std::string &Text,
                        int64_t Version) {
  changeRanges(Uri, json::array({json{{"text", Text}}}), Version);
}

void LspSession::changeRanges(const std::string &Uri, json Changes,
                              int64_t Version) {
  notify("textDocument/didChange",
         changeParams(Uri, std::move(Changes), Version));
}

void LspSession::applyEdits(const std::string &Uri, const json &Edits,
                            int64_t Version) {
  json Changes = json::array();
  for (auto Edit = Edits.rbegin(); Edit != Edits.rend(); ++Edit)
    Changes.push_back(
        {{"range", Edit->at("range")}, {"text", Edit->at("newText")}});
  changeRanges(Uri, std::move(Changes), Version);
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

std::optional<size_t> LspSession::writeSome(std::string_view Bytes) {
  if (Server)
    return Server->writeSome(Bytes);
  ssize_t Count = ::write(Input, Bytes.data(), Bytes.size());
  return Count < 0 ? std::nullopt : std::optional<size_t>(Count);
}

void LspSession::sendRaw(std::string_view Bytes) {
  Clock::time_point Deadline = deadline();
  while (!Bytes.empty()) {
    std::optional<size_t> Count = writeSome(Bytes);
    if (!Count)
      throw SessionError("the server does not read any more");
    Bytes.remove_prefix(*Count);
    if (*Count != 0)
      continue;
    // The server may be blocked until its output is read.
    bool Reads = !IsDeaf && !HasEnded;
    pollfd Polls[] = {{Input, POLLOUT, 0}, {Output, POLLIN, 0}};
    ::poll(Polls, Reads ? 2 : 1, 100);
    if (Reads && Polls[1].revents)
      readSome(Deadline, "room to write");
    if (Clock::now() > Deadline)
      throw SessionError("the server does not read what it is sent");
  }
}

void LspSession::notify(const std::string &Method, json Params) {
  sendMessage(notification(Method, std::move(Params)));
}

int64_t LspSession::send(const std::string &Method, json Params) {
  int64_t Id = ++LastId;
  json Message = {{"jsonrpc", "2.0"}, {"id", Id}, {"method", Method}};
  if (!Params.is_null())
    Message["params"] = std::move(Params);
  expectAnswer(Id, Method);
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
    auto It = Open.find(std::to_string(Request));
    if (It == Open.end())
      throw SessionError("this was not requested, or its answer was taken");
    if (!readSome(Deadline, "the answer to " + It->second))
      throw SessionError("the server ended instead of answering " + It->second);
  }
}

void LspSession::finishRequests() {
  Clock::time_point Deadline = deadline();
  while (!Open.empty()) {
    Answers.clear();
    if (!readSome(Deadline, "the answers to all requests"))
      throw SessionError("the server ended instead of answering " +
                         Open.begin()->second);
  }
  Answers.clear();
  Unread.clear();
}

Outcome LspSession::request(const std::string &Method, json Params) {
  return wait(send(Method, std::move(Params)));
}

int LspSession::errorCode(const std::string &Method, json Params) {
  Outcome Answer = request(Method, std::move(Params));
  return Answer ? 0 : Answer.Error->Code;
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
      throw SessionError("the server ended before it sent " + Description);
  }
}

json LspSession::waitForMessage(const std::string &Method) {
  return waitFor(
      Method, [&](const json &Message) { return Message["method"] == Method; });
}

json LspSession::waitForNotification(const std::string &Method) {
  return waitForMessage(Method)["params"];
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
  pollfd Poll = {Output, POLLIN, 0};
  int Wait = std::max<int>(0, static_cast<int>(TimeLeft.count()));
  if (::poll(&Poll, 1, Wait) <= 0)
    return false;
  if (!readSome(deadline(), "the rest of a message"))
    throw SessionError("the server has ended");
  return true;
}

/// The message in a frame; null if there is none. Answers may nest deeper than
/// what a server reads (parseJson): symbols in symbols.
static json parseMessage(const std::string &Text) {
  json Message = json::parse(Text, nullptr, /*allow_exceptions=*/false);
  std::string Error;
  return Message.is_discarded() ? parseJson(Text, Error).value_or(nullptr)
                                : Message;
}

bool LspSession::readSome(Clock::time_point Deadline,
                          const std::string &WaitingFor) {
  if (HasEnded)
    return false;
  IsDeaf = false;
  auto TimeLeft = std::chrono::ceil<milliseconds>(Deadline - Clock::now());
  pollfd Poll = {Output, POLLIN, 0};
  if (TimeLeft <= milliseconds(0) ||
      ::poll(&Poll, 1, static_cast<int>(TimeLeft.count())) <= 0)
    throw SessionError("waited " + std::to_string(Timeout.count()) +
                       " ms in vain for " + WaitingFor);
  char Buffer[65536];
  ssize_t Count = ::read(Output, Buffer, sizeof(Buffer));
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
      throw SessionError("the server wrote an invalid message: " + Next->Text);
    json Message = parseMessage(Next->Text);
    if (!Message.is_object() || Message.value("jsonrpc", json()) != "2.0")
      throw SessionError("the server wrote invalid JSON-RPC: " + Next->Text);
    take(std::move(Message));
  }
  return true;
}

void LspSession::answer(const json &Request, Outcome Answer) {
  json Reply = {{"jsonrpc", "2.0"}, {"id", Request.at("id")}};
  if (Answer)
    Reply["result"] = std::move(Answer.Result);
  else
    Reply["error"] = toJson(*Answer.Error);
  sendMessage(Reply);
}

void LspSession::take(json Message) {
  if (!Message.contains("method"))
    return takeReply(std::move(Message));
  if (Message.contains("id") && AnswersAtOnce) {
    Outcome Answer;
    auto It = Handlers.find(Message["method"].get<std::string>());
    if (It == Handlers.end())
      It = Handlers.find("");
    if (It != Handlers.end())
      Answer = It->second(Message.value("params", json()));
    else if (Message["method"] == "workspace/applyEdit")
      Answer.Result = {{"applied", true}};
    answer(Message, std::move(Answer));
  }
  Unread.push_back(std::move(Message));
}

void LspSession::takeReply(json Message) {
  Outcome Answer;
  if (Message.contains("error") == Message.contains("result"))
    throw SessionError("neither result nor error, or both: " +
                       dumpJson(Message).substr(0, 500));
  if (Message.contains("error"))
    Answer.Error = responseErrorFromJson(Message["error"]);
  else
    Answer.Result = std::move(Message["result"]);
  json Id = Message.value("id", json());
  if (Id.is_null() && Answer.Error) {
    NullAnswers.push_back(std::move(*Answer.Error));
    return;
  }
  auto It = Open.find(dumpJson(Id));
  if (It == Open.end())
    throw SessionError("an unsolicited reply: " +
                       dumpJson(Message).substr(0, 500));
  Open.erase(It);
  if (Id.is_number_integer())
    Answers[Id.get<int64_t>()] = std::move(Answer);
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

void LspSession::closeOutput() {
  int Null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(Null, Output);
  ::close(Null);
  HasEnded = true;
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
// Messages and their parameters
//===----------------------------------------------------------------------===//

json mlir::noisy::lsp::notification(const std::string &Method, json Params) {
  return {
      {"jsonrpc", "2.0"}, {"method", Method}, {"params", std::move(Params)}};
}

json mlir::noisy::lsp::openParams(const std::string &Uri,
                                  const std::string &Text, int64_t Version) {
  return {{"textDocument",
           {{"uri", Uri},
            {"languageId", "mlir"},
            {"version", Version},
            {"text", Text}}}};
}

json mlir::noisy::lsp::changeParams(const std::string &Uri, json Changes,
                                    int64_t Version) {
  return {{"textDocument", {{"uri", Uri}, {"version", Version}}},
          {"contentChanges", std::move(Changes)}};
}

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
