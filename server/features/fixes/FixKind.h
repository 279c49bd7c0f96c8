//===- FixKind.h - What can be fixed, and how -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_FIXKIND_H
#define NOISY_SERVER_FEATURES_FIXES_FIXKIND_H

#include "mlir/IR/DialectRegistry.h"
#include "server/features/fixes/Fix.h"
#include "server/settings/Settings.h"
#include "server/snapshot/Problem.h"
#include "server/text/Text.h"
#include <functional>
#include <optional>

namespace mlir::noisy::lsp {

class FixKind;
class FixOffers;

/// What a fix is computed from.
struct FixTask {
  const FixKind *Kind = nullptr;
  Text Contents;
  /// A byte of what it is about.
  size_t Offset = 0;
  Settings Options;
  /// Outlives the task; its noise model is that of `Options`.
  const DialectRegistry *Registry = nullptr;
  /// Where the graph of the function is wanted as well: its most nodes.
  std::optional<size_t> GraphNodes = std::nullopt;
};

/// Takes what is being done, in a few words: "12 reductions, at least 10 (gap
/// 20 %)". On the thread that computes.
using ReportHandler = std::function<void(std::string)>;

/// What the computation of a fix may use.
struct FixTools {
  /// Of the optimizer (see CoverOptions::WorkerPath).
  std::string WorkerPath;
  /// Whether nobody waits for the fix any more.
  std::function<bool()> Cancelled;
  /// May be null.
  ReportHandler Report;
};

/// A kind of fix: what it is called, where it is offered, and how it is
/// computed. There is one object of each, in a file of its own, and a row in
/// `allFixKinds` (CodeActions.cpp).
///
/// All functions are for any thread.
class FixKind {
public:
  FixKind(const char *Id, const char *Title) : Id(Id), Title(Title) {}
  FixKind(const FixKind &) = delete;
  FixKind &operator=(const FixKind &) = delete;
  virtual ~FixKind() = default;

  /// In JSON: "removeReduction".
  const char *id() const { return Id; }
  /// In menus, and of its progress, where nothing more is known.
  const char *title() const { return Title; }

  /// Whether it may fix problems with this code (Problem::Code).
  virtual bool fixes(llvm::StringRef Code) const { return false; }

  /// Adds the fixes of the problems that are asked about: one for each that it
  /// `fixes`, unless the kind knows better.
  virtual void offerQuickFixes(FixOffers &Offers) const;
  /// Adds what changes the place that is asked about, which is not wrong.
  virtual void offerRewrites(FixOffers &Offers) const {}
  /// Adds what fixes all problems of a document, as on save.
  virtual void offerFixAll(FixOffers &Offers) const {}

  /// Computes the fix. What was asked for may turn out not to be possible: then
  /// there are no edits, and the message has the reason. On a thread that can
  /// wait.
  virtual Fix compute(const FixTask &Task, const FixTools &Tools) const = 0;

private:
  const char *const Id;
  const char *const Title;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXKIND_H
