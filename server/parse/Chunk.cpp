//===- Chunk.cpp - The text between two // ----- lines --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/Chunk.h"
#include "analysis/flow/ValueNames.h"
#include "mlir/IR/MLIRContext.h"
#include "server/syntax/Nesting.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

Chunk::~Chunk() {
  // The parser state refers to the IR.
  Whole.reset();
}

std::unique_ptr<const Chunk> Chunk::build(const DialectRegistry &Registry,
                                          llvm::StringRef Text,
                                          const std::string &FileName) {
  auto refuse = [&](ByteRange Range, std::string Message) {
    std::unique_ptr<Chunk> Result(new Chunk(Text));
    Problem &Issue = Result->Problems.emplace_back();
    Issue.Source = "noisy";
    Issue.Range = Range;
    Issue.Message = std::move(Message);
    return Result;
  };
  if (std::optional<size_t> Deep = findDeepNesting(Text))
    return refuse({*Deep, *Deep + 1}, "the text nests deeper than " +
                                          std::to_string(maxNesting()) +
                                          " levels here, too deep for MLIR");

  auto Result = surviveOnLargeStack([&] {
    std::unique_ptr<Chunk> Result(new Chunk(Text));
    Result->Context = makeContext(Registry);
    Result->Whole = std::make_unique<ParsedText>(
        *Result->Context, Text.str(), FileName, ParsedText::Verify::Yes);
    Result->Problems = Result->Whole->problems();
    Result->Module = Result->Whole->takeModule();
    if (!Result->Whole->isValid())
      return Result;
    Result->Facts = NoiseFacts::compute(*Result->Module);
    Result->Valid = true;
    return Result;
  });
  if (Result)
    return std::move(*Result);
  size_t Start = Text.size() - Text.ltrim().size();
  return refuse({Start, std::min(Text.find('\n', Start), Text.size())},
                "MLIR crashed on this text");
}

//===----------------------------------------------------------------------===//
// Look-up
//===----------------------------------------------------------------------===//

const AsmParserState::SMDefinition *Chunk::sourceOf(Value V) const {
  if (auto Argument = dyn_cast<BlockArgument>(V)) {
    const auto *Block = Whole->names().getBlockDef(Argument.getOwner());
    if (!Block || Argument.getArgNumber() >= Block->arguments.size())
      return nullptr;
    const auto &Definition = Block->arguments[Argument.getArgNumber()];
    return Definition.loc.isValid() ? &Definition : nullptr;
  }
  auto Result = cast<OpResult>(V);
  const auto *Op = Whole->names().getOpDef(Result.getOwner());
  if (!Op)
    return nullptr;
  // The last group that begins at or before the result.
  const AsmParserState::SMDefinition *GroupDefinition = nullptr;
  for (const auto &Group : Op->resultGroups)
    if (Group.startIndex <= Result.getResultNumber())
      GroupDefinition = &Group.definition;
  return GroupDefinition;
}

/// The place of a result in the group that names it, and the group's size.
static std::pair<unsigned, unsigned> placeInGroup(const AsmParserState &State,
                                                  OpResult Result) {
  const auto *Op = State.getOpDef(Result.getOwner());
  unsigned Start = 0, End = Result.getOwner()->getNumResults();
  for (const auto &Group : Op->resultGroups) {
    if (Group.startIndex <= Result.getResultNumber())
      Start = Group.startIndex;
    else
      End = std::min(End, Group.startIndex);
  }
  return {Result.getResultNumber() - Start, End - Start};
}

ByteRange Chunk::definitionOf(Value V) const {
  const AsmParserState::SMDefinition *Source = sourceOf(V);
  return Source ? Whole->toRange(Source->loc) : ByteRange();
}

std::string Chunk::nameOf(Value V) const {
  ByteRange NameRange = definitionOf(V);
  if (NameRange.Begin == NameRange.End)
    return nameHidden(V);
  std::string Name =
      Contents.substr(NameRange.Begin, NameRange.End - NameRange.Begin);
  if (auto Result = dyn_cast<OpResult>(V)) {
    auto [Place, Size] = placeInGroup(Whole->names(), Result);
    if (Size > 1)
      Name += "#" + std::to_string(Place);
  }
  return Name;
}

std::vector<ByteRange> Chunk::usesOf(Value V) const {
  std::vector<ByteRange> Uses;
  const AsmParserState::SMDefinition *Source = sourceOf(V);
  if (!Source)
    return Uses;
  auto Result = dyn_cast<OpResult>(V);
  auto [Place, Size] = Result ? placeInGroup(Whole->names(), Result)
                              : std::pair<unsigned, unsigned>(0, 1);
  for (llvm::SMRange Range : Source->uses) {
    ByteRange Use = Whole->toRange(Range);
    // The parser records the uses of a whole group, without `#1`.
    llvm::StringRef Rest = llvm::StringRef(Contents).substr(Use.End);
    unsigned Number = 0;
    if (Rest.consume_front("#")) {
      size_t OldSize = Rest.size();
      Rest.consumeInteger(10, Number);
      Use.End += 1 + OldSize - Rest.size();
    }
    if (Size == 1 || Number == Place)
      Uses.push_back(Use);
  }
  llvm::sort(Uses, [](const ByteRange &A, const ByteRange &B) {
    return A.Begin < B.Begin;
  });
  Uses.erase(std::unique(Uses.begin(), Uses.end(),
                         [](const ByteRange &A, const ByteRange &B) {
                           return A.Begin == B.Begin;
                         }),
             Uses.end());
  return Uses;
}

ByteRange Chunk::rangeOf(Operation *Op) const {
  const auto *Source = Whole->names().getOpDef(Op);
  if (!Source)
    return {};
  ByteRange Range = Whole->toRange(Source->scopeLoc);
  if (!Source->resultGroups.empty())
    Range.Begin =
        Whole->toRange(Source->resultGroups.front().definition.loc).Begin;
  return Range;
}
