// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/bands/announced.h"

#include "core/base/catalog/compute_rate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Scales = AnnouncedFigure::Scales;

ResourceKnobs scaled(Scales what, double factor) {
    ResourceKnobs knobs;
    switch (what) {
    case Scales::flops: knobs.flops = factor; break;
    case Scales::hbm: knobs.hbm = factor; break;
    case Scales::scale_up: knobs.network.scale_up = factor; break;
    case Scales::scale_out: knobs.network.scale_out = factor; break;
    }
    return knobs;
}

/// Keeps the least sure figure of each resource.
class Gathered {
public:
    explicit Gathered(double spread)
        : m_spread(spread) {}

    void add(const Part& part, std::string_view key, Scales scales) {
        const auto figure = part.figures.find(key);
        if (figure == part.figures.end() || !figure->second.value) return;
        const double sigma = announced_sigma(figure->second, m_spread);
        if (sigma <= 0) return;
        const auto known = std::ranges::find(m_found, scales, &AnnouncedFigure::scales);
        if (known != m_found.end() && known->sigma >= sigma) return;
        const ValueSpec* spec = value_spec(part.kind, key);
        AnnouncedFigure found{fmt::format("{} of {}", spec ? spec->label : key, part.name), scales, sigma};
        if (known != m_found.end())
            *known = std::move(found);
        else
            m_found.push_back(std::move(found));
    }
    std::vector<AnnouncedFigure> take() { return std::move(m_found); }

private:
    double m_spread;
    std::vector<AnnouncedFigure> m_found;
};

} // namespace

double announced_sigma(const SourcedValue& figure, double spread) {
    if (figure.status != Status::announced) return 0;
    if (!figure.low || !figure.high || *figure.low <= 0) return spread;
    return std::max(spread, std::log(*figure.high / *figure.low) / std::sqrt(12));
}

std::vector<AnnouncedFigure> announced_figures(const Part& accelerator, const Plan& plan,
                                               std::span<const Part* const> drawn, double spread) {
    Gathered found(spread);
    found.add(accelerator, "dense_bf16", Scales::flops); // part of every step, as attention is
    found.add(accelerator, compute_rate(accelerator, plan.precision).figure, Scales::flops);
    found.add(accelerator, "hbm_rate", Scales::hbm);
    found.add(accelerator, "scale_up_rate", Scales::scale_up);
    for (const Part* part : drawn) {
        if (part->kind == PartKind::server) found.add(*part, "nic_rate", Scales::scale_out);
        if (part->kind == PartKind::switch_) found.add(*part, "port_rate", Scales::scale_out);
    }
    return found.take();
}

std::vector<SpreadTerm> announced_terms(const std::vector<AnnouncedFigure>& figures,
                                        const std::function<double(const ResourceKnobs&)>& seconds) {
    std::vector<SpreadTerm> out;
    for (const AnnouncedFigure& figure : figures) {
        const double faster = seconds(scaled(figure.scales, std::exp(figure.sigma)));
        const double slower = seconds(scaled(figure.scales, std::exp(-figure.sigma)));
        const double moved = std::log(slower / faster) / 2;
        if (std::isfinite(moved) && moved > 1e-4)
            out.push_back({fmt::format("{} is announced, not measured", figure.name), moved,
                           "the catalogue's announced figures and what others say of them"});
    }
    return out;
}

} // namespace roofrack
