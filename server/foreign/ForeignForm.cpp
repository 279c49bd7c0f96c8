//===- ForeignForm.cpp - What the text of an operation shows --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignForm.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "server/foreign/ForeignParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// The form
//===----------------------------------------------------------------------===//

ParseResult ForeignForm::fail() {
  if (IsDefined)
    return P.emitError(P.getCurrentLocation())
           << "this is not expected in the brackets of '" << State.name << "'";
  return P.emitError(P.getNameLoc())
         << unreadForeign << " '" << State.name << "'";
}

void ForeignForm::addAttribute(Attribute Value) {
  State.addAttribute("attribute" + std::to_string(AttributeCount++), Value);
}

ParseResult ForeignForm::read() {
  Next Result = Next::More;
  while (true) {
    bool IsWord = llvm::isAlpha(here().first());
    if ((Result = step()) != Next::More)
      break;
    HasOnlyWords &= IsWord;
  }
  return failure(Result == Next::Failure);
}

/// Reads the next part of the form at its top level.
ForeignForm::Next ForeignForm::step() {
  ForeignText Text = here();
  bool WasAfterComma = std::exchange(IsAfterComma, false);
  IsNewLine = Text.startsLine() && !WasAfterComma;
  char C = Text.first();
  if (WasAfterComma && isCutOff())
    return toNext(P.emitError(Comma, "expected SSA operand"));
  switch (C) {
  case '%':
    if (((HasInTypes || HasOutTypes) && !WasAfterComma) ||
        (IsNewLine && Text.isDefinition()))
      return Next::End;
    return toNext(readOperandOrArgument());
  case ',':
    IsAfterComma = true;
    Comma = P.getCurrentLocation();
    return toNext(P.parseComma());
  case '(':
    if (FirstSymbol && Operands.empty() && !HasArguments &&
        Text.isArgumentList(isDefinitionOfSymbol()))
      return toNext(readArguments());
    return toNext(readGroup());
  case '[':
  case '<':
    return toNext(readGroup());
  case '{':
    if (Text.isRegion())
      return toNext(readRegion());
    return toNext(Text.isDictionary()
                      ? P.parseOptionalAttrDict(State.attributes)
                      : readGroup());
  case '^':
    return IsNewLine ? Next::End : toNext(readSuccessor());
  case '-':
  case '=':
    if (Text.startsWith("->"))
      return toNext(failure(P.parseArrow() || readAfterArrow()));
    if (Text.startsWith("=>"))
      return toNext(
          failure(P.parseEqual() || P.parseGreater() || readAfterArrow()));
    return toNext(readAtom());
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
  case '#':
  case '!':
    // An alias comes next.
    if (IsNewLine && Text.isAliasDefinition())
      return Next::End;
    return toNext(readAtom());
  default:
    if (llvm::isAlpha(C) || C == '_')
      return readWord();
    return toNext(readAtom());
  }
}

/// True if the operation ends here, although it has a comma before.
bool ForeignForm::isCutOff() const {
  ForeignText Text = here();
  if (Text.first() == '\0' || Text.first() == '}')
    return true;
  return Text.startsLine() &&
         (Text.isNextOperation() || Text.isOperationName() ||
          Text.word() == "return");
}

