// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/inline_editor.h"

#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/commands/rename_element.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace roofrack {
namespace {

/// Where the words of the element stand, in canvas units.
QRectF words_area(const Canvas& canvas, const std::string& id) {
    const DrawnElement* drawn = canvas.drawing().find(id);
    if (!drawn) return {};
    if (drawn->id == id) return label_area(*drawn);
    for (const RackSlot& slot : drawn->slots)
        if (slot.id == id) return slot.rect.translated(drawn->rect.topLeft());
    return drawn->rect;
}

} // namespace

InlineEditor::InlineEditor(Canvas& canvas, std::string id)
    : QPlainTextEdit(canvas.viewport())
    , m_canvas(canvas)
    , m_id(std::move(id)) {
    const Element* element = canvas.document().cluster().find(m_id);
    m_is_note = element && element->kind == ElementKind::note;
    setObjectName(QStringLiteral("inline-editor"));
    setFrameShape(QFrame::Box);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setLineWrapMode(m_is_note ? WidgetWidth : NoWrap);
    document()->setDocumentMargin(3);
    setTabChangesFocus(true);
    if (element) {
        setAccessibleName(m_is_note ? tr("Text of the note") : tr("Name of %1").arg(title_of(*element)));
        setPlainText(QString::fromStdString(m_is_note ? element->text : element->name));
        setPlaceholderText(m_is_note ? tr("Write the note") : to_qt(element->id));
    }
    setToolTip(m_is_note ? tr("Ctrl+Enter or a click elsewhere keeps it, Esc drops it")
                         : tr("Enter or a click elsewhere keeps it, Esc drops it"));
    setAccessibleDescription(toolTip());
    selectAll();
    connect(&canvas.camera(), &CanvasCamera::view_changed, this, &InlineEditor::place);
    connect(canvas.horizontalScrollBar(), &QScrollBar::valueChanged, this, &InlineEditor::place);
    connect(canvas.verticalScrollBar(), &QScrollBar::valueChanged, this, &InlineEditor::place);
    connect(this, &QPlainTextEdit::textChanged, this, &InlineEditor::place);
    connect(&canvas.document(), &Document::changed, this, [this] {
        if (!m_canvas.document().cluster().find(m_id)) end();
    });
    connect(&canvas.document(), &Document::scenario_changed, this, &InlineEditor::end);
    place();
    show();
    setFocus(Qt::OtherFocusReason);
}

/// Over the words, wide enough for them, and inside the view.
void InlineEditor::place() {
    if (m_done) return;
    QFont written = m_canvas.font();
    constexpr double least = 11, most = 28; // px: to be read at any zoom
    const double size =
        QFontInfo(m_canvas.shown().theme().font(Theme::Role::body)).pixelSize() * m_canvas.zoom();
    written.setPixelSize(static_cast<int>(std::clamp(size, least, most)));
    if (written != font()) setFont(written);
    const QRectF area = m_canvas.viewportTransform().mapRect(words_area(m_canvas, m_id));
    const QFontMetrics metrics(written);
    const int frame = 2 * (frameWidth() + 3);
    QRect box = area.toAlignedRect();
    if (m_is_note) {
        box.setWidth(std::max(box.width(), 120));
        const QRect text = metrics.boundingRect(QRect(0, 0, box.width() - frame, 4000), Qt::TextWordWrap,
                                                toPlainText() + QLatin1Char(' '));
        box.setHeight(std::max(box.height(), text.height() + frame + 2));
    } else {
        const int wide = metrics.horizontalAdvance(toPlainText() + QStringLiteral("mm")) + frame;
        const QPoint middle = box.center();
        const bool from_left = box.width() > 2 * wide; // a container's name stands at its left
        box.setSize({std::max(96, wide), metrics.height() + frame + 2});
        if (!from_left) box.moveCenter({middle.x(), box.center().y()});
    }
    const QRect port = m_canvas.viewport()->rect();
    box.moveLeft(std::clamp(box.left(), 0, std::max(0, port.width() - box.width())));
    box.moveTop(std::clamp(box.top(), 0, std::max(0, port.height() - box.height())));
    setGeometry(box);
}

void InlineEditor::accept() {
    if (m_done) return;
    QString text = toPlainText();
    if (!m_is_note) text = text.simplified();
    Document& document = m_canvas.document();
    end();
    document.end_gesture();
    document.perform<RenameElement>(m_id, text.toStdString());
    document.end_gesture();
}

void InlineEditor::revert() { end(); }

void InlineEditor::end() {
    if (std::exchange(m_done, true)) return;
    const bool had_focus = hasFocus();
    hide();
    if (had_focus) m_canvas.setFocus(Qt::OtherFocusReason);
    deleteLater();
}

void InlineEditor::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape) return revert();
    if (enter && (!m_is_note || event->modifiers().testFlag(Qt::ControlModifier))) return accept();
    QPlainTextEdit::keyPressEvent(event);
}

void InlineEditor::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) accept();
}

} // namespace roofrack
