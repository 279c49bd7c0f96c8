//===- Chunk.h - The text between two // ----- lines ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UNIT_CHUNK_H
#define NOISY_SERVER_UNIT_CHUNK_H

#include "analysis/noise/NoiseFacts.h"
#include "server/parse/ParsedText.h"
#include "server/recovery/InvalidOperations.h"
#include "server/text/OffsetMap.h"
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
  /// Whether stubs replace operations with errors (Recovery,
  /// InvalidOperations), so that the rest can be analysed. The analyses know
  /// nothing of stubs, and assume the worst.
  enum class Repair { No, Yes };
  /// Parses, verifies and analyses `Text`. Never fails: errors in the text are
  /// among the problems, and so is a crash of MLIR, which is survived. Any
  /// thread.
  static std::unique_ptr<const Chunk> build(const DialectRegistry &Registry,
                                            llvm::StringRef Text,
                                            const std::string &FileName,
                                            Repair RepairChoice = Repair::No);
  ~Chunk();

  llvm::StringRef text() const { return Contents; }
  /// True if there are facts: the text parsed and verified, if need be after
  /// repair.
  bool isValid() const { return Valid; }
  /// True if no operation was replaced.
  bool isIntact() const {
    return Valid && BrokenRanges.empty() && Invalid.empty();
  }
  const std::vector<Problem> &problems() const { return Problems; }
  const NoiseFacts &facts() const { return Facts; }
  ModuleOp module() const { return *Module; }

  /// The range of the name of `V` at its definition; empty if the text has
  /// none.
  ByteRange definitionOf(Value V) const;
  /// The ranges of the uses of its name; also of those in operations that do
  /// not parse, as far as they are in the block of its definition.
  std::vector<ByteRange> usesOf(Value V) const;
  /// The name of a value in the text, "%4" or "%r#1"; a description of it
  /// if it has none.
  std::string nameOf(Value V) const;
  /// The range of an operation, from the name of its first result on.
  ByteRange rangeOf(Operation *Op) const;

private:
  explicit Chunk(llvm::StringRef Text) : Contents(Text) {}
  const AsmParserState::SMDefinition *sourceOf(Value V) const;
  ByteRange toRange(llvm::SMRange Range) const;
  void read(const std::string &FileName, Repair RepairChoice);
  bool repair(const std::string &FileName);
  void addBrokenUses(Value V, std::vector<ByteRange> &Uses) const;

  std::string Contents;
  std::unique_ptr<MLIRContext> Context;
  /// What was parsed, and its map to the chunk's text: another text if
  /// operations that do not parse were replaced.
  std::shared_ptr<ParsedText> Whole;
  OffsetMap Offsets;
  OwningOpRef<ModuleOp> Module;
  /// The places of the operations that do not parse, in order.
  std::vector<ByteRange> BrokenRanges;
  /// The operations that do not verify.
  InvalidOperations Invalid;
  NoiseFacts Facts;
  std::vector<Problem> Problems;
  bool Valid = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UNIT_CHUNK_H
