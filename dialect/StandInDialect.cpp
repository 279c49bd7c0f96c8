//===- StandInDialect.cpp - A dialect that is not linked in ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StandInDialect.h"
#include "dialect/NoisyDialect.h"
#include "dialect/RuledDialects.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

using namespace mlir;
using namespace mlir::noisy;

namespace {

struct StandInTypeStorage : TypeStorage {
  using KeyTy = StringRef;
  explicit StandInTypeStorage(StringRef text) : text(text) {}
  bool operator==(StringRef other) const { return text == other; }
  static StandInTypeStorage *construct(TypeStorageAllocator &allocator,
                                       StringRef text) {
    return new (allocator.allocate<StandInTypeStorage>())
        StandInTypeStorage(allocator.copyInto(text));
  }

  /// What stands after the dot.
  StringRef text;
};

/// A type that may be an element of anything. Each dialect has an identity of
/// its own for its types, so that they know it.
class StandInType : public Type::TypeBase<StandInType, Type, StandInTypeStorage,
                                          MemRefElementTypeInterface::Trait,
                                          VectorElementTypeInterface::Trait> {
public:
  using Base::Base;
};

struct StandInAttrStorage : AttributeStorage {
  using KeyTy = StringRef;
  explicit StandInAttrStorage(StringRef text) : text(text) {}
  bool operator==(StringRef other) const { return text == other; }
  static StandInAttrStorage *construct(AttributeStorageAllocator &allocator,
                                       StringRef text) {
    return new (allocator.allocate<StandInAttrStorage>())
        StandInAttrStorage(allocator.copyInto(text));
  }

  /// What stands after the dot.
  StringRef text;
};

/// An attribute that belongs to its dialect, as memory spaces have to.
class StandInAttr
    : public Attribute::AttrBase<StandInAttr, Attribute, StandInAttrStorage> {
public:
  using Base::Base;
};

/// The identities of dialects, and of their types and attributes, by their
/// names.
struct Identities {
  StringRef name;
  TypeID dialect, types, attributes;
  std::string typesName, attributesName;
};

} // namespace

/// The same for all contexts; never freed. For any thread.
static const Identities &identitiesOf(StringRef name) {
  static std::mutex mutex;
  static TypeIDAllocator ids;
  static llvm::StringMap<Identities> byName;
  std::lock_guard lock(mutex);
  auto [entry, isNew] = byName.try_emplace(name);
  if (isNew)
    entry->second = {entry->getKey(),        ids.allocate(),
                     ids.allocate(),         ids.allocate(),
                     (name + ".type").str(), (name + ".attribute").str()};
  return entry->second;
}

std::pair<TypeID, StringRef> StandInDialect::getIdentity(StringRef name) {
  const Identities &own = identitiesOf(name);
  return {own.dialect, own.name};
}

StandInDialect::StandInDialect(StringRef name, MLIRContext *context)
    : Dialect(identitiesOf(name).name, context, identitiesOf(name).dialect),
      typesId(identitiesOf(name).types),
      attributesId(identitiesOf(name).attributes) {
  allowUnknownOperations();
  allowUnknownTypes();
  addType(
      typesId,
      AbstractType::get(
          *this, StandInType::getInterfaceMap(), StandInType::getHasTraitFn(),
          [](Type, llvm::function_ref<void(Attribute)>,
             llvm::function_ref<void(Type)>) {},
          [](Type type, ArrayRef<Attribute>, ArrayRef<Type>) { return type; },
          typesId, identitiesOf(name).typesName));
  mlir::detail::TypeUniquer::registerType<StandInType>(context, typesId);
  addAttribute(attributesId,
               AbstractAttribute::get(
                   *this, StandInAttr::getInterfaceMap(),
                   StandInAttr::getHasTraitFn(),
                   [](Attribute, llvm::function_ref<void(Attribute)>,
                      llvm::function_ref<void(Type)>) {},
                   [](Attribute attribute, ArrayRef<Attribute>,
                      ArrayRef<Type>) { return attribute; },
                   attributesId, identitiesOf(name).attributesName));
  mlir::detail::AttributeUniquer::registerAttribute<StandInAttr>(context,
                                                                 attributesId);
}

StandInDialect *StandInDialect::find(MLIRContext &context, StringRef name) {
  Dialect *loaded = context.getLoadedDialect(name);
  return loaded && loaded->getTypeID() == identitiesOf(name).dialect
             ? static_cast<StandInDialect *>(loaded)
             : nullptr;
}

void *StandInDialect::getRegisteredInterfaceForOp(TypeID interfaceId,
                                                  OperationName name) {
  return getRuledInterface(*this, interfaceId, name);
}

static bool isNameLetter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$';
}

/// The text of a type with blanks as MLIR prints them, so that it is the same
/// type however it is written.
static std::string unifyBlanks(StringRef text) {
  std::string result;
  bool isInString = false;
  auto startsWith = [&](size_t at, StringRef part) {
    return text.substr(at).starts_with(part);
  };
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i], last = result.empty() ? '\0' : result.back();
    if (c == '"' && (i == 0 || text[i - 1] != '\\'))
      isInString = !isInString;
    if (isInString) {
      result += c;
    } else if (llvm::isSpace(c)) {
      StringRef after = text.substr(i).ltrim();
      if (isNameLetter(last) && !after.empty() && isNameLetter(after[0]))
        result += ' ';
    } else if (c == '=' && !startsWith(i, "==") && isNameLetter(last)) {
      result += " = ";
    } else {
      result += c;
      if (c == ',' || (c == ':' && last != ':' && !startsWith(i, "::")))
        result += ' ';
    }
  }
  return result;
}

Type StandInDialect::parseType(DialectAsmParser &parser) const {
  return mlir::detail::TypeUniquer::getWithTypeID<StandInType>(
      getContext(), typesId,
      StringRef(unifyBlanks(parser.getFullSymbolSpec())));
}

void StandInDialect::printType(Type type, DialectAsmPrinter &printer) const {
  printer << static_cast<const StandInTypeStorage *>(type.getImpl())->text;
}

Attribute StandInDialect::parseAttribute(DialectAsmParser &parser,
                                         Type attributeType) const {
  if (!attributeType)
    return mlir::detail::AttributeUniquer::getWithTypeID<StandInAttr>(
        getContext(), attributesId, parser.getFullSymbolSpec());
  return OpaqueAttr::get(StringAttr::get(getContext(), getNamespace()),
                         parser.getFullSymbolSpec(), attributeType);
}

void StandInDialect::printAttribute(Attribute attribute,
                                    DialectAsmPrinter &printer) const {
  printer << static_cast<const StandInAttrStorage *>(attribute.getImpl())->text;
}

LogicalResult
StandInDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  auto *noisy = getContext()->getLoadedDialect<NoisyDialect>();
  const StatedModels *models = noisy ? noisy->getStatedModels() : nullptr;
  if (!models)
    return success();
  // Not op->emitWarning(), which prints the operation, and so verifies it.
  if (std::optional<std::string> error = models->findError(attribute))
    emitWarning(op->getLoc())
        << "no noise model can be made from '" << attribute.getName().getValue()
        << "': " << *error << "; only fresh values are within the limit";
  return success();
}
