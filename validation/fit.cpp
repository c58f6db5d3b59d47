// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/fit.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

/// Quadratic for small errors, linear with a smaller slope beyond 30 %: a few odd runs do not bend a family.
double run_loss(double predicted, double published) {
    const double e = std::abs(std::log(predicted / published));
    if (!std::isfinite(e)) return 10;
    return e < 0.3 ? 5 * e * e + e : 0.75 + 1.5 * (e - 0.3);
}

template<class Entries>
auto* named(Entries& entries, std::string_view name) {
    using Entry = typename Entries::value_type;
    const auto it = std::ranges::find(entries, name, &Entry::name);
    return it == entries.end() ? nullptr : &*it;
}

} // namespace

double FitParameter::value(const CostParameters& parameters) const {
    if (field.generation) return named(parameters.generations, name)->*field.generation;
    return named(parameters.software, name)->*field.software;
}

void FitParameter::set(CostParameters& parameters, double value) const {
    const auto put = [&](std::string_view of) {
        if (field.generation) {
            if (GenerationParameters* g = named(parameters.generations, of)) g->*field.generation = value;
        } else if (SoftwareParameters* s = named(parameters.software, of)) {
            s->*field.software = value;
        }
    };
    put(name);
    for (const std::string& other : also) put(other);
}

bool FitParameter::concerns(std::string_view generation, std::string_view family) const {
    const std::string_view own = field.generation ? generation : family;
    return own == name || std::ranges::find(also, own) != also.end();
}

Result<FitSetup> FitSetup::parse(std::string_view text, std::string_view where) {
    const auto json = json_or_discarded(text);
    if (!json.is_object() || !json.contains("parameters"))
        return fail(std::string(where), "no list 'parameters'", "list the fitted factors");
    FitSetup out;
    out.strength = json.value("strength", out.strength);
    CostParameters known = CostParameters::built_in();
    for (const auto& entry : json["parameters"]) {
        FitParameter p;
        p.name = entry.value("name", "");
        const std::string key = entry.value("key", "");
        const bool of_generation = entry.value("of", "") == "generation";
        const auto& fields = parameter_fields();
        const auto field = std::ranges::find(fields, std::string_view(key), &ParameterField::key);
        const bool exists = of_generation ? named(known.generations, p.name) != nullptr
                                          : named(known.software, p.name) != nullptr;
        if (field == fields.end() || !exists || (of_generation ? !field->generation : !field->software))
            return fail(std::string(where), "no factor '" + key + "' of '" + p.name + "'",
                        "name a factor of parameters.json");
        p.field = *field;
        p.also = entry.value("also", std::vector<std::string>());
        p.prior = entry.value("prior", 0.0);
        p.low = entry.value("low", 0.0);
        p.high = entry.value("high", 0.0);
        if (!(p.low < p.high))
            return fail(std::string(where), "empty range of '" + key + "'", "give low < high");
        out.parameters.push_back(std::move(p));
    }
    return out;
}

const FitSetup& FitSetup::built_in() {
    static const FitSetup setup = parse_embedded("resources/cost/priors.json", parse);
    return setup;
}

const FitSetup& FitSetup::other_vendors() {
    static const FitSetup setup = parse_embedded(vendor_priors_file, parse);
    return setup;
}

RunConfig completed(const FitRun& run, const CostParameters& parameters) {
    RunConfig config = run.config;
    config.machine = *make_machine(*run.accelerator, parameters);
    config.software = &parameters.stack(run.software, run.accelerator->vendor);
    choose_missing_settings(config);
    return config;
}

double predict(const FitRun& run, const CostParameters& parameters) {
    return predict_step(completed(run, parameters));
}

CostParameters fit(std::span<const FitRun> runs, const FitSetup& setup, CostParameters parameters,
                   std::string_view held_out, int rounds, const std::stop_token& stop) {
    std::vector<bool> left_out;
    for (const FitRun& run : runs) left_out.push_back(run.series == held_out);
    return fit(runs, setup, std::move(parameters), left_out, rounds, stop);
}

CostParameters fit(std::span<const FitRun> runs, const FitSetup& setup, CostParameters parameters,
                   const std::vector<bool>& left_out, int rounds, const std::stop_token& stop) {
    std::map<std::string_view, double> series_size;
    for (size_t i = 0; i < runs.size(); ++i)
        if (!left_out[i]) series_size[runs[i].series] += 1;
    std::vector<double> weight(runs.size()), losses(runs.size());
    double total_weight = 0;
    for (size_t i = 0; i < runs.size(); ++i) {
        weight[i] = left_out[i] ? 0 : 1 / series_size[runs[i].series];
        total_weight += weight[i];
        if (weight[i] > 0) losses[i] = run_loss(predict(runs[i], parameters), runs[i].published);
    }
    // A factor moves only the runs of its generation or family.
    std::vector<std::vector<size_t>> informed(setup.parameters.size());
    std::vector<double> step(setup.parameters.size(), 0.15);
    for (size_t k = 0; k < setup.parameters.size(); ++k)
        for (size_t i = 0; i < runs.size(); ++i)
            if (weight[i] > 0 && setup.parameters[k].concerns(
                                     runs[i].accelerator->text_or("architecture", ""),
                                     parameters.stack(runs[i].software, runs[i].accelerator->vendor).name))
                informed[k].push_back(i);

    // A factor that no longer moves is not tried again before one of its runs does: it would fail again.
    constexpr double finest = 0.005;
    std::vector<int> moved(runs.size(), 0), failed(setup.parameters.size(), -1);
    int moves = 0;
    const auto stands_still = [&](size_t k) {
        return std::ranges::none_of(informed[k], [&](size_t i) { return moved[i] > failed[k]; });
    };

    std::vector<double> trial(runs.size());
    for (int round = 0; round < rounds; ++round)
        for (size_t k = 0; k < setup.parameters.size() && !stop.stop_requested(); ++k) {
            if (informed[k].empty() || (failed[k] >= 0 && stands_still(k))) continue;
            const FitParameter& p = setup.parameters[k];
            const double before = p.value(parameters), range = p.high - p.low;
            const auto penalty = [&](double at) {
                return setup.strength * (at - p.prior) * (at - p.prior) / (range * range);
            };
            bool better = false;
            for (const double direction : {1.0, -1.0}) {
                const double value = std::clamp(before + direction * step[k] * range, p.low, p.high);
                if (value == before) continue;
                p.set(parameters, value);
                double change = 0;
                for (const size_t i : informed[k]) {
                    trial[i] = run_loss(predict(runs[i], parameters), runs[i].published);
                    change += weight[i] * (trial[i] - losses[i]);
                }
                if (change / total_weight + penalty(value) - penalty(before) < -1e-6) {
                    ++moves;
                    for (const size_t i : informed[k]) losses[i] = trial[i], moved[i] = moves;
                    better = true;
                    break;
                }
            }
            if (!better) p.set(parameters, before);
            failed[k] = !better && step[k] <= finest ? moves : -1;
            step[k] = better ? std::min(0.4, 1.4 * step[k]) : std::max(finest, 0.55 * step[k]);
        }
    return parameters;
}

} // namespace roofrack
