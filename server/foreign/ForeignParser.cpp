//===- ForeignParser.cpp - Operations of unknown dialects -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "server/foreign/ForeignText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {

class ForeignParser {
public:
  ForeignParser(OpAsmParser &Parser, OperationState &State)
      : P(Parser), State(State) {}

  ParseResult run();

private:
  /// Whether the operation goes on.
  enum class Next { More, End, Failure };

  struct Operand {
    OpAsmParser::UnresolvedOperand Name;
    /// The type that the text has for it; null if there is none.
    Type WrittenType;
  };

  ForeignText here() const {
    return ForeignText(P.getCurrentLocation().getPointer());
  }
  Next toNext(ParseResult Result) {
    return failed(Result) ? Next::Failure : Next::More;
  }
  ParseResult fail() {
    return P.emitError(P.getNameLoc())
           << unreadForeign << " '" << State.name << "'";
  }

  void skipWord() {
    StringRef Word;
    (void)P.parseOptionalKeyword(&Word);
  }
  size_t countUntyped() const {
    return llvm::count_if(Operands,
                          [](const Operand &O) { return !O.WrittenType; });
  }

  Next step();
  Next readWord();
  Next readString();
  ParseResult readAtom();
  ParseResult readGroup();
  ParseResult readGroupTypes(size_t FirstPending);
  ParseResult readArguments();
  ParseResult readOperandOrArgument();
  ParseResult readOperand();
  ParseResult readSymbol();
  ParseResult readNumber();
  ParseResult readRegion();
  ParseResult readSuccessor();
  ParseResult readAttribute();
  ParseResult readAttributeOfArrow();
  ParseResult readColonTypes();
  ParseResult readTypes(SmallVectorImpl<Type> &Types);
  bool readPunctuation();

  void addAttribute(Attribute Value) {
    State.addAttribute("attribute" + std::to_string(AttributeCount++), Value);
  }
  void nameSymbol();
  void distributeTypes();
  SmallVector<Type> resultTypes() const;
  ParseResult resolve(const Operand &O, Type Guess);

