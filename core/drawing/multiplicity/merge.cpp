// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/merge.h"

#include "core/drawing/counted_name.h"
#include "core/drawing/element_index.h"
#include "core/drawing/multiplicity/cut.h"
#include "core/drawing/multiplicity/difference.h"
#include "core/drawing/multiplicity/match.h"
#include "core/drawing/multiplicity/piece_waivers.h"
#include "core/drawing/multiplicity/pieces.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <unordered_map>

namespace roofrack {

namespace {

/// A link but for its id.
bool same_link(const Link& a, const Link& b) {
    return a.from == b.from && a.to == b.to && a.count == b.count && same_settings(a, b);
}

/// Equal links in any order.
bool same_links(std::vector<const Link*> a, std::vector<const Link*> b) {
    if (a.size() != b.size()) return false;
    const auto order = [](const Link* x, const Link* y) {
        return std::tie(x->from, x->to, x->pattern, x->count) <
               std::tie(y->from, y->to, y->pattern, y->count);
    };
    std::ranges::sort(a, order);
    std::ranges::sort(b, order);
    for (size_t i = 0; i < a.size(); ++i) {
        // Several cables of one pair may differ in their settings only.
        const auto found = std::find_if(b.begin() + static_cast<long>(i), b.end(),
                                        [&](const Link* link) { return same_link(*a[i], *link); });
        if (found == b.end()) return false;
        std::iter_swap(b.begin() + static_cast<long>(i), found);
    }
    return true;
}

class Merger {
public:
    Merger(const Cluster& cluster, const Catalog& catalog)
        : m_cluster(cluster)
        , m_catalog(catalog) {}

    Cluster& cluster() { return m_cluster; }
    std::vector<MergedGroup>& groups() { return m_groups; }

    /// Makes two elements one group, with what must be merged along; false, and the cluster as it was, when
    /// the drawing would mean another machine.
    bool join(const std::string& first, const std::string& second) {
        const auto containment = Containment::make(m_cluster);
        if (!containment) return false;
        const Matcher matcher(m_cluster, *containment);
        const auto twins = matcher.twins(containment->index(first), containment->index(second));
        return twins && join(*twins);
    }

    /// Merges several pairs that have nothing in common.
    bool join(const MergePlan& twins) {
        Cluster merged = without(twins);
        sum_rails(merged, twins);
        std::vector<Take> takes;
        const ElementIndex kept(merged), drawn(m_cluster);
        for (const MergePair& twin : twins.pairs) {
            Element& keep = merged.elements[static_cast<size_t>(kept.position(twin.first))];
            const Element& gone = *drawn.find(twin.second);
            keep.count += gone.count;
            if (keep.owned_count) *keep.owned_count += gone.owned_count.value_or(0); // they say as many
            rename(keep, gone);
            takes.push_back({twin.first, gone.count});
        }
        // Cut again as it was, the merged drawing must give the present one, cable by cable.
        Cluster again = merged;
        const auto copies = cut(again, m_catalog, takes,
                                [&](const std::string& id) { return twins.contents.find(id)->second; });
        if (!copies || !same_links(touching(m_cluster, twins), touching(again, twins))) return false;
        note(twins, merged);
        m_cluster = std::move(merged);
        return true;
    }

private:
    static std::vector<const Link*> touching(const Cluster& cluster, const MergePlan& twins) {
        std::vector<const Link*> out;
        const auto touched = [&](const std::string& id) {
            return twins.contents.contains(id) || twins.gone.contains(id);
        };
        for (const Link& link : cluster.links)
            if (touched(link.from) || touched(link.to)) out.push_back(&link);
        return out;
    }

    Cluster without(const MergePlan& twins) const {
        Cluster out;
        out.unknown = m_cluster.unknown;
        for (const Element& element : m_cluster.elements)
            if (!twins.gone.contains(element.id)) out.elements.push_back(element);
        MergedPlaces became;
        for (const auto& [first, second] : twins.contents) became.emplace(second, first);
        std::unordered_set<std::string_view> removed;
        for (const Link& link : m_cluster.links)
            if (!twins.gone.contains(link.from) && !twins.gone.contains(link.to))
                out.links.push_back(link);
            else
                removed.insert(link.id);
        for (const Waiver& waiver : m_cluster.waivers)
            for (const std::string& place : waiver.where)
                if (const Link* kept = removed.contains(place) ? twin_link(out, place, became) : nullptr)
                    became.emplace(place, kept->id);
        out.waivers = m_cluster.waivers;
        merge_places(out.waivers, became);
        remove_places(out.waivers, removed);
        return out;
    }

