// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <vector>

namespace roofrack {

/// New elements and links at the end of the drawn order: a part dropped, a link drawn, a paste.
class AddItems : public EditCommand {
public:
    /// Items whose id is empty or taken are left out: give them ids with `renamed_for` (fragment.h) first.
    /// `text`: the step's name; empty: "Add rack".
    AddItems(Document& document, const std::vector<Element>& elements, const std::vector<Link>& links = {},
             const QString& text = {});

    bool is_noop() const override { return m_elements.empty() && m_links.empty(); }
    Changes changes() const override { return Changes(Change::cluster) | Change::layout; }

protected:
    void apply(Project& project, bool forward) override;

private:
    std::vector<Element> m_elements;
    std::vector<Link> m_links;
};

} // namespace roofrack
