//===- Snapshot.cpp - What is known of a document at one version ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Snapshot.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

std::vector<size_t> mlir::noisy::lsp::findChunks(llvm::StringRef Text) {
  static constexpr llvm::StringLiteral Marker = "// -----";
  std::vector<size_t> Begins = {0};
  for (size_t Found = Text.find(Marker); Found != llvm::StringRef::npos;
       Found = Text.find(Marker, Found + Marker.size())) {
    llvm::StringRef Line = Text.take_front(Found);
    Line = Line.substr(Line.rfind('\n') + 1);
    if (!Line.trim().empty())
      continue;
    Begins.push_back(std::min(Text.find('\n', Found), Text.size() - 1) + 1);
  }
  return Begins;
}

std::shared_ptr<const Snapshot>
Snapshot::build(const DialectRegistry &Registry, Text Contents, int64_t Version,
                const std::string &FileName,
                const std::function<bool()> &Stopped) {
  std::shared_ptr<Snapshot> Result(new Snapshot(std::move(Contents), Version));
  llvm::StringRef Bytes = Result->Contents.bytes();
  std::vector<size_t> Begins = findChunks(Bytes);
  for (size_t I = 0; I < Begins.size(); ++I) {
    if (Stopped && Stopped())
      return nullptr;
    size_t End = I + 1 < Begins.size() ? Begins[I + 1] : Bytes.size();
    Result->Parts.push_back(
        {Begins[I],
         Chunk::build(Registry, Bytes.slice(Begins[I], End), FileName)});
  }
  return Result;
}

const Snapshot::Part &Snapshot::partAt(size_t Offset) const {
  auto After = llvm::upper_bound(
      Parts, Offset, [](size_t O, const Part &P) { return O < P.Begin; });
  return After == Parts.begin() ? Parts.front() : *std::prev(After);
}
