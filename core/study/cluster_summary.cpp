// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/cluster_summary.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/sentence.h"
#include "core/base/units/word_list.h"
#include "core/drawing/bill/bill_text.h"
#include "core/drawing/containment.h"
#include "core/study/verdict.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

/// "Spine" of "Spine 2", which is one of several groups.
std::string name_of_groups(const std::string& name) {
    const size_t last = name.find_last_not_of("0123456789");
    const bool is_numbered = last != std::string::npos && last > 0 && last + 1 < name.size();
    return is_numbered && name[last] == ' ' ? name.substr(0, last) : name;
}

std::vector<ClusterSummary::Switches> switches_of(const Cluster& cluster, const BillOfMaterials& bill) {
    std::vector<ClusterSummary::Switches> out;
    const auto containment = Containment::make(cluster);
    if (!containment) return out;
    std::map<std::pair<int, std::string>, size_t> rows; // by tier and name of all groups
    std::set<std::string> counted;                      // some are there and some are bought: two rows
    for (const BillRow& row : bill.rows) {
        if (row.group != BillGroup::switch_ || row.procurement == Procurement::sell) continue;
        for (const std::string& id : row.drawn) {
            if (!counted.insert(id).second) continue;
            const int drawn = containment->index(id);
            const std::string name = name_of_groups(title(cluster.at(drawn)));
            const auto [same, is_new] = rows.try_emplace({row.tier, name}, out.size());
            if (is_new) out.push_back({row.tier, name, 0});
            out[same->second].count += containment->instances(drawn);
        }
    }
    return out;
}

/// "16 spine and 32 leaf switches".
std::string switches_text(const std::vector<ClusterSummary::Switches>& switches) {
    std::vector<std::string> words;
    for (const ClusterSummary::Switches& each : switches)
        words.push_back(format_count(each.count) + " " + in_sentence(each.name));
    const std::string& last = switches.back().name;
    const bool is_named = last.ends_with("witch") || last.ends_with("outer");
    const std::string_view plural = switches.back().count == 1 ? "" : last.ends_with("outer") ? "s" : "es";
    return word_list(words) + (is_named ? "" : " switch") + std::string(plural);
}

} // namespace

ClusterSummary cluster_summary(const Scenario& scenario, const Catalog& catalog) {
    ClusterSummary out;
    if (const auto bill = bill_of_materials(scenario.cluster, catalog)) {
        out.totals = bill->totals;
        out.switches = switches_of(scenario.cluster, *bill);
    }
    out.evaluation = verdict(scenario, catalog);
    // The scale-up domain's border is no oversubscription of the network.
    for (size_t i = 1; i < out.evaluation.levels.size(); ++i) {
        const FabricLevel& level = out.evaluation.levels[i];
        if (level.oversubscription <= out.oversubscription * 1.005) continue;
        if (out.evaluation.levels[i - 1].link_class == LinkClass::pcie) continue;
        out.oversubscription = level.oversubscription;
        out.oversubscribed = level.name;
        out.is_torus = level.link_class == LinkClass::ici;
    }
    return out;
}

std::vector<std::pair<std::string, std::string>> figure_lines(const ClusterSummary& figures) {
    const BillTotals& totals = figures.totals;
    const Evaluation& step = figures.evaluation;
    std::vector<std::pair<std::string, std::string>> out;
    const auto add = [&](std::string label, std::string value) {
        out.emplace_back(std::move(label), std::move(value));
    };
    add("GPUs", format_count(totals.gpus));
    add("Servers", format_count(totals.servers));
    add("Switches", figures.switches.empty() ? "none" : switches_text(figures.switches));
    add("Optics", totals.optics > 0 ? format_count(totals.optics) : "none");
    add("Cables", totals.cables > 0 ? fmt::format("{}, {}", format_count(totals.cables),
                                                  cable_length_text(totals.cable_length))
                                    : "none");
    add("Oversubscription",
        figures.oversubscribed.empty()
            ? std::string("1:1")
            : fmt::format("{:.3g}:1 {} {}", figures.oversubscription, figures.is_torus ? "out of a" : "above",
                          figures.oversubscribed));
    add("IT power", format_quantity(step.power.it.si(), Dimension::power));
    if (!step.feasible) {
        add("Step time", step.binds.empty() ? "cannot run" : "does not fit");
        if (!step.findings.empty()) add("Because", step.findings.front().message);
        return out;
    }
    constexpr int digits = 3; // as in the status bar
    std::string time = format_quantity(step.step_time.si(), Dimension::time, digits);
    if (step.regime) time += fmt::format(", {}", name_of(*step.regime));
    add("Step time", std::move(time));
    if (!step.binds.empty()) add("Binds", step.binds);
    return out;
}

} // namespace roofrack
