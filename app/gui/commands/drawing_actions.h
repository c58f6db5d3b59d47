// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

class Actions;
class Canvas;
class Document;

/// Joins the actions on the drawing (edit, arrange, zoom, tools, overlay) to the canvas.
void connect_drawing(Actions& actions, Canvas& canvas, Document& document);
/// Greys what the selection does not allow.
void enable_drawing(Actions& actions, const Document& document, bool has_project);

} // namespace roofrack
