// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"

#include "core/base/catalog/built_in.h"
#include "core/base/catalog/model_spec_json.h"
#include "core/base/catalog/part_json.h"
#include "core/base/constants/embedded.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace roofrack {

namespace {

using Index = std::map<std::string, size_t, std::less<>>;

size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

/// The entry of the index nearest in spelling, if at most a third of the letters differ.
const size_t* nearest(const Index& index, std::string_view text) {
    if (text.size() > 100) return nullptr;
    const std::string wanted = lower(text);
    const size_t* best = nullptr;
    size_t least = std::max<size_t>(2, wanted.size() / 3) + 1;
    for (const auto& [name, position] : index) {
        const size_t distance = edit_distance(wanted, name);
        if (distance < least) {
            least = distance;
            best = &position;
        }
    }
    return best;
}

Result<void> add_names(Index& index, const std::string& id, const std::vector<std::string>& aliases,
                       size_t position, std::string_view where) {
    if (id.empty()) return fail(std::string(where), "the id is empty", "give one");
    if (!index.emplace(lower(id), position).second)
        return fail(std::string(where), fmt::format("the id '{}' is already taken", id), "choose another id");
    for (const std::string& alias : aliases) {
        const auto [it, inserted] = index.emplace(lower(alias), position);
        if (!inserted && it->second != position)
            return fail(std::string(where), fmt::format("the alias '{}' of '{}' is already taken", alias, id),
                        "leave it to one part");
    }
    return {};
}

/// Letters and digits of a name without its vendor: "NVIDIA GeForce RTX 4090" → "rtx4090".
std::string spelling_key(std::string_view name) {
    static constexpr std::array<std::string_view, 12> vendors{"nvidia",  "amd",    "intel",     "aws",
                                                              "google",  "huawei", "microsoft", "instinct",
                                                              "geforce", "tesla",  "habana",    "cloud"};
    const std::string text = lower(name);
    std::string out, word, vendor;
    const auto end_word = [&] {
        (std::ranges::find(vendors, word) == vendors.end() ? out : vendor) += word;
        word.clear();
    };
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
        if (plain)
            word += c;
        else
            end_word();
    }
    end_word();
    return out.empty() ? vendor : out;
}

/// Whether a name begins with these words: "A100 SXM4" with "a100", and not with "a10".
bool begins_with(std::string_view name, std::string_view key) {
    const std::string whole = spelling_key(name);
    if (!whole.starts_with(key)) return false;
    if (whole.size() == key.size()) return true;
    // The key must end where a word of the name does: "H100" of "H100 PCIe", not "MI300" of "MI300X".
    for (size_t i = 1; i <= name.size(); ++i)
        if (spelling_key(name.substr(0, i)) == key)
            return i == name.size() || !std::isalnum(static_cast<unsigned char>(name[i]));
    return false;
}

/// The list under `key`; nullptr when the file has another content.
Result<const nlohmann::json*> list_of(const nlohmann::json& file, const char* key, std::string_view path) {
    const auto it = file.find(key);
    if (it == file.end()) return nullptr;
    if (!it->is_array()) return fail(fmt::format("{}#/{}", path, key), "a list is expected", "write [ … ]");
    return &*it;
}

} // namespace

const Catalog& Catalog::built_in() {
    static const Catalog catalog = embedded_value(parse(embedded_files()));
    return catalog;
}

Result<Catalog> Catalog::parse(std::span<const EmbeddedFile> files) {
    Catalog catalog;
    CatalogSources sources;
    std::vector<std::pair<std::string_view, nlohmann::json>> contents;
    for (const EmbeddedFile& file : files) {
        if (!file.path.starts_with("resources/catalog/") && !file.path.starts_with("resources/models/"))
            continue;
        auto json = parse_json_file(file.contents, file.path);
        if (!json) return tl::unexpected(json.error());
        if (!json->is_object()) return fail(std::string(file.path), "an object is expected", "write { … }");
        if (const auto it = json->find("sources"); it != json->end()) {
            const std::string where = fmt::format("{}#/sources", file.path);
            if (!it->is_object()) return fail(where, "an object is expected", "write { … }");
            for (const auto& [key, entry] : it->items()) {
                auto source = read_catalog_source(entry, fmt::format("{}/{}", where, key));
                if (!source) return tl::unexpected(source.error());
                sources[key] = std::move(*source);
            }
        }
        if (const auto it = json->find("defaults"); it != json->end()) {
            auto defaults = read_defaults(*it, fmt::format("{}#/defaults", file.path));
            if (!defaults) return tl::unexpected(defaults.error());
            catalog.m_defaults = std::make_shared<const Defaults>(std::move(*defaults));
        }
        contents.emplace_back(file.path, std::move(*json));
    }
    for (const auto& [path, json] : contents) {
        const auto parts = list_of(json, "parts", path);
        if (!parts) return tl::unexpected(parts.error());
        for (size_t i = 0; *parts && i < (*parts)->size(); ++i) {
            const std::string where = fmt::format("{}#/parts/{}", path, i);
            auto read = read_catalog_part((**parts)[i], sources, where);
            if (!read) return tl::unexpected(read.error());
            if (auto added = add_names(catalog.m_part_index, read->part.id, read->aliases,
                                       catalog.m_parts.size(), where);
                !added)
                return tl::unexpected(added.error());
            std::vector<std::string> called = read->aliases;
            called.push_back(read->part.id);
            called.push_back(read->part.name);
            for (const std::string& name : called) {
                auto& alike = catalog.m_spellings[spelling_key(name)];
                if (alike.empty() || alike.back() != catalog.m_parts.size())
                    alike.push_back(catalog.m_parts.size());
            }
            catalog.m_aliases.push_back(std::move(read->aliases));
            catalog.m_parts.push_back(std::move(read->part));
        }
        const auto models = list_of(json, "models", path);
        if (!models) return tl::unexpected(models.error());
        for (size_t i = 0; *models && i < (*models)->size(); ++i) {
            const std::string where = fmt::format("{}#/models/{}", path, i);
            auto read = read_catalog_model((**models)[i], where);
            if (!read) return tl::unexpected(read.error());
            if (auto added = add_names(catalog.m_model_index, read->model.id, read->aliases,
                                       catalog.m_models.size(), where);
                !added)
                return tl::unexpected(added.error());
            catalog.m_models.push_back(std::move(read->model));
        }
    }
    catalog.read_ranges();
    for (const Part& part : catalog.m_parts) {
        const std::string_view accelerator = part.text_or("accelerator", "");
        if (part.kind == PartKind::server && !accelerator.empty() &&
            !catalog.part(PartKind::accelerator, accelerator))
            return fail(part.id,
                        fmt::format("the server names the accelerator '{}', which is not in the catalogue",
                                    accelerator),
                        "add the accelerator or correct the name");
    }
    return catalog;
}

