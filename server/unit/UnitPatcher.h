//===- UnitPatcher.h - One step of a unit's patch ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UNIT_UNITPATCHER_H
#define NOISY_SERVER_UNIT_UNITPATCHER_H

#include "server/unit/Unit.h"

namespace mlir::noisy::lsp {

/// A change of a few operations of a unit, which are parsed without the rest.
/// On the thread of the builds.
class UnitPatcher {
public:
  /// An edit. Both units' texts outlive this.
  UnitPatcher(Unit &Old, const UnitText &New, TextChange Change);
  /// Parses an operation again, as FunctionEdit does.
  UnitPatcher(Unit &Old, const UnitText &New, TextChange Change,
              const llvm::StringSet<> &Hidden);

  static bool canPatch(Unit &Old);
  /// Parses the changed operations. Returns false if more is needed. A crash of
  /// MLIR marks the generation.
  bool parse(const std::string &FileName);
  /// The change; before `apply`.
  UnitChange difference() const;
  /// Replaces the operations in the IR of the old unit, and makes the section.
  void apply(const std::shared_ptr<const void> &TextOwner);
  const FunctionEdit &edit() const { return Edit; }

private:
  static FunctionState stateOf(const Unit &Old, const UnitText &New);
  static void prepare(Unit &Old);
  void replaceSymbolUsers();

  Unit &Old;
  const Section &Data;
  FunctionEdit Edit;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UNIT_UNITPATCHER_H
