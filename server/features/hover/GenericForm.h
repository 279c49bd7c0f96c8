//===- GenericForm.h - An operation in generic form -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_GENERICFORM_H
#define NOISY_SERVER_FEATURES_HOVER_GENERICFORM_H

#include "mlir/IR/DialectRegistry.h"
#include "server/features/hover/OperationExcerpt.h"

namespace mlir::noisy::lsp {

/// Prints the operation of an excerpt in generic form, with all its properties
/// and types, the names of the text, and `({...})` for its regions; at most
/// 4,000 bytes. Returns nothing if the excerpt does not parse, because the
/// operation needs more of its surroundings, or if MLIR crashes.
///
/// Parses the excerpt in a context of its own, because snapshots contain no IR.
/// Any thread.
std::optional<std::string> printGenericForm(const DialectRegistry &Registry,
                                            const OperationExcerpt &Excerpt);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_GENERICFORM_H
