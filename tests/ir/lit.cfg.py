# Configuration of lit, the runner of the tests that are IR.
#
#   lit --param build_dir=BUILD tests/ir
#
# Other parameters: llvm_bindir, where FileCheck and not are (by default that of
# LLVM 22 on Debian).

import os
import lit.formats

config.name = "noisy-ir"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".mlir", ".test"]
# What tests read is no test.
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)

build_dir = lit_config.params.get("build_dir")
if not build_dir:
    lit_config.fatal("say which build is to be tested: --param build_dir=build")
build_dir = os.path.abspath(build_dir)
config.test_exec_root = os.path.join(build_dir, "tests", "ir")
llvm_bindir = lit_config.params.get("llvm_bindir", "/usr/lib/llvm-22/bin")

config.environment["PATH"] = os.pathsep.join(
    [build_dir, llvm_bindir, config.environment["PATH"]]
)
config.substitutions.append(
    ("%plugins", os.path.join(build_dir, "tests", "dialect", "loading", "plugins"))
)
