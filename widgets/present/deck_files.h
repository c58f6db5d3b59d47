// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/present/shown_slide.h"

#include <QByteArray>

#include <filesystem>
#include <vector>

namespace roofrack {

/// How slides are written.
enum class DeckFormat { pdf, pptx, png, svg };
/// The format that the file's ending says; nullopt if it is none of them.
std::optional<DeckFormat> deck_format(const QString& file_name);

/// All slides as one PDF 1.6, with the type in it.
QByteArray deck_pdf(const std::vector<ShownSlide>& slides, const QString& title, const Theme& theme);
/// All slides as PowerPoint: titles, rows, charts with their values and notes are its own, pictures are PNG
/// with an SVG beside.
Result<QByteArray> deck_pptx(const std::vector<ShownSlide>& slides, const QString& title, const Theme& theme);
/// A slide as PNG, or as SVG with its words as outlines.
Result<QByteArray> slide_png(const std::vector<ShownSlide>& slides, size_t number, const Theme& theme,
                             int width);
QByteArray slide_svg(const std::vector<ShownSlide>& slides, size_t number, const Theme& theme);

/// The picture that fills a slide as a PNG in Base64, for FrozenSlide::picture; empty if rows and lines fill
/// it.
std::string kept_picture(const ShownSlide& slide, const Theme& theme);

/// Writes the slides to a file of PDF or PowerPoint, or each as a file of its own, slide-01.png …, into a
/// folder, which is made. All is ready before the first is written; where one cannot be written, those before
/// it are taken away again. Returns what was written.
Result<std::vector<std::filesystem::path>> write_deck(const std::vector<ShownSlide>& slides,
                                                      const QString& title, DeckFormat format,
                                                      const std::filesystem::path& path, const Theme& theme,
                                                      int width = 1920);

} // namespace roofrack
