//===- SnapshotText.cpp - All that a snapshot says, as text ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/SnapshotText.h"
#include "llvm/Support/raw_ostream.h"
#include <regex>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using Index = Section::Index;

static std::string formatRange(ByteRange Range) {
  return " [" + std::to_string(Range.Begin) + ", " + std::to_string(Range.End) +
         ")";
}

static void writeNumber(llvm::raw_ostream &OS, Index Number) {
  if (Number == Section::None)
    OS << " -";
  else
    OS << ' ' << Number;
}

std::string mlir::noisy::lsp::test::describe(const Section &Data) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  auto number = [&](Index I) { writeNumber(OS, I); };
  OS << "text " << Data.text().size() << " bytes\n";
  for (const Section::Operation &Op : Data.operations()) {
    OS << "operation " << Data.string(Op.FullName) << formatRange(Op.Name)
       << formatRange(Op.Range);
    number(Op.Parent);
    OS << " results";
    number(Op.FirstResult);
    number(Op.ResultCount);
    number(Op.Symbol);
    OS << (Op.IsSymbolTable ? " table" : "")
       << (Op.IsFunction ? " function" : "")
       << (Op.HasEncryptedSignature ? " encrypted" : "")
       << (Op.IsTerminator ? " terminator" : "")
       << (Op.HasSuccessors ? " branches" : "") << " kind " << int(Op.Kind)
       << "\n";
  }
  for (const Section::Block &B : Data.blocks()) {
    OS << "block" << formatRange(B.Name);
    for (Index I : {B.Parent, B.Number, B.FirstArgument, B.ArgumentCount,
                    B.FirstSuccessor, B.SuccessorCount})
      number(I);
    OS << "\n";
  }
  OS << "successors";
  for (Index I : Data.successors())
    number(I);
  OS << "\n";
  for (size_t I = 0; I < Data.values().size(); ++I) {
    const Section::Value &V = Data.values()[I];
    OS << "value " << Data.nameOf(Index(I)) << formatRange(V.Name) << ' '
       << Data.string(V.Type) << (V.IsArgument ? " argument" : "") << " kind "
       << int(V.Kind);
    for (Index Number : {V.Owner, V.Number, V.Group, V.GroupSize})
      number(Number);
    OS << "\n";
  }
  for (const Section::Symbol &S : Data.symbols()) {
    OS << "symbol " << S.Name << formatRange(S.Range);
    number(S.Operation);
    OS << "\n";
  }
  for (const Section::SymbolUse &Use : Data.symbolUses()) {
    OS << "use";
    for (const std::string &Name : Use.Path.names())
      OS << " @" << Name;
    number(Use.Scope);
    number(Use.User);
    OS << "\n";
  }
  for (const Section::Alias &A : Data.aliases())
    OS << "alias " << A.Name << formatRange(A.Value) << "\n";
  for (const Section::ForeignLocation &L : Data.foreignLocations())
    OS << "location " << L.Operation << ' ' << Data.string(L.File) << ':'
       << L.Line << ':' << L.Column << "\n";
  for (const Section::Token &T : Data.tokens()) {
    OS << "token " << Data.textOf(T.Range) << formatRange(T.Range) << ' '
       << int(T.TargetKind);
    number(T.Target);
    OS << (T.IsDefinition ? " definition" : "") << "\n";
  }
  OS << "in text";
  for (Index I : Data.inText())
    number(I);
  for (SectionRange Range : Data.brokenRanges())
    OS << "\nbroken" << formatRange(Range);
  OS << "\n";
  return Result;
}

std::string mlir::noisy::lsp::test::describe(const Problem &Issue) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << int(Issue.Severity) << ' ' << Issue.Source << ' ' << Issue.Code
     << formatRange(Issue.Range) << ' ' << Issue.Message;
  for (const Problem::Note &Note : Issue.Notes)
    OS << " / " << Note.Part << formatRange(Note.Range) << ' ' << Note.Message;
  OS << "\n";
  return Result;
}

std::string mlir::noisy::lsp::test::withoutNumbers(const std::string &Message) {
  static const std::regex Resource(
      "(dense_resource<\\w+?|for key '\\w+?)_[0-9]+([>'])");
  return std::regex_replace(Message, Resource, "$1$2");
}

/// With numbers of parts for their identities, and resources as they are named
/// in the text.
static Problem withNumbers(Problem Issue, const Snapshot &State) {
  Issue.Message = withoutNumbers(Issue.Message);
  for (Problem::Note &Note : Issue.Notes) {
    Note.Message = withoutNumbers(Note.Message);
    if (Note.Part) {
      const Snapshot::Part *OwnerPart = State.findPart(Note.Part);
      Note.Part = OwnerPart ? 1 + (OwnerPart - State.parts().data()) : 1000000;
    }
  }
  return Issue;
}

std::string mlir::noisy::lsp::test::describe(const SectionFacts &Facts,
                                             const Snapshot &State) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << "facts" << (Facts.RestsOnStale ? " rest on stale" : "") << "\n";
  for (const NoiseInfo &Info : Facts.Noise) {
    NoiseReasons Reasons = Facts.reasonsFor(Info);
    OS << "noise " << Info.Value << ": " << Info.Bound << " of " << Info.Limit
       << (Info.IsUnreliable ? " unreliable" : "") << " " << Reasons.Equation;
    for (const std::string &Remark : Reasons.Remarks)
      OS << " / " << Remark;
    OS << " <-";
    for (Section::Index Source : Facts.sourcesOf(Info))
      OS << ' ' << Source;
    OS << "\n";
  }
  for (const Problem &Issue : Facts.Problems)
    OS << "problem " << describe(withNumbers(Issue, State));
  return Result;
}

std::string mlir::noisy::lsp::test::describePiece(const Snapshot::Part &P) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << "part " << int(P.Kind) << formatRange(P.Range);
  writeNumber(OS, P.Container);
  OS << " chunk " << P.Chunk << ' ' << P.Info->Hash << ' ' << P.Info->Operation
     << (P.Info->Generic ? " generic" : "") << formatRange(P.Info->Symbol)
     << (P.Info->DefinesValues ? " defines" : "")
     << (P.Info->UsesValues ? " uses" : "")
     << (P.Info->UsesResources ? " resources" : "")
     << (P.Info->IsUnbalanced ? " unbalanced" : "");
  for (const PieceInfo::AliasDefinition &Alias : P.Info->Aliases)
    OS << ' ' << Alias.Name << formatRange(Alias.Range);
  for (const std::string &Use : P.Info->AliasUses)
    OS << " uses " << Use;
  OS << "\n";
  return Result;
}

std::vector<std::string>
mlir::noisy::lsp::test::describeProblems(const Snapshot::Part &P,
                                         const Snapshot &State) {
  std::vector<std::string> Result;
  if (P.Problems)
    for (const Problem &Issue : *P.Problems)
      // Of what is no number, MLIR makes any.
      if (!llvm::StringRef(Issue.Message).contains("NVVM target SM version"))
        Result.push_back(describe(withNumbers(Issue, State)));
  return Result;
}

std::string mlir::noisy::lsp::test::difference(const std::string &One,
                                               const std::string &OtherText) {
  if (One == OtherText)
    return "";
  llvm::StringRef A = One, B = OtherText;
  while (true) {
    auto [LineOfA, RestOfA] = A.split('\n');
    auto [LineOfB, RestOfB] = B.split('\n');
    if (LineOfA != LineOfB)
      return "\n  " + LineOfA.str() + "\nis not\n  " + LineOfB.str() + "\n";
    A = RestOfA;
    B = RestOfB;
  }
}
