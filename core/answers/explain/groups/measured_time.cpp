// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/groups/measured_time.h"

#include "core/step/collectives/measured_collectives.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

Collective twin(Collective collective) {
    if (collective == Collective::all_gather) return Collective::reduce_scatter;
    if (collective == Collective::reduce_scatter) return Collective::all_gather;
    return collective;
}

/// Position in the calibration of the sweep that stands for such groups, the one with most ranks; −1: none.
int standing_for(const Inputs& in, Collective collective, bool inside) {
    const auto& sweeps = in.impl().scenario.calibration.sweeps();
    int out = -1;
    for (size_t i = 0; i < sweeps.size(); ++i) {
        const CollectiveSweep& sweep = sweeps[i];
        if (sweep.points.empty() || sweep.ranks < 2 || sweep.collective != collective ||
            measured_inside(sweep, in.impl().fabric) != inside)
            continue;
        if (out < 0 || sweep.ranks > sweeps[static_cast<size_t>(out)].ranks) out = static_cast<int>(i);
    }
    return out;
}

/// The sweep at a size: log-log between its points, outside of them by the formula times what the nearest
/// point took of it.
class Curve {
public:
    Curve(const Inputs& in, int sweep, Collective collective, const GroupNodes& group)
        : m_in(in)
        , m_sweep(sweep)
        , m_collective(collective)
        , m_group(group)
        , m_points(in.impl().scenario.calibration.sweeps()[static_cast<size_t>(sweep)].points) {}

    Term at(const ExplanationPtr& bytes) const {
        const double size = bytes->value;
        const size_t last = m_points.size() - 1;
        if (size < m_points.front().bytes.si()) return outside(bytes, 0);
        if (size > m_points[last].bytes.si()) return outside(bytes, last);
        if (size == m_points[last].bytes.si()) return time(last);
        size_t above = 1;
        while (m_points[above].bytes.si() <= size) ++above;
        const auto log = [](Term x) { return function(Operation::logarithm, std::move(x)); };
        const Term from = log(this->bytes(above - 1));
        const Term place = (log(bytes) - from) / (log(this->bytes(above)) - from);
        return function(Operation::exponential, interpolated(log(time(above - 1)), log(time(above)), place));
    }

private:
    ExplanationPtr leaf_of(size_t point, std::string_view key, std::string name, double value,
                           std::string unit) const {
        return leaf(
            std::move(name), value, std::move(unit),
            {Origin::Kind::calibration, "", fmt::format("collectives/{}/points/{}/{}", m_sweep, point, key)},
            m_in.impl().scenario.calibration.collectives[static_cast<size_t>(m_sweep)].file, "measured");
    }
    Term formula(const ExplanationPtr& bytes) const {
        return renamed(formula_time_node(m_in, m_collective, bytes, m_group), "formula, the measured group");
    }
    /// By the ratio at a point, as far as it holds (ratio_kept()).
    Term outside(const ExplanationPtr& bytes, size_t point) const {
        const Term latency = formula(calculated("one byte", "B", Term(1.0)));
        const Term end = formula(leaf_of(point, "size", "measured size", m_points[point].bytes.si(), "B"));
        const Term here = formula(bytes);
        const Term at_end = calculated("share of bandwidth at the end", "", 1.0 - latency / end);
        const Term share = calculated("share of bandwidth", "", 1.0 - latency / here);
        const Term kept = (share * at_end + (1.0 - share) * (1.0 - at_end)) /
                          (at_end * at_end + (1.0 - at_end) * (1.0 - at_end));
        return here *
               function(Operation::exponential, function(Operation::logarithm, time(point) / end) * kept);
    }
    Term time(size_t point) const {
        return leaf_of(point, "time", "measured time", m_points[point].seconds.si(), "s");
    }
    Term bytes(size_t point) const {
        return leaf_of(point, "size", "measured size", m_points[point].bytes.si(), "B");
    }

    const Inputs& m_in;
    int m_sweep;
    Collective m_collective;
    const GroupNodes& m_group;
    const std::vector<CollectivePoint>& m_points;
};

} // namespace

ExplanationPtr measured_time(const Inputs& in, Collective collective, const ExplanationPtr& bytes,
                             const GroupNodes& group) {
    const Prepared::Impl& impl = in.impl();
    if (impl.measured.empty()) return nullptr;
    const double value = impl.measured.time(collective, bytes->value, group.path);
    if (value <= 0) return nullptr;
    const bool inside = group.path.nodes <= 1;
    int of = standing_for(in, collective, inside);
    if (of < 0) of = standing_for(in, twin(collective), inside);
    if (of < 0) return nullptr;
    const CollectiveSweep& sweep = impl.scenario.calibration.sweeps()[static_cast<size_t>(of)];
    const auto given = [&](std::string_view key, double number) {
        return leaf(std::string(key), number, "",
                    {Origin::Kind::calibration, "", fmt::format("collectives/{}/{}", of, key)}, sweep.file,
                    "measured");
    };
    const Term ranks = given("ranks", sweep.ranks);
    Term stride = 1.0;
    if (!inside && sweep.nodes > 0) {
        const Term domain =
            largest({1.0, in.drawn("", "scale_up_domain", "scale-up domain", impl.fabric.scale_up_domain)});
        const Term of_node =
            largest({1.0, function(Operation::ceiling, ranks / given("nodes", sweep.nodes))});
        stride = largest({1.0, function(Operation::floor, domain / smallest({of_node, domain}))});
    }
    const GroupNodes measured =
        group_nodes(in, ranks, stride, false, reduces_in_switch(impl.accelerators.front()), true);
    const ExplanationPtr at = calculated("measured", "s", Curve(in, of, collective, measured).at(bytes));
    const ExplanationPtr own =
        renamed(formula_time_node(in, collective, bytes, group), "formula, this group");
    const ExplanationPtr swept =
        renamed(formula_time_node(in, collective, bytes, measured), "formula, the measured group");
    return recorded("time", value, "s", Term(at) * own / swept, "nccl-tests: " + sweep.file);
}

} // namespace roofrack
