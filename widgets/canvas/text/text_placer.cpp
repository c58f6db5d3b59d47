// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/text_placer.h"

#include "widgets/canvas/text/text_captions.h"
#include "widgets/canvas/text/text_containers.h"
#include "widgets/canvas/text/text_links.h"
#include "widgets/canvas/text/text_names.h"
#include "widgets/canvas/text/text_ratios.h"

namespace roofrack {

DrawingText placed_texts(const Diagram& drawing, const OverlayStyle& overlay_style, const PainterStyle& style,
                         double zoom) {
    constexpr double note_zoom = 0.5; // below it only names are written
    TextBoard board(drawing, overlay_style, style, zoom);
    NamedElements names(drawing, board.zoom());
    ContainerNames(board).write();
    FamilyNames(board, names).write();
    write_ratios(board, names);
    LinkLabels labels(board);
    labels.write();
    if (detail_at(board.zoom()) == Detail::tiles) labels.write_bundles();
    Captions captions(board, names);
    if (board.zoom() >= note_zoom) captions.write();
    const auto& elements = drawing.elements();
    for (size_t i = static_cast<size_t>(drawing.containers()); i < elements.size(); ++i)
        if (elements[i].kind == ElementKind::note) captions.write_note(static_cast<int>(i));
    return board.finished();
}

} // namespace roofrack
