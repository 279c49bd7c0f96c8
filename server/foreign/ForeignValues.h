//===- ForeignValues.h - Operands and results with guessed types *- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FOREIGNVALUES_H
#define NOISY_SERVER_FOREIGN_FOREIGNVALUES_H

#include "mlir/IR/OpImplementation.h"
#include "server/foreign/GuessedTypes.h"

namespace mlir::noisy::lsp {

/// How sure it is that a type is that of an operand.
enum class Certainty { Guessed, Written, Certain };

/// Adds an operand of type `Guess`. A value that is defined before tells its
/// own type; there is no other way to ask the parser. If that is a guess, and
/// the type is written here, it is learned.
ParseResult resolveForeign(OpAsmParser &Parser, OperationState &State,
                           GuessedTypes &Guesses,
                           const OpAsmParser::UnresolvedOperand &Operand,
                           Type Guess, Certainty Sure);

/// The type of the result with that number, of which `Guess` is not certain.
/// Operations of the same `Kind` probably have the same types.
Type guessResult(OpAsmParser &Parser, GuessedTypes &Guesses, unsigned Number,
                 llvm::StringRef Kind, Type Guess);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FOREIGNVALUES_H
