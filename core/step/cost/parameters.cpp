// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/parameters.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

template<class T>
void read_fields(const nlohmann::json& object, T& into) {
    for (const ParameterField& field : parameter_fields()) {
        const auto it = object.find(std::string(field.key));
        if (it == object.end() || !it->is_number()) continue;
        if constexpr (std::is_same_v<T, GenerationParameters>) {
            if (field.generation) into.*field.generation = it->template get<double>();
        } else {
            if (field.software) into.*field.software = it->template get<double>();
        }
    }
}

GenerationParameters read_generation(const nlohmann::json& entry) {
    GenerationParameters g;
    g.name = entry.value("name", "");
    read_fields(entry, g);
    return g;
}

void read_recipes(const nlohmann::json& entry, SoftwareParameters& s) {
    for (const auto& recipe : entry.value("recipes", nlohmann::json::array()))
        s.recipes.push_back({recipe.value("model", ""), recipe["parts"].get<std::vector<std::string>>(),
                             recipe.value("since", 0.0),
                             launch_graphs(recipe.value("graphs", "")).value_or(LaunchGraphs::stack),
                             expert_dispatch(recipe.value("dispatch", "")).value_or(ExpertDispatch::stack)});
}
void read_recipes(const nlohmann::json&, GenerationParameters&) {}

SoftwareParameters read_software(const nlohmann::json& entry) {
    SoftwareParameters s;
    s.name = entry.value("name", "");
    s.label = entry.value("label", s.name);
    s.flash_attention = entry.value("flash_attention", true);
    s.tuned_attention = entry.value("tuned_attention", false);
    s.interleaving = entry.value("interleaving", false);
    s.sequence_parallel = entry.value("sequence_parallel", true);
    s.fsdp = entry.value("fsdp", false);
    s.experts_apart = entry.value("experts_apart", false);
    s.fused_experts = entry.value("fused_experts", false);
    s.recompute = entry.value("recompute", "");
    if (entry.contains("recompute_of"))
        for (const auto& [model, what] : entry["recompute_of"].items())
            s.recompute_of.emplace_back(model, what.get<std::string>());
    read_recipes(entry, s);
    if (entry.contains("prefixes")) s.prefixes = entry["prefixes"].get<std::vector<std::string>>();
    read_fields(entry, s);
    return s;
}

/// The curve of maturity stands with the generic generation and holds for all.
void share_curve(std::vector<GenerationParameters>& generations) {
    for (GenerationParameters& g : generations) {
        g.immaturity = generations.front().immaturity;
        g.maturing = generations.front().maturing;
    }
}

} // namespace

