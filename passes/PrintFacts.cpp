//===- PrintFacts.cpp - Prints facts as a table ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IntegerReport.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/metadata/MetadataFacts.h"
#include "analysis/noise/NoiseReport.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passes/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_PRINTFACTS
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

namespace {

using Row = std::vector<std::string>;

struct PrintFacts : public noisy::impl::PrintFactsBase<PrintFacts> {
  void runOnOperation() override;
};

/// The facts of a module as rows of text.
class FactsTable {
public:
  explicit FactsTable(ModuleOp module)
      : module(module), names(module), flow(module),
        noise(NoiseFacts::compute(flow)), integers(IntegerFacts::compute(flow)),
        metadata(MetadataFacts::compute(flow)) {}

  void print(llvm::raw_ostream &os);

private:
  Row getTitles();
  Row getCells(Value value);
  std::string name(Value value);
  std::string describeNumber(Value value);
  std::string describeMetadata(Value value);
  void collect(Operation *op, Operation *function, unsigned depth);

  ModuleOp module;
  AsmState names;
  ProgramFlow flow;
  NoiseFacts noise;
  IntegerFacts integers;
  MetadataFacts metadata;
  /// The rows of each function; the key null has those outside functions.
  llvm::MapVector<Operation *, std::vector<Row>> tables;
};

} // namespace

std::string FactsTable::name(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  value.printAsOperand(os, names);
  return text;
}

std::string FactsTable::describeNumber(Value value) {
  if (noise.find(value))
    return describeBound(noise, value);
  std::optional<IntegerFact> fact = integers.find(value);
  return fact && saysMoreThanType(*fact) ? describeFact(*fact, value.getType())
                                         : "-";
}

std::string FactsTable::describeMetadata(Value value) {
  MetadataFact fact = metadata.get(value);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << fact.value;
  if (fact.origin != MetadataOrigin::Joined)
    os << " (" << describeOrigin(fact.origin) << ")";
  return text;
}

Row FactsTable::getTitles() {
  Row titles = {"value", "type", "noise or range"};
  if (metadata.hasAny())
    titles.push_back("metadata");
  titles.push_back("noise comes from");
  return titles;
}

Row FactsTable::getCells(Value value) {
  std::string type;
  llvm::raw_string_ostream(type) << value.getType();
  Row cells = {name(value), type, describeNumber(value)};
  if (metadata.hasAny())
    cells.push_back(describeMetadata(value));
  auto namer = [&](Value operand) { return name(operand); };
  cells.push_back(llvm::join(describeOrigin(noise, value, namer), "; "));
  return cells;
}

/// Collects the rows of `op` and of the operations inside it, in the order of
/// the text.
void FactsTable::collect(Operation *op, Operation *function, unsigned depth) {
  auto add = [&](Value value, unsigned valueDepth) {
    Row cells = getCells(value);
    cells[0].insert(0, 2 * valueDepth, ' ');
    tables[function].push_back(std::move(cells));
  };
  for (Value result : op->getResults())
    add(result, depth);
  bool isFunction = isa<FunctionOpInterface>(op);
  unsigned innerDepth = isFunction || op == module ? 0 : depth + 1;
  if (isFunction)
    function = op;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      for (BlockArgument argument : block.getArguments())
        add(argument, innerDepth);
      for (Operation &inner : block)
        collect(&inner, function, innerDepth);
    }
}

/// "func.func @f", with the modules around it: "func.func @inner::@f".
static std::string getHeading(Operation *function) {
  if (!function)
    return "outside of functions";
  StringAttr outermost;
  SmallVector<FlatSymbolRefAttr> nestedSymbols;
  for (Operation *op = function; op; op = op->getParentOp()) {
    auto symbol =
        op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (!symbol)
      continue;
    if (outermost)
      nestedSymbols.insert(nestedSymbols.begin(),
                           FlatSymbolRefAttr::get(outermost));
    outermost = symbol;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << function->getName();
  if (outermost)
    os << " " << SymbolRefAttr::get(outermost, nestedSymbols);
  return text;
}

/// Prints the rows in aligned columns. A cell longer than most does not widen
/// its column.
static void printRows(llvm::raw_ostream &os, ArrayRef<Row> rows) {
  constexpr size_t mostWidth = 32;
  std::vector<size_t> widths(rows.front().size());
  for (const Row &row : rows)
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      width = std::max(width, std::min(cell.size(), mostWidth));
  for (const Row &row : rows) {
    std::string line = " ";
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      line += " " + cell +
              std::string(width - std::min(width, cell.size()), ' ') + " ";
    os << StringRef(line).rtrim() << "\n";
  }
}

void FactsTable::print(llvm::raw_ostream &os) {
  collect(module, nullptr, 0);
  for (auto &[function, rows] : tables) {
    os << getHeading(function) << "\n";
    rows.insert(rows.begin(), getTitles());
    printRows(os, rows);
  }
  auto namer = [&](Value value) { return name(value); };
  std::vector<std::string> findings;
  auto add = [&](Block *block, std::string text) {
    Operation *op = block->getParentOp();
    if (!isa<FunctionOpInterface>(op))
      op = op->getParentOfType<FunctionOpInterface>();
    findings.push_back(getHeading(op) + ": " + text);
  };
  for (NoiseFinding finding : noise.getFindings())
    add(finding.use ? finding.use->getBlock() : finding.value.getParentBlock(),
        describeFinding(noise, finding, namer));
  for (const IntegerFinding &finding : integers.getFindings())
    add(finding.op->getBlock(),
        describeIntegerFinding(integers, finding, namer));
  os << (findings.empty() ? "no findings\n" : "findings\n");
  for (const std::string &finding : findings)
    os << "  " << finding << "\n";
}

void PrintFacts::runOnOperation() {
  FactsTable(getOperation()).print(llvm::errs());
  markAllAnalysesPreserved();
}
