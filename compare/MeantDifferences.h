//===- MeantDifferences.h - Intended differences ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_COMPARE_MEANTDIFFERENCES_H
#define NOISY_COMPARE_MEANTDIFFERENCES_H

#include "compare/Differences.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Regex.h"
#include <memory>
#include <string>

namespace mlir::noisy::compare {

/// The list of intended differences, each with its reason. A line of it:
///
///     KIND | FILE | MESSAGE | REASON
///
/// KIND is the name of a kind, or `*`; FILE a glob for the whole path (`*` is
/// any characters); MESSAGE an extended regular expression for a part of the
/// message. Lines that begin with `#` are comments.
class MeantDifferences {
public:
  /// Parses the list; fails with the first line that is not of this form.
  static llvm::Expected<MeantDifferences> parse(llvm::StringRef List);

  bool contains(llvm::StringRef File, const Difference &Diff) const;

private:
  struct Entry {
    /// The kind; nullopt matches any.
    std::optional<DifferenceKind> Kind;
    llvm::GlobPattern File;
    llvm::Regex Message;
  };
  /// The list, which the globs refer to.
  std::shared_ptr<const std::string> Text;
  std::vector<Entry> Entries;
};

} // namespace mlir::noisy::compare

#endif // NOISY_COMPARE_MEANTDIFFERENCES_H
