#include "base/populate_heap.h"
#include "cli/cli.h"

int main(int argc, char** argv) {
  assay::populate_heap(size_t{3} << 20);
  return assay::cli::run(argc, argv);
}
