//===- SectionDetails.cpp - Facts about values besides noise --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/SectionDetails.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

const ValueDetails *EarlierDetails::find(Section::Index ValueIndex) const {
  const Section::Value &Later = LaterData->values()[ValueIndex];
  if (Later.Name.empty())
    return nullptr;
  std::optional<ByteRange> Name = Offsets.toSource(ByteRange(Later.Name));
  Section::Index Value =
      Name ? Data->valueDefinedAt(*Name, ValueIndex - Later.Group)
           : Section::None;
  return Value == Section::None ? nullptr : Details->find(Value);
}

const ValueDetails *SectionDetails::find(Section::Index ValueIndex) const {
  if (Earlier)
    return Earlier->find(ValueIndex);
  auto Match = llvm::lower_bound(
      Values, ValueIndex, [](const ValueDetails &Details, Section::Index Key) {
        return Details.Value < Key;
      });
  return Match == Values.end() || Match->Value != ValueIndex ? nullptr
                                                             : &*Match;
}
