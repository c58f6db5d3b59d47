// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/uncertainty.h"

#include "core/constants/embedded.h"
#include "core/cost/parameters.h"
#include "core/cost/stack_features.h"
#include "core/units/json_fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr std::array<std::string_view, assumed_cell_count> cell_names{"recompute", "vpp", "micro_batch",
                                                                      "network", "degrees"};

const Uncertainty::Entry* named(const std::vector<Uncertainty::Entry>& entries, std::string_view name) {
    const auto it = std::ranges::find(entries, name, &Uncertainty::Entry::name);
    return it == entries.end() || it->series == 0 ? nullptr : &*it;
}

std::string label_of_family(std::string_view family) {
    for (const SoftwareParameters& stack : CostParameters::built_in().software)
        if (stack.name == family) return stack.label;
    return std::string(family);
}

int bits_of(Precision precision) {
    if (precision == Precision::nvfp4) return 4;
    return precision == Precision::fp8 ? 8 : 16;
}

} // namespace

std::string_view name_of(AssumedCell cell) { return cell_names[static_cast<size_t>(cell)]; }

std::vector<SpreadTerm> Uncertainty::terms(const BandBasis& basis) const {
    constexpr double least_said = 5e-4; // less widens no band that is printed
    std::vector<SpreadTerm> out;
    const Entry* family = named(families, basis.family);
    const Entry* generation = named(generations, basis.generation);
    const bool known_family = family && basis.family != "unknown";
    // A measurement of the same machine and stack says what their factors are together.
    const double left = basis.calibrated ? calibrated : 1;
    const bool known_vendor =
        known_family || generation || named(families, default_software(basis.generation));
    // On another vendor's accelerators no stack is surer than the one that they usually run.
    const Entry* usual = named(families, stack_of_another_vendor(basis.family, basis.generation));
    const auto at_least = [&](double sigma) { return left * std::max(sigma, usual ? usual->sigma : 0); };
    if (known_family)
        out.push_back({label_of_family(basis.family), at_least(family->sigma)});
    else if (family && known_vendor) // runs whose stack nobody named
        out.push_back({"software not named", at_least(std::max(family->sigma, unfitted_family))});
    else if (known_vendor)
        out.push_back({"software without fitted runs", at_least(unfitted_family)});
    if (!known_vendor)
        out.push_back({"a vendor without fitted runs", left * unfitted_vendor});
    else if (generation)
        out.push_back({fmt::format("{} generation", basis.generation), left * generation->sigma});
    else
        out.push_back({"GPU generation without fitted runs", left * unfitted_generation});
    if (!basis.calibrated) {
        const int bits = basis.plan ? bits_of(basis.plan->precision) : 16;
        const auto seen = [&](std::string_view name) {
            return std::ranges::any_of(
                low_precision, [&](const LowPrecision& p) { return p.name == name && p.bits == bits; });
        };
        if (bits < 16 && (!seen(basis.family) || !seen(basis.generation)))
            out.push_back({fmt::format("{}-bit arithmetic without fitted runs", bits), unfitted_precision});
        out.insert(out.end(), basis.leans.begin(), basis.leans.end());
        if (known_family && family->newest > 0 && basis.year > family->newest + 0.01 &&
            unfitted_release > least_said)
            out.push_back(
                {fmt::format("{} release later than the fitted ones", label_of_family(basis.family)),
                 unfitted_release});
        if (largest_gpus > 0 && basis.gpus > largest_gpus && unfitted_scale > least_said)
            out.push_back({fmt::format("more GPUs than the {:.0f} of the largest fitted run", largest_gpus),
                           unfitted_scale});
    }
    if (basis.kind != "dense") {
        const Entry* kind = named(kinds, basis.kind);
        out.push_back({fmt::format("{} model", basis.kind), kind ? kind->sigma : unfitted_kind});
    }
    for (size_t cell = 0; cell < assumed_cell_count; ++cell)
        if (basis.assumed[cell]) out.push_back({fmt::format("{} assumed", cell_names[cell]), assumed[cell]});
    return out;
}

