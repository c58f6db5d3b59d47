// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/cut_piece.h"

#include "core/drawing/bill/procurement.h"
#include "widgets/editor/document.h"

#include <algorithm>

namespace roofrack {

CutPiece::DoneStep CutPiece::DoneStep::newest_of(const QUndoStack& steps) {
    return {steps.index(), steps.command(steps.index() - 1), steps.undoText()};
}

bool CutPiece::DoneStep::is_done_on(const QUndoStack& steps) const {
    if (!command || steps.index() < index) return false;
    const QUndoCommand* const there = steps.command(index - 1);
    return there == command && there->actionText() == text;
}

CutPiece::CutPiece(const Document& document, const std::unordered_set<std::string>& ids, QByteArray text)
    : m_text(std::move(text))
    , m_scenario(document.scenario_index()) {
    const Cluster& cluster = document.cluster();
    const std::vector<Procurement> procurements = procurements_of(cluster);
    for (size_t i = 0; i < procurements.size(); ++i)
        if (ids.contains(cluster.elements[i].id)) m_was.emplace(cluster.elements[i].id, procurements[i]);
}

void CutPiece::take_cut(Document& document) { m_cut = DoneStep::newest_of(document.undo_stack()); }

void CutPiece::take_paste(Document& document) {
    m_paste = DoneStep::newest_of(document.undo_stack());
    m_moved = document.selection().ids();
}

bool CutPiece::is_cut(Document& document, const QByteArray& text) const {
    if (text != m_text || !m_cut.is_done_on(document.undo_stack())) return false;
    return m_scenario == document.scenario_index() ||
           std::ranges::none_of(document.cluster().elements,
                                [&](const Element& each) { return m_was.contains(each.id); });
}

bool CutPiece::is_away(Document& document) const {
    return !m_paste.is_done_on(document.undo_stack()) ||
           std::ranges::none_of(m_moved, [&](const std::string& id) { return document.cluster().find(id); });
}

std::optional<Procurement> CutPiece::was(std::string_view id) const {
    const auto found = m_was.find(id);
    return found == m_was.end() ? std::nullopt : std::optional(found->second);
}

std::unordered_set<std::string> CutPiece::there() const {
    std::unordered_set<std::string> out;
    for (const auto& [id, was] : m_was)
        if (was == Procurement::owned || was == Procurement::sell) out.insert(id);
    return out;
}

} // namespace roofrack
