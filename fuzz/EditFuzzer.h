//===- EditFuzzer.h - Documents that are edited without end -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_EDITFUZZER_H
#define NOISY_FUZZ_EDITFUZZER_H

#include "fuzz/EditStage.h"
#include "fuzz/TextSource.h"
#include <atomic>
#include <mutex>

namespace mlir::noisy::fuzz {

/// How long and how.
struct EditFuzzOptions {
  ServerOptions Server;
  uint64_t Seed = 1;
  /// Whichever comes first; 0 is no limit.
  size_t MaxEdits = 0;
  double Minutes = 0;
  /// Each waits most of the time.
  unsigned Jobs = 4;
  /// Where scripts are written.
  std::string Folder;
  /// For making one script smaller.
  unsigned ShrinkSeconds = 60;
  /// Not 0: what is not seen again when it is replayed is printed, but counts
  /// as no finding. For a test on a machine that may be busy.
  unsigned OnlyRepeated = 0;
  /// In MB, for a server that has edited a few documents and closed them.
  size_t MaxMemory = 1500;
};

/// Edits documents in blocks: each with a pair of servers of its own, and
/// decided by seed and number alone. The blocks are shared among threads.
class EditFuzzer {
public:
  EditFuzzer(EditFuzzOptions Options, const TextSource &Source)
      : Options(std::move(Options)), Source(Source) {}

  /// Returns once time or edits are used up. Findings are printed as they
  /// come.
  void run();

  const EditCounts &counts() const { return Counts; }
  /// By kind.
  const std::map<std::string, size_t> &findings() const { return Findings; }

private:
  void runBlocks();
  void runBlock(uint64_t Number, EditCounts &Now);
  bool isOver() const;
  void report(const std::vector<Finding> &Found, const EditScript &Script,
              unsigned Document, uint64_t Block);

  const EditFuzzOptions Options;
  const TextSource &Source;
  std::chrono::steady_clock::time_point Begin;
  std::atomic<uint64_t> NextBlock{0};
  std::atomic<size_t> Edits{0};
  std::mutex Mutex;
  EditCounts Counts;
  std::map<std::string, size_t> Findings;
};

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_EDITFUZZER_H