const std::vector<ParameterField>& parameter_fields() {
    using G = GenerationParameters;
    using S = SoftwareParameters;
    static const std::vector<ParameterField> fields{
        {"gemm_max", "", &G::gemm_max, nullptr},
        {"sustained", "", &G::sustained, nullptr},
        {"gemm_work_half", "waves", &G::gemm_work_half, nullptr},
        {"gemm_depth_half", "", &G::gemm_depth_half, nullptr},
        {"units", "", &G::units, nullptr},
        {"devices", "", &G::devices, nullptr},
        {"hbm_share", "", &G::hbm_share, nullptr},
        {"flash_forward", "", &G::flash_forward, nullptr},
        {"flash_backward", "", &G::flash_backward, nullptr},
        {"flash_portable", "", &G::flash_portable, nullptr},
        {"flash_first", "", &G::flash_first, nullptr},
        {"unaligned", "", &G::unaligned, nullptr},
        {"fp8_share", "", &G::fp8_share, nullptr},
        {"fp4_share", "", &G::fp4_share, nullptr},
        {"kernel_gap", "s", &G::kernel_gap, nullptr},
        {"overlap_slowdown", "", &G::overlap_slowdown, nullptr},
        {"year", "a", &G::year, nullptr},
        {"immaturity", "", &G::immaturity, nullptr},
        {"maturing", "a", &G::maturing, nullptr},
        {"reference_year", "", nullptr, &S::reference_year},
        {"gemm_quality", "", nullptr, &S::gemm_quality},
        {"flash_since", "", nullptr, &S::flash_since},
        {"tuned_since", "a", nullptr, &S::tuned_since},
        {"elementwise", "", nullptr, &S::elementwise},
        {"kernels_per_layer", "", nullptr, &S::kernels_per_layer},
        {"host_per_kernel", "s", nullptr, &S::host_per_kernel},
        {"tp_exposed", "", nullptr, &S::tp_exposed},
        {"dp_overlap", "", nullptr, &S::dp_overlap},
        {"bucket_bytes", "B", nullptr, &S::bucket_bytes},
        {"gathers_per_layer", "", nullptr, &S::gathers_per_layer},
        {"gather_by_rank_until", "a", nullptr, &S::gather_by_rank_until},
        {"selective_share", "", nullptr, &S::selective_share},
        {"pp_exposed", "", nullptr, &S::pp_exposed},
        {"cp_exposed", "", nullptr, &S::cp_exposed},
        {"ep_exposed", "", nullptr, &S::ep_exposed},
        {"adapter_overhead", "", nullptr, &S::adapter_overhead},
        {"expert_tile", "", nullptr, &S::expert_tile},
        {"expert_host", "s", nullptr, &S::expert_host},
        {"expert_graphs_since", "a", nullptr, &S::expert_graphs_since},
        {"expert_overhead", "", nullptr, &S::expert_overhead},
        {"expert_trend", "1/a", nullptr, &S::expert_trend},
        {"dispatch_once_since", "a", nullptr, &S::dispatch_once_since},
        {"network_quality", "", nullptr, &S::network_quality},
        {"gradient_bits", "bit", nullptr, &S::gradient_bits},
        {"fp8_coverage", "", nullptr, &S::fp8_coverage},
        {"fp8_overhead", "B", nullptr, &S::fp8_overhead},
        {"optimizer_bytes", "B", nullptr, &S::optimizer_bytes},
        {"loss_traffic", "B", nullptr, &S::loss_traffic},
        {"score_traffic", "B", nullptr, &S::score_traffic},
        {"accumulation_bytes", "B", nullptr, &S::accumulation_bytes},
        {"step_overhead", "s", nullptr, &S::step_overhead},
        {"trend", "1/a", nullptr, &S::trend},
        {"trend_limit", "a", nullptr, &S::trend_limit},
    };
    return fields;
}

AttentionKernel attention_kernel(const SoftwareParameters& software, double year) {
    constexpr double second_version = 2023.54;
    if (year <= 0) year = software.reference_year;
    const bool since = software.flash_since > 0 && year >= software.flash_since;
    if (!software.flash_attention && !since) return AttentionKernel::unfused;
    const bool is_tuned = software.tuned_since > 0 && year >= software.tuned_since;
    if (software.tuned_attention || is_tuned) return AttentionKernel::tuned;
    return year < second_version ? AttentionKernel::flash_1 : AttentionKernel::flash_2;
}

const GenerationParameters& CostParameters::generation(std::string_view architecture) const {
    const auto it = std::ranges::find(generations, architecture, &GenerationParameters::name);
    return it == generations.end() ? generations.front() : *it;
}

const SoftwareParameters& CostParameters::stack(std::string_view name, std::string_view vendor) const {
    const std::string wanted = lower(name);
    for (const SoftwareParameters& entry : software)
        if (entry.name == wanted) return entry;
    const auto longest_prefix = [&](const std::string& text) {
        const SoftwareParameters* best = nullptr;
        size_t longest = 0;
        for (const SoftwareParameters& entry : software)
            for (const std::string& prefix : entry.prefixes)
                if (prefix.size() > longest && text.starts_with(prefix)) {
                    longest = prefix.size();
                    best = &entry;
                }
        return best;
    };
    if (!vendor.empty() && lower(vendor) != "nvidia")
        if (const SoftwareParameters* own = longest_prefix(lower(vendor) + " " + wanted)) return *own;
    const SoftwareParameters* best = longest_prefix(wanted);
    return best ? *best : software.front();
}

Result<CostParameters> CostParameters::parse(std::string_view text, std::string_view where) {
    const auto json = json_or_discarded(text);
    if (!json.is_object() || !json.contains("generations") || !json.contains("software"))
        return fail(std::string(where), "not a parameter file",
                    "needs the lists 'generations' and 'software'");
    CostParameters out;
    out.source = json.value("source", "");
    for (const auto& entry : json["generations"]) out.generations.push_back(read_generation(entry));
    for (const auto& entry : json["software"]) out.software.push_back(read_software(entry));
    if (out.generations.empty() || out.software.empty())
        return fail(std::string(where), "no generation or no software stack", "list at least one of each");
    share_curve(out.generations);
    return out;
}

