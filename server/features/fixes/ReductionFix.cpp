//===- ReductionFix.cpp - Optimal reductions ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/ReductionFix.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "optimizer/OptimizerReport.h"
#include "server/build/Limits.h"
#include "server/features/fixes/IntactText.h"
#include "server/features/fixes/ReductionWriter.h"
#include "server/snapshot/Snapshot.h"
#include "server/syntax/Nesting.h"
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
      "at least " + std::to_string(std::max<int64_t>(LowerBound, 0));
  if (Cost < 0)
    return "nothing found yet, " + LowerBoundText;
  std::string Best =
      IsWeighted
          ? "cost " + std::to_string(Cost)
          : std::to_string(Cost) + (Cost == 1 ? " reduction" : " reductions");
  OptimizerResult State;
  State.cost = Cost;
  State.lowerBound = LowerBound;
  double Gap = getGap(State);
  if (Gap == 0)
    return Best +
           (IsWeighted ? ", the least possible" : ", the fewest possible");
  if (std::isinf(Gap))
    return Best + " so far";
  // Rounded up, so that a remaining gap is never shown as zero.
  unsigned Tenths = (toHundredths(Gap) + 9) / 10;
  return Best + ", " + LowerBoundText + " (gap " + std::to_string(Tenths / 10) +
         (Tenths % 10 ? "." + std::to_string(Tenths % 10) : "") + " %)";
}

