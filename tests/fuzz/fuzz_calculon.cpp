// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/measured/interchange/interchange.h"
#include "tests/fuzz/fuzz.h"

#include <array>

using namespace roofrack;

/// The three files stand one behind the other, parted by lines of "---".
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    constexpr std::string_view border = "\n---\n";
    std::string_view rest = fuzz::text_of(data, size);
    std::array<NamedText, 3> files;
    for (NamedText& file : files) {
        const size_t end = rest.find(border);
        file = {"file.json", std::string(rest.substr(0, end))};
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + border.size());
    }
    (void)import_calculon(files, Catalog::built_in());
    return 0;
}
