//===- DialectsBench.cpp - Files with dialects of other projects ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file is opened in our server, once told nothing and, where its folder
// has a .noisy.yaml, once more with that; and in LLVM's server with the same
// dialects, the peer. An error is false where no comment of the file expects
// one in its line.
//
//===----------------------------------------------------------------------===//

#include "bench/dialects/DialectsBench.h"
#include "bench/dialects/ExpectedErrors.h"
#include "bench/dialects/FormComparison.h"
#include "bench/measure/Timing.h"
#include "server/client/LspSession.h"
#include "system/ChildProcess.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using namespace mlir::noisy::lsp;
namespace fs = std::filesystem;

static constexpr char docsPath[] = "docs/dialects.md";
static constexpr char docsBegin[] = "<!-- figures -->\n";
static constexpr char docsEnd[] = "<!-- end of figures -->\n";

namespace {

/// What a server said of a file.
struct Verdict {
  std::set<unsigned> errorLines;
  bool hasFailed = false;
};

/// A server that is started again when it ends.
class Reader {
public:
  /// `root` is the folder of the workspace; empty for none.
  Reader(std::vector<std::string> arguments, std::string root)
      : arguments(std::move(arguments)), root(std::move(root)) {}

  Verdict read(const std::string &uri, const std::string &text);
  /// Waits until the dialects of the workspace are read: then all documents are
  /// built again.
  void awaitDialects();

private:
  LspSession &start();

  const std::vector<std::string> arguments;
  const std::string root;
  std::unique_ptr<LspSession> session;
};

/// The counts of a folder.
struct Counts {
  unsigned files = 0, upstream = 0, ours = 0, oursTold = 0, worse = 0,
           failures = 0;
  /// Errors that comments expect, and those of them that are found with the
  /// TableGen of the project.
  unsigned expected = 0, found = 0;
  bool isTold = false;
};

} // namespace

LspSession &Reader::start() {
  if (session)
    return *session;
  session = std::make_unique<LspSession>(
      ServerStart{executableFolder() + "/noisy-lsp-server", arguments,
                  ServerStart::ErrorStream::Dropped, std::chrono::minutes(1)});
  // One that is pushed diagnostics when the dialects are read, too.
  session->ask("initialize",
               {{"processId", nullptr},
                {"rootUri", root.empty() ? json() : json("file://" + root)},
                {"capabilities", json::object()}});
  session->notify("initialized", json::object());
  return *session;
}

Verdict Reader::read(const std::string &uri, const std::string &text) {
  Verdict result;
  try {
    LspSession &server = start();
    server.open(uri, text);
    json items = server.waitForDiagnostics(uri);
    if (items.is_object())
      items = items["diagnostics"];
    for (const json &item : items)
      if (item.value("severity", 1) == 1)
        result.errorLines.insert(
            item["range"]["start"]["line"].get<unsigned>());
    server.close(uri);
  } catch (const SessionError &) {
    session.reset();
    result.hasFailed = true;
  }
  return result;
}

void Reader::awaitDialects() {
  const std::string uri = "file:///bench/first.mlir";
  try {
    LspSession &server = start();
    server.open(uri, "");
    server.waitForDiagnostics(uri);
    server.waitForDiagnostics(uri);
    server.close(uri);
  } catch (const SessionError &) {
    // There is nothing to read; the session goes on.
  }
}

/// True if all errors of a file are expected.
static bool isFine(const Verdict &verdict,
                   const std::set<unsigned> &expectedLines) {
  return !verdict.hasFailed &&
         std::includes(expectedLines.begin(), expectedLines.end(),
                       verdict.errorLines.begin(), verdict.errorLines.end());
}

/// The .mlir files below a folder.
static std::vector<fs::path> findFiles(const std::string &folder) {
  std::vector<fs::path> files;
  for (const auto &entry : fs::recursive_directory_iterator(
           folder, fs::directory_options::skip_permission_denied))
    if (entry.path().extension() == ".mlir" && entry.is_regular_file())
      files.push_back(fs::absolute(entry.path()));
  std::sort(files.begin(), files.end());
  return files;
}

static std::string readText(const fs::path &path) {
  std::ostringstream stream;
  stream << std::ifstream(path).rdbuf();
  return stream.str();
}

static Counts measureFolder(const std::string &folder) {
  Counts counts;
  counts.isTold = fs::exists(fs::path(folder) / ".noisy.yaml");
  Reader upstream({"--upstream", "--log=error"}, "");
  Reader ours({"--log=error"}, "");
  Reader told({"--log=error"},
              counts.isTold ? fs::canonical(folder).string() : "");
  if (counts.isTold)
    told.awaitDialects();
  for (const fs::path &path : findFiles(folder)) {
    const std::string text = readText(path), uri = "file://" + path.string();
    std::set<unsigned> expected = findExpectedErrors(text);
    Verdict theirs = upstream.read(uri, text), mine = ours.read(uri, text);
    ++counts.files;
    counts.failures += mine.hasFailed;
    bool isTheirsFine = isFine(theirs, expected),
         isOursFine = isFine(mine, expected);
    counts.upstream += isTheirsFine;
    counts.ours += isOursFine;
    counts.worse += isTheirsFine && !isOursFine;
    if (isTheirsFine && !isOursFine)
      std::cerr << "worse than LLVM's: " << path.string() << "\n";
    if (!counts.isTold)
      continue;
    Verdict exact = told.read(uri, text);
    counts.failures += exact.hasFailed;
    counts.oursTold += isFine(exact, expected);
    counts.expected += expected.size();
    for (unsigned line : expected)
      counts.found += exact.errorLines.count(line);
  }
  return counts;
}

//===----------------------------------------------------------------------===//
// Known dialects, read as unknown ones
//===----------------------------------------------------------------------===//

