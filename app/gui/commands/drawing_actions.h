// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QWidget;

namespace roofrack {

class Actions;
class Canvas;
class Document;

/// Joins the actions on the drawing (edit, arrange, zoom, tools, overlay) to the canvas.
void connect_drawing(Actions& actions, Canvas& canvas, Document& document);
/// Their keys act while the drawing has the keyboard; those on what is chosen also in `others`, which show
/// the same selection. A letter in a table or a list is the table's.
void keep_drawing_keys(Actions& actions, Canvas& canvas, std::initializer_list<QWidget*> others);
/// Greys what the selection does not allow.
void enable_drawing(Actions& actions, const Document& document, bool has_project);

} // namespace roofrack
