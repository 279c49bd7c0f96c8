//===- ProgramStructure.cpp - What is where in random programs ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/ProgramStructure.h"
#include <algorithm>

using namespace mlir::noisy::test;

/// Adds the functions that `body` calls.
static void collectFrom(const Body &body, bool live, std::set<int> &callees) {
  for (const Statement &statement : body.statements) {
    if (statement.kind == StatementKind::Call)
      callees.insert(statement.callee);
    for (size_t i = 0; i < statement.bodies.size(); ++i)
      if (!live ||
          (statement.turns != 0u && statement.takenBody.value_or(i) == i))
        collectFrom(statement.bodies[i], live, callees);
    if (!statement.blocks.empty())
      collectCallees(statement.blocks, live, callees);
  }
}
void mlir::noisy::test::collectCallees(const std::vector<BasicBlock> &blocks,
                                       bool live, std::set<int> &callees) {
  std::set<int> reachedFunctions =
      reachBlocks(blocks, [](const Body &) { return true; });
  for (size_t i = 0; i < blocks.size(); ++i)
    if (!live || reachedFunctions.count(i))
      collectFrom(blocks[i].body, live, callees);
}

std::set<int>
mlir::noisy::test::reachBlocks(const std::vector<BasicBlock> &blocks,
                               llvm::function_ref<bool(const Body &)> ends) {
  std::vector<int> worklist = {0};
  std::set<int> reachedBlocks;
  while (!worklist.empty()) {
    int index = worklist.back();
    worklist.pop_back();
    if (!reachedBlocks.insert(index).second || !ends(blocks[index].body))
      continue;
    for (const Successor &successor : blocks[index].successors)
      worklist.push_back(successor.block);
  }
  return reachedBlocks;
}

static bool canEnd(const Body &body, const std::set<int> &returningFunctions);

/// Whether control can come to an end of `blocks`.
static bool canEnd(const std::vector<BasicBlock> &blocks,
                   const std::set<int> &returningFunctions) {
  auto ends = [&](const Body &body) {
    return canEnd(body, returningFunctions);
  };
  for (int index : reachBlocks(blocks, ends))
    if (blocks[index].successors.empty() && ends(blocks[index].body))
      return true;
  return false;
}

/// Whether control can come to the end of `body`, when of the functions those
/// in `returningFunctions` return.
static bool canEnd(const Body &body, const std::set<int> &returningFunctions) {
  return std::all_of(body.statements.begin(), body.statements.end(),
                     [&](const Statement &statement) {
                       auto ends = [&](const Body &inner) {
                         return canEnd(inner, returningFunctions);
                       };
                       switch (statement.kind) {
                       case StatementKind::Call:
                         return returningFunctions.count(statement.callee) > 0;
                       case StatementKind::If:
                       case StatementKind::IndexSwitch:
                         if (statement.takenBody)
                           return ends(statement.bodies[*statement.takenBody]);
                         return std::any_of(statement.bodies.begin(),
                                            statement.bodies.end(), ends);
                       case StatementKind::ExecuteRegion:
                         return canEnd(statement.blocks, returningFunctions);
                       case StatementKind::For:
                       case StatementKind::Parallel:
                       case StatementKind::Forall:
                         return statement.turns.value_or(0) == 0 ||
                                ends(statement.bodies[0]);
                       default:
                         return true;
                       }
                     });
}

/// Whether every function can return.
static bool allReturn(const RandomProgram &program) {
  std::set<int> returningFunctions;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (!returningFunctions.count(i) &&
          canEnd(program.functions[i].blocks, returningFunctions)) {
        returningFunctions.insert(i);
        isChanged = true;
      }
  }
  return returningFunctions.size() == program.functions.size();
}

bool mlir::noisy::test::isRecursive(const std::vector<std::set<int>> &callees,
                                    int function) {
  std::set<int> reachedFunctions;
  std::vector<int> worklist(callees[function].begin(), callees[function].end());
  while (!worklist.empty()) {
    int callee = worklist.back();
    worklist.pop_back();
    if (callee == function)
      return true;
    if (reachedFunctions.insert(callee).second)
      worklist.insert(worklist.end(), callees[callee].begin(),
                      callees[callee].end());
  }
  return false;
}

/// Whether every `ExecuteRegion` in `body` has an end that control can come to,
/// when all functions return.
static bool regionsEnd(const std::vector<BasicBlock> &blocks,
                       const std::set<int> &returningFunctions);
static bool regionsEnd(const Body &body,
                       const std::set<int> &returningFunctions) {
  return std::all_of(
      body.statements.begin(), body.statements.end(),
      [&](const Statement &statement) {
        return std::all_of(statement.bodies.begin(), statement.bodies.end(),
                           [&](const Body &inner) {
                             return regionsEnd(inner, returningFunctions);
                           }) &&
               (statement.blocks.empty() ||
                (canEnd(statement.blocks, returningFunctions) &&
                 regionsEnd(statement.blocks, returningFunctions)));
      });
}
static bool regionsEnd(const std::vector<BasicBlock> &blocks,
                       const std::set<int> &returningFunctions) {
  return std::all_of(blocks.begin(), blocks.end(), [&](const BasicBlock &b) {
    return regionsEnd(b.body, returningFunctions);
  });
}

bool mlir::noisy::test::allEnd(const RandomProgram &program) {
  std::set<int> allFunctions;
  for (size_t i = 0; i < program.functions.size(); ++i)
    allFunctions.insert(i);
  return allReturn(program) &&
         std::all_of(program.functions.begin(), program.functions.end(),
                     [&](const Function &function) {
                       return regionsEnd(function.blocks, allFunctions);
                     });
}
