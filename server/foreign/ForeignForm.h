//===- ForeignForm.h - What the text of an operation shows ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FOREIGNFORM_H
#define NOISY_SERVER_FOREIGN_FOREIGNFORM_H

#include "mlir/IR/OpImplementation.h"
#include "server/foreign/ForeignText.h"
#include "server/foreign/GuessedTypes.h"

namespace mlir::noisy::lsp {

/// Reads the text of an operation of which only the name is known: operands,
/// words, attributes, regions, lists of types. What these mean for the
/// operation is not decided here, but for regions, successors and attributes,
/// which go into its state. Lives as long as one operation is parsed.
class ForeignForm {
public:
  ForeignForm(OpAsmParser &Parser, OperationState &State, GuessedTypes &Guesses)
      : P(Parser), State(State), Guesses(Guesses) {}

  struct Operand {
    OpAsmParser::UnresolvedOperand Name;
    /// The type that the text has for it; null if there is none.
    Type WrittenType;
  };

  /// Reads all.
  ParseResult read();
  /// Reads what is in brackets, and forgets it. Braces in it are no regions:
  /// these would be parsed into an operation that nobody keeps.
  ParseResult skipGroup();

  ForeignText here() const {
    return ForeignText(P.getCurrentLocation().getPointer());
  }
  /// Reports that the form is not understood.
  ParseResult fail();

  size_t countUntyped() const;
  /// The types of the results as far as the text decides; `IsShown` is false if
  /// they are a guess.
  SmallVector<Type> resultTypes(bool &IsShown) const;
  /// True if the form is that of a symbol's definition: it has arguments or
  /// regions.
  bool definesSymbol() const { return HasArguments || !State.regions.empty(); }
  /// True if only commas stand between the operands, so that their types are in
  /// the same order.
  bool isPlainList() const;
  void addAttribute(Attribute Value);

  /// True if the definition of the operation is known, so that what is not
  /// understood is wrong.
  bool IsDefined = false;
  SmallVector<Operand> Operands;
  /// The types after a colon, and after an arrow or `to`.
  SmallVector<Type> InTypes, OutTypes;
  bool HasInTypes = false, HasOutTypes = false;
  /// True if the types after the colon are in parentheses, before an arrow.
  bool IsFunctional = false;
  /// The name of a symbol that the form begins with, after words at most.
  StringAttr FirstSymbol;

private:
  /// Whether the operation goes on.
  enum class Next { More, End, Failure };

  static Next toNext(ParseResult Result) {
    return failed(Result) ? Next::Failure : Next::More;
  }

  void skipWord() {
    StringRef Word;
    (void)P.parseOptionalKeyword(&Word);
  }

  Next step();
  bool isCutOff() const;
  Next readWord();
  Next readString();
  ParseResult readAtom();
  ParseResult readGroup();
  ParseResult readGroupTypes(size_t FirstPending);
  ParseResult readArguments();
  ParseResult readOperandOrArgument();
  ParseResult readArgument(bool HasType);
  ParseResult readOperand();
  ParseResult readSymbol();
  ParseResult readNumber();
  ParseResult readRegion();
  ParseResult readSuccessor();
  ParseResult readAttribute();
  ParseResult readAfterArrow();
  ParseResult readColonTypes();
  ParseResult readTiedResult();
  ParseResult readContainer(Type &Held);
  ParseResult readTypes(SmallVectorImpl<Type> &Types);
  ParseResult readNamedTypes(SmallVectorImpl<Type> &Types);
  bool readPunctuation();
  bool isDefinitionOfSymbol() const;
  /// True before a value that is defined for a region of the operation.
  bool isNewArgument() const;

  OpAsmParser &P;
  OperationState &State;
  GuessedTypes &Guesses;
  /// The type that the last attribute has taken from the text; a dialect's own
  /// attribute takes the types of the operation.
  Type AttributeType;
  bool IsAfterComma = false;
  /// The last comma, or the end of the last type.
  SMLoc Comma;
  /// True if the part begins its line, and nothing before says that the
  /// operation goes on.
  bool IsNewLine = false;
  /// The arguments of the next region; the text says no types of those of
  /// loops.
  SmallVector<OpAsmParser::Argument> Arguments, LoopArguments;
  bool HasArguments = false, HasLoopArguments = false;
  bool HasOnlyWords = true;
  bool IsSkipping = false;
  unsigned AttributeCount = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FOREIGNFORM_H
