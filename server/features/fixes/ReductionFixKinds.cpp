//===- ReductionFixKinds.cpp - Menus of optimal reductions ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/ReductionFixKinds.h"
#include "dialect/NoisyOps.h"
#include "server/features/fixes/BrokenParts.h"
#include "server/features/fixes/FixOffers.h"
#include "server/features/fixes/ReductionFix.h"
#include "server/features/noise/ForeignProblem.h"
#include "server/features/noise/NoiseLevel.h"
#include "server/settings/ProjectRules.h"
#include "server/snapshot/ProblemCodes.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static constexpr char RewriteTitle[] =
    "Rewrite, then insert optimal reduce_noise";

namespace {
class ReductionFixKind : public FixKind {
public:
  ReductionFixKind(const char *Id, const char *Title, ReductionScope Scope,
                   Rewriting Choice = Rewriting::No)
      : FixKind(Id, Title), Scope(Scope), Choice(Choice) {}

  bool fixes(llvm::StringRef Code) const override { return isReducible(Code); }
  void offerQuickFixes(FixOffers &) const override {}
  llvm::Expected<Fix> compute(const FixTask &Task,
                              const FixTools &Tools) const override;

private:
  const ReductionScope Scope;
  const Rewriting Choice;
};

class ReduceFunctionFix final : public ReductionFixKind {
public:
  ReduceFunctionFix()
      : ReductionFixKind("reduceFunction",
                         "Insert optimal reduce_noise (function)",
                         ReductionScope::Function) {}
  /// Offers the fixes of all scopes: the choice depends on what each would fix.
  void offerQuickFixes(FixOffers &Offers) const override;
};

class ReduceDocumentFix final : public ReductionFixKind {
public:
  ReduceDocumentFix()
      : ReductionFixKind("reduceDocument",
                         "Insert optimal reduce_noise (document)",
                         ReductionScope::Document) {}
  bool isOfDocument() const override { return true; }
  void offerFixAll(FixOffers &Offers) const override;
};

class RewriteFunctionFix final : public ReductionFixKind {
public:
  RewriteFunctionFix()
      : ReductionFixKind("rewriteFunction",
                         "Rewrite, then insert optimal reduce_noise (function)",
                         ReductionScope::Function, Rewriting::Only) {}
  /// Offers the fixes of all scopes, as ReduceFunctionFix.
  void offerQuickFixes(FixOffers &Offers) const override;
  /// Offers to save the reduction at the selection.
  void offerRewrites(FixOffers &Offers) const override;
};
} // namespace

static const ReduceFunctionFix OfFunction;
static const ReductionFixKind OfChunk("reduceChunk",
                                      "Insert optimal reduce_noise",
                                      ReductionScope::Chunk);
static const ReduceDocumentFix OfDocument;
static const RewriteFunctionFix RewritingFunction;
static const ReductionFixKind RewritingChunk("rewriteChunk", RewriteTitle,
                                             ReductionScope::Chunk,
                                             Rewriting::Only);
static const ReductionFixKind
    RewritingDocument("rewriteDocument",
                      "Rewrite, then insert optimal reduce_noise (document)",
                      ReductionScope::Document, Rewriting::Only);
const FixKind &fixes::ReduceFunction = OfFunction;
const FixKind &fixes::ReduceChunk = OfChunk;
const FixKind &fixes::ReduceDocument = OfDocument;
const FixKind &fixes::RewriteFunction = RewritingFunction;
const FixKind &fixes::RewriteChunk = RewritingChunk;
const FixKind &fixes::RewriteDocument = RewritingDocument;

bool mlir::noisy::lsp::isRewriting(const FixKind &Kind) {
  return &Kind == &fixes::RewriteFunction || &Kind == &fixes::RewriteChunk ||
         &Kind == &fixes::RewriteDocument;
}

llvm::Expected<Fix> ReductionFixKind::compute(const FixTask &Task,
                                              const FixTools &Tools) const {
  OptimizerOptions Options;
  Options.timeLimit = Task.Options.TimeLimit;
  Options.gap = Task.Options.Gap;
  Options.assumedIterations = Task.Options.AssumedIterations;
  Options.existingReductions = Task.Options.RemoveExisting
                                   ? ExistingReductions::MayRemove
                                   : ExistingReductions::Keep;
  Options.workers = Task.Options.Workers;
  std::string Error;
  if (!Task.Options.Costs.empty())
    if (std::optional<NoiseCosts> Costs =
            NoiseCosts::parse(Task.Options.Costs, Error))
      Options.costs = std::make_shared<const NoiseCosts>(std::move(*Costs));
  Options.workerPath = Tools.WorkerPath;
  return computeReductionFix(
      *Task.Registry, Task.Contents, Task.Offset, Options, Scope, Tools.Control,
      Choice == Rewriting::No && Task.Options.Rewrite ? Rewriting::IfCheaper
                                                      : Choice);
}

