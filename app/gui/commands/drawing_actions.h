// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QWidget;

namespace roofrack {

class MessageBar;
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

/// Splitting odd ones out of a group and merging equal ones: what cannot be done is said in the bar.
void connect_multiplicity(Actions& actions, Canvas& canvas, Document& document, MessageBar& messages);
void enable_multiplicity(Actions& actions, const Document& document, bool has_project);

} // namespace roofrack
