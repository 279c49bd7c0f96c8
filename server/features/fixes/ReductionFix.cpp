//===- ReductionFix.cpp - Optimal reductions ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/ReductionFix.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/NumberText.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "optimizer/OptimizerReport.h"
#include "optimizer/choice/RewriteChoice.h"
#include "server/build/Limits.h"
#include "server/features/fixes/BrokenParts.h"
#include "server/features/fixes/FixDraft.h"
#include "server/features/fixes/ReductionWriter.h"
#include "server/features/fixes/RewriteWriter.h"
#include "server/parse/Stubs.h"
#include "server/settings/ProjectRules.h"
#include "server/snapshot/Snapshot.h"
#include "server/syntax/Nesting.h"
#include "server/text/EditSequence.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static constexpr char FileName[] = "reduction-fix.mlir";

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string mlir::noisy::lsp::describeSearch(int64_t Cost, int64_t LowerBound,
                                             bool IsWeighted) {
  std::string LowerBoundText =
      "at least " + formatNumber(std::max<int64_t>(LowerBound, 0));
  if (Cost < 0)
    return "nothing found yet, " + LowerBoundText;
  std::string Best =
      IsWeighted
          ? "cost " + formatNumber(Cost)
          : formatNumber(Cost) + (Cost == 1 ? " reduction" : " reductions");
  OptimizerResult State;
  State.cost = Cost;
  State.lowerBound = LowerBound;
  double Gap = getGap(State);
  if (Gap == 0)
    return Best +
           (IsWeighted ? ", the least possible" : ", the fewest possible");
  if (std::isinf(Gap))
    return Best + " so far";
  return Best + ", at most " + formatGap(Gap) + " above the " +
         (IsWeighted ? "least possible" : "fewest possible");
}

