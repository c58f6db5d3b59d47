// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"
#include "core/measured/interchange/interchange.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The program that a recipe starts.
enum class RecipeFormat {
    megatron,   ///< arguments of Megatron-LM on a command line or in a script, or as its log prints them
    nemo,       ///< YAML of NeMo and Megatron-Bridge
    torchtitan, ///< TOML
    deepspeed,  ///< JSON
    mlperf      ///< the variables of a submission's config_….sh
};
std::string_view label_of(RecipeFormat format); ///< "Megatron-LM"

/// One setting as it is written.
struct RecipeSetting {
    std::string key;   ///< lower case, words joined by '_', levels by '.': "model.num_layers"
    std::string value; ///< without quotes; "true" for a flag
    /// A shell variable. The arguments of the program win, so it may have no effect.
    bool is_variable = false;
    std::string unset{}; ///< the shell variable that is its value, and has none: "TP"
};

/// What starts a training run, as one list of settings, each key once: the last that was given.
struct Recipe {
    RecipeFormat format = RecipeFormat::megatron;
    std::string file;
    std::vector<RecipeSetting> settings;
};

/// The format by the content of the text; none where it is not recognised.
std::optional<RecipeFormat> recipe_format(std::string_view text);

/// Fails where the format is not recognised, and where its YAML, TOML or JSON is broken.
Result<Recipe> read_recipe(const NamedText& file);

/// A project as the recipes say, later files overriding earlier ones: model, plan, batch, precision and
/// software on as many GPUs, drawn by a template. What they do not tell and what was not understood are
/// warnings. Fails where the model is neither described nor a known name.
Result<Imported> import_recipes(std::span<const NamedText> files, const Catalog& catalog,
                                const std::string& template_name, TemplateSettings settings);

} // namespace roofrack
