//===- FormatParser.cpp - Operations with a known format ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/FormatParser.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "server/foreign/ForeignForm.h"
#include "server/foreign/ForeignValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cstring>

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {

class FormatParser {
public:
  FormatParser(OpAsmParser &Parser, OperationState &State,
               const OdsOperation &Known, GuessedTypes &Guesses)
      : P(Parser), State(State), Known(Known), Guesses(Guesses) {}

  ParseResult run();

private:
  using Kind = OdsMember::Kind;
  using Count = OdsMember::Count;
  using Element = OdsElement::Kind;

  ForeignText here() const {
    return ForeignText(P.getCurrentLocation().getPointer());
  }

  bool isHere(const OdsElement &Part) const;
  bool isHere(const OdsMember &Member) const;
  bool isTypeHere(StringRef Source) const;

  ParseResult read(llvm::ArrayRef<OdsElement> Parts);
  ParseResult read(const OdsElement &Part);
  ParseResult readLiteral(StringRef Text);
  ParseResult readGroup(const OdsElement &Group);
  ParseResult readMember(const OdsMember &Member);
  ParseResult readOperands(const OdsMember &Member);
  ParseResult readAllOperands();
  ParseResult readAttribute(const OdsMember &Member);
  ParseResult readRegions(const OdsMember &Member);
  ParseResult readSuccessors(const OdsMember &Member);
  ParseResult readLists(llvm::function_ref<ParseResult()> ReadInner);
  ParseResult skipBrackets();
  ParseResult readTypes(StringRef Source);
  ParseResult readType(const OdsMember *Member, SmallVectorImpl<Type> &Types);
  ParseResult readFunctionType(const OdsElement &Part);
  ParseResult give(StringRef Source, llvm::ArrayRef<Type> Types);

  size_t countOf(const OdsMember &Member) const;
  Type typeFromText(StringRef Text);
  void inferTypes();
  void share(llvm::ArrayRef<StringRef> Names);
  ParseResult addOperands();
  void addResults();

  template <typename Function> void forEach(Kind Of, Function Visit) const {
    for (const OdsMember &Member : Known.Members)
      if (Member.Of == Of)
        Visit(Member);
  }

  OpAsmParser &P;
  OperationState &State;
  const OdsOperation &Known;
  GuessedTypes &Guesses;
  llvm::StringMap<SmallVector<OpAsmParser::UnresolvedOperand>> Operands;
  /// The types of operands and results, as far as they are known.
  llvm::StringMap<SmallVector<Type>> Types;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is here
//===----------------------------------------------------------------------===//

/// True before the type of something, or of all of some kind.
bool FormatParser::isTypeHere(StringRef Source) const {
  ForeignText Text = here();
  const OdsMember *Member = Known.find(Source);
  if (Member && Member->ShortType.ends_with(".") && llvm::isAlpha(Text.first()))
    return !Text.startsLine();
  return Text.isType() || Text.first() == '(' || Text.first() == '<';
}

bool FormatParser::isHere(const OdsMember &Member) const {
  ForeignText Text = here();
  char C = Text.first();
  switch (Member.Of) {
  case Kind::Operand:
    if (Member.IsGrouped)
      return C == '(';
    return C == '%' && !(Text.startsLine() && Text.isDefinition());
  case Kind::Region:
    return C == '{';
  case Kind::Successor:
    return C == '^' && !Text.startsLine();
  case Kind::Result:
    return false;
  case Kind::Attribute:
    break;
  }
  if (Member.Class == "UnitAttr")
    return Text.word() == "unit";
  if (Member.Class.contains("Array"))
    return C == '[' || Text.isAttribute();
  if (Member.Class.starts_with("Symbol") || Member.Class.contains("SymbolRef"))
    return C == '@';
  if (Member.Class.starts_with("Str"))
    return C == '"' && !(Text.startsLine() && Text.isGenericName());
  if (!Member.Words.empty())
    return llvm::is_contained(Member.Words, Text.word()) ||
           Text.isAttribute() || llvm::isDigit(C);
  if (!Member.OnlyType.empty() && Member.OnlyType != "none")
    return llvm::isDigit(C) || C == '-' || Text.isAttribute();
  if (llvm::isAlpha(C) && Text.startsLine())
    return false;
  return llvm::isAlnum(C) || (C && std::strchr("#\"[@<-!", C));
}

/// True if the text goes on with a part that may be left out.
bool FormatParser::isHere(const OdsElement &Part) const {
  ForeignText Text = here();
  switch (Part.Of) {
  case Element::Literal:
    return llvm::isAlpha(Part.Text[0]) || Part.Text[0] == '_'
               ? Text.word() == Part.Text
               : Text.startsWith(Part.Text);
  case Element::Variable: {
    const OdsMember *Member = Known.find(Part.Text);
    return Member && isHere(*Member);
  }
  case Element::AllOperands:
    return Text.first() == '%';
  case Element::AllRegions:
  case Element::Dictionary:
    return Text.first() == '{';
  case Element::AllSuccessors:
    return Text.first() == '^';
  case Element::KeywordDictionary:
    return Text.word() == "attributes";
  case Element::TypeOf:
    return isTypeHere(Part.Arguments[0]);
  case Element::FunctionType:
    return isTypeHere("");
  case Element::Group:
    return llvm::any_of(Part.Inner,
                        [&](const OdsElement &Inner) { return isHere(Inner); });
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

ParseResult FormatParser::read(llvm::ArrayRef<OdsElement> Parts) {
  for (const OdsElement &Part : Parts)
    if (read(Part))
      return failure();
  return success();
}

ParseResult FormatParser::read(const OdsElement &Part) {
  switch (Part.Of) {
  case Element::Literal:
    return readLiteral(Part.Text);
  case Element::Variable:
    if (const OdsMember *Member = Known.find(Part.Text))
      return readMember(*Member);
    return success();
  case Element::AllOperands:
    return readAllOperands();
  case Element::AllRegions:
  case Element::AllSuccessors: {
    Kind Wanted =
        Part.Of == Element::AllRegions ? Kind::Region : Kind::Successor;
    for (const OdsMember &Member : Known.Members)
      if (Member.Of == Wanted && readMember(Member))
        return failure();
    return success();
  }
  case Element::Dictionary:
    return P.parseOptionalAttrDict(State.attributes);
  case Element::KeywordDictionary:
    return P.parseOptionalAttrDictWithKeyword(State.attributes);
  case Element::TypeOf:
    return readTypes(Part.Arguments[0]);
  case Element::FunctionType:
    return readFunctionType(Part);
  case Element::Group:
    return readGroup(Part);
  }
  return success();
}

ParseResult FormatParser::readLiteral(StringRef Text) {
  if (llvm::isAlpha(Text[0]) || Text[0] == '_')
    return P.parseKeyword(Text);
  if (Text == "*")
    return P.parseStar();
  if (Text == "+")
    return P.parsePlus();
  if (Text == "-")
    return P.parseMinus();
  if (Text == "/")
    return P.parseSlash();
  if (Text == "?")
    return P.parseQuestion();
  if (Text == "|")
    return P.parseVerticalBar();
  if (Text == "...")
    return P.parseEllipsis();
  if (Text == "->")
    return P.parseArrow();
  switch (Text[0]) {
  case ':':
    return P.parseColon();
  case ',':
    return P.parseComma();
  case '=':
    return P.parseEqual();
  case '(':
    return P.parseLParen();
  case ')':
    return P.parseRParen();
  case '[':
    return P.parseLSquare();
  case ']':
    return P.parseRSquare();
  case '{':
    return P.parseLBrace();
  case '}':
    return P.parseRBrace();
  case '<':
    return P.parseLess();
  default:
    return P.parseGreater();
  }
}

ParseResult FormatParser::readGroup(const OdsElement &Group) {
  // The first part decides.
  if (Group.Inner.empty())
    return success();
  return read(isHere(Group.Inner.front()) ? Group.Inner : Group.Otherwise);
}

ParseResult FormatParser::readMember(const OdsMember &Member) {
  switch (Member.Of) {
  case Kind::Operand:
    return readOperands(Member);
  case Kind::Attribute:
    return readAttribute(Member);
  case Kind::Region:
    return readRegions(Member);
  case Kind::Successor:
    return readSuccessors(Member);
  case Kind::Result:
    return success();
  }
  return success();
}

ParseResult FormatParser::readOperands(const OdsMember &Member) {
  auto &Names = Operands[Member.Name];
  if (Member.IsGrouped)
    return readLists([&] {
      return here().first() == '%' ? P.parseOperandList(Names) : success();
    });
  if (Member.Number == Count::One)
    return P.parseOperand(Names.emplace_back());
  if (!isHere(Member))
    return success();
  if (Member.Number == Count::Optional)
    return P.parseOperand(Names.emplace_back());
  return P.parseOperandList(Names);
}

/// Reads lists in parentheses, with commas between them; maybe none.
ParseResult
FormatParser::readLists(llvm::function_ref<ParseResult()> ReadInner) {
  do {
    if (failed(P.parseOptionalLParen()))
      return success();
    if (ReadInner() || P.parseRParen())
      return failure();
  } while (succeeded(P.parseOptionalComma()));
  return success();
}

/// Reads a list of all operands; what is more than one of each belongs to the
/// one that can be any number.
ParseResult FormatParser::readAllOperands() {
  SmallVector<OpAsmParser::UnresolvedOperand> All;
  if (here().first() == '%' &&
      !(here().startsLine() && here().isDefinition()) &&
      P.parseOperandList(All))
    return failure();
  size_t Fixed = 0;
  forEach(Kind::Operand, [&](const OdsMember &Member) {
    Fixed += Member.Number == Count::One;
  });
  size_t More = All.size() > Fixed ? All.size() - Fixed : 0;
  llvm::ArrayRef<OpAsmParser::UnresolvedOperand> Rest = All;
  forEach(Kind::Operand, [&](const OdsMember &Member) {
    size_t Size = Member.Number == Count::One   ? 1
                  : Member.Number == Count::Any ? std::exchange(More, 0)
                                                : std::min<size_t>(More, 1);
    if (Member.Number == Count::Optional)
      More -= Size;
    Size = std::min(Size, Rest.size());
    Operands[Member.Name].append(Rest.begin(), Rest.begin() + Size);
    Rest = Rest.drop_front(Size);
  });
  // MLIR says so when it verifies the operation, which is not done here.
  if (All.size() < Fixed || !Rest.empty())
    return P.emitError(P.getNameLoc())
           << "'" << Known.Name << "' takes " << Fixed << " operands, but has "
           << All.size();
  return success();
}

ParseResult FormatParser::readAttribute(const OdsMember &Member) {
  StringRef Name = Member.Name;
  if (Member.Class == "UnitAttr") {
    // Where nothing before it says that it is there, it is written.
    if (here().word() == "unit" && P.parseKeyword("unit"))
      return failure();
    State.addAttribute(Name, P.getBuilder().getUnitAttr());
    return success();
  }
  if (Member.Number == Count::Optional && !isHere(Member))
    return success();
  if (Member.Class == "SymbolNameAttr") {
    StringAttr Symbol;
    return P.parseSymbolName(Symbol, Name, State.attributes);
  }
  ForeignText Text = here();
  char C = Text.first();
  if (Member.Words.empty() && (C == '!' || Text.isType())) {
    Type Value;
    if (P.parseType(Value))
      return failure();
    State.addAttribute(Name, TypeAttr::get(Value));
    return success();
  }
  auto keep = [&](StringRef Value) {
    State.addAttribute(Name, P.getBuilder().getStringAttr(Value));
    return success();
  };
  if (C == '<') {
    StringRef Value = Text.brackets();
    return skipBrackets() ? failure() : keep(Value);
  }
  bool IsKnownWord = Text.isAttribute() || Text.word() == "loc" ||
                     Text.word().starts_with("dense");
  if (llvm::isAlpha(C) && !IsKnownWord) {
    StringRef Word;
    if (P.parseKeyword(&Word))
      return failure();
    if (here().first() != '<' || Member.ShortType.empty())
      return keep(Word);
    StringRef Value(Word.begin(), here().brackets().end() - Word.begin());
    return skipBrackets() ? failure() : keep(Value);
  }
  Attribute Value;
  // With a type, none is read behind the value.
  if (P.parseAttribute(Value, typeFromText(Member.OnlyType)))
    return failure();
  State.addAttribute(Name, Value);
  return success();
}

/// Skips the parameters of a type or an attribute whose name is not written.
ParseResult FormatParser::skipBrackets() {
  OperationState Scratch(State.location, State.name);
  ForeignForm Form(P, Scratch, Guesses);
  Form.IsDefined = true;
  return Form.skipGroup();
}

ParseResult FormatParser::readRegions(const OdsMember &Member) {
  if (Member.Number == Count::Any && here().first() != '{')
    return success();
  do {
    if (P.parseRegion(*State.addRegion(), {},
                      Known.hasTrait("IsolatedFromAbove")))
      return failure();
  } while (Member.Number == Count::Any && succeeded(P.parseOptionalComma()));
  return success();
}

ParseResult FormatParser::readSuccessors(const OdsMember &Member) {
  if (Member.Number == Count::Any && !isHere(Member))
    return success();
  do {
    Block *Target = nullptr;
    if (P.parseSuccessor(Target))
      return failure();
    State.addSuccessors(Target);
  } while (Member.Number == Count::Any && succeeded(P.parseOptionalComma()));
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type FormatParser::typeFromText(StringRef Text) {
  return Text.empty() ? Type() : mlir::parseType(Text, P.getContext());
}

size_t FormatParser::countOf(const OdsMember &Member) const {
  if (Member.Of == Kind::Operand) {
    auto Names = Operands.find(Member.Name);
    return Names == Operands.end() ? 0 : Names->second.size();
  }
  if (Member.Number == Count::One)
    return 1;
  // The results that are left.
  size_t Others = 0;
  forEach(Kind::Result, [&](const OdsMember &Other) {
    Others += Other.Name != Member.Name && Other.Number == Count::One;
  });
  return P.getNumResults() > Others ? P.getNumResults() - Others : 0;
}

/// Reads a type, or the parameters of the only one that it can be.
ParseResult FormatParser::readType(const OdsMember *Member,
                                   SmallVectorImpl<Type> &Read) {
  Type &New = Read.emplace_back();
  StringRef Short = Member ? Member->ShortType : "";
  // Without a name of its own, a type begins with any word.
  StringRef Word;
  if (Short.ends_with(".") && failed(P.parseOptionalKeyword(&Word)))
    return P.parseType(New);
  bool HasBrackets = here().first() == '<';
  if (Short.empty() || (Word.empty() && !HasBrackets))
    return P.parseType(New);
  std::string Whole = ("!" + Short + Word).str();
  if (HasBrackets) {
    Whole += here().brackets();
    if (skipBrackets())
      return failure();
  }
  New = typeFromText(Whole);
  if (!New)
    return P.emitError(P.getNameLoc()) << "'" << Whole << "' is no type";
  return success();
}

ParseResult FormatParser::readTypes(StringRef Source) {
  const OdsMember *Member = Known.find(Source);
  SmallVector<Type> Read;
  if (Member && Member->Number == Count::One) {
    if (readType(Member, Read))
      return failure();
    return give(Source, Read);
  }
  if (Member && Member->IsGrouped) {
    auto ReadInner = [&]() -> ParseResult {
      if (here().first() == ')')
        return success();
      return P.parseCommaSeparatedList([&] { return readType(Member, Read); });
    };
    if (readLists(ReadInner))
      return failure();
  } else if (isTypeHere(Source)) {
    do {
      if (readType(Member, Read))
        return failure();
    } while ((!Member || Member->Number == Count::Any) &&
             succeeded(P.parseOptionalComma()));
  }
  return give(Source, Read);
}

ParseResult FormatParser::readFunctionType(const OdsElement &Part) {
  FunctionType Both;
  if (P.parseType(Both))
    return failure();
  return failure(give(Part.Arguments[0], Both.getInputs()) ||
                 give(Part.Arguments[1], Both.getResults()));
}

/// Gives types to the operands or results that they are of.
ParseResult FormatParser::give(StringRef Source, llvm::ArrayRef<Type> Read) {
  if (Source != "operands" && Source != "results") {
    const OdsMember *Member = Known.find(Source);
    Types[Source].assign(Read.begin(), Read.end());
    if (!Member || Member->Of != Kind::Operand ||
        countOf(*Member) == Read.size())
      return success();
    return P.emitError(P.getNameLoc())
           << "'" << Known.Name << "' has " << countOf(*Member)
           << " operands, but " << Read.size() << " types for them";
  }
  Kind Wanted = Source == "operands" ? Kind::Operand : Kind::Result;
  size_t Sum = 0;
  forEach(Wanted, [&](const OdsMember &Member) { Sum += countOf(Member); });
  if (Wanted == Kind::Result && Sum != Read.size() && P.getNumResults() == 0)
    Sum = Read.size(); // Results without names.
  if (Sum != Read.size())
    return P.emitError(P.getNameLoc())
           << "'" << Known.Name << "' has " << Sum << ' ' << Source << ", but "
           << Read.size() << " types for them";
  forEach(Wanted, [&](const OdsMember &Member) {
    size_t Size = std::min(countOf(Member), Read.size());
    Types[Member.Name].assign(Read.begin(), Read.begin() + Size);
    Read = Read.drop_front(Size);
  });
  return success();
}

/// Gives all of these the type that one of them has.
void FormatParser::share(llvm::ArrayRef<StringRef> Names) {
  Type Shared;
  for (StringRef Name : Names)
    if (auto Known = Types.find(Name);
        !Shared && Known != Types.end() && !Known->second.empty())
      Shared = Known->second.front();
  if (!Shared)
    return;
  for (StringRef Name : Names)
    if (const OdsMember *Member = Known.find(Name);
        Member && Types[Name].empty())
      Types[Name].assign(countOf(*Member), Shared);
}

void FormatParser::inferTypes() {
  SmallVector<StringRef> OperandNames, AllNames;
  for (const OdsMember &Member : Known.Members) {
    if (Member.Of != Kind::Operand && Member.Of != Kind::Result)
      continue;
    if (Member.Of == Kind::Operand)
      OperandNames.push_back(Member.Name);
    AllNames.push_back(Member.Name);
    if (!Member.OnlyType.empty() && Types[Member.Name].empty())
      if (Type Only = typeFromText(Member.OnlyType))
        Types[Member.Name].assign(countOf(Member), Only);
  }
  if (Known.hasTrait("SameOperandsAndResultType"))
    share(AllNames);
  if (Known.hasTrait("SameTypeOperands"))
    share(OperandNames);
  // One may lead to another.
  for (size_t I = 0; I < Known.SameTypes.size(); ++I)
    for (const std::vector<StringRef> &Same : Known.SameTypes)
      share(Same);
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

ParseResult FormatParser::addOperands() {
  for (const OdsMember &Member : Known.Members) {
    if (Member.Of != Kind::Operand)
      continue;
    const SmallVector<Type> &Own = Types[Member.Name];
    for (auto [I, Name] : llvm::enumerate(Operands[Member.Name])) {
      bool IsKnown = I < Own.size() && Own[I];
      Type Guess = IsKnown ? Own[I] : Type(P.getBuilder().getNoneType());
      if (resolveForeign(P, State, Guesses, Name, Guess,
                         IsKnown ? Certainty::Certain : Certainty::Guessed))
        return failure();
      if (!IsKnown)
        Types[Member.Name].resize(I + 1, State.operands.back().getType());
    }
  }
  return success();
}

void FormatParser::addResults() {
  // What operands tell of their types.
  inferTypes();
  unsigned Number = 0;
  forEach(Kind::Result, [&](const OdsMember &Member) {
    const SmallVector<Type> &Own = Types[Member.Name];
    size_t Size = std::max(countOf(Member), Own.size());
    for (size_t I = 0; I < Size; ++I, ++Number) {
      if (I < Own.size()) {
        State.addTypes(Own[I]);
        continue;
      }
      Type Guess = State.operands.empty() ? Type(P.getBuilder().getNoneType())
                                          : State.operands[0].getType();
      State.addTypes(guessResult(P, Guesses, Number, Known.Name, Guess));
    }
  });
}

ParseResult FormatParser::run() {
  if (read(Known.Format->Elements))
    return failure();
  inferTypes();
  if (addOperands())
    return failure();
  addResults();
  return success();
}

ParseResult mlir::noisy::lsp::parseByFormat(OpAsmParser &Parser,
                                            OperationState &State,
                                            const OdsOperation &Known,
                                            GuessedTypes &Types) {
  return FormatParser(Parser, State, Known, Types).run();
}
