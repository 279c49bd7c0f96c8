//===- Hover.h - The noise of the value under the cursor --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_H
#define NOISY_SERVER_FEATURES_HOVER_H

#include "server/document/Snapshot.h"
#include "server/protocol/Lsp.h"
#include <optional>

namespace mlir::noisy::lsp {

/// What a hover tells of the noise of a value; how it looks is `render`'s.
struct NoiseHover {
  /// Bytes of the text that it is about.
  ByteRange Where;
  std::string Name;
  NoiseBound Bound;
  uint32_t Limit = 0;
  /// "24 = 12 + 12"; only the number where there is no sum.
  std::string Equation;
  /// What the bound rests on, a sentence each.
  std::vector<std::string> Remarks;
  /// Whether something that it depends on is broken.
  bool Spoiled = false;
  /// Whether the text was edited since.
  bool Stale = false;

  std::string render(MarkupKind Kind) const;
};

/// The noise of the value at the byte `Offset` of the snapshot's text; nothing
/// when there is none.
std::optional<NoiseHover> getNoiseHover(const Snapshot &State, size_t Offset);

/// Text from a document, so that Markdown shows it as it is.
std::string escapeMarkdown(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_H
