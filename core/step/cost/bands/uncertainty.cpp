// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/bands/uncertainty.h"

#include "core/base/catalog/generation_name.h"
#include "core/base/catalog/software_stack.h"
#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"
#include "core/step/cost/parameters.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr std::array<std::string_view, unseen_level_count> level_names{
    "family",  "generation", "newer_generation", "vendor", "precision", "kind",
    "release", "scale",      "combination"};

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

} // namespace

int arithmetic_bits(Precision precision) {
    if (precision == Precision::nvfp4) return 4;
    return precision == Precision::fp8 ? 8 : 16;
}

std::string_view name_of(AssumedCell cell) { return cell_names[static_cast<size_t>(cell)]; }

std::string_view name_of(UnseenLevel level) { return level_names[static_cast<size_t>(level)]; }

int half_year(double year) { return year > 0 ? static_cast<int>(std::floor(2 * year + 1e-6)) : 0; }

std::vector<UnseenLevel> Uncertainty::unseen(const BandBasis& basis) const {
    using enum UnseenLevel;
    const Entry* family_runs = named(families, basis.family);
    const bool has_family = family_runs && basis.family != "unknown";
    const bool has_generation = named(generations, basis.generation);
    const std::string_view usual = default_software(basis.generation);
    bool has_vendor = false;
    double newest_generation = 0;
    for (const Entry& entry : generations) {
        if (entry.series == 0 || default_software(entry.name) != usual) continue;
        has_vendor = true;
        newest_generation =
            std::max(newest_generation, CostParameters::built_in().generation(entry.name).year);
    }
    const bool own_stack = usual == "megatron-core"; // NVIDIA's: any stack of runs tells of them
    std::array<bool, unseen_level_count> is{};
    const auto set = [&](UnseenLevel level) { is[static_cast<size_t>(level)] = true; };
    if (!has_vendor || (!has_family && !own_stack)) {
        set(vendor);
    } else {
        if (!has_family) set(family);
        const GenerationParameters& drawn = CostParameters::built_in().generation(basis.generation);
        const bool is_newer = drawn.name != basis.generation || drawn.year > newest_generation;
        if (!has_generation) set(is_newer ? newer_generation : generation);
    }
    const int bits = basis.plan ? arithmetic_bits(basis.plan->precision) : 16;
    const auto has_width = [&](std::string_view name) {
        return std::ranges::any_of(widths, [&](const Width& w) { return w.name == name && w.bits == bits; });
    };
    const bool lacks_width =
        (has_family && !has_width(basis.family)) || (has_generation && !has_width(basis.generation));
    if (lacks_width || (bits < 16 && !has_family && !has_generation)) set(precision);
    if (basis.kind != "dense" && !named(kinds, basis.kind)) set(kind);
    const bool is_later = has_family && family_runs->newest > 0 && basis.year > family_runs->newest + 0.01;
    if (is_later) set(release);
    if (largest_gpus > 0 && basis.gpus > largest_gpus) set(scale);
    const auto is_drawn = [&](const Combination& c) {
        return c.family == basis.family && c.generation == basis.generation &&
               c.half == half_year(basis.year);
    };
    if (has_family && has_generation && !is_later && std::ranges::none_of(combinations, is_drawn))
        set(combination);
    std::vector<UnseenLevel> out;
    for (size_t level = 0; level < unseen_level_count; ++level)
        if (is[level]) out.push_back(static_cast<UnseenLevel>(level));
    return out;
}

std::vector<SpreadTerm> Uncertainty::terms(const BandBasis& basis) const {
    return terms(basis, unseen(basis));
}

