// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/fragment_text.h"

#include "core/drawing/project/json_text.h"
#include "core/drawing/project/project_reader.h"
#include "core/drawing/project/project_writer.h"

#include <fmt/format.h>
#include <new>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

constexpr int version = 1;
constexpr size_t largest_text = 16u << 20;
constexpr const char* marker = "roofrack_drawing"; ///< its value is the version of the form
constexpr const char* how = "copy items in a drawing of Roofrack, or their text from an editor";

Result<Cluster> drawing_of(const Json& project, const Catalog& catalog, std::string_view place) {
    std::vector<Diagnostic> warnings;
    auto read = project_from_json(project, catalog, "", warnings);
    if (!read) {
        Diagnostic wrong = std::move(read.error());
        if (wrong.where.starts_with(place)) wrong.where.erase(0, place.size());
        return tl::unexpected(std::move(wrong));
    }
    Cluster piece = std::move(read->scenarios.front().cluster);
    if (piece.elements.empty()) return fail({}, "the copied drawing is empty", how);
    return piece;
}

Result<Cluster> parse(std::string_view text, const Catalog& catalog) {
    const size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (first == std::string_view::npos) return fail({}, "nothing was copied", how);
    if (text[first] != '{') return fail({}, "what was copied is text, not a piece of a drawing", how);
    if (text.size() > largest_text)
        return fail({},
                    fmt::format("what was copied has {} MiB, more than a drawing's {} MiB", text.size() >> 20,
                                largest_text >> 20),
                    how);
    const auto json = parse_json_text(text, "line");
    if (!json) return tl::unexpected(json.error());
    const auto marked = json->find(marker);
    if (marked == json->end()) {
        if (json->contains("scenarios")) return drawing_of(*json, catalog, "");
        return fail({}, "what was copied is JSON, but no piece of a drawing", how);
    }
    if (!marked->is_number() || marked->get<double>() > version)
        return fail(
            std::string("/") + marker,
            fmt::format("the piece was copied from a newer Roofrack: its form is {}, this one reads {}",
                        marked->dump(), version),
            "update Roofrack");
    Json cluster = *json;
    cluster.erase(marker);
    const Json carrier = {{"schema", Project::current_schema},
                          {"scenarios", {{{"name", "Piece"}, {"cluster", cluster}}}}};
    return drawing_of(carrier, catalog, "/scenarios/0/cluster");
}

} // namespace

std::string fragment_text(const Cluster& piece, const Catalog& catalog) {
    Project carrier;
    carrier.scenarios.emplace_back().cluster = piece;
    Json json = {{marker, version}};
    const Json whole = project_json(carrier, catalog);
    const Json& scenario = whole.at("scenarios").at(0);
    if (const auto cluster = scenario.find("cluster"); cluster != scenario.end())
        for (const auto& [key, value] : cluster->items()) json[key] = value;
    return pretty_text(json);
}

Result<Cluster> parse_fragment(std::string_view text, const Catalog& catalog) {
    try {
        return parse(text, catalog);
    } catch (const std::bad_alloc&) {
        return fail({}, "there is not enough memory to read what was copied", "close other programs");
    }
}

} // namespace roofrack
