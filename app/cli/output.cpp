// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "core/units/printable.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <unistd.h>

namespace roofrack::cli {
namespace {

/// What stands behind stdout or stderr. Characters may come in pieces. It is used until the program has
/// ended, so nothing of it may be destroyed before.
struct Sink {
    int descriptor;
    size_t kept = 0;
    std::array<char, 3> unfinished{};
};

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) text.remove_prefix(static_cast<size_t>(written));
    }
    return true;
}

ssize_t write_printable(void* cookie, const char* bytes, size_t size) {
    auto& sink = *static_cast<Sink*>(cookie);
    std::string text(sink.unfinished.data(), sink.kept);
    text.append(bytes, size);
    sink.kept = unfinished_bytes(text);
    text.copy(sink.unfinished.data(), sink.kept, text.size() - sink.kept);
    text.resize(text.size() - sink.kept);
    return write_all(sink.descriptor, printable(text)) ? static_cast<ssize_t>(size) : 0;
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
    static Sink out{STDOUT_FILENO}, err{STDERR_FILENO};
    make_printable(stdout, out, isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF);
    make_printable(stderr, err, _IOLBF);
}

void write_progress(const std::string& line) { write_all(STDERR_FILENO, line); }

} // namespace roofrack::cli
