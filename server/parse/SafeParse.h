//===- SafeParse.h - MLIR's parser on broken text ---------------*- C++ -*-===//
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
#include <vector>

namespace mlir {
class AsmParserCodeCompleteContext;
} // namespace mlir

namespace mlir::noisy::lsp {

/// A value that is used but never defined: the place of its first use, and the
/// type that it has there.
struct UndefinedValue {
  /// An operation that uses it, in the text.
  struct User {
    llvm::SMRange Range;
    /// The operations right inside of it.
    llvm::SmallVector<llvm::SMRange, 0> Inner;
    /// The beginning of the one around it, if there is one.
    llvm::SMLoc Around;
  };
  Location Place;
  Type UsedType;
  std::vector<User> Users;
};

/// Parses as `parseAsmSourceFile` does, without verification; fails whenever an
/// error was reported. Errors go to the handlers that are registered with
/// `Context`, which has no threads (Threading::DISABLED).
///
/// MLIR's parser writes to freed memory on some broken texts, which ends the
/// process later, when the thread ends, where crash recovery does not help:
///
///     "a.use"(%z) : (f32) -> ()
///     linalg.generic ... {
///     ^bb0(%x: f32):
///       %z = arith.addf %x, %x : f32
///       cf.br ^bb1
///     ^bb1:
///       an error
///
/// While it parses an operation, finished regions are kept outside of any
/// operation (linalg.generic, scf.reduce, all regions of assembly formats). On
/// an error these are freed while earlier operations still use their values,
/// and freeing those operations later writes to freed memory.
///
/// So all uses are dropped here when the first error is reported: nothing is
/// freed yet, and that IR will not be read again. This costs a walk over the
/// parsed IR, on failure only. Failures without an error remain, which are
/// rare: parsers report their failures. Completion is an exception, so
/// `CompletionContext` (may be null) has to drop all uses whenever it is
/// called.
///
/// Some parsers of operations go on after an error with what they have not got,
/// and crash: `linalg.broadcast ... dimensions = [0, 2`. Such a text has failed
/// to parse, with that error; of what was read little is leaked, and `State` is
/// empty. A crash without an error is left to the caller's survive().
///
/// If the only errors are uses of undefined values, these are added to
/// `UndefinedValues` (may be null).
LogicalResult
parseSafely(const llvm::SourceMgr &Sources, Block *Destination,
            MLIRContext *Context, AsmParserState &State,
            AsmParserCodeCompleteContext *CompletionContext = nullptr,
            std::vector<UndefinedValue> *UndefinedValues = nullptr);

/// Removes all references to parsed values and blocks.
void dropAllUses(const AsmParserState &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_SAFEPARSE_H
