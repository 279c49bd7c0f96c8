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
#include "server/snapshot/Problem.h"
#include "server/syntax/Nesting.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::noisy::lsp {

/// A context for what people type: it allows unregistered dialects, as LLVM's
/// server does, and has no threads, because a crash on a thread of a pool
/// cannot be survived.
std::unique_ptr<MLIRContext> makeContext(const DialectRegistry &Registry);

/// A text and what MLIR's parser makes of it: the IR, and where everything in
/// it stands. For the thread that owns the context only.
class ParsedText {
public:
  enum class Verify { No, Yes };

  /// Parses `Text`. `FileName` is what locations name it.
  ParsedText(MLIRContext &Context, std::string Text, std::string FileName,
             Verify How);
  ParsedText(const ParsedText &) = delete;
  ParsedText &operator=(const ParsedText &) = delete;

  /// Whether it parsed, and verified if that was asked for.
  bool isValid() const { return Valid; }
  llvm::StringRef text() const {
    return llvm::StringRef(Contents).take_front(Size);
  }
  ModuleOp module() const { return *Module; }
  /// Hands the IR over; `names` refers to it still.
  OwningOpRef<ModuleOp> takeModule() { return std::move(Module); }
  const AsmParserState &names() const { return Names; }
  /// What MLIR said while it parsed, and since, in `collect`.
  std::vector<Problem> &problems() { return Problems; }

  /// Runs `Work` and adds what MLIR says meanwhile to the problems.
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
  bool Valid = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_PARSEDTEXT_H
