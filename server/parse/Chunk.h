//===- Chunk.h - What is between two // ----- lines -------------*- C++ -*-===//
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

/// All between two `// -----` lines as one program, with its IR, where
/// everything stands in the text, and what the analysis knows: for what works
/// on a whole program, such as the optimizer. Byte offsets are those of the
/// chunk's own text.
///
/// Immutable once built. The IR may be read from any thread, as long as nobody
/// makes attributes, types or locations in its context.
class Chunk {
public:
  /// Parses, verifies and analyses `Text`. Never fails: what is wrong with the
  /// text is among the problems, and so is a crash of MLIR, which is survived.
  /// Any thread.
  static std::unique_ptr<const Chunk> build(const DialectRegistry &Registry,
                                            llvm::StringRef Text,
                                            const std::string &FileName);
  ~Chunk();

  llvm::StringRef text() const { return Contents; }
  /// Whether the text parsed and verified, so that there are facts.
  bool isValid() const { return Valid; }
  const std::vector<Problem> &problems() const { return Problems; }
  const NoiseFacts &facts() const { return Facts; }
  ModuleOp module() const { return *Module; }

  /// Where the name of `V` is defined; empty when it is not in the text.
  ByteRange definitionOf(Value V) const;
  /// Where its name is used.
  std::vector<ByteRange> usesOf(Value V) const;
  /// The name of a value as the text has it, "%4" or "%r#1"; "<unnamed>" when
  /// it has none.
  std::string nameOf(Value V) const;
  /// The range of an operation, from its first result's name on.
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