  OpAsmParser &P;
  OperationState &State;
  SmallVector<Operand> Operands;
  /// The types after a colon, and after an arrow or `to`.
  SmallVector<Type> InTypes, OutTypes;
  bool HasInTypes = false, HasOutTypes = false;
  /// The type that the last attribute has taken from the text; a dialect's own
  /// attribute takes the types of the operation.
  Type AttributeType;
  /// True if the types after the colon are in parentheses, before an arrow.
  bool IsFunctional = false;
  bool IsAfterComma = false;
  /// True if the part begins its line, and nothing before says that the
  /// operation goes on.
  bool IsNewLine = false;
  /// The arguments of the next region; the text says no types of those of
  /// loops.
  SmallVector<OpAsmParser::Argument> Arguments;
  bool HasLoopArguments = false;
  /// The name of a symbol that the form begins with, after words at most.
  StringAttr FirstSymbol;
  bool HasOnlyWords = true;
  unsigned AttributeCount = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// The form
//===----------------------------------------------------------------------===//

/// Reads the next part of the form at its top level.
ForeignParser::Next ForeignParser::step() {
  ForeignText Text = here();
  bool WasAfterComma = std::exchange(IsAfterComma, false);
  IsNewLine = Text.startsLine() && !WasAfterComma;
  char C = Text.first();
  switch (C) {
  case '%':
    if (HasInTypes || HasOutTypes || (IsNewLine && Text.isDefinition()))
      return Next::End;
    return toNext(readOperandOrArgument());
  case ',':
    IsAfterComma = true;
    return toNext(P.parseComma());
  case '(':
    if (FirstSymbol && Operands.empty() && Text.isArgumentList())
      return toNext(readArguments());
    return toNext(readGroup());
  case '[':
  case '<':
    return toNext(readGroup());
  case '{':
    if (Text.isRegion())
      return toNext(readRegion());
    return toNext(P.parseOptionalAttrDict(State.attributes));
  case '^':
    return IsNewLine ? Next::End : toNext(readSuccessor());
  case '-':
    if (!Text.startsWith("->"))
      return toNext(readAtom());
    if (P.parseArrow())
      return Next::Failure;
    if (here().isNamedList())
      return toNext(FirstSymbol && Operands.empty() ? readArguments()
                                                    : readGroup());
    if (!here().isType() && here().first() != '(')
      return toNext(readAttributeOfArrow());
    HasOutTypes = true;
    return toNext(readTypes(OutTypes));
  case ':':
    if (Text.startsWith("::"))
      return Next::End;
    return toNext(readColonTypes());
  case '"':
    return readString();
  case '\0':
  case '}':
  case ')':
  case ']':
  case '>':
    return Next::End;
  default:
    if (llvm::isAlpha(C) || C == '_')
      return readWord();
    return toNext(readAtom());
  }
}

/// Reads a word, unless it is the name of the next operation.
ForeignParser::Next ForeignParser::readWord() {
  ForeignText Text = here();
  StringRef Word = Text.word();
  if (Word == "loc" || Word.contains('.'))
    return Next::End;
  bool GoesOn = llvm::StringSwitch<bool>(Word)
                    .Cases({"else", "do", "attributes", "to", "step"}, true)
                    .Default(Text.behindWord() == '(' || Text.isAssignment());
  if (IsNewLine && !GoesOn)
    return Next::End;
  if (Word == "attributes" || Word == "attrs") {
    skipWord();
    (void)P.parseOptionalEqual();
    return toNext(P.parseOptionalAttrDict(State.attributes));
  }
  if (Word == "to" || Word == "into") {
    skipWord();
    if (!here().isType())
      return Next::More;
    HasOutTypes = true;
    return toNext(readTypes(OutTypes));
  }
  return toNext(readAtom());
}

/// Reads a string, unless it is the name of the next operation.
ForeignParser::Next ForeignParser::readString() {
  ForeignText Text = here();
  if (IsNewLine && Text.isGenericName())
    return Next::End;
  return toNext(readAtom());
}

/// Reads anything that is no bracket, value or list of types.
ParseResult ForeignParser::readAtom() {
  ForeignText Text = here();
  char C = Text.first();
  if (C == '@')
    return readSymbol();
  if (C == '#' || Text.isAttribute())
    return readAttribute();
  if (C == '!' || Text.isType()) {
    Type Parameter;
    if (P.parseType(Parameter))
      return failure();
    addAttribute(TypeAttr::get(Parameter));
    return success();
  }
  if (C == '"') {
    std::string Value;
    if (P.parseString(&Value))
      return failure();
    addAttribute(P.getBuilder().getStringAttr(Value));
    return success();
  }
  if (llvm::isDigit(C) || (C == '-' && !Text.startsWith("->")))
    return readNumber();
  StringRef Word;
  if (succeeded(P.parseOptionalKeyword(&Word))) {
    addAttribute(P.getBuilder().getStringAttr(Word));
    return success();
  }
  return readPunctuation() ? success() : fail();
}

bool ForeignParser::readPunctuation() {
  return succeeded(P.parseOptionalComma()) ||
         succeeded(P.parseOptionalEqual()) ||
         succeeded(P.parseOptionalColon()) ||
         succeeded(P.parseOptionalArrow()) ||
         succeeded(P.parseOptionalStar()) || succeeded(P.parseOptionalPlus()) ||
         succeeded(P.parseOptionalMinus()) ||
         succeeded(P.parseOptionalSlash()) ||
         succeeded(P.parseOptionalQuestion()) ||
         succeeded(P.parseOptionalVerticalBar()) ||
         succeeded(P.parseOptionalEllipsis());
}

ParseResult ForeignParser::readAttribute() {
  Attribute Value;
  if (P.parseAttribute(Value))
    return failure();
  addAttribute(Value);
  if (auto Typed = dyn_cast<TypedAttr>(Value);
      Typed && !isa<NoneType>(Typed.getType()))
    AttributeType = Typed.getType();
  return success();
}

/// Reads a number without the type that may follow it: that may be one of the
/// operation.
ParseResult ForeignParser::readNumber() {
  if (here().isFloat()) {
    double Value;
    if (P.parseFloat(Value))
      return failure();
    addAttribute(P.getBuilder().getF64FloatAttr(Value));
    return success();
  }
  APInt Value;
  OptionalParseResult Result = P.parseOptionalInteger(Value);
  if (!Result.has_value())
    return readPunctuation() ? success() : fail();
  if (failed(*Result))
    return failure();
  addAttribute(IntegerAttr::get(
      P.getBuilder().getIntegerType(Value.getBitWidth()), Value));
  return success();
}

ParseResult ForeignParser::readSymbol() {
  SymbolRefAttr Symbol;
  if (P.parseAttribute(Symbol))
    return failure();
  if (HasOnlyWords && Symbol.getNestedReferences().empty())
    FirstSymbol = Symbol.getRootReference();
  else
    addAttribute(Symbol);
  return success();
}

/// Reads a value that is used, or `%i =`, which defines one for a region.
ParseResult ForeignParser::readOperandOrArgument() {
  if (!here().isDefinition())
    return readOperand();
  OpAsmParser::Argument &New = Arguments.emplace_back();
  if (P.parseArgument(New) || P.parseEqual())
    return failure();
  New.type = P.getBuilder().getIndexType();
  HasLoopArguments = true;
  return success();
}

ParseResult ForeignParser::readOperand() {
  return P.parseOperand(Operands.emplace_back().Name);
}

/// Reads what is in brackets: `(%a, %b : i32, i32)`, `[%i, 3]`, `<...>`.
ParseResult ForeignParser::readGroup() {
  char Open = here().first();
  char Close = Open == '(' ? ')' : Open == '[' ? ']' : '>';
  ParseResult Begin = Open == '('   ? P.parseLParen()
                      : Open == '[' ? P.parseLSquare()
                                    : P.parseLess();
  if (Begin)
    return failure();
  // The first operand without a type.
  size_t FirstPending = Operands.size();
  while (here().first() != Close) {
    ForeignText Text = here();
    char C = Text.first();
    if (C == '%') {
      if (readOperandOrArgument())
        return failure();
    } else if (C == '(' || C == '[' || C == '<') {
      if (readGroup())
        return failure();
    } else if (C == '{') {
      // What is said of one operand is no attribute of the operation.
      NamedAttrList Ignored;
      if (Text.isRegion() ? readRegion() : P.parseOptionalAttrDict(Ignored))
        return failure();
    } else if (C == ':' && FirstPending < Operands.size()) {
      if (readGroupTypes(FirstPending))
        return failure();
      FirstPending = Operands.size();
    } else if (C == '\0' || C == ')' || C == ']' || C == '}' || C == '>') {
      return fail();
    } else if (readAtom()) {
      return failure();
    }
  }
  return Open == '('   ? P.parseRParen()
         : Open == '[' ? P.parseRSquare()
                       : P.parseGreater();
}

/// Reads the types of the operands in a group that have none.
ParseResult ForeignParser::readGroupTypes(size_t FirstPending) {
  if (P.parseColon())
    return failure();
  SmallVector<Type> Types;
  do {
    if (!here().isType())
      break;
    if (P.parseType(Types.emplace_back()))
      return failure();
  } while (succeeded(P.parseOptionalComma()));
  MutableArrayRef<Operand> Pending =
      MutableArrayRef(Operands).drop_front(FirstPending);
  if (Types.size() == 1 || Types.size() == Pending.size())
    for (auto [I, O] : llvm::enumerate(Pending))
      O.WrittenType = Types.size() == 1 ? Types[0] : Types[I];
  return success();
}

/// Reads what stands behind an arrow instead of types, with its own type.
ParseResult ForeignParser::readAttributeOfArrow() {
  if (!llvm::isDigit(here().first()))
    return success();
  return readAttribute();
}

/// Reads the arguments of a function: `(%a: i32 {x.y}, in %b : i1)`.
ParseResult ForeignParser::readArguments() {
  if (P.parseLParen())
    return failure();
  while (here().first() != ')') {
    if (here().first() == '%') {
      if (P.parseArgument(Arguments.emplace_back(), /*allowType=*/true,
                          /*allowAttrs=*/true))
        return failure();
    } else if (readAtom()) {
      return failure();
    }
  }
  return P.parseRParen();
}

ParseResult ForeignParser::readRegion() {
  SmallVector<OpAsmParser::Argument> Own = std::exchange(Arguments, {});
  // Loops carry values of the types that they result in.
  SmallVector<Type> Carried = resultTypes();
  if (HasLoopArguments && HasOutTypes && Own.size() > Carried.size())
    for (auto [Argument, CarriedType] :
         llvm::zip(llvm::reverse(Own), llvm::reverse(Carried)))
      Argument.type = CarriedType;
  return P.parseRegion(*State.addRegion(), Own);
}

ParseResult ForeignParser::readSuccessor() {
  Block *Target = nullptr;
  SmallVector<Value> Values;
  if (P.parseSuccessorAndUseList(Target, Values))
    return failure();
  State.addSuccessors(Target);
  State.addOperands(Values);
  return success();
}

ParseResult ForeignParser::readColonTypes() {
  HasInTypes = true;
  bool IsFirstList = InTypes.empty();
  if (P.parseColon())
    return failure();
  bool HasParens = here().first() == '(';
  if (!here().isType() && !HasParens)
    return success(); // something else than types
  if (readTypes(InTypes))
    return failure();
  IsFunctional = IsFirstList && HasParens && here().startsWith("->");
  return success();
}

ParseResult ForeignParser::readTypes(SmallVectorImpl<Type> &Types) {
  bool HasParens = succeeded(P.parseOptionalLParen());
  if (HasParens && succeeded(P.parseOptionalRParen()))
    return success();
  do {
    if (!here().isType())
      return fail();
    if (P.parseType(Types.emplace_back()))
      return failure();
    NamedAttrList Ignored;
    if (HasParens && P.parseOptionalAttrDict(Ignored))
      return failure();
  } while (succeeded(P.parseOptionalComma()));
  return HasParens ? P.parseRParen() : success();
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

/// The symbol that a form with a region begins with is its name; any other is
/// used.
void ForeignParser::nameSymbol() {
  if (!FirstSymbol)
    return;
  if (State.regions.empty())
    addAttribute(FlatSymbolRefAttr::get(FirstSymbol));
  else
    State.addAttribute("sym_name", FirstSymbol);
}

/// Gives the operands without types those of the list after the colon.
void ForeignParser::distributeTypes() {
  if (InTypes.size() == Operands.size()) {
    for (auto [O, InType] : llvm::zip_equal(Operands, InTypes))
      if (IsFunctional || !O.WrittenType)
        O.WrittenType = InType;
    return;
  }
  size_t Count = countUntyped();
  // Types of results may follow those of the operands.
  if (InTypes.size() != Count && InTypes.size() != Count + P.getNumResults())
    return;
  size_t I = 0;
  for (Operand &O : Operands)
    if (!O.WrittenType)
      O.WrittenType = InTypes[I++];
}

SmallVector<Type> ForeignParser::resultTypes() const {
  size_t Count = P.getNumResults();
  // The types that a function returns.
  if (Count == 0 && FirstSymbol && !State.regions.empty())
    return {};
  if (HasOutTypes && (OutTypes.size() == Count || Count == 0 || IsFunctional))
    return OutTypes;
  if (Count == 0)
    return {};
  if (!OutTypes.empty())
    return SmallVector<Type>(Count, OutTypes.back());
  size_t Others = countUntyped();
  if (Others > 0 && InTypes.size() == Others + Count)
    return SmallVector<Type>(ArrayRef(InTypes).take_back(Count));
  if (!InTypes.empty() && InTypes.size() == Count)
    return InTypes;
  // Most operations have results like their first operands.
  if (!InTypes.empty())
    return SmallVector<Type>(Count, InTypes.front());
  for (const Operand &O : Operands)
    if (O.WrittenType)
      return SmallVector<Type>(Count, O.WrittenType);
  if (AttributeType && Operands.empty())
    return SmallVector<Type>(Count, AttributeType);
  return {};
}

/// Resolves an operand whose type is a guess: a value that is defined before
/// tells its own. There is no other way to ask the parser.
ParseResult ForeignParser::resolve(const Operand &O, Type Guess) {
  Type DefinedType;
  size_t Count = State.operands.size();
  {
    ScopedDiagnosticHandler Handler(P.getContext(), [&](Diagnostic &Message) {
      for (const DiagnosticArgument &Part : Message.getArguments())
        if (Part.getKind() == DiagnosticArgument::DiagnosticArgumentKind::Type)
          DefinedType = Part.getAsType(); // the last one
    });
    if (succeeded(P.resolveOperand(O.Name, Guess, State.operands)))
      return success();
  }
  State.operands.truncate(Count);
  return P.resolveOperand(O.Name, DefinedType ? DefinedType : Guess,
                          State.operands);
}

ParseResult ForeignParser::run() {
  Next Result = Next::More;
  while (true) {
    bool IsWord = llvm::isAlpha(here().first());
    if ((Result = step()) != Next::More)
      break;
    HasOnlyWords &= IsWord;
  }
  if (Result == Next::Failure)
    return failure();
  nameSymbol();
  distributeTypes();
  bool IsCertain = IsFunctional && InTypes.size() == Operands.size();
  SmallVector<Type> Results = resultTypes();
  Type Guess = !InTypes.empty()    ? InTypes.back()
               : !OutTypes.empty() ? OutTypes.back()
                                   : P.getBuilder().getNoneType();
  for (const Operand &O : Operands)
    if (IsCertain ? P.resolveOperand(O.Name, O.WrittenType, State.operands)
                  : resolve(O, O.WrittenType ? O.WrittenType : Guess))
      return failure();
  if (Results.empty() && P.getNumResults() > 0)
    Results.assign(P.getNumResults(), State.operands.empty()
                                          ? Guess
                                          : State.operands[0].getType());
  State.addTypes(Results);
  return success();
}

ParseResult mlir::noisy::lsp::parseForeignOperation(OpAsmParser &Parser,
                                                    OperationState &State) {
  return ForeignParser(Parser, State).run();
}
