//===- FixOffers.h - The fixes that are offered at a place ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_FIXOFFERS_H
#define NOISY_SERVER_FEATURES_FIXES_FIXOFFERS_H

#include "server/features/fixes/FixKind.h"
#include "server/snapshot/Snapshot.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace mlir::noisy::lsp {

enum class FixGroup {
  QuickFix, ///< Fixes problems.
  Rewrite,  ///< Changes what is not wrong.
  FixAll    ///< Fixes all problems of the document, as on save.
};

/// A fix that may help at a place. It is cheap to offer, and computed when it
/// is chosen; only then it is known whether it can be done.
struct OfferedFix {
  FixGroup Group = FixGroup::QuickFix;
  const FixKind *Kind = nullptr;
  /// What it is called in a menu.
  std::string Title;
  /// A byte of what it is about, of the snapshot's text.
  size_t Place = 0;
  /// What it fixes, in the order of the text; ranges are those of the text.
  std::vector<Problem> Problems;
  /// The one to take when only one key is pressed.
  bool IsPreferred = false;
  /// Why it cannot be had as things are; empty when it can.
  std::string Refusal;
  /// Quick fixes are listed by this, and in the order of their kinds: the
  /// number of the problem, from 1; 0 where it fixes several.
  size_t Rank = 0;
};

/// Which fixes are asked for.
struct FixFilter {
  bool QuickFixes = true;
  bool Rewrites = true;
  /// These are not for menus that nobody asked for.
  bool FixAll = false;
  /// Nobody asked, the cursor is just there: then there is something only where
  /// there is something to fix, and nothing that is refused.
  bool IsAutomatic = false;
  /// Whether findings about integers are shown, and so may be fixed.
  bool Ranges = true;
};

/// So many problems of a selection are looked at; nobody reads more.
inline constexpr size_t MaxFixedProblems = 100;

/// The fixes that the kinds offer for one cursor or selection.
class FixOffers {
public:
  FixOffers(const Snapshot &State, ByteRange Selection,
            const FixFilter &Filter);

  const Snapshot &state() const { return State; }
  ByteRange selection() const { return Selection; }

  /// What there is to fix: the problems at the selection that are shown, with
  /// the rank for a fix of each.
  void forEachProblem(
      llvm::function_ref<void(const Snapshot::Part &, const Problem &, size_t)>
          Visit) const;

  OfferedFix &add(FixGroup Group, const FixKind &Kind, std::string Title,
                  size_t Place, std::string Refusal = "");
  bool has(const FixKind &Kind) const;
  bool empty() const { return Offers.empty(); }
  std::vector<OfferedFix> take() { return std::move(Offers); }

  /// Why no fix is to be had in a chunk; empty when there is no reason.
  const std::string &refusalIn(uint32_t Chunk);
  /// The innermost operation at a byte of the text.
  OperationRef operationAt(size_t Offset) const;
  /// The innermost function around the byte.
  OperationRef functionAt(size_t Offset) const {
    return operationAt(Offset).function();
  }

private:
  const Snapshot &State;
  const ByteRange Selection;
  struct ShownProblem {
    const Snapshot::Part *Part;
    Problem Found;
  };
  std::vector<ShownProblem> Problems;
  std::vector<OfferedFix> Offers;
  std::map<uint32_t, std::string> Refusals;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXOFFERS_H
