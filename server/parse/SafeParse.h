//===- SafeParse.h - MLIR's parser on text that is broken -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_SAFEPARSE_H
#define NOISY_SERVER_PARSE_SAFEPARSE_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir {
class AsmParserCodeCompleteContext;
} // namespace mlir

namespace mlir::noisy::lsp {

/// Parses as `parseAsmSourceFile` does, and does not verify; fails whenever an
/// error was reported. Errors go to the handlers that are registered with
/// `Context`, which has no threads (Threading::DISABLED).
///
/// MLIR's parser writes to freed memory on some broken texts, and that ends the
/// process later, when the thread ends, where no recovery from crashes helps:
///
///     "a.use"(%z) : (f32) -> ()
///     linalg.generic ... {
///     ^bb0(%x: f32):
///       %z = arith.addf %x, %x : f32
///       cf.br ^bb1
///     ^bb1:
///       an error
///
/// While it parses an operation it keeps regions that are done outside of any
/// operation (linalg.generic, scf.reduce, all regions of assembly formats). On
/// an error these are freed, with uses of their values left in operations that
/// stand before them, and freeing those later writes to what is gone.
///
/// So all uses are dropped here when the first error is reported: nothing is
/// freed yet, and nothing of that IR will be read again. This costs a walk over
/// what was parsed, on failure only. What remains are failures that report no
/// error, which are rare: parsers do not fail in silence. They do where they
/// complete, so `Completing` (may be null) has to drop all uses whenever it is
/// called.
LogicalResult parseSafely(const llvm::SourceMgr &Sources, Block *Into,
                          MLIRContext *Context, AsmParserState &State,
                          AsmParserCodeCompleteContext *Completing = nullptr);

/// Leaves nothing that refers to a value or a block that was parsed.
void dropAllUses(const AsmParserState &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_SAFEPARSE_H
