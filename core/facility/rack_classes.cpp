// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/rack_classes.h"

#include <bit>
#include <cstdint>
#include <map>

namespace roofrack {

namespace {

/// Numbers of which those equal to 12 digits are the same.
using Key = std::vector<std::uint64_t>;

void add(Key& key, double value) {
    constexpr std::uint64_t rest = 0xfff;
    key.push_back((std::bit_cast<std::uint64_t>(value + 0.0) + rest / 2) & ~rest);
}

void add(Key& key, const std::optional<double>& value) {
    key.push_back(value ? 1 : 0);
    add(key, value.value_or(0));
}

Key key_of(const ServerModel& server) {
    Key key;
    key.reserve(25);
    const ServerPower& power = server.server;
    for (const double value : {server.gpus,       server.law.idle,     server.law.dynamic,
                               server.law.knee,   server.law.exponent, server.idle_temperature,
                               server.cap,        server.limit,        server.base,
                               server.resistance, server.air_share,    server.inlet_excess,
                               power.cpu_idle,    power.cpu_max,       power.memory,
                               power.nics,        power.nv_switches,   power.other,
                               power.fan_max,     power.max_power,     power.supplies.rating})
        add(key, value);
    add(key, server.standing ? std::optional(server.standing->plug) : std::nullopt);
    add(key, server.standing ? server.standing->at_tdp : 0);
    key.push_back((server.software_cap ? 1 : 0) + (server.group >= 0 ? 2 : 0));
    key.push_back(server.group >= 0 ? static_cast<std::uint64_t>(server.pace) : 0);
    return key;
}

/// The rack without its servers.
Key key_of(const RackModel& rack) {
    Key key;
    for (const double value : {rack.fixed, rack.power_limit, rack.limit_after_worst_failure, rack.air_limit,
                               rack.liquid_limit, rack.heat_limit})
        add(key, value);
    for (const auto& value : {rack.inlet, rack.inlet_limit, rack.coolant}) add(key, value);
    key.push_back(rack.loop_missing ? 1 : 0);
    return key;
}

} // namespace

RackClasses RackClasses::of(std::span<const RackModel> racks, size_t groups) {
    RackClasses out;
    out.of_group.assign(groups, -1);
    std::map<Key, int> kinds;               // kinds of servers
    std::map<Key, size_t> known;            // classes
    std::vector<std::vector<int>> kinds_of; // kinds of the servers of each class
    std::vector<int> server_kinds, merged;
    for (size_t r = 0; r < racks.size(); ++r) {
        const RackModel& rack = racks[r];
        RackModel model = rack;
        model.servers.clear();
        merged.clear();
        server_kinds.clear();
        for (const ServerModel& server : rack.servers) {
            const int kind = kinds.emplace(key_of(server), static_cast<int>(kinds.size())).first->second;
            server_kinds.push_back(kind);
            if (const auto same = std::ranges::find(merged, kind); same != merged.end()) {
                model.servers[static_cast<size_t>(same - merged.begin())].per_rack += server.per_rack;
            } else {
                merged.push_back(kind);
                model.servers.push_back(server);
            }
        }
        Key key = key_of(rack);
        for (size_t s = 0; s < merged.size(); ++s) {
            key.push_back(static_cast<std::uint64_t>(merged[s]));
            add(key, model.servers[s].per_rack);
        }
        const auto [found, added] = known.emplace(std::move(key), out.classes.size());
        if (added) {
            for (ServerModel& server : model.servers)
                if (server.group >= 0) server.group = static_cast<int>(out.slots++);
            model.count = 0;
            out.classes.push_back({std::move(model), static_cast<int>(r)});
            kinds_of.push_back(merged);
        }
        RackClass& home = out.classes[found->second];
        home.model.count += rack.count;
        out.of_rack.push_back(static_cast<int>(found->second));
        for (size_t s = 0; s < rack.servers.size(); ++s) {
            const int group = rack.servers[s].group;
            if (group < 0) continue;
            const auto& order = kinds_of[found->second];
            const auto at = std::ranges::find(order, server_kinds[s]) - order.begin();
            out.of_group[static_cast<size_t>(group)] = home.model.servers[static_cast<size_t>(at)].group;
        }
    }
    return out;
}

RackSets RackSets::all(const RackClasses& classes) {
    RackSets out;
    for (size_t c = 0; c < classes.classes.size(); ++c)
        out.lots.push_back({c, classes.classes[c].model.count, {}});
    out.of_rack = classes.of_rack;
    return out;
}

RackSets RackSets::of(const RackClasses& classes, std::span<const RackModel> racks,
                      std::span<const double> group_gpus, double active_gpus) {
    std::vector<double> busy(group_gpus.size(), 0.0);
    bool all_work = true;
    for (size_t g = 0; g < busy.size(); ++g) {
        if (group_gpus[g] > 0) busy[g] = std::clamp(active_gpus / group_gpus[g], 0.0, 1.0);
        active_gpus -= group_gpus[g];
        if (group_gpus[g] > 0 && busy[g] < 1) all_work = false;
    }
    if (all_work) return all(classes);

    RackSets out;
    std::map<std::vector<double>, int> known; // class and shares → lot
    std::vector<double> key, working, standing;
    for (size_t r = 0; r < racks.size(); ++r) {
        const auto c = static_cast<size_t>(classes.of_rack[r]);
        const RackModel& model = classes.classes[c].model;
        const auto place = [&](int group) {
            const int slot = classes.of_group[static_cast<size_t>(group)];
            return static_cast<size_t>(std::ranges::find(model.servers, slot, &ServerModel::group) -
                                       model.servers.begin());
        };
        working.assign(model.servers.size(), 0);
        standing.assign(model.servers.size(), 0);
        for (const ServerModel& server : racks[r].servers) {
            if (server.group < 0) continue;
            const size_t at = place(server.group);
            working[at] += server.per_rack * busy[static_cast<size_t>(server.group)];
            standing[at] += server.per_rack;
        }
        key.assign(1, static_cast<double>(c));
        bool whole = true;
        for (size_t s = 0; s < working.size(); ++s) {
            key.push_back(standing[s] > 0 ? working[s] / standing[s] : 1);
            whole = whole && key.back() >= 1;
        }
        const auto [found, added] = known.emplace(key, static_cast<int>(out.lots.size()));
        if (added) {
            RackSet lot{c, 0, {}};
            if (!whole) {
                std::vector<double>& shares = out.shares.emplace_back(classes.slots, 1.0);
                for (size_t s = 0; s < model.servers.size(); ++s)
                    if (model.servers[s].group >= 0)
                        shares[static_cast<size_t>(model.servers[s].group)] = key[s + 1];
                lot.busy = shares;
            }
            out.lots.push_back(lot);
        }
        out.lots[static_cast<size_t>(found->second)].count += racks[r].count;
        out.of_rack.push_back(found->second);
    }
    return out;
}

} // namespace roofrack
