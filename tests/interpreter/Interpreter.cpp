//===- Interpreter.cpp - Runs a program, with actual noise ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/interpreter/Interpreter.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/SymbolTable.h"
#include "tests/interpreter/InterpreterMachine.h"

#include <cmath>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

APInt mlir::noisy::test::throwInteger(std::mt19937 &random, unsigned width) {
  if (width == 0)
    return APInt::getZeroWidth();
  auto randomBelow = [&](unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  };
  switch (randomBelow(10)) {
  case 0:
    return APInt::getAllOnes(width);
  case 1:
    return APInt::getSignedMinValue(width);
  case 2:
    return APInt::getSignedMaxValue(width);
  case 3: {
    APInt value(width, 0);
    for (unsigned bit = 0; bit < width; ++bit)
      value.setBitVal(bit, randomBelow(2));
    return value;
  }
  default:
    return APInt(64, randomBelow(10)).zextOrTrunc(width);
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Machine::define(Value value, RuntimeValue content) {
  content.forEachCipher([&](const Cipher &cipher) {
    if (cipher.noise > options.maxNoise)
      giveUp(RunEnd::Limit, value.getParentBlock()->getParentOp(),
             "more noise than anyone counts");
  });
  visit(value, content);
  (*frame)[value] = std::move(content);
}

void Machine::define(ValueRange values, ArrayRef<RuntimeValue> contents) {
  for (auto [value, content] : llvm::zip_equal(values, contents))
    define(value, content);
}

const RuntimeValue &Machine::get(Value value) {
  auto entry = frame->find(value);
  if (entry == frame->end())
    giveUp(RunEnd::UnknownOperation, value.getParentBlock()->getParentOp(),
           "uses a value from outside of the function, or before it is made");
  return entry->second;
}

Machine::Values Machine::get(ValueRange values) {
  Values contents;
  for (Value value : values)
    contents.push_back(get(value));
  return contents;
}

void Machine::step(Operation *op) {
  if (++steps > options.maxSteps)
    giveUp(RunEnd::Limit, op, "too many steps");
}

/// Any value of a type; encrypted ones with this much noise at most.
RuntimeValue Machine::throwValue(Operation *op, Type type, uint64_t maxNoise) {
  if (type.isIntOrIndex())
    return throwInteger(random, getWidth(type));
  if (isa<NoisyI32Type>(type)) {
    Cipher cipher{static_cast<uint32_t>(throwBelow(32)), throwNoise(maxNoise)};
    cipher.junk = cipher.noise > NoiseModel::get(op).max;
    return cipher;
  }
  if (auto tensorType = dyn_cast<RankedTensorType>(type)) {
    Elements elements;
    size_t count = 1;
    for (int64_t extent : tensorType.getShape()) {
      if (ShapedType::isDynamic(extent))
        extent = throwBelow(4);
      elements.shape.push_back(extent);
      count *= extent;
    }
    for (size_t i = 0; i < count; ++i)
      elements.values.push_back(
          throwValue(op, tensorType.getElementType(), maxNoise));
    return elements;
  }
  giveUp(RunEnd::UnknownOperation, op, "a value of an unknown type");
}

/// A value of more noise than any program makes, and of no meaning.
RuntimeValue Machine::throwJunk(Operation *op) {
  return Cipher{static_cast<uint32_t>(throwBelow(32)),
                NoiseModel::get(op).max + 1 + throwBelow(1000), /*junk=*/true};
}

//===----------------------------------------------------------------------===//
// Blocks and regions
//===----------------------------------------------------------------------===//

/// Where `terminator` goes on within its region, with the arguments that it
/// passes; null where the region ends.
Block *Machine::branch(Operation *terminator, Values &arguments) {
  auto go = [&](Block *target, ValueRange operands) {
    arguments = get(operands);
    return target;
  };
  if (auto br = dyn_cast<cf::BranchOp>(terminator))
    return go(br.getDest(), br.getDestOperands());
  if (auto br = dyn_cast<cf::CondBranchOp>(terminator))
    return get(br.getCondition()).integer().isZero()
               ? go(br.getFalseDest(), br.getFalseDestOperands())
               : go(br.getTrueDest(), br.getTrueDestOperands());
  if (auto br = dyn_cast<cf::SwitchOp>(terminator)) {
    const APInt &flag = get(br.getFlag()).integer();
    if (auto cases = br.getCaseValues())
      for (auto [i, value] : llvm::enumerate(cases->getValues<APInt>()))
        if (value == flag)
          return go(br.getCaseDestinations()[i], br.getCaseOperands(i));
    return go(br.getDefaultDestination(), br.getDefaultOperands());
  }
  if (terminator->getNumSuccessors() != 0)
    giveUp(RunEnd::UnknownOperation, terminator, "branches");
  return nullptr;
}

Machine::End Machine::runRegion(Region &region, Values arguments) {
  Block *block = &region.front();
  while (true) {
    define(block->getArguments(), arguments);
    for (Operation &op : block->without_terminator())
      run(&op);
    Operation *terminator = block->getTerminator();
    step(terminator);
    block = branch(terminator, arguments);
    if (!block)
      return {terminator, get(terminator->getOperands())};
  }
}

void Machine::run(Operation *op) {
  step(op);
  if (runStructured(op) || runCall(op))
    return;
  Values operands = get(op->getOperands());
  if (runNoise(op, operands))
    return;
  std::optional<RuntimeValue> result = evaluateInteger(op, operands);
  try {
    if (!result)
      result = evaluateShaped(op, operands);
  } catch (const ReadUnwritten &) {
    if (!options.readsJunk || !isa<NoisyI32Type>(op->getResult(0).getType()))
      throw;
    result = throwJunk(op);
  }
  if (!result)
    giveUp(RunEnd::UnknownOperation, op, "not known");
  if (op->getNumResults() == 1)
    define(op->getResult(0), *result);
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

bool Machine::runNoise(Operation *op, ArrayRef<RuntimeValue> operands) {
  NoiseModel model = NoiseModel::get(op);
  auto finish = [&](uint32_t plain, uint64_t maxNoise) {
    Cipher result{plain % 32, throwNoise(maxNoise)};
    result.junk = result.noise > model.max;
    for (const RuntimeValue &operand : operands)
      result.junk |= operand.isCipher() && operand.cipher().junk;
    if (result.junk)
      result.plain = throwBelow(32);
    define(op->getResult(0), result);
    return true;
  };
  auto lhs = [&] { return operands[0].cipher(); };
  auto rhs = [&] { return operands[1].cipher(); };
  // What operations do to noise, as the model says.
  auto combineTerms = [](NoiseTransfer transfer, uint64_t first,
                         uint64_t second) {
    int64_t most = 1;
    for (const NoiseTerm &term : transfer.getTerms())
      most = std::max(most, term.added + int64_t(term.lhs * first) +
                                int64_t(term.rhs * second));
    return uint64_t(most);
  };
  auto combine = [&](NoiseTransfer transfer) -> uint64_t {
    switch (transfer.form) {
    case NoiseTransfer::Form::Max:
      return transfer.added + std::max(lhs().noise, rhs().noise);
    case NoiseTransfer::Form::Sum:
      return transfer.added + lhs().noise + rhs().noise;
    case NoiseTransfer::Form::Terms:
      return combineTerms(transfer, lhs().noise, rhs().noise);
    }
    llvm_unreachable("all forms are handled");
  };

  if (isa<EncodeOp>(op))
    return finish(operands[0].integer().getZExtValue(), model.initial);
  if (isa<AddOp>(op))
    return finish(lhs().plain + rhs().plain, combine(model.add));
  if (isa<SubOp>(op))
    return finish(lhs().plain - rhs().plain, combine(model.sub));
  if (isa<MulOp>(op))
    return finish(lhs().plain * rhs().plain, combine(model.mul));
  if (isa<ReduceNoiseOp>(op))
    return finish(lhs().plain, model.getReduced());
  if (auto scale = dyn_cast<ScaleOp>(op)) {
    APInt factor(64, scale.getFactor());
    // The least n with |factor| <= 2^n.
    uint64_t bits = (factor.abs() - 1).getActiveBits();
    if (model.unit > 1)
      bits = static_cast<uint64_t>(std::ceil(
          std::log2(factor.abs().roundToDouble()) * model.unit - 1e-9));
    uint64_t noise =
        model.scale.form == NoiseTransfer::Form::Terms
            ? combineTerms(model.scale, lhs().noise, bits)
            : lhs().noise + model.scale.added +
                  (model.scale.form == NoiseTransfer::Form::Sum ? bits : 0);
    return finish(lhs().plain * factor.getLoBits(5).getZExtValue(), noise);
  }
  if (auto decode = dyn_cast<DecodeOp>(op)) {
    APInt plain(5, lhs().junk ? throwBelow(32) : lhs().plain);
    define(op->getResult(0), plain.trunc(getWidth(decode.getType())));
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The units that a contract of a function with the model of `op` states.
static std::optional<uint64_t> getStated(Operation *op, Attribute contract) {
  unsigned unit = NoiseModel::get(op).unit;
  if (auto bits = dyn_cast_or_null<IntegerAttr>(contract))
    return bits.getValue().getZExtValue() * unit;
  if (auto bits = dyn_cast_or_null<FloatAttr>(contract))
    return uint64_t(std::ceil(bits.getValueAsDouble() * unit - 1e-6));
  return std::nullopt;
}

void Machine::keepContract(Operation *op, Attribute contract,
                           const RuntimeValue &value) {
  std::optional<uint64_t> bound = getStated(op, contract);
  if (bound && value.isCipher() && value.cipher().noise > *bound)
    giveUp(RunEnd::BrokenContract, op, "more noise than declared");
}

/// The two ends of `noisy.range`, or none.
static std::optional<std::pair<int64_t, int64_t>> getRange(Attribute attr) {
  auto array = dyn_cast_or_null<ArrayAttr>(attr);
  if (!array || array.size() != 2)
    return std::nullopt;
  return std::pair(cast<IntegerAttr>(array[0]).getInt(),
                   cast<IntegerAttr>(array[1]).getInt());
}

void Machine::keepRange(Operation *op, Attribute attr,
                        const RuntimeValue &value) {
  auto range = getRange(attr);
  if (!range || !value.isInteger())
    return;
  // Unsigned numbers, unless one is negative.
  unsigned width = std::max(64u, value.integer().getBitWidth()) + 1;
  APInt number = range->first < 0 ? value.integer().sext(width)
                                  : value.integer().zext(width);
  if (number.slt(APInt(width, range->first, /*isSigned=*/true)) ||
      number.sgt(APInt(width, range->second, /*isSigned=*/true)))
    giveUp(RunEnd::BrokenContract, op, "not in the declared range");
}

static constexpr llvm::StringLiteral kBound = "noisy.bound";
static constexpr llvm::StringLiteral kRange = "noisy.range";

Machine::Values Machine::call(func::FuncOp function, Values arguments) {
  if (depth == options.maxDepth)
    giveUp(RunEnd::Limit, function, "calls too deep");
  ++depth;
  Frame inner;
  Frame *outer = std::exchange(frame, &inner);
  End end = runRegion(function.getBody(), std::move(arguments));
  for (auto [i, result] : llvm::enumerate(end.operands))
    keepContract(end.op, function.getResultAttr(i, kBound), result);
  frame = outer;
  --depth;
  return end.operands;
}

/// Calls `function` from out of sight, with anything that was
/// `availableValues`, or with what its callers promise.
void Machine::callBack(Operation *call, func::FuncOp function,
                       const Values &availableValues) {
  Values arguments = Interpreter(random, options).throwArguments(function);
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    for (const RuntimeValue &value : availableValues) {
      bool fits = value.isCipher() && argument.isCipher();
      if (value.isInteger() && argument.isInteger())
        fits =
            value.integer().getBitWidth() == argument.integer().getBitWidth();
      if (fits && throwBelow(2))
        argument = value;
    }
    keepContract(call, function.getArgAttr(i, kBound), argument);
    keepRange(call, function.getArgAttr(i, kRange), argument);
    if (argument.isCipher() && function.getArgAttr(i, kBound)) {
      Cipher good = argument.cipher();
      good.junk = false;
      argument = good;
    }
  }
  this->call(function, arguments);
}

/// Nothing is known of a function out of sight but what it declares. Where it
/// declares nothing, what it gives may be junk. It may call what any of them
/// ever got, or a call or a declaration of one named, with whatever any ever
/// got.
Machine::Values Machine::callOutOfSight(Operation *call, func::FuncOp callee,
                                        const Values &arguments) {
  llvm::append_range(escapedValues, arguments);
  for (Operation *op : {call, callee.getOperation()})
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (auto symbol = dyn_cast<SymbolRefAttr>(attribute.getValue()))
        escapedValues.push_back(
            SymbolTable::lookupNearestSymbolFrom(call, symbol));
  Values availableValues =
      escapedValues; // whoever is called back may call as well
  for (const RuntimeValue &value : availableValues)
    if (auto function = dyn_cast_or_null<func::FuncOp>(
            value.isFunction() ? value.function() : nullptr);
        function && !function.isExternal() && throwBelow(2))
      callBack(call, function, availableValues);
  Values results;
  for (auto [i, type] : llvm::enumerate(callee.getResultTypes())) {
    uint64_t maxNoise = getStated(callee, callee.getResultAttr(i, kBound))
                            .value_or(2 * NoiseModel::get(call).max);
    results.push_back(throwValue(call, type, maxNoise));
  }
  return results;
}

bool Machine::runCall(Operation *op) {
  Operation *symbol = nullptr;
  ValueRange operands = op->getOperands();
  if (auto constant = dyn_cast<func::ConstantOp>(op)) {
    define(constant.getResult(),
           SymbolTable::lookupNearestSymbolFrom(op, constant.getValueAttr()));
    return true;
  }
  if (auto call = dyn_cast<func::CallOp>(op))
    symbol = SymbolTable::lookupNearestSymbolFrom(op, call.getCalleeAttr());
  else if (auto call = dyn_cast<func::CallIndirectOp>(op)) {
    const RuntimeValue &callee = get(call.getCallee());
    symbol = callee.isFunction() ? callee.function() : nullptr;
    operands = call.getCalleeOperands();
  } else
    return false;
  auto callee = dyn_cast_or_null<func::FuncOp>(symbol);
  if (!callee)
    giveUp(RunEnd::UnknownOperation, op, "calls what is no function");

  // What comes in under a contract is relied on inside, and so is what goes
  // out of sight; the caller sees that what comes out was made from junk.
  Values arguments = get(operands);
  bool junk = false;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Attribute contract = callee.getArgAttr(i, kBound);
    keepContract(op, contract, argument);
    keepRange(op, callee.getArgAttr(i, kRange), argument);
    if (!contract && !callee.isExternal())
      continue;
    argument.forEachCipher([&](const Cipher &cipher) { junk |= cipher.junk; });
    if (argument.isCipher()) {
      Cipher good = argument.cipher();
      good.junk = false;
      argument = good;
    }
  }
  Values results = callee.isExternal() ? callOutOfSight(op, callee, arguments)
                                       : call(callee, arguments);
  for (RuntimeValue &result : results)
    if (junk && result.isCipher()) {
      Cipher junkCipher = result.cipher();
      junkCipher.junk = true;
      result = junkCipher;
    }
  define(op->getResults(), results);
  return true;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

SmallVector<RuntimeValue> Interpreter::throwArguments(func::FuncOp function) {
  Machine machine(random, options, [](Value, const RuntimeValue &) {});
  SmallVector<RuntimeValue> arguments;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    uint64_t maxNoise = getStated(function, function.getArgAttr(i, kBound))
                            .value_or(NoiseModel::get(function).initial);
    auto range = getRange(function.getArgAttr(i, kRange));
    if (range && type.isIntOrIndex()) {
      uint64_t distance = uint64_t(range->second) - uint64_t(range->first);
      uint64_t offset =
          std::uniform_int_distribution<uint64_t>(0, distance)(random);
      APInt number(64, uint64_t(range->first) + offset);
      arguments.push_back(number.sextOrTrunc(getWidth(type)));
      continue;
    }
    arguments.push_back(machine.throwValue(function, type, maxNoise));
  }
  return arguments;
}

RunResult Interpreter::run(func::FuncOp function,
                           ArrayRef<RuntimeValue> arguments, Visitor visit) {
  Machine machine(random, options, visit);
  try {
    return {RunEnd::Finished, "", nullptr,
            machine.call(function, llvm::to_vector(arguments))};
  } catch (const GaveUp &reason) {
    return {reason.end, reason.reason, reason.op, {}};
  }
}
