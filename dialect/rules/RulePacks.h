//===- RulePacks.h - Rules that come with the program -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_RULES_RULEPACKS_H
#define NOISY_DIALECT_RULES_RULEPACKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::noisy {

/// Rules for the dialects of a project, as text that `readNoiseRules` reads:
/// the files of packs/, by their names without `.yaml`.
struct RulePack {
  llvm::StringRef name, text;
};

/// All packs, by name.
llvm::ArrayRef<RulePack> allRulePacks();
/// The text of a pack; nothing if there is none of that name.
std::optional<llvm::StringRef> findRulePack(llvm::StringRef name);
/// Their names for messages: "'heir-bfv', 'heir-bgv' and 'heir-ckks'".
std::string nameRulePacks();

} // namespace mlir::noisy

#endif // NOISY_DIALECT_RULES_RULEPACKS_H
