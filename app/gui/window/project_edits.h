// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

class Canvas;
class Document;
class ProjectPanels;

/// What is typed, moved and waived in the panels becomes steps of the document, each committed field one of
/// its own.
void connect_edits(ProjectPanels& panels, Canvas& canvas, Document& document);

} // namespace roofrack
