// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/template_dragonfly.h"

#include "core/base/units/saturated.h"
#include "core/drawing/templates/template_ports.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

struct DragonflyPlan {
    const Part* router = nullptr;
    int servers_per_router = 0;
    int routers = 0; ///< routers of one group
    int groups = 1;
    int local = 1;  ///< cables between any two routers of a group
    int global = 0; ///< cables between any two groups
};

/// What was asked for; 0: free.
struct DragonflyWish {
    int servers = 1, nics = 1;
    int servers_per_router = 0, routers = 0;
    double oversubscription = 1;
};

/// One size of group with this router; false when its ports do not do.
bool wire(DragonflyPlan& plan, const DragonflyWish& wish, int ports, int s, int a) {
    const int group = s * a;
    if (wish.servers % group != 0) return false;
    const int down = s * wish.nics;
    plan.servers_per_router = s;
    plan.routers = a;
    plan.groups = wish.servers / group;
    // A small group needs more than one cable a pair to carry what its servers send each other.
    const int spare = ports - down;
    const int wanted_global =
        plan.groups > 1 ? saturated<int>(std::ceil(down / wish.oversubscription - 1e-9)) : 0;
    const int local = a > 1 ? saturated<int>(std::ceil(2.0 * down / a - 1e-9)) : 0;
    plan.local = a > 1 ? std::min(local, (spare - std::min(wanted_global, spare / 2)) / (a - 1)) : 0;
    if (a > 1 && plan.local < 1) return false;
    const int free = spare - plan.local * (a - 1);
    plan.global = 0;
    if (plan.groups == 1) return free >= 0;
    const int pairs = plan.groups - 1;
    plan.global = std::min((a * wanted_global + pairs - 1) / pairs, a * free / pairs);
    return plan.global >= 1;
}

bool try_router(DragonflyPlan& plan, const DragonflyWish& wish, const Part& part, double rate) {
    const int ports = ports_for(part, rate);
    plan = {};
    plan.router = &part;
    const int balanced = (ports + 1) / 4;
    if (wish.servers_per_router == 0 && wish.nics > balanced) return false;
    const int most_servers = wish.servers_per_router > 0 ? wish.servers_per_router : balanced / wish.nics;
    const int most_routers = wish.routers > 0 ? wish.routers : 2 * balanced;
    // The largest group that divides the servers; of equal ones that with full routers.
    DragonflyPlan best;
    for (int s = most_servers; s >= (wish.servers_per_router > 0 ? most_servers : 1); --s)
        for (int a = most_routers; a >= (wish.routers > 0 ? most_routers : 1); --a) {
            DragonflyPlan tried = plan;
            if (s * a <= best.servers_per_router * best.routers || !wire(tried, wish, ports, s, a)) continue;
            best = tried;
        }
    if (!best.router) return false;
    plan = best;
    return true;
}

} // namespace

void sketch_dragonfly(TemplateReader& reader, TemplateSketch& sketch, const Part& server, int servers) {
    DragonflyWish wish;
    wish.servers = servers;
    wish.nics = cables_a_server(reader, server);
    if (!reader.automatic("servers_per_router")) wish.servers_per_router = reader.whole("servers_per_router");
    if (!reader.automatic("routers")) wish.routers = reader.whole("routers");
    wish.oversubscription = reader.number("oversubscription", 0.1);
    if (reader.failed()) return;
    for (const auto& [key, number, what] :
         {std::tuple("servers_per_router", wish.servers_per_router, "routers"),
          std::tuple("routers", wish.routers, "groups")})
        if (number > 0 && servers % number != 0) {
            reader.fault(key, fmt::format("{} servers do not fill {} of {}", servers, what, number),
                         "choose numbers that divide");
            return;
        }
    const double rate = server.value_or("nic_rate", 0);
    const std::vector<const Part*> parts = switches_for(reader, server, rate);
    if (reader.failed()) return;
    DragonflyPlan plan;
    if (std::ranges::none_of(parts, [&](const Part* part) { return try_router(plan, wish, *part, rate); })) {
        const char* const key = wish.routers > 0              ? "routers"
                                : wish.servers_per_router > 0 ? "servers_per_router"
                                                              : "servers";
        reader.fault(key,
                     fmt::format("no router has ports enough for {} servers of {} NICs in equal groups",
                                 servers, wish.nics),
                     "take another number, or a switch with more ports");
        return;
    }
    reader.choose("servers_per_router", std::to_string(plan.servers_per_router));
    reader.choose("routers", std::to_string(plan.routers));
    choose_switch(reader, {plan.router});
    const int group = plan.servers_per_router * plan.routers;
    const int per_rack = servers_per_rack(reader, server, group);
    if (reader.failed()) return;
    if (plan.groups > 1) sketch.add_pod("Group", plan.groups);
    sketch.add_racks(server, group, per_rack);
    sketch.add_switch("router", "Router", *plan.router, plan.routers, 1, true);
    sketch.add_nic_cables(server, "router", LinkPattern::each, wish.nics);
    const ByteRate cable(std::min(rate, plan.router->value_or("port_rate", rate)));
    if (plan.local > 0)
        set_rate(sketch.add_link("router", "router", LinkPattern::mesh, plan.local), cable, {plan.router});
    if (plan.global > 0)
        set_rate(sketch.add_link("router", "pod", LinkPattern::mesh, plan.global), cable, {plan.router});
    sketch.add_facility(server, per_rack);
    sketch.add_storage();
}

} // namespace roofrack
