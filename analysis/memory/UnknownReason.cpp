//===- UnknownReason.cpp - The reason for unknown noise -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/UnknownReason.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/flow/FunctionUses.h"
#include "analysis/memory/BufferUses.h"
#include "analysis/memory/OverwrittenValues.h"
#include "dialect/RuledDialects.h"
#include "dialect/StatedLevels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

/// Why a buffer is not followed into the function that it is passed to: ",
/// which has no body"; empty if that function does not show it.
static llvm::StringRef describeCallee(Operation *call, SymbolRefAttr name,
                                      Value buffer) {
  if (llvm::count_if(call->getOperands(), [&](Value operand) {
        return getViewedBuffer(operand) == buffer;
      }) > 1)
    return " twice, so that one write changes both arguments";
  auto callee = dyn_cast_or_null<FunctionOpInterface>(
      SymbolTable::lookupNearestSymbolFrom(call, name));
  if (!callee)
    return "";
  if (callee.isExternal())
    return ", which has no body";
  return callee.isPrivate() ? "" : ", which is not private";
}

/// "is passed to @f": what an operation does with a buffer that it lets escape.
static std::string describeEscape(Operation *op, Value buffer) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto callable = dyn_cast_or_null<CallableOpInterface>(op->getParentOp());
  if (SymbolRefAttr callee = FunctionUses::getCalleeName(op))
    os << "is passed to " << callee << describeCallee(op, callee, buffer);
  else if (callable && isRegionEnd(op))
    os << "is returned";
  else
    os << "is used by '" << op->getName() << "', which is not followed";
  return text;
}

/// "is not allocated in this function", or what makes it one of several
/// buffers.
static std::string describeOrigin(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  Operation *op = buffer.getDefiningOp();
  bool isMerged =
      op ? isa<arith::SelectOp, RegionBranchOpInterface>(op)
         : !isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) ||
               !argument.getOwner()->isEntryBlock();
  if (!isMerged)
    return "is not allocated in this function";
  if (op)
    return ("may be one of several buffers, a result of '" +
            op->getName().getStringRef() + "'")
        .str();
  return "may be one of several buffers, an argument of a block or loop";
}

static bool isOverwrittenByRule(Operation *op) {
  const NoiseRule *rule = getNoiseRule(op);
  return rule && rule->overwrites;
}

static std::string describeOverwriting(const UnknownReason &reason,
                                       ValueNamer name) {
  std::string value = name(reason.buffer);
  if (SymbolRefAttr callee = FunctionUses::getCalleeName(reason.place))
    return "@" + callee.getLeafReference().str() +
           ", which has no body, may "
           "overwrite " +
           value;
  std::string op = "'" + reason.place->getName().getStringRef().str() + "'";
  if (isOverwrittenByRule(reason.place))
    return op + " overwrites " + value;
  return op + " may overwrite " + value +
         (getNoiseRule(reason.place) ? ": its rule is 'unknown'"
                                     : ": no rule says what it does");
}

/// "@f": the function that an operation is in, or is.
static std::string describeFunction(Operation *op) {
  auto callable = dyn_cast<CallableOpInterface>(op);
  if (!callable)
    callable = op->getParentOfType<CallableOpInterface>();
  auto symbol = dyn_cast_or_null<SymbolOpInterface>(callable.getOperation());
  return symbol ? ("@" + symbol.getName()).str() : "a function";
}

std::string mlir::noisy::describeReason(const UnknownReason &reason,
                                        ValueNamer name) {
  if (reason.kind == UnknownReason::Units)
    return "it comes from a function whose noise model counts in other units; "
           "give both the same 'unit', or declare 'noisy.bound'";
  if (reason.kind == UnknownReason::Level)
    return describeUnknownLevel(NoiseModel::get(reason.place));
  if (isOverwritten(reason))
    return describeOverwriting(reason, name);
  std::string buffer = "the buffer " + name(reason.buffer);
  switch (reason.kind) {
  case UnknownReason::OutOfSight:
    return buffer + " " + describeOrigin(reason.buffer);
  case UnknownReason::Escape:
    return buffer + " " + describeEscape(reason.place, reason.buffer);
  case UnknownReason::Unwritten:
    return reason.place ? "not all of " + buffer +
                              " that is copied is known to be "
                              "written before"
                        : "this element of " + buffer +
                              " is not known to be written "
                              "before";
  case UnknownReason::Unfilled:
    return "not all of its elements are known to be written before '" +
           reason.place->getName().getStringRef().str() + "' reads them";
  case UnknownReason::Iterations:
    return buffer + " keeps what earlier iterations of a loop stored; pass it "
                    "on as a value of the loop";
  case UnknownReason::Calls:
    return buffer + " may hold what was stored in any call of " +
           describeFunction(reason.place) +
           "; pass the value on as an argument or a result";
  case UnknownReason::TooMany:
    return buffer + " has too many loads and stores, or is passed on by too "
                    "many functions";
  case UnknownReason::Units:
  case UnknownReason::Level:
    break; // above
  }
  llvm_unreachable("all kinds are handled");
}

std::string mlir::noisy::describeReasonPlace(const UnknownReason &reason,
                                             ValueNamer name) {
  std::string buffer = reason.buffer ? name(reason.buffer) : "";
  if (isOverwritten(reason))
    return buffer + (isOverwrittenByRule(reason.place)
                         ? " is overwritten here"
                         : " may be overwritten here");
  switch (reason.kind) {
  case UnknownReason::Escape:
    return buffer + " " + describeEscape(reason.place, reason.buffer);
  case UnknownReason::Unwritten:
    return buffer + " is copied here";
  case UnknownReason::Unfilled:
    return "elements of " + buffer + " are read here";
  case UnknownReason::Iterations:
    return buffer + " is written in the loop here";
  case UnknownReason::Calls:
    return buffer + " may hold what is stored here, in any call of " +
           describeFunction(reason.place);
  case UnknownReason::Level:
    return "the noise model is that of " + describeFunction(reason.place);
  case UnknownReason::OutOfSight:
  case UnknownReason::TooMany:
  case UnknownReason::Units:
    break;
  }
  return buffer + " comes from here";
}
