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

/// The error that ends a session; `what` gives the reason as a sentence for a
/// reader.
class SessionError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The way to start a server.
struct ServerStart {
  std::string Program;
  std::vector<std::string> Arguments = {};
  /// The place of its standard error: none, that of this process, or a file
  /// that `errorOutput` reads.
  enum class ErrorStream { Dropped, Inherited, Kept };
  ErrorStream Errors = ErrorStream::Dropped;
  std::chrono::milliseconds Timeout = std::chrono::seconds(60);
  /// Shell commands before the server is executed, such as `ulimit -n 16`.
  std::string Setup = {};
  /// A command in front of the program: `setpriv --reuid=...`.
  std::string Launcher = {};
};

/// A client of a language server, in a process that it starts or at the other
/// end of two pipes. Each wait ends after a timeout with a SessionError. Output
/// that is not LSP and an unsolicited reply are SessionErrors, too.
///
/// Requests of the server are answered with null, `workspace/applyEdit` with
/// `applied`, unless `answerWith` or `answerLater` says something else. One
/// thread.
class LspSession {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds DefaultTimeout{60000};

  explicit LspSession(const ServerStart &Start);
  /// Starts `Program`; its standard error is dropped.
  explicit LspSession(const std::string &Program,
                      const std::vector<std::string> &Arguments = {})
      : LspSession(ServerStart{Program, Arguments}) {}
  /// A server that reads from the pipe `Input` and writes to `Output`; both
  /// ends are closed by the caller.
  LspSession(int Input, int Output);
  /// Ends the server if it still runs.
  ~LspSession();

  /// The process of the server, while it runs.
  pid_t pid() const { return Server->pid(); }
  /// Beginning and end of a kept standard error.
  std::string errorOutput() const;

  /// Performs the handshake; returns the result of `initialize`.
  json initialize(json Capabilities = json::object(),
                  json InitializationOptions = nullptr, json RootUri = nullptr);
  /// The limit for each wait from now on.
  void setTimeout(std::chrono::milliseconds New) { Timeout = New; }

  /// Answers requests of the server with this method from now on with the
  /// result of `Answer` for the parameters, at once. The method "" stands for
  /// all others.
  void answerWith(const std::string &Method,
                  std::function<Outcome(const json &Params)> Answer) {
    Handlers[Method] = std::move(Answer);
  }
  /// Leaves requests of the server to calls of `answer`.
  void answerLater() { AnswersAtOnce = false; }
  void answer(const json &Request, Outcome Answer = {});

  //===--------------------------------------------------------------------===//
  // Documents
  //===--------------------------------------------------------------------===//

  void open(const std::string &Uri, const std::string &Text,
            int64_t Version = 1);
  /// Sends the whole text.
  void change(const std::string &Uri, const std::string &Text, int64_t Version);
  /// Sends `contentChanges` as they are.
  void changeRanges(const std::string &Uri, json Changes, int64_t Version);
  /// Sends edits of one version, in the order of the text, as an editor does:
  /// last first, so that none moves another.
  void applyEdits(const std::string &Uri, const json &Edits, int64_t Version);
  void close(const std::string &Uri);

  /// Waits for the diagnostics of this version, or for the next ones if they
  /// have no version (servers need not send it).
  json waitForDiagnostics(const std::string &Uri,
                          std::optional<int64_t> Version = std::nullopt);

  //===--------------------------------------------------------------------===//
  // Messages
  //===--------------------------------------------------------------------===//

  /// Sends a request and waits for its answer.
  Outcome request(const std::string &Method, json Params);
  /// Sends a request and waits for its result; an error is a SessionError.
  json ask(const std::string &Method, json Params);
  /// Sends a request and waits for the code of its error; 0 for a result.
  int errorCode(const std::string &Method, json Params);
  /// Sends a request and returns its id, for one wait for the answer.
  int64_t send(const std::string &Method, json Params);
  Outcome wait(int64_t Request);

