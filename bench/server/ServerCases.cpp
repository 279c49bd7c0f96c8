//===- ServerCases.cpp - The measurements of servers ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/server/ServerCases.h"
#include "bench/measure/ProcessUsage.h"
#include "bench/server/ServerClient.h"
#include <deque>
#include <iostream>
#include <thread>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using lsp::SessionError;
using Clock = ServerClient::Clock;

static std::string ourServer() {
  return executableFolder() + "/noisy-lsp-server";
}

static std::string stockServer() {
  return NOISY_LLVM_BINDIR "/mlir-lsp-server";
}

static double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

namespace {
/// A server with a document of its own, and the destination of its values.
struct Contestant {
  Contestant(const std::string &server, ServerDocument document,
             std::vector<double> ServerMeasurement::*values)
      : client(server), document(std::move(document)), values(values) {
    client.open(ServerClient::prepareOpening(this->document.getText()));
    waitUntilIdle(client.pid());
  }

  /// The time of an edit. Its remaining work must not disturb the next ones.
  double measure(const DocumentEdit &edit) {
    double time = measureQuickly(edit);
    waitUntilIdle(client.pid());
    return time;
  }
  double measureQuickly(const DocumentEdit &edit) {
    return client.measure(client.prepare(document, edit));
  }

  ServerClient client;
  ServerDocument document;
  std::vector<double> ServerMeasurement::*values;
};
} // namespace

/// LLVM's server, ours, and ours in the noisy dialect, on the same shape; only
/// the last in a file.
struct ServerCases::Race {
  Race(const ServerCases &cases, const ServerMeasurement &measurement,
       bool hasStock = true)
      : isGenerated(measurement.shape != DocumentShape::File) {
    auto add = [&](const std::string &server, DocumentDialect dialect,
                   std::vector<double> ServerMeasurement::*values) {
      contestants.emplace_back(
          server,
          isGenerated ? ServerDocument(measurement.shape,
                                       measurement.operations, dialect)
                      : ServerDocument(cases.circuits.at(measurement.file)),
          values);
      requireClean(contestants.back());
    };
    if (isGenerated && hasStock)
      add(stockServer(), DocumentDialect::Arith, &ServerMeasurement::stock);
    if (isGenerated)
      add(ourServer(), DocumentDialect::Arith, &ServerMeasurement::ours);
    add(ourServer(), DocumentDialect::Noisy, &ServerMeasurement::noisy);
  }

  /// Throws if a generated document has diagnostics, or none where it must have
  /// some.
  void requireClean(const Contestant &contestant, bool isClean = true) const {
    if (isGenerated && contestant.client.isClean() != isClean)
      throw SessionError("other diagnostics than there should be");
  }

  void finish(unsigned &repeats) {
    for (Contestant &contestant : contestants) {
      repeats += contestant.client.countRepeats();
      contestant.client.shutdown();
    }
  }

  const bool isGenerated;
  std::deque<Contestant> contestants;
};

/// The site of an edit: another one in each round, from the middle on.
static unsigned chooseSite(const ServerDocument &document, unsigned round) {
  return (document.countSites() / 2 + 37 * round) % document.countSites();
}

bool ServerCases::isAsked(ServerQuantity quantity) const {
  return std::string(describe(quantity)).find(filter) != std::string::npos;
}

void ServerCases::keep(ServerMeasurement measurement) {
  if (!isAsked(measurement.quantity))
    return;
  std::vector<std::vector<std::string>> table =
      makeServerTable({measurement}, measurement.quantity);
  std::cerr << describe(measurement.quantity) << "; ";
  for (const std::string &cell : table.back())
    std::cerr << cell << "; ";
  std::cerr << "\n";
  measurements.push_back(std::move(measurement));
}

