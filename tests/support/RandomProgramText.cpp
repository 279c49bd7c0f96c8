//===- RandomProgramText.cpp - Random programs as text --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/RandomCalls.h"
#include "tests/support/RandomProgram.h"
#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>

using namespace mlir::noisy::test;

namespace {
class Writer {
public:
  Writer(const RandomProgram &program, const TextOptions &options)
      : program(program), options(options) {
    if (options.calls)
      calls.emplace(*options.calls);
  }

  std::string write();

private:
  static std::string name(int value) { return RandomProgram::name(value); }
  static std::string list(const std::vector<int> &values) {
    std::string text;
    for (int value : values)
      text += (text.empty() ? "" : ", ") + name(value);
    return text;
  }
  std::string type(int value) const {
    unsigned elements = program.elements[value];
    return elements == 0
               ? "!noisy.i32"
               : "tensor<" + std::to_string(elements) + "x!noisy.i32>";
  }
  std::string types(const std::vector<int> &values) const {
    std::string text;
    for (int value : values)
      text += (text.empty() ? "" : ", ") + type(value);
    return text;
  }
  static std::string assign(const std::vector<int> &results) {
    return results.empty() ? "" : list(results) + " = ";
  }
  std::string typedList(const std::vector<int> &values,
                        const Contracts *contracts = nullptr) const {
    std::string text;
    for (size_t i = 0; i < values.size(); ++i) {
      text += ", " + name(values[i]) + ": " + type(values[i]);
      if (contracts)
        text += attribute((*contracts)[i]);
    }
    return text;
  }
  static std::string attribute(std::optional<unsigned> contract) {
    return contract ? " {noisy.bound = " + std::to_string(*contract) + " : i64}"
                    : "";
  }
  /// Positions below n, the first of them 0, in the order of the text.
  std::vector<size_t> makeOrder(size_t n, bool keepFirst) {
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    if (options.shuffle && n > 0)
      std::shuffle(order.begin() + keepFirst, order.end(), *options.shuffle);
    return order;
  }

  /// The names of what a loop carries beside the values of the program.
  struct CarriedNames {
    std::string number, condition;
  };
  /// Whether `statement` is a loop that carries more than the program says.
  bool carriesMore(const Statement &statement) const {
    return options.hasCarried && !statement.turns;
  }
  CarriedNames makeCarried() {
    std::string id = std::to_string(numHelpers++);
    return {"%l" + id, "%q" + id};
  }
  /// A region that is the body of a loop, in which `inner` is carried as well.
  void writeLoopBody(const Body &body, const char *dialect,
                     const CarriedNames *inner);

  /// A line of the given depth.
  std::ostream &line() { return os << indent; }
  unsigned affineIfs = 0;
  /// The name of a condition (or of an index), written before where it is used.
  std::string condition();
  std::string number();

  void write(const Body &body);
  void writeYield(const std::vector<int> &values, const char *dialect = "scf");
  /// A region with a body and the end of it.
  void writeRegion(const Body &body, const char *dialect = "scf");
  void write(const std::vector<BasicBlock> &blocks, bool inFunction);
  void write(const Statement &statement);
  void writeIf(const Statement &statement);
  void writeIndexSwitch(const Statement &statement);
  void writeFor(const Statement &statement);
  void writeWhile(const Statement &statement);
  void writeParallel(const Statement &statement);
  void writeForall(const Statement &statement);
  void writeCall(const Statement &statement);
  void write(const Function &function, size_t index);

  const RandomProgram &program;
  const TextOptions &options;
  std::ostringstream os;
  std::string indent;
  /// The name of the turn of the innermost forall.
  std::string turn;
  /// What the innermost loop carries that carries more.
  const CarriedNames *carriedNames = nullptr;
  /// Counts the values that are no values of the program.
  int numHelpers = 0;
  /// Blocks of regions need names of their own, as regions nest.
  int numRegions = 0;
  std::optional<RandomCalls> calls;
};
} // namespace

std::string Writer::condition() {
  if (carriedNames)
    return carriedNames->condition;
  if (!options.thrown)
    return "%p";
  std::string name = "%p" + std::to_string(numHelpers++);
  line() << name << " = func.call @flip() : () -> i1\n";
  return name;
}

std::string Writer::number() {
  if (carriedNames)
    return carriedNames->number;
  // Of what functions get a range may be stated.
  if (!options.thrown || (calls && numHelpers % 2))
    return "%n";
  std::string name = "%n" + std::to_string(numHelpers++);
  line() << name << " = func.call @count() : () -> index\n";
  return name;
}

void Writer::write(const Body &body) {
  for (const Statement &statement : body.statements)
    write(statement);
}

