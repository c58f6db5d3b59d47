// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/deck_strip.h"

#include "widgets/fields/text.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

#include <cmath>

namespace roofrack {

namespace {

constexpr QSize thumbnail(192, 108);
constexpr int strip_width = 232;         // px
constexpr int place_role = Qt::UserRole; ///< the slide's place before it was dragged

/// The slide's number over the one at its foot, which is too small to be read here.
void paint_number(QImage& picture, size_t number, const QFont& type, const Theme& theme, double ratio) {
    constexpr double height = 16, padding = 5, from_edge = 3; // px
    QFont font = type;
    font.setPixelSize(static_cast<int>(std::lround(11 * ratio)));
    font.setBold(true);
    const QString text = QString::number(number);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 2 * padding * ratio;
    const QRectF badge(picture.width() - width - from_edge * ratio,
                       picture.height() - (height + from_edge) * ratio, width, height * ratio);
    QPainter painter(&picture);
    painter.fillRect(badge, theme.accent);
    painter.setFont(font);
    painter.setPen(theme.text_on(theme.accent));
    painter.drawText(badge, Qt::AlignCenter, text);
}

} // namespace

DeckStrip::DeckStrip(QWidget* parent)
    : QListWidget(parent) {
    setObjectName(QStringLiteral("deck-strip"));
    setAccessibleName(tr("Slides"));
    setIconSize(thumbnail);
    setFixedWidth(strip_width);
    setWordWrap(true);
    setSpacing(2);
    setDragDropMode(QAbstractItemView::InternalMove);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(this, &QListWidget::currentRowChanged, this, [this](int number) {
        if (!m_is_filling && number >= 0) Q_EMIT chosen(static_cast<size_t>(number));
    });
    const auto take_order = [this] {
        std::vector<size_t> places;
        for (int i = 0; i < count(); ++i)
            places.push_back(static_cast<size_t>(item(i)->data(place_role).toInt()));
        Q_EMIT reordered(places);
    };
    connect(model(), &QAbstractItemModel::rowsMoved, this, take_order, Qt::QueuedConnection);
}

void DeckStrip::set_count(size_t count, size_t chosen) {
    m_is_filling = true;
    const int rows = static_cast<int>(count);
    while (this->count() > rows) delete takeItem(this->count() - 1);
    while (this->count() < rows) addItem(QString());
    setCurrentRow(rows == 0 ? -1 : static_cast<int>(chosen));
    m_is_filling = false;
}

void DeckStrip::show_row(size_t number, size_t count, const QString& name, const ShownSlide* slide,
                         const Theme& theme) {
    QListWidgetItem* const row = item(static_cast<int>(number));
    if (!row) return;
    row->setData(place_role, static_cast<int>(number));
    // None is dropped into another.
    row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
    const QString title = slide ? to_qt(slide->content.title) : name;
    row->setToolTip(title);
    row->setData(Qt::AccessibleTextRole, slide ? QStringLiteral("%1: %2").arg(number + 1).arg(title) : name);
    row->setText(slide ? QString() : name);
    row->setSizeHint(thumbnail + QSize(8, 12));
    if (!slide) {
        row->setIcon({});
        return;
    }
    const double ratio = devicePixelRatioF();
    QImage image = slide_image(*slide, {number + 1, count}, theme,
                               static_cast<int>(std::lround(thumbnail.width() * ratio)));
    QPainter rim(&image);
    rim.setPen(theme.line);
    rim.drawRect(image.rect().adjusted(0, 0, -1, -1));
    rim.end();
    paint_number(image, number + 1, font(), theme, ratio);
    image.setDevicePixelRatio(ratio);
    const QPixmap picture = QPixmap::fromImage(std::move(image));
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected); // else the chosen one is tinted
    row->setIcon(icon);
}

void DeckStrip::keyPressEvent(QKeyEvent* event) {
    const bool moves = event->modifiers() == Qt::ControlModifier;
    if (moves && event->key() == Qt::Key_Up)
        Q_EMIT move_wanted(-1);
    else if (moves && event->key() == Qt::Key_Down)
        Q_EMIT move_wanted(1);
    else if (event->key() == Qt::Key_Delete)
        Q_EMIT remove_wanted();
    else
        QListWidget::keyPressEvent(event);
}

} // namespace roofrack
