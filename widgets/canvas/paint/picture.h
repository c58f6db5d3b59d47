// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"

#include <QImage>

#include <filesystem>
#include <optional>

namespace roofrack {

struct DrawingOptions {
    /// In pixels (points for SVG and PDF); empty is the drawing at zoom 1 with a margin.
    QSize size;
    double dpi = 96; ///< PNG: pixels are multiplied by dpi / 96
    bool background = true;
    bool legend = true;
    bool words = true;     ///< false: a miniature of frames and lines
    double least_type = 0; ///< px, as PainterStyle has it
    double margin = 24;    ///< px around drawing and legend; less where there is a rim already
    QString title;         ///< kept inside SVG and PDF
};

/// The size in px that a picture of these options has, without its resolution.
QSize picture_size(const Diagram& drawing, const OverlayStyle& overlay_style,
                   const DrawingOptions& options = {});

/// Paints the whole drawing, fitted into `target`, as the canvas shows it.
void paint_picture(QPainter& painter, const QRectF& target, const Diagram& drawing,
                   const OverlayStyle& overlay_style, const Theme& theme, const DrawingOptions& options = {});

QImage picture_image(const Diagram& drawing, const OverlayStyle& overlay_style, const Theme& theme,
                     const DrawingOptions& options = {});

/// An SVG, its words as outlines; empty when it cannot be made.
QByteArray picture_svg(const Diagram& drawing, const OverlayStyle& overlay_style, const Theme& theme,
                       const DrawingOptions& options = {});

/// Writes .png, .svg or .pdf by the file's name. Fails on another ending or when the file cannot be written.
Result<void> save_picture(const std::filesystem::path& path, const Diagram& drawing,
                          const OverlayStyle& overlay_style, const Theme& theme,
                          const DrawingOptions& options = {});

} // namespace roofrack
