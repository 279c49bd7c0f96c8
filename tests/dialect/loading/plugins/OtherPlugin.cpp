//===- OtherPlugin.cpp - A plugin for another LLVM -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" int otherLlvm();

extern "C" int mlirGetDialectPluginInfo() { return otherLlvm(); }