std::vector<SpreadTerm> Uncertainty::terms(const BandBasis& basis,
                                           std::span<const UnseenLevel> lacking) const {
    using enum UnseenLevel;
    constexpr double least_said = 5e-4; // less widens no band that is printed
    std::vector<SpreadTerm> out;
    const auto lacks = [&](UnseenLevel level) { return std::ranges::find(lacking, level) != lacking.end(); };
    const Entry* stack = named(families, basis.family);
    const Entry* known_generation = named(generations, basis.generation);
    // A measurement of the same machine and stack says what their factors are together.
    const double left = basis.calibrated ? calibrated : 1;
    // On another vendor's accelerators no stack is surer than the one that they usually run.
    const Entry* usual = named(families, stack_of_another_vendor(basis.family, basis.generation));
    const auto at_least = [&](double sigma) { return left * std::max(sigma, usual ? usual->sigma : 0); };
    if (lacks(vendor)) {
        const bool is_stack = known_generation != nullptr;
        out.push_back({is_stack ? "software without fitted runs on this vendor's accelerators"
                                : "a vendor without fitted runs",
                       at_least(spread_of(vendor))});
    } else {
        if (!lacks(family))
            out.push_back(
                {label_of_family(basis.family), at_least(stack ? stack->sigma : spread_of(family))});
        else if (stack) // runs whose stack nobody named
            out.push_back({"software not named", at_least(std::max(stack->sigma, spread_of(family)))});
        else
            out.push_back({"software without fitted runs", at_least(spread_of(family))});
        if (!lacks(generation) && !lacks(newer_generation))
            out.push_back({fmt::format("{} generation", generation_name(basis.generation)),
                           left * (known_generation ? known_generation->sigma : spread_of(generation))});
        else if (lacks(newer_generation))
            out.push_back({"GPU generation newer than those with fitted runs",
                           left * std::max(spread_of(newer_generation), spread_of(generation))});
        else
            out.push_back({"GPU generation without fitted runs", left * spread_of(generation)});
    }
    if (!basis.calibrated) {
        const auto add = [&](UnseenLevel level, std::string cause) {
            if (lacks(level) && spread_of(level) > least_said)
                out.push_back({std::move(cause), spread_of(level)});
        };
        const int bits = basis.plan ? arithmetic_bits(basis.plan->precision) : 16;
        add(precision, fmt::format("{}-bit arithmetic without fitted runs", bits));
        out.insert(out.end(), basis.single_source.begin(), basis.single_source.end());
        out.insert(out.end(), basis.announced.begin(), basis.announced.end());
        add(release, fmt::format("{} release later than the fitted ones", label_of_family(basis.family)));
        add(combination, fmt::format("no fitted run of this release of {} on this generation",
                                     label_of_family(basis.family)));
        add(scale, fmt::format("more GPUs than the {:.0f} of the largest fitted run", largest_gpus));
    }
    if (basis.kind != "dense") {
        const Entry* known_kind = named(kinds, basis.kind);
        out.push_back(
            {fmt::format("{} model", basis.kind), known_kind ? known_kind->sigma : spread_of(kind)});
    }
    for (size_t cell = 0; cell < assumed_cell_count; ++cell)
        if (basis.assumed[cell]) out.push_back({fmt::format("{} assumed", cell_names[cell]), assumed[cell]});
    return out;
}

double Uncertainty::sigma(const BandBasis& basis) const { return sigma(basis, unseen(basis)); }

