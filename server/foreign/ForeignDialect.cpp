//===- ForeignDialect.cpp - A dialect that is not linked in ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignDialect.h"
#include "dialect/RuledDialects.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpImplementation.h"
#include "server/foreign/ForeignParser.h"
#include "server/foreign/FormatParser.h"
#include "server/foreign/MistypedDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

static bool isNameLetter(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$';
}

ForeignDialect::ForeignDialect(StringRef Name, MLIRContext *Context,
                               std::shared_ptr<GuessedTypes> Types)
    : StandInDialect(Name, Context), Types(std::move(Types)),
      Catalog(currentOds()), Definition(Catalog->findDialect(Name)) {}

ForeignDialect *ForeignDialect::find(MLIRContext &Context, StringRef Name) {
  return static_cast<ForeignDialect *>(StandInDialect::find(Context, Name));
}

void ForeignDialect::load(MLIRContext &Context, StringRef Name) {
  std::shared_ptr<GuessedTypes> Types;
  for (Dialect *Loaded : Context.getLoadedDialects())
    if (ForeignDialect *Other = find(Context, Loaded->getNamespace()))
      Types = Other->Types;
  if (!Types)
    Types = std::make_shared<GuessedTypes>();
  // A dialect keeps its name where that is.
  auto [Id, OwnName] = StandInDialect::getIdentity(Name);
  Context.getOrLoadDialect(
      OwnName, Id, [&, OwnName = OwnName]() -> std::unique_ptr<Dialect> {
        return std::make_unique<ForeignDialect>(OwnName, &Context, Types);
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

/// True if there is a quote in the rest of a line.
static bool isClosedInLine(StringRef Rest) {
  size_t End = Rest.find_first_of("\"\n");
  return End != StringRef::npos && Rest[End] == '"';
}

std::vector<StringRef>
mlir::noisy::lsp::findDialectNames(StringRef Text, bool BehindOpenQuotes) {
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
    // Values, symbols and blocks may have dots in their names, and so have
    // files, which locations name by their paths. What is in quotes, as the
    // names of operations in generic form, can be read anyway.
    if (Name.empty() || Name == Last || Before == '.' || Before == '-' ||
        Before == '%' || Before == '@' || Before == '^' || Before == '/' ||
        Before == '\\' ||
        (Before == '"' &&
         !(BehindOpenQuotes && !isClosedInLine(Text.substr(Dot)))))
      continue;
    // A name may go on with a number or more dots: `a.0b`, `a..b`.
    size_t Rest = Text.find_first_not_of('.', Dot);
    if (Rest == StringRef::npos || !isNameLetter(Text[Rest]))
      continue;
    Last = Name;
    if (Seen.insert(Name).second)
      Names.push_back(Name);
  }
  return Names;
}

/// True if a dialect of this name is read by its form.
static bool isForeign(const DialectRegistry &Registry, StringRef Name) {
  return !Registry.getDialectAllocator(Name) &&
         (currentOds()->findDialect(Name) ||
          findMeantDialect(Registry, Name).empty());
}

GuessedTypes *mlir::noisy::lsp::loadForeignDialects(MLIRContext &Context,
                                                    StringRef Text) {
  GuessedTypes *Types = nullptr;
  // Where a quote is not closed, recovery may read code behind it.
  std::vector<StringRef> Names =
      findDialectNames(Text, /*BehindOpenQuotes=*/true);
  // An operation in generic form needs its dialect for its rule.
  if (const NoiseRules *Rules = getNoiseRules(&Context))
    for (StringRef Name : Rules->dialects())
      if (Text.contains(("\"" + Name + ".").str()) &&
          !llvm::is_contained(Names, Name))
        Names.push_back(Name);
  for (StringRef Name : Names) {
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