Result<void> CostParameters::extend(std::string_view text, std::string_view where) {
    auto more = json_or_discarded(text);
    if (!more.is_object() || !more.contains("generations") || !more.contains("software"))
        return fail(std::string(where), "not a parameter file",
                    "needs the lists 'generations' and 'software'");
    // An entry of a known name adds its figures to it; any other is new.
    const auto take = [](const nlohmann::json& list, auto& entries, auto read) {
        for (const auto& entry : list) {
            const std::string name = entry.value("name", "");
            auto known = std::ranges::find_if(entries, [&](const auto& e) { return e.name == name; });
            if (known == entries.end()) {
                entries.push_back(read(entry));
            } else {
                read_fields(entry, *known);
                read_recipes(entry, *known);
            }
        }
    };
    take(more["generations"], generations, read_generation);
    take(more["software"], software, read_software);
    share_curve(generations);
    return {};
}

const CostParameters& CostParameters::built_in() {
    static const CostParameters parameters = [] {
        CostParameters out = parse_embedded("resources/cost/parameters.json", parse);
        return parse_embedded("resources/cost/parameters_extended.json",
                              [&](std::string_view contents, std::string_view path) {
                                  const auto extended = out.extend(contents, path);
                                  return extended.map([&] { return std::move(out); });
                              });
    }();
    return parameters;
}

const StackRecipe* recipe_of(const SoftwareParameters& software, double year, std::string_view model,
                             std::string_view part) {
    const auto found = std::ranges::find_if(software.recipes, [&](const StackRecipe& recipe) {
        return recipe.model == model && year >= recipe.since &&
               std::ranges::find(recipe.parts, part) != recipe.parts.end();
    });
    return found == software.recipes.end() ? nullptr : &*found;
}

std::string_view default_recompute(const SoftwareParameters& software, std::string_view lower_case_model) {
    for (const auto& [model, what] : software.recompute_of)
        if (model == lower_case_model) return what;
    return software.recompute;
}

double release_year(std::string_view software) {
    struct Release {
        std::string_view project, name;
        double year;
    };
    // Publication dates of the MLPerf Training rounds (mlcommons.org) and of PyTorch (pytorch.org; those
    // before 2.11 from memory).
    static constexpr Release releases[] = {
        {"mlperf", "v3.0", 2023.45}, {"mlperf", "v3.1", 2023.85},  {"mlperf", "v4.0", 2024.45},
        {"mlperf", "v4.1", 2024.87}, {"mlperf", "v5.0", 2025.42},  {"mlperf", "v5.1", 2025.87},
        {"pytorch", "2.0", 2023.2},  {"pytorch", "2.1", 2023.76},  {"pytorch", "2.2", 2024.08},
        {"pytorch", "2.3", 2024.31}, {"pytorch", "2.4", 2024.56},  {"pytorch", "2.5", 2024.79},
        {"pytorch", "2.6", 2025.08}, {"pytorch", "2.7", 2025.31},  {"pytorch", "2.8", 2025.6},
        {"pytorch", "2.9", 2025.79}, {"pytorch", "2.10", 2026.06}, {"pytorch", "2.11", 2026.22},
    };
    const std::string text = lower(software);
    for (const Release& release : releases) {
        const size_t at = text.find(release.name), after = at + release.name.size();
        if (at == std::string::npos || text.find(release.project) == std::string::npos) continue;
        const bool is_longer = after < text.size() && std::isdigit(static_cast<unsigned char>(text[after]));
        if (!is_longer) return release.year;
    }
    for (size_t i = 0; i + 1 < software.size(); ++i) {
        if (!std::isdigit(static_cast<unsigned char>(software[i])) || (i > 0 && software[i - 1] != ' '))
            continue;
        int major = 0;
        const char* end = software.data() + software.size();
        const auto [rest, error] = std::from_chars(software.data() + i, end, major);
        if (error != std::errc{}) continue;
        if (major >= 2015 && major <= 2035) return major + 0.5;
        int minor = 0;
        if (major >= 20 && major <= 35 && rest + 1 < end && *rest == '.' &&
            std::from_chars(rest + 1, end, minor).ec == std::errc{} && minor >= 1 && minor <= 12)
            return 2000 + major + (minor - 0.5) / 12;
    }
    return 0;
}

} // namespace roofrack
