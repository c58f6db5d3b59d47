// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/trace_analysis.h"

#include "core/base/figures/builder.h"
#include "core/base/units/median.h"
#include "core/measured/analysis/analysis_measures.h"
#include "core/measured/analysis/exposed_waits.h"
#include "core/measured/analysis/kernel_slowdown.h"
#include "core/measured/trace/breakdown.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace roofrack {

namespace {

/// How long each collective of each rank waited, and whose waiting it is.
struct CollectiveWaits {
    std::vector<std::vector<int64_t>> wait_ns; ///< by rank and collective
    std::vector<std::vector<std::optional<size_t>>> caused_by;
    std::vector<std::vector<std::optional<int64_t>>> latency_ns; ///< where others recorded it, too
};

CollectiveWaits collective_waits(const std::vector<TraceRank>& ranks,
                                 const std::vector<MatchedCollective>& matched) {
    CollectiveWaits out;
    for (const TraceRank& rank : ranks) {
        out.wait_ns.emplace_back(rank.collectives.size(), 0);
        out.caused_by.emplace_back(rank.collectives.size());
        out.latency_ns.emplace_back(rank.collectives.size());
    }
    for (const MatchedCollective& each : matched)
        for (const MatchedCollective::Part& part : each.parts) {
            out.wait_ns[part.rank][part.collective] = each.wait_ns(part);
            out.caused_by[part.rank][part.collective] = each.parts[each.last].rank;
            out.latency_ns[part.rank][part.collective] = each.latency_ns;
        }
    return out;
}

/// Times of one rank within any window.
class RankWindows {
public:
    RankWindows(const TraceLanes& lanes, const ExposedCommunication& communication, Interval extent)
        : m_exposed(communication.exposed)
        , m_waiting(communication.waiting)
        , m_idle(lanes, extent) {
        std::vector<Interval> compute, memory, comm;
        for (uint32_t row = 0; row < lanes.device.size(); ++row) {
            std::vector<Interval>& part = lanes.device.category[row] == LaneCategory::compute  ? compute
                                          : lanes.device.category[row] == LaneCategory::memory ? memory
                                                                                               : comm;
            part.push_back({lanes.device.start_ns[row], lanes.device.end_ns(row)});
        }
        m_compute = IntervalUnion(std::move(compute));
        m_exposed_mem =
            subtracted(IntervalUnion(std::move(memory)), united(m_compute, IntervalUnion(std::move(comm))));
    }

    WindowAnalysis of(std::string name, Interval window) const {
        WindowAnalysis out;
        out.name = std::move(name);
        out.start_ns = window.start;
        out.window_ns = window.end - window.start;
        out.compute_ns = m_compute.measure_within(window);
        out.exposed_mem_ns = m_exposed_mem.measure_within(window);
        out.waiting_ns = m_waiting.measure_within(window);
        out.transfer_ns = m_exposed.measure_within(window) - out.waiting_ns;
        out.idle_by_cause_ns = m_idle.within(window);
        for (const int64_t part : out.idle_by_cause_ns) out.idle_ns += part;
        return out;
    }

