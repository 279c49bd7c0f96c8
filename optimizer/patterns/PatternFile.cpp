//===- PatternFile.cpp - Patterns that users bring ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/patterns/PatternFile.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include <optional>

using namespace mlir;
using namespace mlir::noisy;

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The most time that mlir-pdll may take, in seconds.
static constexpr unsigned kMostSeconds = 60;

//===----------------------------------------------------------------------===//
// Functions that patterns may use
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kConstraints[] = {"HasOneUse"};
static constexpr StringLiteral kRewrites[] = {"Sum", "Product"};

/// The result of a computation on two integers of one type; null for other
/// attributes.
template <typename Compute>
static Attribute combine(Attribute a, Attribute b, Compute compute) {
  auto lhs = dyn_cast<IntegerAttr>(a), rhs = dyn_cast<IntegerAttr>(b);
  if (!lhs || !rhs || lhs.getType() != rhs.getType())
    return {};
  return IntegerAttr::get(lhs.getType(),
                          compute(lhs.getValue(), rhs.getValue()));
}

static void addFunctions(PDLPatternModule &module) {
  module.registerConstraintFunction(
      "HasOneUse",
      [](PatternRewriter &, PDLResultList &,
         ArrayRef<PDLValue> values) -> LogicalResult {
        return success(values.front().cast<Value>().hasOneUse());
      });
  auto addRewrite = [&](StringRef name, auto compute) {
    module.registerRewriteFunction(
        name,
        [compute](PatternRewriter &, PDLResultList &results,
                  ArrayRef<PDLValue> values) -> LogicalResult {
          Attribute result = combine(values[0].cast<Attribute>(),
                                     values[1].cast<Attribute>(), compute);
          if (!result)
            return failure();
          results.push_back(result);
          return success();
        });
  };
  addRewrite("Sum", [](const APInt &a, const APInt &b) { return a + b; });
  addRewrite("Product", [](const APInt &a, const APInt &b) { return a * b; });
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
/// Finds what the bytecode would crash on, or would never do.
class PatternChecker {
public:
  PatternChecker(const std::string &file, std::vector<std::string> &errors)
      : file(file), errors(errors) {}

  void check(pdl::PatternOp pattern);
  void report(Location location, const Twine &message);

private:
  void checkFunction(Operation *op, StringRef name, ArrayRef<StringLiteral> all,
                     const char *kind, ArrayRef<const char *> types);
  void checkOperation(pdl::OperationOp op);

  const std::string &file;
  std::vector<std::string> &errors;
};
} // namespace

void PatternChecker::report(Location location, const Twine &message) {
  std::string place = file;
  if (auto line = location->findInstanceOf<FileLineColLoc>())
    place = (line.getFilename().getValue() + ":" + Twine(line.getLine()) + ":" +
             Twine(line.getColumn()))
                .str();
  errors.push_back((place + ": " + message).str());
}

void PatternChecker::checkFunction(Operation *op, StringRef name,
                                   ArrayRef<StringLiteral> all,
                                   const char *kind,
                                   ArrayRef<const char *> types) {
  if (!llvm::is_contained(all, name))
    return report(op->getLoc(), Twine("there is no ") + kind + " '" + name +
                                    "', only " + llvm::join(all, " and ") +
                                    "; what is written in C++ cannot be run");
  bool isRight = op->getNumOperands() == types.size();
  for (auto [type, wanted] : llvm::zip(op->getOperandTypes(), types)) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    isRight &= text == wanted;
  }
  if (!isRight)
    report(op->getLoc(), Twine("the ") + kind + " '" + name +
                             "' has other operands; see the documentation of "
                             "--noisy-patterns");
}

void PatternChecker::checkOperation(pdl::OperationOp op) {
  std::optional<StringRef> name = op.getOpName();
  if (!name)
    return;
  MLIRContext *context = op.getContext();
  auto known = RegisteredOperationName::lookup(*name, context);
  Dialect *dialect = context->getOrLoadDialect(name->split('.').first);
  bool mayBeUnknown = dialect ? dialect->allowsUnknownOperations()
                              : context->allowsUnregisteredDialects();
  if (!known && !mayBeUnknown)
    return report(op.getLoc(),
                  "no dialect has an operation '" + Twine(*name) + "'");
  bool isMade = op->getParentOfType<pdl::RewriteOp>() != nullptr;
  if (isMade && op.getTypeValues().empty() && !op->use_empty() &&
      !(known && known->hasInterface<InferTypeOpInterface>()))
    report(op.getLoc(), "the types of the results of '" + Twine(*name) +
                            "' cannot be inferred; write them: -> (...)");
}

void PatternChecker::check(pdl::PatternOp pattern) {
  const char *value = "!pdl.value", *attribute = "!pdl.attribute";
  pattern->walk([&](Operation *op) {
    if (auto constraint = dyn_cast<pdl::ApplyNativeConstraintOp>(op))
      checkFunction(op, constraint.getName(), kConstraints, "constraint",
                    {value});
    else if (auto rewrite = dyn_cast<pdl::ApplyNativeRewriteOp>(op))
      checkFunction(op, rewrite.getName(), kRewrites, "rewrite",
                    {attribute, attribute});
    else if (auto made = dyn_cast<pdl::OperationOp>(op))
      checkOperation(made);
    else if (auto rewriter = dyn_cast<pdl::RewriteOp>(op);
             rewriter && rewriter.getName())
      checkFunction(op, *rewriter.getName(), {}, "rewrite", {});
  });
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::string findPdll() {
  for (const char *name : {"mlir-pdll-22", "mlir-pdll"}) {
    if (auto found = llvm::sys::findProgramByName(name))
      return *found;
    if (auto found =
            llvm::sys::findProgramByName(name, {"/usr/lib/llvm-22/bin"}))
      return *found;
  }
  return "";
}

namespace {
/// A file that is gone in the end, also where a signal ends the program.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef suffix) {
    if (fs::createTemporaryFile("noisy-patterns", suffix, name)) {
      name.clear();
      return;
    }
    llvm::sys::RemoveFileOnSignal(name);
  }
  ~TemporaryFile() {
    if (name.empty())
      return;
    fs::remove(name);
    llvm::sys::DontRemoveFileOnSignal(name);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  /// Empty if the system gives no file.
  StringRef getName() const { return name; }

private:
  llvm::SmallString<128> name;
};
} // namespace

