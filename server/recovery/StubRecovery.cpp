//===- StubRecovery.cpp - Stubs for operations that do not parse ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/StubRecovery.h"
#include "server/parse/OperationNames.h"
#include "server/parse/Stubs.h"
#include "server/recovery/ErrorPlaces.h"
#include "server/recovery/MistypedUses.h"
#include "server/recovery/StubResults.h"
#include "server/recovery/StubbedText.h"
#include "server/snapshot/Problem.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/SymbolName.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The bytes that all attempts for one text may parse, and the number of
/// attempts that there are at least and at most.
static constexpr size_t MaxParsedBytes = 2u << 20;
static constexpr size_t MinAttempts = 4, MaxAttempts = 64;
/// The size of a text, in bytes, from which its known patterns save time.
static constexpr size_t MinPatterned = 32u << 10;

namespace {
class Recoverer {
public:
  Recoverer(MLIRContext &Context, KnownPatterns *Patterns,
            const BrokenText &Broken, const std::string &FileName)
      : Context(Context), Patterns(Patterns), Source(Broken), Text(Broken.Text),
        Attempt(Broken), Stubs(Attempt.Stubs), Results(Attempt),
        Mistyped(Attempt, Broken.Text, Broken.Form), FileName(FileName) {}

  std::optional<Recovery> run(llvm::function_ref<bool()> ShouldStop);

private:
  bool blame(Problem Issue);
  void moveToOpenName(Problem &Issue) const {
    noisy::lsp::moveToOpenName(Issue, Text, Attempt.prefixSize());
  }
  bool repairLabel(const Problem &Issue);
  bool blameNeighbour(Stub &Wrong, const Problem &Issue);
  std::optional<MlirToken> findName(ByteRange Range) const;
  void keepRegions(Stub &New) const;
  void takeOver(Stub &New);
  bool dropRegions(Stub &Wrong);
  bool dropUnnamed(llvm::ArrayRef<Problem> Problems);
  bool replaceByStub(const InnerOperation &Operation, Problem Issue);
  bool extendStub(const InnerOperation &Operation);
  void dropRead(InnerOperation &Blamed, const Problem &Issue,
                size_t Offset) const;
  bool improve(llvm::ArrayRef<Problem> Problems,
               llvm::ArrayRef<UndefinedUse> Uses);
  void addOthers(llvm::ArrayRef<Problem> Problems);
  bool define(llvm::ArrayRef<const Problem *> Errors,
              llvm::ArrayRef<UndefinedUse> Uses);
  bool isInHeader(ByteRange Value) const;
  bool defineValue(const Problem &Error, llvm::ArrayRef<UndefinedUse> Uses);
  bool keepsRegions() const {
    return llvm::any_of(
        Stubs, [](const auto &Entry) { return !Entry.second.Regions.empty(); });
  }
  std::shared_ptr<PatternedText> parsePatterned();
  Recovery makeResult(std::shared_ptr<ParsedText> Parsed,
                      std::shared_ptr<PatternedText> Patterned);

  MLIRContext &Context;
  KnownPatterns *const Patterns;
  const BrokenText &Source;
  llvm::StringRef Text;
  StubbedText Attempt;
  std::map<size_t, Stub> &Stubs;
  StubResults Results;
  MistypedUses Mistyped;
  const std::string &FileName;
  /// Problems that are not those of a stub or of undefined names.
  std::vector<Problem> OtherProblems;
};
} // namespace

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// The name of the operation at a range of the text; nothing if it lacks that.
std::optional<MlirToken> Recoverer::findName(ByteRange Range) const {
  size_t Results = readResultNames(Text.slice(Range.Begin, Range.End)).Size;
  std::optional<MlirToken> Result =
      Lexer(Text, Range.Begin + Results, Range.End).next();
  bool IsName = Result && (Result->Kind == TokenKind::Word ||
                           Result->Kind == TokenKind::String);
  return IsName ? Result : std::nullopt;
}

