// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/template_sketch.h"

#include "core/base/catalog/part_power.h"
#include "core/base/units/saturated.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/port_power.h"
#include "core/drawing/templates/server_template.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

// Canvas units. A rack is drawn 112 × 208 with two lines of text below, a switch 112 × 32 or wider, the rest
// up to 224 × 40.
constexpr double rack_x = 136, tier_step = 112, switch_step = 176, side_x = 360, side_step = 56, pod_top = 40;

/// Continuous power of a feed, W.
double feed_power(const Part& feed, const Defaults::Power& constants) {
    return feed.value_or("apparent_power", 0) * feed.value_or("power_factor", constants.power_factor);
}

/// The rack that the servers' maker builds them in, else the first of some that holds their height and power.
const Part* rack_part(const Catalog& catalog, const Part& server, int per_rack) {
    if (const Part* own = catalog.part(PartKind::rack, server.text_or("rack", ""))) return own;
    const double height_u = per_rack * server.value_or("height_u", 0);
    const double watts = per_rack * server.value_or("max_power", 0);
    const bool liquid = server.text_or("cooling", "air") == "liquid";
    std::vector<const char*> ids{"rack-42u", "rack-48u", "rack-52u"};
    if (liquid) ids = {"rack-48u-hybrid", "mgx-48u", "rack-48u-dlc"};
    const Part* last = nullptr;
    for (const char* id : ids) {
        const Part* part = catalog.part(PartKind::rack, id);
        if (!part) continue;
        last = part;
        if (part->value_or("height_u", 48) >= height_u && part->value_or("power_max", watts) >= watts)
            return part;
    }
    return last;
}

} // namespace

int servers_per_rack(TemplateReader& reader, const Part& server, int servers) {
    if (!reader.automatic("servers_per_rack")) {
        const int wanted = reader.whole("servers_per_rack");
        if (!reader.failed() && servers % wanted != 0)
            reader.fault("servers_per_rack",
                         fmt::format("{} servers do not fill racks of {}", servers, wanted),
                         "choose numbers that divide");
        return wanted;
    }
    int out = std::min(most_servers_in_rack(server), std::max(1, servers));
    while (servers % out != 0) --out;
    reader.choose("servers_per_rack", std::to_string(out));
    return out;
}

void set_rate(Link& link, ByteRate rate, std::initializer_list<const Part*> ends) {
    double slower = rate.si() * 2;
    for (const Part* end : ends) slower = std::min(slower, end->value_or("port_rate", 0));
    if (std::abs(slower - rate.si()) > 1e-6 * rate.si()) link.bandwidth = rate;
}

Element& TemplateSketch::add(ElementKind kind, const std::string& id, const std::string& name,
                             const std::string& part, int count, const std::string& parent) {
    Element element;
    element.id = id;
    element.kind = kind;
    element.name = name;
    element.part.id = part;
    element.count = count;
    element.parent = parent;
    m_cluster.elements.push_back(std::move(element));
    return m_cluster.elements.back();
}

Link& TemplateSketch::add_link(const std::string& from, const std::string& to, LinkPattern pattern,
                               int count) {
    Link link;
    link.id = from + "-" + to;
    link.from = from;
    link.to = to;
    link.pattern = pattern;
    link.count = count;
    m_cluster.links.push_back(std::move(link));
    return m_cluster.links.back();
}

void TemplateSketch::add_pod(const std::string& name, int count) {
    m_pod = "pod";
    m_pods = count;
    add(ElementKind::pod, m_pod, name, "", count);
}

void TemplateSketch::add_racks(const Part& server, int servers, int per_rack, const std::string& pod) {
    const int racks = servers / per_rack;
    m_racks = racks * m_pods;
    const Part* rack = rack_part(m_reader.catalog(), server, per_rack);
    add(ElementKind::rack, "rack", "Rack", rack ? rack->id : "", racks, pod.empty() ? m_pod : pod);
    add(ElementKind::server, "server", server.name, server.id, per_rack, "rack");
    const double height = per_rack * server.value_or("height_u", 0),
                 room = rack ? rack->value_or("height_u", 0) : 0;
    if (room <= 0 || height <= room) return;
    const double stands_in = std::ceil(height / room), watts = per_rack * server.value_or("max_power", 0),
                 a_rack = rack->value_or("power_max", watts);
    const std::string reason =
        fmt::format("{} stands in {:g} racks of {:g} U, drawn as one.", server.name, stands_in, room);
    waive("rack-over-full", {"rack"}, reason);
    if (watts > a_rack && watts <= stands_in * a_rack) waive("rack-over-power", {"rack"}, reason);
}

void TemplateSketch::add_switch(const std::string& id, const std::string& name, const Part& part, int count,
                                int tier, bool in_pod) {
    add(ElementKind::switch_, id, name, part.id, count, in_pod ? m_pod : std::string()).tier = tier;
}

double TemplateSketch::power_beside_racks() const {
    const Catalog& catalog = m_reader.catalog();
    const Defaults::Power& constants = catalog.defaults().power;
    double power = 0;
    for (const Element& element : m_cluster.elements) {
        if (element.kind != ElementKind::switch_) continue;
        if (const Part* part = catalog.part(PartKind::switch_, element.part.id))
            power +=
                element.count * (element.parent.empty() ? 1 : m_pods) * most_switch_power(*part, constants);
    }
    if (m_reader.text("storage") != "none")
        power += storage_power(catalog.part(PartKind::storage, m_reader.text("storage")), constants);
    return power;
}

