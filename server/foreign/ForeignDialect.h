//===- ForeignDialect.h - A dialect that is not linked in -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FOREIGNDIALECT_H
#define NOISY_SERVER_FOREIGN_FOREIGNDIALECT_H

#include "dialect/StandInDialect.h"
#include "server/foreign/GuessedTypes.h"
#include "server/ods/OdsCatalog.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A dialect that is not linked in. Its operations are read by what their text
/// shows (ForeignParser), without rules of their own; or by their formats, if
/// the project's TableGen defines them (FormatParser). All stand-ins of a
/// context are of this class.
class ForeignDialect : public StandInDialect {
public:
  /// The same name stands for the same dialect in all contexts. `Types` is
  /// shared by the dialects of a context.
  ForeignDialect(llvm::StringRef Name, MLIRContext *Context,
                 std::shared_ptr<GuessedTypes> Types);

  /// What the project's TableGen says of the dialect; null if nothing.
  const OdsDialect *definition() const { return Definition; }

  /// Makes the context read a dialect that it does not know.
  static void load(MLIRContext &Context, llvm::StringRef Name);
  /// The foreign dialect of this name; null if there is none.
  static ForeignDialect *find(MLIRContext &Context, llvm::StringRef Name);

  std::optional<ParseOpHook>
  getParseOperationHook(llvm::StringRef Name) const override;

  GuessedTypes &guessedTypes() const { return *Types; }

private:
  std::shared_ptr<GuessedTypes> Types;
  /// The catalog as it was when the context was made.
  OdsCatalogPtr Catalog;
  const OdsDialect *Definition;
};

/// The names that stand before a dot where an operation, a type or an attribute
/// of a dialect may stand, each once, in the order of the text. Some are names
/// of other things. `BehindOpenQuotes`: also behind a quote that is not closed
/// in its line.
std::vector<llvm::StringRef> findDialectNames(llvm::StringRef Text,
                                              bool BehindOpenQuotes = false);

/// Makes the context read all dialects that a text may name and that it does
/// not know, before that text is parsed. Returns what will be learned of its
/// types; null if it names no such dialect. On the thread of the context.
GuessedTypes *loadForeignDialects(MLIRContext &Context, llvm::StringRef Text);

/// True if a text may name a dialect that `loadForeignDialects` would load.
bool namesForeignDialect(const DialectRegistry &Registry, llvm::StringRef Text);

/// True if the project's TableGen defines the operations of a foreign dialect.
bool isDefinedByProject(const Dialect &Foreign);

/// True if operations of this full name are read by a `ForeignDialect`.
bool isForeignOperation(MLIRContext &Context, llvm::StringRef FullName);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FOREIGNDIALECT_H
