//===- AttackedServer.h - A server under attack -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_ATTACKEDSERVER_H
#define NOISY_FUZZ_ATTACKEDSERVER_H

#include "server/client/LspSession.h"
#include "server/protocol/Framing.h"
#include "server/protocol/JsonRpc.h"
#include "system/ChildProcess.h"
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlir::noisy::fuzz {

/// A process below another one, identified by number and start time.
struct Descendant {
  pid_t Pid = 0;
  /// The start time, which distinguishes it from a later process with its
  /// number.
  std::string StartTime;
  std::string Command;

  bool isRunning() const;
};
std::vector<Descendant> listDescendants(pid_t Ancestor);

/// The options for starting a server.
struct AttackedOptions {
  std::string Program;
  std::chrono::milliseconds Timeout = std::chrono::seconds(60);
  /// Shell commands before the server is executed, such as `ulimit -n 16`.
  std::string Setup = {};
  /// A command in front of the program: `setpriv --reuid=...`.
  std::string Launcher = {};
  std::vector<std::string> Arguments = {};
};

/// A client that sends anything at all, and checks the server's duties: exactly
/// one reply to each request, a right diagnostic and hover of a small document
/// at any time, an end with the right status and no child left. Violations are
/// a SessionError. One thread.
class AttackedServer {
public:
  using Clock = std::chrono::steady_clock;

  explicit AttackedServer(const AttackedOptions &Options);
  ~AttackedServer();

  pid_t pid() const { return Server->pid(); }

  //===--------------------------------------------------------------------===//
  // Messages
  //===--------------------------------------------------------------------===//

  /// Sends `initialize`; `Params` are merged into the usual ones.
  void initialize(lsp::json Params = lsp::json::object());
  /// Sends any bytes. Meanwhile the server's output is read, unless
  /// `stopReading` was called.
  void sendRaw(std::string_view Bytes);
  void send(const lsp::json &Message) { sendRaw(lsp::frameMessage(Message)); }
  void notify(const std::string &Method, lsp::json Params);
  int64_t request(const std::string &Method, lsp::json Params);
  /// Counts a request that was sent as bytes.
  void expectReply(const lsp::json &Id) { ++OwedReplies[lsp::dumpJson(Id)]; }

  void open(const std::string &Uri, const std::string &Text,
            int64_t Version = 1);
  /// Reads nothing from now on, until `settle` or a wait.
  void stopReading() { IsDeaf = true; }
  /// Closes our end of the server's output for good.
  void closeOutput();

  /// Waits for the reply to a request and returns it.
  lsp::json wait(int64_t Request);
  lsp::json ask(const std::string &Method, lsp::json Params) {
    return wait(request(Method, std::move(Params)));
  }
  /// Waits for the replies to all requests.
  void settle();
  /// Waits for a request of the server, or a notification, with this method.
  lsp::json waitForMessage(const std::string &Method);
  /// Reads the server's messages for this time.
  void listen(std::chrono::milliseconds Time);
  /// The number of replies without an id.
  size_t countNullReplies() const { return NullReplies; }
  /// Sets the result of the replies to requests of the server; null by default.
  void answerWith(lsp::json Result) { Answer = std::move(Result); }

  //===--------------------------------------------------------------------===//
  // The server's duties
  //===--------------------------------------------------------------------===//

  /// Opens a small document, and expects its error and a hover.
  void probe();
  /// Sends shutdown and exit.
  void end();
  void closeInput() { Server->closeInput(); }
  /// Expects that the server ends by itself, with one of these statuses, and
  /// that its children end too.
  void expectEnd(const std::set<int> &Statuses);
  /// Expects that the server's children end.
  void expectNoChildren();
  /// Waits for a child with this in its command line; nullopt if none comes.
  std::optional<Descendant> waitForChild(const std::string &Command,
                                         std::chrono::milliseconds Time);
  /// The server's output on standard error.
  std::string errorOutput() const;

private:
  bool readSome(Clock::time_point Deadline);
  void take(lsp::json Message);
  void rememberChildren();
  template <typename Predicate>
  void readUntil(const std::string &Description, Predicate IsThere);

  const AttackedOptions Options;
  std::string ErrorFile;
  std::unique_ptr<ChildProcess> Server;
  lsp::FrameDecoder Decoder;
  bool IsDeaf = false, HasEnded = false;
  int64_t LastId = 0;
  unsigned Probes = 0;
  lsp::json Answer;
  std::map<std::string, size_t> OwedReplies;
  /// The replies that `wait` may be called for.
  std::map<int64_t, lsp::json> Replies;
  size_t NullReplies = 0;
  std::map<std::string, std::vector<lsp::json>> Messages;
  std::map<std::string, lsp::json> Diagnostics;
  std::vector<Descendant> Children;
};

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_ATTACKEDSERVER_H