//===----------------------------------------------------------------------===//
// Offers
//===----------------------------------------------------------------------===//

static void addReducers(const Snapshot::Part &P,
                        std::set<std::string> &Reducers) {
  for (const PlacedSection &Section : P.Sections)
    if (Section.Facts && !Section.FactsAreStale)
      for (const Problem &Issue : Section.Facts->Problems)
        if (std::string Reducer =
                findReducer(Section, Issue, currentRules().get());
            !Reducer.empty())
          Reducers.insert(std::move(Reducer));
}

static bool hasReducible(const Snapshot::Part &P) {
  std::set<std::string> Reducers;
  addReducers(P, Reducers);
  return !Reducers.empty();
}

/// True if a chunk has several functions with bodies.
static bool hasSeveralFunctions(const Snapshot &State, uint32_t Chunk) {
  unsigned Count = 0;
  for (const Snapshot::Part &P : State.parts()) {
    if (P.Chunk != Chunk)
      continue;
    for (const PlacedSection &Placement : P.Sections) {
      OperationRef Last;
      for (BlockRef Block : blocksOf(Placement)) {
        OperationRef Operation = Block.operation();
        if (!Operation || Operation == Last || Block->Number != 0 ||
            !Operation->IsFunction)
          continue;
        Last = Operation;
        if (++Count > 1)
          return true;
      }
    }
  }
  return false;
}

namespace {
/// The problems in one chunk at the selection that reductions may fix.
struct ReducibleChunk {
  /// The problems in the order of the text.
  std::vector<Problem> Problems;
  /// The first function with problems, and the number of such functions.
  OperationRef Function;
  size_t FunctionCount = 0;
  /// The function has all the problems, or no function has any.
  bool IsWhole = false;
  /// The operations that reduce the values which the problems are about.
  std::set<std::string> Reducers;

  size_t place() const { return Problems.front().Range.Begin; }
};
} // namespace

namespace {
/// A problem as one of its section, where its range begins.
struct ProblemInSection {
  const PlacedSection *Placement;
  Problem Issue;
};
} // namespace

/// Nothing for a problem in text that no section has.
static std::optional<ProblemInSection>
placeInSection(const Snapshot::Part &Part, Problem Issue) {
  for (const PlacedSection &Placement : Part.Sections)
    if (std::optional<size_t> Begin = Placement.toSection(Issue.Range.Begin)) {
      Issue.Range = {*Begin, *Begin};
      return ProblemInSection{&Placement, std::move(Issue)};
    }
  return std::nullopt;
}

/// The name of the operation that may fix a problem of the text; empty if there
/// is none.
static std::string findReducer(const Snapshot &State, const Problem &Issue) {
  const Snapshot::Part *Part = State.partAt(Issue.Range.Begin);
  std::optional<ProblemInSection> Placed;
  if (Part)
    Placed = placeInSection(*Part, Issue);
  if (!Placed)
    return isReducible(Issue.Code) ? "noisy.reduce_noise" : "";
  return findReducer(*Placed->Placement, Placed->Issue, currentRules().get());
}

/// Offers what is not possible until a rule says what reduces the values, with
/// that as the reason: once for each chunk.
static void offerUnknownReducers(FixOffers &Offers) {
  std::set<uint32_t> Chunks;
  Offers.forEachProblem([&](const Snapshot::Part &Part, const Problem &Issue,
                            size_t) {
    std::optional<ProblemInSection> Placed = placeInSection(Part, Issue);
    std::string Reason =
        Placed ? explainNoReducer(*Placed->Placement, Placed->Issue,
                                  currentRules().get())
               : "";
    if (Reason.empty() || !Chunks.insert(Part.Chunk).second)
      return;
    Offers
        .add(FixGroup::QuickFix, fixes::ReduceChunk,
             "Insert optimal reductions", Issue.Range.Begin, std::move(Reason))
        .Problems.push_back(Issue);
  });
}

