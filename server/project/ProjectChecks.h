//===- ProjectChecks.h - Texts checked by a project's programs --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROJECT_PROJECTCHECKS_H
#define NOISY_SERVER_PROJECT_PROJECTCHECKS_H

#include "server/project/OptProgram.h"
#include "server/project/ProgramReport.h"
#include "server/upstream/UpstreamServer.h"
#include "server/workspace/Workspace.h"
#include <atomic>
#include <deque>

namespace mlir::noisy::lsp {

/// The programs of a project that check texts, as the user named them; empty
/// for none.
struct ProjectPrograms {
  /// Its `*-opt`, and further arguments for it.
  std::string Opt;
  std::vector<std::string> OptArguments;
  /// Its `*-lsp-server`.
  std::string Server;
};

/// Has documents checked by the programs of their project, which know its
/// dialects: by its `*-opt` when they are opened and saved, and by its
/// `*-lsp-server` in the pauses between edits. What they say corrects our
/// diagnostics. Both are processes of their own: their end costs nothing.
///
/// Functions are for the thread of Dispatcher::run, unless they say more.
class ProjectChecks {
public:
  /// Asks the project's server.
  using AskServer = std::function<void(UpstreamServer::Document,
                                       UpstreamServer::Callback OnAnswer)>;
  /// `Launcher` is that of OdsTask. `OnReport` is called, on any thread, when
  /// the diagnostics of a document have changed by a report.
  ProjectChecks(Workspace &Documents, const ClientConnection &Client,
                std::vector<std::string> Launcher, AskServer Ask,
                std::function<void(const std::string &Uri)> OnReport);
  /// Calls stop().
  ~ProjectChecks() { stop(); }
  /// Ends a run, and waits for that.
  void stop();

  /// Takes `optProgram`, `optArguments` and `serverProgram` of
  /// `initializationOptions/project`, and otherwise those of the command line.
  /// Nothing is run for a workspace that is not trusted.
  void initialize(const InitializeParams &Params,
                  const ProjectPrograms &CommandLine);
  /// The path of the project's server; empty if there is none.
  const std::string &server() const { return Programs.Server; }

  /// Before the document is opened, with its text.
  void onOpening(const std::string &Uri, const Text &Contents);
  void onSaved(const std::string &Uri);
  /// Any thread.
  void onClosed(const std::string &Uri);
  /// A snapshot with all its details was built. Any thread.
  void onComplete(const std::string &Uri, const Text &Contents);

  /// Corrects `Ours`, the diagnostics of `Current`, by all reports on the
  /// document. Any thread.
  void correct(std::vector<Diagnostic> &Ours, const std::string &Uri,
               const Text &Current);
  /// Runs `Callback` once no check of the document runs or waits, maybe at
  /// once. Any thread.
  void whenChecked(const std::string &Uri,
                   llvm::unique_function<void()> Callback);

private:
  /// What is known of a document.
  struct State {
    /// The number of this opening.
    uint64_t Opening = 0;
    std::optional<ProgramReport> ByOpt, ByServer;
    /// Checks that run or wait.
    unsigned Pending = 0;
    /// The newest run of the program: older ones do not count.
    uint64_t Run = 0;
    /// The text that the server was asked about last, and the one that it is
    /// to be asked about next: it gets one text of a document at a time.
    std::optional<Text> AskedText, NextText;
    bool IsAsking = false;
    std::vector<llvm::unique_function<void()>> Waiters;
  };
  struct Job {
    std::string Uri;
    Text Contents;
    uint64_t Opening = 0, Run = 0;
  };

  std::string find(const json *Given, const std::string &Otherwise,
                   const std::string &Folder, const char *Setting);
  void enqueue(const std::string &Uri, Text Contents);
  void runNext();
  void ask(Job Task);
  ProgramAnswer readAnswer(const Outcome &Answer) const;
  /// Takes what a program said; `Member` of the state gets the report.
  void finish(const Job &Task, std::optional<ProgramReport> State::*Member,
              std::optional<ProgramAnswer> Answer);
  bool isNewest(const Job &Task);

  Workspace &Documents;
  const ClientConnection &Client;
  const std::vector<std::string> Launcher;
  const AskServer Ask;
  const std::function<void(const std::string &Uri)> OnReport;
  ProjectPrograms Programs;
  std::atomic<bool> IsStopped = false;

  std::mutex Mutex;
  // Guarded.
  std::map<std::string, State> States;
  std::deque<Job> Jobs;
  uint64_t LastNumber = 0;

  /// Runs the program, on one document at a time.
  Strand Runs{WorkKind::Fix,
              [this]() -> std::optional<WorkerPool::Clock::time_point> {
                runNext();
                return std::nullopt;
              }};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROJECT_PROJECTCHECKS_H