    /// The link that carries a removed one's cables once its ends are those that they became.
    const Link* twin_link(const Cluster& merged, const std::string& id, const MergedPlaces& became) const {
        const Link& gone = *m_cluster.find_link(id);
        const auto now = [&](const std::string& end) -> const std::string& {
            const auto found = became.find(end);
            return found == became.end() ? end : found->second;
        };
        const auto twin = std::ranges::find_if(merged.links, [&](const Link& link) {
            return link.from == now(gone.from) && link.to == now(gone.to) && same_settings(link, gone);
        });
        return twin == merged.links.end() ? nullptr : &*twin;
    }

    /// The rails of switches that become one group of as many more.
    void sum_rails(Cluster& merged, const MergePlan& twins) const {
        for (Link& link : merged.links) {
            if (link.pattern != LinkPattern::rail) continue;
            const Element* to = merged.find(link.to);
            const bool backwards = to && to->kind == ElementKind::server;
            const std::string& switches = backwards ? link.from : link.to;
            const auto twin = twins.contents.find(switches);
            if (twin == twins.contents.end()) continue;
            Link other = link;
            (backwards ? other.from : other.to) = twin->second;
            for (const Link& drawn : m_cluster.links)
                if (drawn.from == other.from && drawn.to == other.to && same_settings(drawn, other))
                    link.count += drawn.count;
        }
    }

    static void rename(Element& keep, const Element& gone) {
        const CountedName name = counted_name(keep.name);
        if (name.of <= 0) return;
        keep.name = keep.count >= name.of || counted_name(gone.name).of == 0
                        ? name.base
                        : fmt::format("{} ({} of {})", name.base, keep.count, name.of);
    }

    void note(const MergePlan& twins, const Cluster& merged) {
        const ElementIndex index(merged);
        std::unordered_map<std::string, size_t> known;
        for (size_t i = 0; i < m_groups.size(); ++i) known.emplace(m_groups[i].id, i);
        for (const MergePair& twin : twins.pairs) {
            const auto [place, is_new] = known.try_emplace(twin.first, m_groups.size());
            if (is_new) m_groups.push_back({twin.first, {}, 1});
            MergedGroup& group = m_groups[place->second];
            group.gone.push_back(twin.second);
            // What it had taken in before goes with it.
            if (const auto inner = known.find(twin.second); inner != known.end()) {
                MergedGroup& was = m_groups[inner->second];
                group.gone.insert(group.gone.end(), was.gone.begin(), was.gone.end());
                was.count = 0;
                known.erase(inner);
            }
            group.count = index.find(twin.first)->count;
        }
        std::erase_if(m_groups, [](const MergedGroup& group) { return group.count == 0; });
    }

