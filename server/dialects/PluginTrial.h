//===- PluginTrial.h - Plugins in another process ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin runs code when it is loaded, and LLVM ends a process in which two
// dialects have one name. So a plugin is loaded by another process first, which
// does all that the server would do.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DIALECTS_PLUGINTRIAL_H
#define NOISY_SERVER_DIALECTS_PLUGINTRIAL_H

#include "dialect/loading/FileProblem.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
}

namespace mlir::noisy::lsp {

/// The options of the server that add dialects, without their values.
inline constexpr char PluginOption[] = "--load-dialect-plugin=";
inline constexpr char IrdlOption[] = "--irdl-file=";

/// The first argument of a copy of this program that runs `runPluginTrial`.
inline constexpr char TrialFlag[] = "--try-plugins";

/// Loads plugins, in order, in another process. Returns what is wrong with the
/// last one, of which that process may have died; those before were right.
/// `Launcher` is that of DialectLoader. Waits for at most half a minute.
std::optional<FileProblem> tryPlugins(const std::vector<std::string> &Launcher,
                                      llvm::ArrayRef<std::string> Paths);

/// The other process: loads plugins, and their dialects into a context. Prints
/// what is wrong; returns its exit status.
int runPluginTrial(llvm::ArrayRef<char *> Paths, DialectRegistry &Registry);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DIALECTS_PLUGINTRIAL_H
