//===- Dispatcher.cpp - JSON-RPC 2.0 as LSP uses it -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Dispatcher.h"
#include "server/protocol/Inbox.h"
#include "server/threads/WorkerPool.h"
#include <cassert>
#include <condition_variable>
#include <map>
#include <mutex>
#include <vector>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::detail;

/// The size from which a message is freed in the background.
static constexpr size_t LargeMessageBytes = size_t(1) << 16;

//===----------------------------------------------------------------------===//
// State shared by replies and the dispatcher
//===----------------------------------------------------------------------===//

/// An open request of the client. Guarded by the mutex of its core.
struct detail::RequestState {
  std::shared_ptr<DispatcherCore> Core;
  json Id;
  bool IsAnswered = false;
  bool IsCancelled = false;
  /// While the handler runs, a Reply that is destroyed does not answer: the
  /// handler may be throwing, and the exception then decides the answer.
  bool InHandler = false;
  bool IsAbandoned = false;
  std::vector<llvm::unique_function<void()>> CancelCallbacks;
};

/// Outlives the dispatcher as long as there are replies.
struct detail::DispatcherCore {
  std::shared_ptr<MessageWriter> Writer;
  std::mutex Mutex;
  /// The requests without an answer, and the calls without one, by id.
  std::map<json, std::shared_ptr<RequestState>> OpenRequests;
  std::map<int64_t, Dispatcher::CallHandler> OpenCalls;
  int64_t LastCall = 0;
  bool IsClosed = false;
  /// Answers that are being written; notified when one is done.
  unsigned AnswersInProgress = 0;
  std::condition_variable AnswerDone;

  void send(json Message) {
    std::string Text = dumpJson(Message, Writer->isPretty());
    Writer->write(Text);
    // Freeing its thousands of small objects takes longer than writing it.
    if (Text.size() >= LargeMessageBytes)
      WorkerPool::get().post(WorkKind::Disposal,
                             [Message = std::move(Message)] {});
  }
  /// Sends a message that is `Head`, a value that is printed already, and a
  /// closing bracket.
  void sendText(std::string Head, const std::string &Value) {
    std::string Text = std::move(Head);
    Text.reserve(Text.size() + Value.size() + 1);
    Text += Value;
    Text += '}';
    if (Writer->isPretty())
      Text = dumpJson(json::parse(Text), /*Pretty=*/true);
    Writer->write(Text);
  }
};

static json errorMessage(json Id, const ResponseError &Error) {
  return {{"jsonrpc", "2.0"}, {"id", std::move(Id)}, {"error", toJson(Error)}};
}

/// Lets `Send` answer unless that has been done. `Cancel`: on behalf of the
/// client.
static void finish(RequestState &State, llvm::function_ref<void()> Send,
                   bool Cancel) {
  std::vector<llvm::unique_function<void()>> Callbacks;
  std::shared_ptr<RequestState> Keep;
  {
    std::lock_guard<std::mutex> Lock(State.Core->Mutex);
    if (State.IsAnswered)
      return;
    State.IsAnswered = true;
    ++State.Core->AnswersInProgress;
    State.IsCancelled = Cancel;
    Callbacks.swap(State.CancelCallbacks);
    auto Open = State.Core->OpenRequests.find(State.Id);
    if (Open != State.Core->OpenRequests.end()) {
      Keep = std::move(Open->second);
      State.Core->OpenRequests.erase(Open);
    }
  }
  Send();
  {
    std::lock_guard<std::mutex> Lock(State.Core->Mutex);
    --State.Core->AnswersInProgress;
  }
  State.Core->AnswerDone.notify_all();
  if (Cancel)
    for (auto &Callback : Callbacks)
      Callback();
}

static void finish(RequestState &State, Outcome Answer, bool Cancel = false) {
  auto Send = [&] {
    if (Answer.Error)
      State.Core->send(errorMessage(State.Id, *Answer.Error));
    else
      State.Core->send({{"jsonrpc", "2.0"},
                        {"id", State.Id},
                        {"result", std::move(Answer.Result)}});
  };
  finish(State, Send, Cancel);
}

static void abandon(RequestState &State) {
  {
    std::lock_guard<std::mutex> Lock(State.Core->Mutex);
    State.IsAbandoned = true;
    if (State.InHandler)
      return;
  }
  finish(State, Outcome::failure(ErrorCode::InternalError,
                                 "the server gave no answer"));
}

//===----------------------------------------------------------------------===//
// Reply
//===----------------------------------------------------------------------===//

