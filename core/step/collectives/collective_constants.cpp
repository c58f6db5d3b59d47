// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/collective_constants.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace roofrack {

const std::vector<CollectiveField>& collective_fields() {
    using C = CollectiveConstants;
    static const std::vector<CollectiveField> fields{
        {"link_class", "slingshot", "rail_share", "", &C::slingshot_rail_share},
        {"link_class", "slingshot", "message_time", "s", &C::slingshot_message_time},
        {"link_class", "efa", "rail_share", "", &C::efa_rail_share},
        {"link_class", "efa", "hop_latency", "s", &C::efa_hop_latency},
        {"link_class", "omnipath", "communicator_rate", "B/s", &C::omnipath_communicator_rate},
        {"variant", "tcp", "rail_share", "", &C::tcp_rail_share},
        {"variant", "software-matching", "match_time", "s", &C::match_time},
        {"variant", "all", "peer_time", "s", &C::peer_time},
        {"nvlink", "all", "launch", "s", &C::launch},
        {"network", "all", "launch", "s", &C::network_launch},
        {"nvlink", "all", "pair_share", "", &C::pair_share},
        {"nvlink", "all", "border_share", "", &C::border_share},
    };
    return fields;
}

const CollectiveField* collective_field(std::string_view of, std::string_view name, std::string_view key) {
    const auto& fields = collective_fields();
    const auto it = std::ranges::find_if(
        fields, [&](const CollectiveField& f) { return f.of == of && f.name == name && f.key == key; });
    return it == fields.end() ? nullptr : &*it;
}

Result<CollectiveConstants> CollectiveConstants::parse(std::string_view text, std::string_view where) {
    const auto json = json_or_discarded(text);
    if (!json.is_object() || !json.contains("constants"))
        return fail(std::string(where), "no list 'constants'", "list the constants of the collectives");
    CollectiveConstants out;
    for (const auto& entry : json["constants"]) {
        const std::string of = entry.value("of", ""), name = entry.value("name", ""),
                          key = entry.value("key", "");
        const CollectiveField* field = collective_field(of, name, key);
        if (!field || !entry.contains("value") || !entry["value"].is_number())
            return fail(std::string(where), "no constant '" + key + "' of '" + name + "'",
                        "name a constant of the collectives and give its value");
        out.*field->value = entry["value"].get<double>();
    }
    return out;
}

const CollectiveConstants& CollectiveConstants::built_in() {
    static const CollectiveConstants constants = parse_embedded("resources/cost/collectives.json", parse);
    return constants;
}

} // namespace roofrack
