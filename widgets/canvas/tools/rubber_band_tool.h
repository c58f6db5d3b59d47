// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/tool.h"

#include <QRectF>

#include <string>
#include <vector>

namespace roofrack {

/// Selects what its rectangle touches (containers: what it holds whole); Shift adds to the selection.
class RubberBandTool : public Tool {
public:
    RubberBandTool(ToolContext& context, const ToolEvent& press);
    void move(const ToolEvent& event) override;
    void release(const ToolEvent& event) override;
    void cancel() override;
    void paint(QPainter& painter, const PainterStyle& style) const override;

private:
    QPointF m_start;
    QRectF m_band;
    std::vector<std::string> m_before;
    bool m_adds;
};

} // namespace roofrack
