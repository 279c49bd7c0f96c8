//===- Chunk.cpp - The text between two // ----- lines --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/unit/Chunk.h"
#include "analysis/flow/ValueNames.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/parse/Stubs.h"
#include "server/recovery/Recovery.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/MlirTokens.h"
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
                                          const std::string &FileName,
                                          Repair RepairChoice) {
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
    Result->read(FileName, RepairChoice);
    return Result;
  });
  if (Result)
    return std::move(*Result);
  size_t Start = Text.size() - Text.ltrim().size();
  return refuse({Start, std::min(Text.find('\n', Start), Text.size())},
                "MLIR crashed on this text");
}

void Chunk::read(const std::string &FileName, Repair RepairChoice) {
  Whole = std::make_shared<ParsedText>(*Context, Contents, FileName,
                                       RepairChoice == Repair::Yes
                                           ? ParsedText::Verify::No
                                           : ParsedText::Verify::Yes);
  bool IsRead =
      RepairChoice == Repair::Yes ? repair(FileName) : Whole->isValid();
  Problems = Whole->problems();
  if (!Module)
    Module = Whole->takeModule();
  if (!IsRead)
    return;
  Facts = NoiseFacts::compute(*Module);
  Valid = true;
}

/// Replaces the operations with errors by stubs. Returns false if not all of
/// them can be replaced.
bool Chunk::repair(const std::string &FileName) {
  bool IsUnclosed = false;
  if (!Whole->isValid()) {
    std::vector<UndefinedUse> Uses = Whole->undefinedUses();
    std::optional<Recovery> Result =
        recover(*Context, /*Patterns=*/nullptr,
                {"", Contents, "", TextForm::List, Whole->problems(), Uses},
                FileName, /*ShouldStop=*/[] { return false; });
    if (!Result)
      return false;
    Whole = std::move(Result->Source);
    Offsets = std::move(Result->Offsets);
    BrokenRanges = std::move(Result->BrokenRanges);
    IsUnclosed = Result->RepairsBrackets;
  }
  Module = Whole->takeModule();
  bool IsVerified = false;
  Whole->collect([&] {
    // The root of a verification stays. So each function is one first: MLIR
    // reports a return that is missing as an error of the function.
    Module->walk<WalkOrder::PostOrder>([&](Operation *Op) {
      if (isa<FunctionOpInterface>(Op))
        (void)Invalid.verify(Op, !BrokenRanges.empty(), IsUnclosed);
    });
    IsVerified = Invalid.verify(*Module, !BrokenRanges.empty(), IsUnclosed);
  });
  return IsVerified;
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

/// Maps a range of the parsed text to the chunk's; empty inside of a stub.
ByteRange Chunk::toRange(llvm::SMRange Range) const {
  return Offsets.toTarget(Whole->toRange(Range)).value_or(ByteRange());
}

ByteRange Chunk::definitionOf(Value V) const {
  const AsmParserState::SMDefinition *Source = sourceOf(V);
  return Source ? toRange(Source->loc) : ByteRange();
}

std::string Chunk::nameOf(Value V) const {
  const AsmParserState::SMDefinition *Source = sourceOf(V);
  if (!Source)
    return nameHidden(V);
  ByteRange NameRange = Whole->toRange(Source->loc);
  if (NameRange.empty())
    return nameHidden(V);
  std::string Name = Whole->text().slice(NameRange.Begin, NameRange.End).str();
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
    ByteRange Use = toRange(Range);
    if (Use.empty())
      continue;
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
  if (Size == 1)
    addBrokenUses(V, Uses);
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

/// Adds the uses of a name in operations that do not parse, by letters: those
/// behind the `=`. Only in the block of its definition, and not in what has
/// regions: elsewhere the name may be that of another value.
void Chunk::addBrokenUses(Value V, std::vector<ByteRange> &Uses) const {
  if (BrokenRanges.empty())
    return;
  std::string Name = nameOf(V);
  ByteRange Definition = definitionOf(V);
  auto isInBlock = [&](ByteRange Broken) {
    return llvm::any_of(*V.getParentBlock(), [&](Operation &Op) {
      if (!isStub(&Op) || definesName(&Op))
        return false;
      ByteRange Range = rangeOf(&Op);
      return Range.Begin < Broken.End && Broken.Begin < Range.End;
    });
  };
  for (ByteRange Broken : BrokenRanges) {
    llvm::StringRef Code =
        llvm::StringRef(Contents).slice(Broken.Begin, Broken.End);
    size_t Begin = readResultNames(Code).Size;
    if (Broken.Begin < Definition.End || Code.contains('{') ||
        (Begin == 0 && Code.starts_with("%")))
      continue;
    std::vector<ByteRange> Found;
    Lexer Tokens(Contents, Broken.Begin + Begin, Broken.End);
    while (std::optional<MlirToken> Token = Tokens.next())
      if (Token->Kind == TokenKind::Value && Token->Text == Name)
        Found.push_back(Token->Range);
    if (!Found.empty() && isInBlock(Broken))
      llvm::append_range(Uses, Found);
  }
}

ByteRange Chunk::rangeOf(Operation *Op) const {
  const auto *Source = Whole->names().getOpDef(Op);
  if (!Source)
    return {};
  ByteRange Range = Whole->toRange(Source->scopeLoc);
  if (!Source->resultGroups.empty())
    Range.Begin =
        Whole->toRange(Source->resultGroups.front().definition.loc).Begin;
  // MLIR's parser does not count what follows the name of a type at the end
  // that a dialect reads as a whole.
  if (Whole->text().substr(Range.End).starts_with("<")) {
    // Mostly it ends on the line.
    size_t All = Whole->text().size();
    for (size_t End :
         {std::min(Whole->text().find('\n', Range.End), All), All}) {
      MlirTokens Tokens(Whole->text(), {Range.End, End});
      if (size_t Close = Tokens.findClose(0); Close < Tokens.size()) {
        Range.End = Tokens[Close].Range.End;
        break;
      }
    }
  }
  ByteRange Result = Offsets.toTargetClamped(Range);
  if (Result.empty())
    // A stub stands in the place of its operation, whose bytes are gone: the
    // map gives the end of what is left before them.
    for (ByteRange Broken : BrokenRanges)
      if (Broken.Begin >= Result.Begin)
        return Broken;
  return Result;
}
