// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/p2p/node_groups.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace roofrack {

namespace {

/// "DGX-H100-07" → "DGX-H100-", 7. A name without a number at its end is itself, and alone.
std::pair<std::string, long long> numbered(const std::string& name) {
    constexpr size_t most_digits = 12;
    size_t digits = 0;
    while (digits < most_digits && digits < name.size() && name[name.size() - 1 - digits] >= '0' &&
           name[name.size() - 1 - digits] <= '9')
        ++digits;
    if (digits == 0 || digits == name.size()) return {name, -1};
    return {name.substr(0, name.size() - digits), std::stoll(name.substr(name.size() - digits))};
}

std::string without_separator(std::string stem) {
    while (stem.size() > 1 && std::string_view("-_. ").find(stem.back()) != std::string_view::npos)
        stem.pop_back();
    return stem;
}

class Grouping {
public:
    Grouping(const P2pFile& file, const std::vector<int>& gpus)
        : m_file(file)
        , m_gpus(gpus)
        , m_at(file.nodes.size()) {
        std::map<std::tuple<std::string, bool, bool, std::string>, size_t> known;
        for (size_t i = 0; i < file.nodes.size(); ++i) {
            const P2pNode& node = file.nodes[i];
            const auto [stem, number] = numbered(node.name);
            const auto [at, added] =
                known.try_emplace({stem, node.is_switch, node.is_storage, node.model}, m_members.size());
            if (added) m_members.emplace_back();
            m_members[at->second].push_back(i);
        }
        for (std::vector<size_t>& members : m_members)
            std::ranges::stable_sort(members, {},
                                     [&](size_t i) { return numbered(file.nodes[i].name).second; });
    }

    GroupedNodes find() {
        while (true) {
            const std::set<size_t> unfit = fit();
            if (unfit.empty()) break;
            for (const size_t group : unfit) divide(group);
        }
        for (const std::vector<size_t>& members : m_members) {
            const std::string& first = m_file.nodes[members.front()].name;
            m_out.groups.push_back(
                {members.size() == 1 ? first : without_separator(numbered(first).first), members});
        }
        return std::move(m_out);
    }

private:
    /// Cables between two groups, by their rate in bit/s; 0: not said.
    using Between = std::map<double, PairCounts>;

    /// Fits the links of all pairs of groups; the groups of those that follow no pattern.
    std::set<size_t> fit() {
        for (size_t group = 0; group < m_members.size(); ++group)
            for (size_t i = 0; i < m_members[group].size(); ++i)
                m_at[m_members[group][i]] = {group, static_cast<int64_t>(i)};
        std::vector<std::pair<size_t, size_t>> order; // as the file names them first
        std::map<std::pair<size_t, size_t>, Between> all;
        for (const P2pLink& link : m_file.links) {
            auto [a, i] = m_at[link.a];
            auto [b, j] = m_at[link.z];
            if (a == b ? i > j : all.contains({b, a})) std::swap(a, b), std::swap(i, j);
            const auto [at, added] = all.try_emplace({a, b});
            if (added) order.emplace_back(a, b);
            ++at->second[link.rate][{i, j}];
        }
        std::set<size_t> unfit;
        m_out.links.clear();
        for (const auto& pair : order) {
            Between& joined = all.at(pair);
            // Cables whose rate nobody says are as fast as the others, where these are equally fast.
            if (joined.size() == 2 && joined.begin()->first == 0) {
                for (const auto& [ends, count] : joined.begin()->second)
                    joined.rbegin()->second[ends] += count;
                joined.erase(joined.begin());
            }
            for (const auto& [rate, counts] : joined) fit(pair, rate, counts, unfit);
        }
        return unfit;
    }

    void fit(std::pair<size_t, size_t> pair, double rate, const PairCounts& counts, std::set<size_t>& unfit) {
        auto [a, b] = pair;
        const auto size = [&](size_t group) { return static_cast<int64_t>(m_members[group].size()); };
        const auto is_switch = [&](size_t group) { return m_file.nodes[m_members[group].front()].is_switch; };
        std::optional<std::vector<FittedLink>> links;
        if (a == b) {
            links = fit_self(counts, size(a), m_gpus[m_members[a].front()]);
        } else {
            PairCounts turned;
            for (const auto& [ends, count] : counts) turned[{ends.second, ends.first}] = count;
            // Rails lead from servers to switches.
            const bool first = !is_switch(a) || is_switch(b);
            links = first ? fit_pairs(counts, size(a), size(b)) : fit_pairs(turned, size(b), size(a));
            if (!first) std::swap(a, b);
            if (!links && is_switch(a) == is_switch(b)) {
                if (links = fit_pairs(turned, size(b), size(a)); links) std::swap(a, b);
            }
        }
        if (!links) {
            unfit.insert(a);
            unfit.insert(b);
            return;
        }
        for (FittedLink& link : *links)
            m_out.links.push_back({static_cast<int>(a), static_cast<int>(b), std::move(link), rate});
    }

    /// By how many cables of which rate each member has to which groups; where that tells none apart, each
    /// stands alone.
    void divide(size_t group) {
        if (m_members[group].size() == 1) return;
        using Signature = std::map<std::pair<size_t, double>, int>; // by the group at the other end, and rate
        std::map<size_t, Signature> cables;                         // by node
        for (const P2pLink& link : m_file.links) {
            if (m_at[link.a].first == group) ++cables[link.a][{m_at[link.z].first, link.rate}];
            if (m_at[link.z].first == group) ++cables[link.z][{m_at[link.a].first, link.rate}];
        }
        std::map<Signature, std::vector<size_t>> alike;
        for (const size_t node : m_members[group]) alike[cables[node]].push_back(node);
        std::vector<std::vector<size_t>> parts;
        if (alike.size() > 1)
            for (auto& [signature, members] : alike) parts.push_back(std::move(members));
        else
            for (const size_t node : m_members[group]) parts.push_back({node});
        if (alike.size() == 1) m_out.split += parts.size();
        // Ends of other groups keep their numbers: the first part takes the old one's.
        m_members[group] = std::move(parts.front());
        for (size_t i = 1; i < parts.size(); ++i) m_members.push_back(std::move(parts[i]));
    }

    const P2pFile& m_file;
    const std::vector<int>& m_gpus;
    std::vector<std::vector<size_t>> m_members;
    std::vector<std::pair<size_t, int64_t>> m_at; ///< group and place in it, by node
    GroupedNodes m_out;
};

} // namespace

GroupedNodes group_nodes(const P2pFile& file, const std::vector<int>& gpus) {
    return Grouping(file, gpus).find();
}

} // namespace roofrack
