//===- Shrinker.h - Making a script smaller ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_SHRINKER_H
#define NOISY_FUZZ_SHRINKER_H

#include "fuzz/EditStage.h"

namespace mlir::noisy::fuzz {

/// Plays a script from its start to its end on servers of its own; returns the
/// first finding, of this kind if one is given.
std::optional<Finding> replay(const EditScript &Script, ServerOptions Options,
                              const std::string &Kind = "");

/// Writes a script with its finding.
void writeScript(const std::string &Path, const EditScript &Script,
                 const Finding &ScriptFinding);

struct Shrunk {
  EditScript Script;
  /// The finding; nullopt if it does not recur.
  std::optional<Finding> ReplayedFinding;
};

/// Shrinks a script to a few steps on a few lines that show the same kind of
/// finding at the end; as small as possible in `Seconds`.
Shrunk shrink(EditScript Script, const ServerOptions &Options,
              const std::string &Kind, unsigned Document, unsigned Seconds);

/// The script without some of its steps, and without some bytes of the text of
/// the step `OpenStep`; edits keep their places in the text.
EditScript rebase(const EditScript &Script, const std::vector<bool> &KeptSteps,
                  size_t OpenStep = 0, lsp::ByteRange Cut = {});

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_SHRINKER_H
