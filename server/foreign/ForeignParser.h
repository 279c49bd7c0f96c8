//===- ForeignParser.h - Operations of unknown dialects ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FOREIGNPARSER_H
#define NOISY_SERVER_FOREIGN_FOREIGNPARSER_H

#include "mlir/IR/OpImplementation.h"
#include "server/foreign/GuessedTypes.h"

namespace mlir::noisy::lsp {

/// Begins the error at an operation that cannot be read without knowing its
/// format.
inline constexpr llvm::StringLiteral unreadForeign = "cannot read this form of";

/// Reads an operation of which only the name is known, in the form that most
/// formats of MLIR have: operands, words, attributes, names of symbols, blocks
/// and regions, then the types of operands and results.
///
/// Where the text shows fewer types than there are values, operands have the
/// types that they were defined with, and results that of the last type that is
/// shown. A list of types for exactly all operands is taken at its word, so
/// that types that differ are told. Words, and attributes without names, become
/// attributes with numbers.
///
/// Types that are not shown are those of `Types`, which learns them.
ParseResult parseForeignOperation(OpAsmParser &Parser, OperationState &State,
                                  GuessedTypes &Types);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FOREIGNPARSER_H
