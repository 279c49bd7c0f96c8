//===- Unit.cpp - A separately parsed text and its IR ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/unit/Unit.h"
#include "analysis/noise/UncheckedStatements.h"
#include "dialect/NoisyDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "server/foreign/ForeignProblems.h"
#include "server/parse/OperationNames.h"
#include "server/parse/ParsedText.h"
#include "server/parse/PatternedText.h"
#include "server/parse/SectionReader.h"
#include "server/parse/Stubs.h"
#include "server/parse/UnclosedProblem.h"
#include "server/snapshot/NotCheckedWords.h"
#include "server/syntax/IdentifiedTypes.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/Nesting.h"
#include "server/syntax/SymbolName.h"
#include "server/threads/Thread.h"
#include "server/unit/CrashMemory.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static std::shared_ptr<const std::vector<Problem>>
makeProblems(std::vector<Problem> Problems) {
  if (Problems.empty())
    return nullptr;
  return std::make_shared<const std::vector<Problem>>(std::move(Problems));
}

static Problem makeProblem(ByteRange Range, std::string Message) {
  Problem Result;
  Result.Source = "noisy";
  Result.Range = Range;
  Result.Message = std::move(Message);
  return Result;
}

static ByteRange firstLineOf(llvm::StringRef Text) {
  return {0, std::min(Text.find('\n'), Text.size())};
}

/// The name of the symbol that an operation in generic form probably defines;
/// empty if there is none.
static std::string genericSymbol(llvm::StringRef Text) {
  Lexer Tokens(Text, std::min(Text.find("sym_name"), Text.size()));
  std::optional<MlirToken> Key = Tokens.next(), Assign = Tokens.next(),
                           Name = Tokens.next();
  bool IsDefinition = Name && Key->is("sym_name") && Assign->is("=") &&
                      Name->Kind == TokenKind::String;
  return IsDefinition ? unquoted(Name->Text) : "";
}

std::shared_ptr<Unit>
Unit::make(PieceKind Kind, std::shared_ptr<const PieceInfo> Info,
           llvm::StringRef Text,
           std::shared_ptr<const Surroundings> SurroundingText) {
  auto Result = std::make_shared<Unit>();
  Result->Kind = Kind;
  Result->TextSize = Text.size();
  Result->LexicalSymbol =
      symbolName(Text.slice(Info->Symbol.Begin, Info->Symbol.End));
  if (Info->Generic && Info->Symbol.empty())
    Result->LexicalSymbol = genericSymbol(Text);
  Result->TextKey = keyOf(Kind, *Info, Text.size(), *SurroundingText);
  Result->Info = std::move(Info);
  Result->SurroundingText = std::move(SurroundingText);
  return Result;
}

uint64_t Unit::keyOf(PieceKind Kind, const PieceInfo &Info, size_t Size,
                     const Surroundings &SurroundingText) {
  return llvm::hash_combine(unsigned(Kind), Info.Hash, Size,
                            llvm::StringRef(SurroundingText.Prefix),
                            llvm::StringRef(SurroundingText.Suffix));
}

std::shared_ptr<Unit> Unit::refuse(
    PieceKind Kind, std::shared_ptr<const PieceInfo> Info, llvm::StringRef Text,
    std::shared_ptr<const Surroundings> SurroundingText, Problem Reason) {
  auto Result = make(Kind, std::move(Info), Text, std::move(SurroundingText));
  Result->Problems = makeProblems({std::move(Reason)});
  Result->FirstProblems = Result->Problems;
  Result->addSymbolsIn(Text);
  return Result;
}

std::shared_ptr<Unit>
Unit::parse(std::shared_ptr<Generation> OwnGeneration, PieceKind Kind,
            std::shared_ptr<const PieceInfo> Info, llvm::StringRef Text,
            std::shared_ptr<const Surroundings> SurroundingText,
            const std::string &FileName, TaskQueue &Later) {
  if (std::optional<size_t> Deep = findDeepNesting(Text))
    return refuse(Kind, std::move(Info), Text, std::move(SurroundingText),
                  makeProblem({*Deep, *Deep + 1},
                              "the text nests deeper than " +
                                  std::to_string(maxNesting()) +
                                  " levels here, too deep for MLIR; "
                                  "nothing else in this part is checked"));

  OwnGeneration->ParsedBytes += SurroundingText->Prefix.size() + Text.size() +
                                SurroundingText->Suffix.size();
  auto Result = survive([&] {
    std::shared_ptr<Unit> New = make(Kind, Info, Text, SurroundingText);
    New->OwnGeneration = OwnGeneration;
    New->read(Text, FileName, Later);
    return New;
  });
  if (Result)
    return *Result;
  OwnGeneration->HasCrashed = true;
  return refuse(Kind, std::move(Info), Text, std::move(SurroundingText),
                CrashMemory::describe(BuildStep::Parse, Text));
}

