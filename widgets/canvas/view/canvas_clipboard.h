// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/edits/clipboard.h"

#include <QCoreApplication>

namespace roofrack {

class Stage;

/// Carries pieces and pictures of the drawing to the desktop's clipboard, and pieces back to where the
/// pointer is.
class CanvasClipboard {
    Q_DECLARE_TR_FUNCTIONS(CanvasClipboard)
public:
    explicit CanvasClipboard(Stage& stage)
        : m_stage(stage) {}

    void copy();
    void cut();
    void paste();
    /// The whole drawing as seen, PNG and SVG.
    void copy_picture();

private:
    Stage& m_stage;
    PastePlace m_place;
};

} // namespace roofrack