/// True if some place may cost more than another: it runs more often, or has an
/// explicit weight.
static bool mayBeWeighted(ModuleOp Module, llvm::StringRef Text) {
  if (Text.contains("noisy.cost"))
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
/// The outcome of one chunk.
struct ChunkFix {
  std::vector<ByteEdit> Edits;
  std::string Message;
  /// The optimizer's result; only its numbers are valid, its pointers dangle.
  OptimizerResult Result;
};

/// Fixes one chunk.
class ChunkMender {
public:
  ChunkMender(const DialectRegistry &Registry, llvm::StringRef Text,
              const OptimizerOptions &Options, const ReportHandler &Report)
      : Registry(Registry), Text(Text), Options(Options), Report(Report) {}

  /// Fixes only the function around `Function`, a byte of the chunk, if that is
  /// given. With `OnlyIfBroken`, does nothing without an overflow.
  ChunkFix mend(std::optional<size_t> Function, bool OnlyIfBroken);

private:
  std::string check(const Chunk &OldProgram, Operation *Scope,
                    const std::vector<ByteEdit> &Edits) const;
  bool isCancelled() const {
    return Options.isCancelled && Options.isCancelled();
  }

  const DialectRegistry &Registry;
  llvm::StringRef Text;
  OptimizerOptions Options;
  const ReportHandler &Report;
  IntactText Intact;
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

/// Returns the reason why the fixed text is wrong; empty if it is right.
std::string ChunkMender::check(const Chunk &OldProgram, Operation *Scope,
                               const std::vector<ByteEdit> &Edits) const {
  static constexpr char Defect[] =
      "the mended text does not hold up to a new analysis, so nothing was "
      "changed; please report this with the text";
  std::unique_ptr<const Chunk> NewProgram =
      Chunk::build(Registry, applyEdits(Text, Edits), FileName);
  if (!NewProgram->isValid())
    return Defect;
  llvm::ArrayRef<NoiseFinding> Findings = NewProgram->facts().getFindings();
  if (!Scope)
    return Findings.empty() ? "" : Defect;

  // All edits are inside of the function, so its beginning is unchanged.
  Operation *NewScope =
      functionAt(*NewProgram, OldProgram.rangeOf(Scope).Begin);
  if (!NewScope || llvm::any_of(Findings, [&](const NoiseFinding &Finding) {
        return Finding.use ? NewScope->isAncestor(Finding.use)
                           : isIn(NewScope, Finding.value);
      }))
    return Defect;
  // No value elsewhere may have more noise than before.
  std::vector<NoiseBound> Old = boundsOutside(OldProgram.facts(), Scope),
                          New = boundsOutside(NewProgram->facts(), NewScope);
  bool IsWorse = Old.size() != New.size();
  for (size_t I = 0; I < Old.size() && !IsWorse; ++I)
    IsWorse = New[I] > Old[I];
  return IsWorse ? Defect : "";
}

ChunkFix ChunkMender::mend(std::optional<size_t> Function, bool OnlyIfBroken) {
  ChunkFix Repair;
  // A separate parse: this runs beside the worker of the document.
  std::unique_ptr<const Chunk> Program = Chunk::build(Registry, Text, FileName);
  bool IsWhole = Program->isValid();
  if (!IsWhole && Function) {
    Intact = leaveOutBroken(Registry, Text, *Function);
    Repair.Message = std::move(Intact.Refusal);
    Text = Intact.Text;
    Program = Chunk::build(Registry, Text, FileName);
  }
  if (!Program->isValid() || !Repair.Message.empty()) {
    if (Repair.Message.empty())
      Repair.Message = FixErrorsFirst;
    return Repair;
  }
  if (OnlyIfBroken && !hasOverflow(Program->facts())) {
    Repair.Result.status = OptimizerStatus::Optimal;
    return Repair;
  }
  if (Function) {
    Options.scope = functionAt(*Program, *Function);
    if (!Options.scope) {
      Repair.Message = "there is no function here";
      return Repair;
    }
  }
  if (Report) {
    Report("looking for the fewest reductions");
    Options.progress = [this,
                        Weighted = mayBeWeighted(Program->module(), Text)](
                           int64_t Cost, int64_t LowerBound) {
      Report(describeSearch(Cost, LowerBound, Weighted));
    };
  }
  if (isCancelled())
    return Repair;
  OptimizerResult Result = optimizeReductions(Program->module(), Options);
  Repair.Message =
      describeResult(Result, [&](Value V) { return Program->nameOf(V); });
  if (!IsWhole)
    Repair.Message += "; what has errors was left out of account";
  Repair.Result = Result;
  if (!Result.isLegal() || isCancelled())
    return Repair;
  std::optional<std::vector<ByteEdit>> Edits =
      writeReductions(*Program, Result.reductions, Result.removals);
  std::string Refusal;
  if (!Edits)
    Refusal = "a reduction would stand where the text has no room for it, in "
              "a short form that leaves out values; write that out first";
  else if (!Edits->empty())
    Refusal = check(*Program, Options.scope, *Edits);
  if (!Refusal.empty()) {
    Repair.Result.status = OptimizerStatus::Failed;
    Repair.Message = std::move(Refusal);
    return Repair;
  }
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
  Sum.earliest &= Part.earliest;
  if (Part.status == OptimizerStatus::Feasible) {
    Sum.status = OptimizerStatus::Feasible;
    Sum.message = Part.message;
  }
}

static Fix mendDocument(const DialectRegistry &Registry, const Text &Contents,
                        const OptimizerOptions &Options,
                        const ReportHandler &Report) {
  /// The maximum number of unfixed parts that the message names.
  static constexpr size_t MostNamed = 3;
  Fix Repair;
  OptimizerResult Sum;
  Sum.status = OptimizerStatus::Optimal;
  Sum.earliest = true;
  unsigned FixedCount = 0, FailedCount = 0;
  std::string Names;
  for (ByteRange Range : findChunks(Contents.bytes())) {
    llvm::StringRef Part = Contents.bytes().slice(Range.Begin, Range.End);
    // A chunk with encrypted values has to contain their type.
    if (!Part.contains("noisy"))
      continue;
    ChunkFix ChunkRepair = ChunkMender(Registry, Part, Options, Report)
                               .mend(std::nullopt, /*OnlyIfBroken=*/true);
    if (Options.isCancelled && Options.isCancelled())
      return {};
    if (!ChunkRepair.Result.isLegal()) {
      size_t First = Range.Begin + (Part.size() - Part.ltrim().size());
      if (++FailedCount <= MostNamed)
        Names +=
            (FailedCount > 1 ? ", " : "") +
            ("the part at line " + std::to_string(Contents.lineAt(First) + 1)) +
            " (" + ChunkRepair.Message + ")";
      continue;
    }
    if (ChunkRepair.Edits.empty())
      continue;
    ++FixedCount;
    addTo(Sum, ChunkRepair.Result);
    for (ByteEdit &Edit : ChunkRepair.Edits) {
      Edit.Range = Edit.Range.shift(Range.Begin);
      Repair.Edits.push_back(std::move(Edit));
    }
  }
  if (FixedCount || !FailedCount)
    Repair.Message = describeResult(Sum, [](Value) { return std::string(); });
  if (FixedCount > 1)
    Repair.Message += ", in " + std::to_string(FixedCount) + " parts";
  if (FailedCount > MostNamed)
    Names += " and " + std::to_string(FailedCount - MostNamed) + " more";
  if (FailedCount)
    Repair.Message +=
        (FixedCount ? "; not mended: " : "nothing was mended: ") + Names;
  return Repair;
}

static Fix compute(const DialectRegistry &Registry, const Text &Contents,
                   size_t Offset, const OptimizerOptions &Options,
                   ReductionScope Scope, const ReportHandler &Report) {
  if (Report)
    Report("reading the text");
  if (Scope == ReductionScope::Document)
    return mendDocument(Registry, Contents, Options, Report);

  auto [Begin, End] = findChunkAt(Contents.bytes(), Offset);
  std::optional<size_t> Function;
  if (Scope == ReductionScope::Function)
    Function = Offset - Begin;
  ChunkFix ChunkRepair =
      ChunkMender(Registry, Contents.bytes().slice(Begin, End), Options, Report)
          .mend(Function, /*OnlyIfBroken=*/false);
  for (ByteEdit &Edit : ChunkRepair.Edits)
    Edit.Range = Edit.Range.shift(Begin);
  return {std::move(ChunkRepair.Edits), std::move(ChunkRepair.Message)};
}

Fix mlir::noisy::lsp::computeReductionFix(const DialectRegistry &Registry,
                                          const Text &Contents, size_t Offset,
                                          const OptimizerOptions &Options,
                                          ReductionScope Scope,
                                          const ReportHandler &Report) {
  if (Effort MaxEffort = Limits().effortFor(Contents.size());
      MaxEffort != Effort::Full)
    return {{}, "the text is too large to be analysed"};
  // Passes over IR recurse, and may crash on IR that parsed.
  auto Repair = std::make_unique<Fix>();
  if (surviveOnLargeStack([&] {
        *Repair = compute(Registry, Contents, Offset, Options, Scope, Report);
      })) {
    if (Repair->Edits.empty() && Repair->Message.empty())
      Repair->Message = "it was cancelled";
    return std::move(*Repair);
  }
  // The state of the crashed code must not be destroyed.
  (void)Repair.release();
  return {{},
          "MLIR crashed on this text, so nothing was changed; please report "
          "this with the text"};
}
