//===- LostFrames.cpp - Stack frames that a crash left --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/LostFrames.h"

#ifdef __SANITIZE_ADDRESS__

#include <cstddef>
#include <cstdint>
#include <pthread.h>

extern "C" void __asan_get_shadow_mapping(size_t *Scale, size_t *Offset);

/// Marks the bytes as usable. Not through the sanitizer's interface, which
/// `allow_user_poisoning=0` turns off.
__attribute__((no_sanitize_address, noinline)) static void
unpoison(uintptr_t Begin, uintptr_t End) {
  size_t Scale, Offset;
  __asan_get_shadow_mapping(&Scale, &Offset);
  // A loop, since memset itself is checked.
  volatile char *Shadow = reinterpret_cast<char *>((Begin >> Scale) + Offset);
  volatile char *ShadowEnd = reinterpret_cast<char *>((End >> Scale) + Offset);
  for (; Shadow < ShadowEnd; ++Shadow)
    if (*Shadow)
      *Shadow = 0;
}

__attribute__((no_sanitize_address)) void mlir::noisy::lsp::forgetLostFrames() {
  pthread_attr_t Attributes;
  if (pthread_getattr_np(pthread_self(), &Attributes) != 0)
    return;
  void *Lowest = nullptr;
  size_t Size = 0;
  pthread_attr_getstack(&Attributes, &Lowest, &Size);
  pthread_attr_destroy(&Attributes);
  unpoison(reinterpret_cast<uintptr_t>(Lowest),
           reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
}

#else

void mlir::noisy::lsp::forgetLostFrames() {}

#endif
