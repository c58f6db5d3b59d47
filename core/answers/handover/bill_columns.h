// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace roofrack {

/// Columns of the sheet Bill of a workbook.
struct BillColumn {
    enum Of : uint16_t {
        group,
        tier,
        part,
        name,
        quantity,
        unit,
        length_each,
        length,
        power_each,
        power,
        price_each,
        low_each,
        high_each,
        price,
        low,
        high,
        bought,
        used,
        basis,
        source,
        ownership,
        note,
    };
};

/// Columns of the sheet Cables that are read back.
struct CableColumn {
    enum Of : uint16_t { number = 0, kind = 9, part = 10 };
};

} // namespace roofrack
