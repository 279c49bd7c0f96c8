//===- NameExtents.h - The extents of value names ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_RENAME_NAMEEXTENTS_H
#define NOISY_SERVER_FEATURES_RENAME_NAMEEXTENTS_H

#include "server/snapshot/Section.h"
#include <vector>

namespace mlir::noisy::lsp {

/// The range of a section's text in which a name stands for a value or for a
/// group of results.
///
/// It begins with the first use or definition of the name: blocks may use
/// values that are defined further down. A definition of results counts at the
/// end of their operation, where MLIR's parser makes it known; so `%a = scf.if
/// ... { %a = ... }` are two values. It ends with the region that defines it.
///
/// If the extents of two values share a byte, nested or not, MLIR refuses that
/// they have one name, or confuses them. Operations that are isolated from
/// above are no exception: for the parser of nearly all of them the names
/// around are taken.
struct NameExtent {
  /// The first value of the group (Section::Value::Group).
  Section::Index Group = Section::None;
  /// The first byte; both ends are included.
  size_t First = 0;
  size_t Last = 0;
  /// The value is defined outside of all operations of the section, so that its
  /// extent goes on after `Last`, to the end of the section's container.
  bool IsOpen = false;
};

/// Returns the extents of all values with this name, with its %, in a section,
/// in the order of the values. Linear; unnamed values have none.
std::vector<NameExtent> findNameExtents(const Section &Data,
                                        llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_RENAME_NAMEEXTENTS_H
