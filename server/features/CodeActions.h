//===- CodeActions.h - What can be mended at a place ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_CODEACTIONS_H
#define NOISY_SERVER_FEATURES_CODEACTIONS_H

#include "server/document/Snapshot.h"
#include "server/features/Fix.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy::lsp {

/// A fix that may help at a place. It is cheap to offer, and computed when it
/// is chosen; only then it is known whether it can be done.
struct OfferedFix {
  enum class Group {
    QuickFix, ///< Mends problems.
    Rewrite,  ///< Changes what is not wrong.
    FixAll    ///< Mends all problems of the document, as on save.
  };
  Group In = Group::QuickFix;
  FixKind Kind = FixKind::ReduceChunk;
  /// What it is called in a menu.
  std::string Title;
  /// A byte of what it is about, of the snapshot's text.
  size_t Place = 0;
  /// What it mends, in the order of the text; ranges are those of the text.
  std::vector<Problem> Mends;
  /// The one to take when only one key is pressed.
  bool IsPreferred = false;
  /// Why it cannot be had as things are; empty when it can.
  std::string Refused;
};

/// Which fixes are asked for.
struct FixFilter {
  bool QuickFixes = true;
  bool Rewrites = true;
  /// These are not for menus that nobody asked for.
  bool FixAll = false;
  /// Nobody asked, the cursor is just there: then there is something only where
  /// there is something to mend, and nothing that is refused.
  bool IsAutomatic = false;
  /// Whether findings about integers are shown, and so may be mended.
  bool Ranges = true;
};

/// So many problems of a selection are looked at; nobody reads more.
inline constexpr size_t MaxMended = 100;

/// What can be mended where `Asked` is, a cursor or a selection. What is in the
/// function there comes before what is in the whole document. Takes some
/// milliseconds in large documents, most of them to see whether something else
/// is broken.
std::vector<OfferedFix> listFixes(const Snapshot &State, ByteRange Asked,
                                  const FixFilter &Wanted);

/// The fixes that there are for a problem with this code (Problem::Code), which
/// may be about something that could go; empty when there is none.
std::vector<FixKind> fixesFor(llvm::StringRef Code, bool IsUnnecessary);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_CODEACTIONS_H
