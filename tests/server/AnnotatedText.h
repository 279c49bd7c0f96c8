//===- AnnotatedText.h - A text with marked places --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_ANNOTATEDTEXT_H
#define NOISY_TESTS_SERVER_ANNOTATEDTEXT_H

#include "dialect/AllDialects.h"
#include "server/build/SnapshotBuilder.h"
#include "server/unit/Chunk.h"
#include "llvm/Support/thread.h"
#include <catch2/catch.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

inline std::ostream &operator<<(std::ostream &OS, const ByteRange &Range) {
  return OS << "[" << Range.Begin << ", " << Range.End << ")";
}

namespace test {

/// A text in which `|` marks a place and `[|...|]` a range; the marks are not
/// part of it. Places and ranges are numbered as they come.
struct AnnotatedText {
  explicit AnnotatedText(llvm::StringRef MarkedText) {
    size_t RangeBegin = 0;
    while (!MarkedText.empty()) {
      if (MarkedText.consume_front("[|")) {
        RangeBegin = Text.size();
      } else if (MarkedText.consume_front("|]")) {
        Ranges.push_back({RangeBegin, Text.size()});
      } else if (MarkedText.consume_front("|")) {
        Places.push_back(Text.size());
      } else {
        Text += MarkedText.front();
        MarkedText = MarkedText.drop_front();
      }
    }
  }

  std::string Text;
  std::vector<size_t> Places;
  std::vector<ByteRange> Ranges;
};

inline const DialectRegistry &allDialects() {
  static const DialectRegistry *Registry = [] {
    auto *New = new DialectRegistry();
    registerAllDialects(*New);
    return New;
  }();
  return *Registry;
}

inline constexpr char TestUri[] = "file:///test.mlir";

/// Runs `Work` on a stack like that of a document's worker.
inline void onLargeStack(llvm::function_ref<void()> Work) {
  llvm::thread Thread(std::optional<unsigned>(ParserStackBytes), Work);
  Thread.join();
}

inline std::shared_ptr<const Snapshot> snapshotOf(const std::string &Contents,
                                                  int64_t Version = 1) {
  std::shared_ptr<const Snapshot> Result;
  onLargeStack([&] {
    SnapshotBuilder Builder(allDialects(), TestUri);
    Result = Builder.build(Text(Contents), Version, OffsetMap(), Effort::Full,
                           nullptr);
  });
  return Result;
}

inline std::unique_ptr<const Chunk> chunkOf(const std::string &Contents) {
  return Chunk::build(allDialects(), Contents, TestUri);
}

/// The value that carries noise and whose name begins at the first `Name` of
/// the chunk.
inline Value valueNamed(const Chunk &Program, const std::string &Name) {
  size_t Offset = Program.text().find(Name);
  REQUIRE(Offset != llvm::StringRef::npos);
  for (Value V : Program.facts().getValues())
    if (Program.definitionOf(V).contains(Offset))
      return V;
  FAIL("no value with noise at the first " << Name);
  return nullptr;
}

} // namespace test
} // namespace mlir::noisy::lsp

#endif // NOISY_TESTS_SERVER_ANNOTATEDTEXT_H
