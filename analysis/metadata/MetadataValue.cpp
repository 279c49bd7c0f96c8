//===- MetadataValue.cpp - The metadata of a value ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/metadata/MetadataValue.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

MetadataValue MetadataValue::join(const MetadataValue &lhs,
                                  const MetadataValue &rhs) {
  if (lhs == rhs || rhs.isUninitialized() || lhs.isUnknown())
    return lhs;
  if (lhs.isUninitialized() || rhs.isUnknown())
    return rhs;
  SmallVector<NamedAttribute> commonEntries;
  for (NamedAttribute entry : lhs.dictionary)
    if (rhs.dictionary.get(entry.getName()) == entry.getValue())
      commonEntries.push_back(entry);
  return getKnown(DictionaryAttr::getWithSorted(lhs.dictionary.getContext(),
                                                commonEntries));
}

MetadataValue MetadataValue::withStated(DictionaryAttr statedMetadata) const {
  if (!statedMetadata || isUninitialized())
    return *this;
  if (isUnknown() || dictionary.empty())
    return getKnown(statedMetadata);
  SmallVector<NamedAttribute> entries(statedMetadata.getValue());
  for (NamedAttribute entry : dictionary)
    if (!statedMetadata.contains(entry.getName()))
      entries.push_back(entry);
  return getKnown(DictionaryAttr::get(statedMetadata.getContext(), entries));
}

void MetadataValue::print(llvm::raw_ostream &os) const {
  switch (state) {
  case State::Uninitialized:
    os << "not executed";
    return;
  case State::Known:
    os << dictionary;
    return;
  case State::Unknown:
    os << "unknown";
    return;
  }
}
