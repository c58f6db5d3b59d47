// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/audit.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

struct Meaning {
    std::string unit, meaning;
};

nlohmann::json embedded_json(std::string_view path) {
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == path) return json_or_discarded(file.contents);
    return {};
}

std::map<std::string, Meaning> meanings() {
    std::map<std::string, Meaning> out;
    const nlohmann::json json = embedded_json("resources/cost/meanings.json");
    if (!json.is_object()) return out;
    const nlohmann::json entries = json.value("meanings", nlohmann::json::object());
    for (const auto& [key, entry] : entries.items())
        out[key] = {entry.value("unit", ""), entry.value("meaning", "")};
    return out;
}

/// The value in use: of parameters.json, else of the list 'constants' that stands beside the priors; NaN when
/// it is in none.
double value_in_use(const AuditedConstant& constant) {
    const CostParameters& parameters = CostParameters::built_in();
    for (const FitSetup* setup : {&FitSetup::built_in(), &FitSetup::other_vendors()})
        for (const FitParameter& p : setup->parameters) {
            const bool of_generation = p.field.generation != nullptr;
            if (p.name == constant.name && p.field.key == constant.key &&
                of_generation == (constant.of == "generation"))
                return p.value(parameters);
        }
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with("resources/cost/")) continue;
        const nlohmann::json json = json_or_discarded(file.contents);
        if (!json.is_object() || !json.contains("constants")) continue;
        for (const nlohmann::json& entry : json["constants"])
            if (entry.contains("value") && entry.value("of", "") == constant.of &&
                entry.value("name", "") == constant.name && entry.value("key", "") == constant.key)
                return entry.value("value", std::nan(""));
    }
    return std::nan("");
}

void add_file(std::string_view path, std::string_view text, std::vector<AuditedConstant>& out) {
    const nlohmann::json json = json_or_discarded(text);
    if (!json.is_object()) return;
    static const std::map<std::string, Meaning> known = meanings();
    for (const nlohmann::json& entry : json.value("parameters", nlohmann::json::array())) {
        AuditedConstant c;
        c.file = path;
        c.of = entry.value("of", "");
        c.name = entry.value("name", "");
        c.key = entry.value("key", "");
        c.prior = entry.value("prior", std::nan(""));
        c.low = entry.value("low", std::nan(""));
        c.high = entry.value("high", std::nan(""));
        c.value = entry.contains("value") ? entry.value("value", std::nan("")) : value_in_use(c);
        const auto meaning = known.find(c.key);
        if (meaning != known.end()) c.unit = meaning->second.unit, c.meaning = meaning->second.meaning;
        c.unit = entry.value("unit", c.unit);
        if (entry.contains("unit") && c.unit.empty()) c.unit = "1"; // a share or a factor
        c.meaning = entry.value("meaning", c.meaning);
        c.informed_by = entry.value("informed_by", "");
        for (const Uncertainty::Constant& informed : Uncertainty::built_in().constants)
            if (informed.of == c.of && informed.name == c.name && informed.key == c.key) {
                c.rows = informed.rows;
                c.series = informed.series;
                c.only_series = informed.only_series;
                c.sigma = informed.sigma;
            }
        out.push_back(std::move(c));
    }
}

} // namespace

Result<std::vector<AuditedConstant>> audit_constants() try {
    std::vector<AuditedConstant> out;
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with("resources/cost/") && file.path.ends_with("priors.json"))
            add_file(file.path, file.contents, out);
    return out;
} catch (const nlohmann::json::exception& error) {
    return fail("resources/cost", error.what(), "give each parameter of, name, key, prior, low and high");
}

const FitSetup& every_factor() {
    static const FitSetup setup = [] {
        FitSetup out = FitSetup::built_in();
        for (const EmbeddedFile& file : embedded_files()) {
            if (file.path != "resources/cost/expert_priors.json" && file.path != vendor_priors_file) continue;
            // Factors of a host processor are no member of a generation or a stack.
            nlohmann::json fitted = json_or_discarded(file.contents), kept = nlohmann::json::array();
            if (!fitted.is_object()) continue;
            for (const nlohmann::json& entry : fitted["parameters"])
                if (entry.value("of", "") == "software" || entry.value("of", "") == "generation")
                    kept.push_back(entry);
            fitted["parameters"] = std::move(kept);
            if (const auto more = FitSetup::parse(fitted.dump(), file.path))
                out.parameters.insert(out.parameters.end(), more->parameters.begin(), more->parameters.end());
        }
        return out;
    }();
    return setup;
}

std::vector<InformedConstant> inform_constants(std::span<const FitRun> runs, const FitSetup& setup,
                                               const CostParameters& parameters) {
    std::vector<double> before;
    for (const FitRun& run : runs) before.push_back(predict(run, parameters));
    std::vector<InformedConstant> out;
    CostParameters shifted = parameters;
    for (const FitParameter& p : setup.parameters) {
        InformedConstant& constant = out.emplace_back();
        constant.of = p.field.generation ? "generation" : "software";
        constant.name = p.name;
        constant.key = p.field.key;
        constant.moves.assign(runs.size(), 0.0);
        // A uniform range has a standard deviation of range ÷ √12; the response is taken as linear.
        constant.spread = (p.high - p.low) / std::sqrt(12.0);
        const double kept = p.value(shifted), shift = 0.1 * (p.high - p.low);
        for (size_t i = 0; i < runs.size(); ++i) {
            // Only runs of the generation or family can move.
            if (!p.concerns(runs[i].accelerator->text_or("architecture", ""),
                            parameters.stack(runs[i].software, runs[i].accelerator->vendor).name))
                continue;
            double moved = 0, ways = 0;
            for (const double at : {kept + shift, kept - shift}) {
                if (at < p.low || at > p.high) continue;
                p.set(shifted, at);
                moved += std::abs(std::log(predict(runs[i], shifted) / before[i]));
                ways += 1;
            }
            p.set(shifted, kept);
            moved /= std::max(1.0, ways);
            if (!(moved > 1e-4)) continue;
            constant.moves[i] = moved * constant.spread / shift;
            ++constant.rows;
            if (std::ranges::find(constant.series, runs[i].series) == constant.series.end())
                constant.series.push_back(runs[i].series);
        }
    }
    return out;
}

} // namespace roofrack
