//===- ProcessUsage.cpp - Memory and time of processes --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/measure/ProcessUsage.h"
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

using namespace mlir::noisy::bench;
namespace fs = std::filesystem;

static std::string folderOf(pid_t process) {
  return "/proc/" + std::to_string(process);
}

/// The parent of a process; 0 if the process is gone.
static pid_t readParent(pid_t process) {
  std::ifstream file(folderOf(process) + "/stat");
  std::string line;
  std::getline(file, line);
  // The name may have any characters; after it come a state and the parent.
  size_t name = line.rfind(") ");
  return name == std::string::npos || name + 4 > line.size()
             ? 0
             : std::atoi(line.c_str() + name + 4);
}

std::vector<pid_t> mlir::noisy::bench::findFamily(pid_t process) {
  std::multimap<pid_t, pid_t> children;
  std::error_code failure;
  for (const auto &entry : fs::directory_iterator("/proc", failure))
    if (pid_t pid = std::atoi(entry.path().filename().c_str()))
      children.emplace(readParent(pid), pid);
  std::vector<pid_t> family = {process};
  for (size_t i = 0; i < family.size(); ++i)
    for (auto [child, end] = children.equal_range(family[i]); child != end;
         ++child)
      family.push_back(child->second);
  return family;
}

static double readProcessorTime(pid_t process) {
  double nanoseconds = 0;
  std::error_code failure;
  for (const auto &entry :
       fs::directory_iterator(folderOf(process) + "/task", failure)) {
    double ran = 0;
    std::ifstream(entry.path() / "schedstat") >> ran;
    nanoseconds += ran;
  }
  return nanoseconds / 1e9;
}

ProcessUsage mlir::noisy::bench::readUsage(pid_t process) {
  ProcessUsage usage;
  for (pid_t member : findFamily(process)) {
    usage.processorTime += readProcessorTime(member);
    std::ifstream status(folderOf(member) + "/status");
    for (std::string word; status >> word;) {
      double kibibytes = 0;
      if (word == "VmRSS:" && status >> kibibytes)
        usage.resident += kibibytes / 1024;
      else if (word == "VmHWM:" && status >> kibibytes)
        usage.peak += kibibytes / 1024;
    }
  }
  return usage;
}

void mlir::noisy::bench::waitUntilIdle(pid_t process) {
  std::vector<pid_t> family = findFamily(process);
  auto readTime = [&] {
    double sum = 0;
    for (pid_t member : family)
      sum += readProcessorTime(member);
    return sum;
  };
  double previousTime = readTime();
  for (unsigned i = 0; i < 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    double currentTime = readTime();
    // Ended threads reduce the sum.
    if (currentTime == previousTime)
      return;
    previousTime = currentTime;
  }
}