/// True if a stub cannot stand around the regions of an operation of this name:
/// operations in it need not name their dialect, as `return` in a function, it
/// is a symbol table, or it hides the values around it.
static bool ownsScope(MLIRContext &Context, llvm::StringRef Name) {
  if (Name == "func" || Name.starts_with("func."))
    return true;
  std::optional<RegisteredOperationName> Info =
      RegisteredOperationName::lookup(Name, &Context);
  if (Info && (Info->hasTrait<OpTrait::SymbolTable>() ||
               Info->hasTrait<OpTrait::IsIsolatedFromAbove>()))
    return true;
  auto *Printing = Info ? Info->getInterface<OpAsmOpInterface>() : nullptr;
  return Printing && !llvm::StringRef(Printing->getDefaultDialect()).empty();
}

/// Keeps the regions of a broken operation, if all are closed, and any has an
/// operation: the error is around them.
void Recoverer::keepRegions(Stub &New) const {
  ByteRange Range = New.range();
  std::optional<MlirToken> OpName = findName(Range);
  if (Text.size() > MaxRepairedBytes ||
      (OpName && ownsScope(Context, OpName->Text.trim('"'))))
    return;
  std::vector<ByteRange> Regions;
  bool HasOperation = false;
  for (ByteRange Region : findRegions(Text, Range)) {
    Lexer Tokens(Text, Region.Begin, Region.End);
    std::optional<MlirToken> First = nextCode(Tokens);
    size_t CodeBegin = First ? First->Range.Begin : Region.End;
    // In one line it may be a dictionary that nobody can read.
    if (!Text.slice(Region.Begin, CodeBegin).contains('\n'))
      continue;
    if (Region.End >= Range.End || Text[Region.End] != '}')
      return;
    HasOperation |= First.has_value();
    Regions.push_back(Region);
  }
  if (!HasOperation)
    return;
  New.Regions = std::move(Regions);
  ByteRange First = New.Regions.front();
  // A label gives the names otherwise.
  if (Text.slice(First.Begin, First.End).ltrim().starts_with("^"))
    return;
  for (ByteRange Name : findArgumentNames(Text, {Range.Begin, First.Begin}))
    New.Arguments.push_back({Text.slice(Name.Begin, Name.End).str(), Name, {}});
}

/// Takes the problems of stubs and of undefined names over that are in an
/// operation, but not in regions that stay.
void Recoverer::takeOver(Stub &New) {
  ByteRange Range = New.range();
  auto takeFrom = [&](auto &Parts) {
    for (auto I = Parts.lower_bound(Range.Begin);
         I != Parts.end() && I->first < Range.End;) {
      if (New.keeps({I->first, I->first + 1})) {
        ++I;
        continue;
      }
      llvm::append_range(New.Problems, I->second.Problems);
      I = Parts.erase(I);
    }
  };
  takeFrom(Stubs);
  takeFrom(Attempt.Undefined);
}

/// Leaves out the regions of a stub as well. Returns false if it has none.
bool Recoverer::dropRegions(Stub &Wrong) {
  if (Wrong.Regions.empty())
    return false;
  ByteRange Range = Wrong.range();
  Stub New = std::move(Wrong);
  Stubs.erase(Range.Begin);
  New.Regions.clear();
  New.Arguments.clear();
  takeOver(New);
  Results.forget(Range);
  Stubs[Range.Begin] = std::move(New);
  return true;
}

/// Replaces an operation by a stub because of an error in it.
bool Recoverer::replaceByStub(const InnerOperation &Operation, Problem Issue) {
  if (Operation.IsLabel)
    return false;
  ByteRange Range = Operation.Range;
  // No stub defines an alias, which only the outermost level may do.
  if (std::optional<MlirToken> First =
          Lexer(Text, Range.Begin, Range.End).next();
      First && First->isAlias() && Operation.Region.Begin == 0)
    return false;
  Stub New;
  New.Operation = Operation;
  keepRegions(New);
  takeOver(New);
  // The type of a stub's result is a guess, so a use with another is no error.
  llvm::StringRef Name = valueOfOtherType(Issue.Message);
  if (Name.empty() || !Attempt.definerOf(Name, Range.Begin)) {
    if (New.Problems.empty())
      New.Problems.push_back(std::move(Issue));
    for (ByteRange Part : New.parts())
      Results.forget(Part);
  }
  New.Names = readResultNames(Text.slice(Range.Begin, Range.End));
  size_t Count = 0;
  for (const ResultNames::Group &Group : New.Names.Groups)
    Count += Group.Count;
  New.LacksName = !findName(Range);
  New.Types.resize(Count);
  New.HasResults = Count == 0 || !Attempt.isUsed(New);
  if (Operation.EndsBlock)
    New.Successors = findSuccessors(Text, Operation);
  Stubs[Range.Begin] = std::move(New);
  return true;
}