void Writer::writeYield(const std::vector<int> &values, const char *dialect) {
  line() << dialect << ".yield " << list(values) << " : " << types(values)
         << "\n";
}

void Writer::writeRegion(const Body &body, const char *dialect) {
  indent += "  ";
  write(body);
  writeYield(body.yields, dialect);
  indent.resize(indent.size() - 2);
}

void Writer::writeLoopBody(const Body &body, const char *dialect,
                           const CarriedNames *inner) {
  if (!inner)
    return writeRegion(body, dialect);
  indent += "  ";
  std::string next = number();
  const CarriedNames *outer = std::exchange(carriedNames, inner);
  write(body);
  carriedNames = outer;
  line() << dialect << ".yield " << list(body.yields) << ", " << next
         << ", %true : " << types(body.yields) << ", index, i1\n";
  indent.resize(indent.size() - 2);
}

void Writer::write(const Statement &statement) {
  const auto &operands = statement.operands;
  const auto &results = statement.results;
  auto write = [&](const std::string &text) {
    line() << assign(results) << text << "\n";
  };
  auto position = [&] {
    int number = statement.positions[0];
    return number < 0 ? turn : "%c" + std::to_string(number);
  };
  switch (statement.kind) {
  case StatementKind::Encode:
    return write("noisy.encode %x : i5 -> !noisy.i32");
  case StatementKind::Add:
    return write("noisy.add " + list(operands) + " : !noisy.i32");
  case StatementKind::Sub:
    return write("noisy.sub " + list(operands) + " : !noisy.i32");
  case StatementKind::Mul:
    return write("noisy.mul " + list(operands) + " : !noisy.i32");
  case StatementKind::Scale:
    return write("noisy.scale " + list(operands) + " by " +
                 std::to_string(statement.factor) + " : !noisy.i32");
  case StatementKind::Reduce:
    return write("noisy.reduce_noise " + list(operands) + " : !noisy.i32");
  case StatementKind::Select: {
    std::string p = condition();
    return write("arith.select " + p + ", " + list(operands) + " : " +
                 type(results[0]));
  }
  case StatementKind::FromElements:
    return write("tensor.from_elements " + list(operands) + " : " +
                 type(results[0]));
  case StatementKind::Splat:
    return write("tensor.splat " + list(operands) + " : " + type(results[0]));
  case StatementKind::Extract:
    return write("tensor.extract " + list(operands) + "[" + position() +
                 "] : " + type(operands[0]));
  case StatementKind::Insert:
    return write("tensor.insert " + name(operands[0]) + " into " +
                 name(operands[1]) + "[" + position() +
                 "] : " + type(results[0]));
  case StatementKind::Call:
    return writeCall(statement);
  case StatementKind::If:
    return writeIf(statement);
  case StatementKind::IndexSwitch:
    return writeIndexSwitch(statement);
  case StatementKind::ExecuteRegion:
    line() << assign(results) << "scf.execute_region -> (" << types(results)
           << ") {\n";
    this->write(statement.blocks, /*inFunction=*/false);
    line() << "}\n";
    return;
  case StatementKind::For:
    return writeFor(statement);
  case StatementKind::While:
    return writeWhile(statement);
  case StatementKind::Parallel:
    return writeParallel(statement);
  case StatementKind::Forall:
    return writeForall(statement);
  }
}

void Writer::writeIf(const Statement &statement) {
  const char *dialect = statement.isAffine ? "affine" : "scf";
  // The same set twice would be one condition.
  std::string p = "affine_set<(d0) : (d0 - " + std::to_string(++affineIfs + 2) +
                  " >= 0)>(%n)";
  if (statement.takenBody)
    p = *statement.takenBody == 0 ? "%true" : "%false";
  else if (!statement.isAffine)
    p = condition();
  line() << assign(statement.results) << dialect << ".if " << p << " -> ("
         << types(statement.results) << ") {\n";
  writeRegion(statement.bodies[0], dialect);
  line() << "} else {\n";
  writeRegion(statement.bodies[1], dialect);
  line() << "}\n";
}

void Writer::writeIndexSwitch(const Statement &statement) {
  std::string n = statement.takenBody
                      ? "%c" + std::to_string(*statement.takenBody)
                      : number();
  line() << assign(statement.results) << "scf.index_switch " << n << " -> "
         << types(statement.results) << "\n";
  size_t last = statement.bodies.size() - 1;
  for (size_t i = 0; i <= last; ++i) {
    line() << (i == last ? "default" : "case " + std::to_string(i)) << " {\n";
    writeRegion(statement.bodies[i]);
    line() << "}\n";
  }
}

