//===- ForeignDialect.cpp - A dialect that is not linked in ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpImplementation.h"
#include "server/foreign/ForeignParser.h"
#include "server/foreign/FormatParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <mutex>

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {

struct ForeignTypeStorage : TypeStorage {
  using KeyTy = StringRef;
  explicit ForeignTypeStorage(StringRef Text) : Text(Text) {}
  bool operator==(StringRef Other) const { return Text == Other; }
  static ForeignTypeStorage *construct(TypeStorageAllocator &Allocator,
                                       StringRef Text) {
    return new (Allocator.allocate<ForeignTypeStorage>())
        ForeignTypeStorage(Allocator.copyInto(Text));
  }

  /// What stands after the dot.
  StringRef Text;
};

/// A type that may be an element of anything. Each dialect has an identity of
/// its own for its types, so that they know it.
class ForeignType : public Type::TypeBase<ForeignType, Type, ForeignTypeStorage,
                                          MemRefElementTypeInterface::Trait,
                                          VectorElementTypeInterface::Trait> {
public:
  using Base::Base;
};

/// The identities of dialects and of their types, by their names.
struct Identities {
  StringRef Name;
  TypeID Dialect, Types;
  std::string TypesName;
};

} // namespace

static bool isNameLetter(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$';
}

/// The same for all contexts; never freed. For any thread.
static const Identities &identitiesOf(StringRef Name) {
  static std::mutex Mutex;
  static TypeIDAllocator Ids;
  static llvm::StringMap<Identities> ByName;
  std::lock_guard Lock(Mutex);
  auto [Entry, IsNew] = ByName.try_emplace(Name);
  if (IsNew)
    Entry->second = {Entry->getKey(), Ids.allocate(), Ids.allocate(),
                     (Name + ".type").str()};
  return Entry->second;
}

ForeignDialect::ForeignDialect(StringRef Name, MLIRContext *Context,
                               std::shared_ptr<GuessedTypes> Types)
    : Dialect(Name, Context, identitiesOf(Name).Dialect),
      TypesId(identitiesOf(Name).Types), Types(std::move(Types)),
      Catalog(currentOds()), Definition(Catalog->findDialect(Name)) {
  allowUnknownOperations();
  allowUnknownTypes();
  addType(TypesId, AbstractType::get(
                       *this, ForeignType::getInterfaceMap(),
                       ForeignType::getHasTraitFn(),
                       [](Type, llvm::function_ref<void(Attribute)>,
                          llvm::function_ref<void(Type)>) {},
                       [](Type Foreign, ArrayRef<Attribute>, ArrayRef<Type>) {
                         return Foreign;
                       },
                       TypesId, identitiesOf(Name).TypesName));
  detail::TypeUniquer::registerType<ForeignType>(Context, TypesId);
}

ForeignDialect *ForeignDialect::find(MLIRContext &Context, StringRef Name) {
  Dialect *Loaded = Context.getLoadedDialect(Name);
  return Loaded && Loaded->getTypeID() == identitiesOf(Name).Dialect
             ? static_cast<ForeignDialect *>(Loaded)
             : nullptr;
}

void ForeignDialect::load(MLIRContext &Context, StringRef Name) {
  std::shared_ptr<GuessedTypes> Types;
  for (Dialect *Loaded : Context.getLoadedDialects())
    if (ForeignDialect *Other = find(Context, Loaded->getNamespace()))
      Types = Other->Types;
  if (!Types)
    Types = std::make_shared<GuessedTypes>();
  // A dialect keeps its name where that is.
  const Identities &Own = identitiesOf(Name);
  Context.getOrLoadDialect(
      Own.Name, Own.Dialect, [&]() -> std::unique_ptr<Dialect> {
        return std::make_unique<ForeignDialect>(Own.Name, &Context, Types);
      });
}

/// The operation of a dialect whose name is most like `Name`, if it is probably
/// meant.
static StringRef findMeant(const OdsDialect &Definition, StringRef Name) {
  StringRef Best;
  unsigned BestDistance = Name.size() < 10 ? 2 : 3; // to be below
  for (const auto &Entry : Definition.Operations) {
    unsigned Distance = Name.edit_distance(
        Entry.getKey(), /*AllowReplacements=*/true, BestDistance);
    if (Distance < BestDistance ||
        (Distance == BestDistance && Entry.getKey() < Best)) {
      Best = Entry.getKey();
      BestDistance = Distance;
    }
  }
  return Best;
}

static ParseResult parseOperation(OpAsmParser &Parser, OperationState &State) {
  auto *Owner = static_cast<ForeignDialect *>(State.name.getDialect());
  const OdsDialect *Definition = Owner->definition();
  StringRef Name = State.name.getStringRef();
  if (!Definition || Definition->Operations.empty())
    return parseForeignOperation(Parser, State, Owner->guessedTypes());
  auto Known = Definition->Operations.find(Name);
  if (Known != Definition->Operations.end() && Known->second.Format)
    return parseByFormat(Parser, State, Known->second, Owner->guessedTypes());
  if (Known == Definition->Operations.end())
    if (StringRef Meant = findMeant(*Definition, Name); !Meant.empty())
      return Parser.emitError(Parser.getNameLoc())
             << "there is no operation '" << Name
             << "' in the TableGen files of this project; did you mean '"
             << Meant << "'?";
  return parseForeignOperation(Parser, State, Owner->guessedTypes());
}