    int64_t short_gaps_ns() const {
        constexpr int64_t short_ns = 200'000;
        int64_t out = 0;
        for (const IdlePiece& piece : m_idle.pieces()) {
            const int64_t length = piece.time.end - piece.time.start;
            if (length < short_ns &&
                (piece.cause == IdleCause::host || piece.cause == IdleCause::between_kernels))
                out += length;
        }
        return out;
    }
    std::vector<IdlePiece> longest_idle() const {
        constexpr size_t most = 3;
        std::vector<IdlePiece> pieces = m_idle.pieces(), out;
        std::ranges::stable_sort(pieces, std::greater(),
                                 [](const IdlePiece& piece) { return piece.time.end - piece.time.start; });
        std::array<size_t, idle_cause_count> taken{};
        for (const IdlePiece& piece : pieces)
            if (taken[static_cast<size_t>(piece.cause)]++ < most) out.push_back(piece);
        return out;
    }

private:
    const IntervalUnion &m_exposed, &m_waiting;
    IntervalUnion m_compute, m_exposed_mem;
    IdleTimes m_idle;
};

Interval extent_of(const TraceRank& rank) {
    Interval out{rank.start_ns, rank.start_ns + rank.times->window_ns};
    for (const LaneStep& step : rank.lanes->steps) {
        out.start = std::min(out.start, step.start_ns);
        out.end = std::max(out.end, step.end_ns);
    }
    return out;
}

/// A class of collectives while it is summed up.
struct GrowingCollectives {
    CollectiveClass out;
    std::vector<int64_t> latencies;
    std::map<std::string, std::vector<int64_t>> by_group;
    bool matched = true;
};
using CollectiveKey = std::tuple<std::string, int, int64_t>;

void add_collectives(const TraceRank& rank, const ExposedCommunication& communication,
                     const std::vector<std::optional<int64_t>>& latencies,
                     std::map<CollectiveKey, GrowingCollectives>& classes) {
    for (size_t i = 0; i < rank.collectives.size(); ++i) {
        const TraceCollective& each = rank.collectives[i];
        GrowingCollectives& growing =
            classes[{each.kind, each.group_size.value_or(-1), each.bytes.value_or(-1)}];
        growing.out.kind = each.kind;
        growing.out.group_size = each.group_size;
        growing.out.bytes = each.bytes;
        ++growing.out.count;
        growing.out.total_ns += each.duration_ns;
        growing.out.exposed_ns += communication.by_collective[i];
        growing.out.waiting_ns += communication.waited_by_collective[i];
        const int64_t latency = latencies[i].value_or(each.duration_ns);
        growing.matched = growing.matched && latencies[i];
        growing.latencies.push_back(latency);
        growing.by_group[each.group].push_back(latency);
    }
}

std::vector<CollectiveClass> finished(std::map<CollectiveKey, GrowingCollectives>& classes) {
    std::vector<CollectiveClass> out;
    for (auto& [key, growing] : classes) {
        CollectiveClass& each = growing.out;
        each.latency_ns = lower_median(growing.latencies);
        each.without_waiting = growing.matched;
        std::ranges::sort(growing.latencies);
        const int64_t usual = growing.latencies[growing.latencies.size() / 4];
        for (const int64_t latency : growing.latencies)
            if (latency > usual + usual / 2) each.slow_ns += latency - usual;
        if (each.bytes && each.group_size)
            each.bus_bytes_per_s =
                bus_bandwidth(each.kind, *each.group_size, static_cast<double>(*each.bytes),
                              static_cast<double>(each.latency_ns) * 1e-9);
        if (growing.by_group.size() > 1)
            for (const auto& [name, latencies] : growing.by_group)
                each.groups.push_back(
                    {name, lower_median(latencies), static_cast<int64_t>(latencies.size())});
        out.push_back(std::move(each));
    }
    std::ranges::stable_sort(out, std::greater(), &CollectiveClass::exposed_ns);
    return out;
}

/// Fills in the links of the server where the ranks of the only job have a device each, 0, 1, …, of one GPU.
void add_server_links(const TraceResult& trace, const Catalog& catalog,
                      std::vector<CollectiveClass>& classes) {
    const std::vector<std::vector<size_t>> jobs = ranks_by_job(trace.ranks);
    if (jobs.size() != 1 || jobs[0].size() < 2) return;
    std::vector<int> devices;
    const std::string& gpu = trace.ranks[jobs[0][0]].gpu;
    for (const size_t place : jobs[0]) {
        const TraceRank& rank = trace.ranks[place];
        if (!rank.device || rank.gpu != gpu || rank.world_size != static_cast<int>(jobs[0].size())) return;
        devices.push_back(*rank.device);
    }
    std::ranges::sort(devices);
    for (size_t i = 0; i < devices.size(); ++i)
        if (devices[i] != static_cast<int>(i)) return;
    const Part* part = accelerator_of(catalog, gpu);
    const auto rate = part ? part->value("scale_up_rate") : std::nullopt;
    if (!rate || part->text_or("scale_up", "") != "nvlink" || part->text_or("form", "") == "pcie") return;
    for (CollectiveClass& each : classes)
        if (each.bus_bytes_per_s) each.server_bytes_per_s = *rate;
}

void add_speeds(const std::vector<TraceRank>& ranks, std::vector<RankAnalysis>& out) {
    for (const std::vector<size_t>& job : ranks_by_job(ranks)) {
        const std::vector<RankSpeed> speeds = rank_speeds(ranks, job);
        for (size_t i = 0; i < speeds.size(); ++i) {
            const auto found = std::ranges::find(out, job[i], &RankAnalysis::place);
            if (found == out.end()) continue;
            found->compute_factor = speeds[i].compute;
            found->matrix_factor = speeds[i].matrices;
            found->slow_kernels_ns = speeds[i].extra_ns;
        }
    }
}

} // namespace

