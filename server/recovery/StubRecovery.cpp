//===- StubRecovery.cpp - Stubs for operations that do not parse ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/StubRecovery.h"
#include "server/parse/OperationNames.h"
#include "server/parse/Stubs.h"
#include "server/recovery/BrokenLabels.h"
#include "server/recovery/ErrorPlaces.h"
#include "server/recovery/MistypedUses.h"
#include "server/recovery/StubMaker.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/ProblemCodes.h"
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
/// The number of further attempts, each of which leaves out the rest of a
/// block.
static constexpr size_t LastAttempts = 8;
/// The size of a text, in bytes, from which its known patterns save time.
static constexpr size_t MinPatterned = 32u << 10;

namespace {
class Recoverer {
public:
  Recoverer(MLIRContext &Context, KnownPatterns *Patterns,
            const BrokenText &Broken, const std::string &FileName)
      : Context(Context), Patterns(Patterns), Source(Broken), Text(Broken.Text),
        Attempt(Broken), Stubs(Attempt.Stubs), Results(Attempt),
        Maker(Context, Broken, Attempt, Results),
        Mistyped(Attempt, Broken.Text, Broken.Form), FileName(FileName) {}

  std::optional<Recovery> run(llvm::function_ref<bool()> ShouldStop);

private:
  bool blame(Problem Issue);
  void moveToOpenName(Problem &Issue) const {
    noisy::lsp::moveToOpenName(Issue, Text, Attempt.prefixSize());
  }
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
  StubMaker Maker;
  MistypedUses Mistyped;
  const std::string &FileName;
  /// True once there were so many attempts that with an operation all that
  /// follows it in its block is left out.
  bool IsTired = false;
  /// Problems that are not those of a stub or of undefined names.
  std::vector<Problem> OtherProblems;
};
} // namespace

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

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
      return Maker.blameNeighbour(*S, Issue);
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
  if (IsTired && !Operation->IsLabel)
    if (std::optional<InnerOperation> Rest =
            findRestOfBlock(Text, Operation->Range, Source.Form))
      Operation = Rest;
  dropRead(*Operation, Mine, Offset);
  if (Maker.extend(*Operation))
    return true;
  // Another error of the same attempt may have blamed it already.
  if (auto Match = Stubs.find(Operation->Range.Begin); Match != Stubs.end()) {
    if (!Maker.dropRegions(Match->second))
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
  if (!Maker.replace(*Operation, std::move(Mine)))
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

/// Improves the stubs by the errors of an attempt. Returns false if nothing can
/// be done about them.
bool Recoverer::improve(llvm::ArrayRef<Problem> Problems,
                        llvm::ArrayRef<UndefinedUse> Uses) {
  if (Maker.dropUnnamed(Problems))
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
  if (Mistyped.add(First) || repairLabel(Attempt, Text, First, OtherProblems))
    return true;
  return blame(First);
}

/// Adds what MLIR says of the text as it is.
void Recoverer::addOthers(llvm::ArrayRef<Problem> Problems) {
  for (Problem &Issue : Recovery::upToError(Problems))
    moveToOpenName(OtherProblems.emplace_back(std::move(Issue)));
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
  for (size_t I = 0; I < Attempts + LastAttempts; ++I) {
    if (ShouldStop())
      return std::nullopt;
    IsTired = I >= Attempts;
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