double TemplateSketch::optics_of_server() const {
    const Catalog& catalog = m_reader.catalog();
    double power = 0;
    for (const Link& link : m_cluster.links) {
        const Element* const end = m_cluster.find(link.to);
        const Part* const part = end && end->kind == ElementKind::switch_
                                     ? catalog.part(PartKind::switch_, end->part.id)
                                     : nullptr;
        if (link.from != "server" || !part) continue;
        const double cables = link.pattern == LinkPattern::mesh ? end->count * link.count : link.count;
        const auto rate = cable_rate(link, *m_cluster.find(link.from), *end, catalog);
        power += cables * optical_end_power(*part, rate, catalog.defaults().power);
    }
    return power;
}

void TemplateSketch::add_facility(const Part& server, int per_rack) {
    const Catalog& catalog = m_reader.catalog();
    const Defaults::Power& power = catalog.defaults().power;
    const double rack_power = per_rack * server.value_or("max_power", 0);
    // 208/230 V do for a single small server, three phases for racks.
    const Part* feed = catalog.part(PartKind::feed, rack_power < 5e3 ? "feed-230v-32a" : "feed-415v-60a");
    if (feed && feed_power(*feed, power) > 0) {
        const double a_rack = std::ceil(rack_power / feed_power(*feed, power) - 1e-9) + 1;
        add(ElementKind::feed, "feed", "Feed", feed->id, saturated<int>(a_rack * m_racks));
        add_link("feed", "rack", LinkPattern::each, 1);
    }
    const double heat = rack_power * m_racks;
    const double to_air = server.value_or("air_heat_share", 1);
    const auto cool = [&](const char* id, const char* name, const Part* part, double of_racks,
                          double beside) {
        const double capacity = part ? part->value_or("capacity", 0) : 0, watts = of_racks + beside;
        if (watts <= 0 || capacity <= 0) return;
        add(ElementKind::cooling, id, name, part->id, saturated<int>(std::ceil(watts / capacity - 1e-9) + 1));
        if (of_racks > 0) add_link(id, "rack", LinkPattern::each, 1);
    };
    // Optics give their heat to the air, in servers that are cooled by liquid, too.
    const double optics = per_rack * m_racks * optics_of_server();
    const double of_racks = heat * to_air + optics, beside = power_beside_racks(), air = of_racks + beside;
    const auto [unit, name] = air < 20e3  ? std::pair("room-ac-20kw", "Room air")
                              : air < 2e6 ? std::pair("crah-120kw", "CRAH")
                                          : std::pair("fan-wall-500kw", "Fan walls");
    cool("air", name, catalog.part(PartKind::cooling, unit), of_racks, beside);
    cool("cdu", "CDU", catalog.part(PartKind::cooling, "cdu-1mw"), heat * (1 - to_air), 0);
}

void TemplateSketch::add_storage() {
    if (m_reader.text("storage") == "none") return;
    const Part& part = m_reader.part("storage", PartKind::storage);
    if (m_reader.failed()) return;
    add(ElementKind::storage, "storage", "Storage", part.id, 1);
    if (std::ranges::find(m_cluster.elements, ElementKind::switch_, &Element::kind) !=
        m_cluster.elements.end())
        waive("storage-unlinked", {"storage"}, "The storage network is not drawn.");
}

void TemplateSketch::waive(const std::string& rule, std::vector<std::string> where,
                           const std::string& reason) {
    m_cluster.waivers.push_back({rule, std::move(where), reason});
}

void TemplateSketch::add_nic_cables(const Part& server, const std::string& switches, LinkPattern pattern,
                                    int cables) {
    add_link("server", switches, pattern, cables);
    const double nics = server.value_or("nics", 0);
    if (cables < nics)
        waive("nics-unlinked", {"server", switches},
              fmt::format("Cabled with {} of its {:g} NICs, as chosen.", cables, nics));
}

void TemplateSketch::place() {
    int top_tier = 0, pod_tier = 0;
    std::map<int, int> in_tier; // switches drawn side by side
    for (const Element& element : m_cluster.elements) {
        if (element.kind != ElementKind::switch_) continue;
        const int tier = element.tier.value_or(1);
        top_tier = std::max(top_tier, tier);
        if (!element.parent.empty()) pod_tier = std::max(pod_tier, tier);
        ++in_tier[tier];
    }
    int widest = 1;
    for (const auto& [tier, switches] : in_tier) widest = std::max(widest, switches);
    const double pod_drop = m_pod.empty() ? 0 : pod_top;
    const double rack_y = top_tier * tier_step + pod_drop;
    const double wider = (widest - 1) * switch_step; // than a drawing with one switch in each tier
    const double right = side_x + (m_pod.empty() ? 0 : 64) + wider;
    double side = rack_y;
    std::map<int, int> placed;
    for (Element& element : m_cluster.elements) {
        switch (element.kind) {
        case ElementKind::switch_: {
            const int tier = element.tier.value_or(1);
            const double left = rack_x + (wider - (in_tier[tier] - 1) * switch_step) / 2;
            element.position = {left + placed[tier]++ * switch_step,
                                (top_tier - tier) * tier_step + (element.parent.empty() ? 0 : pod_drop)};
            break;
        }
        case ElementKind::rack: element.position = {rack_x + wider / 2, rack_y}; break;
        case ElementKind::pod: element.position = {rack_x - 24, (top_tier - pod_tier) * tier_step}; break;
        case ElementKind::server: break; // drawn in its rack
        default: element.position = {right, side}; side += side_step;
        }
    }
}

Cluster TemplateSketch::finish() {
    place();
    return std::move(m_cluster);
}

} // namespace roofrack
