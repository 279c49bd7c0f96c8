//===- PrintFacts.cpp - Prints facts as a table ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/DecidedComparisons.h"
#include "analysis/bounds/ShownBounds.h"
#include "analysis/integers/IndexFindings.h"
#include "analysis/integers/IntegerReport.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/metadata/MetadataFacts.h"
#include "analysis/noise/NoiseReport.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passes/Passes.h"
#include "passes/PrintedNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
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
  using PrintFactsBase::PrintFactsBase;
  void runOnOperation() override;
};

/// The facts of a module as rows of text.
class FactsTable {
public:
  explicit FactsTable(ModuleOp module)
      : module(module), names(module), flow(module),
        noise(NoiseFacts::compute(flow)), integers(IntegerFacts::compute(flow)),
        metadata(MetadataFacts::compute(flow)) {
    collect(module, nullptr, 0);
  }

  void print(llvm::raw_ostream &os);
  /// The same as an object, in one line.
  void printJson(llvm::raw_ostream &os);

private:
  /// A value, and the depth of its region.
  using Entry = std::pair<Value, unsigned>;
  /// A finding of either analysis, in words.
  struct Finding {
    Operation *function;
    Location place;
    bool isError;
    StringRef code;
    std::string message;
  };

  std::vector<Finding> getFindings();
  void printValue(llvm::json::OStream &out, const Entry &entry);
  Row getTitles();
  Row getCells(Value value);
  std::string name(Value value);
  std::string describeNumber(Value value);
  std::string describeMetadata(Value value);
  /// The bounds that neither the type nor the range shows.
  ArrayRef<std::string> getBounds(Value value);
  void collect(Operation *op, Operation *function, unsigned depth);

  ModuleOp module;
  AsmState names;
  ProgramFlow flow;
  NoiseFacts noise;
  IntegerFacts integers;
  MetadataFacts metadata;
  /// The values of each function; the key null has those outside functions.
  llvm::MapVector<Operation *, std::vector<Entry>> values;
  /// The bounds of those that have any.
  llvm::DenseMap<Value, std::vector<std::string>> bounds;
};

} // namespace

std::string FactsTable::name(Value value) { return printName(value, names); }

std::string FactsTable::describeNumber(Value value) {
  if (noise.find(value))
    return describeBound(noise, value);
  std::optional<IntegerFact> fact = integers.find(value);
  return fact && saysMoreThanType(*fact) ? describeFact(*fact, value.getType())
                                         : "-";
}

