//===- PluginFile.h - Dialects of a shared library --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR loads a plugin without a look at what it was built with: its version
// (MLIR_PLUGIN_API_VERSION) says nothing of LLVM's, and a plugin of another
// LLVM is loaded and corrupts memory.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_LOADING_PLUGINFILE_H
#define NOISY_DIALECT_LOADING_PLUGINFILE_H

#include "dialect/loading/FileProblem.h"
#include <optional>

namespace mlir {
class DialectRegistry;

namespace noisy {

/// Looks at a plugin without loading it: it must be a shared library for this
/// machine with `mlirGetDialectPluginInfo`, which uses the LLVM and the MLIR
/// of this program, and no function of them that this program does not have.
/// Returns what is wrong. Any thread.
std::optional<FileProblem> checkDialectPlugin(const std::string &path);

/// Checks a plugin, loads it, and adds its dialects to the registry. Its code
/// runs, and can end the process. A plugin is never unloaded; loading it again
/// only adds its dialects, as they were. Any thread.
std::optional<FileProblem> loadDialectPlugin(const std::string &path,
                                             DialectRegistry &registry);

} // namespace noisy
} // namespace mlir

#endif // NOISY_DIALECT_LOADING_PLUGINFILE_H
