//===- MistypedDialect.cpp - Names that are nearly a dialect's ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/MistypedDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpImplementation.h"
#include "server/foreign/ForeignDialect.h"
#include "server/ods/OdsCatalog.h"
#include "server/syntax/NearNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

bool mlir::noisy::lsp::isOfOtherProject(StringRef Name) {
  return Name == "emit" || Name == "linalgx" || Name == "xllvm";
}

StringRef mlir::noisy::lsp::findMeantDialect(const DialectRegistry &Registry,
                                             StringRef Name) {
  // Short names are near to each other.
  constexpr size_t MinLetters = 4;
  if (Name.size() < MinLetters || isOfOtherProject(Name))
    return "";
  for (StringRef Candidate : Registry.getDialectNames())
    if (Candidate.size() >= MinLetters && isNear(Name, Candidate))
      return Candidate;
  return "";
}

namespace {

/// A dialect that does not exist, and has the name of one that nearly does. Its
/// operations are the same errors as without it; those in generic form are
/// read, as are those of any unknown dialect.
class MistypedDialect : public Dialect {
public:
  MistypedDialect(StringRef Name, MLIRContext *Context, TypeID Identity,
                  StringRef Meant)
      : Dialect(Name, Context, Identity), Meant(Meant) {
    allowUnknownOperations();
  }

  Type parseType(DialectAsmParser &Parser) const override {
    emitUnknown(Parser, "type", "!");
    return {};
  }
  Attribute parseAttribute(DialectAsmParser &Parser, Type) const override {
    emitUnknown(Parser, "attribute", "#");
    return {};
  }
  std::optional<ParseOpHook> getParseOperationHook(StringRef) const override {
    return ParseOpHook([](OpAsmParser &Parser, OperationState &State) {
      // As MLIR says it of a dialect that is not loaded.
      return ParseResult(
          mlir::emitError(Parser.getEncodedSourceLoc(Parser.getNameLoc()))
          << "Dialect `" << State.name.getDialectNamespace()
          << "' not found for custom op '" << State.name.getStringRef() << "'");
    });
  }

private:
  void emitUnknown(DialectAsmParser &Parser, StringRef Kind,
                   StringRef Sigil) const {
    // Parameters and what follows are as they are.
    StringRef Rest = Parser.getFullSymbolSpec().take_while([](char C) {
      return llvm::isAlnum(C) || C == '_' || C == '$' || C == '.';
    });
    Parser.emitError(Parser.getNameLoc())
        << MistypedDialectMessage << getNamespace() << "' of " << Kind << " '"
        << Sigil << getNamespace() << "." << Rest << "'"
        << MistypedDialectAdvice << Sigil << Meant << "." << Rest << "'";
  }

  /// The dialect that exists.
  std::string Meant;
};

} // namespace

/// The identity of the dialect of this name, the same in all contexts, and the
/// name with a life as long as the program. For any thread.
static std::pair<TypeID, StringRef> getIdentity(StringRef Name) {
  static std::mutex Mutex;
  static TypeIDAllocator Ids;
  static llvm::StringMap<TypeID> ByName;
  std::lock_guard Lock(Mutex);
  auto [Entry, IsNew] = ByName.try_emplace(Name);
  if (IsNew)
    Entry->second = Ids.allocate();
  return {Entry->second, Entry->getKey()};
}

void mlir::noisy::lsp::loadMistypedDialects(MLIRContext &Context,
                                            StringRef Text) {
  const DialectRegistry &Registry = Context.getDialectRegistry();
  for (StringRef Name : findDialectNames(Text, /*BehindOpenQuotes=*/true)) {
    if (Context.getLoadedDialect(Name) || Registry.getDialectAllocator(Name) ||
        currentOds()->findDialect(Name))
      continue;
    // Operations are errors by themselves.
    if (!Text.contains(("!" + Name + ".").str()) &&
        !Text.contains(("#" + Name + ".").str()))
      continue;
    StringRef Meant = findMeantDialect(Registry, Name);
    if (Meant.empty())
      continue;
    auto [Id, OwnName] = getIdentity(Name);
    Context.getOrLoadDialect(
        OwnName, Id,
        [&, Id = Id, OwnName = OwnName]() -> std::unique_ptr<Dialect> {
          return std::make_unique<MistypedDialect>(OwnName, &Context, Id,
                                                   Meant);
        });
  }
}
