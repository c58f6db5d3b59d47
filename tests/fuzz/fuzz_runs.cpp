// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/measured/measure/runs.h"
#include "core/step/cost/parameters.h"
#include "tests/fuzz/fuzz.h"
#include "validation/validation_run.h"

using namespace roofrack;

/// Published runs: every row is predicted, or it is said why not.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto table = parse_csv(fuzz::text_of(data, size), "runs");
    for (size_t row = 0; table && row < table->rows.size(); ++row)
        (void)validation_run(RunRow(*table, row), Catalog::built_in(), CostParameters::built_in());
    return 0;
}
