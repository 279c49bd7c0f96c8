//===- UpstreamServer.cpp - LLVM's own server in a child ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamServer.h"
#include "optimizer/ChildProcess.h"
#include "server/document/Nesting.h"
#include "server/protocol/FileDescriptor.h"
#include "server/protocol/Framing.h"
#include "server/threads/Thread.h"
#include "server/upstream/PositionTranslation.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <deque>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <poll.h>
#include <system_error>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;

/// How long a child that was asked to end may take.
static constexpr auto PoliteEnd = 400ms;
static constexpr size_t ReadBytes = 65536;

namespace {

/// Ends of the child within a time.
class DeathRecord {
public:
  void add(TimePoint Now) { Deaths.push_back(Now); }
  size_t count(TimePoint Now, std::chrono::milliseconds Window) {
    while (!Deaths.empty() && Now - Deaths.front() > Window)
      Deaths.pop_front();
    return Deaths.size();
  }

private:
  std::deque<TimePoint> Deaths;
};

/// What is known of a document, by the URI that the client has for it.
struct KnownDocument {
  /// A `file:` URI in the child's own spelling (it compares them as text).
  std::string UpstreamUri;
  /// What this child was given last.
  std::optional<Text> Sent;
  int64_t Version = 0;
  /// To be closed once no request is about it.
  bool Closing = false;
};

/// A text that the child has ended on.
struct Suspect {
  Text Contents;
  DeathRecord Deaths = {};
  bool Condemned = false;
};

struct PendingRequest {
  UpstreamServer::RequestId Id;
  std::optional<UpstreamServer::Document> About;
  std::string Method;
  json Params;
  /// Empty once it was called.
  UpstreamServer::Callback Done;
  TimePoint Deadline;
  bool Retried = false;

  void answer(Outcome Answer) {
    UpstreamServer::Callback Call = std::move(Done);
    Done = nullptr;
    if (!Call)
      return;
    try {
      Call(std::move(Answer));
    } catch (const std::exception &) {
      // The fault of who asked; the child and the others go on.
    }
  }
  void fail(const std::string &Why) {
    answer(Outcome::failure(ErrorCode::RequestFailed, Why));
  }
};

} // namespace

/// The thread that talks to the child. It owns all state but the commands, and
/// waits in one place (poll) for them, for the child's output, for room in the
/// child's input and for deadlines, so that nothing can block it.
class UpstreamServer::Worker {
public:
  explicit Worker(UpstreamOptions Options);
  ~Worker();

  /// False when there is none to be had; it may be tried again.
  bool startThread() {
    std::lock_guard<std::mutex> Lock(Mutex);
    // It recurses over JSON only, which nests little.
    return Talker.isStarted() ||
           Talker.start("upstream", SmallStackBytes, [this] { run(); });
  }
  /// Runs `Command` on the thread. Any thread.
  void post(llvm::unique_function<void()> Command);
  RequestId newId() { return ++LastId; }

  void add(PendingRequest Request);
  void cancel(RequestId Id);
  void close(const std::string &Uri);

private:
  void run();
  bool runCommands();
  void expire();
  void startNext();
  void closeUnused();
  void waitForEvents();
  void finish();

  bool startChild(std::string &Error);
  void childEnded(const std::string &Why);
  void send(const json &Message);
  void sendText(const Document &About);
  void flush();
  void receive();
  void handle(const std::string &Text);
  void answerCurrent(json &Message);

  std::string whyNot(const PendingRequest &Request);
  bool nestsTooDeep(const Text &Contents);
  void blame(const PendingRequest &Request);
  std::string uriFor(const std::string &ClientUri);
  std::optional<PositionTranslation>
  translationFor(const PendingRequest &Request);
  void log(const std::string &Text) {
    if (Options.Log)
      Options.Log(Text);
  }

  const UpstreamOptions Options;
  std::atomic<RequestId> LastId = 0;

  std::mutex Mutex;
  std::deque<llvm::unique_function<void()>> Commands; // guarded
  bool Stopping = false;                              // guarded
  int WakeRead = -1;
  int WakeWrite = -1;

