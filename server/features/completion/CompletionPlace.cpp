//===- CompletionPlace.cpp - What can be typed at a cursor ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionPlace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

CompletionPlace mlir::noisy::lsp::findCompletionPlace(StringRef Text) {
  CompletionPlace Place;
  Place.Operation = findTypedOperation(Text);
  if (Place.Operation.IsAtName || Place.Operation.isGeneric())
    return Place;
  Place.Form = findOperationForm(Place.Operation.Name);
  if (Place.Form)
    Place.Match = matchForm(*Place.Form, Place.Operation.Operands,
                            Place.Operation.HasResults);
  return Place;
}

bool ExpectedType::refuses(StringRef ValueType) const {
  return llvm::is_contained(Refused, ValueType);
}

/// The width of the signless integer type `iN`; 0 of other types.
static unsigned widthOf(StringRef Type) {
  unsigned Width = 0;
  return Type.consume_front("i") && !Type.getAsInteger(10, Width) ? Width : 0;
}

bool ExpectedType::admits(StringRef ValueType) const {
  if (refuses(ValueType))
    return false;
  if (!Type.empty())
    return ValueType == Type;
  if (Kinds.starts_with("!"))
    return ValueType.starts_with(Kinds);
  auto isInteger = [](StringRef Text) {
    Text.consume_front("s") || Text.consume_front("u");
    return Text.consume_front("i") && !Text.empty() &&
           (Text == "<N>" || llvm::all_of(Text, llvm::isDigit));
  };
  auto isFloat = [](StringRef Text) {
    return (Text.consume_front("bf") || Text.consume_front("tf") ||
            Text.consume_front("f")) &&
           !Text.empty() && llvm::isDigit(Text.front());
  };
  // The word alone is the beginning of such a type.
  auto isKind = [&](StringRef Word) {
    StringRef Rest = ValueType;
    return Rest.consume_front(Word) && (Rest.empty() || Rest.starts_with("<"));
  };
  // The largest width follows the letter.
  if (unsigned Most = widthOf(Kinds))
    return ValueType == "i<N>" ||
           (widthOf(ValueType) > 0 && widthOf(ValueType) <= Most);
  for (char Kind : Kinds)
    switch (Kind) {
    case 'i':
      // Most operations on integers take indices, too.
      if (isInteger(ValueType) || ValueType == "index")
        return true;
      break;
    case 'x':
      if (ValueType == "index")
        return true;
      break;
    case 'f':
      if (isFloat(ValueType))
        return true;
      break;
    case 'm':
      if (isKind("memref"))
        return true;
      break;
    case 't':
      if (isKind("tensor"))
        return true;
      break;
    case 'v':
      if (isKind("vector"))
        return true;
      break;
    case 'c':
      if (isKind("complex"))
        return true;
      break;
    default:
      break;
    }
  return false;
}

StringRef ExpectedType::restAfter(StringRef Begun) const {
  Lexer Typed(Begun), Expected(Type);
  size_t End = 0;
  StringRef Last;
  while (std::optional<MlirToken> Token = Typed.next()) {
    std::optional<MlirToken> Other = Expected.next();
    if (!Other || !Other->is(Token->Text))
      return {};
    End = Other->Range.End;
    Last = Token->Text;
  }
  if (Last != "," && Last != "->" && Last != "(")
    return {};
  return StringRef(Type).drop_front(End).trim();
}

std::vector<std::string>
mlir::noisy::lsp::findYieldedTypes(const CompletionPlace &Place) {
  if (Place.Operation.Parents.empty())
    return {};
  const TypedOperation::Parent &Parent = Place.Operation.Parents.back();
  if (StringRef(Parent.Name).starts_with("linalg."))
    return readOutputElements(Parent.Header);
  if (Parent.Name != "scf.while")
    return readFunctionTypes(Parent.Header).Results;
  // What the loop begins with goes around, and its results leave it.
  FunctionTypes Types = readTypesAfterColon(Parent.Header);
  return Place.Operation.Name == "scf.condition" ? Types.Results : Types.Inputs;
}

std::string
mlir::noisy::lsp::findSurroundingType(const CompletionPlace &Place) {
  for (const TypedOperation::Parent &Parent :
       llvm::reverse(Place.Operation.Parents)) {
    if (Parent.Name == "scf.while")
      continue;
    std::vector<std::string> Results = readFunctionTypes(Parent.Header).Results;
    // A function is seldom what is computed in another one, and needs brackets.
    if (Results.size() == 1 && !StringRef(Results.front()).contains("->"))
      return std::move(Results.front());
  }
  return "";
}

