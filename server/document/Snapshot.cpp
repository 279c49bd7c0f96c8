//===- Snapshot.cpp - What is known of a document at one version ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Snapshot.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

std::vector<ByteRange> mlir::noisy::lsp::findChunks(llvm::StringRef Text) {
  static constexpr llvm::StringLiteral Marker = "// -----";
  std::vector<ByteRange> Chunks;
  size_t Begin = 0;
  for (size_t Found;
       (Found = Text.find(Marker, Begin)) != llvm::StringRef::npos;
       Begin = Found + Marker.size())
    Chunks.push_back({Begin, Found});
  Chunks.push_back({Begin, Text.size()});
  return Chunks;
}

std::shared_ptr<const Snapshot>
Snapshot::build(const DialectRegistry &Registry, Text Contents, int64_t Version,
                const std::string &FileName,
                const std::function<bool()> &Stopped) {
  std::shared_ptr<Snapshot> Result(new Snapshot(std::move(Contents), Version));
  llvm::StringRef Bytes = Result->Contents.bytes();
  for (ByteRange Where : findChunks(Bytes)) {
    if (Stopped && Stopped())
      return nullptr;
    Result->Parts.push_back(
        {Where.Begin,
         Chunk::build(Registry, Bytes.slice(Where.Begin, Where.End),
                      FileName)});
  }
  return Result;
}

const Snapshot::Part &Snapshot::partAt(size_t Offset) const {
  auto After = llvm::upper_bound(
      Parts, Offset, [](size_t O, const Part &P) { return O < P.Begin; });
  return After == Parts.begin() ? Parts.front() : *std::prev(After);
}
