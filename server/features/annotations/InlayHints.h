//===- InlayHints.h - The noise beside the values ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_INLAYHINTS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_INLAYHINTS_H

#include "server/settings/Settings.h"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// A hint after the name of a value where it is defined.
struct ValueHint {
  /// The name: `%a`; for several results the whole `%r:2`.
  ByteRange Range;
  /// A few characters: "24/26", "48/26 !" over the limit, "-" if it
  /// depends on what is over it, "[0, 63]"; for several results
  /// one after the other, "12/26, -".
  std::string Label;
  /// All facts in plain text, a line each.
  std::string Tooltip;

  friend bool operator==(const ValueHint &, const ValueHint &) = default;
};

/// Returns the hints that touch `Visible`, in the order of the text. If all
/// noise is shown, every encrypted value that can be reached has one, also if
/// its noise is unknown. The time depends on the visible range.
std::vector<ValueHint> findInlayHints(const Snapshot &State, ByteRange Visible,
                                      const Settings &Options);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_INLAYHINTS_H
