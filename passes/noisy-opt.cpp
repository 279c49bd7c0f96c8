//===- noisy-opt.cpp - MLIR's optimizer driver, with noise ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with every upstream dialect and pass, the noisy dialect and its
// passes.
//
//===----------------------------------------------------------------------===//

#include "Version.h"
#include "dialect/AllDialects.h"
#include "dialect/NoisePresets.h"
#include "dialect/RuledDialects.h"
#include "dialect/rules/RulePacks.h"
#include "dialect/rules/RulesReader.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passes/AddedDialects.h"
#include "passes/Interrupt.h"
#include "passes/Passes.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::noisy;

/// Prints what is wrong with files; true if anything is.
static bool report(const std::vector<FileProblem> &problems) {
  for (const FileProblem &problem : problems)
    llvm::errs() << "noisy-opt: " << problem.str() << "\n";
  return !problems.empty();
}

int main(int argc, char **argv) {
  static llvm::cl::opt<std::string> modelText(
      "noisy-model",
      llvm::cl::desc("The noise model, in bits, of code without a noisy.model "
                     "attribute (default: initial=12,max=26), or the "
                     "parameters of a scheme, as for --noisy-model-from"),
      llvm::cl::value_desc("initial=N,max=N"));
  static llvm::cl::opt<std::string> presetText(
      "noisy-model-from",
      llvm::cl::desc(
          "Print the noise model of a scheme (bfv, bgv, ckks, tfhe) by its "
          "parameters, and do nothing else"),
      llvm::cl::value_desc("bfv N=8192 t=65537 logq=55,55,55,55"));

  // Options only refer to their texts.
  static const std::string rulesHelp =
      "Rules for the noise of other dialects, whose operations are read in "
      "generic form: a file such as .noisy.yaml, or one that comes with the "
      "program (" +
      nameRulePacks() + ")";
  static llvm::cl::opt<std::string> rulesText(
      "noisy-rules", llvm::cl::desc(rulesHelp),
      llvm::cl::value_desc("FILE or NAME"));

  std::vector<char *> arguments(argv, argv + argc);
  const AddedDialects added(arguments);
  if (report(added.checkPlugins()))
    return EXIT_FAILURE;
  argc = int(arguments.size());
  arguments.push_back(nullptr);
  argv = arguments.data();

  DialectRegistry registry;
  mlir::noisy::registerAllDialects(registry);
  registerAllPasses();
  registerNoisyPasses();
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "noisy-opt " NOISY_VERSION " (LLVM " NOISY_LLVM_VERSION ")\n";
  });
  auto [inputFile, outputFile] = registerAndParseCLIOptions(
      argc, argv, "noisy optimizer driver\n", registry);
  if (report(added.addIrdl(registry)))
    return EXIT_FAILURE;
  if (presetText.getNumOccurrences() > 0) {
    std::string error;
    std::optional<NoisePreset> preset = makeNoisePreset(presetText, error);
    if (!preset) {
      presetText.error(error);
      return EXIT_FAILURE;
    }
    for (const std::string &comment : preset->comments)
      llvm::outs() << "// " << comment << "\n";
    llvm::outs() << "#noisy.model<" << preset->model.str(" ") << ">\n";
    return EXIT_SUCCESS;
  }
  if (modelText.getNumOccurrences() > 0) {
    std::string error;
    std::optional<NoiseModel> model = NoiseModel::parse(modelText, error);
    if (!model) {
      modelText.error(error);
      return EXIT_FAILURE;
    }
    registerDefaultModel(registry, *model);
  }
  if (rulesText.getNumOccurrences() > 0) {
    std::string error;
    LinkedOperations linked(registry);
    std::optional<NoiseRules> rules = loadNoiseRules(rulesText, error, &linked);
    if (!rules) {
      rulesText.error(error);
      return EXIT_FAILURE;
    }
    registerNoiseRules(registry,
                       std::make_shared<const NoiseRules>(std::move(*rules)),
                       /*standsIn=*/true);
  }
  // On Ctrl-C the optimizer ends with the best so far.
  allowCatchingInterrupts();
  return asMainReturnCode(
      MlirOptMain(argc, argv, inputFile, outputFile, registry));
}
