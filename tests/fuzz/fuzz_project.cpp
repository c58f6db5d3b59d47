// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/fuzz/fuzz.h"

#include <cstdlib>

using namespace roofrack;

/// What is read can be written and read again as the same project.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto loaded = parse_project(fuzz::text_of(data, size), Catalog::built_in());
    if (!loaded || loaded->read_only) return 0;
    const auto again = parse_project(project_text(loaded->project, Catalog::built_in()), Catalog::built_in());
    if (!again || !(again->project == loaded->project)) std::abort();
    return 0;
}