/// Reads a word, unless it is the name of the next operation.
ForeignForm::Next ForeignForm::readWord() {
  ForeignText Text = here();
  StringRef Word = Text.word();
  if (Word == "loc" || Word.contains('.'))
    return Next::End;
  bool GoesOn = llvm::StringSwitch<bool>(Word)
                    .Cases({"else", "do", "attributes", "to", "step", "applies",
                            "across", "case", "default"},
                           true)
                    .Default(Text.behindWord() == '(' || Text.isAssignment() ||
                             Text.isNamedRegion());
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
ForeignForm::Next ForeignForm::readString() {
  ForeignText Text = here();
  if (IsNewLine && Text.isGenericName())
    return Next::End;
  return toNext(readAtom());
}

/// Reads anything that is no bracket, value or list of types.
ParseResult ForeignForm::readAtom() {
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

bool ForeignForm::readPunctuation() {
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

ParseResult ForeignForm::readAttribute() {
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
ParseResult ForeignForm::readNumber() {
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

ParseResult ForeignForm::readSymbol() {
  SymbolRefAttr Symbol;
  if (P.parseAttribute(Symbol))
    return failure();
  if (HasOnlyWords && Symbol.getNestedReferences().empty())
    FirstSymbol = Symbol.getRootReference();
  else
    addAttribute(Symbol);
  return success();
}

bool ForeignForm::isNewArgument() const {
  ForeignText Text = here();
  return !IsSkipping && Text.isInHeader() &&
         !Text.isDefinedBefore(Guesses.text());
}

/// Reads a value that is used, or one that is defined for a region: `%i =`,
/// `%i : index =`, `as %x {`.
ParseResult ForeignForm::readOperandOrArgument() {
  ForeignText Text = here();
  bool IsLoop = Text.isLoopArgument();
  if (!IsLoop && !isNewArgument())
    return readOperand();
  if (readArgument(Text.isTypedName()))
    return failure();
  if (!IsLoop)
    return success();
  HasLoopArguments = true;
  return P.parseEqual();
}

ParseResult ForeignForm::readArgument(bool HasType) {
  OpAsmParser::Argument &New = Arguments.emplace_back();
  if (P.parseArgument(New, HasType, /*allowAttrs=*/HasType))
    return failure();
  if (!HasType)
    New.type = Guesses.typeOf(P.getEncodedSourceLoc(New.ssaName.location), 0,
                              "", P.getBuilder().getIndexType());
  return success();
}

ParseResult ForeignForm::readOperand() {
  return P.parseOperand(Operands.emplace_back().Name);
}

/// Reads what is in brackets: `(%a, %b : i32, i32)`, `[%i, 3]`, `<...>`.
ParseResult ForeignForm::readGroup() {
  char Open = here().first();
  char Close = Open == '(' ? ')' : Open == '[' ? ']' : Open == '{' ? '}' : '>';
  if (Open == '('   ? P.parseLParen()
      : Open == '[' ? P.parseLSquare()
      : Open == '{' ? P.parseLBrace()
                    : P.parseLess())
    return failure();
  // The first operand without a type.
  size_t FirstPending = Operands.size();
  while (here().first() != Close) {
    ForeignText Text = here();
    char C = Text.first();
    if (C == '%') {
      if (Text.startsLine() && Text.isNextOperation())
        return P.emitError(Text.lastBefore(), "expected '") << Close << "'";
      if (readOperandOrArgument())
        return failure();
    } else if (C == '(' || C == '[' || C == '<') {
      if (readGroup())
        return failure();
    } else if (C == '{') {
      // What is said of one operand is no attribute of the operation.
      NamedAttrList Ignored;
      if (Text.isRegion() && !Text.isEmpty() && !IsSkipping ? readRegion()
          : Text.isDictionary() ? P.parseOptionalAttrDict(Ignored)
                                : readGroup())
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
         : Open == '{' ? P.parseRBrace()
                       : P.parseGreater();
}

/// Reads the types of the operands in a group that have none.
ParseResult ForeignForm::readGroupTypes(size_t FirstPending) {
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

/// Reads what is in brackets, and forgets it.
ParseResult ForeignForm::skipGroup() {
  size_t Count = Operands.size();
  NamedAttrList Kept = State.attributes;
  llvm::SaveAndRestore Skipping(IsSkipping, true);
  ParseResult Result = readGroup();
  Operands.truncate(Count);
  State.attributes = Kept;
  return Result;
}

/// Reads a result that takes the place of an operand, and has its type or
/// another one: `%a`, `%a as !t.x`.
ParseResult ForeignForm::readTiedResult() {
  HasOutTypes = true;
  Type &Result = OutTypes.emplace_back(P.getBuilder().getNoneType());
  OpAsmParser::UnresolvedOperand Name;
  // Some names stand for nothing that is defined.
  bool IsDefined = here().isDefinedBefore(Guesses.text());
  if (P.parseOperand(Name))
    return failure();
  // The types are those of the last operands.
  size_t Untyped = Operands.size() - std::min(Operands.size(), InTypes.size());
  for (auto [Known, InType] :
       llvm::zip(llvm::drop_begin(Operands, Untyped), InTypes))
    if (Known.Name.name == Name.name && Known.Name.number == Name.number)
      Result = InType;
  if (IsDefined)
    Operands.emplace_back().Name = Name;
  if (here().isValueGroup() && readGroup())
    return failure();
  return readContainer(Result);
}

/// Reads types, or what stands in their place: an attribute with its own type,
/// or names with types.
ParseResult ForeignForm::readAfterArrow() {
  ForeignText Text = here();
  if (Text.first() == '%')
    return readTiedResult();
  HasOutTypes = true;
  if (Text.isNamedList())
    return readNamedTypes(OutTypes);
  if (Text.isType() || Text.first() == '(')
    return readTypes(OutTypes);
  HasOutTypes = false;
  return llvm::isDigit(Text.first()) ? readAttribute() : success();
}

/// Reads the results of a function with names: `(a: i32, %b: i1 {x.y})`.
ParseResult ForeignForm::readNamedTypes(SmallVectorImpl<Type> &Types) {
  auto readOne = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand Name;
    NamedAttrList Attributes;
    if (!here().isTypedName())
      return P.parseType(Types.emplace_back());
    if (here().first() == '%') {
      if (P.parseOperand(Name))
        return failure();
    } else if (std::string Ignored; P.parseKeywordOrString(&Ignored)) {
      return failure();
    }
    if (P.parseColonType(Types.emplace_back()))
      return failure();
    return P.parseOptionalAttrDict(Attributes);
  };
  return P.parseCommaSeparatedList(AsmParser::Delimiter::Paren, readOne);
}

/// True if the name of the operation says that it defines a function.
bool ForeignForm::isDefinitionOfSymbol() const {
  StringRef Name = State.name.getStringRef().split('.').second;
  return P.getNumResults() == 0 &&
         llvm::any_of(
             ArrayRef<StringRef>{"func", "module", "extern", "decl", "import"},
             [&](StringRef Part) { return Name.contains(Part); }) &&
         !Name.contains("call");
}

/// Reads the arguments of a function: `(%a: i32 {x.y}, in %b : i1)`.
ParseResult ForeignForm::readArguments() {
  HasArguments = true;
  if (P.parseLParen())
    return failure();
  while (here().first() != ')') {
    char C = here().first();
    NamedAttrList Ignored;
    if (C == '%'                           ? readArgument(here().isTypedName())
        : C == '{'                         ? P.parseOptionalAttrDict(Ignored)
        : C == '(' || C == '[' || C == '<' ? skipGroup()
                                           : readAtom())
      return failure();
  }
  return P.parseRParen();
}

ParseResult ForeignForm::readRegion() {
  SmallVector<OpAsmParser::Argument> Own = std::exchange(Arguments, {});
  // Loops carry values of the types that they result in.
  bool IsShown = false;
  SmallVector<Type> Carried = resultTypes(IsShown);
  if (HasLoopArguments && HasOutTypes && Own.size() > Carried.size())
    for (auto [Argument, CarriedType] :
         llvm::zip(llvm::reverse(Own), llvm::reverse(Carried)))
      Argument.type = CarriedType;
  if (HasLoopArguments && InTypes.size() == Own.size())
    for (auto [Argument, CarriedType] : llvm::zip_equal(Own, InTypes))
      Argument.type = CarriedType;
  // Both regions of `while(%i = %a) cond {} do {}` have them.
  if (HasLoopArguments && Own.empty() && !here().isLabeledRegion())
    Own = LoopArguments;
  if (HasLoopArguments)
    LoopArguments = Own;
  return P.parseRegion(*State.addRegion(), Own);
}

ParseResult ForeignForm::readSuccessor() {
  Block *Target = nullptr;
  // `^bb1(%a : i32, %b : i32)`, each with its type.
  if (here().passesTypedValues()) {
    if (P.parseSuccessor(Target) || readGroup())
      return failure();
    State.addSuccessors(Target);
    return success();
  }
  SmallVector<Value> Values;
  if (P.parseSuccessorAndUseList(Target, Values))
    return failure();
  State.addSuccessors(Target);
  State.addOperands(Values);
  return success();
}

ParseResult ForeignForm::readColonTypes() {
  bool IsFirstList = InTypes.empty();
  if (P.parseColon())
    return failure();
  bool HasParens = here().first() == '(';
  if (!here().isType() && !HasParens)
    return success(); // something else than types
  HasInTypes = true;
  if (readTypes(InTypes))
    return failure();
  IsFunctional = IsFirstList && HasParens && here().startsWith("->");
  return success();
}

/// Reads what a type is held by: `in !stream.resource<*>{%n}`, which is the
/// type of the value, and `in %a as !stream.resource<*>{%n}`, which tells what
/// it takes the place of.
ParseResult ForeignForm::readContainer(Type &Held) {
  while (here().word() == "in" || here().word() == "as") {
    skipWord();
    if (here().first() == '%' ? failed(readOperand())
                              : here().isType() && failed(P.parseType(Held)))
      return failure();
    if (here().isValueGroup() && readGroup())
      return failure();
  }
  return success();
}

ParseResult ForeignForm::readTypes(SmallVectorImpl<Type> &Types) {
  bool HasParens = succeeded(P.parseOptionalLParen());
  if (HasParens && succeeded(P.parseOptionalRParen()))
    return success();
  do {
    if (!here().isType() && !(HasParens && here().first() == '(')) {
      if (!Types.empty() && isCutOff())
        return P.emitError(Comma, "expected non-function type");
      // `%a : i32, %b : i64`
      IsAfterComma = !HasParens && !Types.empty() && here().first() == '%';
      return IsAfterComma ? success() : fail();
    }
    if (P.parseType(Types.emplace_back()))
      return failure();
    NamedAttrList Ignored;
    // `tensor<?xf32>{%n}`
    if (here().isValueGroup()) {
      if (readGroup())
        return failure();
    } else if (HasParens && P.parseOptionalAttrDict(Ignored)) {
      return failure();
    }
    if (readContainer(Types.back()))
      return failure();
    Comma = P.getCurrentLocation();
  } while (succeeded(P.parseOptionalComma()));
  return HasParens ? P.parseRParen() : success();
}
