// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/collectives/message_sizes.h"

#include "core/base/units/ascii_text.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double kibi = 1024, most_bytes = kibi * kibi * kibi * kibi * kibi;
constexpr std::string_view prefixes = "kmgt";

std::string_view stripped(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

Result<double> size_of(std::string_view text, std::string_view where) {
    const auto no_size = [&](std::string_view why) {
        return fail(std::string(where), fmt::format("'{}' is no message size{}", text, why),
                    "write sizes as nccl-tests takes them: 8, 64K, 256M, 8G");
    };
    const std::string plain = lower(stripped(text));
    double value = 0;
    const auto [rest, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return no_size("");
    std::string_view unit =
        stripped(std::string_view(rest, static_cast<size_t>(plain.data() + plain.size() - rest)));
    if (!unit.empty() && prefixes.find(unit.front()) != std::string_view::npos) {
        value *= std::pow(kibi, static_cast<double>(prefixes.find(unit.front()) + 1));
        unit.remove_prefix(1);
        if (unit == "ib") unit = "b";
    }
    if (!unit.empty() && unit != "b") return no_size("");
    if (!(value >= 1) || value != std::floor(value)) return no_size(": it is not a whole number of bytes");
    if (value > most_bytes) return no_size(": it is more than 1 PiB");
    return value;
}

} // namespace

Result<std::vector<double>> message_sizes(std::string_view text, std::string_view where) {
    std::vector<double> out;
    if (const size_t colon = text.find(':'); colon != std::string_view::npos) {
        const auto first = size_of(text.substr(0, colon), where);
        if (!first) return tl::unexpected(first.error());
        const auto last = size_of(text.substr(colon + 1), where);
        if (!last) return tl::unexpected(last.error());
        if (*last < *first)
            return fail(std::string(where), "the last size is below the first", "write SMALLEST:LARGEST");
        for (double size = *first; size <= *last; size *= 2) out.push_back(size);
        return out;
    }
    for (size_t at = 0; at <= text.size();) {
        const size_t comma = std::min(text.find(',', at), text.size());
        const auto size = size_of(text.substr(at, comma - at), where);
        if (!size) return tl::unexpected(size.error());
        out.push_back(*size);
        at = comma + 1;
    }
    return out;
}

std::vector<double> usual_message_sizes() {
    std::vector<double> out;
    for (double size = 8; size <= 8 * kibi * kibi * kibi; size *= 2) out.push_back(size);
    return out;
}

std::string message_size_text(double bytes) {
    constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t unit = 0;
    while (bytes >= kibi && unit + 1 < std::size(units)) bytes /= kibi, ++unit;
    return fmt::format("{:.4g} {}", bytes, units[unit]);
}

} // namespace roofrack
