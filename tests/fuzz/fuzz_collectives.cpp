// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/step/collectives/collective_constants.h"
#include "tests/fuzz/fuzz.h"
#include "validation/sweeps/collective_rows.h"

using namespace roofrack;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto table = parse_csv(fuzz::text_of(data, size), "sweeps");
    if (!table || !holds_collectives(*table)) return 0;
    for (size_t i = 0; i < table->rows.size(); ++i)
        if (const auto row = collective_row(RunRow(*table, i), Catalog::built_in()))
            (void)predict(*row, CollectiveConstants::built_in());
    return 0;
}
