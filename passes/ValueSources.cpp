//===- ValueSources.cpp - The values that a value comes from --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ValueSources.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/memory/MemoryFlow.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

void ValueSources::add(Value target, Value source) {
  SmallVector<Value, 2> &known = sources[target];
  if (!llvm::is_contained(known, source))
    known.push_back(source);
}

ValueSources::ValueSources(Operation *root, SymbolTableCollection &symbols,
                           MemoryFlow &memory) {
  root->walk([&](Operation *op) {
    if (std::optional<LoadedValues> loaded = memory.getLoaded(op)) {
      for (Value source : loaded->inputs)
        add(op->getResult(0), source);
      return;
    }
    for (OpOperand &operand : op->getOpOperands())
      forEachTarget(operand, symbols,
                    [&](Value target) { add(target, operand.get()); });
    auto call = dyn_cast<CallOpInterface>(op);
    Region *body = call ? getCalledRegion(call, symbols) : nullptr;
    auto callable =
        body ? dyn_cast<CallableOpInterface>(body->getParentOp()) : nullptr;
    if (!callable)
      return;
    for (Block &block : *body) {
      Operation *end = block.empty() ? nullptr : &block.back();
      if (end && isRegionEnd(end) && isKnownReturn(end, callable))
        for (auto [result, returned] :
             llvm::zip(op->getResults(), end->getOperands()))
          add(result, returned);
    }
  });
}

ArrayRef<Value> ValueSources::get(Value value) const {
  auto entry = sources.find(value);
  if (entry == sources.end())
    return {};
  return entry->second;
}

llvm::SetVector<Value> ValueSources::findAll(Value value) const {
  llvm::SetVector<Value> all;
  all.insert(value);
  for (size_t i = 0; i < all.size(); ++i)
    for (Value source : get(all[i]))
      all.insert(source);
  return all;
}
