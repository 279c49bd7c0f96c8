//===- IrdlFile.cpp - Dialects that a file of IRDL defines ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/loading/IrdlFile.h"
#include "mlir/Dialect/IRDL/IR/IRDL.h"
#include "mlir/Dialect/IRDL/IRDLLoading.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace mlir::noisy;

/// MLIR's own one fails without a message.
static ParseResult refuseCustomForm(OpAsmParser &parser,
                                    OperationState &state) {
  StringRef name = state.name.getStringRef();
  return parser.emitError(parser.getNameLoc())
         << "has no syntax of its own, because IRDL defines it; write it in "
            "generic form: \""
         << name << "\"(...) : (...) -> ...";
}

static std::string getName(irdl::DialectOp dialect) {
  return dialect.getSymName().str();
}

/// "my.add" of `irdl.operation @add` in `irdl.dialect @my`.
static std::string getFullName(irdl::DialectOp dialect,
                               irdl::OperationOp operation) {
  return getName(dialect) + "." + operation.getSymName().str();
}

/// Loads the dialects whose types and attributes constraints name by a text
/// ("!my.ct"): MLIR finds only those that are loaded.
static void loadNamedDialects(ModuleOp module) {
  module.walk([](irdl::BaseOp base) {
    if (std::optional<StringRef> name = base.getBaseName())
      base.getContext()->getOrLoadDialect(
          name->drop_while([](char c) { return c == '!' || c == '#'; })
              .split('.')
              .first);
  });
}

