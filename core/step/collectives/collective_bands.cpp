// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/collective_bands.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace roofrack {

SizeBand size_band(double bytes) {
    if (bytes < 65536) return SizeBand::small;
    return bytes < 16777216 ? SizeBand::middle : SizeBand::large;
}

std::string_view name_of(SizeBand band) {
    switch (band) {
    case SizeBand::small: return "below 64 KiB";
    case SizeBand::middle: return "64 KiB to 16 MiB";
    case SizeBand::large: break;
    }
    return "16 MiB and more";
}

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

} // namespace roofrack
