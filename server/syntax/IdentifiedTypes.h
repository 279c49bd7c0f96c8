//===- IdentifiedTypes.h - Types that have a name for good ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_IDENTIFIEDTYPES_H
#define NOISY_SERVER_SYNTAX_IDENTIFIEDTYPES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The names of the identified structures in `Text`, as written, each once:
/// `"s"` of `!llvm.struct<"s", (i32)>`. MLIR identifies such a type by its
/// name, with one body for the lifetime of the context.
std::vector<std::string> findIdentifiedTypes(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_IDENTIFIEDTYPES_H
