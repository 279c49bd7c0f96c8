//===- LspSession.h - A session with a language server ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CLIENT_LSPSESSION_H
#define NOISY_SERVER_CLIENT_LSPSESSION_H

#include "server/protocol/Framing.h"
#include "server/protocol/JsonRpc.h"
#include "system/ChildProcess.h"
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// What ends a session that does not go as it should; `what` says why in a
/// sentence for a reader.
class SessionError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A client: starts a language server and talks to it over its standard input
/// and output, as an editor does. Nothing waits longer than `Timeout`; what
/// does not come by then is a SessionError, and so is anything on standard
/// output that is not the protocol, and a reply that nobody is owed.
///
/// Requests of the server are answered with null, `workspace/applyEdit` with
/// `applied`, unless `answerWith` says something else. One thread.
class LspSession {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds DefaultTimeout{60000};

  /// Starts `Program`. With `Quiet`, what it says on standard error is dropped.
  explicit LspSession(const std::string &Program,
                      const std::vector<std::string> &Arguments = {},
                      bool Quiet = true,
                      std::chrono::milliseconds Timeout = DefaultTimeout);
  /// Ends the server if it still runs.
  ~LspSession();

  /// The process of the server, while it runs.
  pid_t pid() const { return Server->pid(); }

  /// The handshake; gives the result of `initialize`.
  json initialize(json Capabilities = json::object(),
                  json InitializationOptions = nullptr);

  /// How requests of the server with this method are answered from now on:
  /// with what `Answer` gives for the parameters, at once.
  void answerWith(const std::string &Method,
                  std::function<Outcome(const json &Params)> Answer) {
    Answering[Method] = std::move(Answer);
  }

  //===--------------------------------------------------------------------===//
  // Documents
  //===--------------------------------------------------------------------===//

  void open(const std::string &Uri, const std::string &Text,
            int64_t Version = 1);
  /// Sends the whole text.
  void change(const std::string &Uri, const std::string &Text, int64_t Version);
  /// Sends `contentChanges` as they are.
  void changeRanges(const std::string &Uri, json Changes, int64_t Version);
  void close(const std::string &Uri);

  /// The diagnostics of this version, or of the next to come when it has none
  /// (servers need not say the version).
  json waitForDiagnostics(const std::string &Uri,
                          std::optional<int64_t> Version = std::nullopt);

  //===--------------------------------------------------------------------===//
  // Messages
  //===--------------------------------------------------------------------===//

  /// Sends a request and waits for its answer.
  Outcome request(const std::string &Method, json Params);
  /// The same, where the answer has to be a result.
  json ask(const std::string &Method, json Params);
  /// The two halves of `request`. An answer may be waited for once.
  int64_t send(const std::string &Method, json Params);
  Outcome wait(int64_t Request);

  /// The answer to a request if it has come; may be had once, as by `wait`.
  std::optional<Outcome> takeAnswer(int64_t Request);

  void notify(const std::string &Method, json Params);
  /// Sends bytes as they are.
  void sendRaw(std::string_view Bytes);

  /// Takes in what the server has said; where that is nothing, waits for
  /// something until `Deadline`. False when nothing came.
  bool readUntil(Clock::time_point Deadline);
  /// When the last bytes came in, before anybody looked at them: of a message
  /// that had to be waited for, when it was there.
  Clock::time_point lastRead() const { return LastRead; }

  /// The first notification or request of the server that was not waited for
  /// yet and that `Wanted` takes; `What` names it when it does not come.
  json waitFor(const std::string &What,
               const std::function<bool(const json &)> &Wanted);
  json waitForNotification(const std::string &Method);
  /// An answer without an id, which is what a message that cannot be read
  /// gets.
  ResponseError waitForNullAnswer();

  /// What the server said of its own accord that was not waited for.
  const std::deque<json> &unread() const { return Unread; }

  //===--------------------------------------------------------------------===//
  // The end
  //===--------------------------------------------------------------------===//

  /// `shutdown` and `exit`; gives the exit status. There must be no request
  /// left without its answer.
  int shutdown();
  /// Only the end of standard input.
  int closeInput();
  /// The exit status, once the server has ended by itself. What it says until
  /// then is read.
  int waitForExit();

private:
  /// Reads what is there; waits for it until `Deadline`. False at the end of
  /// the stream.
  bool readSome(Clock::time_point Deadline, const std::string &WaitingFor);
  void take(json Message);
  void sendMessage(const json &Message);
  Clock::time_point deadline() const { return Clock::now() + Timeout; }

  const std::chrono::milliseconds Timeout;
  std::unique_ptr<ChildProcess> Server;
  FrameDecoder Decoder;
  Clock::time_point LastRead;
  bool Ended = false;
  int64_t LastId = 0;
  /// Requests without an answer, and answers that nobody has waited for.
  std::map<int64_t, std::string> Open;
  std::map<int64_t, Outcome> Answers;
  std::deque<ResponseError> NullAnswers;
  std::deque<json> Unread;
  std::map<std::string, std::function<Outcome(const json &)>> Answering;
};

/// `{"textDocument": {"uri": Uri}, "position": ...}`.
json documentParams(const std::string &Uri);
json positionParams(const std::string &Uri, uint32_t Line, uint32_t Character);

/// What a modern client is capable of, as far as it matters here.
json modernCapabilities();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CLIENT_LSPSESSION_H