void Writer::writeFor(const Statement &statement) {
  const Body &body = statement.bodies[0];
  std::string end = statement.turns ? std::to_string(*statement.turns) : "%n";
  if (!statement.isAffine)
    end = statement.turns ? "%c" + end : number();
  bool isLonger = carriesMore(statement);
  CarriedNames inner = isLonger ? makeCarried() : CarriedNames();
  line() << list(statement.results);
  if (isLonger)
    os << ", " << inner.number << "r, " << inner.condition << "r";
  os << (statement.isAffine ? " = affine.for %i" : " = scf.for %i")
     << numHelpers++ << " = " << (statement.isAffine ? "0" : "%c0") << " to "
     << end << (statement.isAffine ? "" : " step %c1") << " iter_args(";
  for (size_t i = 0; i < body.arguments.size(); ++i)
    os << (i == 0 ? "" : ", ") << name(body.arguments[i]) << " = "
       << name(statement.operands[i]);
  if (isLonger)
    os << ", " << inner.number << " = %c0, " << inner.condition << " = %false";
  os << ") -> (" << types(statement.results) << (isLonger ? ", index, i1" : "")
     << ") {\n";
  writeLoopBody(body, statement.isAffine ? "affine" : "scf",
                isLonger ? &inner : nullptr);
  line() << "}\n";
}

/// The work is done behind the condition.
void Writer::writeWhile(const Statement &statement) {
  const Body &body = statement.bodies[0];
  bool isLonger = carriesMore(statement);
  CarriedNames inner = isLonger ? makeCarried() : CarriedNames();
  std::string extraTypes = isLonger ? ", index, i1" : "";
  std::string inits, passedNames;
  for (size_t i = 0; i < body.arguments.size(); ++i) {
    std::string argument = "%w" + std::to_string(body.arguments[i]);
    std::string comma = i == 0 ? "" : ", ";
    inits += comma + argument + " = " + name(statement.operands[i]);
    passedNames += comma + argument;
  }
  line() << list(statement.results);
  if (isLonger) {
    os << ", " << inner.number << "r, " << inner.condition << "r";
    inits += ", " + inner.number + "w = %c0, " + inner.condition + "w = %false";
    passedNames += ", " + inner.number + "w, " + inner.condition + "w";
  }
  os << " = scf.while (" << inits << ") : (" << types(statement.operands)
     << extraTypes << ") -> (" << types(statement.results) << extraTypes
     << ") {\n";
  indent += "  ";
  std::string p = condition();
  line() << "scf.condition(" << p << ") " << passedNames << " : "
         << types(body.arguments) << extraTypes << "\n";
  indent.resize(indent.size() - 2);
  line() << "} do {\n";
  line() << "^bb0(" << typedList(body.arguments).substr(2);
  if (isLonger)
    os << ", " << inner.number << ": index, " << inner.condition << ": i1";
  os << "):\n";
  writeLoopBody(body, "scf", isLonger ? &inner : nullptr);
  line() << "}\n";
}

void Writer::writeParallel(const Statement &statement) {
  const Body &body = statement.bodies[0];
  std::string columns = "%c" + std::to_string(statement.columns);
  std::string rows =
      statement.turns
          ? "%c" + std::to_string(*statement.turns / statement.columns)
          : number();
  int i = numHelpers++;
  line() << assign(statement.results) << "scf.parallel (%i" << i << ", %j" << i
         << ") = (%c0, %c0) to (" << rows << ", " << columns
         << ") step (%c1, %c1) init (" << list(statement.operands) << ") -> ("
         << types(statement.results) << ") {\n";
  indent += "  ";
  write(body);
  line() << "scf.reduce(" << list(body.yields) << " : " << types(body.yields)
         << ") {\n";
  for (size_t r = 1; r < statement.bodies.size(); ++r) {
    const Body &reduction = statement.bodies[r];
    line() << "^bb0(" << typedList(reduction.arguments).substr(2) << "):\n";
    indent += "  ";
    write(reduction);
    line() << "scf.reduce.return " << list(reduction.yields) << " : "
           << types(reduction.yields) << "\n";
    indent.resize(indent.size() - 2);
    line() << (r + 1 < statement.bodies.size() ? "}, {\n" : "}\n");
  }
  indent.resize(indent.size() - 2);
  line() << "}\n";
}

