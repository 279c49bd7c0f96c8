//===- CodeActions.cpp - What can be mended at a place --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/CodeActions.h"
#include "server/features/IntactText.h"
#include "server/features/NoiseLevel.h"
#include "server/features/ReductionFix.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static constexpr char MendErrorsFirst[] =
    "the text has errors; mend these first";

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

static bool hasFixable(const Snapshot::Part &P) {
  return llvm::any_of(P.Sections, [](const Snapshot::Placed &Section) {
    return Section.Facts && !Section.FactsAreStale &&
           llvm::any_of(Section.Facts->Problems, isFixable);
  });
}

std::vector<FixKind> mlir::noisy::lsp::fixesFor(llvm::StringRef Code,
                                                bool IsUnnecessary) {
  Problem Found;
  Found.Code = Code.str();
  if (isFixable(Found))
    return {FixKind::ReduceFunction, FixKind::ReduceChunk,
            FixKind::ReduceDocument};
  if (Code == "int-constant" || Code == "int-comparison")
    return {FixKind::ReplaceByConstant};
  if (Code == "int-unsigned")
    return {FixKind::UseUnsigned};
  if (IsUnnecessary)
    return {FixKind::RemoveReduction};
  return {};
}

//===----------------------------------------------------------------------===//
// What is around a place
//===----------------------------------------------------------------------===//

namespace {
/// An operation of a section.
struct Place {
  const Snapshot::Placed *In = nullptr;
  Section::Index Op = Section::None;

  explicit operator bool() const { return Op != Section::None; }
  const Section &data() const { return *In->Data; }
  const Section::Operation &op() const { return In->Data->operations()[Op]; }
  llvm::StringRef name() const { return In->Data->string(op().FullName); }

  friend auto operator<=>(const Place &, const Place &) = default;
};
} // namespace

/// The innermost operation at a byte of the text.
static Place operationAt(const Snapshot &State, size_t Offset) {
  if (const Snapshot::Part *P = State.partAt(Offset))
    for (const Snapshot::Placed &Section : P->Sections)
      if (std::optional<size_t> Inside = Section.toSection(Offset))
        if (Section::Index Op = Section.Data->operationAt(*Inside);
            Op != Section::None)
          return {&Section, Op};
  return {};
}

/// The innermost function around it, which it may be itself.
static Place functionAround(Place At) {
  while (At && !At.op().IsFunction)
    At.Op = At.op().Parent;
  return At;
}

static std::string describeFunction(const Place &Function) {
  Section::Index Symbol = Function.op().Symbol;
  return Symbol == Section::None ? "this function"
                                 : "@" + Function.data().symbols()[Symbol].Name;
}