Reply &Reply::operator=(Reply &&Rhs) {
  if (this != &Rhs) {
    if (State)
      abandon(*State);
    State = std::move(Rhs.State);
  }
  return *this;
}

Reply::~Reply() {
  if (State)
    abandon(*State);
}

void Reply::operator()(json Result) {
  complete({std::move(Result), std::nullopt});
}

void Reply::completeText(const std::string &Result) {
  assert(State && "this reply was moved away");
  if (!State)
    return;
  auto Send = [&] {
    State->Core->sendText("{\"jsonrpc\":\"2.0\",\"id\":" + dumpJson(State->Id) +
                              ",\"result\":",
                          Result);
  };
  finish(*State, Send, /*Cancel=*/false);
}

void Reply::error(ErrorCode Code, std::string Message, json Data) {
  complete({nullptr, ResponseError(Code, std::move(Message), std::move(Data))});
}

void Reply::complete(Outcome Answer) {
  assert(State && "this reply was moved away");
  if (State)
    finish(*State, std::move(Answer));
}

bool Reply::isCancelled() const {
  if (!State)
    return false;
  std::lock_guard<std::mutex> Lock(State->Core->Mutex);
  return State->IsCancelled;
}

void Reply::onCancel(llvm::unique_function<void()> Callback) {
  if (!State)
    return;
  {
    std::lock_guard<std::mutex> Lock(State->Core->Mutex);
    if (!State->IsAnswered) {
      State->CancelCallbacks.push_back(std::move(Callback));
      return;
    }
    if (!State->IsCancelled)
      return;
  }
  Callback();
}

//===----------------------------------------------------------------------===//
// Dispatcher: output
//===----------------------------------------------------------------------===//

Dispatcher::Dispatcher(std::shared_ptr<MessageWriter> Writer, LogHandler Log)
    : Core(std::make_shared<DispatcherCore>()), Log(std::move(Log)) {
  Core->Writer = std::move(Writer);
}

Dispatcher::~Dispatcher() { failOpenCalls(); }

void Dispatcher::onRequest(llvm::StringRef Method, RequestHandler Handler) {
  Requests[Method] = std::move(Handler);
}

void Dispatcher::onNotification(llvm::StringRef Method,
                                NotificationHandler Handler) {
  Notifications[Method] = std::move(Handler);
}

void Dispatcher::notify(llvm::StringRef Method, json Params) {
  Core->send({{"jsonrpc", "2.0"},
              {"method", Method.str()},
              {"params", std::move(Params)}});
}

void Dispatcher::notifyText(llvm::StringRef Method, const std::string &Params) {
  Core->sendText("{\"jsonrpc\":\"2.0\",\"method\":" + dumpJson(Method.str()) +
                     ",\"params\":",
                 Params);
}

void Dispatcher::call(llvm::StringRef Method, json Params,
                      CallHandler Handler) {
  int64_t Id;
  {
    std::unique_lock<std::mutex> Lock(Core->Mutex);
    if (Core->IsClosed) {
      Lock.unlock();
      Handler(Outcome::failure(ErrorCode::RequestFailed,
                               "the connection has ended"));
      return;
    }
    Id = ++Core->LastCall;
    Core->OpenCalls.emplace(Id, std::move(Handler));
  }
  json Message = {{"jsonrpc", "2.0"}, {"id", Id}, {"method", Method.str()}};
  if (!Params.is_null())
    Message["params"] = std::move(Params);
  Core->send(std::move(Message));
}

void Dispatcher::failOpenCalls() {
  std::map<int64_t, CallHandler> Calls;
  {
    std::lock_guard<std::mutex> Lock(Core->Mutex);
    Core->IsClosed = true;
    Calls.swap(Core->OpenCalls);
  }
  for (auto &[Id, Handler] : Calls)
    Handler(Outcome::failure(ErrorCode::RequestFailed,
                             "the connection ended before an answer came"));
}

void Dispatcher::failOpenRequests() {
  std::vector<std::shared_ptr<RequestState>> Open;
  {
    std::lock_guard<std::mutex> Lock(Core->Mutex);
    for (auto &[Id, State] : Core->OpenRequests)
      Open.push_back(State);
  }
  for (const std::shared_ptr<RequestState> &State : Open)
    finish(*State,
           Outcome::failure(ErrorCode::ServerCancelled, "the server ends"));
}

void Dispatcher::sendError(json Id, ErrorCode Code, std::string Text) {
  Core->send(errorMessage(std::move(Id), ResponseError(Code, std::move(Text))));
}

