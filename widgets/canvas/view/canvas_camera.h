// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QPointer>
#include <QRectF>

#include <string>
#include <vector>

class QGraphicsView;
class QWidget;

namespace roofrack {

class ShownDrawing;

/// Which part of the drawing a view shows, and how large. Until the user zooms or pans it shows all of it,
/// whatever becomes of the drawing, its legend and the window. Places in the viewport are in px.
class CanvasCamera : public QObject {
    Q_OBJECT
public:
    CanvasCamera(QGraphicsView& view, ShownDrawing& shown);

    /// What stands over the view at its lower right: what is fitted leaves it free.
    void leave_free(const QWidget& buttons) { m_left_free = &buttons; }

    double zoom() const;
    void set_zoom(double zoom, const QPointF& fixed); ///< `fixed`: the place that stays where it is
    void zoom_in();
    void zoom_out();
    void zoom_actual();
    void pan_by(const QPointF& pixels);

    void fit();
    void fit_items(const std::vector<std::string>& ids); ///< as large as they fit; all when there are none
    /// The view no longer follows the size of the drawing; released, it does again.
    void hold() { m_follows = false; }
    void release() { m_follows = true; }
    /// The view, or what is drawn, has another size.
    void follow();

    QRectF visible_area() const; ///< in canvas units
    /// Moves only when they are not all seen.
    void show_items(const std::vector<std::string>& ids);
    /// Brings what cannot be seen and read into the middle, near enough; true when the view moved.
    bool go_to(const std::string& id);
    void bring_in(const QRectF& area); ///< canvas units; moves no farther than it must

Q_SIGNALS:
    void zoom_changed(double zoom); ///< or what is seen at the same zoom

private:
    QRectF viewport_area() const;
    QRectF area_of(const std::vector<std::string>& ids) const;
    double least_zoom() const;
    bool is_drawn_in(const QRectF& place);
    QRectF without_words_beyond(const QRectF& place);

    QGraphicsView& m_view;
    ShownDrawing& m_shown;
    QPointer<const QWidget> m_left_free;
    bool m_follows = true; ///< until the user zooms or pans
};

} // namespace roofrack
