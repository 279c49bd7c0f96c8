//===- ForeignParser.cpp - Operations of unknown dialects -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "server/foreign/ForeignForm.h"
#include "server/foreign/ForeignValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {

/// Makes an operation of what its form shows.
class ForeignParser {
public:
  ForeignParser(OpAsmParser &Parser, OperationState &State,
                GuessedTypes &Guesses)
      : P(Parser), State(State), Guesses(Guesses),
        Form(Parser, State, Guesses) {}

  ParseResult run();

private:
  using Operand = ForeignForm::Operand;

  void nameSymbol();
  Certainty distributeTypes();
  std::string describeShown() const;
  void addResults(SmallVector<Type> Types, bool IsShown);

  OpAsmParser &P;
  OperationState &State;
  GuessedTypes &Guesses;
  ForeignForm Form;
};

} // namespace

/// True if the name of an operation says that it is about a symbol which
/// something else defines: `sv.ifdef @A {`.
static bool isAboutSymbol(StringRef Name) {
  StringRef Last = Name.rsplit('.').second;
  return Last.starts_with("if") || Last.ends_with("config");
}

/// The symbol that a form with a region begins with is its name; any other is
/// used.
void ForeignParser::nameSymbol() {
  if (!Form.FirstSymbol)
    return;
  if (Form.definesSymbol() && !isAboutSymbol(State.name.getStringRef()))
    State.addAttribute("sym_name", Form.FirstSymbol);
  else
    Form.addAttribute(FlatSymbolRefAttr::get(Form.FirstSymbol));
}

/// Gives the operands without types those of the list after the colon.
Certainty ForeignParser::distributeTypes() {
  ArrayRef<Type> Types = Form.InTypes;
  if (Types.size() == Form.Operands.size()) {
    for (auto [O, InType] : llvm::zip_equal(Form.Operands, Types))
      if (Form.IsFunctional || !O.WrittenType)
        O.WrittenType = InType;
    if (Form.IsFunctional && Form.isPlainList())
      return Certainty::Certain;
    // Otherwise they may be the types of the results.
    return Form.HasOutTypes || (Types.size() > 1 && P.getNumResults() < 2)
               ? Certainty::Written
               : Certainty::Guessed;
  }
  size_t Count = Form.countUntyped();
  // Types of results may follow those of the operands.
  if (Types.size() != Count && Types.size() != Count + P.getNumResults())
    return Certainty::Guessed;
  size_t I = 0;
  for (Operand &O : Form.Operands)
    if (!O.WrittenType)
      O.WrittenType = Types[I++];
  return Certainty::Guessed;
}

/// Name and types that the text shows: operations with the same of these
/// probably have the same results.
std::string ForeignParser::describeShown() const {
  std::string Result = State.name.getStringRef().str();
  llvm::raw_string_ostream OS(Result);
  OS << '(' << Form.InTypes << ")->(" << Form.OutTypes << ')';
  return Result;
}

void ForeignParser::addResults(SmallVector<Type> Types, bool IsShown) {
  if (IsShown || Types.size() != P.getNumResults()) {
    State.addTypes(Types);
    return;
  }
  std::string Kind = describeShown();
  for (auto [I, Guess] : llvm::enumerate(Types))
    State.addTypes(guessResult(P, Guesses, unsigned(I), Kind, Guess));
}

ParseResult ForeignParser::run() {
  if (Form.read())
    return failure();
  nameSymbol();
  Certainty Sure = distributeTypes();
  bool IsShown = false;
  SmallVector<Type> Results = Form.resultTypes(IsShown);
  Type Guess = !Form.InTypes.empty()    ? Form.InTypes.back()
               : !Form.OutTypes.empty() ? Form.OutTypes.back()
                                        : P.getBuilder().getNoneType();
  for (const Operand &O : Form.Operands)
    if (resolveForeign(P, State, Guesses, O.Name,
                       O.WrittenType ? O.WrittenType : Guess,
                       O.WrittenType ? Sure : Certainty::Guessed))
      return failure();
  if (Results.empty() && P.getNumResults() > 0)
    Results.assign(P.getNumResults(), State.operands.empty()
                                          ? Guess
                                          : State.operands[0].getType());
  addResults(std::move(Results), IsShown);
  return success();
}

ParseResult mlir::noisy::lsp::parseForeignOperation(OpAsmParser &Parser,
                                                    OperationState &State,
                                                    GuessedTypes &Types) {
  return ForeignParser(Parser, State, Types).run();
}
