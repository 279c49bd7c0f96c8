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
  Contestant(const std::string &server, DocumentShape shape,
             unsigned operations, DocumentDialect dialect,
             std::vector<double> ServerMeasurement::*values)
      : client(server), document(shape, operations, dialect), values(values) {}

  void open() { client.open(ServerClient::prepareOpening(document.getText())); }
  double measure(const DocumentEdit &edit) {
    PreparedEdit preparedEdit = client.prepare(document, edit);
    double time = client.measure(preparedEdit);
    // Its remaining work must not disturb the others.
    waitUntilIdle(client.pid());
    return time;
  }
  void requireClean() const {
    if (!client.isClean())
      throw SessionError("diagnostics where there is nothing to say");
  }

  ServerClient client;
  ServerDocument document;
  std::vector<double> ServerMeasurement::*values;
};

/// LLVM's server, ours, and ours in the noisy dialect, on the same shape.
struct Race {
  Race(DocumentShape shape, unsigned operations, bool hasNoisy = true) {
    contestants.emplace_back(stockServer(), shape, operations,
                             DocumentDialect::Arith, &ServerMeasurement::stock);
    contestants.emplace_back(ourServer(), shape, operations,
                             DocumentDialect::Arith, &ServerMeasurement::ours);
    if (hasNoisy)
      contestants.emplace_back(ourServer(), shape, operations,
                               DocumentDialect::Noisy,
                               &ServerMeasurement::noisy);
    for (Contestant &contestant : contestants) {
      contestant.open();
      waitUntilIdle(contestant.client.pid());
    }
  }
  explicit Race(const ServerMeasurement &measurement, bool hasNoisy = true)
      : Race(measurement.shape, measurement.operations, hasNoisy) {}

  void finish(unsigned &repeats) {
    for (Contestant &contestant : contestants) {
      repeats += contestant.client.countRepeats();
      contestant.client.shutdown();
    }
  }

  std::deque<Contestant> contestants;
};
} // namespace

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

void ServerCases::measureEdits(DocumentShape shape, unsigned operations) {
  struct Kind {
    ServerQuantity quantity;
    std::function<DocumentEdit(ServerDocument &, unsigned round)> edit;
  };
  // Another site in each round, from the middle on.
  auto getSite = [](const ServerDocument &document, unsigned round) {
    return (document.countSites() / 2 + 37 * round) % document.countSites();
  };
  const Kind kinds[] = {
      {ServerQuantity::ChangedNumber,
       [&](ServerDocument &document, unsigned round) {
         return document.changeNumber(getSite(document, round));
       }},
      {ServerQuantity::InsertedLine,
       [&](ServerDocument &document, unsigned round) {
         return document.insertLine(getSite(document, round),
                                    "n" + std::to_string(round));
       }},
      {ServerQuantity::BrokenBracket,
       [&](ServerDocument &document, unsigned round) {
         return document.breakBracket(getSite(document, round));
       }},
      {ServerQuantity::FixedBracket,
       [&](ServerDocument &document, unsigned) {
         return document.fixBracket();
       }},
  };
  if (!isAsked(ServerQuantity::PeakMemory) &&
      std::none_of(std::begin(kinds), std::end(kinds),
                   [&](const Kind &kind) { return isAsked(kind.quantity); }))
    return;
  bool hasMemory =
      operations >= 100'000 && (shape == DocumentShape::Functions ||
                                shape == DocumentShape::OneFunction);
  // The number of rounds, of four edits each.
  constexpr unsigned roundsForMemory = 5;
  unsigned rounds = operations < 100'000 ? 9 : hasMemory ? roundsForMemory : 3;
  if (isFull)
    rounds = operations < 100'000 ? 31 : 11;

  std::vector<ServerMeasurement> editMeasurements;
  for (const Kind &kind : kinds)
    editMeasurements.push_back({kind.quantity, shape, operations});
  ServerMeasurement memory{ServerQuantity::PeakMemory, shape, operations};
  try {
    Race race(shape, operations);
    for (unsigned round = 0; round < rounds; ++round) {
      for (size_t k = 0; k < editMeasurements.size(); ++k)
        for (Contestant &contestant : race.contestants) {
          (editMeasurements[k].*contestant.values)
              .push_back(contestant.measure(
                  kinds[k].edit(contestant.document, round)));
          if (contestant.client.isClean() ==
              (kinds[k].quantity == ServerQuantity::BrokenBracket))
            throw SessionError("other diagnostics than there should be");
        }
      if (round + 1 == roundsForMemory)
        for (Contestant &contestant : race.contestants)
          (memory.*contestant.values)
              .push_back(readUsage(contestant.client.pid()).peak);
    }
    race.finish(repeats);
  } catch (const std::exception &problem) {
    editMeasurements.front().failure = problem.what();
  }
  for (ServerMeasurement &measurement : editMeasurements)
    keep(std::move(measurement));
  if (hasMemory)
    keep(std::move(memory));
}