double Uncertainty::sigma(const BandBasis& basis) const {
    double variance = 0;
    for (const SpreadTerm& term : terms(basis)) variance += term.sigma * term.sigma;
    return std::sqrt(variance);
}

double Uncertainty::factor(const BandBasis& basis) const { return std::exp(quantile * sigma(basis)); }

Band Uncertainty::band(double predicted, const BandBasis& basis) const {
    const double wide = factor(basis);
    return {predicted / wide, predicted * wide};
}

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* about =
    "How far predicted step times have been from published ones, as standard deviations of the logarithm. "
    "Written by `roofrack-cli validate training_runs.csv single_node.csv more_training_runs.csv "
    "--collectives "
    "collectives.csv more_collectives.csv --write-spreads FILE` "
    "from runs that were "
    "predicted by factors fitted without their series; each series weighs the same. "
    "'families', 'generations', 'kinds': variance components of these residuals (expectation-maximisation "
    "with Student-t weights of 4 degrees of freedom), shrunk towards the spread of all. "
    "'assumed': the same, shrunk towards how far predictions move when a published cell is blanked. "
    "'unfitted': what holds the nominal share of families, generations, vendors, precisions, releases and "
    "scales that were left out of the fit whole; 'newest' and 'largest_gpus' tell which are. "
    "'calibrated': share of the spread that other runs of a configuration keep after its smallest was "
    "matched. "
    "'quantile': of |residual| / spread at 'nominal', by series. "
    "'constants': what informs each fitted factor; where one series alone does, 'spread' is its own "
    "uncertainty (in its unit) and 'sigma' that of the step times.";

/// Three digits say all that such a figure knows.
double rounded(double value) {
    if (value == 0 || !std::isfinite(value)) return 0;
    const double scale = std::pow(10.0, 2 - std::floor(std::log10(std::abs(value))));
    return std::round(value * scale) / scale;
}

Json entries_json(const std::vector<Uncertainty::Entry>& entries) {
    Json out = Json::array();
    for (const auto& entry : entries) {
        out.push_back({{"name", entry.name},
                       {"sigma", rounded(entry.sigma)},
                       {"series", entry.series},
                       {"rows", entry.rows}});
        if (entry.newest > 0) out.back()["newest"] = std::round(entry.newest * 1000) / 1000;
    }
    return out;
}

std::vector<Uncertainty::Entry> read_entries(const nlohmann::json& json, const char* key) {
    std::vector<Uncertainty::Entry> out;
    if (json.contains(key))
        for (const nlohmann::json& entry : json[key])
            out.push_back({entry.value("name", ""), entry.value("sigma", 0.0), entry.value("series", 0),
                           entry.value("rows", 0), entry.value("newest", 0.0)});
    return out;
}

bool sensible(double sigma) { return std::isfinite(sigma) && sigma >= 0 && sigma < 5; }

} // namespace

std::string Uncertainty::json() const {
    Json out;
    out["about"] = about;
    out["nominal"] = nominal;
    out["quantile"] = rounded(quantile);
    out["families"] = entries_json(families);
    out["generations"] = entries_json(generations);
    out["kinds"] = entries_json(kinds);
    for (size_t cell = 0; cell < assumed_cell_count; ++cell)
        out["assumed"][std::string(name_of(static_cast<AssumedCell>(cell)))] = rounded(assumed[cell]);
    out["unfitted"] = {{"family", rounded(unfitted_family)}, {"generation", rounded(unfitted_generation)},
                       {"vendor", rounded(unfitted_vendor)}, {"precision", rounded(unfitted_precision)},
                       {"kind", rounded(unfitted_kind)},     {"release", rounded(unfitted_release)},
                       {"scale", rounded(unfitted_scale)}};
    out["largest_gpus"] = largest_gpus;
    out["calibrated"] = rounded(calibrated);
    out["low_precision"] = Json::array();
    for (const LowPrecision& p : low_precision)
        out["low_precision"].push_back({{"name", p.name}, {"bits", p.bits}});
    out["constants"] = Json::array();
    for (const Constant& c : constants) {
        Json entry{{"of", c.of}, {"name", c.name}, {"key", c.key}, {"series", c.series}, {"rows", c.rows}};
        if (!c.only_series.empty()) entry["only_series"] = c.only_series;
        if (c.spread > 0) entry["spread"] = rounded(c.spread);
        if (c.sigma > 0) entry["sigma"] = rounded(c.sigma);
        out["constants"].push_back(std::move(entry));
    }
    // One entry a line: a rewritten file is easy to compare.
    std::string text = "{\n";
    for (auto it = out.begin(); it != out.end(); ++it) {
        text += "  " + Json(it.key()).dump() + ": ";
        if (it->is_array() && !it->empty()) {
            text += "[\n";
            for (size_t i = 0; i < it->size(); ++i)
                text += "    " + (*it)[i].dump() + (i + 1 < it->size() ? ",\n" : "\n");
            text += "  ]";
        } else {
            text += it->dump();
        }
        text += std::next(it) == out.end() ? "\n" : ",\n";
    }
    return text + "}\n";
}

