// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/diagrams/drawio_import.h"
#include "tests/fuzz/fuzz.h"

#include <cstdlib>

using namespace roofrack;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const Catalog& catalog = Catalog::built_in();
    std::vector<Diagnostic> warnings;
    const auto pages = read_drawio({"d.drawio", std::string(fuzz::text_of(data, size))});
    if (!pages) return 0;
    const auto drawn = draw_drawio(*pages, catalog, {}, "d.drawio", warnings);
    if (!drawn) return 0;
    // What is drawn is a project that can be saved and read.
    Project project;
    project.scenarios.push_back(*drawn);
    if (!parse_project(project_text(project, catalog), catalog)) std::abort();
    return 0;
}