  std::unique_ptr<ChildProcess> Child;
  std::optional<FrameDecoder> Decoder;
  /// Not yet written to the child, from `Written` on.
  std::string Output;
  size_t Written = 0;
  /// The child has answered `initialize`.
  bool Greeted = false;

  std::deque<PendingRequest> Waiting;
  /// The one that the child works on, under an id of ours.
  std::optional<PendingRequest> Current;
  int64_t CurrentMessage = 0;
  int64_t LastMessage = 0;

  std::map<std::string, KnownDocument> Documents;
  std::map<std::string, Suspect> Suspects;
  /// The text whose nesting was looked at last.
  std::optional<Text> Looked;
  bool LookedTooDeep = false;
  /// Children that ended before they said anything: no text is to blame.
  DeathRecord FailedStarts;

  lsp::Thread Talker;
};

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

UpstreamServer::Worker::Worker(UpstreamOptions Given)
    : Options(std::move(Given)) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC | O_NONBLOCK) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  WakeRead = Ends[0];
  WakeWrite = Ends[1];
  startThread();
}

UpstreamServer::Worker::~Worker() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Stopping = true;
  }
  writeSome(WakeWrite, "x");
  Talker.join();
  ::close(WakeRead);
  ::close(WakeWrite);
}

void UpstreamServer::Worker::post(llvm::unique_function<void()> Command) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Commands.push_back(std::move(Command));
  }
  // A full pipe wakes as well.
  writeSome(WakeWrite, "x");
}

/// False when it is time to end.
bool UpstreamServer::Worker::runCommands() {
  while (true) {
    llvm::unique_function<void()> Command;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      if (Commands.empty())
        return !Stopping;
      Command = std::move(Commands.front());
      Commands.pop_front();
    }
    Command();
  }
}

void UpstreamServer::Worker::add(PendingRequest Request) {
  Request.Deadline = Clock::now() + Options.Deadline;
  Waiting.push_back(std::move(Request));
}

void UpstreamServer::Worker::cancel(RequestId Id) {
  Outcome Cancelled =
      Outcome::failure(ErrorCode::RequestCancelled, "cancelled");
  // The child cannot be told to stop: its answer will be dropped.
  if (Current && Current->Id == Id)
    return Current->answer(std::move(Cancelled));
  auto Found = std::find_if(Waiting.begin(), Waiting.end(),
                            [&](auto &Request) { return Request.Id == Id; });
  if (Found == Waiting.end())
    return;
  PendingRequest Request = std::move(*Found);
  Waiting.erase(Found);
  Request.answer(std::move(Cancelled));
}

void UpstreamServer::Worker::close(const std::string &Uri) {
  Suspects.erase(Uri);
  Looked.reset();
  auto Known = Documents.find(Uri);
  if (Known != Documents.end())
    Known->second.Closing = Known->second.Sent.has_value();
}