/// The error of the text is in a stub, so that its operation is not to blame,
/// or not alone: the one before may go on into it, or the one around is broken.
bool Recoverer::blameNeighbour(Stub &Wrong, const Problem &Issue) {
  if (dropRegions(Wrong))
    return true;
  ByteRange Range = Wrong.range();
  std::vector<Problem> Problems = Wrong.Problems;
  std::optional<InnerOperation> Before =
      findOperationBefore(Text, Range, Source.Form);
  // That may be the rest of the same one, by letters (dropRead).
  if (!Before)
    Before = findInnerOperation(Text, Range.Begin, Source.Form);
  if (Before && Before->Range.Begin < Range.Begin &&
      !Stubs.contains(Before->Range.Begin)) {
    Stubs.erase(Range.Begin);
    if (!replaceByStub(*Before, Issue))
      return false;
    Stubs[Before->Range.Begin].Problems = std::move(Problems);
    return true;
  }
  std::optional<InnerOperation> Around =
      findOperationAround(Text, Range, Source.Form);
  return Around && replaceByStub(*Around, Issue);
}

/// A plain word after a stub goes on with the stub's operation.
bool Recoverer::extendStub(const InnerOperation &Operation) {
  std::optional<MlirToken> First =
      Lexer(Text, Operation.Range.Begin, Operation.Range.End).next();
  if (Operation.IsLabel || !First || First->Kind != TokenKind::Word ||
      isOperationName(*First))
    return false;
  std::optional<InnerOperation> Before =
      findOperationBefore(Text, Operation.Range, Source.Form);
  // The stub may have been extended before.
  auto Match = Before ? Stubs.upper_bound(Before->Range.Begin) : Stubs.begin();
  if (Match == Stubs.begin() ||
      std::prev(Match)->second.range().End < Before->Range.End)
    return false;
  Stub &Extended = std::prev(Match)->second;
  Extended.Operation.Range.End = Operation.Range.End;
  Extended.Operation.EndsBlock = Operation.EndsBlock;
  if (Operation.EndsBlock)
    Extended.Successors = findSuccessors(Text, Extended.Operation);
  return true;
}

/// Leaves out of the operation to blame what MLIR read as one of its own.
void Recoverer::dropRead(InnerOperation &Blamed, const Problem &Issue,
                         size_t Offset) const {
  std::optional<size_t> Begin = findReadBegin(Text, Issue, Offset);
  if (!Begin || *Begin <= Blamed.Range.Begin || *Begin >= Blamed.Range.End)
    return;
  // A region of its own is no operation that was read.
  if (haveOpenBracket(Text, {Blamed.Range.Begin, *Begin}))
    return;
  auto Next = Stubs.upper_bound(*Begin);
  if (Next == Stubs.begin() || std::prev(Next)->second.range().End <= *Begin)
    Blamed.Range.Begin = *Begin;
}

/// MLIR's messages for a label that another block has, and for one in front of
/// the first block of a function with named arguments.
static constexpr llvm::StringLiteral takenBlockMessage =
    "redefinition of block '";
static constexpr llvm::StringLiteral entryLabelMessage =
    "invalid block name in region with named arguments";

