// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/log_format.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace roofrack;

namespace {

void read(const LogFormat& format, std::string_view text) {
    MeasuredFile file;
    file.kind = format.kind;
    file.program = format.program;
    LogLines lines([rest = text](char* to, size_t size) mutable {
        const size_t count = std::min({size, rest.size(), size_t{4096}});
        std::memcpy(to, rest.data(), count);
        rest.remove_prefix(count);
        return count;
    });
    const auto parser = format.parser();
    while (const auto line = lines.next()) parser->line(*line, file);
    parser->end(file);
    complete(file);
    (void)parser->warning();
    (void)summary_of(file);
    if (lines.bytes() != static_cast<int64_t>(text.size()) || file.records < 0) std::abort();
    if (file.devices && *file.devices < 0) std::abort();
    for (const LoggedSensors& sensor : file.sensors)
        if (sensor.samples < 1) std::abort();
}

} // namespace

/// The first byte picks a program, so that its reader is reached whatever the rest looks like.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const auto formats = log_formats();
    const std::string_view text = fuzz::text_of(data + 1, size - 1);
    for (const LogFormat& format : formats) (void)format.recognises(text);
    (void)looks_like(text);
    read(formats[data[0] % formats.size()], text);
    return 0;
}
