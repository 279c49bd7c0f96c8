//===- ProgramWriter.h - Functions in the noisy dialect as text -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_PROGRAMWRITER_H
#define NOISY_BENCH_PROGRAMS_PROGRAMWRITER_H

#include "bench/programs/Program.h"
#include <map>
#include <string>
#include <vector>

namespace mlir::noisy::bench {

/// An encrypted value of a function that is being written.
using Wire = unsigned;
using Wires = std::vector<Wire>;

/// Writes one function, operation by operation, in the noisy dialect.
///
/// Bits are values of which only the lowest bit counts, so that an addition is
/// an exclusive or and a multiplication a conjunction.
class ProgramWriter {
public:
  /// The arguments are the wires 0, 1, ...
  explicit ProgramWriter(unsigned arguments)
      : arguments(arguments), next(arguments) {}

  Wire add(Wire a, Wire b) { return binary("add", a, b); }
  Wire sub(Wire a, Wire b) { return binary("sub", a, b); }
  Wire mul(Wire a, Wire b) { return binary("mul", a, b); }
  Wire scale(Wire a, int factor);
  /// An encryption of a constant from 0 to 15; one for each constant.
  Wire encode(unsigned constant);

  Wire exclusiveOr(Wire a, Wire b) { return add(a, b); }
  /// The exclusive or of two words.
  Wires exclusiveOr(const Wires &a, const Wires &b);
  Wire conjunction(Wire a, Wire b) { return mul(a, b); }
  Wire negation(Wire a) { return sub(encode(1), a); }

  /// The `results` results of a call of a function, which is written elsewhere.
  Wires call(const std::string &function, const Wires &operands,
             unsigned results);

  /// The function `@main`, which returns `results`; `programName` names it in
  /// tables.
  Program finish(std::string programName, const Wires &results) const;
  /// A private function for `call`, which returns `results`.
  std::string finishFunction(const std::string &function,
                             const Wires &results) const;
  /// The number of operations so far, without encodings and calls.
  unsigned getOperations() const { return operations; }

private:
  Wire binary(const char *operation, Wire a, Wire b);
  std::string name(Wire wire) const;
  std::string names(const Wires &wires) const;
  std::string writeBody(const Wires &results) const;

  const unsigned arguments;
  Wire next;
  unsigned operations = 0;
  std::map<unsigned, Wire> constants;
  /// The names of the results of calls: the first result of each call, and how
  /// many there are. Others are called by their number.
  std::map<Wire, unsigned> resultsOfCalls;
  std::string constantText, text;
};

/// The `count` wires from `first` on.
Wires wiresFrom(Wire first, unsigned count);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_PROGRAMWRITER_H