  /// Expects the answer to a request that is sent as a message or as bytes.
  void expectAnswer(const json &Id, const std::string &Method = "a request") {
    Open.emplace(dumpJson(Id), Method);
  }
  /// Waits for the answers to all requests. They are forgotten, and so is
  /// everything else that was not waited for.
  void finishRequests();

  /// Returns the answer to a request if it has come; the answer can be taken
  /// only once, here or by `wait`.
  std::optional<Outcome> takeAnswer(int64_t Request);

  void notify(const std::string &Method, json Params);
  void sendMessage(const json &Message) { sendRaw(frameMessage(Message)); }
  /// Sends bytes as they are. Meanwhile the server's output is read, unless
  /// `stopReading` was called.
  void sendRaw(std::string_view Bytes);
  /// Reads nothing from now on, until a wait.
  void stopReading() { IsDeaf = true; }

  /// Reads the server's output; if there is none, waits for some until
  /// `Deadline`. Returns false if nothing came.
  bool readUntil(Clock::time_point Deadline);
  /// The time at which the last bytes were read, before any message in them was
  /// handled: the arrival time of a message that was waited for.
  Clock::time_point lastRead() const { return LastRead; }

  /// Returns the first notification or request of the server that was not
  /// waited for yet and that `IsMatch` accepts; `Description` names it in the
  /// error.
  json waitFor(const std::string &Description,
               const std::function<bool(const json &)> &IsMatch);
  json waitForMessage(const std::string &Method);
  /// The parameters of a notification or request of the server.
  json waitForNotification(const std::string &Method);
  /// Waits for an answer without an id, the reply to a message that cannot be
  /// read.
  ResponseError waitForNullAnswer();

  /// The server's notifications and requests that were not waited for.
  const std::deque<json> &unread() const { return Unread; }

  //===--------------------------------------------------------------------===//
  // Termination
  //===--------------------------------------------------------------------===//

  /// Sends `shutdown` and `exit`; returns the exit status. No request may be
  /// unanswered.
  int shutdown();
  void closeInput() { Server->closeInput(); }
  /// Closes our end of the server's output for good.
  void closeOutput();
  /// Waits until the server ends and returns the exit status. Its output until
  /// then is read.
  int waitForExit();

private:
  /// Reads the available bytes; waits for some until `Deadline`. Returns false
  /// at the end of the stream.
  bool readSome(Clock::time_point Deadline, const std::string &WaitingFor);
  std::optional<size_t> writeSome(std::string_view Bytes);
  void take(json Message);
  void takeReply(json Message);
  Clock::time_point deadline() const { return Clock::now() + Timeout; }

  std::chrono::milliseconds Timeout;
  std::string ErrorFile;
  /// Null for a server at the other end of pipes.
  std::unique_ptr<ChildProcess> Server;
  const int Input, Output;
  FrameDecoder Decoder;
  Clock::time_point LastRead;
  bool HasEnded = false, IsDeaf = false, AnswersAtOnce = true;
  int64_t LastId = 0;
  /// The methods of requests without an answer by their ids, as JSON, and
  /// answers that were not waited for yet.
  std::multimap<std::string, std::string> Open;
  std::map<int64_t, Outcome> Answers;
  std::deque<ResponseError> NullAnswers;
  std::deque<json> Unread;
  std::map<std::string, std::function<Outcome(const json &)>> Handlers;
};

/// The message of a notification.
json notification(const std::string &Method, json Params);

/// The parameters of didOpen and didChange.
json openParams(const std::string &Uri, const std::string &Text,
                int64_t Version);
json changeParams(const std::string &Uri, json Changes, int64_t Version);

/// `{"textDocument": {"uri": Uri}, "position": ...}`.
json documentParams(const std::string &Uri);
json positionParams(const std::string &Uri, uint32_t Line, uint32_t Character);

/// The capabilities of a modern client, as far as the server reads them.
json modernCapabilities();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CLIENT_LSPSESSION_H
