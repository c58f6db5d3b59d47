// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// Lines of a log of any length in bounded memory. A line ends at \n or at the \r of a progress bar; escapes
/// that colour a terminal are left out; a line over a megabyte is cut after its beginning.
class LogLines {
public:
    /// Fills a buffer; less than its size only at the end.
    using Source = std::function<size_t(char* to, size_t size)>;
    explicit LogLines(Source source);

    /// The next line, valid until the next call; none at the end.
    std::optional<std::string_view> next();
    /// How much text was read.
    int64_t bytes() const { return m_bytes; }
    /// The offset at which the last line began.
    int64_t offset() const { return m_line_offset; }
    /// The last line has no end: the text may have been cut off within it.
    bool is_cut() const { return m_is_cut; }

private:
    bool fill();

    Source m_source;
    std::string m_buffer, m_line;
    size_t m_at = 0, m_end = 0;
    int64_t m_bytes = 0, m_line_offset = 0;
    bool m_is_cut = false;
};

/// Without what mpirun, srun and pdsh put before a line: "[1,0]<stdout>:", "12: ", "node-07: ".
std::string_view without_tag(std::string_view line);
/// The decimal number behind the first `label`, spaces and one of ":=" passed over: "5,802" is 5802; none
/// where the label is not there or no number follows.
std::optional<double> number_behind(std::string_view line, std::string_view label);
/// The decimal number behind any of several labels, the first that is there.
std::optional<double> number_behind(std::string_view line, std::initializer_list<std::string_view> labels);
/// Without the digits at its end, of which a cut may have left some alone.
std::string_view without_last_number(std::string_view line);
/// The decimal number that the text begins with, thousands apart by commas or not.
std::optional<double> leading_number(std::string_view text);

/// Seconds since 1970 of the first "2025-11-26 22:10:30" or "2025-11-26T22:10:30" of the line, fractions by
/// point or comma.
std::optional<double> time_stamp(std::string_view line);

} // namespace roofrack
