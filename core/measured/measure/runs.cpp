// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/runs.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace roofrack {

std::string_view RunRow::text(std::string_view column) const {
    const size_t index = m_table->column(column);
    return index == std::string::npos ? std::string_view() : std::string_view(m_table->rows[m_row][index]);
}

double RunRow::number(std::string_view column) const {
    const std::string_view cell = text(column);
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return error == std::errc{} && std::isfinite(value) ? value : 0;
}

Result<int> RunRow::whole(std::string_view column, int most) const {
    const double value = number(column);
    if (value < 0 || value > most)
        return fail("", fmt::format("'{}' is {:g}, not a number from 0 to {}", column, value, most));
    return static_cast<int>(value);
}

} // namespace roofrack
