//===- Progress.cpp - Progress, shown to the user -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Progress.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::detail;

/// Shared by reporters, the timer and the message handlers.
struct detail::ProgressState
    : public std::enable_shared_from_this<ProgressState> {
  ProgressState(Dispatcher &Peer, TaskQueue &Clock, json Token,
                std::string Title)
      : Peer(Peer), Clock(Clock), Token(std::move(Token)),
        Title(std::move(Title)) {}

  Dispatcher &Peer;
  TaskQueue &Clock;
  const json Token;
  const std::string Title;

  /// Held while messages are sent, to keep their order.
  std::mutex Mutex;
  enum class Phase {
    Hidden,  ///< Too early, or the client was not asked yet.
    Visible, ///< The client has been told.
    Ended
  } CurrentPhase = Phase::Hidden;
  std::string Newest;
  bool HasNews = false;
  /// The timer will send the newest message.
  bool IsScheduled = false;
  TaskQueue::Clock::time_point LastSent;
  llvm::unique_function<void()> OnCancel;

  void send(json Value) {
    Peer.notify("$/progress", {{"token", Token}, {"value", std::move(Value)}});
  }

  void show() {
    std::lock_guard Lock(Mutex);
    if (CurrentPhase != Phase::Hidden)
      return;
    CurrentPhase = Phase::Visible;
    json Value = {{"kind", "begin"}, {"title", Title}, {"cancellable", true}};
    if (HasNews)
      Value["message"] = Newest;
    HasNews = false;
    LastSent = TaskQueue::Clock::now();
    send(std::move(Value));
  }

  void sendNews() {
    std::lock_guard Lock(Mutex);
    IsScheduled = false;
    if (CurrentPhase != Phase::Visible || !HasNews)
      return;
    HasNews = false;
    LastSent = TaskQueue::Clock::now();
    send({{"kind", "report"}, {"cancellable", true}, {"message", Newest}});
  }

  void report(std::string Message) {
    std::lock_guard Lock(Mutex);
    if (CurrentPhase == Phase::Ended || (Newest == Message && HasNews))
      return;
    Newest = std::move(Message);
    HasNews = true;
    schedule();
  }

  /// Requires the lock.
  void schedule() {
    if (CurrentPhase != Phase::Visible || IsScheduled)
      return;
    IsScheduled = true;
    Clock.schedule(LastSent + ProgressTokens::Interval -
                       TaskQueue::Clock::now(),
                   [State = shared_from_this()] { State->sendNews(); });
  }

  void end(const std::string &Message) {
    std::lock_guard Lock(Mutex);
    Phase LastPhase = std::exchange(CurrentPhase, Phase::Ended);
    OnCancel = nullptr;
    if (LastPhase != Phase::Visible)
      return;
    json Value = {{"kind", "end"}};
    if (!Message.empty())
      Value["message"] = Message;
    send(std::move(Value));
  }

  void cancel() {
    llvm::unique_function<void()> Callback;
    {
      std::lock_guard Lock(Mutex);
      Callback = std::move(OnCancel);
      OnCancel = nullptr;
    }
    // The callback will end this.
    if (Callback)
      Callback();
  }
};

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

Progress &Progress::operator=(Progress &&Source) {
  if (this != &Source) {
    end();
    State = std::move(Source.State);
  }
  return *this;
}

Progress::~Progress() { end(); }

void Progress::report(std::string Message) {
  if (State)
    State->report(std::move(Message));
}

void Progress::end(std::string Message) {
  if (State)
    State->end(Message);
}

//===----------------------------------------------------------------------===//
// ProgressTokens
//===----------------------------------------------------------------------===//

struct ProgressTokens::Table {
  std::mutex Mutex;
  std::map<json, std::weak_ptr<ProgressState>> States;
  uint64_t LastToken = 0;

  void add(const std::shared_ptr<ProgressState> &State) {
    std::lock_guard Lock(Mutex);
    std::erase_if(States,
                  [](const auto &Entry) { return Entry.second.expired(); });
    States[State->Token] = State;
  }
};

ProgressTokens::ProgressTokens(Dispatcher &Peer, TaskQueue &Clock,
                               const ClientCapabilities &Client,
                               std::chrono::milliseconds Patience)
    : Peer(Peer), Clock(Clock), Client(Client), Wait(Patience),
      Open(std::make_shared<Table>()) {
  Peer.onNotification("window/workDoneProgress/cancel",
                      [Open = Open](const json &Params) {
                        std::shared_ptr<ProgressState> State;
                        {
                          std::lock_guard Lock(Open->Mutex);
                          auto It = Open->States.find(Params.at("token"));
                          if (It != Open->States.end())
                            State = It->second.lock();
                        }
                        if (State)
                          State->cancel();
                      });
}

ProgressTokens::~ProgressTokens() = default;

Progress ProgressTokens::begin(std::string Title, json Token,
                               llvm::unique_function<void()> OnCancel) {
  bool IsOurs = !Token.is_string() && !Token.is_number_integer();
  if (IsOurs && !Client.WorkDoneProgress)
    return Progress();
  if (IsOurs) {
    std::lock_guard Lock(Open->Mutex);
    Token = "noisy/" + std::to_string(++Open->LastToken);
  }
  auto State = std::make_shared<ProgressState>(Peer, Clock, std::move(Token),
                                               std::move(Title));
  State->OnCancel = std::move(OnCancel);
  Open->add(State);
  Clock.schedule(Wait, [State = std::weak_ptr(State), IsOurs] {
    std::shared_ptr<ProgressState> Shared = State.lock();
    if (!Shared)
      return;
    if (!IsOurs)
      return Shared->show();
    {
      std::lock_guard Lock(Shared->Mutex);
      if (Shared->CurrentPhase == ProgressState::Phase::Ended)
        return;
    }
    // No progress may be sent for a token that the client refused.
    Shared->Peer.call("window/workDoneProgress/create",
                      {{"token", Shared->Token}},
                      [Shared](const Outcome &CreateOutcome) {
                        if (CreateOutcome)
                          Shared->show();
                      });
  });
  return Progress(std::move(State));
}