bool mlir::noisy::lsp::yieldsNothing(const CompletionPlace &Place) {
  if (!Place.part() || Place.part()->Kind != FormPart::Type::Operand ||
      !yieldsValues(*Place.Form) || Place.Operation.Parents.empty())
    return false;
  std::optional<OperationForm> Parent =
      findOperationForm(Place.Operation.parentName());
  if (!Parent)
    return false;
  // The parent shows what its region passes on, if it is anything.
  for (const FormPart &Part : Parent->Parts) {
    if (Part.isLiteral("->"))
      return findYieldedTypes(Place).empty();
    if (Part.Kind == FormPart::Type::Region)
      return false;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The generic form
//===----------------------------------------------------------------------===//

std::vector<StringRef>
mlir::noisy::lsp::findGenericOperands(const TypedOperation &Operation) {
  std::vector<StringRef> Result;
  llvm::ArrayRef<MlirToken> Tokens = Operation.Operands;
  if (!Operation.isGeneric() || Tokens.empty() || !Tokens.front().is("("))
    return {};
  for (const MlirToken &Token : Tokens.drop_front()) {
    if (Token.is(")"))
      return Result;
    if (Token.Kind == TokenKind::Value)
      Result.push_back(Token.Text);
  }
  return {};
}

std::string
mlir::noisy::lsp::findGenericType(const TypedOperation &Operation,
                                  llvm::ArrayRef<StringRef> Operands,
                                  const ValueTypes &Types) {
  // The type follows the last colon outside of brackets.
  llvm::ArrayRef<MlirToken> Tokens = Operation.Operands;
  std::optional<size_t> Colon;
  int Depth = 0;
  size_t Commas = 0;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const MlirToken &Token = Tokens[I];
    if (Depth == 0 && Token.is(":")) {
      Colon = I;
      Commas = 0;
    }
    Commas += Depth == 1 && Token.is(",");
    Depth += Token.is("<") || lex::isOpening(Token.Text.front());
    Depth -= Token.is(">") || lex::isClosing(Token.Text.front());
  }
  if (!Colon || Operands.empty())
    return "";
  std::vector<std::string> OperandTypes;
  for (StringRef Operand : Operands) {
    auto Known = Types.find(Operand);
    if (Known == Types.end())
      return "";
    OperandTypes.push_back(Known->second);
  }
  const MlirToken &Last = Tokens.back();
  if (*Colon + 1 == Tokens.size())
    return "(" + llvm::join(OperandTypes, ", ") + ") -> ";
  if (Depth == 0)
    return Last.is("->") ? OperandTypes.front() : "";
  bool IsAtOperand =
      Depth == 1 && Tokens[*Colon + 1].is("(") &&
      (Last.is("(") || Last.is(",")) &&
      llvm::none_of(Tokens.drop_front(*Colon),
                    [](const MlirToken &Token) { return Token.is("->"); });
  return IsAtOperand && Commas < OperandTypes.size() ? OperandTypes[Commas]
                                                     : "";
}

//===----------------------------------------------------------------------===//
// Expected types
//===----------------------------------------------------------------------===//

/// In a list of offsets, sizes or the like, between a bracket and a comma.
static bool isInIndexList(const CompletionPlace &Place) {
  const FormPart *Part = Place.part();
  return Part && Part->Kind == FormPart::Type::Custom &&
         Place.Match.Begun.starts_with("[") &&
         (Place.Match.Begun.ends_with("[") || Place.Match.Begun.ends_with(","));
}

/// At the bound of an affine loop, which is an index or a map.
static bool isAtBound(const CompletionPlace &Place) {
  const FormPart *Part = Place.part();
  return Part && Part->Kind == FormPart::Type::Attribute &&
         Part->AttributeKind == "map" && Part->Name.contains("Bound");
}

bool mlir::noisy::lsp::isValueNext(const CompletionPlace &Place) {
  return (Place.part() && Place.part()->Kind == FormPart::Type::Operand) ||
         isInIndexList(Place) || isAtBound(Place);
}

/// The types of values, separated by commas; empty if one is not known.
static std::string typesOf(llvm::ArrayRef<StringRef> Values,
                           const ValueTypes &Types) {
  std::string Result;
  for (StringRef Value : Values) {
    auto It = Types.find(Value);
    if (It == Types.end())
      return "";
    Result += (Result.empty() ? "" : ", ") + It->second;
  }
  return Result;
}

/// The type that all operands of an operation share, or "".
static std::string sharedType(const CompletionPlace &Place,
                              const ValueTypes &Types) {
  std::string Shared;
  for (const FormMatch::Operand &Operand : Place.Match.Operands)
    for (StringRef Value : Operand.Values) {
      std::string Type = typesOf(Value, Types);
      if (Type.empty() || (!Shared.empty() && Type != Shared))
        return "";
      Shared = std::move(Type);
    }
  return Shared;
}

/// The earlier operand that has the type of a part, of which the table tells
/// more; the part itself if there is none.
static const FormPart &findOrigin(const CompletionPlace &Place,
                                  const FormPart &Part) {
  if (Part.SameAs.empty() || !Part.Wrapper.empty() || !Part.OnlyType.empty() ||
      !Part.TypeKinds.empty())
    return Part;
  for (const FormPart &Other : Place.Form->Parts)
    if (Other.Kind == FormPart::Type::Operand && Other.Name == Part.SameAs)
      return Other;
  return Part;
}

/// The types of a part as the table has it, separated by commas, or "".
static std::string typeOfPart(const CompletionPlace &Place,
                              const FormPart &Part, const ValueTypes &Types) {
  std::string Type;
  if (!Part.SameAs.empty()) {
    llvm::ArrayRef<StringRef> Values = Place.Match.valuesOf(Part.SameAs);
    Type = typesOf(Part.Count == '*' ? Values : Values.take_front(1), Types);
  }
  if (!Type.empty() && !Part.Wrapper.empty())
    Type = Part.Wrapper.str() + "<" + Type + ">";
  if (Type.empty() && Part.IsShared)
    Type = sharedType(Place, Types);
  return Type.empty() ? findOrigin(Place, Part).OnlyType.str() : Type;
}

/// The type from operands to results that an operation is written with.
static ExpectedType findFunctionType(const CompletionPlace &Place,
                                     const ValueTypes &Types) {
  const FormPart &Part = *Place.part();
  std::vector<std::string> Inputs, Results;
  llvm::SmallVector<StringRef> Sources, Outputs;
  Part.Sources.split(Sources, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Source : Sources)
    for (StringRef Value : Place.Match.valuesOf(Source)) {
      std::string Type = typesOf(Value, Types);
      if (Type.empty())
        return {};
      Inputs.push_back(std::move(Type));
    }
  Part.Results.split(Outputs, ',', -1, /*KeepEmpty=*/false);
  StringRef Kinds;
  for (StringRef Output : Outputs) {
    FormPart Result = readTypePart(Output);
    // Each of several results has a type of its own.
    if (Result.Count == '*' && Result.Wrapper.empty()) {
      size_t OldCount = Results.size();
      llvm::ArrayRef<StringRef> Values = Place.Match.valuesOf(Result.SameAs);
      for (StringRef Value : Values)
        if (std::string Type = typesOf(Value, Types); !Type.empty())
          Results.push_back(std::move(Type));
      if (!Values.empty() && Results.size() == OldCount + Values.size())
        continue;
      Results.resize(OldCount);
    }
    std::string Type = typeOfPart(Place, Result, Types);
    if (Type.empty()) {
      if (Outputs.size() == 1)
        Kinds = Result.TypeKinds;
      // The operands are known all the same.
      return {"(" + llvm::join(Inputs, ", ") + ") -> ", Kinds};
    }
    Results.push_back(std::move(Type));
  }
  return {printFunctionType(Inputs, Results), {}};
}

/// The type of the elements of a shaped type; or "".
static std::string elementOf(StringRef Type) {
  StringRef Rest = Type.split('<').second;
  Rest.consume_back(">");
  for (;;) {
    StringRef Next = Rest.drop_while(
        [](char C) { return llvm::isDigit(C) || C == '?' || C == '*'; });
    if (Next.size() == Rest.size() || !Next.consume_front("x"))
      break;
    Rest = Next;
  }
  // Before a layout or an encoding.
  int Depth = 0;
  for (size_t I = 0; I < Rest.size(); ++I) {
    Depth += Rest[I] == '<' || Rest[I] == '(';
    Depth -= Rest[I] == '>' || Rest[I] == ')';
    if (Depth == 0 && Rest[I] == ',')
      return Rest.take_front(I).str();
  }
  return Rest.str();
}

/// The kinds of types that a literal can have, as FormPart::TypeKinds.
static StringRef kindsOfLiteral(llvm::ArrayRef<MlirToken> Tokens) {
  if (!Tokens.empty() && Tokens.front().is("-"))
    Tokens = Tokens.drop_front();
  if (Tokens.empty())
    return {};
  StringRef Text = Tokens.front().Text;
  if (Tokens.front().Kind == TokenKind::Word)
    return Text.starts_with("dense") || Text == "sparse" ? "tv" : "";
  if (Tokens.front().Kind != TokenKind::Number)
    return {};
  return Text.contains('.') ? "f" : "ix";
}

/// The kinds of types that a part can have. Those of tensors take buffers, too,
/// where the definition says no more than that they have a shape.
static StringRef kindsOf(const CompletionPlace &Place, const FormPart &Part) {
  StringRef Name = Place.Form->Name;
  if (Name == "arith.constant")
    return kindsOfLiteral(Place.Operation.Operands);
  bool IsShaped = Name.starts_with("linalg.") ||
                  (Name.starts_with("vector.transfer_") && Part.Name == "base");
  return IsShaped && (Part.TypeKinds.empty() || Part.TypeKinds == "t")
             ? StringRef("mt")
             : findOrigin(Place, Part).TypeKinds;
}

/// The type that an operand has most likely, if those that are possible do not
/// decide it: bounds of loops are indices, conditions are i1, and what else is
/// computed is of the type that the function or loop around it results in.
static std::string findLikelyType(const CompletionPlace &Place,
                                  const ExpectedType &Possible) {
  StringRef Name = Place.part()->Name;
  bool IsBound = Name.ends_with("Bound") || Name == "step";
  std::string Likely = IsBound               ? "index"
                       : Name == "condition" ? "i1"
                                             : findSurroundingType(Place);
  return Possible.Kinds.empty() || Possible.admits(Likely) ? Likely : "";
}

ExpectedType mlir::noisy::lsp::findExpectedType(const CompletionPlace &Place,
                                                const ValueTypes &Types,
                                                const SymbolTypes *Symbol) {
  const FormPart *Part = Place.part();
  if (!Part)
    return {};
  StringRef Name = Place.Form->Name;
  const SymbolTypes *Callee =
      Symbol && Name.contains("call") ? Symbol : nullptr;
  if (isInIndexList(Place) || isAtBound(Place))
    return {"index", {}};
  bool IsOperand = Part->Kind == FormPart::Type::Operand;
  if (Part->Kind == FormPart::Type::FunctionType) {
    if (Callee)
      return {printFunctionType(Callee->Inputs, Callee->Results), {}};
    return findFunctionType(Place, Types);
  }
  if (!IsOperand && Part->Kind != FormPart::Type::ValueType)
    return {};
  if (IsOperand && Callee)
    return {Place.Match.Index < Callee->Inputs.size()
                ? Callee->Inputs[Place.Match.Index]
                : "",
            {}};
  if (IsOperand && (yieldsValues(*Place.Form) ||
                    (Name == "scf.condition" && Part->Count == '*'))) {
    std::vector<std::string> Yielded = findYieldedTypes(Place);
    return {Place.Match.Index < Yielded.size() ? Yielded[Place.Match.Index]
                                               : "",
            {}};
  }
  std::string Type;
  // Where only one type is possible, operands of another are wrong.
  if (!IsOperand && !Part->Count)
    Type = Part->OnlyType.str();
  if (!IsOperand && Type.empty())
    Type = typesOf(Place.Match.valuesOf(Part->Name), Types);
  if (Type.empty())
    Type = typeOfPart(Place, *Part, Types);
  if (IsOperand && Part->Name == "padding")
    Type = elementOf(typesOf(Place.Match.valuesOf("base"), Types));
  if (Symbol && (Name == "memref.get_global" || Name == "func.constant"))
    Type = Symbol->Type;
  ExpectedType Result{std::move(Type), kindsOf(Place, *Part)};
  if (IsOperand && Result.Type.empty())
    Result.LikelyType = findLikelyType(Place, Result);
  if (IsOperand && Part->Name == "lowerBound")
    Result.LikelyNumber = "0";
  if (IsOperand && Part->Name == "step")
    Result.LikelyNumber = "1";
  return Result;
}
