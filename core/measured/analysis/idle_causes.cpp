// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/idle_causes.h"

#include <algorithm>
#include <optional>

namespace roofrack {

namespace {

// Launching a kernel takes 4–10 µs from the call to its start; a queued one starts within 1–3 µs.
constexpr int64_t longest_launch_ns = 20'000, longest_between_ns = 10'000;
// Within this time after the host stopped waiting, its launch follows from that.
constexpr int64_t soon_after_wait_ns = 200'000;

/// What a thread of the host did, by what it may hold up a device with.
struct HostWork {
    std::vector<Interval> allocation, input, wait;
};

bool ended_shortly_before(const IntervalUnion& calls, int64_t from, int64_t launch) {
    const auto& spans = calls.spans();
    const auto after = std::ranges::upper_bound(spans, from, {}, &Interval::end);
    if (after == spans.begin()) return false;
    return launch - std::prev(after)->end <= soon_after_wait_ns;
}

/// Moves what the spans cover to `out`; what is left.
std::vector<Interval> take(const std::vector<Interval>& from, const IntervalUnion& covers, IdleCause cause,
                           uint32_t next, std::vector<IdlePiece>& out) {
    std::vector<Interval> rest;
    const auto& spans = covers.spans();
    for (const Interval& part : from) {
        int64_t at = part.start;
        for (auto span = std::ranges::upper_bound(spans, part.start, {}, &Interval::end);
             span != spans.end() && span->start < part.end; ++span) {
            const Interval covered{std::max(span->start, at), std::min(span->end, part.end)};
            if (covered.start > at) rest.push_back({at, covered.start});
            out.push_back({covered, cause, next});
            at = covered.end;
        }
        if (at < part.end) rest.push_back({at, part.end});
    }
    return rest;
}

} // namespace

HostGaps::HostGaps(const HostLanes& host)
    : m_threads(host.threads.size()) {
    std::vector<HostWork> work(host.threads.size());
    HostWork all;
    for (uint32_t row = 0; row < host.events.size(); ++row) {
        const Interval time{host.events.start_ns[row], host.events.end_ns(row)};
        const auto add = [&](std::vector<Interval> HostWork::*member) {
            (work[host.events.lane[row]].*member).push_back(time);
            (all.*member).push_back(time);
        };
        switch (host.events.category[row]) {
        case LaneCategory::allocation: add(&HostWork::allocation); break;
        case LaneCategory::dataloader: add(&HostWork::input); break;
        case LaneCategory::synchronise: add(&HostWork::wait); break;
        default: break;
        }
    }
    const auto thread_of = [](HostWork of) -> Thread {
        return {IntervalUnion(std::move(of.allocation)), IntervalUnion(std::move(of.input)),
                IntervalUnion(std::move(of.wait))};
    };
    for (size_t i = 0; i < work.size(); ++i) m_threads[i] = thread_of(std::move(work[i]));
    m_all = thread_of(std::move(all));
}

/// Parts of a gap in which nothing was queued; `thread`: that launched what came next.
void HostGaps::before_launch(Interval gap, std::optional<uint16_t> thread, uint32_t next,
                             std::vector<IdlePiece>& out) const {
    const Thread& host = thread ? m_threads[*thread] : m_all;
    std::vector<Interval> rest{gap};
    // Calls that free or take memory hold the device's context: launches of all threads wait for them.
    rest = take(rest, m_all.allocation, IdleCause::allocation, next, out);
    rest = take(rest, host.input, IdleCause::input, next, out);
    rest = take(rest, host.wait, IdleCause::synchronise, next, out);
    for (const Interval& part : rest) {
        IdleCause cause = thread ? IdleCause::host : IdleCause::unknown;
        if (thread && ended_shortly_before(host.wait, part.start, gap.end)) cause = IdleCause::synchronise;
        out.push_back({part, cause, next});
    }
}

void HostGaps::split(const TraceLanes& lanes, Interval gap, uint32_t next,
                     std::vector<IdlePiece>& out) const {
    const uint32_t launch = next == LaneColumns::no_row ? LaneColumns::no_row : lanes.launch[next];
    if (launch == LaneColumns::no_row) return before_launch(gap, std::nullopt, next, out);
    const LaneColumns& calls = lanes.host->events;
    const int64_t launched = std::clamp(calls.start_ns[launch], gap.start, gap.end);
    const bool was_queued = calls.start_ns[launch] <= gap.start;
    if (launched > gap.start) before_launch({gap.start, launched}, calls.lane[launch], next, out);
    const int64_t own = std::min(gap.end, launched + (was_queued ? longest_between_ns : longest_launch_ns));
    if (own > launched)
        out.push_back({{launched, own}, was_queued ? IdleCause::between_kernels : IdleCause::host, next});
    if (gap.end > own) out.push_back({{own, gap.end}, IdleCause::dependency, next});
}

std::string_view name_of(IdleCause cause) {
    static constexpr std::array<std::string_view, idle_cause_count> names{
        "host", "synchronise", "input", "allocation", "between_kernels", "dependency", "unknown"};
    return names[static_cast<size_t>(cause)];
}

std::string_view label_of(IdleCause cause) {
    static constexpr std::array<std::string_view, idle_cause_count> labels{
        "the host launched late",
        "the host had waited for the device",
        "the host waited for input",
        "memory was allocated or freed",
        "from one queued kernel to the next",
        "queued, waited for something else",
        "not known: no record of the launch"};
    return labels[static_cast<size_t>(cause)];
}

IdleTimes::IdleTimes(const TraceLanes& lanes, Interval extent) {
    const HostGaps host(*lanes.host);
    int64_t covered = extent.start;
    for (uint32_t row = 0; row < lanes.device.size(); ++row) {
        if (lanes.device.duration_ns[row] == 0) continue; // it ends no gap
        const int64_t start = std::min(lanes.device.start_ns[row], extent.end);
        if (start > covered) host.split(lanes, {covered, start}, row, m_pieces);
        covered = std::max(covered, std::min(lanes.device.end_ns(row), extent.end));
    }
    if (covered < extent.end) host.split(lanes, {covered, extent.end}, LaneColumns::no_row, m_pieces);
    std::ranges::stable_sort(m_pieces, {}, [](const IdlePiece& piece) { return piece.time.start; });
    std::array<std::vector<Interval>, idle_cause_count> times;
    for (const IdlePiece& piece : m_pieces) times[static_cast<size_t>(piece.cause)].push_back(piece.time);
    for (size_t i = 0; i < times.size(); ++i) m_by_cause[i] = IntervalUnion(std::move(times[i]));
}

std::array<int64_t, idle_cause_count> IdleTimes::within(Interval window) const {
    std::array<int64_t, idle_cause_count> out{};
    for (size_t i = 0; i < out.size(); ++i) out[i] = m_by_cause[i].measure_within(window);
    return out;
}

} // namespace roofrack
