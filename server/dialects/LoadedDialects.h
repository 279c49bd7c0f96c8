//===- LoadedDialects.h - Dialects that users add ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DIALECTS_LOADEDDIALECTS_H
#define NOISY_SERVER_DIALECTS_LOADEDDIALECTS_H

#include "dialect/loading/FileProblem.h"
#include "dialect/loading/IrdlFile.h"
#include "mlir/IR/DialectRegistry.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// Files that add dialects, by absolute paths.
struct DialectFiles {
  std::vector<std::string> Plugins, Irdl;

  bool operator==(const DialectFiles &) const = default;
  bool empty() const { return Plugins.empty() && Irdl.empty(); }
  /// Adds those of `More` that are not there.
  void append(const DialectFiles &More);
  /// The options of the server that name these files.
  std::vector<std::string> options() const;
};

/// Dialects that are not linked in, as they were loaded. Never changes.
class LoadedDialects {
public:
  /// `Files` without what could not be loaded.
  const DialectFiles &files() const { return Files; }
  /// Adds the dialects to a registry.
  void appendTo(DialectRegistry &Registry) const { Added.appendTo(Registry); }
  /// True if another one has the same dialects, with the same definitions.
  bool isSame(const LoadedDialects &Other) const;

private:
  friend class DialectLoader;
  DialectFiles Files;
  std::vector<IrdlFilePtr> Irdl;
  DialectRegistry Added;
};
using LoadedDialectsPtr = std::shared_ptr<const LoadedDialects>;

/// Loads files into this process. A plugin runs code of its own: each is tried
/// out in another process first (PluginTrial.h). A plugin that has been loaded
/// stays as it is until the process ends.
class DialectLoader {
public:
  /// `Linked` has the dialects that are there already, and must outlive this.
  /// `Launcher`: the program and the first arguments that run this program in
  /// another process (OdsTask::Launcher), followed by its path.
  DialectLoader(const DialectRegistry &Linked,
                std::vector<std::string> Launcher)
      : Linked(Linked), Launcher(std::move(Launcher)) {}

  /// Loads what is right of these files, and adds what is wrong with the others
  /// to `Problems`. Null if nothing is loaded. Takes as long as a plugin does,
  /// at most half a minute for each. Any thread, one at a time.
  LoadedDialectsPtr load(const DialectFiles &Files,
                         std::vector<FileProblem> &Problems,
                         const std::function<bool()> &ShouldStop = {}) const;

private:
  const DialectRegistry &Linked;
  const std::vector<std::string> Launcher;
};

/// The dialects that this process has loaded; null if there are none. A process
/// serves one workspace, so there are one. Any thread.
LoadedDialectsPtr currentDialects();
/// Replaces them; returns false if these are the same. What was parsed before
/// has to be parsed again. Any thread.
bool setCurrentDialects(LoadedDialectsPtr New);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DIALECTS_LOADEDDIALECTS_H
