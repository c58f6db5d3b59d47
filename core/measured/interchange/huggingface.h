// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"
#include "core/drawing/templates/templates.h"
#include "core/measured/interchange/interchange.h"

namespace roofrack {

/// A model as a Hugging Face `config.json` describes it (transformers, `configuration_*.py` of each family).
struct ImportedModel {
    ModelSpec model;
    std::vector<Diagnostic> warnings;
    double indexed_parameters = 0; ///< as an index of its weights says; 0: none is given, or it cannot tell
};

/// Reads the shape of a decoder: llama, mistral, mixtral, qwen2 and qwen3 (with experts), gpt2, gpt_neox,
/// gpt_oss, opt, bloom, falcon, gemma, phi, deepseek_v2 and v3; another family by the usual keys, with a
/// warning. The default sequence is the one before a rotary embedding was stretched, where the file says it.
/// `index`: the model.safetensors.index.json beside it, whose parameters are compared with those of the keys:
/// a difference of more than 1 % is a warning; fails beyond a quarter, where the file holds no more than a
/// language model.
Result<ImportedModel> read_huggingface_model(const NamedText& file, const NamedText* index = nullptr);

/// The scenario trains the model, at its default sequence.
void set_model(Scenario& scenario, const ModelSpec& model);

/// A project around the model: a drawing from a template (as many servers as it needs, unless `settings` say
/// how many) and, of some plain plans, the fastest that fits. Warns when none does.
Result<Imported> import_huggingface(const NamedText& file, const Catalog& catalog,
                                    const std::string& template_name, TemplateSettings settings,
                                    const NamedText* index = nullptr);

} // namespace roofrack