/// Puts right what a label lacks, or leaves out the argument that MLIR cannot
/// read.
bool Recoverer::repairLabel(const Problem &Issue) {
  Problem Mine = Attempt.toOriginal(Issue);
  if (Mine.Range.Begin < Attempt.prefixSize() ||
      Attempt.stubAt(Issue.Range.Begin))
    return false;
  size_t Offset = Mine.Range.Begin - Attempt.prefixSize();
  std::optional<LabelRepair> Repair = findLabelRepair(Text, Offset, {});
  if (!Repair)
    return false;
  ByteRange Range = Repair->Range;
  auto [Known, IsNew] = Attempt.Labels.try_emplace(Range.Begin);
  BrokenLabel &Label = Known->second;
  llvm::StringRef Message = Issue.Message;
  bool IsEntry = Message.starts_with(entryLabelMessage);
  if (IsNew && Message.starts_with(takenBlockMessage)) {
    Label.IsTaken = true;
  } else if ((!IsNew || Repair->Edits.empty()) && !IsEntry) {
    // No sign is missing, so that an argument is wrong; or the operation that
    // goes on into the label.
    std::optional<size_t> Name = Repair->ArgumentAt;
    if (!Name || llvm::is_contained(Label.WrongArguments, *Name)) {
      if (IsNew)
        Attempt.Labels.erase(Known);
      return false;
    }
    Label.WrongArguments.push_back(*Name);
    Repair = findLabelRepair(Text, Offset, Label.WrongArguments);
  }
  if (IsEntry) {
    // Its arguments are those of the function, and have their names there.
    Repair->Edits = {{Range, ""}};
    Repair->LosesArguments = false;
  } else if (Label.IsTaken) {
    Repair->Edits.insert(Repair->Edits.begin(),
                         {Repair->Name, makeLabel(Range.Begin, ".label")});
  }
  if (IsNew)
    OtherProblems.push_back(std::move(Mine));
  if (Repair->LosesArguments) {
    Stub New;
    New.Operation.Range = {Range.End, Range.End};
    New.Operation.Region = {Range.End, Text.size()};
    for (const std::string &Name : Repair->LostNames)
      New.Names.Groups.push_back({Name, 1});
    New.Types.resize(Repair->LostNames.size());
    New.HasResults = Repair->LostNames.empty();
    Stubs[Range.End] = std::move(New);
  }
  Label.Repair = std::move(*Repair);
  return true;
}

/// Replaces the operation to blame for an error of the attempt.
bool Recoverer::blame(Problem Issue) {
  // The line after a stub may begin like no operation.
  if (Issue.Message == missingNameMessage &&
      Attempt.stubAt(Issue.Range.Begin)) {
    size_t Begin = findWrongBegin(Attempt.buffer(), Issue.Range.Begin);
    if (!Attempt.stubAt(Begin))
      Issue.Range = {Begin, Begin + 1};
  }
  if (Stub *S = Attempt.stubAt(Issue.Range.Begin)) {
    if (!llvm::StringRef(Issue.Message).contains("redefinition") ||
        S->IsRedefinition)
      return blameNeighbour(*S, Issue);
    S->dropResults();
    return true;
  }
  Problem Mine = Attempt.toOriginal(Issue);
  moveToOpenName(Mine);
  // No operation can be right before that one.
  if (std::optional<size_t> User =
          Attempt.userOfDefinitionAt(Issue.Range.Begin)) {
    UndefinedNames &Names = Attempt.Undefined[*User];
    if (!Names.Problems.empty())
      Mine = Names.Problems.front();
    llvm::append_range(OtherProblems, Names.Problems);
    Attempt.Undefined.erase(*User);
  }
  if (Mine.Range.Begin < Attempt.prefixSize())
    return false;
  size_t Offset = Mine.Range.Begin - Attempt.prefixSize();
  if (Mine.Message == missingNameMessage)
    Offset = findWrongBegin(Text, Offset);
  std::optional<InnerOperation> Operation =
      findInnerOperation(Text, Offset, Source.Form);
  if (!Operation)
    return false;
  // What MLIR takes a label for is a matter of what is before it. A broken
  // label is one of the operation around.
  if (Operation->IsLabel) {
    std::optional<InnerOperation> Blamed =
        findOperationBefore(Text, Operation->Range, Source.Form);
    if (!Blamed || Stubs.contains(Blamed->Range.Begin))
      Blamed = findOperationAround(Text, Operation->Range, Source.Form);
    if (Blamed)
      Operation = Blamed;
  }
  if (isReadAsDictionary(Text, Operation->Range, Mine, Offset))
    if (std::optional<InnerOperation> Around =
            findOperationAround(Text, Operation->Range, Source.Form))
      Operation = Around;
  dropRead(*Operation, Mine, Offset);
  if (extendStub(*Operation))
    return true;
  // Another error of the same attempt may have blamed it already.
  if (auto Match = Stubs.find(Operation->Range.Begin); Match != Stubs.end()) {
    if (!dropRegions(Match->second))
      Match->second.Problems.push_back(std::move(Mine));
    return true;
  }
  // An operation that goes on into the next one may have made that seem wrong.
  // Its error is what MLIR says of the text as it is.
  auto Next = Stubs.lower_bound(Operation->Range.End);
  bool GoesOn =
      Next != Stubs.end() && Offset >= findCode(Text, Operation->Range).End;
  if (GoesOn) {
    std::optional<InnerOperation> Before =
        findOperationBefore(Text, Next->second.range(), Source.Form);
    GoesOn = Before && Before->Range == Operation->Range;
  }
  std::vector<Problem> NextProblems;
  if (GoesOn) {
    NextProblems = std::move(Next->second.Problems);
    Stubs.erase(Next);
  }
  if (!replaceByStub(*Operation, std::move(Mine)))
    return false;
  if (GoesOn)
    Stubs[Operation->Range.Begin].Problems = std::move(NextProblems);
  return true;
}