/// Has mlir-pdll read a file. Returns what that writes: patterns of the pdl
/// dialect; nothing, with its errors.
static std::unique_ptr<llvm::MemoryBuffer>
readPdll(const std::string &file, std::vector<std::string> &errors) {
  auto fail = [&](const Twine &message) {
    errors.push_back((file + ": " + message).str());
    return nullptr;
  };
  std::string program = findPdll();
  if (program.empty())
    return fail("there is no mlir-pdll in the PATH, which reads PDLL: install "
                "the tools of MLIR 22 (on Debian the package mlir-22-tools)");
  const TemporaryFile output("mlir"), messages("txt");
  if (output.getName().empty() || messages.getName().empty())
    return fail("the system gives no temporary files");
  llvm::SmallString<128> own = path::parent_path(file), installed;
  if (own.empty())
    own = ".";
  // bin/mlir-pdll has include/ beside it.
  if (!fs::real_path(program, installed)) {
    path::remove_filename(installed);
    path::append(installed, "..", "include");
  }
  std::string error;
  int status = llvm::sys::ExecuteAndWait(
      program,
      {program, "-x=mlir", "-I", own.str(), "-I", installed.str(), "-o",
       output.getName(), file},
      std::nullopt, {StringRef(""), StringRef(""), messages.getName()},
      kMostSeconds, /*MemoryLimit=*/0, &error);
  if (status == 0) {
    auto text = llvm::MemoryBuffer::getFile(output.getName(), /*IsText=*/true);
    if (text)
      return std::move(*text);
    return fail("the patterns that mlir-pdll has written cannot be read");
  }
  if (status < 0)
    return fail("mlir-pdll does not run: " + error);
  auto text = llvm::MemoryBuffer::getFile(messages.getName(), /*IsText=*/true);
  SmallVector<StringRef> lines;
  if (text)
    (*text)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  // The errors with the lines of the file below them.
  bool isError = false;
  for (StringRef line : lines) {
    if (line.contains(": warning: ") || line.contains(": note: "))
      isError = false;
    else if (line.contains(": error: "))
      isError = true;
    if (isError)
      errors.push_back(line.str());
  }
  if (errors.empty())
    return fail("mlir-pdll fails without a message");
  return nullptr;
}

void mlir::noisy::registerPatternDialects(DialectRegistry &registry) {
  registry.insert<pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
}

/// A module with one pattern alone.
static FrozenRewritePatternSet compile(pdl::PatternOp pattern) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(pattern.getLoc());
  module->getBody()->push_back(pattern->clone());
  PDLPatternModule patterns(std::move(module));
  addFunctions(patterns);
  return FrozenRewritePatternSet(RewritePatternSet(std::move(patterns)));
}

UserPatterns mlir::noisy::loadPatterns(MLIRContext *context,
                                       const std::string &file,
                                       std::vector<std::string> &errors) {
  PatternChecker checker(file, errors);
  std::unique_ptr<llvm::MemoryBuffer> text;
  if (path::extension(file) == ".mlir") {
    auto opened = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
    if (opened)
      text = std::move(*opened);
    else
      errors.push_back(file + ": " + opened.getError().message());
  } else if (!fs::exists(file)) {
    errors.push_back(file + ": there is no such file");
  } else {
    text = readPdll(file, errors);
  }
  if (!text)
    return {};

  OwningOpRef<ModuleOp> module;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        checker.report(diagnostic.getLocation(), diagnostic.str());
      return success();
    });
    module = parseSourceString<ModuleOp>(text->getBuffer(), context, file);
  }
  if (!module) {
    if (errors.empty())
      errors.push_back(file + ": the patterns cannot be read");
    return {};
  }
  SmallVector<pdl::PatternOp> patterns(module->getOps<pdl::PatternOp>());
  for (pdl::PatternOp pattern : patterns)
    checker.check(pattern);
  if (patterns.empty())
    errors.push_back(file + ": there is no pattern in it");
  if (!errors.empty())
    return {};

  UserPatterns result;
  for (pdl::PatternOp pattern : patterns) {
    UserPattern &entry = result.emplace_back();
    auto line = pattern.getLoc()->findInstanceOf<FileLineColLoc>();
    if (std::optional<StringRef> name = pattern.getSymName())
      entry.name = name->str();
    else
      entry.name =
          "the pattern at line " + std::to_string(line ? line.getLine() : 0);
    if (auto root = pattern.getRewriter().getRoot())
      if (auto op = root.getDefiningOp<pdl::OperationOp>())
        entry.root = op.getOpName().value_or("").str();
    entry.benefit = pattern.getBenefit();
    entry.compiled =
        std::make_shared<const FrozenRewritePatternSet>(compile(pattern));
  }
  llvm::stable_sort(result, [](const UserPattern &a, const UserPattern &b) {
    return a.benefit > b.benefit;
  });
  return result;
}
