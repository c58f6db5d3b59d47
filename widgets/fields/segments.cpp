// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/segments.h"

#include <QSignalBlocker>
#include <QWheelEvent>

namespace roofrack {

Segments::Segments(const QString& name, QWidget* parent)
    : QTabBar(parent) {
    setProperty("role", "segments");
    setAccessibleName(name);
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideNone);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QTabBar::currentChanged, this, [this] { Q_EMIT key_chosen(key()); });
}

void Segments::add(const QString& key, const QString& text, const QString& tip) {
    const QSignalBlocker quiet(this); // the first becomes the current one
    ensurePolished();                 // a tab is as wide as its text was when it was added
    const int row = addTab(text);
    setTabData(row, key);
    setTabToolTip(row, tip);
}

int Segments::row_of(const QString& key) const {
    for (int row = 0; row < count(); ++row)
        if (tabData(row).toString() == key) return row;
    return -1;
}

void Segments::set_key(const QString& key) {
    const QSignalBlocker quiet(this);
    if (const int row = row_of(key); row >= 0) setCurrentIndex(row);
}

QString Segments::key() const { return tabData(currentIndex()).toString(); }

void Segments::set_text(const QString& key, const QString& text) {
    if (const int row = row_of(key); row >= 0 && tabText(row) != text) setTabText(row, text);
}

void Segments::set_available(const QString& key, bool is_available, const QString& tip) {
    const int row = row_of(key);
    if (row < 0) return;
    setTabEnabled(row, is_available || row == currentIndex());
    setTabToolTip(row, tip);
}

/// The wheel passes over it: it never chooses.
void Segments::wheelEvent(QWheelEvent* event) { event->ignore(); }

} // namespace roofrack
