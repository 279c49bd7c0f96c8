//===- Milp.cpp - Mixed integer programs for CBC --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Milp.h"
#include "system/ChildProcess.h"
#include <cstdio>
#include <cstdlib>
#include <poll.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using Clock = std::chrono::steady_clock;

//===----------------------------------------------------------------------===//
// The form of a problem
//===----------------------------------------------------------------------===//

static void writeNumber(std::string &text, double value) {
  char digits[40];
  std::snprintf(digits, sizeof(digits), " %.17g", value);
  text += digits;
}

std::string
mlir::noisy::bench::encodeMilp(const Milp &milp,
                               std::chrono::milliseconds timeLimit) {
  std::string text = "milp";
  writeNumber(text, std::chrono::duration<double>(timeLimit).count());
  text += " " + std::to_string(milp.columns.size()) + " " +
          std::to_string(milp.rows.size()) + "\n";
  for (const Milp::Column &column : milp.columns) {
    text += column.isInteger ? "integer" : "real";
    for (double value : {column.lower, column.upper, column.cost})
      writeNumber(text, value);
    text += "\n";
  }
  for (const Milp::Row &row : milp.rows) {
    text += std::to_string(row.terms.size());
    for (double value : {row.lower, row.upper})
      writeNumber(text, value);
    for (const Milp::Term &term : row.terms) {
      text += " " + std::to_string(term.column);
      writeNumber(text, term.factor);
    }
    text += "\n";
  }
  return text + "end\n";
}

namespace {
/// Reads words and numbers one after the other; after one error all are wrong.
class WordReader {
public:
  explicit WordReader(const std::string &text) : position(text.c_str()) {}

  std::string word() {
    skipBlanks();
    const char *start = position;
    while (*position > ' ')
      ++position;
    return std::string(start, position);
  }
  double real() {
    char *end;
    double value = std::strtod(position, &end);
    isGood &= end != position;
    position = end;
    return value;
  }
  size_t size(size_t limit) {
    double value = real();
    isGood &= value >= 0 && value <= double(limit);
    return isGood ? size_t(value) : 0;
  }
  bool good() const { return isGood; }

private:
  void skipBlanks() {
    while (*position == ' ' || *position == '\n')
      ++position;
  }

  const char *position;
  bool isGood = true;
};
} // namespace

std::optional<MilpRequest>
mlir::noisy::bench::decodeMilp(const std::string &text) {
  WordReader reader(text);
  if (reader.word() != "milp")
    return std::nullopt;
  MilpRequest request;
  request.seconds = reader.real();
  size_t columns = reader.size(text.size()), rows = reader.size(text.size());
  for (size_t i = 0; i < columns && reader.good(); ++i) {
    std::string kind = reader.word();
    if (kind != "integer" && kind != "real")
      return std::nullopt;
    Milp::Column column;
    column.isInteger = kind == "integer";
    column.lower = reader.real();
    column.upper = reader.real();
    column.cost = reader.real();
    request.milp.addColumn(column);
  }
  for (size_t i = 0; i < rows && reader.good(); ++i) {
    Milp::Row row;
    row.terms.resize(reader.size(text.size()));
    row.lower = reader.real();
    row.upper = reader.real();
    for (Milp::Term &term : row.terms) {
      term.column = reader.size(columns);
      term.factor = reader.real();
      if (term.column >= columns)
        return std::nullopt;
    }
    request.milp.rows.push_back(std::move(row));
  }
  if (!reader.good() || reader.word() != "end")
    return std::nullopt;
  return request;
}

//===----------------------------------------------------------------------===//
// The answer
//===----------------------------------------------------------------------===//

/// Decodes "optimal 3.5", "feasible 4", "infeasible", "stopped" or "failed
/// WHY"; if there is a solution, its values follow, and `end`.
static MilpResult decodeAnswer(const std::string &text, size_t columns) {
  MilpResult result;
  WordReader reader(text);
  std::string status = reader.word();
  if (status == "infeasible" || status == "stopped") {
    result.status =
        status == "stopped" ? MilpStatus::Stopped : MilpStatus::Infeasible;
    return result;
  }
  if (status != "optimal" && status != "feasible") {
    result.message = status.empty() ? "noisy-milp ended without an answer"
                                    : "noisy-milp: " + text;
    return result;
  }
  result.objective = reader.real();
  for (size_t i = 0; i < columns && reader.good(); ++i)
    result.values.push_back(reader.real());
  if (!reader.good() || reader.word() != "end") {
    result.message = "the answer of noisy-milp is broken off";
    return result;
  }
  result.status =
      status == "optimal" ? MilpStatus::Optimal : MilpStatus::Feasible;
  return result;
}

MilpResult mlir::noisy::bench::solveMilp(const Milp &milp,
                                         std::chrono::milliseconds timeLimit) {
  MilpResult result;
  std::unique_ptr<ChildProcess> child = ChildProcess::start(
      executableFolder() + "/noisy-milp", {}, result.message);
  if (!child)
    return result;
  // CBC checks the clock only now and then.
  Clock::time_point deadline =
      Clock::now() + timeLimit * 3 / 2 + std::chrono::seconds(5);
  child->writeAll(encodeMilp(milp, timeLimit));
  std::string answer;
  while (true) {
    auto timeLeft = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - Clock::now());
    pollfd output = {child->outputFd(), POLLIN, 0};
    if (timeLeft.count() <= 0 || ::poll(&output, 1, timeLeft.count()) == 0) {
      child->kill();
      result.status = MilpStatus::Stopped;
      result.message = "CBC did not stop in time";
      return result;
    }
    char buffer[1 << 16];
    ssize_t size = ::read(child->outputFd(), buffer, sizeof(buffer));
    if (size <= 0)
      break;
    answer.append(buffer, size);
  }
  return decodeAnswer(answer, milp.columns.size());
}