void ServerCases::add(ServerMeasurement measurement,
                      const std::function<void(ServerMeasurement &)> &measure) {
  try {
    measure(measurement);
  } catch (const std::exception &problem) {
    measurement.failure = problem.what();
  }
  keep(std::move(measurement));
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void ServerCases::measureEdits(const ServerMeasurement &document) {
  struct Kind {
    ServerQuantity quantity;
    std::function<DocumentEdit(ServerDocument &, unsigned round)> edit;
  };
  const Kind kinds[] = {
      {ServerQuantity::ChangedNumber,
       [](ServerDocument &text, unsigned round) {
         return text.changeNumber(chooseSite(text, round));
       }},
      {ServerQuantity::InsertedLine,
       [](ServerDocument &text, unsigned round) {
         return text.insertLine(chooseSite(text, round),
                                "n" + std::to_string(round));
       }},
      {ServerQuantity::RemovedLine,
       [](ServerDocument &text, unsigned round) {
         return text.removeLine("n" + std::to_string(round));
       }},
      {ServerQuantity::BrokenBracket,
       [](ServerDocument &text, unsigned round) {
         return text.breakBracket(chooseSite(text, round));
       }},
      {ServerQuantity::FixedBracket,
       [](ServerDocument &text, unsigned) { return text.fixBracket(); }},
  };
  if (!isAsked(ServerQuantity::PeakMemory) &&
      std::none_of(std::begin(kinds), std::end(kinds),
                   [&](const Kind &kind) { return isAsked(kind.quantity); }))
    return;
  // The number of rounds, of five edits each.
  constexpr unsigned roundsForMemory = 4;
  bool isLarge =
      document.operations >= 30'000 || document.shape == DocumentShape::File;
  unsigned rounds = isLarge ? roundsForMemory : 9;
  if (isFull)
    rounds = isLarge ? 11 : 31;

  std::vector<ServerMeasurement> edits(std::size(kinds), document);
  for (size_t k = 0; k < edits.size(); ++k)
    edits[k].quantity = kinds[k].quantity;
  ServerMeasurement memory = document;
  memory.quantity = ServerQuantity::PeakMemory;
  try {
    Race race(*this, document);
    for (unsigned round = 0; round < rounds; ++round) {
      for (size_t k = 0; k < edits.size(); ++k)
        for (Contestant &contestant : race.contestants) {
          (edits[k].*contestant.values)
              .push_back(contestant.measure(
                  kinds[k].edit(contestant.document, round)));
          race.requireClean(contestant,
                            kinds[k].quantity != ServerQuantity::BrokenBracket);
        }
      if (round + 1 == roundsForMemory)
        for (Contestant &contestant : race.contestants)
          (memory.*contestant.values)
              .push_back(readUsage(contestant.client.pid()).peak);
    }
    race.finish(repeats);
  } catch (const std::exception &problem) {
    edits.front().failure = problem.what();
  }
  for (ServerMeasurement &measurement : edits)
    keep(std::move(measurement));
  if (isLarge)
    keep(std::move(memory));
}

//===----------------------------------------------------------------------===//
// Typing
//===----------------------------------------------------------------------===//

void ServerCases::measureTyping(ServerMeasurement &measurement) {
  // The pace of a fast typist.
  constexpr std::chrono::milliseconds pause(100);
  Race race(*this, measurement);
  for (unsigned round = 0; round < (isFull ? 5u : 1u); ++round)
    for (Contestant &contestant : race.contestants) {
      ServerDocument &document = contestant.document;
      std::string name = "n" + std::to_string(round);
      std::string line = document.makeLine(name);
      size_t cursor = document.findLineEnd(chooseSite(document, round)) + 1;
      contestant.measure(document.replace(cursor, 0, "\n"));
      for (char key : line) {
        (measurement.*contestant.values)
            .push_back(contestant.measureQuickly(
                document.replace(cursor++, 0, std::string(1, key))));
        std::this_thread::sleep_for(pause);
      }
      race.requireClean(contestant);
      contestant.measure(document.removeLine(name));
    }
  race.finish(repeats);
}

void ServerCases::measureBurst(ServerMeasurement &measurement) {
  // Twenty characters; only the last completes the operation.
  const std::string typedText = "\"t.abc\"() : () -> ()";
  // What an editor puts there with a new line.
  const std::string indentation = "  ";
  constexpr std::chrono::milliseconds pause(30);
  Race race(*this, measurement);
  for (unsigned round = 0; round < (isFull ? 7u : 3u); ++round)
    for (Contestant &contestant : race.contestants) {
      ServerDocument &document = contestant.document;
      size_t cursor = document.findLineEnd(document.countSites() / 2) + 1;
      contestant.measure(document.replace(cursor, 0, indentation + "\n"));
      cursor += indentation.size();
      std::vector<PreparedEdit> keys;
      for (size_t i = 0; i < typedText.size(); ++i)
        keys.push_back(contestant.client.prepare(
            document, document.replace(cursor + i, 0, typedText.substr(i, 1))));
      Clock::time_point start = Clock::now(), last = start;
      for (size_t i = 0; i < keys.size(); ++i) {
        // The time of typing, even if the server was not ready to read it.
        last = start + i * pause;
        std::this_thread::sleep_until(last);
        contestant.client.send(keys[i]);
      }
      Clock::time_point end = contestant.client.waitFor(keys.back());
      (measurement.*contestant.values)
          .push_back(
              std::chrono::duration<double, std::milli>(end - last).count());
      race.requireClean(contestant);
      contestant.measure(
          document.replace(cursor - indentation.size(),
                           indentation.size() + typedText.size() + 1, ""));
    }
  race.finish(repeats);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

void ServerCases::measureHints(ServerMeasurement &measurement) {
  Race race(*this, measurement, /*hasStock=*/false);
  for (unsigned round = 0; round < (isFull ? 31u : 9u); ++round)
    for (Contestant &contestant : race.contestants) {
      ServerDocument &document = contestant.document;
      DocumentEdit edit = document.changeNumber(chooseSite(document, round));
      (measurement.*contestant.values)
          .push_back(contestant.client.hintsAfter(
              contestant.client.prepare(document, edit),
              edit.start.line - std::min(edit.start.line, 25u),
              edit.start.line + 25));
      waitUntilIdle(contestant.client.pid());
    }
  race.finish(repeats);
}

void ServerCases::measureTokens(ServerMeasurement &measurement) {
  Race race(*this, measurement, /*hasStock=*/false);
  for (Contestant &contestant : race.contestants)
    contestant.client.requestTokens();
  for (unsigned round = 0; round < (isFull ? 31u : 9u); ++round)
    for (Contestant &contestant : race.contestants) {
      ServerDocument &document = contestant.document;
      DocumentEdit edit = document.changeNumber(chooseSite(document, round));
      (measurement.*contestant.values)
          .push_back(contestant.client.tokensAfter(
              contestant.client.prepare(document, edit)));
      waitUntilIdle(contestant.client.pid());
    }
  race.finish(repeats);
}

void ServerCases::measureHover(ServerMeasurement &measurement) {
  Race race(*this, measurement);
  std::mt19937 random(1);
  for (unsigned round = 0; round < (isFull ? 20u : 5u); ++round)
    for (Contestant &contestant : race.contestants) {
      ServerDocument &document = contestant.document;
      unsigned lines = document.getPlace(document.getText().size()).line;
      PreparedEdit edit = contestant.client.prepare(
          document, document.changeNumber(7 * round % document.countSites()));
      std::vector<double> times = contestant.client.hoverDuring(
          // Most often at the name that the line defines.
          edit, [&] { return Place{unsigned(random() % lines), 3}; });
      std::vector<double> &hoverTimes = measurement.*contestant.values;
      hoverTimes.insert(hoverTimes.end(), times.begin(), times.end());
      waitUntilIdle(contestant.client.pid());
    }
  race.finish(repeats);
}

void ServerCases::measureCompletion(ServerMeasurement &measurement) {
  Race race(*this, measurement);
  for (unsigned round = 0; round < (isFull ? 20u : 3u); ++round)
    for (Contestant &contestant : race.contestants) {
      ServerDocument &document = contestant.document;
      unsigned site =
          (document.countSites() / 2 + 7 * round) % document.countSites();
      PreparedEdit edit =
          contestant.client.prepare(document, document.changeNumber(site));
      // The first operand of the operation after the constant.
      size_t end = document.findLineEnd(site);
      size_t name = document.getText().find('%', end);
      size_t operand = document.getText().find('%', name + 1);
      (measurement.*contestant.values)
          .push_back(contestant.client.completeAfter(
              edit, document.getPlace(operand + 1)));
      waitUntilIdle(contestant.client.pid());
    }
  race.finish(repeats);
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

void ServerCases::measureStart(ServerMeasurement &measurement) {
  struct Run {
    std::string server;
    DocumentDialect dialect;
    std::vector<double> ServerMeasurement::*values;
  };
  const Run runs[] = {
      {stockServer(), DocumentDialect::Arith, &ServerMeasurement::stock},
      {ourServer(), DocumentDialect::Arith, &ServerMeasurement::ours},
      {ourServer(), DocumentDialect::Noisy, &ServerMeasurement::noisy}};
  for (unsigned round = 0; round < (isFull ? 11u : 3u); ++round)
    for (const Run &run : runs) {
      std::string opening = ServerClient::prepareOpening(
          ServerDocument(measurement.shape, measurement.operations, run.dialect)
              .getText());
      Clock::time_point start = Clock::now();
      ServerClient client(run.server);
      client.open(opening);
      (measurement.*run.values).push_back(millisecondsSince(start));
      client.shutdown();
    }
}

void ServerCases::measureGrowth(ServerMeasurement &measurement) {
  constexpr unsigned warmUp = 200;
  Race race(*this, measurement);
  std::vector<Typist> typists;
  for (Contestant &contestant : race.contestants)
    typists.emplace_back(contestant.document);
  std::vector<double> initialMemory;
  for (unsigned i = 0; i < warmUp + measurement.edits; ++i) {
    if (i == warmUp)
      for (Contestant &contestant : race.contestants)
        initialMemory.push_back(readUsage(contestant.client.pid()).resident);
    for (size_t k = 0; k < typists.size(); ++k) {
      Contestant &contestant = race.contestants[k];
      contestant.client.measure(
          contestant.client.prepare(contestant.document, typists[k].next()));
    }
  }
  for (size_t k = 0; k < initialMemory.size(); ++k) {
    Contestant &contestant = race.contestants[k];
    double currentMemory = readUsage(contestant.client.pid()).resident;
    (measurement.*contestant.values)
        .push_back(100 * (currentMemory / initialMemory[k] - 1));
  }
  race.finish(repeats);
}

void ServerCases::measureIntake(ServerMeasurement &measurement) {
  auto type = [&](const std::string &server, unsigned keys,
                  std::vector<double> &values) {
    ServerClient client(server);
    ServerDocument document(measurement.shape, measurement.operations,
                            DocumentDialect::Arith);
    client.measureIntake(ServerClient::prepareOpening(document.getText()));
    size_t cursor = document.findLineEnd(document.countSites() / 2);
    for (unsigned i = 0; i < keys; ++i) {
      PreparedEdit edit =
          client.prepare(document, document.replace(cursor, 0, " "));
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      values.push_back(client.measureIntake(edit.bytes));
    }
    // Neither is waited for: building so much text is measured elsewhere.
  };
  type(stockServer(), isFull ? 3 : 1, measurement.stock);
  type(ourServer(), isFull ? 100 : 20, measurement.ours);
}

//===----------------------------------------------------------------------===//
// All measurements
//===----------------------------------------------------------------------===//

void ServerCases::measureAll() {
  using Shape = DocumentShape;
  // As many operations as AES-128 has.
  constexpr unsigned aes = 33'600;
  for (Shape shape : {Shape::Functions, Shape::InModule, Shape::CalledByMain,
                      Shape::ChainOfCalls, Shape::OneFunction})
    for (unsigned operations : {1'000, 10'000, 100'000})
      measureEdits({ServerQuantity::ChangedNumber, shape, operations});
  for (Shape shape : {Shape::Circuit, Shape::LocatedCircuit})
    measureEdits({ServerQuantity::ChangedNumber, shape, aes});

  auto addFor = [&](ServerMeasurement measurement,
                    void (ServerCases::*measure)(ServerMeasurement &)) {
    if (!isAsked(measurement.quantity))
      return;
    if (measurement.quantity == ServerQuantity::Growth)
      measurement.edits = isFull ? 10'000 : 1'000;
    add(measurement, [&](ServerMeasurement &m) { (this->*measure)(m); });
  };
  for (const auto &[name, text] : circuits) {
    ServerMeasurement circuit{ServerQuantity::ChangedNumber, Shape::File};
    circuit.file = name;
    measureEdits(circuit);
    circuit.quantity = ServerQuantity::TypedLine;
    addFor(circuit, &ServerCases::measureTyping);
  }
  addFor({ServerQuantity::Start, Shape::Functions, 100},
         &ServerCases::measureStart);
  const std::pair<Shape, unsigned> large[] = {{Shape::Functions, 100'000},
                                              {Shape::ChainOfCalls, 100'000},
                                              {Shape::OneFunction, 100'000},
                                              {Shape::Circuit, aes},
                                              {Shape::LocatedCircuit, aes}};
  for (auto [shape, operations] : large) {
    addFor({ServerQuantity::TypedLine, shape, operations},
           &ServerCases::measureTyping);
    addFor({ServerQuantity::Burst, shape, operations},
           &ServerCases::measureBurst);
    addFor({ServerQuantity::HintsAfterEdit, shape, operations},
           &ServerCases::measureHints);
    addFor({ServerQuantity::TokensAfterEdit, shape, operations},
           &ServerCases::measureTokens);
    addFor({ServerQuantity::Start, shape, operations},
           &ServerCases::measureStart);
  }
  for (Shape shape : {Shape::Functions, Shape::OneFunction}) {
    addFor({ServerQuantity::Hover, shape, 100'000}, &ServerCases::measureHover);
    addFor({ServerQuantity::Completion, shape, 100'000},
           &ServerCases::measureCompletion);
  }
  addFor({ServerQuantity::Growth, Shape::Functions, 10'000},
         &ServerCases::measureGrowth);
  // About 50 MB.
  addFor({ServerQuantity::Intake, Shape::Functions, 1'500'000},
         &ServerCases::measureIntake);
}
