//===- GenericForm.h - All that an operation consists of --------*- C++ -*-===//
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

/// The operation of an excerpt in generic form, with all its properties and
/// types, the names of the text, and `({...})` for its regions; at most 4,000
/// bytes. Nothing where the excerpt does not parse: an operation may need more
/// of what is around it, and MLIR may crash, which is survived.
///
/// Parses the excerpt in a context of its own, because what readers have of a
/// document is no IR. Any thread.
std::optional<std::string> printGenericForm(const DialectRegistry &Registry,
                                            const OperationExcerpt &Excerpt);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_GENERICFORM_H