double Uncertainty::sigma(const BandBasis& basis, std::span<const UnseenLevel> lacking) const {
    double variance = 0;
    for (const SpreadTerm& term : terms(basis, lacking)) variance += term.sigma * term.sigma;
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
    "Written by `roofrack-cli validate --collectives collectives.csv more_collectives.csv --write-spreads "
    "FILE` from runs that were predicted by factors fitted without their class "
    "(resources/cost/left_out_errors.csv). "
    "'families', 'generations', 'kinds': variance components of runs whose source was left out "
    "(expectation-maximisation with Student-t weights of 4 degrees of freedom), shrunk towards the spread of "
    "all; each series weighs the same. 'newest': the family's newest fitted release. "
    "'assumed': the same, shrunk towards how far predictions move when a published cell is blanked. "
    "'unfitted': what a prediction is widened by where no fitted run has its level; what holds the nominal "
    "share of classes that were left out whole, each weighing the same, times Student's t for so many "
    "classes. 'calibrated': share of the spread that other runs of a configuration keep after its smallest "
    "was matched. 'quantile': of |residual| / spread at 'nominal', by series. "
    "'memory': widths of |ln(predicted / read)| that hold the nominal share of readings of a GPU's memory. "
    "'widths', 'combinations' (half-years since the year "
    "0), 'largest_gpus': what has fitted runs. "
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

Json memory_json(const MemorySpread& memory) {
    Json stacks = Json::array();
    for (const MemorySpread::Stack& stack : memory.stacks)
        stacks.push_back({{"name", stack.name},
                          {"width", rounded(stack.width)},
                          {"readings", stack.readings},
                          {"series", stack.series}});
    return {{"dense", rounded(memory.dense)},
            {"other", rounded(memory.other)},
            {"unread", rounded(memory.unread)},
            {"stacks", std::move(stacks)}};
}

MemorySpread read_memory(const nlohmann::json& json) {
    MemorySpread out;
    out.dense = json.value("dense", out.dense);
    out.other = json.value("other", out.other);
    out.unread = json.value("unread", out.unread);
    for (const nlohmann::json& stack : json.value("stacks", nlohmann::json::array()))
        out.stacks.push_back({stack.value("name", ""), stack.value("width", 0.0), stack.value("readings", 0),
                              stack.value("series", 0)});
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

/// The first spread or width that is none; empty: all are.
std::string fault(const Uncertainty& of) {
    for (const auto* entries : {&of.families, &of.generations, &of.kinds})
        for (const Uncertainty::Entry& entry : *entries)
            if (!sensible(entry.sigma)) return "spread of '" + entry.name + "' is no spread";
    if (!std::ranges::all_of(of.assumed, sensible)) return "a spread of 'assumed' is no spread";
    if (!std::ranges::all_of(of.unfitted, sensible)) return "a spread of 'unfitted' is no spread";
    for (const double width : {of.memory.dense, of.memory.other, of.memory.unread})
        if (!sensible(width)) return "a width of 'memory' is no width";
    for (const MemorySpread::Stack& stack : of.memory.stacks)
        if (!sensible(stack.width)) return "width of '" + stack.name + "' in 'memory' is no width";
    for (const Uncertainty::Constant& each : of.constants)
        if (!(std::isfinite(each.spread) && each.spread >= 0) || !sensible(each.sigma))
            return "spread of the constant '" + each.name + "' is no spread";
    if (!(of.quantile > 0) || !(of.calibrated > 0 && of.calibrated <= 1))
        return "quantile or spread is not positive";
    return {};
}

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
    for (size_t level = 0; level < unseen_level_count; ++level)
        out["unfitted"][std::string(level_names[level])] = rounded(unfitted[level]);
    out["largest_gpus"] = largest_gpus;
    out["calibrated"] = rounded(calibrated);
    out["memory"] = memory_json(memory);
    out["widths"] = Json::array();
    for (const Width& w : widths) out["widths"].push_back({{"name", w.name}, {"bits", w.bits}});
    out["combinations"] = Json::array();
    for (const Combination& c : combinations)
        out["combinations"].push_back({{"family", c.family}, {"generation", c.generation}, {"half", c.half}});
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
    for (size_t level = 0; level < unseen_level_count; ++level)
        out.unfitted[level] = unfitted.value(std::string(level_names[level]), out.unfitted[level]);
    out.largest_gpus = json.value("largest_gpus", out.largest_gpus);
    out.calibrated = json.value("calibrated", out.calibrated);
    out.memory = read_memory(json.value("memory", nlohmann::json::object()));
    for (const nlohmann::json& w : json.value("widths", nlohmann::json::array()))
        out.widths.push_back({w.value("name", ""), w.value("bits", 8)});
    for (const nlohmann::json& c : json.value("combinations", nlohmann::json::array()))
        out.combinations.push_back({c.value("family", ""), c.value("generation", ""), c.value("half", 0)});
    for (const nlohmann::json& c : json.value("constants", nlohmann::json::array()))
        out.constants.push_back({c.value("of", ""), c.value("name", ""), c.value("key", ""),
                                 c.value("series", 0), c.value("rows", 0), c.value("only_series", ""),
                                 c.value("spread", 0.0), c.value("sigma", 0.0)});
    if (const std::string what = fault(out); !what.empty())
        return fail(std::string(where), what, "write the file anew with --write-spreads");
    return out;
} catch (const nlohmann::json::exception& error) {
    return fail(std::string(where), error.what(), "write the file anew with --write-spreads");
}

const Uncertainty& Uncertainty::built_in() {
    static const Uncertainty uncertainty = parse_embedded("resources/cost/uncertainty.json", parse);
    return uncertainty;
}

} // namespace roofrack
