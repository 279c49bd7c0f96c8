//===- OptimizerBench.cpp - Measuring the optimizer -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/OptimizerBench.h"
#include "bench/measure/Timing.h"
#include "bench/optimizer/ArticleModel.h"
#include "bench/optimizer/Budgets.h"
#include "bench/optimizer/Greedy.h"
#include "bench/optimizer/Measurement.h"
#include "bench/optimizer/Rewritings.h"
#include "bench/programs/AesPrograms.h"
#include "bench/programs/BristolReader.h"
#include "bench/programs/Families.h"
#include "bench/programs/RandomPrograms.h"
#include "dialect/AllDialects.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringRef.h"
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

namespace {
/// A program to measure, with its options.
struct Subject {
  std::string family, kind;
  Program program;
  Target target = Target::None;
  std::chrono::seconds timeLimit{5};
};

class OptimizerBench {
public:
  explicit OptimizerBench(const BenchOptions &options) : options(options) {
    registerAllDialects(registry);
  }

  /// Measures everything; false if something could not be measured.
  bool run();

private:
  void addFamilies();
  bool addCircuits(const std::string &folder);
  bool measure(const Subject &subject);
  void measureOptimizer(Operation *root, Measurement &measurement);
  void measurePeers(Operation *root, Measurement &measurement);
  bool measureBudgets();
  bool measureRewritings();
  bool writeDocs() const;

  const BenchOptions &options;
  DialectRegistry registry;
  std::vector<Subject> subjects;
  std::vector<Measurement> measurements;
  std::vector<BudgetMeasurement> budgets;
  double budgetSeconds = 0;
  std::vector<RewritingMeasurement> rewritings;
  /// The families in which the article's model has left a program unproven.
  std::set<std::string> givenUp;
};
} // namespace

//===----------------------------------------------------------------------===//
// Subjects
//===----------------------------------------------------------------------===//

static const char *getName(FamilyKind kind) {
  switch (kind) {
  case FamilyKind::Bits:
    return "circuits of bits";
  case FamilyKind::Arithmetic:
    return "arithmetic";
  case FamilyKind::Random:
    return "random programs";
  case FamilyKind::Structured:
    return "loops and functions";
  }
  return "";
}

