//===- ProjectDialects.h - Plugins and files of IRDL ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROJECT_PROJECTDIALECTS_H
#define NOISY_SERVER_PROJECT_PROJECTDIALECTS_H

#include "server/dialects/LoadedDialects.h"
#include "server/protocol/ClientConnection.h"
#include <mutex>
#include <set>

namespace mlir::noisy::lsp {

/// Loads the plugins and the files of IRDL that the settings name, and, in a
/// workspace that the user trusts, those of `.noisy.yaml`; after those of the
/// command line. A plugin is code that runs in this process, so nothing of an
/// untrusted workspace is loaded.
class ProjectDialects {
public:
  /// See DialectLoader. `Server` is the path of this program.
  ProjectDialects(const ClientConnection &Client, const DialectRegistry &Linked,
                  std::vector<std::string> Launcher, const std::string &Server);

  /// What may be taken of the workspace.
  struct Trust {
    /// Files of IRDL, which are text.
    bool ReadsText = false;
    /// Plugins, which are code.
    bool RunsCode = false;
  };
  /// Takes `dialectPlugins` and `irdlFiles` of `initializationOptions/project`.
  /// For the thread of Dispatcher::run, first.
  void initialize(const json &Project, std::string Folder, Trust Allowed);
  /// True if settings name files.
  bool hasFiles() const { return !FromSettings.empty(); }

  /// Loads what is new or has changed. Returns true if there are other dialects
  /// now, so that all documents have to be built again. For one thread at a
  /// time.
  bool read(const std::function<bool()> &ShouldStop);
  /// True for a file that was read. Any thread.
  bool isRead(const std::string &Path);

private:
  void takePaths(const json &Project, const char *Name, bool IsAllowed,
                 std::vector<std::string> &Target);
  DialectFiles findFiles() const;
  void tell(const std::vector<FileProblem> &Problems);

  const ClientConnection &Client;
  DialectLoader Loader;
  /// Those of the command line.
  const LoadedDialectsPtr Default = currentDialects();
  std::string Folder;
  Trust Allowed;
  DialectFiles FromSettings;
  /// The files of the last reading, and when they were written.
  std::string LastState;
  std::vector<FileProblem> ToldProblems;
  std::mutex Mutex;
  /// Guarded.
  std::set<std::string> ReadFiles;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROJECT_PROJECTDIALECTS_H