static std::string describeType(Value value) {
  std::string text;
  llvm::raw_string_ostream(text) << value.getType();
  return text;
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

ArrayRef<std::string> FactsTable::getBounds(Value value) {
  auto entry = bounds.find(value);
  if (entry == bounds.end())
    return {};
  return entry->second;
}

Row FactsTable::getTitles() {
  Row titles = {"value", "type", "noise or range"};
  if (!bounds.empty())
    titles.push_back("bounds");
  if (metadata.hasAny())
    titles.push_back("metadata");
  titles.push_back("noise comes from");
  return titles;
}

Row FactsTable::getCells(Value value) {
  Row cells = {name(value), describeType(value), describeNumber(value)};
  if (!bounds.empty()) {
    ArrayRef<std::string> texts = getBounds(value);
    cells.push_back(texts.empty() ? "-" : llvm::join(texts, "; "));
  }
  if (metadata.hasAny())
    cells.push_back(describeMetadata(value));
  auto namer = [&](Value operand) { return name(operand); };
  cells.push_back(llvm::join(describeOrigin(noise, value, namer), "; "));
  return cells;
}

/// Collects the values of `op` and of the operations inside it, in the order of
/// the text.
void FactsTable::collect(Operation *op, Operation *function, unsigned depth) {
  auto add = [&](Value value, unsigned valueDepth) {
    values[function].push_back({value, valueDepth});
    std::vector<std::string> texts = describeShownBounds(
        value, integers, [&](Value operand) { return name(operand); });
    if (!texts.empty())
      bounds[value] = std::move(texts);
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

std::vector<FactsTable::Finding> FactsTable::getFindings() {
  auto namer = [&](Value value) { return name(value); };
  std::vector<Finding> findings;
  auto add = [&](Block *block, Location place, bool isError, StringRef code,
                 std::string text) {
    Operation *op = block->getParentOp();
    if (!isa<FunctionOpInterface>(op))
      op = op->getParentOfType<FunctionOpInterface>();
    findings.push_back({op, place, isError, code, std::move(text)});
  };
  for (NoiseFinding finding : noise.getFindings())
    add(finding.use ? finding.use->getBlock() : finding.value.getParentBlock(),
        finding.use ? finding.use->getLoc() : finding.value.getLoc(),
        isError(finding), getFindingCode(finding.kind),
        describeFinding(noise, finding, namer));
  for (const IntegerFinding &finding : integers.getFindings())
    add(finding.op->getBlock(), finding.op->getLoc(), /*isError=*/false,
        getFindingCode(finding.kind),
        describeIntegerFinding(integers, finding, namer));
  for (const IndexFinding &finding : findWrongIndices(flow, integers))
    add(finding.op->getBlock(), finding.op->getLoc(), /*isError=*/false,
        kIndexFindingCode, describeIndexFinding(finding, namer));
  for (const ComparisonFinding &finding :
       findDecidedComparisons(flow, integers))
    add(finding.op->getBlock(), finding.op->getLoc(), /*isError=*/false,
        getFindingCode(finding), describeComparisonFinding(finding, namer));
  return findings;
}

void FactsTable::print(llvm::raw_ostream &os) {
  for (const auto &[function, entries] : values) {
    os << getHeading(function) << "\n";
    std::vector<Row> rows = {getTitles()};
    for (const auto &[value, depth] : entries) {
      rows.push_back(getCells(value));
      rows.back().front().insert(0, 2 * depth, ' ');
    }
    printRows(os, rows);
  }
  std::vector<Finding> findings = getFindings();
  os << (findings.empty() ? "no findings\n" : "findings\n");
  for (const Finding &finding : findings)
    os << "  " << getHeading(finding.function) << ": " << finding.message
       << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void printPlace(llvm::json::OStream &out, Location place) {
  if (auto file = place->findInstanceOf<FileLineColLoc>()) {
    out.attribute("line", file.getLine());
    out.attribute("column", file.getColumn());
  }
}

static void printName(llvm::json::OStream &out, StringRef key,
                      Operation *function) {
  if (function)
    out.attribute(key, llvm::json::fixUTF8(getHeading(function)));
  else
    out.attribute(key, nullptr);
}

/// The bound in bits, or a word for what is no number.
static llvm::json::Value getNoise(NoiseBound bound, unsigned unit) {
  if (bound.isBits())
    return bound.getBits() % unit == 0
               ? llvm::json::Value(int64_t(bound.getBits() / unit))
               : llvm::json::Value(double(bound.getBits()) / unit);
  return bound.isUnknown()       ? "unknown"
         : bound.isUnbounded()   ? "unbounded"
         : bound.isMoreThanCap() ? "huge"
                                 : "unreached";
}

void FactsTable::printValue(llvm::json::OStream &out, const Entry &entry) {
  Value value = entry.first;
  out.object([&] {
    out.attribute("name", llvm::json::fixUTF8(name(value)));
    out.attribute("type", llvm::json::fixUTF8(describeType(value)));
    out.attribute("depth", entry.second);
    printPlace(out, value.getLoc());
    if (noise.find(value)) {
      NoiseModel model = NoiseModel::get(value.getParentBlock()->getParentOp());
      out.attribute("noise", getNoise(noise.getBound(value), model.unit));
      out.attribute("limit", getNoise(NoiseBound::bits(model.max), model.unit));
    } else if (std::optional<IntegerFact> fact = integers.find(value);
               fact && saysMoreThanType(*fact) && !fact->isUnreached) {
      bool isSigned = fact->range.smin().isNegative();
      const auto [min, max] =
          isSigned ? std::pair(fact->range.smin(), fact->range.smax())
                   : std::pair(fact->range.umin(), fact->range.umax());
      out.attribute("min", llvm::toString(min, 10, isSigned));
      out.attribute("max", llvm::toString(max, 10, isSigned));
    }
    if (std::string text = describeNumber(value); text != "-")
      out.attribute("text", text);
    if (ArrayRef<std::string> texts = getBounds(value); !texts.empty())
      out.attributeArray("bounds", [&] {
        for (const std::string &text : texts)
          out.value(llvm::json::fixUTF8(text));
      });
    if (metadata.hasAny())
      out.attribute("metadata", llvm::json::fixUTF8(describeMetadata(value)));
    out.attributeArray("origin", [&] {
      auto namer = [&](Value operand) { return name(operand); };
      for (const std::string &origin : describeOrigin(noise, value, namer))
        out.value(llvm::json::fixUTF8(origin));
    });
  });
}

void FactsTable::printJson(llvm::raw_ostream &os) {
  llvm::json::OStream out(os);
  out.object([&] {
    out.attributeArray("functions", [&] {
      for (const auto &[function, entries] : values)
        out.object([&, &function = function, &entries = entries] {
          printName(out, "name", function);
          out.attributeArray("values", [&] {
            for (const Entry &entry : entries)
              printValue(out, entry);
          });
        });
    });
    out.attributeArray("findings", [&] {
      for (const Finding &finding : getFindings())
        out.object([&] {
          printName(out, "function", finding.function);
          out.attribute("severity", finding.isError ? "error" : "warning");
          out.attribute("code", finding.code);
          out.attribute("message", llvm::json::fixUTF8(finding.message));
          printPlace(out, finding.place);
        });
    });
  });
  os << "\n";
}

void PrintFacts::runOnOperation() {
  FactsTable table(getOperation());
  if (json)
    table.printJson(llvm::errs());
  else
    table.print(llvm::errs());
  markAllAnalysesPreserved();
}
