// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/limits/memory_wall.h"

#include "core/base/catalog/announced.h"
#include "core/step/cost/ridge_point.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double most_growth = 100, most_years = 50;

struct RateSpec {
    std::string_view name, label;
    Dimension dimension;
};
constexpr auto rate_specs = std::to_array<RateSpec>({
    {"compute_16", "16-bit arithmetic", Dimension::flop_rate},
    {"compute_low", "narrowest arithmetic", Dimension::flop_rate},
    {"hbm", "HBM bandwidth", Dimension::byte_rate},
    {"scale_up", "scale-up link", Dimension::byte_rate},
    {"nic", "NICs", Dimension::byte_rate},
});
static_assert(rate_specs.size() == wall_rate_count);
const RateSpec& spec_of(WallRate rate) { return rate_specs[static_cast<size_t>(rate)]; }

/// The fastest network that a server of the catalogue gives each of its accelerators.
void set_nic(const Catalog& catalog, WallPart& out) {
    for (const Part& server : catalog.parts()) {
        if (server.kind != PartKind::server) continue;
        const Part* accelerator = catalog.part(PartKind::accelerator, server.text_or("accelerator", ""));
        const double gpus = server.value_or("gpus", 0);
        if (!accelerator || accelerator->id != out.id || gpus <= 0) continue;
        const double rate = server.value_or("nics", 0) * server.value_or("nic_rate", 0) / gpus;
        if (rate <= rate_of(out.rates, WallRate::nic)) continue;
        rate_of(out.rates, WallRate::nic) = rate;
        out.server = server.id;
    }
}

WallPart wall_part(const Catalog& catalog, const Part& part) {
    WallPart out{part.id,
                 part.name,
                 part.vendor,
                 std::string(part.text_or("architecture", part.id)),
                 part.value_or("year", 0),
                 "BF16",
                 {},
                 {},
                 {},
                 false,
                 true};
    rate_of(out.rates, WallRate::compute_16) = rate_of(out.rates, WallRate::compute_low) =
        part.value_or("dense_bf16", 0);
    for (const auto& [figure, name] : {std::pair{"dense_fp8", "FP8"}, {"dense_fp4", "FP4"}})
        if (const auto rate = part.value(figure); rate && *rate > 0) {
            rate_of(out.rates, WallRate::compute_low) = *rate;
            out.low = name;
        }
    rate_of(out.rates, WallRate::hbm) = part.value_or("hbm_rate", 0);
    rate_of(out.rates, WallRate::scale_up) = part.value_or("scale_up_rate", 0);
    set_nic(catalog, out);
    out.ridges = ridges_of(out.rates);
    out.may_lead = rate_of(out.rates, WallRate::scale_up) > 0 && !has_announced_figures(part);
    return out;
}

/// One of each generation: variants of a chip are no growth.
void find_leading(std::vector<WallPart>& parts) {
    for (WallPart& part : parts)
        part.leads = part.may_lead && std::ranges::none_of(parts, [&](const WallPart& other) {
                         if (other.generation != part.generation || &other == &part || !other.may_lead)
                             return false;
                         const double mine = rate_of(part.rates, WallRate::compute_16),
                                      theirs = rate_of(other.rates, WallRate::compute_16);
                         return theirs > mine || (theirs == mine && &other < &part);
                     });
}

/// "AMD, NVIDIA": vendors that have a part that may lead.
std::string leading_vendors(const Catalog& catalog) {
    std::vector<std::string> vendors;
    std::string out;
    for (const Part& part : catalog.parts()) {
        if (part.kind != PartKind::accelerator || !part.value("year")) continue;
        if (std::ranges::find(vendors, part.vendor) != vendors.end() || !wall_part(catalog, part).may_lead)
            continue;
        vendors.push_back(part.vendor);
        out += (out.empty() ? "" : ", ") + part.vendor;
    }
    return out;
}

Result<WallGrowth> projected_growth(const WallOptions& options, const Defaults::MemoryWall& usual) {
    const WallGrowth out{options.compute.value_or(usual.compute), options.bandwidth.value_or(usual.bandwidth),
                         options.link.value_or(usual.link), options.years.value_or(usual.years)};
    for (const auto& [factor, option] : {std::pair{out.compute, "--compute-growth"},
                                         {out.bandwidth, "--bandwidth-growth"},
                                         {out.link, "--link-growth"}})
        if (!(factor > 0 && factor <= most_growth))
            return fail(option, fmt::format("{} is no growth", factor),
                        "give the factor of a year, above 0 and at most 100: 1.28 for 28 %");
    if (!(out.years >= 1 && out.years <= most_years))
        return fail("--years", fmt::format("{} years are out of reach", out.years), "give 1 to 50");
    return out;
}

