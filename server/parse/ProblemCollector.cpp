//===- ProblemCollector.cpp - MLIR's diagnostics as problems --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/ProblemCollector.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "server/parse/NoisyAttributes.h"
#include "server/parse/OperationNames.h"
#include "server/parse/Stubs.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

ProblemCollector::ProblemCollector(MLIRContext &Context, llvm::StringRef Buffer,
                                   llvm::StringRef FileName,
                                   std::vector<Problem> &Problems)
    : Reader(Buffer, FileName),
      Handler(&Context, [this, &Problems](Diagnostic &Diag) {
        // Notes come with the diagnostic that they belong to.
        if (Diag.getSeverity() == DiagnosticSeverity::Note)
          return success();
        // Of two regions of an operation the same may be wrong.
        Problem New = Reader.read(Diag);
        if (Problems.empty() || Problems.back() != New)
          Problems.push_back(std::move(New));
        return success();
      }) {}

/// Returns the offset of MLIR's line and column, both from 1; the end of the
/// text if there is no such place.
size_t ProblemReader::findPlace(unsigned Line, unsigned Column) const {
  // A table, not a search from the top: there may be as many problems as lines.
  if (LineStarts.empty()) {
    LineStarts.push_back(0);
    for (size_t End = 0;
         (End = Buffer.find('\n', End)) != llvm::StringRef::npos;)
      LineStarts.push_back(++End);
  }
  if (Line > LineStarts.size())
    return Buffer.size();
  size_t Begin = LineStarts[Line - 1];
  size_t LineEnd = std::min(Buffer.find('\n', Begin), Buffer.size());
  return std::min(Begin + std::max(Column, 1u) - 1, LineEnd);
}

ByteRange ProblemReader::rangeOf(Location Loc) const {
  FileLineColLoc InFile;
  Loc->walk([&](Location Part) {
    InFile = dyn_cast<FileLineColLoc>(Part);
    if (InFile && InFile.getFilename() == FileName && InFile.getLine() > 0)
      return WalkResult::interrupt();
    InFile = nullptr;
    return WalkResult::advance();
  });
  if (!InFile)
    return {};
  return rangeAt(findPlace(InFile.getLine(), InFile.getColumn()));
}

ByteRange ProblemReader::rangeAt(size_t Begin) const {
  if (Begin == Buffer.size())
    return {Begin, Begin};
  llvm::SMRange Token = AsmParserState::convertIdLocToRange(
      llvm::SMLoc::getFromPointer(Buffer.data() + Begin));
  size_t End = Token.End.getPointer() - Buffer.data();
  // At least two characters, as in LLVM's server, but within the line.
  size_t LineEnd = std::min(Buffer.find_first_of("\r\n", Begin), Buffer.size());
  return {Begin, std::min(std::max(End, Begin + 2), LineEnd)};
}

/// True for notes that say nothing of the text: a print of the operation, which
/// stands there, and a list of all dialects.
static bool isNoise(llvm::StringRef Note) {
  return Note.starts_with("see current operation: ") ||
         Note.starts_with("Available dialects: ");
}

Problem ProblemReader::read(Diagnostic &Diag) const {
  Problem Result;
  if (Diag.getSeverity() == DiagnosticSeverity::Warning)
    Result.Severity = Problem::Level::Warning;
  else if (Diag.getSeverity() == DiagnosticSeverity::Remark)
    Result.Severity = Problem::Level::Information;
  Result.Source = "mlir";
  Result.Range = rangeOf(Diag.getLocation());
  Result.Message = Diag.str();
  for (Diagnostic &Note : Diag.getNotes())
    if (std::string Message = Note.str(); !isNoise(Message))
      Result.Notes.push_back({rangeOf(Note.getLocation()), std::move(Message)});
  removeStubNotes(Result);
  explainUnknownOperation(
      Result, Diag.getLocation()->getContext()->getDialectRegistry(), Buffer);
  settleNoisyAttribute(Result, Buffer);
  return Result;
}
