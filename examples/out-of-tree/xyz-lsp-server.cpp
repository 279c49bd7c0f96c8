#include "Xyz.h"
#include "dialect/AllDialects.h"
#include "server/ServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::noisy::registerAllDialects(registry);
  registry.insert<xyz::XyzDialect>();
  return mlir::noisy::lsp::runServer(argc, argv, registry);
}