std::vector<PublishedGrowth> published_growth(const Defaults& defaults) {
    constexpr std::pair<std::string_view, std::string_view> rows[] = {
        {"memory_wall.training_compute.epoch", "training compute of a model"},
        {"memory_wall.training_compute_quoted", "training compute of a model"},
        {"memory_wall.chip_compute", "arithmetic of a chip"},
        {"memory_wall.chip_compute_fp32", "FP32 arithmetic of a chip"},
        {"memory_wall.projected_growth.compute", "arithmetic of server hardware"},
        {"memory_wall.chip_bandwidth", "memory bandwidth of a chip"},
        {"memory_wall.chip_bandwidth_quoted", "HBM bandwidth"},
        {"memory_wall.projected_growth.bandwidth", "DRAM bandwidth"},
        {"memory_wall.projected_growth.link", "interconnect bandwidth"},
    };
    std::vector<PublishedGrowth> out;
    for (const auto& [path, what] : rows)
        if (const Constant* figure = defaults.figure(path))
            out.push_back({std::string(what), figure->value, figure->status, figure->source});
    return out;
}

} // namespace

std::string_view name_of(WallRate rate) { return spec_of(rate).name; }
std::string_view label_of(WallRate rate) { return spec_of(rate).label; }
Dimension dimension_of(WallRate rate) { return spec_of(rate).dimension; }

WallRidges ridges_of(const WallRates& rates) {
    const FlopRate peak(rate_of(rates, WallRate::compute_16));
    const auto against = [&](WallRate rate) { return ridge_point(peak, ByteRate(rate_of(rates, rate))); };
    return {against(WallRate::hbm), against(WallRate::scale_up), against(WallRate::nic)};
}

double GrowthFit::value(double when) const { return at * std::pow(per_year, when - year); }

GrowthFit fit_growth(const std::vector<std::pair<double, double>>& points) {
    GrowthFit out;
    out.parts = points.size();
    const auto n = static_cast<double>(points.size());
    double years = 0, logs = 0;
    for (const auto& [year, rate] : points) {
        years += year / n;
        logs += std::log(rate) / n;
    }
    double square = 0, product = 0;
    for (const auto& [year, rate] : points) {
        square += (year - years) * (year - years);
        product += (year - years) * (std::log(rate) - logs);
    }
    if (!(square > 0)) return out;
    const double slope = product / square;
    double residual = 0;
    for (const auto& [year, rate] : points) {
        const double off = std::log(rate) - logs - slope * (year - years);
        residual += off * off;
    }
    out.per_year = std::exp(slope);
    out.year = years;
    out.at = std::exp(logs);
    if (n < 3) return out;
    const double deviation = std::sqrt(residual / (n - 2));
    out.scatter = std::exp(deviation);
    out.error = std::exp(deviation / std::sqrt(square));
    return out;
}

const WallPart* MemoryWall::part(std::string_view id) const {
    const auto it = std::ranges::find(parts, id, &WallPart::id);
    return it == parts.end() ? nullptr : &*it;
}

Result<MemoryWall> memory_wall(const Catalog& catalog, const WallOptions& options) {
    const auto projected = projected_growth(options, catalog.defaults().memory_wall);
    if (!projected) return tl::unexpected(projected.error());
    MemoryWall out;
    out.projected = *projected;
    for (const Part& part : catalog.parts()) {
        if (part.kind != PartKind::accelerator || !part.value("year")) continue;
        if (options.vendor.empty() || part.vendor == options.vendor)
            out.parts.push_back(wall_part(catalog, part));
    }
    if (out.parts.empty())
        return fail("--vendor", fmt::format("there is no accelerator of '{}'", options.vendor),
                    "one of " + leading_vendors(catalog));
    std::ranges::stable_sort(out.parts, {}, &WallPart::year);
    find_leading(out.parts);
    const auto base = std::ranges::find_if(out.parts, &WallPart::leads);
    if (base == out.parts.end())
        return fail("--vendor",
                    fmt::format("every accelerator of '{}' is only announced or has no scale-up link",
                                options.vendor),
                    "one of " + leading_vendors(catalog));
    out.base = base->id;
    for (size_t i = 0; i < wall_rate_count; ++i) {
        std::vector<std::pair<double, double>> points;
        for (const WallPart& part : out.parts)
            if (part.leads && part.rates[i] > 0) points.emplace_back(part.year, part.rates[i]);
        out.growth[i] = fit_growth(points);
    }
    out.published = published_growth(catalog.defaults());
    return out;
}

} // namespace roofrack
