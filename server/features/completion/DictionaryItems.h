//===- DictionaryItems.h - Attributes in a list of completions --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_DICTIONARYITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_DICTIONARYITEMS_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"

namespace mlir::noisy::lsp {

/// True if the bracket that was just typed opens a dictionary of attributes;
/// false for a region, and where that is not sure.
bool opensDictionary(const DialectRegistry &Registry,
                     const CompletionPlace &Place);

/// Adds the names of attributes if one can be typed next: those of the
/// operation, and those of our dialect that it can have.
void addDictionaryItems(const DialectRegistry &Registry,
                        const CompletionPlace &Place,
                        std::vector<Completions::Item> &Items);

/// Adds the value of an attribute of our dialect that comes next, as it is
/// written; false, without any, if there is none: `Before` ends otherwise.
bool addOwnAttributeValue(llvm::StringRef Before,
                          std::vector<Completions::Item> &Items);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_DICTIONARYITEMS_H
