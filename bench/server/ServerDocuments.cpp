//===- ServerDocuments.cpp - Generated documents and edits ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/server/ServerDocuments.h"
#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <unordered_set>
#include <utility>

using namespace mlir::noisy::bench;

/// The operations of a site, and the special ones among them.
static constexpr unsigned kSite = 100, kConstant = 49, kCall = 53;

static std::string number(unsigned n) { return std::to_string(n); }

static std::string typeText(DocumentDialect dialect) {
  return dialect == DocumentDialect::Arith ? "i32" : "!noisy.i32";
}

static bool isCircuit(DocumentShape shape) {
  return shape == DocumentShape::Circuit ||
         shape == DocumentShape::LocatedCircuit;
}

/// The operation that defines %v`i`.
static std::string writeOperation(DocumentDialect dialect, unsigned i) {
  std::string operand = "%v" + number(i - 1);
  std::string text = "%v" + number(i) + " = ";
  if (dialect == DocumentDialect::Arith) {
    if (i % kSite == kConstant)
      return text + "arith.constant 3 : i32";
    return text + (i % 4 == 1 ? "arith.muli " : "arith.addi ") + operand +
           ", %a : i32";
  }
  if (i % kSite == kConstant)
    return text + "noisy.scale " + operand + " by 3 : !noisy.i32";
  // From 12 bits to 26, the limit, and back.
  return text +
         (i % 4 == 0   ? "noisy.reduce_noise " + operand
          : i % 4 == 1 ? "noisy.mul " + operand + ", %a"
                       : "noisy.add " + operand + ", %a") +
         " : !noisy.i32";
}

static std::string writeFunction(DocumentShape shape, DocumentDialect dialect,
                                 unsigned index, unsigned operations) {
  std::string type = typeText(dialect);
  std::string indent = shape == DocumentShape::InModule ? "  " : "";
  std::string text = indent + "func.func @f" + number(index) + "(%a: " + type +
                     ", %v0: " + type + ") -> " + type + " {\n";
  for (unsigned i = 1; i <= operations; ++i) {
    if (shape == DocumentShape::ChainOfCalls && i == kCall && index != 0)
      text += "  %v" + number(i) + " = call @f" + number(index - 1) + "(%v" +
              number(i - 1) + ", %a) : (" + type + ", " + type + ") -> " +
              type + "\n";
    else
      text += indent + "  " + writeOperation(dialect, i) + "\n";
  }
  return text + indent + "  return %v" + number(operations) + " : " + type +
         "\n" + indent + "}\n";
}

/// Operations as in `writeOperation`, with operands of the same noise from
/// anywhere before.
static std::string writeCircuit(DocumentDialect dialect, unsigned operations) {
  constexpr unsigned inputs = 256, outputs = 128;
  bool isNoisy = dialect == DocumentDialect::Noisy;
  std::string type = typeText(dialect), plain = isNoisy ? "i5" : "i32";
  auto tensor = [&](unsigned size) {
    return "tensor<" + number(size) + "x" + plain + ">";
  };
  std::string text = "func.func @circuit(%in: " + tensor(inputs) + ") -> " +
                     tensor(outputs) + " {\n";
  for (unsigned i = 0; i < inputs; ++i) {
    std::string n = number(i);
    text += "  %i" + n + " = arith.constant " + n + " : index\n  %b" + n +
            " = tensor.extract %in[%i" + n + "] : " + tensor(inputs) +
            "\n  %w" + n + " = " +
            (isNoisy ? "noisy.encode %b" + n + " : i5 -> !noisy.i32\n"
                     : "arith.addi %b" + n + ", %b" + n + " : i32\n");
  }
  // The same in each run.
  std::minstd_rand random(1);
  // The result of operation `i`, or of one with as much noise before it.
  auto chooseLike = [&](unsigned i) {
    unsigned back = 4 * (random() % 500);
    return "%v" + number(back < i ? i - back : i);
  };
  for (unsigned i = 1; i <= operations; ++i) {
    // The last operation whose result has the noise of an input.
    unsigned reduction = (i - 1) / 4 * 4;
    std::string first = i == 1 ? "%w0" : chooseLike(i - 1);
    std::string second = reduction == 0 || i % 7 == 0
                             ? "%w" + number(i % inputs)
                             : chooseLike(reduction);
    std::string name = "  %v" + number(i) + " = ";
    if (!isNoisy)
      text += name +
              (i % kSite == kConstant
                   ? "arith.constant 3"
                   : (i % 4 == 1 ? "arith.muli " : "arith.addi ") + first +
                         ", " + second) +
              " : i32\n";
    else
      text += name + "noisy." +
              (i % kSite == kConstant ? "scale " + first + " by 3"
               : i % 4 == 0           ? "reduce_noise " + first
               : i % 4 == 1           ? "mul " + first + ", " + second
                                      : "add " + first + ", " + second) +
              " : !noisy.i32\n";
  }
  std::string results, types;
  for (unsigned i = 0; i < outputs; ++i) {
    std::string n = number(i),
                value = "%v" + number(operations - 4 * (i % (operations / 4)));
    text += "  %o" + n + " = " +
            (isNoisy ? "noisy.decode " + value + " : !noisy.i32 -> i5\n"
                     : "arith.addi " + value + ", " + value + " : i32\n");
    results += (i == 0 ? "%o" : ", %o") + n;
  }
  return text + "  %out = tensor.from_elements " + results + " : " +
         tensor(outputs) + "\n  return %out : " + tensor(outputs) + "\n}\n";
}

