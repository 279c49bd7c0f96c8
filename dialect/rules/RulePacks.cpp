//===- RulePacks.cpp - Rules that come with the program -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/rules/RulePacks.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using llvm::StringRef;

static constexpr RulePack kPacks[] = {
#include "dialect/rules/RulePacks.inc"
};

llvm::ArrayRef<RulePack> mlir::noisy::allRulePacks() { return kPacks; }

std::optional<StringRef> mlir::noisy::findRulePack(StringRef name) {
  const auto *pack = llvm::find_if(
      kPacks, [&](const RulePack &known) { return known.name == name; });
  return pack == std::end(kPacks) ? std::nullopt : std::optional(pack->text);
}

std::string mlir::noisy::nameRulePacks() {
  std::string names;
  for (const RulePack &pack : kPacks) {
    if (!names.empty())
      names += &pack == std::end(kPacks) - 1 ? " and " : ", ";
    names += "'" + pack.name.str() + "'";
  }
  return names;
}
