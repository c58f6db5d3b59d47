// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/part_mime.h"

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"
#include "core/drawing/project/own_parts.h"
#include "widgets/inspector/part_text.h"

namespace roofrack {
namespace {

/// Kind, part id and, for a part of a project's own, its definition as JSON; a line each.
constexpr QLatin1String part_type("application/x-roofrack-part");

} // namespace

std::unique_ptr<QMimeData> part_mime(const DraggedPart& part, const Catalog& catalog) {
    auto data = std::make_unique<QMimeData>();
    data->setData(part_type, QByteArray::fromStdString(std::string(name_of(part.kind)) + '\n' + part.part.id +
                                                       '\n' + own_part_text(part.part, catalog)));
    return data;
}

std::optional<DraggedPart> dragged_part(const QMimeData& data, const Catalog& catalog) {
    if (!data.hasFormat(part_type)) return std::nullopt;
    const std::string text = data.data(part_type).toStdString();
    const size_t end = text.find('\n');
    const auto kind = element_kind(text.substr(0, end));
    if (!kind || end == std::string::npos) return std::nullopt;
    DraggedPart part;
    part.kind = *kind;
    const size_t definition = text.find('\n', end + 1);
    part.part.id = text.substr(end + 1, definition == std::string::npos ? definition : definition - end - 1);
    if (definition == std::string::npos || definition + 1 == text.size()) return part;
    auto own = parse_own_part(std::string_view(text).substr(definition + 1), catalog);
    if (!own || part_kind_of(*kind) != own->inline_part->kind) return std::nullopt;
    part.part = std::move(*own);
    return part;
}

} // namespace roofrack
