//===- BristolReader.cpp - Circuits in Bristol format ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/BristolReader.h"
#include "bench/programs/ProgramWriter.h"
#include <numeric>
#include <sstream>

using namespace mlir::noisy::bench;

namespace {
class BristolReader {
public:
  explicit BristolReader(const std::string &text) : stream(text) {}

  std::optional<Program> read(const std::string &name, std::string &error);

private:
  bool readHead();
  bool readGates(ProgramWriter &writer);
  bool readGate(ProgramWriter &writer, std::istringstream &gate);
  /// Reads the next line that is not blank as numbers; false at the end, and if
  /// there is anything else in it.
  bool readNumbers(std::vector<unsigned> &numbers);
  bool nextLine(std::string &line);
  bool fail(const std::string &reason) {
    problem = "line " + std::to_string(lineNumber) + ": " + reason;
    return false;
  }

  std::istringstream stream;
  unsigned lineNumber = 0;
  std::string problem;
  unsigned gates = 0, inputs = 0, outputs = 0;
  /// The value of each wire of the circuit; nullopt before its gate.
  std::vector<std::optional<Wire>> wires;
};
} // namespace

bool BristolReader::nextLine(std::string &line) {
  while (std::getline(stream, line)) {
    ++lineNumber;
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      return true;
  }
  return false;
}

bool BristolReader::readNumbers(std::vector<unsigned> &numbers) {
  std::string line;
  if (!nextLine(line))
    return false;
  std::istringstream words(line);
  numbers.clear();
  for (unsigned number; words >> number;)
    numbers.push_back(number);
  return words.eof();
}

/// Reads "GATES WIRES" and "INPUTS INPUTS OUTPUTS"; or, in the newer format,
/// two lines, each with the number of values and the width of each.
bool BristolReader::readHead() {
  constexpr unsigned mostWires = 100'000'000;
  std::vector<unsigned> sizes, second;
  if (!readNumbers(sizes) || sizes.size() != 2 || sizes[1] > mostWires)
    return fail("expected the numbers of gates and wires");
  gates = sizes[0];
  wires.resize(sizes[1]);
  if (!readNumbers(second) || second.empty())
    return fail("expected the numbers of wires that come in");
  auto sum = [](const std::vector<unsigned> &numbers, size_t first,
                size_t last) {
    return std::accumulate(numbers.begin() + first, numbers.begin() + last, 0u);
  };
  std::istream::pos_type position = stream.tellg();
  unsigned lineBefore = lineNumber;
  std::vector<unsigned> third;
  if (readNumbers(third) && !third.empty() && third.size() == third[0] + 1u &&
      second.size() == second[0] + 1u) {
    inputs = sum(second, 1, second.size());
    outputs = sum(third, 1, third.size());
  } else {
    stream.clear();
    stream.seekg(position);
    lineNumber = lineBefore;
    if (second.size() != 3)
      return fail("expected three numbers of wires");
    inputs = second[0] + second[1];
    outputs = second[2];
  }
  if (inputs > wires.size() || outputs > wires.size())
    return fail("there are more ends than wires");
  return true;
}

bool BristolReader::readGate(ProgramWriter &writer, std::istringstream &gate) {
  size_t operandCount = 0, resultCount = 0;
  if (!(gate >> operandCount >> resultCount) || operandCount < 1 ||
      operandCount > 2 || resultCount != 1)
    return fail("expected a gate of one or two wires, with one result");
  std::vector<unsigned> operands(operandCount);
  unsigned result = 0;
  std::string kind;
  for (unsigned &operand : operands)
    gate >> operand;
  if (!(gate >> result >> kind) || result >= wires.size())
    return fail("expected wires and the kind of a gate");
  // The operand is a constant.
  if (kind == "EQ" && operands.size() == 1 && operands[0] <= 1) {
    wires[result] = writer.encode(operands[0]);
    return true;
  }
  for (unsigned &operand : operands) {
    if (operand >= wires.size() || !wires[operand])
      return fail("wire " + std::to_string(operand) + " comes from nowhere");
    operand = *wires[operand];
  }
  if (kind == "XOR" && operands.size() == 2)
    wires[result] = writer.exclusiveOr(operands[0], operands[1]);
  else if (kind == "AND" && operands.size() == 2)
    wires[result] = writer.conjunction(operands[0], operands[1]);
  else if ((kind == "INV" || kind == "NOT") && operands.size() == 1)
    wires[result] = writer.negation(operands[0]);
  else if (kind == "EQW" && operands.size() == 1)
    wires[result] = operands[0];
  else
    return fail("there is no gate '" + kind + "' of " +
                std::to_string(operands.size()) + " wires");
  return true;
}

bool BristolReader::readGates(ProgramWriter &writer) {
  for (unsigned i = 0; i < gates; ++i) {
    std::string line;
    if (!nextLine(line))
      return fail("there are fewer gates than it says");
    std::istringstream gate(line);
    if (!readGate(writer, gate))
      return false;
  }
  return true;
}

std::optional<Program> BristolReader::read(const std::string &name,
                                           std::string &error) {
  if (readHead()) {
    ProgramWriter writer(inputs);
    for (Wire i = 0; i < inputs; ++i)
      wires[i] = i;
    if (readGates(writer)) {
      Wires results;
      for (size_t i = wires.size() - outputs; i < wires.size(); ++i) {
        if (!wires[i]) {
          error = "wire " + std::to_string(i) + " comes from nowhere";
          return std::nullopt;
        }
        results.push_back(*wires[i]);
      }
      return writer.finish(name, results);
    }
  }
  error = problem;
  return std::nullopt;
}

std::optional<Program> mlir::noisy::bench::readBristol(const std::string &text,
                                                       const std::string &name,
                                                       std::string &error) {
  return BristolReader(text).read(name, error);
}