/// True if some place may cost more than another: it runs more often, or has an
/// explicit weight, by the text or by a rule.
static bool mayBeWeighted(ModuleOp Module, llvm::StringRef Text) {
  if (Text.contains("noisy.cost"))
    return true;
  if (NoiseRulesPtr Rules = currentRules();
      Rules && llvm::any_of(Rules->reductions, [](const ReductionRule &Rule) {
        return Rule.cost != 1 || !Rule.costs.isEmpty();
      }))
    return true;
  return Module
      .walk([](Operation *Op) {
        for (Region &Body : Op->getRegions()) {
          bool IsPlain = isa<ModuleOp, FunctionOpInterface>(Op);
          if (!Body.empty() && (!IsPlain || !Body.hasOneBlock()))
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// One chunk
//===----------------------------------------------------------------------===//

namespace {
/// The fix of one chunk; without edits if there is nothing to change.
struct ChunkFix : Fix {
  /// The optimizer's result; only its numbers are valid, its pointers dangle.
  OptimizerResult Result;
  /// What rewriting saves, if the chunk was rewritten.
  std::optional<RewriteGain> Gain = std::nullopt;
};

/// Fixes one chunk.
class ChunkFixer {
public:
  ChunkFixer(const DialectRegistry &Registry, llvm::StringRef Text,
             const OptimizerOptions &Options, const FixControl &Control,
             Rewriting Choice)
      : Registry(Registry), Text(Text), Options(Options), Control(Control),
        Choice(Choice) {}

  /// Fixes only the function around `Function`, a byte of the chunk, if that is
  /// given. With `OnlyIfBroken`, does nothing without an overflow.
  llvm::Expected<ChunkFix> fix(std::optional<size_t> Function,
                               bool OnlyIfBroken);

private:
  llvm::Error check(const Chunk &OldProgram, const Chunk &Base,
                    const std::vector<ByteEdit> &Edits,
                    const OptimizerResult &Result) const;
  llvm::Expected<ChunkFix> rewrite(const Chunk &OldProgram,
                                   RewriteChoice Best) const;
  /// True if there is nothing to go on for: there is nothing to keep, either.
  bool isOver() const {
    return Control.isCancelled() || (!HasChoice && Control.isStopped());
  }
  void follow(ModuleOp Program);

  const DialectRegistry &Registry;
  llvm::StringRef Text;
  OptimizerOptions Options;
  const FixControl &Control;
  const Rewriting Choice;
  /// The optimizer has a legal placement.
  bool HasChoice = false;
};
} // namespace

/// Returns the innermost function around a byte, or null.
static Operation *functionAt(const Chunk &Program, size_t Offset) {
  Operation *Match = nullptr;
  Program.module().walk<WalkOrder::PreOrder>([&](FunctionOpInterface Function) {
    if (Program.rangeOf(Function).contains(Offset))
      Match = Function;
  });
  return Match;
}

static bool hasOverflow(const NoiseFacts &Facts) {
  return llvm::any_of(Facts.getFindings(), [](const NoiseFinding &Finding) {
    return Finding.kind != NoiseFindingKind::Unknown;
  });
}

static bool isIn(Operation *Scope, Value V) {
  return Scope->isAncestor(V.getParentBlock()->getParentOp());
}

/// Returns the bounds of all values outside of a function, in the order of the
/// text.
static std::vector<NoiseBound> boundsOutside(const NoiseFacts &Facts,
                                             Operation *Scope) {
  std::vector<NoiseBound> Bounds;
  for (auto [V, Fact] : llvm::zip_equal(Facts.getValues(), Facts.getFacts()))
    if (!isIn(Scope, V))
      Bounds.push_back(Fact.bound);
  return Bounds;
}

static llvm::Error refuseUnless(bool IsRight) {
  return IsRight ? llvm::Error::success()
                 : refuse("the analysis does not confirm the fixed text, so "
                          "nothing was changed; please report "
                          "this with the text");
}

/// True if an operation of another dialect is inserted.
static bool hasForeign(const OptimizerResult &Result) {
  return llvm::any_of(Result.reductions, [](const Reduction &Place) {
    return getReductionRule(Place.value.getType());
  });
}

/// The program with the changes made in a copy of its IR.
static std::string printChanged(const Chunk &Program,
                                const OptimizerResult &Result) {
  // Of several at one place, each is inserted in front of those before it; in
  // the text they are in order.
  auto Reductions = llvm::to_vector(llvm::reverse(Result.reductions));
  IRMapping Map;
  return printGeneric(
      copyWithReductions(Program.module(), Reductions, Result.removals, Map)
          .get());
}

/// Refuses a fixed text that is wrong. `Result` is of `Base`: the old program,
/// or what it was rewritten to.
llvm::Error ChunkFixer::check(const Chunk &OldProgram, const Chunk &Base,
                              const std::vector<ByteEdit> &Edits,
                              const OptimizerResult &Result) const {
  Operation *Scope = Options.scope;
  std::unique_ptr<const Chunk> NewProgram =
      Chunk::build(Registry, applyEdits(Text, Edits), FileName,
                   Scope ? Chunk::Repair::Yes : Chunk::Repair::No);
  // The syntax of an operation of another dialect is that of the rules.
  if (!NewProgram->isValid() && !Result.operation.empty())
    return refuse("the fixed text cannot be read where '" + Result.operation +
                  "' was inserted; see its 'syntax' in .noisy.yaml" +
                  (NewProgram->problems().empty()
                       ? ""
                       : ": " + NewProgram->problems().front().Message));
  if (NewProgram->isValid() && hasForeign(Result) && Base.isIntact() &&
      NewProgram->isIntact() &&
      printChanged(Base, Result) != printGeneric(NewProgram->module()))
    return refuse("the fixed text would not be what was meant where " +
                  (Result.operation.empty() ? "an operation of another dialect"
                                            : "'" + Result.operation + "'") +
                  " was inserted; see its 'syntax' in .noisy.yaml");
  llvm::ArrayRef<NoiseFinding> Findings = NewProgram->facts().getFindings();
  if (!Scope || !NewProgram->isValid())
    return refuseUnless(NewProgram->isValid() &&
                        llvm::all_of(Findings, isBeyondReductions));

  // All edits are inside of the function, so its beginning is unchanged.
  Operation *NewScope =
      functionAt(*NewProgram, OldProgram.rangeOf(Scope).Begin);
  if (!NewScope || llvm::any_of(Findings, [&](const NoiseFinding &Finding) {
        return Finding.isWithin(NewScope) && !isBeyondReductions(Finding);
      }))
    return refuseUnless(false);
  // No value elsewhere may have more noise than before.
  std::vector<NoiseBound> Old = boundsOutside(OldProgram.facts(), Scope),
                          New = boundsOutside(NewProgram->facts(), NewScope);
  bool IsWorse = Old.size() != New.size();
  for (size_t I = 0; I < Old.size() && !IsWorse; ++I)
    IsWorse = New[I] > Old[I];
  return refuseUnless(!IsWorse);
}

/// The message of a rewriting, for what is notable of the result with all.
static std::string describeRewriting(const ChunkFix &Repair,
                                     const std::string &Reductions) {
  std::string Text = "rewritten: " + describeGain(*Repair.Gain);
  return Repair.IsNotable ? Text + "; " + Reductions : Text;
}

/// Writes a rewritten program, and the reductions that it needs.
llvm::Expected<ChunkFix> ChunkFixer::rewrite(const Chunk &OldProgram,
                                             RewriteChoice Best) const {
  std::optional<std::vector<ByteEdit>> RewriteEdits =
      writeRewriting(OldProgram, Best.program.get(), Best.origins);
  if (!RewriteEdits)
    return refuse("what would be rewritten is inside a short form that leaves "
                  "out values; write it out first");
  // The text and the IR were changed by different code, and have to agree.
  std::unique_ptr<const Chunk> Rewritten =
      Chunk::build(Registry, applyEdits(Text, *RewriteEdits), FileName);
  if (!Rewritten->isValid() ||
      printGeneric(Best.program.get()) != printGeneric(Rewritten->module()))
    return refuseUnless(false);
  // The result, of the program that was read from the text.
  IRMapping Map;
  mapAlike(Best.program.get(), Rewritten->module(), Map);
  OptimizerResult Result;
  Result.operation = Best.result.operation;
  for (auto [V, B, Target] : Best.result.reductions)
    Result.reductions.push_back({Map.lookup(V), Map.lookupOrNull(B), Target});
  for (Operation *Op : Best.result.removals)
    Result.removals.push_back(Map.lookup(Op));
  std::optional<std::vector<ByteEdit>> InsertEdits =
      writeReductions(*Rewritten, Result.reductions, Result.removals);
  if (!InsertEdits)
    return refuse("a reduction is needed inside a short form that leaves out "
                  "values; write it out first");
  ChunkFix Repair;
  Repair.Edits = sequenceEdits(Text, *RewriteEdits, *InsertEdits);
  if (llvm::Error Refusal = check(OldProgram, *Rewritten, Repair.Edits, Result))
    return Refusal;

  auto describe = [&](ReportTense Tense) {
    return describeResult(
        Best.result,
        [&](Value V) { return Rewritten->nameOf(Map.lookupOrDefault(V)); },
        Tense);
  };
  Repair.Gain = getGain(Best);
  Repair.IsNotable = Best.result.status != OptimizerStatus::Optimal ||
                     !Best.result.unfixed.empty();
  Repair.Message = describeRewriting(Repair, describe(ReportTense::Done));
  Repair.Proposal =
      Repair.IsNotable
          ? describeRewriting(Repair, describe(ReportTense::Proposed))
          : describeGain(*Repair.Gain);
  Repair.Cost = Best.result.cost;
  Repair.EndedEarly = Best.result.endedEarly || Best.insertion.endedEarly;
  Repair.Result = std::move(Best.result);
  return Repair;
}

/// Connects the optimizer with those who want the fix.
void ChunkFixer::follow(ModuleOp Program) {
  if (Control.Report)
    Control.Report("looking for the fewest reductions");
  Options.progress = [this, Weighted = mayBeWeighted(Program, Text)](
                         int64_t Cost, int64_t LowerBound) {
    if (Cost >= 0 && !std::exchange(HasChoice, true) && Control.OnChoice)
      Control.OnChoice();
    if (Control.Report)
      Control.Report(describeSearch(Cost, LowerBound, Weighted));
  };
  Options.isCancelled = [this] {
    return Control.isCancelled() || Control.isStopped();
  };
}

static bool hasStub(Operation *Root) {
  return Root
      ->walk([](Operation *Op) {
        return isStub(Op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

llvm::Expected<ChunkFix> ChunkFixer::fix(std::optional<size_t> Function,
                                         bool OnlyIfBroken) {
  ChunkFix Repair;
  // A separate parse: this runs beside the worker of the document.
  std::unique_ptr<const Chunk> Program = Chunk::build(Registry, Text, FileName);
  bool IsWhole = Program->isValid();
  std::string Intact;
  if (!IsWhole && Function && Choice != Rewriting::Only) {
    // Repair takes longer, and gives up where much is broken.
    Intact = blankBrokenParts(Registry, Text, *Function);
    Text = Intact;
    Program = Chunk::build(Registry, Text, FileName, Chunk::Repair::Yes);
  }
  if (!Program->isValid())
    return refuse(FixErrorsFirst);
  if (OnlyIfBroken && !hasOverflow(Program->facts()))
    return Repair;
  if (Function) {
    Options.scope = functionAt(*Program, *Function);
    if (!Options.scope)
      return refuse("there is no function here");
  }
  follow(Program->module());
  if (isOver())
    return Repair;
  OptimizerResult Result;
  if (Choice == Rewriting::No || !IsWhole) {
    Result = optimizeReductions(Program->module(), Options);
  } else {
    // Rewriting may make constants.
    Program->module().getContext()->loadDialect<arith::ArithDialect>();
    // Loops cannot be written as edits of their text.
    RewriteChoiceOptions Allowed;
    Allowed.loops = false;
    RewriteChoice Best = chooseRewriting(Program->module(), Options, Allowed);
    if (isOver())
      return Repair;
    if (!Best.isRewritten() && Choice == Rewriting::Only && !OnlyIfBroken)
      return refuse(describeChoice(Best));
    Result = std::move(Best.insertion);
    if (Best.isRewritten()) {
      Best.insertion = Result;
      llvm::Expected<ChunkFix> Rewritten = rewrite(*Program, std::move(Best));
      if (Rewritten || Choice == Rewriting::Only)
        return Rewritten;
      llvm::consumeError(Rewritten.takeError());
    }
  }
  // That nothing is known of what has errors, nor of what depends on it, goes
  // without saying.
  if (!IsWhole)
    llvm::erase_if(Result.unfixed, [](const NoiseFinding &Finding) {
      return Finding.kind == NoiseFindingKind::Unknown;
    });
  // Other functions with errors have no part in it.
  bool LeavesOut = !IsWhole && hasStub(Program->module());
  auto describe = [&](ReportTense Tense) {
    std::string Text = describeResult(
        Result, [&](Value V) { return Program->nameOf(V); }, Tense);
    if (LeavesOut)
      return Text + "; lines with errors were left out";
    bool IsNotTried = !IsWhole && Choice == Rewriting::IfCheaper;
    return IsNotTried ? Text + "; not rewritten: other lines have errors"
                      : Text;
  };
  Repair.Message = describe(ReportTense::Done);
  Repair.Proposal = describe(ReportTense::Proposed);
  Repair.IsNotable = Result.status != OptimizerStatus::Optimal ||
                     !Result.unfixed.empty() || LeavesOut;
  Repair.Result = Result;
  Repair.Cost = Result.cost;
  Repair.EndedEarly = Result.endedEarly;
  if (isOver())
    return Repair;
  if (!Result.isLegal())
    return refuse(mentionsStub(Repair.Message)
                      ? "the noise here depends on a line with an error; fix "
                        "that first"
                      : Repair.Message);
  std::optional<std::vector<ByteEdit>> Edits =
      writeReductions(*Program, Result.reductions, Result.removals);
  if (!Edits)
    return refuse("a reduction is needed inside a short form that leaves out "
                  "values; write it out first");
  if (!Edits->empty())
    if (llvm::Error Refusal = check(*Program, *Program, *Edits, Result))
      return Refusal;
  Repair.Edits = std::move(*Edits);
  return Repair;
}

//===----------------------------------------------------------------------===//
// The document
//===----------------------------------------------------------------------===//

/// Adds the numbers of one result to another.
static void addTo(OptimizerResult &Sum, const OptimizerResult &Part) {
  Sum.reductions.resize(Sum.reductions.size() + Part.reductions.size());
  Sum.removals.resize(Sum.removals.size() + Part.removals.size());
  Sum.cost += Part.cost;
  Sum.lowerBound += Part.lowerBound;
  Sum.isWeighted |= Part.isWeighted;
  Sum.hasCostsByNoise |= Part.hasCostsByNoise;
  Sum.operationCost += Part.operationCost;
  Sum.hasOperationCosts |= Part.hasOperationCosts;
  if (Sum.reductions.size() + Sum.removals.size() ==
      Part.reductions.size() + Part.removals.size())
    Sum.operation = Part.operation;
  else if (Sum.operation != Part.operation)
    Sum.operation.clear();
  Sum.earliest &= Part.earliest;
  Sum.endedEarly |= Part.endedEarly;
  if (Part.status == OptimizerStatus::Feasible) {
    Sum.status = OptimizerStatus::Feasible;
    Sum.message = Part.message;
  }
}

/// True if a chunk may have encrypted values: then it contains their type.
static bool mayHaveEncrypted(llvm::StringRef Part) {
  NoiseRulesPtr Rules = currentRules();
  return Part.contains("noisy") ||
         (Rules && llvm::any_of(Rules->carriers, [&](llvm::StringRef Carrier) {
            return Part.contains(Carrier.ltrim('!').split('.').first);
          }));
}

static Fix fixDocument(const DialectRegistry &Registry, const Text &Contents,
                       const OptimizerOptions &Options,
                       const FixControl &Control, Rewriting Choice) {
  /// The maximum number of unfixed parts that the message names.
  static constexpr size_t MostNamed = 3;
  Fix Repair;
  OptimizerResult Sum;
  Sum.status = OptimizerStatus::Optimal;
  Sum.earliest = true;
  unsigned FixedCount = 0, FailedCount = 0;
  bool HasUnfixed = false;
  std::optional<RewriteGain> Gain;
  std::string Names;
  /// The line of the first part that was not tried, from 1 on.
  std::optional<size_t> FirstLeft;
  for (ByteRange Range : findChunks(Contents.bytes())) {
    llvm::StringRef Part = Contents.bytes().slice(Range.Begin, Range.End);
    if (!mayHaveEncrypted(Part))
      continue;
    if (Control.isCancelled())
      return Repair;
    size_t First = Range.Begin + (Part.size() - Part.ltrim().size());
    size_t Line = Contents.lineAt(First) + 1;
    if (Control.isStopped()) {
      FirstLeft = Line;
      break;
    }
    // What is told of a part is not told of all.
    FixControl PartControl = Control;
    if (Control.Report && Part.size() < Contents.bytes().size())
      PartControl.Report = [&Control, Line](const std::string &Message) {
        Control.Report("the part at line " + formatNumber(int64_t(Line)) +
                       ": " + Message);
      };
    llvm::Expected<ChunkFix> ChunkRepair =
        ChunkFixer(Registry, Part, Options, PartControl, Choice)
            .fix(std::nullopt, /*OnlyIfBroken=*/true);
    if (!ChunkRepair) {
      std::string Refusal = llvm::toString(ChunkRepair.takeError());
      if (++FailedCount <= MostNamed)
        Names += (FailedCount > 1 ? ", " : "") +
                 ("the part at line " + std::to_string(Line)) + " (" + Refusal +
                 ")";
      continue;
    }
    if (ChunkRepair->Edits.empty()) {
      // Stopped before there was anything.
      if (Control.isStopped()) {
        FirstLeft = Line;
        break;
      }
      continue;
    }
    ++FixedCount;
    HasUnfixed |= !ChunkRepair->Result.unfixed.empty();
    addTo(Sum, ChunkRepair->Result);
    if (ChunkRepair->Gain)
      Gain = Gain ? *Gain + *ChunkRepair->Gain : *ChunkRepair->Gain;
    for (ByteEdit &Edit : ChunkRepair->Edits) {
      Edit.Range = Edit.Range.shift(Range.Begin);
      Repair.Edits.push_back(std::move(Edit));
    }
  }
  if (FailedCount > MostNamed)
    Names += " and " + formatNumber(FailedCount - MostNamed) + " more";
  if (Choice == Rewriting::Only && !Gain) {
    Repair.Edits.clear();
    Repair.Message = "nothing is cheaper than inserting alone";
    return Repair;
  }
  auto describe = [&](ReportTense Tense) {
    std::string Text;
    if (Gain)
      Text = "rewritten where that is cheaper: " + describeGain(*Gain);
    bool HasReductions = !Sum.reductions.empty() || !Sum.removals.empty();
    // A title has the gain alone.
    bool IsDone = Tense == ReportTense::Done;
    if (Gain && HasReductions && IsDone)
      Text += "; in all, ";
    if (Gain ? HasReductions && IsDone : FixedCount || !FailedCount)
      Text += describeResult(Sum, [](Value) { return std::string(); }, Tense);
    if (FixedCount > 1)
      Text += ", in " + formatNumber(FixedCount) + " parts";
    if (FailedCount)
      Text += (FixedCount ? "; not fixed: " : "nothing was fixed: ") + Names;
    if (FirstLeft)
      Text += "; stopped by you: what begins at line " +
              formatNumber(int64_t(*FirstLeft)) + " was not tried";
    return Text;
  };
  Repair.Message = describe(ReportTense::Done);
  Repair.Proposal = describe(ReportTense::Proposed);
  Repair.IsNotable = Sum.status != OptimizerStatus::Optimal || FailedCount ||
                     HasUnfixed || FirstLeft;
  Repair.Cost = Sum.cost;
  // What fixes more parts cannot be compared by its cost.
  Repair.EndedEarly = Sum.endedEarly && !FirstLeft;
  return Repair;
}

/// Returns a fix without edits if there is nothing to change.
static llvm::Expected<Fix>
compute(const DialectRegistry &Registry, const Text &Contents, size_t Offset,
        const OptimizerOptions &Options, ReductionScope Scope,
        const FixControl &Control, Rewriting Choice) {
  if (Control.Report)
    Control.Report("reading the text");
  if (Scope == ReductionScope::Document)
    return fixDocument(Registry, Contents, Options, Control, Choice);

  auto [Begin, End] = findChunkAt(Contents.bytes(), Offset);
  std::optional<size_t> Function;
  if (Scope == ReductionScope::Function)
    Function = Offset - Begin;
  llvm::Expected<Fix> Repair =
      ChunkFixer(Registry, Contents.bytes().slice(Begin, End), Options, Control,
                 Choice)
          .fix(Function, /*OnlyIfBroken=*/false);
  if (Repair)
    for (ByteEdit &Edit : Repair->Edits)
      Edit.Range = Edit.Range.shift(Begin);
  return Repair;
}

llvm::Expected<Fix> mlir::noisy::lsp::computeReductionFix(
    const DialectRegistry &Registry, const Text &Contents, size_t Offset,
    const OptimizerOptions &Options, ReductionScope Scope,
    const FixControl &Control, Rewriting Choice) {
  if (Effort MaxEffort = Limits().effortFor(Contents.size());
      MaxEffort != Effort::Full)
    return refuse("the text is too large to be analysed");
  // Passes over IR recurse, and may crash on IR that parsed.
  auto Repair = surviveOnLargeStack([&] {
    return compute(Registry, Contents, Offset, Options, Scope, Control, Choice);
  });
  if (!Repair)
    return refuse("MLIR crashed on this text, so nothing was changed; please "
                  "report this with the text");
  if (Control.isCancelled())
    return refuse("it was cancelled");
  if (*Repair && (*Repair)->Edits.empty())
    return refuse(Control.isStopped() ? "it was stopped before there was a fix"
                                      : (*Repair)->Message);
  return std::move(*Repair);
}