/// The circuit with a location for each operation.
static std::string addLocations(const std::string &circuit) {
  std::string text, definitions = "#loc = loc(unknown)\n";
  unsigned count = 0;
  for (size_t line = 0, end; line < circuit.size(); line = end + 1) {
    end = circuit.find('\n', line);
    text.append(circuit, line, end - line);
    if (circuit[line] == ' ') {
      std::string name = "#loc" + number(++count);
      text += " loc(" + name + ")";
      definitions += name +
                     " = loc(\"examples/circuit.mlir\":" + number(count + 1) +
                     ":3)\n";
    }
    text += '\n';
  }
  return text + definitions;
}

static std::string writeMain(DocumentDialect dialect, unsigned functions) {
  std::string type = typeText(dialect);
  std::string text =
      "func.func @main(%a: " + type + ", %b: " + type + ") -> " + type + " {\n";
  for (unsigned f = 0; f < functions; ++f)
    text += "  %r" + number(f) + " = call @f" + number(f) + "(%a, %b) : (" +
            type + ", " + type + ") -> " + type + "\n";
  return text + "  return %r" + number(functions - 1) + " : " + type + "\n}\n";
}

std::string mlir::noisy::bench::describe(DocumentShape shape,
                                         unsigned operations) {
  std::string functions = number(operations / kSite) +
                          (operations == kSite ? " function" : " functions") +
                          " of 100";
  switch (shape) {
  case DocumentShape::Functions:
    return functions;
  case DocumentShape::InModule:
    return functions + " in a module";
  case DocumentShape::CalledByMain:
    return functions + ", all called by one";
  case DocumentShape::ChainOfCalls:
    return functions + ", each calling another";
  case DocumentShape::OneFunction:
    return "1 function of " + number(operations);
  case DocumentShape::Circuit:
    return "like AES-128, " + number(operations);
  case DocumentShape::LocatedCircuit:
    return "like AES-128 with locations, " + number(operations);
  case DocumentShape::File:
    break;
  }
  return "";
}

ServerDocument::ServerDocument(DocumentShape shape, unsigned operations,
                               DocumentDialect dialect)
    : shape(shape), dialect(dialect), sites(operations / kSite) {
  if (shape == DocumentShape::OneFunction) {
    text = writeFunction(shape, dialect, 0, operations);
    return;
  }
  if (isCircuit(shape)) {
    text = writeCircuit(dialect, operations);
    if (shape == DocumentShape::LocatedCircuit)
      text = addLocations(text);
    operand = "%w0";
    return;
  }
  if (shape == DocumentShape::InModule)
    text = "module {\n";
  for (unsigned f = 0; f < sites; ++f)
    text += writeFunction(shape, dialect, f, kSite);
  if (shape == DocumentShape::InModule)
    text += "}\n";
  if (shape == DocumentShape::CalledByMain)
    text += writeMain(dialect, sites);
}

/// The length of the name that begins with the % at `offset`.
static size_t findNameLength(const std::string &text, size_t offset) {
  size_t end = offset + 1;
  while (end < text.size() && std::isalnum((unsigned char)text[end]))
    ++end;
  return end - offset;
}

