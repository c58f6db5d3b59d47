// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <string>
#include <vector>

namespace roofrack {

/// Removes elements with all they contain, the links that would end nowhere, and links; waivers lose these
/// places, and go with the last of them.
class RemoveItems : public EditCommand {
public:
    RemoveItems(Document& document, const std::vector<std::string>& ids);

    bool is_noop() const override { return m_elements.empty() && m_links.empty(); }
    Changes changes() const override { return Changes(Change::cluster) | Change::layout; }

protected:
    void apply(Project& project, bool forward) override;

private:
    template<class Item>
    struct Removed {
        size_t index; ///< in the drawn order before the removal
        Item item;
    };
    std::vector<Removed<Element>> m_elements; ///< by ascending index
    std::vector<Removed<Link>> m_links;
    std::vector<Waiver> m_old_waivers, m_new_waivers; ///< the new ones name nothing that is removed
};

} // namespace roofrack
