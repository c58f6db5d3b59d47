// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/difference.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/multiplicity/match.h"
#include "core/drawing/multiplicity/pieces.h"
#include "core/drawing/own_accelerator.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string part_name(const Element& element, const Catalog& catalog) {
    const Part* part = drawn_part(element, catalog);
    return part ? (part->name.empty() ? part->id : part->name) : "none";
}

std::string gpu_name(const Element& element, const Catalog& catalog) {
    const Part* part = drawn_part(element, catalog);
    const Part* gpu = part ? named_accelerator(*part, catalog) : nullptr;
    return gpu ? gpu->name : std::string();
}

class Comparer {
public:
    Comparer(const Cluster& cluster, const Catalog& catalog, const Containment& containment)
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_containment(containment)
        , m_matcher(cluster, containment) {}

    std::vector<std::string> run(int a, int b) {
        const Element& left = at(a);
        const Element& right = at(b);
        if (left.kind != right.kind)
            return {fmt::format("a {} against a {}", name_of(left.kind), name_of(right.kind))};
        if (left.parent != right.parent)
            say("stands in", left.parent.empty() ? "the site" : title(*m_cluster.find(left.parent)),
                right.parent.empty() ? "the site" : title(*m_cluster.find(right.parent)));
        settings(left, right, "");
        contents(a, b);
        links(a, b);
        return std::move(m_out);
    }

private:
    const Element& at(int i) const { return m_cluster.elements[static_cast<size_t>(i)]; }

    void say(const std::string& what, const std::string& left, const std::string& right) {
        std::string text = fmt::format("{}: {} against {}", what, left, right);
        if (std::ranges::find(m_out, text) == m_out.end()) m_out.push_back(std::move(text));
    }

    template<class T, class Text>
    void setting(const std::string& what, const std::optional<T>& left, const std::optional<T>& right,
                 Text&& text) {
        if (left != right)
            say(what, left ? text(*left) : std::string("not set"),
                right ? text(*right) : std::string("not set"));
    }

    void settings(const Element& left, const Element& right, const std::string& of) {
        const size_t before = m_out.size();
        const auto number = [](double value) { return fmt::format("{:g}", value); };
        const auto watts = [](Watts value) { return format_quantity(value.si(), Dimension::power); };
        const auto degrees = [](Celsius value) { return fmt::format("{:.4g} °C", value.degrees()); };
        const auto rate = [](ByteRate value) { return format_quantity(value.si(), Dimension::byte_rate); };
        if (left.part != right.part) {
            const std::string old_gpu = gpu_name(left, m_catalog), new_gpu = gpu_name(right, m_catalog);
            if (old_gpu != new_gpu)
                say("GPU", old_gpu.empty() ? "none" : old_gpu, new_gpu.empty() ? "none" : new_gpu);
            else
                say(of + "part", part_name(left, m_catalog), part_name(right, m_catalog));
        }
        setting(of + "power limit", left.power_limit, right.power_limit, watts);
        setting(of + "cooling limit", left.cooling_limit, right.cooling_limit, watts);
        setting(of + "GPU power cap", left.gpu_power_cap, right.gpu_power_cap, watts);
        setting(left.kind == ElementKind::cooling ? of + "supply" : of + "inlet", left.supply, right.supply,
                degrees);
        setting(of + "air supply ratio", left.air_supply_ratio, right.air_supply_ratio, number);
        setting(of + "speed", left.speed, right.speed, number);
        setting(of + "GPUs of that speed", left.slow_gpus, right.slow_gpus, number);
        setting(of + "ports up", left.health, right.health, number);
        setting(of + "bandwidth", left.bandwidth, right.bandwidth, rate);
        setting(of + "write bandwidth", left.write_bandwidth, right.write_bandwidth, rate);
        if (left.use != right.use)
            say(of + "use", std::string(name_of(left.use)), std::string(name_of(right.use)));
        if (left.containment != right.containment)
            say(of + "aisle containment", std::string(name_of(left.containment)),
                std::string(name_of(right.containment)));
        if (left.redundancy != right.redundancy)
            say(of + "redundancy", std::string(name_of(left.redundancy)),
                std::string(name_of(right.redundancy)));
        if (left.procurement != right.procurement)
            say(of + "procurement", std::string(name_of(left.procurement)),
                std::string(name_of(right.procurement)));
        setting(of + "number there already", left.owned_count, right.owned_count, number);
        setting(of + "sale price", left.sale_price, right.sale_price,
                [](double value) { return format_quantity(value, Dimension::money); });
        setting(of + "tier", left.tier, right.tier, [](int tier) { return fmt::format("{}", tier); });
        if (m_out.size() == before && !same_settings(left, right))
            say(of + "settings", title(left) + "'s", title(right) + "'s");
    }

