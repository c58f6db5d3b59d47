// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/overlay_style_draft.h"

#include <string_view>
#include <unordered_map>

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
    const Element* drawn_element(std::string_view id) const;
    bool is_link(std::string_view id) const { return m_link_at.count(id) > 0; }

    OverlayStyleDraft& m_draft;
    std::unordered_map<std::string_view, const Element*> m_element_at;
    std::unordered_map<std::string_view, const Link*> m_link_at;
};

} // namespace roofrack