    Cluster m_cluster;
    const Catalog& m_catalog;
    std::vector<MergedGroup> m_groups;
};

using Pairs = std::vector<std::pair<std::string, std::string>>;
using Classes = std::map<std::string, std::vector<std::string>>;

/// The first and second of each class, the third and fourth …
Pairs neighbours(const Classes& classes) {
    Pairs out;
    for (const auto& [key, members] : classes)
        for (size_t i = 0; i + 1 < members.size(); i += 2) out.emplace_back(members[i], members[i + 1]);
    return out;
}

/// Joins as many of the pairs at once as can be; where that fails, one by one.
bool join_pairs(Merger& merger, const Pairs& pairs) {
    if (pairs.empty()) return false;
    MergePlan all;
    size_t joined = 0;
    {
        const auto containment = Containment::make(merger.cluster());
        if (!containment) return false;
        const Matcher matcher(merger.cluster(), *containment);
        for (const auto& [first, second] : pairs) {
            const auto twins = matcher.twins(containment->index(first), containment->index(second));
            if (!twins) continue;
            const auto known = [&](const std::string& id) {
                return all.contents.contains(id) || all.gone.contains(id);
            };
            const bool apart = std::ranges::none_of(
                twins->contents, [&](const auto& pair) { return known(pair.first) || known(pair.second); });
            if (!apart) continue;
            all.pairs.insert(all.pairs.end(), twins->pairs.begin(), twins->pairs.end());
            all.contents.insert(twins->contents.begin(), twins->contents.end());
            all.gone.insert(twins->gone.begin(), twins->gone.end());
            ++joined;
        }
    }
    if (joined == 0) return false;
    if (merger.join(all)) return true;
    constexpr size_t most_single = 200;
    bool any = false;
    for (size_t i = 0; i < pairs.size() && i < most_single; ++i) {
        const auto& [first, second] = pairs[i];
        if (merger.cluster().find(first) && merger.cluster().find(second))
            any = merger.join(first, second) || any;
    }
    return any;
}

/// Each with each of a class, for what neighbours did not settle.
bool join_any(Merger& merger, const Classes& classes) {
    constexpr size_t most_firsts = 8, most_members = 64;
    bool any = false;
    for (const auto& [key, members] : classes) {
        if (members.size() > most_members) continue;
        std::vector<std::string> firsts;
        for (const std::string& member : members) {
            if (!merger.cluster().find(member)) continue; // went along with another
            const bool joined = std::ranges::any_of(firsts, [&](const std::string& first) {
                return merger.cluster().find(first) && merger.join(first, member);
            });
            any |= joined;
            if (!joined && firsts.size() < most_firsts) firsts.push_back(member);
        }
    }
    return any;
}

/// Merges what it can among the elements that were split from one (by their ids), or all when there are no
/// stems. Those on the same switches first, then groups with their switches; each round halves them.
void merge_all(Merger& merger, const std::set<std::string>& stems) {
    for (bool merged = true; merged;) {
        Classes alike, by_ends;
        {
            const auto containment = Containment::make(merger.cluster());
            if (!containment) return;
            const Matcher matcher(merger.cluster(), *containment);
            for (size_t i = 0; i < merger.cluster().elements.size(); ++i) {
                const std::string key = matcher.class_of(static_cast<int>(i));
                const std::string& id = merger.cluster().elements[i].id;
                if (key.empty() || (!stems.empty() && !stems.contains(id_stem(merger.cluster(), id))))
                    continue;
                alike[key].push_back(id);
                by_ends[key + matcher.ends_of(static_cast<int>(i))].push_back(id);
            }
        }
        merged = join_pairs(merger, neighbours(by_ends)) || join_pairs(merger, neighbours(alike)) ||
                 join_any(merger, alike);
    }
}

} // namespace

Result<MergeResult> merge(const Cluster& cluster, const Catalog& catalog,
                          const std::vector<std::string>& ids) {
    const auto containment = Containment::make(cluster);
    if (!containment) return tl::unexpected(containment.error());
    std::vector<int> order;
    for (const std::string& id : ids) {
        const int index = containment->index(id);
        if (index < 0)
            return fail(id, fmt::format("no element has the id '{}'", id), "name elements of the drawing");
        if (std::ranges::find(order, index) == order.end()) order.push_back(index);
    }
    std::ranges::sort(order);
    if (order.size() < 2)
        return fail(ids.empty() ? "" : ids[0], "one element alone cannot be merged",
                    "choose two or more that are equal");
    const auto element = [&](int i) -> const Element& { return cluster.elements[static_cast<size_t>(i)]; };
    const Element& first = element(order[0]);
    for (const int other : order) {
        const auto differ = differences(cluster, catalog, first.id, element(other).id);
        if (!differ.empty())
            return fail(element(other).id,
                        fmt::format("{} and {} differ: {}", title(first), title(element(other)),
                                    fmt::join(differ, "; ")),
                        "make them equal first");
    }
    Merger merger(cluster, catalog);
    std::vector<std::string> left;
    for (size_t i = 1; i < order.size(); ++i)
        if (!merger.join(first.id, element(order[i]).id)) left.push_back(element(order[i]).id);
    if (!left.empty()) {
        // What was split from them meanwhile may stand between.
        std::set<std::string> stems;
        for (const int i : order) stems.insert(id_stem(cluster, element(i).id));
        merge_all(merger, stems);
        std::erase_if(left, [&](const std::string& id) { return !merger.cluster().find(id); });
        if (!left.empty())
            return fail(left[0],
                        fmt::format("{} and {} are equal, but have unequal shares of what they are linked to",
                                    title(first), title(*cluster.find(left[0]))),
                        "merge what they are linked to with them, or draw their links alike");
    }
    return MergeResult{std::move(merger.cluster()), std::move(merger.groups())};
}

MergeResult merge_equal(const Cluster& cluster, const Catalog& catalog) {
    Merger merger(cluster, catalog);
    merge_all(merger, {});
    return {std::move(merger.cluster()), std::move(merger.groups())};
}

} // namespace roofrack
