//===- PluginFileTest.cpp - Dialects of a shared library ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/loading/PluginFile.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tests/support/SourceRoot.h"
#include <catch2/catch.hpp>
#include <fstream>
#include <unistd.h>

using namespace mlir;
using namespace mlir::noisy;

static std::string pluginPath(const std::string &name) {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() /
          "tests/dialect/loading/plugins" / (name + ".so"))
      .string();
}

static std::string findProblem(const std::string &path) {
  std::optional<FileProblem> problem = checkDialectPlugin(path);
  if (!problem)
    return "";
  CHECK(problem->path == path);
  return problem->message;
}

TEST_CASE("Plugins: one that is right is loaded, with its dialect") {
  CHECK(findProblem(pluginPath("RingPlugin")) == "");
  DialectRegistry registry;
  registerAllDialects(registry);
  REQUIRE(!loadDialectPlugin(pluginPath("RingPlugin"), registry));
  // Once more, for another registry.
  DialectRegistry other;
  REQUIRE(!loadDialectPlugin(pluginPath("RingPlugin"), other));
  CHECK(other.getDialectAllocator("ring"));

  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  constexpr char text[] = "func.func @f(%a: i8) -> i8 {\n"
                          "  %0 = ring.square %a : i8\n"
                          "  return %0 : i8\n"
                          "}\n";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  CHECK(module);
}

TEST_CASE("Plugins: bad ones are told without being loaded") {
  using Catch::Contains;
  CHECK_THAT(findProblem(pluginPath("NoPlugin")),
             Contains("does not export mlirGetDialectPluginInfo"));
  CHECK_THAT(findProblem(pluginPath("OtherPlugin")),
             Contains("built with LLVM 21.1 (libLLVM.so.21.1)"));
  CHECK_THAT(findProblem(pluginPath("UnlinkedPlugin")),
             Contains("linked with neither libMLIR.so nor libLLVM.so"));
  CHECK_THAT(findProblem("/no/such/plugin.so"), Contains("No such file"));
  CHECK_THAT(findProblem("/dev/zero"), Contains("no file"));
  CHECK_THAT(findProblem((test::sourceRoot() /
                          "tests/dialect/loading/PluginFileTest.cpp")
                             .string()),
             Contains("no shared library"));
}

namespace {
/// A copy of a plugin with other bytes.
class ChangedPlugin {
public:
  ChangedPlugin() {
    std::ifstream file(pluginPath("RingPlugin"), std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
    REQUIRE(bytes.size() > 1000);
  }
  ~ChangedPlugin() { std::filesystem::remove(path); }

  std::string findProblem() const {
    std::ofstream(path, std::ios::binary) << bytes;
    return ::findProblem(path);
  }

  std::string bytes;

private:
  std::string path = (std::filesystem::temp_directory_path() /
                      ("noisy-plugin-" + std::to_string(::getpid()) + ".so"))
                         .string();
};
} // namespace

TEST_CASE("Plugins: libraries for other machines, and damaged ones") {
  ChangedPlugin plugin;
  CHECK(plugin.findProblem() == "");
  const std::string good = plugin.bytes;
  // e_machine: AArch64, or x86-64 where this is not it.
  plugin.bytes[18] = char(good[18] == 62 ? 183 : 62);
  plugin.bytes[19] = 0;
  CHECK_THAT(plugin.findProblem(), Catch::Contains("another machine"));
  // e_type: an executable.
  plugin.bytes = good;
  plugin.bytes[16] = 2;
  CHECK_THAT(plugin.findProblem(), Catch::Contains("no shared library"));
  // A function of MLIR that there is not.
  plugin.bytes = good;
  const std::string name = "_ZN4mlir7Dialect";
  for (size_t at = plugin.bytes.find(name); at != std::string::npos;
       at = plugin.bytes.find(name, at + 1))
    plugin.bytes.replace(at, name.size(), "_ZN4mlir7Dialekt");
  CHECK_THAT(plugin.findProblem(), Catch::Contains("mlir::Dialekt"));
  // Cut off anywhere, and with wrong bytes: any answer but a crash.
  for (size_t size = 0; size < good.size(); size += 997) {
    plugin.bytes = good.substr(0, size);
    CHECK(plugin.findProblem() != "");
  }
  for (size_t at = 0; at < 2000; ++at) {
    plugin.bytes = good;
    plugin.bytes[at] = char(plugin.bytes[at] ^ 0xff);
    (void)plugin.findProblem();
  }
}
