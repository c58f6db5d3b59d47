// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/guide_browser.h"

#include <QEvent>
#include <QImage>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextTable>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int page_margin = 24;  ///< px
constexpr int widest_text = 800; ///< px: longer lines are hard to follow

void set_block(QTextCursor& cursor, double above, double below, int line_height) {
    QTextBlockFormat format = cursor.blockFormat();
    format.setTopMargin(above);
    format.setBottomMargin(below);
    format.setLineHeight(line_height, QTextBlockFormat::ProportionalHeight);
    cursor.setBlockFormat(format);
}

/// A long line of a command goes on in the next one, further in: it would make the page wider than its
/// window.
void wrap_command(QTextCursor& cursor) {
    constexpr double further_in = 24; // px
    QTextBlockFormat format = cursor.blockFormat();
    format.setNonBreakableLines(false);
    format.setLeftMargin(further_in);
    format.setTextIndent(-further_in);
    cursor.setBlockFormat(format);
}

} // namespace

GuideBrowser::GuideBrowser(QWidget* parent)
    : QTextBrowser(parent) {
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(
        Qt::ScrollBarAlwaysOn); // its coming and going would change the width of the page
    setStyleSheet(QStringLiteral("QTextEdit, QTextEdit:focus { border: none; border-radius: 0; }"));
    setAccessibleName(tr("Guide"));
    setOpenExternalLinks(false);
    document()->setDocumentMargin(page_margin);
    m_resized.setSingleShot(true);
    m_resized.setInterval(100);
    connect(this, &QTextBrowser::sourceChanged, this, [this] { // also by way back and forward
        m_shown_width = text_width();
        set_type();
    });
    connect(&m_resized, &QTimer::timeout, this, [this] {
        if (text_width() != m_shown_width) show_again();
    });
}

int GuideBrowser::text_width() const {
    return std::clamp(viewport()->width() - 2 * page_margin, 200, widest_text);
}

QVariant GuideBrowser::loadResource(int type, const QUrl& name) {
    const QVariant found = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) return found;
    QImage picture;
    if (!picture.loadFromData(found.toByteArray())) return found;
    const double ratio = devicePixelRatioF();
    const int width = static_cast<int>(text_width() * ratio);
    if (picture.width() > width)
        picture = picture
                      .convertToFormat(QImage::Format_RGB32) // one with a palette would be dithered
                      .scaledToWidth(width, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    return picture;
}

void GuideBrowser::doSetSource(const QUrl& name, QTextDocument::ResourceType type) {
    static const QRegularExpression project(QStringLiteral("/samples/(.+)\\.roofrack\\.json$"));
    const auto match = project.match(name.path());
    if (match.hasMatch()) {
        Q_EMIT project_chosen(match.captured(1));
        return;
    }
    // A page is laid out once, when all of it has been read: Qt would lay out all of it for each block.
    document()->setLayoutEnabled(false);
    QTextBrowser::doSetSource(name, type);
    document()->setLayoutEnabled(true);
    (void)document()->size(); // all of it at once, so that the scroll bars are right
    if (name.hasFragment()) scrollToAnchor(name.fragment());
}

void GuideBrowser::set_type() {
    QTextCursor cursor(document());
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        const int level = block.blockFormat().headingLevel();
        if (level > 0) {
            set_block(cursor, level == 1 ? 0 : 20, level == 1 ? 12 : 6, 100);
            cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            QTextCharFormat larger;
            larger.setProperty(QTextFormat::FontSizeAdjustment, level == 1 ? 2 : 1);
            larger.setFontWeight(QFont::Medium);
            cursor.mergeCharFormat(larger);
        } else if (block.textList()) {
            set_block(cursor, 0, 4, 120);
        } else if (block.blockFormat().nonBreakableLines()) {
            wrap_command(cursor);
        } else if (!cursor.currentTable() && !block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)) {
            set_block(cursor, 0, 10, 120);
        }
    }
    const QColor line = palette().color(QPalette::Mid);
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table) continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderBrush(line);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setCellPadding(5);
        format.setBottomMargin(10);
        table->setFormat(format);
    }
}

void GuideBrowser::show_again() {
    if (source().isEmpty()) return;
    const int place = verticalScrollBar()->value();
    reload();
    verticalScrollBar()->setValue(place);
}

void GuideBrowser::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    m_resized.start();
}

void GuideBrowser::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_shown_width = 0; // links and tables took their colours when the page was read
        m_resized.start();
    }
}

} // namespace roofrack
