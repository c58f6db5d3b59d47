// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/collectives/bus_bandwidths.h"

#include "core/base/figures/builder.h"
#include "core/study/collectives/message_sizes.h"

#include <cmath>

namespace roofrack {

namespace {

constexpr size_t limit_count = 5;

std::vector<Collective> collectives_of_a_step() {
    std::vector<Collective> out;
    for (int i = 0; i < step_collective_count; ++i) out.push_back(static_cast<Collective>(i));
    return out;
}

template<class T>
std::vector<T> or_usual(const std::vector<T>& asked, std::vector<T> usual) {
    return asked.empty() ? std::move(usual) : asked;
}

/// The rows of one group.
class GroupRows {
public:
    GroupRows(const TestedFabric& on, const RankSet& ranks, size_t place)
        : m_ranks(ranks)
        , m_place(place)
        , m_group(on.group(ranks)) {
        for (size_t i = 0; i < limit_count; ++i)
            m_limits[i] = on.limit_text(static_cast<CollectiveLimit>(i), m_group.path());
    }
    TestedRanks ranks() const {
        const bool joined = std::isfinite(m_group.expect(Collective::send_recv, 1).time.si());
        return {m_ranks.name, m_ranks.ranks, m_group.path().nodes,
                joined ? m_group.line_rate() : ByteRate(0)};
    }
    void add(Collective collective, CollectiveAlgorithm algorithm, const std::vector<double>& sizes,
             std::vector<BusBandwidthRow>& to) const {
        const ByteRate ceiling = m_group.ceiling(collective, algorithm);
        if (!(ceiling > ByteRate(0))) return;
        for (const double bytes : sizes) {
            BusBandwidthRow row;
            row.expected = m_group.expect(collective, bytes, algorithm);
            if (!std::isfinite(row.expected.time.si())) continue;
            row.group = m_place;
            row.group_name = m_ranks.name;
            row.ranks = m_ranks.ranks;
            row.ceiling = ceiling;
            row.limit = m_limits[static_cast<size_t>(row.expected.limit)];
            to.push_back(std::move(row));
        }
    }

private:
    const RankSet& m_ranks;
    size_t m_place;
    TestedGroup m_group;
    std::string m_limits[limit_count];
};

} // namespace

BusBandwidths bus_bandwidths(const TestedFabric& on, const BusBandwidthRequest& request) {
    BusBandwidths out;
    out.variant = name_of(on.variant);
    out.faults = faults_met(on);
    out.measured = measured_sweeps(on, request.measured);
    const std::vector<RankSet> asked = or_usual(request.groups, usual_groups(on));
    const std::vector<double> sizes = or_usual(request.bytes, usual_message_sizes());
    const std::vector<CollectiveAlgorithm> algorithms =
        or_usual(request.algorithms, {CollectiveAlgorithm::none});
    std::vector<GroupRows> groups;
    groups.reserve(asked.size());
    for (const RankSet& ranks : asked) {
        groups.emplace_back(on, ranks, groups.size());
        out.groups.push_back(groups.back().ranks());
    }
    const std::vector<Collective> collectives = or_usual(request.collectives, collectives_of_a_step());
    out.rows.reserve(collectives.size() * groups.size() * algorithms.size() * sizes.size());
    for (const Collective collective : collectives)
        for (const GroupRows& group : groups)
            for (const CollectiveAlgorithm algorithm : algorithms)
                group.add(collective, algorithm, sizes, out.rows);
    if (asked.empty())
        out.reason = "one GPU has nobody to talk to";
    else if (out.rows.empty())
        out.reason = request.algorithms.empty() ? "no link joins the GPUs as drawn"
                                                : "no link joins the GPUs, or the library has no such "
                                                  "algorithm for these calls on this fabric";
    return out;
}

void describe(figures::Builder<TestedRanks>& f) {
    using namespace figures;
    using G = TestedRanks;
    f.text("name", &G::name, "group", "GPUs that take part", names_item);
    f.number("ranks", &G::ranks, count, "ranks", "GPUs", always);
    f.number("domains", &G::domains, count, "domains", "scale-up domains that they stand in", always);
    f.number("line_rate_bytes_per_s", &G::line_rate, bytes_per_second, "line rate",
             "bus bandwidth of a ring at the rates of the drawn links; 0: no link joins them", more, always);
}

void describe(figures::Builder<BusBandwidthRow>& f) {
    using namespace figures;
    using R = BusBandwidthRow;
    f.choice(
        "collective", [](const R& r) { return r.expected.collective; }, "collective",
        "as nccl-tests names it", all_up_to(Collective::reduce));
    f.text("group", &R::group_name, "group", "GPUs that take part");
    f.number("ranks", &R::ranks, count, "ranks", "GPUs of the group", always);
    f.choice(
        "algorithm", [](const R& r) { return r.expected.algorithm; }, "algorithm", "of the library",
        all_up_to(CollectiveAlgorithm::all_pairs));
    f.number(
        "size_bytes", [](const R& r) { return r.expected.bytes; }, bytes, "size", "full buffer", always);
    f.number(
        "time_s", [](const R& r) { return r.expected.time; }, seconds, "time", "one call", less, always);
    f.range(
        "time_band_s",
        [](const R& r) {
            return Ends<Seconds>{r.expected.low, r.expected.high};
        },
        seconds, "band of the time", "80 %", less);
    f.number(
        "algbw_bytes_per_s", [](const R& r) { return r.expected.algorithm_bandwidth; }, bytes_per_second,
        "algorithm bandwidth", "size ÷ time", more, always);
    f.number(
        "busbw_bytes_per_s", [](const R& r) { return r.expected.bus_bandwidth; }, bytes_per_second,
        "bus bandwidth", "as nccl-tests counts it", more, always);
    f.range(
        "busbw_band_bytes_per_s",
        [](const R& r) {
            return Ends<ByteRate>{r.expected.bus_low, r.expected.bus_high};
        },
        bytes_per_second, "band of the bus bandwidth", "80 %", more);
    f.number("ceiling_bytes_per_s", &R::ceiling, bytes_per_second, "ceiling",
             "bus bandwidth that ever larger messages come to", more, always);
    f.number(
        "ceiling_share", [](const R& r) { return r.of_ceiling(); }, share, "of the ceiling",
        "bus bandwidth against it", more, always);
    f.text("limit", &R::limit, "limit", "what holds it: latency, or the links");
    f.flag(
        "far", [](const R& r) { return r.expected.is_far; }, "far",
        "no sweep of its transport informed the prediction at such sizes");
}

void describe(figures::Builder<BusBandwidths>& f) {
    using namespace figures;
    using B = BusBandwidths;
    f.text("reason", &B::reason, "reason", "why there is no row; empty: there is one");
    f.text("variant", &B::variant, "library variant", "as the calibration says");
    f.list("groups", &B::groups, "groups", "that were asked for");
    f.list("rows", &B::rows, "rows", "by collective, group, algorithm and size");
    f.list("measured", &B::measured, "measured", "sweeps beside what the fabric gives");
    f.list("faults", &B::faults, "known faults", "of the library, that the drawing may meet");
}

} // namespace roofrack
