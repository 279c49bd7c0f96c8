//===- ProjectRules.cpp - The rules of noise of a project -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/ProjectRules.h"
#include <mutex>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
struct Current {
  std::mutex Mutex;
  NoiseRulesPtr Rules;
  std::string Path;
  std::optional<OpenRuleFile> Open;
};
} // namespace

static Current &current() {
  static Current Only;
  return Only;
}

NoiseRulesPtr mlir::noisy::lsp::currentRules() {
  std::lock_guard Lock(current().Mutex);
  return current().Rules;
}

bool mlir::noisy::lsp::setCurrentRules(NoiseRulesPtr New) {
  std::lock_guard Lock(current().Mutex);
  NoiseRulesPtr &Rules = current().Rules;
  bool IsSame = Rules && New ? *Rules == *New : Rules == New;
  if (!IsSame)
    Rules = std::move(New);
  return !IsSame;
}

std::string mlir::noisy::lsp::currentRulesPath() {
  std::lock_guard Lock(current().Mutex);
  return current().Path;
}

void mlir::noisy::lsp::setCurrentRulesPath(std::string Path) {
  std::lock_guard Lock(current().Mutex);
  current().Path = std::move(Path);
}

std::optional<OpenRuleFile> mlir::noisy::lsp::openRuleFile() {
  std::lock_guard Lock(current().Mutex);
  return current().Open;
}

void mlir::noisy::lsp::setOpenRuleFile(std::optional<OpenRuleFile> New) {
  std::lock_guard Lock(current().Mutex);
  current().Open = std::move(New);
}