/// Closes what is to be closed and that no request is about.
void UpstreamServer::Worker::closeUnused() {
  auto IsAbout = [](const PendingRequest &Request, const std::string &Uri) {
    return Request.About && Request.About->Uri == Uri;
  };
  for (auto &Entry : Documents) {
    const std::string &Uri = Entry.first;
    KnownDocument &Known = Entry.second;
    if (!Known.Closing || (Current && IsAbout(*Current, Uri)) ||
        std::any_of(Waiting.begin(), Waiting.end(),
                    [&](auto &Request) { return IsAbout(Request, Uri); }))
      continue;
    if (Child && Known.Sent)
      send({{"jsonrpc", "2.0"},
            {"method", "textDocument/didClose"},
            {"params", {{"textDocument", {{"uri", Known.UpstreamUri}}}}}});
    Known.Sent.reset();
    Known.Closing = false;
  }
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

void UpstreamServer::Worker::run() {
  while (true) {
    try {
      if (!runCommands())
        break;
      expire();
      startNext();
      closeUnused();
      waitForEvents();
    } catch (const std::exception &Error) {
      // Memory ran out, most likely: the child starts anew.
      childEnded(Error.what());
    }
  }
  finish();
}

/// Fails the requests that are late. A child that is late is ended.
void UpstreamServer::Worker::expire() {
  TimePoint Now = Clock::now();
  if (Current && Current->Deadline <= Now) {
    Current->fail("LLVM's server did not answer within " +
                  std::to_string(Options.Deadline.count()) + " ms");
    childEnded("no answer in time");
  }
  while (true) {
    auto Late = std::find_if(
        Waiting.begin(), Waiting.end(),
        [&](const PendingRequest &Request) { return Request.Deadline <= Now; });
    if (Late == Waiting.end())
      return;
    PendingRequest Request = std::move(*Late);
    Waiting.erase(Late);
    Request.fail("LLVM's server is busy with other requests");
  }
}

/// Gives the child the next request, unless it has one.
void UpstreamServer::Worker::startNext() {
  while (!Current && !Waiting.empty()) {
    PendingRequest Request = std::move(Waiting.front());
    Waiting.pop_front();
    std::string Error = whyNot(Request);
    if (!Error.empty() || (!Child && !startChild(Error))) {
      Request.fail(Error);
      continue;
    }
    if (Request.About)
      sendText(*Request.About);
    json Params = Request.Params;
    if (auto Translation = translationFor(Request))
      Translation->toUpstream(Params);
    Request.Deadline = Clock::now() + Options.Deadline;
    CurrentMessage = ++LastMessage;
    json Message = {
        {"jsonrpc", "2.0"}, {"id", CurrentMessage}, {"method", Request.Method}};
    if (!Params.is_null())
      Message["params"] = std::move(Params);
    send(Message);
    Current = std::move(Request);
  }
}

void UpstreamServer::Worker::waitForEvents() {
  std::optional<TimePoint> Until;
  if (Current)
    Until = Current->Deadline;
  for (const PendingRequest &Request : Waiting)
    Until = Until ? std::min(*Until, Request.Deadline) : Request.Deadline;
  int Timeout = -1;
  if (Until) {
    auto Left =
        std::chrono::ceil<std::chrono::milliseconds>(*Until - Clock::now());
    Timeout = static_cast<int>(std::clamp<int64_t>(Left.count(), 0, 60000));
  }

  // poll ignores the negative descriptors.
  pollfd Polls[] = {
      {WakeRead, POLLIN, 0},
      {Child ? Child->outputFd() : -1, POLLIN, 0},
      {Child && !Output.empty() ? Child->inputFd() : -1, POLLOUT, 0}};
  if (poll(Polls, std::size(Polls), Timeout) < 0)
    return;
  if (Polls[0].revents) {
    char Drain[256];
    while (readSome(WakeRead, Drain, sizeof(Drain)) > 0)
      continue;
  }
  if (Polls[1].revents)
    receive();
  if (Child && Polls[2].revents)
    flush();
}

void UpstreamServer::Worker::finish() {
  bool Idle = !Current && Output.empty();
  Outcome Ending =
      Outcome::failure(ErrorCode::ServerCancelled, "the server is ending");
  if (Current)
    Current->answer(Ending);
  for (PendingRequest &Request : Waiting)
    Request.answer(Ending);
  if (Child && Idle) {
    send({{"jsonrpc", "2.0"}, {"id", ++LastMessage}, {"method", "shutdown"}});
    send({{"jsonrpc", "2.0"}, {"method", "exit"}});
    if (Child->writeSome(Output))
      Child->waitFor(PoliteEnd);
  }
  Child.reset();
}

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

bool UpstreamServer::Worker::startChild(std::string &Error) {
  Child = ChildProcess::start(Options.Program, Options.Arguments, Error);
  if (!Child) {
    log(Error);
    return false;
  }
  log("LLVM's server was started");
  Decoder.emplace();
  Output.clear();
  Written = 0;
  Greeted = false;
  // The messages that follow do not wait for the answer: the child reads them
  // in order, and what it could say is known.
  json Capabilities = {
      {"textDocument",
       {{"documentSymbol", {{"hierarchicalDocumentSymbolSupport", true}}},
        {"codeAction", {{"codeActionLiteralSupport", json::object()}}}}}};
  send({{"jsonrpc", "2.0"},
        {"id", 0},
        {"method", "initialize"},
        {"params",
         {{"processId", getpid()},
          {"rootUri", nullptr},
          {"capabilities", std::move(Capabilities)}}}});
  send({{"jsonrpc", "2.0"},
        {"method", "initialized"},
        {"params", json::object()}});
  return true;
}

/// Ends the child if it has not ended by itself, and looks after the request
/// that it was working on.
void UpstreamServer::Worker::childEnded(const std::string &Why) {
  if (!Child)
    return;
  std::string How = Why;
  if (std::optional<int> Status = Child->waitFor(20ms))
    How += " (status " + std::to_string(*Status) + ")";
  log("LLVM's server has ended: " + How);
  Child.reset();
  Decoder.reset();
  Output.clear();
  Written = 0;
  for (auto &[Uri, Known] : Documents)
    Known.Sent.reset();
  if (!Current)
    return;

  PendingRequest Request = std::move(*Current);
  Current.reset();
  blame(Request);
  if (!Request.Done)
    return;
  if (Request.Retried)
    return Request.fail("LLVM's server ended twice at this request: " + How);
  Request.Retried = true;
  Request.Deadline = Clock::now() + Options.Deadline;
  Waiting.push_front(std::move(Request));
}

void UpstreamServer::Worker::send(const json &Message) {
  std::string Text = dumpJson(Message);
  Output.append("Content-Length: ").append(std::to_string(Text.size()));
  Output.append("\r\n\r\n").append(Text);
}

/// Sees to it that the child has this text.
void UpstreamServer::Worker::sendText(const Document &About) {
  std::string Uri = uriFor(About.Uri);
  KnownDocument &Known = Documents[About.Uri];
  if (Known.Sent && *Known.Sent == About.Contents)
    return;
  bool Open = Known.Sent.has_value();
  Known.Sent = About.Contents;
  ++Known.Version;
  std::string Contents = textForUpstream(About.Contents);
  if (Open)
    send({{"jsonrpc", "2.0"},
          {"method", "textDocument/didChange"},
          {"params",
           {{"textDocument", {{"uri", Uri}, {"version", Known.Version}}},
            {"contentChanges",
             json::array({json{{"text", std::move(Contents)}}})}}}});
  else
    send({{"jsonrpc", "2.0"},
          {"method", "textDocument/didOpen"},
          {"params",
           {{"textDocument",
             {{"uri", Uri},
              {"languageId", "mlir"},
              {"version", Known.Version},
              {"text", std::move(Contents)}}}}}});
}

/// Writes what the child takes without waiting.
void UpstreamServer::Worker::flush() {
  std::optional<size_t> Count =
      Child->writeSome(std::string_view(Output).substr(Written));
  if (!Count)
    return childEnded("its input is closed");
  Written += *Count;
  if (Written < Output.size())
    return;
  Output.clear();
  Written = 0;
}

void UpstreamServer::Worker::receive() {
  char Buffer[ReadBytes];
  ssize_t Count = readSome(Child->outputFd(), Buffer, sizeof(Buffer));
  if (Count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
    return;
  if (Count <= 0)
    return childEnded("its output is closed");
  Decoder->feed(std::string_view(Buffer, Count));
  while (Child) {
    std::optional<Incoming> Next = Decoder->next();
    if (!Next)
      return;
    if (Next->What == Incoming::Kind::Problem)
      return childEnded("it does not speak LSP: " + Next->Text);
    handle(Next->Text);
  }
}

void UpstreamServer::Worker::handle(const std::string &Text) {
  std::string Error;
  std::optional<json> Message = parseJson(Text, Error);
  if (!Message || !Message->is_object())
    return childEnded("it does not speak LSP: " + Error);
  auto Id = Message->find("id");
  // It makes no requests, and what it tells (diagnostics) we know better.
  if (Message->contains("method") || Id == Message->end())
    return;
  Greeted = true;
  if (Current && *Id == CurrentMessage)
    answerCurrent(*Message);
}

void UpstreamServer::Worker::answerCurrent(json &Message) {
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

//===----------------------------------------------------------------------===//
// Documents and trust
//===----------------------------------------------------------------------===//

std::string UpstreamServer::Worker::uriFor(const std::string &ClientUri) {
  size_t Number = Documents.size();
  KnownDocument &Known = Documents[ClientUri];
  // A folder that nobody has: the child opens no file, but reports locations
  // under this name.
  if (Known.UpstreamUri.empty())
    Known.UpstreamUri =
        "file:///noisy-document/" + std::to_string(Number) + ".mlir";
  return Known.UpstreamUri;
}

std::optional<PositionTranslation>
UpstreamServer::Worker::translationFor(const PendingRequest &Request) {
  if (!Request.About)
    return std::nullopt;
  return PositionTranslation(Request.About->Uri, uriFor(Request.About->Uri),
                             Request.About->Contents, Options.Encoding);
}

/// What deaths are counted by: the document, or else the request itself.
static std::string suspectName(const PendingRequest &Request) {
  if (Request.About)
    return Request.About->Uri;
  return Request.Method + '\n' + dumpJson(Request.Params);
}

static Text suspectText(const PendingRequest &Request) {
  return Request.About ? Request.About->Contents : Text();
}

void UpstreamServer::Worker::blame(const PendingRequest &Request) {
  TimePoint Now = Clock::now();
  if (!Greeted)
    return FailedStarts.add(Now);
  auto [Found, New] =
      Suspects.try_emplace(suspectName(Request), Suspect{suspectText(Request)});
  Suspect &Blamed = Found->second;
  if (!(Blamed.Contents == suspectText(Request)))
    Blamed = Suspect{suspectText(Request)};
  Blamed.Deaths.add(Now);
  if (Blamed.Deaths.count(Now, Options.DeathWindow) >= Options.MaxDeaths)
    Blamed.Condemned = true;
}

/// The child would not survive such a text, however often it was started.
bool UpstreamServer::Worker::nestsTooDeep(const Text &Contents) {
  if (!Looked || !(*Looked == Contents)) {
    Looked = Contents;
    LookedTooDeep = findDeepNesting(Contents.bytes()).has_value();
  }
  return LookedTooDeep;
}

/// Why the child is not given this request; empty when it is.
std::string UpstreamServer::Worker::whyNot(const PendingRequest &Request) {
  if (!Child && FailedStarts.count(Clock::now(), Options.DeathWindow) >=
                    Options.MaxDeaths)
    return "LLVM's server does not start";
  if (Request.About && nestsTooDeep(Request.About->Contents))
    return "the text nests deeper than " + std::to_string(maxNesting()) +
           " levels, which LLVM's server cannot be given";
  auto Found = Suspects.find(suspectName(Request));
  if (Found == Suspects.end())
    return std::string();
  if (!(Found->second.Contents == suspectText(Request))) {
    Suspects.erase(Found);
    return std::string();
  }
  if (!Found->second.Condemned)
    return std::string();
  return "LLVM's server has ended on this text again and again; it will be "
         "tried again when the text changes";
}

//===----------------------------------------------------------------------===//
// UpstreamServer
//===----------------------------------------------------------------------===//

UpstreamServer::UpstreamServer(UpstreamOptions Options)
    : Work(std::make_unique<Worker>(std::move(Options))) {}

UpstreamServer::~UpstreamServer() = default;

UpstreamServer::RequestId UpstreamServer::request(std::optional<Document> About,
                                                  std::string Method,
                                                  json Params, Callback Done) {
  RequestId Id = Work->newId();
  if (!Work->startThread()) {
    Done(Outcome::failure(ErrorCode::RequestFailed,
                          "the system has no thread for LLVM's server; try "
                          "again later"));
    return Id;
  }
  PendingRequest Request{Id,
                         std::move(About),
                         std::move(Method),
                         std::move(Params),
                         std::move(Done),
                         TimePoint(),
                         /*Retried=*/false};
  Work->post([this, Request = std::move(Request)]() mutable {
    Work->add(std::move(Request));
  });
  return Id;
}

void UpstreamServer::cancel(RequestId Request) {
  Work->post([this, Request] { Work->cancel(Request); });
}

void UpstreamServer::closeDocument(std::string Uri) {
  Work->post([this, Uri = std::move(Uri)] { Work->close(Uri); });
}
