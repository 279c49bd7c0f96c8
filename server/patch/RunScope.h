//===- RunScope.h - The values that a run may use ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_RUNSCOPE_H
#define NOISY_SERVER_PATCH_RUNSCOPE_H

#include "mlir/IR/Dominance.h"
#include "server/patch/OperationRun.h"
#include "server/patch/SectionOrder.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::noisy::lsp {

/// Finds what names of values mean in a run of a function: those of the regions
/// around it that are defined on every way to it, and those that its block
/// defines behind it.
class RunScope {
public:
  /// `Values` are those of the section, by number; those from `FirstValue` up
  /// to, not including, `EndValue` are defined in the run, which begins with
  /// `First`.
  RunScope(const Section &Data, llvm::ArrayRef<Value> Values,
           const SectionOrder &Order, Operation *First,
           Section::Index FirstValue, Section::Index EndValue)
      : Data(Data), Values(Values), Order(Order), First(First),
        FirstValue(FirstValue), EndValue(EndValue) {}

  /// Adds the values with a name that the run has. `Candidates` are the first
  /// ones of all groups with this name; `MayDefine` is true if the run may
  /// define it, too. Returns false if it is not certain which of them it means.
  bool add(llvm::StringRef Name, llvm::ArrayRef<Value> Candidates,
           bool MayDefine);

  /// What was added, and the numbers of the values.
  llvm::ArrayRef<OuterGroup> groups() const { return Groups; }
  llvm::ArrayRef<Section::Index> numbers() const { return Numbers; }
  /// True if a name also means values out of scope.
  bool isHidden(llvm::StringRef Name) const {
    return HiddenNames.contains(Name);
  }

private:
  bool isDefinedBefore(Value V);
  void addGroup(llvm::StringRef Name, Section::Index First, bool IsLater);

  const Section &Data;
  llvm::ArrayRef<Value> Values;
  const SectionOrder &Order;
  Operation *First;
  Section::Index FirstValue, EndValue;
  DominanceInfo Dominance;
  std::vector<OuterGroup> Groups;
  std::vector<Section::Index> Numbers;
  llvm::StringSet<> HiddenNames;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_RUNSCOPE_H
