//===- ContextChoice.h - The context for each chunk -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_CONTEXTCHOICE_H
#define NOISY_SERVER_BUILD_CONTEXTCHOICE_H

#include "server/build/TypeMemory.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::noisy::lsp {

/// The contexts of a text. All chunks share one, except those for which this
/// makes a difference (TypeMemory): bodies of named types in other chunks, or
/// in earlier texts, do not hold there, so such a chunk gets a context of its
/// own.
class ContextChoice {
public:
  /// The limit of chunks with a context of their own, which takes memory; later
  /// chunks share one.
  static constexpr size_t MaxChunks = 256;

  /// Prepares a build of a text of this size with so many chunks. Contexts of
  /// another registry, and those with too much garbage, are replaced.
  void beginBuild(const DialectRegistry &New, size_t Bytes, size_t ChunkCount);
  /// Replaces all contexts after a crash: their state is unknown.
  void abandon();
  void clear();
  /// Replaces the context of a chunk: it contradicts the text. Returns false if
  /// there are too many chunks.
  bool renew(uint32_t Chunk);

  const std::shared_ptr<Generation> &contextOf(uint32_t Chunk) const;
  /// True if a unit is in the context of the chunk.
  bool isCurrent(const Unit &U, uint32_t Chunk) const;

  bool hasCrashed() const;

  /// Notes that the chunks were also parsed in other pieces, which the contexts
  /// know now.
  void noteOtherPieces();
  /// Checks slots that are all parsed; returns true if any have to be parsed
  /// again, in another context.
  bool
  revise(llvm::ArrayRef<Slot> Slots,
         llvm::function_ref<std::shared_ptr<Unit>(const Slot &)> ParseAlone);

private:
  void renew();
  std::shared_ptr<Generation> makeContext() const;
  bool sharesTypes(llvm::ArrayRef<Slot> Mine, llvm::ArrayRef<Slot> AllSlots);

  const DialectRegistry *Registry = nullptr;
  std::shared_ptr<Generation> SharedContext;
  /// The state of a chunk.
  struct Chunk {
    /// The chunk's own context; null if it uses the shared one.
    std::shared_ptr<Generation> OwnContext;
    TypeMemory Types;
    /// True if its own context has parsed only its present text.
    bool IsFresh = false;
  };
  std::vector<Chunk> Chunks;
  /// True if the shared context has parsed only the present text.
  bool IsFresh = false;
  /// The chunks with a type of this name, among the revised slots.
  llvm::StringMap<llvm::SmallVector<uint32_t, 1>> Users;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_CONTEXTCHOICE_H