/// The most frequent ones, with their counts.
static std::string listMostFrequent(const std::map<std::string, unsigned> &all,
                                    size_t limit) {
  std::vector<std::pair<std::string, unsigned>> sorted(all.begin(), all.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](auto &left, auto &right) {
    return left.second > right.second;
  });
  std::string text;
  for (size_t i = 0; i < std::min(sorted.size(), limit); ++i)
    text += (i ? ", " : "") + sorted[i].first + " " +
            std::to_string(sorted[i].second);
  return sorted.size() > limit ? text + ", ..." : text;
}

static std::string percentage(const FormCounts &counts) {
  std::ostringstream stream;
  stream << std::fixed << std::setprecision(1)
         << 100.0 * counts.equal / counts.operations;
  return stream.str();
}

/// A row for each dialect that the files of the folders use, and one for all.
static std::vector<std::vector<std::string>>
tabulateForms(const std::vector<std::string> &folders) {
  FormComparison comparison;
  for (const std::string &folder : folders)
    if (std::error_code failure; fs::is_directory(folder, failure))
      for (const fs::path &path : findFiles(folder))
        compareForms(readText(path), comparison);
  std::vector<std::vector<std::string>> rows = {
      {"dialect", "operations", "equal", "%", "of the others, most are"}};
  FormCounts sum;
  for (const auto &[dialect, counts] : comparison) {
    if (!counts.operations)
      continue;
    rows.push_back({dialect, std::to_string(counts.operations),
                    std::to_string(counts.equal), percentage(counts),
                    listMostFrequent(counts.wrongNames, 3)});
    sum.operations += counts.operations;
    sum.equal += counts.equal;
    for (const auto &[part, count] : counts.wrongParts)
      sum.wrongParts[part] += count;
  }
  if (sum.operations)
    rows.push_back(
        {"all", std::to_string(sum.operations), std::to_string(sum.equal),
         percentage(sum),
         "by what differs first: " + listMostFrequent(sum.wrongParts, 10)});
  return rows;
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// A function of so many operations of a dialect, of the same shape for all.
/// `number` makes one that is in no other program: what was read of a line
/// before is kept.
static std::string makeProgram(const std::string &dialect, unsigned size,
                               unsigned number) {
  const std::string value = "%v" + std::to_string(number) + "_";
  std::string text = "func.func @f(" + value + "0: i32) -> i32 {\n";
  for (unsigned i = 1; i <= size; ++i)
    text += "  " + value + std::to_string(i) + " = " + dialect + ".addi " +
            value + std::to_string(i - 1) + ", " + value +
            std::to_string(i / 2) + " : i32\n";
  return text + "  return " + value + std::to_string(size) + " : i32\n}\n";
}

/// The time until the first diagnostics of such a program.
static Timing timeOpening(const std::string &dialect, unsigned size) {
  Reader reader({"--log=error"}, "");
  unsigned number = 0;
  // The fastest of many is what a busy machine disturbs least.
  return measure(25, [&] {
    ++number;
    reader.read("file:///bench/" + std::to_string(number) + ".mlir",
                makeProgram(dialect, size, number));
  });
}

/// Writes a text between the marks in a file.
static bool writeDocs(const std::string &figures) {
  std::ostringstream stream;
  stream << std::ifstream(docsPath).rdbuf();
  std::string text = stream.str();
  size_t begin = text.find(docsBegin), end = text.find(docsEnd);
  if (begin == std::string::npos || end == std::string::npos) {
    std::cerr << "noisy-bench: " << docsPath << " has no place for figures\n";
    return false;
  }
  begin += sizeof(docsBegin) - 1;
  text.replace(begin, end - begin, figures);
  std::ofstream file(docsPath);
  file << text;
  return bool(file.flush());
}

bool mlir::noisy::bench::benchDialects(const BenchOptions &options) {
  std::vector<std::vector<std::string>> rows = {
      {"folder", "files", "LLVM's server", "ours, told nothing",
       "worse than LLVM's", "ours, with its TableGen",
       "expected errors, found"}};
  bool isGood = true;
  for (const std::string &folder : options.folders) {
    std::error_code failure;
    if (!fs::is_directory(folder, failure)) {
      std::cerr << "noisy-bench: " << folder << " is no folder\n";
      isGood = false;
      continue;
    }
    Counts counts = measureFolder(folder);
    isGood &= counts.failures == 0;
    rows.push_back({fs::path(folder).lexically_normal().filename().string(),
                    std::to_string(counts.files),
                    std::to_string(counts.upstream),
                    std::to_string(counts.ours), std::to_string(counts.worse),
                    counts.isTold ? std::to_string(counts.oursTold) : "",
                    counts.isTold ? std::to_string(counts.expected) + ", " +
                                        std::to_string(counts.found)
                                  : ""});
  }
  if (rows.size() > 1)
    printTable(rows);

  std::vector<std::vector<std::string>> forms = tabulateForms(options.folders);
  if (forms.size() > 1)
    printTable(forms);

  const unsigned size = 10000;
  Timing linked = timeOpening("arith", size),
         foreign = timeOpening("other", size);
  std::vector<std::vector<std::string>> times = {
      {"10,000 operations", "min / median / max, ms", "ratio of the fastest"},
      {"of a dialect that is linked in", milliseconds(linked), "1"},
      {"of the same shape, of one that is not", milliseconds(foreign),
       ratio(foreign.min / linked.min)}};
  printTable(times);
  if (options.writesDocs)
    isGood &= writeDocs(writeMarkdownTable(rows, {0}) + "\n" +
                        writeMarkdownTable(forms, {0, 4}) + "\n" +
                        writeMarkdownTable(times, {0}));
  return isGood;
}