/// True if the value at a place of the text is in a region of a stub the header
/// of which has its name, too: it may define it.
bool Recoverer::isInHeader(ByteRange Value) const {
  llvm::StringRef Name = Text.slice(Value.Begin, Value.End).split('#').first;
  return llvm::any_of(Stubs, [&](const auto &Entry) {
    const Stub &S = Entry.second;
    if (!S.keeps(Value))
      return false;
    Lexer Tokens(Text, S.range().Begin + S.Names.Size, S.Regions.front().Begin);
    while (std::optional<MlirToken> Token = nextCode(Tokens))
      if (Token->Kind == TokenKind::Value && Token->groupName() == Name)
        return true;
    return false;
  });
}

/// Defines a value for each use of one that nothing defines. Returns false if
/// no operation can be put before one of the uses.
bool Recoverer::defineValue(const Problem &Error,
                            llvm::ArrayRef<UndefinedUse> Uses) {
  auto operationOf = [&](const UndefinedUse &Use) -> std::optional<size_t> {
    // At top level, an operation has no place beside the one that is parsed.
    bool IsInside = Use.Around && *Use.Around >= Attempt.prefixSize();
    if (!Use.Operation || !(IsInside || Source.Form == TextForm::List))
      return std::nullopt;
    size_t Begin = Use.Operation->Begin;
    std::optional<ByteRange> First = Attempt.toText({Begin, Begin + 1});
    return First ? std::optional(First->Begin) : std::nullopt;
  };
  if (llvm::any_of(Uses, [&](const UndefinedUse &Use) {
        return !operationOf(Use) || !Attempt.toText(Use.Name);
      }))
    return false;
  for (const UndefinedUse &Use : Uses) {
    UndefinedNames &Names = Attempt.Undefined[*operationOf(Use)];
    // MLIR reports only the first use, but each operation has its error.
    bool IsReported =
        llvm::any_of(Names.Uses, [&](const UndefinedNames::Use &Other) {
          return Text.slice(Other.Name.Begin, Other.Name.End) ==
                 Attempt.buffer().slice(Use.Name.Begin, Use.Name.End);
        });
    ByteRange Name = *Attempt.toText(Use.Name);
    if (!IsReported && !isInHeader(Name)) {
      Problem New = Error;
      New.Range = Use.Place;
      Names.Problems.push_back(Attempt.toOriginal(std::move(New)));
    }
    Names.add({Name, Use.UsedType});
  }
  return true;
}