static std::map<uint32_t, ReducibleChunk> findReducible(FixOffers &Offers) {
  std::map<uint32_t, std::map<OperationRef, std::vector<Problem>>>
      ProblemsByChunk;
  std::map<uint32_t, ReducibleChunk> Result;
  Offers.forEachProblem([&](const Snapshot::Part &Part, const Problem &Issue,
                            size_t) {
    std::string Reducer = findReducer(Offers.state(), Issue);
    if (Reducer.empty())
      return;
    Result[Part.Chunk].Reducers.insert(std::move(Reducer));
    ProblemsByChunk[Part.Chunk][Offers.functionAt(Issue.Range.Begin)].push_back(
        Issue);
  });
  for (auto &[Chunk, Functions] : ProblemsByChunk) {
    ReducibleChunk &New = Result[Chunk];
    for (const auto &[Function, Problems] : Functions)
      llvm::append_range(New.Problems, Problems);
    llvm::sort(New.Problems, [](const Problem &A, const Problem &B) {
      return A.Range.Begin < B.Range.Begin;
    });
    New.Function = Functions.begin()->first;
    New.FunctionCount = Functions.size();
    New.IsWhole =
        !New.Function || (Offers.refusalIn(Chunk).empty() &&
                          !hasSeveralFunctions(Offers.state(), Chunk));
  }
  return Result;
}

static std::string describeFunction(OperationRef Function) {
  const Section::Symbol *Symbol = Function.symbol();
  return Symbol ? "@" + Symbol->Name : "this function";
}

static constexpr char NothingToRewrite[] =
    "there is no sum and no product here";

/// Why the computations of a function, or of a chunk, cannot be rewritten;
/// empty if they perhaps can.
static std::string refuseRewriting(FixOffers &Offers, uint32_t Chunk,
                                   OperationRef Function) {
  static constexpr llvm::StringLiteral Names[] = {"noisy.add", "noisy.sub",
                                                  "noisy.mul", "noisy.scale"};
  const std::string &Errors = Offers.refusalIn(Chunk);
  if (!Errors.empty())
    return Errors;
  for (const Snapshot::Part &P : Offers.state().parts()) {
    if (P.Chunk != Chunk)
      continue;
    for (const PlacedSection &Placement : P.Sections)
      for (OperationRef Op : operationsOf(Placement))
        if (llvm::is_contained(Names, Op.name()) &&
            (!Function || Op.function() == Function))
          return "";
  }
  return NothingToRewrite;
}

namespace {
/// The kinds of one way to fix, by their scopes.
struct Way {
  const FixKind &Function, &Chunk, &Document;
  Rewriting Choice;

  /// The title without the scope, for values that are reduced by these.
  std::string titleOf(const std::set<std::string> &Reducers) const {
    return Choice == Rewriting::Only ? RewriteTitle
                                     : titleOfInsertion(Reducers);
  }
};
} // namespace

/// True if the header of a function that is alone in its section is broken: it
/// was repaired to show its body only.
static bool hasBrokenHeader(const Section &Data) {
  llvm::ArrayRef<SectionRange> Broken = Data.brokenRanges();
  return !Broken.empty() && Data.operations().size() > 1 &&
         Data.operations().front().IsFunction &&
         Broken.front().Begin < Data.operations()[1].Range.Begin;
}

/// True for the function of a part that another one before it has the name of.
static bool isRedefinition(const Snapshot::Part &P) {
  return P.Problems && llvm::any_of(*P.Problems, [](const Problem &Issue) {
           return llvm::StringRef(Issue.Message)
               .starts_with(redefinedSymbolMessage);
         });
}

static void offerFunction(FixOffers &Offers, const Way &Kinds, uint32_t Number,
                          const ReducibleChunk &Chunk) {
  // Operations with errors are left out, unless the function has none that
  // parse.
  const Snapshot::Part &Home = *Offers.state().partAt(Chunk.place());
  bool IsBroken = Chunk.Function.section().isStale() ||
                  hasBrokenHeader(*Chunk.Function.section().Data) ||
                  isRedefinition(Home);
  std::string Refusal;
  if (Kinds.Choice == Rewriting::Only)
    Refusal = refuseRewriting(Offers, Number, Chunk.Function);
  else if (IsBroken)
    Refusal = explainBroken(Offers.state(), Home);
  OfferedFix &New = Offers.add(FixGroup::QuickFix, Kinds.Function,
                               Kinds.titleOf(Chunk.Reducers) + " in " +
                                   describeFunction(Chunk.Function),
                               Chunk.place(), std::move(Refusal));
  New.Problems = Chunk.Problems;
  New.IsPreferred = Kinds.Choice == Rewriting::No;
}

