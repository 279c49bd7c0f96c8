//===- TestPipe.h - A pipe to read from or to fill --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_TESTPIPE_H
#define NOISY_TESTS_SERVER_TESTPIPE_H

#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>

namespace mlir::noisy::lsp::test {

/// Both ends of a pipe; what is written fits into it, or is read by another
/// thread.
class TestPipe {
public:
  TestPipe() {
    if (pipe2(Ends, O_CLOEXEC) != 0)
      throw std::runtime_error("no pipe");
  }
  /// A pipe from which `Bytes` and then the end of the stream are read.
  explicit TestPipe(std::string_view Bytes) : TestPipe() {
    write(Bytes);
    closeWriteEnd();
  }
  ~TestPipe() {
    closeWriteEnd();
    closeReadEnd();
  }
  TestPipe(const TestPipe &) = delete;
  TestPipe &operator=(const TestPipe &) = delete;

  int readEnd() const { return Ends[0]; }
  int writeEnd() const { return Ends[1]; }
  void closeReadEnd() { closeEnd(Ends[0]); }
  void closeWriteEnd() { closeEnd(Ends[1]); }

  void write(std::string_view Bytes) {
    fcntl(Ends[1], F_SETPIPE_SZ, 1 << 20);
    while (!Bytes.empty()) {
      ssize_t Count = ::write(Ends[1], Bytes.data(), Bytes.size());
      if (Count <= 0)
        throw std::runtime_error("cannot write");
      Bytes.remove_prefix(Count);
    }
  }

  /// Everything up to the end of the stream.
  std::string readAll() {
    std::string Bytes;
    char Buffer[4096];
    while (true) {
      ssize_t Count = ::read(Ends[0], Buffer, sizeof(Buffer));
      if (Count <= 0)
        return Bytes;
      Bytes.append(Buffer, Count);
    }
  }

private:
  static void closeEnd(int &End) {
    if (End >= 0)
      ::close(End);
    End = -1;
  }

  int Ends[2] = {-1, -1};
};

/// A message of the Standard style.
inline std::string framedMessage(std::string_view Body) {
  return "Content-Length: " + std::to_string(Body.size()) + "\r\n\r\n" +
         std::string(Body);
}

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_TESTPIPE_H
