//===- OdsReader.cpp - Dialects from TableGen's JSON ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsReader.h"
#include "server/ods/OdsFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace mlir::noisy::lsp;
using llvm::StringRef;
namespace json = llvm::json;

/// The members of a definition that are needed.
static constexpr StringRef NeededMembers[] = {"!locs",          "!superclasses",
                                              "arguments",      "results",
                                              "regions",        "successors",
                                              "traits",         "opName",
                                              "opDialect",      "name",
                                              "summary",        "description",
                                              "dialect",        "mnemonic",
                                              "baseType",       "baseAttr",
                                              "valueType",      "builderCall",
                                              "isOptional",     "values",
                                              "assemblyFormat", "cppType",
                                              "cppClassName",   "constraint",
                                              "enumerants",     "str"};

static llvm::Error makeError(const char *Reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Reason);
}

/// The deepest nesting of TableGen's JSON.
static constexpr size_t MaxDepth = 500;

static llvm::Expected<json::Value> parse(StringRef Text) {
  if (isNestedDeeper(Text, MaxDepth, /*HasStrings=*/true))
    return makeError("the output of TableGen is nested too deeply");
  return json::parse(Text);
}

llvm::Expected<std::string> mlir::noisy::lsp::shortenOds(StringRef Text) {
  llvm::Expected<json::Value> Whole = parse(Text);
  if (!Whole)
    return Whole.takeError();
  json::Object *All = Whole->getAsObject();
  if (!All)
    return makeError("the output of TableGen is no object");
  json::Object Short;
  for (auto &[Name, Value] : *All) {
    json::Object *Definition = Value.getAsObject();
    if (!Definition || StringRef(Name) == "!instanceof")
      continue;
    json::Object Kept;
    for (StringRef Member : NeededMembers)
      if (json::Value *Found = Definition->get(Member))
        Kept[Member] = std::move(*Found);
    Short[Name] = std::move(Kept);
  }
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << json::Value(std::move(Short));
  return Result;
}

namespace {

class OdsReader {
public:
  OdsReader(const json::Object &All, llvm::ArrayRef<std::string> Files);
  std::vector<OdsDialect> read();

private:
  const json::Object *find(StringRef Name) const { return All.getObject(Name); }
  /// The definition that a member refers to; null if there is none.
  const json::Object *follow(const json::Object &From, StringRef Member) const;
  static StringRef textOf(const json::Object &From, StringRef Member);
  static bool isA(const json::Object &Definition, StringRef Class);
  StringRef dialectOf(const json::Object &Definition, StringRef Member) const;
  std::string shortTypeOf(const json::Object &Definition) const;
  OdsPlace placeOf(const json::Object &Definition) const;

  OdsOperation readOperation(const json::Object &Definition, StringRef Name);
  void readMembers(OdsOperation &Operation, const json::Object &Definition,
                   StringRef List, OdsMember::Kind Kind);
  OdsMember readMember(StringRef Class, OdsMember::Kind Kind) const;
  void readTraits(OdsOperation &Operation, const json::Object &Definition);
  OdsDefinition readDefinition(const json::Object &Definition,
                               const std::string &Name) const;

  const json::Object &All;
  std::map<std::string, StringRef> Paths;
  /// The mnemonics of types, by their dialects and classes in C++:
  /// "moore.RefType".
  std::map<std::string, std::string> TypeNames;
};

} // namespace

OdsReader::OdsReader(const json::Object &All, llvm::ArrayRef<std::string> Files)
    : All(All) {
  for (const std::string &File : Files)
    Paths.try_emplace(llvm::sys::path::filename(File).str(), keepOdsText(File));
  for (const auto &[Key, Value] : All)
    if (const json::Object *Definition = Value.getAsObject();
        Definition && isA(*Definition, "TypeDef"))
      TypeNames[(dialectOf(*Definition, "dialect") + "." +
                 textOf(*Definition, "cppClassName"))
                    .str()] = textOf(*Definition, "mnemonic").str();
}