static void offerChunk(FixOffers &Offers, const Way &Kinds, uint32_t Number,
                       const ReducibleChunk &Chunk) {
  bool HasSeveralChunks = Offers.state().parts().back().Chunk > 0;
  std::string Extent = Chunk.IsWhole      ? ""
                       : HasSeveralChunks ? " in all of this part"
                                          : " in the document";
  std::string Refusal = Kinds.Choice == Rewriting::Only
                            ? refuseRewriting(Offers, Number, {})
                            : Offers.refusalIn(Number);
  OfferedFix &New = Offers.add(FixGroup::QuickFix, Kinds.Chunk,
                               Kinds.titleOf(Chunk.Reducers) + Extent,
                               Chunk.place(), std::move(Refusal));
  New.Problems = Chunk.Problems;
  New.IsPreferred = Kinds.Choice == Rewriting::No &&
                    (Chunk.IsWhole || Chunk.FunctionCount > 1);
}

static void offerScopes(FixOffers &Offers, const Way &Kinds) {
  std::map<uint32_t, ReducibleChunk> Chunks = findReducible(Offers);
  if (Kinds.Choice == Rewriting::Only)
    // What operations of other dialects compute is not known.
    std::erase_if(Chunks, [](const auto &Entry) {
      return Entry.second.Reducers !=
             std::set<std::string>{ReduceNoiseOp::getOperationName().str()};
    });
  else if (Chunks.empty())
    offerUnknownReducers(Offers);
  std::vector<Problem> Problems;
  std::set<std::string> Reducers;
  for (const auto &[Number, Chunk] : Chunks) {
    Reducers.insert(Chunk.Reducers.begin(), Chunk.Reducers.end());
    if (!Chunk.IsWhole && Chunk.FunctionCount == 1)
      offerFunction(Offers, Kinds, Number, Chunk);
    offerChunk(Offers, Kinds, Number, Chunk);
    llvm::append_range(Problems, Chunk.Problems);
  }
  // Other chunks have problems to fix, too.
  if (Chunks.empty() ||
      llvm::none_of(Offers.state().parts(), [&](const Snapshot::Part &P) {
        return P.Chunk != Chunks.begin()->first && hasReducible(P);
      }))
    return;
  OfferedFix &New =
      Offers.add(FixGroup::QuickFix, Kinds.Document,
                 Kinds.titleOf(Reducers) + " in all parts of the document",
                 Problems.front().Range.Begin);
  New.Problems = std::move(Problems);
}

void ReduceFunctionFix::offerQuickFixes(FixOffers &Offers) const {
  offerScopes(Offers, {fixes::ReduceFunction, fixes::ReduceChunk,
                       fixes::ReduceDocument, Rewriting::No});
}

void RewriteFunctionFix::offerQuickFixes(FixOffers &Offers) const {
  offerScopes(Offers, {fixes::RewriteFunction, fixes::RewriteChunk,
                       fixes::RewriteDocument, Rewriting::Only});
}

void RewriteFunctionFix::offerRewrites(FixOffers &Offers) const {
  size_t Place = Offers.selection().Begin;
  OperationRef Op = Offers.operationAt(Place);
  // Where something overflows there is a quick fix. Operations of other
  // dialects are not rewritten.
  if (!Op || Op.name() != ReduceNoiseOp::getOperationName() ||
      Offers.has(*this) || Offers.has(fixes::RewriteChunk))
    return;
  OperationRef Function = Offers.functionAt(Place);
  if (!Function)
    return;
  std::string Refusal =
      refuseRewriting(Offers, Offers.state().partAt(Place)->Chunk, Function);
  if (Refusal == NothingToRewrite)
    return;
  if (Refusal.empty() && !Offers.filter().RemoveExisting)
    Refusal = "fixes keep the reductions that are there; the setting "
              "noisy.optimizer.removeExisting lets them remove these";
  Offers.add(FixGroup::Rewrite, *this,
             std::string(RewriteTitle) + " in " + describeFunction(Function),
             Place, std::move(Refusal));
}

void ReduceDocumentFix::offerFixAll(FixOffers &Offers) const {
  std::set<std::string> Reducers;
  for (const Snapshot::Part &P : Offers.state().parts())
    addReducers(P, Reducers);
  if (!Reducers.empty())
    Offers.add(FixGroup::FixAll, *this,
               titleOfInsertion(Reducers) + " wherever it is needed", 0);
}
