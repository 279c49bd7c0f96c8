//===- Recovery.cpp - Parsing without broken operations -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/Recovery.h"
#include "server/parse/PrintedText.h"
#include "server/parse/StubbedText.h"
#include "server/syntax/InnerOperations.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/SymbolName.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The bytes that all attempts for one text may parse, and the number of
/// attempts that there are at least and at most.
static constexpr size_t MaxParsedBytes = 2u << 20;
static constexpr size_t MinAttempts = 4, MaxAttempts = 64;

bool mlir::noisy::lsp::isStub(Operation *Op) {
  return Op->getName().getStringRef() == stubName;
}

bool mlir::noisy::lsp::endsWithStub(Block &B) {
  return !B.empty() && isStub(&B.back());
}

bool mlir::noisy::lsp::mentionsStub(llvm::StringRef Message) {
  return Message.contains(stubName);
}

void mlir::noisy::lsp::removeStubNotes(Problem &Issue) {
  llvm::erase_if(Issue.Notes, [](const Problem::Note &Note) {
    return mentionsStub(Note.Message);
  });
}

namespace {
class Recoverer {
public:
  Recoverer(MLIRContext &Context, const BrokenText &Broken,
            const std::string &FileName)
      : Context(Context), Text(Broken.Text), Attempt(Broken),
        Stubs(Attempt.Stubs), FileName(FileName) {}

  std::optional<Recovery> run(const std::vector<Problem> &FirstProblems,
                              llvm::function_ref<bool()> ShouldStop);

private:
  bool blame(const Problem &Issue);
  bool blameNeighbour(Stub &Wrong, const Problem &Issue);
  bool replaceByStub(const InnerOperation &Operation, Problem Issue);
  bool extendStub(const InnerOperation &Operation);
  void forgetTypesFrom(ByteRange WrongUses);
  bool improve(ParsedText &Source);
  bool learnTypes(const ParsedText &Source);
  bool learnType(const Problem &Issue);
  bool completeResults();
  Stub *definerAt(size_t OffsetInAttempt, MlirToken &Name);

  MLIRContext &Context;
  llvm::StringRef Text;
  StubbedText Attempt;
  std::map<size_t, Stub> &Stubs;
  const std::string &FileName;
  /// Further errors of attempts: MLIR may report several for one operation.
  std::vector<Problem> OtherProblems;
};
} // namespace

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// MLIR's message where no operation begins.
static constexpr llvm::StringLiteral missingNameMessage =
    "expected operation name in quotes";

/// The value that an error about the type of a use names; empty if it is
/// another error.
static llvm::StringRef valueOfOtherType(llvm::StringRef Message) {
  if (!Message.consume_front("use of value '") ||
      !Message.contains("expects different type"))
    return {};
  return Message.split('\'').first.split('#').first;
}

/// Replaces an operation by a stub because of an error in it.
bool Recoverer::replaceByStub(const InnerOperation &Operation, Problem Issue) {
  if (Operation.IsLabel)
    return false;
  ByteRange Range = Operation.Range;
  Stub New;
  New.Operation = Operation;
  for (auto I = Stubs.lower_bound(Range.Begin);
       I != Stubs.end() && I->first < Range.End;) {
    llvm::append_range(New.Problems, I->second.Problems);
    I = Stubs.erase(I);
  }
  // The type of a stub's result is a guess, so a use with another is no error.
  llvm::StringRef Name = valueOfOtherType(Issue.Message);
  if (Name.empty() || !Attempt.definerOf(Name, Range.Begin)) {
    if (New.Problems.empty())
      New.Problems.push_back(std::move(Issue));
    forgetTypesFrom(Range);
  }
  New.Names = readResultNames(Text.slice(Range.Begin, Range.End));
  size_t Count = 0;
  for (const ResultNames::Group &Group : New.Names.Groups)
    Count += Group.Count;
  New.Types.resize(Count);
  New.HasResults = Count == 0 || !Attempt.isUsed(New);
  if (Operation.EndsBlock)
    New.Successors = findSuccessors(Text, Operation);
  Stubs[Range.Begin] = std::move(New);
  return true;
}

/// Finds types anew that wrong uses told, and that made others wrong.
void Recoverer::forgetTypesFrom(ByteRange WrongUses) {
  bool AnyForgotten = false;
  for (auto &[Begin, S] : Stubs)
    for (ResultType &Type : S.Types)
      if (!Type.Spelling.empty() && WrongUses.contains(Type.Use)) {
        Type = {};
        S.HasResults = false;
        AnyForgotten = true;
      }
  if (AnyForgotten)
    for (auto I = Stubs.begin(); I != Stubs.end();)
      I = I->second.Problems.empty() ? Stubs.erase(I) : std::next(I);
}