/// Maps a range of the buffer to the unit's text, which is `Part` of it.
/// Returns false if the range is before that.
static bool moveInto(ByteRange Part, ByteRange &Range) {
  if (Range.End == 0)
    return true; // nowhere
  bool IsBefore = Range.Begin < Part.Begin;
  Range.Begin = std::clamp(Range.Begin, Part.Begin, Part.End) - Part.Begin;
  Range.End = std::clamp(Range.End, Part.Begin, Part.End) - Part.Begin;
  return !IsBefore;
}

bool Unit::moveIntoText(Problem &Issue) const {
  llvm::StringRef Prefix = SurroundingText->Prefix;
  ByteRange Part = {Prefix.size(), Prefix.size() + TextSize};
  for (Problem::Note &Note : Issue.Notes)
    moveInto(Part, Note.Range);
  size_t AliasesAfter = Part.End + SurroundingText->Suffix.size() -
                        SurroundingText->AliasBytesAfter;
  // An unexpected token at the beginning of these is the end of the text.
  bool IsAfter = Issue.Range.Begin > AliasesAfter + 1;
  // For an unexpected token MLIR reports the end of the token before; for the
  // first one in the text, that is in the prefix.
  if (Issue.Range.Begin >= Prefix.rtrim().size())
    Issue.Range.Begin = std::max(Issue.Range.Begin, Part.Begin);
  Issue.Range.End =
      Issue.Range.End == 0 ? 0 : std::max(Issue.Range.End, Issue.Range.Begin);
  return moveInto(Part, Issue.Range) && !IsAfter;
}

/// The reason why it is not parsed or not valid, if MLIR has no error for the
/// text; problems of the surroundings are in `Elsewhere`.
Problem Unit::explainFailure(llvm::StringRef Text,
                             const std::vector<Problem> &Elsewhere) const {
  auto FirstError = llvm::find_if(Elsewhere, [](const Problem &Issue) {
    return Issue.Severity == Problem::Level::Error;
  });
  return makeProblem(Info->Symbol.empty() ? firstLineOf(Text) : Info->Symbol,
                     FirstError == Elsewhere.end()
                         ? "MLIR rejects this without a reason"
                         : NotCheckedWords.str() + FirstError->Message);
}

ByteRange Unit::rangeOfName(Operation *Op) const {
  Section::Index Number = indexOf(Op);
  return Number == Section::None ? ByteRange()
                                 : ByteRange(Data->operations()[Number].Name);
}

ByteRange Unit::rangeOf(Operation *Op) const {
  Section::Index Number = indexOf(Op);
  return Number == Section::None ? ByteRange()
                                 : ByteRange(Data->operations()[Number].Range);
}

/// Finds the block with the operations of the unit, inside its containers.
bool Unit::findBody() {
  Body = Module->getBody();
  for (unsigned Level = 0; Level < SurroundingText->Containers; ++Level) {
    if (!llvm::hasSingleElement(*Body))
      return false;
    Operation &Container = Body->front();
    if (Container.getNumRegions() != 1)
      return false;
    Region &BodyRegion = Container.getRegion(0);
    if (BodyRegion.empty()) {
      Body = nullptr;
      return Level + 1 == SurroundingText->Containers;
    }
    if (!llvm::hasSingleElement(BodyRegion))
      return false;
    Body = &BodyRegion.front();
  }
  return true;
}

/// True if the verifiers of a container may look at its contents. Those of a
/// plain module do not.
static bool mayReadContents(Operation *Container) {
  return !isa<ModuleOp>(Container) ||
         llvm::any_of(Container->getDiscardableAttrs(), [](NamedAttribute A) {
           Dialect *Owner = A.getNameDialect();
           return Owner && !isa<NoisyDialect>(Owner);
         });
}

