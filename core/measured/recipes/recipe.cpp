// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recipes/recipe.h"

#include "core/measured/recipes/shell_settings.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>
#include <unordered_map>
#include <utility>
#include <vector>
#include <yaml-cpp/yaml.h>

namespace roofrack {

namespace {

constexpr size_t most_values = 20'001; ///< one more than a recipe may have
constexpr int deepest_level = 64;

std::string below(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

class YamlWalk {
public:
    // Anchors may stand for each other a thousand million times: what was seen is counted, too.
    void walk(const YAML::Node& node, const std::string& path, int level) {
        if (settings.size() >= most_values || ++m_seen > 10 * most_values || level > deepest_level) return;
        if (node.IsScalar()) {
            settings.push_back({path, node.Scalar(), false});
        } else if (node.IsMap()) {
            for (const auto& each : node)
                if (each.first.IsScalar()) walk(each.second, below(path, each.first.Scalar()), level + 1);
        } else if (node.IsSequence()) {
            std::string list;
            for (const auto& each : node)
                if (each.IsScalar() && list.size() < 10'000)
                    list += (list.empty() ? "" : ",") + each.Scalar();
            if (!list.empty()) settings.push_back({path, list, false});
        }
    }
    std::vector<RecipeSetting> settings;

private:
    size_t m_seen = 0;
};

void walk_toml(const toml::node& node, const std::string& path, std::vector<RecipeSetting>& out) {
    if (out.size() >= most_values) return;
    if (const toml::table* table = node.as_table()) {
        for (const auto& [key, value] : *table) walk_toml(value, below(path, key.str()), out);
    } else if (const auto* text = node.as_string()) {
        out.push_back({path, text->get(), false});
    } else if (const auto* integer = node.as_integer()) {
        out.push_back({path, std::to_string(integer->get()), false});
    } else if (const auto* real = node.as_floating_point()) {
        out.push_back({path, fmt::format("{}", real->get()), false});
    } else if (const auto* truth = node.as_boolean()) {
        out.push_back({path, truth->get() ? "true" : "false", false});
    } else if (const toml::array* array = node.as_array()) {
        std::string list;
        for (const toml::node& each : *array)
            if (const auto* item = each.as_string()) list += (list.empty() ? "" : ",") + item->get();
        if (!list.empty()) out.push_back({path, list, false});
    }
}

void walk_json(const nlohmann::json& node, const std::string& path, int level,
               std::vector<RecipeSetting>& out) {
    if (out.size() >= most_values || level > deepest_level) return;
    if (node.is_object())
        for (const auto& [key, value] : node.items()) walk_json(value, below(path, key), level + 1, out);
    else if (node.is_string())
        out.push_back({path, node.get<std::string>(), false});
    else if (node.is_number() || node.is_boolean())
        out.push_back({path, node.dump(), false});
}

/// The scalars of a file as settings with their path, "model.num_layers"; of a list those that are no lists
/// themselves, joined by ','. Fail where the text is broken, with the line.
Result<std::vector<RecipeSetting>> yaml_settings(const NamedText& file) {
    try {
        YamlWalk walk;
        walk.walk(YAML::Load(file.text), {}, 0);
        return std::move(walk.settings);
    } catch (const YAML::Exception& error) {
        return fail(fmt::format("{}:{}", file.name, error.mark.line + 1), "the YAML is broken: " + error.msg,
                    "correct the line");
    }
}

Result<std::vector<RecipeSetting>> toml_settings(const NamedText& file) {
    try {
        std::vector<RecipeSetting> out;
        walk_toml(toml::parse(std::string_view(file.text)), {}, out);
        return out;
    } catch (const toml::parse_error& error) {
        return fail(fmt::format("{}:{}", file.name, error.source().begin.line),
                    fmt::format("the TOML is broken: {}", error.description()), "correct the line");
    }
}

Result<std::vector<RecipeSetting>> json_settings(const NamedText& file) {
    const auto json = nlohmann::json::parse(file.text, nullptr, false, true);
    if (json.is_discarded())
        return fail(file.name, "the JSON is broken", "correct it, for instance with a JSON checker");
    std::vector<RecipeSetting> out;
    walk_json(json, {}, 0, out);
    return out;
}

constexpr size_t most_settings = 20'000;

bool has_words(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// "Tensor-Model-Parallel" → "tensor_model_parallel".
std::string key_of(std::string_view written) {
    std::string out(written);
    for (char& c : out) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

/// A line of the arguments that Megatron-LM prints: "  num_layers ......... 64", behind a tag of the launcher
/// or not. Nothing where the line is another.
std::optional<RecipeSetting> dumped_argument(std::string_view line) {
    const size_t dots = line.find(" ....");
    if (dots == std::string_view::npos) return std::nullopt;
    const size_t begin = line.find_last_of(" \t:>]", dots - 1);
    const std::string_view name = line.substr(begin == std::string_view::npos ? 0 : begin + 1,
                                              dots - (begin == std::string_view::npos ? 0 : begin + 1));
    const size_t value = line.find_first_not_of('.', dots + 1);
    if (name.empty() || value == std::string_view::npos || line[value] != ' ') return std::nullopt;
    std::string_view text = line.substr(value + 1);
    text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
    return RecipeSetting{key_of(name), std::string(text), false};
}

/// The padded size of the vocabulary, which Megatron-LM prints apart from its arguments: "(new size: 50688)".
std::optional<RecipeSetting> padded_vocabulary(std::string_view text) {
    constexpr std::string_view words = "(new size: ";
    const size_t at = text.find(words);
    if (at == std::string_view::npos || !has_words(text, "padded vocab")) return std::nullopt;
    const std::string_view rest = text.substr(at + words.size());
    return RecipeSetting{"padded_vocab_size", std::string(rest.substr(0, rest.find(')'))), false};
}

/// The arguments that Megatron-LM prints as it starts; other programs of the same log print theirs alike.
std::vector<RecipeSetting> dumped_arguments(std::string_view text) {
    std::vector<RecipeSetting> out;
    if (auto vocabulary = padded_vocabulary(text)) out.push_back(std::move(*vocabulary));
    if (const size_t begin = text.find("-- arguments --"); begin != std::string_view::npos)
        text = text.substr(begin, text.find("-- end of arguments --", begin) - begin);
    while (!text.empty() && out.size() < most_settings) {
        const size_t end = std::min(text.find('\n'), text.size());
        if (auto setting = dumped_argument(text.substr(0, end))) out.push_back(std::move(*setting));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::vector<RecipeSetting> shell_settings(std::string_view text) {
    const ShellSettings shell = read_shell(text);
    std::vector<RecipeSetting> out;
    for (const auto& [name, value] : shell.variables)
        out.push_back({key_of(name), value, !shell.arguments.empty()});
    for (const auto& [name, value] : shell.arguments) {
        const auto unset = value.empty() ? shell.unset.find(name) : shell.unset.end();
        out.push_back({key_of(name), value.empty() ? "true" : value, false,
                       unset == shell.unset.end() ? std::string() : unset->second});
    }
    return out;
}

/// Each key once: where the first setting of it stood, as the last one sets it.
std::vector<RecipeSetting> once_each(std::vector<RecipeSetting> settings) {
    std::unordered_map<std::string, size_t> place;
    std::vector<RecipeSetting> out;
    for (RecipeSetting& setting : settings) {
        const auto [at, is_new] = place.emplace(setting.key, out.size());
        if (is_new)
            out.push_back(std::move(setting));
        else
            out[at->second] = std::move(setting);
    }
    return out;
}

bool is_megatron_dump(std::string_view text) {
    return has_words(text, " num_layers ....") && has_words(text, " hidden_size ....");
}

bool is_megatron_script(std::string_view text) {
    return has_words(text, "--num-layers") || has_words(text, "--tensor-model-parallel-size") ||
           (has_words(text, "--micro-batch-size") && has_words(text, "--global-batch-size"));
}

} // namespace

std::string_view label_of(RecipeFormat format) {
    switch (format) {
    case RecipeFormat::megatron: return "Megatron-LM";
    case RecipeFormat::nemo: return "NeMo";
    case RecipeFormat::torchtitan: return "torchtitan";
    case RecipeFormat::deepspeed: return "DeepSpeed";
    case RecipeFormat::mlperf: return "MLPerf";
    }
    return {};
}

std::optional<RecipeFormat> recipe_format(std::string_view text) {
    if (is_megatron_dump(text) || is_megatron_script(text)) return RecipeFormat::megatron;
    const size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos) return std::nullopt;
    if (text[first] == '{') {
        const bool batch = has_words(text, "\"train_batch_size\"") ||
                           has_words(text, "\"train_micro_batch_size_per_gpu\"") ||
                           has_words(text, "\"zero_optimization\"");
        return batch ? std::optional(RecipeFormat::deepspeed) : std::nullopt;
    }
    if (has_words(text, "DGXNNODES") || (has_words(text, "MINIBS") && has_words(text, "export ")))
        return RecipeFormat::mlperf;
    if (has_words(text, "[training]") && (has_words(text, "[parallelism]") || has_words(text, "seq_len")))
        return RecipeFormat::torchtitan;
    if (has_words(text, "tensor_model_parallel_size:") || has_words(text, "micro_batch_size:") ||
        has_words(text, "global_batch_size:"))
        return RecipeFormat::nemo;
    return std::nullopt;
}

Result<Recipe> read_recipe(const NamedText& file) {
    const auto format = recipe_format(file.text);
    if (!format)
        return fail(file.name, "no recipe that is known",
                    "give a command line or log of Megatron-LM, YAML of NeMo or Megatron-Bridge, TOML of "
                    "torchtitan, JSON of DeepSpeed, or a config_….sh of MLPerf");
    Recipe out{*format, file.name, {}};
    Result<std::vector<RecipeSetting>> settings;
    switch (*format) {
    case RecipeFormat::megatron:
        settings = is_megatron_dump(file.text) ? dumped_arguments(file.text) : shell_settings(file.text);
        break;
    case RecipeFormat::mlperf: settings = shell_settings(file.text); break;
    case RecipeFormat::nemo: settings = yaml_settings(file); break;
    case RecipeFormat::torchtitan: settings = toml_settings(file); break;
    case RecipeFormat::deepspeed: settings = json_settings(file); break;
    }
    if (!settings) return tl::unexpected(settings.error());
    if (settings->size() > most_settings)
        return fail(file.name, fmt::format("more than {} settings", most_settings), "give the recipe alone");
    for (RecipeSetting& setting : *settings) setting.key = key_of(setting.key);
    // "model.hidden_size" counts before "model.vision.hidden_size".
    const auto depth = [](const RecipeSetting& setting) { return std::ranges::count(setting.key, '.'); };
    std::ranges::stable_sort(*settings, std::greater{}, depth);
    out.settings = once_each(std::move(*settings));
    return out;
}

} // namespace roofrack
