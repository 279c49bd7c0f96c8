"""Prints the static libraries of LLVM and MLIR, a path on each line.

usage: archives.py LLVM_CONFIG
"""

import glob
import os
import subprocess
import sys


def ask(*arguments):
    return subprocess.run(
        [sys.argv[1], *arguments], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()


[folder] = ask("--libdir")
# llvm-config also names files of other Debian packages.
llvm = [path for path in ask("--link-static", "--libfiles", "all") if os.path.exists(path)]
# The C API and the libraries of MLIR's tests are not used.
mlir = [
    path
    for path in sorted(glob.glob(os.path.join(folder, "libMLIR*.a")))
    if not any(word in path for word in ("CAPI", "Test"))
]
print("\n".join(mlir + llvm))
