//===- FunctionUses.cpp - Ways into functions -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/FunctionUses.h"
#include "analysis/flow/CalledValues.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/flow/OpaqueOperation.h"
#include "dialect/NoisyDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The attributes of `op` that may name a symbol. The attributes that
/// operations of these dialects define never do, and are slow to read.
static DictionaryAttr getNamingAttributes(Operation *op) {
  if (isa_and_nonnull<arith::ArithDialect, affine::AffineDialect,
                      scf::SCFDialect, NoisyDialect>(op->getDialect()))
    return op->getRawDictionaryAttrs();
  return op->getAttrDictionary();
}

void FunctionUses::forEachOtherName(
    Operation *op,
    llvm::function_ref<void(NamedAttribute, SymbolRefAttr)> visit) {
  // The callee of a call or launch is named once.
  SymbolRefAttr callee = getCalleeName(op);
  for (NamedAttribute attribute : getNamingAttributes(op)) {
    if (callee && attribute.getValue() == callee) {
      callee = nullptr;
      continue;
    }
    attribute.getValue().walk<WalkOrder::PreOrder>([&](SymbolRefAttr symbol) {
      visit(attribute, symbol);
      return WalkResult::skip(); // its parts are no names by themselves
    });
  }
}

/// True if each region of `op`, which is in `root`, is a block that is executed
/// from top to bottom, whenever something calls `op` if it is a function.
static bool isStraight(Operation *op, Operation *root) {
  if (op->getNumRegions() == 0)
    return true;
  bool isModule = isa<ModuleOp>(op);
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (op->getNumRegions() > 1 || (!isModule && !function) ||
      (op != root && !isa<ModuleOp>(op->getParentOp())))
    return false;
  Region &region = op->getRegion(0);
  if (region.empty())
    return true;
  return region.hasOneBlock() &&
         (isModule || function.getCallableRegion() == &region) &&
         (region.front().empty() ||
          region.front().back().getNumSuccessors() == 0);
}

FunctionUses::FunctionUses(Operation *root, SymbolTableCollection &symbols)
    : root(root), symbols(symbols) {
  // Of a root without regions, it is not known what is around it.
  isBranched = root->getNumRegions() == 0;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    SymbolRefAttr callee = getCalleeName(op);
    isBranched |= !::isStraight(op, root);
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      calls.push_back(call);
      // A call anywhere else than in a function has no caller.
      isBranched |=
          !callee || !isa_and_nonnull<FunctionOpInterface>(op->getParentOp());
      if (!callee)
        indirectCalls.push_back(call);
    } else if (callee) {
      isBranched = true;
      for (Operation *kernel : resolve(op, callee)) {
        namedFunctions.insert(kernel);
        launches[kernel].push_back(op);
      }
    }
    forEachOtherName(op, [&](NamedAttribute attribute, SymbolRefAttr symbol) {
      isBranched = true;
      addName(op, attribute, symbol);
    });
  });
  for (auto &[function, users] : users)
    namedFunctions.insert(function);
  followAddresses();
  findCalledFunctions();
}

/// All operations that `symbol` may refer to when `op` names it.
SmallVector<Operation *> FunctionUses::resolve(Operation *op,
                                               SymbolRefAttr symbol) {
  Operation *parent = op->getParentOp();
  Operation *target = nullptr;
  if (parent && op != root)
    target = symbols.lookupNearestSymbolFrom(parent, symbol);
  else if (op->hasTrait<OpTrait::SymbolTable>())
    target = symbols.lookupSymbolIn(op, symbol);
  if (target)
    return {target};
  // An operation of an unknown dialect may have a symbol table, or none.
  if (byName.empty())
    root->walk([&](Operation *candidate) {
      if (auto name = candidate->getAttrOfType<StringAttr>(
              SymbolTable::getSymbolAttrName()))
        byName[name].push_back(candidate);
    });
  return byName.lookup(symbol.getLeafReference());
}

/// True if `op` only makes an address of the symbol in `attribute`.
static bool makesAddress(Operation *op, NamedAttribute attribute) {
  return op->isRegistered() && op->getNumOperands() == 0 &&
         op->getNumRegions() == 0 && op->getNumResults() != 0 &&
         op->getInherentAttr(attribute.getName()) && isMemoryEffectFree(op);
}

void FunctionUses::addName(Operation *op, NamedAttribute attribute,
                           SymbolRefAttr symbol) {
  bool isAddress = makesAddress(op, attribute);
  for (Operation *target : resolve(op, symbol)) {
    if (isa<CallableOpInterface>(target)) {
      addUse(target, op, isAddress);
      continue;
    }
    if (!target->getNumRegions())
      continue;
    auto [functions, isNew] = nestedFunctions.try_emplace(target);
    if (isNew)
      target->walk([&](CallableOpInterface function) {
        functions->second.push_back(function);
      });
    for (Operation *function : functions->second)
      addUse(function, op, isAddress);
  }
}

