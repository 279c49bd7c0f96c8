//===- PrintedText.h - Attributes and types as text -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_PRINTEDTEXT_H
#define NOISY_SERVER_PARSE_PRINTEDTEXT_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include <string>

namespace mlir::noisy::lsp {

/// The most parts that are printed. MLIR prints a part as often as it is used,
/// so n aliases, each of which uses the one before twice, are 2^n parts; and
/// printing cannot be stopped.
inline constexpr uint64_t MaxPrintedParts = 10000;

/// Prints as MLIR does; if it is too large, with `...` for its contents.
/// Attributes and types of the text are always printed by this function.
std::string printShort(Attribute Attr);
std::string printShort(Type Ty);

/// True if an operation can be printed without its regions: its attributes,
/// properties and types are not too large.
bool isShort(Operation *Op);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_PRINTEDTEXT_H
