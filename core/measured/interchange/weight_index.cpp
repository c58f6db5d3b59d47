// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/weight_index.h"

#include "core/drawing/project/json_text.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr const char* index_name = "model.safetensors.index.json";
/// Experts are tensors of their own: models of trillions have hundreds of thousands.
constexpr size_t most_tensors = 1'000'000;
constexpr double most_bytes = 1e16, least_parameters = 1;

} // namespace

Result<double> indexed_parameters(const NamedText& index, double element_bytes) {
    const auto parsed = parse_json_text(index.text, index.name, most_tensors);
    if (!parsed) return tl::unexpected(parsed.error());
    const std::string where = index.name + "#/metadata";
    const auto metadata = parsed->is_object() ? parsed->find("metadata") : parsed->end();
    if (!parsed->is_object() || metadata == parsed->end() || !metadata->is_object())
        return fail(where, "an index of weights has metadata with their size",
                    fmt::format("give the {} of the model, or leave it out", index_name));
    const auto number = [&](const char* key) {
        const auto it = metadata->find(key);
        const double value = it != metadata->end() && it->is_number() ? it->get<double>() : 0;
        return value > 0 && value <= most_bytes ? value : 0;
    };
    if (const double parameters = number("total_parameters"); parameters > 0) return parameters;
    const double bytes = number("total_size");
    if (bytes <= 0)
        return fail(where + "/total_size", "no size of the weights is given",
                    "give the index that the model was published with, or leave it out");
    if (element_bytes <= 0) return 0.0;
    return std::max(least_parameters, bytes / element_bytes);
}

bool is_weight_index(const NamedText& file) {
    return file.text.find("\"weight_map\"") != std::string::npos &&
           file.text.find("\"hidden_size\"") == std::string::npos;
}

Result<std::optional<NamedText>> weight_index_beside(const std::filesystem::path& config) {
    const std::filesystem::path path = config.parent_path() / index_name;
    std::error_code error;
    if (path == config || !std::filesystem::is_regular_file(path, error)) return std::optional<NamedText>();
    auto text = read_text_file(path);
    if (!text) return tl::unexpected(text.error());
    return std::optional<NamedText>(std::move(*text));
}

std::string index_mismatch_text(double indexed, double counted) {
    const double ratio = counted / indexed - 1;
    if (std::abs(ratio) <= 0.01) return {};
    return fmt::format("the weights are {:.4g} billion parameters, the keys make {:.4g} billion: {:.1f} % {}",
                       indexed / 1e9, counted / 1e9, std::abs(ratio) * 100, ratio > 0 ? "more" : "fewer");
}

} // namespace roofrack