void OptimizerBench::addFamilies() {
  for (const Family &family : getFamilies()) {
    std::vector<unsigned> sizes = {500, 5'000};
    if (options.isFull)
      sizes = {50, 500, 5'000, 50'000};
    if (family.kind == FamilyKind::Random)
      sizes = options.isFull
                  ? std::vector<unsigned>{50, 200, 500, 1'500, 3'000, 50'000}
                  : std::vector<unsigned>{200, 1'500};
    unsigned previousOperations = 0;
    for (unsigned size : sizes) {
      // Twice the requested size is another size.
      if (size < family.minOperations / 2 || size / 2 > family.maxOperations)
        continue;
      Subject subject{family.name, getName(family.kind), family.make(size)};
      if (subject.program.operations == previousOperations)
        continue;
      previousOperations = subject.program.operations;
      switch (family.kind) {
      case FamilyKind::Bits:
      case FamilyKind::Arithmetic:
        subject.target = Target::Circuit;
        break;
      case FamilyKind::Random:
        subject.target = Target::Random;
        break;
      case FamilyKind::Structured:
        if (llvm::StringRef(family.name) == "adder by calls")
          subject.target = Target::Calls;
        break;
      }
      if (options.isFull)
        subject.timeLimit = std::chrono::seconds(
            family.kind == FamilyKind::Random && size > 1'500 ? 60 : 10);
      subjects.push_back(std::move(subject));
    }
  }
  for (unsigned rounds : {1, 2, 10}) {
    Subject subject{"AES by calls", getName(FamilyKind::Structured),
                    makeAes(rounds), Target::Aes};
    if (options.isFull)
      subject.timeLimit = std::chrono::seconds(rounds > 2 ? 60 : 10);
    if (options.isFull || rounds == 1)
      subjects.push_back(std::move(subject));
  }
}

/// The circuits of a folder: programs in MLIR, and circuits in Bristol format.
bool OptimizerBench::addCircuits(const std::string &folder) {
  std::error_code failure;
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(folder, failure))
    if (entry.path().extension() == ".mlir" ||
        entry.path().extension() == ".txt")
      files.push_back(entry.path());
  if (failure) {
    std::cerr << "noisy-bench: " << folder << ": " << failure.message() << "\n";
    return false;
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path &file : files) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    std::string name = file.stem().string(), error;
    Subject subject{name, "circuits from files", {name, 0, text.str()}};
    if (file.extension() == ".txt") {
      std::optional<Program> program = readBristol(text.str(), name, error);
      if (!program) {
        std::cerr << "noisy-bench: " << file.string() << ": " << error << "\n";
        return false;
      }
      subject.program = std::move(*program);
    }
    bool isAes = llvm::StringRef(name).contains_insensitive("aes");
    subject.target = isAes ? Target::Aes : Target::Circuit;
    if (options.isFull)
      subject.timeLimit = std::chrono::seconds(isAes ? 60 : 10);
    subjects.push_back(std::move(subject));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

/// The number of operations with an encrypted result, without encodings.
static unsigned countOperations(Operation *root) {
  unsigned count = 0;
  root->walk([&](NoiseOpInterface op) { count += !isa<EncodeOp>(op); });
  return count;
}

void OptimizerBench::measureOptimizer(Operation *root,
                                      Measurement &measurement) {
  OptimizerOptions optimizerOptions;
  optimizerOptions.timeLimit = std::chrono::milliseconds(
      static_cast<int64_t>(1000 * measurement.timeLimit));
  Clock::time_point start = Clock::now();
  optimizerOptions.progress = [&](int64_t cost, int64_t lowerBound) {
    if (cost >= 0 && cost <= lowerBound && !measurement.secondsToProof)
      measurement.secondsToProof = secondsSince(start);
  };
  measurement.result = optimizeReductions(root, optimizerOptions);
  measurement.seconds = secondsSince(start);
  if (measurement.result.isLegal() &&
      !confirmReductions(root, measurement.result.reductions,
                         measurement.result.removals)) {
    measurement.result.status = OptimizerStatus::Failed;
    measurement.result.message = "the analysis does not confirm the placement";
  }
}

void OptimizerBench::measurePeers(Operation *root, Measurement &measurement) {
  std::optional<StraightLine> program = StraightLine::read(root);
  if (!program)
    return;
  if (std::optional<std::vector<bool>> placement = placeGreedily(*program)) {
    std::vector<Reduction> reductions = program->getReductions(*placement);
    if (confirmReductions(root, reductions))
      measurement.greedy = reductions.size();
  }
  unsigned largest = options.isFull ? 12'000 : 1'000;
  if (measurement.operations > largest || givenUp.count(measurement.family))
    return;
  std::chrono::seconds limit(options.isFull ? 30 : 2);
  measurement.articleLimit = limit.count();
  Clock::time_point start = Clock::now();
  ArticleModel model(*program);
  MilpResult solution = solveMilp(model.getMilp(), limit);
  measurement.articleSeconds = secondsSince(start);
  measurement.article = solution.status;
  if (solution.status == MilpStatus::Failed)
    std::cerr << "noisy-bench: " << solution.message << "\n";
  if (solution.status != MilpStatus::Optimal)
    givenUp.insert(measurement.family);
  if (solution.values.empty())
    return;
  std::vector<Reduction> reductions =
      program->getReductions(model.getReduced(solution.values));
  measurement.articleReductions = reductions.size();
  measurement.isArticleLegal = confirmReductions(root, reductions);
}

bool OptimizerBench::measure(const Subject &subject) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceString<ModuleOp>(subject.program.text, &context);
  if (!module) {
    std::cerr << "noisy-bench: " << subject.program.name << " does not parse\n";
    return false;
  }
  Measurement measurement;
  measurement.family = subject.family;
  measurement.kind = subject.kind;
  measurement.program = subject.program.name;
  // Operations of the text: a function that is called many times counts once.
  measurement.operations = subject.program.operations
                               ? subject.program.operations
                               : countOperations(*module);
  measurement.target = subject.target;
  measurement.timeLimit = subject.timeLimit.count();
  measureOptimizer(*module, measurement);
  measurePeers(*module, measurement);
  if (!measurement.result.isLegal())
    std::cerr << "noisy-bench: " << measurement.program << ": "
              << measurement.result.message << "\n";
  // Show the progress.
  std::vector<std::vector<std::string>> table = makeTable({measurement});
  for (const std::string &cell : table.back())
    std::cerr << cell << "; ";
  std::cerr << "\n";
  measurements.push_back(std::move(measurement));
  return true;
}

static bool writeFile(const std::filesystem::path &path,
                      const std::string &text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file)
    std::cerr << "noisy-bench: cannot write " << path.string() << "\n";
  return bool(file);
}

/// Measures programs with other models: those with the words of the filter in
/// the program and the model.
bool OptimizerBench::measureBudgets() {
  budgetSeconds = options.isFull ? 10 : 3;
  std::vector<Program> circuits;
  for (const Subject &subject : subjects)
    if (subject.kind == "circuits from files")
      circuits.push_back(subject.program);
  bool isDone = true;
  bool all = options.isFull || !options.filter.empty();
  for (const BudgetSubject &subject : getBudgetSubjects(circuits, all)) {
    std::string title = subject.program.name + ", " + subject.budget.name;
    if (title.find(options.filter) == std::string::npos)
      continue;
    std::optional<BudgetMeasurement> measurement =
        measureBudget(subject, budgetSeconds);
    isDone &= measurement.has_value();
    if (!measurement)
      continue;
    const std::vector<std::vector<std::string>> table =
        makeBudgetTable({*measurement});
    for (const std::string &cell : table.back())
      std::cerr << cell << "; ";
    std::cerr << "\n";
    budgets.push_back(std::move(*measurement));
  }
  return isDone;
}

/// Measures what rewriting saves: programs with the words of the filter in
/// "rewriting, PROGRAM".
bool OptimizerBench::measureRewritings() {
  budgetSeconds = options.isFull ? 10 : 3;
  std::vector<Program> circuits;
  for (const Subject &subject : subjects)
    if (subject.kind == "circuits from files")
      circuits.push_back(subject.program);
  bool isDone = true;
  for (const RewritingSubject &subject : getRewritingSubjects(circuits)) {
    std::string title = "rewriting, " + subject.program.name;
    if (title.find(options.filter) == std::string::npos)
      continue;
    std::optional<RewritingMeasurement> measurement =
        measureRewriting(subject, budgetSeconds);
    isDone &= measurement.has_value();
    if (measurement)
      rewritings.push_back(std::move(*measurement));
  }
  return isDone;
}

bool OptimizerBench::writeDocs() const {
  std::error_code failure;
  std::filesystem::create_directories("docs", failure);
  return writeFile("docs/optimizer.svg", drawFigure(measurements)) &&
         writeFile("docs/optimizer-time.svg", drawProgress(budgets)) &&
         writeFile(
             "docs/optimizer.md",
             writeMarkdown(measurements, "optimizer.svg",
                           options.isFull ? "optimizer --full --docs"
                                          : "optimizer --docs") +
                 writeBudgets(budgets, budgetSeconds, "optimizer-time.svg") +
                 writeRewritings(rewritings, budgetSeconds));
}

bool OptimizerBench::run() {
  addFamilies();
  if (!options.circuits.empty() && !addCircuits(options.circuits))
    return false;
  bool isDone = true;
  if (options.filter.empty()) {
    for (const Subject &subject : subjects)
      isDone &= measure(subject);
    printTable(makeTable(measurements));
  }
  isDone &= measureBudgets();
  printTable(makeBudgetTable(budgets));
  isDone &= measureRewritings();
  printTable(makeRewritingTable(rewritings));
  if (options.writesDocs)
    isDone &= writeDocs();
  return isDone;
}

bool mlir::noisy::bench::benchOptimizer(const BenchOptions &options) {
  return OptimizerBench(options).run();
}
