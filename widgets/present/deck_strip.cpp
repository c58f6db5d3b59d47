// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/deck_strip.h"

#include "widgets/fields/text.h"

#include <QKeyEvent>
#include <QPainter>

#include <cmath>

namespace roofrack {

namespace {

constexpr QSize thumbnail(192, 108);
constexpr int strip_width = 232;         // px
constexpr int place_role = Qt::UserRole; ///< the slide's place before it was dragged

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
    row->setData(Qt::AccessibleTextRole, title);
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
