// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/split.h"

#include "core/base/units/saturated.h"
#include "core/drawing/multiplicity/cut.h"
#include "core/drawing/multiplicity/pieces.h"
#include "core/drawing/multiplicity/sides.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace roofrack {

namespace {

/// Moves a copy and its contents to the right of all that stands at its height in the same container; a
/// drawing without positions keeps none.
void place_beside(Cluster& cluster, const std::string& id) {
    constexpr double height = 208, gap = 32; // height of a drawn rack, the highest of single things
    const auto width = [](const Element& element) {
        const bool rack = element.kind == ElementKind::rack || element.kind == ElementKind::server;
        const double single = rack ? 112 : element.kind == ElementKind::switch_ ? 160 : 224;
        return std::max(single, element.size ? element.size->x : 0.0);
    };
    const auto drawn = [](const Element& element) { return element.position != Position{}; };
    if (std::ranges::none_of(cluster.elements, drawn)) return;
    const auto containment = Containment::make(cluster);
    if (!containment) return;
    const auto inside = [&](int at, int container) {
        for (; at >= 0; at = containment->parent(at))
            if (at == container) return true;
        return false;
    };
    const int own = containment->index(id), parent = containment->parent(own);
    const auto element = [&](int i) -> Element& { return cluster.elements[static_cast<size_t>(i)]; };
    const int count = static_cast<int>(cluster.elements.size());
    double top = element(own).position.y, bottom = top + height;
    for (int i = 0; i < count; ++i)
        if (drawn(element(i)) && inside(i, own)) bottom = std::max(bottom, element(i).position.y + height);
    double right = element(own).position.x;
    for (int i = 0; i < count; ++i) {
        const Element& other = element(i);
        if (!drawn(other) || i == parent || inside(i, own) || (parent >= 0 && !inside(i, parent))) continue;
        if (other.position.y + height <= top || other.position.y >= bottom) continue;
        right = std::max(right, other.position.x + width(other));
    }
    const double shift = right + gap - element(own).position.x;
    for (int i = 0; i < count; ++i)
        if (i == own || (drawn(element(i)) && inside(i, own))) element(i).position.x += shift;
}

class Splitter {
public:
    Splitter(const Cluster& cluster, const Catalog& catalog)
        : m_catalog(catalog) {
        m_out.cluster = cluster;
    }

    Result<SplitResult> run(std::string id, int n) {
        if (auto split = open_containers(id); !split) return tl::unexpected(split.error());
        const Element* element = cluster().find(id);
        if (element->count != n || m_out.pieces.empty())
            if (auto taken = take(id, n); !taken) return tl::unexpected(taken.error());
        m_out.id = id;
        return std::move(m_out);
    }

    /// Every instance of an element to an element of its own.
    Result<SplitResult> expand(const std::string& id, int most) {
        std::string inner = id;
        if (auto split = open_containers(inner); !split) return tl::unexpected(split.error());
        m_out.id = inner;
        const Cluster drawn = cluster();
        const size_t opened = m_out.pieces.size();
        std::vector<std::string> groups{inner};
        while (!groups.empty()) {
            const Element* group = cluster().find(groups.back());
            if (group->count <= 1) {
                groups.pop_back();
                continue;
            }
            const size_t before = m_out.pieces.size();
            std::string one = groups.back();
            if (auto taken = take(one, 1); !taken) return tl::unexpected(taken.error());
            // What had to go along with it may be instances of the same element.
            for (size_t i = before; i < m_out.pieces.size(); ++i)
                if (std::ranges::find(groups, m_out.pieces[i].from) != groups.end())
                    groups.push_back(m_out.pieces[i].id);
            if (static_cast<int>(cluster().elements.size()) > most) return too_many(id, most);
        }
        number_pieces(cluster(), drawn,
                      {m_out.pieces.begin() + static_cast<long>(opened), m_out.pieces.end()});
        return std::move(m_out);
    }

    static tl::unexpected<Diagnostic> too_many(const std::string& id, int most) {
        return fail(id, fmt::format("expanded, the drawing would have more than {} elements", most),
                    "split off only the instances that differ");
    }

private:
    Cluster& cluster() { return m_out.cluster; }

    /// One instance of each multiplied container around the element; `id` follows into it.
    Result<void> open_containers(std::string& id) {
        for (;;) {
            const auto containment = Containment::make(cluster());
            if (!containment) return tl::unexpected(containment.error());
            int outermost = -1;
            for (int up = containment->parent(containment->index(id)); up >= 0; up = containment->parent(up))
                if (cluster().elements[static_cast<size_t>(up)].count > 1) outermost = up;
            if (outermost < 0) return {};
            std::string container = cluster().elements[static_cast<size_t>(outermost)].id;
            m_follow = &id;
            auto taken = take(container, 1);
            m_follow = nullptr;
            if (!taken) return taken;
        }
    }

    Result<void> try_cut(const std::vector<Take>& takes) {
        std::vector<SplitPiece> pieces;
        for (const Take& take : takes)
            pieces.push_back(
                {take.element, {}, take.count, cluster().find(take.element)->count - take.count});
        auto copies = cut(cluster(), m_catalog, takes);
        if (!copies) return tl::unexpected(copies.error());
        for (SplitPiece& piece : pieces) {
            piece.id = copies->find(piece.from)->second;
            place_beside(cluster(), piece.id);
            m_out.pieces.push_back(std::move(piece));
        }
        if (m_follow)
            if (const auto it = copies->find(*m_follow); it != copies->end()) *m_follow = it->second;
        return {};
    }

