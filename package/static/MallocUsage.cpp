//===- MallocUsage.cpp - mallinfo2 by tcmalloc ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM asks mallinfo2 how much memory is allocated. That of the C library knows
// nothing of tcmalloc, and would bring a second malloc into a static program.
//
//===----------------------------------------------------------------------===//

#include <gperftools/malloc_extension.h>
#include <malloc.h>

// For -Wl,--wrap=mallinfo2. Only the bytes in use are known.
extern "C" struct mallinfo2 __wrap_mallinfo2() {
  struct mallinfo2 usage = {};
  size_t bytes = 0;
  if (MallocExtension::instance()->GetNumericProperty(
          "generic.current_allocated_bytes", &bytes))
    usage.uordblks = bytes;
  return usage;
}