/// Whether a chunk has several functions with bodies.
static bool hasSeveralFunctions(const Snapshot &State, uint32_t Chunk) {
  unsigned Count = 0;
  for (const Snapshot::Part &P : State.parts()) {
    if (P.Chunk != Chunk)
      continue;
    for (const Snapshot::Placed &In : P.Sections) {
      Section::Index Last = Section::None;
      for (const Section::Block &Block : In.Data->blocks()) {
        if (Block.Parent == Section::None || Block.Parent == Last ||
            Block.Number != 0 ||
            !In.Data->operations()[Block.Parent].IsFunction)
          continue;
        Last = Block.Parent;
        if (++Count > 1)
          return true;
      }
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Listing
//===----------------------------------------------------------------------===//

namespace {
/// Makes one list.
class Lister {
public:
  Lister(const Snapshot &State, ByteRange Asked, const FixFilter &Wanted)
      : State(State), Asked(Asked), Wanted(Wanted) {}

  std::vector<OfferedFix> list();

private:
  using Group = OfferedFix::Group;

  void listQuickFixes();
  void listQuickFix(const Snapshot::Part &Part, const Problem &Found);
  void listReductions();
  void listRewrites();
  void listValue(const Snapshot::Found &Name);
  void listDeclaration(const Snapshot::Found &Name);
  void add(Group In, FixKind Kind, std::string Title, size_t At,
           std::string Refused = "");
  const std::string &refusal(uint32_t Chunk);

  const Snapshot &State;
  const ByteRange Asked;
  const FixFilter &Wanted;
  std::vector<OfferedFix> Result;
  /// What reductions may mend, by chunk and function.
  std::map<uint32_t, std::map<Place, std::vector<Problem>>> Fixable;
  /// Why nothing can be done in a chunk.
  std::map<uint32_t, std::string> Refusals;
};
} // namespace

void Lister::add(Group In, FixKind Kind, std::string Title, size_t At,
                 std::string Refused) {
  OfferedFix &New = Result.emplace_back();
  New.In = In;
  New.Kind = Kind;
  New.Title = std::move(Title);
  New.Place = At;
  New.Refused = std::move(Refused);
}

const std::string &Lister::refusal(uint32_t Chunk) {
  auto [Known, IsNew] = Refusals.try_emplace(Chunk);
  if (IsNew && llvm::any_of(State.parts(), [&](const Snapshot::Part &P) {
        return P.Chunk == Chunk && isBroken(P);
      }))
    Known->second = MendErrorsFirst;
  return Known->second;
}

void Lister::listQuickFixes() {
  size_t Left = MaxMended;
  State.forEachProblemAt(Asked,
                         [&](const Snapshot::Part &Part, const Problem &Found) {
                           listQuickFix(Part, Found);
                           return --Left > 0;
                         });
}

void Lister::listQuickFix(const Snapshot::Part &Part, const Problem &Found) {
  std::vector<FixKind> Fixes = fixesFor(Found.Code, Found.IsUnnecessary);
  if (Fixes.empty())
    return;
  std::string Title;
  switch (Fixes.front()) {
  case FixKind::RemoveReduction: {
    Place Op = operationAt(State, Found.Where.Begin);
    if (!Op || Op.name() != "noisy.reduce_noise")
      return;
    Title = "Remove this reduce_noise";
    break;
  }
  case FixKind::ReplaceByConstant:
  case FixKind::UseUnsigned:
    if (!Wanted.Ranges)
      return;
    Title = Fixes.front() == FixKind::UseUnsigned ? "Use the unsigned form"
                                                  : "Replace by the constant";
    break;
  default: {
    Place Function = functionAround(operationAt(State, Found.Where.Begin));
    Fixable[Part.Chunk][Function].push_back(Found);
    return;
  }
  }
  add(Group::QuickFix, Fixes.front(), std::move(Title), Found.Where.Begin,
      refusal(Part.Chunk));
  Result.back().Mends = {Found};
  Result.back().IsPreferred = true;
}

void Lister::listReductions() {
  static const std::string Title = "Insert optimal reduce_noise";
  bool SeveralChunks = State.parts().size() > 0 && State.parts().back().Chunk;
  std::set<uint32_t> Mended;
  for (auto &[Chunk, Functions] : Fixable) {
    std::vector<Problem> All;
    for (const auto &[Function, Found] : Functions)
      llvm::append_range(All, Found);
    llvm::sort(All, [](const Problem &A, const Problem &B) {
      return A.Where.Begin < B.Where.Begin;
    });
    const Place &Function = Functions.begin()->first;
    size_t At = All.front().Where.Begin;
    bool IsWhole = !Function || (refusal(Chunk).empty() &&
                                 !hasSeveralFunctions(State, Chunk));
    if (!IsWhole && Functions.size() == 1) {
      // It may be done where only others are broken.
      add(Group::QuickFix, FixKind::ReduceFunction,
          Title + " in " + describeFunction(Function), At,
          isBroken(*State.partAt(At)) ? MendErrorsFirst : "");
      Result.back().Mends = All;
      Result.back().IsPreferred = true;
    }
    std::string Where = IsWhole         ? ""
                        : SeveralChunks ? " in all of this part"
                                        : " in the document";
    add(Group::QuickFix, FixKind::ReduceChunk, Title + Where, At,
        refusal(Chunk));
    Result.back().IsPreferred = IsWhole || Functions.size() > 1;
    Result.back().Mends = std::move(All);
    Mended.insert(Chunk);
  }
  // Where other parts have something to mend, too.
  if (Mended.empty() ||
      llvm::none_of(State.parts(), [&](const Snapshot::Part &P) {
        return P.Chunk != *Mended.begin() && hasFixable(P);
      }))
    return;
  std::vector<Problem> All;
  for (const OfferedFix &Fix : Result)
    if (Fix.Kind == FixKind::ReduceChunk)
      llvm::append_range(All, Fix.Mends);
  size_t At = All.front().Where.Begin;
  add(Group::QuickFix, FixKind::ReduceDocument,
      Title + " in all parts of the document", At);
  Result.back().Mends = std::move(All);
}

/// Reductions of the value that is named.
void Lister::listValue(const Snapshot::Found &Name) {
  const Section &Data = Name.data();
  Section::Index Value = Name.Token->What;
  if (Name.Token->Of == Section::Kind::Operation) {
    const Section::Operation &Op = Data.operations()[Name.Token->What];
    if (Op.ResultCount != 1)
      return;
    Value = Op.FirstResult;
  }
  const Section::Value &Known = Data.values()[Value];
  // The name of a group stands for all of them where it is defined.
  if (Name.Token->Of == Section::Kind::Value && Name.Token->IsDefinition &&
      Known.GroupSize > 1)
    return;
  const NoiseInfo *Noise =
      Name.Section->Facts ? Name.Section->Facts->find(Value) : nullptr;
  if (!Noise || Known.Name.empty() || Data.string(Known.Type) != "!noisy.i32" ||
      Noise->Bound.isUnreachable())
    return;
  if (!Known.IsArgument) {
    // They are fresh.
    llvm::StringRef Op = Data.string(Data.operations()[Known.Owner].FullName);
    if (Op == "noisy.encode" || Op == "noisy.reduce_noise")
      return;
  }
  std::string Refused = refusal(Name.In->Chunk);
  if (Refused.empty()) {
    NoiseLevel Level = getNoiseLevel(*Noise, /*NearLimit=*/0);
    if (Level == NoiseLevel::Unknown)
      Refused = "nothing is known of its noise, and a reduction cannot mend "
                "that";
    else if (Level == NoiseLevel::Over)
      Refused = "its noise is over the limit already; reduce what it is made "
                "of";
  }
  std::optional<ByteRange> Where = Name.Section->toText(
      Name.Token->Of == Section::Kind::Value ? Name.Token->Where : Known.Name);
  if (!Where)
    return;
  add(Group::Rewrite, FixKind::ReduceValue,
      "Reduce " + Data.nameOf(Value) + " here", Where->Begin,
      std::move(Refused));
}

/// Whether a bound is declared behind the type that ends at `Offset`: in a
/// dictionary that follows.
static bool hasBound(llvm::StringRef Text, size_t Offset) {
  llvm::StringRef Rest = Text.substr(Offset).ltrim();
  if (!Rest.starts_with("{"))
    return false;
  // Strings may have brackets; then the fix itself finds out.
  return Rest.take_until([](char C) { return C == '}'; })
      .contains("noisy.bound");
}

/// A contract on the argument or result of a function that is named, or whose
/// type stands here.
void Lister::listDeclaration(const Snapshot::Found &Name) {
  static constexpr llvm::StringLiteral Type = "!noisy.i32";
  Place Op = operationAt(State, Asked.Begin);
  // A declaration may end with the type of its result.
  if (!Op && Asked.Begin > 0)
    Op = operationAt(State, Asked.Begin - 1);
  if (!Op)
    return;
  const Section &Data = Op.data();
  std::optional<size_t> At = Op.In->toSection(Asked.Begin);
  if (!At)
    return;
  if (Name && Name.Section != Op.In)
    return;
  if (Name && Name.Token->Of == Section::Kind::Value) {
    const Section::Value &Value = Data.values()[Name.Token->What];
    if (!Value.IsArgument || !Name.Token->IsDefinition)
      return;
    Op = {Name.Section, Data.blocks()[Value.Owner].Parent};
    if (!Op || !Op.op().IsFunction || Data.blocks()[Value.Owner].Number != 0 ||
        Data.string(Value.Type) != Type)
      return;
    llvm::StringRef Rest = Data.text().substr(Value.Name.End).ltrim(" \t\r\n:");
    if (!Rest.consume_front(Type) ||
        hasBound(Data.text(), Rest.data() - Data.text().data()))
      return;
  } else {
    if (!Op.op().IsFunction)
      return;
    // Inside of the word, or at either end.
    size_t From = *At < Type.size() ? 0 : *At - Type.size();
    size_t Begin = Data.text().find(Type, From);
    if (Begin == llvm::StringRef::npos || Begin > *At ||
        hasBound(Data.text(), Begin + Type.size()))
      return;
    llvm::StringRef Rest = Data.text().substr(Begin + Type.size());
    if (Rest.starts_with(">")) // of a tensor
      return;
  }
  const Snapshot::Part *Part = State.partAt(Asked.Begin);
  add(Group::Rewrite, FixKind::DeclareBound, "Declare noisy.bound", Asked.Begin,
      refusal(Part->Chunk));
}

void Lister::listRewrites() {
  Snapshot::Found Name = State.tokenAt(Asked.Begin);
  if (Name && (Name.Token->Of == Section::Kind::Value ||
               Name.Token->Of == Section::Kind::Operation))
    listValue(Name);
  Place Op = operationAt(State, Asked.Begin);
  bool IsListed = llvm::any_of(Result, [](const OfferedFix &Fix) {
    return Fix.Kind == FixKind::RemoveReduction;
  });
  if (Op && !IsListed && Op.name() == "noisy.reduce_noise")
    add(Group::Rewrite, FixKind::RemoveReduction, "Remove this reduce_noise",
        Asked.Begin, refusal(State.partAt(Asked.Begin)->Chunk));
  listDeclaration(Name);
}

std::vector<OfferedFix> Lister::list() {
  if (Wanted.QuickFixes) {
    listQuickFixes();
    // Errors come before hints.
    std::vector<OfferedFix> Others = std::exchange(Result, {});
    listReductions();
    llvm::append_range(Result, std::move(Others));
  }
  // A light at every value would say nothing.
  if (Wanted.Rewrites &&
      (!Wanted.IsAutomatic || !Asked.empty() || !Result.empty()))
    listRewrites();
  if (Wanted.FixAll && llvm::any_of(State.parts(), hasFixable))
    add(Group::FixAll, FixKind::ReduceDocument,
        "Insert optimal reduce_noise wherever it is needed", 0);
  if (Wanted.IsAutomatic)
    llvm::erase_if(Result,
                   [](const OfferedFix &Fix) { return !Fix.Refused.empty(); });
  return std::move(Result);
}

std::vector<OfferedFix> mlir::noisy::lsp::listFixes(const Snapshot &State,
                                                    ByteRange Asked,
                                                    const FixFilter &Wanted) {
  return Lister(State, Asked, Wanted).list();
}
