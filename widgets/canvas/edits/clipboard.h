// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/edits/cut_piece.h"
#include "widgets/canvas/overlays/overlay_style.h"

#include <QMimeData>

#include <memory>
#include <optional>

namespace roofrack {

class Document;

/// The selected elements with what they hold and the links among them: as a piece of drawing for another
/// window, the same JSON as text for an editor, a table for a spreadsheet, and a picture, painted when
/// somebody asks for it. Null when no element is selected.
std::unique_ptr<QMimeData> copy_selection(const Document& document, const Diagram& drawing,
                                          const OverlayStyle& overlay_style, const Theme& theme);

/// The JSON of the piece of a drawing that is copied, or other text in its place; empty: there is none.
QByteArray piece_text(const QMimeData& data);

/// Where copies go, and what a paste moves, as it was cut.
class PastePlace {
public:
    /// What `paste` moves while it is what is copied.
    void set_cut(CutPiece cut) { m_cut = std::move(cut); }
    /// `pointer` is the middle of what is pasted; without it, it is pasted beside where it was copied.
    void point_at(std::optional<QPointF> pointer) { m_pointer = pointer; }

private:
    friend Result<void> paste(Document&, const Diagram&, const QMimeData&, PastePlace&);

    std::optional<QPointF> m_pointer;
    /// The container that was chosen for the last one; empty if there was none.
    std::string m_last_into;
    std::vector<std::string> m_last_pasted; ///< and is selected still, when the next one goes there too
    CutPiece m_cut;
};

/// Pastes a copied piece as one undo step and selects it: into the selected container when it may hold it
/// all, else to the free place nearest to the pointer or the original, into the container there. What was cut
/// stays bought, owned or sold when it is pasted first; a copy of what is owned or sold is to be bought. On
/// failure says why; nothing has changed then.
Result<void> paste(Document& document, const Diagram& drawing, const QMimeData& data, PastePlace& place);

} // namespace roofrack
