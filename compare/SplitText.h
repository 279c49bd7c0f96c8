//===- SplitText.h - The chunks of a text -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_COMPARE_SPLITTEXT_H
#define NOISY_COMPARE_SPLITTEXT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::noisy::compare {

/// A text, and its chunks: parts that are parsed separately. A `// -----` with
/// nothing but blanks, or a comment, after it on the line ends a chunk.
class SplitText {
public:
  explicit SplitText(std::string Text);

  const std::string &text() const { return Text; }
  /// The text for LLVM's server, which also splits at comments that only begin
  /// like a marker (`// ------ Tests`): these are spelled `//=-----...`. It
  /// does not know \r as a line end. Every position stays the same.
  std::string llvmText() const;

  size_t chunkCount() const { return ChunkStarts.size(); }
  /// The chunk of a line; lines count from 0.
  size_t chunkAt(uint32_t Line) const;
  /// The first line of a chunk: the marker, except for the first chunk.
  uint32_t chunkStart(size_t Chunk) const { return ChunkStarts[Chunk]; }

  size_t lineCount() const { return LineStarts.size(); }
  /// A line without its line end.
  llvm::StringRef line(size_t Line) const;

private:
  size_t lineAt(size_t Offset) const;

  const std::string Text;
  std::vector<size_t> LineStarts;
  std::vector<uint32_t> ChunkStarts;
};

} // namespace mlir::noisy::compare

#endif // NOISY_COMPARE_SPLITTEXT_H
