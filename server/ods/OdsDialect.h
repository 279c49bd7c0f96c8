//===- OdsDialect.h - What TableGen says of a dialect -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_ODSDIALECT_H
#define NOISY_SERVER_ODS_ODSDIALECT_H

#include "server/ods/OdsFormat.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

// All strings live as long as the program (`keepOdsText`).

/// The place of a definition in a file of TableGen.
struct OdsPlace {
  llvm::StringRef File;
  /// From 1; 0 if the place is not known.
  uint32_t Line = 0;
};

/// An operand, a result, an attribute, a region or a successor.
struct OdsMember {
  enum class Kind { Operand, Result, Attribute, Region, Successor };
  enum class Count { One, Optional, Any };

  Kind Of = Kind::Operand;
  Count Number = Count::One;
  /// True for lists of operands, each in parentheses (VariadicOfVariadic).
  bool IsGrouped = false;
  /// What has no name in TableGen gets its number here: "#0".
  llvm::StringRef Name;
  /// What it can be, in words: "any tensor"; may be empty.
  llvm::StringRef Summary;
  /// The only type of an operand, a result, or the value of an attribute, as
  /// MLIR writes it: "i32"; empty if there are several.
  llvm::StringRef OnlyType;
  /// What a format may leave out of a type, or of the value of an attribute:
  /// "lwe.ciphertext" before `<`, "moore." before a word; empty if it is
  /// written as a whole.
  llvm::StringRef ShortType;
  /// The words of an attribute that is one of an enumeration.
  std::vector<llvm::StringRef> Words;
  /// For an attribute: its class in TableGen, such as "SymbolNameAttr".
  llvm::StringRef Class;
};

/// An operation.
struct OdsOperation {
  /// The full name: "bgv.add".
  llvm::StringRef Name;
  llvm::StringRef Summary, Description;
  OdsPlace Place;
  std::vector<OdsMember> Members;
  /// The names of its traits in TableGen, of those without parameters.
  std::vector<llvm::StringRef> Traits;
  /// Members that have the same type, by AllTypesMatch.
  std::vector<std::vector<llvm::StringRef>> SameTypes;
  /// The assembly format as it is written; empty if it is a parser in C++.
  llvm::StringRef FormatText;
  /// That format; nothing if there is none, or it is not understood.
  std::shared_ptr<const OdsFormat> Format;

  const OdsMember *find(llvm::StringRef MemberName) const;
  bool hasTrait(llvm::StringRef Trait) const;
};

/// A type or an attribute.
struct OdsDefinition {
  /// With its sigil: "!lwe.ciphertext", "#lwe.key".
  llvm::StringRef Name;
  llvm::StringRef Summary, Description;
  OdsPlace Place;
};

/// A dialect, as far as some files of TableGen define it.
struct OdsDialect {
  llvm::StringRef Name;
  /// By their names.
  llvm::StringMap<OdsOperation> Operations;
  llvm::StringMap<OdsDefinition> Definitions;
};

/// Keeps a text for as long as the program runs. Any thread.
llvm::StringRef keepOdsText(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_ODSDIALECT_H
