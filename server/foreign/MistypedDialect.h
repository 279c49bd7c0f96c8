//===- MistypedDialect.h - Names that are nearly a dialect's ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_MISTYPEDDIALECT_H
#define NOISY_SERVER_FOREIGN_MISTYPEDDIALECT_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class MLIRContext;
}

namespace mlir::noisy::lsp {

/// True for a dialect of another project whose name is near that of a
/// registered one.
bool isOfOtherProject(llvm::StringRef Name);

/// The dialect in `Registry` whose name was probably meant by `Name`, which is
/// nearly the same; empty if there is none.
llvm::StringRef findMeantDialect(const DialectRegistry &Registry,
                                 llvm::StringRef Name);

/// The message about a type or an attribute of a mistyped dialect begins with
/// the first, and ends with the second, what was meant, and a quote.
inline constexpr llvm::StringLiteral MistypedDialectMessage =
    "unknown dialect '";
inline constexpr llvm::StringLiteral MistypedDialectAdvice = "; did you mean '";

/// Makes the types and the attributes of mistyped dialects errors, for the
/// dialects that a text may name and that a context does not know: MLIR takes
/// them for opaque ones, without a word. On the thread of the context.
void loadMistypedDialects(MLIRContext &Context, llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_MISTYPEDDIALECT_H
