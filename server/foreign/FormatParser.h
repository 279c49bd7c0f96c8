//===- FormatParser.h - Operations with a known format ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FORMATPARSER_H
#define NOISY_SERVER_FOREIGN_FORMATPARSER_H

#include "mlir/IR/OpImplementation.h"
#include "server/foreign/GuessedTypes.h"
#include "server/ods/OdsDialect.h"

namespace mlir::noisy::lsp {

/// Reads an operation by the assembly format of its definition, which `Known`
/// has. Types that the format does not show are those that the definition
/// says; otherwise operands have those of their values, and results are
/// guesses, which `Types` learns.
ParseResult parseByFormat(OpAsmParser &Parser, OperationState &State,
                          const OdsOperation &Known, GuessedTypes &Types);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FORMATPARSER_H
