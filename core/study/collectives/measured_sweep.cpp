// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/collectives/measured_sweep.h"

#include "core/base/figures/builder.h"
#include "core/base/units/quantity_text.h"
#include "core/step/collectives/collective_bands.h"
#include "core/step/collectives/measured_collectives.h"
#include "core/study/collectives/message_sizes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The drawing with one thing different.
struct TriedCause {
    std::string words; ///< "half the rails"
    TestedFabric fabric;
    TestedLibrary library;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::none;
};

/// Everything that is tried, on ranks that lie so.
class TriedCauses {
public:
    TriedCauses(const TestedFabric& drawn, Collective collective, const GroupPath& path)
        : m_drawn(drawn) {
        if (path.nodes > 1) add_network(path);
        if (path.domain > 1 || path.nodes <= 1) add_domain();
        if (collective == Collective::all_reduce && path.torus_axes <= 0) add_algorithms(path);
    }
    std::vector<TriedCause> take() && { return std::move(m_all); }

private:
    TriedCause& add(std::string words) {
        return m_all.emplace_back(TriedCause{std::move(words), m_drawn, m_drawn.library(), {}});
    }
    void add_network(const GroupPath& path) {
        const FabricLevel& inner = m_drawn.fabric.levels.front();
        const double rails = std::round(inner.cables * inner.block_gpus);
        if (rails >= 2) add("half the rails").library.scale_out = 0.5;
        if (rails >= 4) add("a quarter of the rails").library.scale_out = 0.25;
        if (rails > 4) add("one rail").library.scale_out = 1 / rails;
        if (const double links = inner.cables * path.members; links >= 1) {
            // The slowest link holds a ring, unless packets spread over all of them.
            const double left = inner.spread ? 1 - 0.5 / links : 0.5;
            FabricLevel& level = add("one link at half its rate").fabric.fabric.levels.front();
            level.egress = level.egress * left;
            for (BlockKind& kind : level.unequal) kind.egress = kind.egress * left;
        }
        if (m_drawn.variant != NetworkVariant::tcp)
            add("sockets instead of RDMA").library.variant = NetworkVariant::tcp;
        // It is libfabric that drives these networks and may match on the host.
        const bool libfabric = path.border_class == LinkClass::slingshot ||
                               path.border_class == LinkClass::efa ||
                               path.border_class == LinkClass::omnipath;
        if (libfabric && m_drawn.variant == NetworkVariant::tuned)
            add("messages matched by the host").library.variant = NetworkVariant::software_matching;
        if (m_drawn.variant == NetworkVariant::sharp)
            add("SHARP switched off").library.variant = NetworkVariant::tuned;
        else if (m_drawn.variant == NetworkVariant::tuned &&
                 std::ranges::any_of(m_drawn.fabric.levels, &FabricLevel::in_network_reduction))
            add("SHARP switched on").library.variant = NetworkVariant::sharp;
    }
    void add_domain() {
        const FabricLevel& inner = m_drawn.fabric.levels.front();
        if (inner.inside_class == LinkClass::pcie) return;
        add("half the scale-up links").library.scale_up = 0.5;
        if (!(m_drawn.host_link > ByteRate(0))) return;
        TriedCause& host = add("PCIe instead of the scale-up links");
        host.library.nvls = false;
        FabricLevel& level = host.fabric.fabric.levels.front();
        level.inside_class = LinkClass::pcie;
        level.inside = m_drawn.host_link;
        for (BlockKind& kind : level.unequal) kind.inside = m_drawn.host_link;
    }
    void add_algorithms(const GroupPath& path) {
        if (path.nvls) add("NVLS switched off").library.nvls = false;
        add("the ring algorithm alone").algorithm = CollectiveAlgorithm::ring;
        add("the tree algorithm alone").algorithm = CollectiveAlgorithm::tree;
    }

    const TestedFabric& m_drawn;
    std::vector<TriedCause> m_all;
};

