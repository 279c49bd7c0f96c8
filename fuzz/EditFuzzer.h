//===- EditFuzzer.h - Endless editing of documents --------------*- C++ -*-===//
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

/// The limits and options of a run.
struct EditFuzzOptions {
  ServerOptions Server;
  uint64_t Seed = 1;
  /// The run ends at the first limit reached; 0 is no limit.
  size_t MaxEdits = 0;
  double Minutes = 0;
  /// The number of threads; each waits most of the time.
  unsigned Jobs = 4;
  /// The folder for scripts.
  std::string Folder;
  /// The time for shrinking one script.
  unsigned ShrinkSeconds = 60;
  /// If not 0, findings that do not recur in a replay are printed, but do not
  /// count. For a test on a machine that may be busy.
  unsigned OnlyRepeated = 0;
  /// The memory limit in MB for a server that has edited a few documents and
  /// closed them.
  size_t MaxMemory = 1500;
};

/// Edits documents in blocks, each with a pair of servers of its own, and
/// decided by seed and number alone. The blocks are shared among threads.
class EditFuzzer {
public:
  EditFuzzer(EditFuzzOptions Options, const TextSource &Source)
      : Options(std::move(Options)), Source(Source) {}

  /// Runs until time or edits are used up. Findings are printed as they come.
  void run();

  const EditCounts &counts() const { return Counts; }
  /// The number of findings, by kind.
  const std::map<std::string, size_t> &findings() const { return Findings; }

private:
  void runBlocks();
  void runBlock(uint64_t Number, EditCounts &BlockCounts);
  bool isOver() const;
  void report(const std::vector<Finding> &NewFindings, const EditScript &Script,
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