std::optional<Dialect::ParseOpHook>
ForeignDialect::getParseOperationHook(StringRef) const {
  return ParseOpHook(parseOperation);
}

/// The text of a type with blanks as MLIR prints them, so that it is the same
/// type however it is written.
static std::string unifyBlanks(StringRef Text) {
  std::string Result;
  bool IsInString = false;
  auto startsWith = [&](size_t At, StringRef Part) {
    return Text.substr(At).starts_with(Part);
  };
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I], Last = Result.empty() ? '\0' : Result.back();
    if (C == '"' && (I == 0 || Text[I - 1] != '\\'))
      IsInString = !IsInString;
    if (IsInString) {
      Result += C;
    } else if (llvm::isSpace(C)) {
      StringRef After = Text.substr(I).ltrim();
      if (isNameLetter(Last) && !After.empty() && isNameLetter(After[0]))
        Result += ' ';
    } else if (C == '=' && !startsWith(I, "==") && isNameLetter(Last)) {
      Result += " = ";
    } else {
      Result += C;
      if (C == ',' || (C == ':' && Last != ':' && !startsWith(I, "::")))
        Result += ' ';
    }
  }
  return Result;
}

Type ForeignDialect::parseType(DialectAsmParser &Parser) const {
  return detail::TypeUniquer::getWithTypeID<ForeignType>(
      getContext(), TypesId,
      StringRef(unifyBlanks(Parser.getFullSymbolSpec())));
}

void ForeignDialect::printType(Type Foreign, DialectAsmPrinter &Printer) const {
  Printer << static_cast<const ForeignTypeStorage *>(Foreign.getImpl())->Text;
}

Attribute ForeignDialect::parseAttribute(DialectAsmParser &Parser,
                                         Type AttributeType) const {
  return OpaqueAttr::get(
      StringAttr::get(getContext(), getNamespace()), Parser.getFullSymbolSpec(),
      AttributeType ? AttributeType : NoneType::get(getContext()));
}

std::vector<StringRef> mlir::noisy::lsp::findDialectNames(StringRef Text) {
  std::vector<StringRef> Names;
  llvm::StringSet<> Seen;
  StringRef Last;
  for (size_t Dot = Text.find('.'); Dot != StringRef::npos;
       Dot = Text.find('.', Dot + 1)) {
    size_t Begin = Dot;
    while (Begin > 0 && isNameLetter(Text[Begin - 1]))
      --Begin;
    // A number ends before a letter: `1h.op` is `1` and `h.op`.
    StringRef Name = Text.slice(Begin, Dot).drop_while(llvm::isDigit);
    char Before = Begin == 0 ? '\n' : Text[Begin - 1];
    char After = Dot + 1 < Text.size() ? Text[Dot + 1] : ' ';
    // Values, symbols and blocks may have dots in their names. What is in
    // quotes, as the names of operations in generic form, can be read anyway.
    if (Name.empty() || Name == Last || Before == '.' || Before == '-' ||
        Before == '"' || Before == '%' || Before == '@' || Before == '^' ||
        !(llvm::isAlpha(After) || After == '_'))
      continue;
    Last = Name;
    if (Seen.insert(Name).second)
      Names.push_back(Name);
  }
  return Names;
}

bool mlir::noisy::lsp::isMistypedDialect(const DialectRegistry &Registry,
                                         StringRef Name) {
  // Short names are near to each other.
  constexpr size_t MinLetters = 4;
  // Dialects of other projects.
  if (Name == "emit" || Name == "linalgx")
    return false;
  return Name.size() >= MinLetters &&
         llvm::any_of(Registry.getDialectNames(), [&](StringRef Candidate) {
           return Candidate.size() >= MinLetters &&
                  Name.edit_distance(Candidate, /*AllowReplacements=*/true,
                                     /*MaxEditDistance=*/1) <= 1;
         });
}

/// True if a dialect of this name is read by its form.
static bool isForeign(const DialectRegistry &Registry, StringRef Name) {
  return !Registry.getDialectAllocator(Name) &&
         (currentOds()->findDialect(Name) ||
          !isMistypedDialect(Registry, Name));
}

GuessedTypes *mlir::noisy::lsp::loadForeignDialects(MLIRContext &Context,
                                                    StringRef Text) {
  GuessedTypes *Types = nullptr;
  for (StringRef Name : findDialectNames(Text)) {
    if (!Context.getLoadedDialect(Name) &&
        isForeign(Context.getDialectRegistry(), Name))
      ForeignDialect::load(Context, Name);
    if (ForeignDialect *Loaded = ForeignDialect::find(Context, Name))
      Types = &Loaded->guessedTypes();
  }
  if (Types)
    Types->begin(Text);
  return Types;
}

bool mlir::noisy::lsp::isDefinedByProject(const Dialect &Foreign) {
  const OdsDialect *Definition =
      static_cast<const ForeignDialect &>(Foreign).definition();
  return Definition && !Definition->Operations.empty();
}

bool mlir::noisy::lsp::isForeignOperation(MLIRContext &Context,
                                          StringRef FullName) {
  auto [Name, Rest] = FullName.split('.');
  return !Rest.empty() && ForeignDialect::find(Context, Name);
}

bool mlir::noisy::lsp::namesForeignDialect(const DialectRegistry &Registry,
                                           StringRef Text) {
  return llvm::any_of(findDialectNames(Text), [&](StringRef Name) {
    return isForeign(Registry, Name);
  });
}