/// A sweep on the drawing, and which of its sizes are judged.
struct JudgedSweep {
    MeasuredSweep beside;
    RankSet ranks;
    std::vector<MeasuredSize> judged;
    std::vector<TriedCause> causes; ///< causes each of which gives what was measured

    /// Four of five sizes, the share that the band holds, lie in it.
    bool is_given_by(const TestedGroup& group, CollectiveAlgorithm algorithm) const {
        size_t in = 0;
        for (const MeasuredSize& size : judged) {
            const ExpectedCollective expected = group.expect(
                beside.collective, size.bytes.si(),
                beside.collective == Collective::all_reduce ? algorithm : CollectiveAlgorithm::none);
            in += size.measured >= expected.bus_low && size.measured <= expected.bus_high;
        }
        return static_cast<double>(in) >= CollectiveBands::nominal * static_cast<double>(judged.size());
    }
    bool is_given_by(const TriedCause& cause) const {
        return is_given_by(TestedGroup(cause.fabric.fabric, ranks.ranks, ranks.stride, cause.library),
                           cause.algorithm);
    }
};

std::string listed(const std::vector<std::string>& causes) {
    std::string out;
    for (size_t i = 0; i < causes.size(); ++i)
        out += (i == 0 ? "" : i + 1 < causes.size() ? ", " : " or ") + causes[i];
    return out;
}

std::string rate_text(ByteRate rate) { return format_quantity(rate.si(), Dimension::byte_rate, 3); }

/// The size that is farthest from what is expected.
const MeasuredSize& farthest(const std::vector<MeasuredSize>& sizes) {
    return *std::ranges::max_element(
        sizes, {}, [](const MeasuredSize& size) { return std::abs(std::log(size.share())); });
}

std::string sentence_of(const MeasuredSweep& sweep, const std::vector<MeasuredSize>& judged) {
    const MeasuredSize& at = *sweep.headline();
    std::string out =
        fmt::format("measured {} at {}, {:.0f} % of the {} that this fabric gives", rate_text(at.measured),
                    message_size_text(at.bytes.si()), 100 * at.share(), rate_text(at.expected.bus_bandwidth));
    if (sweep.is_as_drawn) return out + ": as drawn";
    if (at.is_in_band()) {
        const MeasuredSize& far = farthest(judged);
        out += fmt::format(", but {:.0f} % at {}", 100 * far.share(), message_size_text(far.bytes.si()));
    }
    if (sweep.causes.empty()) return out + ": no single cause";
    return out + fmt::format(": as {} would give", listed(sweep.causes));
}

std::string name_of_ranks(const TestedFabric& on, const CollectiveSweep& sweep) {
    std::string out = fmt::format("{} GPUs", format_count(sweep.ranks));
    if (sweep.nodes > 1)
        out += fmt::format(", {} of each {}", format_count(std::ceil(double(sweep.ranks) / sweep.nodes)),
                           on.domain_name());
    return out;
}

} // namespace

const MeasuredSize* MeasuredSweep::headline() const { return sizes.empty() ? nullptr : &sizes.back(); }