StringRef OdsReader::textOf(const json::Object &From, StringRef Member) {
  return From.getString(Member).value_or("");
}

const json::Object *OdsReader::follow(const json::Object &From,
                                      StringRef Member) const {
  const json::Object *Reference = From.getObject(Member);
  return Reference ? find(textOf(*Reference, "def")) : nullptr;
}

bool OdsReader::isA(const json::Object &Definition, StringRef Class) {
  const json::Array *Classes = Definition.getArray("!superclasses");
  return Classes && llvm::any_of(*Classes, [&](const json::Value &Name) {
           return Name.getAsString() == Class;
         });
}

StringRef OdsReader::dialectOf(const json::Object &Definition,
                               StringRef Member) const {
  const json::Object *Dialect = follow(Definition, Member);
  return Dialect ? textOf(*Dialect, "name") : "";
}

/// The first place is that of the definition, the others are of classes and
/// loops around it.
OdsPlace OdsReader::placeOf(const json::Object &Definition) const {
  const json::Array *Places = Definition.getArray("!locs");
  if (!Places || Places->empty())
    return {};
  auto [File, Line] = Places->front().getAsString().value_or("").rsplit(':');
  OdsPlace Result;
  auto Path = Paths.find(llvm::sys::path::filename(File).str());
  if (Path == Paths.end() || Line.getAsInteger(10, Result.Line))
    return {};
  Result.File = Path->second;
  return Result;
}

/// The type that a call of a builder makes, as MLIR writes it; empty if it is
/// no simple one.
static std::string builtType(StringRef Call) {
  if (!Call.consume_front("$_builder.get"))
    return "";
  StringRef Width = Call.split('(').second.split(')').first;
  unsigned Bits = 0;
  if (Call.starts_with("IntegerType(") && !Width.getAsInteger(10, Bits))
    return "i" + std::to_string(Bits);
  if (Call == "IndexType()")
    return "index";
  if (Call == "NoneType()" || Call == "Type<::mlir::NoneType>()")
    return "none";
  if (Call.consume_front("F") && Call.consume_back("Type()") &&
      !Call.getAsInteger(10, Bits))
    return "f" + std::to_string(Bits);
  return Call == "BF16Type()" ? "bf16" : "";
}

/// What a format leaves out of a type or an attribute that is defined by this,
/// or whose class in C++ this names. Only a class of a dialect has a parser of
/// its own.
std::string OdsReader::shortTypeOf(const json::Object &Definition) const {
  std::string Prefix = dialectOf(Definition, "dialect").str() + ".";
  if (Prefix == ".")
    return "";
  if (isA(Definition, "TypeDef") || isA(Definition, "AttrDef"))
    return Prefix + textOf(Definition, "mnemonic").str();
  StringRef Class = textOf(Definition, "cppType");
  if (!isA(Definition, "DialectType") || Class.empty() || Class.contains('<') ||
      Class.starts_with("::mlir::") || Class.starts_with("mlir::"))
    return "";
  auto Type = TypeNames.find(Prefix + Class.rsplit(':').second.str());
  return Prefix + (Type == TypeNames.end() ? "" : Type->second);
}

