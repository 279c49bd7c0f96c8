//===- WholeComparison.cpp - Sections beside the whole text ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IntegerReport.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/noise/NoiseReport.h"
#include "analysis/noise/UncheckedStatements.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "optimizer/rewrites/NoiseSavings.h"
#include "server/foreign/ForeignDialect.h"
#include "server/parse/ProblemCollector.h"
#include "server/recovery/InvalidOperations.h"
#include "server/snapshot/CallPlaces.h"
#include "server/snapshot/ForeignDialectCode.h"
#include "server/snapshot/ProblemCodes.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/SnapshotText.h"
#include "tests/server/build/SnapshotComparison.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// What is known of a chunk as a whole, or by its sections; in lines. Offsets
/// are those of the text.
struct ChunkFacts {
  std::set<std::string> Noise;
  std::set<std::string> Findings;
};
} // namespace

static std::string infoLine(ByteRange Range, llvm::StringRef Name,
                            const NoiseBound &Bound, uint32_t Limit,
                            bool IsUnreliable, llvm::StringRef Equation,
                            llvm::ArrayRef<std::string> Remarks) {
  std::string Result;
  // What has no name has no place in the text.
  if (Range.empty())
    Range.Begin = 0, Name = "";
  llvm::raw_string_ostream(Result)
      << Range.Begin << ' ' << Name << ": " << Bound << " of " << Limit
      << (IsUnreliable ? " unreliable " : " ") << Equation << " / "
      << llvm::join(Remarks, " / ") << "\n";
  return Result;
}

/// Where a value is in the text: its name, or the operation around it.
static size_t beginOf(const Chunk &Whole, Value V) {
  ByteRange Range = Whole.definitionOf(V);
  Operation *Op = V.getDefiningOp();
  for (Op = Op ? Op : V.getParentBlock()->getParentOp(); Op && Range.empty();
       Op = Op->getParentOp())
    Range = Whole.rangeOf(Op);
  return Range.Begin;
}

static ChunkFacts knownOf(const Chunk &Whole, size_t Begin,
                          const Text &Contents) {
  ChunkFacts Result;
  auto name = [&](Value V) { return Whole.nameOf(V); };
  // Both know where MLIR's parser has seen the name of the call.
  auto lineOf = [](Operation *Call) {
    return Call->getLoc()->findInstanceOf<FileLineColLoc>();
  };
  auto place = [&](Operation *Call) {
    return " at line " +
           std::to_string(lineOf(Call).getLine() + Contents.lineAt(Begin));
  };
  auto nameOf = [&](Operation *Call) {
    size_t Line = Contents.lineAt(Begin) + lineOf(Call).getLine() - 1;
    size_t LineBegin = std::max(Contents.lineStart(Line), Begin);
    return LineBegin + lineOf(Call).getColumn() - 1 - Begin;
  };
  const NoiseFacts &Facts = Whole.facts();
  for (Value V : Facts.getValues())
    Result.Noise.insert(infoLine(
        Whole.definitionOf(V).shift(Begin), name(V), Facts.getBound(V),
        Facts.find(V)->model.max, bool(Facts.find(V)->unreliableCause),
        describeBound(Facts, V), describeOrigin(Facts, V, name, place)));
  for (const NoiseFinding &Finding : Facts.getFindings()) {
    std::string Line = getFindingCode(Finding.kind).str() + " " +
                       describeFinding(Facts, Finding, name);
    for (const NoiseNote &Note : explainFinding(Facts, Finding, name))
      Line += " / " +
              std::to_string(Begin + (Note.call ? nameOf(Note.call)
                                                : beginOf(Whole, Note.value))) +
              " " + Note.message;
    Result.Findings.insert(Line + "\n");
  }
  for (const UncheckedStatement &Statement :
       findUncheckedStatements(Whole.module()))
    Result.Findings.insert(uncheckedStatementCode.str() + " " +
                           Statement.message + "\n");
  auto Noise = [&](Value V) { return getKnownNoise(Facts, V); };
  for (const NoiseSaving &Saving :
       findNoiseSavings(Whole.module(), Noise, [] { return false; }))
    Result.Findings.insert(LessNoiseCode.str() +
                           " could have less noise: " + Saving.text + "\n");
  onLargeStack([&] {
    ProgramFlow Flow(Whole.module());
    IntegerFacts Integers = IntegerFacts::compute(Flow);
    for (const IntegerFinding &Finding : Integers.getFindings())
      Result.Findings.insert(getFindingCode(Finding.kind).str() + " " +
                             describeIntegerFinding(Integers, Finding, name) +
                             "\n");
  });
  return Result;
}

