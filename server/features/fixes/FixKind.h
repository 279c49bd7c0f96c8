//===- FixKind.h - Kinds of fixes -------------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_FIXKIND_H
#define NOISY_SERVER_FEATURES_FIXES_FIXKIND_H

#include "mlir/IR/DialectRegistry.h"
#include "server/features/fixes/Fix.h"
#include "server/features/noise/GraphPart.h"
#include "server/settings/Settings.h"
#include "server/snapshot/Problem.h"
#include "server/text/Refusal.h"
#include "server/text/Text.h"
#include <functional>
#include <memory>
#include <optional>

namespace mlir::noisy::lsp {

class FixKind;
class FixOffers;

/// The input of a fix.
struct FixTask {
  const FixKind *Kind = nullptr;
  Text Contents;
  /// A byte of the code to fix.
  size_t Offset = 0;
  Settings Options;
  /// The dialects; outlive the task. Their noise model is that of `Options`.
  const DialectRegistry *Registry = nullptr;
  /// The part of the function's graph that is requested, if any.
  std::optional<GraphPart> Graph = std::nullopt;
  /// A fix of `Contents` that was applied already; the new one is to take its
  /// place if it costs less (improveFix).
  std::shared_ptr<const Fix> Applied = nullptr;
};

/// Receives the progress in a few words: "12 reductions, at least 10 (gap 20
/// %)". Called on the thread that computes.
using ReportHandler = std::function<void(std::string)>;

/// How those who want a fix follow its computation, and end it. Any of these
/// may be null; all are called on the thread that computes.
struct FixControl {
  /// True if nobody needs the fix any more.
  std::function<bool()> IsCancelled;
  /// True if the user does not want to wait any longer: the best so far is the
  /// fix.
  std::function<bool()> IsStopped;
  /// Called once there is something that a stop would keep.
  std::function<void()> OnChoice;
  /// The receiver of the progress.
  ReportHandler Report;

  bool isCancelled() const { return IsCancelled && IsCancelled(); }
  bool isStopped() const { return IsStopped && IsStopped(); }
};

/// The resources for computing a fix.
struct FixTools {
  /// The path of the optimizer's worker (see CoverOptions::WorkerPath).
  std::string WorkerPath;
  FixControl Control;
};

/// A kind of fix: its name, its offers, and its computation. Each kind is one
/// object in a file of its own, with a row in `allFixKinds` (CodeActions.cpp).
///
/// All functions may be called on any thread.
class FixKind {
public:
  FixKind(const char *Id, const char *Title) : Id(Id), Title(Title) {}
  FixKind(const FixKind &) = delete;
  FixKind &operator=(const FixKind &) = delete;
  virtual ~FixKind() = default;

  /// The id in JSON: "removeReduction".
  const char *id() const { return Id; }
  /// The title in menus, and of the progress until that has a better one.
  const char *title() const { return Title; }

  /// True if it fixes a document as a whole: it can be computed for a newer
  /// text than the one in which it was offered.
  virtual bool isOfDocument() const { return false; }

  /// True if it may fix problems with this code (Problem::Code).
  virtual bool fixes(llvm::StringRef Code) const { return false; }

  /// True if editors may take it for the fix of a problem that it `fixes`.
  virtual bool isPreferred() const { return true; }

  /// Adds fixes for the problems in the request: by default one for each
  /// problem that it `fixes`.
  virtual void offerQuickFixes(FixOffers &Offers) const;
  /// Adds rewrites of correct code at the place of the request.
  virtual void offerRewrites(FixOffers &Offers) const {}
  /// Adds a fix for the whole document, as on save.
  virtual void offerFixAll(FixOffers &Offers) const {}

  /// Computes the fix; refuses if it turns out to be impossible. Called on a
  /// thread that may block.
  virtual llvm::Expected<Fix> compute(const FixTask &Task,
                                      const FixTools &Tools) const = 0;

private:
  const char *const Id;
  const char *const Title;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXKIND_H
