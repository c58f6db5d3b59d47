// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/part_mime.h"

namespace roofrack {
namespace {

const QString part_type = QStringLiteral("application/x-roofrack-part"); // kind, newline, part id

} // namespace

std::unique_ptr<QMimeData> part_mime(const DraggedPart& part) {
    auto data = std::make_unique<QMimeData>();
    data->setData(part_type,
                  QByteArray::fromStdString(std::string(name_of(part.kind)) + '\n' + part.part.id));
    return data;
}

std::optional<DraggedPart> dragged_part(const QMimeData& data) {
    if (!data.hasFormat(part_type)) return std::nullopt;
    const std::string text = data.data(part_type).toStdString();
    const size_t end = text.find('\n');
    const auto kind = element_kind(text.substr(0, end));
    if (!kind || end == std::string::npos) return std::nullopt;
    DraggedPart part;
    part.kind = *kind;
    part.part.id = text.substr(end + 1);
    return part;
}

} // namespace roofrack
