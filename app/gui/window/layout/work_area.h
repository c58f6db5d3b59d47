// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QSplitter;

namespace roofrack {

class Segments;

/// The middle of the page: the drawing above the views, either of them alone, and in a small window the
/// switch between the two.
class WorkArea : public QWidget {
    Q_OBJECT

public:
    enum class Part { drawing, views };

    WorkArea(QWidget* drawing, QWidget* views, QWidget* parent);

    /// Over both, hidden until show_above().
    void add_above(QWidget* bar);
    void show_above(bool shown);
    /// Stands in the place of the views while show_instead() says so.
    void add_instead(QWidget* instead);
    void show_instead(bool shown);
    /// The widget that stands in the place of the views now; null if the views are shown.
    QWidget* instead() const { return m_shows_instead ? m_instead : nullptr; }
    /// Over all of it.
    void add_top(QWidget* bar);
    /// Under both.
    void add_below(QWidget* strip);
    /// One of them is shown in any case.
    void show_parts(bool drawing, bool views);
    /// The views' part of the height when both are seen, 0 to 1; both get what they need at least.
    void set_views_share(double share);
    double views_share() const { return m_share; }
    void show_switch(bool shown);
    /// What the switch calls the views.
    void name_views(const QString& name);

Q_SIGNALS:
    void part_chosen(roofrack::WorkArea::Part part);
    void resized();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void share_height();

    QWidget* m_drawing;
    QWidget* m_views;
    QWidget* m_above = nullptr;
    QWidget* m_instead = nullptr;
    bool m_shows_instead = false, m_shows_views = true;
    QWidget* m_row;
    Segments* m_switch;
    QSplitter* m_splitter;
    double m_share = 0.5;
};

} // namespace roofrack
