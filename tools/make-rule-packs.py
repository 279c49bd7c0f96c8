#!/usr/bin/env python3
# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the packs of rules as rows of a C++ table.

usage: make-rule-packs.py PACK.yaml... OUTPUT
"""
import os
import sys


def main():
    *packs, output = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as table:
        for pack in sorted(packs):
            name = os.path.splitext(os.path.basename(pack))[0]
            with open(pack, encoding="utf-8") as file:
                table.write(f'{{"{name}", R"yaml({file.read()})yaml"}},\n')


main()
