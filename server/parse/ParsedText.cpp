//===- ParsedText.cpp - A text that MLIR has parsed -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/ParsedText.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "server/parse/ProblemCollector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

std::unique_ptr<MLIRContext>
mlir::noisy::lsp::makeContext(const DialectRegistry &Registry) {
  auto Context =
      std::make_unique<MLIRContext>(Registry, MLIRContext::Threading::DISABLED);
  Context->allowUnregisteredDialects();
  Context->printOpOnDiagnostic(true);
  return Context;
}

ParsedText::ParsedText(MLIRContext &Context, std::string Text, std::string Name,
                       Verify Verification)
    : Context(Context), FileName(std::move(Name)), Contents(std::move(Text)),
      Size(Contents.size()) {
  // If a string is not closed before the end of the buffer, MLIR's lexer reads
  // past it. It does not read past the end of a line.
  Contents += '\n';
  Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(Contents, FileName), llvm::SMLoc());
  collect([&] {
    Module = ModuleOp::create(UnknownLoc::get(&Context));
    Valid =
        succeeded(parseSafely(Sources, Module->getBody(), &Context, Names,
                              /*CompletionContext=*/nullptr, &UndefinedValues));
    if (Valid && Verification == Verify::Yes)
      Valid = succeeded(verify(*Module));
  });
}

ByteRange ParsedText::toRange(llvm::SMRange Range) const {
  if (!Range.isValid())
    return {};
  const char *Start = Contents.data();
  return {std::min(size_t(Range.Start.getPointer() - Start), Size),
          std::min(size_t(Range.End.getPointer() - Start), Size)};
}

std::vector<std::pair<ByteRange, Type>> ParsedText::undefinedValues() const {
  ProblemReader Reader(text(), FileName);
  std::vector<std::pair<ByteRange, Type>> Result;
  for (const UndefinedValue &V : UndefinedValues)
    Result.push_back({Reader.rangeOf(V.Place), V.UsedType});
  return Result;
}

void ParsedText::collect(llvm::function_ref<void()> Work) {
  ProblemCollector Collector(Context, text(), FileName, Problems);
  Work();
}
