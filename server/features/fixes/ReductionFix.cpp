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
                                             bool Weighted) {
  std::string Least =
      "at least " + std::to_string(std::max<int64_t>(LowerBound, 0));
  if (Cost < 0)
    return "nothing found yet, " + Least;
  std::string Best = Weighted ? "cost " + std::to_string(Cost)
                              : std::to_string(Cost) +
                                    (Cost == 1 ? " reduction" : " reductions");
  OptimizerResult State;
  State.cost = Cost;
  State.lowerBound = LowerBound;
  double Gap = getGap(State);
  if (Gap == 0)
    return Best + (Weighted ? ", the least possible" : ", the fewest possible");
  if (std::isinf(Gap))
    return Best + " so far";
  // Rounded up, so that a remaining gap is never shown as zero.
  unsigned Tenths = (toHundredths(Gap) + 9) / 10;
  return Best + ", " + Least + " (gap " + std::to_string(Tenths / 10) +
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
  OptimizerResult Found;
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
  std::string check(const Chunk &Before, Operation *Scope,
                    const std::vector<ByteEdit> &Edits) const;
  bool isCancelled() const { return Options.cancelled && Options.cancelled(); }

  const DialectRegistry &Registry;
  llvm::StringRef Text;
  OptimizerOptions Options;
  const ReportHandler &Report;
  IntactText Intact;
};
} // namespace

