// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

class QUndoCommand;
class QUndoStack;

namespace roofrack {

class Document;

/// What was cut from a drawing last. Its first paste moves it; while that stands, each further one is a copy.
class CutPiece {
public:
    CutPiece() = default; ///< nothing was cut
    /// What is about to be cut, by the ids in it and in it alone, and the text that carries it: the document
    /// still has it.
    CutPiece(const Document& document, const std::unordered_set<std::string>& ids, QByteArray text);

    /// The newest undo step of the document has cut it.
    void take_cut(Document& document);
    /// The newest undo step has pasted it as what is moved; its outermost elements are selected.
    void take_paste(Document& document);

    /// The text carries it, and it has gone from the drawing that is shown: its step is not undone, and no
    /// other scenario that has things of such ids is shown.
    bool is_cut(Document& document, const QByteArray& text) const;
    /// Nothing of it that was moved is in the drawing.
    bool is_away(Document& document) const;

    /// Whether an element was bought, owned or sold, with inheritance resolved; empty: it is not in it.
    std::optional<Procurement> was(std::string_view id) const;
    /// The ids of its elements that were owned or to be sold.
    std::unordered_set<std::string> there() const;

private:
    /// One undo step, to be found again.
    struct DoneStep {
        int index = 0;                         ///< how many are done with it
        const QUndoCommand* command = nullptr; ///< to be compared alone; null: there is none
        QString text;                          ///< for an address may come again

        static DoneStep newest_of(const QUndoStack& steps);
        /// It is on the stack, and not undone.
        bool is_done_on(const QUndoStack& steps) const;
    };

    QByteArray m_text;
    std::map<std::string, Procurement, std::less<>> m_was; ///< by id
    int m_scenario = 0;
    DoneStep m_cut, m_paste;
    std::vector<std::string> m_moved; ///< ids of the outermost elements that m_paste brought
};

} // namespace roofrack
