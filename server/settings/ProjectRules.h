//===- ProjectRules.h - The rules of noise of a project ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SETTINGS_PROJECTRULES_H
#define NOISY_SERVER_SETTINGS_PROJECTRULES_H

#include "dialect/NoiseRules.h"
#include "server/text/Text.h"
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// The rules for the dialects of the workspace; null if it has none. A process
/// serves one workspace, so there are one. Any thread.
NoiseRulesPtr currentRules();

/// Replaces them; returns false if these are the same. What was parsed before
/// has to be parsed again. Any thread.
bool setCurrentRules(NoiseRulesPtr New);

/// The file that they are read from; empty if there is none. Any thread.
std::string currentRulesPath();
void setCurrentRulesPath(std::string Path);

/// That file as it is open in the editor, perhaps with changes that are not
/// saved.
struct OpenRuleFile {
  lsp::Text Contents;
  int64_t Version = 0;
};
/// Nothing if it is not open, or if the editor does not tell. Any thread.
std::optional<OpenRuleFile> openRuleFile();
void setOpenRuleFile(std::optional<OpenRuleFile> New);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_PROJECTRULES_H
