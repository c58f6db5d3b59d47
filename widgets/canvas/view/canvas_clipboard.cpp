// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas_clipboard.h"

#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"
#include "widgets/editor/item_text.h"
#include "widgets/editor/step.h"
#include "widgets/fields/text.h"

#include <QClipboard>
#include <QCursor>
#include <QGuiApplication>
#include <QMimeData>

#include <algorithm>
#include <optional>

namespace roofrack {

void CanvasClipboard::copy() { put_copy(); }

QByteArray CanvasClipboard::put_copy() {
    const CanvasScene& picture = m_context.picture();
    const Document& document = m_context.document();
    if (auto copied =
            copy_selection(document, picture.drawing(), picture.overlay_style(), picture.style().theme)) {
        QByteArray text = piece_text(*copied);
        QGuiApplication::clipboard()->setMimeData(copied.release());
        return text;
    }
    if (!document.selection().is_empty())
        m_context.say(tr("Not copied: a link goes along with both its ends, select them too"));
    return {};
}

void CanvasClipboard::cut() {
    QByteArray text = put_copy();
    Document& document = m_context.document();
    const auto& ids = document.selection().ids();
    if (std::none_of(ids.begin(), ids.end(), [&](const auto& id) { return document.cluster().find(id); }))
        return; // links alone were not copied, so they stay
    CutPiece piece(document, with_contents(document.cluster(), ids), std::move(text));
    {
        const Step step(document, tr("Cut %1").arg(title_of(ids, document.cluster())));
        if (!remove_selection(document)) return;
    }
    piece.take_cut(document);
    m_place.set_cut(std::move(piece));
}

void CanvasClipboard::paste() {
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    if (!copied) return;
    const QWidget& viewport = *m_context.viewport();
    const QPoint pointer = viewport.mapFromGlobal(QCursor::pos());
    m_place.point_at(viewport.rect().contains(pointer) && viewport.underMouse()
                         ? std::optional(m_context.viewportTransform().inverted().map(QPointF(pointer)))
                         : std::nullopt);
    if (const auto pasted = roofrack::paste(m_context.document(), m_context.drawing(), *copied, m_place);
        !pasted)
        m_context.say(tr("Not pasted: %1").arg(to_qt(pasted.error().text())));
}

void CanvasClipboard::copy_picture() {
    const CanvasScene& picture = m_context.picture();
    const Theme& theme = picture.style().theme;
    DrawingOptions options;
    options.dpi = 192;
    auto* copied = new QMimeData;
    copied->setImageData(picture_image(picture.drawing(), picture.overlay_style(), theme, options));
    copied->setData(QStringLiteral("image/svg+xml"),
                    picture_svg(picture.drawing(), picture.overlay_style(), theme, options));
    QGuiApplication::clipboard()->setMimeData(copied);
}

} // namespace roofrack
