# Runs LLVM's own tests of its language server with ours.
#
#   lit --param build_dir=BUILD --param llvm_tests=MLIR_TEST_FOLDER compare/lit
#
# `./dev compare --lit` runs them, with --xfail for the tests in
# differences.txt: the expected failures, each with its reason. If one of these
# passes, that is a failure as well.

import os
import lit.formats

config.name = "LLVM's tests of its language server"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".test"]

build_dir = os.path.abspath(lit_config.params["build_dir"])
config.test_source_root = os.path.join(
    os.path.abspath(lit_config.params["llvm_tests"]), "mlir-lsp-server"
)
config.test_exec_root = os.path.join(build_dir, "compare", "lit")
llvm_bindir = lit_config.params.get("llvm_bindir", "/usr/lib/llvm-22/bin")
config.environment["PATH"] = os.pathsep.join([llvm_bindir, config.environment["PATH"]])
config.substitutions.append(
    (r"\bmlir-lsp-server\b(?= )", os.path.join(build_dir, "noisy-lsp-server"))
)
