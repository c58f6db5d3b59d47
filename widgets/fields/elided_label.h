// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace roofrack {

/// One line that ends in "…" where it does not fit, and then shows all of it as its tooltip. Parts that
/// part_separator stands between are left out whole, as far as the first one fits, with "…" in their place.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    static constexpr QStringView part_separator = u"  ·  ";

    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);

    void set_full_text(const QString& text);
    /// Parts that are left out whole are so without "…": for a line that ends where there is no more room.
    void leave_out_silently();
    /// Text that the tooltip adds below, whether the label fits or not; empty adds nothing.
    void set_note(const QString& note);
    QString full_text() const { return m_full; }

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void elide();
    QString shown_text() const;

    Qt::TextElideMode m_mode;
    QString m_full, m_note;
    bool m_is_silent = false;
};

} // namespace roofrack
