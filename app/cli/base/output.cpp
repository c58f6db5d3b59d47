// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"

#include "core/base/units/printable.h"
#include "core/base/units/quantity_text.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace roofrack::cli {
namespace {

/// What stands behind stdout or stderr. Characters may come in pieces. It is used until the program has
/// ended, so nothing of it may be destroyed before.
struct Sink {
    int descriptor;
    int error = 0; ///< errno of the first write that failed; what follows it is dropped
    size_t kept = 0;
    std::array<char, 3> unfinished{};
};

Sink to_stdout{STDOUT_FILENO}, to_stderr{STDERR_FILENO};

/// Returns errno, 0 when all is written.
int write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR) return errno;
        if (written > 0) text.remove_prefix(static_cast<size_t>(written));
    }
    return 0;
}

ssize_t write_printable(void* cookie, const char* bytes, size_t size) {
    auto& sink = *static_cast<Sink*>(cookie);
    std::string text(sink.unfinished.data(), sink.kept);
    text.append(bytes, size);
    sink.kept = unfinished_bytes(text);
    text.copy(sink.unfinished.data(), sink.kept, text.size() - sink.kept);
    text.resize(text.size() - sink.kept);
    if (sink.error == 0) sink.error = write_all(sink.descriptor, printable(text));
    return static_cast<ssize_t>(size);
}

void make_printable(std::FILE*& stream, Sink& sink, int buffering) {
    std::fflush(stream);
    std::FILE* made = fopencookie(&sink, "w", {nullptr, write_printable, nullptr, nullptr});
    if (!made) return;
    std::setvbuf(made, nullptr, buffering, BUFSIZ);
    stream = made;
}

} // namespace

void make_output_printable() {
    make_printable(stdout, to_stdout, isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF);
    make_printable(stderr, to_stderr, _IOLBF);
}

Result<void> finish_output() {
    std::fflush(stdout);
    const int error = to_stdout.error;
    if (error == 0 || error == EPIPE) return {};
    return fail("standard output", "cannot be written: " + std::generic_category().message(error),
                "make room, or write to another place");
}

std::string places_text(const std::vector<std::string>& ids) {
    constexpr size_t most = 50;
    if (ids.size() <= most) return fmt::format("{}", fmt::join(ids, ", "));
    return fmt::format("{} and {} more", fmt::join(std::span(ids).first(most), ", "),
                       format_count(static_cast<double>(ids.size() - most)));
}

std::string json_text(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void print_json(const nlohmann::ordered_json& json) { std::fputs((json_text(json) + '\n').c_str(), stdout); }

void write_progress(const std::string& line) { write_all(STDERR_FILENO, line); }

} // namespace roofrack::cli