const Part* Catalog::part(std::string_view name) const {
    if (const auto it = m_part_index.find(lower(name)); it != m_part_index.end()) return &m_parts[it->second];
    if (name.empty() || name.size() > 100) return nullptr;
    const auto alike = m_spellings.find(spelling_key(name));
    return alike == m_spellings.end() || alike->second.size() != 1 ? nullptr
                                                                   : &m_parts[alike->second.front()];
}

const Part* Catalog::part(PartKind kind, std::string_view name) const {
    if (const auto it = m_part_index.find(lower(name));
        it != m_part_index.end() && m_parts[it->second].kind == kind)
        return &m_parts[it->second];
    if (name.empty() || name.size() > 100) return nullptr;
    const auto alike = m_spellings.find(spelling_key(name));
    if (alike == m_spellings.end()) return nullptr;
    const Part* only = nullptr;
    for (const size_t position : alike->second) {
        if (m_parts[position].kind != kind) continue;
        if (only) return nullptr;
        only = &m_parts[position];
    }
    return only;
}

void Catalog::read_ranges() {
    for (const Part& part : m_parts)
        for (const auto& [key, figure] : part.figures) {
            if (!figure.value || *figure.value <= 0) continue;
            KnownRange& range = m_ranges[{part.kind, key}];
            const double value = *figure.value;
            range.limits = range.parts++ == 0 ? ValueLimits{value, value}
                                              : ValueLimits{std::min(range.limits.low, value),
                                                            std::max(range.limits.high, value)};
        }
}

std::optional<ValueLimits> Catalog::usual_range(PartKind kind, std::string_view key) const {
    constexpr int fewest = 3;
    const auto found = m_ranges.find({kind, std::string(key)});
    if (found == m_ranges.end() || found->second.parts < fewest) return std::nullopt;
    return found->second.limits;
}

std::vector<const Part*> Catalog::called(std::optional<PartKind> kind, std::string_view name) const {
    std::vector<const Part*> out;
    const std::string key = name.size() > 100 ? std::string() : spelling_key(name);
    if (key.empty()) return out;
    for (size_t i = 0; i < m_parts.size(); ++i) {
        if (kind && m_parts[i].kind != *kind) continue;
        const auto matches = [&](const std::string& each) { return begins_with(each, key); };
        if (matches(m_parts[i].id) || matches(m_parts[i].name) || std::ranges::any_of(m_aliases[i], matches))
            out.push_back(&m_parts[i]);
    }
    return out;
}

std::span<const std::string> Catalog::aliases(const Part& part) const {
    const auto it = m_part_index.find(lower(part.id));
    if (it == m_part_index.end()) return {};
    return m_aliases[it->second];
}

const ModelSpec* Catalog::model(std::string_view id_or_alias) const {
    const auto it = m_model_index.find(lower(id_or_alias));
    return it == m_model_index.end() ? nullptr : &m_models[it->second];
}

bool is_built_in(const Catalog& catalog) { return &catalog == &Catalog::built_in(); }

Catalog Catalog::with(Defaults defaults) const {
    Catalog out = *this;
    out.m_defaults = std::make_shared<const Defaults>(std::move(defaults));
    return out;
}

Result<Catalog> Catalog::with(std::string_view part, std::string_view key, double value) const {
    const auto index = m_part_index.find(part);
    if (index == m_part_index.end())
        return fail(std::string(part), "there is no such part", "see roofrack-cli catalog list");
    Catalog out = *this;
    Part& changed = out.m_parts[index->second];
    const auto figure = changed.figures.find(key);
    if (figure == changed.figures.end())
        return fail(fmt::format("{}/{}", part, key), "the part has no such value",
                    fmt::format("see roofrack-cli catalog show {}", part));
    figure->second.value = value;
    return out;
}

std::string Catalog::nearest_part(std::string_view id) const {
    const size_t* position = nearest(m_part_index, id);
    return position ? m_parts[*position].id : std::string();
}

std::string Catalog::nearest_model(std::string_view id) const {
    const size_t* position = nearest(m_model_index, id);
    return position ? m_models[*position].id : std::string();
}

} // namespace roofrack
