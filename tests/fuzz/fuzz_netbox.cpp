// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/netbox/netbox_import.h"
#include "tests/fuzz/fuzz.h"

#include <cstdlib>

using namespace roofrack;

/// Files one after the other, each after a line of "%%%".
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const Catalog& catalog = Catalog::built_in();
    constexpr std::string_view border = "%%%\n";
    std::vector<NamedText> files;
    std::string_view text = fuzz::text_of(data, size);
    while (files.size() < 4) {
        const size_t end = text.find(border);
        files.push_back({"f", std::string(text.substr(0, end))});
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + border.size());
    }
    const auto read = import_netbox(files, catalog, {});
    // What is made is a project that can be saved and read.
    if (read && !parse_project(project_text(read->project, catalog), catalog)) std::abort();
    return 0;
}
