// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/refit.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view file_of_factors = "resources/cost/parameters.json";
constexpr std::string_view file_of_vendors = "resources/cost/parameters_extended.json";
constexpr int fit_rounds = 60; // more move no factor by a hundredth of its range

double three_digits(double value) {
    if (value == 0 || !std::isfinite(value)) return 0;
    const double scale = std::pow(10.0, 2 - std::floor(std::log10(std::abs(value))));
    return std::round(value * scale) / scale;
}

/// One entry a line: a rewritten file is easy to compare.
std::string entries_text(const OrderedJson& entries) {
    std::string out = "[\n";
    for (size_t i = 0; i < entries.size(); ++i) {
        out += "    { ";
        for (auto it = entries[i].begin(); it != entries[i].end(); ++it)
            out += (it == entries[i].begin() ? "" : ", ") + OrderedJson(it.key()).dump() + ": " + it->dump();
        out += i + 1 < entries.size() ? " },\n" : " }\n";
    }
    return out + "  ]";
}

/// The embedded file with the setup's factors of `parameters`, three digits each.
Result<std::string> rewritten(std::string_view path, const FitSetup& setup,
                              const CostParameters& parameters) try {
    OrderedJson file;
    for (const EmbeddedFile& embedded : embedded_files())
        if (embedded.path == path) file = OrderedJson::parse(embedded.contents);
    const auto write = [&](const char* list, std::string_view name, const FitParameter& p) {
        for (OrderedJson& entry : file.at(list))
            if (entry.value("name", "") == name)
                entry[std::string(p.field.key)] = three_digits(p.value(parameters));
    };
    for (const FitParameter& p : setup.parameters) {
        const char* list = p.field.generation ? "generations" : "software";
        write(list, p.name, p);
        if (p.name == "generic") continue; // the curve that all share
        for (const std::string& other : p.also) write(list, other, p);
    }
    return "{\n  \"source\": " + OrderedJson(file.at("source")).dump() +
           ",\n  \"generations\": " + entries_text(file.at("generations")) +
           ",\n  \"software\": " + entries_text(file.at("software")) + "\n}\n";
} catch (const OrderedJson::exception& error) {
    return fail(std::string(path), error.what(), "build the program anew");
}

} // namespace

CostParameters at_priors(CostParameters parameters) {
    for (const FitParameter& p : FitSetup::built_in().parameters) p.set(parameters, p.prior);
    return parameters;
}

Result<CostParameters> refit(std::span<const ValidationRun> runs, const std::stop_token& stop) {
    std::vector<FitRun> fitted;
    for (const ValidationRun& run : runs)
        if (run.complete_core && run.run.accelerator->vendor == "NVIDIA") fitted.push_back(run.run);
    if (fitted.empty())
        return fail("", "no complete core run on NVIDIA GPUs to fit on", "give training_runs.csv");
    return fit(fitted, FitSetup::built_in(), at_priors(CostParameters::built_in()), std::string_view(),
               fit_rounds, stop);
}

Result<CostParameters> refit_other_vendors(std::span<const ValidationRun> runs, const std::stop_token& stop) {
    std::vector<FitRun> fitted;
    for (const ValidationRun& run : runs)
        if (run.run.accelerator->vendor != "NVIDIA") fitted.push_back(run.run);
    if (fitted.empty())
        return fail("", "no run on another vendor's accelerators to fit on",
                    "give training_runs.csv and more_training_runs.csv");
    CostParameters start = CostParameters::built_in();
    for (const FitParameter& p : FitSetup::other_vendors().parameters) p.set(start, p.prior);
    return fit(fitted, FitSetup::other_vendors(), std::move(start), std::string_view(), fit_rounds, stop);
}

Result<std::string> vendor_parameters_file(const CostParameters& parameters) {
    return rewritten(file_of_vendors, FitSetup::other_vendors(), parameters);
}

Result<std::string> parameters_file(const CostParameters& parameters) {
    return rewritten(file_of_factors, FitSetup::built_in(), parameters);
}

} // namespace roofrack
