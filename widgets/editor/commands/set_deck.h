// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

namespace roofrack {

/// The slides of the project are others, or otherwise.
class SetDeck : public EditCommand {
public:
    /// `text` names the undo step.
    SetDeck(Document& document, Deck updated, const QString& text)
        : EditCommand(document, CommandKind::set_deck, text)
        , m_old(document.project().deck)
        , m_new(std::move(updated)) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::deck; }

protected:
    void apply(Project& project, bool forward) override { project.deck = forward ? m_new : m_old; }

private:
    Deck m_old, m_new;
};

} // namespace roofrack