void FunctionUses::addUse(Operation *function, Operation *op, bool isAddress) {
  if (isOpaqueOperation(op)) {
    namedByOpaque.insert(function);
    return;
  }
  SmallVector<Operation *, 1> &functionUsers = users[function];
  if (functionUsers.empty() || functionUsers.back() != op)
    functionUsers.push_back(op);
  if (!isAddress)
    hold(op, function);
}

void FunctionUses::hold(Operation *holder, Operation *function) {
  SmallVector<Operation *, 1> &functionHolders = holders[function];
  if (llvm::is_contained(functionHolders, holder))
    return;
  functionHolders.push_back(holder);
  heldFunctions[holder].push_back(function);
}

//===----------------------------------------------------------------------===//
// Calls and holders
//===----------------------------------------------------------------------===//

/// True if `call`, which calls a value, may call `function`, by its type.
static bool takesArgumentsOf(CallOpInterface call, Operation *function) {
  auto op = dyn_cast<FunctionOpInterface>(function);
  return op &&
         llvm::equal(op.getArgumentTypes(), call.getArgOperands().getTypes());
}

OperandRange FunctionUses::getPassed(Operation *op) {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    return launch.getKernelOperands();
  return cast<CallOpInterface>(op).getArgOperands();
}

SymbolRefAttr FunctionUses::getCalleeName(Operation *op) {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    return launch.getKernelAttr();
  auto call = dyn_cast<CallOpInterface>(op);
  CallInterfaceCallable callable =
      call ? call.getCallableForCallee() : CallInterfaceCallable();
  return dyn_cast_if_present<SymbolRefAttr>(callable);
}

SmallVector<Operation *> FunctionUses::getCallees(Operation *op) const {
  SmallVector<Operation *> callees;
  if (isa<gpu::LaunchFuncOp>(op)) {
    for (auto &[kernel, kernelLaunches] : launches)
      if (llvm::is_contained(kernelLaunches, op))
        callees.push_back(kernel);
    return callees;
  }
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call)
    return callees;
  if (!isa<Value>(call.getCallableForCallee())) {
    if (Operation *callee = call.resolveCallableInTable(&symbols))
      callees.push_back(callee);
    return callees;
  }
  for (Operation *function : namedFunctions)
    if (mayCall(call, function))
      callees.push_back(function);
  return callees;
}

/// Finds the functions that the called values may be.
void FunctionUses::findCalledFunctions() {
  if (indirectCalls.empty())
    return;
  CalledValues values(root, calls, *this, symbols);
  for (CallOpInterface call : indirectCalls) {
    auto callee = dyn_cast<Value>(call.getCallableForCallee());
    auto functions = callee ? values.find(callee) : std::nullopt;
    if (functions && llvm::all_of(*functions, [&](Operation *function) {
          return isNamed(function) && takesArgumentsOf(call, function);
        }))
      calledFunctions[call] = std::move(*functions);
  }
}

/// True if `call`, which calls a value, may call `function`, which is named.
bool FunctionUses::mayCall(CallOpInterface call, Operation *function) const {
  auto known = calledFunctions.find(call);
  return known == calledFunctions.end()
             ? takesArgumentsOf(call, function)
             : llvm::is_contained(known->second, function);
}

SmallVector<Operation *>
FunctionUses::getIndirectCalls(Operation *function) const {
  SmallVector<Operation *> possibleCalls;
  if (!isNamed(function))
    return possibleCalls;
  if (auto entry = launches.find(function); entry != launches.end())
    llvm::append_range(possibleCalls, entry->second);
  for (CallOpInterface call : indirectCalls)
    if (mayCall(call, function))
      possibleCalls.push_back(call);
  return possibleCalls;
}

ArrayRef<Operation *> FunctionUses::getHolders(Operation *function) const {
  auto entry = holders.find(function);
  return entry == holders.end() ? ArrayRef<Operation *>()
                                : ArrayRef<Operation *>(entry->second);
}

ArrayRef<Operation *> FunctionUses::getHeld(Operation *op) const {
  auto entry = heldFunctions.find(op);
  return entry == heldFunctions.end() ? ArrayRef<Operation *>()
                                      : ArrayRef<Operation *>(entry->second);
}

ArrayRef<Operation *> FunctionUses::getReturners(Operation *function) const {
  auto entry = returners.find(function);
  return entry == returners.end() ? ArrayRef<Operation *>()
                                  : entry->second.getArrayRef();
}

bool FunctionUses::isCallableOutOfSight(Operation *function) const {
  auto symbol = dyn_cast<SymbolOpInterface>(function);
  return !symbol || symbol.isPublic() || namedByOpaque.contains(function) ||
         llvm::any_of(getHolders(function), escapesTo);
}

