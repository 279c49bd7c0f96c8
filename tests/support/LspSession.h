//===- LspSession.h - A session with a language server ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_LSPSESSION_H
#define NOISY_TESTS_SUPPORT_LSPSESSION_H

#include "server/check/LspSession.h"

#endif // NOISY_TESTS_SUPPORT_LSPSESSION_H
