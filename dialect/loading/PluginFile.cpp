//===- PluginFile.cpp - Dialects of a shared library ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/loading/PluginFile.h"
#include "Version.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include <dlfcn.h>
#include <map>
#include <mutex>

using namespace mlir;
using namespace mlir::noisy;
using llvm::StringRef;

static constexpr char entryPoint[] = "mlirGetDialectPluginInfo";

/// A library that this program may share with a plugin.
struct SharedLibrary {
  /// As in "libMLIR.so.22.1".
  StringRef name;
  /// The words for it.
  StringRef title;
};
static constexpr SharedLibrary sharedLibraries[] = {
    {"libMLIR", "MLIR"},
    {"libLLVM", "LLVM"},
};

/// "22.1" of "22.1.8".
static StringRef getShortVersion() {
  StringRef version = NOISY_LLVM_VERSION;
  size_t end = version.find('.', version.find('.') + 1);
  return version.take_front(end);
}

/// The version in "libMLIR.so.22.1" or "libLLVM-21.so.1"; nothing for another
/// library.
static std::optional<StringRef> getVersion(StringRef file, StringRef library) {
  if (!file.consume_front(library))
    return std::nullopt;
  if (file.consume_front(".so."))
    return file;
  if (file.consume_front("-"))
    return file.split(".so").first;
  if (file == ".so")
    return StringRef("unknown");
  return std::nullopt;
}

/// Functions and data of LLVM and MLIR, by how C++ names them.
static bool isOfLlvm(StringRef symbol) {
  return symbol.starts_with("_ZN4mlir") || symbol.starts_with("_ZNK4mlir") ||
         symbol.starts_with("_ZN4llvm") || symbol.starts_with("_ZNK4llvm");
}

namespace {

/// What is wrong with a library of this format, in words for users; empty if
/// nothing is.
template <typename ELFT> class ElfCheck {
public:
  ElfCheck(const llvm::object::ELFObjectFile<ELFT> &object, void *program)
      : object(object), program(program) {}

  std::string run() const {
    std::string problem = checkSize();
    if (problem.empty())
      problem = checkLibraries();
    return problem.empty() ? checkSymbols() : problem;
  }

private:
  std::string checkSize() const;
  /// The other libraries that it is linked with.
  std::string checkLibraries() const;
  std::string checkSymbols() const;

  const llvm::object::ELFObjectFile<ELFT> &object;
  /// This program and its libraries.
  void *program;
};

} // namespace

template <typename ELFT> std::string ElfCheck<ELFT>::checkSize() const {
  const llvm::object::ELFFile<ELFT> &file = object.getELFFile();
  auto segments = file.program_headers();
  if (!segments)
    return llvm::toString(segments.takeError());
  // LLVM reads the contents without a look at that.
  for (const auto &segment : *segments)
    if (segment.p_offset > file.getBufSize() ||
        segment.p_filesz > file.getBufSize() - segment.p_offset)
      return "it is damaged: a part is missing";
  return "";
}

template <typename ELFT> std::string ElfCheck<ELFT>::checkLibraries() const {
  const llvm::object::ELFFile<ELFT> &file = object.getELFFile();
  auto entries = file.dynamicEntries();
  if (!entries)
    return llvm::toString(entries.takeError());
  uint64_t table = 0, size = 0;
  for (const auto &entry : *entries) {
    if (entry.getTag() == llvm::ELF::DT_STRTAB)
      table = entry.getPtr();
    if (entry.getTag() == llvm::ELF::DT_STRSZ)
      size = entry.getVal();
  }
  auto strings = file.toMappedAddr(table);
  if (!strings)
    return llvm::toString(strings.takeError());
  const uint8_t *end = file.base() + file.getBufSize();
  if (*strings > end || size > size_t(end - *strings))
    return "its table of names is damaged";
  StringRef names(reinterpret_cast<const char *>(*strings), size);

  bool isLinked = false;
  for (const auto &entry : *entries) {
    if (entry.getTag() != llvm::ELF::DT_NEEDED || entry.getVal() >= size)
      continue;
    StringRef needed = names.drop_front(entry.getVal()).split('\0').first;
    for (const SharedLibrary &library : sharedLibraries) {
      std::optional<StringRef> version = getVersion(needed, library.name);
      if (!version)
        continue;
      if (*version != getShortVersion())
        return "it was built with " + (library.title + " " + *version).str() +
               " (" + needed.str() + "), this program with LLVM " +
               NOISY_LLVM_VERSION +
               "; build the plugin with that, or this program with the other";
      isLinked = true;
    }
  }
  if (isLinked)
    return "";
  return "it is linked with neither libMLIR.so nor libLLVM.so, so the LLVM "
         "that it was built with is unknown; link it with libMLIR.so." +
         getShortVersion().str();
}

