//===- OdsRequests.h - The dialects of the workspace ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROJECT_ODSREQUESTS_H
#define NOISY_SERVER_PROJECT_ODSREQUESTS_H

#include "server/ods/OdsRunner.h"
#include "server/project/ProjectDialects.h"
#include "server/project/ProjectRuleFile.h"
#include "server/protocol/Progress.h"
#include "server/workspace/Workspace.h"
#include <atomic>
#include <condition_variable>
#include <set>

namespace mlir::noisy::lsp {

/// Reads the dialects that the workspace defines by TableGen, loads plugins and
/// files of IRDL, and reads the rules of noise (`.noisy.yaml`), in the
/// background, and again when its files change; then all documents are built
/// again. Runs nothing in a workspace that the user does not trust.
///
/// For the thread of Dispatcher::run.
class OdsRequests {
public:
  OdsRequests(Workspace &Documents, const ClientConnection &Client,
              ProgressTokens &ProgressBars, std::vector<std::string> Launcher,
              const std::string &Server)
      : Documents(Documents), Client(Client), ProgressBars(ProgressBars),
        Launcher(Launcher),
        Added(Client, Documents.linkedDialects(), std::move(Launcher), Server) {
  }
  /// Calls stop().
  ~OdsRequests() { stop(); }
  /// Ends the reading, and waits for that: it uses the documents.
  void stop() {
    IsStopped = true;
    Reading.stop();
  }

  /// Takes the folder of the workspace, and `initializationOptions/project`.
  void initialize(InitializeParams &Params);
  void onInitialized();
  void onFilesChanged(const DidChangeWatchedFilesParams &Params);
  /// For clients that do not tell of changed files.
  void onSaved();

  /// Takes what the editor does with `.noisy.yaml`, which is no document of
  /// MLIR. False for all other files.
  bool onOpened(DidOpenParams &Params);
  bool onChanged(const DidChangeParams &Params);
  bool onClosed(const DocumentParams &Params);

private:
  bool isRuleFile(const std::string &Uri) const;
  void read();
  void readNow();
  void finish(OdsResult Result);

  Workspace &Documents;
  const ClientConnection &Client;
  ProgressTokens &ProgressBars;
  /// See OdsTask.
  const std::vector<std::string> Launcher;
  std::string Folder, Program;
  bool IsTrusted = true, WatchesFiles = false;
  /// The client wants to tell of `.noisy.yaml` as it is open.
  bool SyncsRuleFile = false;
  /// The client wants no answer before all is read for the first time: it has
  /// no user who waits.
  bool Waits = false;
  std::atomic<bool> IsStopped = false;
  /// The number of the newest reading; older ones end.
  std::atomic<uint64_t> Newest = 0;

  std::mutex Mutex;
  // Guarded.
  std::set<std::string> Files;
  std::vector<std::string> ToldErrors;
  bool HasRead = false;
  std::condition_variable ReadOnce;

  /// The identity of the current catalog; for readings.
  std::string Known;
  /// For readings.
  ProjectRuleFile Rules{Client, Documents.linkedDialects()};
  ProjectDialects Added;
  /// Reads, once at a time: an older reading ends before a newer one begins.
  /// Last, so that it ends first.
  Strand Reading{WorkKind::Fix,
                 [this]() -> std::optional<WorkerPool::Clock::time_point> {
                   readNow();
                   std::lock_guard Lock(Mutex);
                   HasRead = true;
                   ReadOnce.notify_all();
                   return std::nullopt;
                 }};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROJECT_ODSREQUESTS_H
