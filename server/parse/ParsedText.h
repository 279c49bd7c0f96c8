//===- ParsedText.h - A text that MLIR has parsed ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_PARSEDTEXT_H
#define NOISY_SERVER_PARSE_PARSEDTEXT_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"
#include "server/parse/SafeParse.h"
#include "server/parse/UndefinedUse.h"
#include "server/snapshot/Problem.h"
#include "server/syntax/Nesting.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::noisy::lsp {

/// Makes a context for text that is being edited: it allows unregistered
/// dialects, as LLVM's server does, and has no threads, because a crash on a
/// pool's thread cannot be survived.
std::unique_ptr<MLIRContext> makeContext(const DialectRegistry &Registry);

/// A text and the result of parsing it: the IR, and the ranges of all names.
/// Only for the thread that owns the context.
class ParsedText {
public:
  enum class Verify { No, Yes };

  /// Parses `Text`. `FileName` is its name in locations.
  ParsedText(MLIRContext &Context, std::string Text, std::string FileName,
             Verify Verification);
  ParsedText(const ParsedText &) = delete;
  ParsedText &operator=(const ParsedText &) = delete;

  /// True if the text parsed, and verified if that was requested.
  bool isValid() const { return Valid; }
  llvm::StringRef text() const {
    return llvm::StringRef(Contents).take_front(Size);
  }
  ModuleOp module() const { return *Module; }
  /// Releases the IR; `names` still refers to it.
  OwningOpRef<ModuleOp> takeModule() { return std::move(Module); }
  const AsmParserState &names() const { return Names; }
  /// The diagnostics of MLIR during parsing, and later ones from `collect`.
  std::vector<Problem> &problems() { return Problems; }

  /// The uses of values that are not defined, if there is no other error.
  std::vector<UndefinedUse> undefinedUses() const;

  /// Runs `Work` and adds MLIR's diagnostics to the problems.
  void collect(llvm::function_ref<void()> Work);

  ByteRange toRange(llvm::SMRange Range) const;

private:
  MLIRContext &Context;
  std::string FileName;
  std::string Contents;
  llvm::SourceMgr Sources;
  size_t Size;
  AsmParserState Names;
  OwningOpRef<ModuleOp> Module;
  std::vector<Problem> Problems;
  std::vector<UndefinedValue> UndefinedValues;
  bool Valid = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_PARSEDTEXT_H