void Dispatcher::log(const std::string &Text) const {
  if (Log)
    Log(Text);
}

//===----------------------------------------------------------------------===//
// Dispatcher: input
//===----------------------------------------------------------------------===//

static bool isId(const json &Value) {
  return Value.is_number() || Value.is_string();
}

bool Dispatcher::waitForAnswers(std::chrono::milliseconds Timeout) {
  std::unique_lock<std::mutex> Lock(Core->Mutex);
  return Core->AnswerDone.wait_for(Lock, Timeout, [&] {
    return Core->OpenRequests.empty() && Core->AnswersInProgress == 0;
  });
}

int Dispatcher::run(MessageReader &Reader,
                    const std::function<void()> &AfterEach) {
  // No thread, this one included, waits longer to write to a client that has
  // left. Recorded sessions (`AfterEach`) are answered in full.
  std::function<void()> OnEnd = [Writer = Core->Writer] { Writer->hurry(); };
  Inbox Incomings(Reader, AfterEach ? nullptr : OnEnd);
  while (CurrentPhase != Phase::Exited) {
    InboxItem Next = Incomings.take();
    if (Next.Type == Frame::Kind::EndOfStream)
      break;
    // Nothing below should throw; an exception costs one message, not the
    // server.
    try {
      if (Next.Type == Frame::Kind::Problem) {
        log(Next.Error);
        sendError(nullptr, ErrorCode::ParseError, std::move(Next.Error));
      } else {
        handleMessage(Next.Message);
      }
    } catch (const std::exception &Error) {
      log(std::string("a message was dropped: ") + Error.what());
    } catch (...) {
      log("a message was dropped");
    }
    if (AfterEach)
      AfterEach();
  }
  OnEnd();
  failOpenRequests();
  failOpenCalls();
  return ShutdownSeen ? 0 : 1;
}

void Dispatcher::handleMessage(json &Message) {
  if (!Message.is_object())
    return sendError(nullptr, ErrorCode::InvalidRequest,
                     Message.is_array() ? "batches are not part of LSP"
                                        : "a message must be an object");
  auto Id = Message.find("id");
  auto Method = Message.find("method");
  auto Params = Message.find("params");
  auto Version = Message.find("jsonrpc");
  bool HasId = Id != Message.end();
  bool ValidId = HasId && isId(*Id);

  auto Invalid = [&](const char *Reason) {
    // Notifications and answers are not answered.
    if (HasId && (Method != Message.end() || !Message.contains("result")))
      return sendError(ValidId ? *Id : json(nullptr), ErrorCode::InvalidRequest,
                       Reason);
    if (!HasId && Method == Message.end())
      return sendError(nullptr, ErrorCode::InvalidRequest, Reason);
    log(Reason);
  };
  if (Version == Message.end() || *Version != "2.0")
    return Invalid("\"jsonrpc\" must be \"2.0\"");
  if (Method == Message.end()) {
    if (!handleResponse(Message))
      Invalid("\"method\" is missing");
    return;
  }
  if (!Method->is_string())
    return Invalid("\"method\" must be a string");
  if (HasId && !ValidId)
    return Invalid("\"id\" must be a number or a string");
  json NoParams;
  json &Parameters = Params == Message.end() ? NoParams : *Params;
  if (!Parameters.is_null() && !Parameters.is_structured())
    return Invalid("\"params\" must be an object or an array");

  const std::string &Name = Method->get_ref<const std::string &>();
  if (HasId)
    handleRequest(Name, *Id, Parameters);
  else
    handleNotification(Name, Parameters);
}

void Dispatcher::handleRequest(const std::string &Method, json Id,
                               json &Params) {
  bool Initialize = Method == "initialize";
  if (CurrentPhase == Phase::BeforeInitialize && !Initialize)
    return sendError(std::move(Id), ErrorCode::ServerNotInitialized,
                     "the first request must be initialize");
  if (CurrentPhase == Phase::AfterShutdown)
    return sendError(std::move(Id), ErrorCode::InvalidRequest,
                     "the server was shut down");
  if (CurrentPhase == Phase::Running && Initialize)
    return sendError(std::move(Id), ErrorCode::InvalidRequest,
                     "the server is initialized already");

  auto State = std::make_shared<RequestState>();
  State->Core = Core;
  State->Id = std::move(Id);
  {
    std::unique_lock<std::mutex> Lock(Core->Mutex);
    if (!Core->OpenRequests.emplace(State->Id, State).second) {
      Lock.unlock();
      return sendError(State->Id, ErrorCode::InvalidRequest,
                       "another request with this id is not answered yet");
    }
  }

  if (Method == "shutdown") {
    CurrentPhase = Phase::AfterShutdown;
    ShutdownSeen = true;
  }
  auto Handler = Requests.find(Method);
  if (Handler == Requests.end()) {
    if (Method == "shutdown")
      return finish(*State, {});
    return finish(*State, Outcome::failure(ErrorCode::MethodNotFound,
                                           "no such method: " + Method));
  }
  if (Initialize)
    CurrentPhase = Phase::Running;
  // The client may try again after invalid parameters.
  if (!runHandler(Method, Handler->second, Params, State) && Initialize)
    CurrentPhase = Phase::BeforeInitialize;
}

