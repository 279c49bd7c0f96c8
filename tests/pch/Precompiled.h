//===- Precompiled.h - What most tests include ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled once for each program: reading these headers takes most of the time
// that a file takes to compile. Headers of others only, which do not change;
// every file includes what it needs all the same.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_PCH_PRECOMPILED_H
#define NOISY_TESTS_PCH_PRECOMPILED_H

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/thread.h"
#include <catch2/catch.hpp>
#include <condition_variable>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#endif // NOISY_TESTS_PCH_PRECOMPILED_H
