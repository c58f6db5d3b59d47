// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/sweeps/collective_bands.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace roofrack {

bool is_core(const CollectiveRow& row) { return row.use == "core" || row.use.empty(); }

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