static ChunkFacts knownOf(const Snapshot &State, uint32_t ChunkNumber) {
  ChunkFacts Result;
  CallPlaces Calls(State, ChunkNumber);
  for (const Snapshot::Part &P : State.parts())
    for (const PlacedSection &S : P.Sections) {
      if (P.Chunk != ChunkNumber || !S.Facts)
        continue;
      for (const NoiseInfo &Info : S.Facts->Noise) {
        NoiseReasons Reasons = S.Facts->reasonsFor(Info);
        Calls.replaceMarks(Reasons.Remarks);
        Result.Noise.insert(
            infoLine(*S.toText(S.Data->values()[Info.Value].Name),
                     S.Data->nameOf(Info.Value), Info.Bound, Info.Limit,
                     Info.IsUnreliable, Reasons.Equation, Reasons.Remarks));
      }
    }
  State.forEachProblem([&](const Snapshot::Part &P, const Problem &Issue) {
    // What changes nothing is no finding of the analysis.
    if (P.Chunk != ChunkNumber || Issue.Code.empty() || Issue.IsUnnecessary ||
        Issue.Code == foreignDialectCode)
      return;
    std::string Line = Issue.Code + " " + Issue.Message;
    for (const Problem::Note &Note : Issue.Notes)
      Line += " / " + std::to_string(Note.Range.Begin) + " " + Note.Message;
    Result.Findings.insert(Line + "\n");
  });
  return Result;
}

/// What MLIR says of a text that parses: of each operation by itself, of the
/// symbols, and of their uses. Nothing when it does not parse.
static std::optional<std::set<std::string>>
problemsOfWhole(llvm::StringRef Contents) {
  std::unique_ptr<MLIRContext> Context = makeContext(allDialects());
  ParsedText Source(*Context, Contents.str(), TestUri, ParsedText::Verify::No);
  if (!Source.isValid())
    return std::nullopt;
  SymbolTableCollection Symbols;
  auto visit = [&](auto &visit, Block &Body,
                   llvm::DenseSet<StringAttr> &Names) -> void {
    for (Operation &Op : Body) {
      auto Name =
          Op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
      bool IsAgain = Name && !Names.insert(Name).second;
      if (IsAgain)
        Op.emitError() << "redefinition of symbol named '" << Name.getValue()
                       << "'";
      llvm::StringRef Kind = Op.getName().getStringRef();
      if (Kind == "builtin.module" || Kind == "gpu.module") {
        Region &Contents = Op.getRegion(0);
        Operation *Header = Op.cloneWithoutRegions();
        for (size_t I = 0; I < Contents.getBlocks().size(); ++I)
          Header->getRegion(0).emplaceBlock();
        Op.getBlock()->getOperations().insertAfter(Op.getIterator(), Header);
        (void)verify(Header);
        Header->erase();
        llvm::DenseSet<StringAttr> InnerNames;
        for (Block &Inner : Contents)
          visit(visit, Inner, InnerNames);
        continue;
      }
      // Stubs are no users of symbols.
      InvalidOperations Replaced;
      if (!Replaced.verify(&Op, /*HasStubs=*/false, /*IsUnclosed=*/false))
        continue;
      // What is defined again means itself, for itself.
      Operation *NextOp = Op.getNextNode();
      SymbolTableCollection OwnSymbols;
      if (IsAgain)
        Op.moveBefore(&Body.front());
      Op.walk<WalkOrder::PreOrder>([&](Operation *Inner) {
        if (auto User = dyn_cast<SymbolUserOpInterface>(Inner))
          (void)User.verifySymbolUses(IsAgain ? OwnSymbols : Symbols);
        // Its inside was verified with it.
        return Inner->hasTrait<OpTrait::SymbolTable>() ? WalkResult::skip()
                                                       : WalkResult::advance();
      });
      if (IsAgain)
        Op.moveBefore(&Body, NextOp ? NextOp->getIterator() : Body.end());
    }
  };
  llvm::DenseSet<StringAttr> Names;
  Source.collect([&] { visit(visit, *Source.module().getBody(), Names); });
  std::set<std::string> Result;
  for (const Problem &Issue : Source.problems())
    Result.insert(Issue.Message + "\n");
  return Result;
}

