// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/element_index.h"
#include "widgets/canvas/overlays/overlay_style_draft.h"

#include <string_view>

namespace roofrack {

/// The overlay of what binds: findings on their elements and links, all else grey.
class BottleneckOverlay {
public:
    explicit BottleneckOverlay(OverlayStyleDraft& draft);
    void colour();

private:
    /// These, and the links of their levels that are as full as they are: they bind alike.
    std::vector<std::string> with_alike(const std::vector<std::string>& marked) const;
    void mark(const std::string& id, const QColor& colour, const QString& meaning);
    void mark_gpus(const Gain& gain);
    void mark_finding(const Finding& finding);
    bool is_link(std::string_view id) const { return m_drawn.link_position(id) >= 0; }

    OverlayStyleDraft& m_draft;
    ElementIndex m_drawn;
};

} // namespace roofrack
