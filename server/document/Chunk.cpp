//===- Chunk.cpp - What is between two // ----- lines ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Chunk.h"
#include "analysis/NoiseReport.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "server/document/Nesting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// Enough for MaxNesting levels of regions in the parser, the verifier and the
/// printer. Only what is used is ever backed by memory.
static constexpr unsigned StackBytes = 256u << 20;

Chunk::Chunk(const DialectRegistry &Registry, llvm::StringRef Text)
    : Buffer(Text),
      // Without threads: a crash on a thread of a pool cannot be survived.
      Context(std::make_unique<MLIRContext>(Registry,
                                            MLIRContext::Threading::DISABLED)) {
  Context->allowUnregisteredDialects();
  Context->printOpOnDiagnostic(true);
}

Chunk::~Chunk() = default;

std::unique_ptr<const Chunk> Chunk::build(const DialectRegistry &Registry,
                                          llvm::StringRef Text,
                                          const std::string &FileName) {
  auto makeEmpty = [&](ByteRange Where, std::string Message) {
    std::unique_ptr<Chunk> Empty(new Chunk(Registry, Text));
    Problem Why;
    Why.Source = "noisy";
    Why.Where = Where;
    Why.Message = std::move(Message);
    Empty->Problems.push_back(std::move(Why));
    return Empty;
  };
  if (std::optional<size_t> Deep = findDeepNesting(Text))
    return makeEmpty({*Deep, *Deep + 1},
                     "the text nests deeper than " +
                         std::to_string(MaxNesting) +
                         " levels here, which MLIR cannot be given safely; "
                         "nothing else in this part is checked");

  std::unique_ptr<Chunk> Result;
  llvm::CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafelyOnThread(
      [&] {
        Result.reset(new Chunk(Registry, Text));
        Result->parse(FileName);
      },
      StackBytes);
  if (Survived)
    return Result;
  // What the crashed code held is in no state to be destroyed.
  (void)Result.release();
  size_t Start = Text.size() - Text.ltrim().size();
  return makeEmpty({Start, std::min(Text.find('\n', Start), Text.size())},
                   "MLIR crashed on this text; it will be tried again when it "
                   "changes");
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

ByteRange Chunk::toRange(llvm::SMRange Range) const {
  // The source manager has a copy of the text.
  const char *Start =
      Sources.getMemoryBuffer(Sources.getMainFileID())->getBufferStart();
  if (!Range.isValid())
    return {};
  return {size_t(Range.Start.getPointer() - Start),
          size_t(Range.End.getPointer() - Start)};
}

void Chunk::parse(const std::string &FileName) {
  Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Buffer, FileName), llvm::SMLoc());
  const llvm::MemoryBuffer *Main =
      Sources.getMemoryBuffer(Sources.getMainFileID());

  auto rangeOfLocation = [&](Location Where) -> ByteRange {
    FileLineColLoc InFile;
    Where->walk([&](Location Part) {
      InFile = dyn_cast<FileLineColLoc>(Part);
      if (InFile && InFile.getFilename() == FileName)
        return WalkResult::interrupt();
      InFile = nullptr;
      return WalkResult::advance();
    });
    if (!InFile)
      return {};
    llvm::SMLoc Loc = Sources.FindLocForLineAndColumn(
        Sources.getMainFileID(), InFile.getLine(), InFile.getColumn());
    if (!Loc.isValid() || Loc.getPointer() >= Main->getBufferEnd())
      return {Buffer.size(), Buffer.size()};
    ByteRange Token = toRange(AsmParserState::convertIdLocToRange(Loc));
    // At least two characters, as LLVM's server has it; but not of another
    // line.
    size_t LineEnd =
        std::min(Buffer.find_first_of("\r\n", Token.Begin), Buffer.size());
    Token.End = std::min(std::max(Token.End, Token.Begin + 2), LineEnd);
    return Token;
  };
  ScopedDiagnosticHandler Handler(Context.get(), [&](Diagnostic &Given) {
    Problem Found;
    switch (Given.getSeverity()) {
    case DiagnosticSeverity::Error:
      break;
    case DiagnosticSeverity::Warning:
      Found.Severity = Problem::Level::Warning;
      break;
    case DiagnosticSeverity::Note:
      return success(); // notes come with what they belong to
    case DiagnosticSeverity::Remark:
      Found.Severity = Problem::Level::Information;
      break;
    }
    Found.Source = "mlir";
    Found.Where = rangeOfLocation(Given.getLocation());
    Found.Message = Given.str();
    for (Diagnostic &Note : Given.getNotes())
      Found.Notes.push_back({rangeOfLocation(Note.getLocation()), Note.str()});
    Problems.push_back(std::move(Found));
    return success();
  });

  Module = ModuleOp::create(UnknownLoc::get(Context.get()));
  ParserConfig Config(Context.get());
  if (failed(parseAsmSourceFile(Sources, Module->getBody(), Config, &State)))
    return;
  Valid = true;
  Facts = NoiseFacts::compute(*Module);
  indexNames();
  addNoiseProblems();
}

