// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/dialog_manners.h"

#include "app/gui/window/appearance.h"
#include "widgets/theme/screen_room.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QMessageBox>
#include <QPainter>
#include <QScreen>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int sign_size = 32;     ///< px
constexpr int beside_title = 144; ///< px that a window manager's icon and buttons take

/// A triangle for a warning, a disc else, with what it says.
QPixmap sign_of(QMessageBox::Icon icon, const Theme& theme, double ratio) {
    const double size = theme.spacing(sign_size);
    QPixmap pixmap((QSizeF(size, size) * ratio).toSize());
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    const bool is_warning = icon == QMessageBox::Warning;
    const QColor colour = is_warning                      ? theme.warning
                          : icon == QMessageBox::Critical ? theme.critical
                                                          : theme.accent;
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(colour);
    painter.setPen(QPen(colour, size / 10, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QRectF inside(size / 8, size / 8, size * 0.75, size * 0.75);
    if (is_warning)
        painter.drawPolygon(QPolygonF(
            {inside.bottomLeft(), inside.bottomRight(), QPointF(inside.center().x(), inside.top())}));
    else
        painter.drawEllipse(inside);
    QFont font = theme.font(Theme::Role::strong);
    font.setPixelSize(static_cast<int>(size * 0.55));
    painter.setFont(font);
    painter.setPen(theme.text_on(colour));
    painter.drawText(inside.translated(0, is_warning ? size * 0.08 : 0), Qt::AlignCenter,
                     icon == QMessageBox::Question      ? QStringLiteral("?")
                     : icon == QMessageBox::Information ? QStringLiteral("i")
                                                        : QStringLiteral("!"));
    return pixmap;
}

/// Qt sizes a dialog without asking how high wrapped text is in the width that it gets: with large text the
/// last lines would be cut off. They get their room as far as the screen goes.
void give_wrapped_text_room(QDialog& dialog) {
    QLayout* layout = dialog.layout();
    if (!layout || !layout->hasHeightForWidth()) return;
    layout->activate();
    const int width = std::max(dialog.width(), dialog.minimumWidth());
    int needed = layout->totalHeightForWidth(width);
    if (const QScreen* screen = dialog.screen())
        needed = std::min(needed, room_of_screen(screen->availableGeometry()).height());
    if (dialog.height() < needed) dialog.resize(width, needed);
}

} // namespace

DialogManners::DialogManners(Appearance& appearance)
    : QObject(&appearance)
    , m_appearance(appearance) {
    qApp->installEventFilter(this);
}

bool DialogManners::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show) return false;
    auto* dialog = qobject_cast<QDialog*>(watched);
    if (!dialog || !dialog->isWindow()) return false;
    // The signs that a desktop adds to Close and Cancel are drawn for its own colours, not for these.
    for (QDialogButtonBox* buttons : dialog->findChildren<QDialogButtonBox*>())
        for (QAbstractButton* button : buttons->buttons())
            if (buttons->standardButton(button) != QDialogButtonBox::NoButton) button->setIcon({});
    QFont font = QApplication::font();
    font.setBold(true);
    const int width = QFontMetrics(font).horizontalAdvance(dialog->windowTitle()) + beside_title;
    auto* box = qobject_cast<QMessageBox*>(dialog);
    if (!box) {
        if (dialog->minimumWidth() < width) dialog->setMinimumWidth(width);
        give_wrapped_text_room(*dialog);
        keep_on_screen(*dialog);
        return false;
    }
    if (box->icon() != QMessageBox::NoIcon)
        box->setIconPixmap(sign_of(box->icon(), m_appearance.theme(), box->devicePixelRatioF()));
    if (auto* grid = qobject_cast<QGridLayout*>(box->layout())) // it sets its own size by what stands in it
        grid->addItem(new QSpacerItem(width, 0), grid->rowCount(), 0, 1, grid->columnCount());
    return false;
}

} // namespace roofrack
