// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <string>
#include <vector>

class QLabel;
class QLineEdit;

namespace roofrack {

class Canvas;

/// A small bar at the top of the canvas: finds elements and links by name, id, kind or part. Enter and
/// Shift+Enter walk through the hits and bring each into view; Esc closes.
class FindBar : public QFrame {
    Q_OBJECT

public:
    explicit FindBar(Canvas& canvas);

    /// Opens with the last search chosen, to be written over.
    void open();
    void close_bar();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void walk(int by);
    void show_hit();
    void show_count();
    void select_all_hits();
    void place_bar();

    Canvas& m_canvas;
    QLineEdit* m_field;
    QLabel* m_count;
    std::vector<std::string> m_hits; ///< in reading order
    int m_at = -1;                   ///< the hit shown
};

} // namespace roofrack
