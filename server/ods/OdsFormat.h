//===- OdsFormat.h - The parts of an assembly format ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_ODSFORMAT_H
#define NOISY_SERVER_ODS_ODSFORMAT_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// A part of an assembly format in ODS.
struct OdsElement {
  enum class Kind {
    /// A word or punctuation, as it is written.
    Literal,
    /// `$name`: an operand, attribute, region or successor.
    Variable,
    /// `operands`, `regions`, `successors`.
    AllOperands,
    AllRegions,
    AllSuccessors,
    /// `attr-dict`, `prop-dict`; with the keyword `attributes`.
    Dictionary,
    KeywordDictionary,
    /// `type(...)`: of `Arguments`.
    TypeOf,
    /// `functional-type(a, b)`: of two arguments.
    FunctionType,
    /// `( ... )?` and `( ... ) : ( ... )`, in `Inner` and `Otherwise`. What a
    /// text has is seen by the first part; the anchor (`^`) is for printers.
    Group
  };

  Kind Of = Kind::Literal;
  /// The literal, or the name behind the `$`.
  llvm::StringRef Text;
  /// For types: names of members, or "operands" and "results".
  std::vector<llvm::StringRef> Arguments;
  std::vector<OdsElement> Inner, Otherwise;
};

/// An assembly format of which all parts are understood.
struct OdsFormat {
  std::vector<OdsElement> Elements;
};

/// Reads an assembly format. Nothing if it has a part that only C++ can read
/// (`custom`, `oilist`), or is not understood. The result refers to `Text`.
std::optional<OdsFormat> readOdsFormat(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_ODSFORMAT_H
