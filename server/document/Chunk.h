//===- Chunk.h - What is between two // ----- lines -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_CHUNK_H
#define NOISY_SERVER_DOCUMENT_CHUNK_H

#include "analysis/NoiseFacts.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "server/document/ByteRange.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// Something that is wrong with a text, by MLIR or by us.
struct Problem {
  enum class Level { Error, Warning, Information };
  struct Note {
    ByteRange Where;
    std::string Message;
  };
  Level Severity = Level::Error;
  /// "mlir" for what MLIR says, "noisy" for what we do.
  std::string Source;
  /// Such as "noise-overflow"; empty for what MLIR says.
  std::string Code;
  ByteRange Where;
  std::string Message;
  std::vector<Note> Notes;
};

/// A part of a document that is parsed alone, as `// -----` lines cut it: its
/// IR, where everything stands in the text, and what the analysis knows. Byte
/// offsets are those of the chunk's own text.
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

  llvm::StringRef text() const { return Buffer; }
  /// Whether the text parsed and verified, so that there are facts.
  bool isValid() const { return Valid; }
  const std::vector<Problem> &problems() const { return Problems; }
  const NoiseFacts &facts() const { return Facts; }
  ModuleOp module() const { return *Module; }
  const AsmParserState &source() const { return State; }

  /// The value whose name stands at the byte `Offset`, or whose operation's
  /// name does; null when there is none that carries noise.
  Value noisyValueAt(size_t Offset, ByteRange *Where = nullptr) const;

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
  Chunk(const DialectRegistry &Registry, llvm::StringRef Text);
  void parse(const std::string &FileName);
  void indexNames();
  void addNoiseProblems();
  ByteRange toRange(llvm::SMRange Range) const;
  const AsmParserState::SMDefinition *sourceOf(Value V) const;

  struct Name {
    ByteRange Where;
    Value Named;
  };

  std::string Buffer;
  llvm::SourceMgr Sources;
  std::unique_ptr<MLIRContext> Context;
  AsmParserState State;
  OwningOpRef<ModuleOp> Module;
  NoiseFacts Facts;
  std::vector<Problem> Problems;
  /// Where values that carry noise are named, by position, without overlaps.
  std::vector<Name> Names;
  bool Valid = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_CHUNK_H