void Writer::writeForall(const Statement &statement) {
  const Body &body = statement.bodies[0];
  std::string n = statement.turns ? std::to_string(*statement.turns) : number();
  std::string i = "%i" + std::to_string(numHelpers++);
  std::string sharedName = name(body.arguments[0]);
  line() << assign(statement.results) << "scf.forall (" << i << ") in (" << n
         << ") shared_outs(" << sharedName << " = " << list(statement.operands)
         << ") -> (" << types(statement.results) << ") {\n";
  indent += "  ";
  std::string outer = std::exchange(turn, i);
  write(body);
  turn = outer;
  line() << "scf.forall.in_parallel {\n";
  for (size_t k = 0; k < body.yields.size(); ++k) {
    int position = statement.positions[k];
    line() << "  tensor.parallel_insert_slice " << name(body.yields[k])
           << " into " << sharedName << "["
           << (position < 0 ? i : std::to_string(position))
           << "] [1] [1] : " << type(body.yields[k]) << " into "
           << type(body.arguments[0]) << "\n";
  }
  line() << "}\n";
  indent.resize(indent.size() - 2);
  line() << "}\n";
}

void Writer::write(const std::vector<BasicBlock> &blocks, bool inFunction) {
  std::string label = "^r" + std::to_string(numRegions++) + "b";
  std::string outer = indent;
  for (size_t i : makeOrder(blocks.size(), /*keepFirst=*/true)) {
    const BasicBlock &block = blocks[i];
    if (i > 0) {
      line() << label << i;
      if (!block.body.arguments.empty())
        os << "(" << typedList(block.body.arguments).substr(2) << ")";
      os << ":\n";
    }
    indent = outer + "  ";
    write(block.body);
    auto successor = [&](const Successor &target) {
      return label + std::to_string(target.block) +
             (target.operands.empty() ? ""
                                      : "(" + list(target.operands) + " : " +
                                            types(target.operands) + ")");
    };
    const auto &successors = block.successors;
    if (successors.empty()) {
      if (!inFunction)
        writeYield(block.body.yields);
      else if (block.body.yields.empty())
        line() << "return\n";
      else
        line() << "return " << list(block.body.yields) << " : "
               << types(block.body.yields) << "\n";
    } else if (successors.size() == 1) {
      line() << "cf.br " << successor(successors[0]) << "\n";
    } else if (successors.size() == 2) {
      std::string p = condition();
      line() << "cf.cond_br " << p << ", " << successor(successors[0]) << ", "
             << successor(successors[1]) << "\n";
    } else {
      std::string n = number();
      int flag = numHelpers++;
      line() << "%k" << flag << " = arith.index_cast " << n
             << " : index to i32\n";
      line() << "cf.switch %k" << flag
             << " : i32, [default: " << successor(successors[0])
             << ", 0: " << successor(successors[1])
             << ", 1: " << successor(successors[2]) << "]\n";
    }
    indent = outer;
  }
}

void Writer::writeCall(const Statement &statement) {
  std::string values = list(statement.operands);
  std::string comma = values.empty() ? "" : ", ";
  RandomCalls::Call call;
  call.callee = "@f" + std::to_string(statement.callee);
  call.arguments = "%x, " + (calls ? calls->number() : std::string("%n")) +
                   ", %p" + comma + values;
  for (int operand : statement.operands)
    call.encryptedValues.emplace_back(name(operand), type(operand));
  call.types = "i5, index, i1" + comma + types(statement.operands);
  call.results = types(statement.results);
  call.assignment = assign(statement.results);
  if (calls)
    os << calls->write(call, indent);
  else
    line() << call.assignment << "func.call " << call.callee << "("
           << call.arguments << ") : (" << call.types << ") -> ("
           << call.results << ")\n";
}

void Writer::write(const Function &function, size_t index) {
  os << "func.func " << (function.isPrivate ? "private " : "") << "@f" << index
     << "(%x: i5, %n: index" << (calls ? calls->range() : "") << ", %p: i1"
     << typedList(function.blocks[0].body.arguments,
                  &function.argumentContracts)
     << ") -> (";
  for (size_t i = 0; i < function.numResults(); ++i)
    os << (i == 0 ? "" : ", ") << "!noisy.i32"
       << attribute(function.resultContracts[i]);
  os << ") {\n";
  for (int i : {0, 1, 2, 3, 4, 5, 7, 100, 1000})
    os << "  %c" << i << " = arith.constant " << i << " : index\n";
  os << "  %true = arith.constant true\n  %false = arith.constant false\n";
  write(function.blocks, /*inFunction=*/true);
  os << "}\n";
}

std::string Writer::write() {
  if (options.thrown)
    os << "func.func private @flip() -> i1\n"
          "func.func private @count() -> index\n";
  for (size_t i : makeOrder(program.functions.size(), /*keepFirst=*/false))
    write(program.functions[i], i);
  if (calls)
    os << calls->declarations();
  return os.str();
}

std::string RandomProgram::text(const TextOptions &options) const {
  return Writer(*this, options).write();
}
