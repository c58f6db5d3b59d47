// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/fragment_text.h"
#include "tests/fuzz/fuzz.h"

#include <cstdlib>

using namespace roofrack;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto piece = parse_fragment(fuzz::text_of(data, size), Catalog::built_in());
    if (piece && !parse_fragment(fragment_text(*piece, Catalog::built_in()), Catalog::built_in()))
        std::abort();
    return 0;
}
