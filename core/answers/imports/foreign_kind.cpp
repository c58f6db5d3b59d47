// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/imports/foreign_kind.h"

#include "core/base/files/foreign_file.h"
#include "core/base/spreadsheet/workbook_reader.h"
#include "core/drawing/project/json_text.h"
#include "core/measured/diagrams/drawio_file.h"
#include "core/measured/inside/server_inside.h"
#include "core/measured/interchange/weight_index.h"
#include "core/measured/netbox/device_types.h"
#include "core/measured/netbox/netbox_tables.h"
#include "core/measured/p2p/p2p_file.h"
#include "core/measured/recipes/recipe.h"
#include "core/measured/trace/logs/log_format.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr size_t largest_settings = size_t{1} << 20; // traces are JSON, too, and larger

std::optional<ForeignKind> kind_of_workbook(const NamedText& file) {
    const auto book = read_workbook(file.text, file.name);
    if (!book) return std::nullopt;
    if (book->sheet("Bill") && book->sheet("Assumptions")) return ForeignKind::workbook;
    return is_p2p(file) ? std::optional(ForeignKind::p2p) : std::nullopt;
}

/// Logs of runs print their arguments and the inside of their servers, too: what was measured counts first.
bool is_log(std::string_view text) {
    return std::ranges::any_of(log_formats(),
                               [&](const LogFormat& format) { return format.recognises(text); });
}

/// "[{…", "[1, …"; a table of TOML has a name behind its bracket.
bool is_json_list(std::string_view text) {
    if (!text.starts_with('[')) return false;
    const size_t next = text.find_first_not_of(" \t\r\n", 1);
    const char c = next == std::string_view::npos ? ']' : text[next];
    return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_');
}

std::optional<ForeignKind> kind_of_json(const NamedText& file) {
    if (recipe_format(file.text) == RecipeFormat::deepspeed) return ForeignKind::recipe;
    if (is_weight_index(file)) return ForeignKind::huggingface;
    const auto has = [&](std::string_view key) { return file.text.find(key) != std::string::npos; };
    // A model's shape by the keys that its families have; Calculon's files have others.
    const bool is_shape = has("\"hidden_size\"") || has("\"n_embd\"") || has("\"d_model\"");
    if (is_shape && (has("\"model_type\"") || has("\"architectures\""))) return ForeignKind::huggingface;
    const auto parsed = parse_json_text(file.text, file.name);
    if (!parsed || !parsed->is_object()) return std::nullopt;
    const auto holds = [&](std::initializer_list<const char*> keys) {
        return std::ranges::all_of(keys, [&](const char* key) { return parsed->contains(key); });
    };
    const bool is_calculon = holds({"num_procs", "tensor_par"}) || holds({"matrix", "networks"}) ||
                             holds({"attn_heads", "num_blocks"});
    return is_calculon ? std::optional(ForeignKind::calculon) : std::nullopt;
}

} // namespace

std::string_view name_of(ForeignKind kind) {
    switch (kind) {
    case ForeignKind::workbook: return "xlsx";
    case ForeignKind::drawio: return "drawio";
    case ForeignKind::p2p: return "p2p";
    case ForeignKind::topology: return "topology";
    case ForeignKind::netbox: return "netbox";
    case ForeignKind::recipe: return "recipe";
    case ForeignKind::calculon: return "calculon";
    case ForeignKind::huggingface: break;
    }
    return "huggingface";
}

std::string_view label_of(ForeignKind kind) {
    switch (kind) {
    case ForeignKind::workbook: return "a workbook";
    case ForeignKind::drawio: return "a drawing of draw.io";
    case ForeignKind::p2p: return "a P2P list of cables";
    case ForeignKind::topology: return "the inside of a server";
    case ForeignKind::netbox: return "a site in NetBox";
    case ForeignKind::recipe: return "a training recipe";
    case ForeignKind::calculon: return "files of Calculon";
    case ForeignKind::huggingface: break;
    }
    return "a model of Hugging Face";
}

bool changes_scenario(ForeignKind kind) {
    return kind == ForeignKind::workbook || kind == ForeignKind::drawio || kind == ForeignKind::huggingface;
}

std::optional<ForeignKind> foreign_kind(const NamedText& file) {
    if (is_workbook(file.text)) return kind_of_workbook(file);
    const std::string_view text = file.text;
    const size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos) return std::nullopt;
    const bool may_be_settings = text.size() <= largest_settings;
    if (text[first] == '<') {
        if (is_drawio(text)) return ForeignKind::drawio;
        return is_lstopo(text) ? std::optional(ForeignKind::topology) : std::nullopt;
    }
    if (text[first] == '{') {
        if (may_be_settings) return kind_of_json(file);
        return is_weight_index(file) ? std::optional(ForeignKind::huggingface) : std::nullopt;
    }
    if (is_json_list(text.substr(first))) return std::nullopt;
    if (is_netbox_table(text)) return ForeignKind::netbox;
    if (is_p2p(file)) return ForeignKind::p2p;
    if (!may_be_settings || is_log(text)) return std::nullopt;
    if (is_device_type(text)) return ForeignKind::netbox;
    if (is_topology_matrix(text)) return ForeignKind::topology;
    return recipe_format(text) ? std::optional(ForeignKind::recipe) : std::nullopt;
}

std::optional<ForeignKind> foreign_kind_of_file(const std::filesystem::path& path) {
    auto file = ForeignFile::open(path);
    if (!file || file->size() <= 0 || file->size() > static_cast<int64_t>(largest_text_file))
        return std::nullopt;
    constexpr size_t beginning = size_t{64} << 10;
    const auto size = static_cast<size_t>(file->size());
    NamedText read{path.string(), std::string(std::min(size, beginning), '\0')};
    read.text.resize(file->read(read.text.data(), read.text.size()));
    const bool is_archive = is_workbook(read.text);
    if (!is_archive && read.text.find('\0') != std::string::npos) return std::nullopt;
    if (size <= beginning) return foreign_kind(read);
    if (is_archive || size <= largest_settings) {
        file->rewind();
        read.text.assign(size, '\0');
        read.text.resize(file->read(read.text.data(), size));
        return foreign_kind(read);
    }
    const size_t first = read.text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const char begins = first == std::string::npos ? '\0' : read.text[first];
    const bool may_be = begins == '<'   ? true
                        : begins == '{' ? is_weight_index(read)
                                        : is_netbox_table(read.text) || is_p2p(read);
    return may_be ? foreign_kind(read) : std::nullopt;
}

} // namespace roofrack
