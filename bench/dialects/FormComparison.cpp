//===- FormComparison.cpp - Known dialects, read as unknown ones ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/dialects/FormComparison.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "server/foreign/ForeignDialect.h"
#include "server/foreign/GuessedTypes.h"
#include "server/parse/ParsedText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <set>
#include <vector>

using namespace mlir;
using namespace mlir::noisy::bench;
using namespace mlir::noisy::lsp;

static constexpr llvm::StringLiteral prefix = "other_";

namespace {

/// What is compared of an operation.
struct OperationForm {
  std::string name, results, symbols;
  unsigned operands = 0, regions = 0, successors = 0;

  /// What differs first; nothing if all is equal.
  const char *findDifference(const OperationForm &other) const {
    return name != other.name               ? "name"
           : operands != other.operands     ? "number of operands"
           : results != other.results       ? "types of results"
           : regions != other.regions       ? "regions"
           : successors != other.successors ? "successors"
           : symbols != other.symbols       ? "uses of symbols"
                                            : nullptr;
  }
};

/// The operations of a text by the places of their names.
using Forms = std::map<size_t, OperationForm>;

/// A text with some operations renamed.
struct RenamedText {
  std::string text;
  /// Where the prefixes were inserted, in the text as it was.
  std::vector<size_t> places;

  /// The place in the text as it was.
  size_t originalOf(size_t place) const {
    for (size_t i = places.size(); i > 0; --i)
      if (size_t inserted = places[i - 1] + (i - 1) * prefix.size();
          inserted < place)
        return place - i * prefix.size();
    return place;
  }
};

} // namespace

/// Renames all words that begin with `begin` and end with it, too, or go on
/// behind a dot at its end.
static RenamedText rename(StringRef text, StringRef begin) {
  RenamedText result;
  for (size_t i = 0; i < text.size(); ++i) {
    StringRef rest = text.substr(i);
    if ((i == 0 || llvm::isSpace(text[i - 1])) && rest.consume_front(begin) &&
        (begin.ends_with(".") || rest.empty() ||
         !(llvm::isAlnum(rest[0]) || rest[0] == '_' || rest[0] == '.'))) {
      result.text += prefix;
      result.places.push_back(i);
    }
    result.text += text[i];
  }
  return result;
}

static OperationForm describe(Operation *op) {
  OperationForm form;
  StringRef name = op->getName().getStringRef();
  name.consume_front(prefix);
  form.name = name.str();
  form.operands = op->getNumOperands();
  form.regions = op->getNumRegions();
  form.successors = op->getNumSuccessors();
  llvm::raw_string_ostream(form.results) << op->getResultTypes();
  std::multiset<std::string> symbols;
  op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
    std::string text;
    llvm::raw_string_ostream(text) << symbol;
    symbols.insert(text);
    // Not its parts.
    return WalkResult::skip();
  });
  form.symbols = llvm::join(symbols, " ");
  return form;
}

static const DialectRegistry &getDialects() {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    mlir::noisy::registerAllDialects(all);
    return all;
  }();
  return registry;
}

/// Reads a text; nothing if it has an error.
static Forms read(const std::string &text) {
  std::unique_ptr<MLIRContext> context = makeContext(getDialects());
  GuessedTypes *types = loadForeignDialects(*context, text);
  ScopedDiagnosticHandler quiet(context.get(), [](Diagnostic &) {});
  ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text),
                             llvm::SMLoc());
  std::vector<size_t> lines = {0};
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n')
      lines.push_back(i + 1);
  Forms forms;
  // MLIR may crash on what its tests have.
  llvm::CrashRecoveryContext().RunSafely([&] {
    parseLearning(*context, types,
                  [&] { module = parseSourceFile<ModuleOp>(sources, config); });
    if (!module)
      return;
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
      if (!place || !place.getLine() || place.getLine() > lines.size())
        return;
      // The first one is that which is written there.
      forms.try_emplace(lines[place.getLine() - 1] + place.getColumn() - 1,
                        describe(op));
    });
  });
  return forms;
}

namespace {

/// The comparison of one chunk.
class ChunkComparison {
public:
  ChunkComparison(const std::string &text, FormComparison &result)
      : text(text), known(read(text)), result(result) {}

  void run();

private:
  bool compare(StringRef begin, FormCounts &counts, bool isLast);

  const std::string &text;
  const Forms known;
  FormComparison &result;
};

} // namespace

/// Compares the operations whose names begin with `begin`. Returns false, and
/// counts nothing, if the text is not read then, unless this `isLast`.
bool ChunkComparison::compare(StringRef begin, FormCounts &counts,
                              bool isLast) {
  RenamedText renamed = rename(text, begin);
  if (renamed.places.empty())
    return true;
  Forms foreign;
  for (auto &[place, form] : read(renamed.text))
    foreign.try_emplace(renamed.originalOf(place), form);
  if (foreign.empty() && !isLast)
    return false;
  for (size_t place : renamed.places) {
    auto it = known.find(place);
    // A comment, for example.
    if (it == known.end() ||
        !StringRef(text).substr(place).starts_with(it->second.name))
      continue;
    ++counts.operations;
    auto other = foreign.find(place);
    const char *difference = other == foreign.end()
                                 ? "not read"
                                 : it->second.findDifference(other->second);
    if (!difference) {
      ++counts.equal;
      continue;
    }
    ++counts.wrongNames[it->second.name];
    ++counts.wrongParts[difference];
  }
  return true;
}

void ChunkComparison::run() {
  std::map<std::string, std::set<std::string>> dialects;
  for (const auto &[place, form] : known) {
    std::string dialect = StringRef(form.name).split('.').first.str();
    if (getDialects().getDialectAllocator(dialect))
      dialects[dialect].insert(form.name);
  }
  for (const auto &[dialect, operations] : dialects) {
    FormCounts &counts = result[dialect];
    if (compare(dialect + ".", counts, /*isLast=*/false))
      continue;
    for (const std::string &operation : operations)
      compare(operation, counts, /*isLast=*/true);
  }
}

void mlir::noisy::bench::compareForms(const std::string &text,
                                      FormComparison &comparison) {
  llvm::SmallVector<StringRef> chunks;
  StringRef(text).split(chunks, "// -----");
  for (StringRef chunk : chunks) {
    const std::string part = chunk.str();
    ChunkComparison(part, comparison).run();
  }
}
