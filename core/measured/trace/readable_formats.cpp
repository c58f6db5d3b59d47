// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/readable_formats.h"

#include "core/measured/trace/logs/log_format.h"
#include "core/measured/trace/reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

FormatTells told_by(const LogFormat& format) {
    switch (format.kind) {
    case MeasuredKind::nccl_tests:
    case MeasuredKind::collectives: return FormatTells::transfers;
    case MeasuredKind::telemetry: return FormatTells::sensors;
    default: return format.times_parts ? FormatTells::timed_log : FormatTells::step_log;
    }
}

} // namespace

std::vector<ReadableFormat> readable_formats() {
    std::vector<ReadableFormat> out;
    // Readers of what is rare are asked first.
    const auto readers = trace_formats();
    for (size_t i = readers.size(); i-- > 0;)
        for (const ReadableFormat& format : readers[i]->reads())
            if (std::ranges::none_of(out, [&](const ReadableFormat& other) {
                    return other.program == format.program && other.tells == format.tells;
                }))
                out.push_back(format);
    for (const LogFormat& format : log_formats()) out.push_back({format.program, told_by(format)});
    return out;
}

std::string programs_that_tell(std::initializer_list<FormatTells> tells, std::string_view last) {
    std::vector<std::string_view> names;
    for (const ReadableFormat& format : readable_formats())
        if (std::ranges::find(tells, format.tells) != tells.end() &&
            std::ranges::find(names, format.program) == names.end())
            names.push_back(format.program);
    if (names.size() < 2) return names.empty() ? std::string() : std::string(names.front());
    const std::string_view end = names.back();
    names.pop_back();
    return fmt::format("{} {} {}", fmt::join(names, ", "), last, end);
}

} // namespace roofrack
