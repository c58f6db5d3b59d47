// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/collective_classes.h"

#include "core/base/figures/builder.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/analysis/analysis_measures.h"
#include "core/step/collectives/collectives.h"

#include <fmt/format.h>

namespace roofrack {

std::optional<Collective> traced_collective(std::string_view kind) {
    return kind == "all_to_all" ? Collective::all_to_all : collective(kind);
}

std::optional<double> bus_bandwidth(const std::string& kind, int ranks, double bytes, double seconds) {
    if (seconds <= 0 || bytes <= 0 || ranks < 2) return std::nullopt;
    const double rate = bytes / seconds;
    if (kind == "broadcast" || kind == "reduce" || kind == "send" || kind == "recv") return rate;
    const auto known = traced_collective(kind);
    if (!known) return std::nullopt;
    return rate * bus_factor(*known, ranks);
}

std::string waiting_text(const std::vector<CollectiveClass>& collectives) {
    int64_t exposed_ns = 0, waiting_ns = 0, untold_ns = 0;
    for (const CollectiveClass& each : collectives) {
        if (!each.without_waiting) {
            untold_ns += each.exposed_ns;
            continue;
        }
        exposed_ns += each.exposed_ns;
        waiting_ns += each.waiting_ns;
    }
    if (exposed_ns <= 0) return {};
    const auto time = [](int64_t ns) {
        return format_quantity(static_cast<double>(ns) * 1e-9, Dimension::time, 3);
    };
    return fmt::format("{} of the exposed communication{} waits for a later rank: transfers take {} of {}, "
                       "summed over all ranks",
                       share_in_percent(static_cast<double>(waiting_ns) / static_cast<double>(exposed_ns)),
                       untold_ns > 0 ? " that several ranks recorded" : "", time(exposed_ns - waiting_ns),
                       time(exposed_ns));
}

void describe(figures::Builder<CollectiveClass::Group>& v) {
    using G = CollectiveClass::Group;
    using namespace figures;
    v.text("name", &G::name, "group", "process group", names_item, Absent{"the trace does not tell"});
    v.number("latency_ns", &G::latency_ns, nanoseconds, "latency",
             "median over its collectives of the shortest duration on a rank", less);
    v.number("count", &G::count, count, "kernels", "over all ranks");
}

void describe(figures::Builder<CollectiveClass>& v) {
    using C = CollectiveClass;
    using namespace figures;
    const Absent not_told{"the trace does not tell"};
    v.text("kind", &C::kind, "collective", "or the name of the kernel", names_item, not_told);
    v.number("group_size", &C::group_size, count, "ranks", "of a group", not_told);
    v.number("bytes", &C::bytes, bytes, "message", "size as nccl-tests counts it", not_told);
    v.number("count", &C::count, count, "kernels", "over all ranks");
    v.number("total_ns", &C::total_ns, nanoseconds, "total", "durations, summed over all ranks", less);
    v.number("exposed_ns", &C::exposed_ns, nanoseconds, "exposed", "without computation beside it", less);
    v.number("waiting_ns", &C::waiting_ns, nanoseconds, "waiting", "exposed, for a rank that came later",
             less);
    v.number("latency_ns", &C::latency_ns, nanoseconds, "latency",
             "median over the collectives of the shortest duration on a rank", less);
    v.number("slow_ns", &C::slow_ns, nanoseconds, "slow ones",
             "what those that are half as long again as the quicker quarter took more than it", less);
    v.flag("without_waiting", &C::without_waiting, "without waiting",
           "two ranks or more recorded each, so that the latency holds no waiting");
    v.number("bus_bytes_per_s", &C::bus_bytes_per_s, bytes_per_second, "bus bandwidth",
             "as nccl-tests defines it, at that latency", more, not_told);
    v.number("expected_bus_bytes_per_s", &C::expected_bus_bytes_per_s, bytes_per_second,
             "bus bandwidth of the fabric", "that the drawn fabric gives for this size and group",
             Absent{"no drawn fabric has such a group"});
    v.number("of_expected", &C::of_expected, share, "of the fabric",
             "achieved of what the drawn fabric gives", more, Absent{"no drawn fabric has such a group"});
    v.number("server_bytes_per_s", &C::server_bytes_per_s, bytes_per_second, "links of the server",
             "what a GPU's links inside its server carry, in one direction", more,
             Absent{"the job was not one server of a GPU that the catalogue knows"});
    v.list("groups", &C::groups, "groups", "process groups, where several have this kind, size and bytes");
}

} // namespace roofrack
