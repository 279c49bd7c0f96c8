//===- OperationExcerpt.cpp - A text with a single operation --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/OperationExcerpt.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

using Kind = Section::Kind;

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

std::optional<ByteRange> mlir::noisy::lsp::findBody(const Section &Data,
                                                    Section::Index Index) {
  llvm::ArrayRef<Section::Operation> Operations = Data.operations();
  const Section::Operation &Op = Operations[Index];
  StringRef Whole = Data.textOf(Op.Range);
  // Inner operations follow it; some are not in the text.
  auto IsInside = [&](const Section::Operation &Candidate) {
    const Section::Operation *Ancestor = &Candidate;
    while (Ancestor->Range.empty() && Ancestor->Parent != Section::None)
      Ancestor = &Operations[Ancestor->Parent];
    return Op.Range.Begin <= Ancestor->Range.Begin &&
           Ancestor->Range.End <= Op.Range.End;
  };
  auto Begin = Operations.begin() + Index + 1;
  auto End = std::partition_point(Begin, Operations.end(), IsInside);
  auto First =
      std::find_if(Begin, End, [](const Section::Operation &Candidate) {
        return !Candidate.Range.empty();
      });
  if (First == End)
    return std::nullopt;
  // The operations around the last one end after it.
  auto Last = std::prev(End);
  while (Last->Range.empty())
    --Last;
  size_t LastEnd = Last->Range.End;
  for (Section::Index Ancestor = Last->Parent;
       Ancestor != Section::None && Ancestor != Index;
       Ancestor = Operations[Ancestor].Parent)
    LastEnd = std::max<size_t>(LastEnd, Operations[Ancestor].Range.End);

  llvm::SmallVector<size_t> Brackets =
      findOpenBrackets(Whole.take_front(First->Range.Begin - Op.Range.Begin));
  auto Open = llvm::find_if(
      Brackets, [&](size_t Offset) { return Whole[Offset] == '{'; });
  Lexer Rest(Whole, LastEnd - Op.Range.Begin);
  std::optional<MlirToken> Close = Rest.next();
  while (Close && !Close->is("}"))
    Close = Rest.next();
  if (Open == Brackets.end() || !Close)
    return std::nullopt;
  return ByteRange{*Open, Close->Range.End};
}

//===----------------------------------------------------------------------===//
// The excerpt
//===----------------------------------------------------------------------===//

namespace {
class ExcerptMaker {
public:
  ExcerptMaker(const Snapshot &State, const PlacedSection &Placement,
               uint32_t Chunk, Section::Index Index, size_t MaxBytes)
      : State(State), Data(*Placement.Data), Chunk(Chunk),
        Op(Data.operations()[Index]), Body(findBody(Data, Index)),
        MaxBytes(MaxBytes) {}

  std::optional<OperationExcerpt> make();

private:
  /// Visits the names in a range of a section, except for those in the body.
  void forEachToken(const Section &Source, ByteRange Range,
                    llvm::function_ref<void(const Section::Token &)> Visit);
  /// Adds the definitions of the aliases in a range of a section, each after
  /// those that it uses. Returns false if the text gets too long.
  bool addAliases(const Section &Source, ByteRange Range);
  void addValue(Section::Index Group);
  /// The text of the operation, from its name on, without its body.
  std::string ownText();

  const Snapshot &State;
  const Section &Data;
  uint32_t Chunk;
  const Section::Operation &Op;
  /// The range of the body, relative to the beginning of the operation.
  std::optional<ByteRange> Body;
  size_t MaxBytes;

  OperationExcerpt Result;
  std::string Aliases, Values, Blocks;
  llvm::StringSet<> AliasNames;
};
} // namespace

void ExcerptMaker::forEachToken(
    const Section &Source, ByteRange Range,
    llvm::function_ref<void(const Section::Token &)> Visit) {
  bool IsOwn = &Source == &Data && Range == ByteRange(Op.Range);
  auto Begin =
      llvm::partition_point(Source.tokens(), [&](const Section::Token &Token) {
        return Token.Range.Begin < Range.Begin;
      });
  for (auto I = Begin; I != Source.tokens().end() && I->Range.Begin < Range.End;
       ++I)
    if (!IsOwn || !Body || !Body->contains(I->Range.Begin - Op.Range.Begin))
      Visit(*I);
}

