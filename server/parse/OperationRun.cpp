//===- OperationRun.cpp - Operations parsed without the rest --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/OperationRun.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "server/parse/ParsedText.h"
#include "server/parse/Recovery.h"
#include "server/parse/SectionReader.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The operations that define the outer values, and use values of the run. No
/// dialect has this namespace.
static constexpr llvm::StringLiteral definerName = "outer.values";
static constexpr llvm::StringLiteral userName = "outer.uses";

bool OperationRun::isVerifiedAlone(llvm::StringRef FullName) {
  static const llvm::StringSet<> Dialects = {"arith", "complex", "index",
                                             "math", "noisy"};
  static const llvm::StringSet<> Operations = {"func.call",
                                               "func.call_indirect",
                                               "func.constant",
                                               "func.return",
                                               stubName,
                                               "tensor.extract",
                                               "tensor.from_elements",
                                               "tensor.insert",
                                               "tensor.splat"};
  return Operations.contains(FullName) ||
         Dialects.contains(FullName.split('.').first);
}

static void printTypes(llvm::raw_ostream &OS, llvm::ArrayRef<Type> Types) {
  OS << "(";
  llvm::interleaveComma(Types, OS, [&](Type T) { T.print(OS); });
  OS << ")";
}

/// Prints the beginning of a function that defines the outer values. All lines
/// are indented like the run, because recovery looks at that.
static std::string printBegin(const RunText &Source) {
  std::string Result =
      "func.func private @run() {\n" + Source.Indentation.str();
  llvm::raw_string_ostream OS(Result);
  std::vector<Type> Types;
  llvm::interleaveComma(Source.Outer, OS, [&](const OuterGroup &Group) {
    OS << Group.Name << ":" << Group.Values.size();
    for (Value V : Group.Values)
      Types.push_back(V.getType());
  });
  OS << (Source.Outer.empty() ? "" : " = ") << '"' << definerName
     << "\"() : () -> ";
  printTypes(OS, Types);
  return Result + "\n" + Source.Indentation.str();
}

/// Prints its end, which uses what the rest uses: that tells the types of
/// stubs' results.
static std::string printEnd(const RunText &Source) {
  std::string Result = "\n" + Source.Indentation.str();
  llvm::raw_string_ostream OS(Result);
  OS << '"' << userName << "\"(";
  std::vector<Type> Types;
  llvm::interleaveComma(Source.LaterUses, OS, [&](const LaterUse &Use) {
    OS << Use.Name;
    Types.push_back(Use.UsedType);
  });
  OS << ") : ";
  printTypes(OS, Types);
  return Result + " -> ()\n}";
}

/// True if all operands are defined before.
static bool isOrdered(Operation *Op) {
  return llvm::all_of(Op->getOperands(), [&](Value Operand) {
    return Operand.getDefiningOp()->isBeforeInBlock(Op);
  });
}

/// Verifies an operation. A return is verified against its function instead
/// (Unit::patch).
static bool isRight(Operation *Op) {
  if (isStub(Op))
    return true;
  if (!Op->isRegistered() || Op->getNumRegions() > 0 ||
      Op->getNumSuccessors() > 0 || !isOrdered(Op) ||
      !OperationRun::isVerifiedAlone(Op->getName().getStringRef()))
    return false;
  if (Op->hasTrait<OpTrait::IsTerminator>())
    return isa<func::ReturnOp>(Op) && Op->getDiscardableAttrs().empty();
  return succeeded(mlir::verify(Op));
}

namespace mlir::noisy::lsp {

class RunParser {
public:
  RunParser(MLIRContext &Context, const RunText &Source,
            const std::string &FileName)
      : Context(Context), Source(Source), FileName(FileName),
        Buffer(printBegin(Source)) {
    Place = {Buffer.size(), Buffer.size() + Source.Text.size()};
    (Buffer += Source.Text) += printEnd(Source);
  }

  std::optional<OperationRun> run();

private:
  bool recover(const std::vector<Problem> &FirstProblems);
  bool addProblem(Problem Issue);
  bool moveNote(Problem::Note &Note) const;
  bool read();

  MLIRContext &Context;
  const RunText &Source;
  const std::string &FileName;
  std::string Buffer;
  /// The range of the run in the buffer.
  ByteRange Place;
  std::shared_ptr<ParsedText> Parsed;
  OffsetMap Offsets;
  std::vector<ByteRange> BrokenRanges;
  OperationRun Result;
};

} // namespace mlir::noisy::lsp

