// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/p2p/pair_fit.h"

#include "core/drawing/torus/torus_cables.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// All pairs have as many cables; 0: they differ.
int common_count(const PairCounts& pairs) {
    const int count = pairs.begin()->second;
    return std::ranges::all_of(pairs, [&](const auto& each) { return each.second == count; }) ? count : 0;
}

/// Every first has `count` cables to one second, neighbours share one. Arguments as LinkSpan has them.
bool is_each(const PairCounts& pairs, int64_t a, int64_t b, bool swapped) {
    if (static_cast<int64_t>(pairs.size()) != a) return false;
    return std::ranges::all_of(pairs, [&](const auto& each) {
        const auto [i, j] = swapped ? std::pair(each.first.second, each.first.first) : each.first;
        return j == i * b / a;
    });
}

/// Cable k of every first goes to member k of its group of `rails` seconds.
bool is_rail(const PairCounts& pairs, int64_t a, int64_t b, int64_t rails) {
    if (rails < 1 || static_cast<int64_t>(pairs.size()) != a * rails) return false;
    const int64_t groups = std::max<int64_t>(1, b / rails);
    return std::ranges::all_of(pairs, [&](const auto& each) {
        const auto [i, j] = each.first;
        const int64_t group = i * groups / a;
        const int64_t rail = (j - group * rails % b + b) % b;
        return each.second == 1 && rail < rails;
    });
}

/// All of a block to all of the other's, and nothing between blocks.
bool is_mesh(const PairCounts& pairs, int64_t a, int64_t b, int64_t blocks) {
    if (a % blocks != 0 || b % blocks != 0) return false;
    if (static_cast<int64_t>(pairs.size()) != a * b / blocks) return false;
    return std::ranges::all_of(pairs, [&](const auto& each) {
        return each.first.first * blocks / a == each.first.second * blocks / b;
    });
}

/// All of a block of one group to each other.
bool is_own_mesh(const PairCounts& pairs, int64_t a, int64_t blocks) {
    if (a % blocks != 0) return false;
    const int64_t size = a / blocks;
    if (static_cast<int64_t>(pairs.size()) != blocks * (size * (size - 1) / 2)) return false;
    return std::ranges::all_of(
        pairs, [&](const auto& each) { return each.first.first / size == each.first.second / size; });
}

/// What LinkPattern::mesh lays between groups of `size` routers.
bool is_between_groups(const PairCounts& pairs, int64_t a, int64_t size, int& count) {
    const int64_t groups = a / size;
    PairCounts laid;
    for (int64_t i = 0; i < groups; ++i)
        for (int64_t j = i + 1; j < groups; ++j) laid[{i * size + j % size, j * size + i % size}] += 1;
    if (laid.size() != pairs.size()) return false;
    count = 0;
    for (auto [one, other] = std::pair(laid.begin(), pairs.begin()); one != laid.end(); ++one, ++other) {
        if (one->first != other->first || other->second % one->second != 0) return false;
        const int each = other->second / one->second;
        if (count != 0 && count != each) return false;
        count = each;
    }
    return count > 0;
}

/// Ordered factors of a number, 1 to 4 of them, each at least 2.
void add_factors(int64_t rest, std::vector<int>& head, std::vector<std::vector<int>>& out) {
    if (!head.empty() && rest == 1) out.push_back(head);
    if (head.size() == 4 || rest == 1) return;
    for (int64_t factor = 2; factor <= rest; ++factor) {
        if (rest % factor != 0) continue;
        head.push_back(static_cast<int>(factor));
        add_factors(rest / factor, head, out);
        head.pop_back();
    }
}

std::optional<FittedLink> fit_torus(const PairCounts& pairs, int64_t a, int64_t crossings, int gpus) {
    if (crossings > 100'000) return std::nullopt;
    double cables = 0;
    for (const auto& [pair, count] : pairs) cables += count;
    std::vector<std::vector<int>> candidates;
    std::vector<int> head;
    add_factors(crossings, head, candidates);
    // Several may be wired alike: the evenest with the fewest axes is meant.
    std::ranges::stable_sort(candidates, {}, [](const std::vector<int>& dims) {
        const auto [least, most] = std::ranges::minmax(dims);
        return std::pair(static_cast<double>(most) / least, dims.size());
    });
    for (const std::vector<int>& dims : candidates) {
        const auto torus = TorusCables::make(dims, static_cast<double>(a), gpus);
        if (!torus || torus->count() <= 0 || std::fmod(cables, torus->count()) != 0) continue;
        const int count = static_cast<int>(cables / torus->count());
        PairCounts laid;
        torus->visit(1e18, [&](double i, double j) {
            const auto one = static_cast<int64_t>(std::min(i, j)),
                       other = static_cast<int64_t>(std::max(i, j));
            laid[{one, other}] += count;
        });
        if (laid == pairs) return FittedLink{LinkPattern::torus, count, dims, 1, false};
    }
    return std::nullopt;
}

} // namespace

std::optional<std::vector<FittedLink>> fit_pairs(const PairCounts& pairs, int64_t a, int64_t b) {
    const int count = common_count(pairs);
    if (count == 0) return std::nullopt;
    const auto one = [](FittedLink link) { return std::vector{std::move(link)}; };
    const bool swapped = a < b;
    if (swapped ? is_each(pairs, b, a, true) : is_each(pairs, a, b, false))
        return one({LinkPattern::each, count, {}, 1, false});
    const auto pairs_all = static_cast<int64_t>(pairs.size());
    if (is_mesh(pairs, a, b, 1)) return one({LinkPattern::mesh, count, {}, 1, false});
    if (count == 1 && pairs_all % a == 0 && is_rail(pairs, a, b, pairs_all / a))
        return one({LinkPattern::rail, static_cast<int>(pairs_all / a), {}, 1, false});
    if (pairs_all > 0 && a * b % pairs_all == 0 && is_mesh(pairs, a, b, a * b / pairs_all))
        return one({LinkPattern::mesh, count, {}, a * b / pairs_all, false});
    return std::nullopt;
}

std::optional<std::vector<FittedLink>> fit_self(const PairCounts& pairs, int64_t a, int gpus) {
    for (int64_t blocks = 1; blocks < a; ++blocks) {
        if (a % blocks != 0) continue;
        if (const int count = common_count(pairs); count > 0 && is_own_mesh(pairs, a, blocks))
            return std::vector{FittedLink{LinkPattern::mesh, count, {}, blocks, false}};
        const int64_t size = a / blocks;
        PairCounts inside, across;
        for (const auto& each : pairs)
            (each.first.first / size == each.first.second / size ? inside : across).insert(each);
        if (blocks < 2 || across.empty()) continue;
        int across_each = 0;
        if (!is_between_groups(across, a, size, across_each)) continue;
        std::vector<FittedLink> out;
        if (!inside.empty()) {
            const int count = common_count(inside);
            if (count == 0 || !is_own_mesh(inside, a, blocks)) continue;
            out.push_back({LinkPattern::mesh, count, {}, blocks, false});
        }
        out.push_back({LinkPattern::mesh, across_each, {}, blocks, true});
        return out;
    }
    // One cable each between chips is told apart from as many between their servers by the count alone.
    const auto of_chips = gpus > 1 ? fit_torus(pairs, a, a * gpus, gpus) : std::nullopt;
    if (of_chips && of_chips->count == 1) return std::vector{*of_chips};
    if (const auto of_servers = fit_torus(pairs, a, a, gpus)) return std::vector{*of_servers};
    if (of_chips) return std::vector{*of_chips};
    return std::nullopt;
}

} // namespace roofrack