static std::string differenceOf(const std::set<std::string> &Mine,
                                const std::set<std::string> &OfWhole) {
  std::string Result;
  for (const std::string &Line : Mine)
    if (!OfWhole.contains(Line))
      Result += "only by sections: " + Line;
  for (const std::string &Line : OfWhole)
    if (!Mine.contains(Line))
      Result += "only by the whole: " + Line;
  return Result;
}

std::string mlir::noisy::lsp::test::compareWithWhole(const Snapshot &State) {
  llvm::StringRef Bytes = State.text().bytes();
  if (hasCrash(State))
    return "";
  for (auto [I, ChunkRange] : llvm::enumerate(findChunks(Bytes))) {
    auto chunkMessage = [&, I = I](const std::string &Message) {
      return "chunk " + std::to_string(I) + ": " + Message;
    };
    std::string Contents = Bytes.slice(ChunkRange.Begin, ChunkRange.End).str();
    std::set<std::string> Mine;
    bool AllParsed = true, SharesValues = false;
    for (const Snapshot::Part &P : State.parts()) {
      if (P.Chunk != I)
        continue;
      AllParsed &= isGood(P) || currentSection(P);
      SharesValues |= P.Info->DefinesValues;
      if (P.Problems)
        for (const Problem &Issue : *P.Problems)
          if (Issue.Code != foreignDialectCode)
            Mine.insert(withoutNumbers(Issue.Message) + "\n");
    }
    std::unique_ptr<const Chunk> Whole = chunkOf(Contents);
    // Errors of foreign dialects are told in other words.
    if (!Whole->isValid() && namesForeignDialect(allDialects(), Contents))
      continue;
    if (Whole->isValid()) {
      if (!Mine.empty())
        return chunkMessage("it is valid, but\n" + llvm::join(Mine, ""));
      if (!AllParsed)
        return chunkMessage("it is valid, but not all is parsed");
      // MLIR does not tell the uses of symbols where it does not know an
      // operation with a region: as a whole, all functions may be called.
      bool HidesUses = false;
      Whole->module()->walk([&](Operation *Op) {
        HidesUses |= !Op->isRegistered() && Op->getNumRegions() > 0;
      });
      if (HidesUses)
        continue;
      ChunkFacts OwnFacts = knownOf(State, I),
                 WholeFacts = knownOf(*Whole, ChunkRange.Begin, State.text());
      if (std::string D = differenceOf(OwnFacts.Noise, WholeFacts.Noise);
          !D.empty())
        return chunkMessage(D);
      if (std::string D = differenceOf(OwnFacts.Findings, WholeFacts.Findings);
          !D.empty())
        return chunkMessage(D);
      continue;
    }
    // A value outside of all functions takes its name away from functions
    // behind it; sections do not know that.
    if (SharesValues)
      continue;
    if (Mine.empty())
      return chunkMessage("nothing is wrong, but the whole has\n" +
                          describe(Whole->problems().front()));
    std::optional<std::set<std::string>> Wrong;
    onLargeStack([&] { Wrong = problemsOfWhole(Contents); });
    // A name that a function uses and nobody defines is that of a function
    // behind it, for MLIR.
    if (Mine.contains("use of undeclared SSA value name\n"))
      continue;
    if (Wrong && !AllParsed)
      return chunkMessage("the whole parses, but\n" + llvm::join(Mine, ""));
    if (Wrong)
      if (std::string D = differenceOf(Mine, *Wrong); !D.empty())
        return chunkMessage(D);
  }
  return "";
}