template <typename ELFT> std::string ElfCheck<ELFT>::checkSymbols() const {
  bool hasEntry = false;
  for (const llvm::object::ELFSymbolRef symbol :
       object.getDynamicSymbolIterators()) {
    auto name = symbol.getName();
    auto flags = symbol.getFlags();
    if (!name || !flags) {
      llvm::consumeError(name.takeError());
      llvm::consumeError(flags.takeError());
      return "its table of symbols is damaged";
    }
    bool isDefined = !(*flags & llvm::object::SymbolRef::SF_Undefined);
    hasEntry |= isDefined && *name == entryPoint;
    if (isDefined && *name == "_ZN4mlir11MLIRContextC1ENS0_9ThreadingE")
      return "it has a copy of MLIR in it; link it with libMLIR.so." +
             getShortVersion().str() + " instead";
    // With versions, as "name@LLVM_22.1", in some tables.
    StringRef plain = name->split('@').first;
    if (!isDefined && !(*flags & llvm::object::SymbolRef::SF_Weak) &&
        isOfLlvm(plain) && !::dlsym(program, plain.str().c_str()))
      return "it uses " + llvm::demangle(plain) +
             ", which is not in this program: it was built with another LLVM, "
             "or needs a part that is not linked in";
  }
  if (hasEntry)
    return "";
  return std::string("it is no plugin of dialects: it does not export ") +
         entryPoint;
}

/// Where `path` has a wrong kind of ELF, says so.
static std::string checkObject(const llvm::object::ObjectFile &object,
                               void *program) {
  using namespace llvm::object;
  const auto *elf = dyn_cast<ELFObjectFileBase>(&object);
  if (!elf || elf->getEType() != llvm::ELF::ET_DYN)
    return "it is no shared library (ELF)";
#if defined(__x86_64__)
  constexpr uint16_t machine = llvm::ELF::EM_X86_64;
#elif defined(__aarch64__)
  constexpr uint16_t machine = llvm::ELF::EM_AARCH64;
#else
#error "name the machine of this system here"
#endif
  const auto *native = dyn_cast<ELF64LEObjectFile>(&object);
  if (!native || elf->getEMachine() != machine)
    return "it is a library for another machine (" +
           object.getFileFormatName().str() + ")";
  return ElfCheck<ELF64LE>(*native, program).run();
}

std::optional<FileProblem>
mlir::noisy::checkDialectPlugin(const std::string &path) {
  auto fail = [&](std::string message) {
    return FileProblem{path, 0, 0, std::move(message)};
  };
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return fail(error.message());
  if (!llvm::sys::fs::is_regular_file(status))
    return fail("this is no file");
  auto object = llvm::object::ObjectFile::createObjectFile(path);
  if (!object) {
    llvm::consumeError(object.takeError());
    return fail("it is no shared library (ELF)");
  }
  // A program that is linked statically says that it loads none.
  void *program = ::dlopen(nullptr, RTLD_LAZY);
  if (!program)
    return fail(::dlerror());
  std::string problem;
  llvm::CrashRecoveryContext recovery;
  if (!recovery.RunSafely(
          [&] { problem = checkObject(*object->getBinary(), program); }))
    problem = "it is damaged";
  if (!problem.empty())
    return fail(std::move(problem));
  return std::nullopt;
}

std::optional<FileProblem>
mlir::noisy::loadDialectPlugin(const std::string &path,
                               DialectRegistry &registry) {
  if (std::optional<FileProblem> problem = checkDialectPlugin(path))
    return problem;
  // Another file may be there now, with the same types once more.
  static std::mutex mutex;
  static std::map<std::string, DialectPlugin> loaded;
  std::lock_guard lock(mutex);
  auto known = loaded.find(path);
  if (known == loaded.end()) {
    llvm::Expected<DialectPlugin> plugin = DialectPlugin::load(path);
    if (!plugin)
      return FileProblem{path, 0, 0, llvm::toString(plugin.takeError())};
    known = loaded.emplace(path, std::move(*plugin)).first;
  }
  known->second.registerDialectRegistryCallbacks(registry);
  return std::nullopt;
}
