// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/soak/figures.h"

#include "tests/soak/desk.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <malloc.h>

namespace roofrack::soak {

namespace {

/// A line of /proc/self/status; sizes there are in KiB.
double status(const std::string& name) {
    std::ifstream stream("/proc/self/status");
    std::string word;
    while (stream >> word)
        if (word == name + ':') {
            double value = 0;
            stream >> value;
            return value;
        }
    return 0;
}

int open_files() {
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return static_cast<int>(std::distance(begin(all), end(all))) - 1; // one is this look
}

constexpr double ten = 10; // minutes

double reference_minute(double minutes) { return std::min(ten, minutes / 3); }

constexpr size_t window = 5;

/// The median of the five around `index`.
template<class Value>
double median(const std::vector<Figures>& taken, size_t index, Value Figures::*value) {
    const size_t count = std::min(window, taken.size());
    const size_t first = std::min(index - std::min(index, count / 2), taken.size() - count);
    std::vector<double> values;
    for (size_t i = first; i < first + count; ++i) values.push_back(static_cast<double>(taken[i].*value));
    std::ranges::nth_element(values, values.begin() + static_cast<long>(count / 2));
    return values[count / 2];
}

} // namespace

Figures take_figures(const Desk& desk) {
    malloc_trim(0);
    Figures taken;
    taken.resident = status("VmRSS") / 1024;
    constexpr double mebi = 1024.0 * 1024.0;
    const auto heap = mallinfo2();
    taken.in_use = static_cast<double>(heap.uordblks + heap.hblkhd) / mebi;
    taken.files = open_files();
    taken.threads = static_cast<int>(status("Threads"));
    taken.kinds = desk.kinds();
    for (const auto& [kind, count] : taken.kinds) taken.objects += count;
    taken.windows = desk.windows();
    return taken;
}

std::string line_of(const Figures& f) {
    return fmt::format("minute {:5.1f}  actions {:6}  resident {:6.1f} MiB  in use {:6.1f} MiB  files {:3}  "
                       "threads {:2}  objects {:5}  windows {:2}  warnings {}",
                       f.minute, f.actions, f.resident, f.in_use, f.files, f.threads, f.objects, f.windows,
                       f.warnings);
}

const Figures* reference(const std::vector<Figures>& taken, double minutes) {
    const double from = reference_minute(minutes);
    const auto early = std::ranges::find_if(taken, [&](const Figures& f) { return f.minute >= from; });
    return early == taken.end() ? nullptr : &*early;
}

std::vector<std::string> what_grew(const std::vector<Figures>& taken, double minutes) {
    if (taken.empty()) return {"nothing was measured"};
    constexpr double tolerance = 1.05;
    const double from = reference_minute(minutes);
    const Figures* early = reference(taken, minutes);
    const size_t last = taken.size() - 1, first = early ? static_cast<size_t>(early - taken.data()) : last;
    std::vector<std::string> grew;
    const auto check = [&](const char* what, auto value, double allowed) {
        const double before = median(taken, first, value), after = median(taken, last, value);
        fmt::print("{}: {:.1f} at minute {:.0f}, {:.1f} at the end\n", what, before, from, after);
        if (after > before * allowed) grew.emplace_back(what);
    };
    // Before minute ten it still warms up.
    check("resident memory, MiB", &Figures::resident,
          minutes >= 2 * ten ? tolerance : std::numeric_limits<double>::infinity());
    check("open files", &Figures::files, 1);
    check("threads", &Figures::threads, 1);
    // Some are made when they are first needed, so their number is for eyes.
    for (const auto& [kind, count] : taken.back().kinds) {
        const auto before = taken[first].kinds.find(kind);
        const int more = count - (before == taken[first].kinds.end() ? 0 : before->second);
        if (more != 0) fmt::print("  {:+} {}\n", more, kind);
    }
    return grew;
}

} // namespace roofrack::soak