void Chunk::indexNames() {
  for (Value V : Facts.getValues()) {
    if (const AsmParserState::SMDefinition *Source = sourceOf(V)) {
      Names.push_back({toRange(Source->loc), V});
      for (ByteRange Use : usesOf(V))
        Names.push_back({Use, V});
    }
    // The name of an operation stands for its first result.
    auto Result = dyn_cast<OpResult>(V);
    const auto *Op = Result && Result.getResultNumber() == 0
                         ? State.getOpDef(Result.getOwner())
                         : nullptr;
    if (Op)
      Names.push_back({toRange(Op->loc), V});
  }
  llvm::stable_sort(Names, [](const Name &A, const Name &B) {
    return A.Where.Begin < B.Where.Begin;
  });
}

void Chunk::addNoiseProblems() {
  auto nameValue = [&](Value V) { return nameOf(V); };
  for (const NoiseFinding &Finding : Facts.getFindings()) {
    Problem Found;
    Found.Severity =
        isError(Finding.kind) ? Problem::Level::Error : Problem::Level::Warning;
    Found.Source = "noisy";
    Found.Code = getFindingCode(Finding.kind).str();
    Found.Message = describeFinding(Facts, Finding, nameValue);
    Found.Where =
        Finding.use ? rangeOf(Finding.use) : definitionOf(Finding.value);
    if (Found.Where.End == Found.Where.Begin && Finding.value.getDefiningOp())
      Found.Where = rangeOf(Finding.value.getDefiningOp());
    if (Finding.use)
      if (const auto *Op = State.getOpDef(Finding.use))
        Found.Where = toRange(Op->loc);
    for (NoiseNote &Note : explainFinding(Facts, Finding, nameValue))
      Found.Notes.push_back(
          {definitionOf(Note.value), std::move(Note.message)});
    Problems.push_back(std::move(Found));
  }
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

const AsmParserState::SMDefinition *Chunk::sourceOf(Value V) const {
  if (auto Argument = dyn_cast<BlockArgument>(V)) {
    const auto *Block = State.getBlockDef(Argument.getOwner());
    if (!Block || Argument.getArgNumber() >= Block->arguments.size())
      return nullptr;
    const auto &Definition = Block->arguments[Argument.getArgNumber()];
    return Definition.loc.isValid() ? &Definition : nullptr;
  }
  auto Result = cast<OpResult>(V);
  const auto *Op = State.getOpDef(Result.getOwner());
  if (!Op)
    return nullptr;
  // The last group that begins at or before the result.
  const AsmParserState::SMDefinition *Found = nullptr;
  for (const auto &Group : Op->resultGroups)
    if (Group.startIndex <= Result.getResultNumber())
      Found = &Group.definition;
  return Found;
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
  return Source ? toRange(Source->loc) : ByteRange();
}

std::string Chunk::nameOf(Value V) const {
  ByteRange Where = definitionOf(V);
  if (Where.Begin == Where.End)
    return "<unnamed>";
  std::string Name = Buffer.substr(Where.Begin, Where.End - Where.Begin);
  if (auto Result = dyn_cast<OpResult>(V)) {
    auto [Place, Size] = placeInGroup(State, Result);
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
  auto [Place, Size] = Result ? placeInGroup(State, Result)
                              : std::pair<unsigned, unsigned>(0, 1);
  for (llvm::SMRange Range : Source->uses) {
    ByteRange Use = toRange(Range);
    // The parser notes the uses of a whole group, without `#1`.
    llvm::StringRef Rest = llvm::StringRef(Buffer).substr(Use.End);
    unsigned Number = 0;
    if (Rest.consume_front("#")) {
      size_t Before = Rest.size();
      Rest.consumeInteger(10, Number);
      Use.End += 1 + Before - Rest.size();
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
  const auto *Source = State.getOpDef(Op);
  if (!Source)
    return {};
  ByteRange Range = toRange(Source->scopeLoc);
  if (!Source->resultGroups.empty())
    Range.Begin = toRange(Source->resultGroups.front().definition.loc).Begin;
  return Range;
}

Value Chunk::noisyValueAt(size_t Offset, ByteRange *Where) const {
  // The cursor may stand right behind a name.
  auto After = llvm::upper_bound(
      Names, Offset, [](size_t O, const Name &N) { return O < N.Where.Begin; });
  if (After == Names.begin())
    return nullptr;
  const Name &Found = *std::prev(After);
  if (Offset > Found.Where.End)
    return nullptr;
  if (Where)
    *Where = Found.Where;
  return Found.Named;
}
