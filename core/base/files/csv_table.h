// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// A CSV with a header: RFC 4180 quoting, UTF-8 with or without BOM, comma, semicolon or tab.
struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows; ///< each as long as the header
    std::vector<size_t> lines{}; ///< lines of the file, where each row begins; as long as `rows`
    /// Column by name; npos when there is none.
    size_t column(std::string_view name) const;
};

Result<Table> read_csv(const std::filesystem::path& path);
Result<Table> parse_csv(std::string_view text, std::string_view where);
/// The rows of all as one table: columns by name, those that a table lacks are empty there.
Table joined(std::vector<Table> tables);

} // namespace roofrack
