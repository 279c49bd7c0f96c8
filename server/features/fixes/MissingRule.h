//===- MissingRule.h - Operations without a rule ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_MISSINGRULE_H
#define NOISY_SERVER_FEATURES_FIXES_MISSINGRULE_H

#include "dialect/NoiseRules.h"
#include "mlir/IR/DialectRegistry.h"
#include "server/snapshot/Snapshot.h"
#include "server/text/ByteEdit.h"

namespace mlir::noisy::lsp {

/// An operation whose noise is unknown because no rule names it, and the
/// problem that says so.
struct MissingRule {
  std::string Operation;
  Problem Issue;
};

/// The operations without a rule that problems in `Selection` are about, each
/// once. Those of dialects in `Registry` count if there are rules for them.
std::vector<MissingRule> findMissingRules(const Snapshot &State,
                                          ByteRange Selection,
                                          const NoiseRules &Rules,
                                          const DialectRegistry &Registry);

/// The edit that adds a rule for an operation to the text of `.noisy.yaml`, for
/// the user to complete: it says `unknown`, and nothing is safe by it.
ByteEdit addRule(llvm::StringRef Yaml, llvm::StringRef Operation);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_MISSINGRULE_H
