//===- Program.cpp - A program to be tested, from its text ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Program.h"
#include "analysis/noise/NoiseReport.h"
#include "dialect/AllDialects.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "passes/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static const DialectRegistry &getRegistry() {
  static const DialectRegistry *registry = [] {
    auto *result = new DialectRegistry();
    mlir::noisy::registerAllDialects(*result);
    return result;
  }();
  return *registry;
}

static void describe(std::vector<std::string> &messages, Diagnostic &diag) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto location = diag.getLocation()->findInstanceOf<FileLineColLoc>())
    os << location.getLine() << ": ";
  switch (diag.getSeverity()) {
  case DiagnosticSeverity::Error:
    os << "error: ";
    break;
  case DiagnosticSeverity::Warning:
    os << "warning: ";
    break;
  case DiagnosticSeverity::Note:
    os << "note: ";
    break;
  case DiagnosticSeverity::Remark:
    os << "remark: ";
    break;
  }
  os << diag.str();
  messages.push_back(std::move(text));
  for (Diagnostic &note : diag.getNotes())
    describe(messages, note);
}

Program::Program(llvm::StringRef source)
    : ctx(getRegistry(), MLIRContext::Threading::DISABLED),
      sources(std::make_unique<llvm::SourceMgr>()) {
  ctx.allowUnregisteredDialects();
  ctx.printOpOnDiagnostic(false);
  ctx.getDiagEngine().registerHandler([&](Diagnostic &diag) {
    describe(messages, diag);
    return success();
  });
  sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(source, "program.mlir"), SMLoc());
  moduleOp = OwningOpRef<ModuleOp>(ModuleOp::create(UnknownLoc::get(&ctx)));
  Block parsedBlock;
  ParserConfig config(&ctx);
  if (failed(parseAsmSourceFile(*sources, &parsedBlock, config, &state))) {
    moduleOp = nullptr;
    return;
  }
  // As the tools do: a single module is the program, everything else is put
  // into one.
  if (llvm::hasSingleElement(parsedBlock) &&
      isa<ModuleOp>(parsedBlock.front())) {
    Operation *singleOp = &parsedBlock.front();
    singleOp->remove();
    moduleOp = cast<ModuleOp>(singleOp);
  } else {
    Block *body = moduleOp->getBody();
    body->getOperations().splice(body->end(), parsedBlock.getOperations());
    // The verifier has seen the operations, but not their symbols together.
    if (failed(verify(*moduleOp))) {
      moduleOp = nullptr;
      return;
    }
  }
  collectNames();
}

Program::~Program() = default;

std::string Program::diagnostics() const { return llvm::join(messages, "\n"); }

void Program::addName(Value value, SMRange range,
                      std::optional<unsigned> number) {
  if (!range.isValid())
    return;
  const char *begin = range.Start.getPointer();
  std::string name(begin, range.End.getPointer() - begin);
  if (number)
    name += "#" + std::to_string(*number);
  names.emplace_back(name, value);
  nameOf[value] = name;
}

void Program::collectNames() {
  for (const auto &definition : state.getOpDefs()) {
    auto groups = definition.resultGroups;
    for (size_t i = 0; i < groups.size(); ++i) {
      unsigned begin = groups[i].startIndex;
      unsigned end = i + 1 < groups.size() ? groups[i + 1].startIndex
                                           : definition.op->getNumResults();
      for (unsigned result = begin; result < end; ++result)
        addName(definition.op->getResult(result), groups[i].definition.loc,
                end - begin > 1 ? std::optional(result - begin) : std::nullopt);
    }
  }
  for (const auto &definition : state.getBlockDefs())
    for (auto [argument, source] :
         llvm::zip(definition.block->getArguments(), definition.arguments))
      addName(argument, source.loc, std::nullopt);
}

Value Program::value(llvm::StringRef qualifiedName) {
  auto [function, name] = qualifiedName.split(' ');
  if (name.empty())
    std::swap(function, name);
  Value match;
  for (auto [candidate, value] : names) {
    if (candidate != name)
      continue;
    if (!function.empty()) {
      Operation *parent = value.getParentBlock()->getParentOp();
      auto parentFunction = dyn_cast<FunctionOpInterface>(parent);
      if (!parentFunction)
        parentFunction = parent->getParentOfType<FunctionOpInterface>();
      if (!parentFunction ||
          "@" + parentFunction.getName().str() != function.str())
        continue;
    }
    INFO("several values have the name " << qualifiedName.str());
    REQUIRE(!match);
    match = value;
  }
  INFO("no value has the name " << qualifiedName.str());
  REQUIRE(match);
  return match;
}

std::string Program::name(Value value) const {
  auto entry = nameOf.find(value);
  return entry == nameOf.end() ? "?" : entry->second;
}

const NoiseFacts &Program::facts() {
  INFO(diagnostics());
  REQUIRE(isParsed());
  if (!cachedFacts)
    cachedFacts = NoiseFacts::compute(*moduleOp);
  return *cachedFacts;
}

const NoiseFact &Program::fact(llvm::StringRef name) {
  const NoiseFact *match = facts().find(value(name));
  REQUIRE(match);
  return *match;
}

std::string Program::findings() {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const NoiseFinding &finding : facts().getFindings()) {
    if (!text.empty())
      os << "\n";
    os << getFindingCode(finding.kind).split('-').second << " "
       << name(finding.value);
    if (finding.kind == NoiseFindingKind::Overflow)
      os << " " << finding.bound;
    if (finding.kind == NoiseFindingKind::Unbounded && finding.growth)
      os << " by " << finding.growth;
    if (finding.kind == NoiseFindingKind::Call)
      os << " " << finding.bound << " of " << finding.limit << " in "
         << name(finding.overflow);
    if (finding.kind == NoiseFindingKind::Contract)
      os << " " << finding.bound << " of " << finding.limit;
    if (finding.kind == NoiseFindingKind::StatedRange)
      os << (isError(finding) ? " error" : " warning");
  }
  return text;
}

std::string Program::print() {
  std::string text;
  llvm::raw_string_ostream os(text);
  moduleOp->print(os);
  return text;
}

bool Program::run(llvm::StringRef pipeline) {
  static const bool isRegistered = [] {
    registerAllPasses();
    registerNoisyPasses();
    return true;
  }();
  REQUIRE(isRegistered);
  PassManager passes(&ctx, ModuleOp::getOperationName());
  INFO(pipeline.str());
  REQUIRE(succeeded(parsePassPipeline(pipeline, passes)));
  return succeeded(passes.run(*moduleOp));
}

std::string test::withFresh(llvm::StringRef body) {
  return ("func.func @f(%x: i5, %n: index, %p: i1) {\n"
          "  %c0 = arith.constant 0 : index\n"
          "  %c1 = arith.constant 1 : index\n"
          "  %c2 = arith.constant 2 : index\n"
          "  %c4 = arith.constant 4 : index\n"
          "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
          "  %b = noisy.encode %x : i5 -> !noisy.i32\n"
          "  %c = noisy.encode %x : i5 -> !noisy.i32\n" +
          body +
          "\n  return\n"
          "}\n")
      .str();
}