    /// Two that stand in the elements compared.
    void compare(int child, int other) {
        if (at(child).count != at(other).count)
            say("number of " + title(at(child)), fmt::format("{}", at(child).count),
                fmt::format("{}", at(other).count));
        settings(at(child), at(other), title(at(child)) + "'s ");
        contents(child, other);
    }

    void contents(int a, int b) {
        std::vector<int> left = m_matcher.children(a), right = m_matcher.children(b);
        const auto pair_up = [&](auto&& alike) {
            std::erase_if(left, [&](int child) {
                const auto twin = std::ranges::find_if(right, [&](int other) { return alike(child, other); });
                if (twin == right.end()) return false;
                compare(child, *twin);
                right.erase(twin);
                return true;
            });
        };
        const auto same = [&](int child, int other) {
            std::map<int, int> ignored;
            return m_matcher.same_contents(child, other, ignored);
        };
        // Those that one was split from the other, then those that are equal, then those of one kind.
        pair_up([&](int child, int other) {
            return at(child).kind == at(other).kind &&
                   id_stem(m_cluster, at(child).id) == id_stem(m_cluster, at(other).id);
        });
        pair_up(
            [&](int child, int other) { return at(child).count == at(other).count && same(child, other); });
        pair_up(same);
        pair_up([&](int child, int other) { return at(child).kind == at(other).kind; });
        for (const int child : left) say("holds", title(at(child)), "none");
        for (const int child : right) say("holds", "none", title(at(child)));
    }

    /// What the cables of an element and its contents join, counted by far end; ends that are alike count as
    /// one.
    std::map<std::string, int> ends(int element) const {
        std::map<std::string, int> out;
        const auto inside = [&](int i) {
            for (; i >= 0; i = m_containment.parent(i))
                if (i == element) return true;
            return false;
        };
        for (const Link& link : m_cluster.links) {
            const int from = m_containment.index(link.from), to = m_containment.index(link.to);
            if (from < 0 || to < 0 || inside(from) == inside(to)) continue;
            const Element& far = at(inside(from) ? to : from);
            out[fmt::format("{} {}", name_of(far.kind), far.part.id)] += 1;
        }
        return out;
    }

    void links(int a, int b) {
        const auto left = ends(a), right = ends(b);
        for (const auto& [end, count] : left)
            if (!right.contains(end)) say("linked to", end, "none");
        for (const auto& [end, count] : right)
            if (!left.contains(end)) say("linked to", "none", end);
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    const Containment& m_containment;
    Matcher m_matcher;
    std::vector<std::string> m_out;
};

} // namespace

std::vector<std::string> differences(const Cluster& cluster, const Catalog& catalog, std::string_view a,
                                     std::string_view b) {
    const auto containment = Containment::make(cluster);
    if (!containment) return {containment.error().what};
    const int left = containment->index(a), right = containment->index(b);
    if (left < 0 || right < 0) return {"one of them is not drawn"};
    return left == right ? std::vector<std::string>{}
                         : Comparer(cluster, catalog, *containment).run(left, right);
}

} // namespace roofrack
