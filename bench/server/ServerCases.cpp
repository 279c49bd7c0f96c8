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
    PreparedEdit prepared = client.prepare(document, edit);
    double time = client.measure(prepared);
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
    all.emplace_back(stockServer(), shape, operations, DocumentDialect::Arith,
                     &ServerMeasurement::stock);
    all.emplace_back(ourServer(), shape, operations, DocumentDialect::Arith,
                     &ServerMeasurement::ours);
    if (hasNoisy)
      all.emplace_back(ourServer(), shape, operations, DocumentDialect::Noisy,
                       &ServerMeasurement::noisy);
    for (Contestant &each : all) {
      each.open();
      waitUntilIdle(each.client.pid());
    }
  }
  explicit Race(const ServerMeasurement &what, bool hasNoisy = true)
      : Race(what.shape, what.operations, hasNoisy) {}

  void finish(unsigned &repeats) {
    for (Contestant &each : all) {
      repeats += each.client.countRepeats();
      each.client.shutdown();
    }
  }

  std::deque<Contestant> all;
};
} // namespace

bool ServerCases::isAsked(ServerQuantity quantity) const {
  return std::string(describe(quantity)).find(only) != std::string::npos;
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

void ServerCases::add(ServerMeasurement what,
                      const std::function<void(ServerMeasurement &)> &measure) {
  try {
    measure(what);
  } catch (const std::exception &problem) {
    what.failure = problem.what();
  }
  keep(std::move(what));
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
      {ServerQuantity::MendedBracket,
       [&](ServerDocument &document, unsigned) {
         return document.mendBracket();
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

  std::vector<ServerMeasurement> found;
  for (const Kind &kind : kinds)
    found.push_back({kind.quantity, shape, operations});
  ServerMeasurement memory{ServerQuantity::PeakMemory, shape, operations};
  try {
    Race race(shape, operations);
    for (unsigned round = 0; round < rounds; ++round) {
      for (size_t k = 0; k < found.size(); ++k)
        for (Contestant &each : race.all) {
          (found[k].*each.values)
              .push_back(each.measure(kinds[k].edit(each.document, round)));
          if (each.client.isClean() ==
              (kinds[k].quantity == ServerQuantity::BrokenBracket))
            throw SessionError("other diagnostics than there should be");
        }
      if (round + 1 == roundsForMemory)
        for (Contestant &each : race.all)
          (memory.*each.values).push_back(readUsage(each.client.pid()).peak);
    }
    race.finish(repeats);
  } catch (const std::exception &problem) {
    found.front().failure = problem.what();
  }
  for (ServerMeasurement &measurement : found)
    keep(std::move(measurement));
  if (hasMemory)
    keep(std::move(memory));
}

//===----------------------------------------------------------------------===//
// Typing
//===----------------------------------------------------------------------===//

void ServerCases::measureBurst(ServerMeasurement &measurement) {
  // Twenty characters; only the last completes the operation.
  const std::string typed = "\"t.abc\"() : () -> ()";
  constexpr std::chrono::milliseconds pause(30);
  Race race(measurement, /*hasNoisy=*/false);
  std::vector<double> single;
  for (unsigned round = 0; round < (isFull ? 7u : 3u); ++round)
    for (Contestant &each : race.all) {
      ServerDocument &document = each.document;
      if (each.values == &ServerMeasurement::ours)
        for (unsigned i = 0; i < 3; ++i)
          single.push_back(each.measure(document.changeNumber(round)));
      size_t cursor = document.findLineEnd(document.countSites() / 2) + 1;
      each.measure(document.replace(cursor, 0, "\n"));
      std::vector<PreparedEdit> keys;
      for (size_t i = 0; i < typed.size(); ++i)
        keys.push_back(each.client.prepare(
            document, document.replace(cursor + i, 0, typed.substr(i, 1))));
      Clock::time_point start = Clock::now(), last = start;
      for (size_t i = 0; i < keys.size(); ++i) {
        // The time of typing, even if the server was not ready to read it.
        last = start + i * pause;
        std::this_thread::sleep_until(last);
        each.client.send(keys[i]);
      }
      Clock::time_point end = each.client.waitFor(keys.back());
      (measurement.*each.values)
          .push_back(
              std::chrono::duration<double, std::milli>(end - last).count());
      each.requireClean();
      each.measure(document.replace(cursor, typed.size() + 1, ""));
    }
  measurement.edit = quantile(single, 0.5);
  race.finish(repeats);
}

void ServerCases::measureHover(ServerMeasurement &measurement) {
  Race race(measurement);
  std::mt19937 random(1);
  for (unsigned round = 0; round < (isFull ? 20u : 5u); ++round)
    for (Contestant &each : race.all) {
      ServerDocument &document = each.document;
      unsigned lines = document.getPlace(document.getText().size()).line;
      PreparedEdit edit = each.client.prepare(
          document, document.changeNumber(7 * round % document.countSites()));
      std::vector<double> times = each.client.hoverDuring(
          // Most often at the name that the line defines.
          edit, [&] { return Place{unsigned(random() % lines), 3}; });
      std::vector<double> &all = measurement.*each.values;
      all.insert(all.end(), times.begin(), times.end());
      waitUntilIdle(each.client.pid());
    }
  race.finish(repeats);
}

void ServerCases::measureCompletion(ServerMeasurement &measurement) {
  Race race(measurement);
  for (unsigned round = 0; round < (isFull ? 20u : 3u); ++round)
    for (Contestant &each : race.all) {
      ServerDocument &document = each.document;
      unsigned site =
          (document.countSites() / 2 + 7 * round) % document.countSites();
      PreparedEdit edit =
          each.client.prepare(document, document.changeNumber(site));
      // The first operand of the operation after the constant.
      size_t end = document.findLineEnd(site);
      size_t name = document.getText().find('%', end);
      size_t operand = document.getText().find('%', name + 1);
      (measurement.*each.values)
          .push_back(
              each.client.completeAfter(edit, document.getPlace(operand + 1)));
      waitUntilIdle(each.client.pid());
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
  for (Contestant &each : race.all)
    typists.emplace_back(each.document);
  std::vector<double> before;
  for (unsigned i = 0; i < warmUp + measurement.edits; ++i) {
    if (i == warmUp)
      for (Contestant &each : race.all)
        before.push_back(readUsage(each.client.pid()).resident);
    for (size_t k = 0; k < typists.size(); ++k) {
      Contestant &each = race.all[k];
      each.client.measure(
          each.client.prepare(each.document, typists[k].next()));
    }
  }
  for (size_t k = 0; k < before.size(); ++k) {
    Contestant &each = race.all[k];
    double now = readUsage(each.client.pid()).resident;
    (measurement.*each.values).push_back(100 * (now / before[k] - 1));
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
    ServerMeasurement what{quantity, shape, operations};
    if (quantity == ServerQuantity::Growth)
      what.edits = isFull ? 10'000 : 1'000;
    add(what, [&](ServerMeasurement &m) { (this->*measure)(m); });
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
