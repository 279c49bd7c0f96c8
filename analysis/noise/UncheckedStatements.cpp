//===- UncheckedStatements.cpp - Statements without effect ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/UncheckedStatements.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/flow/FunctionUses.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

namespace {
class Finder {
public:
  void visit(Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      addAttributes(call, call.getArgAttrsAttr(), "argument");
      addAttributes(call, call.getResAttrsAttr(), "result");
    }
    auto callable = dyn_cast_or_null<CallableOpInterface>(op->getParentOp());
    if (callable && callable.getCallableRegion() == op->getParentRegion() &&
        isRegionEnd(op) && !isKnownReturn(op, callable))
      addResults(op, callable);
  }

  std::vector<UncheckedStatement> statements;

private:
  void addAttributes(CallOpInterface call, ArrayAttr dictionaries,
                     StringRef kind) {
    for (auto [i, dictionary] : llvm::enumerate(
             dictionaries ? dictionaries.getValue() : ArrayRef<Attribute>())) {
      auto attributes = dyn_cast<DictionaryAttr>(dictionary);
      for (NamedAttribute attribute :
           attributes ? attributes.getValue() : ArrayRef<NamedAttribute>())
        if (isa_and_nonnull<NoisyDialect>(attribute.getNameDialect()))
          statements.push_back(
              {call, quote(attribute.getName()) + " of " + kind.str() + " " +
                         std::to_string(i) +
                         " is stated on a call, where it is neither used nor "
                         "checked; state it on the " +
                         kind.str() + " of " + nameCallee(call)});
    }
  }

  void addResults(Operation *end, CallableOpInterface callable) {
    auto function = dyn_cast<FunctionOpInterface>(callable.getOperation());
    for (unsigned i = 0; function && i < function.getNumResults(); ++i)
      if (getResultContract(function, i))
        statements.push_back(
            {end, quote(NoisyDialect::kBoundAttrName) + " of result " +
                      std::to_string(i) + " of @" + function.getName().str() +
                      " is not used: it is unknown what " +
                      quote(end->getName().getStringRef()) +
                      " returns; end the function with an operation that is "
                      "known to return its operands, such as 'func.return'"});
  }

  static std::string nameCallee(CallOpInterface call) {
    SymbolRefAttr name = FunctionUses::getCalleeName(call);
    return name ? "@" + name.getLeafReference().str() : "the function";
  }
  static std::string quote(StringRef text) { return "'" + text.str() + "'"; }
};
} // namespace

std::vector<UncheckedStatement>
mlir::noisy::findUncheckedStatements(Operation *root) {
  Finder finder;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) { finder.visit(op); });
  return std::move(finder.statements);
}
