// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/quantity_text.h"
#include "tests/fuzz/fuzz.h"

#include <cmath>
#include <cstdlib>

using namespace roofrack;

/// The first byte chooses the dimension. What is read is finite and can be printed.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    constexpr int dimensions = static_cast<int>(Dimension::volume_rate) + 1;
    if (size == 0) return 0;
    const auto dimension = static_cast<Dimension>(data[0] % dimensions);
    const auto value = parse_quantity(fuzz::text_of(data + 1, size - 1), dimension);
    if (!value) return 0;
    if (!std::isfinite(*value) || format_quantity(*value, dimension).empty()) std::abort();
    (void)format_count(*value);
    return 0;
}