/// The error of the text is in a stub, so that its operation is not to blame,
/// or not alone: the one before may go on into it, or the one around is broken.
bool Recoverer::blameNeighbour(Stub &Wrong, const Problem &Issue) {
  ByteRange Range = Wrong.range();
  std::vector<Problem> Problems = Wrong.Problems;
  std::optional<InnerOperation> Before = findOperationBefore(Text, Range);
  if (Before && !Stubs.contains(Before->Range.Begin)) {
    Stubs.erase(Range.Begin);
    if (!replaceByStub(*Before, Issue))
      return false;
    Stubs[Before->Range.Begin].Problems = std::move(Problems);
    return true;
  }
  std::optional<InnerOperation> Around = findOperationAround(Text, Range);
  return Around && replaceByStub(*Around, Issue);
}

/// A plain word after a stub goes on with the stub's operation.
bool Recoverer::extendStub(const InnerOperation &Operation) {
  std::optional<MlirToken> First =
      Lexer(Text, Operation.Range.Begin, Operation.Range.End).next();
  if (Operation.IsLabel || !First || First->Kind != TokenKind::Word ||
      First->Text.contains('.') || First->is("return") || First->is("call"))
    return false;
  std::optional<InnerOperation> Before =
      findOperationBefore(Text, Operation.Range);
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

/// The range of an operation without the comments before it and behind it.
static ByteRange findCode(llvm::StringRef Text, ByteRange Range) {
  Lexer Tokens(Text, Range.Begin, Range.End);
  ByteRange Result = {Range.Begin, Range.Begin};
  while (std::optional<MlirToken> Token = Tokens.next())
    if (!Token->isComment())
      Result = {Result.empty() ? Token->Range.Begin : Result.Begin,
                Token->Range.End};
  return Result;
}

/// The place of a token that begins no operation although it should, by the
/// place of MLIR's error, which is at the end of the line before if the token
/// begins a line. That line is to blame if it lacks the name: `%a =`.
static size_t findWrongBegin(llvm::StringRef Text, size_t Offset) {
  llvm::StringRef Before = Text.take_front(Offset).rtrim();
  std::optional<MlirToken> Next = Lexer(Text, Offset).next();
  while (Next && Next->isComment())
    Next = Lexer(Text, Next->Range.End).next();
  return Next && !Before.ends_with("=") ? Next->Range.Begin : Offset;
}

/// Replaces the operation to blame for an error of the attempt.
bool Recoverer::blame(const Problem &Issue) {
  if (Stub *S = Attempt.stubAt(Issue.Range.Begin)) {
    if (!llvm::StringRef(Issue.Message).contains("redefinition") ||
        S->IsRedefinition)
      return blameNeighbour(*S, Issue);
    S->IsRedefinition = true;
    S->HasResults = true;
    S->Names = {};
    S->Types.clear();
    return true;
  }
  Problem Mine = Attempt.toOriginal(Issue);
  if (Mine.Range.Begin < Attempt.prefixSize())
    return false;
  size_t Offset = Mine.Range.Begin - Attempt.prefixSize();
  if (Mine.Message == missingNameMessage)
    Offset = findWrongBegin(Text, Offset);
  std::optional<InnerOperation> Operation = findInnerOperation(Text, Offset);
  if (!Operation)
    return false;
  // What MLIR takes a label for is a matter of what is before it.
  if (Operation->IsLabel)
    if (std::optional<InnerOperation> Before =
            findOperationBefore(Text, Operation->Range))
      Operation = Before;
  if (extendStub(*Operation))
    return true;
  // Another error of the same attempt may have blamed it already.
  if (auto Match = Stubs.find(Operation->Range.Begin); Match != Stubs.end()) {
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
        findOperationBefore(Text, Next->second.range());
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

/// The place in the types of a stub of a value, such as %a#1.
static size_t placeOf(const Stub &S, const MlirToken &Name) {
  size_t Result = 0;
  Name.Text.split('#').second.getAsInteger(10, Result);
  for (const ResultNames::Group &Group : S.Names.Groups) {
    if (Group.Name == Name.groupName())
      break;
    Result += Group.Count;
  }
  return Result;
}

/// The stub that defines the value named at an offset of the attempt.
Stub *Recoverer::definerAt(size_t OffsetInAttempt, MlirToken &Name) {
  std::optional<MlirToken> Token =
      Lexer(Attempt.buffer(), OffsetInAttempt).next();
  if (!Token || Token->Kind != TokenKind::Value)
    return nullptr;
  Name = *Token;
  return Attempt.definerOf(Name.groupName(),
                           Attempt.toOriginal(OffsetInAttempt));
}

/// Learns the types of stubs' results from the first uses of undefined values.
bool Recoverer::learnTypes(const ParsedText &Source) {
  bool HasLearned = false;
  for (auto [Range, Type] : Source.undefinedValues()) {
    MlirToken Name;
    Stub *S = definerAt(Range.Begin, Name);
    if (!S || S->HasResults)
      continue;
    size_t Place = placeOf(*S, Name);
    if (Place >= S->Types.size())
      continue;
    S->Types[Place] = {printShort(Type), Attempt.toOriginal(Range.Begin)};
    HasLearned = true;
  }
  return HasLearned;
}

/// Learns the type of a stub's result from a use that MLIR takes for one of a
/// value of the same name in a later function. Returns false if the error is
/// another one.
bool Recoverer::learnType(const Problem &Issue) {
  if (!llvm::StringRef(Issue.Message).starts_with("definition of SSA value") ||
      Issue.Notes.empty())
    return false;
  const Problem::Note &Use = Issue.Notes.front();
  llvm::StringRef Type = Use.Message;
  MlirToken Name;
  if (!Type.consume_front("previously used here with type '") ||
      !Type.consume_back("'"))
    return false;
  Stub *S = definerAt(Use.Range.Begin, Name);
  if (!S || S->HasResults)
    return false;
  size_t Place = placeOf(*S, Name);
  if (Place >= S->Types.size())
    return false;
  S->Types[Place] = {Type.str(), Attempt.toOriginal(Use.Range.Begin)};
  return true;
}

/// Improves the stubs by the errors of an attempt. Returns false if nothing can
/// be done about them.
bool Recoverer::improve(ParsedText &Source) {
  bool HasLearned = learnTypes(Source);
  std::vector<const Problem *> Errors;
  for (const Problem &Issue : Source.problems()) {
    if (Issue.Severity != Problem::Level::Error)
      continue;
    MlirToken Name;
    Stub *S = Issue.Message == undefinedValueMessage
                  ? definerAt(Issue.Range.Begin, Name)
                  : nullptr;
    if (S && !S->HasResults)
      continue;
    if (learnType(Issue))
      HasLearned = true;
    else
      Errors.push_back(&Issue);
  }
  if (HasLearned)
    completeResults();
  if (Errors.empty())
    return HasLearned;
  // Only uses of undefined values are errors that do not hide others.
  if (Errors.front()->Message != undefinedValueMessage) {
    for (const Problem *Issue : llvm::drop_begin(Errors))
      OtherProblems.push_back(Attempt.toOriginal(*Issue));
    return blame(*Errors.front());
  }
  return llvm::all_of(Errors,
                      [&](const Problem *Issue) { return blame(*Issue); });
}

/// Puts the results into all stubs. Returns true if any had none.
bool Recoverer::completeResults() {
  bool HasChanged = false;
  for (auto &[Begin, S] : Stubs)
    if (!std::exchange(S.HasResults, true))
      HasChanged = true;
  return HasChanged;
}

std::optional<Recovery>
Recoverer::run(const std::vector<Problem> &FirstProblems,
               llvm::function_ref<bool()> ShouldStop) {
  auto FirstError = llvm::find_if(FirstProblems, [](const Problem &Issue) {
    return Issue.Severity == Problem::Level::Error;
  });
  if (FirstError == FirstProblems.end())
    return std::nullopt;
  Attempt.update();
  OtherProblems = FirstProblems;
  if (!Attempt.closesBrackets() && !blame(*FirstError))
    return std::nullopt;
  size_t Attempts =
      std::clamp(MaxParsedBytes / std::max<size_t>(Text.size(), 1), MinAttempts,
                 MaxAttempts);
  for (size_t I = 0; I < Attempts; ++I) {
    if (ShouldStop())
      return std::nullopt;
    Attempt.update();
    auto Source = std::make_shared<ParsedText>(
        Context, Attempt.buffer().str(), FileName, ParsedText::Verify::No);

    if (!Source->isValid()) {
      if (!improve(*Source))
        return std::nullopt;
      continue;
    }
    if (completeResults())
      continue;
    Recovery Result{
        std::move(Source), Attempt.offsets(), {}, Attempt.closesBrackets(), {}};
    for (auto &[Begin, S] : Stubs) {
      for (const Problem &Issue : S.Problems)
        if (!llvm::is_contained(Result.Problems, Issue))
          Result.Problems.push_back(Issue);
      ByteRange Code = findCode(Text, S.range());
      Result.BrokenRanges.push_back(Code.shift(Attempt.prefixSize()));
    }
    if (Attempt.closesBrackets()) {
      size_t End = Attempt.prefixSize() + Text.size();
      Result.BrokenRanges.push_back({End, End});
    }
    for (Problem &Issue : OtherProblems)
      if (!llvm::is_contained(Result.Problems, Issue))
        Result.Problems.push_back(std::move(Issue));
    llvm::stable_sort(Result.Problems, [](const Problem &A, const Problem &B) {
      return A.Range.Begin < B.Range.Begin;
    });
    return Result;
  }
  return std::nullopt;
}

std::optional<Recovery>
mlir::noisy::lsp::recover(MLIRContext &Context, const BrokenText &Broken,
                          const std::string &FileName,
                          const std::vector<Problem> &FirstProblems,
                          llvm::function_ref<bool()> ShouldStop) {
  return Recoverer(Context, Broken, FileName).run(FirstProblems, ShouldStop);
}
