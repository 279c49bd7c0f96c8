//===- Shrinker.h - A script made smaller -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_SHRINKER_H
#define NOISY_FUZZ_SHRINKER_H

#include "fuzz/EditStage.h"

namespace mlir::noisy::fuzz {

/// Plays a script from its start to its end on servers of its own; gives what
/// is wrong first, of this kind where one is said.
std::optional<Finding> replay(const EditScript &Script, ServerOptions Options,
                              const std::string &Kind = "");

/// Writes a script with what it shows.
void writeScript(const std::string &Path, const EditScript &Script,
                 const Finding &Found);

struct Shrunk {
  EditScript Script;
  /// Nothing where what was wrong does not happen again.
  std::optional<Finding> Found;
};

/// A script of a few steps on a few lines that shows the same kind of finding
/// as this one at its end; as small as it gets in `Seconds`.
Shrunk shrink(EditScript Script, const ServerOptions &Options,
              const std::string &Kind, unsigned Document, unsigned Seconds);

/// The script without some of its steps, and without some bytes of the text
/// that the step `Opened` has; edits go where they went.
EditScript rebase(const EditScript &Script, const std::vector<bool> &Kept,
                  size_t Opened = 0, lsp::ByteRange Cut = {});

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_SHRINKER_H
