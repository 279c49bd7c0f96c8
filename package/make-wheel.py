#!/usr/bin/env python3
"""Makes a wheel with the programs of package/ in the build folder.

usage: make-wheel.py BUILD_FOLDER [LEVEL]

LEVEL is that of zlib, from 1 (fast) to 9; the default is 6. pip puts all three programs
into the folder of scripts, where they find each other. Prints the wheel's name and size.
"""
import base64
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile

PROGRAMS = ["noisy-lsp-server", "noisy-opt", "noisy-cover-worker"]
# Static programs need no glibc; their system calls need a Linux (3.2) that is older than
# those of manylinux 2.17.
TAGS = ["manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"]
# Of files in a zip: times do not change the wheel.
TIME = (1980, 1, 1, 0, 0, 0)


class Wheel:
    """A zip whose RECORD has the hash and the size of each file."""

    def __init__(self, path, level):
        self.zip = zipfile.ZipFile(path, "w")
        self.level = level
        self.records = []

    def add(self, name, content, mode=0o644):
        info = zipfile.ZipInfo(name, TIME)
        info.external_attr = (0o100000 | mode) << 16
        self.zip.writestr(info, content, zipfile.ZIP_DEFLATED, self.level)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
        self.records.append(f"{name},sha256={digest.decode()},{len(content)}\n")

    def close(self, record):
        self.add(record, "".join(self.records + [f"{record},,\n"]).encode())
        self.zip.close()


def make_wheel(build, level):
    sources = pathlib.Path(__file__).resolve().parent.parent
    programs = build / "package"
    version = subprocess.run(
        [programs / "noisy-cover-worker", "--version"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()[1]
    path = build / f"noisy-{version}-py3-none-{'.'.join(TAGS)}.whl"
    wheel = Wheel(path, level)
    for program in PROGRAMS:
        wheel.add(f"noisy-{version}.data/scripts/{program}", (programs / program).read_bytes(), 0o755)
    info = f"noisy-{version}.dist-info"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sources / "package/copy-licenses", folder], check=True)
        for file in sorted(pathlib.Path(folder).iterdir()):
            wheel.add(f"{info}/licenses/{file.name}", file.read_bytes())
    wheel.add(f"{info}/licenses/LICENSE", (sources / "LICENSE").read_bytes())
    metadata = f"""Metadata-Version: 2.1
Name: noisy
Version: {version}
Summary: MLIR language server with noise analysis
License: Apache-2.0 WITH LLVM-exception
Description-Content-Type: text/plain

noisy-lsp-server shows in editors how much noise encrypted values can have, where it passes
the limit, and inserts the fewest reductions that are enough. noisy-opt is mlir-opt with the
same dialect and analyses.
"""
    wheel.add(f"{info}/METADATA", metadata.encode())
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in TAGS)
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: noisy\nRoot-Is-Purelib: false\n{tags}".encode())
    wheel.close(f"{info}/RECORD")
    return path


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    path = make_wheel(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 6)
    print(f"{path}: {path.stat().st_size / 2**20:.0f}M")


main()
