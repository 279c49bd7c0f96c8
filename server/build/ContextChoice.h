//===- ContextChoice.h - Which context a chunk is parsed in -----*- C++ -*-===//
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

/// The contexts of a text. All chunks share one, but for those in which that
/// shows (TypeMemory): what other chunks, or earlier texts, say of types with
/// names does not hold there, so such a chunk gets a context of its own.
class ContextChoice {
public:
  /// Chunks behind as many have no context of their own: it takes memory.
  static constexpr size_t MaxChunks = 256;

  /// Before a build of a text of this size with so many chunks. Contexts of
  /// another registry, and those that much was parsed in, are replaced.
  void beginBuild(const DialectRegistry &New, size_t Bytes, size_t ChunkCount);
  /// After a crash: the state of the contexts is not known.
  void abandon();
  void clear();

  const std::shared_ptr<Generation> &of(uint32_t Chunk) const;
  /// Whether a unit is in the context of the chunk.
  bool isCurrent(const Unit &U, uint32_t Chunk) const;

  bool hasCrashed() const;

  /// The chunks were parsed in other pieces, too, which the contexts know now.
  void noteOtherPieces();
  /// Looks at slots that are all parsed, and gives whether any have to be
  /// parsed again, in another context.
  bool
  revise(llvm::ArrayRef<Slot> Slots,
         llvm::function_ref<std::shared_ptr<Unit>(const Slot &)> ParseAlone);

private:
  void renew();
  std::shared_ptr<Generation> makeContext() const;
  bool sharesTypes(llvm::ArrayRef<Slot> Mine, llvm::ArrayRef<Slot> All);

  const DialectRegistry *Registry = nullptr;
  std::shared_ptr<Generation> Shared;
  /// By chunk.
  struct Chunk {
    /// Null where it is the shared one.
    std::shared_ptr<Generation> Own;
    TypeMemory Known;
    /// Its own context has parsed nothing but what it is now.
    bool IsFresh = false;
  };
  std::vector<Chunk> Chunks;
  /// The same of the shared one.
  bool IsFresh = false;
  /// The chunks that have a type with a name, of the slots that are revised.
  llvm::StringMap<llvm::SmallVector<uint32_t, 1>> Users;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_CONTEXTCHOICE_H
