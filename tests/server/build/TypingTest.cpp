//===- TypingTest.cpp - Snapshots of texts that are edited ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After every edit the incremental snapshot is compared with one that is built
// from nothing, and from time to time with what MLIR and the analysis say of
// the whole text. What must be the same:
//   - the pieces, and what MLIR says is wrong with them, always;
//   - names and structure of everything that parses;
//   - the facts and findings of whatever does not depend on something broken.
// What depends on something broken says so (RestsOnStale), and may differ: only
// the builder that saw the text before it broke knows what it was.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IntegerReport.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/noise/NoiseReport.h"
#include "analysis/noise/UncheckedStatements.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "server/parse/ProblemCollector.h"
#include "tests/server/CrashRecovery.h"
#include "tests/server/SnapshotText.h"
#include "tests/server/Typist.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/MlirText.h"
#include "tests/support/RandomDocument.h"
#include "tests/support/RandomEdit.h"
#include "tests/support/RandomSeed.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// How many edits: more where NOISY_TEST_EDITS asks for it.
static unsigned countEdits(unsigned MinCount) {
  const char *Setting = std::getenv("NOISY_TEST_EDITS");
  return Setting ? std::max<unsigned>(MinCount, std::atoi(Setting)) : MinCount;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static const PlacedSection *currentOf(const Snapshot::Part &P) {
  return P.Sections.size() == 1 && !P.Sections[0].isStale() ? &P.Sections[0]
                                                            : nullptr;
}

/// Whether it can be analysed as it is.
static bool isGood(const Snapshot::Part &P) {
  const PlacedSection *Current = currentOf(P);
  return P.Kind == PieceKind::Separator || (Current && !Current->FactsAreStale);
}

/// The chunks in which something is broken. The last good text of that, which
/// need not be shown, may have named anything in the chunk.
static std::set<uint32_t> findBrokenChunks(const Snapshot &State) {
  std::set<uint32_t> Result;
  for (const Snapshot::Part &P : State.parts())
    if (!isGood(P))
      Result.insert(P.Chunk);
  return Result;
}

//===----------------------------------------------------------------------===//
// Comparing with a snapshot from scratch
//===----------------------------------------------------------------------===//

/// "" or what differs.
static std::string compareWithScratch(const Snapshot &State,
                                      const Snapshot &Scratch) {
  if (State.parts().size() != Scratch.parts().size())
    return std::to_string(State.parts().size()) + " parts, from scratch " +
           std::to_string(Scratch.parts().size());
  std::set<uint32_t> BrokenChunks = findBrokenChunks(State);
  std::set<uint64_t> Ids;
  for (size_t I = 0; I < State.parts().size(); ++I) {
    const Snapshot::Part &Mine = State.parts()[I], &New = Scratch.parts()[I];
    auto partMessage = [&](const std::string &Message) {
      return "part " + std::to_string(I) + ": " + Message;
    };
    if (std::string D = difference(describePiece(Mine), describePiece(New));
        !D.empty())
      return partMessage(D);
    if (Mine.Kind != PieceKind::Separator && !Ids.insert(Mine.Id).second)
      return partMessage("its identity is that of another part");
    std::vector<std::string> Wrong = describeProblems(Mine, State);
    std::vector<std::string> WrongThere = describeProblems(New, Scratch);
    if (Wrong != WrongThere)
      return partMessage("problems\n" + llvm::join(Wrong, "") +
                         "from scratch\n" + llvm::join(WrongThere, ""));
    const PlacedSection *OwnPlacement = currentOf(Mine),
                        *ScratchPlacement = currentOf(New);
    if (bool(OwnPlacement) != bool(ScratchPlacement))
      return partMessage("parses only one time");
    if (!OwnPlacement) {
      if (!New.Sections.empty())
        return partMessage("stale from scratch");
      continue;
    }
    if (OwnPlacement->Data->text() != ScratchPlacement->Data->text() ||
        OwnPlacement->Range != ScratchPlacement->Range)
      return partMessage("texts");
    if (std::string D = difference(describe(*OwnPlacement->Data),
                                   describe(*ScratchPlacement->Data));
        !D.empty())
      return partMessage(D);
    if (OwnPlacement->FactsAreStale != ScratchPlacement->FactsAreStale)
      return partMessage("verifies only one time");
    if (OwnPlacement->FactsAreStale) {
      if (ScratchPlacement->Facts)
        return partMessage("facts of what does not verify");
      if (OwnPlacement->Facts && (!OwnPlacement->Facts->RestsOnStale ||
                                  !OwnPlacement->Facts->Problems.empty()))
        return partMessage("facts of before look like those of now");
      continue;
    }
    if (bool(OwnPlacement->Facts) != bool(ScratchPlacement->Facts))
      return partMessage("facts only one time");
    if (!OwnPlacement->Facts)
      continue;
    if (ScratchPlacement->Facts->RestsOnStale &&
        !OwnPlacement->Facts->RestsOnStale)
      return partMessage("does not say that it rests on what is broken");
    if (OwnPlacement->Facts->RestsOnStale) {
      if (!BrokenChunks.contains(Mine.Chunk))
        return partMessage("rests on stale facts, but of what?");
      continue;
    }
    if (std::string D = difference(describe(*OwnPlacement->Facts, State),
                                   describe(*ScratchPlacement->Facts, Scratch));
        !D.empty())
      return partMessage(D);
    if (OwnPlacement->DetailsAreStale || ScratchPlacement->DetailsAreStale)
      continue;
    if (bool(OwnPlacement->Details) != bool(ScratchPlacement->Details) ||
        (OwnPlacement->Details &&
         *OwnPlacement->Details != *ScratchPlacement->Details))
      return partMessage("details");
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Comparing with the snapshot before
//===----------------------------------------------------------------------===//

/// Whether stale sections are those of before, in their places.
static std::string checkStale(const Snapshot &State, const Snapshot *OldState,
                              const OffsetMap &Edits) {
  std::set<const Section *> KnownSections;
  if (OldState)
    for (const Snapshot::Part &P : OldState->parts())
      for (const PlacedSection &S : P.Sections)
        KnownSections.insert(S.Data.get());
  llvm::StringRef Bytes = State.text().bytes();
  for (auto [I, P] : llvm::enumerate(State.parts())) {
    auto partMessage = [&, I = I](const std::string &Message) {
      return "part " + std::to_string(I) + ": " + Message;
    };
    for (const PlacedSection &S : P.Sections) {
      if (!S.Data)
        return partMessage("a section without data");
      if (S.Range.End > Bytes.size() || S.Range.Begin > S.Range.End)
        return partMessage("a section out of the text");
      if (!S.isStale()) {
        if (P.Sections.size() != 1 || S.Range != P.Range ||
            S.Data->text() != Bytes.slice(P.Range.Begin, P.Range.End))
          return partMessage("a section that is not its text");
        continue;
      }
      if (!S.FactsAreStale)
        return partMessage("stale names with facts of now");
      if (!KnownSections.contains(S.Data.get()))
        return partMessage("a stale section from nowhere");
      if (S.Range.empty())
        return partMessage("a stale section of which nothing is left");
      for (const Section::Token &T : S.Data->tokens()) {
        std::optional<ByteRange> TokenRange = S.toText(T.Range);
        if (!TokenRange)
          continue;
        if (!S.Range.contains(*TokenRange) ||
            Bytes.slice(TokenRange->Begin, TokenRange->End) !=
                S.Data->textOf(T.Range))
          return partMessage(
              "a name that is not there: " + S.Data->textOf(T.Range).str() +
              " at " + std::to_string(TokenRange->Begin) + " of " +
              std::to_string(S.Range.Begin) + ".." +
              std::to_string(S.Range.End) + ": " +
              Bytes.slice(TokenRange->Begin, TokenRange->End).str());
        if (S.toSection(TokenRange->Begin) != T.Range.Begin)
          return partMessage("a name that is not found again: " +
                             S.Data->textOf(T.Range).str());
      }
    }
  }
  if (!OldState)
    return "";

  // Where an edit is inside of one part that stays one part, this has what it
  // had, or what was in it when it last parsed.
  ByteRange EditedRange = Edits.hull().Old;
  for (auto [I, Old] : llvm::enumerate(OldState->parts())) {
    if (Edits.isIdentity() || Old.Range.Begin >= EditedRange.Begin ||
        EditedRange.End >= Old.Range.End)
      continue;
    ByteRange NewRange = Edits.toTargetClamped(Old.Range);
    for (auto [J, New] : llvm::enumerate(State.parts())) {
      if (New.Range != NewRange || New.Kind != Old.Kind || currentOf(New))
        continue;
      for (const PlacedSection &NeededSection : Old.Sections)
        if (!Edits.toTargetClamped(NeededSection.Range).empty() &&
            llvm::none_of(New.Sections, [&](const PlacedSection &S) {
              return S.Data == NeededSection.Data;
            }))
          return "part " + std::to_string(J) +
                 ": not what parsed last in its place";
    }
  }
  return "";
}

static bool sayCrash(const Snapshot &State) {
  bool HasCrashed = false;
  State.forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    HasCrashed |= llvm::StringRef(Issue.Message).starts_with("MLIR crashed");
  });
  return HasCrashed;
}

/// Whether another part has another body for an identified type that it names.
static bool hasOtherBody(const Snapshot::Part &P) {
  return P.Problems && llvm::any_of(*P.Problems, [](const Problem &Issue) {
           return Issue.Message ==
                  "identified type already used with a different body";
         });
}

/// Whether what an edit did not touch is the same object still.
static std::string checkReuse(const Snapshot &State, const Snapshot &OldState,
                              const OffsetMap &Edits) {
  if (State.parts().size() != OldState.parts().size() || sayCrash(State) ||
      sayCrash(OldState))
    return "";
  for (auto [Old, New] : llvm::zip(OldState.parts(), State.parts())) {
    // Operations that share values have all between in one part.
    bool IsPlain = Old.Kind == PieceKind::Operation &&
                   Old.Info->Aliases.empty() && New.Info->Aliases.empty();
    if (Old.Kind != New.Kind || Old.Container != New.Container ||
        (!IsPlain && !(*Old.Info == *New.Info)))
      return "";
  }
  for (size_t I = 0; I < State.parts().size(); ++I) {
    const Snapshot::Part &Old = OldState.parts()[I], &New = State.parts()[I];
    std::optional<ByteRange> NewRange = Edits.toTarget(Old.Range);
    if (!NewRange || *NewRange != New.Range || !currentOf(Old) ||
        hasOtherBody(New))
      continue;
    if (New.Id != Old.Id || !currentOf(New) ||
        currentOf(New)->Data != currentOf(Old)->Data)
      return "part " + std::to_string(I) + " is made again";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Nothing is silent
//===----------------------------------------------------------------------===//

/// In how many other parts of its chunk, as a part's notes tell, the same is
/// wrong (foldUnknownDialects).
static unsigned countPlacesNoted(const Snapshot::Part &P) {
  unsigned Result = 0;
  if (P.Problems)
    for (const Problem &Issue : *P.Problems)
      for (const Problem::Note &Note : Issue.Notes) {
        llvm::StringRef Message = Note.Message;
        unsigned Places = 0;
        if (Message.consume_front("the same in ") &&
            !Message.consumeInteger(10, Places) &&
            Message.starts_with(" more place"))
          Result += Places;
      }
  return Result;
}

/// Whether what is not known of a part is told, there, at the header of a
/// container around it, or at the first of several that have the same error.
static std::string checkTold(const Snapshot &State) {
  // By chunk.
  std::map<uint32_t, unsigned> NoteCounts;
  for (const Snapshot::Part &P : State.parts())
    NoteCounts[P.Chunk] += countPlacesNoted(P);
  auto hasError = [](const Snapshot::Part &P) {
    return P.Problems && haveError(*P.Problems);
  };
  auto isBelowError = [&](const Snapshot::Part &P) {
    for (uint32_t I = P.Container; I != Piece::None;
         I = State.parts()[I].Container)
      if (hasError(State.parts()[I]))
        return true;
    return false;
  };
  for (auto [I, P] : llvm::enumerate(State.parts())) {
    if (P.Kind == PieceKind::Separator || hasError(P))
      continue;
    const PlacedSection *CurrentPlacement = currentOf(P);
    if (!CurrentPlacement) {
      if (NoteCounts[P.Chunk]-- == 0)
        return "part " + std::to_string(I) + " does not parse, in silence";
      continue;
    }
    bool IsKnown = !CurrentPlacement->FactsAreStale &&
                   (CurrentPlacement->Facts || P.Kind != PieceKind::Operation);
    if (!IsKnown && !isBelowError(P))
      return "part " + std::to_string(I) + " is not analysed, in silence";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Comparing with the whole
//===----------------------------------------------------------------------===//

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
                            bool IsSpoiled, llvm::StringRef Equation,
                            llvm::ArrayRef<std::string> Remarks) {
  std::string Result;
  // What has no name has no place in the text.
  llvm::raw_string_ostream(Result)
      << (Range.empty() ? 0 : Range.Begin) << ' ' << Name << ": " << Bound
      << " of " << Limit << (IsSpoiled ? " spoiled " : " ") << Equation << " / "
      << llvm::join(Remarks, " / ") << "\n";
  return Result;
}

static ChunkFacts knownOf(const Chunk &Whole, size_t Begin) {
  ChunkFacts Result;
  auto name = [&](Value V) { return Whole.nameOf(V); };
  const NoiseFacts &Facts = Whole.facts();
  for (Value V : Facts.getValues())
    Result.Noise.insert(
        infoLine(Whole.definitionOf(V).shift(Begin), name(V), Facts.getBound(V),
                 Facts.find(V)->model.max, bool(Facts.find(V)->spoiledBy),
                 describeBound(Facts, V), describeOrigin(Facts, V, name)));
  for (const NoiseFinding &Finding : Facts.getFindings()) {
    std::string Line = getFindingCode(Finding.kind).str() + " " +
                       describeFinding(Facts, Finding, name);
    for (const NoiseNote &Note : explainFinding(Facts, Finding, name))
      Line += " / " +
              std::to_string(Begin + Whole.definitionOf(Note.value).Begin) +
              " " + Note.message;
    Result.Findings.insert(Line + "\n");
  }
  for (const UncheckedStatement &Statement :
       findUncheckedStatements(Whole.module()))
    Result.Findings.insert(uncheckedStatementCode.str() + " " +
                           Statement.message + "\n");
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
  for (const Snapshot::Part &P : State.parts())
    for (const PlacedSection &S : P.Sections) {
      if (P.Chunk != ChunkNumber || !S.Facts)
        continue;
      for (const NoiseInfo &Info : S.Facts->Noise)
        Result.Noise.insert(
            infoLine(*S.toText(S.Data->values()[Info.Value].Name),
                     S.Data->nameOf(Info.Value), Info.Bound, Info.Limit,
                     Info.IsSpoiled, Info.Equation, Info.Remarks));
    }
  State.forEachProblem([&](const Snapshot::Part &P, const Problem &Issue) {
    // What changes nothing is no finding of the analysis.
    if (P.Chunk != ChunkNumber || Issue.Code.empty() || Issue.IsUnnecessary)
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
  auto visit = [&](auto &visit, Block &Body) -> void {
    llvm::DenseSet<StringAttr> Names;
    for (Operation &Op : Body) {
      auto Name =
          Op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
      bool IsAgain = Name && !Names.insert(Name).second;
      if (IsAgain)
        Op.emitError() << "redefinition of symbol named '" << Name.getValue()
                       << "'";
      llvm::StringRef Kind = Op.getName().getStringRef();
      if ((Kind == "builtin.module" || Kind == "gpu.module") &&
          llvm::hasSingleElement(Op.getRegion(0))) {
        Operation *Header = Op.cloneWithoutRegions();
        Header->getRegion(0).emplaceBlock();
        Op.getBlock()->getOperations().insertAfter(Op.getIterator(), Header);
        (void)verify(Header);
        Header->erase();
        visit(visit, Op.getRegion(0).front());
        continue;
      }
      if (failed(verify(&Op)))
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
  Source.collect([&] { visit(visit, *Source.module().getBody()); });
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

static std::string compareWithWhole(const Snapshot &State) {
  llvm::StringRef Bytes = State.text().bytes();
  if (sayCrash(State))
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
      AllParsed &= isGood(P) || currentOf(P);
      SharesValues |= P.Info->DefinesValues;
      if (P.Problems)
        for (const Problem &Issue : *P.Problems)
          Mine.insert(withoutNumbers(Issue.Message) + "\n");
    }
    std::unique_ptr<const Chunk> Whole = chunkOf(Contents);
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
                 WholeFacts = knownOf(*Whole, ChunkRange.Begin);
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

//===----------------------------------------------------------------------===//
// Typing
//===----------------------------------------------------------------------===//

namespace {
/// A text that is edited, and that is compared after every edit.
class ComparedText : public Typist {
public:
  using Typist::Typist;

  void buildAndCompare(bool WithWhole) {
    OffsetMap Edits = edits();
    SnapshotPtr New = build();
    Typist ScratchTypist(text());
    SnapshotPtr Scratch = ScratchTypist.build();
    if (WithWhole) {
      New = complete(New);
      Scratch = ScratchTypist.complete(Scratch);
    }
    std::string Wrong = compareWithScratch(*New, *Scratch);
    if (Wrong.empty())
      Wrong = checkTold(*New);
    if (Wrong.empty())
      Wrong = checkStale(*New, Last.get(), Edits);
    if (Wrong.empty() && Last)
      Wrong = checkReuse(*New, *Last, Edits);
    if (Wrong.empty() && WithWhole)
      Wrong = compareWithWhole(*New);
    if (!Wrong.empty()) {
      UNSCOPED_INFO("before:\n" << (Last ? Last->text().bytes().str() : ""));
      UNSCOPED_INFO("the text:\n" << text());
      FAIL(Wrong);
    }
    Last = New;
  }

  SnapshotPtr Last;
};
} // namespace

static const char *const Small = R"mlir(// é, then 😀 { (
!t = !noisy.i32
#m = #noisy.model<initial = 12, max = 30>
module attributes {noisy.model = #m} {
  func.func private @double(%x: !t) -> !t {
    %0 = noisy.add %x, %x : !t
    return %0 : !t loc(#l)
  }
  func.func @f(%p: i1, %e: i32) {
    return
  }
  module @inner {
    func.func private @g(%a: !noisy.i32) -> !noisy.i32
  }
  func.func @main(%a: !t, %p: i1) -> !t {
    %r:2 = scf.if %p -> (!t, !t) { // "{
      %1 = func.call @double(%a) : (!t) -> !t
      scf.yield %1, %a : !t, !t
    } else {
      scf.yield %a, %a : !t, !t
    }
    %2 = noisy.mul %r#0, %r#1 : !t
    return %2 : !t
  }
  "test.use"() {f = @inner::@g, b = dense_resource<blob> : tensor<2xi8>} : () -> ()
}
#l = loc("a.mlir":1:2)
{-#
  dialect_resources: {
    builtin: {
      blob: "0x080000000102"
    }
  }
#-}
// -----
func.func @main() {
  call @later() : () -> ()
  return
}
func.func private @later()
)mlir";

TEST_CASE("a program is typed, character by character", "[typing]") {
  CrashRecovery Recovery;
  std::string Final = Small;
  ComparedText T;
  for (size_t I = 0; I < Final.size(); ++I) {
    CAPTURE(I);
    T.edit({I, I}, llvm::StringRef(Final).substr(I, 1));
    T.buildAndCompare(I % 8 == 0 || I + 1 == Final.size());
  }
  CHECK(llvm::all_of(T.Last->parts(), isGood));
}

TEST_CASE("a program is deleted at random and typed again", "[typing]") {
  CrashRecovery Recovery;
  std::mt19937 Random(7);
  ComparedText T(Small);
  T.buildAndCompare(true);
  unsigned Edits = countEdits(600);
  for (unsigned I = 0; I < Edits; ++I) {
    CAPTURE(I);
    if (T.text().empty() || Random() % 40 == 0) {
      T.become(Small);
    } else {
      size_t Begin = Random() % T.text().size();
      size_t Size = Random() % 4 ? 1 : Random() % 60;
      T.edit({Begin, std::min(Begin + Size, T.text().size())}, "");
    }
    T.buildAndCompare(I % 4 == 0);
  }
}

//===----------------------------------------------------------------------===//
// Edits of programs by chance
//===----------------------------------------------------------------------===//

static void editByChance(Typist &T, std::mt19937 &Random) {
  for (const mlir::noisy::test::RandomEdit &Step :
       mlir::noisy::test::makeEdit(T.text(), Random))
    T.edit({Step.Begin, Step.End}, Step.New);
}

static void editDocuments(std::mt19937 Random, unsigned Edits,
                          bool HasHiddenFlow) {
  for (unsigned I = 0, Program = 0; I < Edits; ++Program) {
    std::string First = mlir::noisy::test::makeDocument(Random, HasHiddenFlow);
    ComparedText T(First);
    CAPTURE(Program);
    T.buildAndCompare(true);
    std::vector<std::string> Steps = {First};
    for (unsigned End = std::min(I + 40, Edits); I < End; ++I) {
      CAPTURE(I);
      if (Random() % 4 == 0 && Steps.size() > 1) {
        // Taken back: one, or all.
        Steps.resize(Random() % 3 ? Steps.size() - 1 : 1);
        T.become(Steps.back());
      } else {
        for (unsigned Ranges = Random() % 3 ? 1 : 1 + Random() % 4; Ranges > 0;
             --Ranges)
          editByChance(T, Random);
        Steps.push_back(T.text());
      }
      T.buildAndCompare(I % 3 == 0);
    }
  }
}

TEST_CASE("programs are edited by chance", "[typing]") {
  CrashRecovery Recovery;
  editDocuments(std::mt19937(11), countEdits(1000), /*HasHiddenFlow=*/false);
}

TEST_CASE("programs with hidden flow are edited by chance", "[typing]") {
  CrashRecovery Recovery;
  editDocuments(std::mt19937(17), countEdits(400), /*HasHiddenFlow=*/true);
}

TEST_CASE("sections with hidden flow say what the whole says",
          "[typing][random]") {
  CrashRecovery Recovery;
  std::mt19937 Random(mlir::noisy::test::randomSeed(19));
  for (unsigned I = 0; I < 300; ++I) {
    CAPTURE(I);
    ComparedText T(
        mlir::noisy::test::makeDocument(Random, /*HasHiddenFlow=*/true));
    T.buildAndCompare(true);
    mlir::noisy::test::countChecked("documents, against the whole");
  }
}

TEST_CASE("texts that need not parse are edited by chance", "[typing]") {
  CrashRecovery Recovery;
  std::mt19937 Random(13);
  unsigned Edits = countEdits(600);
  for (unsigned I = 0; I < Edits;) {
    ComparedText T(mlir::noisy::test::randomMlirText(Random()));
    T.buildAndCompare(false);
    for (unsigned End = std::min(I + 20, Edits); I < End; ++I) {
      CAPTURE(I);
      editByChance(T, Random);
      T.buildAndCompare(I % 3 == 0);
    }
  }
}
//===----------------------------------------------------------------------===//
// Who uses whom
//===----------------------------------------------------------------------===//

/// What is known of the first value in the part that defines a symbol.
static const SectionFacts *factsOf(const Snapshot &State,
                                   llvm::StringRef Symbol) {
  for (const Snapshot::Part &P : State.parts())
    for (const PlacedSection &S : P.Sections)
      for (const Section::Symbol &Definition : S.Data->symbols())
        if (Definition.Name == Symbol)
          return S.Facts.get();
  return nullptr;
}

static constexpr char Callee[] = R"mlir(
#callee = @f
func.func private @f(%a: !noisy.i32) -> !noisy.i32 {
  %r = noisy.mul %a, %a : !noisy.i32
  return %r : !noisy.i32
}
func.func @h(%c: i5) {
  %e = noisy.encode %c : i5 -> !noisy.i32
  %q = func.call @f(%e) : (!noisy.i32) -> !noisy.i32
  return
}
func.func @g(%x: !noisy.i32) {
  %m = noisy.mul %x, %x : !noisy.i32
  CALL
  return
}
)mlir";

TEST_CASE("what text names that never parsed rests on it", "[typing]") {
  std::string Text = Callee;
  Text.replace(Text.find("CALL"), 4, "oops @f");
  Typist T(Text);
  auto State = T.build();
  REQUIRE(factsOf(*State, "f"));
  CHECK(factsOf(*State, "f")->RestsOnStale);
  State = T.type("oops @f", "oops @k");
  CHECK_FALSE(factsOf(*State, "f")->RestsOnStale);
  State = T.type("oops @k", "");
  CHECK_FALSE(factsOf(*State, "f")->RestsOnStale);
}

TEST_CASE("who may be meant rests on who else may be", "[typing]") {
  std::string Text = Callee;
  Text.replace(Text.find("CALL"), 4, "func.call @f(%m) : (!noisy.i32) -> ()");
  Typist T("func.func private @f(%a: !noisy.i32) { oops }\n" + Text);
  auto State = T.build();
  // The first does not parse; the second is what is known of @f.
  REQUIRE(factsOf(*State, "f"));
  CHECK(factsOf(*State, "f")->RestsOnStale);
}

TEST_CASE("a broken operation in generic form still has its name", "[typing]") {
  Typist T(R"mlir(
"func.func"() <{sym_name = "f", function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()
func.func @g() { call @f() : () -> () return }
)mlir");
  CHECK(llvm::all_of(T.build()->parts(), isGood));
  auto State = T.type("return\"()", "return\"(");
  CHECK_FALSE(isGood(State->parts()[0]));
  CHECK(isGood(State->parts()[1]));
}

TEST_CASE("a symbol that an alias stands for is used", "[typing]") {
  std::string Text = Callee;
  Text.replace(Text.find("CALL"), 4,
               "%r = \"func.call\"(%m) <{callee = #callee}> : "
               "(!noisy.i32) -> !noisy.i32");
  auto State = Typist(Text).build();
  CHECK(llvm::all_of(State->parts(), isGood));
  REQUIRE(factsOf(*State, "f"));
  // It overflows with what @g passes, not with what @h does.
  CHECK(factsOf(*State, "f")->Problems.size() == 1);
}

//===----------------------------------------------------------------------===//
// Verifiers that look further than a symbol's type
//===----------------------------------------------------------------------===//

TEST_CASE("what verifiers see of symbols is all of them", "[typing]") {
  for (const char *Text : {
           R"mlir(
omp.declare_reduction @add_f32 : f32
init {
^bb0(%arg: f32):
  %0 = arith.constant 0.0 : f32
  omp.yield (%0 : f32)
}
combiner {
^bb1(%arg0: f32, %arg1: f32):
  %1 = arith.addf %arg0, %arg1 : f32
  omp.yield (%1 : f32)
}
func.func @r(%lb : index, %ub : index, %step : index, %m: memref<1xf32>) {
  omp.parallel reduction(@add_f32 %m -> %prv : memref<1xf32>) {
    omp.terminator
  }
  return
}
)mlir",
           R"mlir(
llvm.comdat @__llvm_comdat {
  llvm.comdat_selector @any any
}
llvm.mlir.global internal constant @has_any_comdat(1 : i64) comdat(@__llvm_comdat::@any) {addr_space = 0 : i32} : i64
llvm.func @fc() comdat(@__llvm_comdat::@any) { llvm.return }
)mlir",
           R"mlir(
acc.private.recipe @pr : memref<10xf32> init {
^bb0(%arg0: memref<10xf32>):
  %0 = memref.alloca() : memref<10xf32>
  acc.yield %0 : memref<10xf32>
}
func.func @t(%a: memref<10xf32>) {
  %0 = acc.private varPtr(%a : memref<10xf32>) recipe(@pr) -> memref<10xf32>
  acc.parallel private(%0 : memref<10xf32>) { acc.yield }
  return
}
)mlir",
           R"mlir(
omp.private {type = private} @x.privatizer : i32
func.func @f(%a: !llvm.ptr) { omp.parallel private(@x.privatizer %a -> %b : !llvm.ptr) { omp.terminator }
 return }
)mlir",
           R"mlir(
llvm.func @bar() { llvm.return }
llvm.mlir.global_ctors ctors = [@bar], priorities = [0 : i32], data = [#llvm.zero]
)mlir",
           R"mlir(
llvm.func @foo(i64) -> f32
llvm.mlir.ifunc external @ifu : !llvm.func<f32 (i64)>, !llvm.ptr @res
llvm.func @res() -> !llvm.ptr { %0 = llvm.mlir.addressof @foo : !llvm.ptr
 llvm.return %0 : !llvm.ptr }
)mlir",
           R"mlir(
llvm.func @f() -> !llvm.ptr {
  %0 = llvm.blockaddress <function = @g, tag = <id = 1>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @g() {
  llvm.br ^bb1
^bb1:
  llvm.blocktag <id = 1>
  llvm.return
}
)mlir",
           R"mlir(
omp.declare_mapper @m : !llvm.struct<"t", (i32)> {
^bb0(%a: !llvm.ptr):
  %0 = omp.map.info var_ptr(%a : !llvm.ptr, !llvm.struct<"t", (i32)>) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr
  omp.declare_mapper.info map_entries(%0 : !llvm.ptr)
}
func.func @f(%a: !llvm.ptr) { %0 = omp.map.info var_ptr(%a : !llvm.ptr, !llvm.struct<"t", (i32)>) map_clauses(tofrom) capture(ByRef) mapper(@m) -> !llvm.ptr
 return }
)mlir",
           R"mlir(
tosa.variable @v = dense<1.0> : tensor<1xf32>
func.func @f() { %0 = tosa.variable_read @v : tensor<1xf32>
 return }
)mlir",
           R"mlir(
llvm.mlir.global external @gl(1 : i32) : i32
llvm.mlir.alias external @al : i32 {
  %0 = llvm.mlir.addressof @gl : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @u() { %0 = llvm.mlir.addressof @al : !llvm.ptr
 llvm.return }
)mlir",
       }) {
    CAPTURE(Text);
    auto State = Typist(Text).build();
    CHECK(llvm::all_of(State->parts(), isGood));
    State->forEachProblem([](const Snapshot::Part &, const Problem &Found) {
      FAIL_CHECK(Found.Message);
    });
  }
}

TEST_CASE("what verifiers see of symbols is edited", "[typing]") {
  Typist T(R"mlir(
llvm.comdat @c {
  llvm.comdat_selector @any any
}
llvm.func @f() comdat(@c::@any) { llvm.return }
llvm.func @g() { llvm.return }
llvm.mlir.global_ctors ctors = [@g], priorities = [0 : i32], data = [#llvm.zero]
)mlir");
  auto CountGood = [](const Typist::SnapshotPtr &State) {
    return llvm::count_if(State->parts(), isGood);
  };
  CHECK(CountGood(T.build()) == 4);
  CHECK(CountGood(T.type("selector @any", "selector @all")) == 3);
  CHECK(CountGood(T.type("selector @all", "selector @any")) == 4);
  CHECK(CountGood(T.type("@g() { llvm.return }", "@g()")) == 3);
  CHECK(CountGood(T.type("@g()", "@g() { llvm.return }")) == 4);
}
