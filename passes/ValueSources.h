//===- ValueSources.h - The values that a value comes from -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_VALUESOURCES_H
#define NOISY_PASSES_VALUESOURCES_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::noisy {
class MemoryFlow;

/// For each value those that it is computed from directly, or that control
/// flow, calls and memory pass to it, in sight.
class ValueSources {
public:
  ValueSources(Operation *root, SymbolTableCollection &symbols,
               MemoryFlow &memory);

  ArrayRef<Value> get(Value value) const;

  /// A value, and all that it comes from.
  llvm::SetVector<Value> findAll(Value value) const;

private:
  void add(Value target, Value source);

  llvm::DenseMap<Value, SmallVector<Value, 2>> sources;
};

} // namespace mlir::noisy

#endif // NOISY_PASSES_VALUESOURCES_H
