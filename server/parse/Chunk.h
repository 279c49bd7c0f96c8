//===- Chunk.h - The text between two // ----- lines ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_CHUNK_H
#define NOISY_SERVER_PARSE_CHUNK_H

#include "analysis/noise/NoiseFacts.h"
#include "server/parse/ParsedText.h"
#include <memory>

namespace mlir::noisy::lsp {

/// The text between two `// -----` lines as one program, with its IR, the
/// ranges of all names, and the results of the analysis. For features that need
/// a whole program, such as the optimizer. Byte offsets are those of the
/// chunk's own text.
///
/// Immutable once built. The IR may be read from any thread, as long as no
/// attributes, types or locations are made in its context.
class Chunk {
public:
  /// Parses, verifies and analyses `Text`. Never fails: errors in the text are
  /// among the problems, and so is a crash of MLIR, which is survived. Any
  /// thread.
  static std::unique_ptr<const Chunk> build(const DialectRegistry &Registry,
                                            llvm::StringRef Text,
                                            const std::string &FileName);
  ~Chunk();

  llvm::StringRef text() const { return Contents; }
  /// True if the text parsed and verified, so that there are facts.
  bool isValid() const { return Valid; }
  const std::vector<Problem> &problems() const { return Problems; }
  const NoiseFacts &facts() const { return Facts; }
  ModuleOp module() const { return *Module; }

  /// The range of the name of `V` at its definition; empty if the text has
  /// none.
  ByteRange definitionOf(Value V) const;
  /// The ranges of the uses of its name.
  std::vector<ByteRange> usesOf(Value V) const;
  /// The name of a value in the text, "%4" or "%r#1"; a description of it
  /// if it has none.
  std::string nameOf(Value V) const;
  /// The range of an operation, from the name of its first result on.
  ByteRange rangeOf(Operation *Op) const;

private:
  explicit Chunk(llvm::StringRef Text) : Contents(Text) {}
  const AsmParserState::SMDefinition *sourceOf(Value V) const;

  std::string Contents;
  std::unique_ptr<MLIRContext> Context;
  std::unique_ptr<ParsedText> Whole;
  OwningOpRef<ModuleOp> Module;
  NoiseFacts Facts;
  std::vector<Problem> Problems;
  bool Valid = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_CHUNK_H
