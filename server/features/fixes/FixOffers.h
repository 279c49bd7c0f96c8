//===- FixOffers.h - The offered fixes at a place ---------------*- C++ -*-===//
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
  FixAll,   ///< Fixes all problems of the document, as on save.
  /// Makes all of the document simpler that can be, as on save.
  SimplifyAll
};

/// A fix that may help at a place. Offers are cheap; the fix is computed when
/// the user chooses it, and may then turn out to be impossible.
struct OfferedFix {
  FixGroup Group = FixGroup::QuickFix;
  const FixKind *Kind = nullptr;
  /// The title in a menu.
  std::string Title;
  /// A byte of the code to fix, in the snapshot's text.
  size_t Place = 0;
  /// The problems that it fixes, in the order of the text; ranges are those of
  /// the text.
  std::vector<Problem> Problems;
  /// The default fix, which a single key applies.
  bool IsPreferred = false;
  /// The reason why the fix is not possible now; empty if it is.
  std::string Refusal;
  /// The sort key of quick fixes, before the order of their kinds: the number
  /// of the problem, from 1; 0 if the fix is for several.
  size_t Rank = 0;
};

/// The requested kinds of fixes.
struct FixFilter {
  bool QuickFixes = true;
  bool Rewrites = true;
  /// Fixes of the whole document, which menus get only on request.
  bool FixAll = false, SimplifyAll = false;
  /// The request follows the cursor, not the user's command: then fixes are
  /// only listed for problems, and without refused ones.
  bool IsAutomatic = false;
  /// True if findings about integers are shown and may be fixed.
  bool Ranges = true;
  /// True if, among them, operations that could be unsigned are shown.
  bool Unsigned = false;
  /// True if computations that could have less noise are shown.
  bool LessNoise = true;
  /// True if fixes may remove existing reductions.
  bool RemoveExisting = false;
};

/// The maximum number of problems in a selection that get fixes.
inline constexpr size_t MaxFixedProblems = 100;

/// Collects the fixes that the kinds offer for one cursor or selection. An
/// overflow is at a cursor anywhere in the lines of its operation, unless
/// another one is at the cursor itself; and on request also in the line of a
/// value that depends on one in its function.
class FixOffers {
public:
  FixOffers(const Snapshot &State, ByteRange Selection,
            const FixFilter &Filter);

  const Snapshot &state() const { return State; }
  const FixFilter &filter() const { return Filter; }
  ByteRange selection() const { return Selection; }

  /// Visits the problems to fix: those at the selection that are shown, with
  /// the rank of a fix for each.
  void forEachProblem(
      llvm::function_ref<void(const Snapshot::Part &, const Problem &, size_t)>
          Visit) const;

  /// True if a problem that is shown, anywhere in the document, has a code for
  /// which `Wants` is true.
  bool isAnywhere(llvm::function_ref<bool(llvm::StringRef)> Wants) const;

  OfferedFix &add(FixGroup Group, const FixKind &Kind, std::string Title,
                  size_t Place, std::string Refusal = "");
  bool has(const FixKind &Kind) const;
  bool empty() const { return Offers.empty(); }
  std::vector<OfferedFix> take() { return std::move(Offers); }

  /// Returns the reason why a chunk cannot be fixed; empty if it can.
  const std::string &refusalIn(uint32_t Chunk);
  /// Returns the innermost operation at a byte of the text.
  OperationRef operationAt(size_t Offset) const;
  /// Returns the innermost function around the byte.
  OperationRef functionAt(size_t Offset) const {
    return operationAt(Offset).function();
  }

private:
  bool isShown(const Problem &Issue) const;
  /// Adds the shown problems that touch `Window`.
  void addProblems(ByteRange Window,
                   llvm::function_ref<bool(const Problem &)> Wants);
  /// The operation with the first byte of code in the line at `Offset`.
  OperationRef firstInLine(size_t Offset) const;
  /// The line at `Offset`, with the others of the operation that it belongs to,
  /// without those of its regions.
  ByteRange linesOfOperationAt(size_t Offset) const;

  const Snapshot &State;
  const ByteRange Selection;
  const FixFilter Filter;
  struct ShownProblem {
    const Snapshot::Part *Part;
    Problem Issue;
  };
  std::vector<ShownProblem> Problems;
  std::vector<OfferedFix> Offers;
  std::map<uint32_t, std::string> Refusals;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXOFFERS_H
