// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recipes/recipe_texts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <yaml-cpp/yaml.h>

#define TOML_HEADER_ONLY 1
// Some of its assertions are about the text that it reads, which may be broken. Debug builds leave them out
// too, as other builds do.
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>

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

} // namespace

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

} // namespace roofrack
