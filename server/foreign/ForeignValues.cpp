//===- ForeignValues.cpp - Operands and results with guessed types --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignValues.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

ParseResult mlir::noisy::lsp::resolveForeign(
    OpAsmParser &Parser, OperationState &State, GuessedTypes &Guesses,
    const OpAsmParser::UnresolvedOperand &Operand, Type Guess, Certainty Sure) {
  // The definition of a value that is defined later may tell.
  if (Sure == Certainty::Guessed)
    Guess = Guesses.typeOf(Parser.getEncodedSourceLoc(Operand.location),
                           GuessedTypes::UseNumber, "", Guess);
  Type DefinedType;
  bool IsLearned = false;
  size_t Count = State.operands.size();
  {
    ScopedDiagnosticHandler Handler(
        Parser.getContext(), [&](Diagnostic &Message) {
          IsLearned |= Sure != Certainty::Guessed && Guesses.learn(Message);
          for (const DiagnosticArgument &Part : Message.getArguments())
            if (Part.getKind() ==
                DiagnosticArgument::DiagnosticArgumentKind::Type)
              DefinedType = Part.getAsType(); // the last one
        });
    if (succeeded(Parser.resolveOperand(Operand, Guess, State.operands)))
      return success();
  }
  State.operands.truncate(Count);
  bool IsWrong = !DefinedType || (Sure == Certainty::Certain && !IsLearned);
  return Parser.resolveOperand(Operand, IsWrong ? Guess : DefinedType,
                               State.operands);
}

Type mlir::noisy::lsp::guessResult(OpAsmParser &Parser, GuessedTypes &Guesses,
                                   unsigned Number, StringRef Kind,
                                   Type Guess) {
  auto [Name, InGroup] = Parser.getResultName(Number);
  if (Name.empty())
    return Guess;
  // The name as it is in the text, behind the `%`.
  auto Place = llvm::SMLoc::getFromPointer(Name.data() - 1);
  return Guesses.typeOf(Parser.getEncodedSourceLoc(Place), InGroup,
                        (Kind + "#" + llvm::Twine(Number)).str(), Guess);
}
