// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/sweeps/collective_bands.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack {

bool is_core(const CollectiveRow& row) { return row.use == "core" || row.use.empty(); }

bool CollectiveBands::is_far(std::string_view transport, SizeBand band) const {
    return std::ranges::find(measured[static_cast<size_t>(band)], transport) ==
           measured[static_cast<size_t>(band)].end();
}

double CollectiveBands::factor(SizeBand band, bool is_far) const {
    return (is_far ? far : near)[static_cast<size_t>(band)];
}

Result<CollectiveBands> CollectiveBands::parse(std::string_view text, std::string_view where) {
    const auto json = json_or_discarded(text);
    if (!json.is_object() || !json.contains("bands") || !json["bands"].is_array() ||
        json["bands"].size() != size_band_count)
        return fail(std::string(where), "no list 'bands' of three sizes",
                    "list the bands of the collectives");
    CollectiveBands out;
    for (size_t b = 0; b < size_band_count; ++b) {
        const auto& entry = json["bands"][b];
        out.near[b] = entry.value("near", 0.0);
        out.far[b] = entry.value("far", 0.0);
        if (!(out.near[b] >= 1 && out.far[b] >= out.near[b]))
            return fail(std::string(where), "a band below 1, or narrower far than near",
                        "give factors 1 <= near <= far");
        for (const auto& name : entry.value("measured", nlohmann::json::array()))
            if (name.is_string()) out.measured[b].push_back(name.get<std::string>());
    }
    return out;
}

const CollectiveBands& CollectiveBands::built_in() {
    static const CollectiveBands bands = parse_embedded("resources/cost/collectives.json", parse);
    return bands;
}

std::array<std::vector<std::string>, size_band_count>
measured_transports(std::span<const CollectiveRow> rows,
                    const std::function<bool(const CollectiveRow&)>& held_out) {
    std::array<std::set<std::string>, size_band_count> found;
    for (const CollectiveRow& row : rows)
        if (is_core(row) && !(held_out && held_out(row)))
            found[static_cast<size_t>(size_band(row.bytes))].insert(row.transport);
    std::array<std::vector<std::string>, size_band_count> out;
    for (size_t b = 0; b < size_band_count; ++b) out[b].assign(found[b].begin(), found[b].end());
    return out;
}

CollectiveBands derive_bands(std::span<const HeldOutSweep> rows) {
    const auto width = [&](SizeBand band, auto&& taken) {
        std::map<std::string_view, double> of_fabric;
        for (const HeldOutSweep& r : rows)
            if (size_band(r.row->bytes) == band && taken(r)) of_fabric[r.row->fabric_name] += 1;
        std::vector<std::pair<double, double>> errors;
        for (const HeldOutSweep& r : rows)
            if (size_band(r.row->bytes) == band && taken(r))
                errors.emplace_back(std::abs(std::log(r.predicted / r.row->seconds)),
                                    1 / of_fabric[r.row->fabric_name]);
        return std::make_pair(std::exp(weighted_quantile(std::move(errors), CollectiveBands::nominal)),
                              of_fabric.size());
    };
    CollectiveBands out;
    for (size_t b = 0; b < size_band_count; ++b) {
        const SizeBand band = static_cast<SizeBand>(b);
        const auto all = width(band, [](const HeldOutSweep&) { return true; });
        const auto near = width(band, [](const HeldOutSweep& r) { return !r.far; });
        const auto far = width(band, [](const HeldOutSweep& r) { return r.far; });
        out.near[b] = near.second >= 2 ? near.first : all.first;
        out.far[b] = std::max(out.near[b], far.second >= 2 ? far.first : all.first);
    }
    return out;
}

} // namespace roofrack
