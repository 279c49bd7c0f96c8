//===- Testing.h - Headers of others, for the tests -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "precompiled/Upstream.h"
#include <catch2/catch.hpp>
