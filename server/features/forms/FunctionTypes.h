//===- FunctionTypes.h - The types of a function, by letters ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMS_FUNCTIONTYPES_H
#define NOISY_SERVER_FEATURES_FORMS_FUNCTIONTYPES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The types in the header of an operation: of a function's parameters and
/// results, or of the results of a loop.
struct FunctionTypes {
  std::vector<std::string> Inputs;
  std::vector<std::string> Results;
  /// The name of each parameter, with %; empty if it has none.
  std::vector<std::string> Names = {};
};

/// The types of a symbol: those of a function, and its type as a value, as far
/// as it is known.
struct SymbolTypes : FunctionTypes {
  std::string Type;
};

/// Reads the text of a function, or of another operation, up to its body:
/// parameters are in the first brackets, results after the last `->`.
/// Attributes are left out.
FunctionTypes readFunctionTypes(llvm::StringRef Header);

/// The types of the elements of what an operation of linalg writes, which are
/// those that its body yields: `f32` of `outs(%a : tensor<4xf32>)`.
std::vector<std::string> readOutputElements(llvm::StringRef Header);
/// Reads the text of a loop `: (i32) -> i64` whose function type follows the
/// first colon outside of brackets.
FunctionTypes readTypesAfterColon(llvm::StringRef Header);
/// The type after the first colon outside of brackets, up to a `=`; or "".
std::string readTypeAfterColon(llvm::StringRef Header);

/// The types as `(i32, i32) -> i32`.
std::string printFunctionType(const std::vector<std::string> &Inputs,
                              const std::vector<std::string> &Results);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMS_FUNCTIONTYPES_H
