// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/offered_server.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/templates/server_template.h"
#include "core/facility/economics/capital.h"
#include "core/facility/economics/price_list.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace roofrack {

namespace {

/// $ of one such server by the bill; 0: no price is known.
double price_of_server(const Part& server, const Site& site, const Catalog& catalog) {
    Cluster one;
    Element element;
    element.id = "server";
    element.kind = ElementKind::server;
    element.part.id = server.id;
    if (catalog.part(PartKind::server, server.id) != &server) element.part.inline_part = server;
    one.elements.push_back(std::move(element));
    const auto capital = capital_of(one, site, catalog);
    return capital ? capital->parts().likely : 0;
}

bool is_rented_out(const Part& accelerator, const PriceList& prices) {
    const auto has = [&](const PriceRow& row) {
        return std::ranges::find(row.accelerators, accelerator.id) != row.accelerators.end();
    };
    return std::ranges::any_of(prices.reserved, has) || std::ranges::any_of(prices.on_demand, has);
}

} // namespace

const Part* best_server_of(const Part& accelerator, std::string_view network, const Site& site,
                           const Catalog& catalog) {
    const auto rank = [&](const Part& server) {
        const double gpus = server.value_or("gpus", 0);
        const double price = price_of_server(server, site, catalog) / gpus;
        const double links = server.value_or("nics", 0) * server.value_or("nic_rate", 0) / gpus;
        return std::tuple(-links, server.text_or("network", "") != network,
                          price > 0 ? price : std::numeric_limits<double>::infinity());
    };
    const Part* best = nullptr;
    for (const Part& server : catalog.parts()) {
        if (!is_sold_server(server, catalog) ||
            catalog.part(PartKind::accelerator, server.text_or("accelerator", "")) != &accelerator)
            continue;
        if (!best || rank(server) < rank(*best)) best = &server;
    }
    return best;
}

bool is_offered(const Part& accelerator, const Part& server, const Site& site, const Catalog& catalog) {
    return price_of_server(server, site, catalog) > 0 || is_rented_out(accelerator, PriceList::built_in());
}

} // namespace roofrack
