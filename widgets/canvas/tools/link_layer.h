// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/offer/link_offer.h"
#include "widgets/canvas/paint/path_mark.h"
#include "widgets/canvas/paint/port_dots.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace roofrack {

class ToolContext;
class LinkChooser;
struct Scenario;
struct ToolEvent;

/// What the canvas shows of links beyond their lines: the ports of the item under the pointer, the path
/// between two selected things, the link under the pointer with its ends, and the menu of a new link.
class LinkLayer : public QObject {
    Q_OBJECT
public:
    /// Made by the canvas, which owns it.
    explicit LinkLayer(ToolContext& context);
    static LinkLayer& of(ToolContext& context);

    /// The ports of the drawing as it is now; nullptr when its containers are broken.
    const PortTable* port_table();
    /// The port under the pointer, of those that are shown; nullptr when there is none.
    const PortDot* port_at(const QPointF& scene) const;
    const std::vector<PortDot>& dots() const { return m_dots; }
    const std::optional<PathMark>& path() const { return m_path; }

    /// The first pair that may be linked, of the servers and switches at either end and then of the racks
    /// that hold them.
    Result<LinkOffer> offer(const std::vector<std::string>& from, const std::vector<std::string>& to);
    /// Ids of the elements that may be the other end, for any of these ends; they point into the drawing.
    std::unordered_set<std::string_view> targets(const std::vector<std::string>& from);
    /// The menu of the offer beside a place of the view; where there is nothing to choose, the link.
    void choose(LinkOffer offer, const QPointF& view);
    /// Offers and chooses a link of the two selected elements, or of one that stands for several; else the
    /// selected one is the start, and the next one so chosen the end.
    void link_selected();

    /// Over the drawing and its marks, below the tool under the hand.
    void paint(QPainter& painter);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void document_changed(bool other_scenario);
    void find_path_of_selection();
    void hover(const QPointF& scene, bool pressed);
    void show_dots(const std::string& id);
    QString hover_label(const DrawnLink& link);
    QRectF room() const;
    void repaint();

    ToolContext& m_context;
    std::shared_ptr<const Scenario> m_ports_of; ///< the drawing that the ports point into
    std::optional<PortTable> m_ports;
    std::vector<PortDot> m_dots;
    std::string m_dotted;
    std::optional<QPointF> m_hot; ///< the dot under the pointer
    std::optional<PathMark> m_path;
    QRectF m_path_label; ///< canvas units
    LinkChooser* m_chooser = nullptr;
    std::optional<Link> m_pending; ///< what the menu is about
    std::string m_start;           ///< The start of a link drawn by keys; empty if there is none.
    bool m_pressed = false;
};

} // namespace roofrack
