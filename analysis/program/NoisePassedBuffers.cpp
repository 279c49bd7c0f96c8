//===- NoisePassedBuffers.cpp - What calls pass in buffers ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that follows buffers through calls: what
// is in one is an argument of the function that gets it, and a result of the
// call.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/FlowTargets.h"
#include "analysis/program/NoiseMemory.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// The slot with what is in a buffer when its function, which gets it as an
/// argument, begins.
Slot NoiseProgram::Builder::Memory::getPassedSlot(BlockArgument argument) {
  auto [entry, isNew] = builder.passedSlots.try_emplace(argument, 0);
  if (isNew) {
    const BufferUses &uses = builder.flows.getBufferUses(argument);
    entry->second = builder.addMemorySlot(
        load, builder.getPlaceIn(uses.getParentOp()), &uses);
    passedArguments.push_back({argument, load});
  }
  return entry->second;
}

/// Finds what each call passes for an argument.
void NoiseProgram::Builder::Memory::setPassed(BlockArgument argument) {
  for (CallOpInterface call : getFlow().getCalls(argument)) {
    if (!builder.flows.isLive(call->getBlock()))
      continue;
    const BufferUses &uses = builder.flows.getBufferUses(
        call.getArgOperands()[argument.getArgNumber()]);
    Slots slots;
    collect(BufferCell::getAny(uses), call, slots);
    builder.passedByCall[{call, argument}] =
        makeJoin(slots, builder.getPlaceOf(call), uses);
  }
}

/// Finds what is in a buffer, which a function gets as an argument, when it
/// returns.
void NoiseProgram::Builder::Memory::setReturned(BlockArgument argument) {
  const BufferUses &uses = builder.flows.getBufferUses(argument);
  Slots slots;
  for (Block &block : *argument.getOwner()->getParent())
    if (!block.empty() && isRegionEnd(&block.back()) &&
        builder.flows.isLive(&block))
      collect(BufferCell::getAny(uses), &block.back(), slots);
  builder.returnedInBuffer[argument] =
      makeJoin(slots, builder.getPlaceIn(uses.getParentOp()), uses);
}

/// The slot with what a call leaves in a buffer that it passes.
Slot NoiseProgram::Builder::Memory::getSlotBehind(CallOpInterface call,
                                                  BlockArgument argument,
                                                  const BufferUses &uses) {
  auto [entry, isNew] =
      builder.slotsBehindCalls.try_emplace({call, argument}, 0);
  if (!isNew)
    return entry->second;
  Slot slot = builder.addMemorySlot(load, builder.getPlaceOf(call), &uses);
  entry->second = slot;
  if (builder.returnedInBuffer.try_emplace(argument, 0).second)
    returnedArguments.push_back({argument, load});
  return slot;
}

/// Connects calls with what functions get and leave in buffers, of functions
/// that are not run for each call.
void NoiseProgram::Builder::joinPassedBuffers() {
  for (auto [argument, slot] : passedSlots) {
    unsigned callee = findCallable(argument.getOwner()->getParentOp());
    if (functionOf[callee])
      continue;
    SmallVector<Slot, 4> &slots = extraJoins[slot];
    for (CallOpInterface call : flows.getMemory().getCalls(argument))
      if (auto passed = passedByCall.find({call, argument});
          passed != passedByCall.end())
        slots.push_back(passed->second);
  }
  for (auto &[place, slot] : slotsBehindCalls)
    if (!functionOf[findCallable(place.second.getOwner()->getParentOp())])
      extraJoins[slot] = {returnedInBuffer.lookup(place.second)};
}
