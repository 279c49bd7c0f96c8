//===- WorkerStreams.h - The worker's input and output ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_WORKER_WORKERSTREAMS_H
#define NOISY_OPTIMIZER_WORKER_WORKERSTREAMS_H

#include "optimizer/cover/CoverWorkerProtocol.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace mlir::noisy {

/// The standard streams, out of CBC's reach: it prints whatever its log level
/// is, and it can fall into a prompt on stdin.
struct WorkerStreams {
  int Input = -1;
  int Output = -1;

  /// Takes over the standard streams; false if there are none.
  bool takeStandard();

  /// Writes to the output; ends the process if the reader is gone.
  void write(std::string_view Text) const;
  void send(const CoverAnswer &Answer) const { write(encodeAnswer(Answer)); }
};

/// Reads requests on a thread of its own, because the end of the pipe must end
/// the process in the middle of a search. If stdin is a file, its end does not.
/// Must live as long as the process.
class WorkerRequests {
public:
  explicit WorkerRequests(int Input);

  /// The next request; nullopt at the end, with the error message, if any, in
  /// \p Error.
  std::optional<CoverRequest> next(std::string &Error);

private:
  void read();
  void end(std::string Reason);

  const int Input;
  bool IsFile;
  std::mutex Mutex;
  std::condition_variable StateChange;
  std::deque<CoverRequest> Queue;
  bool HasEnded = false;
  std::string Wrong;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_WORKER_WORKERSTREAMS_H