bool ExcerptMaker::addAliases(const Section &Source, ByteRange Range) {
  bool Fits = true;
  forEachToken(Source, Range, [&](const Section::Token &Token) {
    if (!Fits || Token.TargetKind != Kind::Alias)
      return;
    const std::string &Name = Source.aliases()[Token.Target].Name;
    if (!AliasNames.insert(Name).second)
      return;
    std::vector<Snapshot::TokenPlace> Definitions =
        State.findAliases(Chunk, Name);
    if (Definitions.empty())
      return;
    // The old definition of an edited alias is no evidence of its value.
    if (Definitions.front().Section->isStale()) {
      Fits = false;
      return;
    }
    const Section &Origin = Definitions.front().data();
    const Section::Token &Definition = *Definitions.front().Token;
    ByteRange Value = Origin.aliases()[Definition.Target].Value;
    Fits = Aliases.size() + Value.size() <= MaxBytes &&
           AliasNames.size() <= 1000 && addAliases(Origin, Value);
    Aliases += Name + " = " + Origin.textOf(Value).str() + "\n";
  });
  return Fits;
}

void ExcerptMaker::addValue(Section::Index Group) {
  const Section::Value &First = Data.values()[Group];
  std::string Name = Data.textOf(First.Name).str();
  Result.Values.push_back(Name);
  Values += Name;
  if (First.GroupSize > 1)
    Values += ":" + std::to_string(First.GroupSize);
  Values += " = \"excerpt.value\"() : () -> (";
  for (Section::Index I = 0; I < First.GroupSize; ++I)
    Values +=
        (I > 0 ? ", " : "") + Data.string(Data.values()[Group + I].Type).str();
  Values += ")\n";
}

std::string ExcerptMaker::ownText() {
  StringRef Whole = Data.textOf(Op.Range);
  size_t Begin = Op.Name.Begin - Op.Range.Begin;
  size_t End = Op.Name.End - Op.Range.Begin;
  if (Op.ResultCount > 0)
    Result.Results = Whole.take_front(Begin).rtrim().rtrim('=').rtrim();
  std::string Head = Result.Results.empty() ? "" : Result.Results + " = ";
  // The full name is needed: the surroundings may allow to omit the dialect.
  StringRef Name = Whole.slice(Begin, End);
  Head += Name.starts_with("\"") ? Name : Data.string(Op.FullName);
  if (Body)
    return Head + Whole.slice(End, Body->Begin).str() +
           "{ \"excerpt.body\"() : () -> () }" +
           Whole.drop_front(Body->End).str();
  // A section contains only the header of a container.
  StringRef Rest = Whole.drop_front(End);
  return Head + Rest.str() + (Rest.rtrim().ends_with("{") ? "}" : "");
}

std::optional<OperationExcerpt> ExcerptMaker::make() {
  if (Op.Range.empty() ||
      ByteRange(Op.Range).size() - (Body ? Body->size() : 0) > MaxBytes)
    return std::nullopt;
  llvm::DenseSet<Section::Index> Groups, Labels;
  auto isOwn = [&](SectionRange Name) {
    return Op.Range.Begin <= Name.Begin && Name.End <= Op.Range.End &&
           !Name.empty();
  };
  forEachToken(Data, Op.Range, [&](const Section::Token &Token) {
    if (Token.TargetKind == Kind::Value) {
      Section::Index Group = Data.values()[Token.Target].Group;
      SectionRange Name = Data.values()[Group].Name;
      if (!isOwn(Name) && !Name.empty() && Groups.insert(Group).second)
        addValue(Group);
    } else if (Token.TargetKind == Kind::Block) {
      SectionRange Name = Data.blocks()[Token.Target].Name;
      if (isOwn(Name) || Name.empty() || !Labels.insert(Token.Target).second)
        return;
      Result.Blocks.push_back(Data.textOf(Name).str());
      Blocks += Result.Blocks.back() + ":\n\"excerpt.value\"() : () -> ()\n";
    }
  });
  if (!addAliases(Data, Op.Range))
    return std::nullopt;
  Result.Text = Aliases + "\"excerpt.scope\"() ({\n" + Values + ownText() +
                "\n" + Blocks + "}) : () -> ()\n";
  if (Result.Text.size() > MaxBytes)
    return std::nullopt;
  return std::move(Result);
}

std::optional<OperationExcerpt> mlir::noisy::lsp::makeOperationExcerpt(
    const Snapshot &State, const PlacedSection &Placement, uint32_t Chunk,
    Section::Index Operation, size_t MaxBytes) {
  return ExcerptMaker(State, Placement, Chunk, Operation, MaxBytes).make();
}