/// True if `Op` or its contents use values defined outside of `Limit`, the
/// innermost isolated operation around it; null if there is none.
static bool usesForeignValues(Operation *Op, Operation *Limit) {
  if (llvm::any_of(Op->getOperands(),
                   [&](Value Operand) { return isForeign(Operand, Limit); }))
    return true;
  if (Op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    Limit = Op;
  for (Region &InnerRegion : Op->getRegions())
    for (Operation &InnerOp : InnerRegion.getOps())
      if (usesForeignValues(&InnerOp, Limit))
        return true;
  return false;
}

bool Unit::hasForeignValues() const {
  return (Invalid && Invalid->hadForeignValues()) ||
         llvm::any_of(Roots, [](Operation *Op) {
           return usesForeignValues(Op, /*Limit=*/nullptr);
         });
}

/// Takes the IR of a parsed buffer, and makes `Data` of it. `Offsets` is the
/// map from the buffer to the one as it is. Returns false if it did not parse;
/// with `Patterned`, which may be null, also if it does not verify: the places
/// of errors are not known then.
bool Unit::adopt(const std::shared_ptr<ParsedText> &Source,
                 const OffsetMap &Offsets,
                 llvm::ArrayRef<ByteRange> BrokenRanges, llvm::StringRef Text,
                 const std::string &FileName, const PatternedText *Patterned,
                 const OffsetMap &LineOffsets) {
  size_t Begin = SurroundingText->Prefix.size();
  bool IsParsed = Source->isValid();
  Module = Source->takeModule();
  Root = Module->getOperation();
  if (IsParsed && !findBody()) {
    IsParsed = false;
    Source->problems().push_back(
        makeProblem({Begin + Text.size(), Begin + Text.size()},
                    "the brackets of this part do not match"));
  }
  if (!IsParsed) {
    Module = nullptr;
    Root = nullptr;
    Body = nullptr;
    return false;
  }
  if (Body && (Kind == PieceKind::Header || Kind == PieceKind::Operation))
    for (Operation &Op : *Body)
      Roots.push_back(&Op);
  auto Reader = std::make_shared<SectionReader>(
      Source->names(), Source->text().data(), Offsets, Begin, Text, FileName);
  Reader->setBrokenRanges(BrokenRanges);
  if (Patterned)
    Reader->setPatterned(*Patterned, LineOffsets);
  for (Operation *Op : Roots)
    Reader->add(Op);
  Operations = std::move(Reader->Operations);
  Values = std::move(Reader->Values);
  // Its own definitions are written with an @, or with none.
  MayUseSymbols =
      Kind == PieceKind::Operation &&
      (!OtherSymbols.empty() || Text.count('@') > Reader->symbolCount());
  // The rest of the reader does not use the IR.
  bool IsLarge = Text.size() >= LargeBytes && !MayUseSymbols;
  SideTask<std::shared_ptr<const Section>> Reading(
      IsLarge, [Reader, Source, Info = Info] { return Reader->finish(*Info); });
  BeginsBlock = Text.starts_with("^");
  ReadsContents = Kind == PieceKind::Header && Roots.size() == 1 &&
                  mayReadContents(Roots.front());
  if (ReadsContents)
    Valid = true;
  else if (!MayUseSymbols && Patterned)
    Valid = verifiesQuietly();
  else if (!MayUseSymbols)
    Source->collect([&] { verify(FileName); });
  VerifiedAlone = !MayUseSymbols;
  Data = Reading.get();
  if (Patterned && VerifiedAlone && !Valid) {
    Data = nullptr;
    VerifiedAlone = MayUseSymbols = false;
    dropIR();
    return false;
  }
  findSymbols();
  findOuterUses();
  return true;
}

/// Sets the problems, whose offsets are those of the buffer. Problems of the
/// surroundings are reported in their own places; but a failure is never
/// without a message.
void Unit::setProblems(llvm::StringRef Text, std::vector<Problem> AllProblems) {
  std::vector<Problem> Mine, Rest;
  for (Problem &Issue : AllProblems)
    (moveIntoText(Issue) ? Mine : Rest).push_back(std::move(Issue));
  if (Info->IsUnbalanced || IsUnclosed)
    explainUnclosedBracket(Mine, Text);
  if (UnendedBrace)
    explainUnendedBrace(Mine, Text, *UnendedBrace);
  if ((!Data || (VerifiedAlone && !Valid)) && !haveError(Mine))
    Mine.push_back(explainFailure(Text, Rest));
  softenForeignProblems(Mine, Text, *OwnGeneration->Context);
  if (Data) {
    addForeignDialects(Mine, *Data, Operations);
    suggestDialects(Mine, Text, OwnGeneration->Context->getDialectRegistry());
  }
  Problems = makeProblems(std::move(Mine));
}

void Unit::read(llvm::StringRef Text, const std::string &FileName,
                TaskQueue &Later) {
  std::string Buffer;
  Buffer.reserve(SurroundingText->Prefix.size() + Text.size() +
                 SurroundingText->Suffix.size());
  ((Buffer += SurroundingText->Prefix) += Text) += SurroundingText->Suffix;
  IdentifiedBodies = findIdentifiedBodies(Buffer);
  IdentifiedTypes = namesOf(IdentifiedBodies);
  addSymbolsOfAliases();
  if (readPatterned(Text, FileName, Later)) {
    FirstProblems = Problems;
    return;
  }
  // On the heap, so that it survives a crash for the other thread.
  auto Source =
      std::make_shared<ParsedText>(*OwnGeneration->Context, std::move(Buffer),
                                   FileName, ParsedText::Verify::No);
  if (!adopt(Source, OffsetMap(), {}, Text, FileName))
    addSymbolsIn(Text);
  else if (mayHavePatterns() && Roots.size() == 1 && Source->problems().empty())
    OwnGeneration->Patterns->learn(
        Roots.front(), Source->names(),
        Source->text().substr(SurroundingText->Prefix.size(), Text.size()));
  setProblems(Text, Source->problems());
  FirstProblems = Problems;
  UndefinedUses = Source->undefinedUses();
  if (Text.size() >= LargeBytes)
    Later.post([Source = std::move(Source)] {});
}

void Unit::dropIR() {
  Roots.clear();
  SymbolUsers.clear();
  Operations.clear();
  Values.clear();
  ValuesByName.clear();
  IndexDefiners.clear();
  dropIndex();
  Body = nullptr;
  Root = nullptr;
  HasNoise = false;
  if (OwnGeneration) {
    OwnGeneration->destroy(Invalid);
    OwnGeneration->destroy(Module);
  }
}

bool Unit::mayStateRanges() const {
  // The names of such attributes, and of those about the sizes of launches.
  if (!MayStateRanges)
    MayStateRanges = !Data || Data->text().contains("range") ||
                     Data->text().contains("known_") ||
                     Data->text().contains("upper_bound");
  return *MayStateRanges;
}

const HiddenFlow &Unit::hiddenFlow() const {
  static const HiddenFlow None;
  if (!CachedHiddenFlow && !(Valid && Root))
    return None;
  if (!CachedHiddenFlow) {
    CachedHiddenFlow.emplace();
    for (Operation *Op : Roots)
      CachedHiddenFlow->add(HiddenFlow::compute(Op));
  }
  return *CachedHiddenFlow;
}

const std::vector<Problem> &Unit::uncheckedStatements() const {
  if (CachedStatements)
    return *CachedStatements;
  CachedStatements.emplace();
  for (Operation *Root : Roots)
    for (UncheckedStatement &Statement : findUncheckedStatements(Root)) {
      // A broken operation has its own problem.
      if (mentionsStub(Statement.message))
        continue;
      Problem &Issue = CachedStatements->emplace_back(
          makeProblem(rangeOfName(Statement.op), std::move(Statement.message)));
      Issue.Severity = Problem::Level::Warning;
      Issue.Code = uncheckedStatementCode.str();
    }
  return *CachedStatements;
}

/// Looks up an element of `Elements` by its index.
template <typename T>
static Section::Index findNumber(T Key, llvm::ArrayRef<T> Elements,
                                 llvm::DenseMap<T, Section::Index> &Numbers) {
  if (Numbers.empty()) {
    Numbers.reserve(Elements.size());
    for (auto [I, Element] : llvm::enumerate(Elements))
      Numbers[Element] = Section::Index(I);
  }
  auto Match = Numbers.find(Key);
  return Match == Numbers.end() ? Section::None : Match->second;
}

Section::Index Unit::indexOf(Value V) const {
  return findNumber<Value>(V, Values, ValueNumbers);
}

Section::Index Unit::indexOf(Operation *Op) const {
  return findNumber<Operation *>(Op, Operations, OperationNumbers);
}

void Unit::dropIndex() const {
  ValueNumbers = decltype(ValueNumbers)();
  OperationNumbers = decltype(OperationNumbers)();
}
