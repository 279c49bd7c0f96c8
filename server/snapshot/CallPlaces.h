//===- CallPlaces.h - The places of calls in words --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words about noise name calls by their lines. These change with every edit
// before them, and the facts of a section do not, so the words have marks in
// them, which are replaced when they are shown.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_CALLPLACES_H
#define NOISY_SERVER_SNAPSHOT_CALLPLACES_H

#include "server/snapshot/Snapshot.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy::lsp {

/// The operations of a section that call by a symbol, or call something that
/// returns encrypted values: edits that do not change what is known of noise
/// leave their numbers as they are.
std::vector<Section::Index> findCalls(const Section &Data);

/// A mark for the place of call number `Number` (findCalls) of the section that
/// defines a symbol: the last of `Path`, after those of the containers around
/// it, some of which are empty.
std::string markCallPlace(llvm::ArrayRef<std::string> Path, size_t Number);

/// Replaces the marks for the places of calls in a chunk of a snapshot: by
/// " at line 12"; by nothing if the place is not known.
class CallPlaces {
public:
  CallPlaces(const Snapshot &State, uint32_t Chunk)
      : State(State), Chunk(Chunk) {}

  void replaceMarks(std::vector<std::string> &Sentences);
  /// For words of before an edit, whose calls may be gone.
  static void removeMarks(std::vector<std::string> &Sentences);

private:
  std::string placeOf(llvm::StringRef Mark);

  const Snapshot &State;
  const uint32_t Chunk;
  llvm::DenseMap<const Section *, std::vector<Section::Index>> Calls;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_CALLPLACES_H
