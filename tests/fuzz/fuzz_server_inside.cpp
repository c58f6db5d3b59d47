// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/inside/inside_import.h"
#include "tests/fuzz/fuzz.h"

#include <array>
#include <cstdlib>

using namespace roofrack;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const Catalog& catalog = Catalog::built_in();
    const std::array files{NamedText{"inside", std::string(fuzz::text_of(data, size))}};
    for (const TemplateSettings& settings : {TemplateSettings{}, TemplateSettings{{"gpu", "h100-sxm5"}}}) {
        const auto read = import_inside(files, catalog, settings);
        // What is made is a project that can be saved and read.
        if (read && !parse_project(project_text(read->project, catalog), catalog)) std::abort();
    }
    return 0;
}