TraceAnalysis analyse(const TraceResult& trace, const Catalog* catalog) {
    TraceAnalysis out;
    out.matched = matched_collectives(trace.ranks);
    out.path = run_path(trace.ranks, out.matched);
    // Those that lack a rank have told how the clocks lie to each other; who waits for whom they do not tell.
    std::erase_if(out.matched, [](const MatchedCollective& each) { return !each.is_whole; });
    const CollectiveWaits waits = collective_waits(trace.ranks, out.matched);
    std::map<CollectiveKey, GrowingCollectives> classes;
    std::vector<int64_t> caused(trace.ranks.size(), 0);
    for (size_t place = 0; place < trace.ranks.size(); ++place) {
        const TraceRank& rank = trace.ranks[place];
        if (!rank.lanes || !rank.times) continue;
        const ExposedCommunication communication = exposed_communication(*rank.lanes, waits.wait_ns[place]);
        const Interval extent = extent_of(rank);
        const RankWindows windows(*rank.lanes, communication, extent);
        RankAnalysis each;
        each.place = place;
        each.file = rank.file;
        each.rank = rank.rank;
        each.device = rank.device;
        each.short_gaps_ns = windows.short_gaps_ns();
        each.longest_idle = windows.longest_idle();
        each.all = windows.of("all", {rank.start_ns, rank.start_ns + rank.times->window_ns});
        for (const LaneStep& step : rank.lanes->steps)
            each.steps.push_back(windows.of(step.name, {step.start_ns, step.end_ns}));
        for (size_t i = 0; i < rank.collectives.size(); ++i)
            if (const auto by = waits.caused_by[place][i]; by && *by != place)
                caused[*by] += communication.waited_by_collective[i];
        add_collectives(rank, communication, waits.latency_ns[place], classes);
        out.ranks.push_back(std::move(each));
    }
    for (RankAnalysis& rank : out.ranks) rank.waiting_caused_ns = caused[rank.place];
    add_speeds(trace.ranks, out.ranks);
    const std::vector<std::vector<double>> slowdowns = kernel_slowdowns(trace.ranks);
    const std::vector<RankSensors> sensors = sensors_by_rank(trace);
    for (RankAnalysis& rank : out.ranks) {
        rank.kernel_slowdown = slowdowns[rank.place];
        rank.sensors = sensors[rank.place];
    }
    out.collectives = finished(classes);
    if (catalog) add_server_links(trace, *catalog, out.collectives);
    out.kernels = kernel_classes(trace.ranks);
    out.gemms = gemm_classes(trace.ranks, catalog);
    return out;
}

