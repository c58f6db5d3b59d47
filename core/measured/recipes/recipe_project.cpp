// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/interchange/huggingface.h"
#include "core/measured/recipes/recipe_run.h"
#include "core/step/engine/evaluate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr size_t most_named = 12;

/// Letters and digits alone, in lower case: "Meta-Llama-3.1 8B" → "metallama318b".
std::string letters_of(std::string_view text) {
    std::string out;
    for (const char c : lower(text))
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
    return out;
}

/// The model of the catalogue that the name names, whatever stands before its last '/' and between its words.
const ModelSpec* named_model(const std::string& name, const Catalog& catalog) {
    const std::string last = name.substr(name.rfind('/') + 1);
    if (const ModelSpec* model = catalog.model(last)) return model;
    const std::string wanted = letters_of(last);
    if (wanted.empty()) return nullptr;
    for (const auto& [name_or_alias, place] : catalog.model_index())
        if (letters_of(name_or_alias) == wanted) return &catalog.models()[place];
    return nullptr;
}

/// What lacks of a shape to be one; empty: nothing.
std::string missing_of(const TransformerShape& shape) {
    std::string out;
    const auto need = [&](bool is_there, std::string_view what) {
        if (!is_there) out += fmt::format("{}{}", out.empty() ? "" : ", ", what);
    };
    need(shape.layers > 0, "layers");
    need(shape.hidden > 0, "hidden size");
    need(shape.heads > 0, "attention heads");
    return out;
}

Result<ModelSpec> model_of(const RecipeRun& run, const std::string& file, const Catalog& catalog,
                           std::vector<Diagnostic>& warnings) {
    constexpr double gpt2_vocabulary = 50304; // the tokenizer of GPT-2, padded to 128
    if (run.shape.layers > 0 && missing_of(run.shape).empty()) {
        ModelSpec model;
        model.transformer = run.shape;
        if (model.transformer->vocab <= 0) {
            model.transformer->vocab = gpt2_vocabulary;
            warnings.push_back({file, "the size of the vocabulary is not told: 50,304 is assumed, GPT-2's",
                                "give --vocab-size, or set it in the project"});
        }
        model.id = file_stem(file);
        model.name = fmt::format("Model of {:.3g} billion parameters", parameter_count(model) / 1e9);
        if (run.sequence) model.default_sequence = *run.sequence;
        return model;
    }
    if (const ModelSpec* named = named_model(run.model, catalog)) return *named;
    if (run.shape.layers > 0)
        return fail(file, "the shape of the model lacks " + missing_of(run.shape), "add it to the recipe");
    if (!run.model.empty())
        return fail(file,
                    fmt::format("the model “{}” is not known, and the recipe has no shape of it", run.model),
                    "give its config.json with --format huggingface, or the recipe that has its layers");
    return fail(file, "it does not say what is trained",
                "give the recipe that has the model's layers as well, or its config.json first");
}

std::string listed_keys(const std::vector<std::string>& keys) {
    std::string out;
    for (size_t i = 0; i < std::min(keys.size(), most_named); ++i)
        out += fmt::format("{}{}", i == 0 ? "" : ", ", keys[i]);
    return keys.size() > most_named ? fmt::format("{} and {} more", out, keys.size() - most_named) : out;
}

} // namespace

Result<Imported> import_recipes(std::span<const NamedText> files, const Catalog& catalog,
                                const std::string& template_name, TemplateSettings settings) {
    std::vector<Recipe> recipes;
    for (const NamedText& file : files) {
        auto recipe = read_recipe(file);
        if (!recipe) return tl::unexpected(recipe.error());
        recipes.push_back(std::move(*recipe));
    }
    const RecipeRun run = read_run(recipes);
    const std::string& file = files.front().name;
    std::vector<Diagnostic> warnings;
    auto model = model_of(run, file, catalog, warnings);
    if (!model) return tl::unexpected(model.error());

    const double replica = static_cast<double>(run.plan.tp) * run.plan.pp * run.plan.cp;
    std::optional<double> gpus = gpus_of(run);
    if (!gpus) {
        gpus = std::max(8.0, replica);
        warnings.push_back({file,
                            fmt::format("how many GPUs train is not told: {} are drawn", format_count(*gpus)),
                            "say --set servers=N"});
    }
    const TemplateInfo* const info = find_template(template_name);
    const bool counts_servers =
        info && std::ranges::find(info->keys, "servers", &TemplateKey::key) != info->keys.end();
    if (counts_servers && !settings.contains("servers"))
        settings["servers"] =
            fmt::format("{}", std::max(1.0, std::ceil(*gpus / run.gpus_per_node.value_or(8))));
    auto project = make_template(template_name, settings, catalog);
    if (!project) return tl::unexpected(project.error());

    Imported out{std::move(*project), std::move(warnings)};
    Scenario& scenario = out.project.scenarios.front();
    set_model(scenario, *model);
    if (catalog.model(model->id)) scenario.workload.inline_model.reset();
    scenario.workload.sequence = run.sequence.value_or(0);
    scenario.plan = run.plan;
    const double replicas = std::max(1.0, std::floor(*gpus / replica));
    if (run.global_batch)
        scenario.workload.global_batch = *run.global_batch;
    else if (run.replica_batch)
        scenario.workload.global_batch = *run.replica_batch * replicas;
    else
        scenario.workload.global_batch = run.plan.micro_batch * run.accumulation.value_or(1) * replicas;
    out.project.name = fmt::format("{} as {} trains it", model->name, label_of(recipes.front().format));
    if (!run.unset.empty())
        out.warnings.push_back({file, "not set by the script: " + listed_keys(run.unset),
                                "set the variable in the script, or write the number"});
    if (!run.not_understood.empty())
        out.warnings.push_back({file, "not understood: " + listed_keys(run.not_understood),
                                "look whether one of them changes the step, and set it in the project"});
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    if (run.nodes && !run.gpus && !run.gpus_per_node)
        out.warnings.push_back(
            {file, "how many GPUs a node has is not told: 8 are assumed", "say --set servers=N"});
    if (const double drawn = prepared->fabric().gpus; drawn != *gpus)
        out.warnings.push_back(
            {file, fmt::format("{} GPUs are drawn instead of {}", format_count(drawn), format_count(*gpus)),
             "say --set servers=N of servers with as many GPUs as those that it ran on"});
    EvaluateOptions options;
    options.findings = false;
    if (const Evaluation step = evaluate(*prepared, options); !step.feasible)
        out.warnings.push_back({file, "the plan does not run on what is drawn: " + step.binds,
                                "draw the servers that it ran on: --set server=…, --set servers=…"});
    return out;
}

} // namespace roofrack
