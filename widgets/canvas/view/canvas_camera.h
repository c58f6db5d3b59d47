// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QPointer>
#include <QRectF>
#include <QSizeF>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QGraphicsView;
class QWidget;

namespace roofrack {

class ShownDrawing;

/// Which part of the drawing a view shows, and how large. Until the user zooms or pans it shows all of it,
/// whatever becomes of the drawing, its legend and the window. It moves for that only when something is not
/// seen, and undo brings back what was seen before the step. Places in the viewport are in px.
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
    /// The state of the document that is drawn: how many steps are done, and the last of them.
    struct Step {
        int count = 0;
        const void* last = nullptr;
        bool operator==(const Step&) const = default;
    };
    /// before_step() is called before another state of the document is drawn, after_step() when it is drawn.
    /// By undo and redo the view goes where it was at that state, unless the user has moved it since.
    void before_step(const Step& next);
    void after_step();
    /// The view no longer follows the size of the drawing.
    void stop_following() { m_follows = false; }
    /// The drawing that comes next is another one: the view follows it, and shows all of it.
    void reset_for(const Step& next);
    /// The view had another size.
    void follow_size(const QSize& before);

    QRectF visible_area() const; ///< in canvas units
    /// Moves only when they are not all seen.
    void show_items(const std::vector<std::string>& ids);
    /// Brings what cannot be seen and read into the middle, near enough; true when the view moved.
    bool go_to(const std::string& id);
    void bring_in(const QRectF& area); ///< canvas units; moves no farther than it must

Q_SIGNALS:
    void view_changed(double zoom); ///< the zoom, or the place at the same zoom, is another

private:
    /// What is seen: the zoom, and the places of the hidden scroll bars.
    struct View {
        double zoom = 1;
        int x = 0, y = 0;
        bool follows = true;
    };
    struct SeenStep {
        const void* last = nullptr;
        View view;
    };

    View view() const;
    void go_back(const View& seen);
    void forget_views(); ///< the user has chosen another
    void follow_drawing();
    void refit();
    void zoom_to(double zoom, const QPointF& fixed);
    void move_by(const QPointF& pixels);
    bool is_all_seen();

    QRectF viewport_area() const;
    QRectF area_of(const std::vector<std::string>& ids) const;
    double min_zoom() const;
    bool is_drawn_in(const QRectF& place);
    QRectF shrunk_for_labels(const QRectF& place);

    QGraphicsView& m_view;
    ShownDrawing& m_shown;
    QPointer<const QWidget> m_left_free;
    bool m_follows = true;                            ///< until the user zooms or pans
    bool m_must_fit = true;                           ///< the next drawing is another one
    QSizeF m_fitted;                                  ///< the view, when all of the drawing was put into it
    Step m_step;                                      ///< step that is drawn
    std::map<int, SeenStep> m_seen_steps;             ///< by their count
    std::optional<View> m_next;                       ///< where undo or redo lead, until it is drawn
    std::map<std::pair<int, int>, View> m_seen_sizes; ///< views by size, with the same drawing
};

} // namespace roofrack
