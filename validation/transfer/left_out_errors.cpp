// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/transfer/left_out_errors.h"

#include "core/base/constants/embedded.h"
#include "core/base/files/csv_table.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

void LeftOutErrors::set(LeftOut by, std::string_view id, double error) {
    auto it = m_errors.find(id);
    if (it == m_errors.end()) {
        it = m_errors.try_emplace(std::string(id)).first;
        it->second.fill(std::nan(""));
    }
    it->second[static_cast<size_t>(by)] = error;
}

double LeftOutErrors::error(LeftOut by, std::string_view id) const {
    const auto it = m_errors.find(id);
    return it == m_errors.end() ? std::nan("") : it->second[static_cast<size_t>(by)];
}

std::string LeftOutErrors::csv() const {
    std::string out = "id";
    for (size_t by = 0; by < left_out_count; ++by)
        out += fmt::format(",{}", name_of(static_cast<LeftOut>(by)));
    out += "\n";
    for (const auto& [id, errors] : m_errors) {
        std::string cell;
        for (const char c : id) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
        out += id.find_first_of(",\"") == std::string::npos ? id : fmt::format("\"{}\"", cell);
        for (const double error : errors) out += std::isfinite(error) ? fmt::format(",{:.4f}", error) : ",";
        out += "\n";
    }
    return out;
}

Result<LeftOutErrors> LeftOutErrors::parse(std::string_view csv, std::string_view where) {
    const std::string made = "make the file anew with validate --write-left-out";
    const auto table = parse_csv(csv, where);
    if (!table) return tl::unexpected(table.error());
    const size_t id = table->column("id");
    if (id == std::string::npos) return fail(std::string(where), "no column 'id'", made);
    LeftOutErrors out;
    for (size_t by = 0; by < left_out_count; ++by) {
        const size_t column = table->column(name_of(static_cast<LeftOut>(by)));
        for (size_t i = 0; column != std::string::npos && i < table->rows.size(); ++i) {
            const std::string& cell = table->rows[i][column];
            if (cell.empty()) continue;
            double error = 0;
            const auto [end, failed] = std::from_chars(cell.data(), cell.data() + cell.size(), error);
            if (failed != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(error))
                return fail(fmt::format("{}:{}", where, table->lines[i]),
                            fmt::format("'{}' is no number", cell), made);
            out.set(static_cast<LeftOut>(by), table->rows[i][id], error);
        }
    }
    return out;
}

const LeftOutErrors& LeftOutErrors::built_in() {
    static const LeftOutErrors errors = parse_embedded("resources/cost/left_out_errors.csv", parse);
    return errors;
}

} // namespace roofrack
