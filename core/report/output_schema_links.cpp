// SPDX-License-Identifier: GPL-3.0-or-later
// What `links` and `path` print with --json.
#include "core/drawing/link_offer.h"
#include "core/report/schema_parts.h"

namespace roofrack::output_schemas {

namespace {

template<class E>
Json names_of(std::initializer_list<E> values) {
    Json names = Json::array();
    for (const E value : values) names.push_back(name_of(value));
    return {{"enum", std::move(names)}};
}

Json kinds() { return names_of({LinkKind::network, LinkKind::power, LinkKind::cooling}); }

} // namespace

Json links_schema() {
    const Json ports = object({{"role", names_of({PortRole::network, PortRole::storage, PortRole::power,
                                                  PortRole::coolant, PortRole::air})},
                               {"outlet", boolean},
                               {"rate", number_or_null},
                               {"total", number_or_null},
                               {"used", number},
                               {"free", number_or_null},
                               {"links", list_of(text)}});
    const Json element = object({{"id", text},
                                 {"kind", text},
                                 {"instances", number},
                                 {"ports", list_of(ports)},
                                 {"tier", integer_or_null},
                                 {"down", number_or_null},
                                 {"up", number_or_null},
                                 {"oversubscription", number_or_null}});
    const Json link = object(
        {{"id", text},
         {"from", text},
         {"to", text},
         {"kind", kinds()},
         {"pattern", names_of({LinkPattern::each, LinkPattern::rail, LinkPattern::mesh, LinkPattern::torus})},
         {"count", integer},
         {"at_from", number},
         {"at_to", number},
         {"cables", number},
         {"rate", number_or_null},
         {"cable", text_or_null},
         {"fit", nullable(names_of({CableFit::fits, CableFit::faster, CableFit::slower, CableFit::too_short,
                                    CableFit::wrong_kind}))}});
    return object({{"elements", list_of(element)},
                   {"links", list_of(link)},
                   {"findings", list_of(reference("finding"))}});
}

Json path_schema() {
    const Json point = object({{"id", text}, {"instance", number}});
    const Json rate = object({{"value", number_or_null}, {"binds", text_or_null}});
    const Json step =
        object({{"link", text_or_null}, {"to", point}, {"rate", number_or_null}, {"latency_s", number}});
    const Json term = object({{"name", text}, {"seconds", number}, {"source", text}});
    return object({{"kind", kinds()},
                   {"from", point},
                   {"to", point},
                   {"steps", list_of(step)},
                   {"switches", integer},
                   {"cables", number},
                   {"flow", rate},
                   {"pair", rate},
                   {"aggregate", rate},
                   {"latency_s", number_or_null},
                   {"formula", text},
                   {"terms", list_of(term)}});
}

} // namespace roofrack::output_schemas
