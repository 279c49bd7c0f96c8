//===- RuledProgram.cpp - A program of another dialect --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/dialect/RuledProgram.h"
#include "analysis/flow/ValueNames.h"
#include "analysis/noise/NoiseReport.h"
#include "dialect/AllDialects.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyOps.h"
#include "dialect/RuledDialects.h"
#include "dialect/rules/RulesReader.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

const char test::toyRules[] = R"(
carriers: ["!toy.ct"]
ops:
  toy.encode: fresh
  toy.reduce_noise: reduce
  toy.add: add
  toy.sub: sub
  toy.mul: mul
  toy.decode: reads
  toy.both: max + 1
  toy.neg: max
  toy.cast: pass
  toy.first: {rule: max, operands: [0]}
  toy.square: {rule: mul, operands: [0, 0]}
  toy.into: {rule: add, overwrites: [0]}
  toy.onto: {rule: add, operands: [1, 2], overwrites: [0]}
  toy.far: {rule: add, operands: [0, 7]}
  toy.drop: {rule: max, adds: levels = 1}
  toy.slip: {rule: add, adds: levels}
  toy.lookup: {rule: reduce, takes: max - 2}
  toy.opaque: unknown
  toy.veiled: {rule: unknown, overwrites: [0]}
  toy.plainly: {rule: unknown, overwrites: []}
reduce:
  "!toy.ct": toy.reduce_noise
)";

RuledProgram::RuledProgram(const std::string &text, const std::string &yaml) {
  RulesError error;
  std::optional<NoiseRules> rules = readNoiseRules(yaml, error);
  INFO(error.str("rules"));
  REQUIRE(rules);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerNoiseRules(registry,
                     std::make_shared<const NoiseRules>(std::move(*rules)),
                     /*standsIn=*/true);
  context.appendDialectRegistry(registry);
  context.allowUnregisteredDialects();
  moduleOp = parseSourceString<ModuleOp>(text, &context);
  INFO(text);
  REQUIRE(moduleOp);
  noiseFacts.emplace(NoiseFacts::compute(*moduleOp));
}

RuledProgram::~RuledProgram() = default;

std::vector<NoiseBound> RuledProgram::bounds() {
  std::vector<NoiseBound> result;
  auto add = [&](Value value) {
    if (carriesNoise(value))
      result.push_back(noiseFacts->getBound(value));
  };
  moduleOp->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  });
  return result;
}

std::vector<NoiseFindingKind> RuledProgram::findings() {
  std::vector<NoiseFindingKind> result;
  for (const NoiseFinding &finding : noiseFacts->getFindings())
    result.push_back(finding.kind);
  return result;
}

std::string RuledProgram::messages() {
  std::string result;
  for (const NoiseFinding &finding : noiseFacts->getFindings())
    result += describeFinding(*noiseFacts, finding, nameValue) + "\n";
  return result;
}

NoiseBound RuledProgram::last(const std::string &body) {
  return RuledProgram(inFunction(body)).bounds().back();
}

std::string RuledProgram::inFunction(const std::string &body) {
  return "func.func @f(%a: !toy.ct, %b: !toy.ct, %p: i32, %c: i1, %m: "
         "memref<!toy.ct>) {\n" +
         body + "  return\n}\n";
}

static void replaceAll(std::string &text, llvm::StringRef from,
                       llvm::StringRef to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to.str());
}

std::optional<std::string> test::asToy(ModuleOp module, bool &isExact) {
  bool hasScale = false;
  module->walk([&](Operation *op) {
    hasScale |= isa<ScaleOp>(op);
    // The formula for these is for our own operations only.
    isExact &= !isa<scf::ParallelOp>(op);
  });
  if (hasScale)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().printGenericOpForm());
  replaceAll(text, "\"noisy.", "\"toy.");
  replaceAll(text, "!noisy.i32", "!toy.ct");
  return text;
}

std::vector<Value> test::valuesOf(ModuleOp module) {
  std::vector<Value> result;
  auto add = [&](Value value) {
    if (carriesNoise(value))
      result.push_back(value);
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  });
  return result;
}
