// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/canvas/paint/drawing_pages.h"

class QPagedPaintDevice;
class QPrinter;
class QWidget;

namespace roofrack {

class Canvas;
class Document;

/// The project, its scenario and today.
PageTitle page_title(const Document& document);

/// A preview of the drawing on paper, from where it is printed or written to a PDF: page setup, and over how
/// many sheets.
void preview_print(const Canvas& canvas, const PageTitle& title, QWidget* window);

/// Prints the drawing with the overlay that the canvas shows.
void print_drawing(QPagedPaintDevice& paper, const Canvas& canvas, const PageTitle& title, PageGrid grid);

/// Prints the drawing as print_drawing() does. Where the printer is to write a file, it is written as all
/// files are: the old one or the new one, never a part.
Result<void> print_drawing_whole(QPrinter& paper, const Canvas& canvas, const PageTitle& title,
                                 PageGrid grid);

} // namespace roofrack
