// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/server_scenarios.h"

#include "core/answers/compare/comparison.h"
#include "core/answers/compare/equal_size.h"
#include "core/answers/design/fills_as_compared.h"
#include "core/answers/design/owned_servers.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/nearest.h"
#include "core/base/units/parallel_workers.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/saturated.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/project/address/input_field.h"
#include "core/drawing/templates/server_template.h"
#include "core/step/engine/evaluate.h"
#include "core/study/money/site_alternative.h"
#include "core/study/money/todays_cluster.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <thread>

namespace roofrack {

namespace {

using ServerParts = std::vector<const Part*>;

/// What to write instead of a name that no server has: only of those that can be compared.
std::string server_to_name(const std::string& name, const Catalog& catalog) {
    std::vector<std::string> ids;
    for (const Part* each : servers_to_compare(catalog)) ids.push_back(each->id);
    const std::string near = nearest(name, ids);
    return near.empty() ? "name one by its id; `catalog list --kind server` lists them"
                        : fmt::format("did you mean '{}'?", near);
}

Result<ServerParts> server_parts_of(const ServersAsked& asked, const Catalog& catalog) {
    if (asked.servers.empty())
        return fail("servers", "no server is named", "name one or more, as dgx-h100,gb200-nvl72");
    if (asked.servers.size() > most_compared)
        return fail("servers", fmt::format("{} servers are named", asked.servers.size()),
                    fmt::format("up to {} stand side by side", most_compared));
    ServerParts out;
    for (const std::string& name : asked.servers) {
        const Part* const part = catalog.part(PartKind::server, name);
        if (!part)
            return fail("servers", fmt::format("the catalogue has no one server '{}'", name),
                        server_to_name(name, catalog));
        if (!is_sold_server(*part, catalog))
            return fail("servers",
                        fmt::format("{} is not a server with GPUs that is sold as a whole", part->name),
                        "name the rack that it is a part of, or another server");
        if (std::ranges::find(out, part) != out.end())
            return fail("servers", fmt::format("{} is named twice", part->name), "name each once");
        out.push_back(part);
    }
    return out;
}

/// None: it is not said.
Result<std::optional<double>> power_of(const ServersAsked& asked) {
    if (asked.power.empty()) return std::optional<double>();
    const auto power = parse_amount(EqualBy::power, asked.power, "power");
    if (!power) return tl::unexpected(power.error());
    constexpr double most = 100e9; // W: drawings of more would have millions of servers
    if (*power > most)
        return fail("power", fmt::format("{} are more than any site has", asked.power),
                    "give 100 GW at most");
    return std::optional(*power);
}

/// One or more, and not more than a project keeps at the address.
Result<double> asked_amount(const std::string& text, const char* where, const Scenario& scenario,
                            std::string_view address, const Catalog& catalog) {
    const auto value = parse_quantity(text, Dimension::number, where);
    if (!value) return value;
    if (!(*value >= 1)) return fail(where, fmt::format("'{}' is less than one", text), "give how many");
    const auto field = InputField::find(scenario, address, catalog);
    if (field && *value > field->most())
        return fail(where, fmt::format("'{}' is more than a project can have", text),
                    fmt::format("give {} at most", format_count(field->most())));
    if (field && field->is_whole() && *value != std::floor(*value))
        return fail(where, fmt::format("'{}' is not a whole number", text), "write one without a fraction");
    return value;
}

/// The batch of a template as a power of two, which divides among the replicas of any of the servers; of a
/// model of tokens not above the largest batch that Llama 3 405B was trained with, 16M tokens (arXiv
/// 2407.21783).
double template_batch(const Workload& work, const Catalog& catalog) {
    constexpr double most_tokens = 16.0 * 1024 * 1024;
    const double wanted = std::clamp(work.global_batch, 1.0, 1e9);
    double out = static_cast<double>(std::bit_ceil(static_cast<unsigned>(std::ceil(wanted))));
    const ModelSpec* const model = catalog.model(work.model);
    if (!model || !model->transformer) return out;
    const double sequence = work.sequence > 0 ? work.sequence : model->default_sequence;
    while (out > 1 && out * sequence > most_tokens) out /= 2;
    return out;
}

/// The work that all do, drawn with the first server at about the size that the power feeds: the model, where
/// none is named, and the batch follow the size.
Result<Scenario> work_asked(const ServersAsked& asked, const Part& first, double power,
                            const Catalog& catalog) {
    TemplateSettings settings;
    if (!asked.model.empty()) settings["model"] = asked.model;
    constexpr double plant = 1.25; // W at the meter a W of servers, to begin with
    int count =
        saturated<int>(std::floor(power / (plant * std::max(1.0, first.value_or("max_power", 10e3)))));
    Result<Project> made =
        fail("power", fmt::format("{} feed not one {}", asked.power, first.name), "give more power");
    // A count with many factors; where no template draws it, half of it.
    if (count > 0) count = static_cast<int>(std::bit_ceil(static_cast<unsigned>(count)));
    const auto is_settled = [&] { return made || made.error().where == "model"; };
    for (; count > 0 && !is_settled(); count /= 2)
        for (const std::string& name : templates_for(first)) {
            made = project_of_servers(first, count, name, settings, catalog);
            if (is_settled()) break;
        }
    if (!made) return tl::unexpected(made.error());
    Scenario out = std::move(made->scenarios.front());
    if (!asked.tokens.empty()) {
        const auto tokens = asked_amount(asked.tokens, "tokens", out, "/workload/token_budget", catalog);
        if (!tokens) return tl::unexpected(tokens.error());
        out.workload.token_budget = *tokens;
    }
    if (!asked.batch.empty()) {
        const auto batch = asked_amount(asked.batch, "batch", out, "/workload/global_batch", catalog);
        if (!batch) return tl::unexpected(batch.error());
        out.workload.global_batch = *batch;
    } else {
        out.workload.global_batch = template_batch(out.workload, catalog);
    }
    return out;
}

Evaluation quickly_evaluated(const Prepared& prepared) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(prepared, options);
}

/// What is there draws so much where nothing holds it down.
Evaluation freely_evaluated(const Prepared& prepared, const Catalog& catalog) {
    Scenario scenario = prepared.scenario();
    scenario.site.power_limit.reset();
    const auto freely = prepared.with(std::move(scenario), catalog);
    return quickly_evaluated(freely ? *freely : prepared);
}

/// Each server as a scenario that does the work of `base`, in its place or beside what it draws. Where
/// `power` is none, they draw what `base` does.
Result<std::vector<Scenario>> filled_servers(const Scenario& base, std::optional<double> power,
                                             const ServerParts& servers, FillPlace place,
                                             const Catalog& catalog, const std::stop_token& stop) {
    Scenario sized = base;
    if (power) sized.site.power_limit = Watts(*power);
    const auto prepared = Prepared::make(sized, catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    const bool is_beside = place == FillPlace::beside;
    const Evaluation evaluation =
        is_beside ? freely_evaluated(*prepared, catalog) : quickly_evaluated(*prepared);
    if (!sized.site.power_limit && !(evaluation.power.metered > Watts(0)))
        return fail("power", fmt::format("“{}” draws no power", base.name),
                    "say what each may draw, as 20 MW");
    std::vector<SiteAlternative> found(servers.size());
    std::vector<Scenario> out(servers.size());
    const auto fill = [&](size_t i) {
        found[i] =
            fill_as_compared(*prepared, evaluation, *servers[i], base.site.power_limit, place, catalog, stop);
        if (!found[i].scenario || !found[i].runs()) return;
        out[i] = *found[i].scenario;
        out[i].name = servers[i]->name;
        out[i].site.power_limit = base.site.power_limit;
    };
    std::atomic<size_t> next = 0;
    run_parallel_workers(std::min<size_t>(servers.size(), std::max(1U, std::thread::hardware_concurrency())),
                         [&] {
                             for (size_t i = next++; i < servers.size() && !stop.stop_requested(); i = next++)
                                 fill(i);
                         });
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    for (size_t i = 0; i < servers.size(); ++i)
        if (!found[i].scenario || !found[i].runs())
            return fail("servers",
                        fmt::format("{}: {}", servers[i]->name,
                                    found[i].reason.empty() ? "it does not run" : found[i].reason),
                        "leave it out, or give other power or another model");
    return out;
}

/// The scenario with what is there already alone, by a plan that runs on it.
Result<Scenario> kept_alone(const Scenario& open, const Catalog& catalog, const std::stop_token& stop) {
    Scenario kept = open; // what is to be sold is not kept
    if (has_sold(kept.cluster)) set_sold_aside(kept.cluster);
    kept.cluster.sold.clear();
    kept.cluster.sold_links.clear();
    const auto prepared = Prepared::make(kept, catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    const TodaysDrawing today = todays_drawing(*prepared, catalog, stop);
    if (!today.prepared)
        return fail("owned", fmt::format("what is there already in “{}”: {}", open.name, today.reason),
                    "have it left out or sold");
    return today.prepared->scenario();
}

} // namespace

std::vector<const Part*> servers_to_compare(const Catalog& catalog) {
    ServerParts out;
    for (const Part& part : catalog.parts())
        if (is_sold_server(part, catalog)) out.push_back(&part);
    return out;
}

Result<Project> compared_servers(const ServersAsked& asked, const Catalog& catalog,
                                 const std::stop_token& stop) {
    const auto servers = server_parts_of(asked, catalog);
    if (!servers) return tl::unexpected(servers.error());
    const auto power = power_of(asked);
    if (!power) return tl::unexpected(power.error());
    if (!*power) return fail("power", "it is not said how much power each may draw", "say it, as 20 MW");
    const auto base = work_asked(asked, *servers->front(), **power, catalog);
    if (!base) return tl::unexpected(base.error());
    auto scenarios = filled_servers(*base, *power, *servers, FillPlace::instead, catalog, stop);
    if (!scenarios) return tl::unexpected(scenarios.error());
    Project out;
    std::vector<std::string> names;
    for (const Scenario& each : *scenarios) names.push_back(each.name);
    out.name = fmt::format("{} at {}", fmt::join(names, ", "), asked.power);
    out.comparison = at_equal_power({}, names.front(), asked.power);
    out.scenarios = std::move(*scenarios);
    return out;
}

Result<std::vector<Scenario>> servers_beside(const Scenario& open, const ServersAsked& asked,
                                             const Catalog& catalog, const std::stop_token& stop) {
    for (const auto& [text, where] : {std::pair(&asked.model, "model"), std::pair(&asked.tokens, "tokens"),
                                      std::pair(&asked.batch, "batch")})
        if (!text->empty())
            return fail(where, "the servers do the work of the scenario that they stand beside",
                        "leave it out, or change it there");
    const auto servers = server_parts_of(asked, catalog);
    if (!servers) return tl::unexpected(servers.error());
    const auto power = power_of(asked);
    if (!power) return tl::unexpected(power.error());
    const std::string there = owned_servers_text(open.cluster);
    const bool is_kept = asked.owned == OwnedServers::kept, is_sold = asked.owned == OwnedServers::sold;
    if (is_kept && there.empty())
        return fail("owned", fmt::format("“{}” says of no server that it is there already", open.name),
                    "say so as the Ownership of its racks");
    const auto base = is_kept ? kept_alone(open, catalog, stop) : Result<Scenario>(open);
    if (!base) return tl::unexpected(base.error());
    auto out = filled_servers(*base, *power, *servers, is_kept ? FillPlace::beside : FillPlace::instead,
                              catalog, stop);
    if (!out || there.empty()) return out;
    const std::string_view fate = is_kept ? "kept" : is_sold ? "sold" : "left out";
    for (Scenario& each : *out) {
        each.name = fmt::format("{}, {} {}", each.name, there, fate);
        if (is_sold) each.cluster = with_owned_sold(open.cluster, std::move(each.cluster));
    }
    return out;
}

std::string_view name_of(OwnedServers owned) {
    switch (owned) {
    case OwnedServers::sold: return "sold";
    case OwnedServers::kept: return "kept";
    case OwnedServers::left_out: break;
    }
    return "left-out";
}

std::string equal_power_of(const Scenario& open, const ServersAsked& asked) {
    constexpr int digits = 9; // all of what a site delivers
    if (!asked.power.empty() || asked.owned != OwnedServers::kept || !open.site.power_limit)
        return asked.power;
    return amount_text(EqualBy::power, open.site.power_limit->si(), digits);
}

ComparisonChoice at_equal_power(ComparisonChoice kept, const std::string& reference,
                                const std::string& power) {
    if (kept.reference.empty()) kept.reference = reference;
    kept.at_equal = name_of(EqualBy::power);
    kept.at = power;
    return kept;
}

} // namespace roofrack