void describe(figures::Builder<WindowAnalysis>& v) {
    using W = WindowAnalysis;
    using namespace figures;
    v.text("name", &W::name, "window", "all, or a step", names_item);
    v.number("start_ns", &W::start_ns, nanoseconds, "start", "by the clock of the file");
    v.number("window_ns", &W::window_ns, nanoseconds, "window", "its length");
    v.number("compute_ns", &W::compute_ns, nanoseconds, "computation", "time with a kernel that computes");
    v.number("waiting_ns", &W::waiting_ns, nanoseconds, "waiting for ranks",
             "communication without computation beside it, until the last rank came", less);
    v.number("transfer_ns", &W::transfer_ns, nanoseconds, "exposed transfer",
             "the rest of the communication without computation beside it", less);
    v.number("exposed_mem_ns", &W::exposed_mem_ns, nanoseconds, "exposed copies",
             "copies and sets beside which nothing runs", less);
    v.number("idle_ns", &W::idle_ns, nanoseconds, "idle", "nothing runs on the device", less);
    v.number(
        "idle_host_ns", [](const W& w) { return w.idle_of(IdleCause::host); }, nanoseconds, "idle: host",
        "nothing was queued: the host launched what came next too late", less);
    v.number(
        "idle_synchronise_ns", [](const W& w) { return w.idle_of(IdleCause::synchronise); }, nanoseconds,
        "idle: synchronisation", "the host had waited for the device and launched only then", less);
    v.number(
        "idle_input_ns", [](const W& w) { return w.idle_of(IdleCause::input); }, nanoseconds, "idle: input",
        "the host waited for its next batch", less);
    v.number(
        "idle_allocation_ns", [](const W& w) { return w.idle_of(IdleCause::allocation); }, nanoseconds,
        "idle: allocation", "the host took or gave back memory of the device", less);
    v.number(
        "idle_between_kernels_ns", [](const W& w) { return w.idle_of(IdleCause::between_kernels); },
        nanoseconds, "idle: between kernels", "what the device takes from one queued kernel to the next",
        less);
    v.number(
        "idle_dependency_ns", [](const W& w) { return w.idle_of(IdleCause::dependency); }, nanoseconds,
        "idle: dependency", "what came next was queued and waited for something else", less);
    v.number(
        "idle_unknown_ns", [](const W& w) { return w.idle_of(IdleCause::unknown); }, nanoseconds,
        "idle: not known", "no record tells when the next was launched", less);
}

void describe(figures::Builder<RankAnalysis>& v) {
    using R = RankAnalysis;
    using namespace figures;
    v.text("file", &R::file, "file", "of the trace", names_item);
    v.number("rank", &R::rank, count, "rank", "of the job", Absent{"the trace does not tell"});
    v.number("device", &R::device, count, "device", "of its server", Absent{"the trace does not tell"});
    v.object("all", &R::all, "all", "from its first to its last activity");
    v.list("steps", &R::steps, "steps", "those with activity");
    v.number("waiting_caused_ns", &R::waiting_caused_ns, nanoseconds, "waiting caused",
             "exposed waiting of the others in collectives that it entered last", less);
    const Absent alone{"no other rank ran the same kernels"};
    v.number("compute_factor", &R::compute_factor, ratio, "kernels' factor",
             "time of its kernels over that of the median rank's same kernels", less, alone);
    v.number("matrix_factor", &R::matrix_factor, ratio, "GEMMs' factor",
             "the same of kernels that multiply matrices", less, alone);
    v.number("slow_kernels_ns", &R::slow_kernels_ns, nanoseconds, "slower kernels",
             "what its kernels took more than the median rank's", less);
    const Absent no_sensor{"no log of sensors was read beside it"};
    static constexpr Measure megahertz{"megahertz", "MHz", "MHz", 1, Style::count, 0};
    v.number(
        "clock_mhz", [](const R& r) { return r.sensors.clock_mhz; }, megahertz, "mean clock", "of the SMs",
        more, no_sensor);
    v.number(
        "least_clock_mhz", [](const R& r) { return r.sensors.least_clock_mhz; }, megahertz, "least clock",
        "of the SMs", more, no_sensor);
    v.number(
        "power_w", [](const R& r) { return r.sensors.power_w; }, watts, "mean power", "of the GPU", less,
        no_sensor);
    v.number(
        "temperature_c", [](const R& r) { return r.sensors.temperature_c; }, celsius, "highest temperature",
        "of the GPU", less, no_sensor);
    v.flag(
        "sensors_by_time", [](const R& r) { return r.sensors.by_time; }, "joined by time",
        "the sensors' readings are those of the trace's time, not of the whole log");
    v.list("kernel_speed", &R::kernel_slowdown, "kernels in the course of time",
           "their duration over the usual one, by step; empty: fewer than three steps");
}

void describe(figures::Builder<TraceAnalysis>& v) {
    using A = TraceAnalysis;
    v.list("ranks", &A::ranks, "ranks", "where their time went");
    v.list("collectives", &A::collectives, "collectives", "by kind, ranks and size, longest exposed first");
    v.list("kernels", &A::kernels, "kernels", "by name, longest first");
    v.list("gemms", &A::gemms, "multiplications", "of matrices, by operator and shape, longest first");
}

} // namespace roofrack