/// Defines the undefined values, or replaces the operations that use them.
bool Recoverer::define(llvm::ArrayRef<const Problem *> Errors,
                       llvm::ArrayRef<UndefinedUse> Uses) {
  std::vector<const Problem *> Rest;
  for (const Problem *Error : Errors) {
    auto First = llvm::find_if(Uses, [&](const UndefinedUse &Use) {
      return Use.IsFirst && Use.Place.Begin == Error->Range.Begin;
    });
    auto isOfValue = [&](const UndefinedUse &Use) {
      return Use.Value == First->Value;
    };
    if (First == Uses.end() ||
        !defineValue(*Error,
                     llvm::to_vector(llvm::make_filter_range(Uses, isOfValue))))
      Rest.push_back(Error);
  }
  return llvm::all_of(Rest,
                      [&](const Problem *Error) { return blame(*Error); });
}

/// Leaves out the regions of a stub with a use that MLIR takes for one of a
/// value behind the stub: the header does not show the name that it gives to
/// its region, and no other line is wrong. Returns false if there is none.
bool Recoverer::dropUnnamed(llvm::ArrayRef<Problem> Problems) {
  for (const Problem &Issue : Problems) {
    llvm::StringRef Message = Issue.Message;
    bool IsOfBoth = Message.starts_with(takenArgumentMessage) ||
                    Message.starts_with(lateDefinitionMessage);
    if (!IsOfBoth || Issue.Notes.empty())
      continue;
    ByteRange Use = Issue.Notes.front().Range;
    size_t UseAt = Attempt.toOriginal(Use.Begin),
           DefinerAt = Attempt.toOriginal(Issue.Range.Begin);
    for (auto &[Begin, S] : Stubs)
      if (!S.LacksName && S.keeps({UseAt, UseAt}) &&
          !S.keeps({DefinerAt, DefinerAt}))
        return dropRegions(S);
  }
  return false;
}

/// Improves the stubs by the errors of an attempt. Returns false if nothing can
/// be done about them.
bool Recoverer::improve(llvm::ArrayRef<Problem> Problems,
                        llvm::ArrayRef<UndefinedUse> Uses) {
  if (dropUnnamed(Problems))
    return true;
  bool HasLearned = Results.learn(Uses);
  std::vector<const Problem *> Errors;
  for (const Problem &Issue : Problems) {
    if (Issue.Severity != Problem::Level::Error)
      continue;
    if (Issue.Message == undefinedValueMessage &&
        Results.defineLater(Issue.Range.Begin))
      continue;
    if (Issue.Message == undefinedValueMessage && Mistyped.isOfRenamed(Issue))
      continue;
    if (Results.learn(Issue))
      HasLearned = true;
    else
      Errors.push_back(&Issue);
  }
  bool IsComplete =
      Errors.empty() || Errors.front()->Message == undefinedValueMessage;
  HasLearned |= IsComplete && Mistyped.learn(Uses);
  if (HasLearned)
    Results.complete();
  if (Errors.empty())
    return HasLearned;
  // Only uses of undefined values are errors that do not hide others.
  if (Errors.front()->Message == undefinedValueMessage)
    return define(Errors, Uses);
  const Problem &First = *Errors.front();
  if (Mistyped.addEarly(First)) {
    Problem Mine = Attempt.toOriginal(First);
    llvm::erase(OtherProblems, Mine);
    return true;
  }
  if (Mistyped.add(First) || repairLabel(First))
    return true;
  return blame(First);
}

/// Adds what MLIR says of the text as it is. What it says after an error, other
/// than of undefined values, is about the same operation.
void Recoverer::addOthers(llvm::ArrayRef<Problem> Problems) {
  bool HasError = false;
  for (const Problem &Issue : Problems) {
    bool IsError = Issue.Severity == Problem::Level::Error;
    if (!IsError || !HasError)
      moveToOpenName(OtherProblems.emplace_back(Issue));
    HasError |= IsError && Issue.Message != undefinedValueMessage;
  }
}

