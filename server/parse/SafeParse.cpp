//===- SafeParse.cpp - MLIR's parser on broken text -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/SafeParse.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

// The state has all named objects, and unnamed ones have no users outside of
// their own operation.
void mlir::noisy::lsp::dropAllUses(const AsmParserState &State) {
  for (const AsmParserState::OperationDefinition &Definition :
       State.getOpDefs())
    Definition.op->dropAllUses();
  for (const AsmParserState::BlockDefinition &Definition :
       State.getBlockDefs()) {
    for (BlockArgument Argument : Definition.block->getArguments())
      Argument.dropAllUses();
    Definition.block->dropAllUses();
  }
}

LogicalResult mlir::noisy::lsp::parseSafely(
    const llvm::SourceMgr &Sources, Block *Destination, MLIRContext *Context,
    AsmParserState &State, AsmParserCodeCompleteContext *CompletionContext) {
  bool HadError = false;
  ScopedDiagnosticHandler Guard(Context, [&](Diagnostic &Diag) {
    if (Diag.getSeverity() == DiagnosticSeverity::Error && !HadError) {
      HadError = true;
      dropAllUses(State);
    }
    // Not handled: the handlers that were registered before get it.
    return failure();
  });
  // The verifier would report errors, too, and parsing would go on after them.
  ParserConfig Config(Context, /*verifyAfterParse=*/false);
  LogicalResult Outcome = parseAsmSourceFile(Sources, Destination, Config,
                                             &State, CompletionContext);
  return success(succeeded(Outcome) && !HadError);
}