OdsMember OdsReader::readMember(StringRef Class, OdsMember::Kind Kind) const {
  OdsMember Result;
  Result.Of = Kind;
  Result.Class = keepOdsText(Class);
  const json::Object *Definition = find(Class);
  // `Arg` and `Res` say more of a type.
  if (Definition && isA(*Definition, "OpVariable"))
    Definition = follow(*Definition, "constraint");
  if (!Definition)
    return Result;
  bool IsAttribute = isA(*Definition, "Attr") || isA(*Definition, "Property");
  if (IsAttribute)
    Result.Of = OdsMember::Kind::Attribute;
  if (isA(*Definition, "Variadic") || isA(*Definition, "VariadicRegion") ||
      isA(*Definition, "VariadicSuccessor") ||
      isA(*Definition, "VariadicOfVariadic"))
    Result.Number = OdsMember::Count::Any;
  Result.IsGrouped = isA(*Definition, "VariadicOfVariadic");
  if (isA(*Definition, "Optional") || isA(*Definition, "OptionalAttr") ||
      isA(*Definition, "DefaultValuedAttr") ||
      isA(*Definition, "DefaultValuedOptionalAttr") ||
      Definition->getInteger("isOptional").value_or(0) == 1)
    Result.Number = OdsMember::Count::Optional;
  Result.Summary = keepOdsText(textOf(*Definition, "summary"));
  // What an optional or confined one is based on.
  for (unsigned Depth = 0; Depth < 8; ++Depth) {
    const json::Object *Base =
        follow(*Definition, IsAttribute ? "baseAttr" : "baseType");
    if (!Base)
      break;
    const json::Object *Reference =
        Definition->getObject(IsAttribute ? "baseAttr" : "baseType");
    Result.Class = keepOdsText(textOf(*Reference, "def"));
    Definition = Base;
  }
  const json::Object *Typed =
      IsAttribute ? follow(*Definition, "valueType") : Definition;
  if (Typed)
    Result.OnlyType = keepOdsText(builtType(textOf(*Typed, "builderCall")));
  if (const json::Array *Cases = Definition->getArray("enumerants"))
    for (const json::Value &Case : *Cases)
      if (const json::Object *Reference = Case.getAsObject())
        if (const json::Object *Word = find(textOf(*Reference, "def")))
          Result.Words.push_back(keepOdsText(textOf(*Word, "str")));
  Result.ShortType = keepOdsText(shortTypeOf(*Definition));
  return Result;
}

void OdsReader::readMembers(OdsOperation &Operation,
                            const json::Object &Definition, StringRef List,
                            OdsMember::Kind Kind) {
  const json::Object *Dag = Definition.getObject(List);
  const json::Array *Items = Dag ? Dag->getArray("args") : nullptr;
  if (!Items)
    return;
  for (const json::Value &Item : *Items) {
    const json::Array *Pair = Item.getAsArray();
    if (!Pair || Pair->size() != 2)
      continue;
    const json::Object *Reference = (*Pair)[0].getAsObject();
    OdsMember New =
        readMember(Reference ? textOf(*Reference, "def") : StringRef(), Kind);
    std::string Name = (*Pair)[1].getAsString().value_or("").str();
    // The names tell them apart.
    if (Name.empty())
      Name = "#" + std::to_string(Operation.Members.size());
    New.Name = keepOdsText(Name);
    Operation.Members.push_back(New);
  }
}

void OdsReader::readTraits(OdsOperation &Operation,
                           const json::Object &Definition) {
  const json::Array *Traits = Definition.getArray("traits");
  if (!Traits)
    return;
  for (const json::Value &Item : *Traits) {
    const json::Object *Reference = Item.getAsObject();
    StringRef Name = Reference ? textOf(*Reference, "def") : "";
    const json::Object *Trait = find(Name);
    if (!Trait)
      continue;
    if (isA(*Trait, "AllTypesMatch")) {
      std::vector<StringRef> &Same = Operation.SameTypes.emplace_back();
      if (const json::Array *Values = Trait->getArray("values"))
        for (const json::Value &Value : *Values)
          Same.push_back(keepOdsText(Value.getAsString().value_or("")));
    } else if (isA(*Trait, "SingleBlockImplicitTerminatorImpl")) {
      Operation.Traits.push_back("SingleBlock");
    } else {
      Operation.Traits.push_back(keepOdsText(Name));
    }
  }
}

/// The text without the blanks that all its lines begin with.
static std::string unindent(StringRef Text) {
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  size_t Blanks = StringRef::npos;
  for (StringRef Line : Lines)
    if (!Line.trim().empty())
      Blanks = std::min(Blanks, Line.find_first_not_of(" \t"));
  std::string Result;
  for (StringRef Line : Lines)
    Result +=
        (Line.trim().empty() ? "" : Line.substr(Blanks).rtrim()).str() + "\n";
  return StringRef(Result).trim('\n').str();
}

