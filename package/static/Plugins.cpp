//===- Plugins.cpp - No plugins in a static program -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin needs the shared libraries of LLVM and MLIR, which a static program
// is not linked to. The dlopen of a static C library would load it together
// with a second C library, and may crash.
//
//===----------------------------------------------------------------------===//

// For -Wl,--wrap=dlopen,--wrap=dlerror.
extern "C" void *__wrap_dlopen(const char *, int) { return nullptr; }

extern "C" char *__wrap_dlerror() {
  static char message[] = "this program is linked statically and loads no "
                          "plugins; ./dev install makes one that does";
  return message;
}