namespace {

JudgedSweep judged_sweep(const TestedFabric& on, const CollectiveSweep& sweep) {
    JudgedSweep out;
    MeasuredSweep& beside = out.beside;
    beside.file = sweep.file;
    beside.collective = sweep.collective;
    beside.ranks = sweep.ranks;
    beside.nodes = sweep.nodes;
    beside.group = name_of_ranks(on, sweep);
    const double stride = measured_stride(sweep, on.fabric);
    if ((sweep.ranks - 1) * stride + 1 > on.fabric.gpus) {
        beside.sentence = fmt::format("not compared: {} were measured, {} GPUs are drawn", beside.group,
                                      format_count(on.fabric.gpus));
        return out;
    }
    out.ranks = {beside.group, static_cast<double>(sweep.ranks), stride};
    const TestedGroup group = on.group(out.ranks);
    for (const CollectivePoint& point : sweep.points) {
        const double bytes = point.bytes.si();
        const ExpectedCollective expected = group.expect(sweep.collective, bytes);
        if (!std::isfinite(expected.time.si()) || !(expected.time.si() > 0)) continue;
        const double bus = bus_factor(sweep.collective, out.ranks.ranks) * bytes / point.seconds.si();
        beside.sizes.push_back({point.bytes, ByteRate(bus), expected});
        if (size_band(bytes) == SizeBand::large) out.judged.push_back(beside.sizes.back());
    }
    if (beside.sizes.empty()) {
        beside.sentence = "not compared: no link joins these ranks as drawn";
        return out;
    }
    if (out.judged.empty()) out.judged = beside.sizes;
    beside.is_as_drawn = out.is_given_by(group, CollectiveAlgorithm::none);
    if (beside.is_as_drawn) return out;
    for (TriedCause& cause : TriedCauses(on, sweep.collective, group.path()).take())
        if (out.is_given_by(cause)) out.causes.push_back(std::move(cause));
    return out;
}

/// Ranks that lie alike.
bool is_on_the_same(const JudgedSweep& a, const JudgedSweep& b) {
    return a.ranks.ranks == b.ranks.ranks && a.ranks.stride == b.ranks.stride;
}

} // namespace

std::vector<MeasuredSweep> measured_sweeps(const TestedFabric& on,
                                           const std::vector<CollectiveSweep>& sweeps) {
    std::vector<JudgedSweep> all;
    for (const CollectiveSweep& sweep : sweeps) all.push_back(judged_sweep(on, sweep));
    std::vector<MeasuredSweep> out;
    for (JudgedSweep& each : all) {
        // What would slow another sweep on these ranks, which is as drawn, is not the cause.
        std::erase_if(each.causes, [&](const TriedCause& cause) {
            return std::ranges::any_of(all, [&](const JudgedSweep& other) {
                return other.beside.is_as_drawn && is_on_the_same(each, other) && !other.is_given_by(cause);
            });
        });
        for (const TriedCause& cause : each.causes) each.beside.causes.push_back(cause.words);
        if (!each.judged.empty()) each.beside.sentence = sentence_of(each.beside, each.judged);
    }
    for (JudgedSweep& each : all) out.push_back(std::move(each.beside));
    return out;
}

void describe(figures::Builder<MeasuredSize>& f) {
    using namespace figures;
    using S = MeasuredSize;
    f.number("size_bytes", &S::bytes, bytes, "size", "full buffer", always);
    f.number("busbw_bytes_per_s", &S::measured, bytes_per_second, "measured", "bus bandwidth", always);
    f.number(
        "expected_bytes_per_s", [](const S& s) { return s.expected.bus_bandwidth; }, bytes_per_second,
        "expected", "bus bandwidth that the drawn fabric gives", always);
    f.number(
        "share", [](const S& s) { return s.share(); }, share, "of what is expected",
        "measured against expected", always);
    f.flag(
        "in_band", [](const S& s) { return s.is_in_band(); }, "in the band",
        "in the 80 % band of what is expected");
}

void describe(figures::Builder<MeasuredSweep>& f) {
    using namespace figures;
    using M = MeasuredSweep;
    f.text("file", &M::file, "file", "its name");
    f.choice("collective", &M::collective, "collective", "as nccl-tests names it",
             all_up_to(Collective::reduce));
    f.text("group", &M::group, "group", "ranks that were measured");
    f.number("ranks", &M::ranks, count, "ranks", "GPUs that took part", always);
    f.number("nodes", &M::nodes, count, "nodes", "hosts of them; 0: the output does not say", always);
    f.text("sentence", &M::sentence, "in words", "measured against what the fabric gives, and as what");
    f.flag("as_drawn", &M::is_as_drawn, "as drawn", "four of five sizes are in the band");
    f.list("causes", &M::causes, "causes", "each of which alone gives what was measured");
    f.list("sizes", &M::sizes, "sizes", "by size; none: it cannot be compared");
}

} // namespace roofrack
