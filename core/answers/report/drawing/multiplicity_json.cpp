// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/drawing/multiplicity_json.h"

#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json split_json(const SplitResult& split) {
    Json pieces = Json::array();
    for (const SplitPiece& piece : split.pieces)
        pieces.push_back(
            {{"from", piece.from}, {"id", piece.id}, {"count", piece.count}, {"left", piece.left}});
    return {{"id", split.id}, {"pieces", std::move(pieces)}};
}

Json split_schema() {
    using namespace schema;
    const Json piece = object({{"from", text}, {"id", text}, {"count", integer}, {"left", integer}});
    return object({{"id", text}, {"pieces", list_of(piece)}});
}

Json merge_json(const MergeResult& merged) {
    Json groups = Json::array();
    for (const MergedGroup& group : merged.groups)
        groups.push_back({{"id", group.id}, {"count", group.count}, {"merged", group.gone}});
    return {{"groups", std::move(groups)}};
}

Json merge_schema() {
    using namespace schema;
    return object(
        {{"groups", list_of(object({{"id", text}, {"count", integer}, {"merged", list_of(text)}}))}});
}

} // namespace roofrack
