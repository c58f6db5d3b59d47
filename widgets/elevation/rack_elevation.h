// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/editor/changes.h"
#include "widgets/elevation/elevation_picture.h"

#include <QAbstractScrollArea>

#include <filesystem>
#include <functional>
#include <memory>

namespace roofrack {

class Document;

/// The front of the selected racks, side by side: which device stands at which unit, and what of their
/// height, power and cooling is used. Devices are dragged to another unit or rack; the arrow keys move the
/// selected one by a unit, with Ctrl to the rack beside. Several equal devices move together.
class RackElevation : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit RackElevation(Document& document, QWidget* parent = nullptr);
    ~RackElevation() override;

    void set_theme(const Theme& theme);
    /// Null: the limits and loads are not known yet.
    void set_evaluation(std::shared_ptr<const Evaluation> evaluation);
    /// The colour of a rack's GPUs under the drawing's overlay, asked at each rebuild().
    void set_gpu_colour(std::function<QColor(const std::string& rack)> colour);
    /// Reads the racks anew, since what is shown changed elsewhere.
    void rebuild();
    const ElevationPicture& picture() const { return m_picture; }
    /// From the picture's to the viewport's coordinates.
    QPointF offset() const;

    /// .png, .svg or .pdf by the file's name.
    Result<void> save_picture(const std::filesystem::path& path) const;
    void copy_picture() const;
    QSize sizeHint() const override { return {360, 640}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void showEvent(QShowEvent* event) override;

private:
    void document_changed(Changes what);
    void selection_changed();
    void update_bars();
    void choose(std::string id);
    std::string selected_device() const;
    void drag_to(const QPointF& point);
    void move_beside(int direction);
    void scroll_to_selection();

    Document& m_document;
    Theme m_theme = Theme::light();
    std::shared_ptr<const Evaluation> m_evaluation;
    std::function<QColor(const std::string&)> m_gpu_colour;
    std::vector<std::string> m_racks; ///< shown
    ElevationPicture m_picture;
    bool m_choosing = false; ///< the selection changes by this view's own hand
    bool m_dirty = true;     ///< to be rebuilt when it is seen

    struct Drag {
        std::string device;
        QPointF start;
        int grip = 0; ///< units from the lowest edge of the device to the hand
        bool moving = false;
    };
    std::optional<Drag> m_drag;
    std::optional<ElevationGhost> m_ghost;
};

} // namespace roofrack
