// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/log_format.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <simdjson.h>

namespace roofrack {

std::span<const LogFormat> log_formats() {
    static const std::array<LogFormat, 12> formats{
        mlperf_log(),           nvidia_smi_log(), dcgm_exporter_log(), nccl_tests_log(),
        all_reduce_bench_log(), tracelens_log(),  megatron_log(),      nemo_log(),
        deepspeed_log(),        composer_log(),   maxtext_log(),       torchtitan_log()};
    return formats;
}

namespace {

bool is_text(std::string_view head) {
    std::string_view part = head.substr(0, 4096);
    // perhaps cut inside of a character
    while (!part.empty() && (part.back() & 0xc0) == 0x80) part.remove_suffix(1);
    if (!part.empty() && (part.back() & 0x80)) part.remove_suffix(1);
    if (!simdjson::validate_utf8(part.data(), part.size())) return false;
    const auto odd = std::ranges::count_if(part, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\x1b' && c != '\f';
    });
    return odd * 100 <= static_cast<std::ptrdiff_t>(part.size());
}

std::string shortened(std::string_view text) {
    constexpr size_t most = 60;
    std::string out;
    for (const char c : text.substr(0, most)) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return text.size() > most ? out + "…" : out;
}

/// The first keys of a JSON object, those of inner objects too.
std::string keys_of(std::string_view head) {
    std::string out;
    int count = 0;
    for (size_t at = head.find('"'); at != std::string_view::npos && count < 4; at = head.find('"', at + 1)) {
        const size_t end = head.find('"', at + 1);
        if (end == std::string_view::npos) break;
        const size_t colon = head.find_first_not_of(" \t\r\n", end + 1);
        if (colon != std::string_view::npos && head[colon] == ':') {
            out += (count ? ", " : "") + shortened(head.substr(at + 1, end - at - 1));
            ++count;
        }
        at = end;
    }
    return out;
}

} // namespace

std::string looks_like(std::string_view head) {
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    // The text of a file comes here unpacked: what is still packed was packed twice.
    for (const std::string_view packed : {"\x1f\x8b", "\x28\xb5\x2f\xfd",
                                          "\xfd"
                                          "7zXZ",
                                          "BZh"})
        if (head.starts_with(packed)) return "a file that was compressed twice: unpack it once";
    if (head.starts_with("PAR1")) return "a Parquet table";
    if (head.starts_with("PK\x03\x04")) return "a zip archive";
    if (head.starts_with("\x89PNG")) return "a picture";
    if (head.starts_with("%PDF")) return "a PDF document";
    if (head.starts_with("\x7f"
                         "ELF"))
        return "a program";
    if (head.starts_with("SQLite format 3")) return "an SQLite database";
    const size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return "an empty text";
    if (!is_text(head)) return "binary data";
    head.remove_prefix(first);
    if (head.front() == '{') {
        const std::string keys = keys_of(head);
        return keys.empty() ? "a JSON object" : "a JSON object with the keys " + keys;
    }
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    if (std::ranges::count(line, ',') >= 2)
        return fmt::format("a table with the columns {}", shortened(line));
    if (head.front() == '[') return fmt::format("text that begins with {}", shortened(line));
    const size_t colon = line.find(": ");
    if (colon != std::string_view::npos && line.find(' ') == colon + 1) return "YAML: " + shortened(line);
    return fmt::format("text that begins with “{}”", shortened(line));
}

} // namespace roofrack
