//===- LoadedDialectsTest.cpp - Dialects that users add -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/ChildProcess.h"
#include "tests/server/ServerSession.h"
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::string pluginPath(const std::string &Name) {
  return executableFolder() + "/tests/dialect/loading/plugins/" + Name + ".so";
}

namespace {
/// A session in a folder of its own, removed at the end.
struct FolderSession {
  explicit FolderSession(const std::string &Yaml = "") {
    static int Count = 0;
    Folder = std::filesystem::temp_directory_path() /
             ("noisy-dialects-" + std::to_string(::getpid()) + "-" +
              std::to_string(++Count));
    std::filesystem::create_directories(Folder);
    if (!Yaml.empty())
      write(".noisy.yaml", Yaml);
  }
  ~FolderSession() { std::filesystem::remove_all(Folder); }

  void write(const std::string &Name, const std::string &Text) const {
    std::ofstream(Folder / Name) << Text;
  }
  std::string path(const std::string &Name) const {
    return (Folder / Name).string();
  }

  void start(json Project = nullptr) {
    json Options = json::object();
    if (!Project.is_null())
      Options["project"] = std::move(Project);
    S.ask("initialize", {{"processId", nullptr},
                         {"rootUri", "file://" + Folder.string()},
                         {"capabilities", modernCapabilities()},
                         {"initializationOptions", Options}});
    S.notify("initialized", json::object());
  }

  /// Waits until the only problem of the text contains `Expected`; empty: until
  /// it has none.
  void expectOnly(const std::string &Expected) {
    while (true) {
      json Answer = S.waitForDiagnostics(Uri);
      const json &List = Answer.is_array() ? Answer : Answer["diagnostics"];
      bool AreExpected = Expected.empty() ? List.empty() : List.size() == 1;
      for (const json &Each : List)
        AreExpected &= contains(Each["message"], Expected);
      if (AreExpected)
        return;
    }
  }
  std::string message() {
    return S.waitForNotification("window/showMessage")["message"];
  }

  std::filesystem::path Folder;
  LspSession S{ourServer()};
};
} // namespace

/// A dialect with one operation, with an operand of this type.
static std::string irdlFor(const std::string &Type) {
  return "irdl.dialect @my {\n  irdl.operation @use {\n    %0 = irdl.is " +
         Type + "\n    irdl.operands(a: %0)\n  }\n}\n";
}

static const std::string MyText = "func.func @f(%a: i8) {\n"
                                  "  \"my.use\"(%a) : (i8) -> ()\n"
                                  "  return\n"
                                  "}\n";
static const std::string RingText = "func.func @f(%a: i8, %b: f32) {\n"
                                    "  %0 = ring.square %a : i8\n"
                                    "  %1 = ring.square %b : f32\n"
                                    "  return\n"
                                    "}\n";

TEST_CASE("LoadedDialects: a file of IRDL of the settings, read again",
          "[dialects]") {
  FolderSession F;
  F.write("my.irdl.mlir", irdlFor("i8"));
  F.start({{"irdlFiles", {F.path("my.irdl.mlir")}}});
  F.S.open(Uri, MyText);
  F.expectOnly("");
  F.write("my.irdl.mlir", irdlFor("i16"));
  F.S.notify("textDocument/didSave", {{"textDocument", {{"uri", Uri}}}});
  F.expectOnly("expected 'i16' but got 'i8'");
  // An error keeps nothing of the file, and is told with its place.
  F.write("my.irdl.mlir", "irdl.dialect @my {\n  irdl.operation @use {\n"
                          "    %0 = irdl.c_pred \"x\"\n"
                          "    irdl.operands(a: %0)\n  }\n}\n");
  F.S.notify("textDocument/didSave", {{"textDocument", {{"uri", Uri}}}});
  CHECK_THAT(F.message(),
             Catch::StartsWith(F.path("my.irdl.mlir") + ":3:10: "));
  CHECK(F.S.shutdown() == 0);
}

TEST_CASE("LoadedDialects: a plugin of the settings", "[dialects]") {
  FolderSession F;
  F.start({{"dialectPlugins", {pluginPath("RingPlugin")}}});
  F.S.open(Uri, RingText);
  F.expectOnly("needs an integer, not 'f32'");
  CHECK(F.S.shutdown() == 0);
}

TEST_CASE("LoadedDialects: a plugin that ends its process does not end the "
          "server",
          "[dialects]") {
  FolderSession F;
  F.start({{"dialectPlugins",
            {pluginPath("AbortPlugin"), pluginPath("FuncPlugin"),
             pluginPath("RingPlugin")}}});
  F.S.open(Uri, RingText);
  std::string Message = F.message();
  CHECK_THAT(Message, Catch::Contains("AbortPlugin.so: loading it ends the "
                                      "process (Aborted)"));
  CHECK_THAT(Message, Catch::Contains("FuncPlugin.so: loading it ends the "
                                      "process (Aborted): LLVM ERROR: Trying "
                                      "to register different dialects"));
  // Those that are right are loaded.
  F.expectOnly("needs an integer, not 'f32'");
  CHECK(F.S.shutdown() == 0);
}

TEST_CASE("LoadedDialects: the workspace names files", "[dialects]") {
  const std::string Yaml = "dialects:\n  irdl: ['*.irdl.mlir']\n  plugins: [" +
                           pluginPath("RingPlugin") + "]\n";
  SECTION("and the user trusts it") {
    FolderSession F(Yaml);
    F.write("my.irdl.mlir", irdlFor("i16"));
    F.start({{"isTrusted", true}});
    F.S.open(Uri, MyText);
    F.expectOnly("expected 'i16' but got 'i8'");
    F.S.change(Uri, RingText, 2);
    F.expectOnly("needs an integer, not 'f32'");
    CHECK(F.S.shutdown() == 0);
  }
  SECTION("and the user does not trust it") {
    FolderSession F(Yaml);
    F.write("my.irdl.mlir", irdlFor("i16"));
    F.start({{"isTrusted", false}, {"irdlFiles", {"my.irdl.mlir"}}});
    CHECK_THAT(F.message(),
               Catch::Contains("a relative path needs a workspace that is "
                               "trusted"));
    F.S.open(Uri, "func.func @f(%a: i8) {\n  my.use %a : i8\n  return\n}\n");
    F.expectOnly("the dialect 'my' is not known here");
    CHECK(F.S.shutdown() == 0);
  }
}