/// A list of operands, attributes and results, for operations without a
/// description.
static std::string listMembers(llvm::ArrayRef<OdsMember> Members) {
  std::string Result;
  for (const OdsMember &Member : Members) {
    const char *Kind = Member.Of == OdsMember::Kind::Operand     ? "operand"
                       : Member.Of == OdsMember::Kind::Result    ? "result"
                       : Member.Of == OdsMember::Kind::Attribute ? "attribute"
                       : Member.Of == OdsMember::Kind::Region    ? "region"
                                                                 : "successor";
    Result += "- " + std::string(Kind);
    if (!Member.Name.starts_with("#"))
      Result += " `" + Member.Name.str() + "`";
    if (!Member.Summary.empty())
      Result += ": " + Member.Summary.str();
    Result += '\n';
  }
  return Result;
}

OdsOperation OdsReader::readOperation(const json::Object &Definition,
                                      StringRef Name) {
  OdsOperation Result;
  Result.Name = keepOdsText(Name);
  Result.Summary = keepOdsText(textOf(Definition, "summary").trim());
  Result.Place = placeOf(Definition);
  readMembers(Result, Definition, "arguments", OdsMember::Kind::Operand);
  readMembers(Result, Definition, "results", OdsMember::Kind::Result);
  readMembers(Result, Definition, "regions", OdsMember::Kind::Region);
  readMembers(Result, Definition, "successors", OdsMember::Kind::Successor);
  readTraits(Result, Definition);
  std::string Description = unindent(textOf(Definition, "description"));
  Result.Description = keepOdsText(
      Description.empty() ? listMembers(Result.Members) : Description);
  Result.FormatText = keepOdsText(textOf(Definition, "assemblyFormat").trim());
  if (!Result.FormatText.empty())
    if (std::optional<OdsFormat> Format = readOdsFormat(Result.FormatText))
      Result.Format = std::make_shared<const OdsFormat>(std::move(*Format));
  return Result;
}

OdsDefinition OdsReader::readDefinition(const json::Object &Definition,
                                        const std::string &Name) const {
  return {keepOdsText(Name), keepOdsText(textOf(Definition, "summary").trim()),
          keepOdsText(unindent(textOf(Definition, "description"))),
          placeOf(Definition)};
}

std::vector<OdsDialect> OdsReader::read() {
  std::map<std::string, OdsDialect> Dialects;
  auto dialect = [&](StringRef Name) -> OdsDialect & {
    OdsDialect &Result = Dialects[Name.str()];
    Result.Name = keepOdsText(Name);
    return Result;
  };
  for (const auto &[Key, Value] : All) {
    const json::Object *Definition = Value.getAsObject();
    if (!Definition)
      continue;
    bool IsType = isA(*Definition, "TypeDef");
    if (isA(*Definition, "Op")) {
      StringRef Owner = dialectOf(*Definition, "opDialect");
      std::string Name = (Owner + "." + textOf(*Definition, "opName")).str();
      if (!Owner.empty())
        dialect(Owner).Operations[Name] = readOperation(*Definition, Name);
    } else if (IsType || isA(*Definition, "AttrDef")) {
      StringRef Owner = dialectOf(*Definition, "dialect");
      StringRef Mnemonic = textOf(*Definition, "mnemonic");
      std::string Name = ((IsType ? "!" : "#") + Owner + "." + Mnemonic).str();
      if (!Owner.empty() && !Mnemonic.empty())
        dialect(Owner).Definitions[Name] = readDefinition(*Definition, Name);
    }
  }
  std::vector<OdsDialect> Result;
  for (auto &[Name, Dialect] : Dialects)
    Result.push_back(std::move(Dialect));
  return Result;
}

llvm::Expected<std::vector<OdsDialect>>
mlir::noisy::lsp::readOds(StringRef Text, llvm::ArrayRef<std::string> Files) {
  llvm::Expected<json::Value> Whole = parse(Text);
  if (!Whole)
    return Whole.takeError();
  const json::Object *All = Whole->getAsObject();
  if (!All)
    return makeError("the output of TableGen is no object");
  return OdsReader(*All, Files).read();
}
