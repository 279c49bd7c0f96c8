//===- ForeignDialect.h - A dialect that is not linked in -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FOREIGNDIALECT_H
#define NOISY_SERVER_FOREIGN_FOREIGNDIALECT_H

#include "mlir/IR/Dialect.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A dialect of which only the name is known. Its operations are read by what
/// their text shows (ForeignParser), without rules of their own; its types are
/// told apart by their text.
class ForeignDialect : public Dialect {
public:
  /// The same name stands for the same dialect in all contexts.
  ForeignDialect(llvm::StringRef Name, MLIRContext *Context);

  /// Makes the context read a dialect that it does not know.
  static void load(MLIRContext &Context, llvm::StringRef Name);

  std::optional<ParseOpHook>
  getParseOperationHook(llvm::StringRef Name) const override;
  Type parseType(DialectAsmParser &Parser) const override;
  void printType(Type Foreign, DialectAsmPrinter &Printer) const override;
  Attribute parseAttribute(DialectAsmParser &Parser,
                           Type AttributeType) const override;

private:
  TypeID TypesId;
};

/// The names that stand before a dot where an operation, a type or an attribute
/// of a dialect may stand, each once, in the order of the text. Some are names
/// of other things.
std::vector<llvm::StringRef> findDialectNames(llvm::StringRef Text);

/// True if a name is probably that of a dialect in `Registry`, mistyped.
bool isMistypedDialect(const DialectRegistry &Registry, llvm::StringRef Name);

/// Makes the context read all dialects that a text may name and that it does
/// not know. On the thread of the context.
void loadForeignDialects(MLIRContext &Context, llvm::StringRef Text);

/// True if a text may name a dialect that `loadForeignDialects` would load.
bool namesForeignDialect(const DialectRegistry &Registry, llvm::StringRef Text);

/// True if operations of this full name are read by a `ForeignDialect`.
bool isForeignOperation(MLIRContext &Context, llvm::StringRef FullName);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FOREIGNDIALECT_H