/// Returns false if the handler threw.
bool Dispatcher::runHandler(const std::string &Method, RequestHandler &Handler,
                            json &Params,
                            const std::shared_ptr<RequestState> &State) {
  State->InHandler = true; // No other thread knows of it yet.
  std::optional<ResponseError> Thrown;
  std::string Details;
  try {
    Handler(Params, Reply(State));
  } catch (const ResponseError &Refusal) {
    Details = "refused";
    Thrown = Refusal;
  } catch (const json::exception &Error) {
    Details = Error.what();
    Thrown = invalidParams(Method, Error);
  } catch (const std::exception &Error) {
    Details = Error.what();
    Thrown = ResponseError(ErrorCode::InternalError,
                           "the server failed at " + Method);
  } catch (...) {
    Details = "unknown exception";
    Thrown = ResponseError(ErrorCode::InternalError,
                           "the server failed at " + Method);
  }

  bool IsAbandoned;
  {
    std::lock_guard<std::mutex> Lock(Core->Mutex);
    State->InHandler = false;
    IsAbandoned = State->IsAbandoned;
  }
  if (Thrown) {
    log(Thrown->Message + " (" + Details + ")");
    finish(*State, {nullptr, std::move(Thrown)});
    return false;
  }
  if (IsAbandoned)
    abandon(*State);
  return true;
}

void Dispatcher::handleNotification(const std::string &Method, json &Params) {
  if (Method == "exit") {
    CurrentPhase = Phase::Exited;
    return;
  }
  if (Method == "$/cancelRequest")
    return cancel(Params);
  if (CurrentPhase != Phase::Running)
    return log("dropped in this state: " + Method);
  auto Handler = Notifications.find(Method);
  if (Handler == Notifications.end()) {
    if (!llvm::StringRef(Method).starts_with("$/"))
      log("unknown notification: " + Method);
    return;
  }
  try {
    Handler->second(Params);
  } catch (const std::exception &Error) {
    log("dropped " + Method + ": " + Error.what());
  }
}

void Dispatcher::cancel(const json &Params) {
  if (!Params.is_object() || !Params.contains("id"))
    return;
  std::shared_ptr<RequestState> State;
  {
    std::lock_guard<std::mutex> Lock(Core->Mutex);
    auto Open = Core->OpenRequests.find(Params["id"]);
    if (Open == Core->OpenRequests.end())
      return;
    State = Open->second;
  }
  finish(
      *State,
      Outcome::failure(ErrorCode::RequestCancelled, "cancelled by the client"),
      /*Cancel=*/true);
}

/// Returns false if it is not a response.
bool Dispatcher::handleResponse(json &Message) {
  auto Id = Message.find("id");
  auto Error = Message.find("error");
  auto Result = Message.find("result");
  bool Complete = Error != Message.end() || Result != Message.end();
  if (Id == Message.end())
    return false;

  CallHandler Handler;
  if (Id->is_number_integer()) {
    std::lock_guard<std::mutex> Lock(Core->Mutex);
    auto Open = Core->OpenCalls.find(Id->get<int64_t>());
    if (Open != Core->OpenCalls.end()) {
      Handler = std::move(Open->second);
      Core->OpenCalls.erase(Open);
    }
  }
  if (!Handler) {
    if (Complete)
      log("a response without a request: " + dumpJson(*Id));
    return Complete;
  }
  // Some clients leave out a result that is null.
  Outcome Answer;
  if (Error != Message.end() && !Error->is_null())
    Answer.Error = responseErrorFromJson(*Error);
  else if (Result != Message.end())
    Answer.Result = std::move(*Result);
  try {
    Handler(std::move(Answer));
  } catch (const std::exception &Thrown) {
    log(std::string("the answer to a call was dropped: ") + Thrown.what());
  }
  return true;
}