//===----------------------------------------------------------------------===//
// Typing
//===----------------------------------------------------------------------===//

void ServerCases::measureBurst(ServerMeasurement &measurement) {
  // Twenty characters; only the last completes the operation.
  const std::string typedText = "\"t.abc\"() : () -> ()";
  constexpr std::chrono::milliseconds pause(30);
  Race race(measurement, /*hasNoisy=*/false);
  std::vector<double> single;
  for (unsigned round = 0; round < (isFull ? 7u : 3u); ++round)
    for (Contestant &contestant : race.contestants) {
      ServerDocument &document = contestant.document;
      if (contestant.values == &ServerMeasurement::ours)
        for (unsigned i = 0; i < 3; ++i)
          single.push_back(contestant.measure(document.changeNumber(round)));
      size_t cursor = document.findLineEnd(document.countSites() / 2) + 1;
      contestant.measure(document.replace(cursor, 0, "\n"));
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
      contestant.requireClean();
      contestant.measure(document.replace(cursor, typedText.size() + 1, ""));
    }
  measurement.edit = quantile(single, 0.5);
  race.finish(repeats);
}

void ServerCases::measureHover(ServerMeasurement &measurement) {
  Race race(measurement);
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
  Race race(measurement);
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
  Race race(measurement);
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
  for (Shape shape : {Shape::Functions, Shape::InModule, Shape::CalledByMain,
                      Shape::ChainOfCalls, Shape::OneFunction})
    for (unsigned operations : {1'000, 10'000, 100'000})
      measureEdits(shape, operations);

  auto addFor = [&](ServerQuantity quantity, Shape shape, unsigned operations,
                    void (ServerCases::*measure)(ServerMeasurement &)) {
    if (!isAsked(quantity))
      return;
    ServerMeasurement measurement{quantity, shape, operations};
    if (quantity == ServerQuantity::Growth)
      measurement.edits = isFull ? 10'000 : 1'000;
    add(measurement, [&](ServerMeasurement &m) { (this->*measure)(m); });
  };
  addFor(ServerQuantity::Start, Shape::Functions, 100,
         &ServerCases::measureStart);
  for (Shape shape : {Shape::Functions, Shape::OneFunction}) {
    addFor(ServerQuantity::Burst, shape, 100'000, &ServerCases::measureBurst);
    addFor(ServerQuantity::Hover, shape, 100'000, &ServerCases::measureHover);
    addFor(ServerQuantity::Completion, shape, 100'000,
           &ServerCases::measureCompletion);
    addFor(ServerQuantity::Start, shape, 100'000, &ServerCases::measureStart);
  }
  addFor(ServerQuantity::Growth, Shape::Functions, 10'000,
         &ServerCases::measureGrowth);
  // About 50 MB.
  addFor(ServerQuantity::Intake, Shape::Functions, 1'500'000,
         &ServerCases::measureIntake);
}
