//===- Users.cpp - Home folders of users, from /etc/passwd ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM asks for a home folder where HOME is not set, or for a path like ~name.
// The C library answers by modules that it loads, of its own version only: a
// static program on another system may crash. Here /etc/passwd is read, and
// users of network services are unknown.
//
//===----------------------------------------------------------------------===//

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <pwd.h>

// Returns the first entry that `isMeant` accepts as getpwnam_r does: 0 without
// an entry if there is none, or an error number.
template <typename Predicate>
static int findUser(Predicate isMeant, passwd *entry, char *buffer,
                    size_t length, passwd **result) {
  *result = nullptr;
  std::FILE *file = std::fopen("/etc/passwd", "re");
  if (!file)
    return errno == ENOENT ? 0 : errno;
  int error;
  while ((error = fgetpwent_r(file, entry, buffer, length, result)) == 0)
    if (isMeant(*entry))
      break;
  std::fclose(file);
  if (error != 0)
    *result = nullptr;
  return error == ENOENT ? 0 : error;
}

// For -Wl,--wrap=getpwnam_r,--wrap=getpwuid_r.
extern "C" int __wrap_getpwnam_r(const char *name, passwd *entry, char *buffer,
                                 size_t length, passwd **result) {
  return findUser(
      [name](const passwd &user) {
        return std::strcmp(user.pw_name, name) == 0;
      },
      entry, buffer, length, result);
}

extern "C" int __wrap_getpwuid_r(uid_t id, passwd *entry, char *buffer,
                                 size_t length, passwd **result) {
  return findUser([id](const passwd &user) { return user.pw_uid == id; }, entry,
                  buffer, length, result);
}