    Result<void> take(std::string& id, int n) {
        m_tries = 0;
        return take_out(id, n);
    }

    /// `id` becomes the copy's. All containers around it have the count 1.
    Result<void> take_out(std::string& id, int n) {
        const Element* element = cluster().find(id);
        if (n < 1 || n >= element->count)
            return fail(id,
                        fmt::format("{} has {} instance{}, so {} cannot be split off", title(*element),
                                    element->count, element->count == 1 ? "" : "s", n),
                        element->count > 1 ? fmt::format("take 1 to {} of them", element->count - 1)
                                           : "set its count, or copy it");
        const size_t before = m_out.pieces.size();
        auto alone = try_cut({{id, n}});
        if (alone) {
            id = m_out.pieces[before].id;
            return {};
        }
        return take_with_others(id, n, std::move(alone.error()));
    }

    /// Takes the least number of instances, n or more, that leaves everything that shares cables with them
    /// whole, and of these the n.
    Result<void> take_with_others(std::string& id, int n, Diagnostic why) {
        const auto containment = Containment::make(cluster());
        if (!containment) return tl::unexpected(containment.error());
        const int own = containment->index(id);
        std::vector<int> groups{own};
        for (size_t i = 0; i < groups.size(); ++i)
            for (const int other : bound_to(cluster(), *containment, groups[i]))
                if (std::ranges::find(groups, other) == groups.end()) groups.push_back(other);
        const auto count = [&](int i) { return cluster().elements[static_cast<size_t>(i)].count; };
        const int all = count(own);
        int shares = all;
        for (const int group : groups) shares = std::gcd(shares, count(group));
        const int step = all / shares;
        std::vector<std::string> ids;
        for (const int group : groups) ids.push_back(cluster().elements[static_cast<size_t>(group)].id);
        if (groups.size() > 1)
            for (int taken = (n + step - 1) / step * step; taken < all && m_tries < most_tries;
                 taken += step, ++m_tries) {
                std::vector<Take> takes;
                for (size_t g = 0; g < groups.size(); ++g)
                    takes.push_back(
                        {ids[g], saturated<int>(static_cast<double>(count(groups[g])) * taken / all)});
                const Cluster saved = cluster();
                const std::string followed = m_follow ? *m_follow : std::string();
                const size_t before = m_out.pieces.size();
                if (try_cut(takes)) {
                    std::string piece = m_out.pieces[before].id;
                    if (taken == n || take_out(piece, n)) {
                        id = piece;
                        return {};
                    }
                }
                cluster() = saved;
                m_out.pieces.resize(before);
                if (m_follow) *m_follow = followed;
            }
        const Element* element = cluster().find(id);
        why.what = fmt::format("{} of {} {} cannot be split off: {}", n, all, title(*element), why.what);
        why.where = id;
        if (groups.size() > 1 && step > 1 && step < all)
            why.fix =
                fmt::format("take {} or a multiple of them: so many are connected to whole switches", step);
        return tl::unexpected(std::move(why));
    }

    /// Sets that are tried before a drawing counts as one that cannot be split: each may be split further, so
    /// that all of them would take time that doubles with every instance.
    static constexpr int most_tries = 256;

    const Catalog& m_catalog;
    SplitResult m_out;
    int m_tries = 0;
    std::string* m_follow = nullptr; ///< an element whose copy is wanted where its container is cut
};

Result<void> may_split(const Cluster& cluster, std::string_view id) {
    const auto containment = Containment::make(cluster);
    if (!containment) return tl::unexpected(containment.error());
    const Element* element = cluster.find(id);
    if (!element)
        return fail(std::string(id), fmt::format("no element has the id '{}'", id),
                    "name an element of the drawing");
    if (element->kind == ElementKind::cooling)
        return fail(element->id, "cooling units share their load as one pool",
                    "draw another cooling unit and lower the count of this one");
    if (element->kind == ElementKind::note) return fail(element->id, "a note stands for nothing", "");
    return {};
}

} // namespace

Result<SplitResult> split(const Cluster& cluster, const Catalog& catalog, std::string_view id, int n) {
    if (auto may = may_split(cluster, id); !may) return tl::unexpected(may.error());
    return Splitter(cluster, catalog).run(std::string(id), n);
}

Result<SplitResult> expand(const Cluster& cluster, const Catalog& catalog, std::string_view id, int most) {
    if (auto may = may_split(cluster, id); !may) return tl::unexpected(may.error());
    const Element& element = *cluster.find(id);
    if (element.count == 1 && cluster.instances(element) == 1)
        return fail(element.id, fmt::format("{} stands for one only", title(element)),
                    "choose an element with a count");
    double inside = 0;
    const auto containment = Containment::make(cluster);
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        for (int up = static_cast<int>(i); up >= 0; up = containment->parent(up))
            if (up == containment->index(id)) inside += 1;
    if (static_cast<double>(cluster.elements.size()) + (element.count - 1) * inside > most)
        return Splitter::too_many(element.id, most);
    return Splitter(cluster, catalog).expand(element.id, most);
}

} // namespace roofrack
