//===- OperationForm.h - The assembly formats of operations -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMS_OPERATIONFORM_H
#define NOISY_SERVER_FEATURES_FORMS_OPERATIONFORM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// One part of an assembly format.
struct FormPart {
  enum class Type : char {
    Literal = '\'',
    Operand = '%',
    Attribute = '#',
    /// A reference to a symbol; the name of a new one.
    Symbol = '@',
    SymbolName = '=',
    /// The type of an operand, a result or an attribute.
    ValueType = ':',
    /// The types of operands, `->`, and those of results.
    FunctionType = '&',
    Region = '{',
    Successor = '^',
    /// The name of a value that the operation defines for its region.
    NewValue = '*',
    /// Text of a parser in C++.
    Custom = '!',
    /// Perhaps a dictionary of attributes, perhaps after a keyword.
    Dictionary = '+',
    /// Parts that may be left out, up to GroupEnd.
    Group = '(',
    GroupEnd = ')'
  };

  Type Kind = Type::Literal;
  /// False if no space precedes the part.
  bool HasSpace = true;
  /// '*' for any number, '?' for at most one, or 0.
  char Count = 0;
  /// The literal, the keyword of a dictionary, or the name in the definition.
  llvm::StringRef Name;
  /// An earlier operand that has the same type.
  llvm::StringRef SameAs;
  /// Not that type itself, but this one with it as parameter: `complex`.
  llvm::StringRef Wrapper;
  /// If all operands have the same type, it is that one.
  bool IsShared = false;
  /// The only possible type, such as `index`.
  llvm::StringRef OnlyType;
  /// What the types are: letters of i(nteger), x (index), f(loat), m(emref),
  /// t(ensor), v(ector), c(omplex), in this order; empty if not known. The
  /// largest width follows the letter of integers, if there is one.
  llvm::StringRef TypeKinds;
  /// The words that an attribute can be, or else what it is (`int`).
  llvm::StringRef Cases, AttributeKind;
  /// The words have angle brackets or quotes around them.
  bool HasBrackets = false;
  bool HasQuotes = false;
  /// For a function type: the operands, separated by commas; and the types of
  /// the results as in the table.
  llvm::StringRef Sources, Results;
  /// What a snippet has there at first: values or types with | between; lines
  /// of a region, also with |; an empty one is where the cursor goes.
  /// `type($x)` is the type of x.
  std::optional<llvm::StringRef> Example;
  /// For a group: it is there exactly if the operation has results.
  bool IsForResults = false;

  /// A word as it is written.
  std::string enclose(llvm::StringRef Word) const {
    return HasBrackets ? "<" + Word.str() + ">"
           : HasQuotes ? "\"" + Word.str() + "\""
                       : Word.str();
  }
  bool isLiteral(llvm::StringRef Text) const {
    return Kind == Type::Literal && Name == Text;
  }
};

/// An operation's definition, as far as text shows it. The strings live as long
/// as the program.
struct OperationForm {
  /// The full name: "arith.addi".
  llvm::StringRef Name;
  /// The number of results; none if it varies.
  std::optional<unsigned> ResultCount;
  bool IsTerminator = false;
  bool DefinesSymbol = false;
  /// It stands at top level, or in another symbol table, and defines none.
  bool IsOfTopLevel = false;
  bool IsSymbolTable = false;
  /// It is written in generic form, with its full name in quotes.
  bool IsGeneric = false;
  /// The dialect whose name operations inside may leave out; may be empty.
  llvm::StringRef DefaultDialect;
  /// The operations that it can be in; empty: in any.
  std::vector<llvm::StringRef> Parents;
  /// The operation that ends its regions; may be empty.
  llvm::StringRef Terminator;
  /// False if nothing is known of the format; then there are no parts.
  bool HasFormat = false;
  std::vector<FormPart> Parts;

  bool mayHaveResults() const { return ResultCount != 0u; }
  bool hasRegions() const;
  /// The end of the group that begins with the part `Begin`.
  size_t groupEnd(size_t Begin) const;
};

/// Finds an operation of MLIR, of noisy or of the project (ProjectForms) by its
/// full name. Logarithmic.
std::optional<OperationForm> findOperationForm(llvm::StringRef Name);
/// Visits the full names of all these operations; those of MLIR and noisy are
/// sorted and come first.
void forEachOperationName(llvm::function_ref<void(llvm::StringRef)> Visit);

/// True if an operation ends a region with a list of values and their types, as
/// `return` does.
bool yieldsValues(const OperationForm &Form);

/// Reads a part as the table has it; the part refers to `Text`.
FormPart readFormPart(llvm::StringRef Text);
/// Reads a type in FormPart::Results; the part refers to `Text`.
FormPart readTypePart(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMS_OPERATIONFORM_H
