//===- ProjectRuleFile.h - The rules of noise in .noisy.yaml ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROJECT_PROJECTRULEFILE_H
#define NOISY_SERVER_PROJECT_PROJECTRULEFILE_H

#include "dialect/RuledDialects.h"
#include "server/protocol/ClientConnection.h"
#include "server/settings/ProjectRules.h"

namespace mlir::noisy::lsp {

/// Reads the rules for other dialects of the file `.noisy.yaml` of a workspace.
/// An error is a diagnostic of that file; the rules of before stay then. For
/// one thread at a time.
class ProjectRuleFile {
public:
  /// `Registry` has the dialects that are linked in.
  ProjectRuleFile(const ClientConnection &Client,
                  const DialectRegistry &Registry)
      : Client(Client), Linked(Registry) {}

  /// Reads the file in `Folder`. Returns true if there are other rules now, so
  /// that all documents have to be built again.
  bool read(const std::string &Folder);

private:
  void tell(const std::string &Path, const std::optional<std::string> &Message,
            unsigned Line, unsigned Column);

  const ClientConnection &Client;
  LinkedOperations Linked;
  /// Those of the command line, where there is no file.
  const NoiseRulesPtr Default = currentRules();
  bool HasTold = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROJECT_PROJECTRULEFILE_H
