// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/design_builder.h"

#include "core/answers/step_answers.h"
#include "core/base/catalog/announced.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/templates/server_template.h"
#include "core/study/racks/joined_racks.h"
#include "core/study/scenario_like.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

namespace {

int count_of(const std::string& text) {
    int out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

/// What is counted, in words: "GPUs", "rack", "racks".
std::string counted_things(const std::string& text, std::string_view what) {
    if (what == "gpus") return "GPUs";
    return std::string(count_of(text) == 1 ? what.substr(0, what.size() - 1) : what);
}

std::string counted(const std::string& text, std::string_view what) {
    return fmt::format("{} {}", format_count(count_of(text)), counted_things(text, what));
}

/// The server, or one of them, at an end of the link; null: neither end is one with GPUs.
const Element* server_at(const Link& link, const ElementIndex& index, const Catalog& catalog) {
    for (const std::string* id : {&link.from, &link.to}) {
        const Element* const element = index.find(*id);
        const Part* const part = element ? drawn_part(*element, catalog) : nullptr;
        if (element && element->kind == ElementKind::server && part && part->value_or("gpus", 0) >= 1)
            return element;
    }
    return nullptr;
}

void set_nic_rate(Cluster& cluster, ByteRate rate, const Catalog& catalog) {
    const ElementIndex index(cluster);
    for (Link& link : cluster.links) {
        const Element *from = index.find(link.from), *to = index.find(link.to);
        const bool to_switch =
            (from && from->kind == ElementKind::switch_) || (to && to->kind == ElementKind::switch_);
        if (to_switch && server_at(link, index, catalog)) link.bandwidth = rate;
    }
}

void set_gpu_cap(Cluster& cluster, Watts cap, const Catalog& catalog) {
    for (Element& element : cluster.elements) {
        const Part* const part = drawn_part(element, catalog);
        if (element.kind == ElementKind::server && part && part->value_or("gpus", 0) >= 1)
            element.gpu_power_cap = cap;
    }
}

/// set_value() reads a scenario anew, so the drawing is set aside where it stays as it is.
Result<Scenario> set_input(Scenario scenario, const std::string& address, const std::string& value,
                           const Catalog& catalog) {
    if (address.starts_with("/cluster") || address.starts_with("/parts"))
        return set_value(scenario, address, value, catalog);
    Cluster drawing = std::exchange(scenario.cluster, {});
    auto out = set_value(scenario, address, value, catalog);
    if (out) out->cluster = std::move(drawing);
    return out;
}

constexpr std::string_view power_limit_input = "/site/power_limit";

/// Inputs that say what something costs or emits and on which terms: neither the step nor its power and heat
/// depend on them.
bool is_money_axis(const DesignAxis& axis) {
    constexpr std::string_view inputs[] = {
        "/site/money/",        "/site/prices",         "/site/electricity_price", "/site/carbon_intensity",
        "/site/capex_per_gpu", "/site/gpu_hour_price", "/site/book_life_years",   "/site/grid/demand_charge",
        "/site/grid/tariff"};
    return std::ranges::any_of(inputs, [&](std::string_view each) { return axis.name.starts_with(each); });
}

} // namespace

DesignBuilder::DesignBuilder(const Answers& base, const DesignSpace& space)
    : m_base(base)
    , m_space(space) {}

Result<DesignBuilder> DesignBuilder::make(const Answers& base, const DesignSpace& space) {
    DesignBuilder out(base, space);
    const DesignAxis* const servers = space.axis(DesignAxisKind::server);
    const bool has_drawn = !servers || std::ranges::find(servers->values, "drawn") != servers->values.end();
    if (!has_drawn || !space.axis(DesignAxisKind::count)) return out;
    const auto* asked = base.get<AsAsked>();
    if (!asked || !*asked) return tl::unexpected(why_missing(asked));
    auto room = RoomSolver::make((*asked)->prepared, base.catalog());
    if (!room) return tl::unexpected(room.error());
    out.m_room.emplace(std::move(*room));
    out.m_supply.emplace(base.scenario().cluster, base.value<AsAsked>()->prepared, base.catalog());
    const double gpus = (*asked)->prepared.fabric().gpus, racks = out.m_room->drawn();
    const Scenario one_more = out.m_room->with_racks(racks + out.m_room->step());
    if (const auto grown = (*asked)->prepared.with(one_more, base.catalog())) {
        const double each = (grown->fabric().gpus - gpus) / out.m_room->step();
        if (std::abs(each * racks - gpus) < 0.5) out.m_gpus_of_rack = each;
    }
    return out;
}

const std::string* DesignBuilder::value(size_t design, DesignAxisKind kind) const {
    const std::vector<size_t> chosen = m_space.choices(design);
    for (size_t i = 0; i < chosen.size(); ++i)
        if (m_space.axes[i].kind == kind) return &m_space.axes[i].values[chosen[i]];
    return nullptr;
}

const Part* DesignBuilder::server(size_t design) const {
    const std::string* const id = value(design, DesignAxisKind::server);
    return id && *id != "drawn" ? m_base.catalog().part(PartKind::server, *id) : nullptr;
}

bool DesignBuilder::searches_plan(size_t design) const {
    const std::string* const plan = value(design, DesignAxisKind::plan);
    return !plan || *plan == "best";
}

template<class IsLeftOut>
size_t DesignBuilder::first_alike(size_t design, const IsLeftOut& is_left_out) const {
    std::vector<size_t> chosen = m_space.choices(design);
    for (size_t i = 0; i < chosen.size(); ++i)
        if (is_left_out(m_space.axes[i])) chosen[i] = 0;
    return m_space.design(chosen);
}

size_t DesignBuilder::same_plan(size_t design) const { return first_alike(design, is_money_axis); }

bool DesignBuilder::has_same_plans() const { return std::ranges::any_of(m_space.axes, is_money_axis); }

bool DesignBuilder::varies_power_limit() const {
    return std::ranges::find(m_space.axes, power_limit_input, &DesignAxis::name) != m_space.axes.end();
}

size_t DesignBuilder::same_but_power_limit(size_t design) const {
    return first_alike(
        design, [](const DesignAxis& axis) { return is_money_axis(axis) || axis.name == power_limit_input; });
}

bool DesignBuilder::is_announced(size_t design) const {
    const Part* const part = server(design);
    return part && roofrack::is_announced(*part, m_base.catalog());
}

std::string DesignBuilder::server_name(size_t design) const {
    if (!value(design, DesignAxisKind::server)) return {};
    const Part* const part = server(design);
    return part ? part->name : "as drawn";
}

std::string DesignBuilder::name(size_t design) const {
    const std::vector<size_t> chosen = m_space.choices(design);
    std::string out;
    for (size_t i = 0; i < chosen.size(); ++i) {
        const DesignAxis& axis = m_space.axes[i];
        const std::string& each = axis.values[chosen[i]];
        std::string said;
        switch (axis.kind) {
        case DesignAxisKind::server: said = server_name(design); break;
        case DesignAxisKind::count: said = counted(each, axis.name); break;
        case DesignAxisKind::plan: said = each == "best" ? "best plan" : "plan as given"; break;
        case DesignAxisKind::nic_rate: said = "NICs " + each; break;
        case DesignAxisKind::gpu_cap: said = "GPUs capped at " + each; break;
        case DesignAxisKind::setting:
        case DesignAxisKind::input: said = fmt::format("{} {}", axis.name, each); break;
        }
        out += (out.empty() ? "" : " · ") + said;
    }
    return out;
}

double DesignBuilder::racks_of(const std::string& count) const {
    const std::string& what = m_space.axis(DesignAxisKind::count)->name;
    if (what == "racks") return count_of(count);
    return what == "gpus" && m_gpus_of_rack > 0 ? count_of(count) / m_gpus_of_rack : 0;
}

std::optional<UnevenSize> DesignBuilder::uneven_size(size_t design) const {
    const std::string* const text = value(design, DesignAxisKind::count);
    if (!text) return std::nullopt;
    const std::string& what = m_space.axis(DesignAxisKind::count)->name;
    std::string steps;
    if (const Part* const part = server(design)) {
        const double each = part->value_or("gpus", 1), servers = count_of(*text) / each;
        if (what != "gpus" || (servers >= 1 && servers == std::floor(servers))) return std::nullopt;
        steps = fmt::format("servers of {}", format_count(each));
    } else {
        const double times = racks_of(*text) / m_room->step();
        if (times == 0 || (std::abs(times - std::round(times)) <= 1e-9 && times >= 1)) return std::nullopt;
        steps = fmt::format("its racks, which come {} at a time", format_count(m_room->step()));
    }
    return UnevenSize{format_count(count_of(*text)), counted_things(*text, what), std::move(steps)};
}

Result<std::vector<Scenario>> DesignBuilder::drawings(size_t design) const {
    if (const auto uneven = uneven_size(design)) return fail("", uneven->text(), "");
    std::vector<Scenario> drawn;
    if (const Part* const part = server(design)) {
        auto cluster = drawn_by_template(design, *part);
        if (!cluster) return tl::unexpected(cluster.error());
        const Cluster& there = m_base.scenario().cluster;
        cluster = in_room_of(there, with_storage_of(there, std::move(*cluster), m_base.catalog()),
                             m_base.catalog());
        drawn.push_back(scenario_on(m_base.scenario(), std::move(*cluster), m_base.catalog()));
        drawn.back().plan.dp = 0;
    } else {
        auto resized = this->resized(design);
        if (!resized) return resized;
        drawn = std::move(*resized);
    }
    for (Scenario& each : drawn) {
        auto changed = with_inputs(std::move(each), design);
        if (!changed) return tl::unexpected(changed.error());
        each = std::move(*changed);
        each.name = name(design);
    }
    return drawn;
}

Result<std::vector<Scenario>> DesignBuilder::resized(size_t design) const {
    if (value(design, DesignAxisKind::setting)) {
        // One design stands for the drawing, whatever settings the others have.
        const std::vector<size_t> chosen = m_space.choices(design);
        for (size_t i = 0; i < chosen.size(); ++i)
            if (m_space.axes[i].kind == DesignAxisKind::setting && chosen[i] > 0)
                return fail("", fmt::format("its {} is as drawn: no template made it", m_space.axes[i].name),
                            "");
    }
    const Scenario& base = m_base.scenario();
    const std::string* const text = value(design, DesignAxisKind::count);
    if (!text) return std::vector<Scenario>{base};
    const std::string& what = m_space.axis(DesignAxisKind::count)->name;
    if (what == "servers") return fail("", "the drawing is resized by racks or GPUs, not by servers", "");
    const double racks = racks_of(*text);
    if (!(racks > 0)) return fail("", "the drawing has GPUs in racks of several kinds", "");
    if (std::abs(racks - m_room->drawn()) < 1e-9) return std::vector<Scenario>{base};
    Scenario scenario = m_room->with_racks(racks);
    scenario.plan.dp = 0;
    std::vector<Scenario> out;
    std::string lacks;
    for (const bool with_switches : {true, false}) {
        Scenario each = m_supply->followed(scenario, with_switches);
        const std::string why = m_supply->lacking_ports(each.cluster);
        if (lacks.empty()) lacks = why;
        if (why.empty() && (out.empty() || out.front() != each)) out.push_back(std::move(each));
    }
    if (out.empty()) return fail("", fmt::format("it cannot be cabled: {}", lacks), "");
    return out;
}

Result<int> DesignBuilder::servers_of(size_t design, const Part& server,
                                      const std::vector<std::string>& templates) const {
    const std::string* const text = value(design, DesignAxisKind::count);
    const double each = server.value_or("gpus", 1);
    const bool is_rack = templates.front() == "nvl72-pods";
    // Without a size, as many GPUs as the drawing has.
    std::string what = "gpus";
    int count = 0;
    if (text) {
        what = m_space.axis(DesignAxisKind::count)->name;
        count = count_of(*text);
    } else if (const AsGiven* const given = m_base.value<AsGiven>()) {
        count = static_cast<int>(std::ceil(given->prepared.fabric().gpus / each) * each);
    }
    if (what == "racks" && !is_rack) {
        TemplateSettings chosen;
        const auto drawn =
            make_template(templates.front(), {{"server", server.id}}, m_base.catalog(), &chosen);
        const auto found = chosen.find("servers_per_rack");
        if (!drawn || found == chosen.end())
            return fail("", "the template does not say how many of its servers stand in a rack", "");
        return count * std::max(1, count_of(found->second));
    }
    return what == "gpus" ? static_cast<int>(count / each) : count; // whole: see uneven_size()
}

Result<Cluster> DesignBuilder::drawn_by_template(size_t design, const Part& server) const {
    std::vector<std::string> templates = templates_for(server);
    TemplateSettings settings;
    const std::vector<size_t> chosen = m_space.choices(design);
    for (size_t i = 0; i < chosen.size(); ++i) {
        const DesignAxis& axis = m_space.axes[i];
        if (axis.kind != DesignAxisKind::setting) continue;
        const std::string& each = axis.values[chosen[i]];
        if (axis.name != "template")
            settings[axis.name] = each;
        else if (each != "auto")
            templates = {each};
    }
    const auto count = servers_of(design, server, templates);
    if (!count) return tl::unexpected(count.error());
    Result<Cluster> first = fail("", "no template draws it", "");
    for (size_t i = 0; i < templates.size(); ++i) {
        auto drawn = draw_servers(server, *count, templates[i], settings, m_base.catalog());
        if (drawn) return drawn;
        if (i == 0) first = std::move(drawn);
    }
    return first;
}

Result<Scenario> DesignBuilder::with_inputs(Scenario scenario, size_t design) const {
    const std::vector<size_t> chosen = m_space.choices(design);
    for (size_t i = 0; i < chosen.size(); ++i) {
        const DesignAxis& axis = m_space.axes[i];
        const std::string& text = axis.values[chosen[i]];
        if (axis.kind == DesignAxisKind::nic_rate)
            set_nic_rate(scenario.cluster, ByteRate(*parse_quantity(text, Dimension::byte_rate)),
                         m_base.catalog());
        if (axis.kind == DesignAxisKind::gpu_cap)
            set_gpu_cap(scenario.cluster, Watts(*parse_quantity(text, Dimension::power)), m_base.catalog());
        if (axis.kind != DesignAxisKind::input) continue;
        auto changed = set_input(std::move(scenario), axis.name, text, m_base.catalog());
        if (!changed) return changed;
        scenario = std::move(*changed);
    }
    return scenario;
}

} // namespace roofrack
