//===- RingPlugin.cpp - A dialect in a plugin ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

using namespace mlir;

namespace {

/// `ring.square %x : i32`, with a result of the same type, an integer.
class SquareOp : public Op<SquareOp, OpTrait::OneOperand, OpTrait::OneResult,
                           OpTrait::ZeroRegions, OpTrait::ZeroSuccessors> {
public:
  using Op::Op;
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SquareOp)

  static StringRef getOperationName() { return "ring.square"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  static ParseResult parse(OpAsmParser &parser, OperationState &result) {
    OpAsmParser::UnresolvedOperand operand;
    Type type;
    if (parser.parseOperand(operand) ||
        parser.parseOptionalAttrDict(result.attributes) ||
        parser.parseColonType(type) ||
        parser.resolveOperand(operand, type, result.operands))
      return failure();
    result.addTypes(type);
    return success();
  }
  void print(OpAsmPrinter &printer) {
    printer << " " << getOperation()->getOperand(0);
    printer.printOptionalAttrDict((*this)->getAttrs());
    printer << " : " << getOperation()->getResult(0).getType();
  }
  LogicalResult verify() {
    Type type = getOperation()->getResult(0).getType();
    if (!type.isInteger())
      return emitOpError("needs an integer, not ") << type;
    return success();
  }
};

class RingDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RingDialect)

  explicit RingDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<RingDialect>()) {
    addOperations<SquareOp>();
  }
  static StringRef getDialectNamespace() { return "ring"; }
};

} // namespace

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "ring", "1.0",
          [](DialectRegistry *registry) { registry->insert<RingDialect>(); }};
}
