//===- OdsCatalog.cpp - The dialects of a project -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsCatalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <mutex>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

const OdsMember *OdsOperation::find(StringRef MemberName) const {
  auto Match = llvm::find_if(Members, [&](const OdsMember &Member) {
    return Member.Name == MemberName;
  });
  return Match == Members.end() ? nullptr : &*Match;
}

bool OdsOperation::hasTrait(StringRef Trait) const {
  return llvm::is_contained(Traits, Trait);
}

StringRef mlir::noisy::lsp::keepOdsText(StringRef Text) {
  static std::mutex Mutex;
  static llvm::BumpPtrAllocator Memory;
  static llvm::UniqueStringSaver Saver(Memory);
  std::lock_guard Lock(Mutex);
  return Saver.save(Text);
}

void OdsCatalog::add(std::vector<OdsDialect> Dialects) {
  for (OdsDialect &New : Dialects) {
    OdsDialect &Known = ByName[New.Name.str()];
    Known.Name = New.Name;
    for (auto &Entry : New.Operations)
      Known.Operations.try_emplace(Entry.getKey(), std::move(Entry.second));
    for (auto &Entry : New.Definitions)
      Known.Definitions.try_emplace(Entry.getKey(), Entry.second);
  }
}

const OdsDialect *OdsCatalog::findDialect(StringRef Name) const {
  auto Match = ByName.find(Name.str());
  return Match == ByName.end() ? nullptr : &Match->second;
}

const OdsOperation *OdsCatalog::findOperation(StringRef Name) const {
  const OdsDialect *Owner = findDialect(Name.split('.').first);
  if (!Owner)
    return nullptr;
  auto Match = Owner->Operations.find(Name);
  return Match == Owner->Operations.end() ? nullptr : &Match->second;
}

const OdsDefinition *OdsCatalog::findDefinition(StringRef Name) const {
  const OdsDialect *Owner =
      Name.empty() ? nullptr : findDialect(Name.drop_front().split('.').first);
  if (!Owner)
    return nullptr;
  auto Match = Owner->Definitions.find(Name);
  return Match == Owner->Definitions.end() ? nullptr : &Match->second;
}

size_t OdsCatalog::operationCount() const {
  size_t Count = 0;
  for (const auto &[Name, Dialect] : ByName)
    Count += Dialect.Operations.size();
  return Count;
}

namespace {
struct Current {
  std::mutex Mutex;
  OdsCatalogPtr Catalog = std::make_shared<const OdsCatalog>();
};
} // namespace

static Current &current() {
  static Current Only;
  return Only;
}

OdsCatalogPtr mlir::noisy::lsp::currentOds() {
  std::lock_guard Lock(current().Mutex);
  return current().Catalog;
}

void mlir::noisy::lsp::setCurrentOds(OdsCatalogPtr New) {
  std::lock_guard Lock(current().Mutex);
  current().Catalog = std::move(New);
}
