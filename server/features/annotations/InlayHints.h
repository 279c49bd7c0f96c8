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

/// What is shown behind the name of a value where it is defined.
struct ValueHint {
  /// The name: `%a`, and of several results all of `%r:2`.
  ByteRange Where;
  /// A few characters: "24/26", "over: 48/26", "[0, 63]"; of several results
  /// one after the other, "12/26, -".
  std::string Label;
  /// The whole story in plain text, a line each.
  std::string Tooltip;

  friend bool operator==(const ValueHint &, const ValueHint &) = default;
};

/// The hints that touch `Visible`, in the order of the text. Where all noise is
/// shown, every encrypted value has one that can ever be reached: what is not
/// known is said to be so. The time depends on what is visible.
std::vector<ValueHint> findInlayHints(const Snapshot &State, ByteRange Visible,
                                      const Settings &Options);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_INLAYHINTS_H