ServerDocument::ServerDocument(std::string fileText)
    : shape(DocumentShape::File), dialect(DocumentDialect::Noisy), sites(0),
      text(std::move(fileText)), operand("") {
  std::unordered_set<std::string> names;
  // The operands with another name that is defined before, one for each
  // hundred operations.
  unsigned operations = 0;
  for (size_t line = 0; line < text.size();) {
    size_t end = std::min(text.find('\n', line), text.size());
    size_t name = text.find('%', line), is = text.find(" = noisy.", line);
    line = end + 1;
    if (name >= end || is >= end)
      continue;
    size_t used = text.find('%', is);
    size_t digit = used + findNameLength(text, used) - 1;
    std::string other = text.substr(used, digit - used + 1);
    bool isSite = used < end && operations >= kSite * digits.size();
    for (char next = '0'; isSite && next <= '9'; ++next) {
      other.back() = next;
      if (next == text[digit] || !names.contains(other))
        continue;
      digits.push_back({digit, next});
      break;
    }
    ++operations;
    names.insert(text.substr(name, findNameLength(text, name)));
    if (operand.empty())
      operand = text.substr(name, findNameLength(text, name));
  }
  sites = digits.size();
  if (sites == 0)
    throw std::runtime_error("no noisy operation that could use another value");
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static size_t require(size_t offset, const char *description) {
  if (offset == std::string::npos)
    throw std::logic_error(std::string("the document has no ") + description);
  return offset;
}

size_t ServerDocument::findConstant(unsigned site) const {
  if (shape == DocumentShape::File)
    return digits[site].first;
  size_t start = 0;
  unsigned name = site * kSite + kConstant;
  if (shape != DocumentShape::OneFunction && !isCircuit(shape)) {
    start = require(text.find("func.func @f" + number(site) + "("), "site");
    name = kConstant;
  }
  size_t line =
      require(text.find("%v" + number(name) + " = ", start), "constant");
  const char *prefix =
      dialect == DocumentDialect::Arith ? "arith.constant " : " by ";
  return require(text.find(prefix, line), "number") +
         std::char_traits<char>::length(prefix);
}

size_t ServerDocument::findLineEnd(unsigned site) const {
  return text.find('\n', findConstant(site));
}

Place ServerDocument::getPlace(size_t offset) const {
  Place place;
  place.line = std::count(text.begin(), text.begin() + offset, '\n');
  size_t end = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  place.column = end == std::string::npos ? offset : offset - end - 1;
  return place;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

DocumentEdit ServerDocument::replace(size_t offset, size_t length,
                                     const std::string &replacement) {
  DocumentEdit edit{getPlace(offset), getPlace(offset + length), replacement};
  text.replace(offset, length, replacement);
  return edit;
}

DocumentEdit ServerDocument::changeNumber(unsigned site) {
  size_t digit = findConstant(site);
  if (shape == DocumentShape::File) {
    char next = std::exchange(digits[site].second, text[digit]);
    return replace(digit, 1, std::string(1, next));
  }
  // 9 adds the most noise, 4 bits, and 2 the least.
  char next = text[digit] == '9' ? '2' : '9';
  return replace(digit, 1, std::string(1, next));
}

std::string ServerDocument::makeLine(const std::string &name) const {
  std::string indent = shape == DocumentShape::InModule ? "    %" : "  %";
  return indent + name +
         (dialect == DocumentDialect::Arith ? " = arith" : " = noisy") +
         (dialect == DocumentDialect::Arith ? ".addi" : ".add") + " " +
         operand + ", " + operand + " : " + typeText(dialect) +
         (shape == DocumentShape::LocatedCircuit ? " loc(#loc7)" : "");
}

DocumentEdit ServerDocument::insertLine(unsigned site,
                                        const std::string &name) {
  return replace(findLineEnd(site) + 1, 0, makeLine(name) + "\n");
}

DocumentEdit ServerDocument::removeLine(const std::string &name) {
  std::string line = makeLine(name) + "\n";
  return replace(require(text.find(line), "such line"), line.size(), "");
}

DocumentEdit ServerDocument::breakBracket(unsigned site) {
  const char *end = shape == DocumentShape::InModule ? "\n  }\n" : "\n}\n";
  bracket = require(text.find(end, findConstant(site)), "bracket");
  bracket = text.find('}', bracket);
  return replace(bracket, 1, "");
}

DocumentEdit ServerDocument::fixBracket() { return replace(bracket, 0, "}"); }

//===----------------------------------------------------------------------===//
// Typist
//===----------------------------------------------------------------------===//

/// Types an operation, `length` characters of it.
void Typist::planLine(unsigned length) {
  std::string name = "t" + number(++names), line = document.makeLine(name);
  bool isWhole = length >= line.size();
  unsigned site = chooseSite();
  plannedEdits.push_back([this, site] {
    cursor = document.findLineEnd(site) + 1;
    return document.replace(cursor, 0, "\n");
  });
  line.resize(std::min<size_t>(line.size(), length));
  for (char c : line)
    plannedEdits.push_back(
        [this, c] { return document.replace(cursor++, 0, std::string(1, c)); });
  if (isWhole) {
    addedNames.push_back(name);
    return;
  }
  // Taken back.
  for (size_t i = 0; i < line.size(); ++i)
    plannedEdits.push_back(
        [this] { return document.replace(--cursor, 1, ""); });
  plannedEdits.push_back([this] { return document.replace(cursor, 1, ""); });
}

void Typist::plan() {
  unsigned chance = choose(100);
  if (chance < 15) {
    planLine(~0u);
  } else if (chance < 20) {
    planLine(5 + choose(15));
  } else if (chance < 30) {
    unsigned brokenSite = chooseSite();
    plannedEdits.push_back(
        [this, brokenSite] { return document.breakBracket(brokenSite); });
    // Until it is restored its place must stay: the edits are after it, or
    // replace constants by others of the same length.
    for (unsigned i = 0, count = choose(4); i < count; ++i)
      plannedEdits.push_back(
          [this, site = chooseSite()] { return document.changeNumber(site); });
    plannedEdits.push_back([this] { return document.fixBracket(); });
  } else if (chance < 60 && addedNames.size() > 20) {
    plannedEdits.push_back([this, name = addedNames.front()] {
      return document.removeLine(name);
    });
    addedNames.pop_front();
  } else {
    plannedEdits.push_back(
        [this, site = chooseSite()] { return document.changeNumber(site); });
  }
}

DocumentEdit Typist::next() {
  if (plannedEdits.empty())
    plan();
  std::function<DocumentEdit()> step = std::move(plannedEdits.front());
  plannedEdits.pop_front();
  return step();
}
