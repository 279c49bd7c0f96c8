//===- AddedDialects.h - Plugins and IRDL files of noisy-opt ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_ADDEDDIALECTS_H
#define NOISY_PASSES_ADDEDDIALECTS_H

#include "dialect/loading/FileProblem.h"
#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;

namespace noisy {

/// The options of mlir-opt that add dialects. MLIR loads what they name without
/// a look at it, so they are read here, before MLIR reads the command line.
class AddedDialects {
public:
  /// Takes `--irdl-file` out of the arguments, which stays for `--help`, and
  /// makes the paths of `--load-dialect-plugin` absolute: MLIR loads a plugin
  /// when it reads that. The arguments are valid as long as this object.
  explicit AddedDialects(std::vector<char *> &arguments);
  AddedDialects(const AddedDialects &) = delete;
  AddedDialects &operator=(const AddedDialects &) = delete;

  /// Checks the plugins. Empty if MLIR may load them.
  std::vector<FileProblem> checkPlugins() const;
  /// Adds the dialects of the IRDL files, to which those of plugins are known.
  std::vector<FileProblem> addIrdl(DialectRegistry &registry) const;

private:
  std::vector<std::string> plugins, irdlFiles, pluginOptions;
};

} // namespace noisy
} // namespace mlir

#endif // NOISY_PASSES_ADDEDDIALECTS_H
