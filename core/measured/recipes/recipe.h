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
    /// A variable of a script whose arguments say what counts: it may mean nothing.
    bool is_variable = false;
};

/// What starts a training run, as one list of settings, each key once: the last that was given.
struct Recipe {
    RecipeFormat format = RecipeFormat::megatron;
    std::string file;
    std::vector<RecipeSetting> settings;
};

/// What the text is, by its content; none where it is no recipe that is known.
std::optional<RecipeFormat> recipe_format(std::string_view text);

/// Fails where it is no recipe that is known, and where its YAML, TOML or JSON is broken.
Result<Recipe> read_recipe(const NamedText& file);

/// A project as the recipes say, the later ones over the earlier ones: model, plan, batch, precision and
/// software on as many GPUs, drawn by a template. What they do not tell and what was not understood are
/// warnings. Fails where the model is neither told nor known by its name.
Result<Imported> import_recipes(std::span<const NamedText> files, const Catalog& catalog,
                                const std::string& template_name, TemplateSettings settings);

} // namespace roofrack
