// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"
#include "widgets/editor/edit_command.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace roofrack {

/// New settings of what is drawn: elements or links.
template<class Item>
class SetItems : public EditCommand {
public:
    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return m_changes; }

protected:
    using Items = std::vector<Item> Cluster::*;

    /// `field` names what was edited ("power limit"): it appears in the step's name, and edits of one field
    /// merge. Items whose id does not exist are left out. `touched(before, after)` says what one of them
    /// touches.
    template<class ChangesOf>
    SetItems(Document& document, CommandKind kind, Items items, const std::vector<Item>& updated,
             const QString& field, ChangesOf touched)
        : EditCommand(document, kind, {})
        , m_items(items)
        , m_field(field) {
        std::vector<std::string> ids;
        const ItemIndex index(document.cluster().*items, updated.size());
        for (const Item& item : updated) {
            const Item* present = index.find(item.id);
            if (!present) continue;
            m_changes |= touched(*present, item);
            m_old.push_back(*present);
            m_new.push_back(item);
            ids.push_back(item.id);
        }
        setText(Document::tr("Set %1 of %2").arg(field, title_of(ids, document.cluster())));
    }

    void apply(Project& project, bool forward) override {
        const ItemIndex index(scenario(project).cluster.*m_items, m_new.size());
        for (const Item& value : forward ? m_new : m_old)
            if (Item* item = index.find(value.id)) *item = value;
    }

    bool absorb(const EditCommand& later) override {
        const auto& edit = static_cast<const SetItems&>(later);
        const bool same =
            m_field == edit.m_field && std::ranges::equal(m_new, edit.m_new, {}, &Item::id, &Item::id);
        if (!same) return false;
        m_new = edit.m_new;
        m_changes |= edit.m_changes;
        return true;
    }

private:
    Items m_items;
    QString m_field;
    std::vector<Item> m_old, m_new; ///< the same ids in the same order
    Changes m_changes;
};

} // namespace roofrack
