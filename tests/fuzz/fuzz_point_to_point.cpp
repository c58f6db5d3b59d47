// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/measured/p2p/p2p_import.h"
#include "tests/fuzz/fuzz.h"

#include <cstdlib>

using namespace roofrack;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    std::vector<Diagnostic> warnings;
    const auto file = read_p2p({"p2p", std::string(fuzz::text_of(data, size))}, warnings);
    if (!file) return 0;
    const auto cluster = draw_p2p(*file, Catalog::built_in(), {}, "p2p", warnings);
    if (!cluster) return 0;
    // What is drawn has the cables of the file, no more and no fewer.
    const auto list = CableList::make(*cluster, Catalog::built_in());
    if (!list || list->count() != static_cast<double>(file->links.size())) std::abort();
    return 0;
}
