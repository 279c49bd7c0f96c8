//===- StandInDialect.h - A dialect that is not linked in -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_STANDINDIALECT_H
#define NOISY_DIALECT_STANDINDIALECT_H

#include "mlir/IR/Dialect.h"

namespace mlir::noisy {

/// Stands for a dialect of which nothing but the name is known. Its operations
/// are unregistered, and have the rules of the context (RuledDialects.h) as
/// their interfaces. Its types and attributes are told apart by their text; the
/// types can be elements of anything, and the attributes memory spaces.
class StandInDialect : public Dialect {
public:
  StandInDialect(StringRef name, MLIRContext *context);

  /// The stand-in of this name in a context; null if there is none.
  static StandInDialect *find(MLIRContext &context, StringRef name);
  /// The identity of the stand-in of this name, the same in all contexts, and
  /// the name with a life as long as the program.
  static std::pair<TypeID, StringRef> getIdentity(StringRef name);

  Type parseType(DialectAsmParser &parser) const override;
  void printType(Type type, DialectAsmPrinter &printer) const override;
  Attribute parseAttribute(DialectAsmParser &parser,
                           Type attributeType) const override;
  void printAttribute(Attribute attribute,
                      DialectAsmPrinter &printer) const override;
  /// Warns of parameters that make no noise model (StatedParameters.h).
  LogicalResult verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) override;
  void *getRegisteredInterfaceForOp(TypeID interfaceId,
                                    OperationName name) override;

private:
  TypeID typesId, attributesId;
};

} // namespace mlir::noisy

#endif // NOISY_DIALECT_STANDINDIALECT_H
