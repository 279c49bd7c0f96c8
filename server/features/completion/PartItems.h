//===- PartItems.h - What a part of a format can be -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_PARTITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_PARTITEMS_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"

namespace mlir::noisy::lsp {

/// What is around a type that is typed.
struct TypeSurroundings {
  /// The text before the typed word, and behind it, near the cursor.
  llvm::StringRef Before, Behind;
  /// The operation up to the cursor; empty if the type is not one of it.
  llvm::StringRef Written;
};

/// Which types of the surroundings are added where a type can stand, if they
/// are not among the items.
enum class AddedTypes : uint8_t {
  None,
  /// Those of dialects: a ! is typed.
  WithSigil,
  All
};

/// Puts the types of the surroundings first, except those that the operation
/// has already; then common ones, with `WithCommon`.
void rankTypes(const TypeSurroundings &Around, bool WithCommon,
               AddedTypes Added, std::vector<Completions::Item> &Items);

/// Adds the types that are written most, for rankTypes.
void addCommonTypes(std::vector<Completions::Item> &Items);

/// Puts the type that a branch passes first; nothing if it is empty.
void addPassedType(llvm::StringRef Type, std::vector<Completions::Item> &Items);

/// Adds the type that is expected at a place, and the words that an attribute
/// can be; removes attributes that cannot be one. `Typed`: what precedes the
/// replaced word of a type. `Rest`: what follows the cursor on its line.
void addExpected(const CompletionPlace &Place, const ExpectedType &Expected,
                 llvm::StringRef Typed, llvm::StringRef Rest,
                 Completions &Result);

/// Puts the keywords of a format in its order, and others behind them: what is
/// written first comes first, such as `ins` before the maps of `linalg.matmul`.
void rankKeywords(const CompletionPlace &Place,
                  std::vector<Completions::Item> &Items);

/// Adds the dictionary that `linalg.generic` begins with, and removes
/// attributes that are none.
void addTraits(const CompletionPlace &Place, bool WithSnippets,
               std::vector<Completions::Item> &Items);

/// Lets the last value of a `return`, or of the operands of a call, end the
/// line with the types that are known. Before the last value of several, fields
/// for the others come with it. `Types` are those of values, `Callee` those of
/// the function that is called, or null; `Rest` is the text from the cursor to
/// the end of the line.
void addEndingTypes(const CompletionPlace &Place, const ValueTypes &Types,
                    const SymbolTypes *Callee, llvm::StringRef Rest,
                    bool WithSnippets, std::vector<Completions::Item> &Items);

/// The name of the attribute whose list a text ends in, before one of its
/// elements; or "". Linear.
llvm::StringRef openListName(llvm::StringRef Before);

/// Adds the kinds of iterators if one can be typed next, with quotes or, in a
/// string, without. `Before` is the text up to the typed word.
void addIteratorKinds(llvm::StringRef Before, bool IsInString,
                      std::vector<Completions::Item> &Items);

/// In a list of indexing maps, removes attributes that are none, and puts the
/// maps of the text first.
void keepIndexingMaps(llvm::StringRef Before,
                      std::vector<Completions::Item> &Items);

/// The type that is written for the operand at a place, further on in the line;
/// or "". `Before` and `Behind` are as below.
std::string findFollowingType(const CompletionPlace &Place,
                              llvm::StringRef Before, llvm::StringRef Behind);

/// Lets the type that is written for the operand at a place, further on in the
/// line, become that of the value that is taken for it; of a loop also what its
/// region passes on, as long as a snippet has it. `Before` is the text up to
/// the typed word, in which `Place` was found; `Behind` is that from the cursor
/// on, to the end of its line or further; `Offset` is the byte of the cursor.
void addFollowingTypes(const CompletionPlace &Place, llvm::StringRef Before,
                       llvm::StringRef Behind, size_t Offset,
                       std::vector<Completions::Item> &Items);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_PARTITEMS_H
