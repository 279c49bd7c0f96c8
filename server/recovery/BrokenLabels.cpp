//===- BrokenLabels.cpp - Labels that do not parse ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/BrokenLabels.h"
#include "server/recovery/ErrorPlaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// MLIR's messages for a label that another block has, and for one in front of
/// the first block of a function with named arguments.
static constexpr llvm::StringLiteral takenBlockMessage =
    "redefinition of block '";
static constexpr llvm::StringLiteral entryLabelMessage =
    "invalid block name in region with named arguments";

/// Finds what is wrong with a label by its signs and by its argument at
/// `Offset`, which is left out if no sign is missing. Nothing if neither is
/// wrong: the operation before may go on into the label.
static std::optional<LabelRepair> repairSigns(llvm::StringRef Text,
                                              size_t Offset, LabelRepair Repair,
                                              BrokenLabel &Label, bool IsNew) {
  if (IsNew && !Repair.Edits.empty())
    return Repair;
  std::optional<size_t> Name = Repair.ArgumentAt;
  if (!Name || llvm::is_contained(Label.WrongArguments, *Name))
    return std::nullopt;
  Label.WrongArguments.push_back(*Name);
  return findLabelRepair(Text, Offset, Label.WrongArguments);
}

/// The stub behind a label that defines the arguments that were left out.
static Stub makeArguments(const LabelRepair &Repair, size_t TextSize) {
  Stub Result;
  size_t Place = Repair.Range.End;
  Result.Operation.Range = {Place, Place};
  Result.Operation.Region = {Place, TextSize};
  for (const std::string &Name : Repair.LostNames)
    Result.Names.Groups.push_back({Name, 1});
  Result.Types.resize(Repair.LostNames.size());
  Result.HasResults = Repair.LostNames.empty();
  return Result;
}

bool mlir::noisy::lsp::repairLabel(StubbedText &Attempt, llvm::StringRef Text,
                                   const Problem &Issue,
                                   std::vector<Problem> &Problems) {
  Problem Mine = Attempt.toOriginal(Issue);
  if (Mine.Range.Begin < Attempt.prefixSize() ||
      Attempt.stubAt(Issue.Range.Begin))
    return false;
  size_t Offset = Mine.Range.Begin - Attempt.prefixSize();
  if (Mine.Message == missingNameMessage)
    Offset = findWrongBegin(Text, Offset);
  std::optional<LabelRepair> Repair = findLabelRepair(Text, Offset, {});
  if (!Repair)
    return false;
  ByteRange Range = Repair->Range;
  auto [Known, IsNew] = Attempt.Labels.try_emplace(Range.Begin);
  BrokenLabel &Label = Known->second;
  llvm::StringRef Message = Issue.Message;
  if (Message.starts_with(entryLabelMessage)) {
    // Its arguments are those of the function, and have their names there.
    Repair->Edits = {{Range, ""}};
    Repair->LosesArguments = false;
  } else {
    if (IsNew && Message.starts_with(takenBlockMessage))
      Label.IsTaken = true;
    else
      Repair = repairSigns(Text, Offset, std::move(*Repair), Label, IsNew);
    if (!Repair) {
      if (IsNew)
        Attempt.Labels.erase(Known);
      return false;
    }
    if (Label.IsTaken)
      Repair->Edits.insert(Repair->Edits.begin(),
                           {Repair->Name, makeLabel(Range.Begin, ".label")});
  }
  if (IsNew)
    Problems.push_back(std::move(Mine));
  if (Repair->LosesArguments)
    Attempt.Stubs[Range.End] = makeArguments(*Repair, Text.size());
  Label.Repair = std::move(*Repair);
  return true;
}
