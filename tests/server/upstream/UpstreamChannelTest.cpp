//===- UpstreamChannelTest.cpp - Messages to a child ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamChannel.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <unistd.h>

using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

TEST_CASE("Upstream: a polite end writes all that the child reads",
          "[upstream]") {
  // More than a pipe holds.
  const json Long = {{"text", std::string(1'000'000, 'x')}},
             Last = {{"method", "exit"}};
  size_t Bytes = frameMessage(Long).size() + frameMessage(Last).size();
  std::filesystem::path File =
      std::filesystem::temp_directory_path() /
      ("noisy-upstream-channel-" + std::to_string(::getpid()));
  UpstreamChannel Child;
  REQUIRE_FALSE(llvm::errorToBool(
      Child.open("sh", {"-c", "exec head -c " + std::to_string(Bytes) + " >'" +
                                  File.string() + "'"})));
  Child.send(Long);
  Child.send(Last);
  Child.closePolitely(10s);
  CHECK(std::filesystem::file_size(File) == Bytes);
  std::filesystem::remove(File);
}

TEST_CASE("Upstream: a polite end does not wait for a child that reads nothing",
          "[upstream]") {
  UpstreamChannel Child;
  REQUIRE_FALSE(llvm::errorToBool(Child.open("sleep", {"60"})));
  Child.send({{"text", std::string(1'000'000, 'x')}});
  Child.closePolitely(20ms);
  CHECK_FALSE(Child.isOpen());
}
