// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/edits/clipboard.h"

#include <QCoreApplication>

namespace roofrack {

class ToolContext;

/// Carries pieces and pictures of the drawing to the desktop's clipboard, and pieces back to where the
/// pointer is.
class CanvasClipboard {
    Q_DECLARE_TR_FUNCTIONS(CanvasClipboard)
public:
    explicit CanvasClipboard(ToolContext& context)
        : m_context(context) {}

    void copy();
    void cut();
    void paste();
    /// The whole drawing as seen, PNG and SVG.
    void copy_picture();

private:
    /// Copies; returns the text of it, empty where nothing could be copied.
    QByteArray put_copy();

    ToolContext& m_context;
    PastePlace m_place;
};

} // namespace roofrack
