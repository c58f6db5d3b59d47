// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/edits/part_mime.h"

#include <QImage>
#include <QWidget>

namespace roofrack::test {

inline DraggedPart part(ElementKind kind, std::string id = {}) {
    DraggedPart made;
    made.kind = kind;
    made.part.id = std::move(id);
    return made;
}

inline Element named_element(std::string id, ElementKind kind, std::string name, Position at,
                             std::string parent = {}) {
    Element made;
    made.id = std::move(id);
    made.kind = kind;
    made.name = std::move(name);
    made.position = at;
    made.parent = std::move(parent);
    return made;
}

/// Pictures for the eye go where ROOFRACK_PICTURES names a folder.
inline void show(const QImage& image, const QString& name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
    if (!folder.isEmpty()) image.save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

inline QImage picture(QWidget& widget, qreal ratio) {
    QImage image(widget.size() * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    widget.render(&image);
    return image;
}

} // namespace roofrack::test