/// Returns the innermost function around a byte, or null.
static Operation *functionAt(const Chunk &In, size_t Offset) {
  Operation *Found = nullptr;
  In.module().walk<WalkOrder::PreOrder>([&](FunctionOpInterface Function) {
    if (In.rangeOf(Function).contains(Offset))
      Found = Function;
  });
  return Found;
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
std::string ChunkMender::check(const Chunk &Before, Operation *Scope,
                               const std::vector<ByteEdit> &Edits) const {
  static constexpr char Defect[] =
      "the mended text does not hold up to a new analysis, so nothing was "
      "changed; please report this with the text";
  std::unique_ptr<const Chunk> Mended =
      Chunk::build(Registry, applyEdits(Text, Edits), FileName);
  if (!Mended->isValid())
    return Defect;
  llvm::ArrayRef<NoiseFinding> Findings = Mended->facts().getFindings();
  if (!Scope)
    return Findings.empty() ? "" : Defect;

  // All edits are inside of the function, so its beginning is unchanged.
  Operation *Now = functionAt(*Mended, Before.rangeOf(Scope).Begin);
  if (!Now || llvm::any_of(Findings, [&](const NoiseFinding &Finding) {
        return Finding.use ? Now->isAncestor(Finding.use)
                           : isIn(Now, Finding.value);
      }))
    return Defect;
  // No value elsewhere may have more noise than before.
  std::vector<NoiseBound> Old = boundsOutside(Before.facts(), Scope),
                          New = boundsOutside(Mended->facts(), Now);
  bool IsWorse = Old.size() != New.size();
  for (size_t I = 0; I < Old.size() && !IsWorse; ++I)
    IsWorse = New[I] > Old[I];
  return IsWorse ? Defect : "";
}

ChunkFix ChunkMender::mend(std::optional<size_t> Function, bool OnlyIfBroken) {
  ChunkFix Given;
  // A separate parse: this runs beside the worker of the document.
  std::unique_ptr<const Chunk> Built = Chunk::build(Registry, Text, FileName);
  bool IsWhole = Built->isValid();
  if (!IsWhole && Function) {
    Intact = leaveOutBroken(Registry, Text, *Function);
    Given.Message = std::move(Intact.Refused);
    Text = Intact.Text;
    Built = Chunk::build(Registry, Text, FileName);
  }
  if (!Built->isValid() || !Given.Message.empty()) {
    if (Given.Message.empty())
      Given.Message = FixErrorsFirst;
    return Given;
  }
  if (OnlyIfBroken && !hasOverflow(Built->facts())) {
    Given.Found.status = OptimizerStatus::Optimal;
    return Given;
  }
  if (Function) {
    Options.scope = functionAt(*Built, *Function);
    if (!Options.scope) {
      Given.Message = "there is no function here";
      return Given;
    }
  }
  if (Report) {
    Report("looking for the fewest reductions");
    Options.progress = [this, Weighted = mayBeWeighted(Built->module(), Text)](
                           int64_t Cost, int64_t LowerBound) {
      Report(describeSearch(Cost, LowerBound, Weighted));
    };
  }
  if (isCancelled())
    return Given;
  OptimizerResult Result = optimizeReductions(Built->module(), Options);
  Given.Message =
      describeResult(Result, [&](Value V) { return Built->nameOf(V); });
  if (!IsWhole)
    Given.Message += "; what has errors was left out of account";
  Given.Found = Result;
  if (!Result.isLegal() || isCancelled())
    return Given;
  std::optional<std::vector<ByteEdit>> Edits =
      writeReductions(*Built, Result.reductions, Result.removed);
  std::string Refused;
  if (!Edits)
    Refused = "a reduction would stand where the text has no room for it, in "
              "a short form that leaves out values; write that out first";
  else if (!Edits->empty())
    Refused = check(*Built, Options.scope, *Edits);
  if (!Refused.empty()) {
    Given.Found.status = OptimizerStatus::Failed;
    Given.Message = std::move(Refused);
    return Given;
  }
  Given.Edits = std::move(*Edits);
  return Given;
}

//===----------------------------------------------------------------------===//
// The document
//===----------------------------------------------------------------------===//

/// Adds the numbers of one result to another.
static void addTo(OptimizerResult &Sum, const OptimizerResult &Part) {
  Sum.reductions.resize(Sum.reductions.size() + Part.reductions.size());
  Sum.removed.resize(Sum.removed.size() + Part.removed.size());
  Sum.cost += Part.cost;
  Sum.lowerBound += Part.lowerBound;
  Sum.weighted |= Part.weighted;
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
  Fix Given;
  OptimizerResult Sum;
  Sum.status = OptimizerStatus::Optimal;
  Sum.earliest = true;
  unsigned Mended = 0, Left = 0;
  std::string Names;
  for (ByteRange Where : findChunks(Contents.bytes())) {
    llvm::StringRef Part = Contents.bytes().slice(Where.Begin, Where.End);
    // A chunk with encrypted values has to contain their type.
    if (!Part.contains("noisy"))
      continue;
    ChunkFix Found = ChunkMender(Registry, Part, Options, Report)
                         .mend(std::nullopt, /*OnlyIfBroken=*/true);
    if (Options.cancelled && Options.cancelled())
      return {};
    if (!Found.Found.isLegal()) {
      size_t First = Where.Begin + (Part.size() - Part.ltrim().size());
      if (++Left <= MostNamed)
        Names +=
            (Left > 1 ? ", " : "") +
            ("the part at line " + std::to_string(Contents.lineAt(First) + 1)) +
            " (" + Found.Message + ")";
      continue;
    }
    if (Found.Edits.empty())
      continue;
    ++Mended;
    addTo(Sum, Found.Found);
    for (ByteEdit &Edit : Found.Edits) {
      Edit.Where = Edit.Where.shifted(Where.Begin);
      Given.Edits.push_back(std::move(Edit));
    }
  }
  if (Mended || !Left)
    Given.Message = describeResult(Sum, [](Value) { return std::string(); });
  if (Mended > 1)
    Given.Message += ", in " + std::to_string(Mended) + " parts";
  if (Left > MostNamed)
    Names += " and " + std::to_string(Left - MostNamed) + " more";
  if (Left)
    Given.Message +=
        (Mended ? "; not mended: " : "nothing was mended: ") + Names;
  return Given;
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
  ChunkFix Found =
      ChunkMender(Registry, Contents.bytes().slice(Begin, End), Options, Report)
          .mend(Function, /*OnlyIfBroken=*/false);
  for (ByteEdit &Edit : Found.Edits)
    Edit.Where = Edit.Where.shifted(Begin);
  return {std::move(Found.Edits), std::move(Found.Message)};
}

Fix mlir::noisy::lsp::computeReductionFix(const DialectRegistry &Registry,
                                          const Text &Contents, size_t Offset,
                                          const OptimizerOptions &Options,
                                          ReductionScope Scope,
                                          const ReportHandler &Report) {
  if (Effort Allowed = Limits().effortFor(Contents.size());
      Allowed != Effort::Everything)
    return {{}, "the text is too large to be analysed"};
  // Passes over IR recurse, and may crash on IR that parsed.
  auto Given = std::make_unique<Fix>();
  if (surviveOnLargeStack([&] {
        *Given = compute(Registry, Contents, Offset, Options, Scope, Report);
      })) {
    if (Given->Edits.empty() && Given->Message.empty())
      Given->Message = "it was cancelled";
    return std::move(*Given);
  }
  // The state of the crashed code must not be destroyed.
  (void)Given.release();
  return {{},
          "MLIR crashed on this text, so nothing was changed; please report "
          "this with the text"};
}