std::optional<Recovery> Recoverer::run(llvm::function_ref<bool()> ShouldStop) {
  Attempt.update();
  addOthers(Source.Problems);
  if (!Attempt.closesBrackets() && !Source.Problems.empty() &&
      !improve(Source.Problems, Source.UndefinedUses))
    return std::nullopt;
  size_t Attempts =
      std::clamp(MaxParsedBytes / std::max<size_t>(Text.size(), 1), MinAttempts,
                 MaxAttempts);
  for (size_t I = 0; I < Attempts; ++I) {
    if (ShouldStop())
      return std::nullopt;
    Attempt.update();
    std::shared_ptr<PatternedText> Patterned = parsePatterned();
    std::shared_ptr<ParsedText> Parsed =
        Patterned
            ? Patterned->source()
            : std::make_shared<ParsedText>(Context, Attempt.buffer().str(),
                                           FileName, ParsedText::Verify::No);
    if (Parsed->isValid() && Mistyped.learn({}))
      continue;
    if (Parsed->isValid() && !Results.complete())
      return makeResult(std::move(Parsed), std::move(Patterned));
    if (!Parsed->isValid() &&
        !improve(Parsed->problems(), Parsed->undefinedUses()))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Parses the attempt by the patterns of its lines; null if it has too few, or
/// any errors.
std::shared_ptr<PatternedText> Recoverer::parsePatterned() {
  llvm::StringRef Buffer = Attempt.buffer();
  // The verifier reports blocks that end with such a stub, by its place.
  if (!Patterns || Text.size() < MinPatterned ||
      Buffer.contains(stubGoesOnName) || keepsRegions())
    return nullptr;
  return PatternedText::parse(
      Context, *Patterns, Source.Prefix,
      Buffer.drop_front(Source.Prefix.size()).drop_back(Source.Suffix.size()),
      Source.Suffix, FileName);
}

Recovery Recoverer::makeResult(std::shared_ptr<ParsedText> Parsed,
                               std::shared_ptr<PatternedText> Patterned) {
  Recovery Result;
  Result.Source = std::move(Parsed);
  if (Patterned) {
    Result.Offsets = Patterned->offsets();
    Result.LineOffsets = Attempt.offsets().slice(
        {Source.Prefix.size(), Attempt.buffer().size() - Source.Suffix.size()});
    Result.Patterned = std::move(Patterned);
  }
  Result.Offsets.append(Attempt.offsets());
  Result.RepairsBrackets = Attempt.closesBrackets();
  if (std::optional<size_t> Brace = Attempt.unendedBrace())
    Result.UnendedBrace = Attempt.prefixSize() + *Brace;
  auto add = [&](std::vector<Problem> &Problems) {
    for (Problem &Issue : Problems)
      Result.add(std::move(Issue));
  };
  add(OtherProblems);
  for (auto &[Begin, S] : Stubs) {
    add(S.Problems);
    Result.KeepsRegions |= !S.Regions.empty();
    // The stub behind a label replaces nothing.
    if (S.range().empty())
      continue;
    for (ByteRange Part : S.parts())
      Result.BrokenRanges.push_back(
          findCode(Text, Part).shift(Attempt.prefixSize()));
  }
  for (auto &[Begin, Names] : Attempt.Undefined) {
    add(Names.Problems);
    for (const UndefinedNames::Use &Use : Names.Uses)
      Result.BrokenRanges.push_back(Use.Name.shift(Attempt.prefixSize()));
  }
  for (auto &[Begin, Label] : Attempt.Labels)
    if (llvm::none_of(Stubs, [&](const auto &Entry) {
          const Stub &S = Entry.second;
          return S.range().contains(Label.Repair.Range) &&
                 !S.keeps(Label.Repair.Range);
        }))
      Result.BrokenRanges.push_back(
          Label.Repair.Range.shift(Attempt.prefixSize()));
  if (Attempt.closesBrackets()) {
    size_t End = Attempt.prefixSize() + Text.size();
    Result.BrokenRanges.push_back({End, End});
  }
  Result.sort();
  return Result;
}

std::optional<Recovery> mlir::noisy::lsp::recoverByStubs(
    MLIRContext &Context, KnownPatterns *Patterns, const BrokenText &Broken,
    const std::string &FileName, llvm::function_ref<bool()> ShouldStop) {
  return Recoverer(Context, Patterns, Broken, FileName).run(ShouldStop);
}
