// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/slide_painter.h"

#include <QListWidget>

#include <vector>

namespace roofrack {

/// The slides of a deck as small pictures below each other, with their numbers. Dragging one, or Ctrl+Up and
/// Ctrl+Down, moves it; Delete takes it out.
class DeckStrip : public QListWidget {
    Q_OBJECT

public:
    explicit DeckStrip(QWidget* parent = nullptr);

    /// So many rows; chooses one of them without telling of it.
    void set_count(size_t count, size_t chosen);
    /// If `slide` is null it is not computed yet, and `name` stands in its place.
    void show_row(size_t number, size_t count, const QString& name, const ShownSlide* slide,
                  const Theme& theme);

Q_SIGNALS:
    void chosen(size_t number);
    /// The slides stand in that order: each by the place that it had.
    void reordered(const std::vector<size_t>& places);
    void move_wanted(int direction);
    void remove_wanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool m_is_filling = false;
};

} // namespace roofrack