/// Defines the dialects of a module that was checked in its context.
static LogicalResult defineDialects(ModuleOp module) {
  loadNamedDialects(module);
  if (failed(irdl::loadDialects(module)))
    return failure();
  module.walk([](irdl::OperationOp operation) {
    auto dialect = operation->getParentOfType<irdl::DialectOp>();
    std::optional<RegisteredOperationName> name =
        RegisteredOperationName::lookup(getFullName(dialect, operation),
                                        operation.getContext());
    // What IRDL defines is of this class, of which a name is a handle.
    if (name)
      static_cast<DynamicOpDefinition *>(name->getAsOpaquePointer())
          ->setParseFn(refuseCustomForm);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

/// MLIR recurses for each bracket, and for each sign in a row of them; nothing
/// survives the end of the stack. What IRDL needs is far less than this.
static constexpr unsigned maxIrdlNesting = 256;

/// The first byte that nests too deeply; nothing if there is none.
static std::optional<size_t> findDeepNesting(StringRef text) {
  constexpr StringLiteral opening = "([{<", closing = ")]}>";
  // Each kind by itself, so that a stray one cannot hide the depth of others.
  unsigned depths[4] = {}, signs = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    StringRef rest = text.substr(i);
    if (rest.starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (llvm::isSpace(c))
      continue;
    bool isArrow = rest.starts_with("->");
    signs = c == '-' && !isArrow ? signs + 1 : 0;
    if (isArrow) {
      ++i;
    } else if (c == '"') {
      // A string ends with its line at the latest.
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        i += text[i] == '\\';
    } else if (size_t kind = opening.find(c); kind != StringRef::npos) {
      ++depths[kind];
    } else if (size_t kind = closing.find(c); kind != StringRef::npos) {
      depths[kind] -= depths[kind] != 0;
    }
    if (std::accumulate(std::begin(depths), std::end(depths), signs) >
        maxIrdlNesting)
      return i;
  }
  return std::nullopt;
}

static OwningOpRef<ModuleOp> parse(const IrdlFile &file, MLIRContext *context) {
  context->getOrLoadDialect<irdl::IRDLDialect>();
  return parseSourceString<ModuleOp>(file.text, ParserConfig(context),
                                     file.path);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Loads all dialects of a file into a context, and returns one of them.
static Dialect *load(const IrdlFile &file, StringRef name,
                     MLIRContext *context) {
  // It was checked with the same dialects, so there is nothing to say.
  ScopedDiagnosticHandler silence(context,
                                  [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = parse(file, context);
  // Two threads, or a type of the file in itself, may have loaded it.
  if (Dialect *loaded = context->getLoadedDialect(name))
    return loaded;
  if (!module || failed(defineDialects(*module)))
    return nullptr;
  // Extensions of the registry, as those with rules of noise, see a dialect
  // when it is loaded, and IRDL gives it operations only then. They see all
  // that there is when another one is loaded.
  std::string mark = file.dialects.front() + "_is_defined";
  context->getOrLoadDynamicDialect(StringAttr::get(context, mark).getValue(),
                                   [](DynamicDialect *) {});
  return context->getLoadedDialect(name);
}

void mlir::noisy::registerIrdlFile(DialectRegistry &registry,
                                   IrdlFilePtr file) {
  registry.insert<irdl::IRDLDialect>();
  for (const std::string &name : file->dialects)
    // As insertDynamic does: the identity of a dialect that is made at run time
    // is not known before.
    registry.insert(TypeID::get<void>(), name,
                    [file, name](MLIRContext *context) {
                      return load(*file, name, context);
                    });
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {

/// Checks a file in a context of its own.
class Check {
public:
  Check(IrdlFile &file, const DialectRegistry &registry,
        std::vector<FileProblem> &problems)
      : file(file), registry(registry), problems(problems) {}

  /// Fills in what the file defines.
  void run();

private:
  void add(Location location, const Twine &message);
  void checkDialect(irdl::DialectOp dialect);

  IrdlFile &file;
  const DialectRegistry &registry;
  std::vector<FileProblem> &problems;
  llvm::StringSet<> names;
};

} // namespace

void Check::add(Location location, const Twine &message) {
  FileProblem problem{file.path, 0, 0, message.str()};
  if (auto place = location->findInstanceOf<FileLineColLoc>()) {
    problem.line = place.getLine();
    problem.column = place.getColumn();
  }
  problems.push_back(std::move(problem));
}

void Check::checkDialect(irdl::DialectOp dialect) {
  std::string name = getName(dialect);
  // MLIR ends the process on these.
  if (registry.getDialectAllocator(name) || name == "builtin")
    add(dialect.getLoc(), "there is a dialect '" + name +
                              "' already, which is linked in or loaded from "
                              "another file; this one needs another name");
  else if (!names.insert(name).second)
    add(dialect.getLoc(), "the dialect '" + name + "' is defined twice");
  file.dialects.push_back(name);
  dialect.walk([&](irdl::OperationOp operation) {
    file.operations.push_back(getFullName(dialect, operation));
  });
}

void Check::run() {
  DialectRegistry all;
  registry.appendTo(all);
  all.insert<irdl::IRDLDialect>();
  MLIRContext context(all, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      add(diagnostic.getLocation(), diagnostic.str());
    return success();
  });
  OwningOpRef<ModuleOp> module = parse(file, &context);
  if (!module) {
    if (problems.empty())
      problems.push_back({file.path, 0, 0, "this is no text of MLIR"});
    return;
  }
  module->walk([&](irdl::DialectOp dialect) { checkDialect(dialect); });
  if (file.dialects.empty())
    add(FileLineColLoc::get(&context, file.path, 1, 1),
        "it defines no dialect (irdl.dialect)");
  module->walk([&](irdl::CPredOp predicate) {
    add(predicate.getLoc(),
        "a constraint in C++ (irdl.c_pred) cannot be checked at run time; "
        "write irdl.any, which allows all, or a constraint of IRDL");
  });
  if (!problems.empty())
    return;
  if (failed(defineDialects(*module)) && problems.empty())
    problems.push_back({file.path, 0, 0,
                        "MLIR cannot load it, and says not "
                        "why"});
}

IrdlFilePtr mlir::noisy::checkIrdl(const std::string &path, std::string text,
                                   const DialectRegistry &registry,
                                   std::vector<FileProblem> &problems) {
  if (std::optional<size_t> deep = findDeepNesting(text)) {
    StringRef before = StringRef(text).take_front(*deep);
    // `npos` is one before the first.
    problems.push_back({path, unsigned(before.count('\n')) + 1,
                        unsigned(*deep - (before.rfind('\n') + 1)) + 1,
                        "it nests too deeply: more than " +
                            std::to_string(maxIrdlNesting) + " open brackets"});
    return nullptr;
  }
  auto file = std::make_shared<IrdlFile>();
  file->path = path;
  file->text = std::move(text);
  std::vector<FileProblem> found;
  llvm::CrashRecoveryContext recovery;
  if (!recovery.RunSafely([&] { Check(*file, registry, found).run(); }))
    // What the crash left behind is not to be relied on.
    found = {{path, 0, 0, "MLIR crashes on it"}};
  if (found.empty())
    return file;
  llvm::append_range(problems, found);
  return nullptr;
}

std::optional<std::string>
mlir::noisy::readIrdlText(const std::string &path,
                          std::vector<FileProblem> &problems) {
  auto fail = [&](std::string message) {
    problems.push_back({path, 0, 0, std::move(message)});
    return std::nullopt;
  };
  llvm::sys::fs::file_status status;
  std::error_code error = llvm::sys::fs::status(path, status);
  // Devices and pipes could be endless.
  if (!error && !llvm::sys::fs::is_regular_file(status))
    return fail("this is no file");
  if (!error && status.getSize() > maxIrdlBytes)
    return fail("it has more than 4 MB");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return fail(buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

IrdlFilePtr mlir::noisy::readIrdlFile(const std::string &path,
                                      const DialectRegistry &registry,
                                      std::vector<FileProblem> &problems) {
  std::optional<std::string> text = readIrdlText(path, problems);
  return text ? checkIrdl(path, std::move(*text), registry, problems) : nullptr;
}
