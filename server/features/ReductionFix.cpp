//===- ReductionFix.cpp - Insert optimal reduce_noise ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/ReductionFix.h"
#include "optimizer/OptimizerReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

bool mlir::noisy::lsp::isFixable(const Problem &Found) {
  return Found.Code == "noise-overflow" || Found.Code == "noise-unbounded" ||
         Found.Code == "noise-contract";
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static bool isNamePart(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || C == '.' || C == '-';
}

/// Every SSA name in the text, and whatever looks like one.
static llvm::StringSet<> findNames(llvm::StringRef Text) {
  llvm::StringSet<> Names;
  for (size_t I = Text.find('%'); I != llvm::StringRef::npos;
       I = Text.find('%', I + 1))
    Names.insert(Text.substr(I).take_front(1).str() +
                 Text.substr(I + 1).take_while(isNamePart).str());
  return Names;
}

/// A name for the reduced `Name` that is not taken: %x_reduced, %reduced4 for
/// %4 (a name that starts with a digit has only digits), with a number behind
/// when it has to be.
static std::string makeName(llvm::StringRef Name, llvm::StringSet<> &Taken) {
  std::string Base = Name.drop_front().str();
  std::replace(Base.begin(), Base.end(), '#', '_');
  Base = !Base.empty() && llvm::isDigit(Base.front()) ? "%reduced" + Base
                                                      : "%" + Base + "_reduced";
  std::string Result = Base;
  for (unsigned I = 2; !Taken.insert(Result).second; ++I)
    Result = Base + "_" + std::to_string(I);
  return Result;
}

/// Where the line of `Offset` begins. Lines end as in LSP: \n, \r\n or \r.
static size_t lineBeginAt(llvm::StringRef Text, size_t Offset) {
  return Text.take_front(Offset).find_last_of("\r\n") + 1;
}

/// The white space that the line of `Offset` begins with.
static llvm::StringRef indentationAt(llvm::StringRef Text, size_t Offset) {
  return Text.substr(lineBeginAt(Text, Offset)).take_while([](char C) {
    return C == ' ' || C == '\t';
  });
}

/// The line end that `Text` begins with; empty when it does not.
static llvm::StringRef lineEndOf(llvm::StringRef Text) {
  if (Text.starts_with("\r\n"))
    return Text.take_front(2);
  return Text.take_while([](char C) { return C == '\r' || C == '\n'; })
      .take_front(1);
}

/// Inserts `Line` behind the operation at `Op`: as a line of its
/// own where nothing but a comment follows on that one, which stays with the
/// operation.
static ByteEdit insertBehind(llvm::StringRef Text, ByteRange Op,
                             const std::string &Line) {
  size_t LineEnd = std::min(Text.find_first_of("\r\n", Op.End), Text.size());
  llvm::StringRef Rest = Text.slice(Op.End, LineEnd).trim();
  if (!Rest.empty() && !Rest.starts_with("//"))
    return {{Op.End, Op.End}, " " + Line};
  // A last line without an end gets what the first line has.
  llvm::StringRef End = lineEndOf(Text.substr(LineEnd));
  if (End.empty())
    End = lineEndOf(Text.substr(Text.find_first_of("\r\n")));
  if (End.empty())
    End = "\n";
  return {{LineEnd, LineEnd},
          (End + indentationAt(Text, Op.Begin) + Line).str()};
}

/// Inserts `Line` before the operation at `Op`, at the top of a block.
static ByteEdit insertBefore(llvm::StringRef Text, ByteRange Op,
                             const std::string &Line) {
  size_t LineBegin = lineBeginAt(Text, Op.Begin);
  llvm::StringRef Indentation = indentationAt(Text, Op.Begin);
  // An argument's block begins before the operation, so there is such a line.
  if (LineBegin == 0 || LineBegin + Indentation.size() != Op.Begin)
    return {{Op.Begin, Op.Begin}, Line + " "};
  llvm::StringRef Before = Text.take_front(LineBegin);
  llvm::StringRef End = Before.take_back(Before.ends_with("\r\n") ? 2 : 1);
  return {{Op.Begin, Op.Begin}, (Line + End + Indentation).str()};
}

std::vector<ByteEdit>
mlir::noisy::lsp::writeReductions(const Chunk &Built,
                                  llvm::ArrayRef<Reduction> Reductions) {
  llvm::StringRef Text = Built.text();
  llvm::StringSet<> Taken = findNames(Text);
  std::vector<ByteEdit> Edits;
  for (const Reduction &Place : Reductions) {
    Value V = Place.value;
    std::string Name = Built.nameOf(V);
    std::string Reduced = makeName(Name, Taken);
    std::string Line =
        Reduced + " = noisy.reduce_noise " + Name + " : !noisy.i32";
    if (auto Argument = dyn_cast<BlockArgument>(V))
      Edits.push_back(insertBefore(
          Text, Built.rangeOf(&Argument.getOwner()->front()), Line));
    else
      Edits.push_back(
          insertBehind(Text, Built.rangeOf(V.getDefiningOp()), Line));
    for (ByteRange Use : Built.usesOf(V))
      Edits.push_back({Use, Reduced});
  }
  llvm::stable_sort(Edits, [](const ByteEdit &A, const ByteEdit &B) {
    // An insertion before a name comes before the change of the name.
    return std::pair(A.Where.Begin, A.Where.End) <
           std::pair(B.Where.Begin, B.Where.End);
  });
  return Edits;
}

std::string mlir::noisy::lsp::applyEdits(llvm::StringRef Text,
                                         llvm::ArrayRef<ByteEdit> Edits) {
  std::string Result;
  size_t Done = 0;
  for (const ByteEdit &Edit : Edits) {
    Result += Text.slice(Done, Edit.Where.Begin);
    Result += Edit.NewText;
    Done = Edit.Where.End;
  }
  return Result + Text.substr(Done).str();
}

//===----------------------------------------------------------------------===//
// The fix
//===----------------------------------------------------------------------===//

ReductionFix
mlir::noisy::lsp::computeReductionFix(const DialectRegistry &Registry,
                                      const Text &Contents, size_t Offset,
                                      const OptimizerOptions &Options) {
  ReductionFix Fix;
  std::vector<ByteRange> Chunks = findChunks(Contents.bytes());
  auto After = llvm::upper_bound(
      Chunks, Offset, [](size_t O, const ByteRange &C) { return O < C.Begin; });
  auto [Begin, End] = *std::prev(After);

  // A parse of its own: this runs beside the worker of the document.
  std::unique_ptr<const Chunk> Built = Chunk::build(
      Registry, Contents.bytes().slice(Begin, End), "reduction-fix.mlir");
  if (!Built->isValid()) {
    Fix.Message = "the text has errors; mend these first";
    return Fix;
  }
  OptimizerResult Result = optimizeReductions(Built->module(), Options);
  Fix.Message =
      describeResult(Result, [&](Value V) { return Built->nameOf(V); });
  if (!Result.isLegal())
    return Fix;
  std::vector<ByteEdit> Edits = writeReductions(*Built, Result.reductions);

  std::unique_ptr<const Chunk> Mended = Chunk::build(
      Registry, applyEdits(Built->text(), Edits), "reduction-fix.mlir");
  if (!Mended->isValid() || !Mended->facts().getFindings().empty()) {
    Fix.Message = "the mended text does not hold up to a new analysis, so "
                  "nothing was changed; please report this with the text";
    return Fix;
  }
  for (ByteEdit &Edit : Edits) {
    Edit.Where.Begin += Begin;
    Edit.Where.End += Begin;
  }
  Fix.Edits = std::move(Edits);
  return Fix;
}