bool FunctionUses::escapesTo(Operation *holder) {
  return !isa<UnrealizedConversionCastOp>(holder);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// True if a value of this type may hold the address of a function.
static bool mayHoldAddress(Type type) {
  if (isNoisyType(type) || type.isIntOrIndexOrFloat())
    return false;
  if (auto shapedType = dyn_cast<ShapedType>(type))
    return mayHoldAddress(shapedType.getElementType());
  return true;
}

/// True if a value of this type is storage that other code may write to.
static bool isContainer(Type type) {
  return isa<BaseMemRefType>(type) || !isa<BuiltinDialect>(type.getDialect());
}

/// The values and operations that the address of one function may reach.
class FunctionUses::Addresses {
public:
  Addresses(FunctionUses &uses, Operation *function)
      : uses(uses), function(function) {}

  void follow(Operation *maker) {
    llvm::for_each(maker->getResults(), [&](Value value) { reach(value); });
    if (llvm::is_contained(uses.getHolders(function), maker))
      spread(maker);
    while (!worklist.empty())
      visit(worklist.pop_back_val());
  }

private:
  void reach(Value value) {
    if ((mayHoldAddress(value.getType()) ||
         value.getDefiningOp<UnrealizedConversionCastOp>()) &&
        visitedValues.insert(value).second)
      worklist.push_back(value);
  }

  void visit(Value value) {
    // Anything stored in a part is in the whole.
    if (Operation *op = value.getDefiningOp();
        op && isContainer(value.getType()))
      for (Value operand : op->getOperands())
        if (isContainer(operand.getType()))
          reach(operand);
    for (OpOperand &use : value.getUses())
      visit(use);
  }

  void visit(OpOperand &use) {
    Operation *op = use.getOwner();
    auto pass = [&](Value target) { reach(target); };
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      auto callee = dyn_cast<Value>(call.getCallableForCallee());
      OperandRange arguments = call.getArgOperands();
      unsigned first = arguments.empty() ? 0 : arguments.getBeginOperandIndex();
      bool isArgument = !arguments.empty() && use.getOperandNumber() >= first &&
                        use.getOperandNumber() - first < arguments.size();
      if (callee && !isArgument) {
        // Another type than that of the function: the address was converted.
        if (!takesArgumentsOf(call, function))
          hold(op);
        return;
      }
      if (getCalledRegion(call, uses.symbols))
        return forEachTarget(use, uses.symbols, pass);
      hold(op);
      for (Operation *calleeOp : uses.getCallees(op)) {
        auto callable = dyn_cast<CallableOpInterface>(calleeOp);
        Region *region = callable ? callable.getCallableRegion() : nullptr;
        unsigned number = use.getOperandNumber() - first;
        if (isArgument && region && number < region->getNumArguments())
          reach(region->getArgument(number));
      }
      return;
    }
    Operation *parent = op->getParentOp();
    auto callable = dyn_cast_or_null<CallableOpInterface>(parent);
    if (callable && isRegionEnd(op) &&
        callable.getCallableRegion() == op->getParentRegion()) {
      if (!op->hasTrait<OpTrait::ReturnLike>())
        hold(op);
      uses.returners[function].insert(callable);
      return passToCallers(callable, use.getOperandNumber());
    }
    bool isPassedOn =
        isa<RegionBranchOpInterface, BranchOpInterface, SelectLikeOpInterface>(
            op) ||
        (isa<RegionBranchTerminatorOpInterface>(op) &&
         isa_and_nonnull<RegionBranchOpInterface>(parent));
    if (!isPassedOn)
      hold(op);
    forEachTarget(use, uses.symbols, pass);
  }

  void passToCallers(Operation *callee, unsigned result) {
    for (CallOpInterface call : uses.calls)
      if (result < call->getNumResults() &&
          llvm::is_contained(uses.getCallees(call), callee))
        reach(call->getResult(result));
  }

  void hold(Operation *op) {
    if (llvm::is_contained(uses.getHolders(function), op))
      return;
    uses.hold(op, function);
    spread(op);
  }

  /// Spreads the address to the operations that a holder may pass it to.
  void spread(Operation *op) {
    auto reachAll = [&](ValueRange values) {
      for (Value value : values)
        reach(value);
    };
    reachAll(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!op->hasTrait<OpTrait::IsIsolatedFromAbove>())
          reachAll(block.getArguments());
    for (Block *successor : op->getSuccessors())
      reachAll(successor->getArguments());
    for (Value operand : op->getOperands())
      if (isContainer(operand.getType()))
        reach(operand);
    if (Operation *parent = op->getParentOp();
        parent && isRegionEnd(op) && !isa<CallableOpInterface>(parent))
      reachAll(parent->getResults());
    // A function out of sight keeps any address that it once got.
    auto call = dyn_cast<CallOpInterface>(op);
    if (!call || isa<Value>(call.getCallableForCallee()) ||
        getCalledRegion(call, uses.symbols))
      return;
    Operation *callee = call.resolveCallableInTable(&uses.symbols);
    for (CallOpInterface otherCall : uses.calls)
      if (callee && !isa<Value>(otherCall.getCallableForCallee()) &&
          otherCall.resolveCallableInTable(&uses.symbols) == callee)
        hold(otherCall);
  }

  FunctionUses &uses;
  Operation *function;
  llvm::DenseSet<Value> visitedValues;
  SmallVector<Value> worklist;
};

void FunctionUses::followAddresses() {
  for (auto &[function, makers] : users) {
    Addresses addresses(*this, function);
    for (Operation *maker : makers)
      addresses.follow(maker);
  }
}