/// Moves a note into the text of the function. Returns false if it is about no
/// place there.
bool RunParser::moveNote(Problem::Note &Note) const {
  if (Place.contains(Note.Range)) {
    Note.Range =
        Note.Range.shift(ptrdiff_t(Source.Offset) - ptrdiff_t(Place.Begin));
    return true;
  }
  // The definition of an outer value.
  std::optional<MlirToken> Name = Lexer(Buffer, Note.Range.Begin).next();
  auto Match = llvm::find_if(Source.Outer, [&](const OuterGroup &Group) {
    return Name && Group.Name == Name->groupName();
  });
  if (Match == Source.Outer.end() || Note.Range.Begin >= Place.Begin)
    return false;
  Note.Range = Match->Definition;
  return true;
}

bool RunParser::addProblem(Problem Issue) {
  if (!Place.contains(Issue.Range))
    return false;
  Issue.Range =
      Issue.Range.shift(ptrdiff_t(Source.Offset) - ptrdiff_t(Place.Begin));
  for (Problem::Note &Note : Issue.Notes)
    if (!moveNote(Note))
      return false;
  Result.Problems.push_back(std::move(Issue));
  return true;
}

/// Parses without the broken operations. Brackets that do not match may belong
/// to the rest of the function.
bool RunParser::recover(const std::vector<Problem> &FirstProblems) {
  int Depth = 0;
  Lexer Tokens(Source.Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    Depth += lex::isOpening(Token->Text.front());
    Depth -= lex::isClosing(Token->Text.front());
    if (Depth < 0)
      return false;
  }
  if (Depth > 0)
    return false;
  std::optional<Recovery> Outcome = lsp::recover(
      Context, {"", Buffer, ""}, FileName, FirstProblems, [] { return false; });
  if (!Outcome || Outcome->ClosesBrackets ||
      !llvm::all_of(Outcome->BrokenRanges,
                    [&](ByteRange Range) { return Place.contains(Range); }) ||
      !llvm::all_of(Outcome->Problems,
                    [&](const Problem &Issue) { return addProblem(Issue); }))
    return false;
  Parsed = Outcome->Source;
  Offsets = Outcome->Offsets;
  BrokenRanges = Outcome->BrokenRanges;
  return true;
}

/// Reads the operations between that which defines the outer values and that
/// which uses values of the run.
bool RunParser::read() {
  if (!llvm::hasSingleElement(*Parsed->module().getBody()))
    return false;
  Region &Body = Parsed->module().getBody()->front().getRegion(0);
  if (!llvm::hasSingleElement(Body))
    return false;
  Operation &Definer = Body.front().front(), &User = Body.front().back();
  if (User.getName().getStringRef() != userName)
    return false;
  SectionReader Reader(Parsed->names(), Parsed->text().data(), Offsets,
                       Place.Begin, Source.Text, FileName);
  Reader.setBrokenRanges(BrokenRanges);
  Section::Index Number = 0;
  for (const OuterGroup &Group : Source.Outer) {
    Reader.nameOuter(Group.Name, Number);
    Number += Group.Values.size();
  }
  Reader.add(&Definer);
  bool AreRight = true;
  size_t OldCount = Parsed->problems().size();
  Parsed->collect([&] {
    for (Operation &Op : llvm::drop_end(llvm::drop_begin(Body.front()))) {
      AreRight = AreRight && isRight(&Op);
      Result.Operations.push_back(&Op);
      llvm::append_range(Result.Values, Op.getResults());
      Reader.add(&Op);
    }
  });
  if (!AreRight || Parsed->problems().size() > OldCount)
    return false;
  User.erase();
  Number = 0;
  for (const OuterGroup &Group : Source.Outer)
    for (Value V : Group.Values)
      Definer.getResult(Number++).replaceAllUsesWith(V);
  Result.Data = Reader.finish(PieceInfo());
  Result.Module = Parsed->takeModule();
  return true;
}

std::optional<OperationRun> RunParser::run() {
  Parsed = std::make_shared<ParsedText>(Context, Buffer, FileName,
                                        ParsedText::Verify::No);
  if (!Parsed->isValid()) {
    std::shared_ptr<ParsedText> First = Parsed;
    if (!recover(First->problems()))
      return std::nullopt;
  } else if (!Parsed->problems().empty()) {
    return std::nullopt;
  }
  if (!read())
    return std::nullopt;
  return std::move(Result);
}

std::optional<OperationRun> OperationRun::parse(MLIRContext &Context,
                                                const RunText &Source,
                                                const std::string &FileName) {
  return RunParser(Context, Source, FileName).run();
}