Result<Uncertainty> Uncertainty::parse(std::string_view text, std::string_view where) try {
    const auto json = json_or_discarded(text);
    if (!json.is_object() || !json.contains("families") || !json.contains("quantile"))
        return fail(std::string(where), "not a file of spreads", "needs 'families' and 'quantile'");
    Uncertainty out;
    out.nominal = json.value("nominal", out.nominal);
    out.quantile = json.value("quantile", out.quantile);
    out.families = read_entries(json, "families");
    out.generations = read_entries(json, "generations");
    out.kinds = read_entries(json, "kinds");
    const nlohmann::json assumed_cells = json.value("assumed", nlohmann::json::object());
    for (size_t cell = 0; cell < assumed_cell_count; ++cell)
        out.assumed[cell] = assumed_cells.value(std::string(name_of(static_cast<AssumedCell>(cell))), 0.0);
    const nlohmann::json unfitted = json.value("unfitted", nlohmann::json::object());
    out.unfitted_family = unfitted.value("family", out.unfitted_family);
    out.unfitted_generation = unfitted.value("generation", out.unfitted_generation);
    out.unfitted_vendor = unfitted.value("vendor", out.unfitted_vendor);
    out.unfitted_precision = unfitted.value("precision", out.unfitted_precision);
    out.unfitted_kind = unfitted.value("kind", out.unfitted_kind);
    out.unfitted_release = unfitted.value("release", out.unfitted_release);
    out.unfitted_scale = unfitted.value("scale", out.unfitted_scale);
    out.largest_gpus = json.value("largest_gpus", out.largest_gpus);
    out.calibrated = json.value("calibrated", out.calibrated);
    for (const nlohmann::json& p : json.value("low_precision", nlohmann::json::array()))
        out.low_precision.push_back({p.value("name", ""), p.value("bits", 8)});
    for (const nlohmann::json& c : json.value("constants", nlohmann::json::array()))
        out.constants.push_back({c.value("of", ""), c.value("name", ""), c.value("key", ""),
                                 c.value("series", 0), c.value("rows", 0), c.value("only_series", ""),
                                 c.value("spread", 0.0), c.value("sigma", 0.0)});
    for (const auto* entries : {&out.families, &out.generations, &out.kinds})
        for (const Entry& entry : *entries)
            if (!sensible(entry.sigma))
                return fail(std::string(where), "spread of '" + entry.name + "' is no spread",
                            "write the file anew with --write-spreads");
    if (!(out.quantile > 0) || !(out.calibrated > 0 && out.calibrated <= 1))
        return fail(std::string(where), "quantile or spread is not positive",
                    "write the file anew with --write-spreads");
    return out;
} catch (const nlohmann::json::exception& error) {
    return fail(std::string(where), error.what(), "write the file anew with --write-spreads");
}

const Uncertainty& Uncertainty::built_in() {
    static const Uncertainty uncertainty = parse_embedded("resources/cost/uncertainty.json", parse);
    return uncertainty;
}

} // namespace roofrack
